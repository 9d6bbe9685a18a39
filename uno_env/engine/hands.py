"""Hands: cards come in, go out and change seats.

A hand is stored twice.  By cards: ``place`` says where each card is, ``holds`` is the set of cards in each hand.  By
kinds: ``coloured`` and ``wilds`` are the sets of kinds in each hand, ``doubled`` and ``wild_counts`` say how many there
are (of a coloured kind no deck has more than two).

``missed`` sums up what everybody has seen of a hand: 0, or 1 if its player drew while that colour was in play, and one
more for every card that has joined the hand since (the card drawn included).  Whoever does not draw when able to play
has no other card of that colour but among those.  It moves with the hand.
"""

from __future__ import annotations

import numpy as np

from uno_env.engine.cards import CARDS, COLORS, COLOURED_KINDS, COPIES, FACES, FIRST_CARD, NO_CARD, WILD_KINDS
from uno_env.engine.jit import rule
from uno_env.engine.knowledge import NONE, card_bit, forget_card, one_copy_fewer, show_hand
from uno_env.engine.layout import MAX_PLAYERS
from uno_env.engine.seats import previous_seat
from uno_env.engine.state import GameRow, RulesRow

MOST_MISSED = 100  # so many cards later a miss says nothing any more


@rule
def holds(game: GameRow, seat: int, kind: int) -> bool:
    """Is a card of this kind in that hand?"""
    if kind < COLOURED_KINDS:
        return bool((game.coloured[seat] >> np.uint64(kind)) & np.uint64(1))
    return bool((int(game.wilds[seat]) >> (kind - COLOURED_KINDS)) & 1)


@rule
def lay_in_hand(game: GameRow, rules: RulesRow, seat: int, card: int) -> None:
    """A card is in a hand, by card and by kind; the hand's size is another matter."""
    kind = int(rules.card_kind[card])
    if kind < COLOURED_KINDS:
        bit = np.uint64(1) << np.uint64(kind)
        game.doubled[seat] |= game.coloured[seat] & bit
        game.coloured[seat] |= bit
    else:
        game.wilds[seat] = int(game.wilds[seat]) | (1 << (kind - COLOURED_KINDS))
        game.wild_counts[seat, kind - COLOURED_KINDS] += 1
    game.place[card] = seat
    game.holds[seat, card >> 6] |= card_bit(card)


@rule
def put_in_hand(game: GameRow, rules: RulesRow, seat: int, card: int) -> None:
    """A card joins a hand, unseen by the others."""
    lay_in_hand(game, rules, seat, card)
    game.hand_size[seat] += 1
    for color in range(COLORS):
        game.missed[seat, color] += int(0 < game.missed[seat, color] < MOST_MISSED)
    game.uno_called = int(game.uno_called) & ~(1 << seat)


@rule
def take_from_hand(game: GameRow, rules: RulesRow, seat: int, kind: int) -> int:
    """A card of that kind leaves the hand; returns it."""
    leaving, copies = NO_CARD, 0
    first = int(FIRST_CARD[kind])
    for card in range(first, first + int(COPIES[kind])):
        if int(game.place[card]) == seat and int(rules.card_kind[card]) == kind:
            leaving = card
            copies += 1
    if copies == 1:
        forget_card(game, leaving)
    else:
        one_copy_fewer(game, rules, seat, kind, leaving)
    if kind < COLOURED_KINDS:
        bit = np.uint64(1) << np.uint64(kind)
        game.coloured[seat] &= ~bit | game.doubled[seat]
        game.doubled[seat] &= ~bit
        # It came later than the miss, if anything did; else the player had drawn with this card in hand.
        game.missed[seat, kind // FACES] -= int(game.missed[seat, kind // FACES] > 0)
    else:
        game.wild_counts[seat, kind - COLOURED_KINDS] -= 1
        if int(game.wild_counts[seat, kind - COLOURED_KINDS]) == 0:
            game.wilds[seat] = int(game.wilds[seat]) & ~(1 << (kind - COLOURED_KINDS))
    game.holds[seat, leaving >> 6] &= ~card_bit(leaving)
    game.hand_size[seat] -= 1
    game.uno_called = int(game.uno_called) & ~(1 << seat)
    return leaving


@rule
def empty_hand(game: GameRow, seat: int) -> None:
    """No card is in the hand; where they are and how many there should be is another matter."""
    game.coloured[seat] = NONE
    game.doubled[seat] = NONE
    game.holds[seat, 0] = NONE
    game.holds[seat, 1] = NONE
    game.wilds[seat] = 0
    for wild in range(WILD_KINDS):
        game.wild_counts[seat, wild] = 0


@rule
def miss_color(game: GameRow, seat: int, color: int) -> None:
    """The player draws with this colour in play, for all to see."""
    if color < COLORS:
        game.missed[seat, color] = 1


@rule
def exchange_counts(game: GameRow, one: int, other: int) -> None:
    """What two hands hold, counts and sets, and what is known of them, changes seats."""
    game.coloured[one], game.coloured[other] = game.coloured[other], game.coloured[one]
    game.holds[one, 0], game.holds[other, 0] = game.holds[other, 0], game.holds[one, 0]
    game.holds[one, 1], game.holds[other, 1] = game.holds[other, 1], game.holds[one, 1]
    game.doubled[one], game.doubled[other] = game.doubled[other], game.doubled[one]
    game.wilds[one], game.wilds[other] = game.wilds[other], game.wilds[one]
    game.hand_size[one], game.hand_size[other] = game.hand_size[other], game.hand_size[one]
    for color in range(COLORS):
        missed = game.missed[one, color]
        game.missed[one, color] = game.missed[other, color]
        game.missed[other, color] = missed
    for wild in range(WILD_KINDS):
        held = game.wild_counts[one, wild]
        game.wild_counts[one, wild] = game.wild_counts[other, wild]
        game.wild_counts[other, wild] = held


@rule
def trade_hands(game: GameRow, one: int, other: int) -> None:
    """Two players exchange their hands."""
    show_hand(game, one, one)
    show_hand(game, other, other)
    for card in range(CARDS):  # without branches, so that many cards are done at once
        seat = game.place[card]
        game.place[card] = other if seat == one else (one if seat == other else seat)
    exchange_counts(game, one, other)
    game.uno_called = int(game.uno_called) & ~((1 << one) | (1 << other))


@rule
def pass_hands_along(game: GameRow, rules: RulesRow) -> None:
    """Every hand moves one seat in the direction of play."""
    direction, last = int(game.direction), int(rules.players) - 1
    end, beginning = (last, 0) if direction > 0 else (0, last)
    for card in range(CARDS):  # without branches, so that many cards are done at once
        seat = game.place[card]
        following = beginning if seat == end else seat + direction
        game.place[card] = following if seat < MAX_PLAYERS else seat
    # The first hand is handed on from seat to seat against the direction of play, so that every other hand moves
    # one seat with it, until it lies where it belongs.
    seat = 0
    for _ in range(int(rules.players) - 1):
        giver = previous_seat(game, rules, seat)
        exchange_counts(game, seat, giver)
        seat = giver
