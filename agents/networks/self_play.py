"""Rounds for training: networks play each other, and what they decided is written down with how it ended.

Every table is played to its end by itself.  The network runs inside the kernel, so there is nothing to gain from
letting tables wait for each other; a round depends on its number alone, however the work is divided.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from agents.belief import random_share
from agents.compiling import kernel
from agents.expertise.deciding import UNDECIDED, expert_action, obvious_action
from agents.expertise.weights import WEIGHTS, Weights
from agents.networks.acting import drawn_by_scores, log_sum, settled_action
from agents.networks.hidden_hands import HIDDEN_FEATURES, MOST_HIDDEN_FEATURES, hidden_hands
from agents.networks.layout import HISTORY_USED, MOST_ACTION_FEATURES, MOST_STATE_FEATURES
from agents.networks.parameters import Shape, Sizes
from agents.networks.scoring import (
    ACTION_ON_AT,
    COUNTS_AT,
    Scores,
    action_numbered,
    chance,
    new_desk,
    write_features,
    write_scores,
)
from agents.networks.situation import Features
from agents.rollouts import LONGEST, result_for
from uno_env.batch import game_seeds
from uno_env.engine.jit import rule
from uno_env.engine.layout import ACTIONS, MAX_PLAYERS
from uno_env.engine.random import random_below, seed_game
from uno_env.engine.state import GameRow, Games, Phase, Rules, RulesRow, new_games
from uno_env.observation import CONTEXT, length, write_observation
from uno_env.round.choosing import random_play_action
from uno_env.round.dealing import choose_dealer, new_round
from uno_env.round.decisions import decide
from uno_env.round.kernels import write_mask

__all__ = ["HIDDEN_FEATURES", "Player", "Rounds", "Samples", "play_rounds"]

ROW = length(HISTORY_USED)
APART = np.uint64(0x5DEECE66D)
Shares = npt.NDArray[np.float64]
Ahead = npt.NDArray[np.float64]


class Player(IntEnum):
    """Who sits at a table of training; from SNAPSHOT on, past networks by number."""

    LEARNER = 0
    EXPERT = 1
    RANDOM_PLAY = 2
    SNAPSHOT = 3


LEARNER, EXPERT, RANDOM_PLAY, SNAPSHOT = (int(player) for player in Player)


#: A decision of the learner.  Each list (features, actions, features of hidden hands) ends where the next one's begins.
DECISION = np.dtype(
    [
        ("start", np.int64),
        ("first_action", np.int64),
        ("hidden_start", np.int64),
        ("round", np.int64),
        ("chosen", np.int64),  # which of its actions
        ("log_share", np.float32),  # the log of how likely that was
        ("value", np.float32),  # what the network thought the chance to win was, of a network that scores so
        ("result", np.float32),  # 1 if the round was won, 0 if not
        ("target", np.float32),  # what to learn: the result, or a mixture with later values (see Rounds.trace)
        ("seat", np.int8),
        ("last_of_seat", np.int8),
    ],
    align=True,
)


@dataclass
class Samples:
    """Decisions of the learner, one after another, with features as lists of those that are on.

    The features of decision i are ``on[starts[i]:starts[i + 1]]``.  Its actions are number ``first_action[i]`` to
    ``first_action[i + 1] - 1``; those of action j are ``action_on[action_starts[j]:action_starts[j + 1]]``.  Without
    ``every_action`` only the action that was chosen is kept, and nothing of the hidden hands.
    """

    on: npt.NDArray[np.int16]
    action_on: npt.NDArray[np.int16]
    action_starts: npt.NDArray[np.int64]
    hidden_on: npt.NDArray[np.int16]
    #: One record a decision, and one more, where the last lists end.
    decisions: npt.NDArray[Any]

    @classmethod
    def room_for(cls, decisions: int, every_action: bool) -> Samples:
        """Room for so many decisions."""
        actions = decisions * (8 if every_action else 1)
        return cls(
            np.zeros(decisions * 128 + MOST_STATE_FEATURES, np.int16),
            np.zeros(actions * 9 + ACTIONS * MOST_ACTION_FEATURES, np.int16),
            np.zeros(actions + ACTIONS + 1, np.int64),
            np.zeros((decisions * 24 if every_action else 0) + MOST_HIDDEN_FEATURES, np.int16),
            np.zeros(decisions + 1, DECISION),
        )

    @classmethod
    def joined(cls, parts: Sequence[tuple[Samples, int]]) -> Samples:
        """The first so many decisions of each part, one part behind the other, and no room to spare."""
        starts, decisions = [np.zeros(1, np.int64)], []
        on, actions, hidden = 0, 0, 0
        rounds = 0
        lists: tuple[list[Any], list[Any], list[Any]] = ([], [], [])
        for samples, count in parts:
            kept = samples.decisions[: count + 1].copy()
            last = kept[count]
            ends = samples.action_starts[1 : int(last["first_action"]) + 1]
            for place, (flat, stop) in enumerate(
                (
                    (samples.on, last["start"]),
                    (samples.action_on, samples.action_starts[last["first_action"]]),
                    (samples.hidden_on, last["hidden_start"]),
                )
            ):
                lists[place].append(flat[: int(stop)])
            starts.append(ends + int(starts[-1][-1]))
            for name, before in (("start", on), ("first_action", actions), ("hidden_start", hidden), ("round", rounds)):
                kept[name] += before
            on, actions, hidden = (int(kept[count][name]) for name in ("start", "first_action", "hidden_start"))
            rounds = int(kept["round"][:count].max(initial=rounds - 1)) + 1
            decisions.append(kept[:count])
        end = np.zeros(1, DECISION)
        end["start"], end["first_action"], end["hidden_start"] = on, actions, hidden
        return cls(
            np.concatenate(lists[0]),
            np.concatenate(lists[1]),
            np.concatenate(starts),
            np.concatenate(lists[2]),
            np.concatenate([*decisions, end]),
        )

    @property
    def starts(self) -> npt.NDArray[np.int64]:
        """Where each decision's features begin."""
        return self._column("start")

    @property
    def first_action(self) -> npt.NDArray[np.int64]:
        """The number of each decision's first action."""
        return self._column("first_action")

    @property
    def hidden_starts(self) -> npt.NDArray[np.int64]:
        """Where the features of the hidden hands begin."""
        return self._column("hidden_start")

    @property
    def chosen(self) -> npt.NDArray[np.int64]:
        """Which of its actions was taken."""
        return self._column("chosen")

    @property
    def log_share(self) -> npt.NDArray[np.float32]:
        """The log of how likely that was."""
        return self._column("log_share")

    @property
    def results(self) -> npt.NDArray[np.float32]:
        """1 if the round was won, 0 if not."""
        return self._column("result")

    @property
    def targets(self) -> npt.NDArray[np.float32]:
        """What to learn: the result, or with a trace below 1 a mixture with the network's later judgements."""
        return self._column("target")

    @property
    def seats(self) -> npt.NDArray[np.int8]:
        """Who decided."""
        return self._column("seat")

    @property
    def last_of_seat(self) -> npt.NDArray[np.int8]:
        """1 for the last decision a seat had in its round."""
        return self._column("last_of_seat")

    @property
    def games(self) -> npt.NDArray[np.int64]:
        """The round, counted from the first that was asked for."""
        return self._column("round")

    def _column(self, name: str) -> npt.NDArray[Any]:
        column: npt.NDArray[Any] = self.decisions[name]
        return column


