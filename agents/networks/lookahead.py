"""Search guided by a network: it says which actions are worth a look, plays all seats of the worlds that are tried, and
judges the position when the player is to decide again.

A network's own judgement counts as much as some number of worlds, so a few unlucky worlds do not overrule it.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from agents.belief import draw_world
from agents.compiling import kernel
from agents.expertise.deciding import UNDECIDED, obvious_action
from agents.expertise.reading import Row, Table
from agents.networks.acting import settled_action
from agents.networks.layout import HISTORY_USED
from agents.networks.parameters import Parameters, Sizes
from agents.networks.scoring import Scores, action_numbered, chance, new_desk, weigh
from agents.networks.situation import Features
from agents.rollouts import LONGEST, result_for
from uno_env.engine.jit import rule
from uno_env.engine.layout import ACTIONS
from uno_env.engine.legality import NOTHING
from uno_env.engine.random import next_word, seed_game
from uno_env.engine.state import GameRow, Games, Phase, Rules, RulesRow
from uno_env.observation import CONTEXT, Context, length, write_observation
from uno_env.round.choosing import Generator
from uno_env.round.decisions import decide
from uno_env.round.kernels import NO_ACTION, Actions

Values = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]
ROW = length(HISTORY_USED)
#: So many actions are tried at most, and none whose chance to win is so much worse in the network's eyes.
MOST_TRIED = 5
MARGIN = 0.08


@rule
def order_by_worth(tried: Numbers, alive: int, worth: Values) -> None:
    """Sort actions, the best first."""
    for place in range(1, alive):
        moving = place
        while moving > 0 and worth[tried[moving - 1]] < worth[tried[moving]]:
            kept = tried[moving]
            tried[moving] = tried[moving - 1]
            tried[moving - 1] = kept
            moving -= 1


@rule
def worth_a_look(tried: Numbers, legal: int, prior: Values) -> int:
    """How many of the actions, the best first, are near enough to the best one in the network's eyes."""
    alive = 1
    while alive < min(legal, MOST_TRIED) and prior[tried[alive]] >= prior[tried[0]] - MARGIN:
        alive += 1
    return alive


@rule
def play_on(
    game: GameRow,
    rules: RulesRow,
    observer: int,
    depth: int,
    parameters: Parameters,
    sizes: Sizes,
    row: Row,
    context: Context,
    numbers: Table,
    features: Features,
    scores: Scores,
) -> float:
    """The observer's chances after the network has played all seats until the observer has had ``depth`` decisions to
    think about, or to the end (0).
    """
    for _ in range(LONGEST):
        if int(game.phase) == Phase.OVER:
            break
        coloured, others, seat = game.legal[0], game.legal[1], int(game.actor)
        action = obvious_action(coloured, others)
        if action == UNDECIDED:
            write_observation(game, rules, seat, context, row)
            action = settled_action(row, numbers, coloured, others)
        if action == UNDECIDED:
            _, best = weigh(row, coloured, others, parameters, sizes, numbers, features, scores)
            if seat == observer:
                depth -= 1
                if depth == 0:
                    return chance(float(scores[best]))
            action = action_numbered(features, best)
        decide(game, rules, action)
    return result_for(game, rules, observer)


@kernel
def look_ahead(
    generator: Generator,
    games: Games,
    rules: Rules,
    parameters: Parameters,
    sizes: Sizes,
    rollouts: int,
    choices: int,
    depth: int,
    trust: float,
    everything: bool,
    worlds: Games,
    sums: Values,
    visits: Values,
    actions: Actions,
) -> int:
    """Search each game for the player who is to act; returns how many worlds were played.

    ``games`` are determinized copies, ``worlds`` is room for two more.  ``trust`` is how many worlds the network's
    judgement is worth.  ``sums`` and ``visits`` get what the worlds of each action brought.  With ``everything`` all
    legal actions are tried equally often.
    """
    numbers, features, scores = new_desk(sizes)
    row, context = np.zeros(ROW, np.uint8), np.zeros(CONTEXT, np.int32)
    prior, worth, tried = np.zeros(ACTIONS), np.zeros(ACTIONS), np.zeros(ACTIONS, np.int64)
    own = generator[0]
    played = 0
    for index in range(len(games)):
        base, rule_set = games[index], rules[games[index].rules]
        observer = int(base.actor)
        if (base.legal[0] | base.legal[1]) == NOTHING:
            actions[index] = NO_ACTION
            continue
        write_observation(base, rule_set, observer, context, row)
        actions[index] = settled_action(row, numbers, base.legal[0], base.legal[1])
        if actions[index] != UNDECIDED:
            continue
        legal, _ = weigh(row, base.legal[0], base.legal[1], parameters, sizes, numbers, features, scores)
        for number in range(legal):
            prior[action_numbered(features, number)] = chance(float(scores[number]))
            tried[number] = action_numbered(features, number)
        order_by_worth(tried, legal, prior)
        alive = legal if everything else worth_a_look(tried, legal, prior)
        rounds = 1
        while not everything and (1 << rounds) < alive:
            rounds += 1
        for _ in range(rounds if alive > 1 else 0):
            for _ in range(max(rollouts // (rounds * alive), 1)):
                draw_world(base, rule_set, worlds, choices, own)
                seed = next_word(own)
                for place in range(alive):
                    action = tried[place]
                    worlds[1] = worlds[0]
                    game = worlds[1]
                    seed_game(game, seed)
                    decide(game, rule_set, int(action))
                    sums[index, action] += play_on(
                        game, rule_set, observer, depth, parameters, sizes, row, context, numbers, features, scores
                    )
                    visits[index, action] += 1.0
                    played += 1
            for place in range(alive):
                action = tried[place]
                worth[action] = (trust * prior[action] + sums[index, action]) / (trust + visits[index, action])
            order_by_worth(tried, alive, worth)
            if not everything:
                alive = (alive + 1) // 2
        actions[index] = tried[0]
    return played
