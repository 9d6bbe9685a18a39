"""The folder of a run: settings, checkpoints that survive anything, the curve, the result."""

import json
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from tests.training.counting import count
from training import runs
from training.checkpoints import KEPT, Checkpoints
from training.curves import CURVE_FILE, read_curve
from training.evaluating import REPORT_SEED, SELECTION_SEED, EvaluationRow
from training.runs import Run, RunArgs, RunError

ROW = EvaluationRow(
    agent="policy:model=x",
    opponent="random_play",
    rules="classic, 2 players",
    deals=10,
    win_rate=0.7,
    low=0.65,
    high=0.75,
    par=0.5,
    trained_against=False,
    seed=3,
    command="uno tournament",
)


@dataclass
class Args(RunArgs):
    """Of an algorithm that has one option."""

    width: int = 8
    """How wide it is."""


def arguments(path: Path, **options: Any) -> Args:
    return replace(Args(out=path, tensorboard=False), **options)


def checkpoint_files(path: Path) -> list[Path]:
    return sorted((path / "checkpoints").glob("*.checkpoint"))


# -- beginning -----------------------------------------------------------------------------------------


def test_a_new_run_writes_down_how_it_was_begun(tmp_path: Path) -> None:
    with Run.open("counting", arguments(tmp_path / "run", seed=5), "quick") as run:
        assert run.last_checkpoint() is None
        assert run.step == 0
    config = json.loads((tmp_path / "run" / "config.json").read_text())
    assert (config["algorithm"], config["preset"], config["seed"]) == ("counting", "quick", 5)
    assert config["args"]["width"] == 8
    assert {"python", "numpy", "torch", "numba", "uno_env"} <= config["versions"].keys()
    assert config["command"]


def test_without_a_name_the_folder_is_called_after_algorithm_preset_and_seed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with Run.open("counting", Args(seed=3, tensorboard=False), "quick") as run:
        assert run.path == Path("runs/counting-quick-3")
        assert run.path.is_dir()


def test_a_folder_with_a_run_in_it_is_left_alone(tmp_path: Path) -> None:
    Run.open("counting", arguments(tmp_path)).close()
    with pytest.raises(RunError, match="already holds a run: go on with it .--resume."):
        Run.open("counting", arguments(tmp_path))


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RunError, match="is a file: name a folder"):
        Run.open("counting", arguments(tmp_path / "file"))


@pytest.mark.parametrize("seed", [SELECTION_SEED, REPORT_SEED])
def test_the_deals_of_evaluations_cannot_be_trained_on(tmp_path: Path, seed: int) -> None:
    with pytest.raises(RunError, match=f"{seed} is reserved"):
        Run.open("counting", arguments(tmp_path, seed=seed))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"seed": -1}, "--seed -1"),
        ({"evaluation_deals": 0}, "--evaluation-deals 0"),
        ({"workers": -1}, "--workers -1"),
        ({"checkpoint_seconds": float("nan")}, "--checkpoint-seconds nan"),
    ],
)
def test_options_that_make_no_sense_are_refused_before_anything_is_written(
    tmp_path: Path, options: dict[str, Any], said: str
) -> None:
    with pytest.raises(RunError, match=said):
        Run.open("counting", arguments(tmp_path / "run", **options))
    assert not (tmp_path / "run").exists()


# -- resuming ------------------------------------------------------------------------------------------


def test_there_must_be_something_to_resume(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="holds no run to resume"):
        Run.open("counting", arguments(tmp_path, resume=True))


def test_a_run_killed_before_its_first_checkpoint_begins_again_in_its_folder(tmp_path: Path) -> None:
    with Run.open("counting", arguments(tmp_path)) as run:
        run.note(10, loss=1.0)
    with Run.open("counting", arguments(tmp_path, resume=True)) as run:
        assert run.last_checkpoint() is None
        assert run.step == 0
    assert read_curve(tmp_path / CURVE_FILE) == []


def test_a_run_goes_on_with_the_settings_it_was_begun_with(tmp_path: Path) -> None:
    Run.open("counting", arguments(tmp_path)).close()
    with pytest.raises(RunError, match=r"other settings: --seed \(1, not 2\), --width \(8, not 9\)"):
        Run.open("counting", arguments(tmp_path, resume=True, seed=2, width=9))
    with pytest.raises(RunError, match="is a run of counting, not of dreaming"):
        Run.open("dreaming", arguments(tmp_path, resume=True))


def test_what_decides_nothing_may_be_another(tmp_path: Path) -> None:
    Run.open("counting", arguments(tmp_path)).close()
    others = {"checkpoint_seconds": 1.0, "evaluation_deals": 7, "workers": 2, "tensorboard": True}
    Run.open("counting", arguments(tmp_path, resume=True, **others)).close()


@pytest.mark.parametrize("text", ["", "{", "[]", "{}"])
def test_damaged_settings_are_told_of(tmp_path: Path, text: str) -> None:
    Run.open("counting", arguments(tmp_path)).close()
    (tmp_path / "config.json").write_text(text)
    with pytest.raises(RunError, match=r"config\.json is damaged"):
        Run.open("counting", arguments(tmp_path, resume=True))


def test_time_is_counted_over_all_sessions(tmp_path: Path) -> None:
    with Run.open("counting", arguments(tmp_path)) as run:
        time.sleep(0.05)
        run.save_checkpoint(1, {})
    saved = Checkpoints(tmp_path / "checkpoints").newest()
    assert saved is not None
    assert saved.wall_seconds >= 0.05
    with Run.open("counting", arguments(tmp_path, resume=True)) as run:
        assert run.wall_seconds > saved.wall_seconds
        assert run.cpu_seconds > saved.cpu_seconds > 0


