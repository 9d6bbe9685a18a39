"""``policy``: any trained model as an agent, whoever trained it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from agents.network import NetworkAgent
from agents.networks.parameters import Network
from uno_env.game import checked_seed
from uno_env.observation import Observations
from uno_env.round.kernels import Actions, Masks

INSTALL = "needs torch and Stable-Baselines3: pip install uno-env[sb3]"


class ModelAgent:
    """A trained model: a network ``.npz``, a Stable-Baselines3 ``.zip``, an exported ``.pt2``, any torch module.

    A torch module gives one score an action.  ``model`` is a path or the model itself; ``sample`` plays each action as
    often as the model thinks it should, otherwise the best one is played.  ``algorithm`` is the class that saved a
    ``.zip``.
    """

    def __init__(self, model: Any, sample: bool = False, algorithm: str = "MaskablePPO") -> None:
        self.sample = sample
        self.name = str(model) if isinstance(model, str | Path) else type(model).__name__
        self._random = np.random.default_rng()
        # A network of ours needs no torch.
        self._network = NetworkAgent(model, sample) if _is_network(model) else None
        self._choose: Any = None if self._network else _chooser(_loaded(model, algorithm), sample)

    def reset(self, seed: int) -> None:
        """Begin the random numbers anew."""
        if self._network is not None:
            self._network.reset(seed)
            return
        self._random = np.random.default_rng(checked_seed(seed))
        _seed_torch(seed)

    def act(self, observations: Observations, masks: Masks) -> Actions:
        """What the model chooses."""
        if self._network is not None:
            return self._network.act(observations, masks)
        actions: Actions = self._choose(observations, masks, self._random)
        return actions

    def __repr__(self) -> str:
        return f"ModelAgent({self.name!r}{', sample=True' if self.sample else ''})"


def _is_network(model: Any) -> bool:
    return isinstance(model, Network) or (isinstance(model, str | Path) and Path(model).suffix == ".npz")


def _seed_torch(seed: int) -> None:
    import torch

    torch.manual_seed(seed % (1 << 63))


def _loaded(model: Any, algorithm: str) -> Any:
    """The model itself, read from its file if need be."""
    try:
        import torch
    except ImportError as error:
        raise ValueError(f"the policy agent {INSTALL}") from error
    torch.set_num_threads(1)  # more threads than free cores are many times slower
    if not isinstance(model, str | Path):
        return model
    path = Path(model).expanduser()
    if path.is_dir():
        raise ValueError(f"{path} is a folder: name the model in it, its .npz, .zip or .pt2 file")
    if not path.is_file():
        raise ValueError(f"there is no model at {path}")
    if path.suffix == ".zip":
        return _algorithm(algorithm).load(path, device="cpu")
    try:
        return torch.export.load(path).module()
    except Exception as error:  # it may stumble over anything in a file that is none of its own
        raise ValueError(
            f"{path} is neither a Stable-Baselines3 .zip nor an exported torch model ({type(error).__name__}): "
            "give the module itself, or write it with torch.export.save(torch.export.export(module, ...), path)"
        ) from error


def _algorithm(name: str) -> Any:
    try:
        import sb3_contrib
        import stable_baselines3
    except ImportError as error:
        raise ValueError(f"a .zip of Stable-Baselines3 {INSTALL}") from error
    for module in (sb3_contrib, stable_baselines3):
        if hasattr(module, name):
            return getattr(module, name)
    raise ValueError(f"algorithm={name!r}: neither sb3_contrib nor stable_baselines3 has it")


def _chooser(model: Any, sample: bool) -> Any:
    if callable(getattr(model, "predict", None)):
        from agents.networks.encoded_env import as_policy

        policy = as_policy(model, deterministic=not sample)
        return lambda observations, masks, random: policy.act(observations, masks)
    if not callable(model):
        raise ValueError(f"{type(model).__name__} is no model: it has no predict() and cannot be called")
    return lambda observations, masks, random: _by_scores(model, observations, masks, sample, random)


def _by_scores(
    model: Any, observations: Observations, masks: Masks, sample: bool, random: np.random.Generator
) -> Actions:
    """A module gives one score (a logit) an action; illegal ones are left out."""
    import torch

    with torch.inference_mode():
        scores = model(torch.from_numpy(observations.astype(np.float32))).numpy()
    if scores.shape != masks.shape:
        raise ValueError(f"the model gives scores of shape {scores.shape}, not one for each of {masks.shape}")
    scores = np.where(masks != 0, scores, -np.inf)
    if sample:  # the largest of scores with Gumbel noise is a sample of their softmax
        scores = scores + random.gumbel(size=scores.shape)
    return np.asarray(scores.argmax(axis=1), np.int64)
