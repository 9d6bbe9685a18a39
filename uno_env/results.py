"""The finished rounds of a batch, and what the players get for them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from uno_env.engine.layout import MAX_PLAYERS
from uno_env.engine.state import NO_SEAT, Games, Rules
from uno_env.rewards import Outcome, Scheme, scheme, win_loss
from uno_env.round import results
from uno_env.rules import RuleSet


class Results:
    """The last finished round of every game, seat by seat, and the rewards of the rounds that have just ended."""

    def __init__(self, rule_sets: Sequence[RuleSet], count: int, reward: str | Scheme = "win_loss") -> None:
        self.scheme = scheme(reward)
        #: Who went out; -1 if nobody did.
        self.winners = np.full(count, NO_SEAT, np.int8)
        #: What each seat scored and what it was left holding.
        self.points = np.zeros((count, MAX_PLAYERS), np.int32)
        self.held = np.zeros((count, MAX_PLAYERS), np.int32)
        #: Zero but for the rounds of the last :meth:`settle`.
        self.rewards = np.zeros((count, MAX_PLAYERS), np.float32)
        self._rule_sets = rule_sets
        self._paid = False

    def clear(self) -> None:
        """As if no round had been finished yet."""
        self.winners.fill(NO_SEAT)
        self.points.fill(0)
        self.held.fill(0)
        self.rewards.fill(0)

    def clear_rewards(self) -> None:
        """Nobody gets anything, until rounds are settled."""
        if self._paid:
            self.rewards.fill(0)
            self._paid = False

    def settle(self, games: Games, rules: Rules, ended: npt.NDArray[np.int64]) -> None:
        """Write these finished rounds down and pay for them."""
        results.write_results(games, rules, ended, self.winners, self.points, self.held)
        if self.scheme is win_loss:
            results.write_win_loss(games, rules, ended, self.rewards)
        else:
            for index in ended:
                rule_set = self._rule_sets[games["rules"][index]]
                self.rewards[index, : rule_set.players] = self._rewards_of(self._outcome(int(index), rule_set))
        self._paid = True

    def _outcome(self, index: int, rules: RuleSet) -> Outcome:
        seats, winner = range(rules.players), int(self.winners[index])
        won = [seat for seat in seats if winner >= 0 and rules.side_of(seat) == rules.side_of(winner)]
        points, held = (tuple(int(row[index, seat]) for seat in seats) for row in (self.points, self.held))
        sides = tuple(rules.side_of(seat) for seat in seats)
        return Outcome(tuple(won), points, held, sides=sides)

    def _rewards_of(self, outcome: Outcome) -> npt.NDArray[np.float32]:
        rewards = np.asarray(self.scheme(outcome), np.float32)
        if rewards.shape != (outcome.players,) or not np.isfinite(rewards).all():
            raise ValueError(f"the reward function must give {outcome.players} finite numbers, not {rewards!r}")
        return rewards
