"""Shards on several processes of this machine, whatever becomes of the processes.

Workers are fresh interpreters, not forks: compiled code and threads do not survive forking.  They do not import the
caller's main module unless the job is defined there, so a script needs no main guard for a job that is not its own.

Each worker shares two things with this process.  A pipe carries jobs and shards to it and outcomes back; whoever is
left alone on the pipe gives up, so that neither side can outlive the other for long.  A :class:`NotePad` is a page of
shared memory with the last note of the job: it costs next to nothing to write, and it can still be read when its
worker hangs in compiled code or has been shot.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import pickle
import queue
import runpy
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import types
import weakref
from collections.abc import Iterable, Iterator
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from multiprocessing.connection import wait as wait_for_any
from pathlib import Path
from typing import Any, TypeAlias

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

#: A worker that has not loaded the job after so long never will.
START_SECONDS = 180.0
#: How often to look at what workers report.
LOOK_SECONDS = 0.1
#: What starts a worker; modules are looked for in the same places as here.
_START = "import sys; sys.path[:] = sys.argv[3:]; from agents.arena.workers import work; work(*map(int, sys.argv[1:3]))"

#: Where the main module comes from: ``("module", name)`` or ``("file", path)``.
MainModule: TypeAlias = tuple[str, str]

#: A job's number, the job pickled, and the main module if it is defined there.
_NumberedJob: TypeAlias = tuple[int, bytes, MainModule | None]

# In a worker: whether it is importing the caller's main module, for a job that is defined there, and whether it has.
_importing_main = False
_has_main = False


class NotePad:
    """The last note of a worker, in memory shared with it.

    The note is written beside the one before, and only then does the count go up, so a worker that dies while it
    writes leaves the note before.
    """

    LONGEST_NOTE = 1000
    _COUNT = struct.Struct("=Q")
    _LENGTH = struct.Struct("=I")
    _SIDE = _LENGTH.size + LONGEST_NOTE
    SIZE = _COUNT.size + 2 * _SIDE

    def __init__(self, file: int) -> None:
        self._memory = mmap.mmap(file, self.SIZE)

    def write(self, note: str) -> None:
        """Replace the note."""
        text = note.encode(errors="replace")[: self.LONGEST_NOTE]
        (count,) = self._COUNT.unpack_from(self._memory, 0)
        side = self._side(count + 1)
        self._LENGTH.pack_into(self._memory, side, len(text))
        self._memory[side + self._LENGTH.size : side + self._LENGTH.size + len(text)] = text
        self._COUNT.pack_into(self._memory, 0, count + 1)

    def read(self) -> tuple[int, str]:
        """How many notes there have been, and the last one."""
        (count,) = self._COUNT.unpack_from(self._memory, 0)
        side = self._side(count)
        (length,) = self._LENGTH.unpack_from(self._memory, side)
        text = self._memory[side + self._LENGTH.size : side + self._LENGTH.size + min(length, self.LONGEST_NOTE)]
        return count, text.decode(errors="replace")

    def close(self) -> None:
        """Give the memory back."""
        self._memory.close()

    def _side(self, count: int) -> int:
        return self._COUNT.size + count % 2 * self._SIDE


class _Worker:
    """One process, seen from the outside."""

    def __init__(self) -> None:
        self.pipe, theirs = Pipe()
        with theirs, tempfile.TemporaryFile() as page:
            page.truncate(NotePad.SIZE)
            self.pad = NotePad(page.fileno())
            ours = (theirs.fileno(), page.fileno())
            # The worker starts with Ctrl-C blocked; later it ignores it.  It is for this process to end the worker.
            before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
            try:
                self.process = subprocess.Popen(
                    [sys.executable, "-c", _START, *map(str, ours), *sys.path],
                    stdin=subprocess.DEVNULL,
                    pass_fds=ours,
                    env={**os.environ, **ONE_THREAD},
                )
            finally:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)
        self.errand: Errand[Any] | None = None
        self.job = 0
        self.loading = False
        self.notes = 0
        self.note = ""
        self.silent = 0.0

    def load(self, job: int, pickled: bytes, main: MainModule | None) -> None:
        """Hand it a job; it will say when it is ready for shards."""
        self.job, self.loading, self.silent = job, True, 0.0
        self._send(("load", job, pickled, main))

    def hand(self, errand: Errand[Any]) -> None:
        """Hand it a shard."""
        number = errand.shard.number
        pickled = _pickled(errand.shard.task, f"the task of shard {number}")
        self.errand, self.silent, self.note = errand, 0.0, ""
        self._send(("run", number, pickled, _main_module(pickled)))

    def look(self, seconds: float) -> bool:
        """Read the note pad; returns whether there is a new note, and counts the seconds if there is none."""
        notes, note = self.pad.read()
        if notes == self.notes:
            self.silent += seconds
            return False
        self.notes, self.note, self.silent = notes, note, 0.0
        return True

    def end(self) -> None:
        """Kill it, if it lives, and leave nothing behind."""
        self.process.kill()
        self.process.wait()
        self.pipe.close()
        self.pad.close()

    def how_it_died(self) -> str:
        """For people to read."""
        code = self.process.wait()
        if code >= 0:
            return f"ended with exit code {code}"
        name = signal.Signals(-code).name if -code in set(signal.Signals) else f"signal {-code}"
        return f"was killed by {name}" + (" (is there enough memory?)" if name == "SIGKILL" else "")

    def _send(self, message: tuple[Any, ...]) -> None:
        # One that just died cannot be sent to; its death is noticed where all deaths are.
        with contextlib.suppress(OSError):
            self.pipe.send(message)


class Processes(Runner):
    """Runs shards on worker processes of this machine, one shard at a time each.

    A worker that dies is replaced, and its shard is run again until ``attempts`` workers have died of it.  A worker
    whose job reports nothing for ``silence_seconds`` (``None``: no limit) is killed and its shard is lost, or with
    ``retry_silent`` treated like that of one who died.  A job that raises loses its shard at once: it would raise
    again.

    Workers are started when they are first needed and kept from one run to the next, until :meth:`close`.
    """

    def __init__(
        self,
        count: int,
        *,
        silence_seconds: float | None = SILENCE_SECONDS,
        attempts: int = 3,
        retry_silent: bool = False,
    ) -> None:
        if count < 1:
            raise ValueError(f"{count} workers can do nothing: at least 1")
        if _importing_main:
            raise CannotRun(_NO_MAIN_GUARD)
        self.count = count
        self.patience = Patience(silence_seconds, attempts, retry_silent)
        self._workers: list[_Worker] = []
        self._job = 0
        self._false_starts = 0
        self._looked = 0.0
        # For those who forget to close.
        self._forgotten = weakref.finalize(self, _end_all, self._workers)

    def run(
        self, job: Job[Task, Result], shards: Iterable[Shard[Task]], listen: Listener | None = None
    ) -> Iterator[Done[Result] | Lost]:
        """The outcome of every shard, as they come in; a run that was not finished is given up."""
        if not self._forgotten.alive:
            raise CannotRun("these workers were closed: make new ones")
        pickled = _pickled(job, "the job")
        main = _main_module(pickled)
        self._abandon()
        self._job += 1
        self._false_starts = 0
        return self._outcomes((self._job, pickled, main), Waiting(shards), listen)

    def close(self) -> None:
        """Kill all workers; safe to call again."""
        self._job += 1
        self._forgotten()

    def _outcomes(
        self, job: _NumberedJob, waiting: Waiting[Task], listen: Listener | None
    ) -> Iterator[Done[Any] | Lost]:
        outcomes: list[Done[Any] | Lost] = []
        try:
            self._looked = time.monotonic()
            while True:
                # Workers get new shards before the caller has a look at what they finished.
                self._check_current(job)
                self._hand_out(job, waiting)
                while outcomes:
                    yield outcomes.pop(0)
                    self._check_current(job)
                if not waiting.at_least(1) and not any(worker.errand for worker in self._workers):
                    return
                self._look(waiting, listen, outcomes)
        finally:
            if job[0] == self._job:
                self._abandon()

    def _check_current(self, job: _NumberedJob) -> None:
        if job[0] != self._job:
            raise CannotRun("this run was given up: its workers were closed or began another run")

    def _hand_out(self, job: _NumberedJob, waiting: Waiting[Any]) -> None:
        """Give every idle worker a shard, and start workers for shards that nobody would take."""
        others, loading = [], 0
        for worker in self._workers:
            if worker.job != job[0]:
                others.append(worker)
            elif worker.loading:
                loading += 1
            elif worker.errand is None and waiting.at_least(1):
                worker.hand(waiting.take())
        while waiting.at_least(loading + 1) and (others or len(self._workers) < self.count):
            if others:
                worker = others.pop()
            else:
                worker = _Worker()
                self._workers.append(worker)
            worker.load(*job)
            loading += 1

    def _look(self, waiting: Waiting[Any], listen: Listener | None, outcomes: list[Done[Any] | Lost]) -> None:
        """See what all workers have to say, for at most a short while."""
        heard = wait_for_any([worker.pipe for worker in self._workers], LOOK_SECONDS)
        now = time.monotonic()
        passed = min(now - self._looked, LONGEST_LOOK_SECONDS)
        self._looked = now
        for worker in list(self._workers):
            if worker.look(passed) and listen is not None and worker.errand is not None:
                listen(worker.errand.shard.number, worker.note)
            # A child of a dead worker may hold the pipe open, so silence on the pipe is no sign of life.
            if worker.pipe in heard or (worker.process.poll() is not None and not worker.pipe.poll()):
                lost_or_done = self._hear(worker, waiting)
            else:
                lost_or_done = self._lose_patience(worker, waiting)
            if lost_or_done is not None:
                outcomes.append(lost_or_done)

    def _hear(self, worker: _Worker, waiting: Waiting[Any]) -> Done[Any] | Lost | None:
        """Take one message from a worker, or its death."""
        try:
            if worker.process.poll() is not None and not worker.pipe.poll():
                raise EOFError
            kind, job, what = worker.pipe.recv()
        except (EOFError, OSError):
            return self._bury(worker, waiting)
        if kind == "ready":
            worker.loading = job != worker.job
            self._false_starts = 0
            return None
        if kind == "unusable":
            worker.loading = job != worker.job
            if job == self._job:
                worker.job = 0
                raise CannotRun(what)
            return None
        errand, worker.errand = worker.errand, None
        assert errand is not None, "an outcome without a shard"
        try:
            outcome: Done[Any] | Lost = pickle.loads(what)
        except Exception as error:
            return lost_by(error, errand.shard.number, worker.note, "its result cannot be read: ")
        return outcome

    def _bury(self, worker: _Worker, waiting: Waiting[Any]) -> Lost | None:
        """Have done with a worker that died; its shard is run again or lost."""
        self._workers.remove(worker)
        how = worker.how_it_died()
        worker.look(0)
        worker.end()
        if worker.errand is not None:
            return self.patience.again_or_lost(worker.errand, waiting, Loss.DIED, f"its worker {how}", worker.note)
        if worker.loading:
            self._false_starts += 1
            if self._false_starts >= self.patience.attempts:
                raise CannotRun(f"workers die while they load the job: the last one {how}")
        return None

    def _lose_patience(self, worker: _Worker, waiting: Waiting[Any]) -> Lost | None:
        """Kill a worker that has been silent for too long."""
        if worker.loading and worker.silent > START_SECONDS:
            raise CannotRun(f"a worker could not load the job in {START_SECONDS:.0f} seconds")
        if worker.errand is None or not self.patience.is_over(worker.silent):
            return None
        self._workers.remove(worker)
        worker.end()
        why = self.patience.why_killed()
        return self.patience.again_or_lost(worker.errand, waiting, Loss.SILENT, why, worker.note)

    def _abandon(self) -> None:
        """Kill whoever is at work on a shard that nobody waits for any more."""
        for worker in [each for each in self._workers if each.errand is not None]:
            self._workers.remove(worker)
            worker.end()


def _end_all(workers: list[_Worker]) -> None:
    for worker in workers:
        worker.process.kill()
    while workers:
        workers.pop().end()


def _pickled(value: object, name: str) -> bytes:
    try:
        return pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        raise CannotRun(
            f"{name} cannot be sent to a worker: {one_line(error)}. Classes and functions it is made of must stand at "
            "the top level of a module."
        ) from error


def _main_module(pickled: bytes) -> MainModule | None:
    """Where workers find the main module, if the job is defined there."""
    if b"__main__" not in pickled:
        return None
    main = sys.modules["__main__"]
    spec, file = getattr(main, "__spec__", None), getattr(main, "__file__", None)
    if spec is not None:
        return "module", spec.name
    if file is not None and Path(file).is_file():
        return "file", str(Path(file).resolve())
    raise CannotRun(
        "the job is defined in an interactive session, where workers cannot find it: put its classes and agents into "
        "a module of their own, or use a single process"
    )


# The worker's side.

_NO_MAIN_GUARD = (
    "the job is defined in the main script, so every worker imports that script, and the script starts workers "
    'whenever it is imported. Put what it does under `if __name__ == "__main__":`, or the job into a module of its own'
)


def work(pipe_file: int, pad_file: int) -> None:
    """What a worker does all its life: loads a job, runs shards, until the other side is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    del sys.argv[1:]
    pipe, pad = Connection(pipe_file), NotePad(pad_file)
    os.close(pad_file)
    messages: queue.SimpleQueue[tuple[str, int, bytes, MainModule | None]] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(pipe, messages), daemon=True).start()
    job: Job[Any, Any] | None = None
    while True:
        kind, number, pickled, main = messages.get()
        if kind == "load":
            try:
                job = _load(pickled, main)
                answer: tuple[str, int, Any] = ("ready", number, None)
            except BaseException as error:
                answer = ("unusable", number, f"workers cannot load the job: {one_line(error)}")
        else:
            assert job is not None, "a shard before any job"
            answer = ("outcome", number, _outcome(job, number, pickled, main, pad))
        sys.stdout.flush()
        sys.stderr.flush()
        try:
            pipe.send(answer)
        except OSError:
            os._exit(0)


