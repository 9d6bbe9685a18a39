"""How likely a sampled world is, given what the others did and did not do.

Knowing the hands is worth far more than searching deeper, and the others' actions say a good deal about them: who draws
probably lacks the colour, who plays a Wild Draw Four too, and who names a colour holds it.
"""

from __future__ import annotations

import numpy as np

from uno_env.engine.bits import bits_in
from uno_env.engine.cards import COLOR_BITS, COLORS, COLOURED_KINDS, SYMBOL, Symbol
from uno_env.engine.jit import rule
from uno_env.engine.random import next_word
from uno_env.engine.state import GameRow, Games, RulesRow
from uno_env.round.determinizing import determinize

KEEPS_A_PLAYABLE_CARD = 0.12  # the chance that a card of a missed colour was held all the while
KEEPS_A_WILD = 0.6  # the same for a wild, which good players hold back
BLUFFS = 0.3  # a Wild Draw Four with the colour in hand, against without it
_TWO_53 = float(1 << 53)


@rule
def random_share(generator: GameRow) -> float:
    """Uniform from 0 to 1."""
    return float(next_word(generator) >> np.uint64(11)) / _TWO_53


@rule
def cards_in_color(game: GameRow, seat: int, color: int) -> int:
    """Cards of a colour in a hand."""
    return bits_in(game.coloured[seat] & COLOR_BITS[color]) + bits_in(game.doubled[seat] & COLOR_BITS[color])


@rule
def likelihood(game: GameRow, rules: RulesRow, observer: int) -> float:
    """How well these hands explain what their players did, up to a factor."""
    weight = 1.0
    for seat in range(int(rules.players)):
        if seat == observer:
            continue
        fewest = 127  # cards gained since the latest miss
        for color in range(COLORS):
            gained = int(game.missed[seat, color])
            if gained == 0:
                continue
            fewest = min(fewest, gained)
            # The card drawn on the miss itself would have been played.
            kept = cards_in_color(game, seat, color) - max(gained - 2, 0)
            if kept > 0:
                weight *= KEEPS_A_PLAYABLE_CARD**kept
        if fewest < 127:
            wilds = 0
            for count in game.wild_counts[seat]:
                wilds += int(count)
            if wilds > fewest - 1:
                weight *= KEEPS_A_WILD ** (wilds - fewest + 1)
    player, top = int(game.player), int(game.top)
    if player != observer and top >= COLOURED_KINDS and int(game.color) < COLORS and int(game.discard_size) > 1:
        weight *= 0.5 + cards_in_color(game, player, int(game.color))
        if int(SYMBOL[top]) == Symbol.DRAW_FOUR and int(game.bluff) != 0:
            weight *= BLUFFS
    return weight


@rule
def draw_world(base: GameRow, rules: RulesRow, worlds: Games, choices: int, generator: GameRow) -> None:
    """Write a world into ``worlds[0]``: one of several uniform ones, each as likely as it explains the others' play.

    With one choice it is simply a uniform one.  ``worlds[1]`` is room to draw the others in.
    """
    observer = int(base.actor)
    total = 0.0
    for number in range(choices):
        place = 0 if number == 0 else 1
        worlds[place] = base
        determinize(worlds[place], rules, next_word(generator))
        if choices == 1:
            return
        weight = likelihood(worlds[place], rules, observer)
        total += weight
        if place == 1 and random_share(generator) * total < weight:
            worlds[0] = worlds[1]
