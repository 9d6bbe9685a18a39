"""``random_legal``: the sanity floor."""

from __future__ import annotations

from agents.seeded import SeededAgent
from uno_env.observation import Observations
from uno_env.round.choosing import choose_any
from uno_env.round.kernels import Actions, Masks


class RandomLegal(SeededAgent):
    """Every legal action is equally likely, drawing with a playable card in hand included."""

    def _choose(self, observations: Observations, masks: Masks, actions: Actions) -> None:
        choose_any(self._generator, masks, actions)
