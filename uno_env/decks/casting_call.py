"""Casting Call: cards are turned until two match, then given away.  Sheet: casting_call.txt.
[casting-call/cards]

Differences: 4 Casting Call cards.
"""

from __future__ import annotations

from uno_env.decks.deck import Deck
from uno_env.engine.cards import COLOR, NO_CARD, NO_COLOR, SYMBOL, Wild
from uno_env.engine.hands import put_in_hand
from uno_env.engine.jit import rule
from uno_env.engine.knowledge import show_card
from uno_env.engine.layout import FIRST_SEAT_ACTION, SEAT_BITS, SPLIT_BIT, Act
from uno_env.engine.legality import NOTHING
from uno_env.engine.piles import lift_card
from uno_env.engine.seats import ask, clockwise_from, next_seat
from uno_env.engine.state import GameRow, Phase, Place, RulesRow

DECK = Deck(name="casting_call", title="Casting Call", sheet="casting_call.txt", own_card=Wild.CAST)


@rule
def cards_match(rules: RulesRow, one: int, other: int) -> bool:
    """Same colour, number or symbol; or, if so agreed, identical.
    [casting-call/match] [casting-call/identical#ours]
    """
    same_symbol = SYMBOL[one] == SYMBOL[other]
    if int(rules.casting_identical) != 0:
        return bool(same_symbol and COLOR[one] == COLOR[other])
    return bool(same_symbol or (COLOR[one] == COLOR[other] and int(COLOR[one]) != NO_COLOR))


@rule
def casting_call(game: GameRow, rules: RulesRow) -> None:
    """Turn cards face up until two of them match, then give them away; the colour was named with the play.
    [casting-call/turn] [casting-call/color-first#ours]
    """
    matched = False
    while not matched:
        card = lift_card(game, rules)
        if card == NO_CARD:
            break
        game.empty_draws = 0
        for index in range(int(game.turned_size)):
            if cards_match(rules, int(rules.card_kind[game.turned[index]]), int(rules.card_kind[card])):
                matched = True
        game.turned[game.turned_size] = card
        game.turned_size += 1
        game.place[card] = Place.TURNED
    if int(game.turned_size) == 0:
        return  # nothing to give.  [casting-call/nothing-left#ours]
    # With two players there is one receiver and nothing to split.  [casting-call/two-players#ours]
    split = SPLIT_BIT if int(rules.players) > 2 else NOTHING
    ask(game, Phase.GIVE, game.player, NOTHING, SEAT_BITS[rules.players] | split)


@rule
def decide_give(game: GameRow, rules: RulesRow, action: int) -> None:
    """All to one player, or dealt to the others one at a time, the next player first.
    [casting-call/give] [casting-call/split] [casting-call/split-order#ours]
    """
    player = int(game.player)
    receiver = player
    if action != Act.SPLIT:
        receiver = clockwise_from(rules, player, action - FIRST_SEAT_ACTION + 1)
    for index in range(int(game.turned_size)):
        if action == Act.SPLIT:
            receiver = next_seat(game, rules, receiver)
            if receiver == player:
                receiver = next_seat(game, rules, receiver)
        put_in_hand(game, rules, receiver, int(game.turned[index]))
        show_card(game, int(game.turned[index]))
    game.turned_size = 0
