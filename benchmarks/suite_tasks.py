"""The tasks of the benchmark suite: named, versioned, frozen.

A task is a table (rules, opponents, format) and the deals it is played on.  Its name carries a version: whoever changes
anything that decides a result gives the task a new one, ``classic-2p-v2``, and old results stay what they were.  The
digest of a task stands in every result; a test has all of them written down.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from agents.arena.fixtures import par
from agents.arena.plan import Plan
from uno_env.policies import PolicySpec
from uno_env.rules import RuleSet
from uno_env.spelling import did_you_mean

#: What a score of 0 and of 100 stand for.
ZERO_AGENT, HUNDRED_AGENT = "random_play", "expert"
#: A quick task plays this part of the deals, but no fewer than so many.
QUICK_PART, LEAST_QUICK_DEALS = 20, 10
_VERSIONED = re.compile(r"(?P<stem>[a-z0-9]+(-[a-z0-9]+)*)-v(?P<version>[1-9][0-9]*)")


class TaskError(ValueError):
    """A task that does not exist or cannot be; the message says what to do."""


@dataclass(frozen=True)
class Task:
    """One table of the suite, and what its win rates are worth."""

    name: str
    rules: RuleSet
    #: One name: all others at the table are this agent.  Several: one for each of the other seats, in changing orders.
    opponents: tuple[str, ...]
    #: Shuffles; each is played in all seatings.
    deals: int
    seed: int
    #: The win rates of ``random_play`` and of ``expert`` in the scored seat, which make scores of 0 and of 100.
    zero: float
    hundred: float
    #: A match for ``points``, ``low`` score or as a ``challenge`` to this target; None for single rounds.
    match: str | None = None
    target: int = 500

    def __post_init__(self) -> None:
        if _VERSIONED.fullmatch(self.name) is None:
            raise TaskError(f"{self.name!r} cannot name a task: small letters, digits and -, with -v1 or so at the end")
        if not 0 <= self.zero < self.hundred <= 1:
            raise TaskError(f"{self.name}: the win rate for 100 must be above that for 0, both between 0 and 1")

    @property
    def par(self) -> float:
        """What everybody would win if all were equally strong."""
        return par(self.rules)

    def plan(self, agent: PolicySpec) -> Plan:
        """The tournament that measures an agent, which is number 0 of it; only its fixture 0 is played."""
        format = "round_robin" if len(self.opponents) == 1 else "one_table"
        return Plan(
            (agent, *self.opponents),
            self.rules,
            self.deals,
            self.seed,
            format,
            match=self.match,
            target=self.target,
        )

    def score(self, win_rate: float) -> float:
        """A win rate on the scale of the suite; nothing is cut off."""
        return 100 * (win_rate - self.zero) / (self.hundred - self.zero)

    def quick(self) -> Task:
        """The same table on few deals, for a first look: a task of its own, which is on no leaderboard."""
        named = _VERSIONED.fullmatch(self.name)
        assert named is not None
        deals = max(LEAST_QUICK_DEALS, self.deals // QUICK_PART)
        return replace(self, name=f"{named['stem']}-quick-v{named['version']}", deals=deals)

    @property
    def is_quick(self) -> bool:
        """Made by :meth:`quick`."""
        return self.name.rpartition("-")[0].endswith("-quick")

    def definition(self) -> dict[str, Any]:
        """All that decides a result.  Of the rules only what is unusual, so that a rule added later changes nothing."""
        usual = RuleSet().to_dict()
        unusual = {name: value for name, value in self.rules.to_dict().items() if value != usual[name]}
        return {
            "name": self.name,
            "rules": unusual | {"deck": self.rules.deck, "players": self.rules.players},
            "opponents": list(self.opponents),
            "deals": self.deals,
            "seed": self.seed,
            "zero": self.zero,
            "hundred": self.hundred,
            "match": self.match,
            "target": self.target if self.match else None,
        }

    @property
    def digest(self) -> str:
        """Changes with everything that decides a result."""
        return hashlib.sha256(json.dumps(self.definition(), sort_keys=True).encode()).hexdigest()[:16]

    def describe_opponents(self) -> str:
        """``3 expert``, or each by its name."""
        if len(self.opponents) > 1:
            return ", ".join(self.opponents)
        others = round(1 / self.par) - 1
        return self.opponents[0] if others == 1 else f"{others} {self.opponents[0]}"

    def describe_rules(self) -> str:
        """``classic, 4 players, partners``, and the match if it is one."""
        return self.rules.describe() + (f", {self.match} match to {self.target}" if self.match else "")


_HOUSE_RULES = RuleSet("run", 4, progressive=True, seven_zero=True, jump_in=True)
_RANDOM, _EXPERT, _MIXED = ("random_play",), ("expert",), ("random_play", "greedy", "expert")

#: Win rates for 0 and 100 that are not par were measured with ``python -m benchmarks.suite anchors``.
TASKS: tuple[Task, ...] = (
    Task("classic-2p-v1", RuleSet(players=2), _RANDOM, 600, 20_261_201, 0.5, 0.7452),
    Task("classic-2p-expert-v1", RuleSet(players=2), _EXPERT, 600, 20_261_202, 0.2531, 0.5),
    Task("classic-4p-v1", RuleSet(players=4), _RANDOM, 400, 20_261_203, 0.25, 0.3936),
    Task("classic-4p-expert-v1", RuleSet(players=4), _EXPERT, 400, 20_261_204, 0.1434, 0.25),
    Task("classic-4p-mixed-v1", RuleSet(players=4), _MIXED, 400, 20_261_205, 0.2048, 0.3375),
    Task("classic-10p-v1", RuleSet(players=10), _RANDOM, 250, 20_261_206, 0.1, 0.1670),
    Task("run-2p-v1", RuleSet("run", 2), _EXPERT, 600, 20_261_207, 0.2256, 0.5),
    Task("friendship-3p-v1", RuleSet("friendship", 3), _RANDOM, 400, 20_261_208, 1 / 3, 0.5196),
    Task("casting-call-4p-v1", RuleSet("casting_call", 4), _EXPERT, 400, 20_261_209, 0.1238, 0.25),
    Task("victory-lap-6p-v1", RuleSet("victory_lap", 6), _RANDOM, 250, 20_261_210, 1 / 6, 0.2543),
    Task("progressive-2p-v1", RuleSet(players=2, progressive=True), _EXPERT, 600, 20_261_211, 0.2680, 0.5),
    Task("seven-zero-4p-v1", RuleSet(players=4, seven_zero=True), _RANDOM, 400, 20_261_212, 0.25, 0.3891),
    Task("jump-in-4p-v1", RuleSet(players=4, jump_in=True), _EXPERT, 400, 20_261_213, 0.1731, 0.25),
    Task("house-rules-4p-v1", _HOUSE_RULES, _EXPERT, 400, 20_261_214, 0.1479, 0.25),
    Task("partners-4p-v1", RuleSet(players=4, partners=True), _RANDOM, 400, 20_261_215, 0.5, 0.7021),
    Task("low-score-4p-v1", RuleSet(players=4), _RANDOM, 75, 20_261_216, 0.25, 0.4056, match="low", target=200),
)


def find_tasks(names: Sequence[str], quick: bool = False) -> list[Task]:
    """Tasks by their names, in the suite's order; all of them if none is named."""
    known = {task.name: task for task in TASKS}
    for name in names:
        if name not in known:
            raise TaskError(f"no task is called {name!r}{did_you_mean(name, known)}; tasks: {', '.join(known)}")
    chosen = [task for task in TASKS if not names or task.name in names]
    return [task.quick() for task in chosen] if quick else chosen


def task_named(name: str) -> Task | None:
    """A task of the suite, quick or not."""
    return next((each for task in TASKS for each in (task, task.quick()) if each.name == name), None)