def _receive(pipe: Connection, messages: queue.SimpleQueue[Any]) -> None:
    """Take messages as they come.  The end of the pipe is the end of whoever started us, and so ours.

    This has a thread of its own so that no worker goes on for nobody, hung or not.
    """
    while True:
        try:
            messages.put(pipe.recv())
        except (EOFError, OSError):
            os._exit(0)


def _load(pickled: bytes, main: MainModule | None) -> Any:
    if main is not None and not _has_main:
        _import_main(*main)
    return pickle.loads(pickled)


def _import_main(kind: str, where: str) -> None:
    """Import the caller's main module under the name that Python itself uses in workers, which keeps its guard shut."""
    global _importing_main, _has_main  # noqa: PLW0603  (a script that starts workers here would never end)
    module = types.ModuleType("__mp_main__")
    _importing_main = True
    try:
        if kind == "module":
            contents = runpy.run_module(where, run_name="__mp_main__", alter_sys=True)
        else:
            contents = runpy.run_path(where, run_name="__mp_main__")
    finally:
        _importing_main = False
    module.__dict__.update(contents)
    sys.modules["__main__"] = sys.modules["__mp_main__"] = module
    _has_main = True


def _outcome(job: Job[Any, Any], number: int, pickled: bytes, main: MainModule | None, pad: NotePad) -> bytes:
    try:
        task = _load(pickled, main)
    except BaseException as error:
        return pickle.dumps(lost_by(error, number, "", "its task cannot be read: "))
    outcome = run_shard(job, Shard(number, task), pad.write)
    try:
        return pickle.dumps(outcome, pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        _, last_note = pad.read()
        return pickle.dumps(lost_by(error, number, last_note, "its result cannot be sent: "))
