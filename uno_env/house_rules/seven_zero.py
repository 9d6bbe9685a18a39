"""Seven-0: a 0 passes all hands along, a 7 trades hands with a player of one's choice."""

from __future__ import annotations

from uno_env.engine.hands import pass_hands_along, trade_hands
from uno_env.engine.jit import rule
from uno_env.engine.knowledge import remember_own_hands
from uno_env.engine.layout import FIRST_SEAT_ACTION, SEAT_BITS
from uno_env.engine.legality import NOTHING
from uno_env.engine.seats import ask, clockwise_from
from uno_env.engine.state import GameRow, Phase, RulesRow


@rule
def zero(game: GameRow, rules: RulesRow) -> None:
    """All hands move one seat in the direction of play.  [classic/seven-zero-pass]"""
    remember_own_hands(game)
    pass_hands_along(game, rules)
    game.uno_called = 0
    game.hand_changed = 1


@rule
def seven(game: GameRow, rules: RulesRow) -> None:
    """The player chooses with whom to trade hands.  [classic/seven-zero-trade]"""
    ask(game, Phase.SWAP, game.player, NOTHING, SEAT_BITS[rules.players])


@rule
def decide_swap(game: GameRow, rules: RulesRow, action: int) -> None:
    """The trade is made.  [classic/seven-zero-trade]"""
    chosen = clockwise_from(rules, int(game.player), action - FIRST_SEAT_ACTION + 1)
    trade_hands(game, int(game.player), chosen)
    game.hand_changed = 1
