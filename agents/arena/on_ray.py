"""Shards on a Ray cluster: the same outcomes as from processes of this machine.

Needs Ray: ``pip install uno-env[ray]``.  Nothing of this project is uploaded: on a cluster of several machines this
package, and the modules of your own agents, must be installed on every node, in the same versions.  A cluster on this
machine (``"local"``, or one started by ``ray start --head``) looks for modules in the same places as the caller.
A cluster may ask for a token; Ray itself looks for it where its documentation on token authentication says.

Attempts are counted here and not left to Ray's own retries, so that a worker that dies and one that hangs mean the
same as in :class:`agents.arena.workers.Processes`, and so that waiting for a free place is never taken for silence.
"""

from __future__ import annotations

import contextlib
import logging
import os
import socket
import sys
import threading
import time
import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from agents.arena.shards import (
    LONGEST_LOOK_SECONDS,
    ONE_THREAD,
    SILENCE_SECONDS,
    CannotRun,
    Done,
    Errand,
    Job,
    Listener,
    Loss,
    Lost,
    Patience,
    Result,
    Runner,
    Shard,
    Task,
    Waiting,
    lost_by,
    one_line,
    run_shard,
)

#: How often to look at what workers report, and how often they report it.
LOOK_SECONDS = 0.5
PIN_SECONDS = 0.25
#: Tasks handed to Ray for every core of the cluster: one to run, and one that waits, so that no core does.
IN_FLIGHT = 2
#: How long the board may take to answer before we go on without it.
BOARD_SECONDS = 10.0

#: How long the head of a cluster may take to answer the door.
KNOCK_SECONDS = 10.0

_ADVICE = "Start one there by `ray start --head`, or say local"

#: A cluster of our own neither asks for the internet nor packs up the project's folder.
_LEFT_ALONE = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ENABLE_UV_RUN_RUNTIME_ENV": "0"}


def _load_ray(local: bool) -> ModuleType:
    if local:
        for name, value in _LEFT_ALONE.items():
            os.environ.setdefault(name, value)
    try:
        import ray
        import ray.exceptions
    except ImportError as error:
        raise CannotRun(f"Ray is not installed ({error}). Say: pip install uno-env[ray]") from error
    module: ModuleType = ray
    return module


def _knock(address: str) -> None:
    """See whether anybody listens at a cluster's address: Ray itself would try for minutes."""
    host, colon, port = address.rpartition(":")
    if not colon or "/" in address or not port.isdigit():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=KNOCK_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise CannotRun(f"no Ray cluster at {address!r}: {error}. {_ADVICE}") from error


@dataclass
class _Flight:
    """A shard that Ray has been asked to run."""

    errand: Errand[Any]
    #: One number for every attempt at every shard, so that notes of an earlier attempt are told apart.
    number: int
    #: Whether it has begun; until then it waits for a free place, and silence means nothing.
    begun: bool = False
    note: str = ""
    silent: float = 0.0


@dataclass
class _Board:
    """Where workers pin their notes: an actor on the caller's node."""

    notes: dict[int, str] = field(default_factory=dict)

    def pin(self, flight: int, note: str) -> None:
        """Replace the note of one attempt at a shard."""
        self.notes[flight] = note

    def take(self) -> dict[int, str]:
        """All notes that are new since they were last taken."""
        taken, self.notes = self.notes, {}
        return taken