@dataclass(frozen=True)
class Rounds:
    """Which rounds are played, and how."""

    rules: Rules
    #: How often each rule set is played, adding up to 1 (summed up: the last one is 1).
    rule_shares: Shares
    #: How often the others are the learner itself, the expert, random_play, each snapshot; summed up too.
    player_shares: Shares
    epsilon: float = 0.0
    #: Above 0 actions are drawn by their scores.
    temperature: float = 0.0
    every_action: bool = False
    #: How far results reach back: 1 tells every decision the result itself; below that the network's own judgement at
    #: the player's later decisions counts too, the more the lower (TD-lambda).
    trace: float = 1.0


@rule
def number_by_shares(shares: Shares, generator: GameRow) -> int:
    """A number drawn as often as the shares say, which are summed up."""
    drawn, number = random_share(generator), 0
    while drawn >= shares[number]:
        number += 1
    return number


@rule
def tried_out(best: int, scores: Scores, legal: int, temperature: float, epsilon: float, generator: GameRow) -> int:
    """The best action, one drawn by the scores, or now and then just any."""
    if epsilon > 0.0 and random_share(generator) < epsilon:
        return int(np.int64(random_below(generator, legal)))  # signed, as the numbers it is compared with
    if temperature > 0.0:
        return drawn_by_scores(scores, legal, temperature, generator)
    return best


