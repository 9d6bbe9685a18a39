"""What all agents with choices of their own share: random numbers that begin anew with a seed, rows and masks as
compiled kernels take them.
"""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod

import numpy as np

from uno_env.engine.layout import ACTIONS
from uno_env.game import checked_seed
from uno_env.observation import DTYPE, Observations
from uno_env.round import choosing
from uno_env.round.kernels import Actions, Masks


class SeededAgent(ABC):
    """The same seed and the same decisions give the same actions."""

    def __init__(self, seed: int | None = None) -> None:
        self._generator = choosing.new_generator()
        self.reset(secrets.randbits(63) if seed is None else seed)

    def reset(self, seed: int) -> None:
        """Begin the random numbers anew."""
        choosing.seed_generator(self._generator, np.uint64(checked_seed(seed)))

    def act(self, observations: Observations, masks: Masks) -> Actions:
        """One action a row, -1 where nothing is legal."""
        masks = checked_masks(masks)
        actions = np.empty(len(masks), np.int64)
        self._choose(observations, masks, actions)
        return actions

    @abstractmethod
    def _choose(self, observations: Observations, masks: Masks, actions: Actions) -> None:
        """Write one action a row."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


def checked_masks(masks: Masks) -> Masks:
    """Masks as kernels want them."""
    if not isinstance(masks, np.ndarray) or masks.ndim != 2 or masks.shape[1] != ACTIONS:
        raise ValueError(f"masks must be an array of shape (n, {ACTIONS}), one row a game")
    # A kernel is compiled for one type and one layout; asking for them takes longer than seeing that they are there.
    if masks.dtype == np.int8 and masks.flags.carray:
        return masks
    return np.require(masks, np.int8, ("C", "W"))


def checked_rows(observations: Observations, count: int) -> Observations:
    """Observations as kernels want them."""
    if not isinstance(observations, np.ndarray) or observations.ndim != 2 or len(observations) != count:
        raise ValueError(f"observations must be {count} rows, as many as there are masks")
    if observations.dtype == DTYPE and observations.flags.carray:
        return observations
    return np.require(observations, DTYPE, ("C", "W"))
