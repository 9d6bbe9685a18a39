"""Determinized copies for policies that search: whole states, but never the real one.

A policy with ``wants_worlds = True`` is called as ``act(observations, masks, worlds)``.  Each of its rows comes with
one copy of the game in which all that the player to act does not know has been drawn anew.  More can be drawn from the
copy, since it holds that player's knowledge and nothing else of the real game.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from uno_env.batch import game_seeds
from uno_env.engine.state import Games, Rules, new_games
from uno_env.round.determinizing import write_worlds


@dataclass(frozen=True)
class Worlds:
    """One determinized copy a row, and the rule sets that their ``rules`` fields number."""

    games: Games
    rules: Rules

    def __len__(self) -> int:
        return len(self.games)


def draw_worlds(games: Games, rules: Rules, indices: npt.NDArray[np.int64], seed: int) -> Worlds:
    """One determinized copy of each of these games, for the player who is to act there."""
    worlds = new_games(len(indices))
    write_worlds(games, rules, indices, game_seeds(seed, len(indices)), worlds)
    return Worlds(worlds, rules.copy())