@rule
def keep_features(features: Features, first: int, count: int, kept: Features, start: int) -> int:
    """Copy features that are on to where they are kept; where the next ones go."""
    for place in range(count):
        kept[start + place] = features[first + place]
    return start + count


@rule
def keep_decision(
    decisions: Any,
    sample: int,
    legal: int,
    chosen: int,
    count: int,
    every_action: bool,
    features: Features,
    on: Features,
    action_on: Features,
    action_starts: npt.NDArray[np.int64],
) -> None:
    """Write down a decision: the position, and all its actions or the one chosen."""
    decision, following = decisions[sample], decisions[sample + 1]
    following.start = keep_features(features, 0, count, on, int(decision.start))
    action = int(decision.first_action)
    for number in range(legal):
        if every_action or number == chosen:
            first = ACTION_ON_AT + number * MOST_ACTION_FEATURES
            here = int(action_starts[action])
            action_starts[action + 1] = keep_features(
                features, first, int(features[COUNTS_AT + number]), action_on, here
            )
            action += 1
    following.first_action = action
    following.hidden_start = decision.hidden_start
    decision.chosen = chosen if every_action else 0


@rule
def has_room(
    decisions: Any,
    sample: int,
    legal: int,
    count: int,
    on: Features,
    action_on: Features,
    action_starts: npt.NDArray[np.int64],
    hidden_on: Features,
) -> bool:
    """Can one more decision be written down?"""
    if sample + 1 >= len(decisions):
        return False
    decision = decisions[sample]
    action = int(decision.first_action)
    return bool(
        int(decision.start) + count <= len(on)
        and action + legal < len(action_starts)
        and int(action_starts[action]) + legal * MOST_ACTION_FEATURES <= len(action_on)
        and int(decision.hidden_start) + MOST_HIDDEN_FEATURES <= len(hidden_on)
    )


@rule
def deal_round(game: GameRow, own: GameRow, rules: Rules, shares: Shares, seed: np.uint64) -> None:
    """Begin a round of one of the rule sets; the players' random numbers are not those of the cards."""
    seed_game(own, seed)
    seed_game(game, seed ^ APART)
    game.rules = number_by_shares(shares, own)
    rule_set = rules[game.rules]
    choose_dealer(game, rule_set)
    new_round(game, rule_set)


@rule
def finish_round(
    decisions: Any, first: int, stop: int, game: GameRow, rules: RulesRow, trace: float, ahead: Ahead
) -> None:
    """Tell every decision of a round how it ended, which were their players' last, and what to learn from them.

    ``ahead`` is room for every seat's next target and value; no target is negative.
    """
    ahead[:] = -1.0
    for sample in range(stop - 1, first - 1, -1):
        decision = decisions[sample]
        seat = int(decision.seat)
        decision.result = result_for(game, rules, seat)
        decision.last_of_seat = ahead[seat, 0] < 0.0
        decision.target = decision.result
        if ahead[seat, 0] >= 0.0:
            decision.target = trace * ahead[seat, 0] + (1.0 - trace) * ahead[seat, 1]
        ahead[seat, 0], ahead[seat, 1] = decision.target, decision.value


