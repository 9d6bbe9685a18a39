"""The decisions of the decks' own cards: Friendship, Casting Call, Victory Lap."""

from __future__ import annotations

import numpy as np

from agents.expertise.hands import cost_of, cost_of_seat, danger, nearness
from agents.expertise.reading import (
    COUNT,
    Row,
    See,
    Table,
    around,
    chance_of_color,
    is_opponent,
    looks,
    offered,
    turned_cards,
)
from uno_env.engine.cards import COLORS, COLOURED_KINDS, FACES, KINDS, Face
from uno_env.engine.jit import rule
from uno_env.engine.layout import FIRST_SEAT_ACTION, Act
from uno_env.engine.legality import NOTHING
from uno_env.engine.random import random_below
from uno_env.engine.state import GameRow
from uno_env.observation import HAND, HAND_SIZES

SPREAD = 100  # how finely a whim is measured
SPLIT = int(Act.SPLIT)


@rule
def whim(generator: GameRow, size: float) -> float:
    """Up to ``size``, so that what is laid cannot be foretold."""
    return size * random_below(generator, SPREAD) / SPREAD


# -- Power of Friendship -------------------------------------------------------------------------------------


@rule
def card_to_lay(coloured: np.uint64, color: int) -> int:
    """Of a colour, the card to get rid of: laid cards have no effect, so numbers go first, the highest of them."""
    best, best_worth = -1, -1
    for face in range(FACES):
        kind = color * FACES + face
        if (coloured >> np.uint64(kind)) & np.uint64(1) == NOTHING:
            continue
        worth = 10 + face if face <= Face.NINE else 9
        if worth > best_worth:
            best, best_worth = kind, worth
    return best


@rule
def best_to_lay(row: Row, table: Table, coloured: np.uint64, generator: GameRow) -> int:
    """The colour the rest of the hand has most of, and that few others can match.  [friendship/lay]"""
    best, best_worth = -1, -1e9
    for color in range(COLORS):
        if table[COUNT + color] == 0:
            continue
        worth = 1.0 * (table[COUNT + color] - 1) + whim(generator, 1.0)
        for seat in range(1, int(table[See.PLAYERS])):
            if is_opponent(table, seat):
                worth -= 0.5 * chance_of_color(row, table, seat, color)
        if worth > best_worth:
            best, best_worth = card_to_lay(coloured, color), worth
    return best


@rule
def best_guess(row: Row, table: Table, coloured: np.uint64, generator: GameRow) -> int:
    """The colour the player is likeliest to have laid: a card of it goes out for nothing.  [friendship/guess]"""
    player = int(table[See.LAST_PLAYER])
    best, best_worth = -1, -1e9
    for color in range(COLORS):
        if table[COUNT + color] == 0:
            continue
        worth = 2.0 * chance_of_color(row, table, player, color) + whim(generator, 0.3)
        if worth > best_worth:
            best, best_worth = card_to_lay(coloured, color), worth
    return best


# -- Casting Call ----------------------------------------------------------------------------------------------


@rule
def harm(row: Row, table: Table, seat: int, cards: float) -> float:
    """What so many cards take from a player's chances; a partner's loss is one's own."""
    size = cost_of_seat(row, seat)
    taken = (danger(size) - danger(size + cards)) * nearness(table, seat)
    return taken if is_opponent(table, seat) else -taken


@rule
def weight_of_turned(row: Row) -> float:
    """What the turned cards weigh, in cards; a wild is no burden, but it stops a hand of one card all the same."""
    coloured, wilds = turned_cards(row, 0, COLOURED_KINDS), turned_cards(row, COLOURED_KINDS, KINDS)
    return coloured + 0.3 * wilds


@rule
def best_gift(row: Row, table: Table) -> int:
    """All to whoever is nearest to going out, or some to each if several are.  [casting-call/give]"""
    players, cards = int(table[See.PLAYERS]), weight_of_turned(row)
    best, best_worth = FIRST_SEAT_ACTION, -1e9
    split = 0.0
    for seat in range(1, players):
        worth = harm(row, table, seat, cards)
        split += harm(row, table, seat, cards / (players - 1))
        if worth > best_worth:
            best, best_worth = FIRST_SEAT_ACTION + seat - 1, worth
    if players > 2 and split > best_worth:
        return SPLIT
    return best


# -- Victory Lap -----------------------------------------------------------------------------------------------


@rule
def offered_cost(row: Row) -> float:
    """What the hand in front costs."""
    size, wilds = 0, 0
    for kind in range(KINDS):
        size += offered(row, kind)
        if kind >= COLOURED_KINDS:
            wilds += offered(row, kind)
    return cost_of(size, float(wilds))


@rule
def own_hand_cost(row: Row) -> float:
    """What the own hand costs, wherever it lies."""
    size, wilds = 0, 0
    for kind in range(KINDS):
        size += int(row[HAND + kind])
        if kind >= COLOURED_KINDS:
            wilds += int(row[HAND + kind])
    return cost_of(size, float(wilds))


@rule
def next_players_danger(row: Row, table: Table, further: int) -> float:
    """How dangerous the next player becomes if the hands move on so many times more."""
    players = int(table[See.PLAYERS])
    ahead = int(table[See.CLOCKWISE])
    holder = around(players, around(players, ahead) - ahead * further)
    if not is_opponent(table, int(table[See.NEXT])):
        return 0.0
    return 3.0 * danger(float(row[HAND_SIZES + holder]))


@rule
def takes_hand(row: Row, table: Table) -> bool:
    """Take the hand in front, unless a better one is still to come.  [victory-lap/take-or-pass]

    Hands move with the direction of play: the next one to arrive lies in front of the player before.
    """
    players, ahead = int(table[See.PLAYERS]), int(table[See.CLOCKWISE])
    here = offered_cost(row) + next_players_danger(row, table, 0)
    left = players - looks(row)
    for further in range(1, left):
        seat = around(players, -ahead * further)
        if cost_of_seat(row, seat) + next_players_danger(row, table, further) < here:
            return False
    return here <= own_hand_cost(row) + next_players_danger(row, table, left)
