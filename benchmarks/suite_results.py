"""Results of the suite: the scoring rule, and the three files of a result's folder.

``result.json``
    Who was scored with what, a row a task, the total.
``games.jsonl.gz``
    One line for every part of a task: all moves of the scored agent and the outcome of every game.
``records.jsonl.gz``
    Full records of all games of the first deal of each task, as ``uno replay`` shows them.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import math
import platform
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import UTC, date, datetime
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np

from agents.arena.folder import source_of
from agents.arena.referee import Timing
from agents.arena.statistics import CONFIDENCE, Estimate, mean_interval
from agents.arena.whole_files import write_whole
from agents.compiling import kernel
from benchmarks.suite_play import Part, PlayedTask, SuiteError
from benchmarks.suite_tasks import TASKS, Task
from uno_env.engine.jit import source_digest
from uno_env.version import __version__

FORMAT = 1
RESULT_FILE, GAMES_FILE, RECORDS_FILE = "result.json", "games.jsonl.gz", "records.jsonl.gz"
#: Unpacked, no file of a result is larger; random play with the longest games stays far below.
MOST_BYTES = 256 << 20
#: No number of a result is larger, no name or date longer.
MOST, LONGEST_LINE, MOST_A_SECOND = 1e15, 200, 10**9
#: What reading JSON may raise: no JSON, no text, a number of thousands of digits; brackets nested without end.
UNREADABLE = (ValueError, RecursionError)
#: What a row says of the machine; nobody can check it.
MEASURED = ("decisions_per_second",)


@dataclass(frozen=True)
class Folder:
    """What was read from a folder."""

    result: dict[str, Any]
    #: By the task's name.
    parts: dict[str, list[Part]]
    records: list[dict[str, Any]]


# -- the scoring rule ------------------------------------------------------------------------------


def deal_means(values: Sequence[float], deals: int) -> Any:
    """One number for each deal: the mean over its seatings."""
    return np.array(values, np.float64).reshape(deals, -1).mean(axis=1)


def row_of(task: Task, parts: Sequence[Part], timing: Timing | None = None) -> dict[str, Any]:
    """What a task's games come to: win rate, score and their intervals over deals."""
    shares = np.concatenate([deal_means(part.shares, part.deals) for part in parts])
    points = np.concatenate([deal_means(part.points, part.deals) for part in parts])
    won, scored = mean_interval(shares), mean_interval(points)
    return {
        "task": task.name,
        "digest": task.digest,
        "deals": task.deals,
        "games": sum(len(part.shares) for part in parts),
        "par": task.par,
        "win_rate": _spread(won),
        "score": _spread(won, task.score),
        "points": _spread(scored),
        "moves": sum(len(part.moves) for part in parts),
        "games_digest": games_digest(task, parts),
        "decisions_per_second": round(1 / timing.each) if timing and timing.each else None,
    }


def _spread(estimate: Estimate, scale: Any = float) -> dict[str, float]:
    return {"mean": scale(estimate.mean), "low": scale(estimate.low), "high": scale(estimate.high)}


def total_of(rows: Sequence[Mapping[str, Any]], quick: bool) -> dict[str, float] | None:
    """The mean of all scores with its interval, or None if tasks are missing.

    Tasks have deals of their own, so their errors are independent and their squares add up.
    """
    names = {(task.quick() if quick else task).name for task in TASKS}
    if {row["task"] for row in rows} != names:
        return None
    mean = sum(row["score"]["mean"] for row in rows) / len(rows)
    halves = [(row["score"]["high"] - row["score"]["low"]) / 2 for row in rows]
    half = math.sqrt(sum((each / _quantile(row["deals"])) ** 2 for each, row in zip(halves, rows, strict=True)))
    half *= NormalDist().inv_cdf(0.5 + CONFIDENCE / 2) / len(rows)
    return {"mean": mean, "low": mean - half, "high": mean + half}


