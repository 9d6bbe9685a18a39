"""Who meets whom, in which seats: fixtures and their seatings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from uno_env.rules import RuleSet


@dataclass(frozen=True)
class Fixture:
    """Agents that meet over many deals; seatings move them round the table."""

    number: int
    #: What is shown: ``expert against 3 random_play``.
    name: str
    #: Which agent sits at each place, before anybody moves.
    agents: tuple[int, ...]
    #: The win rate of each place if all were equally strong.
    par: float


def par(rules: RuleSet) -> float:
    """What everybody would win if all were equally strong; partners win together."""
    return 2 / rules.players if rules.partners else 1 / rules.players


def against(rules: RuleSet, one: int, other: int) -> tuple[int, ...]:
    """One agent, or one pair of partners, against the rest."""
    return tuple(one if rules.side_of(place) == 0 else other for place in range(rules.players))


def meeting(rules: RuleSet, names: Sequence[str], one: int, other: int, number: int) -> Fixture:
    """One agent, or one pair of partners, against the rest, as a fixture."""
    others = (rules.players // 2 if rules.partners else rules.players) - 1
    opponents = names[other] if others == 1 else f"{others} {names[other]}"
    return Fixture(number, f"{names[one]} against {opponents}", against(rules, one, other), par(rules))


def round_robin(rules: RuleSet, names: Sequence[str]) -> list[Fixture]:
    """Every agent meets every other one; at larger tables one sits against several of the other, both ways round."""
    sides = rules.players // 2 if rules.partners else rules.players
    fixtures: list[Fixture] = []
    for one in range(len(names)):
        for other in range(len(names)):
            if one == other or (sides == 2 and other < one):
                continue
            fixtures.append(meeting(rules, names, one, other, len(fixtures)))
    return fixtures


def one_table(rules: RuleSet, names: Sequence[str]) -> list[Fixture]:
    """All agents at one table, each at its own place."""
    if len(names) != rules.players:
        raise ValueError(
            f"{len(names)} agents cannot fill a table of {rules.players}: set players={len(names)}, "
            "or play a round robin, where numbers need not fit"
        )
    return [Fixture(0, "all at one table", tuple(range(len(names))), par(rules))]


def seatings(fixture: Fixture, deal: int) -> list[tuple[int, ...]]:
    """The line-ups of one deal: everybody sits in every seat, and no line-up comes twice, as it would with partners.

    Where all are different agents their order round the table changes from deal to deal, through all orders.
    """
    places = fixture.agents
    if len(set(places)) == len(places) > 2:
        places = _order(places, deal)
    rotations = (places[-shift:] + places[:-shift] if shift else places for shift in range(len(places)))
    return list(dict.fromkeys(rotations))


def _order(places: tuple[int, ...], deal: int) -> tuple[int, ...]:
    """One of the orders in which so many can sit round a table; one after another, from the first on."""
    count = 1
    for factor in range(2, len(places)):
        count *= factor
    chosen = deal % count
    if len(places) <= 6:
        rest = list(permutations(places[1:]))[chosen]
        return (places[0], *rest)
    # The order of that number in the factorial number system.
    left, ordered = list(places[1:]), [places[0]]
    # Far apart from deal to deal, so that a few deals already mix well.
    chosen = (deal * 7919) % count
    while left:
        chosen, place = divmod(chosen, len(left))
        ordered.append(left.pop(place))
    return tuple(ordered)
