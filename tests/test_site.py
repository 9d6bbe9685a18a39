"""The documentation site is built strictly, without a warning, and says something about every ruling."""

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from uno_env.documentation import ROOT
from uno_env.rulebook import RULEBOOK

OURS = [rule.slug for rule in RULEBOOK.values() if rule.ours]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built into a folder of its own."""
    for library in ("mkdocs", "material", "mkdocstrings_handlers.python"):
        pytest.importorskip(library, reason="the site is built with uno-env[docs]", exc_type=ImportError)
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    # Material tells of its own future on every build.
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    built = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=200, check=False)
    said = built.stdout + built.stderr
    assert built.returncode == 0, said
    assert not re.search(r"\b(WARNING|ERROR)\b", said), said
    return folder


class Loaded(HTMLParser):
    """Addresses that a browser fetches to show a page."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        name = {"script": "src", "img": "src", "iframe": "src", "link": "href"}.get(tag)
        self.addresses += [value for key, value in attrs if key == name and value]


def test_every_document_becomes_a_page(site: Path) -> None:
    pages = {path.relative_to(ROOT / "docs").with_suffix(".html") for path in (ROOT / "docs").rglob("*.md")}
    assert len(pages) > 20
    assert {page for page in pages if not (site / page).is_file()} == set()


def test_nothing_is_fetched_from_elsewhere_to_read_a_page(site: Path) -> None:
    addresses: set[str] = set()
    for page in site.rglob("*.html"):
        reader = Loaded()
        reader.feed(page.read_text())
        addresses |= set(reader.addresses)
    assert any(address.endswith(".css") for address in addresses)
    assert {address for address in addresses if re.match(r"(https?:)?//", address)} == set()


def test_docstrings_are_shown_as_markdown(site: Path) -> None:
    text = (site / "api" / "uno_env.html").read_text()
    assert 'id="uno_env.game.Game.determinize"' in text
    assert ":class:" not in text
    assert ":meth:" not in text
    fields = (site / "api" / "seeing_and_scoring.html").read_text()
    assert "What each seat is left holding." in fields  # a comment of the dataclass, not a docstring


def test_the_page_of_the_environment_is_its_docstring(site: Path) -> None:
    text = (site / "uno_v0.html").read_text()
    assert re.search(r'<h2 id="[^"]*the-end-of-an-episode"', text)
    assert "points_scaled" in text


@pytest.mark.parametrize("slug", OURS)
def test_every_ruling_is_explained_in_a_section_of_its_own(slug: str) -> None:
    text = (ROOT / "docs" / "rules.md").read_text()
    assert re.search(rf"^#### .+\n`{re.escape(slug)}`\. .{{40,}}", text, flags=re.MULTILINE), slug


def test_no_ruling_is_explained_that_is_not_in_the_book() -> None:
    text = (ROOT / "docs" / "rules.md").read_text()
    assert sorted(re.findall(r"^#### .+\n`([^`]+)`", text, flags=re.MULTILINE)) == sorted(OURS)
