"""Shards in one process or several: the same results, and whatever becomes of a worker harms its own shard only."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from agents.arena.on_ray import OnRay
from agents.arena.shards import CannotRun, Done, InProcess, Loss, Lost, Patience, Runner, Shard
from agents.arena.workers import NotePad, Processes
from tests.arena.misbehaving import (
    DiesWhenLoaded,
    Failing,
    ShotOnce,
    Shuffling,
    Talkative,
    TellsItsThreads,
    TellsWhoItIs,
    Unreadable,
)

ROOT = Path(__file__).parent.parent.parent
TASKS = 8


def shards(tasks: Iterable[Any] = range(TASKS)) -> list[Shard[Any]]:
    return [Shard(number, task) for number, task in enumerate(tasks)]


def results(outcomes: Iterable[Done[Any] | Lost]) -> dict[int, Any]:
    """Results by number of the shard; every number once."""
    found: dict[int, Any] = {}
    for outcome in outcomes:
        assert isinstance(outcome, Done), outcome
        assert outcome.number not in found
        found[outcome.number] = outcome.result
    return found


EXPECTED = results(InProcess().run(Shuffling(), shards()))


@pytest.fixture(scope="module")
def pair() -> Iterator[Processes]:
    """Two workers that many tests share: whatever a test does to them, they must be fit for the next."""
    with Processes(2) as workers:
        yield workers


def lost(outcomes: Iterable[Done[Any] | Lost]) -> dict[int, Lost]:
    """The shards that were lost; the others must be all there and right."""
    everything = list(outcomes)
    missing = {each.number: each for each in everything if isinstance(each, Lost)}
    found = results(each for each in everything if isinstance(each, Done))
    assert found == {number: result for number, result in EXPECTED.items() if number not in missing}
    return missing


def processes_in(folder: Path) -> list[int]:
    return [int(each.name) for each in folder.iterdir()]


def is_gone(process: int) -> bool:
    """Whether a process has ended; a zombie has not."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False


