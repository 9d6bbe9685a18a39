"""RLCard's cards and actions and ours, by their numbers and by their spelling; needs no RLCard.

RLCard spells a card ``colour-trait`` (``r-7``, ``b-draw_2``, ``y-wild_draw_4``) and has 61 actions: fifteen traits in
each of four colours, a wild in the colour that is named, and ``draw``.
"""

from __future__ import annotations

import numpy as np

from uno_env.engine.cards import COLOURED_KINDS, FACES, SYMBOL, Symbol, Wild
from uno_env.engine.layout import ACTION_COLOR, ACTION_KIND, ACTIONS, Act

#: RLCard's colours in its own order, and the number each has here.
RLCARD_COLORS = "rgby"
COLOR_HERE = {"r": 0, "y": 1, "g": 2, "b": 3}
COLOR_THERE = {color: letter for letter, color in COLOR_HERE.items()}
#: The traits in RLCard's order are our symbols in ours, up to the Wild Draw Four.
TRAITS = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "skip", "reverse", "draw_2", "wild", "wild_draw_4")
DRAW = "draw"
RLCARD_ACTIONS = (*(f"{color}-{trait}" for color in RLCARD_COLORS for trait in TRAITS), DRAW)
RLCARD_ACTION_IDS = {action: number for number, action in enumerate(RLCARD_ACTIONS)}
UNKNOWN = -1

assert TRAITS[Symbol.SKIP] == "skip"
assert TRAITS[Symbol.DRAW_FOUR] == "wild_draw_4"


def _action_there(action: int) -> int:
    """The number RLCard has for one of our actions."""
    if action == Act.DRAW:
        return RLCARD_ACTION_IDS[DRAW]
    if action > Act.DRAW or SYMBOL[ACTION_KIND[action]] > Symbol.DRAW_FOUR:
        return UNKNOWN
    return RLCARD_ACTION_IDS[card_there(int(ACTION_KIND[action]), int(ACTION_COLOR[action]))]


def card_there(kind: int, color: int) -> str:
    """A card as RLCard spells it; the colour is that of a wild.  A deck's own card has none: it becomes a Wild."""
    symbol = int(SYMBOL[kind])
    shown = kind // FACES if kind < COLOURED_KINDS else color
    trait = TRAITS[symbol if symbol <= Symbol.DRAW_FOUR else Symbol.WILD]
    return f"{COLOR_THERE[shown]}-{trait}"


def kind_here(card: str) -> int:
    """The kind of a card that RLCard spells so; the colour of a wild is left aside."""
    color, _, trait = card.partition("-")
    if color not in COLOR_HERE or trait not in TRAITS:
        raise ValueError(f"{card!r} is no card of RLCard's UNO: it spells them like 'r-7', 'g-skip' or 'y-wild_draw_4'")
    if trait == "wild":
        return int(Wild.WILD)
    if trait == "wild_draw_4":
        return int(Wild.DRAW_FOUR)
    return COLOR_HERE[color] * FACES + TRAITS.index(trait)


#: The number that RLCard has for each of our actions, or ``UNKNOWN``; a card with an icon is the card without.
ACTION_THERE = np.array([_action_there(action) for action in range(ACTIONS)], np.int64)
#: Our (plain) action for each of RLCard's.
ACTION_HERE = np.array(
    [int(np.flatnonzero(number == ACTION_THERE)[0]) for number in range(len(RLCARD_ACTIONS))], np.int64
)
