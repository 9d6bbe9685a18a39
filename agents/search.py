"""``search``: determinized search with rollouts by a fast policy inside compiled kernels.

For every decision worlds are drawn that the player cannot tell from the real one; in each, every action still in the
race is tried and the round is played to its end, with the same hidden cards and the same random numbers for all.  The
worse half is dropped again and again, until one is left.  Rollouts are played by the expert, who is also given the
benefit of the doubt: noise alone must not make the search draw a card it could have played.

With a network the network takes the expert's place, says which actions are worth a look at all, and can judge a
position before the round is over (:mod:`agents.networks.lookahead`).
"""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import numpy.typing as npt

from agents.belief import draw_world
from agents.compiling import kernel
from agents.expertise.deciding import DRAW, expert_action, list_actions
from agents.expertise.reading import SEEN
from agents.expertise.weights import WEIGHTS, Weights
from agents.network import found_network
from agents.networks.lookahead import look_ahead
from agents.networks.parameters import Network
from agents.rollouts import RolloutPolicy, play_to_the_end, result_for
from agents.seeded import SeededAgent, checked_masks
from uno_env.engine.jit import rule
from uno_env.engine.layout import ACTIONS, DRAW_BIT, UNO_BIT
from uno_env.engine.legality import NOTHING
from uno_env.engine.random import next_word, seed_game
from uno_env.engine.state import GameRow, Games, Phase, Rules, new_games
from uno_env.observation import BASE_LENGTH, CONTEXT, Observations, write_observation
from uno_env.round.choosing import Generator
from uno_env.round.decisions import decide
from uno_env.round.kernels import NO_ACTION, Actions, Masks
from uno_env.worlds import Worlds

Values = npt.NDArray[np.float64]
POLICY_NAMES = {"expert": RolloutPolicy.EXPERT, "random_play": RolloutPolicy.RANDOM_PLAY}
#: What the rollout policy's own choice is credited with, in win probability, against noise.
BENEFIT_OF_THE_DOUBT = 0.01
#: With a network: decisions ahead, and what its first judgement is worth, in rollouts of an action.
DEPTH = 2
TRUST = 30.0
FIRST_ROLLOUTS = 64  # of a search by the clock, to see how fast it goes


@rule
def worth_trying(game: GameRow, favoured: int) -> tuple[np.uint64, np.uint64]:
    """The legal actions without those that are hardly ever right: silence, and drawing with a coloured card to play,
    unless the expert would draw (a 7 or a 0 can give a good hand away).
    """
    coloured, others = game.legal[0], game.legal[1]
    if int(game.phase) == Phase.UNO:
        return NOTHING, UNO_BIT
    if int(game.phase) == Phase.TURN and coloured != NOTHING and favoured != DRAW:
        return coloured, others & ~DRAW_BIT
    return coloured, others


@rule
def drop_the_worse_half(
    tried: npt.NDArray[np.int64], alive: int, sums: Values, visits: Values, favoured: int, benefit: float
) -> int:
    """Sort the actions in the race, best first, and keep the better half; how many are left."""
    for place in range(1, alive):
        moving = place
        while moving > 0:
            one, other = int(tried[moving - 1]), int(tried[moving])
            first = sums[one] / visits[one] + (benefit if one == favoured else 0.0)
            second = sums[other] / visits[other] + (benefit if other == favoured else 0.0)
            if first >= second:
                break
            tried[moving - 1], tried[moving] = other, one
            moving -= 1
    return (alive + 1) // 2


