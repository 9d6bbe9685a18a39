"""Stable-Baselines3: a native ``VecEnv`` with one learner a table, and models as policies.

>>> from sb3_contrib import MaskablePPO
>>> from uno_env.sb3_env import ModelPolicy, UnoVecEnv
>>> env = UnoVecEnv(256, players=2, opponents="random_play", seat="rotate")
>>> model = MaskablePPO("MlpPolicy", env)
>>> model.learn(100_000)
>>> env.set_opponents(ModelPolicy(MaskablePPO.load("earlier.zip")))

An episode is a single round; a new one is dealt on the step that ends the last, as is the custom there.
"""

from __future__ import annotations

import inspect
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import gymnasium
import numpy as np
import numpy.typing as npt
from stable_baselines3.common.base_class import BaseAlgorithm
from stable_baselines3.common.vec_env import VecEnv

from uno_env import observation
from uno_env.engine.layout import ACTIONS
from uno_env.gym_env import observation_space
from uno_env.observation import Observations
from uno_env.policies import Policy
from uno_env.rewards import Scheme
from uno_env.round.kernels import Actions, Masks
from uno_env.rules import RuleSet
from uno_env.seat_loop import OpponentSpecs, SeatLoop
from uno_env.vector_env import checked_rule_sets

WhichGames: TypeAlias = int | Iterable[int] | None


class ModelPolicy:
    """A trained model as a batch policy: an opponent, or a past snapshot of the learner.

    The model is used as it is: one that goes on learning plays better and better.  For a snapshot load a saved one.
    A model that takes no masks may choose an illegal action, which is an error.
    """

    def __init__(self, model: BaseAlgorithm, deterministic: bool = False) -> None:
        if not callable(getattr(model, "predict", None)):
            raise TypeError(f"{type(model).__name__} is no model: it has no predict()")
        self.model, self.deterministic = model, deterministic
        self._masked = "action_masks" in inspect.signature(model.predict).parameters

    def act(self, observations: Observations, masks: Masks) -> Actions:
        """What the model chooses."""
        arguments: dict[str, Any] = {"action_masks": masks} if self._masked else {}
        actions, _ = self.model.predict(observations, deterministic=self.deterministic, **arguments)
        return np.asarray(actions, np.int64)

    def __repr__(self) -> str:
        return f"ModelPolicy({type(self.model).__name__}, deterministic={self.deterministic})"


