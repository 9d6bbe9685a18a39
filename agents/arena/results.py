"""What is kept of every game of an evaluation or tournament: one record, one row of ``games.csv``.

A *game* is whatever is played for one win: a round, a match, a partner tournament.  A *deal* is one shuffle (of a
match: one series of shuffles) played once for every *seating*; a *fixture* is a fixed set of agents that meet over
many deals.  The deal is the unit of all statistics: its games are not independent.
"""

from __future__ import annotations

from collections.abc import Collection
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
    FAILED = 3  # it could not be played and nobody is to blame: the game does not count
    FORFEIT = 4  # an agent failed and lost: whoever won besides it, with a stand-in in its place


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
    """The games that count."""
    kept: GameResults = results[results["ending"] != Ending.FAILED]
    return kept


def forfeit(record: GameResults, agents: Collection[int]) -> None:
    """These agents failed: they win nothing, and what they won or would have won is shared by all others."""
    places = int(record["places"])
    failed = np.isin(record["agent"][:places], list(agents))
    shares = record["share"][:places]
    in_all, others = shares.sum(), int((~failed).sum())
    shares[failed] = 0
    record["points"][:places][failed] = 0
    if others and in_all > 0 and shares.sum() == 0:
        shares[~failed] = in_all / others
    record["ending"] = Ending.FORFEIT
