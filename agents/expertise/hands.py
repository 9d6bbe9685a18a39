"""What a hand is worth, one's own or another's: for every decision that changes who holds what.

A hand costs a card for each of its cards, and a wild makes up for some: in measured play a wild goes with the chances
of a hand about three cards shorter.
"""

from __future__ import annotations

import numpy as np

from agents.expertise.reading import Row, See, Table, around, is_opponent, known_cards, known_wilds
from agents.expertise.weights import Weigh, Weights
from uno_env.engine.jit import rule
from uno_env.observation import HAND_SIZES

WILD_WORTH = 2.5  # cards
UNKNOWN_WILDS = 0.1  # of the cards of a hand that nobody has seen
FIRST_STEP = 0.35
GIVEN_AWAY = 4.0  # what an opponent who is on next and about to go out costs, in cards


@rule
def cost_of(size: int, wilds: float) -> float:
    """What a hand costs, in cards; nearly nothing, or less, if most of it are wilds."""
    return size - WILD_WORTH * min(wilds, size - 0.5)


@rule
def cost_without(table: Table, wilds: int) -> float:
    """What the own hand will cost once a card of it has been played; ``wilds`` is 1 if that is one."""
    return cost_of(int(table[See.SIZE]) - 1, float(table[See.WILDS] - wilds))


@rule
def current_cost(table: Table) -> float:
    """What the own hand costs now."""
    return cost_of(int(table[See.SIZE]), float(table[See.WILDS]))


@rule
def cost_of_seat(row: Row, seat: int) -> float:
    """What another player's hand costs, as far as it is known."""
    size = int(row[HAND_SIZES + seat])
    return cost_of(size, known_wilds(row, seat) + UNKNOWN_WILDS * (size - known_cards(row, seat)))


@rule
def nearness(table: Table, seat: int) -> float:
    """How soon a player is on: 1 for the next one, less for those after."""
    players = int(table[See.PLAYERS])
    steps = seat if table[See.CLOCKWISE] > 0 else players - seat
    return 1.0 / (1.0 + FIRST_STEP * (steps - 1))


@rule
def danger(size: float) -> float:
    """How near a hand of so many cards is to going out, as a share of the chances at the table."""
    return float(np.exp(-0.4 * max(size, 0.0)))


@rule
def trade_gain(row: Row, table: Table, seat: int, given: float) -> float:
    """What trading a hand that costs ``given`` for that player's brings, in cards.

    A good hand given to an opponent who is on soon is part of the price; with a partner nothing is gained.
    """
    if not is_opponent(table, seat):
        return 0.0  # what one gains the other loses
    return given - cost_of_seat(row, seat) - GIVEN_AWAY * nearness(table, seat) * danger(given)


@rule
def best_trade(row: Row, table: Table, given: float) -> int:
    """The player to trade hands with.  [classic/seven-zero-trade]"""
    best, best_gain = 1, -1e9
    for seat in range(1, int(table[See.PLAYERS])):
        gain = trade_gain(row, table, seat, given)
        if gain > best_gain:
            best, best_gain = seat, gain
    return best


@rule
def pass_gain(row: Row, table: Table, given: float) -> float:
    """What passing all hands along brings: the hand of the player before, for the own one."""
    players = int(table[See.PLAYERS])
    before = around(players, -int(table[See.CLOCKWISE]))
    gain = given - cost_of_seat(row, before)
    if is_opponent(table, int(table[See.NEXT])):
        gain -= GIVEN_AWAY * danger(given)
    return gain


@rule
def lap_gain(row: Row, table: Table, given: float) -> float:
    """What a lap brings: the best of all hands, or the own one if that is best."""
    best = given
    for seat in range(1, int(table[See.PLAYERS])):
        best = min(best, cost_of_seat(row, seat))
    return given - best


@rule
def hand_change(row: Row, table: Table, weights: Weights, symbol: int) -> float:
    """What a 7 or a 0 is worth beyond the card itself.  [classic/seven-zero-trade] [classic/seven-zero-pass]"""
    given = cost_without(table, 0)
    if symbol == 7:
        return float(weights[Weigh.SEVEN]) * trade_gain(row, table, best_trade(row, table, given), given)
    return float(weights[Weigh.ZERO]) * pass_gain(row, table, given)
