"""What may be played on what."""

from __future__ import annotations

import numpy as np

from uno_env.engine.cards import COLOR_BITS, COLOURED_KINDS, SYMBOL, SYMBOL_BITS
from uno_env.engine.jit import rule
from uno_env.engine.layout import DRAW_FOURS, WILD_PLAYS
from uno_env.engine.state import GameRow, RulesRow

NOTHING = np.uint64(0)


@rule
def matching_kinds(game: GameRow) -> np.uint64:
    """Coloured kinds that match the colour in play or the top card's symbol.  [classic/match]"""
    matching: np.uint64 = COLOR_BITS[game.color] | SYMBOL_BITS[SYMBOL[game.top]]
    return matching


@rule
def has_color_in_play(game: GameRow, seat: int) -> bool:
    """Does the hand hold a card of the colour in play?"""
    return bool((game.coloured[seat] & COLOR_BITS[game.color]) != NOTHING)


@rule
def playable_wilds(game: GameRow, rules: RulesRow, seat: int) -> int:
    """Wild kinds the hand may play: all, but a strict Wild Draw Four only without the colour in play.
    [classic/wild] [victory-lap/wild-draw-four-strict]
    """
    held = int(game.wilds[seat])
    if int(rules.strict_draw_four) != 0 and (held & DRAW_FOURS) != 0 and has_color_in_play(game, seat):
        return held & ~DRAW_FOURS
    return held


@rule
def plays_of(kinds: np.uint64, wilds: int, kind: int) -> tuple[np.uint64, np.uint64]:
    """The plays of one kind, provided it is in these sets of coloured and wild kinds."""
    if kind < COLOURED_KINDS:
        return kinds & (np.uint64(1) << np.uint64(kind)), NOTHING
    return NOTHING, WILD_PLAYS[wilds & (1 << (kind - COLOURED_KINDS))]


@rule
def breaks_the_draw_four_rule(game: GameRow, rules: RulesRow, seat: int) -> bool:
    """With the Wild Draw Four already out of the hand: was playing it illegal?
    [classic/wild-draw-four-condition] [run/wilds-count-as-match]
    """
    if has_color_in_play(game, seat):
        return True
    return int(rules.wilds_match) != 0 and int(game.wilds[seat]) != 0