class OnRay(Runner):
    """Runs shards on a Ray cluster, one on every core.

    ``address`` is ``"local"`` for a cluster on this machine that ends with the runner, ``"auto"`` for one that runs
    here already, or where its head is: ``"host:6379"``.  ``cpus`` limits a local cluster.  If this process is already
    connected to Ray, that connection is used and left open.

    ``silence_seconds``, ``attempts`` and ``retry_silent`` mean what they mean for
    :class:`agents.arena.workers.Processes`.
    """

    def __init__(
        self,
        address: str = "local",
        *,
        cpus: int | None = None,
        silence_seconds: float | None = SILENCE_SECONDS,
        attempts: int = 3,
        retry_silent: bool = False,
    ) -> None:
        if cpus is not None and (address != "local" or cpus < 1):
            raise ValueError(f"cpus={cpus} is for a local cluster, and at least 1")
        self.patience = Patience(silence_seconds, attempts, retry_silent)
        self._ray = _load_ray(address == "local")
        self._ours = not self._ray.is_initialized()
        if self._ours:
            self._connect(address, cpus)
        self._closed = False
        self._run = 0
        self._flights = 0
        self._in_flight: dict[Any, _Flight] = {}
        # The runner's name: workers serve many runs of many runners.
        self._name = uuid.uuid4().hex
        self._begin = self._ray.remote(num_cpus=1, max_retries=0)(_run_on_a_worker)
        self._board = self._pin_up_a_board()
        self._looked = 0.0
        self._room, self._room_seen = 0, -LOOK_SECONDS

    def run(
        self, job: Job[Task, Result], shards: Iterable[Shard[Task]], listen: Listener | None = None
    ) -> Iterator[Done[Result] | Lost]:
        """The outcome of every shard, as they come in; a run that was not finished is given up."""
        if self._closed:
            raise CannotRun("this runner was closed: make a new one")
        pickled = self._pickled(job, "the job")
        self._abandon()
        self._run += 1
        return self._outcomes(self._run, self._ray.put(pickled), Waiting(shards), listen)

    def close(self) -> None:
        """End all work, and a local cluster with it; safe to call again."""
        if self._closed:
            return
        self._closed = True
        self._run += 1
        if not self._ray.is_initialized():
            return
        self._abandon()
        if self._ours:
            self._ray.shutdown()
        else:
            self._ray.kill(self._board)

    def _connect(self, address: str, cpus: int | None) -> None:
        quiet: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False}
        if address == "local":
            quiet |= {"include_dashboard": False, "num_cpus": cpus}
        _knock(address)
        # Ray's processes, and so its workers, inherit what is set while it starts.
        before = {name: os.environ.get(name) for name in ONE_THREAD}
        os.environ.update(ONE_THREAD)
        try:
            self._ray.init(address=address, **quiet)
        except (ConnectionError, RuntimeError, ValueError, TimeoutError) as error:
            advice = "" if address == "local" else f". {_ADVICE}, and check that this process has the cluster's token"
            raise CannotRun(f"no Ray cluster at {address!r}: {error}{advice}") from error
        finally:
            for name, value in before.items():
                if value is None:
                    del os.environ[name]
                else:
                    os.environ[name] = value

    def _pin_up_a_board(self) -> Any:
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        here = self._ray.get_runtime_context().get_node_id()
        board = self._ray.remote(num_cpus=0, max_restarts=-1)(_Board)
        return board.options(scheduling_strategy=NodeAffinitySchedulingStrategy(here, soft=True)).remote()

    def _outcomes(
        self, run: int, job: Any, waiting: Waiting[Any], listen: Listener | None
    ) -> Iterator[Done[Any] | Lost]:
        outcomes: list[Done[Any] | Lost] = []
        try:
            self._looked = time.monotonic()
            while True:
                self._check_current(run)
                self._hand_out(run, job, waiting)
                while outcomes:
                    yield outcomes.pop(0)
                    self._check_current(run)
                if not self._in_flight and not waiting.at_least(1):
                    return
                finished, _ = self._ray.wait(list(self._in_flight), num_returns=1, timeout=LOOK_SECONDS)
                for flown in finished:
                    outcomes += self._land(flown, waiting, listen)
                if time.monotonic() - self._looked >= LOOK_SECONDS:
                    outcomes += self._look(waiting, listen)
        finally:
            if run == self._run:
                self._abandon()

    def _check_current(self, run: int) -> None:
        if run != self._run:
            raise CannotRun("this run was given up: the runner was closed or began another run")

    def _hand_out(self, run: int, job: Any, waiting: Waiting[Any]) -> None:
        """Keep every core of the cluster busy; the cluster may have grown."""
        if time.monotonic() - self._room_seen >= LOOK_SECONDS:
            self._room = IN_FLIGHT * max(int(self._ray.cluster_resources().get("CPU", 1)), 1)
            self._room_seen = time.monotonic()
        while len(self._in_flight) < self._room and waiting.at_least(1):
            errand = waiting.take()
            shard = errand.shard
            task = self._pickled(shard.task, f"the task of shard {shard.number}")
            self._flights += 1
            name = f"{self._name}-{run}"
            flown = self._begin.remote(self._board, self._flights, name, job, shard.number, task, sys.path)
            self._in_flight[flown] = _Flight(errand, self._flights)

    def _land(self, flown: Any, waiting: Waiting[Any], listen: Listener | None) -> list[Done[Any] | Lost]:
        """Take what a worker brought back, or its death."""
        errors = self._ray.exceptions
        try:
            outcome = self._ray.cloudpickle.loads(self._ray.get(flown))
        except errors.RayTaskError as error:
            # Not the job's exception, which comes back as an outcome: the worker could not even begin.
            raise CannotRun(
                f"workers of the cluster cannot run shards: {error}. Is this package installed on every node, in this "
                "version?"
            ) from error
        except errors.RayError as error:
            self._look_at_notes(listen)
            flight = self._in_flight.pop(flown)
            why = f"its worker died ({type(error).__name__})"
            lost = self.patience.again_or_lost(flight.errand, waiting, Loss.DIED, why, flight.note)
            return [] if lost is None else [lost]
        except Exception as error:
            flight = self._in_flight.pop(flown)
            return [lost_by(error, flight.errand.shard.number, flight.note, "its result cannot be read: ")]
        del self._in_flight[flown]
        if isinstance(outcome, CannotRun):
            raise outcome
        return [outcome]

    def _look(self, waiting: Waiting[Any], listen: Listener | None) -> list[Lost]:
        """See what workers report, and lose patience with those who do not."""
        now = time.monotonic()
        passed = min(now - self._looked, LONGEST_LOOK_SECONDS)
        self._looked = now
        heard = self._look_at_notes(listen)
        if heard is None:
            return []
        given_up: list[Lost] = []
        for flown, flight in list(self._in_flight.items()):
            if flight.number in heard or not flight.begun:
                continue
            flight.silent += passed
            # One that has come back meanwhile is only waiting for us.
            if not self.patience.is_over(flight.silent) or self._ray.wait([flown], timeout=0)[0]:
                continue
            del self._in_flight[flown]
            self._ray.cancel(flown, force=True)
            why = self.patience.why_killed()
            lost = self.patience.again_or_lost(flight.errand, waiting, Loss.SILENT, why, flight.note)
            given_up += [] if lost is None else [lost]
        return given_up

    def _look_at_notes(self, listen: Listener | None) -> set[int] | None:
        """Take new notes from the board; returns which flights there was news of, or nothing if the board is away."""
        try:
            notes: dict[int, str] = self._ray.get(self._board.take.remote(), timeout=BOARD_SECONDS)
        except (self._ray.exceptions.RayError, TimeoutError):
            return None
        for flight in self._in_flight.values():
            if flight.number in notes:
                flight.begun, flight.note, flight.silent = True, notes[flight.number], 0.0
                if listen is not None and flight.note:
                    listen(flight.errand.shard.number, flight.note)
        return set(notes)

    def _abandon(self) -> None:
        """Cancel whatever is at work on a shard that nobody waits for any more."""
        while self._in_flight:
            flown, _ = self._in_flight.popitem()
            with contextlib.suppress(self._ray.exceptions.RayError):
                self._ray.cancel(flown, force=True)

    def _pickled(self, value: object, name: str) -> bytes:
        try:
            pickled: bytes = self._ray.cloudpickle.dumps(value)
        except Exception as error:
            raise CannotRun(f"{name} cannot be sent to a worker: {one_line(error)}") from error
        return pickled


