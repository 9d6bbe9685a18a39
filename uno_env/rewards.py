"""Rewards: what the players get when a round, or a match, is over.

A scheme is a function from an :class:`Outcome` to one number a seat.  ``scheme(name)`` finds the ones here; any
function of the same form will do.  A dead round gives nobody anything.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

POINTS_SCALE = 100.0


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
    #: Whether a high total is good (points) or bad (low score, Challenge UNO).
    high_total_wins: bool = True

    @property
    def players(self) -> int:
        """How many seats."""
        return len(self.points)


Rewards: TypeAlias = npt.NDArray[np.float32]
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

    In teams the winning side's gain is shared, and its own cards cost nothing.
    """
    rewards = _nothing(outcome)
    if outcome.winners:
        losers = [seat for seat in range(outcome.players) if seat not in outcome.winners]
        held = np.asarray(outcome.held, np.float32)[losers]
        rewards[losers] = -held / POINTS_SCALE
        rewards[list(outcome.winners)] = held.sum() / POINTS_SCALE / len(outcome.winners)
    return rewards


def placement(outcome: Outcome) -> Rewards:
    """From 1 for the first to -1 for the last, in equal steps; equal places share theirs.

    In a round players are placed by what they hold, in a match by their totals; winners come first.
    """
    if not outcome.winners:
        return _nothing(outcome)
    by = outcome.held if outcome.totals is None else outcome.totals
    sign = -1 if outcome.totals is not None and outcome.high_total_wins else 1
    keys = [(seat not in outcome.winners, 0 if seat in outcome.winners else sign * by[seat]) for seat in range(len(by))]
    better = np.array([sum(other < key for other in keys) for key in keys])
    equal = np.array([sum(other == key for other in keys) for key in keys])
    places = better + (equal - 1) / 2
    return np.asarray(1 - 2 * places / (outcome.players - 1), np.float32)


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
