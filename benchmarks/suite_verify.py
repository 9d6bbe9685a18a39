"""Verifying a result from its records: everything that can be made again is made again and compared.

The first thing that is wrong is named.  What cannot be known from records is who chose the moves; for an agent that can
be run here, ``replay`` has it choose them once more.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from agents.arena.fixtures import seatings
from agents.compiling import kernel
from benchmarks.suite_play import Part, SuiteError, agent_again, play_again, shards
from benchmarks.suite_results import MEASURED, Folder, is_number, read_folder, row_of, total_of
from benchmarks.suite_tasks import Task, task_named
from uno_env import recording
from uno_env.engine.jit import source_digest
from uno_env.recording import RecordError
from uno_env.rules import RuleSet
from uno_env.version import __version__

#: Sums of floats may differ by so much from machine to machine.
TOLERANCE = 1e-6
Tell = Callable[[str], None]


class NotVerified(SuiteError):
    """A result that does not hold; the message names the first thing that is wrong."""


def verify(folder: Path, replay: bool = False, tell: Tell = lambda note: None) -> dict[str, Any]:
    """Check a result; returns what its ``result.json`` says, all of which then follows from the records.

    ``replay`` lets the agent itself play all tasks again, too.
    """
    found, tasks = _whole(folder)
    for task in tasks:
        tell(f"{task.name}: {task.deals} deals against {task.describe_opponents()}")
        try:
            _check_records(found, task)
            _check_games(found, task)
        except NotVerified as error:
            raise NotVerified(f"{error}{other_sources(found.result)}") from error
        if replay:
            _check_agent(found, task)
    _check_rows(found, tasks)
    return found.result


def check_figures(folder: Path) -> dict[str, Any]:
    """The quick part of it: all games are there, and all figures of the result follow from what it says of them."""
    found, tasks = _whole(folder)
    _check_rows(found, tasks)
    return found.result


def _whole(folder: Path) -> tuple[Folder, list[Task]]:
    """What a folder holds, of tasks of today and with all games."""
    found = read_folder(folder)
    tasks = _current_tasks(found)
    _check_complete(found, tasks)
    return found, tasks


def other_sources(result: Mapping[str, Any]) -> str:
    """What may explain a difference: the result was made with another engine or other opponents."""
    here = {"version": __version__, "engine_sources": source_digest(), "agents_sources": kernel.digest}
    differ = [f"{key} {result.get(key)}, here {value}" for key, value in here.items() if result.get(key) != value]
    return f" (the result was made with other sources: {'; '.join(differ)})" if differ else ""


def _current_tasks(found: Folder) -> list[Task]:
    tasks: list[Task] = []
    for row in found.result["tasks"]:
        task = task_named(row["task"])
        if task is None:
            raise NotVerified(
                f"{row['task']}: no task of this suite is called so; see python -m benchmarks.suite tasks"
            )
        if row["digest"] != task.digest:
            raise NotVerified(
                f"{task.name}: the result is of another definition of the task (digest {row['digest']}, not "
                f"{task.digest}): score the agent again"
            )
        if found.result["quick"] != task.is_quick:
            raise NotVerified(f"{task.name}: quick and full tasks cannot be in one result")
        if task in tasks:
            raise NotVerified(f"{task.name} is there twice")
        tasks.append(task)
    return tasks


def _check_complete(found: Folder, tasks: Sequence[Task]) -> None:
    """All parts of all tasks are there, once, with an outcome for every game."""
    names = {task.name for task in tasks}
    for what, there in (("games", list(found.parts)), ("records", [each.get("task") for each in found.records])):
        strange = [name for name in there if not isinstance(name, str) or name not in names]
        if strange:
            raise NotVerified(f"there are {what} of {strange[0]!r}, which is not among the tasks of the result")
    for task in tasks:
        parts = found.parts.get(task.name, [])
        wanted = shards(task, found.result["agent"])
        if [(part.first_deal, part.deals) for part in parts] != [(each.first_deal, each.deals) for each in wanted]:
            there = {part.first_deal for part in parts}
            missing = next((each for each in wanted if each.first_deal not in there), None)
            if missing is not None:
                last = missing.first_deal + missing.deals
                raise NotVerified(f"{task.name}: games are missing: deals {missing.first_deal + 1} to {last}")
            raise NotVerified(f"{task.name}: the parts of its {task.deals} deals are not those of the task")
        for shard, part in zip(wanted, parts, strict=True):
            games = sum(len(seatings(shard.fixture, shard.first_deal + deal)) for deal in range(shard.deals))
            for what in ("shares", "points", "decisions"):
                if len(getattr(part, what)) != games:
                    raise NotVerified(
                        f"{task.name}: games are missing: deals {part.first_deal + 1} to "
                        f"{part.first_deal + part.deals} have {len(getattr(part, what))} {what}, not {games}"
                    )


def _check_records(found: Folder, task: Task) -> None:
    """The full records replay by themselves, as other engines would replay them."""
    for record in _records_of(found, task):
        where = f"{task.name}, {record.get('game', 'a record without a game')}, round {record.get('round')}"
        try:
            last = recording.replay(record)
        except RecordError as error:
            raise NotVerified(f"{where}: the record cannot be replayed: {error}") from error
        if record.get("winner") != last.winner:
            raise NotVerified(f"{where}: the record says that {record.get('winner')} won, its moves say {last.winner}")


def _records_of(found: Folder, task: Task) -> list[dict[str, Any]]:
    return [record for record in found.records if record.get("task") == task.name]


def _check_games(found: Folder, task: Task) -> None:
    """With the agent's moves and the real opponents every game ends as the result says, and as its record shows."""
    agent, parts = found.result["agent"], found.parts[task.name]
    kept = _records_of(found, task)
    made: list[dict[str, Any]] = []
    try:
        for (shard, again, records), part in zip(play_again(task, agent, parts), parts, strict=True):
            made += records
            per_deal = len(part.shares) // part.deals
            for what in ("shares", "points", "decisions"):
                _compare_outcomes(task, what, getattr(part, what), getattr(again, what), shard.first_deal, per_deal)
    except SuiteError as error:
        raise error if isinstance(error, NotVerified) else NotVerified(str(error)) from error
    for one, other in zip(kept, made, strict=False):
        where = f"{task.name}, {other['game']}, round {other['round']}"
        for key, value in other.items():
            same = _same_rules(one, value) if key == "rules" else one.get(key) == value
            if not same:
                said = _DEALT if key in ("rules", "dealer", "deck") else f"{key} of its record: not those"
                raise NotVerified(f"{where}: {said} of the game played again from the task's seed")
    if len(kept) != len(made):
        raise NotVerified(f"{task.name}: {len(kept)} full records, where the first deal has {len(made)}")


