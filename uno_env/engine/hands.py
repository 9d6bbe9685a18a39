"""Hands: cards come in, go out and change seats; who knows what is kept right on the way.

A hand is stored twice: ``place`` says where each card is, ``coloured`` and ``wilds`` are bit sets of
the kinds in each hand.  ``known_by[card]`` has a bit for every seat that knows who holds that card.
"""

from __future__ import annotations

import numpy as np

from uno_env.engine.cards import COLOURED_KINDS, COPIES, FIRST_CARD, NO_CARD
from uno_env.engine.jit import rule
from uno_env.engine.layout import MAX_PLAYERS
from uno_env.engine.seats import next_seat
from uno_env.engine.state import GameRow, RulesRow

EVERYBODY = 0x3FF


@rule
def holds(game: GameRow, seat: int, kind: int) -> bool:
    """Is a card of this kind in that hand?"""
    if kind < COLOURED_KINDS:
        return bool((game.coloured[seat] >> np.uint64(kind)) & np.uint64(1))
    return bool((int(game.wilds[seat]) >> (kind - COLOURED_KINDS)) & 1)


@rule
def put_in_hand(game: GameRow, rules: RulesRow, seat: int, card: int, known_by: int) -> None:
    """A card joins a hand, its holder known to the seats in ``known_by``."""
    kind = int(rules.card_kind[card])
    if kind < COLOURED_KINDS:
        game.coloured[seat] |= np.uint64(1) << np.uint64(kind)
    else:
        game.wilds[seat] = int(game.wilds[seat]) | (1 << (kind - COLOURED_KINDS))
    game.place[card] = seat
    game.known_by[card] = known_by
    game.hand_size[seat] += 1
    game.uno_called = int(game.uno_called) & ~(1 << seat)


@rule
def take_from_hand(game: GameRow, rules: RulesRow, seat: int, kind: int) -> int:
    """A card of that kind leaves the hand; returns it.

    Of several copies an onlooker who knew of k now knows of k - 1: the copies that stay pass their
    knowers on to the one that leaves.
    """
    first = int(FIRST_CARD[kind])
    leaving = NO_CARD
    knowers = 0
    others = 0
    for card in range(first, first + int(COPIES[kind])):
        if int(game.place[card]) != seat or int(rules.card_kind[card]) != kind:
            continue
        if leaving == NO_CARD:
            leaving = card
            knowers = int(game.known_by[card])
        else:
            others += 1
            stays = int(game.known_by[card])
            game.known_by[card] = stays & knowers
            knowers |= stays
    if others == 0:
        if kind < COLOURED_KINDS:
            game.coloured[seat] &= ~(np.uint64(1) << np.uint64(kind))
        else:
            game.wilds[seat] = int(game.wilds[seat]) & ~(1 << (kind - COLOURED_KINDS))
    game.hand_size[seat] -= 1
    game.uno_called = int(game.uno_called) & ~(1 << seat)
    return leaving


@rule
def show_hand(game: GameRow, seat: int, onlookers: int) -> None:
    """The seats in the bit set see that hand as it now is."""
    for card in range(len(game.place)):
        if int(game.place[card]) == seat:
            game.known_by[card] = int(game.known_by[card]) | onlookers


@rule
def remember_own_hands(game: GameRow) -> None:
    """Before hands change seats: everyone knows the hand they are about to give away."""
    for card in range(len(game.place)):
        seat = int(game.place[card])
        if seat < MAX_PLAYERS:
            game.known_by[card] = int(game.known_by[card]) | (1 << seat)


@rule
def trade_hands(game: GameRow, one: int, other: int) -> None:
    """Two players exchange their hands."""
    show_hand(game, one, 1 << one)
    show_hand(game, other, 1 << other)
    for card in range(len(game.place)):
        if int(game.place[card]) == one:
            game.place[card] = other
        elif int(game.place[card]) == other:
            game.place[card] = one
    coloured, wilds, size = game.coloured[one], game.wilds[one], game.hand_size[one]
    game.coloured[one] = game.coloured[other]
    game.wilds[one] = game.wilds[other]
    game.hand_size[one] = game.hand_size[other]
    game.coloured[other] = coloured
    game.wilds[other] = wilds
    game.hand_size[other] = size
    game.uno_called = int(game.uno_called) & ~((1 << one) | (1 << other))


@rule
def pass_hands_along(game: GameRow, rules: RulesRow) -> None:
    """Every hand moves one seat in the direction of play."""
    for card in range(len(game.place)):
        seat = int(game.place[card])
        if seat < MAX_PLAYERS:
            game.place[card] = next_seat(game, rules, seat)
    # Walk against the direction of play, carrying the first hand round to its new owner.
    seat = 0
    coloured, wilds, size = game.coloured[0], game.wilds[0], game.hand_size[0]
    for _ in range(int(rules.players) - 1):
        giver = seat - int(game.direction)
        if giver < 0:
            giver += int(rules.players)
        elif giver >= int(rules.players):
            giver -= int(rules.players)
        game.coloured[seat] = game.coloured[giver]
        game.wilds[seat] = game.wilds[giver]
        game.hand_size[seat] = game.hand_size[giver]
        seat = giver
    game.coloured[seat] = coloured
    game.wilds[seat] = wilds
    game.hand_size[seat] = size
