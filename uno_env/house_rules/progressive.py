"""Progressive: a draw card may be answered with another of its kind, and the sum moves on.

The sum itself is ``pending``; it counts with or without this house rule, which only adds the answer.
"""

from __future__ import annotations

import numpy as np

from uno_env.engine.cards import SYMBOL, SYMBOL_BITS, Symbol
from uno_env.engine.jit import rule
from uno_env.engine.layout import DRAW_FOURS, WILD_PLAYS
from uno_env.engine.legality import NOTHING, playable_wilds
from uno_env.engine.state import GameRow, RulesRow


@rule
def stacking_answers(game: GameRow, rules: RulesRow, seat: int) -> tuple[np.uint64, np.uint64]:
    """Any Draw Two on a Draw Two, any Wild Draw Four on a Wild Draw Four; the two do not mix.
    [classic/progressive-draw-two] [classic/progressive-wild-draw-four] [classic/progressive-no-mix#ours]
    """
    if int(rules.progressive) == 0:
        return NOTHING, NOTHING
    symbol = int(SYMBOL[game.top])
    if symbol == Symbol.DRAW_TWO:
        return game.coloured[seat] & SYMBOL_BITS[Symbol.DRAW_TWO], NOTHING
    if symbol == Symbol.DRAW_FOUR:
        return NOTHING, WILD_PLAYS[playable_wilds(game, rules, seat) & DRAW_FOURS]
    return NOTHING, NOTHING
