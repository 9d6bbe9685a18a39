"""Work cut into shards, and what comes back from whoever runs them.

A :class:`Job` knows how to do one shard's task.  A :class:`Runner` runs many shards, in this process
(:class:`InProcess`), in several (:class:`agents.arena.workers.Processes`) or on a cluster
(:class:`agents.arena.on_ray.OnRay`).  Outcomes come back in any order, each with the number of its shard; as long as a
task says everything its result depends on, seeds included, the results are the same whoever runs them.
"""

from __future__ import annotations

import time
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import partial
from types import TracebackType
from typing import Generic, Protocol, Self, TypeAlias, TypeVar

Task = TypeVar("Task")
Task_contra = TypeVar("Task_contra", contravariant=True)
Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)

#: A worker that has not reported for so long is taken for hung.
SILENCE_SECONDS = 120.0
#: No look at workers counts for more silence than this: if whoever looks was stopped or busy, they are not to blame.
LONGEST_LOOK_SECONDS = 1.0

#: One core a worker: numerical libraries read these when they are loaded.
ONE_THREAD = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "NUMEXPR_NUM_THREADS": "1",
    "VECLIB_MAXIMUM_THREADS": "1",
}

#: Says what is being done right now: ``report("expert, game 12 of fixture 3")``.
Report: TypeAlias = Callable[[str], None]
#: Hears what is reported: the number of the shard and the note.
Listener: TypeAlias = Callable[[int, str], None]


class CannotRun(RuntimeError):
    """The runner itself does not work, whatever the shard: no workers, no cluster, a job that cannot be sent."""


class Job(Protocol[Task_contra, Result_co]):
    """What is to be done with every task.  Job, tasks and results must be picklable.

    A job object does many shards, one after the other, and may keep what is dear to make (agents, models) in between,
    but nothing that changes a result.
    """

    def run(self, task: Task_contra, report: Report) -> Result_co:
        """Do one task, and report now and then: whoever has been silent for too long is taken for hung.

        Reports are cheap.  The last one before a hang or a crash is all the user will know about it, so it should name
        who is about to act, and where.
        """


@dataclass(frozen=True)
class Shard(Generic[Task]):
    """One piece of work; its number is how its outcome is told from others."""

    number: int
    task: Task


@dataclass(frozen=True)
class Done(Generic[Result]):
    """A shard that was finished."""

    number: int
    result: Result
    #: How long the job took over it.
    seconds: float


class Loss(Enum):
    """How a shard was lost."""

    RAISED = "raised"  # the job raised an exception
    SILENT = "silent"  # nothing was reported for too long, and the worker was killed
    DIED = "died"  # every worker that tried it died


@dataclass(frozen=True)
class Lost:
    """A shard that could not be finished."""

    number: int
    #: For people to read, on one line if possible.
    why: str
    #: What the job last said it was doing.
    last_note: str
    loss: Loss
    #: Where an exception came from.
    traceback: str = ""

    def __str__(self) -> str:
        during = f" (during: {self.last_note})" if self.last_note else ""
        return f"shard {self.number} was lost: {self.why}{during}"


class Runner(Protocol):
    """Runs shards.  Use it in a ``with`` statement, or close it: workers end there."""

    def run(
        self, job: Job[Task, Result], shards: Iterable[Shard[Task]], listen: Listener | None = None
    ) -> Iterator[Done[Result] | Lost]:
        """The outcome of every shard, as they come in, in any order.

        Shards are taken from the iterable as they are needed.  Whoever stops listening to outcomes stops the work.
        ``listen`` hears what running shards report, maybe not every note, in the caller's own thread.
        """
        ...

    def close(self) -> None:
        """End all work and all workers."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class InProcess(Runner):
    """Runs one shard after the other, here.  A hang hangs the caller, and a crash is the caller's."""

    def run(
        self, job: Job[Task, Result], shards: Iterable[Shard[Task]], listen: Listener | None = None
    ) -> Iterator[Done[Result] | Lost]:
        """The outcome of every shard, in their order."""
        for shard in shards:
            yield run_shard(job, shard, partial(listen or _nobody_listens, shard.number))

    def close(self) -> None:
        """Nothing to end."""


