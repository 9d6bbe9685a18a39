"""``random_play``: the yardstick.  Ratings are anchored at it, and it is what "random" means in most published figures
that can be compared with anything.
"""

from __future__ import annotations

from agents.seeded import SeededAgent
from uno_env.observation import Observations
from uno_env.round.choosing import choose_to_play
from uno_env.round.kernels import Actions, Masks


class RandomPlay(SeededAgent):
    """Plays a card whenever one can be played: any kind, then any colour.

    Otherwise it says UNO, or catches, or does anything else that is legal, but never challenges.
    """

    def _choose(self, observations: Observations, masks: Masks, actions: Actions) -> None:
        choose_to_play(self._generator, masks, actions)