def all_gone(processes: Iterable[int], seconds: float = 5.0) -> bool:
    """Whether they have all ended, soon."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if all(is_gone(process) for process in processes):
            return True
        time.sleep(0.02)
    return False


def test_one_worker_has_the_results_of_this_process() -> None:
    with Processes(1) as workers:
        assert results(workers.run(Shuffling(), shards())) == EXPECTED


def test_two_workers_have_the_results_of_this_process(pair: Processes) -> None:
    assert results(pair.run(Shuffling(), shards())) == EXPECTED


def test_outcomes_say_how_long_the_job_took(pair: Processes) -> None:
    (outcome,) = pair.run(TellsWhoItIs(), shards([0.2]))
    assert isinstance(outcome, Done)
    assert 0.2 <= outcome.seconds < 2


def test_both_workers_work_and_are_kept_for_the_next_run(pair: Processes) -> None:
    # A worker may take long to start on a busy machine, so there is work until it has.
    first, second = ({*results(pair.run(TellsWhoItIs(), shards([0.1] * count))).values()} for count in (20, 6))
    assert len(first) == 2
    assert first == second
    assert os.getpid() not in first


def test_shards_are_taken_as_they_are_needed(pair: Processes) -> None:
    taken: list[int] = []

    def endless() -> Iterator[Shard[int]]:
        while True:
            taken.append(len(taken))
            yield Shard(taken[-1], taken[-1])

    outcomes = pair.run(Shuffling(), endless())
    for _ in range(10):
        next(outcomes)
    assert len(taken) < 20


def test_no_shards_no_outcomes(pair: Processes) -> None:
    assert list(pair.run(Shuffling(), [])) == []


def test_workers_use_one_thread_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "8")
    names = ["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"]
    with Processes(1) as workers:
        assert results(workers.run(TellsItsThreads(), shards(names))) == {0: "1", 1: "1", 2: "1"}
    assert os.environ["OMP_NUM_THREADS"] == "8"


def test_notes_reach_whoever_listens(pair: Processes) -> None:
    heard: list[tuple[int, str]] = []
    outcomes = pair.run(Shuffling(), shards([0, 1]), lambda number, note: heard.append((number, note)))
    assert len(list(outcomes)) == 2
    assert heard[-1] in {(0, "shuffle 19 of task 0"), (1, "shuffle 19 of task 1")}
    assert {number for number, _ in heard} == {0, 1}


def test_a_process_that_is_killed_is_replaced_and_its_shard_is_run_again(pair: Processes, tmp_path: Path) -> None:
    assert results(pair.run(ShotOnce(folder=tmp_path), shards())) == EXPECTED
    assert (tmp_path / "shot").exists()


def test_a_shard_that_kills_every_worker_is_given_up(pair: Processes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pair, "patience", Patience(attempts=2))
    ways = {2: "dies", 5: "crashes"}
    given_up = lost(pair.run(Failing(how=ways), shards()))
    assert set(given_up) == set(ways)
    for number, reason in {2: "exit code 7", 5: "SIGSEGV"}.items():
        assert given_up[number].loss is Loss.DIED
        assert reason in given_up[number].why
        assert "2 workers in a row" in given_up[number].why
        assert given_up[number].last_note == f"expert, game {number}"


def test_a_job_that_hangs_is_killed_and_the_others_go_on(
    pair: Processes, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(pair, "patience", Patience(0.7))
    ways = {1: "sleeps", 3: "blocks_signals", 4: "hangs_in_c"}
    given_up = lost(pair.run(Failing(how=ways, folder=tmp_path), shards()))
    assert set(given_up) == set(ways)
    for number, hung in given_up.items():
        assert hung.loss is Loss.SILENT
        assert "0.7 seconds" in hung.why
        assert hung.last_note == f"expert, game {number}"
        assert str(hung) == f"shard {number} was lost: {hung.why} (during: expert, game {number})"
    # Hung workers are really gone: only those remain who did the last shards.
    assert sum(not is_gone(process) for process in processes_in(tmp_path)) <= 2


def test_a_job_that_hangs_is_run_again_if_that_is_wanted(
    pair: Processes, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(pair, "patience", Patience(0.4, attempts=2, retry_silent=True))
    (hung,) = pair.run(Failing(how={3: "sleeps"}, folder=tmp_path), [Shard(3, 3)])
    assert isinstance(hung, Lost)
    assert "2 workers in a row" in hung.why
    assert len(processes_in(tmp_path)) == 2
    assert all(is_gone(process) for process in processes_in(tmp_path))


def test_a_job_that_reports_is_never_taken_for_hung(pair: Processes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pair, "patience", Patience(0.6))
    (outcome,) = pair.run(Talkative(), shards([1.2]))
    assert isinstance(outcome, Done)
    assert outcome.seconds > 1.2


def test_a_worker_whose_outcome_waits_for_the_caller_is_not_taken_for_hung(
    pair: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pair, "patience", Patience(0.6))
    outcomes = pair.run(TellsWhoItIs(), shards([0.0] * 4))
    next(outcomes)
    time.sleep(1.0)
    assert len(results(outcomes)) == 3


def test_time_in_which_nobody_looked_is_not_silence(pair: Processes, monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole process group may have been stopped for an hour, or the machine suspended."""
    monkeypatch.setattr(pair, "patience", Patience(60))
    clock = time.monotonic
    stopped = clock() + 0.3
    monkeypatch.setattr(time, "monotonic", lambda: clock() + (3600 if clock() > stopped else 0))
    assert len(results(pair.run(TellsWhoItIs(), shards([0.6, 0.6])))) == 2


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ("raises", "ValueError: no such card: R99"),
        ("exits", "SystemExit: 3"),
        ("returns_a_lock", "its result cannot be sent"),
        ("returns_what_cannot_be_read", "its result cannot be read: ValueError: cannot be read"),
    ],
)
def test_a_job_that_raises_loses_its_shard_only(pair: Processes, how: str, why: str) -> None:
    (failed,) = lost(pair.run(Failing(how={3: how}), shards())).values()
    assert failed.number == 3
    assert failed.loss is Loss.RAISED
    assert why in failed.why
    assert failed.last_note == "expert, game 3"
    if how == "raises":
        assert "misbehaving.py" in failed.traceback


