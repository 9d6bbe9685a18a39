"""``rlcard_rule``: the rule agent that RLCard publishes, as a bridge to its figures."""

from __future__ import annotations

import numpy as np

from agents.compiling import kernel
from agents.greedy import fullest_color
from agents.seeded import SeededAgent, checked_rows
from uno_env.engine.cards import COLOURED_KINDS, SYMBOL, Symbol
from uno_env.engine.layout import ACTION_COLOR, ACTION_KIND, ACTIONS
from uno_env.observation import Observations
from uno_env.round.choosing import DRAW, Generator, random_play_action
from uno_env.round.kernels import Actions, Masks


@kernel
def choose_by_rlcards_rule(generator: Generator, rows: Observations, masks: Masks, actions: Actions) -> None:
    """Any coloured card; else any wild but a Wild Draw Four; else a Wild Draw Four in the fullest colour."""
    legal = np.zeros(ACTIONS + 1, np.int64)
    firsts = np.zeros(ACTIONS + 1, np.int64)
    kept = np.zeros(ACTIONS, np.int8)
    for index in range(len(masks)):
        mask = masks[index]
        coloured, wilds, fours = 0, 0, 0
        for action in range(DRAW):
            if mask[action] == 0:
                continue
            if ACTION_KIND[action] < COLOURED_KINDS:
                coloured += 1
            elif SYMBOL[ACTION_KIND[action]] == Symbol.DRAW_FOUR:
                fours += 1
            else:
                wilds += 1
        fullest = fullest_color(rows[index])
        for action in range(ACTIONS):
            kept[action] = mask[action]
            if action >= DRAW or mask[action] == 0:
                continue
            is_four = SYMBOL[ACTION_KIND[action]] == Symbol.DRAW_FOUR
            if coloured > 0:
                kept[action] = ACTION_KIND[action] < COLOURED_KINDS
            elif wilds > 0:
                kept[action] = not is_four
            elif is_four:
                kept[action] = ACTION_COLOR[action] == fullest
        actions[index] = random_play_action(generator[0], kept, legal, firsts)


class RLCardRule(SeededAgent):
    """RLCard's rule agent in our rules: coloured cards first, wilds when it must, the fullest colour for a Draw Four.

    In RLCard a Wild Draw Four is legal only when nothing else is, so its rule of playing one at once comes to playing
    it last; the colour of a plain Wild is left to chance there, and here.  Whatever RLCard's game does not ask (UNO,
    challenges, house rules, the other decks' cards) is done as by ``random_play``.
    """

    def _choose(self, observations: Observations, masks: Masks, actions: Actions) -> None:
        choose_by_rlcards_rule(self._generator, checked_rows(observations, len(masks)), masks, actions)
