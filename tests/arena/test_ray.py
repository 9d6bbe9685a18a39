"""Shards on a Ray cluster: the same outcomes as in one process, whatever becomes of its workers."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agents.arena.on_ray import OnRay
from agents.arena.shards import CannotRun, Done, Loss, Lost, Patience
from tests.arena.misbehaving import Failing, ShotOnce, Shuffling, Talkative, TellsItsThreads, TellsWhoItIs, Unreadable
from tests.arena.test_workers import EXPECTED, ROOT, SCRIPT, all_gone, lost, processes_in, results, shards

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def cluster() -> Iterator[OnRay]:
    """Two cores that many tests share: whatever a test does to them, they must be fit for the next."""
    pytest.importorskip("ray")
    with OnRay("local", cpus=2) as runner:
        yield runner


def test_a_cluster_has_the_results_of_this_process_sample(cluster: OnRay, tmp_path: Path) -> None:
    assert results(cluster.run(Shuffling(), shards())) == EXPECTED
    assert results(cluster.run(ShotOnce(folder=tmp_path), shards())) == EXPECTED
    assert (tmp_path / "shot").exists()


def test_a_shard_that_kills_every_worker_is_given_up(cluster: OnRay, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "patience", Patience(attempts=2))
    (given_up,) = lost(cluster.run(Failing(how={3: "dies"}), shards())).values()
    assert (given_up.number, given_up.loss) == (3, Loss.DIED)
    assert "2 workers in a row" in given_up.why


def test_a_job_that_hangs_is_killed_and_the_others_go_on(
    cluster: OnRay, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(cluster, "patience", Patience(3))
    ways = {1: "sleeps", 2: "blocks_signals", 3: "hangs_in_c"}
    given_up = lost(cluster.run(Failing(how=ways, folder=tmp_path), shards()))
    assert set(given_up) == set(ways)
    for number, hung in given_up.items():
        assert hung.loss is Loss.SILENT
        assert hung.last_note == f"expert, game {number}"


def test_a_hung_process_is_really_killed(cluster: OnRay, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(cluster, "patience", Patience(1, attempts=2, retry_silent=True))
    (hung,) = cluster.run(Failing(how={0: "hangs_in_c"}, folder=tmp_path), shards([0]))
    assert isinstance(hung, Lost)
    assert "2 workers in a row" in hung.why
    assert len(processes_in(tmp_path)) == 2
    assert all_gone(processes_in(tmp_path))


def test_a_job_that_reports_or_waits_is_never_taken_for_hung(cluster: OnRay, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "patience", Patience(1.5))
    # Two run and two wait for the first two, longer than a running one may be silent.
    assert len(results(cluster.run(Talkative(), shards([2.5] * 4)))) == 4


def test_notes_reach_whoever_listens(cluster: OnRay) -> None:
    heard: set[tuple[int, str]] = set()
    list(cluster.run(Talkative(), shards([1.5]), lambda number, note: heard.add((number, note))))
    assert heard == {(0, "still here")}


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ("raises", "ValueError: no such card: R99"),
        ("exits", "SystemExit: 3"),
        ("returns_a_lock", "its result cannot be sent"),
        ("returns_what_cannot_be_read", "its result cannot be read: ValueError: cannot be read"),
    ],
)
def test_a_job_that_raises_loses_its_shard_only(cluster: OnRay, how: str, why: str) -> None:
    (failed,) = lost(cluster.run(Failing(how={3: how}), shards())).values()
    assert (failed.number, failed.loss) == (3, Loss.RAISED)
    assert why in failed.why
    if how == "raises":
        assert failed.last_note == "expert, game 3"
        assert "misbehaving.py" in failed.traceback


def test_bad_jobs_and_tasks_are_explained(cluster: OnRay) -> None:
    outcomes = {each.number: each for each in cluster.run(Shuffling(), shards([0, Unreadable(), 2]))}
    assert isinstance(outcomes[1], Lost)
    assert "its task cannot be read" in outcomes[1].why
    assert isinstance(outcomes[2], Done)
    with pytest.raises(CannotRun, match="workers cannot load the job: ValueError: cannot be read"):
        list(cluster.run(Unreadable(), shards()))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="for a local cluster"):
        OnRay("auto", cpus=2)


def test_workers_use_one_thread_each(cluster: OnRay) -> None:
    names = ["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"]
    assert results(cluster.run(TellsItsThreads(), shards(names))) == {0: "1", 1: "1", 2: "1"}


def test_few_shards_are_in_flight_at_a_time(cluster: OnRay) -> None:
    taken: list[int] = []

    def endless() -> Iterator[Any]:
        while True:
            taken.append(len(taken))
            yield shards([taken[-1]])[0]

    outcomes = cluster.run(Shuffling(), endless())
    for _ in range(10):
        next(outcomes)
    assert len(taken) <= 10 + 4


def test_whoever_stops_listening_stops_the_work(cluster: OnRay, tmp_path: Path) -> None:
    outcomes = cluster.run(Failing(how={1: "sleeps", 2: "sleeps"}, folder=tmp_path), shards())
    next(outcomes)
    # Both cores sleep until the run is given up.
    while {process.read_text() for process in tmp_path.iterdir()} != {"1", "2"}:
        time.sleep(0.05)
    began = processes_in(tmp_path)
    assert results(cluster.run(Shuffling(), shards())) == EXPECTED
    assert all_gone(began)
    with pytest.raises(CannotRun, match="given up"):
        next(outcomes)


SCRIPT_ON_RAY = """
    from agents.arena.on_ray import OnRay
    finished = 0
    try:
        with OnRay("local", cpus=2) as runner:
            print(sorted(each.result.value for each in runner.run(Own(), numbered(range(4)))), flush=True)
            for outcome in runner.run(Failing(how={3: "sleeps"}, folder=Path(sys.argv[1])), numbered(range(8))):
                finished += 1
                print("finished", outcome.number, flush=True)
    except KeyboardInterrupt:
        print("kept", finished, flush=True)
