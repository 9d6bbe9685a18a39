"""Asking an agent what it would do in one game: for scripts, terminals and anything that plays a single table."""

from __future__ import annotations

import numpy as np

from uno_env import observation
from uno_env.game import Game, IllegalAction
from uno_env.observation import Context
from uno_env.policies import Policy, chosen_actions
from uno_env.worlds import Worlds, draw_worlds

_FIRST = np.zeros(1, np.int64)


def ask_one(policy: Policy, game: Game, context: Context | None = None, seed: int | None = None) -> int:
    """The action an agent chooses for the seat that is to act; it is given what that seat may know, and no more.

    ``context`` is the state of a match (see :data:`uno_env.observation.Context`); ``seed`` draws the determinized copy
    for an agent that searches.
    """
    if game.actor is None:
        raise ValueError("the round is over: nobody is to act")
    contexts = np.zeros((1, observation.CONTEXT), np.int32)
    if context is not None:
        contexts[0] = context
    rows = np.zeros((1, observation.length()), observation.DTYPE)
    observation.observe(game._row, game._rule_rows, np.array([game.actor], np.int8), contexts, rows)
    drawn_from = int(np.random.default_rng(seed).integers(1 << 63))

    def worlds() -> Worlds:
        return draw_worlds(game._row, game._rule_rows, _FIRST, drawn_from)

    action = int(chosen_actions(policy, rows, game.legal_mask()[None], worlds)[0])
    if not game.is_legal(action):
        raise IllegalAction(f"{policy!r} chose {action}, which is not legal; legal: {', '.join(game.legal_actions())}")
    return action
