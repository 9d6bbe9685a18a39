"""The features of a position as one dense row, and actions by places: for plain networks with one output an action.

A row is the state features of :mod:`agents.networks.layout`, each 0 or 1, and behind them which actions are legal.
Decisions that need no thought (:func:`agents.networks.acting.settled_action`) are told apart: nobody is asked.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from agents.compiling import kernel
from agents.expert import bits_of
from agents.expertise.deciding import UNDECIDED, list_actions
from agents.expertise.reading import SEEN, read_table
from agents.networks.acting import settled_action
from agents.networks.colors import in_places, place_colors
from agents.networks.layout import MOST_STATE_FEATURES, STATE_FEATURES
from agents.networks.situation import situation
from agents.seeded import checked_masks, checked_rows
from uno_env.engine.cards import COLORS
from uno_env.engine.layout import ACTIONS
from uno_env.engine.legality import NOTHING
from uno_env.observation import Observations
from uno_env.round.kernels import Actions, Masks

#: How long a row is.
LENGTH = STATE_FEATURES + ACTIONS
#: In :attr:`Decisions.settled`: somebody has to decide.
OPEN = UNDECIDED

DenseRows = npt.NDArray[np.uint8]
ActionTable = npt.NDArray[np.int16]


@kernel
def write_decisions(
    rows: Observations, masks: Masks, dense: DenseRows, placed_masks: Masks, meant: ActionTable, settled: Actions
) -> None:
    """Fill the arrays of :class:`Decisions`, row by row."""
    table, places = np.zeros(SEEN, np.int64), np.zeros(COLORS + 1, np.int64)
    on, listed = np.zeros(MOST_STATE_FEATURES, np.int16), np.zeros(ACTIONS, np.int64)
    for index in range(len(masks)):
        coloured, others = bits_of(masks[index], 0, 64), bits_of(masks[index], 64, ACTIONS)
        settled[index] = UNDECIDED
        if (coloured | others) == NOTHING:
            continue
        settled[index] = settled_action(rows[index], table, coloured, others)
        if settled[index] != UNDECIDED:
            continue
        read_table(rows[index], table)
        place_colors(table, places)
        for place in range(situation(rows[index], table, places, coloured, on)):
            dense[index, on[place]] = 1
        for number in range(list_actions(coloured, others, listed)):
            action = listed[number]
            placed = in_places(table, places, action)
            dense[index, STATE_FEATURES + placed] = 1
            placed_masks[index, placed] = 1
            meant[index, placed] = action


@dataclass(frozen=True)
class Decisions:
    """Decisions as a network is shown them.  Rows of what is settled, or where nothing is legal, are all zero."""

    #: (n, LENGTH), 0 or 1.
    rows: DenseRows
    #: (n, ACTIONS): which actions are legal, by places.
    masks: Masks
    #: (n, ACTIONS): the action of the engine that a legal action by places means.
    meant: ActionTable
    #: The action where nobody needs to be asked, else OPEN.
    settled: Actions

    @classmethod
    def read(cls, observations: Observations, masks: Masks) -> Decisions:
        """From observations and masks as every agent gets them."""
        masks = checked_masks(masks)
        count = len(masks)
        found = cls(
            np.zeros((count, LENGTH), np.uint8),
            np.zeros((count, ACTIONS), np.int8),
            np.full((count, ACTIONS), UNDECIDED, np.int16),
            np.zeros(count, np.int64),
        )
        write_decisions(checked_rows(observations, count), masks, found.rows, found.masks, found.meant, found.settled)
        return found

    def meaning(self, placed: npt.ArrayLike) -> Actions:
        """The engine's actions for actions by places, one a row; what is not legal means -1."""
        return self.meant[np.arange(len(self.meant)), np.asarray(placed, np.int64)].astype(np.int64)
