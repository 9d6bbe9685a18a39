"""Playing a round to its end inside a kernel, with the expert or ``random_play`` in every seat.

The expert gets what it gets at a table: the observation of the seat that is to act, and the legal actions.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np
import numpy.typing as npt

from agents.expertise.deciding import UNDECIDED, expert_action, obvious_action
from agents.expertise.reading import Row, Table
from agents.expertise.weights import Weights
from uno_env.engine.jit import rule
from uno_env.engine.state import GameRow, Phase, RulesRow
from uno_env.observation import Context, write_observation
from uno_env.round.choosing import random_play_action
from uno_env.round.decisions import decide
from uno_env.round.kernels import write_mask

#: A rollout that takes longer than this is nobody's win.
LONGEST = 2000


class RolloutPolicy(IntEnum):
    """Who plays a rollout."""

    EXPERT = 0
    RANDOM_PLAY = 1


@rule
def rollout_action(
    game: GameRow,
    rules: RulesRow,
    policy: int,
    weights: Weights,
    generator: GameRow,
    context: Context,
    row: Row,
    table: Table,
    mask: npt.NDArray[np.int8],
    legal: npt.NDArray[np.int64],
    firsts: npt.NDArray[np.int64],
) -> int:
    """What the policy does at this decision; the arrays are room to write in."""
    coloured, others = game.legal[0], game.legal[1]
    obvious = obvious_action(coloured, others)
    if obvious != UNDECIDED:
        return obvious
    if policy == RolloutPolicy.RANDOM_PLAY:
        write_mask(game, mask)
        return random_play_action(generator, mask, legal, firsts)
    write_observation(game, rules, int(game.actor), context, row)
    return expert_action(row, coloured, others, weights, False, generator, table)


@rule
def play_to_the_end(
    game: GameRow,
    rules: RulesRow,
    policy: int,
    weights: Weights,
    generator: GameRow,
    context: Context,
    row: Row,
    table: Table,
    mask: npt.NDArray[np.int8],
    legal: npt.NDArray[np.int64],
    firsts: npt.NDArray[np.int64],
) -> None:
    """All seats play by one policy until the round is over, or has taken too long."""
    for _ in range(LONGEST):
        if int(game.phase) == Phase.OVER:
            return
        action = rollout_action(game, rules, policy, weights, generator, context, row, table, mask, legal, firsts)
        decide(game, rules, action)


@rule
def result_for(game: GameRow, rules: RulesRow, seat: int) -> float:
    """1 if the seat or its partner has won, 0 if not; a round without a winner is as good as par."""
    players, winner = int(rules.players), int(game.winner)
    sides = players // 2 if int(rules.partners) != 0 else players
    if int(game.phase) != Phase.OVER or winner < 0:
        return 1.0 / sides
    return 1.0 if winner % sides == seat % sides else 0.0
