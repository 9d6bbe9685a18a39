"""The summary and the games as files: JSON for programs, CSV for programs and people."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from agents.arena.fixtures import Fixture
from agents.arena.results import NOBODY, Ending, GameResults
from agents.arena.summary import Summary
from agents.arena.whole_files import written_whole

SUMMARY_FILE = "summary.json"
STANDINGS_FILE = "standings.csv"
CROSS_TABLE_FILE = "cross_table.csv"
GAMES_FILE = "games.csv"
#: So many games are turned into text at a time.
CHUNK = 50_000

GAME_COLUMNS = (
    "fixture",
    "deal",
    "seating",
    "ending",
    "agents",
    "winners",
    "shares",
    "points",
    "rounds_won",
    "rounds",
    "dead_rounds",
    "decisions",
    "first_place",
)


def write_files(
    folder: str | Path,
    summary: Summary,
    names: Sequence[str],
    fixtures: Sequence[Fixture],
    results: GameResults,
) -> list[Path]:
    """Write all four files into a folder, which is made if need be; returns where they are."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / name for name in (SUMMARY_FILE, STANDINGS_FILE, CROSS_TABLE_FILE, GAMES_FILE)]
    write_summary(files[0], summary)
    write_standings(files[1], summary)
    write_cross_table(files[2], summary)
    write_games(files[3], names, fixtures, results)
    return files


def write_summary(file: Path, summary: Summary) -> None:
    """The whole summary as JSON."""
    with written_whole(file) as text:
        json.dump(summary, text, indent=1, ensure_ascii=False, allow_nan=False)
        text.write("\n")


def write_standings(file: Path, summary: Summary) -> None:
    """One row an agent, with its ratings; an empty cell is something that cannot be said."""
    elo, skill = (summary["ratings"][scale]["agents"] for scale in ("elo", "openskill"))
    with written_whole(file) as text:
        rows = csv.writer(text, lineterminator="\n")
        for number, agent in enumerate(summary["agents"]):
            row = {
                "agent": agent["name"],
                "games": agent["games"],
                "deals": agent["deals"],
                "par": agent["par"],
                **_columns("win_rate", agent["win_rate"]),
                "win_rate_resolves": agent["win_rate"]["resolves"],
                **_columns("points_per_game", agent["points_per_game"]),
                "rounds_won": agent["rounds_won"],
                "elo": elo[number]["rating"],
                "elo_low": elo[number]["low"],
                "elo_high": elo[number]["high"],
                "openskill_mu": skill[number]["mu"],
                "openskill_sigma": skill[number]["sigma"],
                "decisions_per_second": agent["decisions_per_second"],
                "failures": agent["failures"],
                "failed_games": agent["failed_games"],
            }
            if number == 0:
                rows.writerow(row)
            rows.writerow(map(_cell, row.values()))


def _columns(name: str, estimate: Mapping[str, Any]) -> dict[str, Any]:
    return {name: estimate["mean"], f"{name}_low": estimate["low"], f"{name}_high": estimate["high"]}


def _cell(value: Any) -> Any:
    return format(value, ".6g") if isinstance(value, float) else value


def write_cross_table(file: Path, summary: Summary) -> None:
    """The win rate of the row agent against the column agent; what else is known is in the JSON."""
    cross = summary["cross_table"]
    with written_whole(file) as text:
        rows = csv.writer(text, lineterminator="\n")
        rows.writerow(["agent", *cross["agents"]])
        for name, rates in zip(cross["agents"], cross["win_rate"], strict=True):
            rows.writerow([name, *map(_cell, rates)])


def write_games(file: Path, names: Sequence[str], fixtures: Sequence[Fixture], results: GameResults) -> None:
    """One row a game; what belongs to places is joined by ``|`` in their order."""
    titles = {fixture.number: fixture.name for fixture in fixtures}
    endings = {int(ending): ending.name.lower() for ending in Ending}
    with written_whole(file) as text:
        rows = csv.writer(text, lineterminator="\n")
        rows.writerow(GAME_COLUMNS)
        for start in range(0, len(results), CHUNK):
            games = results[start : start + CHUNK]
            rows.writerows(
                zip(
                    [titles.get(number, str(number)) for number in games["fixture"].tolist()],
                    games["deal"].tolist(),
                    games["seating"].tolist(),
                    [endings[number] for number in games["ending"].tolist()],
                    _joined(games["agent"], games["places"], names.__getitem__),
                    _winners(games, names),
                    _joined(games["share"], games["places"], "{:.4g}".format),
                    _joined(games["points"], games["places"], str),
                    _joined(games["rounds_won"], games["places"], str),
                    games["rounds"].tolist(),
                    games["dead_rounds"].tolist(),
                    games["decisions"].tolist(),
                    games["first"].tolist(),
                    strict=True,
                )
            )


def _joined(values: npt.NDArray[Any], places: npt.NDArray[Any], say: Callable[[Any], str]) -> list[str]:
    """What each row has at its places, as one string a row; rows that were seen before are not said anew."""
    known: dict[tuple[Any, ...], str] = {}
    said = []
    for row, count in zip(values.tolist(), places.tolist(), strict=True):
        key = tuple(row[:count])
        text = known.get(key)
        if text is None:
            text = known[key] = "|".join(map(say, key))
        said.append(text)
    return said


def _winners(games: GameResults, names: Sequence[str]) -> list[str]:
    """The agents with a share in each game's win, every one once."""
    seats = np.where(games["share"] > 0, games["agent"], NOBODY)
    known: dict[tuple[int, ...], str] = {}
    said = []
    for row in map(tuple, seats.tolist()):
        text = known.get(row)
        if text is None:
            text = known[row] = "|".join(names[agent] for agent in dict.fromkeys(row) if agent != NOBODY)
        said.append(text)
    return said
