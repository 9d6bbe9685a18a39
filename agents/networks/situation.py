"""What a network is told about the table: which features of a position are on."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from agents.expertise.reading import (
    COUNT,
    UNSEEN,
    Row,
    See,
    Table,
    around,
    hot,
    is_opponent,
    known,
    missed,
)
from agents.networks.colors import Places, slot_of
from agents.networks.layout import ENTRY, HISTORY_USED, MISSES, OWN_SIZES, SIZE_ENDS, SIZES, SLOT, STATE_AT
from uno_env.engine.bits import bits_in
from uno_env.engine.cards import COLORS, COLOURED_KINDS, FACES, ICON, KINDS, NO_COLOR, SYMBOL, WILD_KINDS, Face, Wild
from uno_env.engine.jit import rule
from uno_env.engine.layout import MAX_PLAYERS
from uno_env.engine.state import Phase
from uno_env.observation import (
    ACTS,
    BASE_LENGTH,
    DISCARD,
    DRAW_PILE,
    DRAWN,
    HAND,
    HAND_SIZES,
    HISTORY_ENTRY,
    HOUSE_RULES,
    LOOKS,
    OFFERED,
    OPTIONS,
    TOP,
    TURNED,
)

Features = npt.NDArray[np.int16]

# One name a block, frozen into the kernels.
(OWN_KINDS, OWN_WILDS, OWN_SIZE, OWN_COLORS, OWN_WILD_TOTAL, TOP_SYMBOL, TOP_FLAGS, PHASE, DRAWN_CARD, PLAYABLE) = (
    STATE_AT[name]
    for name in (
        "own_kinds",
        "own_wilds",
        "own_size",
        "own_colors",
        "own_wild_total",
        "top",
        "top_flags",
        "phase",
        "drawn",
        "playable",
    )
)
(UNSEEN_COLORS, UNSEEN_WILDS, UNSEEN_DRAW_FOURS, UNSEEN_DRAW_TWOS, PILE, SLOTS_AT, NEXT_KNOWN, PREVIOUS_AT) = (
    STATE_AT[name]
    for name in (
        "unseen_colors",
        "unseen_wilds",
        "unseen_draw_fours",
        "unseen_draw_twos",
        "draw_pile",
        "slots",
        "next_known",
        "previous",
    )
)
(FEWEST, LAST_PLAYER, PENDING, COLOR_BEFORE, TURNED_CARDS, OFFERED_HAND, LOOKED_AT) = (
    STATE_AT[name] for name in ("fewest", "last_player", "pending", "color_before", "turned", "offered", "looks")
)
(DECK, HOUSE, CHOICES, PLAYERS, HISTORY) = (
    STATE_AT[name] for name in ("deck", "house_rules", "options", "players", "history")
)

_SIZE_OF = np.array([int(np.searchsorted(SIZE_ENDS, size)) for size in range(128)], np.int64)
_OWN_SIZE_OF = np.minimum(
    np.where(np.arange(128) <= 12, np.arange(128), 12 + (np.arange(128) - 10) // 3), OWN_SIZES - 1
)
_UNSEEN_LEVELS = np.array((1, 4, 7, 11, 15, 20), np.int64)
_WILD_LEVELS = np.array((1, 2, 3, 5, 7, 9), np.int64)
_PILE_ENDS = np.array((0, 4, 10, 20, 40), np.int64)
_SUM_OF = np.array([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5] + [6] * 300, np.int64)
_KNOWN_AT = SIZES + COLORS * MISSES
_PARTNER_AT = SLOT - 1
_ENTRY_FACE = MAX_PLAYERS + COLORS
_ENTRY_ACT = _ENTRY_FACE + FACES + WILD_KINDS
_DRAW_FOUR, _ICON_DRAW_FOUR = int(Wild.DRAW_FOUR), int(Wild.ICON_DRAW_FOUR)
_DRAW_TWO, _ICON_DRAW_TWO = int(Face.DRAW_TWO), int(Face.ICON_DRAW_TWO)
_ACTS = len(ACTS)


@rule
def size_range(size: int) -> int:
    """Which range a hand's size falls into."""
    return int(_SIZE_OF[min(size, 127)])


@rule
def freshness(cards_since: int) -> int:
    """How fresh a miss is: 0 the freshest."""
    return min(cards_since, MISSES) - 1


@rule
def own_hand(row: Row, table: Table, places: Places, on: Features, count: int) -> int:
    """The cards in hand."""
    for color in range(COLORS):
        place = int(places[color])
        for face in range(FACES):
            held = int(row[HAND + color * FACES + face])
            for copy in range(held):
                on[count] = OWN_KINDS + (place * FACES + face) * 2 + copy
                count += 1
        on[count] = OWN_COLORS + place * 8 + min(int(table[COUNT + color]), 7)
        count += 1
    for wild in range(WILD_KINDS):
        for copy in range(min(int(row[HAND + COLOURED_KINDS + wild]), 4)):
            on[count] = OWN_WILDS + 4 * wild + copy
            count += 1
    on[count] = OWN_SIZE + _OWN_SIZE_OF[min(int(row[HAND_SIZES]), 127)]
    on[count + 1] = OWN_WILD_TOTAL + min(int(table[See.WILDS]), 4)
    return count + 2


