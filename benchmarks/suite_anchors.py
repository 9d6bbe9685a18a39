"""Which win rates make a score of 0 and of 100: measured once for every version of a task, on deals of their own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from agents.arena.statistics import Estimate, mean_interval, score_deals
from agents.arena.tournament import Tournament, processes
from benchmarks.suite_tasks import HUNDRED_AGENT, ZERO_AGENT, Task

SEED = 20_261_200
#: A match is worth, and takes as long as, several rounds.
GAMES, MATCHES = 40_000, 8_000


@dataclass(frozen=True)
class Anchor:
    """What an agent wins in a task, and what the task says it does."""

    task: Task
    agent: str
    measured: Estimate
    written: float


def measure(task: Task, agent: str, games: int) -> Estimate:
    """The win rate over about so many games.

    Who meets only its own likeness wins par on average, so nothing is played for that.
    """
    if task.opponents == (agent,):
        return Estimate(task.par, task.par, task.par, 0, 0.0)
    deals = games // task.plan(agent).seatings
    plan = replace(task, deals=deals, seed=SEED).plan(agent)
    outcome = Tournament(plan, only=(0,)).run(processes(1))
    if outcome.interrupted:
        raise KeyboardInterrupt
    (scores,) = score_deals(outcome.results)
    return mean_interval(scores.of(0)[1])


def anchors(tasks: list[Task], games: int | None = None) -> Iterator[Anchor]:
    """Both anchors of every task."""
    for task in tasks:
        many = games or (MATCHES if task.match else GAMES)
        for agent, written in ((ZERO_AGENT, task.zero), (HUNDRED_AGENT, task.hundred)):
            yield Anchor(task, agent, measure(task, agent, many), written)
