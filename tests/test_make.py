"""``make`` on machines where something is missing: it says what to do, and the next ``make`` begins anew."""

import os
import shutil
import subprocess
import sys
import tempfile
from importlib import metadata
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet

ROOT = Path(__file__).parent.parent
FILES = ("Makefile", "pyproject.toml", "constraints.txt", "README.md", "LICENSE")

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """What make needs to set up, and nothing to install."""
    for name in FILES:
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def fake_python(folder: Path, script: str) -> Path:
    path = folder / "some_python"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


def make(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "PIP_"))}
    return subprocess.run(
        ["make", *words], cwd=folder, env=clean | environment, capture_output=True, text=True, timeout=120, check=False
    )


@pytest.mark.parametrize("goal", ["demo", "test"])
def test_an_old_python_is_named_and_what_to_say_instead(checkout: Path, goal: str) -> None:
    old = fake_python(checkout, 'case "$1" in --version) echo Python 3.9.2;; *) exit 1;; esac')
    done = make(checkout, goal, f"PYTHON={old}")
    assert done.returncode
    assert "needs Python 3.11 or newer; this is Python 3.9.2" in done.stdout
    assert f"make {goal} PYTHON=/path/to/python3.11" in done.stdout
    assert not (checkout / ".venv").exists()


def installing_fails(folder: Path) -> Path:
    """A Python whose virtual environments have a pip that reaches nothing."""
    script = """
case "$*" in
  *venv*) mkdir -p .venv/bin; cp "$0" .venv/bin/python; chmod +x .venv/bin/python; echo begun > .venv/half-made;;
  *pip*) echo "ERROR: No matching distribution found"; exit 1;;
esac"""
    return fake_python(folder, script)


def test_an_index_out_of_reach_is_told_and_leaves_nothing_that_passes_for_ready(checkout: Path) -> None:
    python = installing_fails(checkout)
    for _ in range(2):  # the second time begins with a half-made .venv
        done = make(checkout, "demo", f"PYTHON={python}")
        assert done.returncode
        assert "The packages could not be installed: is the package index within reach?" in done.stdout
        assert "PIP_INDEX_URL" in done.stdout
        assert not (checkout / ".venv" / "ready").exists()


def test_a_half_made_environment_is_made_again(checkout: Path) -> None:
    make(checkout, "setup", f"PYTHON={installing_fails(checkout)}")
    assert (checkout / ".venv" / "half-made").exists()
    works = fake_python(
        checkout,
        """
case "$*" in
  *"venv --clear"*) rm -rf .venv; mkdir -p .venv/bin; cp "$0" .venv/bin/python;;
esac""",
    )
    assert make(checkout, "setup", f"PYTHON={works}").returncode == 0
    assert (checkout / ".venv" / "ready").exists()
    assert not (checkout / ".venv" / "half-made").exists()
    again = make(checkout, "setup", "PYTHON=/nonexistent/python")
    assert again.returncode == 0, "what is ready is not made again"


def test_a_virtual_environment_that_cannot_be_made_is_told(checkout: Path) -> None:
    python = fake_python(checkout, 'case "$*" in *venv*) exit 1;; esac')
    done = make(checkout, "test", f"PYTHON={python}")
    assert done.returncode
    assert "python3-venv" in done.stdout


def test_every_goal_is_explained() -> None:
    text = (ROOT / "Makefile").read_text()
    goals = text.partition(".PHONY: ")[2].partition("\n")[0].split()
    done = make(ROOT, "help")
    for goal in goals:
        assert goal == "help" or f"make {goal}" in done.stdout, goal


def test_without_python_it_is_told_which_one_is_missing(checkout: Path) -> None:
    done = make(checkout, "demo", "PYTHON=python3.99")
    assert done.returncode
    assert "there is no python3.99" in done.stdout
    assert "make demo PYTHON=/path/to/python3.11" in done.stdout


def test_the_pinned_packages_install_on_every_python_that_is_promised() -> None:
    """As far as they are installed here: some exclude early releases of a minor version."""
    pins = [line.partition("==")[0] for line in (ROOT / "constraints.txt").read_text().split()]
    found = 0
    for name in pins:
        try:
            wanted = metadata.metadata(name).get("Requires-Python")
        except metadata.PackageNotFoundError:
            continue
        found += 1
        assert wanted is None or SpecifierSet(wanted).contains("3.11.0"), f"{name} wants Python {wanted}"
    assert found > 50


def test_the_tests_leave_nothing_in_the_home_folder_or_the_temporary_one(tmp_path: Path) -> None:
    """``.ci/run`` looks at what all of them leave; here one that uses both."""
    home, temporary = tmp_path / "home", tmp_path / "tmp"
    home.mkdir()
    temporary.mkdir()
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "XDG", "MPL"))}
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        f"{__file__}::test_a_test_may_write_where_it_likes",
    ]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=kept | {"HOME": str(home), "TMPDIR": str(temporary)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert [path for path in home.rglob("*") if ".cache" not in path.parts] == []
    assert list(temporary.rglob("*")) == []


def test_a_test_may_write_where_it_likes(tmp_path: Path) -> None:
    Path.home().joinpath("leftover").write_text("x")
    Path(tempfile.gettempdir()).joinpath("leftover").write_text("x")
    assert Path(tempfile.gettempdir()) in tmp_path.parents
