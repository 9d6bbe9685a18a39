"""Where each rule of the rulebook is implemented and tested, read off the sources.

Code cites a rule as ``[classic/draw-two]`` in a docstring or comment; a test is tagged ``@rule("classic/draw-two")``,
with ``exemplary=True`` if it shows the rule better than the others.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

CITATION = re.compile(r"\[([a-z-]+/[a-z0-9-]+(?:#ours)?)\]")
_NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
#: They speak of rules and do not carry them out.
_NOT_COUNTED = ("rulebook.py", "rule_coverage.py", "determinizing.py")


@dataclass(frozen=True)
class Spot:
    """A function or class in a file, or the file itself where the name is empty."""

    #: Relative to the repository.
    file: str
    name: str = ""


def implementations(root: Path) -> dict[str, list[Spot]]:
    """Slugs cited in the library, with what cites them; adapters, which have no rules, do not count."""
    found: dict[str, list[Spot]] = {}
    for path in sorted((root / "uno_env").rglob("*.py")):
        if path.name in _NOT_COUNTED or path.parent.name == "open_spiel":
            continue
        text = path.read_text()
        named = [node for node in ast.walk(ast.parse(text)) if isinstance(node, _NAMED)]
        for number, line in enumerate(text.splitlines(), 1):
            for slug in CITATION.findall(line):
                around = [each for each in named if each.lineno <= number <= (each.end_lineno or 0)]
                name = max(around, key=lambda each: each.lineno).name if around else ""
                _add(found, slug, Spot(path.relative_to(root).as_posix(), name))
    return found


def proofs(root: Path) -> dict[str, list[Spot]]:
    """Slugs that ``@rule(...)`` tags tests with, and the tests: exemplary ones, then those that test little else."""
    exemplary: dict[str, list[Spot]] = {}
    found: dict[str, list[Spot]] = {}
    for path in sorted((root / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
                continue
            for decorator in node.decorator_list:
                if isinstance(decorator, ast.Call) and getattr(decorator.func, "id", "") == "rule":
                    for slug in decorator.args:
                        assert isinstance(slug, ast.Constant), f"{node.name}: @rule takes slugs as they are"
                        spot = Spot(path.relative_to(root).as_posix(), node.name)
                        _add(exemplary if decorator.keywords else found, str(slug.value), spot)
    tags = Counter(spot for tagged in (exemplary, found) for spots in tagged.values() for spot in spots)
    return {
        slug: exemplary.get(slug, []) + sorted(found.get(slug, []), key=tags.__getitem__)
        for slug in (exemplary | found)
    }


def _add(found: dict[str, list[Spot]], slug: str, spot: Spot) -> None:
    spots = found.setdefault(slug, [])
    if spot not in spots:
        spots.append(spot)
