"""Thousands of games in one call, every seat played by the caller.

>>> from uno_env.vector_env import UnoVectorEnv
>>> env = UnoVectorEnv(1000, players=3, seed=1)
>>> env.step(env.masks.argmax(axis=1))

Everything is read from arrays that are written in place.  An episode is a single round; for matches there is the AEC
environment.  Game i of a seed is the same however many games there are.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from uno_env import batch, observation
from uno_env.engine.layout import ACTIONS
from uno_env.engine.state import NO_SEAT
from uno_env.game import IllegalAction, checked_seed
from uno_env.results import Results
from uno_env.rewards import Scheme
from uno_env.round import kernels
from uno_env.rules import RuleSet

NEXT_STEP, SAME_STEP, DISABLED = "next_step", "same_step", "disabled"
AUTORESETS = (NEXT_STEP, SAME_STEP, DISABLED)

Bools = npt.NDArray[np.bool_]


def checked_autoreset(autoreset: str) -> str:
    """One of the three ways to go on after a round."""
    if autoreset not in AUTORESETS:
        raise ValueError(f"autoreset={autoreset!r}: must be one of {', '.join(AUTORESETS)}")
    return autoreset


def checked_rule_sets(rule_sets: Sequence[RuleSet] | None, rules: dict[str, Any]) -> list[RuleSet]:
    """The rule sets of a batch: several given as they are, or one by its parameters."""
    if rule_sets is None:
        return [RuleSet.from_dict(rules)]
    if rules:
        raise ValueError(f"give rule_sets, or the rules of one table ({', '.join(rules)}), not both")
    return list(rule_sets)


def checked_actions(actions: Any, count: int) -> npt.NDArray[np.int64]:
    """A caller's actions: whole numbers, one a game."""
    actions = np.asarray(actions)
    if not np.issubdtype(actions.dtype, np.integer):
        raise TypeError(f"actions must be whole numbers, not {actions.dtype}")
    if actions.shape != (count,):
        raise ValueError(f"actions must be one a game, of shape ({count},), not {actions.shape}")
    return np.require(actions, np.int64, ("C", "W"))


