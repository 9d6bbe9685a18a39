"""The last public actions: what everybody at the table has seen players do.

A decision that only a hidden card explains leaves no trace: keeping the drawn card, not jumping in, not answering a
card one could have answered.  (What follows from it, cards drawn say, is there for all to see.)
"""

from __future__ import annotations

from uno_env.engine.cards import SYMBOL, Symbol
from uno_env.engine.jit import rule
from uno_env.engine.layout import ACTIONS, Act
from uno_env.engine.state import HISTORY, GameRow, Phase, RulesRow

#: Stands in the history for a card laid face down.
HIDDEN_CARD = ACTIONS


@rule
def is_public(game: GameRow, rules: RulesRow, action: int) -> bool:
    """Does the table learn of this decision?"""
    phase = int(game.phase)
    if phase == Phase.DRAWN or phase == Phase.JUMP_IN:
        return action != Act.PASS
    if phase == Phase.RESPOND and (action == Act.DRAW or action == Act.PASS):
        # Everybody knows that the target of a Wild Draw Four is asked, unless nothing can be challenged.
        return int(SYMBOL[game.top]) == Symbol.DRAW_FOUR and int(rules.strict_draw_four) == 0
    return True


@rule
def remember(game: GameRow, rules: RulesRow, action: int) -> None:
    """Write a public decision down, before it is made."""
    if not is_public(game, rules, action):
        return
    phase = int(game.phase)
    place = int(game.public_actions) % HISTORY
    game.history_seat[place] = game.actor
    game.history_action[place] = HIDDEN_CARD if phase == Phase.LAY or phase == Phase.GUESS else action
    game.public_actions += 1