def _quantile(deals: int) -> float:
    """How many standard errors Student's interval of so many deals reaches to either side."""
    probe = np.arange(deals, dtype=np.float64)
    found = mean_interval(probe)
    return (found.high - found.low) / 2 / float(probe.std(ddof=1) / np.sqrt(deals))


# -- writing ---------------------------------------------------------------------------------------


def result_of(
    agent: str, name: str, played: Sequence[PlayedTask], quick: bool, move_seconds: float | None = None
) -> dict[str, Any]:
    """The content of ``result.json``; ``move_seconds`` is what a call of the agent might take, None without a limit."""
    rows = [row_of(each.task, each.parts, each.timing) for each in played]
    opponents = sorted({opponent for each in played for opponent in each.task.opponents})
    return {
        "format": FORMAT,
        "name": name,
        "agent": agent,
        "quick": quick,
        "move_seconds": move_seconds,
        "date": datetime.now(UTC).date().isoformat(),
        "version": __version__,
        "engine_sources": source_digest(),
        "agents_sources": kernel.digest,
        "agent_source": source_of(agent),
        "opponents": {opponent: source_of(opponent) for opponent in opponents},
        "machine": f"{platform.machine()}, Python {platform.python_version()}",
        "total": total_of(rows, quick),
        "tasks": rows,
    }


