"""Cards: colours, faces, kinds, and the physical cards of a deck.

A **kind** is what is printed on a card (``R7``, ``BS*``, ``W4``).  There are 72: sixteen faces in
each of four colours, then eight wilds.  Coloured kinds are ``16 * colour + face`` and therefore
fill the bits of one 64-bit word; wild kinds follow.

A **card** is one physical card of the deck, 0 to 111.  Cards with the same face but for the icon
have neighbouring numbers, so "the other copies of this card" is a short range.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

COLORS = 4
FACES = 16
COLOURED_KINDS = COLORS * FACES
WILD_KINDS = 8
KINDS = COLOURED_KINDS + WILD_KINDS
CARDS = 112

NO_CARD = -1
NO_KIND = -1
NO_COLOR = 4


class Face(IntEnum):
    """Faces of coloured cards; 0 to 9 are the numbers themselves."""

    ZERO = 0
    SEVEN = 7
    NINE = 9
    SKIP = 10
    REVERSE = 11
    DRAW_TWO = 12
    ICON_SKIP = 13
    ICON_REVERSE = 14
    ICON_DRAW_TWO = 15


class Wild(IntEnum):
    """Wild kinds."""

    WILD = 64
    ICON_WILD = 65
    DRAW_FOUR = 66
    ICON_DRAW_FOUR = 67
    RUN = 68
    CAST = 69
    FRIEND = 70
    LAP = 71


class Symbol(IntEnum):
    """What a card means, colour and icon left aside; 0 to 9 are the numbers."""

    ZERO = 0
    SEVEN = 7
    NINE = 9
    SKIP = 10
    REVERSE = 11
    DRAW_TWO = 12
    WILD = 13
    DRAW_FOUR = 14
    RUN = 15
    CAST = 16
    FRIEND = 17
    LAP = 18


ICON_OFFSET = 3  # from Face.SKIP to Face.ICON_SKIP, and so on
_WILD_SYMBOLS = (
    Symbol.WILD,
    Symbol.WILD,
    Symbol.DRAW_FOUR,
    Symbol.DRAW_FOUR,
    Symbol.RUN,
    Symbol.CAST,
    Symbol.FRIEND,
    Symbol.LAP,
)


def _symbol(kind: int) -> int:
    if kind >= COLOURED_KINDS:
        return int(_WILD_SYMBOLS[kind - COLOURED_KINDS])
    face = kind % FACES
    return face - ICON_OFFSET if face >= Face.ICON_SKIP else face


def _has_icon(kind: int) -> bool:
    if kind >= COLOURED_KINDS:
        return kind in (Wild.ICON_WILD, Wild.ICON_DRAW_FOUR)
    return kind % FACES >= Face.ICON_SKIP


def _points(kind: int) -> int:
    """Worth of a card left in hand.  [classic/card-points]"""
    if kind >= COLOURED_KINDS:
        return 50
    face = kind % FACES
    return face if face <= Face.NINE else 20


# Tables by kind.
SYMBOL = np.array([_symbol(kind) for kind in range(KINDS)], np.int8)
ICON = np.array([_has_icon(kind) for kind in range(KINDS)], np.int8)
POINTS = np.array([_points(kind) for kind in range(KINDS)], np.int32)
COLOR = np.array([kind // FACES if kind < COLOURED_KINDS else NO_COLOR for kind in range(KINDS)], np.int8)

# Sets of coloured kinds, one bit each.
COLOR_BITS = np.array([0xFFFF << (FACES * color) for color in range(COLORS)] + [0], np.uint64)
SYMBOL_BITS = np.array(
    [
        sum(1 << kind for kind in range(COLOURED_KINDS) if _symbol(kind) == symbol)
        for symbol in range(len(Symbol.__members__) + 7)
    ],
    np.uint64,
)

# The physical cards: per colour one 0, two each of 1-9, two each of the three actions; then four
# each of Wild, Wild Draw Four and the deck's own card.
_CARDS_PER_COLOR = 25
FIRST_WILD_CARD = COLORS * _CARDS_PER_COLOR
FIRST_DRAW_FOUR_CARD = FIRST_WILD_CARD + 4
FIRST_OWN_CARD = FIRST_DRAW_FOUR_CARD + 4


def _first_card(kind: int) -> int:
    symbol = _symbol(kind)
    if kind < COLOURED_KINDS:
        within = 0 if symbol == 0 else 2 * symbol - 1
        return (kind // FACES) * _CARDS_PER_COLOR + within
    if symbol == Symbol.WILD:
        return FIRST_WILD_CARD
    return FIRST_DRAW_FOUR_CARD if symbol == Symbol.DRAW_FOUR else FIRST_OWN_CARD


def _copies(kind: int) -> int:
    """How many there are of a kind.  [classic/cards]"""
    if kind >= COLOURED_KINDS:
        return 4
    return 1 if kind % FACES == 0 else 2


#: The cards that can be of a kind are ``FIRST_CARD[kind]`` and the next ones, ``COPIES[kind]`` in all.
FIRST_CARD = np.array([_first_card(kind) for kind in range(KINDS)], np.int8)
COPIES = np.array([_copies(kind) for kind in range(KINDS)], np.int8)
