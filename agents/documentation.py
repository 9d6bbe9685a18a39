"""Tables about agents in the documents; see :mod:`benchmarks.documentation`, which writes all of them."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Mapping
from typing import Any

from agents.arena.plan import FORMATS
from agents.expertise.weights import TABLE
from uno_env import documentation
from uno_env.documentation import ROOT, table
from uno_env.policies import POLICIES, policy_names

LADDER = ROOT / "benchmarks" / "results" / "ladder.json"
QUALITY = ROOT / "benchmarks" / "results" / "decision_quality.json"


def agents() -> str:
    """Every agent, what it is and its parameters."""
    rows = [(f"`{name}`", line, _parameters(name)) for name, line in policy_names().items()]
    return table(("agent", "what it does", "parameters"), rows)


def _parameters(name: str) -> str:
    module, _, attribute = POLICIES[name].partition(":")
    found = getattr(__import__(module, fromlist=[attribute]), attribute)
    return ", ".join(f"`{each}`" for each in inspect.signature(found).parameters)


def formats() -> str:
    """Every format of a tournament."""
    return table(("format", "who meets whom"), [(f"`{name}`", meaning) for name, meaning in FORMATS.items()])


def weights() -> str:
    """What the expert goes by."""
    rows = [(f"`{name.lower()}`", *(f"{number:g}" for number in numbers), reason) for name, *numbers, reason in TABLE]
    heads = ("for", "two players", "more", "two, Seven-0", "more, Seven-0", "reason")
    return table(heads, [tuple(map(str, row)) for row in rows])


def ladder() -> str:
    """What the ladder measured, the decks' own rungs left out."""
    rows = [row for row in _ladder() if row["rules"]["deck"] == "classic" and not row["rules"]["seven_zero"]]
    return _rungs(rows)


def ladder_decks() -> str:
    """What the ladder measured on the other decks and with house rules."""
    rows = [row for row in _ladder() if row["rules"]["deck"] != "classic" or row["rules"]["seven_zero"]]
    return _rungs(rows)


def _ladder() -> list[dict[str, Any]]:
    results: list[dict[str, Any]] = json.loads(LADDER.read_text())["results"]
    return results


def _rungs(rows: list[dict[str, Any]]) -> str:
    return table(("agent", "against", "rules", "wins % [95 %]", "par", "deals"), [rung_cells(row) for row in rows])


def rung_cells(row: Mapping[str, Any]) -> tuple[str, str, str, str, str, str]:
    """A rung of the ladder in the cells of a table."""
    house = ", all house rules" if row["rules"]["seven_zero"] else ""
    partners = ", partners" if row["rules"]["partners"] else ""
    others = round(1 / row["par"]) - 1  # sides, with partners
    return (
        f"`{row['agent']}`",
        f"{'' if others == 1 else f'{others} '}`{row['opponent']}`",
        f"{row['rules']['deck']}{house}{partners}",
        f"{100 * row['win_rate']:.1f} [{100 * row['low']:.1f} .. {100 * row['high']:.1f}]",
        f"{100 * row['par']:.0f}",
        f"{row['deals']:,}",
    )


def decision_quality() -> str:
    """How often each agent agrees with a search, and what the rest costs."""
    rows = []
    for result in json.loads(QUALITY.read_text())["results"]:
        every = result["phases"][0]
        regret = f"{100 * every['regret']:.2f} [{100 * every['regret_low']:.2f} .. {100 * every['regret_high']:.2f}]"
        turns = next(phase for phase in result["phases"] if phase["phase"] == "turn")
        rows.append(
            (
                f"`{result['agent']}`",
                str(result["rules"]["players"]),
                f"{100 * every['agreement']:.0f} %",
                regret,
                f"{100 * turns['regret']:.2f}",
                str(every["decisions"]),
            )
        )
    heads = ("agent", "players", "agrees", "regret, points of win rate a decision [95 %]", "in turns", "decisions")
    return table(heads, rows)


MAKERS: dict[str, Callable[[], str]] = documentation.MAKERS | {
    each.__name__: each for each in (agents, formats, weights, ladder, ladder_decks, decision_quality)
}
