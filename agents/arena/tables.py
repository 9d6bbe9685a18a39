"""The summary of an evaluation or a tournament as tables for the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.columns import Columns
from rich.console import Console
from rich.table import Table
from rich.text import Text

from agents.arena.summary import Summary, ranking

NOTHING = "·"
MOST_FAILURES_SHOWN = 3
ENDINGS = {
    "dead": "Dead games, which nobody won as nobody could go on",
    "endless": "Endless games, broken off and won by nobody",
    "forfeit": "Games lost by agents that failed, a stand-in playing on for them",
    "failed": "Games that could not be played and do not count",
}


def show(summary: Summary, console: Console | None = None) -> None:
    """Print the standings, the cross table, the ratings, the seat advantage and what has to be said beside them."""
    console = console or Console()
    console.print(standings(summary))
    console.print()
    cross = cross_table(summary, console.width)
    if cross is not None:
        console.print(cross)
        console.print()
    console.print(Columns([table for table in (ratings(summary), seats(summary)) if table is not None], padding=(0, 4)))
    console.print()
    for note in notes(summary):
        console.print(Text(note), highlight=False)


def standings(summary: Summary) -> Table:
    """All agents, the best first: what they won and how fast they are."""
    pars = {row["par"] for row in summary["agents"]}
    par = f", par {_number(pars.pop(), 100, 1)} %" if len(pars) == 1 and None not in pars else ""
    table = _table(f"Standings{par}")
    table.add_column("", justify="right")
    table.add_column("agent", overflow="fold")
    matches = (summary["rounds_per_game"] or 0) > 1
    failing = any(row["failures"] for row in summary["agents"])
    titles = ["wins %", *([] if par else ["par %"]), "points", *(["rounds won %"] if matches else [])]
    titles += ["games", "decisions/s", *(["failures"] if failing else [])]
    for title in titles:
        table.add_column(title, justify="right", no_wrap=True)
    for rank, agent in enumerate(ranking(summary), 1):
        row = summary["agents"][agent]
        cells = [_interval(row["win_rate"], 100), *([] if par else [_number(row["par"], 100, 1)])]
        cells += [_interval(row["points_per_game"])]
        cells += [_number(row["rounds_won"], 100, 1)] if matches else []
        cells += [f"{row['games']:,}", _speed(row["decisions_per_second"])]
        cells += [f"{row['failures']:,}"] if failing else []
        table.add_row(str(rank), Text(row["name"]), *cells)
    return table


def cross_table(summary: Summary, width: int = 100) -> Table | None:
    """Row against column in per cent, green above par and red below it; None if nobody met.

    Columns are the places of the standings.  Where there is no room, per cent have no decimal.
    """
    cross = summary["cross_table"]
    order = ranking(summary)
    if not any(cell is not None for row in cross["win_rate"] for cell in row):
        return None
    digits = 1 if 7 * len(order) + 30 <= width else 0
    table = _table("Cross table, %")
    table.add_column("", justify="right")
    table.add_column("agent", overflow="fold")
    for rank in range(1, len(order) + 1):
        table.add_column(str(rank), justify="right", no_wrap=True)
    for rank, row in enumerate(order, 1):
        cells = [_cell(cross, row, column, digits) if row != column else Text("-", "dim") for column in order]
        table.add_row(str(rank), Text(summary["agents"][row]["name"]), *cells)
    return table


def ratings(summary: Summary) -> Table:
    """Both ratings, the best first."""
    elo, skills = summary["ratings"]["elo"], summary["ratings"]["openskill"]
    table = _table("Ratings")
    table.add_column("", justify="right")
    table.add_column("agent", overflow="fold")
    table.add_column("Elo", justify="right", no_wrap=True)
    table.add_column("OpenSkill", justify="right", no_wrap=True)
    for rank, agent in enumerate(ranking(summary), 1):
        rating, skill = elo["agents"][agent], skills["agents"][agent]
        name = rating["name"]
        number = "1000 anchor" if name == elo["anchor"] else _spread(rating["rating"], rating["low"], rating["high"])
        belief = f"{skill['mu']:.1f} ±{skill['sigma']:.1f}" if skill["games"] else NOTHING
        table.add_row(str(rank), Text(name), number, belief)
    return table


def seats(summary: Summary) -> Table | None:
    """The win rate of each seat, one column for each size of table; None without games."""
    sizes = summary["seats"]
    if not sizes:
        return None
    table = _table("Wins by seat, %")
    table.add_column("seat", justify="right")
    for size in sizes:
        table.add_column(f"{size['places']} players", justify="right", no_wrap=True)
    for position in range(max(size["places"] for size in sizes)):
        cells = []
        for size in sizes:
            seat = size["positions"][position] if position < size["places"] else None
            cells.append(_spread(seat["win_rate"], seat["low"], seat["high"], 100, 1) if seat else "")
        table.add_row(str(position + 1), *cells)
    return table


def notes(summary: Summary) -> list[str]:
    """What has to be said beside the tables: what the deals can resolve, how ratings are anchored, what went wrong."""
    sure = f"± is the {100 * summary['confidence']:g} % interval"
    said = [f"{summary['games']:,} games, {summary['deals']:,} deals; {sure}."]
    resolved = [row["resolves"] for row in summary["fixtures"] if row["resolves"] is not None]
    if resolved:
        low, high = (_number(value, 100, 2) for value in (min(resolved), max(resolved)))
        points = low if low == high else f"{low} to {high}"
        said.append(f"So many deals show differences from par of {points} % points or more, four times out of five.")
    else:
        said.append("Too few deals to resolve any difference: play at least two, better some thousands.")
    bases = {basis for row in summary["cross_table"]["basis"] for basis in row if basis is not None}
    said += [f"Cross table: {basis}." for basis in sorted(bases)]
    elo, skill = summary["ratings"]["elo"], summary["ratings"]["openskill"]
    said.append(f"Elo: {elo['anchored']}.")
    if not elo["connected"]:
        said.append("No games connect all agents: ratings compare only between agents that games connect.")
    if skill["games"] < skill["games_played"]:
        said.append(f"OpenSkill: from {skill['games']:,} of {skill['games_played']:,} games, evenly spaced.")
    if summary["seats"]:
        said.append("Seat 1 is left of the dealer.")
    length = summary["decisions_per_game"]
    if length["mean"] is not None:
        said.append(
            f"Decisions a game: mean {length['mean']:.1f}, median {length['median']:.0f}, "
            f"nine out of ten {length['p5']:.0f} to {length['p95']:.0f}, longest {length['max']:,}."
        )
    for ending, meaning in ENDINGS.items():
        if summary[ending]:
            said.append(f"{meaning}: {summary[ending]:,}.")
    told = summary["failures"][:MOST_FAILURES_SHOWN]
    said += [f"Failed: {failure['agent']} in {failure['game']}: {failure['what']}" for failure in told]
    return said


def _table(title: str) -> Table:
    return Table(title=title, title_justify="left", title_style="bold", box=None, padding=(0, 1), header_style="dim")


def _cell(cross: Mapping[str, Any], row: int, column: int, digits: int) -> Text:
    rate, low, high, par = (cross[key][row][column] for key in ("win_rate", "low", "high", "par"))
    style = ""
    if low is not None and par is not None:
        style = "green" if low > par else "red" if high < par else ""
    return Text(_number(rate, 100, digits), style)


def _number(value: float | None, scale: float = 1, digits: int = 0) -> str:
    return NOTHING if value is None else f"{scale * value:.{digits}f}"


def _spread(value: float | None, low: float | None, high: float | None, scale: float = 1, digits: int = 0) -> str:
    """A value and half the width of its interval."""
    number = _number(value, scale, digits)
    return number if low is None or high is None else f"{number} ±{scale * (high - low) / 2:.{digits}f}"


def _interval(estimate: Mapping[str, Any], scale: float = 1, digits: int = 1) -> str:
    return _spread(estimate["mean"], estimate["low"], estimate["high"], scale, digits)


def _speed(value: float | None) -> str:
    if value is None:
        return NOTHING
    return f"{value:,.0f}" if value >= 10 else f"{value:.2g}"
