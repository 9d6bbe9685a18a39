"""``greedy``: sheds the most points."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from agents.compiling import kernel
from agents.seeded import SeededAgent, checked_rows
from uno_env.engine.cards import COLORS, COLOURED_KINDS, FACES, NO_COLOR, POINTS
from uno_env.engine.jit import rule
from uno_env.engine.layout import ACTION_COLOR, ACTION_KIND, ACTIONS, FIRST_COLOR_ACTION
from uno_env.engine.random import random_below
from uno_env.engine.state import GameRow
from uno_env.observation import HAND, Observations
from uno_env.round.choosing import DRAW, Generator, random_play_action
from uno_env.round.kernels import NO_ACTION, Actions, Masks


@rule
def cards_of_color(row: npt.NDArray[np.uint8], color: int) -> int:
    """Own cards of a colour."""
    count = 0
    for kind in range(color * FACES, (color + 1) * FACES):
        count += int(row[HAND + kind])
    return count


@rule
def dearest_play(generator: GameRow, row: npt.NDArray[np.uint8], mask: npt.NDArray[np.int8]) -> int:
    """The card worth most, in the colour held most; among equals any.  NO_ACTION if none can be played."""
    best, best_worth, equals = NO_ACTION, -1, 0
    for action in range(DRAW):
        if mask[action] == 0:
            continue
        color = int(ACTION_COLOR[action])
        held = 0
        if ACTION_KIND[action] >= COLOURED_KINDS and color != NO_COLOR:
            held = cards_of_color(row, color)
        worth = int(POINTS[ACTION_KIND[action]]) * 200 + held
        equals = equals + 1 if worth == best_worth else 1
        if worth > best_worth or (worth == best_worth and random_below(generator, equals) == 0):
            best, best_worth = action, worth
    return best


@rule
def fullest_color(row: npt.NDArray[np.uint8]) -> int:
    """The colour held most."""
    best = 0
    for color in range(1, COLORS):
        if cards_of_color(row, color) > cards_of_color(row, best):
            best = color
    return best


@kernel
def choose_dearest(generator: Generator, rows: Observations, masks: Masks, actions: Actions) -> None:
    """What ``greedy`` does, row by row."""
    legal = np.zeros(ACTIONS + 1, np.int64)
    firsts = np.zeros(ACTIONS + 1, np.int64)
    for index in range(len(masks)):
        chosen = dearest_play(generator[0], rows[index], masks[index])
        if chosen == NO_ACTION and masks[index, FIRST_COLOR_ACTION] != 0:
            chosen = FIRST_COLOR_ACTION + fullest_color(rows[index])
        if chosen == NO_ACTION:
            chosen = random_play_action(generator[0], masks[index], legal, firsts)
        actions[index] = chosen


class Greedy(SeededAgent):
    """Always plays the card worth most points, and names the colour it holds most of.

    Whatever is not about points is done as by ``random_play``.
    """

    def _choose(self, observations: Observations, masks: Masks, actions: Actions) -> None:
        choose_dearest(self._generator, checked_rows(observations, len(masks)), masks, actions)