# -- checkpoints ---------------------------------------------------------------------------------------


def test_the_last_three_checkpoints_are_kept_and_the_newest_is_used(tmp_path: Path) -> None:
    with Run.open("counting", arguments(tmp_path)) as run:
        for step in (1, 20, 300, 4000):
            run.save_checkpoint(step, {"step": step})
        assert run.last_checkpoint() == {"step": 4000}
    assert len(checkpoint_files(tmp_path)) == KEPT == 3
    with Run.open("counting", arguments(tmp_path, resume=True)) as run:
        assert run.step == 4000
        assert run.last_checkpoint() == {"step": 4000}


@pytest.mark.parametrize("damage", ["truncated", "empty", "flipped"])
def test_a_damaged_checkpoint_is_told_of_and_the_one_before_is_used(
    tmp_path: Path, damage: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with Run.open("counting", arguments(tmp_path)) as run:
        for step in (1, 2):
            run.note(step, loss=float(step))
            run.save_checkpoint(step, {"step": step})
    newest = checkpoint_files(tmp_path)[-1]
    data = newest.read_bytes()
    damaged = {"truncated": data[:-1], "empty": b"", "flipped": data[:-100] + bytes([data[-100] ^ 1]) + data[-99:]}
    newest.write_bytes(damaged[damage])
    with Run.open("counting", arguments(tmp_path, resume=True)) as run:
        assert run.step == 1
        assert run.last_checkpoint() == {"step": 1}
        said = capsys.readouterr().err
        assert said.count("is damaged") == 1
        assert newest.name in said
        assert [point.step for point in read_curve(tmp_path / CURVE_FILE)] == [1]
        run.save_checkpoint(2, {"step": "again"})
        assert run.last_checkpoint() == {"step": "again"}


def test_half_a_checkpoint_never_has_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Run.open("counting", arguments(tmp_path)) as run:
        run.save_checkpoint(1, {"step": 1})

        def no_room(self: Path, target: Path) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(Path, "replace", no_room)
        with pytest.raises(OSError, match="No space"):
            run.save_checkpoint(2, {"step": 2})
        monkeypatch.undo()
        assert [file.name for file in (tmp_path / "checkpoints").iterdir()] == [checkpoint_files(tmp_path)[0].name]
        assert run.last_checkpoint() == {"step": 1}


def test_a_checkpoint_is_due_after_so_many_seconds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(runs.time, "monotonic", lambda: now)
    with Run.open("counting", arguments(tmp_path, checkpoint_seconds=30)) as run:
        now = 129.0
        assert not run.checkpoint_due()
        now = 130.0
        assert run.checkpoint_due()
        run.save_checkpoint(1, {})
        assert not run.checkpoint_due()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_killed_at_any_moment_a_run_goes_on_from_its_last_checkpoint(tmp_path: Path, number: signal.Signals) -> None:
    """Four kills at arbitrary moments; each time only what came after the last checkpoint is lost."""
    path, counted = tmp_path / "run", 0
    for session in range(4):
        words = ["--resume"] if session else []
        process = subprocess.Popen([sys.executable, "-m", "tests.training.counting", str(path), *words])
        _wait_for_checkpoints(path, after=counted)
        time.sleep(0.013 * session)
        process.send_signal(number)
        process.wait()
        newest = Checkpoints(path / "checkpoints").newest()
        assert newest is not None
        assert newest.step > counted
        counted = newest.step
    assert count(path, resume=True, until=counted + 3, pause=0.0) == counted
    steps = [point.step for point in read_curve(path / CURVE_FILE)]
    assert steps == list(range(1, counted + 4))


def _wait_for_checkpoints(path: Path, after: int) -> None:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        files = checkpoint_files(path)
        if files and int(files[-1].stem) > after:
            return
        time.sleep(0.005)
    raise AssertionError("no checkpoint was written")


# -- the end -------------------------------------------------------------------------------------------


def test_a_finished_run_leaves_everything_in_its_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Run.open("counting", arguments(tmp_path, tensorboard=True), "quick") as run:
        run.note(100, loss=0.5)
        run.note(200, loss=0.25, **{"win_rate/random_play": 0.6})
        model = tmp_path / "model.zip"
        model.write_bytes(b"")
        run.finish(model, [ROW])
    result = json.loads((tmp_path / "result.json").read_text())
    assert result["model"] == "model.zip"
    assert result["samples"] == 200
    assert result["config"]["preset"] == "quick"
    assert result["evaluation"][0]["win_rate"] == 0.7
    assert result["wall_seconds"] >= 0
    assert json.loads((tmp_path / "evaluation.json").read_text())[0]["opponent"] == "random_play"
    shown = capsys.readouterr().out
    assert "70.0 [65.0 .. 75.0]" in shown
    assert "never" in shown  # trained against
    assert (tmp_path / "evaluation.md").read_text() in shown
    assert (tmp_path / "learning_curve.png").read_bytes().startswith(b"\x89PNG")
    assert list((tmp_path / "tensorboard").iterdir())


def test_without_tensorboard_the_error_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch.utils.tensorboard", None)
    with pytest.raises(RunError, match=r"pip install uno-env\[train\], or leave it out \(--no-tensorboard\)"):
        Run.open("counting", arguments(tmp_path, tensorboard=True))
    Run.open("counting", arguments(tmp_path)).close()  # the folder was not taken


def test_the_command_of_a_run_is_what_one_would_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["/somewhere/bin/uno", "train", "x", "--out", "a folder"])
    monkeypatch.setattr(sys.modules["__main__"], "__spec__", None)
    assert runs.command() == "uno train x --out 'a folder'"
