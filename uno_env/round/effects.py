"""What the cards common to all decks do: Skip, Reverse, Draw Two, Wild Draw Four and its challenge.

An effect that can be answered (blocked, stacked, challenged) is first offered to its target; one that
cannot is carried out unasked.
"""

from __future__ import annotations

from uno_env.decks.run import blocking_answers
from uno_env.engine.cards import SYMBOL, Symbol
from uno_env.engine.jit import rule
from uno_env.engine.knowledge import show_hand
from uno_env.engine.layout import CHALLENGE_BIT, DRAW_BIT, PASS_BIT
from uno_env.engine.legality import NOTHING
from uno_env.engine.piles import draw_cards
from uno_env.engine.seats import ask, next_seat
from uno_env.engine.state import GameRow, Phase, RulesRow
from uno_env.house_rules.progressive import stacking_answers

CHALLENGE_PENALTY = 2


@rule
def hit_next_player(game: GameRow, rules: RulesRow) -> None:
    """A Skip, Reverse, Draw Two or Wild Draw Four meets the next player, who may have an answer."""
    target = next_seat(game, rules, int(game.player))
    coloured, others = stacking_answers(game, rules, target)
    others |= blocking_answers(game, target)
    symbol = int(SYMBOL[game.top])
    if symbol == Symbol.DRAW_FOUR and int(rules.strict_draw_four) == 0:
        others |= CHALLENGE_BIT  # [classic/challenge] [victory-lap/wild-draw-four-strict]
    if (coloured | others) == NOTHING:
        suffer(game, rules)
        return
    decline = DRAW_BIT if int(game.pending) > 0 else PASS_BIT
    ask(game, Phase.RESPOND, target, coloured, others | decline)


@rule
def suffer(game: GameRow, rules: RulesRow) -> None:
    """The card does what it says."""
    symbol = int(SYMBOL[game.top])
    if symbol == Symbol.SKIP:
        skip(game, rules)
    elif symbol == Symbol.REVERSE:
        reverse(game, rules)
    else:
        draw_pending_cards(game, rules)


@rule
def skip(game: GameRow, rules: RulesRow) -> None:
    """The next player loses the turn.  [classic/skip]"""
    game.turn = next_seat(game, rules, next_seat(game, rules, int(game.player)))


@rule
def reverse(game: GameRow, rules: RulesRow) -> None:
    """The direction of play flips; with two players it is a Skip.
    [classic/reverse] [casting-call/two-handed]
    """
    if int(rules.players) == 2:
        skip(game, rules)
        return
    game.direction = -int(game.direction)
    game.turn = next_seat(game, rules, int(game.player))


@rule
def draw_pending_cards(game: GameRow, rules: RulesRow) -> None:
    """The next player draws the pending sum and loses the turn.
    [classic/draw-two] [classic/wild-draw-four] [classic/progressive-sum]
    """
    target = next_seat(game, rules, int(game.player))
    draw_cards(game, rules, target, int(game.pending))
    game.pending = 0
    game.turn = next_seat(game, rules, target)


@rule
def decide_challenge(game: GameRow, rules: RulesRow) -> None:
    """The challenger sees the hand.  Guilty: its owner draws the sum, the challenger has a normal turn.
    Innocent: the challenger draws the sum and two more and loses the turn.
    [classic/challenge-guilty] [classic/challenge-innocent] [classic/progressive-challenge]
    """
    accused, challenger = int(game.player), int(game.actor)
    show_hand(game, accused, challenger)
    if int(game.bluff) != 0:
        draw_cards(game, rules, accused, int(game.pending))
        game.pending = 0
        game.turn = challenger  # [classic/challenger-plays#ours]
        return
    game.pending += CHALLENGE_PENALTY
    draw_pending_cards(game, rules)
