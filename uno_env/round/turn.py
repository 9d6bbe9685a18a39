"""The course of a turn, in order.

A player takes a turn (:func:`begin_turn`), plays a card (:func:`play_card`), and :func:`carry_on` goes
through the steps that follow until somebody has to decide something.  ``decisions.py`` says what each
decision does.
"""

from __future__ import annotations

from uno_env.decks.casting_call import casting_call
from uno_env.decks.friendship import friendship, next_friend_to_call
from uno_env.decks.victory_lap import victory_lap
from uno_env.engine.cards import NO_CARD, SYMBOL, Symbol
from uno_env.engine.hands import miss_color, take_from_hand
from uno_env.engine.jit import rule
from uno_env.engine.layout import DRAW_BIT, PASS_BIT, WILD_PLAYS
from uno_env.engine.legality import (
    NOTHING,
    breaks_the_draw_four_rule,
    matching_kinds,
    playable_wilds,
    plays_of,
)
from uno_env.engine.piles import discard, draw_cards
from uno_env.engine.seats import ask, next_seat
from uno_env.engine.state import NO_SEAT, GameRow, Phase, RulesRow, Step
from uno_env.house_rules.jump_in import offer_jump_in
from uno_env.house_rules.seven_zero import seven, zero
from uno_env.round.effects import hit_next_player
from uno_env.round.going_out import end_dead_round, end_round, go_out, owe_call


@rule
def begin_turn(game: GameRow, rules: RulesRow) -> None:
    """Play any matching card, or draw one even when able to play.  [classic/turn] [classic/draw-by-choice]"""
    seat = int(game.turn)
    plays = game.coloured[seat] & matching_kinds(game)
    ask(game, Phase.TURN, seat, plays, WILD_PLAYS[playable_wilds(game, rules, seat)] | DRAW_BIT)


@rule
def draw_on_turn(game: GameRow, rules: RulesRow) -> None:
    """Draw one card; if it can be played it may be, and no other.
    [classic/drawn-card] [run/drawn-card-optional#ours]
    """
    seat = int(game.actor)
    game.turn = next_seat(game, rules, seat)
    game.step = Step.NEXT_TURN
    miss_color(game, seat, int(game.color))
    card = draw_cards(game, rules, seat, 1)
    if card == NO_CARD:
        game.empty_draws += 1
        if int(game.empty_draws) >= int(rules.players):
            end_dead_round(game)
        return
    kind = int(rules.card_kind[card])
    coloured, wilds = plays_of(matching_kinds(game), playable_wilds(game, rules, seat), kind)
    if (coloured | wilds) != NOTHING:
        game.drawn = kind
        ask(game, Phase.DRAWN, seat, coloured, wilds | PASS_BIT)


@rule
def play_card(game: GameRow, rules: RulesRow, seat: int, kind: int, color: int) -> None:
    """A card is played in turn, after a draw, or in answer to a card.  [classic/turn]"""
    game.chain_pending = game.pending
    lay_on_discard_pile(game, rules, seat, kind, color)


@rule
def jump_in(game: GameRow, rules: RulesRow, seat: int, kind: int, color: int) -> None:
    """The card takes the place of the one it was jumped on, its player that of the other; the pending sum
    goes back to where the chain began.
    [classic/jump-in-cancels] [classic/jump-in-resumes] [classic/jump-in-chain#ours]
    """
    game.pending = game.chain_pending
    lay_on_discard_pile(game, rules, seat, kind, color)


@rule
def lay_on_discard_pile(game: GameRow, rules: RulesRow, seat: int, kind: int, color: int) -> None:
    """The card lies, its colour is in play, its 2 or 4 joins the pending sum.
    [classic/played-card] [casting-call/names-color]
    """
    card = take_from_hand(game, rules, seat, kind)
    symbol = int(SYMBOL[kind])
    if symbol == Symbol.DRAW_TWO:
        game.pending += 2
    elif symbol == Symbol.DRAW_FOUR:
        game.pending += 4
        # Judged now: cards drawn later do not count.  [classic/challenge-hand#ours]
        game.bluff = breaks_the_draw_four_rule(game, rules, seat)
    discard(game, rules, card)
    game.color_before = game.color
    game.color = color
    game.player = seat
    game.empty_draws = 0
    game.step = Step.OUT


@rule
def carry_on(game: GameRow, rules: RulesRow) -> None:
    """What follows a played card, step by step, until somebody has to decide."""
    while int(game.phase) == Phase.RESOLVING:
        step = int(game.step)

        if step == Step.OUT:
            game.step = Step.UNO
            if int(game.hand_size[game.player]) == 0:
                go_out(game, rules)

        elif step == Step.UNO:
            game.step = Step.JUMP_IN
            game.asked = 0
            if int(game.hand_size[game.player]) == 1:
                owe_call(game, rules, int(game.player))

        elif step == Step.JUMP_IN:
            game.step = Step.EFFECT
            if int(rules.jump_in) != 0:
                offer_jump_in(game, rules)

        elif step == Step.EFFECT:
            game.step = Step.OWN_HAND
            game.hand_changed = 0
            game.turn = next_seat(game, rules, int(game.player))
            do_what_the_card_says(game, rules)

        elif step == Step.OWN_HAND:
            # Another hand with one card in it: the player owes the call again, and nobody else does.
            # [classic/uno-new-hand#ours] [classic/uno-received#ours]
            game.step = Step.NEXT_TURN
            if int(game.hand_changed) != 0 and int(game.hand_size[game.player]) == 1:
                owe_call(game, rules, int(game.player))

        elif step == Step.FRIEND_CALLS:
            go_on_after_friendship(game, rules)

        else:
            begin_turn(game, rules)


@rule
def do_what_the_card_says(game: GameRow, rules: RulesRow) -> None:
    """The effect of the top card; numbers (but for Seven-0), Wild and Run! have none.

    A last card never comes here.  [classic/seven-zero-last-card#ours]
    """
    symbol = int(SYMBOL[game.top])
    if symbol <= Symbol.NINE:
        if int(rules.seven_zero) != 0:
            if symbol == Symbol.ZERO:
                zero(game, rules)
            elif symbol == Symbol.SEVEN:
                seven(game, rules)
    elif symbol <= Symbol.DRAW_TWO or symbol == Symbol.DRAW_FOUR:
        hit_next_player(game, rules)
    elif symbol == Symbol.FRIEND:
        friendship(game, rules)
    elif symbol == Symbol.CAST:
        casting_call(game, rules)
    elif symbol == Symbol.LAP:
        victory_lap(game, rules)


@rule
def go_on_after_friendship(game: GameRow, rules: RulesRow) -> None:
    """Somebody may be out; those left with one card owe a call.  [friendship/several-out#ours]"""
    if int(game.winner) != NO_SEAT:
        end_round(game, rules, int(game.winner))
        return
    seat = next_friend_to_call(game, rules)
    if seat == NO_SEAT:
        game.step = Step.NEXT_TURN
    else:
        owe_call(game, rules, seat)