def write_result(folder: Path, result: Mapping[str, Any], played: Sequence[PlayedTask]) -> None:
    """Leave all three files; ``result.json`` last, so that a folder with one is whole."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = (line for each in played for line in game_lines(each.task, each.parts))
    _write_lines(folder / GAMES_FILE, lines)
    records = ({"task": each.task.name} | record for each in played for record in each.records)
    _write_lines(folder / RECORDS_FILE, (json.dumps(record) for record in records))
    write_whole(folder / RESULT_FILE, json.dumps(result, indent=1).encode() + b"\n")


def game_lines(task: Task, parts: Iterable[Part]) -> Iterable[str]:
    """The lines of a task in ``games.jsonl.gz``."""
    for part in parts:
        plain = asdict(part) | {"shares": _short(part.shares), "points": _short(part.points)}
        yield json.dumps({"task": task.name} | plain, separators=(",", ":"))


def _short(values: Iterable[float]) -> list[float]:
    """1 rather than 1.0."""
    return [int(value) if value == int(value) else value for value in values]


def games_digest(task: Task, parts: Sequence[Part]) -> str:
    """Of all moves and outcomes of a task."""
    digest = hashlib.sha256()
    for line in game_lines(task, parts):
        digest.update(line.encode() + b"\n")
    return digest.hexdigest()[:16]


def _write_lines(file: Path, lines: Iterable[str]) -> None:
    text = "".join(f"{line}\n" for line in lines)
    # Without a time in it the same games make the same file.
    write_whole(file, gzip.compress(text.encode(), 9, mtime=0))


# -- reading ---------------------------------------------------------------------------------------


def read_folder(folder: Path) -> Folder:
    """All three files, refused with the first thing that is wrong with their form."""
    if not folder.is_dir():
        raise SuiteError(f"{folder} is no folder: name the one that python -m benchmarks.suite score has written")
    result = read_result(folder)
    parts: dict[str, list[Part]] = {}
    for number, line in enumerate(_read_lines(folder / GAMES_FILE), 1):
        where = f"{folder / GAMES_FILE}, line {number}"
        name, part = _part(line, where)
        parts.setdefault(name, []).append(part)
    return Folder(result, parts, _read_lines(folder / RECORDS_FILE))


def read_result(folder: Path) -> dict[str, Any]:
    """``result.json`` alone."""
    file = folder / RESULT_FILE
    if not file.is_file():
        raise SuiteError(f"{file} is missing: a score that was broken off goes on when it is started again")
    try:
        result = json.loads(file.read_text())
    except UNREADABLE as error:
        raise SuiteError(f"{file} is not JSON: {error}") from error
    wanted = {"format": int, "name": str, "agent": str, "quick": bool, "date": str, "version": str, "tasks": list}
    wanted |= {"engine_sources": str, "agents_sources": str}
    for key, kind in wanted.items():
        if not isinstance(result, dict) or type(result.get(key)) is not kind:
            raise SuiteError(f"{file} is no result of the suite: {key!r} is missing or no {kind.__name__}")
        if kind is str:
            checked_line(result[key], f"{file}: {key}")
    try:
        date.fromisoformat(result["date"])
    except ValueError as error:
        raise SuiteError(f"{file}: date {result['date']!r} is none") from error
    if result["format"] != FORMAT:
        raise SuiteError(f"{file} has format {result['format']}, this suite reads {FORMAT}: use its own version of it")
    if not result["tasks"]:
        raise SuiteError(f"{file} has no tasks")
    for row in result["tasks"]:
        if not isinstance(row, dict) or not isinstance(row.get("task"), str) or "digest" not in row:
            raise SuiteError(f"{file}: a row of its tasks has no name or no digest")
        speed = row.get("decisions_per_second")
        if speed is not None and not (type(speed) is int and 0 <= speed < MOST_A_SECOND):
            raise SuiteError(f"{file}: {row['task']}: decisions_per_second must be a whole number, or null")
        if not _is_spread(row.get("score")):
            raise SuiteError(f"{file}: {row['task']}: score must have a mean, a low and a high")
    if "total" not in result or not (result["total"] is None or _is_spread(result["total"])):
        raise SuiteError(f"{file}: total must have a mean, a low and a high, or be null")
    return dict(result)


def checked_line(text: str, what: str) -> str:
    """The text, if it is a short line that can be printed."""
    if not 0 < len(text) <= LONGEST_LINE or not text.isprintable():
        raise SuiteError(f"{what} must be a line of at most {LONGEST_LINE} characters that can be printed")
    return text


def _is_spread(value: object) -> bool:
    return isinstance(value, dict) and value.keys() == {"mean", "low", "high"} and all(map(is_number, value.values()))


def _part(line: Mapping[str, Any], where: str) -> tuple[str, Part]:
    extra = [key for key in line if key != "task" and key not in {each.name for each in fields(Part)}]
    if extra:
        raise SuiteError(f"{where} is damaged: nothing is called {extra[0]!r} there")
    try:
        name, values = line["task"], {each.name: line[each.name] for each in fields(Part)}
    except KeyError as error:
        raise SuiteError(f"{where} lacks {error.args[0]!r}") from error
    lists = (values["moves"], values["shares"], values["points"], values["decisions"])
    whole = isinstance(name, str) and all(isinstance(values[key], int) for key in ("first_deal", "deals"))
    if not whole or not all(isinstance(each, list) and all(map(is_number, each)) for each in lists):
        raise SuiteError(f"{where} is damaged: deals are whole numbers, moves and outcomes lists of numbers")
    if not all(isinstance(move, int) and abs(move) < 1 << 31 for move in values["moves"]):
        raise SuiteError(f"{where} is damaged: moves are the numbers of actions")
    return name, Part(**values)


def is_number(value: object) -> bool:
    """A number that can be worked with: JSON has others."""
    return type(value) in (int, float) and abs(value) < MOST  # type: ignore[operator, arg-type]


def _read_lines(file: Path) -> list[dict[str, Any]]:
    if not file.is_file():
        raise SuiteError(f"{file} is missing: without it the result cannot be verified")
    try:
        with gzip.open(file) as packed:
            data = packed.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise SuiteError(f"{file} holds more than {MOST_BYTES >> 20} MB: no result of the suite does")
        lines = [json.loads(line) for line in data.decode().splitlines()]
    except (OSError, EOFError, zlib.error, *UNREADABLE) as error:
        raise SuiteError(f"{file} is damaged: {error}") from error
    if not all(isinstance(line, dict) for line in lines):
        raise SuiteError(f"{file} is damaged: every line is a JSON object")
    return lines
