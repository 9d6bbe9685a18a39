"""Tables about the peers in the documents, made from the results of the benchmarks and from the list of features.

``python -m benchmarks.documentation``, which is ``make docs``, writes these and all others into all documents.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from benchmarks import suite_documentation
from benchmarks.features import COLUMNS, INTERFACE, RULES, Feature
from benchmarks.in_rlcard import RESULTS as IN_RLCARD
from benchmarks.pairing import Spread
from benchmarks.peers import HERE, ratio_text
from benchmarks.report import short
from benchmarks.rlcard_defects import RESULTS as DEFECTS
from benchmarks.rlcard_defects import told
from training import documentation
from uno_env.documentation import ROOT, table, write_tables

PEERS = ROOT / "benchmarks" / "results" / "peers.json"


def peers() -> str:
    """How fast the peers are, and this project beside them."""
    found = json.loads(PEERS.read_text())
    names = [row["name"] for row in found["rows"] if row["library"] != HERE]
    heads = ("case", "one decision", "decisions a second", "decisions a game", "games a second")
    return table((*heads, *(f"against {name}" for name in names)), [_peer(row, names) for row in found["rows"]])


def _peer(row: dict[str, Any], names: Sequence[str]) -> tuple[str, ...]:
    ratios = (ratio_text(Spread(**row["ratios"][name])) if name in row["ratios"] else "" for name in names)
    return (
        f"{HERE} {row['name']}" if row["library"] == HERE else row["name"],
        row["what"],
        short(row["decisions_per_second"]["median"]),
        f"{row['decisions_per_game']:.0f}",
        short(row["games_per_second"]),
        *ratios,
    )


def peer_notes() -> str:
    """What has to be known to read the comparison, and where it was made."""
    found = json.loads(PEERS.read_text())
    versions = ", ".join(f"{name} {found['versions'][name]}" for name in ("python", "rlcard", "open_spiel", "numba"))
    machine = f"{found['machine']['cpu']}, {found['machine']['cores']} cores, {found['machine']['system']}"
    made = f"Made with `{found['command']}` on {machine}; {versions}; {found['players']} players; "
    made += f"load average {found['load']['before'][0]:g} before, {found['load']['after'][0]:g} after."
    return "\n".join(f"- {note}" for note in (made, *found["notes"]))


def rlcard_defects() -> str:
    """Where RLCard departs from the rules, as it was seen."""
    found = json.loads(DEFECTS.read_text())["results"]
    rows = [
        (row["name"], row["situation"], told(row["rlcard"]), told(row["here"]), f"`{row['rule']}`")
        for row in found
        if row["shown"]
    ]
    return table(("defect", "position", "RLCard", "here, by the rule", "rule"), rows)


def in_rlcard() -> str:
    """What agents of this project win at RLCard's table."""
    found = json.loads(IN_RLCARD.read_text())
    rows = [
        (f"`{row['agent']}`", f"{100 * row['mean']:.1f} [{100 * row['low']:.1f} .. {100 * row['high']:.1f}]")
        for row in found["rows"]
    ]
    return table(("agent", f"wins % of {found['games']:,} games [95 %]"), rows)


def feature_comparison() -> str:
    """The features of this project and its peers, the notes, and what was checked."""
    notes: list[str] = []
    tables = [_features("rules", RULES, notes), _features("for programs", INTERFACE, notes)]
    numbered = "\n".join(f"{number}. {note}" for number, note in enumerate(notes, 1))
    checked = "\n".join(f"- {column.title}: {column.checked}." for column in COLUMNS)
    return "\n\n".join((*tables, "Notes:", numbered, "What was checked:", checked))


def _features(head: str, lines: Sequence[Feature], notes: list[str]) -> str:
    rows = []
    for each in lines:
        cells = []
        for cell in each.cells:
            if cell.note and cell.note not in notes:
                notes.append(cell.note)
            cells.append(f"{cell.text} ({notes.index(cell.note) + 1})" if cell.note else cell.text)
        rows.append((each.name, *cells))
    return table((head, *(column.title for column in COLUMNS)), rows)


MAKERS: dict[str, Callable[[], str]] = (
    documentation.MAKERS
    | suite_documentation.MAKERS
    | {each.__name__: each for each in (peers, peer_notes, rlcard_defects, in_rlcard, feature_comparison)}
)


def main() -> None:
    """Write all tables into all documents."""
    write_tables(MAKERS)


if __name__ == "__main__":
    main()
