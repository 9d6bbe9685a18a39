"""The deal and the start card."""

from __future__ import annotations

from uno_env.engine.cards import COLOR, COLORS, NO_COLOR, NO_KIND, SYMBOL, Symbol
from uno_env.engine.hands import empty_hand
from uno_env.engine.jit import rule
from uno_env.engine.layout import COLOR_ACTION_BITS, MAX_PLAYERS
from uno_env.engine.legality import NOTHING
from uno_env.engine.piles import discard, draw_cards, gather_deck, lift_card, shuffle_draw_pile
from uno_env.engine.random import random_below, shuffle
from uno_env.engine.seats import ask, clockwise_from, next_seat
from uno_env.engine.state import HISTORY, NO_SEAT, GameRow, Phase, Place, RulesRow, Shuffling, Step
from uno_env.round.turn import carry_on


@rule
def choose_dealer(game: GameRow, rules: RulesRow) -> None:
    """Uniformly random, which is what drawing for the highest card comes to.  [classic/dealer]"""
    game.dealer = random_below(game, int(rules.players))


@rule
def shuffle_deck(game: GameRow, rules: RulesRow) -> None:
    """The whole deck, shuffled, is the draw pile.  [classic/deal]"""
    gather_deck(game, rules)
    shuffle(game, game.draw_pile, int(game.draw_size))


@rule
def clear_table(game: GameRow) -> None:
    """Empty hands and a fresh score sheet; the dealer, the deck and the random numbers stay."""
    for seat in range(MAX_PLAYERS):
        empty_hand(game, seat)
        game.hand_size[seat] = 0
        for color in range(COLORS):
            game.missed[seat, color] = 0
        game.points[seat] = 0
        game.laid[seat] = NO_KIND
    game.uno_called = 0
    game.pending = 0
    game.chain_pending = 0
    game.caller = NO_SEAT
    game.drawn = NO_KIND
    game.bluff = 0
    game.asked = 0
    game.looks = 0
    game.hand_changed = 0
    game.empty_draws = 0
    game.winner = NO_SEAT
    game.dead = 0
    game.turned_size = 0
    game.calls_due = 0
    game.shuffles = 0
    game.shuffle_size = 0
    game.shuffling = Shuffling.RANDOM
    game.decisions = 0
    game.public_actions = 0
    for entry in range(HISTORY):
        game.history_seat[entry] = NO_SEAT
        game.history_action[entry] = 0
    game.direction = 1
    game.phase = Phase.RESOLVING


@rule
def deal(game: GameRow, rules: RulesRow) -> None:
    """One card at a time, beginning left of the dealer.  [classic/deal] [classic/deal-order#ours]"""
    seat = int(game.dealer)
    for _ in range(int(rules.hand_size) * int(rules.players)):
        seat = clockwise_from(rules, seat, 1)
        draw_cards(game, rules, seat, 1)


@rule
def turn_start_card(game: GameRow, rules: RulesRow) -> bool:
    """Turn the first card of the discard pile; False if it was a Wild Draw Four, which goes back.
    [classic/start-card] [classic/start-wild-draw-four] [run/start-card]
    """
    card = lift_card(game, rules)
    while int(rules.start_on_number) != 0 and SYMBOL[rules.card_kind[card]] > Symbol.NINE:
        discard(game, rules, card)
        card = lift_card(game, rules)
    if SYMBOL[rules.card_kind[card]] == Symbol.DRAW_FOUR:
        game.draw_pile[game.draw_size] = card
        game.draw_size += 1
        game.place[card] = Place.DRAW_PILE
        shuffle_draw_pile(game, rules)
        return False
    discard(game, rules, card)
    return True


@rule
def begin_play(game: GameRow, rules: RulesRow) -> None:
    """The start card acts as if the dealer had played it, but a Reverse lets the dealer begin, and a wild
    lets the first player name the colour.  No jump-in, no Seven-0.  [classic/start-no-house-rules#ours]
    [classic/start-skip] [classic/start-reverse] [classic/start-draw-two] [classic/start-wild]
    [classic/start-own-card#ours]
    """
    dealer = int(game.dealer)
    symbol = int(SYMBOL[game.top])
    game.color = COLOR[game.top]
    game.color_before = NO_COLOR
    game.player = dealer
    game.turn = next_seat(game, rules, dealer)
    game.step = Step.NEXT_TURN
    if symbol == Symbol.REVERSE:
        game.direction = -1
        game.turn = dealer
    elif symbol == Symbol.SKIP or symbol == Symbol.DRAW_TWO:
        game.pending = 2 if symbol == Symbol.DRAW_TWO else 0
        game.step = Step.EFFECT
    elif symbol > Symbol.DRAW_TWO:
        game.color = NO_COLOR
        ask(game, Phase.COLOR, game.turn, NOTHING, COLOR_ACTION_BITS)
    carry_on(game, rules)


@rule
def new_round(game: GameRow, rules: RulesRow) -> None:
    """A round with a shuffled deck, up to the first decision."""
    clear_table(game)
    shuffle_deck(game, rules)
    deal(game, rules)
    while not turn_start_card(game, rules):
        pass
    begin_play(game, rules)