@kernel
def search_worlds(
    generator: Generator,
    games: Games,
    rules: Rules,
    rollouts: int,
    choices: int,
    policy: int,
    weights: Weights,
    benefit: float,
    everything: bool,
    worlds: Games,
    sums: Values,
    visits: Values,
    actions: Actions,
) -> int:
    """Search each game for the player who is to act; returns how many rollouts were played.

    ``games`` are determinized copies, ``worlds`` is room for three more.  ``sums`` and ``visits`` get what the rollouts
    of each action brought.  With ``everything`` all legal actions are tried equally often.
    """
    context, row, table = np.zeros(CONTEXT, np.int32), np.zeros(BASE_LENGTH, np.uint8), np.zeros(SEEN, np.int64)
    mask = np.zeros(ACTIONS, np.int8)
    legal, firsts = np.zeros(ACTIONS + 1, np.int64), np.zeros(ACTIONS + 1, np.int64)
    tried = np.zeros(ACTIONS, np.int64)
    own = generator[0]
    played = 0
    for index in range(len(games)):
        base, rule_set = games[index], rules[games[index].rules]
        observer = int(base.actor)
        if (base.legal[0] | base.legal[1]) == NOTHING:
            actions[index] = NO_ACTION
            continue
        write_observation(base, rule_set, observer, context, row)
        favoured = expert_action(row, base.legal[0], base.legal[1], weights, False, own, table)
        coloured, others = base.legal[0], base.legal[1]
        if not everything:
            coloured, others = worth_trying(base, favoured)
        alive = list_actions(coloured, others, tried)
        if alive == 1:
            actions[index] = tried[0]
            continue
        rounds = 1
        while not everything and (1 << rounds) < alive:
            rounds += 1
        for _ in range(rounds):
            for _ in range(max(rollouts // (rounds * alive), 1)):
                draw_world(base, rule_set, worlds, choices, own)
                seed = next_word(own)
                for place in range(alive):
                    action = int(tried[place])
                    worlds[1] = worlds[0]
                    game = worlds[1]
                    seed_game(worlds[2], seed)
                    decide(game, rule_set, action)
                    play_to_the_end(
                        game, rule_set, policy, weights, worlds[2], context, row, table, mask, legal, firsts
                    )
                    sums[index, action] += result_for(game, rule_set, observer)
                    visits[index, action] += 1.0
                    played += 1
            left = drop_the_worse_half(tried, alive, sums[index], visits[index], favoured, benefit)
            if not everything:
                alive = left
        actions[index] = tried[0]
    return played


class Search(SeededAgent):
    """Tries every action in many determinized worlds, to the end of the round, and plays the one that wins most often.

    ``rollouts`` is the budget of a decision; ``milliseconds`` gives it as time instead (then the same seed need not
    give the same actions).  ``policy`` plays the rollouts: ``expert`` or ``random_play``.  ``belief`` is among how many
    uniform worlds one is chosen by what the others did and did not do; 1 is no belief at all.

    ``network`` (``general``, ``classic_2p``, ``classic_4p`` or a file) plays the rollouts instead, up to the player's
    ``depth``-th decision from now, where it judges the position (0: to the end of the round); ``trust`` is how many
    rollouts of an action its first judgement is worth.
    """

    wants_worlds = True

    def __init__(
        self,
        rollouts: int = 1000,
        milliseconds: float | None = None,
        policy: str = "expert",
        belief: int = 12,
        benefit: float = BENEFIT_OF_THE_DOUBT,
        network: str | Path | Network | None = None,
        depth: int = DEPTH,
        trust: float = TRUST,
        seed: int | None = None,
    ) -> None:
        for name, number, least in (("rollouts", rollouts, 1), ("belief", belief, 1), ("depth", depth, 0)):
            if isinstance(number, bool) or not isinstance(number, int) or number < least:
                raise ValueError(f"{name}={number!r}: must be a whole number, at least {least}")
        if not trust >= 0:
            raise ValueError(f"trust={trust!r}: must be 0 or more")
        if milliseconds is not None and not milliseconds > 0:
            raise ValueError(f"milliseconds={milliseconds!r}: must be more than 0")
        if policy not in POLICY_NAMES:
            raise ValueError(f"policy={policy!r}: must be one of {', '.join(POLICY_NAMES)}")
        self.rollouts, self.milliseconds, self.policy, self.belief = rollouts, milliseconds, policy, belief
        self.benefit = float(benefit)
        self.network = None if network is None else found_network(network)
        if self.network is not None and self.network.kind != "value":
            raise ValueError("network: search needs one that judges positions, trained by Deep Monte Carlo")
        self.depth, self.trust = depth, float(trust)
        self._room = new_games(3)
        super().__init__(seed)

    def act(self, observations: Observations, masks: Masks, worlds: Worlds | None = None) -> Actions:
        """One action a row; every row needs its determinized copy."""
        if worlds is None or len(worlds) != len(checked_masks(masks)):
            raise ValueError(
                "search needs a determinized copy of every game: let the arena, an environment or "
                "agents.arena.calling ask it, or give act() the Worlds that uno_env.worlds.draw_worlds makes"
            )
        if self.milliseconds is None:
            return self.evaluate(worlds, self.rollouts)[0]
        return self._in_time(worlds, self.milliseconds / 1000)

    def evaluate(self, worlds: Worlds, rollouts: int, everything: bool = False) -> tuple[Actions, Values, Values]:
        """The chosen actions, and for every action the wins of its rollouts and how many there were.

        With ``everything`` all legal actions are tried equally often; else the worse ones are dropped on the way.
        """
        count = len(worlds)
        actions = np.full(count, NO_ACTION, np.int64)
        sums, visits = np.zeros((count, ACTIONS)), np.zeros((count, ACTIONS))
        if self.network is not None:
            look_ahead(
                self._generator,
                worlds.games,
                worlds.rules,
                self.network.parameters,
                self.network.shape.sizes,
                rollouts,
                self.belief,
                self.depth,
                self.trust,
                everything,
                self._room,
                sums,
                visits,
                actions,
            )
            return actions, sums, visits
        search_worlds(
            self._generator,
            worlds.games,
            worlds.rules,
            rollouts,
            self.belief,
            int(POLICY_NAMES[self.policy]),
            WEIGHTS,
            self.benefit,
            everything,
            self._room,
            sums,
            visits,
            actions,
        )
        return actions, sums, visits

    def _in_time(self, worlds: Worlds, seconds: float) -> Actions:
        """A short search tells how many rollouts the time allows; the decision is that of a second one."""
        actions = np.empty(len(worlds), np.int64)
        for row in range(len(worlds)):
            one = Worlds(worlds.games[row : row + 1], worlds.rules)
            start = time.perf_counter()
            actions[row : row + 1], _, visits = self.evaluate(one, FIRST_ROLLOUTS)
            spent = time.perf_counter() - start
            affordable = int(visits.sum() * (seconds - spent) / max(spent, 1e-6))
            if visits.any() and affordable > FIRST_ROLLOUTS:
                actions[row : row + 1] = self.evaluate(one, affordable)[0]
        return actions

    def _choose(self, observations: Observations, masks: Masks, actions: Actions) -> None:
        raise AssertionError("search is asked with worlds")

    def __repr__(self) -> str:
        budget = f"rollouts={self.rollouts}" if self.milliseconds is None else f"milliseconds={self.milliseconds}"
        return f"Search({budget}{'' if self.network is None else ', with a network'})"
