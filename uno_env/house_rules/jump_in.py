"""Jump-In: whoever holds the identical card may play it at once, out of turn.

The first card's effect has not happened yet when the question goes round, so nothing is undone: the
second card simply takes the first one's place, and a pending sum goes back to where the chain began.
"""

from __future__ import annotations

import numpy as np

from uno_env.engine.cards import COLOURED_KINDS, ICON_OFFSET, SYMBOL, Symbol
from uno_env.engine.jit import rule
from uno_env.engine.layout import DRAW_FOURS, PASS_BIT, WILD_PLAYS
from uno_env.engine.legality import NOTHING, playable_wilds
from uno_env.engine.seats import ask, seat_after
from uno_env.engine.state import GameRow, Phase, RulesRow, Step


@rule
def identical_kinds(kind: int) -> np.uint64:
    """The coloured kind with and without the icon.  [classic/jump-in]"""
    symbol = int(SYMBOL[kind])
    color = kind >> 4
    plain = np.uint64(1) << np.uint64((color << 4) + symbol)
    if symbol < Symbol.SKIP:
        return plain
    return plain | (plain << np.uint64(ICON_OFFSET))


@rule
def jump_ins(game: GameRow, rules: RulesRow, seat: int) -> tuple[np.uint64, np.uint64]:
    """The identical cards in a hand; on the strict deck a Wild Draw Four must be legal.
    [classic/jump-in] [classic/jump-in-wilds#ours]
    """
    top = int(game.top)
    if top < COLOURED_KINDS:
        return game.coloured[seat] & identical_kinds(top), NOTHING
    if int(SYMBOL[top]) == Symbol.WILD:
        return NOTHING, WILD_PLAYS[int(game.wilds[seat]) & 3]
    if int(SYMBOL[top]) == Symbol.DRAW_FOUR:
        return NOTHING, WILD_PLAYS[playable_wilds(game, rules, seat) & DRAW_FOURS]
    return NOTHING, WILD_PLAYS[int(game.wilds[seat]) & (1 << (top - COLOURED_KINDS))]


@rule
def offer_jump_in(game: GameRow, rules: RulesRow) -> None:
    """Ask the holders in the direction of play, the player last; the first yes counts.
    [classic/jump-in-order#ours] [classic/jump-in-back-to-back] [classic/jump-in-window#ours]
    """
    for steps in range(int(game.asked) + 1, int(rules.players) + 1):
        seat = seat_after(game, rules, int(game.player), steps)
        coloured, wilds = jump_ins(game, rules, seat)
        if (coloured | wilds) != NOTHING:
            game.asked = steps
            game.step = Step.JUMP_IN
            ask(game, Phase.JUMP_IN, seat, coloured, wilds | PASS_BIT)
            return
    game.step = Step.EFFECT