@rule
def top_card(row: Row, table: Table, on: Features, count: int) -> int:
    """What lies on top, and whether a colour is in play."""
    wild = hot(row, TOP + COLORS + FACES, WILD_KINDS)
    kind = COLOURED_KINDS + wild if wild < WILD_KINDS else hot(row, TOP + COLORS, FACES)
    on[count] = TOP_SYMBOL + SYMBOL[kind]
    count += 1
    if ICON[kind]:
        on[count] = TOP_FLAGS
        count += 1
    if table[See.COLOR] == NO_COLOR:
        on[count] = TOP_FLAGS + 1
        count += 1
    return count


@rule
def drawn_card(row: Row, places: Places, on: Features, count: int) -> int:
    """The card just drawn, which may be played or kept."""
    wild = hot(row, DRAWN + COLORS + FACES, WILD_KINDS)
    if wild < WILD_KINDS:
        on[count] = DRAWN_CARD + COLORS + FACES + wild
        return count + 1
    on[count] = DRAWN_CARD + places[hot(row, DRAWN, COLORS)]
    on[count + 1] = DRAWN_CARD + COLORS + hot(row, DRAWN + COLORS, FACES)
    return count + 2


@rule
def unseen_cards(row: Row, table: Table, places: Places, on: Features, count: int) -> int:
    """What is still out: in other hands or the draw pile."""
    colored = 0
    for color in range(COLORS):
        unseen = int(table[UNSEEN + color])
        colored += unseen
        for level in range(6):
            if unseen < _UNSEEN_LEVELS[level]:
                break
            on[count] = UNSEEN_COLORS + int(places[color]) * 6 + level
            count += 1
    wilds = int(table[See.UNSEEN_TOTAL]) - colored
    for level in range(6):
        if wilds < _WILD_LEVELS[level]:
            break
        on[count] = UNSEEN_WILDS + level
        count += 1
    fours = 4
    for kind in (_DRAW_FOUR, _ICON_DRAW_FOUR):
        fours -= int(row[HAND + kind]) + int(row[DISCARD + kind])
    twos = 8
    for color in range(COLORS):
        for face in (_DRAW_TWO, _ICON_DRAW_TWO):
            twos -= int(row[HAND + color * FACES + face]) + int(row[DISCARD + color * FACES + face])
    on[count] = UNSEEN_DRAW_FOURS + min(max(fours, 0), 4)
    on[count + 1] = UNSEEN_DRAW_TWOS + (min(max(twos, 0), 8) + 1) // 2
    pile = 0
    while pile < len(_PILE_ENDS) and int(row[DRAW_PILE]) > _PILE_ENDS[pile]:
        pile += 1
    on[count + 2] = PILE + pile
    return count + 3


@rule
def size_and_misses(row: Row, places: Places, steps: int, start: int, on: Features, count: int) -> int:
    """Another seat's hand: its size, and the colours its player lacked lately."""
    on[count] = start + size_range(int(row[HAND_SIZES + steps]))
    count += 1
    for color in range(COLORS):
        since = missed(row, steps, color)
        if since > 0:
            on[count] = start + SIZES + int(places[color]) * MISSES + freshness(since)
            count += 1
    return count


@rule
def other_seats(row: Row, table: Table, places: Places, on: Features, count: int) -> int:
    """Everything about the others, slot by slot in the direction of play."""
    players, ahead = int(table[See.PLAYERS]), int(table[See.CLOCKWISE])
    fewest = 5
    for slot in range(1, players):
        steps = around(players, ahead * slot)
        start = SLOTS_AT + (slot - 1) * SLOT
        count = size_and_misses(row, places, steps, start, on, count)
        if is_opponent(table, steps):
            fewest = min(fewest, int(row[HAND_SIZES + steps]))
        else:
            on[count] = start + _PARTNER_AT
            count += 1
        count = known_hand(row, places, steps, start + _KNOWN_AT, slot == 1, on, count)
    if players > 2:
        count = size_and_misses(row, places, around(players, -ahead), PREVIOUS_AT, on, count)
    on[count] = FEWEST + max(fewest, 1) - 1
    on[count + 1] = LAST_PLAYER + slot_of(table, int(table[See.LAST_PLAYER]) % MAX_PLAYERS)
    return count + 2


