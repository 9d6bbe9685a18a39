"""A network's decision: what needs no thought, else the best score, or an action drawn by the scores."""

from __future__ import annotations

import numpy as np

from agents.belief import random_share
from agents.compiling import kernel
from agents.expert import bits_of
from agents.expertise.deciding import CATCH, PASS, UNDECIDED, obvious_action, partner_is_silent
from agents.expertise.reading import Row, Table, read_table
from agents.networks.parameters import Parameters, Sizes
from agents.networks.scoring import Scores, action_numbered, new_desk, weigh
from uno_env.engine.jit import rule
from uno_env.engine.layout import ACTIONS, CATCH_BIT
from uno_env.engine.legality import NOTHING
from uno_env.engine.state import GameRow
from uno_env.observation import Observations
from uno_env.round.choosing import Generator
from uno_env.round.kernels import NO_ACTION, Actions, Masks


@rule
def settled_action(row: Row, table: Table, coloured: np.uint64, others: np.uint64) -> int:
    """What no network is asked about: the only legal action, saying UNO, catching (never the partner); else UNDECIDED.

    All of them are free.  [classic/uno] [classic/uno-catch]
    """
    obvious = obvious_action(coloured, others)
    if obvious != UNDECIDED or others & CATCH_BIT == NOTHING:
        return obvious
    read_table(row, table)
    return PASS if partner_is_silent(row, table) else CATCH


@rule
def log_sum(scores: Scores, legal: int, temperature: float) -> float:
    """The log of the sum of the exponentials of the scores: what makes shares of them."""
    highest = scores[0]
    for number in range(1, legal):
        highest = max(highest, scores[number])
    total = 0.0
    for number in range(legal):
        total += np.exp((scores[number] - highest) / temperature)
    return float(highest / temperature + np.log(total))


@rule
def drawn_by_scores(scores: Scores, legal: int, temperature: float, generator: GameRow) -> int:
    """The number of an action, each as likely as the exponential of its score says."""
    log_total = log_sum(scores, legal, temperature)
    left = random_share(generator)
    for number in range(legal - 1):
        left -= np.exp(scores[number] / temperature - log_total)
        if left < 0.0:
            return number
    return legal - 1


@kernel
def choose_by_network(
    generator: Generator,
    rows: Observations,
    masks: Masks,
    parameters: Parameters,
    sizes: Sizes,
    temperature: float,
    actions: Actions,
) -> None:
    """What a network does, row by row: the best action, or with a temperature one drawn by the scores."""
    numbers, features, scores = new_desk(sizes)
    for index in range(len(masks)):
        coloured, others = bits_of(masks[index], 0, 64), bits_of(masks[index], 64, ACTIONS)
        if (coloured | others) == NOTHING:
            actions[index] = NO_ACTION
            continue
        settled = settled_action(rows[index], numbers, coloured, others)
        if settled != UNDECIDED:
            actions[index] = settled
            continue
        legal, chosen = weigh(rows[index], coloured, others, parameters, sizes, numbers, features, scores)
        if temperature > 0.0:
            chosen = drawn_by_scores(scores, legal, temperature, generator[0])
        actions[index] = action_numbered(features, chosen)
