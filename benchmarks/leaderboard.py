"""The leaderboard: all verified results of the suite, the best first, as a file, a table and a picture."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from rich.markup import escape
from rich.table import Table

from agents.arena.pictures import EMPTY, FADED, INK, LINE, MARK, SPAN, canvas_in, heading, short_name
from agents.arena.whole_files import write_whole
from benchmarks.suite_play import SuiteError
from benchmarks.suite_results import GAMES_FILE, RECORDS_FILE, RESULT_FILE, read_result
from benchmarks.suite_tasks import TASKS
from benchmarks.suite_verify import NotVerified, check_figures, verify

RESULTS = Path(__file__).parent / "results" / "suite"
LEADERBOARD_FILE = "leaderboard.json"
PICTURE = Path(__file__).parent.parent / "docs" / "images" / "leaderboard.png"
Board = dict[str, Any]


def interval(estimate: Mapping[str, float], factor: float = 1) -> str:
    """``75.1 [72.0 .. 78.2]``."""
    mean, low, high = (f"{factor * estimate[key]:.1f}" for key in ("mean", "low", "high"))
    return f"{mean} [{low} .. {high}]"


def add(folder: Path, leaderboard: Path, folder_name: Callable[[str], str], replace: bool = False) -> dict[str, Any]:
    """Verify a result and keep it with the others; an earlier one of the same agent gives way."""
    result = verify(folder)
    if result["quick"]:
        raise NotVerified(f"{folder} is a quick look: the leaderboard takes results of the whole tasks only")
    kept = leaderboard / folder_name(result["name"])
    whole = kept / RESULT_FILE  # goes first and comes last: a folder without it holds nothing
    if whole.is_file():
        there = read_result(kept)
        if (there["name"], there["agent"]) != (result["name"], result["agent"]) and not replace:
            raise SuiteError(
                f"{kept} holds the result of {there['name']} (agent {there['agent']}): choose another --name, or say "
                "--replace"
            )
    kept.mkdir(parents=True, exist_ok=True)
    if kept.resolve() != folder.resolve():
        whole.unlink(missing_ok=True)
        for name in (GAMES_FILE, RECORDS_FILE, RESULT_FILE):
            write_whole(kept / name, (folder / name).read_bytes())
    return result


def build(leaderboard: Path) -> Board:
    """The leaderboard of all results in a folder; those without a total come last.

    Their figures are worked out again from their games; ``add`` has verified the games.
    """
    if not leaderboard.is_dir():
        raise SuiteError(f"{leaderboard} is no folder: add a result first, with --add FOLDER")
    entries = [_entry(file.parent) for file in sorted(leaderboard.glob(f"*/{RESULT_FILE}"))]
    if not entries:
        raise SuiteError(f"{leaderboard} holds no results: add one, with --add FOLDER")
    entries.sort(key=_strength, reverse=True)
    return {"tasks": {task.name: task.digest for task in TASKS}, "entries": entries}


def _strength(entry: Mapping[str, Any]) -> tuple[bool, float]:
    """By the total, else by the mean of what there is."""
    if entry["total"] is not None:
        return True, entry["total"]["mean"]
    scores = [score["mean"] for score in entry["scores"].values()]
    return False, sum(scores) / len(scores)


def _entry(folder: Path) -> dict[str, Any]:
    try:
        result = check_figures(folder)
    except NotVerified as error:
        raise SuiteError(f"{folder} does not hold: {error}") from error
    if result["quick"]:
        raise SuiteError(f"{folder} is a quick look, which has no place on the leaderboard")
    return {
        "name": result["name"],
        "agent": result["agent"],
        "date": result["date"],
        "version": result["version"],
        "folder": folder.name,
        "result_digest": hashlib.sha256((folder / RESULT_FILE).read_bytes()).hexdigest()[:16],
        "total": result["total"],
        "scores": {row["task"]: row["score"] for row in result["tasks"]},
        "decisions_per_second": {row["task"]: row.get("decisions_per_second") for row in result["tasks"]},
    }


def write(board: Board, leaderboard: Path) -> None:
    """Write the file."""
    write_whole(leaderboard / LEADERBOARD_FILE, json.dumps(board, indent=1).encode() + b"\n")


def read(leaderboard: Path = RESULTS) -> Board:
    """The file as it was written."""
    board: Board = json.loads((leaderboard / LEADERBOARD_FILE).read_text())
    return board


def as_table(board: Board) -> Table:
    """For the terminal."""
    table = Table("", "agent", title="Scores: 0 plays like random_play, 100 like expert; 95 % intervals over deals")
    for head in ("total", "tasks", "best task", "worst task", "date"):
        table.add_column(head, justify="right")
    for rank, entry in enumerate(board["entries"], 1):
        total, scores = entry["total"], entry["scores"]
        best, worst = (choose(scores, key=lambda name: scores[name]["mean"]) for choose in (max, min))
        table.add_row(
            str(rank) if total else "",
            escape(entry["name"]),
            interval(total) if total else "no total",
            f"{len(scores)} of {len(TASKS)}",
            *(f"{name} {scores[name]['mean']:.0f}" for name in (best, worst)),
            entry["date"],
        )
    return table


def draw(file: Path, board: Board) -> None:
    """A bar for every total, with its interval."""
    entries = [entry for entry in board["entries"] if entry["total"] is not None]
    with canvas_in(file, SPAN, LINE * max(len(entries), 1)) as axes:
        axes.set_ylim(len(entries) - 0.5 if entries else 0.5, -0.5)
        for line, entry in enumerate(entries):
            total = entry["total"]
            axes.barh(line, total["mean"], height=0.62, color=MARK, alpha=0.75, zorder=2)
            axes.plot([total["low"], total["high"]], [line, line], color=INK, lw=1.6, zorder=3)
            where: dict[str, Any] = {"va": "center_baseline", "size": 10, "color": INK}
            half = (total["high"] - total["low"]) / 2
            axes.text(1.09, line, f"{total['mean']:.0f}", ha="right", transform=axes.get_yaxis_transform(), **where)
            axes.text(1.105, line, f"±{half:.1f}", transform=axes.get_yaxis_transform(), **where)
        for score in (0, 100):
            axes.axvline(score, color=FADED, lw=1.2, ls=(0, (4, 3)), zorder=1)
        axes.set_yticks(range(len(entries)), [short_name(entry["name"]) for entry in entries], parse_math=False)
        axes.tick_params(axis="y", length=0, labelsize=10, labelcolor=INK)
        axes.tick_params(axis="x", labelsize=9, color=FADED, labelcolor=FADED)
        axes.grid(axis="x", color=EMPTY)
        axes.set_axisbelow(True)
        said = [
            f"Mean score over {len(TASKS)} tasks; 0 plays like random_play, 100 like expert.",
            "Lines: 95 % intervals.",
        ]
        heading(axes, "Benchmark suite", said, above=0.1)