# The worker's side.

# The job that this worker did last, by the name of its run; what it keeps between shards is kept.
_last_job: tuple[str, Any] = ("", None)


class _Pinning:
    """Pins the notes of one shard to the board, not all of them, but always the last, even while the job hangs.

    Most are pinned by a thread.  A job that hangs in compiled code may let no thread run, so what can be is pinned
    before the job goes on: that it has begun, and the first note after a while.
    """

    def __init__(self, board: Any, flight: int) -> None:
        self._board, self._flight = board, flight
        self._note, self._new = "", False
        self._pinned = -PIN_SECONDS
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._pin_what_is_new, daemon=True)

    def report(self, note: str) -> None:
        """Have a note pinned up."""
        self._note, self._new = note, True
        if time.monotonic() - self._pinned >= PIN_SECONDS:
            self._pinned = time.monotonic()
            self._pin()

    def __enter__(self) -> _Pinning:
        self._pin()
        self._thread.start()
        return self

    def __exit__(self, *raised: object) -> None:
        self._done.set()
        self._thread.join()

    def _pin(self) -> None:
        self._new = False
        self._board.pin.remote(self._flight, self._note)

    def _pin_what_is_new(self) -> None:
        while not self._done.wait(PIN_SECONDS):
            if self._new:
                self._pin()


def _run_on_a_worker(
    board: Any, flight: int, name: str, pickled_job: bytes, number: int, pickled_task: bytes, path: list[str]
) -> bytes:
    """What a worker of the cluster does with one shard: the outcome, pickled, or why the job cannot be run."""
    global _last_job  # noqa: PLW0603  (agents are dear to make, and Ray keeps nothing else between tasks)
    cloudpickle = _load_ray(local=False).cloudpickle
    sys.path += [folder for folder in path if folder not in sys.path]
    if _last_job[0] != name:
        try:
            _last_job = (name, cloudpickle.loads(pickled_job))
        except BaseException as error:
            return _sent(CannotRun(f"workers cannot load the job: {one_line(error)}"))
    with _Pinning(board, flight) as notes:
        try:
            task = cloudpickle.loads(pickled_task)
        except BaseException as error:
            return _sent(lost_by(error, number, "", "its task cannot be read: "))
        outcome = run_shard(_last_job[1], Shard(number, task), notes.report)
    try:
        return _sent(outcome)
    except Exception as error:
        return _sent(lost_by(error, number, "", "its result cannot be sent: "))


def _sent(outcome: object) -> bytes:
    pickled: bytes = _load_ray(local=False).cloudpickle.dumps(outcome)
    return pickled