def _same_rules(record: Mapping[str, Any], rules: Mapping[str, Any]) -> bool:
    """Whatever is left out has its default: rules may have been added since."""
    return RuleSet.from_dict(record["rules"]) == RuleSet.from_dict(rules)


_DEALT = "other deals: the rules, the dealer or the deck of its record are not those"
_OUTCOMES = {"shares": "share of the win", "points": "points", "decisions": "number of decisions"}


def _compare_outcomes(
    task: Task, what: str, said: Sequence[float], found: Sequence[float], first_deal: int, per_deal: int
) -> None:
    for number, (one, other) in enumerate(zip(said, found, strict=True)):
        if abs(one - other) > TOLERANCE:
            deal, seating = divmod(number, per_deal)
            raise NotVerified(
                f"{task.name}, deal {first_deal + deal + 1}, seating {seating + 1}: the result says that the agent's "
                f"{_OUTCOMES[what]} was {one:g}; played again it is {other:g}"
            )


def _check_agent(found: Folder, task: Task) -> None:
    """The agent itself makes the moves of the record."""
    parts: Sequence[Part] = found.parts[task.name]
    for (shard, moves), part in zip(agent_again(task, found.result["agent"]), parts, strict=True):
        if moves != part.moves:
            same = next(
                (number for number, (one, other) in enumerate(zip(moves, part.moves, strict=False)) if one != other),
                min(len(moves), len(part.moves)),
            )
            raise NotVerified(
                f"{task.name}, deals {shard.first_deal + 1} to {shard.first_deal + shard.deals}: "
                f"{found.result['agent']} itself plays otherwise, from its move {same + 1} on"
            )


def _check_rows(found: Folder, tasks: Sequence[Task]) -> None:
    """Win rates, scores, intervals and the total follow from the games."""
    rows = [row_of(task, found.parts[task.name]) for task in tasks]
    for row, said in zip(rows, found.result["tasks"], strict=True):
        for key, value in row.items():
            if key not in MEASURED and not _same(value, said.get(key)):
                raise NotVerified(f"{row['task']}: {key} is {_shown(said.get(key))}, its games give {_shown(value)}")
    total = total_of(rows, found.result["quick"])
    if not _same(total, found.result.get("total")):
        raise NotVerified(f"the total is {_shown(found.result.get('total'))}, its tasks give {_shown(total)}")


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, dict):
        return (
            isinstance(other, dict) and one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
        )
    if isinstance(one, float):
        return is_number(other) and math.isclose(one, other, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    return bool(one == other)


def _shown(value: Any) -> str:
    if isinstance(value, dict) and "mean" in value:
        value = value["mean"]
    return f"{value:.6g}" if isinstance(value, float) else repr(value)
