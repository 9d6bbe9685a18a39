"""Playing a task so that others can play it again: every move of the scored agent is kept, in the order it was asked.

Deals follow from the task's seed, and the opponents' random numbers from it too, so the moves of one agent are all it
takes to have the whole task once more, game by game (:func:`play_again`), on any machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from agents.arena.folder import TournamentFolder
from agents.arena.plan import Plan
from agents.arena.play_shard import PlayShard, ShardResult, ShardTask, own_policy, split
from agents.arena.referee import PATIENCE, Failure, Timing
from agents.arena.results import GameResults
from agents.arena.shards import Runner
from agents.arena.tournament import Progress, Tournament
from benchmarks.suite_tasks import Task
from uno_env.observation import Observations
from uno_env.policies import Policy, PolicySpec, chosen_actions, reset_policy, wants_worlds
from uno_env.round.kernels import Actions, Masks

#: Full records, for eyes and other engines, are kept of all games of so many deals of every task.
RECORDED_DEALS = 1
SCORED = 0  # the number of the scored agent in every plan


class SuiteError(ValueError):
    """Something that cannot be scored or verified; the message names it."""


class Noting:
    """An agent whose moves are noted."""

    def __init__(self, name: str, policy: Policy) -> None:
        self.name, self.policy = name, policy
        self.wants_worlds = wants_worlds(policy)
        self.moves: list[Actions] = []

    def __deepcopy__(self, memo: dict[int, Any]) -> Noting:
        """The arena copies agents that are objects; this one is made for one shard, and its notes are wanted after."""
        return self

    def reset(self, seed: int) -> None:
        """Begin the agent's random numbers anew."""
        reset_policy(self.policy, seed)

    def act(self, observations: Observations, masks: Masks, worlds: Any = None) -> Actions:
        """What the agent does."""
        actions = chosen_actions(self.policy, observations, masks, None if worlds is None else lambda: worlds)
        self.moves.append(actions.copy())
        return actions

    def __repr__(self) -> str:
        return self.name


class Recorded:
    """An agent that makes the moves of a record again."""

    def __init__(self, name: str, moves: Sequence[int]) -> None:
        self.name, self._moves, self._made = name, np.array(moves, np.int64), 0

    def __deepcopy__(self, memo: dict[int, Any]) -> Recorded:
        """As :class:`Noting`."""
        return self

    def act(self, observations: Observations, masks: Masks) -> Actions:
        """The next moves."""
        first, self._made = self._made, self._made + len(masks)
        if self._made > len(self._moves):
            raise SuiteError(f"its {len(self._moves)} recorded moves do not suffice")
        return self._moves[first : self._made]

    @property
    def left(self) -> int:
        """Moves that nobody asked for."""
        return max(0, len(self._moves) - self._made)

    def __repr__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Part:
    """Some deals of a task as they were played: one shard of the arena."""

    first_deal: int
    deals: int
    #: The scored agent's moves, as action ids, in the order the arena asked for them.
    moves: list[int]
    #: Of every game, in the order of deals and seatings: the agent's share of the win, its points, all decisions made.
    shares: list[float]
    points: list[float]
    decisions: list[int]


@dataclass(frozen=True)
class PlayedTask:
    """A task that was played to its end."""

    task: Task
    parts: list[Part]
    #: Full records of the rounds of the first deals.
    records: list[dict[str, Any]]
    timing: Timing


class PlayNoted(PlayShard):
    """Plays shards as the arena does and notes what the scored agent did; the notes travel as a record."""

    def run(self, task: ShardTask, report: Callable[[str], None]) -> ShardResult:
        """Play one shard."""
        noting = Noting(self.plan.names[SCORED], own_policy(self.plan.agents[SCORED]))
        result = _play(self.plan, noting, task, self.patience, report, task.first_deal < RECORDED_DEALS)
        moves = np.concatenate(noting.moves).tolist() if noting.moves else []
        return replace(result, records=[{"moves": moves, "records": _first_records(result.records, task)}])


def _play(
    plan: Plan,
    agent: PolicySpec,
    task: ShardTask,
    patience: float | None,
    report: Callable[[str], None],
    records: bool,
) -> ShardResult:
    """One shard of a plan with another agent in the scored seat."""
    seated = replace(plan, agents=(agent, *plan.agents[1:]), records=records)
    return PlayShard(seated, patience).run(task, report)


