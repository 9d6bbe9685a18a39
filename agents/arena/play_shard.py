"""A part of a tournament that is played in one go: some deals of one fixture, in all seatings."""

from __future__ import annotations

import copy
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from agents.arena.fixtures import Fixture, seatings
from agents.arena.plan import Plan
from agents.arena.playing import Tables
from agents.arena.referee import FAILS, PATIENCE, Failure, Referee, Timing
from agents.arena.results import Ending, GameResults, forfeit
from agents.arena.sessions import fresh_record
from uno_env.observation import Observations
from uno_env.policies import POLICIES, Policy, PolicySpec, find_policy
from uno_env.round.kernels import Actions, Masks


@dataclass(frozen=True)
class ShardTask:
    """Which deals of which fixture."""

    number: int
    fixture: Fixture
    first_deal: int
    deals: int

    def describe(self) -> str:
        """For people."""
        return f"{self.fixture.name}, deals {self.first_deal + 1} to {self.first_deal + self.deals}"


@dataclass(frozen=True)
class ShardResult:
    """What came of it."""

    results: GameResults
    #: By agent: decisions and seconds.
    timings: dict[int, Timing]
    failures: list[Failure]
    records: list[dict[str, Any]]


def split(plan: Plan, fixtures: list[Fixture], first_number: int = 0) -> list[ShardTask]:
    """All deals of these fixtures, in shards; deal by deal, so that all fixtures advance together."""
    tasks: list[ShardTask] = []
    for first in range(0, plan.deals, plan.deals_a_shard):
        for fixture in fixtures:
            count = min(plan.deals_a_shard, plan.deals - first)
            tasks.append(ShardTask(first_number + len(tasks), fixture, first, count))
    return tasks


class PlayShard:
    """Plays shards of a plan; what a worker is given to do."""

    def __init__(self, plan: Plan, patience: float | None = PATIENCE) -> None:
        self.plan, self.patience = plan, patience

    def run(self, task: ShardTask, report: Callable[[str], None]) -> ShardResult:
        """Play one shard.  It depends on the plan and the task alone, whoever plays it."""
        plan, fixture = self.plan, task.fixture
        seated = sorted(set(fixture.agents))
        seeds = np.random.SeedSequence([plan.seed, fixture.number, task.first_deal]).generate_state(
            1 + len(plan.agents), np.uint64
        )
        names = plan.names
        seed_everything(int(seeds[0]))
        referee = Referee(
            [own_policy(plan.agents[agent]) for agent in seated],
            [names[agent] for agent in seated],
            patience=self.patience,
            report=report,
        )
        referee.seed([int(seeds[1 + agent]) for agent in seated])
        own_number = {agent: number for number, agent in enumerate(seated)}
        games, numbers = [], []
        for deal in range(task.first_deal, task.first_deal + task.deals):
            for seating, agents in enumerate(seatings(fixture, deal)):
                places = tuple(own_number[agent] for agent in agents)
                name = f"{fixture.name}, deal {deal + 1}, seating {seating + 1}"
                games.append((plan.session(deal, places), places, name))
                numbers.append((deal, seating))
        played = Tables(referee, int(seeds[0]), keep_records=plan.records).play(games)
        results = played.results
        taken = results["agent"] >= 0
        results["agent"][taken] = np.array(seated)[results["agent"][taken]]
        results["fixture"] = fixture.number
        results["deal"], results["seating"] = np.array(numbers).T
        timings = {agent: referee.timings[own_number[agent]] for agent in seated}
        return ShardResult(results, timings, referee.failures, played.records)


class Broken:
    """Stands for an agent that cannot even be made."""

    def __init__(self, error: BaseException) -> None:
        self._error = error

    def act(self, observations: Observations, masks: Masks) -> Actions:
        """Fail as it did."""
        raise self._error


def own_policy(spec: PolicySpec) -> Policy:
    """An agent for this shard alone: what it remembers must not depend on which shards a process has played before."""
    try:
        policy = find_policy(spec)
        shared = not isinstance(spec, str) or (spec.partition(":")[0] not in POLICIES and find_policy(spec) is policy)
        return copy.deepcopy(policy) if shared else policy
    except FAILS as error:
        return Broken(error)


def seed_everything(seed: int) -> None:
    """Random numbers that agents may draw from without having been asked to: Python's, numpy's and torch's."""
    random.seed(seed)
    np.random.seed(seed % (1 << 32))
    torch: Any = sys.modules.get("torch")
    if torch is not None:
        torch.manual_seed(seed % (1 << 63))


def lost_results(plan: Plan, task: ShardTask, blamed: int | None) -> GameResults:
    """The games of a shard that could not be played: lost by the agent to blame, or, without one, not counted."""
    records = []
    for deal in range(task.first_deal, task.first_deal + task.deals):
        for seating, agents in enumerate(seatings(task.fixture, deal)):
            record = fresh_record(agents)
            record["fixture"], record["deal"], record["seating"] = task.fixture.number, deal, seating
            record["ending"] = Ending.FAILED
            if blamed in agents:  # all there is to win, taken from it and given to the others
                record["share"][record["agent"] == blamed] = task.fixture.par * len(agents) / agents.count(blamed)
                forfeit(record, [blamed])
            records.append(record)
    return np.array(records)
