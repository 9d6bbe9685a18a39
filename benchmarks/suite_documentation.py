"""Tables of the benchmark suite in the documents, made from its tasks and its leaderboard."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks import leaderboard as board
from benchmarks.suite_tasks import TASKS
from uno_env.documentation import table

MISSING = "-"


def suite_tasks() -> str:
    """Every task: what is played and what its win rates are worth."""
    rows = [
        (
            f"`{task.name}`",
            task.describe_rules(),
            task.describe_opponents(),
            f"{task.deals:,}",
            f"{task.deals * task.plan('random_play').seatings:,}",
            str(task.seed),
            f"{100 * task.zero:.2f}",
            f"{100 * task.hundred:.2f}",
            f"`{task.digest}`",
        )
        for task in TASKS
    ]
    return table(("task", "rules", "against", "deals", "games", "seed", "0 is %", "100 is %", "digest"), rows)


def leaderboard() -> str:
    """All results, the best first."""
    rows = []
    for rank, entry in enumerate(board.read()["entries"], 1):
        total = entry["total"]
        speeds = sorted(speed for speed in entry["decisions_per_second"].values() if speed is not None)
        rows.append(
            (
                str(rank) if total else MISSING,
                f"`{entry['name']}`",
                board.interval(total) if total else "no total",
                f"{len(entry['scores'])} of {len(TASKS)}",
                f"{speeds[len(speeds) // 2]:,}" if speeds else MISSING,
                entry["version"],
                entry["date"],
            )
        )
    return table(("", "agent", "total [95 %]", "tasks", "decisions a second, median task", "version", "date"), rows)


def leaderboard_tasks() -> str:
    """The score of every result in every task."""
    entries = board.read()["entries"]
    heads = ("task", *(f"`{entry['name']}`" for entry in entries))
    rows = [(f"`{task.name}`", *(_score(entry["scores"].get(task.name)) for entry in entries)) for task in TASKS]
    return table(heads, rows)


def _score(score: dict[str, float] | None) -> str:
    if score is None:
        return MISSING
    return f"{score['mean']:.0f} ± {(score['high'] - score['low']) / 2:.0f}"


MAKERS: dict[str, Callable[[], str]] = {each.__name__: each for each in (suite_tasks, leaderboard, leaderboard_tasks)}