def _first_records(records: list[dict[str, Any]], task: ShardTask) -> list[dict[str, Any]]:
    """The records of the first deals, by deal, seating and round; the arena has them in the order games end."""
    places = {
        f"{task.fixture.name}, deal {deal + 1}, seating {seating}": (deal, seating)
        for deal in range(min(RECORDED_DEALS, task.deals))
        for seating in range(1, 1 + len(task.fixture.agents))
    }
    kept = [record for record in records if record["game"] in places]
    return sorted(kept, key=lambda record: (*places[record["game"]], record["round"]))


class TaskTournament(Tournament):
    """The arena's tournament with noted moves."""

    def __init__(self, plan: Plan, folder: TournamentFolder | None, patience: float | None = PATIENCE) -> None:
        super().__init__(plan, folder, patience=patience, only=(0,))
        self._job = PlayNoted(plan, patience)


def shards(task: Task, agent: str) -> list[ShardTask]:
    """How a task is cut into parts; it follows from the task alone, and the agent need not be here."""
    plan = task.plan(Recorded(agent, ()))
    return split(plan, plan.fixtures()[:1])


def play_task(
    task: Task,
    agent: str,
    work: Path,
    runner: Runner,
    tell: Callable[[Progress], None] | None = None,
    patience: float | None = PATIENCE,
) -> PlayedTask:
    """Play a task; finished parts are kept in a folder and not played again."""
    plan = task.plan(agent)
    folder = TournamentFolder(work)
    if (work / "plan.json").exists():
        folder.resume(plan)
    else:
        folder.begin(plan)
    outcome = TaskTournament(plan, folder, patience).run(runner, tell)
    if outcome.interrupted:
        raise KeyboardInterrupt
    if outcome.failures:
        raise SuiteError(failed(task, outcome.failures[0]))
    parts, records = [], []
    for shard, noted in zip(shards(task, agent), outcome.records, strict=True):
        parts.append(part_of(shard, noted["moves"], outcome.results))
        records += noted["records"]
    return PlayedTask(task, parts, records, outcome.timings[SCORED])


def failed(task: Task, failure: Failure) -> str:
    """An agent that fails has no score: half a result cannot be compared."""
    return f"{task.name}: {failure}. An agent that fails in any game gets no score; mend it and begin in another folder"


def part_of(shard: ShardTask, moves: list[int], results: GameResults) -> Part:
    """The outcomes of one shard, from all results of a task."""
    own = (results["deal"] >= shard.first_deal) & (results["deal"] < shard.first_deal + shard.deals)
    games = results[own]
    seats = games["agent"] == SCORED
    places = seats.sum(axis=1)

    def mean(field: str) -> list[float]:
        return [float(each) for each in ((games[field] * seats).sum(axis=1) / places).round(6)]

    return Part(
        shard.first_deal, shard.deals, moves, mean("share"), mean("points"), [int(each) for each in games["decisions"]]
    )


def play_again(
    task: Task, agent: str, parts: Sequence[Part], full_records: bool = False
) -> Iterator[tuple[ShardTask, Part, list[dict[str, Any]]]]:
    """Every part of a task once more, with the recorded moves and the real opponents: what comes of it now.

    The agent itself is not needed, and nothing of it is imported.  Records are those of the first deals, or with
    ``full_records`` all.
    """
    plan = task.plan(Recorded(agent, ()))
    for shard, part in zip(shards(task, agent), parts, strict=True):
        recorded = Recorded(plan.names[SCORED], part.moves)
        keep = full_records or shard.first_deal < RECORDED_DEALS
        result = _play(plan, recorded, shard, None, lambda note: None, keep)
        if result.failures:
            raise SuiteError(f"{task.name}: the recorded moves cannot be made again: {result.failures[0]}")
        if recorded.left:
            raise SuiteError(
                f"{task.name}, deals {shard.first_deal + 1} to {shard.first_deal + shard.deals}: "
                f"{recorded.left} recorded moves too many"
            )
        again = part_of(shard, part.moves, result.results)
        yield shard, again, result.records if full_records else _first_records(result.records, shard)


def agent_again(task: Task, agent: str) -> Iterator[tuple[ShardTask, list[int]]]:
    """Every part of a task played anew by the agent itself: the moves it makes now."""
    job = PlayNoted(task.plan(agent))
    for shard in shards(task, agent):
        result = job.run(shard, lambda note: None)
        if result.failures:
            raise SuiteError(failed(task, result.failures[0]))
        yield shard, result.records[0]["moves"]
