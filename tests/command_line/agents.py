"""Agents that do something wrong."""

from __future__ import annotations

import numpy as np

from uno_env.observation import Observations
from uno_env.round.kernels import Actions, Masks


class Unwilling:
    """Cannot even be made."""

    def __init__(self) -> None:
        raise RuntimeError("not today")


class Raising:
    """Raises when it is asked."""

    def act(self, observations: Observations, masks: Masks) -> Actions:
        raise RuntimeError("two\nlines")


class Cheating:
    """Chooses what is not legal."""

    def act(self, observations: Observations, masks: Masks) -> Actions:
        return np.argmin(masks, axis=1)
