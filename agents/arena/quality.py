"""Decision quality: how often an agent does what a strong search would do, and what the difference costs.

Decisions of the agent's own games are searched twice, each legal action equally often.  The first search says which
action is best, the second what that action and the agent's are worth: were both taken from one search, its luck would
count as the agent's fault.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from agents.arena.playing import Tables
from agents.arena.referee import Referee
from agents.arena.sessions import SingleRound
from agents.arena.statistics import mean_interval, wilson
from agents.search import Search, Values
from uno_env.batch import game_seeds
from uno_env.engine.state import Games, Phase
from uno_env.observation import Observations
from uno_env.policies import Policy, PolicySpec, chosen_actions, find_policy, reset_policy
from uno_env.round.kernels import Actions, Masks
from uno_env.rules import RuleSet
from uno_env.worlds import Worlds

MOST_GAMES_AT_ONCE = 256
CHUNK = 32


class Watched:
    """An agent whose decisions are written down, with a world that fits what it knew; forced ones are not."""

    wants_worlds = True

    def __init__(self, policy: Policy, share: float, seed: int) -> None:
        self._policy, self._share = policy, share
        self._random = np.random.default_rng(seed)
        self.worlds: list[Games] = []
        self.actions: list[Actions] = []

    def reset(self, seed: int) -> None:
        """Seed the agent."""
        reset_policy(self._policy, seed)

    def act(self, observations: Observations, masks: Masks, worlds: Worlds | None = None) -> Actions:
        """What the agent does."""
        assert worlds is not None
        actions = chosen_actions(self._policy, observations, masks, lambda: worlds)
        kept = (masks.sum(axis=1) > 1) & (self._random.random(len(masks)) < self._share)
        self.worlds.append(worlds.games[kept])
        self.actions.append(actions[kept])
        return actions

    def __repr__(self) -> str:
        return repr(self._policy)


@dataclass(frozen=True)
class Quality:
    """An agent's decisions, of one phase or of all."""

    phase: str
    decisions: int
    #: How many of them the search would have made too.
    agreed: int
    #: What the others cost, in win probability a decision, with its interval.
    regret: float
    regret_low: float
    regret_high: float

    @property
    def agreement(self) -> float:
        """The share of decisions the search would have made too."""
        return self.agreed / self.decisions if self.decisions else float("nan")

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        low, high = wilson(self.agreed, self.decisions)
        return {
            "phase": self.phase,
            "decisions": self.decisions,
            "agreement": self.agreement,
            "agreement_low": low,
            "agreement_high": high,
            "regret": self.regret,
            "regret_low": self.regret_low,
            "regret_high": self.regret_high,
        }


def watch(agent: PolicySpec, rules: RuleSet, decisions: int, seed: int) -> tuple[Games, Actions]:
    """At least so many decisions of an agent that plays all seats, about twenty from each game."""
    watched = Watched(find_policy(agent), 0.5, seed)
    referee = Referee([watched], [str(agent)], patience=None)
    referee.seed([seed])
    tables = Tables(referee, seed)
    places = (0,) * rules.players
    first, at_once = 0, max(4, min(MOST_GAMES_AT_ONCE, decisions // 8))
    while sum(map(len, watched.actions)) < decisions:
        seeds = game_seeds(seed, at_once, first=first)
        tables.play([(SingleRound(rules, places, int(each)), places, f"game {each}") for each in seeds])
        if referee.failures:
            raise ValueError(f"the agent failed: {referee.failures[0]}")
        first += at_once
    worlds, actions = np.concatenate(watched.worlds), np.concatenate(watched.actions)
    chosen = np.random.default_rng(seed).permutation(len(actions))[:decisions]
    return worlds[chosen], actions[chosen]


def assess(
    agent: PolicySpec,
    rules: RuleSet | None = None,
    decisions: int = 500,
    rollouts: int = 2000,
    seed: int = 0,
    tell: Callable[[int, int], None] | None = None,
) -> list[Quality]:
    """The quality of an agent's decisions, all of them first, then phase by phase; each is searched twice."""
    rules = rules or RuleSet(players=2)
    games, actions = watch(agent, rules, decisions, seed)
    table = rules.to_row()
    games["rules"] = 0
    search = Search(rollouts=rollouts, seed=seed + 1)
    agreed, regrets = np.zeros(len(games), np.bool_), np.zeros(len(games))
    for first in range(0, len(games), CHUNK):
        part = slice(first, first + CHUNK)
        worlds, rows = Worlds(games[part], table), np.arange(len(games[part]))
        first_values, second_values = (_values(search, worlds, rollouts) for _ in range(2))
        best = np.nanargmax(first_values, axis=1)
        agreed[part] = best == actions[part]
        regrets[part] = second_values[rows, best] - second_values[rows, actions[part]]
        if tell:
            tell(min(first + CHUNK, len(games)), len(games))
    phases = games["phase"]
    found = [_quality("all", agreed, regrets)]
    for phase in Phase:
        here = phases == phase
        if here.any():
            found.append(_quality(phase.name.lower(), agreed[here], regrets[here]))
    return found


def _values(search: Search, worlds: Worlds, rollouts: int) -> Values:
    """What each legal action is worth; nan for the others."""
    _, sums, visits = search.evaluate(worlds, rollouts, everything=True)
    values: Values = np.divide(sums, visits, out=np.full(sums.shape, np.nan), where=visits > 0)
    return values


def _quality(phase: str, agreed: Any, regrets: Any) -> Quality:
    estimate = mean_interval(regrets)
    return Quality(phase, len(regrets), int(agreed.sum()), estimate.mean, estimate.low, estimate.high)
