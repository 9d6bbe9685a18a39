"""A card has been played against the expert: suffer it, challenge it, block it or put another on top."""

from __future__ import annotations

import numpy as np

from agents.expertise.playing import best_play
from agents.expertise.reading import RUN_DECK, Row, See, Table, chance_of_color
from agents.expertise.weights import Weigh, Weights
from uno_env.engine.cards import COLORS
from uno_env.engine.jit import rule
from uno_env.engine.layout import CHALLENGE_BIT, DRAW_BIT, RUN_PLAYS, WILD_CARD_PLAYS, Act
from uno_env.engine.legality import NOTHING
from uno_env.observation import HAND_SIZES

BLUFF_HABIT = 0.3  # how often a Wild Draw Four is played with the colour in hand, against without it
LOST_TURN = 1.5  # what missing a turn costs, in cards
DRAW, PASS, CHALLENGE = int(Act.DRAW), int(Act.PASS), int(Act.CHALLENGE)


@rule
def chance_of_guilt(row: Row, table: Table) -> float:
    """How likely the Wild Draw Four on top was played illegally.  [classic/challenge]

    The colour may be in that hand, and its player may have had it and played the wild all the same.  On the Run! deck
    another wild counts too.  [run/wilds-count-as-match]
    """
    color, seat = int(table[See.COLOR_BEFORE]), int(table[See.LAST_PLAYER])
    if color >= COLORS:
        return 0.0
    has = chance_of_color(row, table, seat, color)
    if table[See.DECK] == RUN_DECK:
        has = 1.0 - (1.0 - has) * 0.9 ** int(row[HAND_SIZES + seat])
    return has * BLUFF_HABIT / (has * BLUFF_HABIT + 1.0 - has) if has < 1.0 else 1.0


@rule
def best_answer(row: Row, table: Table, weights: Weights, coloured: np.uint64, others: np.uint64) -> int:
    """Pass the sum on if possible, block what is worth a wild, challenge what is likely a bluff, else suffer."""
    decline = DRAW if others & DRAW_BIT != NOTHING else PASS
    pending = int(table[See.PENDING])
    if int(row[HAND_SIZES]) == 1 and (coloured | (others & WILD_CARD_PLAYS)) != NOTHING:
        return best_play(row, table, weights, coloured, others & WILD_CARD_PLAYS, 0.0)[0]  # the answer goes out
    saved = pending + LOST_TURN
    stacks = others & WILD_CARD_PLAYS & ~RUN_PLAYS
    if (coloured | stacks) != NOTHING:
        stacked, worth = best_play(row, table, weights, coloured, stacks, float(weights[Weigh.STACK]) * saved)
        if worth > 0.0:
            return stacked
    if others & RUN_PLAYS != NOTHING:
        blocked, worth = best_play(
            row, table, weights, NOTHING, others & RUN_PLAYS, float(weights[Weigh.BLOCK]) * saved
        )
        if worth > 0.0:
            return blocked
    if others & CHALLENGE_BIT != NOTHING and chance_of_guilt(row, table) > weights[Weigh.GUILT]:
        return CHALLENGE
    return decline