@pytest.mark.parametrize("how", ["raises", "exits"])
def test_a_job_that_raises_in_this_process_loses_its_shard_only(how: str) -> None:
    (failed,) = lost(InProcess().run(Failing(how={3: how}), shards())).values()
    assert (failed.number, failed.loss, failed.last_note) == (3, Loss.RAISED, "expert, game 3")


def test_a_task_that_cannot_be_read_loses_its_shard_only(pair: Processes) -> None:
    outcomes = {each.number: each for each in pair.run(Shuffling(), shards([0, Unreadable(), 2]))}
    assert isinstance(outcomes[1], Lost)
    assert "its task cannot be read" in outcomes[1].why
    assert isinstance(outcomes[2], Done)


def test_whoever_stops_listening_stops_the_work_and_leaves_no_process(tmp_path: Path) -> None:
    workers = Processes(2)
    for _ in workers.run(Failing(how={1: "sleeps"}, folder=tmp_path), shards()):
        break
    workers.close()
    assert processes_in(tmp_path)
    assert all(is_gone(process) for process in processes_in(tmp_path))


def test_workers_that_nobody_closed_end_with_their_runner(tmp_path: Path) -> None:
    workers = Processes(1)
    results(workers.run(Failing(folder=tmp_path), shards()))
    (process,) = processes_in(tmp_path)
    assert not is_gone(process)
    del workers
    assert is_gone(process)


def test_a_new_run_gives_up_the_one_before(pair: Processes) -> None:
    before = pair.run(Failing(how={0: "sleeps"}), shards())
    next(before)
    assert results(pair.run(Shuffling(), shards())) == EXPECTED
    with pytest.raises(CannotRun, match="given up"):
        next(before)


def test_closed_workers_say_so() -> None:
    workers = Processes(1)
    workers.close()
    workers.close()
    with pytest.raises(CannotRun, match="closed"):
        workers.run(Shuffling(), shards())


def test_a_job_that_cannot_be_sent_is_explained(pair: Processes) -> None:
    class Local(Shuffling):
        pass

    with pytest.raises(CannotRun, match="top level of a module"):
        pair.run(Local(), shards())
    with pytest.raises(CannotRun, match="the task of shard 0 cannot be sent"):
        list(pair.run(Shuffling(), shards([lambda: 0])))


def test_a_job_that_cannot_be_loaded_is_explained(pair: Processes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pair, "patience", Patience(attempts=2))
    with pytest.raises(CannotRun, match="workers cannot load the job: ValueError: cannot be read"):
        list(pair.run(Unreadable(), shards()))  # type: ignore[arg-type]
    with pytest.raises(CannotRun, match="workers die while they load the job: the last one ended with exit code 5"):
        list(pair.run(DiesWhenLoaded(), shards()))
    assert results(pair.run(Shuffling(), shards())) == EXPECTED


@pytest.mark.parametrize(
    "wrong", [{"count": 0}, {"count": 1, "attempts": 0}, {"count": 1, "silence_seconds": 0}], ids=str
)
def test_numbers_that_make_no_sense_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="at least 1|more than 0"):
        Processes(**wrong)  # type: ignore[arg-type]


def test_a_missing_ray_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(CannotRun, match=r"pip install uno-env\[ray\]"):
        OnRay("local")


def test_a_note_pad_keeps_the_last_note(tmp_path: Path) -> None:
    path = tmp_path / "pad"
    path.write_bytes(bytes(NotePad.SIZE))
    with path.open("r+b") as file:
        pad, same = NotePad(file.fileno()), NotePad(file.fileno())
    assert same.read() == (0, "")
    for count, note in enumerate(["a long first note", "short", "", "grün"], start=1):
        pad.write(note)
        assert same.read() == (count, note)
    pad.write("x" * 5000)
    assert same.read() == (5, "x" * NotePad.LONGEST_NOTE)


