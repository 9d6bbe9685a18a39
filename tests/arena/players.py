"""Agents for tests: well and badly behaved."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any

import numpy as np


class FirstLegal:
    """Always the first legal action."""

    def act(self, observations: Any, masks: Any) -> Any:
        return masks.argmax(axis=1)


class Illegal(FirstLegal):
    """Now and then an action that is not legal."""

    def __init__(self, every: int = 40) -> None:
        self._every, self._asked = every, 0

    def act(self, observations: Any, masks: Any) -> Any:
        actions = super().act(observations, masks)
        for row in range(len(actions)):
            self._asked += 1
            if self._asked % self._every == 0:
                actions[row] = masks[row].argmin()
        return actions


class Raising(FirstLegal):
    """Cannot stand a hand with a Wild in it."""

    def act(self, observations: Any, masks: Any) -> Any:
        if (observations[:, 64] > 0).any():
            raise RuntimeError("a wild!")
        return super().act(observations, masks)


class Hanging(FirstLegal):
    """Thinks forever at the third call."""

    def __init__(self) -> None:
        self._calls = 0

    def act(self, observations: Any, masks: Any) -> Any:
        self._calls += 1
        if self._calls == 3:
            time.sleep(3600)
        return super().act(observations, masks)


class KillsOnce(FirstLegal):
    """Kills its own process, once: until the file it is told of exists."""

    def __init__(self, marker: str) -> None:
        self._marker = Path(marker)

    def act(self, observations: Any, masks: Any) -> Any:
        if not self._marker.exists():
            self._marker.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().act(observations, masks)


class WrongShape:
    """Answers with one action too many."""

    def act(self, observations: Any, masks: Any) -> Any:
        return np.zeros(len(masks) + 1, np.int64)


class Vandal(FirstLegal):
    """Overwrites what it is given."""

    def act(self, observations: Any, masks: Any) -> Any:
        actions = super().act(observations, masks)
        observations[:] = 7
        masks[:] = 1
        return actions
