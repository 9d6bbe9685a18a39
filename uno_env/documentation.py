"""Tables in the documents that are made from the code: ``make docs`` writes all of them.

A table stands between ``<!-- made from the code: NAME -->`` and ``<!-- end: NAME -->``; a test fails when a
document and the code disagree.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from uno_env import rule_coverage
from uno_env.actions import action_codes, card_codes, deck_table, layout_table
from uno_env.decks import DECKS
from uno_env.engine.layout import ACTIONS
from uno_env.observation import describe, length
from uno_env.rule_coverage import Spot
from uno_env.rulebook import RULEBOOK, rules_of
from uno_env.rules import RuleSet

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "benchmarks" / "results" / "throughput.json"
_MARK = "<!-- made from the code: "


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def actions() -> str:
    """The action layout."""
    return f"{ACTIONS} actions.\n\n" + table(("id", "notation", "meaning"), layout_table())


def action_list() -> str:
    """Every action by its id."""
    codes = action_codes()
    rows = [
        (f"{first}-{min(first + 9, ACTIONS - 1)}", " ".join(f"`{code}`" for code in codes[first : first + 10]))
        for first in range(0, ACTIONS, 10)
    ]
    return table(("ids", "notation"), rows)


def decks() -> str:
    """The decks."""
    return table(("deck", "cards", "own card", "colours"), deck_table())


def deck_contents() -> str:
    """How many cards of each code each deck has, colours taken together."""
    rows = []
    for deck in DECKS.values():
        codes = card_codes(deck.color_letters)
        kinds = RuleSet(deck=deck.name).card_kinds()
        counts: dict[str, int] = {}
        for kind in sorted(kinds):
            code = codes[kind]
            name = code if kind >= 64 else code[1:]
            counts[name] = counts.get(name, 0) + 1
        rows.append((deck.name, ", ".join(f"{count} {name}" for name, count in counts.items()), str(len(kinds))))
    return table(("deck", "cards by face, all colours together", "in all"), rows)


def parameters() -> str:
    """The parameters of a rule set."""
    defaults = RuleSet().to_dict()
    source = (Path(__file__).parent / "rules.py").read_text()
    rows = []
    for each in fields(RuleSet):
        comment = re.search(rf"#: (.+)\n    {each.name}: ", source)
        assert comment is not None, f"RuleSet.{each.name} has no comment"
        rows.append((f"`{each.name}`", f"`{defaults[each.name]!r}`", comment[1]))
    return table(("parameter", "default", "meaning"), rows)


def rulebook() -> str:
    """Every rule: what it says, whose it is, and the sheets that have it."""
    rows = [
        (f"`{rule.slug}`", rule.heading, rule.text, ", ".join(rule.sheets) if len(rule.sheets) < 5 else "all")
        for rule in RULEBOOK.values()
    ]
    return table(("slug", "heading", "rule", "sheets"), rows)


def rulings() -> str:
    """What this project decided where the sheets are silent or disagree."""
    rows = [
        (f"`{rule.slug}`", rule.heading, rule.text, ", ".join(rule.sheets) if len(rule.sheets) < 5 else "all")
        for rule in RULEBOOK.values()
        if rule.ours
    ]
    return table(("slug", "about", "decision", "decks"), rows)


def rule_counts() -> str:
    """How many rules each sheet has, how many decisions were added, and how many tests prove them."""
    tested = rule_coverage.proofs(ROOT)
    rows = []
    for deck in DECKS.values():
        rules = rules_of(deck.name)
        shown = {(spot.file, spot.name) for rule in rules for spot in tested[rule.slug]}
        ours = sum(rule.ours for rule in rules)
        rows.append((f"{deck.title} (`{deck.name}`)", str(len(rules) - ours), str(ours), str(len(shown))))
    return table(("sheet", "rules", "decisions of ours", "tests"), rows)


def coverage() -> str:
    """Sheet by rule, with where it is implemented and what tests it."""
    built, tested = rule_coverage.implementations(ROOT), rule_coverage.proofs(ROOT)
    rows = []
    for rule in RULEBOOK.values():
        marks = ["x" if deck in rule.sheets else "" for deck in DECKS]
        code = "<br>".join(_spot(spot, "uno_env/") for spot in built[rule.slug])
        first, *more = tested[rule.slug]
        proof = _spot(first, "tests/") + (f" and {len(more)} more" if more else "")
        rows.append((f"`{rule.slug}`", *marks, code, proof))
    return table(("rule", *(deck.title for deck in DECKS.values()), "implemented in", "test"), rows)


def _spot(spot: Spot, folder: str) -> str:
    name = f" `{spot.name}`" if spot.name else ""
    return f"[{spot.file.removeprefix(folder)}]({spot.file}){name}"


def observation() -> str:
    """The sections of an observation."""
    return f"{length()} bytes.\n\n{describe()}"


def speed() -> str:
    """What the benchmark measured, from its results; of the rule sets only the cheapest and the dearest."""
    rows = [row for row in json.loads(RESULTS.read_text())["rows"] if row["value"] is not None]
    against = {"A": "RLCard's rules engine", "B": "RLCard's `env.step`", "F": "RLCard's `env.step`"}
    against["G"] = "RLCard's UNO through PettingZoo"
    lines = [
        (row["name"], _measured(row), _rate(row), _floor(row), against.get(row["section"], "") if _rate(row) else "")
        for row in rows
        if row["section"] != "C" and (row["at_least"] or row["at_most"])
    ]
    for kind in ("play-out", "step"):
        medians = [row["value"]["median"] for row in rows if row["section"] == "C" and row["name"].startswith(kind)]
        spread = f"{min(medians):.2f} to {max(medians):.2f} x"
        lines.append(
            (f"{kind}, every deck and house-rule combination", spread, "", ">= 0.6 x", "classic, no house rule")
        )
    return table(("what", "measured: median [min..max]", "a second", "asked for", "against"), lines)


def _measured(row: dict[str, Any]) -> str:
    value, unit = row["value"], row["unit"]
    digits = 0 if value["median"] >= 100 else 1 if value["median"] >= 10 else 2
    return f"{value['median']:.{digits}f} [{value['low']:.{digits}f}..{value['high']:.{digits}f}] {unit}"


def _rate(row: dict[str, Any]) -> str:
    rate = row["decisions_per_second"]
    if not rate:
        return ""
    return f"{rate / 1e6:.1f} M decisions" if rate >= 1e6 else f"{rate / 1e3:.0f} k decisions"


def _floor(row: dict[str, Any]) -> str:
    sign, floor = (">=", row["at_least"]) if row["at_least"] else ("<=", row["at_most"])
    return f"{sign} {floor:g} {row['unit']}"


MAKERS: dict[str, Callable[[], str]] = {
    each.__name__: each
    for each in (
        actions,
        action_list,
        coverage,
        decks,
        deck_contents,
        observation,
        parameters,
        rule_counts,
        rulebook,
        rulings,
        speed,
    )
}


def filled(text: str, makers: Mapping[str, Callable[[], str]] = MAKERS) -> str:
    """The document with every table made anew."""

    def make(match: re.Match[str]) -> str:
        name = match[1]
        if name not in makers:
            raise ValueError(f"nothing makes the table {name!r}; there are {', '.join(makers)}")
        return f"<!-- made from the code: {name} -->\n{makers[name]()}\n<!-- end: {name} -->"

    return re.sub(r"<!-- made from the code: (\w+) -->.*?<!-- end: \1 -->", make, text, flags=re.DOTALL)


def documents() -> list[str]:
    """Every document that has a table in it."""
    pages = [ROOT / "README.md", ROOT / "uno_env" / "uno_v0.py", *sorted((ROOT / "docs").rglob("*.md"))]
    return [page.relative_to(ROOT).as_posix() for page in pages if _MARK in page.read_text()]


def write_tables(makers: Mapping[str, Callable[[], str]]) -> None:
    """Write the tables into all documents."""
    for name in documents():
        path = ROOT / name
        before = path.read_text()
        after = filled(before, makers)
        if after != before:
            path.write_text(after)
        print(f"{name}: {'written' if after != before else 'up to date'}", file=sys.stderr)
