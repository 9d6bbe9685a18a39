"""``uno train`` as a user runs it."""

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command_line.running import assert_refused, uno
from training.presets import ALGORITHMS, PRESETS, available
from training.runs import RunArgs


@pytest.mark.parametrize("words", [[], ["--help"], ["-h"]])
def test_alone_it_lists_algorithms_and_presets(words: list[str]) -> None:
    done = uno("train", *words)
    assert done.exit_code == 0
    for name in (*available(), *PRESETS, "uno train"):
        assert name in done.stdout


def test_the_help_of_an_algorithm_shows_its_options_with_the_presets_values() -> None:
    done = uno("train", "maskable_ppo", "--preset", "quick", "--help")
    assert done.exit_code == 0
    for word in ("uno train maskable_ppo", "--evaluation-deals", "--no-tensorboard", "those of quick", "--snapshots"):
        assert word in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["maskable_pp"], "did you mean 'maskable_ppo'"),
        (["chess"], "algorithms: maskable_ppo"),
        (["maskable_ppo", "--preset", "quik"], "did you mean 'quick'"),
        (["maskable_ppo", "--preset"], "--preset needs a name"),
        (["maskable_ppo", "--preset=slow"], "presets: quick, standard, full"),
        (["maskable_ppo", "--self-play", "2"], "shares of the tables"),
        (["maskable_ppo", "--opponents", "exprt"], "did you mean 'expert'"),
        (["maskable_ppo", "--opponents"], "name at least one"),
        (["maskable_ppo", "--rules", "poker_2p"], "rules='poker_2p'"),
        (["maskable_ppo", "--tables", "0"], "--tables 0"),
        (["maskable_ppo", "--resume", "--out", "/nonexistent/run"], "holds no run to resume"),
    ],
)
def test_bad_input_is_one_clear_line(words: list[str], said: str) -> None:
    assert_refused(uno("train", *words), said)


def test_an_unknown_option_is_told_of_and_nothing_is_begun(tmp_path: Path) -> None:
    program = [sys.executable, "-m", "training.maskable_ppo", "--sample", "5", "--out", str(tmp_path / "run")]
    done = subprocess.run(program, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "--samples" in done.stderr + done.stdout
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("missing", ["tyro", "torch", "sb3_contrib"])
def test_missing_packages_are_named_with_the_way_to_get_them(missing: str) -> None:
    program = (
        f"import sys; sys.modules[{missing!r}] = None\n"
        "sys.argv = ['uno', 'train', 'maskable_ppo']\n"
        "from agents.command_line.start import main\nmain()"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert f"needs {missing}: pip install uno-env[train]" in done.stderr
    assert "Traceback" not in done.stderr


def test_listing_the_algorithms_loads_nothing_heavy() -> None:
    program = (
        "import sys; sys.argv = ['uno', 'train']\n"
        "from agents.command_line.start import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print([name for name in ('torch', 'tyro', 'stable_baselines3', 'ray') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip().endswith("[]")


@pytest.mark.parametrize("name", ALGORITHMS)
def test_every_algorithm_has_options_all_presets_and_something_to_run(name: str) -> None:
    if name not in available():
        pytest.skip("not there yet")
    module = importlib.import_module(f"training.{name}")
    assert issubclass(module.Args, RunArgs)
    assert list(module.PRESETS) == list(PRESETS)
    for overrides in module.PRESETS.values():
        module.Args(**overrides)
    assert callable(module.main)