def _nobody_listens(number: int, note: str) -> None:
    """Where notes go that nobody wants."""


def run_shard(job: Job[Task, Result], shard: Shard[Task], report: Report) -> Done[Result] | Lost:
    """Do one shard; whatever the job raises becomes a :class:`Lost`."""
    last_note = ""

    def remember_and_report(note: str) -> None:
        nonlocal last_note
        last_note = note
        report(note)

    started = time.perf_counter()
    try:
        result = job.run(shard.task, remember_and_report)
    except (KeyboardInterrupt, GeneratorExit):
        raise
    except BaseException as error:
        # Even SystemExit: an agent that calls exit() must not end a tournament.
        return lost_by(error, shard.number, last_note)
    return Done(shard.number, result, time.perf_counter() - started)


def lost_by(error: BaseException, number: int, last_note: str, why: str = "") -> Lost:
    """The shard that an exception cost us."""
    return Lost(number, why + one_line(error), last_note, Loss.RAISED, "".join(traceback.format_exception(error)))


def one_line(error: BaseException) -> str:
    """An exception as Python prints it under a traceback."""
    return "".join(traceback.format_exception_only(error)).strip()


@dataclass(frozen=True)
class Errand(Generic[Task]):
    """A shard on its way to a worker."""

    shard: Shard[Task]
    #: How many workers it has cost.
    deaths: int = 0


class Waiting(Generic[Task]):
    """The shards that nobody has yet: those to be run again first, then the others as they are needed."""

    def __init__(self, shards: Iterable[Shard[Task]]) -> None:
        self._next: deque[Errand[Task]] = deque()
        self._rest = iter(shards)

    def at_least(self, count: int) -> bool:
        """Whether so many are waiting."""
        while len(self._next) < count:
            shard = next(self._rest, None)
            if shard is None:
                return False
            self._next.append(Errand(shard))
        return True

    def take(self) -> Errand[Task]:
        """The next one; only if there is one."""
        return self._next.popleft()

    def again(self, errand: Errand[Task]) -> None:
        """Put one back, before all others."""
        self._next.appendleft(errand)


@dataclass(frozen=True)
class Patience:
    """What is done about workers that die or fall silent: the same for every kind of worker.

    A shard whose worker died is run again until ``attempts`` workers have died of it.  One whose job has reported
    nothing for ``silence_seconds`` (``None``: no limit) is lost, or with ``retry_silent`` treated like the others.
    """

    silence_seconds: float | None = SILENCE_SECONDS
    attempts: int = 3
    retry_silent: bool = False

    def __post_init__(self) -> None:
        if self.attempts < 1:
            raise ValueError(f"attempts={self.attempts} are too few: at least 1")
        if self.silence_seconds is not None and self.silence_seconds <= 0:
            raise ValueError(f"silence_seconds={self.silence_seconds} would kill every worker: more than 0, or None")

    def is_over(self, silent: float) -> bool:
        """Whether a job has been silent for too long."""
        return self.silence_seconds is not None and silent > self.silence_seconds

    def again_or_lost(
        self, errand: Errand[Task], waiting: Waiting[Task], loss: Loss, why: str, last_note: str
    ) -> Lost | None:
        """Have a shard run again whose worker is gone, or give it up."""
        deaths = errand.deaths + 1
        if deaths < self.attempts and (loss is Loss.DIED or self.retry_silent):
            waiting.again(Errand(errand.shard, deaths))
            return None
        in_a_row = f" ({deaths} workers in a row)" if deaths > 1 else ""
        return Lost(errand.shard.number, why + in_a_row, last_note, loss)

    def why_killed(self) -> str:
        """What is said of a shard whose worker was killed for its silence."""
        return f"nothing was reported for {self.silence_seconds:g} seconds, so its worker was killed"
