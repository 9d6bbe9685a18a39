"""One seat of every game belongs to the learner; batch policies play the others, on exactly the games that wait for
them, until every game is at a decision of the learner or over.

The Gymnasium batch and the Stable-Baselines3 environment are both made of this.  Single rounds only.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from uno_env import batch, observation
from uno_env.engine.layout import ACTIONS
from uno_env.engine.state import NO_SEAT
from uno_env.game import IllegalAction, checked_seed
from uno_env.policies import Policy, PolicySpec, chosen_actions, find_policy, reset_policy
from uno_env.results import Results
from uno_env.rewards import Scheme
from uno_env.round import kernels
from uno_env.round.kernels import Actions
from uno_env.rules import RuleSet
from uno_env.seat_kernels import first_illegal_of, play_on
from uno_env.vector_env import Bools, checked_actions
from uno_env.worlds import Worlds, draw_worlds

ROTATE = "rotate"
OpponentSpecs: TypeAlias = PolicySpec | Sequence[PolicySpec]
Indices = npt.NDArray[np.int64]
#: The arrays of a loop that are not written anew by every step.
_KEPT = ("observations", "masks", "learners", "lengths")


def checked_seat(seat: int | str, players: int) -> int | None:
    """The learner's seat, None if it changes from episode to episode."""
    if isinstance(seat, str) and seat == ROTATE:
        return None
    if isinstance(seat, bool) or not isinstance(seat, int | np.integer) or not 0 <= seat < players:
        raise ValueError(f"seat={seat!r}: must be 0 to {players - 1}, or {ROTATE!r} for another one each episode")
    return int(seat)


def find_opponents(opponents: OpponentSpecs, players: int) -> list[Policy]:
    """One policy for all other seats, or one for each, clockwise from the learner."""
    if isinstance(opponents, Sequence) and not isinstance(opponents, str):
        if len(opponents) != players - 1:
            raise ValueError(
                f"{len(opponents)} opponents for {players} players: give {players - 1}, clockwise from the learner, "
                "or a single one that plays all other seats"
            )
        return [find_policy(each) for each in opponents]
    return [find_policy(opponents)]


def reset_opponents(opponents: Sequence[Policy], random: np.random.Generator) -> None:
    """Seed the policies, each its own way."""
    for policy in opponents:
        reset_policy(policy, int(random.integers(1 << 63)))


