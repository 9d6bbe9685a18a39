"""The state: one aligned record a game, one a rule set.  A batch is an array of records.

``games["hand_size"]`` is a column; ``games[3]`` is one game; a copy of a record is a copy of the
game, its random numbers included.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from uno_env.engine.cards import CARDS, COLORS, KINDS, WILD_KINDS
from uno_env.engine.layout import MAX_PLAYERS

#: A record of :data:`GAME` or :data:`RULES`, or an array of them.
GameRow: TypeAlias = Any
RulesRow: TypeAlias = Any
Games: TypeAlias = npt.NDArray[Any]
Rules: TypeAlias = npt.NDArray[Any]

NO_SEAT = -1
HISTORY = 16  # public actions remembered
MAX_TURNED = 56  # 55 kinds in the Casting Call deck: the 56th card turned must match


class Phase(IntEnum):
    """What is being decided; the names are those of the notation."""

    RESOLVING = 0  # nothing: the engine is at work
    TURN = 1
    DRAWN = 2
    UNO = 3
    CATCH = 4
    JUMP_IN = 5
    RESPOND = 6
    SWAP = 7
    LAY = 8
    GUESS = 9
    GIVE = 10
    LAP = 11
    COLOR = 12
    OVER = 13


class Step(IntEnum):
    """Where the engine goes on once a decision is made: the steps of a played card, in order."""

    OUT = 0
    UNO = 1
    JUMP_IN = 2
    EFFECT = 3
    OWN_HAND = 4
    FRIEND_CALLS = 5
    NEXT_TURN = 6


class Place(IntEnum):
    """Where a card is, if not in a hand (hands are 0 to 9, their seats)."""

    DRAW_PILE = 10
    DISCARD_PILE = 11
    TURNED = 12
    NOWHERE = 13


class Shuffling(IntEnum):
    """Whether the next shuffle is random or prescribed by ``shuffle_order``."""

    RANDOM = 0
    SCRIPTED = 1
    MISFIT = 2  # the prescribed order was not made of the cards to be shuffled


# Large fields first, so that nothing needs padding: padding bytes are not copied with a record, and equal games
# would not have equal bytes.  What every decision touches stands in front.
GAME = np.dtype(
    [
        ("rng", np.uint64, (4,)),
        ("legal", np.uint64, (2,)),  # one bit an action
        ("coloured", np.uint64, (MAX_PLAYERS,)),  # coloured kinds in each hand, one bit each
        ("doubled", np.uint64, (MAX_PLAYERS,)),  # those of them held twice
        ("holds", np.uint64, (MAX_PLAYERS, 2)),  # cards in each hand, one bit each in two words
        ("knows", np.uint64, (MAX_PLAYERS, 2)),  # cards whose holder each seat knows: see knowledge.py
        ("wilds", np.int16, (MAX_PLAYERS,)),  # wild kinds in each hand, one bit each
        ("uno_called", np.int16),  # one bit a seat
        ("calls_due", np.int16),  # seats that discarded in Friendship, one bit each
        ("pending", np.int16),  # cards the next player is to draw
        ("chain_pending", np.int16),  # the same before the card that began this chain of jump-ins
        ("rules", np.int32),  # index into the array of rule sets
        ("shuffles", np.int32),  # how many shuffles there were since the deal
        ("decisions", np.int32),
        ("public_actions", np.int32),  # how many entries the history has had
        ("hand_size", np.int8, (MAX_PLAYERS,)),
        ("wild_counts", np.int8, (MAX_PLAYERS, WILD_KINDS)),
        ("laid", np.int8, (MAX_PLAYERS,)),  # kinds laid face down
        ("missed", np.int8, (MAX_PLAYERS, COLORS)),  # colours each hand had no card of: see hands.py
        ("phase", np.int8),
        ("step", np.int8),
        ("actor", np.int8),
        ("player", np.int8),  # who played the top card
        ("turn", np.int8),  # whose turn comes next
        ("caller", np.int8),  # whose UNO is at stake
        ("dealer", np.int8),
        ("direction", np.int8),
        ("color", np.int8),
        ("top", np.int8),  # kind of the top card
        ("drawn", np.int8),  # kind of the card drawn this turn
        ("bluff", np.int8),  # the Wild Draw Four on top was played illegally
        ("asked", np.int8),  # how far round the table a question has gone
        ("looks", np.int8),  # hands looked at in this lap
        ("hand_changed", np.int8),  # the effect gave the player another hand
        ("empty_draws", np.int8),  # turns in a row spent on a draw that yielded nothing
        ("winner", np.int8),
        ("dead", np.int8),
        ("draw_size", np.int8),
        ("discard_size", np.int8),
        ("turned_size", np.int8),
        ("shuffle_size", np.int8),
        ("shuffling", np.int8),
        ("color_before", np.int8),  # the colour in play before the top card was played
        ("history_seat", np.int8, (HISTORY,)),  # the last public actions, a ring: see history.py
        ("history_action", np.int8, (HISTORY,)),
        ("points", np.int32, (MAX_PLAYERS,)),
        ("place", np.int8, (CARDS,)),
        ("draw_pile", np.int8, (CARDS,)),  # cards, the top one last
        ("discard_pile", np.int8, (CARDS,)),
        ("discarded", np.int8, (KINDS,)),  # how many cards of each kind lie on the discard pile
        ("turned", np.int8, (MAX_TURNED,)),
        ("shuffle_order", np.int8, (CARDS,)),  # kinds, the top one first: see Shuffling
    ],
    align=True,
)
assert GAME.itemsize == sum(field[0].itemsize for field in (GAME.fields or {}).values())

RULES = np.dtype(
    [
        ("deck", np.int8),  # the place in DECKS of the one whose own card it has
        ("players", np.int8),
        ("hand_size", np.int8),
        ("cards", np.int8),  # the numbers of its cards are below this
        ("progressive", np.int8),
        ("seven_zero", np.int8),
        ("jump_in", np.int8),
        ("partners", np.int8),
        ("uno_auto", np.int8),
        ("casting_identical", np.int8),
        ("strict_draw_four", np.int8),
        ("wilds_match", np.int8),
        ("start_on_number", np.int8),
        ("icons", np.int8, (5,)),  # of S, R, D, W, W4
        ("card_kind", np.int8, (CARDS,)),
    ],
    align=True,
)


def new_games(count: int) -> Games:
    """Blank records, to be dealt into."""
    return np.zeros(count, GAME)