# What a user's own script sees.

SCRIPT = """
    import os, sys, time
    from pathlib import Path
    from agents.arena.shards import Done, Shard
    from agents.arena.workers import Processes
    from tests.arena.misbehaving import Failing, Shuffling

    class Own:
        def run(self, task, report):
            return Answer(task + 1)

    class Answer:
        def __init__(self, value): self.value = value

    def numbered(tasks): return [Shard(number, task) for number, task in enumerate(tasks)]
"""


def start(folder: Path, program: str, *arguments: str) -> subprocess.Popen[str]:
    script = folder / "a script.py"
    script.write_text(textwrap.dedent(SCRIPT) + textwrap.dedent(program))
    return subprocess.Popen(
        [sys.executable, str(script), *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def test_a_script_needs_no_guard_for_a_job_of_a_module(tmp_path: Path) -> None:
    program = """
        with Processes(1) as workers:
            print(sum(isinstance(each, Done) for each in workers.run(Shuffling(), numbered(range(4)))))
    """
    out, err = start(tmp_path, program).communicate(timeout=60)
    assert (out, err) == ("4\n", "")


def test_a_script_may_define_the_job_itself(tmp_path: Path) -> None:
    program = """
        if __name__ == "__main__":
            with Processes(1) as workers:
                print(sorted(each.result.value for each in workers.run(Own(), numbered(range(4)))))
    """
    out, err = start(tmp_path, program).communicate(timeout=60)
    assert (out, err) == ("[1, 2, 3, 4]\n", "")


def test_a_script_that_defines_the_job_and_has_no_guard_is_told_to_have_one(tmp_path: Path) -> None:
    program = """
        with Processes(1) as workers:
            print(list(workers.run(Own(), numbered(range(4)))))
    """
    out, err = start(tmp_path, program).communicate(timeout=60)
    assert out == ""
    assert 'Put what it does under `if __name__ == "__main__":`' in err.splitlines()[-1]


def test_an_interactive_session_is_told_to_use_a_module() -> None:
    program = textwrap.dedent(SCRIPT) + "list(Processes(1).run(Own(), numbered([1])))"
    done = subprocess.run(
        [sys.executable, "-"], input=program, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60
    )
    assert "put its classes and agents into a module of their own" in done.stderr.splitlines()[-1]


INTERRUPTED = """
    finished = 0
    workers = Processes(2)
    try:
        with workers:
            for outcome in workers.run(Failing(how={3: "sleeps"}, folder=Path(sys.argv[1])), numbered(range(8))):
                finished += 1
                print("finished", outcome.number, flush=True)
    except KeyboardInterrupt:
        print("kept", finished, flush=True)
"""


def test_an_interrupt_keeps_what_is_finished_and_leaves_no_process(tmp_path: Path) -> None:
    there = tmp_path / "processes"
    there.mkdir()
    script = start(tmp_path, INTERRUPTED, str(there))
    assert script.stdout is not None
    for _ in range(7):
        assert script.stdout.readline().startswith("finished")
    # Ctrl-C reaches everybody in the foreground, workers too.
    os.killpg(script.pid, signal.SIGINT)
    out, err = script.communicate(timeout=30)
    assert (out, err, script.returncode) == ("kept 7\n", "", 0)
    assert len(processes_in(there)) == 2
    assert all(is_gone(process) for process in processes_in(there))


def test_workers_end_when_their_owner_is_killed(tmp_path: Path) -> None:
    there = tmp_path / "processes"
    there.mkdir()
    script = start(tmp_path, INTERRUPTED, str(there))
    assert script.stdout is not None
    for _ in range(7):
        assert script.stdout.readline().startswith("finished")
    script.kill()
    script.communicate(timeout=30)
    assert processes_in(there)
    assert all_gone(processes_in(there))


def test_every_runner_is_a_runner() -> None:
    runners: list[Runner] = [InProcess(), Processes(1)]
    for runner in runners:
        with runner as same:
            assert same is runner
            assert results(runner.run(Shuffling(), shards([5]))) == {0: EXPECTED[5]}
