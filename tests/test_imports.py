"""Imports go one way, and importing the package stays light."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
#: What each layer may import, itself included; the order is from the bottom up.
LAYERS = {
    "engine": {"engine"},
    "decks": {"engine", "decks"},
    "house_rules": {"engine", "house_rules"},
    "round": {"engine", "decks", "house_rules", "round"},
}
ABOVE = ("agents", "training", "benchmarks", "tests")
#: What only some files may import, so that nobody else needs it installed.
ONLY_IN = {
    "torch": ("agents/policy.py", "agents/networks/encoded_env.py", "agents/adapters/"),
    "rlcard": ("agents/adapters/",),
    "stable_baselines3": ("agents/policy.py", "agents/networks/encoded_env.py"),
    "sb3_contrib": ("agents/policy.py",),
    "ray": ("agents/arena/on_ray.py",),
    "matplotlib": ("agents/arena/pictures.py",),
    "openskill": ("agents/arena/ratings.py",),
    "typer": ("agents/command_line/",),
    "scipy": ("agents/arena/statistics.py", "agents/arena/ratings.py"),
}


def imported_by(path: Path) -> set[str]:
    """The modules a file imports, by their full names."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_imports_only_what_is_below_it(layer: str) -> None:
    files = list((ROOT / "uno_env" / layer).glob("*.py"))
    assert files
    for path in files:
        ours = {name.split(".")[1] for name in imported_by(path) if name.startswith("uno_env.")}
        assert ours <= LAYERS[layer], f"{path.name} imports {ours - LAYERS[layer]}"


def test_the_library_imports_nothing_that_is_built_on_it() -> None:
    for path in (ROOT / "uno_env").rglob("*.py"):
        assert not {name for name in imported_by(path) if name.split(".")[0] in ABOVE}, path


def test_agents_import_nothing_that_is_built_on_them_and_what_is_heavy_has_its_place() -> None:
    for path in (ROOT / "agents").rglob("*.py"):
        roots = {name.split(".")[0] for name in imported_by(path)}
        assert not roots & {"training", "benchmarks", "tests"}, path
        for heavy in roots & set(ONLY_IN):
            place = path.relative_to(ROOT).as_posix()
            assert place.startswith(ONLY_IN[heavy]), f"{place} imports {heavy}"


def test_importing_the_package_loads_nothing_heavy() -> None:
    # Of scipy, where it is installed, Numba itself imports the (light) top.
    heavy = "torch ray pygame matplotlib stable_baselines3 scipy.stats scipy.linalg pandas typer rich openskill "
    heavy += "pyspiel rlcard"
    modules = "uno_env, agents.expert, agents.search, agents.arena"
    program = f"import sys, {modules}; print([name for name in '{heavy}'.split() if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
