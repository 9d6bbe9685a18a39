"""Other worlds that the player to act cannot tell from the real one, for IS-MCTS and its like."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from uno_env.engine.state import new_games
from uno_env.open_spiel.information import NOBODY, past
from uno_env.open_spiel.moments import Moment, Setting
from uno_env.round.determinizing import write_worlds

if TYPE_CHECKING:
    from uno_env.open_spiel.game import UnoState

SEEDS = 1 << 63


def resampled(setting: Setting, moment: Moment, seed: int) -> Moment:
    """All that the player to act does not know is drawn anew, as by :meth:`uno_env.Game.determinize`.

    That player's past is the real one.  The others' pasts are not made up: what they know begins with what all have
    seen, and with their cards in this world.
    """
    table = new_games(1)
    write_worlds(moment.table, setting.rule_rows, np.zeros(1, np.int64), np.array([seed], np.uint64), table)
    public = past(setting, moment, NOBODY)
    pasts = dict.fromkeys(range(setting.rules.players), b"resampled" + public)
    pasts |= {NOBODY: public, moment.actor: past(setting, moment, moment.actor)}
    return Moment(table, pasts=pasts)


class Resampler:
    """The worlds of a seed, for :meth:`ISMCTSBot.set_resampler`: the bot's own sampler cannot be seeded.

    >>> bot.set_resampler(Resampler(seed=7))
    """

    def __init__(self, seed: int | None = None) -> None:
        self._random = np.random.default_rng(seed)

    def __call__(self, state: UnoState, player: int) -> UnoState:
        """A world that the player cannot tell from the state's."""
        return state.resampled(player, int(self._random.integers(SEEDS)))
