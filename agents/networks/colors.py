"""Colours and seats by what they mean to the player: the colour in play first, slots in the direction of play."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from agents.expertise.reading import COUNT, UNSEEN, See, Table
from uno_env.engine.cards import COLORS, COLOURED_KINDS, FACES, NO_COLOR
from uno_env.engine.jit import rule
from uno_env.engine.layout import COLOUR_NAMING_WILDS, FIRST_COLOR_ACTION, FIRST_SEAT_ACTION

#: The place of each colour, by its number; a fifth entry keeps "no colour" where it is.
Places = npt.NDArray[np.int64]
_LAST_NAMED = COLOURED_KINDS + COLOUR_NAMING_WILDS * COLORS


@rule
def goes_before(table: Table, one: int, other: int) -> bool:
    """The colour in play, else the one of which more is held, else the one of which less is unseen."""
    if one == table[See.COLOR] or other == table[See.COLOR]:
        return bool(one == table[See.COLOR])
    if table[COUNT + one] != table[COUNT + other]:
        return bool(table[COUNT + one] > table[COUNT + other])
    if table[UNSEEN + one] != table[UNSEEN + other]:
        return bool(table[UNSEEN + one] < table[UNSEEN + other])
    return one < other


@rule
def place_colors(table: Table, places: Places) -> None:
    """Give every colour its place."""
    for color in range(COLORS):
        ahead = 0
        for other in range(COLORS):
            if other != color and goes_before(table, other, color):
                ahead += 1
        places[color] = ahead
    places[NO_COLOR] = NO_COLOR


@rule
def slot_of(table: Table, steps: int) -> int:
    """A seat so many steps clockwise, counted in the direction of play."""
    if steps == 0 or table[See.CLOCKWISE] > 0:
        return steps
    return int(table[See.PLAYERS]) - steps


@rule
def in_places(table: Table, places: Places, action: int) -> int:
    """An action in terms of places and slots."""
    if action < COLOURED_KINDS:
        return int(places[action // FACES]) * FACES + action % FACES
    if action < _LAST_NAMED:
        wild = (action - COLOURED_KINDS) // COLORS
        return COLOURED_KINDS + wild * COLORS + int(places[(action - COLOURED_KINDS) % COLORS])
    if action < FIRST_COLOR_ACTION:
        return action
    if action < FIRST_SEAT_ACTION:
        return FIRST_COLOR_ACTION + int(places[action - FIRST_COLOR_ACTION])
    return FIRST_SEAT_ACTION + slot_of(table, action - FIRST_SEAT_ACTION + 1) - 1
