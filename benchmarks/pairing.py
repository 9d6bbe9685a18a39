"""Interleaved timing: cases are compared within a round, never across rounds.

On a shared machine the speed of a core drifts by tens of per cent within minutes.  So every round runs every
case once, in rotated order, rates are per second of CPU time, and a comparison is the median of the ratios
that the rounds gave.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from time import process_time
from typing import Protocol


@dataclass(frozen=True)
class Sample:
    """What one case did in one round."""

    decisions: int
    games: int
    cpu_seconds: float

    @property
    def rate(self) -> float:
        """Decisions per second of CPU time."""
        return self.decisions / self.cpu_seconds


class Case(Protocol):
    """Something whose decisions are counted."""

    def play(self) -> tuple[int, int]:
        """Play on for a few milliseconds; returns the decisions made and the games finished."""
        ...


@dataclass(frozen=True)
class Spread:
    """The median of several measurements, and how far they lie apart."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        """The spread of these values."""
        return cls(median(values), min(values), max(values))


Rounds = Mapping[str, Sequence[Sample]]


def sample(case: Case, seconds: float) -> Sample:
    """Play for so many seconds of CPU time."""
    decisions = games = 0
    start = now = process_time()
    while now - start < seconds:
        made, finished = case.play()
        decisions += made
        games += finished
        now = process_time()
    return Sample(decisions, games, now - start)


def rotated(names: Sequence[str], rounds: int) -> Iterator[list[str]]:
    """The order of the cases in each round: each case is at every place in turn, so none is always first."""
    for number in range(rounds):
        shift = number % len(names)
        yield [*names[shift:], *names[:shift]]


def interleave(cases: Mapping[str, Case], rounds: int, seconds: float) -> Rounds:
    """Every case once a round; one shorter turn for each beforehand warms up and is not counted."""
    for case in cases.values():
        sample(case, seconds / 4)
    results: dict[str, list[Sample]] = {name: [] for name in cases}
    for order in rotated(list(cases), rounds):
        for name in order:
            results[name].append(sample(cases[name], seconds))
    return results


def rates(results: Rounds, name: str) -> Spread:
    """Decisions per second of CPU time, over the rounds."""
    return Spread.of([each.rate for each in results[name]])


def ratios(results: Rounds, name: str, reference: str) -> Spread:
    """How many times as fast as the reference, round by round."""
    return Spread.of([mine.rate / other.rate for mine, other in zip(results[name], results[reference], strict=True)])


def game_length(samples: Sequence[Sample]) -> float:
    """Decisions per game over all rounds."""
    return sum(each.decisions for each in samples) / max(sum(each.games for each in samples), 1)


def dearest_to_cheapest(results: Rounds) -> Spread:
    """The cost of a decision in the slowest case over that in the fastest, round by round."""
    by_round = zip(*results.values(), strict=True)
    return Spread.of([max(each.rate for each in row) / min(each.rate for each in row) for row in by_round])
