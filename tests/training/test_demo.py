"""``uno demo``: everything is left in one folder, nothing is done twice, nobody's files are thrown away."""

import json
from pathlib import Path

import pytest

from tests.command_line.running import assert_refused, uno
from training import demo
from uno_env import Game, recording

TINY = demo.Size(
    deals=2,
    training={
        "samples": 4_000,
        "generation": 2048,
        "first": 16,
        "second": 16,
        "third": 8,
        "evaluation_deals": 2,
        "workers": 0,
        "progress_bar": False,
        "tensorboard": False,
    },
)
LEFT = ("report.md", "results.json", "learning_curve.png", "cross_table_classic.png", "cross_table_run.png", "game.png")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(demo, "SHORT", TINY)
    return tmp_path / "demo"


def test_the_folder_has_the_tables_the_pictures_and_a_game_to_replay(folder: Path) -> None:
    done = uno("demo", "--short", "--workers", "0", "--out", str(folder))
    assert done.exit_code == 0, done.stderr
    for step in ("[1/4]", "[2/4]", "[3/4]", "[4/4]"):
        assert step in done.stdout
    for name in LEFT:
        assert (folder / name).stat().st_size, name
    for name in LEFT[2:]:
        assert (folder / name).read_bytes().startswith(b"\x89PNG")
    report = (folder / "report.md").read_text()
    for name in ("classic deck", "run deck", "network.npz", *demo.BASELINES):
        assert name in report
    results = json.loads((folder / "results.json").read_text())
    assert {row["name"] for row in results["standings"]["run"]} >= set(demo.BASELINES)
    record = recording.read(folder / "game.json")
    assert Game.replay(record).over
    assert uno("replay", str(folder / "game.json"), "--final").exit_code == 0


def test_what_is_finished_is_not_done_again_unless_asked_for(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise RuntimeError("the lights went out")

    with monkeypatch.context() as dark:
        dark.setattr(demo, "_tournament", stop)
        with pytest.raises(RuntimeError, match="lights"):
            uno("demo", "--short", "--workers", "0", "--out", str(folder))
    model = folder / "training" / demo.MODEL
    trained = model.stat().st_mtime_ns
    done = uno("demo", "--short", "--workers", "0", "--out", str(folder))
    assert done.exit_code == 0
    assert "finished before" in done.stdout
    assert model.stat().st_mtime_ns == trained
    (folder / "mine.txt").write_text("put here later")
    assert uno("demo", "--short", "--workers", "0", "--fresh", "--out", str(folder)).exit_code == 0
    assert (folder / "mine.txt").read_text() == "put here later"
    assert model.stat().st_mtime_ns != trained


def test_nobodys_files_are_touched(folder: Path) -> None:
    folder.mkdir()
    (folder / "thesis.tex").write_text("years of work")
    assert_refused(uno("demo", "--short", "--fresh", "--out", str(folder)), "that folder is not a demo's")
    assert_refused(uno("demo", "--short", "--out", str(folder / "thesis.tex")), "that is a file; name a folder")
    assert (folder / "thesis.tex").read_text() == "years of work"


def test_a_demo_of_another_length_is_not_mixed_in(folder: Path) -> None:
    folder.mkdir()
    (folder / "demo.json").write_text('{"short": false}')
    assert_refused(uno("demo", "--short", "--out", str(folder)), "a demo of another length")
    (folder / "demo.json").write_text('{"sho')
    assert_refused(uno("demo", "--short", "--out", str(folder)), "or one that was broken off at once")
    assert_refused(uno("demo", "--workers", "-1"), "--workers -1: must be 0 or more")