@rule
def known_hand(row: Row, places: Places, steps: int, start: int, is_next: bool, on: Features, count: int) -> int:
    """Cards another player is known to hold: one, two of each colour, of the wilds; whether that is all they hold."""
    total = 0
    symbols = 0
    for color in range(COLORS + 1):
        first = color * FACES
        stop = first + FACES if color < COLORS else KINDS
        held = 0
        for kind in range(first, stop):
            copies = known(row, steps, kind)
            held += copies
            if copies > 0 and is_next and (symbols >> int(SYMBOL[kind])) & 1 == 0:
                symbols |= 1 << int(SYMBOL[kind])
                on[count] = NEXT_KNOWN + SYMBOL[kind]
                count += 1
        place = int(places[color]) if color < COLORS else COLORS
        for copy in range(min(held, 2)):
            on[count] = start + 2 * place + copy
            count += 1
        total += held
    if total > 0 and total == int(row[HAND_SIZES + steps]):
        on[count] = start + 2 * COLORS + 2
        count += 1
    return count


@rule
def own_cards_business(row: Row, table: Table, places: Places, phase: int, on: Features, count: int) -> int:
    """What only some decisions are about: turned cards, the hand offered in a lap."""
    if phase == Phase.GIVE:
        cards, wilds = 0, 0
        for kind in range(KINDS):
            cards += int(row[TURNED + kind])
            wilds += int(row[TURNED + kind]) if kind >= COLOURED_KINDS else 0
        on[count] = TURNED_CARDS + min(cards, 8)
        count += 1
        for copy in range(min(wilds, 2)):
            on[count] = TURNED_CARDS + 9 + copy
            count += 1
    if phase == Phase.LAP:
        on[count] = LOOKED_AT + min(int(row[LOOKS]), MAX_PLAYERS - 1)
        count += 1
        total = 0
        for color in range(COLORS + 1):
            first = color * FACES
            stop = first + FACES if color < COLORS else KINDS
            held = 0
            for kind in range(first, stop):
                held += int(row[OFFERED + kind])
            total += held
            most = 5 if color < COLORS else 4
            start = OFFERED_HAND + SIZES + (int(places[color]) * 5 if color < COLORS else COLORS * 5)
            for copy in range(min(held, most)):
                on[count] = start + copy
                count += 1
        on[count] = OFFERED_HAND + size_range(total)
        count += 1
    return count


@rule
def rules_in_force(row: Row, table: Table, on: Features, count: int) -> int:
    """The deck, the house rules, the players."""
    on[count] = DECK + table[See.DECK]
    on[count + 1] = PLAYERS + table[See.PLAYERS] - 2
    count += 2
    for house_rule in range(3):
        if row[HOUSE_RULES + house_rule]:
            on[count] = HOUSE + house_rule
            count += 1
    for choice, option in ((0, OPTIONS), (1, OPTIONS + 2)):
        if row[option]:
            on[count] = CHOICES + choice
            count += 1
    return count


@rule
def latest_actions(row: Row, table: Table, places: Places, on: Features, count: int) -> int:
    """The last public actions, the latest first."""
    entries = min((len(row) - BASE_LENGTH) // HISTORY_ENTRY, HISTORY_USED)
    for entry in range(entries):
        source, start = BASE_LENGTH + entry * HISTORY_ENTRY, HISTORY + entry * ENTRY
        who = hot(row, source, MAX_PLAYERS)
        if who == MAX_PLAYERS:
            break
        on[count] = start + slot_of(table, who)
        count += 1
        card = source + MAX_PLAYERS
        color = hot(row, card, COLORS)
        if color < COLORS:
            on[count] = start + MAX_PLAYERS + places[color]
            count += 1
        face = hot(row, card + COLORS, FACES + WILD_KINDS)
        if face < FACES + WILD_KINDS:
            on[count] = start + _ENTRY_FACE + face
            count += 1
            continue
        act = hot(row, card + COLORS + FACES + WILD_KINDS, _ACTS)
        if act < _ACTS:
            on[count] = start + _ENTRY_ACT + act
            count += 1
    return count


@rule
def situation(row: Row, table: Table, places: Places, coloured: np.uint64, on: Features) -> int:
    """Write down the features of a position that are on; how many there are."""
    phase = int(table[See.PHASE])
    count = own_hand(row, table, places, on, 0)
    count = top_card(row, table, on, count)
    on[count] = PHASE + phase - 1
    on[count + 1] = PLAYABLE + min(bits_in(coloured), 5)
    on[count + 2] = PENDING + _SUM_OF[int(table[See.PENDING])]
    on[count + 3] = COLOR_BEFORE + places[min(int(table[See.COLOR_BEFORE]), NO_COLOR)]
    count += 4
    if phase == Phase.DRAWN:
        count = drawn_card(row, places, on, count)
    count = unseen_cards(row, table, places, on, count)
    count = other_seats(row, table, places, on, count)
    count = own_cards_business(row, table, places, phase, on, count)
    count = rules_in_force(row, table, on, count)
    return latest_actions(row, table, places, on, count)