class UnoVecEnv(VecEnv):
    """N tables with one learner each, the other seats played by batch policies.

    Arguments as of :class:`uno_env.gym_env.UnoGymVectorEnv`.  The infos of a finished round hold ``episode`` (return,
    length and time, as ``Monitor`` writes them), ``terminal_observation``, ``seat``, ``winner``, ``points``, ``held``.
    """

    render_mode: str | None = None

    def __init__(
        self,
        num_envs: int,
        *,
        seed: int | None = None,
        opponents: OpponentSpecs = "random_play",
        seat: int | str = 0,
        reward: str | Scheme = "win_loss",
        history: int = observation.DEFAULT_HISTORY,
        rule_sets: Sequence[RuleSet] | None = None,
        **rules: Any,
    ) -> None:
        self._loop = SeatLoop(
            num_envs,
            checked_rule_sets(rule_sets, rules),
            opponents=opponents,
            seat=seat,
            reward=reward,
            history=history,
        )
        super().__init__(num_envs, observation_space(history), gymnasium.spaces.Discrete(ACTIONS))
        if seed is not None:
            self.seed(seed)
        self._began = time.time()
        self._dealt = False
        self._actions: npt.NDArray[Any] | None = None

    @property
    def rule_sets(self) -> list[RuleSet]:
        """Game i plays the one at ``i % len(rule_sets)``."""
        return self._loop.rule_sets

    # -- opponents ---------------------------------------------------------------------------------

    @property
    def opponents(self) -> list[Policy]:
        """One policy for all other seats, or one for each, clockwise from the learner."""
        return self._loop.opponents

    def set_opponents(self, opponents: OpponentSpecs) -> None:
        """Others play the other seats from now on, in running rounds too."""
        self._loop.set_opponents(opponents)

    def seed_opponents(self, seed: int) -> None:
        """What the opponents draw at random follows from this seed from now on."""
        self._loop.seed_opponents(seed)

    # -- keeping -----------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """Everything that decides how the games go on, the opponents aside: arrays and numbers, for a checkpoint."""
        return self._loop.state()

    def restore(self, state: Mapping[str, Any]) -> Observations:
        """Go on where another environment was that was made alike; what the learner sees there."""
        self._loop.restore(state)
        self._reset_seeds()
        self._dealt = True
        return self._loop.observations.copy()

    # -- playing -----------------------------------------------------------------------------------

    def reset(self) -> Observations:
        """Deal every game anew, from the seed given to :meth:`seed` if there was one since the last reset."""
        self._loop.reset(self._seeds[0])
        self._reset_seeds()
        self._reset_options()
        self._dealt = True
        return self._loop.observations.copy()

    def step_async(self, actions: npt.NDArray[Any]) -> None:
        """Note the learner's decisions."""
        self._actions = actions

    def step_wait(self) -> tuple[Observations, npt.NDArray[np.float32], npt.NDArray[np.bool_], list[dict[str, Any]]]:
        """Make them, and play on until the learner is to act again; finished games are dealt anew."""
        ended = self._loop.step(self._taken_actions())
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for index in ended.tolist():
            infos[index] = self._final_info(index)
        rewards, dones = self._loop.rewards.copy(), self._loop.terminated | self._loop.truncated
        self._loop.deal_anew(ended)
        return self._loop.observations.copy(), rewards, dones, infos

    def _taken_actions(self) -> npt.NDArray[Any]:
        """What step_async noted, once."""
        if not self._dealt or self._actions is None:
            raise ValueError("call reset() before step()" if not self._dealt else "call step_async() first")
        actions, self._actions = self._actions, None
        return actions

    def _final_info(self, index: int) -> dict[str, Any]:
        loop, results = self._loop, self._loop.results
        seats = self.rule_sets[index % len(self.rule_sets)].players
        return {
            "terminal_observation": loop.observations[index].copy(),
            "TimeLimit.truncated": bool(loop.truncated[index]),
            "episode": {
                "r": float(loop.rewards[index]),
                "l": int(loop.lengths[index]),
                "t": round(time.time() - self._began, 6),
            },
            "seat": int(loop.learners[index]),
            "winner": int(results.winners[index]),
            "points": results.points[index, :seats].tolist(),
            "held": results.held[index, :seats].tolist(),
        }

    def close(self) -> None:
        """There is nothing to close."""

    # -- what SB3 asks of its environments -----------------------------------------------------------

    def action_masks(self) -> Masks:
        """The legal actions of all games, (n, 110).  Written in place by the next step: copy what is to be kept."""
        return self._loop.masks

    def env_method(self, method_name: str, *method_args: Any, indices: WhichGames = None, **method_kwargs: Any) -> Any:
        """Call a method of this environment, once.

        ``action_masks`` gives a list of one array, which is what mask-aware algorithms stack and reshape anyway; other
        methods give their result once for each game asked.
        """
        if method_name == "action_masks":
            masks = self.action_masks()
            return [masks.copy() if indices is None else masks[list(self._get_indices(indices))]]
        result = getattr(self, method_name)(*method_args, **method_kwargs)
        return [result for _ in self._get_indices(indices)]

    def has_attr(self, attr_name: str) -> bool:
        """Is there such an attribute?"""
        return hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: WhichGames = None) -> list[Any]:
        """The attribute, once for each game asked; all games share it."""
        value = getattr(self, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: WhichGames = None) -> None:
        """Set an attribute, of all games: they share it."""
        if indices is not None:
            raise ValueError("all games share their attributes: leave indices out")
        setattr(self, attr_name, value)

    def env_is_wrapped(self, wrapper_class: type[gymnasium.Wrapper[Any, Any, Any, Any]], indices: Any = None) -> Any:
        """No game is wrapped; wrap the whole in ``VecMonitor`` and the like."""
        return [False for _ in self._get_indices(indices)]
