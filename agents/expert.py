"""``expert``: a hand-written player with a reason for every decision of every deck and house rule.

What it knows is in :mod:`agents.expertise`, one file for each kind of decision; every number it goes by is in
:mod:`agents.expertise.weights`, with its reason.
"""

from __future__ import annotations

import numpy as np

from agents.compiling import kernel
from agents.expertise.deciding import expert_action
from agents.expertise.reading import SEEN
from agents.expertise.weights import WEIGHTS, Weights
from agents.seeded import SeededAgent, checked_rows
from uno_env.engine.jit import rule
from uno_env.engine.layout import ACTIONS
from uno_env.engine.legality import NOTHING
from uno_env.observation import Observations
from uno_env.round.choosing import Generator
from uno_env.round.kernels import NO_ACTION, Actions, Masks

ONE = np.uint64(1)
OWN_CARD_CHOICES = ("reasoned", "random")


@rule
def bits_of(mask: np.ndarray, start: int, stop: int) -> np.uint64:
    """A part of a mask as a set, one bit an action."""
    word = NOTHING
    for action in range(start, stop):
        if mask[action] != 0:
            word |= ONE << np.uint64(action - start)
    return word


@kernel
def choose_as_expert(
    generator: Generator, rows: Observations, masks: Masks, weights: Weights, careless: bool, actions: Actions
) -> None:
    """What the expert does, row by row."""
    table = np.zeros(SEEN, np.int64)
    for index in range(len(masks)):
        coloured, others = bits_of(masks[index], 0, 64), bits_of(masks[index], 64, ACTIONS)
        if (coloured | others) == NOTHING:
            actions[index] = NO_ACTION
        else:
            actions[index] = expert_action(rows[index], coloured, others, weights, careless, generator[0], table)


class Expert(SeededAgent):
    """A strong hand-written player: colours, wilds, tempo, threats, challenges, and each deck's own card.

    ``own_card="random"`` leaves every decision about the deck's own card to chance, to measure what its reasons are
    worth.
    """

    def __init__(self, own_card: str = "reasoned", seed: int | None = None) -> None:
        if own_card not in OWN_CARD_CHOICES:
            raise ValueError(f"own_card={own_card!r}: must be one of {', '.join(OWN_CARD_CHOICES)}")
        self.own_card = own_card
        super().__init__(seed)

    def _choose(self, observations: Observations, masks: Masks, actions: Actions) -> None:
        rows = checked_rows(observations, len(masks))
        choose_as_expert(self._generator, rows, masks, WEIGHTS, self.own_card == "random", actions)

    def __repr__(self) -> str:
        return "Expert()" if self.own_card == "reasoned" else f"Expert(own_card={self.own_card!r})"
