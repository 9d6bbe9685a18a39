"""The compiled engine is found again by the next process, and never an outdated one."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from agents import compiling
from uno_env.engine import jit

FIRST_STEP = "from uno_env import Game; game = Game(seed=1); game.play(game.legal_actions()[0]); print(game.phase)"


def run(program: str, cache: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"UNO_ENV_CACHE_DIR": str(cache)} | environment,
        capture_output=True,
        text=True,
        check=True,
    )


@pytest.mark.slow
def test_the_first_process_says_that_it_compiles_and_the_next_need_not_sample(tmp_path: Path) -> None:
    first, second = run(FIRST_STEP, tmp_path), run(FIRST_STEP, tmp_path)
    assert "compiling the engine" in first.stderr
    assert second.stderr == ""
    assert first.stdout == second.stdout


def test_the_cache_is_named_after_the_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "round").mkdir()
    (tmp_path / "round" / "rule.py").write_text("ONE = 1\n")
    (tmp_path / "round" / "other.py").write_text("ONE = 1\n")
    monkeypatch.setattr(jit, "PACKAGE", tmp_path)
    before = jit.source_digest()
    assert jit.source_digest() == before
    (tmp_path / "round" / "rule.py").write_text("ONE = 2\n")
    assert jit.source_digest() != before


def test_every_source_that_is_compiled_counts_in_the_digest() -> None:
    using = {path for path in jit.PACKAGE.rglob("*.py") if "engine.jit import" in path.read_text()}
    assert using
    assert using <= set(jit.compiled_sources())


def test_every_source_of_the_agents_that_is_compiled_counts_in_their_digest() -> None:
    folder = Path(compiling.__file__).parent
    using = {path for path in folder.rglob("*.py") if re.search("^@(rule|kernel)$", path.read_text(), re.MULTILINE)}
    assert len(using) > 5
    assert using <= set(compiling.kernel.sources)


def test_an_edited_agent_gets_another_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNO_ENV_CACHE_DIR", str(tmp_path / "cache"))
    package = tmp_path / "agents"
    package.mkdir()
    (package / "one.py").write_text("ONE = 1\n")
    before = jit.KernelsOf(package, "*.py")._folder
    assert before == jit.KernelsOf(package, "*.py")._folder
    (package / "one.py").write_text("ONE = 2\n")
    assert jit.KernelsOf(package, "*.py")._folder != before


def test_only_the_engines_used_last_are_kept(tmp_path: Path) -> None:
    for number in range(7):
        engine = tmp_path / f"{number:016x}"
        engine.mkdir()
        os.utime(engine, (number, number))
    (tmp_path / "something else").mkdir()
    jit._forget_old_caches(tmp_path)
    assert sorted(path.name[-1] for path in tmp_path.iterdir()) == ["3", "4", "5", "6", "e"]


def test_a_folder_that_cannot_be_written_is_no_obstacle(tmp_path: Path) -> None:
    blocked = tmp_path / "a file, not a folder"
    blocked.write_text("")
    done = run("from uno_env.engine.jit import CACHE_FOLDER; print(CACHE_FOLDER)", blocked / "cache")
    assert not done.stdout.startswith(str(blocked))
