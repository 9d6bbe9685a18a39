"""Jobs that do their work, and jobs that do not.  No heavy imports: every worker loads this module."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from agents.arena.shards import Report


@dataclass
class Shuffling:
    """Honest work: the result depends on the task and nothing else."""

    cards: int = 40

    def run(self, task: int, report: Report) -> list[int]:
        random = Random(task)
        deck = list(range(self.cards))
        for shuffle in range(20):
            report(f"shuffle {shuffle} of task {task}")
            random.shuffle(deck)
        return deck


@dataclass
class ShotOnce(Shuffling):
    """The same, but the process that first tries one of the tasks is killed in the middle of it."""

    folder: Path = Path()
    victim: int = 3

    def run(self, task: int, report: Report) -> list[int]:
        scene = self.folder / "shot"
        if task == self.victim and not scene.exists():
            report(f"about to be shot over task {task}")
            scene.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().run(task, report)


@dataclass
class Failing(Shuffling):
    """The same, but some tasks are never finished, each in one of many ways."""

    how: dict[int, str] = field(default_factory=dict)
    #: Where processes leave their numbers, each with its last task in it, if it matters.
    folder: Path | None = None

    def run(self, task: int, report: Report) -> Any:
        if self.folder is not None:
            (self.folder / str(os.getpid())).write_text(str(task))
        if task not in self.how:
            return super().run(task, report)
        report(f"expert, game {task}")
        return getattr(self, self.how[task])()

    def raises(self) -> None:
        raise ValueError("no such card: R99")

    def exits(self) -> None:
        sys.exit(3)

    def dies(self) -> None:
        os._exit(7)

    def crashes(self) -> None:
        os.kill(os.getpid(), signal.SIGSEGV)

    def sleeps(self) -> None:
        while True:
            time.sleep(1000)

    def blocks_signals(self) -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, set(signal.Signals))
        self.sleeps()

    def hangs_in_c(self) -> None:
        """Sleep in compiled code that lets no other Python thread run."""
        ctypes.PyDLL(None).sleep(1000)

    def returns_a_lock(self) -> object:
        return threading.Lock()

    def returns_what_cannot_be_read(self) -> object:
        return Unreadable()


class Unreadable:
    """Can be pickled, but not unpickled."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _refuse, ()


def _refuse() -> None:
    raise ValueError("cannot be read")


class DiesWhenLoaded(Shuffling):
    """Kills whoever loads it, except whoever made it."""

    def __reduce__(self) -> tuple[Any, ...]:
        return os._exit, (5,)


class TellsItsThreads:
    """The limits on threads that its process began with."""

    def run(self, task: str, report: Report) -> str | None:
        return os.environ.get(task)


class TellsWhoItIs:
    """The number of the process, after a moment, so that every worker gets a share."""

    def run(self, task: float, report: Report) -> int:
        time.sleep(task)
        return os.getpid()


class Talkative:
    """Takes its time, but says so all along."""

    def run(self, task: float, report: Report) -> float:
        until = time.monotonic() + task
        while time.monotonic() < until:
            report("still here")
            time.sleep(0.05)
        return task
