"""Rewards: what the players get when a round, or a match, is over.

A scheme is a function from an :class:`Outcome` to one number a seat.  ``scheme(name)`` finds the ones here; any
function of the same form will do.  A dead round gives nobody anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

POINTS_SCALE = 100.0

Rewards: TypeAlias = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Outcome:
    """The end of a round or of a match, seat by seat."""

    #: Who has won: the one who went out and their partner, or the winners of the match; nobody if the round is dead.
    winners: tuple[int, ...]
    #: What each seat scored in this round (the winner's points, both partners').
    points: tuple[int, ...]
    #: What each seat is left holding.
    held: tuple[int, ...]
    #: Match totals by which players are placed, the best first; None in a single round, where ``held`` places them.
    totals: tuple[int, ...] | None = None
    #: Whether a high total is good (points, rounds survived) or bad (low score).
    high_total_wins: bool = True
    #: The side of each seat; None: everybody plays for themselves.  Teammates get the same reward.
    sides: tuple[int, ...] | None = None

    @property
    def players(self) -> int:
        """How many seats."""
        return len(self.points)

    def by_sides(self, values: Sequence[int]) -> dict[int, float]:
        """The mean of the values of each side's seats."""
        sides = self.sides or tuple(range(self.players))
        return {
            side: float(np.mean([value for value, other in zip(values, sides, strict=True) if other == side]))
            for side in sorted(set(sides))
        }

    def to_seats(self, by_side: Mapping[int, float]) -> Rewards:
        """Every seat gets what its side gets."""
        sides = self.sides or tuple(range(self.players))
        return np.array([by_side[side] for side in sides], np.float32)

    @property
    def winning_sides(self) -> set[int]:
        """The sides of the winners."""
        sides = self.sides or tuple(range(self.players))
        return {sides[seat] for seat in self.winners}


Scheme: TypeAlias = Callable[[Outcome], Rewards]


def _nothing(outcome: Outcome) -> Rewards:
    return np.zeros(outcome.players, np.float32)


def win_loss(outcome: Outcome) -> Rewards:
    """1 for every winner; the losers share the loss equally, so that the sum is zero."""
    rewards = _nothing(outcome)
    losers = outcome.players - len(outcome.winners)
    if outcome.winners and losers:
        rewards[:] = -len(outcome.winners) / losers
        rewards[list(outcome.winners)] = 1
    return rewards


def points(outcome: Outcome) -> Rewards:
    """The points scored in the round, as they stand on the score sheet."""
    return np.asarray(outcome.points if outcome.winners else _nothing(outcome), np.float32)


def points_scaled(outcome: Outcome) -> Rewards:
    """Hundreds of points: the winner gains what the others lose by what they hold; the sum is zero.

    In teams the members of a side share gain and loss, and the winners' own cards cost nothing.
    """
    if not outcome.winners:
        return _nothing(outcome)
    held = outcome.by_sides(outcome.held)
    lost = {side: -value / POINTS_SCALE for side, value in held.items() if side not in outcome.winning_sides}
    won = -sum(lost.values()) / len(outcome.winning_sides)
    return outcome.to_seats(lost | dict.fromkeys(outcome.winning_sides, won))


def placement(outcome: Outcome) -> Rewards:
    """From 1 for the first to -1 for the last, in equal steps; equal places share theirs.

    In a round players are placed by what they hold, in a match by their totals; winners come first.
    """
    if not outcome.winners:
        return _nothing(outcome)
    by = outcome.by_sides(outcome.held if outcome.totals is None else outcome.totals)
    sign = -1 if outcome.totals is not None and outcome.high_total_wins else 1
    first = outcome.winning_sides
    keys = {side: (side not in first, 0 if side in first else sign * value) for side, value in by.items()}
    places = {}
    for side, key in keys.items():
        better = sum(other < key for other in keys.values())
        equal = sum(other == key for other in keys.values())
        places[side] = better + (equal - 1) / 2
    return outcome.to_seats({side: 1 - 2 * place / (len(keys) - 1) for side, place in places.items()})


SCHEMES: dict[str, Scheme] = {each.__name__: each for each in (win_loss, points, points_scaled, placement)}
#: These pay after every round of a match; the others once, at its end.
PAID_EVERY_ROUND = (points, points_scaled)


def scheme(reward: str | Scheme) -> Scheme:
    """A scheme by its name, or the function itself."""
    if callable(reward):
        return reward
    if reward not in SCHEMES:
        raise ValueError(f"unknown reward {reward!r}; rewards: {', '.join(SCHEMES)}, or a function of an Outcome")
    return SCHEMES[reward]
