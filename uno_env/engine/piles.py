"""The draw pile and the discard pile."""

from __future__ import annotations

from uno_env.engine.cards import CARDS, COPIES, FIRST_CARD, KINDS, NO_CARD, NO_KIND
from uno_env.engine.hands import put_in_hand
from uno_env.engine.jit import rule
from uno_env.engine.knowledge import forget_all
from uno_env.engine.random import shuffle
from uno_env.engine.state import GameRow, Place, RulesRow, Shuffling


@rule
def discard(game: GameRow, rules: RulesRow, card: int) -> None:
    """A card lies on the discard pile; what it does is another matter."""
    game.discard_pile[game.discard_size] = card
    game.discard_size += 1
    game.place[card] = Place.DISCARD_PILE
    game.top = rules.card_kind[card]
    game.discarded[game.top] += 1


@rule
def shuffle_draw_pile(game: GameRow, rules: RulesRow) -> None:
    """Shuffle the draw pile, or put it in the prescribed order, and note the order down."""
    size = int(game.draw_size)
    if int(game.shuffling) == Shuffling.SCRIPTED:
        arrange_draw_pile(game, rules)
    else:
        shuffle(game, game.draw_pile, size)
        for depth in range(size):
            game.shuffle_order[depth] = rules.card_kind[game.draw_pile[size - 1 - depth]]
        game.shuffle_size = size
    game.shuffles += 1


@rule
def arrange_draw_pile(game: GameRow, rules: RulesRow) -> None:
    """Put the draw pile in the order of ``shuffle_order``, if it is made of the same cards."""
    size = int(game.draw_size)
    game.shuffling = Shuffling.MISFIT
    if size != int(game.shuffle_size):
        return
    for depth in range(size):
        card = find_in_draw_pile(game, rules, int(game.shuffle_order[depth]))
        if card == NO_CARD:
            return
        game.draw_pile[size - 1 - depth] = card
        game.place[card] = Place.NOWHERE
    for index in range(size):
        game.place[game.draw_pile[index]] = Place.DRAW_PILE
    game.shuffling = Shuffling.RANDOM


@rule
def find_in_draw_pile(game: GameRow, rules: RulesRow, kind: int) -> int:
    """Any card of that kind lying in the draw pile."""
    first = int(FIRST_CARD[kind])
    for card in range(first, first + int(COPIES[kind])):
        if int(game.place[card]) == Place.DRAW_PILE and int(rules.card_kind[card]) == kind:
            return card
    return NO_CARD


@rule
def reshuffle(game: GameRow, rules: RulesRow) -> None:
    """The discard pile without its top card becomes the draw pile.
    [classic/reshuffle] [classic/top-card-stays#ours]
    """
    size = int(game.discard_size) - 1
    if size <= 0:
        return
    for index in range(size):
        card = game.discard_pile[index]
        game.draw_pile[index] = card
        game.place[card] = Place.DRAW_PILE
    game.draw_size = size
    game.discard_pile[0] = game.discard_pile[size]
    game.discard_size = 1
    for kind in range(KINDS):
        game.discarded[kind] = 0
    game.discarded[game.top] = 1
    shuffle_draw_pile(game, rules)


@rule
def lift_card(game: GameRow, rules: RulesRow) -> int:
    """The top card of the draw pile, or none if there is nothing to shuffle either.
    [classic/reshuffle-when-needed#ours]
    """
    if int(game.draw_size) == 0:
        reshuffle(game, rules)
        if int(game.draw_size) == 0:
            return NO_CARD
    game.draw_size -= 1
    return int(game.draw_pile[game.draw_size])


@rule
def draw_cards(game: GameRow, rules: RulesRow, seat: int, count: int) -> int:
    """A player draws, as many as there are; returns the last card.  [classic/draw-what-is-left#ours]"""
    card = NO_CARD
    for _ in range(count):
        lifted = lift_card(game, rules)
        if lifted == NO_CARD:
            break
        card = lifted
        put_in_hand(game, rules, seat, card)
        game.empty_draws = 0
    return card


@rule
def gather_deck(game: GameRow, rules: RulesRow) -> None:
    """All cards of the deck into the draw pile, in the order of their numbers; a deck may leave some numbers out."""
    forget_all(game)
    size = 0
    for card in range(CARDS):
        if int(rules.card_kind[card]) == NO_KIND:
            game.place[card] = Place.NOWHERE
            continue
        game.draw_pile[size] = card
        game.place[card] = Place.DRAW_PILE
        size += 1
    game.draw_size = size
    game.discard_size = 0
    for kind in range(KINDS):
        game.discarded[kind] = 0
