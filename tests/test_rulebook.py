"""No rule without an implementation and a test, no citation of a rule that does not exist."""

import ast
import re
from pathlib import Path

import pytest

from uno_env.decks import DECKS
from uno_env.rulebook import RULEBOOK, rules_of

ROOT = Path(__file__).parent.parent
CITATION = re.compile(r"\[([a-z-]+/[a-z0-9-]+(?:#ours)?)\]")


def cited_in_code() -> dict[str, list[str]]:
    """Slugs cited in the library, with the files that cite them; the rulebook itself does not count."""
    found: dict[str, list[str]] = {}
    for path in (ROOT / "uno_env").rglob("*.py"):
        if path.name != "rulebook.py":
            for slug in CITATION.findall(path.read_text()):
                found.setdefault(slug, []).append(path.name)
    return found


def tagged_in_tests() -> dict[str, list[str]]:
    """Slugs that ``@rule(...)`` tags tests with, and the tests."""
    found: dict[str, list[str]] = {}
    for path in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
                continue
            for decorator in node.decorator_list:
                if isinstance(decorator, ast.Call) and getattr(decorator.func, "id", "") == "rule":
                    for slug in decorator.args:
                        assert isinstance(slug, ast.Constant)
                        found.setdefault(str(slug.value), []).append(node.name)
    return found


@pytest.mark.parametrize("slug", RULEBOOK)
def test_every_rule_is_implemented_somewhere(slug: str) -> None:
    assert slug in cited_in_code(), f"no code cites [{slug}]"


@pytest.mark.parametrize("slug", RULEBOOK)
def test_every_rule_has_a_test(slug: str) -> None:
    assert slug in tagged_in_tests(), f"no test is tagged @rule({slug!r})"


def test_nothing_cites_a_rule_that_is_not_in_the_book() -> None:
    assert set(cited_in_code()) <= set(RULEBOOK)
    assert set(tagged_in_tests()) <= set(RULEBOOK)


@pytest.mark.parametrize("deck", DECKS)
def test_every_sheet_has_rules(deck: str) -> None:
    assert len(rules_of(deck)) > 30
