"""What a network is told about one legal action: the action itself, and what the table would be like after it."""

from __future__ import annotations

import numpy as np

from agents.expertise.reading import (
    COUNT,
    UNSEEN,
    WILDS_AT,
    Row,
    See,
    Table,
    acts_after,
    known,
    known_last_card,
    known_wilds,
    missed,
)
from agents.networks.colors import Places, in_places
from agents.networks.layout import ACTION_AT
from agents.networks.situation import Features, freshness, size_range
from uno_env.engine.cards import COLORS, COLOURED_KINDS, FACES, NO_COLOR, NO_KIND, SYMBOL, Symbol
from uno_env.engine.jit import rule
from uno_env.engine.layout import ACTION_COLOR, ACTION_KIND, FIRST_COLOR_ACTION, FIRST_SEAT_ACTION
from uno_env.observation import DISCARD, HAND, HAND_SIZES

(LEFT, COLOR_LEFT, WILDS_LEFT, SYMBOL_LEFT, TWIN, COLORS_EMPTY, THEN_MISSED, THEN_SIZE, COLOR_UNSEEN, FLAGS) = (
    ACTION_AT[name]
    for name in (
        "left",
        "color_left",
        "wilds_left",
        "symbol_left",
        "twin",
        "colors_empty",
        "then_missed",
        "then_size",
        "color_unseen",
        "flags",
    )
)
CHOSEN_SIZE, CHOSEN_AGAINST_OWN, CHOSEN_FLAGS = (
    ACTION_AT[name] for name in ("chosen_size", "chosen_against_own", "chosen_flags")
)
PLAIN_WILD = int(Symbol.WILD)
_UNSEEN_ENDS = np.array((2, 5, 9, 14), np.int64)


@rule
def cards_like(row: Row, kind: int) -> int:
    """Cards in hand with the number or symbol of a coloured card, itself included."""
    found = 0
    for color in range(COLORS):
        for face in range(FACES):
            if SYMBOL[face] == SYMBOL[kind]:
                found += int(row[HAND + color * FACES + face])
    return found


@rule
def where_the_twin_is(row: Row, kind: int) -> int:
    """Of a coloured card but the zeros there are two copies, icon or not: 0 both in hand, 1 one discarded, 2 unseen."""
    own, gone = 0, 0
    for face in range(FACES):
        if SYMBOL[face] == SYMBOL[kind]:
            own += int(row[HAND + kind // FACES * FACES + face])
            gone += int(row[DISCARD + kind // FACES * FACES + face])
    if own > 1:
        return 0
    return 1 if gone > 0 else 2


@rule
def after_a_card(row: Row, table: Table, kind: int, on: Features, count: int) -> int:
    """The own hand once a card is gone from it."""
    on[count] = LEFT + min(max(int(row[HAND_SIZES]) - 1, 0), 8)
    on[count + 1] = WILDS_LEFT + min(int(table[See.WILDS]) - int(kind >= COLOURED_KINDS), 3)
    count += 2
    if kind < COLOURED_KINDS:
        on[count] = SYMBOL_LEFT + min(cards_like(row, kind) - 1, 2)
        count += 1
        if kind % FACES != 0:
            on[count] = TWIN + where_the_twin_is(row, kind)
            count += 1
    elif SYMBOL[kind] == Symbol.DRAW_FOUR and table[See.COLOR] < COLORS and table[COUNT + table[See.COLOR]] > 0:
        on[count] = FLAGS + 2
        count += 1
    empty = 0
    for other in range(COLORS):
        empty += int(table[COUNT + other] - int(kind < COLOURED_KINDS and kind // FACES == other) <= 0)
    on[count] = COLORS_EMPTY + empty
    return count + 1


@rule
def after_a_color(row: Row, table: Table, kind: int, color: int, on: Features, count: int) -> int:
    """The colour in play from then on, and the player it will meet."""
    left = int(table[COUNT + color]) - int(kind != NO_KIND and kind < COLOURED_KINDS)
    on[count] = COLOR_LEFT + min(max(left, 0), 6)
    unseen = 0
    while unseen < len(_UNSEEN_ENDS) and table[UNSEEN + color] > _UNSEEN_ENDS[unseen]:
        unseen += 1
    on[count + 1] = COLOR_UNSEEN + unseen
    count += 2
    seat = acts_after(table, int(SYMBOL[kind]) if kind != NO_KIND else PLAIN_WILD)
    if seat == 0:
        on[count] = THEN_SIZE + 4
        return count + 1
    since = missed(row, seat, color)
    on[count] = THEN_MISSED + (0 if since == 0 else 1 + freshness(since))
    on[count + 1] = THEN_SIZE + min(max(int(row[HAND_SIZES + seat]), 1), 4) - 1
    count += 2
    for other in range(color * FACES, (color + 1) * FACES):
        if known(row, seat, other) > 0:
            on[count] = FLAGS
            count += 1
            break
    last = known_last_card(row, seat)
    fits = last >= COLOURED_KINDS or (last != NO_KIND and last // FACES == color)
    if fits or (last != NO_KIND and kind != NO_KIND and SYMBOL[last] == SYMBOL[kind]):
        on[count] = FLAGS + 1
        count += 1
    return count


@rule
def player_chosen(row: Row, table: Table, steps: int, on: Features, count: int) -> int:
    """Whose hand is traded for, or who is given the turned cards."""
    size, own = int(row[HAND_SIZES + steps]), int(row[HAND_SIZES])
    on[count] = CHOSEN_SIZE + size_range(size)
    on[count + 1] = CHOSEN_AGAINST_OWN + (0 if size < own else 1 if size == own else 2)
    on[count + 2] = CHOSEN_FLAGS + int(known_wilds(row, steps) > 0)
    count += 3
    if steps == table[See.NEXT]:
        on[count] = CHOSEN_FLAGS + 2
        count += 1
    if steps == table[See.PARTNER]:
        on[count] = CHOSEN_FLAGS + 3
        count += 1
    return count


@rule
def choice(row: Row, table: Table, places: Places, action: int, on: Features) -> int:
    """Write down the features of an action that are on; how many there are.  The first is the action itself."""
    on[0] = in_places(table, places, action)
    count = 1
    if action >= FIRST_SEAT_ACTION:
        return player_chosen(row, table, action - FIRST_SEAT_ACTION + 1, on, count)
    kind, color = int(ACTION_KIND[action]), int(ACTION_COLOR[action])
    if action >= FIRST_COLOR_ACTION:
        color = action - FIRST_COLOR_ACTION
    if kind != NO_KIND:
        count = after_a_card(row, table, kind, on, count)
    if color != NO_COLOR:
        count = after_a_color(row, table, kind, color, on, count)
    return count


assert WILDS_AT == HAND + COLOURED_KINDS
