"""What the expert reads off an observation: a handful of whole numbers, by name.

Seats are relative to the observer, clockwise, as in the observation: 0 is the observer.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np
import numpy.typing as npt

from uno_env.decks import DECKS
from uno_env.engine.cards import COLORS, COLOURED_KINDS, FACES, KINDS, NO_COLOR, NO_KIND, WILD_KINDS, Symbol
from uno_env.engine.jit import rule
from uno_env.engine.layout import MAX_PLAYERS
from uno_env.engine.state import Phase
from uno_env.observation import (
    COLOR,
    COLOR_BEFORE,
    DECK,
    DECKS_KNOWN,
    DIRECTION,
    DISCARD,
    HAND,
    HAND_SIZES,
    HOUSE_RULES,
    KNOWN,
    LAST_PLAYER,
    LOOKS,
    MISSED,
    OFFERED,
    OPTIONS,
    PENDING,
    PHASE,
    PLAYERS,
    TURNED,
)

Row = npt.NDArray[np.uint8]
Table = npt.NDArray[np.int64]

CARDS_OF_A_COLOR = 25
COMMON_WILDS = 8
OWN_WILDS = 12  # with the deck's own card
CLASSIC_DECK, RUN_DECK, VICTORY_LAP_DECK = (list(DECKS).index(name) for name in ("classic", "run", "victory_lap"))
WILDS_AT = HAND + COLOURED_KINDS
NO_PARTNER = -1


class See(IntEnum):
    """Where each number stands in a table."""

    PLAYERS = 0
    PHASE = 1
    DECK = 2
    COLOR = 3  # in play, NO_COLOR if none is
    COLOR_BEFORE = 4
    PENDING = 5
    SIZE = 6  # own hand
    NEXT = 7  # the next player in the direction of play
    NEXT_SIZE = 8
    AFTER_NEXT_SIZE = 9  # whoever is on if the next player is skipped; the own hand with two players
    LEAST = 10  # the shortest hand of an opponent
    PARTNER = 11
    PROGRESSIVE = 12
    SEVEN_ZERO = 13
    LAST_PLAYER = 14
    WILDS = 15  # own wilds of any kind
    CLOCKWISE = 16  # 1 or -1
    PREVIOUS_SIZE = 17  # whoever is on if the direction of play turns
    COUNT = 18  # own cards of each colour: four numbers
    UNSEEN = 22  # cards of each colour neither in the own hand nor on the discard pile: four numbers
    UNSEEN_TOTAL = 26


SEEN = int(See.UNSEEN_TOTAL) + 1
# Where the numbers of the first colour stand.
COUNT, UNSEEN = int(See.COUNT), int(See.UNSEEN)
PHASES = len(Phase) - 1


@rule
def hot(row: Row, start: int, length: int) -> int:
    """Which of the numbers is set, or ``length`` if none is."""
    for place in range(length):
        if row[start + place] != 0:
            return place
    return length


@rule
def around(players: int, seat: int) -> int:
    """A relative seat counted past either end of the table."""
    if seat < 0:
        return seat + players
    return seat - players if seat >= players else seat


@rule
def is_opponent(table: Table, seat: int) -> bool:
    """Neither the observer nor the partner."""
    return seat != 0 and seat != table[See.PARTNER]


@rule
def read_colors(row: Row, table: Table) -> None:
    """Own and unseen cards by colour."""
    total = 0
    for color in range(COLORS):
        own, gone = 0, 0
        for kind in range(color * FACES, (color + 1) * FACES):
            own += int(row[HAND + kind])
            gone += int(row[DISCARD + kind])
        table[COUNT + color] = own
        table[UNSEEN + color] = max(CARDS_OF_A_COLOR - own - gone, 0)
        total += table[UNSEEN + color]
    wilds, gone = 0, 0
    for wild in range(WILD_KINDS):
        wilds += int(row[WILDS_AT + wild])
        gone += int(row[DISCARD + COLOURED_KINDS + wild])
    table[See.WILDS] = wilds
    in_deck = COMMON_WILDS if table[See.DECK] == CLASSIC_DECK else OWN_WILDS
    table[See.UNSEEN_TOTAL] = total + max(in_deck - wilds - gone, 0)


@rule
def read_seats(row: Row, table: Table) -> None:
    """Who is next, and how many cards those who matter hold."""
    players = int(table[See.PLAYERS])
    ahead = 1 if row[DIRECTION] != 0 else -1
    table[See.CLOCKWISE] = ahead
    table[See.NEXT] = around(players, ahead)
    table[See.SIZE] = row[HAND_SIZES]
    table[See.NEXT_SIZE] = row[HAND_SIZES + around(players, ahead)]
    table[See.AFTER_NEXT_SIZE] = row[HAND_SIZES + around(players, 2 * ahead)]
    table[See.PREVIOUS_SIZE] = row[HAND_SIZES + around(players, -ahead)]
    table[See.PARTNER] = players // 2 if row[OPTIONS] != 0 else NO_PARTNER
    least = 127
    for seat in range(1, players):
        if is_opponent(table, seat):
            least = min(least, int(row[HAND_SIZES + seat]))
    table[See.LEAST] = least


@rule
def read_table(row: Row, table: Table) -> None:
    """Everything the expert looks at more than once."""
    table[See.PLAYERS] = hot(row, PLAYERS, MAX_PLAYERS - 1) + 2
    table[See.PHASE] = hot(row, PHASE, PHASES) + 1
    table[See.DECK] = hot(row, DECK, DECKS_KNOWN)
    table[See.COLOR] = hot(row, COLOR, NO_COLOR)
    table[See.COLOR_BEFORE] = hot(row, COLOR_BEFORE, NO_COLOR)
    table[See.PENDING] = row[PENDING]
    table[See.PROGRESSIVE] = row[HOUSE_RULES]
    table[See.SEVEN_ZERO] = row[HOUSE_RULES + 1]
    table[See.LAST_PLAYER] = hot(row, LAST_PLAYER, MAX_PLAYERS)
    read_seats(row, table)
    read_colors(row, table)


@rule
def missed(row: Row, seat: int, color: int) -> int:
    """0, or 1 and the cards gained since that player drew on that colour."""
    if color >= COLORS or seat == 0:
        return 0
    return int(row[MISSED + (seat - 1) * COLORS + color])


@rule
def known(row: Row, seat: int, kind: int) -> int:
    """How many cards of a kind another player is known to hold."""
    return int(row[KNOWN + (seat - 1) * KINDS + kind])


@rule
def known_wilds(row: Row, seat: int) -> int:
    """How many wilds another player is known to hold."""
    count = 0
    for kind in range(COLOURED_KINDS, KINDS):
        count += known(row, seat, kind)
    return count


@rule
def known_cards(row: Row, seat: int) -> int:
    """How many cards of another player are known."""
    count = 0
    for kind in range(KINDS):
        count += known(row, seat, kind)
    return count


@rule
def offered(row: Row, kind: int) -> int:
    """How many cards of a kind the hand offered in a lap has."""
    return int(row[OFFERED + kind])


@rule
def looks(row: Row) -> int:
    """Hands looked at in this lap."""
    return int(row[LOOKS])


@rule
def turned_cards(row: Row, first: int, stop: int) -> int:
    """How many cards of these kinds Casting Call has turned."""
    count = 0
    for kind in range(first, stop):
        count += int(row[TURNED + kind])
    return count


@rule
def chance_of_color(row: Row, table: Table, seat: int, color: int) -> float:
    """How likely another player's hand has that colour, as far as the discard pile and their draws tell."""
    unknown = float(max(int(row[HAND_SIZES + seat]) - known_cards(row, seat), 0))
    gained = missed(row, seat, color)
    if gained > 0:
        unknown = min(unknown, float(gained - 1))
    for kind in range(color * FACES, (color + 1) * FACES):
        if known(row, seat, kind) > 0:
            return 1.0
    share = table[UNSEEN + color] / max(int(table[See.UNSEEN_TOTAL]), 1)
    return float(1.0 - (1.0 - share) ** unknown)


@rule
def acts_after(table: Table, symbol: int) -> int:
    """Who is on after a card of this number or symbol: nobody's answer counted, 0 if the turn comes straight back."""
    players, ahead = int(table[See.PLAYERS]), int(table[See.CLOCKWISE])
    if symbol == Symbol.SKIP or symbol == Symbol.DRAW_TWO or symbol == Symbol.DRAW_FOUR:
        return around(players, 2 * ahead)
    if symbol == Symbol.REVERSE:
        return around(players, -ahead) if players > 2 else 0
    return around(players, ahead)


@rule
def known_last_card(row: Row, seat: int) -> int:
    """The kind of another player's last card, or NO_KIND if they have more or it is not known."""
    if row[HAND_SIZES + seat] == 1:
        for kind in range(KINDS):
            if known(row, seat, kind) > 0:
                return kind
    return NO_KIND
