"""How strong an agent is, on duplicate deals: one of it against as many of an opponent as the table has room for."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from agents.arena.as_command import tournament_command
from agents.arena.plan import Plan
from agents.arena.shards import InProcess
from agents.arena.statistics import win_rate
from agents.arena.tournament import Tournament, processes
from uno_env.policies import PolicySpec
from uno_env.rules import RuleSet

#: The deals of the curves: whatever is chosen while training (a snapshot, a setting) is chosen on these.
SELECTION_SEED = 20_270_101
#: The deals of the figures a run reports; nothing is ever trained or chosen on them.
REPORT_SEED = 20_270_202
#: No run may be seeded with one of these.
RESERVED_SEEDS = {
    SELECTION_SEED: "the deals of learning curves",
    REPORT_SEED: "the deals of the final evaluation",
    20_261_118: "the deals of the ladder and of the shipped networks' figures",
    **dict.fromkeys(range(20261200, 20261217), "the deals of the benchmark suite"),
}

#: What an evaluation is called in the curve; behind the slash stands against whom, under which rules.
WIN_RATE, LOW, HIGH, PAR = "win_rate", "win_rate_low", "win_rate_high", "win_rate_par"


@dataclass(frozen=True)
class EvaluationRow:
    """One agent against others of one kind."""

    agent: str
    opponent: str
    #: In words.
    rules: str
    deals: int
    win_rate: float
    #: The 95 % interval, over deals.
    low: float
    high: float
    #: What each would win if all were equally strong.
    par: float
    #: Has the agent been trained against this very opponent?
    trained_against: bool
    seed: int
    #: What plays the same games again; for an agent that is an object its name stands in it.
    command: str


def evaluate_against(
    agent: PolicySpec,
    opponents: Sequence[str],
    rules: Sequence[RuleSet],
    deals: int,
    seed: int,
    workers: int = 0,
    trained_against: Sequence[str] = (),
) -> list[EvaluationRow]:
    """One agent against several others, under each of several rule sets.

    Without workers the games are played in this process, and the agent may be an object; what is drawn at random
    afterwards is what would have been drawn without the evaluation.
    """
    with untouched_random_numbers():
        return [
            _evaluate(agent, opponent, each, deals, seed, workers, opponent in trained_against)
            for each in rules
            for opponent in opponents
        ]


def _evaluate(
    agent: PolicySpec, opponent: str, rules: RuleSet, deals: int, seed: int, workers: int, trained_against: bool
) -> EvaluationRow:
    plan = Plan((agent, opponent), rules, deals, seed)
    fixture = plan.fixtures()[0]  # this agent alone against the others; the next one is the other way round
    # However long somebody takes, on a busy machine or while kernels are compiled, a figure is a figure.
    runner = processes(workers, patience=None) if workers else InProcess()
    outcome = Tournament(plan, patience=None, only=(fixture.number,)).run(runner)
    if outcome.interrupted:
        raise KeyboardInterrupt
    if outcome.failures:
        raise RuntimeError(f"{fixture.name} cannot be evaluated: {outcome.failures[0]}")
    estimate = win_rate(outcome.results, 0, fixture.number)
    return EvaluationRow(
        agent=plan.names[0],
        opponent=opponent,
        rules=rules.describe(),
        deals=deals,
        win_rate=estimate.mean,
        low=estimate.low,
        high=estimate.high,
        par=fixture.par,
        trained_against=trained_against,
        seed=seed,
        command=tournament_command(plan, max(workers, 1)),
    )


@contextmanager
def untouched_random_numbers() -> Iterator[None]:
    """Put the random numbers of Python, numpy and torch back where they were: the arena seeds them for its games."""
    import torch

    states = random.getstate(), np.random.get_state(), torch.get_rng_state()
    try:
        yield
    finally:
        random.setstate(states[0])
        np.random.set_state(states[1])
        torch.set_rng_state(states[2])


def curve_numbers(rows: Sequence[EvaluationRow]) -> dict[str, float]:
    """An evaluation as numbers for :meth:`training.runs.Run.note`; rules are named if there are several."""
    several = len({row.rules for row in rows}) > 1
    numbers: dict[str, float] = {}
    for row in rows:
        against = f"{row.opponent}, {row.rules}" if several else row.opponent
        for name, value in ((WIN_RATE, row.win_rate), (LOW, row.low), (HIGH, row.high), (PAR, row.par)):
            numbers[f"{name}/{against}"] = value
    return numbers


def markdown_table(rows: Sequence[EvaluationRow]) -> str:
    """The evaluation for people; opponents never trained against are marked."""
    lines = [
        "| agent | against | rules | wins % [95 %] | par | deals | trained against |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for row in rows:
        rate = f"{100 * row.win_rate:.1f} [{100 * row.low:.1f} .. {100 * row.high:.1f}]"
        seen = "yes" if row.trained_against else "never"
        cells = [f"`{row.agent}`", f"`{row.opponent}`", row.rules, rate, f"{100 * row.par:.0f}", f"{row.deals:,}", seen]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"
