"""The action layout: one numbering of all decisions of all decks, player counts and house rules.

Actions 0 to 63 play (or lay) the coloured kind of that number, so the legal ones are a hand's bit set
ANDed with what matches.  The other 46 actions fill a second word.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from uno_env.engine.cards import COLORS, COLOURED_KINDS, FACES, KINDS, NO_COLOR, NO_KIND, WILD_KINDS, Wild

COLOUR_NAMING_WILDS = 6  # W, W*, W4, W4*, RUN, CAST: the colour is part of the play

_FIRST_PLAIN_WILD = COLOURED_KINDS + COLOUR_NAMING_WILDS * COLORS


class Act(IntEnum):
    """The actions that are no slice of the layout."""

    FRIEND = _FIRST_PLAIN_WILD
    LAP = _FIRST_PLAIN_WILD + 1
    DRAW = _FIRST_PLAIN_WILD + 2
    PASS = _FIRST_PLAIN_WILD + 3
    CHALLENGE = _FIRST_PLAIN_WILD + 4
    UNO = _FIRST_PLAIN_WILD + 5
    CATCH = _FIRST_PLAIN_WILD + 6
    TAKE = _FIRST_PLAIN_WILD + 7
    SPLIT = _FIRST_PLAIN_WILD + 8


MAX_PLAYERS = 10
FIRST_COLOR_ACTION = int(Act.SPLIT) + 1
FIRST_SEAT_ACTION = FIRST_COLOR_ACTION + COLORS
ACTIONS = FIRST_SEAT_ACTION + MAX_PLAYERS - 1

COLOURED = slice(0, COLOURED_KINDS)
WILDS = slice(COLOURED_KINDS, int(Act.DRAW))
COLOR = slice(FIRST_COLOR_ACTION, FIRST_SEAT_ACTION)
SEAT = slice(FIRST_SEAT_ACTION, ACTIONS)


def _kind_and_color(action: int) -> tuple[int, int]:
    if action < COLOURED_KINDS:
        return action, action // FACES
    if action < Act.FRIEND:
        wild, color = divmod(action - COLOURED_KINDS, COLORS)
        return COLOURED_KINDS + wild, color
    if action in (Act.FRIEND, Act.LAP):
        return int(Wild.FRIEND if action == Act.FRIEND else Wild.LAP), NO_COLOR
    return NO_KIND, NO_COLOR


#: What a card-playing action plays, and the colour that is in play after it.
ACTION_KIND = np.array([_kind_and_color(action)[0] for action in range(ACTIONS)], np.int8)
ACTION_COLOR = np.array([_kind_and_color(action)[1] for action in range(ACTIONS)], np.int8)


def _second_word(actions: list[int]) -> int:
    return sum(1 << (action - COLOURED_KINDS) for action in actions)


def _wild_plays(held: int) -> int:
    """The plays of a set of wild kinds (one bit each, in the order of :class:`Wild`)."""
    kinds = [COLOURED_KINDS + each for each in range(WILD_KINDS) if held >> each & 1]
    return _second_word([action for action in range(COLOURED_KINDS, int(Act.DRAW)) if ACTION_KIND[action] in kinds])


# Sets of actions in the second word, one bit each.
WILD_PLAYS = np.array([_wild_plays(held) for held in range(1 << WILD_KINDS)], np.uint64)
DRAW_BIT = np.uint64(_second_word([Act.DRAW]))
PASS_BIT = np.uint64(_second_word([Act.PASS]))
CHALLENGE_BIT = np.uint64(_second_word([Act.CHALLENGE]))
UNO_BIT = np.uint64(_second_word([Act.UNO]))
CATCH_BIT = np.uint64(_second_word([Act.CATCH]))
TAKE_BIT = np.uint64(_second_word([Act.TAKE]))
SPLIT_BIT = np.uint64(_second_word([Act.SPLIT]))
COLOR_ACTION_BITS = np.uint64(_second_word(list(range(COLOR.start, COLOR.stop))))
#: ``SEAT_BITS[players]``: every other seat at a table of that many.
SEAT_BITS = np.array(
    [_second_word(list(range(SEAT.start, SEAT.start + max(players - 1, 0)))) for players in range(MAX_PLAYERS + 1)],
    np.uint64,
)

#: Every play of a wild, of a Run! card, of any deck's own card.
WILD_CARD_PLAYS = WILD_PLAYS[-1]
RUN_PLAYS = WILD_PLAYS[1 << (Wild.RUN - COLOURED_KINDS)]
OWN_CARD_PLAYS = WILD_PLAYS[sum(1 << (wild - COLOURED_KINDS) for wild in (Wild.RUN, Wild.CAST, Wild.FRIEND, Wild.LAP))]

# Sets of wild kinds, one bit each.
DRAW_FOURS = 1 << (Wild.DRAW_FOUR - COLOURED_KINDS) | 1 << (Wild.ICON_DRAW_FOUR - COLOURED_KINDS)
RUNS = 1 << (Wild.RUN - COLOURED_KINDS)

assert KINDS - COLOURED_KINDS == WILD_KINDS
assert ACTIONS - COLOURED_KINDS <= 64
