"""Who knows which cards of whose hand.

``knows[seat]`` is a set of cards, one bit each in two words: the cards whose holder that seat knows.  Only cards in
hands are ever known; a card that is played or laid off is forgotten, one that moves with its hand stays known.
"""

from __future__ import annotations

import numpy as np

from uno_env.engine.cards import COPIES, FIRST_CARD
from uno_env.engine.jit import rule
from uno_env.engine.layout import MAX_PLAYERS
from uno_env.engine.state import GameRow, RulesRow

NONE = np.uint64(0)


@rule
def card_bit(card: int) -> np.uint64:
    """The card's bit in its word; the word is ``card >> 6``."""
    return np.uint64(1) << np.uint64(card & 63)


@rule
def knows_card(game: GameRow, observer: int, card: int) -> bool:
    """Does the seat know who holds this card?"""
    return bool(game.knows[observer, card >> 6] & card_bit(card) != NONE)


@rule
def learn_card(game: GameRow, observer: int, card: int) -> None:
    """The seat now knows who holds this card."""
    game.knows[observer, card >> 6] |= card_bit(card)


@rule
def forget_card(game: GameRow, card: int) -> None:
    """The card is in no hand any more."""
    word, others = card >> 6, ~card_bit(card)
    for observer in range(MAX_PLAYERS):
        game.knows[observer, word] &= others


@rule
def forget_all(game: GameRow) -> None:
    """Nobody knows anything."""
    for observer in range(MAX_PLAYERS):
        game.knows[observer, 0] = NONE
        game.knows[observer, 1] = NONE


@rule
def show_card(game: GameRow, card: int) -> None:
    """Everybody knows who holds this card."""
    for observer in range(MAX_PLAYERS):
        learn_card(game, observer, card)


@rule
def show_hand(game: GameRow, holder: int, observer: int) -> None:
    """The observer sees that hand as it now is."""
    game.knows[observer, 0] |= game.holds[holder, 0]
    game.knows[observer, 1] |= game.holds[holder, 1]


@rule
def remember_own_hands(game: GameRow) -> None:
    """Before hands change seats: everyone knows the hand they are about to give away."""
    for seat in range(MAX_PLAYERS):
        show_hand(game, seat, seat)


@rule
def known_copy(game: GameRow, rules: RulesRow, observer: int, holder: int, kind: int) -> int:
    """A card of that kind that the observer knows to be in that hand, or -1."""
    first = int(FIRST_CARD[kind])
    for card in range(first, first + int(COPIES[kind])):
        if int(game.place[card]) == holder and int(rules.card_kind[card]) == kind and knows_card(game, observer, card):
            return card
    return -1


@rule
def one_copy_fewer(game: GameRow, rules: RulesRow, holder: int, kind: int, leaving: int) -> None:
    """One of several copies leaves a hand: whoever knew of k copies there now knows of k - 1, whichever it was."""
    for observer in range(int(rules.players)):
        if not knows_card(game, observer, leaving):
            other = known_copy(game, rules, observer, holder, kind)
            if other >= 0:
                game.knows[observer, other >> 6] &= ~card_bit(other)
    forget_card(game, leaving)


@rule
def one_copy_at_least(game: GameRow, rules: RulesRow, holder: int, kind: int, shown: int) -> None:
    """Everybody has seen one card of that kind in that hand; whoever knew of one already learns nothing new."""
    for observer in range(int(rules.players)):
        if known_copy(game, rules, observer, holder, kind) < 0:
            learn_card(game, observer, shown)
