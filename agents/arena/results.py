"""What is kept of every game of an evaluation or tournament: one record, one row of ``games.csv``.

A *game* is whatever is played for one win: a round, a match, a partner tournament.  A *deal* is one shuffle (of a
match: one series of shuffles) played once for every *seating*; a *fixture* is a fixed set of agents that meet over
many deals.  The deal is the unit of all statistics: its games are not independent.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

MOST_PLACES = 10
NOBODY = -1


class Ending(IntEnum):
    """How a game ended."""

    WON = 0
    DEAD = 1  # nobody could go on: nobody's win
    ENDLESS = 2  # broken off after too many decisions: nobody's win
    FAILED = 3  # an agent failed: the game does not count


#: Places are the players of the game in seat order; of a partner tournament, its players by number.
GAME_RESULT = np.dtype(
    [
        ("fixture", np.int32),
        ("deal", np.int32),
        ("seating", np.int16),
        ("ending", np.int8),
        ("places", np.int8),
        ("agent", np.int16, (MOST_PLACES,)),  # who sits where: index into the list of agents; NOBODY beyond `places`
        ("share", np.float32, (MOST_PLACES,)),  # of the win: 1, or less if it is shared; each partner has the side's
        ("points", np.int32, (MOST_PLACES,)),  # scored (low score: what they were left holding)
        ("rounds_won", np.int16, (MOST_PLACES,)),
        ("rounds", np.int16),
        ("decisions", np.int32),
        ("first", np.int8),  # the place left of the (first) dealer, which has the first turn on a number
        ("dead_rounds", np.int16),
    ]
)

GameResults: TypeAlias = npt.NDArray[Any]


def no_results() -> GameResults:
    """An empty array of results."""
    return np.zeros(0, GAME_RESULT)


def counted(results: GameResults) -> GameResults:
    """The games that count: all but those in which an agent failed."""
    kept: GameResults = results[results["ending"] != Ending.FAILED]
    return kept