"""


def test_an_interrupt_keeps_what_is_finished_and_leaves_no_process(tmp_path: Path) -> None:
    """And a script may define the job itself, with no guard."""
    pytest.importorskip("ray")
    there = tmp_path / "processes"
    there.mkdir()
    (tmp_path / "script.py").write_text(textwrap.dedent(SCRIPT) + textwrap.dedent(SCRIPT_ON_RAY))
    script = subprocess.Popen(
        [sys.executable, "script.py", str(there)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert script.stdout is not None
    assert script.stdout.readline() == "[1, 2, 3, 4]\n"
    for _ in range(7):
        assert script.stdout.readline().startswith("finished")
    os.killpg(script.pid, signal.SIGINT)
    out, _ = script.communicate(timeout=60)
    assert (out, script.returncode) == ("kept 7\n", 0)
    assert all_gone(processes_in(there), 20)


def test_an_address_without_a_cluster_is_explained_at_once() -> None:
    """In a process of its own, since this one is connected."""
    pytest.importorskip("ray")
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    program = f"from agents.arena.on_ray import OnRay; OnRay('127.0.0.1:{port}')"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60
    )
    last = done.stderr.splitlines()[-1]
    assert f"CannotRun: no Ray cluster at '127.0.0.1:{port}'" in last
    assert "ray start --head" in last


def test_a_cluster_that_is_already_connected_is_used_and_left_open(cluster: OnRay) -> None:
    import ray

    with OnRay("local") as second:
        assert results(second.run(TellsWhoItIs(), shards([0.0]))).keys() == {0}
    assert ray.is_initialized()
    with pytest.raises(CannotRun, match="closed"):
        second.run(Shuffling(), shards())
    assert results(cluster.run(Shuffling(), shards())) == EXPECTED
