"""The environments' side: batches with observations, and the PettingZoo loop, ours and RLCard's."""

from __future__ import annotations

import importlib
import random
from typing import Any

import numpy as np

from benchmarks.engine_cases import Stepping, pick
from uno_env import observation, uno_v0
from uno_env.rules import RuleSet

LOOP_GAMES = 3
LONGEST_LOOP = 4000


class Observing(Stepping):
    """As :class:`Stepping`, and what the next to act may know is written for every decision."""

    def __init__(self, rule_set: RuleSet, count: int, apart: int) -> None:
        super().__init__(rule_set, count, apart)
        self.contexts = np.zeros((count, observation.CONTEXT), np.int32)
        self.rows = np.zeros((count, observation.length()), observation.DTYPE)

    def play(self) -> tuple[int, int]:
        """Some calls, counted as in :class:`Stepping`."""
        games, rules, actions, masks, rng = self.games, self.rules, self.actions, self.masks, self.rng
        decisions = 0
        for _ in range(self.calls):
            decisions += pick(masks, rng, actions)
            observation.step_and_observe(games, rules, actions, self.contexts, masks, self.rows, True)
        return decisions, self.calls * len(actions) - decisions


class AecLoop:
    """``agent_iter``, ``last``, a cheap random legal action from the mask, ``step``."""

    def __init__(self, env: Any, seed: int = 1) -> None:
        self.env = env
        self.random = random.Random(seed).random
        env.reset(seed=seed)

    def play(self) -> tuple[int, int]:
        """A few games, or the beginnings of long ones."""
        decisions, env, choice = 0, self.env, self.random
        for _ in range(LOOP_GAMES):
            env.reset()
            for _ in env.agent_iter(LONGEST_LOOP):
                seen, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                legal = seen["action_mask"].nonzero()[0]
                env.step(int(legal[int(choice() * len(legal))]))
                decisions += 1
        return decisions, LOOP_GAMES


def our_raw_loop() -> AecLoop:
    """Two players, as RLCard's."""
    return AecLoop(uno_v0.raw_env(players=2))


def our_loop(players: int = 2) -> AecLoop:
    """The environment people are told to use."""
    return AecLoop(uno_v0.env(players=players))


def rlcard_loop() -> AecLoop:
    """RLCard's UNO through PettingZoo's own adapter, without its wrappers; it cannot seat more than two."""
    base = importlib.import_module("pettingzoo.classic.rlcard_envs.rlcard_base").RLCardBase
    env = base("uno", 2, (4, 4, 15))
    env.render_mode = None
    return AecLoop(env)