class SeatLoop:
    """N games as the learner sees them.  Everything is read from arrays that are written in place."""

    def __init__(
        self,
        num_envs: int,
        rule_sets: Sequence[RuleSet],
        *,
        opponents: OpponentSpecs = "random_play",
        seat: int | str = 0,
        reward: str | Scheme = "win_loss",
        history: int = observation.DEFAULT_HISTORY,
    ) -> None:
        count = self.num_envs = batch.checked_count("num_envs", num_envs, 1)
        length = observation.length(history)
        self._batch = batch.Batch(rule_sets, count)
        self.rule_sets = self._batch.rule_sets
        self._players = np.array([each.players for each in self.rule_sets], np.int8)[self._batch.games["rules"]]
        self._fixed_seat = checked_seat(seat, int(self._players.min()))
        self.set_opponents(opponents)
        self.results = Results(self.rule_sets, count, reward)
        #: The learner's observations, masks and seats.
        self.observations = np.zeros((count, length), observation.DTYPE)
        self.masks = self._batch.masks
        self.learners = np.zeros(count, np.int8)
        #: How many decisions the learner has had in this round, the one at hand included.
        self.lengths = np.zeros(count, np.int64)
        #: The learner's own rewards; zero but for rounds that the last call ended.
        self.rewards = np.zeros(count, np.float32)
        #: Which rounds are over because somebody went out, and which because nobody could go on.
        self.terminated, self.truncated = np.zeros(count, np.bool_), np.zeros(count, np.bool_)
        self._all = np.arange(count)
        self._nothing = np.full(count, kernels.NO_ACTION, np.int64)
        self._context = np.zeros(observation.CONTEXT, np.int32)
        self._waiting, self._waiting_seats = np.zeros(count, np.int64), np.zeros(count, np.int8)
        self._waiting_masks = np.zeros((count, ACTIONS), np.int8)
        self._waiting_rows = np.zeros((count, length), observation.DTYPE)
        self._random = np.random.default_rng(secrets.randbits(64))

    # -- opponents ---------------------------------------------------------------------------------

    @property
    def opponents(self) -> list[Policy]:
        """One policy for all other seats, or one for each, clockwise from the learner."""
        return list(self._opponents)

    def set_opponents(self, opponents: OpponentSpecs) -> None:
        """Others play the other seats from now on, in running rounds too."""
        players = set(self._players.tolist())
        if len(players) > 1 and isinstance(opponents, Sequence) and not isinstance(opponents, str):
            raise ValueError("tables of different sizes need a single opponent that plays all other seats")
        self._opponents = find_opponents(opponents, players.pop())

    def seed_opponents(self, seed: int) -> None:
        """What the opponents draw at random follows from this seed from now on."""
        reset_opponents(self._opponents, np.random.default_rng(checked_seed(seed)))

    # -- keeping -----------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """Everything that decides how the games go on, for :meth:`restore`; the opponents have their own."""
        kept = {name: getattr(self, name).copy() for name in _KEPT}
        return kept | {"games": self._batch.games.copy(), "random": self._random.bit_generator.state}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on where another loop was, which had as many games under the same rules."""
        self._batch.games[...] = state["games"]
        for name in _KEPT:
            getattr(self, name)[...] = state[name]
        self._random.bit_generator.state = state["random"]

    # -- beginning ---------------------------------------------------------------------------------

    def reset(self, seed: int | None = None) -> None:
        """Deal every game anew and seed the opponents; without a seed, from the random numbers of the last one."""
        seed = int(self._random.integers(1 << 63)) if seed is None else checked_seed(seed)
        self._random = np.random.default_rng(seed)
        self._batch.reset(seed)
        reset_opponents(self._opponents, self._random)
        self.learners[:] = self._all % self._players if self._fixed_seat is None else self._fixed_seat
        self.lengths.fill(0)
        self.results.clear()
        self.rewards.fill(0)
        self.terminated.fill(False)
        self.truncated.fill(False)
        self._play_until_learner(self._all, self._nothing)

    def deal_anew(self, chosen: Indices) -> None:
        """New rounds for finished games, up to the learner's first decision."""
        if len(chosen):
            self._play_until_learner(chosen, self._nothing[: len(chosen)])

    # -- acting ------------------------------------------------------------------------------------

    @property
    def over(self) -> Bools:
        """Which rounds are over and still to be dealt anew."""
        return np.asarray(self._batch.games["actor"] < 0)

    def step(self, actions: Any) -> Indices:
        """The learner's decisions, and the opponents' until it is to act again.

        A game that was over is dealt anew, whatever its action.  Returns the games whose rounds have just ended.
        One illegal action anywhere is an error, and no game is changed.
        """
        games, rules = self._batch.games, self._batch.rules
        chosen = checked_actions(actions, self.num_envs)
        wrong = kernels.first_illegal(games, chosen, True)
        if wrong != kernels.ALL_LEGAL:
            raise IllegalAction(batch._why_not(games, rules, wrong, int(chosen[wrong])))
        self._clear_rewards()
        self.terminated.fill(False)
        self.truncated.fill(False)
        self._play_until_learner(self._all, chosen)
        return self._settle_ended(self._all)

    def step_some(self, chosen: Indices, actions: Actions) -> Indices:
        """The learner's decisions in some games, none of them over, as :meth:`step` does in all; the others stay as
        they are, results included.  Returns which of these games have ended.
        """
        wrong = first_illegal_of(self._batch.games, chosen, actions)
        if wrong != kernels.ALL_LEGAL:
            games, rules = self._batch.games, self._batch.rules
            raise IllegalAction(batch._why_not(games, rules, int(chosen[wrong]), int(actions[wrong])))
        self._play_until_learner(chosen, actions)
        return self._settle_ended(chosen)

    def _settle_ended(self, chosen: Indices) -> Indices:
        """Which of these games are over; their results are written."""
        ended = chosen[self.over[chosen]]
        if len(ended):
            self._settle(ended)
        return ended

    def _settle(self, ended: Indices) -> None:
        self.results.settle(self._batch.games, self._batch.rules, ended)
        self.rewards[ended] = self.results.rewards[ended, self.learners[ended]]
        dead = self.results.winners[ended] == NO_SEAT
        self.terminated[ended] = ~dead
        self.truncated[ended] = dead

    def _clear_rewards(self) -> None:
        self.results.clear_rewards()
        self.rewards.fill(0)

    def _play_until_learner(self, indices: Indices, actions: npt.NDArray[np.int64]) -> None:
        """Make these decisions in these games, then the opponents', until none of the games waits for them."""
        waiting = self._play_on(indices, actions)
        while waiting:
            indices = self._waiting[:waiting]
            waiting = self._play_on(indices, self._opponents_actions(indices))

    def _play_on(self, indices: Indices, actions: npt.NDArray[np.int64]) -> int:
        return play_on(
            self._batch.games,
            self._batch.rules,
            indices,
            actions,
            self.learners,
            self.lengths,
            self._fixed_seat is None,
            self._context,
            self.masks,
            self.observations,
            self._waiting,
            self._waiting_seats,
            self._waiting_masks,
            self._waiting_rows,
        )

    def _worlds(self, indices: Indices) -> Worlds:
        return draw_worlds(self._batch.games, self._batch.rules, indices, int(self._random.integers(1 << 63)))

    def _opponents_actions(self, indices: Indices) -> npt.NDArray[np.int64]:
        """What the opponents choose in the games that wait for them."""
        count = len(indices)
        rows, masks = self._waiting_rows[:count], self._waiting_masks[:count]
        if len(self._opponents) == 1:
            actions = chosen_actions(self._opponents[0], rows, masks, lambda: self._worlds(indices))
        else:
            actions = np.full(count, kernels.NO_ACTION, np.int64)
            for place, policy in enumerate(self._opponents):
                asked = np.flatnonzero(self._waiting_seats[:count] == place + 1)
                if len(asked):
                    worlds = partial(self._worlds, indices[asked])
                    actions[asked] = chosen_actions(policy, rows[asked], masks[asked], worlds)
        wrong = first_illegal_of(self._batch.games, indices, actions)
        if wrong != kernels.ALL_LEGAL:
            why = batch._why_not(self._batch.games, self._batch.rules, int(indices[wrong]), int(actions[wrong]))
            policy = self._opponents[int(self._waiting_seats[wrong]) - 1 if len(self._opponents) > 1 else 0]
            raise IllegalAction(f"opponent {policy!r}: {why}")
        return actions
