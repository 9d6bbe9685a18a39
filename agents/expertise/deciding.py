"""The expert's decision, whatever is asked."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from agents.expertise.answering import best_answer
from agents.expertise.hands import best_trade, current_cost
from agents.expertise.own_cards import best_gift, best_guess, best_to_lay, takes_hand
from agents.expertise.playing import best_color, best_play, lowest_bit
from agents.expertise.reading import NO_PARTNER, Row, See, Table, read_table
from agents.expertise.weights import Weigh, Weights
from uno_env.engine.bits import bits_in
from uno_env.engine.cards import COLORS, COLOURED_KINDS, FACES, Wild
from uno_env.engine.jit import rule
from uno_env.engine.layout import (
    DRAW_BIT,
    FIRST_COLOR_ACTION,
    FIRST_SEAT_ACTION,
    OWN_CARD_PLAYS,
    UNO_BIT,
    WILD_CARD_PLAYS,
    Act,
)
from uno_env.engine.legality import NOTHING
from uno_env.engine.random import random_below
from uno_env.engine.state import GameRow, Phase
from uno_env.observation import HAND_SIZES, TOP, UNO_CALLED

ONE = np.uint64(1)
UNDECIDED = -1
_FIRST_WILD_ON_TOP = TOP + COLORS + FACES - COLOURED_KINDS
FRIEND_ON_TOP, LAP_ON_TOP = _FIRST_WILD_ON_TOP + int(Wild.FRIEND), _FIRST_WILD_ON_TOP + int(Wild.LAP)
DRAW, PASS, UNO, CATCH, TAKE = int(Act.DRAW), int(Act.PASS), int(Act.UNO), int(Act.CATCH), int(Act.TAKE)


@rule
def nth_action(coloured: np.uint64, others: np.uint64, chosen: int) -> int:
    """The action so many places into the legal ones."""
    word, base = coloured, 0
    in_first = bits_in(coloured)
    if chosen >= in_first:
        word, base, chosen = others, 64, chosen - in_first
    for _ in range(chosen):
        word &= word - ONE
    return base + lowest_bit(word & (~word + ONE))


@rule
def list_actions(coloured: np.uint64, others: np.uint64, listed: npt.NDArray[np.integer]) -> int:
    """Write a set of actions down; how many there are."""
    count = 0
    for word in range(2):
        left = coloured if word == 0 else others
        while left != NOTHING:
            rest = left & (left - ONE)
            listed[count] = 64 * word + lowest_bit(left ^ rest)
            left = rest
            count += 1
    return count


@rule
def any_action(coloured: np.uint64, others: np.uint64, generator: GameRow) -> int:
    """One of the legal actions, each as likely as the others."""
    return nth_action(coloured, others, random_below(generator, bits_in(coloured) + bits_in(others)))


@rule
def obvious_action(coloured: np.uint64, others: np.uint64) -> int:
    """What needs no look at the table: the only legal action, and saying UNO, which is free.  [classic/uno]"""
    if bits_in(coloured) + bits_in(others) == 1:
        return nth_action(coloured, others, 0)
    return UNO if others & UNO_BIT != NOTHING else UNDECIDED


@rule
def careless_action(row: Row, phase: int, coloured: np.uint64, others: np.uint64, generator: GameRow) -> int:
    """A random decision wherever the deck's own card is concerned, for comparison; else UNDECIDED.

    Whether to play it is left to chance as with ``random_play``: one kind of card among those that can be played.
    """
    names_own_color = phase == Phase.COLOR and (row[FRIEND_ON_TOP] != 0 or row[LAP_ON_TOP] != 0)
    if names_own_color or phase in (Phase.LAY, Phase.GUESS, Phase.GIVE, Phase.LAP):
        return any_action(coloured, others, generator)
    own = others & OWN_CARD_PLAYS
    if own == NOTHING:
        return UNDECIDED
    if phase == Phase.RESPOND:
        return any_action(coloured, others, generator)
    wilds = others & WILD_CARD_PLAYS & ~own
    kinds = bits_in(coloured) + (bits_in(wilds) + 3) // 4 + 1
    if random_below(generator, kinds) == 0:
        return any_action(NOTHING, own, generator)
    return UNDECIDED


@rule
def expert_action(
    row: Row,
    coloured: np.uint64,
    others: np.uint64,
    all_weights: Weights,
    careless: bool,
    generator: GameRow,
    table: Table,
) -> int:
    """The expert's choice among the legal actions, which are two sets, one bit an action."""
    obvious = obvious_action(coloured, others)
    if obvious != UNDECIDED:
        return obvious
    read_table(row, table)
    phase = int(table[See.PHASE])
    weights = all_weights[2 * int(table[See.SEVEN_ZERO]) + int(table[See.PLAYERS] > 2)]
    if careless:
        chosen = careless_action(row, phase, coloured, others, generator)
        if chosen != UNDECIDED:
            return chosen
        if phase != Phase.RESPOND and (coloured | (others & WILD_CARD_PLAYS & ~OWN_CARD_PLAYS)) != NOTHING:
            others &= ~OWN_CARD_PLAYS
    if phase == Phase.TURN or phase == Phase.DRAWN or phase == Phase.JUMP_IN:
        bonus = float(weights[Weigh.JUMP]) if phase == Phase.JUMP_IN else 0.0
        play, worth = best_play(row, table, weights, coloured, others & WILD_CARD_PLAYS, bonus)
        if worth > 0.0:
            return play
        return DRAW if others & DRAW_BIT != NOTHING else PASS
    if phase == Phase.CATCH:
        # Two cards for an opponent, for nothing; a partner is left in peace.  [classic/uno-catch]
        return PASS if partner_is_silent(row, table) else CATCH
    if phase == Phase.RESPOND:
        return best_answer(row, table, weights, coloured, others)
    if phase == Phase.SWAP:
        return FIRST_SEAT_ACTION + best_trade(row, table, current_cost(table)) - 1
    if phase == Phase.LAY:
        return best_to_lay(row, table, coloured, generator)
    if phase == Phase.GUESS:
        return best_guess(row, table, coloured, generator)
    if phase == Phase.GIVE:
        return best_gift(row, table)
    if phase == Phase.LAP:
        return TAKE if takes_hand(row, table) else PASS
    return FIRST_COLOR_ACTION + best_color(row, table, weights)


@rule
def partner_is_silent(row: Row, table: Table) -> bool:
    """Is it the partner who has one card left and has not called?  (After Friendship there may be two such players.)"""
    partner = int(table[See.PARTNER])
    if partner == NO_PARTNER:
        return False
    return bool(row[HAND_SIZES + partner] == 1 and row[UNO_CALLED + partner] == 0)
