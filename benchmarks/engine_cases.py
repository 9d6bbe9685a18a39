"""The engine's side: uniform random legal play inside the kernel, and step by step from outside.

What is counted are decisions, never calls: the call that deals a finished game anew takes time but decides nothing.
"""

from __future__ import annotations

import numba
import numpy as np
import numpy.typing as npt

from uno_env.batch import Batch
from uno_env.engine.layout import ACTIONS
from uno_env.engine.state import Games, Phase, Rules, new_games
from uno_env.round import kernels
from uno_env.rules import RuleSet

Words = npt.NDArray[np.uint64]

#: About how many decisions to make between two looks at the clock.
CHUNK = 50_000
#: RLCard's games last 48 to 50 decisions; see :class:`PlayOutCutShort`.
PEER_GAME = 50
#: More than any round lasts; to play every game to its end.
ENDLESS = 10_000_000


@numba.njit(error_model="numpy")
def pick(masks: npt.NDArray[np.int8], rng: Words, actions: npt.NDArray[np.int64]) -> int:
    """Choose uniformly among the legal actions of each row; returns how many rows had any.

    Rows without a legal action are finished games, so this is also the number of decisions about to be made.
    """
    open_rows = 0
    state = rng[0]
    for row in range(len(actions)):
        legal = 0
        for action in range(masks.shape[1]):
            legal += masks[row, action]
        actions[row] = kernels.NO_ACTION
        if legal == 0:
            continue
        open_rows += 1
        state = state * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
        left = int(((state >> np.uint64(32)) * np.uint64(legal)) >> np.uint64(32))
        for action in range(masks.shape[1]):
            if masks[row, action] != 0:
                if left == 0:
                    actions[row] = action
                    break
                left -= 1
    rng[0] = state
    return open_rows


def dealt(rule_set: RuleSet, count: int, seed: int = 1) -> tuple[Games, Rules]:
    """Games just dealt."""
    games, rules = new_games(count), rule_set.to_row()
    seeds = np.arange(count, dtype=np.uint64) + np.uint64(seed << 32)
    kernels.reset(games, rules, seeds, np.zeros((count, ACTIONS), np.int8))
    return games, rules


def decisions_per_game(rule_set: RuleSet, count: int) -> float:
    """The mean over games that were all played to their end, so long games are not cut off."""
    games, rules = dealt(rule_set, count, seed=2)
    kernels.play_out(games, rules, ENDLESS, False)
    assert (games["phase"] == Phase.OVER).all()
    return float(games["decisions"].mean())


class PlayOut:
    """Deals, choices and decisions all inside one call of the kernel.

    Each game makes ``apart`` decisions before anything is timed, so that the games of a batch, dealt at the same
    moment, drift apart and deals fall evenly over the calls.
    """

    def __init__(self, rule_set: RuleSet, count: int, apart: int) -> None:
        self.games, self.rules = dealt(rule_set, count)
        self.each = max(CHUNK // count, 1)
        kernels.play_out(self.games, self.rules, apart, True)

    def play(self) -> tuple[int, int]:
        """One call; the kernel counts decisions but not games, whose length is measured apart."""
        return kernels.play_out(self.games, self.rules, self.each, True), 0


class Stepping:
    """The action comes from outside, chosen from the byte mask; the step writes the next mask."""

    def __init__(self, rule_set: RuleSet, count: int, apart: int) -> None:
        self.games, self.rules = dealt(rule_set, count)
        self.calls = max(min(CHUNK // count, 2000), 1)
        kernels.play_out(self.games, self.rules, apart, True)
        self.masks = np.zeros((count, ACTIONS), np.int8)
        kernels.write_masks(self.games, self.masks)
        self.actions = np.zeros(count, np.int64)
        self.rng = np.array([count], np.uint64)

    def play(self) -> tuple[int, int]:
        """Some calls.  A row without a choice is a finished game, which its call deals anew."""
        games, rules, actions, masks, rng = self.games, self.rules, self.actions, self.masks, self.rng
        decisions = 0
        for _ in range(self.calls):
            decisions += pick(masks, rng, actions)
            kernels.step(games, rules, actions, masks, True)
        return decisions, self.calls * len(actions) - decisions


class BatchStepping:
    """The same through :class:`uno_env.Batch`, which checks every array and the legality of every action."""

    def __init__(self, rule_set: RuleSet, count: int, apart: int) -> None:
        self.batch = Batch(rule_set, count, seed=3)
        self.calls = max(min(CHUNK // count, 500), 1)
        self.batch.play_out(apart, redeal=True)
        kernels.write_masks(self.batch.games, self.batch.masks)
        self.actions = np.zeros(count, np.int64)
        self.rng = np.array([count], np.uint64)

    def play(self) -> tuple[int, int]:
        """Some calls, counted as in :class:`Stepping`."""
        batch, actions, rng = self.batch, self.actions, self.rng
        decisions = 0
        for _ in range(self.calls):
            decisions += pick(batch.masks, rng, actions)
            batch.step(actions, redeal=True)
        return decisions, self.calls * len(actions) - decisions


class PlayOutCutShort(PlayOut):
    """The same with every game dealt anew after as many decisions as a game of RLCard's has.

    Players who choose at random draw when they could play and forget to call UNO, so under the full rules their games
    are long and deals rare.  RLCard lets nobody draw who can play: it deals after every fifty decisions, and a deal is
    dear.  Cut short, games here are dealt at least as often.
    """

    def __init__(self, rule_set: RuleSet, count: int) -> None:
        super().__init__(rule_set, count, 0)
        self.seeds = np.arange(count, dtype=np.uint64)
        self.masks = np.zeros((count, ACTIONS), np.int8)

    def play(self) -> tuple[int, int]:
        """One short game in every row."""
        self.seeds += np.uint64(len(self.seeds))
        kernels.reset(self.games, self.rules, self.seeds, self.masks)
        return kernels.play_out(self.games, self.rules, PEER_GAME, False), len(self.seeds)


class SteppingCutShort(Stepping):
    """The same for steps; see :class:`PlayOutCutShort`."""

    def __init__(self, rule_set: RuleSet, count: int) -> None:
        super().__init__(rule_set, count, 0)
        self.seeds = np.arange(count, dtype=np.uint64)
        self.calls = PEER_GAME

    def play(self) -> tuple[int, int]:
        """One short game in every row, and the few that were over before."""
        self.seeds += np.uint64(len(self.seeds))
        kernels.reset(self.games, self.rules, self.seeds, self.masks)
        decisions, finished = super().play()
        return decisions, finished + len(self.seeds)