class UnoVectorEnv:
    """N single rounds side by side; whoever is to act in each game is the caller's to decide for.

    A round that ends pays every seat at once, in the row of that game in :attr:`rewards`: what a seat did last gets
    its due whoever ended the round.  What happens next is up to ``autoreset``:

    - ``next_step``: the game stays over until the next call, which deals a new round and ignores the game's action;
    - ``same_step``: a new round is dealt at once; rewards, ends and results are those of the finished one;
    - ``disabled``: the game takes the action -1 until :meth:`reset_done` deals a new round.
    """

    #: What the next to act sees, (N, F) of uint8; all zero where the round is over.
    observations: observation.Observations
    #: The legal actions, (N, 110) of int8.
    masks: kernels.Masks
    #: Who is to act; -1 where the round is over.
    seats: npt.NDArray[np.int8]
    #: Per game and seat, (N, 10) of float32; zero but on the call that ends a round.
    rewards: npt.NDArray[np.float32]
    #: Which rounds are over because somebody went out, and which because nobody could go on.
    terminated: Bools
    truncated: Bools

    def __init__(
        self,
        num_envs: int,
        *,
        seed: int | None = None,
        reward: str | Scheme = "win_loss",
        history: int = observation.DEFAULT_HISTORY,
        autoreset: str = NEXT_STEP,
        rule_sets: Sequence[RuleSet] | None = None,
        **rules: Any,
    ) -> None:
        """``rules`` as of :class:`RuleSet`; or several ``rule_sets``, of which game i plays the one at
        ``i % len(rule_sets)``.
        """
        self.autoreset = checked_autoreset(autoreset)
        self.num_envs = batch.checked_count("num_envs", num_envs, 1)
        self.history, length = history, observation.length(history)
        self._batch = batch.Batch(checked_rule_sets(rule_sets, rules), self.num_envs)
        self.rule_sets, self.masks = self._batch.rule_sets, self._batch.masks
        self.observations = np.zeros((self.num_envs, length), observation.DTYPE)
        self.seats = np.zeros(self.num_envs, np.int8)
        self.terminated = np.zeros(self.num_envs, np.bool_)
        self.truncated = np.zeros(self.num_envs, np.bool_)
        self._results = Results(self.rule_sets, self.num_envs, reward)
        self.rewards = self._results.rewards
        self._contexts = np.zeros((self.num_envs, observation.CONTEXT), np.int32)
        self._random = np.random.default_rng()
        self.reset(secrets.randbits(63) if seed is None else seed)

    def __len__(self) -> int:
        return self.num_envs

    @property
    def winners(self) -> npt.NDArray[np.int8]:
        """Who went out in each game's last finished round; -1 if nobody did or none is finished."""
        return self._results.winners

    @property
    def points(self) -> npt.NDArray[np.int32]:
        """What each seat scored in its game's last finished round."""
        return self._results.points

    @property
    def held(self) -> npt.NDArray[np.int32]:
        """What each seat was left holding in its game's last finished round."""
        return self._results.held

    @property
    def over(self) -> Bools:
        """Which rounds the last call ended (or, with ``disabled``, are still to be dealt anew)."""
        return self.terminated | self.truncated

    def reset(self, seed: int | None = None) -> None:
        """Deal every game anew; without a seed, from the random numbers of the last one."""
        if seed is None:
            seed = int(self._random.integers(1 << 63))
        seed = checked_seed(seed)
        self._random = np.random.default_rng(seed)
        self._batch.reset(seed)
        self.terminated.fill(False)
        self.truncated.fill(False)
        self._results.clear()
        self._look()

    def _look(self) -> None:
        self.seats[:] = self._batch.actors
        observation.observe(self._batch.games, self._batch.rules, self._batch.actors, self._contexts, self.observations)

    def step(self, actions: npt.NDArray[np.integer]) -> None:
        """Make one decision in every game.  One illegal action anywhere is an error, and no game is changed."""
        games, rules = self._batch.games, self._batch.rules
        redeal = self.autoreset == NEXT_STEP
        chosen = checked_actions(actions, self.num_envs)
        wrong = kernels.first_illegal(games, chosen, redeal)
        if wrong != kernels.ALL_LEGAL:
            raise IllegalAction(batch._why_not(games, rules, wrong, int(chosen[wrong])))
        was_over = self.seats < 0
        observation.step_and_observe(games, rules, chosen, self._contexts, self.masks, self.observations, redeal)
        self.seats[:] = games["actor"]
        self._results.clear_rewards()
        over = self.seats < 0
        if redeal or not was_over.any():
            self.terminated.fill(False)
            self.truncated.fill(False)
            self._finish(np.flatnonzero(over))
        else:
            self._finish(np.flatnonzero(over & ~was_over))

    def _finish(self, ended: npt.NDArray[np.int64]) -> None:
        """Pay for the rounds that have just ended."""
        if not len(ended):
            return
        self._results.settle(self._batch.games, self._batch.rules, ended)
        dead = self.winners[ended] == NO_SEAT
        self.terminated[ended] = ~dead
        self.truncated[ended] = dead
        if self.autoreset == SAME_STEP:
            self._deal_anew(ended)

    def reset_done(self, mask: npt.NDArray[np.bool_] | None = None) -> None:
        """Deal the finished games anew, or those of them that the mask names."""
        mask = self.seats < 0 if mask is None else np.asarray(mask)
        if mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
            raise ValueError(f"the mask must be {self.num_envs} booleans, one a game")
        running = np.flatnonzero(mask & (self.seats >= 0))
        if len(running):
            raise ValueError(f"game {running[0]} is not over: reset_done() deals only finished games anew")
        chosen = np.flatnonzero(mask)
        self.terminated[chosen] = False
        self.truncated[chosen] = False
        self.rewards[chosen] = 0
        self._deal_anew(chosen)

    def _deal_anew(self, chosen: npt.NDArray[np.int64]) -> None:
        """New rounds for finished games, from their own random numbers."""
        while len(chosen):
            games = self._batch.games[chosen]
            masks = np.zeros((len(chosen), ACTIONS), np.int8)
            rows = np.zeros((len(chosen), self.observations.shape[1]), observation.DTYPE)
            nothing = np.full(len(chosen), kernels.NO_ACTION, np.int64)
            contexts = self._contexts[: len(chosen)]
            observation.step_and_observe(games, self._batch.rules, nothing, contexts, masks, rows, True)
            self._batch.games[chosen] = games
            self.masks[chosen], self.observations[chosen] = masks, rows
            self.seats[chosen] = games["actor"]
            chosen = chosen[self.seats[chosen] < 0]
