"""``uno quality``: an agent's decisions beside those of a strong search."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from agents.arena.quality import Quality, assess
from agents.arena.whole_files import write_whole
from agents.command_line.bad_input import BadInput, found_agent
from agents.command_line.rule_options import RuleOptions, with_rule_options


@with_rule_options
def quality(
    agent: Annotated[str, typer.Argument(help="An agent by name, with parameters, or as module:Class.")],
    rules: RuleOptions,
    decisions: Annotated[int, typer.Option(help="How many of its decisions are searched.")] = 300,
    rollouts: Annotated[int, typer.Option(help="Rollouts of each of the two searches of a decision.")] = 2000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same result.")] = 0,
    out: Annotated[Path | None, typer.Option(help="A JSON file for the result.")] = None,
) -> None:
    """How often an agent does what a strong search would do, and what its other decisions cost in win probability."""
    found_agent(agent)
    if decisions < 1 or rollouts < 1:
        raise BadInput("--decisions and --rollouts must be at least 1")
    console = Console()
    with console.status("playing") as status:

        def tell(done: int, total: int) -> None:
            status.update(f"searched {done} of {total} decisions")

        try:
            found = assess(agent, rules.rule_set(2), decisions, rollouts, seed, tell)
        except ValueError as error:
            raise BadInput(str(error)) from error
    console.print(_table(agent, found))
    if out is not None:
        content = {"agent": agent, "rollouts": rollouts, "seed": seed, "phases": [each.to_dict() for each in found]}
        write_whole(out, json.dumps(content, indent=1).encode() + b"\n")


def _table(agent: str, found: list[Quality]) -> Table:
    table = Table(title=f"{agent}, beside a search")
    for head in ("phase", "decisions", "agrees", "regret a decision, points of win rate"):
        table.add_column(head, justify="left" if head == "phase" else "right")
    for each in found:
        spread = f"{100 * each.regret:.2f} [{100 * each.regret_low:.2f} .. {100 * each.regret_high:.2f}]"
        table.add_row(each.phase, str(each.decisions), f"{100 * each.agreement:.0f} %", spread)
    return table
