"""Agents for tests: well and badly behaved."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from agents.random_play import RandomPlay
from uno_env.observation import split


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


class OneBuffer(FirstLegal):
    """Keeps one array for its answers, as quick agents do."""

    def __init__(self) -> None:
        self._answers = np.zeros(4096, np.int64)

    def act(self, observations: Any, masks: Any) -> Any:
        self._answers[: len(masks)] = super().act(observations, masks)
        return self._answers[: len(masks)]


class Rewriting(FirstLegal):
    """Has every row asked alone, and then changes the answers that have been looked at."""

    def __init__(self) -> None:
        self._given: list[Any] = []

    def act(self, observations: Any, masks: Any) -> Any:
        if len(masks) > 1:
            raise RuntimeError("one by one, please")
        for answer in self._given:
            answer[0] = 10**12
        self._given.append(super().act(observations, masks).astype(np.int64))
        return self._given[-1]


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


class SoreLoser(RandomPlay):
    """Plays as random_play, and fails when an opponent has one card left."""

    def act(self, observations: Any, masks: Any) -> Any:
        if (split(observations)["hand_sizes"][:, 1] == 1).any():
            raise RuntimeError("I never lose")
        return super().act(observations, masks)

    def __repr__(self) -> str:
        return "SoreLoser()"


class Choosy(FirstLegal):
    """A search of a kind: it must be given the world of each row, and raises where its hand has a Wild."""

    wants_worlds = True

    def act(self, observations: Any, masks: Any, worlds: Any = None) -> Any:
        for row, world in zip(observations, worlds.games, strict=True):
            own = split(row)["hand"]
            actor = int(world["actor"])
            held = [int(own[kind]) for kind in range(64)]
            once, twice = int(world["coloured"][actor]), int(world["doubled"][actor])
            if held != [(once >> kind & 1) + (twice >> kind & 1) for kind in range(64)]:
                raise RuntimeError("this is the world of another row")
        if (observations[:, 64] > 0).any():
            raise RuntimeError("a wild!")
        return super().act(observations, masks)


class Slow(FirstLegal):
    """Takes its time over every decision."""

    def act(self, observations: Any, masks: Any) -> Any:
        time.sleep(0.02 * len(masks))
        return super().act(observations, masks)


class AlwaysDraws(FirstLegal):
    """Never plays a card it need not play."""

    def act(self, observations: Any, masks: Any) -> Any:
        last = masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
        return np.where(masks[:, 90] != 0, 90, np.where(masks[:, 91] != 0, 91, last))


class Stuck(FirstLegal):
    """Hangs where no signal reaches it."""

    def act(self, observations: Any, masks: Any) -> Any:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
        time.sleep(3600)


class KillsOnce(FirstLegal):
    """Kills its own process, once: until the file it is told of exists."""

    def __init__(self, marker: str) -> None:
        self._marker = Path(marker)

    def act(self, observations: Any, masks: Any) -> Any:
        if not self._marker.exists():
            self._marker.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().act(observations, masks)


class BadReset(FirstLegal):
    """Cannot be seeded."""

    def reset(self, seed: int) -> None:
        raise ValueError("no seeds here")


class Exits(FirstLegal):
    """Ends the program."""

    def act(self, observations: Any, masks: Any) -> Any:
        sys.exit(3)


class Unmakeable(FirstLegal):
    """Can be made once, to be looked at, and not again."""

    made = 0

    def __init__(self) -> None:
        type(self).made += 1
        if type(self).made > 1:
            raise OSError("no more of these")


class UsesGlobalRandom:
    """Draws on random numbers that nobody has given it."""

    def act(self, observations: Any, masks: Any) -> Any:
        noise = np.random.random(masks.shape) + random.random()
        return (noise * masks).argmax(axis=1)


class Remembering(FirstLegal):
    """Plays differently the more it has been asked."""

    def __init__(self) -> None:
        self._asked = 0

    def act(self, observations: Any, masks: Any) -> Any:
        self._asked += len(masks)
        last = masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
        return np.where(np.arange(len(masks)) % 3 == self._asked % 3, masks.argmax(axis=1), last)


remembering = Remembering()


class SwallowsEverything(FirstLegal):
    """Thinks forever, whatever plain exception comes its way."""

    def act(self, observations: Any, masks: Any) -> Any:
        while True:
            with contextlib.suppress(Exception):
                time.sleep(1)


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
