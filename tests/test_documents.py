"""Documents agree with the code, and what they show runs."""

import doctest
import re
from pathlib import Path

import pytest

import uno_env.actions
import uno_env.batch
import uno_env.formats.match
import uno_env.own_decks
import uno_env.rules
from benchmarks.documentation import MAKERS
from uno_env.documentation import ROOT, documents, filled
from uno_env.formats import SCORINGS
from uno_env.observation import sections


@pytest.mark.parametrize("name", documents())
def test_the_tables_of_a_document_are_those_of_the_code(name: str) -> None:
    text = (ROOT / name).read_text()
    assert filled(text, MAKERS) == text, "say: make docs"


def python_examples() -> dict[str, str]:
    """Every Python example of the documents, by where it stands.  Adapters' examples have tests of their own."""
    pages = [ROOT / "README.md", ROOT / "uno_env" / "uno_v0.py", *sorted((ROOT / "docs").rglob("*.md"))]
    found = {}
    for page in pages:
        name = page.relative_to(ROOT).as_posix()
        if name.startswith("docs/adapters/"):
            continue
        for number, example in enumerate(re.findall(r"^```python\n(.*?)^```", page.read_text(), re.DOTALL | re.M), 1):
            found[f"{name} {number}"] = example
    return found


@pytest.mark.parametrize("place", python_examples())
def test_the_examples_of_the_documents_run(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # what an example writes is not left in the project
    exec(compile(python_examples()[place], place, "exec"), {"__name__": "example"})


def test_there_is_room_for_every_scoring_in_an_observation() -> None:
    part = sections()["scoring"]
    assert part.stop - part.start == len(SCORINGS)


def test_the_readmes_examples_are_short() -> None:
    examples = [text for place, text in python_examples().items() if place.startswith("README.md")]
    assert len(examples) >= 6
    for example in examples:
        assert len([line for line in example.splitlines() if line.strip()]) <= 10, example


def relative_links() -> list[tuple[str, str]]:
    """Links of the documents to files, with the document."""
    pages = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return sorted(
        {
            (page.relative_to(ROOT).as_posix(), target)
            for page in pages
            for target in re.findall(r"\]\(([^)#\s]+)", page.read_text())
            if not re.match(r"[a-z]+:", target)
        }
    )


def test_every_link_leads_somewhere() -> None:
    missing = [
        (page, target) for page, target in relative_links() if not (ROOT / page).parent.joinpath(target).exists()
    ]
    assert len(relative_links()) > 30
    assert not missing


@pytest.mark.parametrize(
    "module", [uno_env.actions, uno_env.batch, uno_env.rules, uno_env.formats.match, uno_env.own_decks]
)
def test_the_examples_in_docstrings_are_true(module: object) -> None:
    result = doctest.testmod(module)  # type: ignore[arg-type]
    assert result.attempted
    assert not result.failed
