"""The algorithms that ``uno train`` knows, and how long their presets take."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from training.runs import RunArgs, RunError
from uno_env.spelling import did_you_mean

#: Every algorithm has these three.
PRESETS = {
    "quick": "about two minutes on two cores, visibly better than random_play",
    "standard": "at most about half an hour on two cores",
    "full": "hours; of deep_monte_carlo what made the shipped networks, whose cards name the options added",
}
USUAL_PRESET = "standard"


@dataclass(frozen=True)
class Algorithm:
    """Where an algorithm comes from."""

    about: str
    #: What pip has to be asked for.
    extra: str = "train"


ALGORITHMS = {
    "maskable_ppo": Algorithm("Stable-Baselines3's MaskablePPO against named agents, past snapshots and itself"),
    "deep_monte_carlo": Algorithm("regression of every action on the round's result, in self-play"),
    "ppo_selfplay": Algorithm("lean PPO in self-play, one trajectory a seat"),
    "best_response": Algorithm("the best answer to a frozen agent: how far can it be exploited?"),
    "rllib_ppo": Algorithm("PPO on a Ray cluster", "rllib"),
}


@dataclass(frozen=True)
class Trainer:
    """What the module of an algorithm has: its options, its presets and what runs it."""

    name: str
    args: type[RunArgs]
    presets: Mapping[str, Mapping[str, Any]]
    main: Callable[[Any, str], None]

    def defaults(self, preset: str) -> RunArgs:
        """The options of a preset."""
        if preset not in self.presets:
            known = ", ".join(self.presets)
            raise RunError(f"unknown preset {preset!r}{did_you_mean(preset, self.presets)}; presets: {known}")
        return self.args(**self.presets[preset])


def available() -> dict[str, Algorithm]:
    """The algorithms whose modules are there, without importing any."""
    return {name: each for name, each in ALGORITHMS.items() if importlib.util.find_spec(f"training.{name}")}


def find_trainer(name: str) -> Trainer:
    """The algorithm of a name, imported; an error says what to install."""
    known = available()
    if name not in known:
        raise RunError(f"unknown algorithm {name!r}{did_you_mean(name, known)}; algorithms: {', '.join(known)}")
    try:
        module = importlib.import_module(f"training.{name}")
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] in ("training", "agents", "uno_env"):
            raise
        raise RunError(f"{name} needs {error.name}: pip install uno-env[{known[name].extra}]") from error
    return Trainer(name, module.Args, module.PRESETS, module.main)
