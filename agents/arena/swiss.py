"""Swiss rounds: agents with equal standings meet, nobody meets the same one twice while that can be helped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, log2

import numpy as np

from agents.arena.fixtures import Fixture, meeting, par
from agents.arena.results import GameResults, counted
from uno_env.rules import RuleSet

MOST_STEPS = 20_000  # of the search for pairs


def rounds_for(agents: int) -> int:
    """How many rounds find a winner among so many."""
    return min(agents - 1, max(1, ceil(log2(agents)) + 1))


def standings(agents: int, results: GameResults, fair: float) -> list[float]:
    """What each agent has won so far, in games above par."""
    won = np.zeros(agents)
    games = counted(results)
    for place in range(int(games["places"].max()) if len(games) else 0):
        seated = games["agent"][:, place]
        here = seated >= 0
        np.add.at(won, seated[here], games["share"][here, place] - fair)
    return [float(each) for each in won]


def pair_off(
    scores: Sequence[float], met: set[frozenset[int]], played: Sequence[int] | None = None
) -> list[tuple[int, int]]:
    """Pairs for the next round, best against next best, in the first way in which nobody meets an old opponent.

    With an odd number somebody sits out: the last of those who have played most.  If there is no such way, or none is
    found in reasonable time, neighbours in the standings meet again.
    """
    order = sorted(range(len(scores)), key=lambda agent: (-scores[agent], agent))
    if len(order) % 2:
        games = played or [sum(agent in pair for pair in met) for agent in range(len(scores))]
        order.remove(max(order, key=lambda agent: (games[agent], order.index(agent))))
    steps = iter(range(MOST_STEPS))
    return _paired(order, met, steps) or list(zip(order[0::2], order[1::2], strict=True))


def _paired(order: list[int], met: set[frozenset[int]], steps: Iterator[int]) -> list[tuple[int, int]] | None:
    if len(order) < 2:
        return []
    if next(steps, None) is None:
        return None
    first, *rest = order
    for place, other in enumerate(rest):
        if frozenset((first, other)) in met:
            continue
        others = _paired(rest[:place] + rest[place + 1 :], met, steps)
        if others is not None:
            return [(first, other), *others]
    return None


def next_round(
    rules: RuleSet, names: Sequence[str], fixtures: Sequence[Fixture], results: GameResults
) -> list[Fixture]:
    """The fixtures of the next round, given all that were played."""
    met = {frozenset(fixture.agents) for fixture in fixtures}
    played = [sum(agent in fixture.agents for fixture in fixtures) for agent in range(len(names))]
    pairs = pair_off(standings(len(names), results, par(rules)), met, played)
    found: list[Fixture] = []
    ways = 1 if par(rules) == 1 / 2 else 2
    for one, other in pairs:
        for first, second in ((one, other), (other, one))[:ways]:
            number = len(fixtures) + len(found)
            found.append(meeting(rules, names, first, second, number))
    return found
