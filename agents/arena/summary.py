"""All that is said about an evaluation or a tournament, as one dictionary that can be written as JSON.

An interval is a dictionary ``mean, low, high, deals, resolves``; None stands for what cannot be said.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, TypeAlias

import numpy as np

from agents.arena.fixtures import Fixture
from agents.arena.ratings import ANCHOR, RESAMPLES, elo, openskill
from agents.arena.referee import Failure
from agents.arena.results import Ending, GameResults, counted
from agents.arena.statistics import (
    CONFIDENCE,
    DealScores,
    Estimate,
    as_rate,
    by_fixture,
    holm,
    p_value,
    pooled_interval,
    rate_interval,
    ratio_interval,
    score_deals,
    wilson_over_deals,
)

Summary: TypeAlias = dict[str, Any]

MOST_FAILURES_TOLD = 20
#: What a cell of the cross table is about.
ALONE = "the row agent alone against several of the column agent"
EVEN = "the row agent against the column agent"
MANY = "several of the row agent against the column agent, for each place"
TABLE = "wins of the row agent among the wins of the two, at tables of several agents"


def summarize(
    names: Sequence[str],
    fixtures: Sequence[Fixture],
    results: GameResults,
    timings: Mapping[str, Mapping[str, float]] | None = None,
    *,
    failures: Sequence[Failure] = (),
    anchor: str = ANCHOR,
    resamples: int = RESAMPLES,
    seed: int = 0,
    most_openskill_games: int | None = None,
    confidence: float = CONFIDENCE,
) -> Summary:
    """Everything about the games played: agents, fixtures, cross table, ratings, seats, length of games.

    ``timings`` has the decisions and seconds of each agent by name.  Of many failures only some are told.
    """
    _check(names, fixtures, results)
    games = counted(results)
    shares = score_deals(results)
    summary = {
        "confidence": confidence,
        **_endings(results),
        "deals": sum(len(table.deals) for table in shares),
        "agents": _agents(names, fixtures, results, shares, timings or {}, failures, confidence),
        "fixtures": _fixtures(names, fixtures, results, shares, confidence),
        "cross_table": _cross_table(names, fixtures, shares, confidence),
        "ratings": _ratings(names, results, anchor, resamples, seed, most_openskill_games, confidence),
        "seats": _seats(games, confidence),
        "rounds_per_game": games["rounds"].mean() if len(games) else None,
        "decisions_per_game": _lengths(games),
        "failures": [asdict(failure) for failure in failures[:MOST_FAILURES_TOLD]],
    }
    plain: Summary = _plain(summary)
    return plain


def ranking(summary: Summary) -> list[int]:
    """The agents from best to worst, by Elo; those without games last."""
    ratings = [row["rating"] for row in summary["ratings"]["elo"]["agents"]]
    return sorted(range(len(ratings)), key=lambda agent: (ratings[agent] is None, -(ratings[agent] or 0.0)))


def _check(names: Sequence[str], fixtures: Sequence[Fixture], results: GameResults) -> None:
    """Results that belong to these agents and fixtures?"""
    unknown = sorted(set(np.unique(results["fixture"]).tolist()) - {fixture.number for fixture in fixtures})
    if unknown:
        raise ValueError(f"there are results of fixture {unknown[0]}, which is not among the fixtures given")
    highest = int(results["agent"].max(initial=-1))
    if highest >= len(names):
        raise ValueError(f"the results know an agent number {highest}, but only {len(names)} agents are named")


def _plain(value: Any) -> Any:
    """The same in numbers that JSON has; what is not a number becomes None."""
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    if isinstance(value, Estimate):
        return _plain(asdict(value))
    if isinstance(value, list | tuple | np.ndarray):
        return [_plain(part) for part in value]
    if isinstance(value, np.generic):
        value = value.item()
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _endings(results: GameResults) -> dict[str, int]:
    """How many games were played, and how many ended otherwise than by a win."""
    endings = results["ending"]
    return {
        "games": len(results),
        **{ending.name.lower(): int((endings == ending).sum()) for ending in Ending if ending != Ending.WON},
    }


def _agents(
    names: Sequence[str],
    fixtures: Sequence[Fixture],
    results: GameResults,
    shares: Sequence[DealScores],
    timings: Mapping[str, Mapping[str, float]],
    failures: Sequence[Failure],
    confidence: float,
) -> list[dict[str, Any]]:
    """One row an agent, in the order in which they were named."""
    pars = {fixture.number: fixture.par for fixture in fixtures}
    points, rounds_won = score_deals(results, "points"), score_deals(results, "rounds_won")
    tallies = _tallies(results, len(names))
    failed = Counter(failure.agent for failure in failures)
    rows = []
    for agent, name in enumerate(names):
        expected = [np.full(len(table.of(agent)[0]), pars[table.fixture]) for table in shares]
        timing = timings.get(name, {})
        seconds = timing.get("seconds", 0.0)
        rows.append(
            {
                "name": name,
                "games": tallies["games"][agent],
                "deals": sum(map(len, expected)),
                "win_rate": rate_interval([table.of(agent) for table in shares], confidence),
                "par": np.concatenate([np.zeros(0), *expected]).mean() if any(map(len, expected)) else None,
                "points_per_game": pooled_interval([table.of(agent) for table in points], confidence),
                "rounds_won": _share_of_rounds(rounds_won, agent, tallies["games"][agent], tallies["rounds"][agent]),
                "decisions_per_second": timing.get("decisions", 0) / seconds if seconds > 0 else None,
                "failures": failed[name],
                "failed_games": tallies["failed"][agent],
            }
        )
    return rows


def _share_of_rounds(won: Sequence[DealScores], agent: int, games: int, rounds: int) -> float:
    """What part of all rounds each place of an agent wins."""
    mean = pooled_interval([table.of(agent) for table in won]).mean
    return mean * games / rounds if rounds else math.nan


def _tallies(results: GameResults, agents: int) -> dict[str, list[int]]:
    """The games each agent sat in, those that failed, and the rounds of those that did not."""
    totals = {key: np.zeros(agents, np.int64) for key in ("games", "failed", "rounds")}
    for _, games in by_fixture(results):
        seats = np.ascontiguousarray(games["agent"])
        failed = games["ending"] == Ending.FAILED
        rounds = games["rounds"].astype(np.int64)
        for agent in np.unique(seats[seats >= 0]).tolist():
            there = (seats == agent).any(axis=1)
            totals["games"][agent] += (there & ~failed).sum()
            totals["failed"][agent] += (there & failed).sum()
            totals["rounds"][agent] += rounds[there & ~failed].sum()
    return {key: values.tolist() for key, values in totals.items()}


def _fixtures(
    names: Sequence[str],
    fixtures: Sequence[Fixture],
    results: GameResults,
    shares: Sequence[DealScores],
    confidence: float,
) -> list[dict[str, Any]]:
    """One row a fixture; its p-value is that of the agent named first against par, corrected for so many tests."""
    scored = {table.fixture: table for table in shares}
    played = dict(by_fixture(results))
    rows: list[dict[str, Any]] = []
    for fixture in fixtures:
        table = scored.get(fixture.number)
        agents = list(dict.fromkeys(fixture.agents))
        rates = [rate_interval([table.of(agent)] if table else [], confidence) for agent in agents]
        rows.append(
            {
                "number": fixture.number,
                "name": fixture.name,
                "par": fixture.par,
                "deals": len(table.deals) if table else 0,
                **_endings(played.get(fixture.number, results[:0])),
                "agents": [
                    {"name": names[agent], "places": fixture.agents.count(agent), "win_rate": rate}
                    for agent, rate in zip(agents, rates, strict=True)
                ],
                "resolves": max((rate.resolves for rate in rates if not math.isnan(rate.resolves)), default=None),
                "p_value": p_value(table.of(agents[0])[1], fixture.par) if table else math.nan,
            }
        )
    for row, corrected in zip(rows, holm([row["p_value"] for row in rows]), strict=True):
        row["p_value_of_all"] = corrected
    return rows


def _cross_table(
    names: Sequence[str], fixtures: Sequence[Fixture], shares: Sequence[DealScores], confidence: float
) -> dict[str, Any]:
    """Row agent against column agent, with the par and the meaning of every cell."""
    pars = {fixture.number: fixture.par for fixture in fixtures}
    # What is known about a pair, the most telling kind of fixture first.
    meetings: dict[tuple[int, int], dict[str, list[DealScores]]] = {}
    for table in shares:
        for row, own in zip(table.agents, table.places, strict=True):
            for column, others in zip(table.agents, table.places, strict=True):
                if row != column:
                    kind = ALONE if own < others else EVEN if own == others else MANY
                    kind = kind if len(table.agents) == 2 else TABLE
                    meetings.setdefault((row, column), {}).setdefault(kind, []).append(table)
    size = len(names)
    keys = ("win_rate", "low", "high", "par", "deals", "resolves", "basis")
    matrices: dict[str, list[list[Any]]] = {key: [[None] * size for _ in range(size)] for key in keys}
    for (row, column), kinds in meetings.items():
        kind = next(kind for kind in (EVEN, ALONE, MANY, TABLE) if kind in kinds)
        tables = kinds[kind]
        if kind == TABLE:
            estimate, par = _among_two(tables, row, column, confidence)
        else:
            estimate = rate_interval([table.of(row) for table in tables], confidence)
            weights = [len(table.deals) for table in tables]
            par = float(np.average([pars[table.fixture] for table in tables], weights=weights))
        cell = (estimate.mean, estimate.low, estimate.high, par, estimate.deals, estimate.resolves, kind)
        for key, value in zip(keys, cell, strict=True):
            matrices[key][row][column] = value
    return {"agents": list(names), **matrices}


def _among_two(tables: Sequence[DealScores], row: int, column: int, confidence: float) -> tuple[Estimate, float]:
    """The wins of one agent among the wins of two at tables with others, and what they would be at par."""
    wins, both, deals = [], [], []
    places = np.zeros(2)
    for table in tables:
        one, other = table.agents.index(row), table.agents.index(column)
        together = ~np.isnan(table.scores[:, [one, other]]).any(axis=1)
        own = table.scores[together, one] * table.places[one]
        wins.append(own)
        both.append(own + table.scores[together, other] * table.places[other])
        deals.append(table.deals[together])
        places += np.array([table.places[one], table.places[other]]) * together.sum()
    estimate = ratio_interval(np.concatenate(wins), np.concatenate(both), np.concatenate(deals), confidence)
    return as_rate(estimate, confidence), float(places[0] / places.sum()) if places.any() else math.nan


def _ratings(
    names: Sequence[str],
    results: GameResults,
    anchor: str,
    resamples: int,
    seed: int,
    most_games: int | None,
    confidence: float,
) -> dict[str, Any]:
    """Both scales."""
    scale = elo(names, results, anchor, resamples, seed, confidence)
    skills = openskill(names, results, most_games)
    anchored = f"{scale.anchor} = 1000" if scale.anchor else f"mean of all = 1000, because {anchor} did not play"
    groups = {rating.group for rating in scale.ratings if rating.games}
    return {
        "elo": {
            "anchor": scale.anchor,
            "anchored": anchored,
            "connected": len(groups) <= 1,
            "games": scale.games,
            "resamples": scale.resamples,
            "agents": [{"name": name, **asdict(rating)} for name, rating in zip(names, scale.ratings, strict=True)],
        },
        "openskill": {
            "games": skills.games,
            "games_played": skills.games_played,
            "agents": [{"name": name, **asdict(rating)} for name, rating in zip(names, skills.ratings, strict=True)],
        },
    }


def _seats(games: GameResults, confidence: float) -> list[dict[str, Any]]:
    """The win rate by seat, for each size of table; position 0 is left of the dealer (of a match: the first one).

    Games that were broken off and those in which the places are no seats do not say who that was.
    """
    games = games[~np.isin(games["ending"], (Ending.ENDLESS, Ending.FORFEIT)) & (games["first"] >= 0)]
    tables = []
    for places in np.unique(games["places"]).tolist():
        chosen = games[games["places"] == places]
        shares = chosen["share"][:, :places].astype(np.float64)
        by_position = np.take_along_axis(shares, (np.arange(places) + chosen["first"][:, None]) % places, axis=1)
        rows = []
        for position in range(places):
            rate, low, high = wilson_over_deals(by_position[:, position], chosen["deal"], confidence)
            rows.append({"position": position, "win_rate": rate, "low": low, "high": high, "games": len(chosen)})
        tables.append({"places": places, "positions": rows})
    return tables


def _lengths(games: GameResults) -> dict[str, float | None]:
    """How many decisions a game takes."""
    decisions = games["decisions"][games["ending"] != Ending.FORFEIT]
    if not len(decisions):
        return dict.fromkeys(("mean", "median", "p5", "p95", "max"))
    low, median, high = np.percentile(decisions, (5, 50, 95))
    return {"mean": decisions.mean(), "median": median, "p5": low, "p95": high, "max": decisions.max()}
