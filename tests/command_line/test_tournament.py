"""``uno tournament`` and ``uno quality`` as a user runs them."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.command_line.running import uno


def test_a_tournament_prints_tables_and_leaves_files_and_pictures(tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = uno(
        "tournament", "expert", "random_play", "greedy", "--deck", "friendship", "--players", "3", "--deals", "20",
        "--workers", "0", "--out", str(out), "--records", "--seed", "3",
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    for word in ("Standings", "Cross table", "expert", "Elo", "differences from par"):
        assert word in done.output
    summary = json.loads((out / "summary.json").read_text())
    assert [row["name"] for row in summary["agents"]] == ["expert", "random_play", "greedy"]
    assert summary["plan"]["deals"] == 20
    with (out / "games.csv").open() as file:
        games = list(csv.DictReader(file))
    assert len(games) == 6 * 20 * 3
    for name in ("cross_table.png", "ratings.png"):
        assert (out / name).read_bytes().startswith(b"\x89PNG")
    assert len((out / "records.jsonl").read_text().splitlines()) == len(games)
    shown = uno("replay", str(out / "records.jsonl"), "--game", "2", "--final")
    assert shown.exit_code == 0, shown.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["expert", "nobody"], "unknown policy 'nobody'"),
        (["expert"], "at least two agents"),
        (["expert", "greedy", "--deck", "poker"], "unknown deck 'poker'"),
        (["expert", "greedy", "--players", "11"], "players=11"),
        (["expert", "greedy", "--deals", "0"], "deals=0"),
        (["expert", "greedy", "--format", "swis"], "did you mean 'swiss'"),
        (["expert", "greedy", "--match", "golf"], "match='golf'"),
        (["expert", "greedy", "--resume"], "--resume needs --out"),
        (["expert", "greedy", "--records"], "--records needs --out"),
        (["expert", "greedy", "--workers", "-1"], "--workers -1"),
        (["expert", "greedy", "--format", "one_table", "--players", "4"], "set players=2"),
        (["expert", "search:rollouts=x"], "rollouts='x'"),
    ],
)
def test_bad_input_is_one_clear_line(words: list[str], said: str) -> None:
    done = uno("tournament", *words)
    assert done.exit_code == 2
    assert said in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_folder_in_use_and_a_broken_one_are_refused(tmp_path: Path) -> None:
    words = ["tournament", "greedy", "random_play", "--deals", "2", "--workers", "0", "--out", str(tmp_path / "out")]
    assert uno(*words).exit_code == 0
    again = uno(*words)
    assert again.exit_code == 2
    assert "--resume" in again.stderr
    resumed = uno(*words, "--resume")
    assert resumed.exit_code == 0
    other = uno(*words, "--resume", "--seed", "5")
    assert other.exit_code == 2
    assert "seed" in other.stderr
    (tmp_path / "out" / "plan.json").write_text("nonsense")
    broken = uno(*words, "--resume")
    assert broken.exit_code == 2
    assert "damaged" in broken.stderr


def test_failures_of_agents_are_told_and_the_rest_is_played(tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = uno(
        "tournament", "greedy", "random_play", "tests.arena.players:Illegal", "--deals", "10", "--workers", "0",
        "--out", str(out),
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    assert "Failed: tests.arena.players:Illegal in " in " ".join(done.output.split())
    assert "stand-in" in done.output
    assert json.loads((out / "failures.json").read_text())[0]["agent"] == "tests.arena.players:Illegal"


def test_ctrl_c_keeps_what_is_finished_and_resume_goes_on(tmp_path: Path) -> None:
    out = tmp_path / "out"
    words = [sys.executable, "-m", "agents.command_line.start", "tournament", "search:rollouts=60", "random_play",
             "--deals", "48", "--workers", "2", "--out", str(out), "--seed", "4"]  # fmt: skip
    running = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    deadline = time.monotonic() + 120
    while len(list((out / "shards").glob("*.shard"))) < 2:
        assert time.monotonic() < deadline
        assert running.poll() is None, running.communicate()
        time.sleep(0.01)
    os.killpg(running.pid, signal.SIGINT)
    said, complained = running.communicate(timeout=60)
    kept = len(list((out / "shards").glob("*.shard")))
    assert running.returncode == 130, complained
    assert "Interrupted" in said
    assert 2 <= kept < 16
    done = subprocess.run([*words, "--resume"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads((out / "summary.json").read_text())["games"] == 96


def test_quality_tells_agreement_and_regret_by_phase(tmp_path: Path) -> None:
    out = tmp_path / "quality.json"
    done = uno("quality", "greedy", "--decisions", "30", "--rollouts", "30", "--out", str(out))
    assert done.exit_code == 0, done.output
    assert "regret" in done.output
    assert json.loads(out.read_text())["phases"][0]["decisions"] == 30
    assert uno("quality", "nobody").exit_code == 2
    assert uno("quality", "greedy", "--decisions", "0").exit_code == 2