@kernel
def _play(
    rules: Rules,
    rule_shares: Shares,
    player_shares: Shares,
    epsilon: float,
    temperature: float,
    every_action: bool,
    trace: float,
    networks: npt.NDArray[np.float32],
    sizes: Sizes,
    weights: Weights,
    seeds: npt.NDArray[np.uint64],
    games: Games,
    on: Features,
    action_on: Features,
    action_starts: npt.NDArray[np.int64],
    hidden_on: Features,
    decisions: Any,
    counts: npt.NDArray[np.int64],
) -> None:
    """Play one round a seed until there is no more room; ``counts`` gets the rounds played, the decisions kept, and all
    decisions of everybody.  ``games`` is room for one game and a generator.
    """
    numbers, features, scores = new_desk(sizes)
    row, context, mask = np.zeros(ROW, np.uint8), np.zeros(CONTEXT, np.int32), np.zeros(ACTIONS, np.int8)
    legal_list, firsts = np.zeros(ACTIONS + 1, np.int64), np.zeros(ACTIONS + 1, np.int64)
    ahead = np.zeros((MAX_PLAYERS, 2))
    game, own, samples, made = games[0], games[1], 0, 0
    for number in range(len(seeds)):
        deal_round(game, own, rules, rule_shares, seeds[number])
        rule_set = rules[game.rules]
        opponent = number_by_shares(player_shares, own)
        learner = np.int64(random_below(own, int(rule_set.players)))
        first_sample = samples
        for _ in range(LONGEST):
            if int(game.phase) == Phase.OVER:
                break
            seat = int(game.actor)
            coloured, others = game.legal[0], game.legal[1]
            player = LEARNER if seat == learner else opponent
            made += 1
            if player == RANDOM_PLAY:
                write_mask(game, mask)
                decide(game, rule_set, random_play_action(own, mask, legal_list, firsts))
                continue
            action = obvious_action(coloured, others)
            if action == UNDECIDED:
                write_observation(game, rule_set, seat, context, row)
                action = settled_action(row, numbers, coloured, others)
            if action == UNDECIDED and player == EXPERT:
                action = expert_action(row, coloured, others, weights, False, own, numbers)
            if action != UNDECIDED:
                decide(game, rule_set, action)
                continue
            count, legal = write_features(row, coloured, others, numbers, features)
            network = networks[0 if player == LEARNER else player - SNAPSHOT + 1]
            chosen = write_scores(network, sizes, count, legal, numbers, features, scores)
            value = chance(float(scores[chosen]))
            chosen = tried_out(chosen, scores, legal, temperature, epsilon if player == LEARNER else 0.0, own)
            if player == LEARNER:
                if not has_room(decisions, samples, legal, count, on, action_on, action_starts, hidden_on):
                    counts[:] = (number, first_sample, made)
                    return
                keep_decision(
                    decisions, samples, legal, chosen, count, every_action, features, on, action_on, action_starts
                )
                decision = decisions[samples]
                decision.seat, decision.round, decision.value = seat, number, value
                if temperature > 0.0:
                    decision.log_share = scores[chosen] / temperature - log_sum(scores, legal, temperature)
                if every_action:
                    kept = hidden_on[int(decision.hidden_start) :]
                    decisions[samples + 1].hidden_start += hidden_hands(game, rule_set, seat, numbers, kept)
                samples += 1
            decide(game, rule_set, action_numbered(features, chosen))
        finish_round(decisions, first_sample, samples, game, rule_set, trace, ahead)
    counts[:] = (len(seeds), samples, made)


def play_rounds(
    rounds: Rounds, shape: Shape, networks: npt.NDArray[np.float32], seed: int, first: int, samples: Samples
) -> tuple[int, int, int]:
    """Play rounds number ``first`` and following of a seed until the room is full.

    ``networks`` has one row a network: the learner's, then the snapshots'.  Returns how many rounds were finished, how
    many decisions of the learner were kept, and how many were made by anybody.
    """
    counts = np.zeros(3, np.int64)
    most = len(samples.decisions) // 2 + 1
    samples.decisions[:1] = 0
    samples.action_starts[0] = 0
    _play(
        rounds.rules,
        rounds.rule_shares,
        rounds.player_shares,
        rounds.epsilon,
        rounds.temperature,
        rounds.every_action,
        rounds.trace,
        networks,
        shape.sizes,
        WEIGHTS,
        game_seeds(seed, most, first=first),
        new_games(2),
        samples.on,
        samples.action_on,
        samples.action_starts,
        samples.hidden_on,
        samples.decisions,
        counts,
    )
    return int(counts[0]), int(counts[1]), int(counts[2])
