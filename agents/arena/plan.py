"""What a tournament is made of: agents, rules, format, deals, seed.  The same plan gives the same results."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from agents.arena.fixtures import Fixture, one_table, round_robin
from agents.arena.sessions import MatchGame, PartnerGame, Session, SingleRound
from uno_env.batch import game_seeds
from uno_env.formats import SCORINGS, Match, Sitting, multi_table, rotating_partners
from uno_env.game import checked_seed
from uno_env.policies import PolicySpec, find_policy
from uno_env.rules import RuleSet
from uno_env.spelling import did_you_mean

#: Every format and what it is.
FORMATS: dict[str, str] = {
    "round_robin": "every agent meets every other one; at larger tables one against several, both ways round",
    "one_table": "all agents at one table, in changing orders",
    "swiss": "rounds of pairs with equal standings, for many agents",
    "rotating_partners": "4 agents, three pairings, each partnering each other one",
    "multi_table": "8 agents at two tables, 28 hands, each partnering each other one for four",
}
PARTNER_TOURNAMENTS = {"rotating_partners": 4, "multi_table": 8}
MOST_GAMES_A_SHARD = 1024
LEAST_SHARDS = 16


class PlanError(ValueError):
    """A tournament that cannot be played; the message says what to change."""


@dataclass(frozen=True)
class Plan:
    """A tournament.  ``agents`` are names, ``module:Class`` with parameters, or policies themselves."""

    agents: tuple[PolicySpec, ...]
    rules: RuleSet = field(default_factory=RuleSet)
    #: How many shuffles each fixture is played with; every one of them in all seatings.
    deals: int = 1000
    seed: int = 0
    format: str = "round_robin"
    #: Play matches for ``points``, ``low`` score or as a ``challenge`` instead of single rounds, to this total.
    match: str | None = None
    target: int = 500
    #: Rotating partners: hands with each partner.
    hands_per_pairing: int = 1
    #: Swiss: how many rounds; 0 for as many as it takes to find a winner among so many.
    swiss_rounds: int = 0
    #: Keep the record of every round.
    records: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "agents", tuple(self.agents))
        if not isinstance(self.rules, RuleSet):
            raise PlanError(f"rules must be a RuleSet, not {type(self.rules).__name__}")
        if self.format not in FORMATS:
            raise PlanError(f"unknown format {self.format!r}{did_you_mean(self.format, FORMATS)}: {', '.join(FORMATS)}")
        for name, least in (("deals", 1), ("target", 1), ("hands_per_pairing", 1), ("swiss_rounds", 0)):
            number = getattr(self, name)
            if isinstance(number, bool) or not isinstance(number, int) or number < least:
                raise PlanError(f"{name}={number!r}: must be a whole number, at least {least}")
        try:
            checked_seed(self.seed)
        except ValueError as error:
            raise PlanError(str(error)) from error
        if self.match is not None and self.match not in SCORINGS:
            raise PlanError(f"match={self.match!r}: must be one of {', '.join(SCORINGS)}")
        self._check_agents()
        if self.format in PARTNER_TOURNAMENTS and self.match is not None:
            raise PlanError(f"{self.format} is played hand by hand: leave match out")
        if self.match is not None:
            Match(self.rules, self.match, self.target)  # refuses what cannot be played, low score with partners say

    def _check_agents(self) -> None:
        wanted = PARTNER_TOURNAMENTS.get(self.format)
        if wanted is not None and len(self.agents) != wanted:
            raise PlanError(
                f"{self.format} is for {wanted} agents, not {len(self.agents)}: name {wanted} (the same one may be "
                "named more than once)"
            )
        if len(self.agents) < 2:
            raise PlanError("a tournament needs at least two agents")
        for spec in self.agents:
            if getattr(find_policy(spec), "asks_a_person", False):
                raise PlanError(f"{spec!r} asks a person: play against agents with uno play")
        if wanted is not None and self.rules.players != 4:
            raise PlanError(f"{self.format} is played at tables of 4, not {self.rules.players}: leave players out")
        if self.format == "one_table":
            try:
                one_table(self.rules, self.names)
            except ValueError as error:
                raise PlanError(str(error)) from error

    @property
    def names(self) -> list[str]:
        """What the agents are called; an agent named twice is numbered."""
        names: list[str] = []
        for spec in self.agents:
            name = spec if isinstance(spec, str) else _said_name(spec)
            copies = sum(each == name or each.startswith(f"{name}#") for each in names)
            names.append(f"{name}#{copies + 1}" if copies else name)
        return names

    def fixtures(self) -> list[Fixture]:
        """Who meets whom, if that does not depend on the results."""
        if self.format == "one_table":
            return one_table(self.rules, self.names)
        if self.format in PARTNER_TOURNAMENTS:
            return [Fixture(0, self.format, tuple(range(len(self.agents))), 1 / len(self.agents))]
        return round_robin(self.rules, self.names)

    def session(self, deal: int, agents: tuple[int, ...]) -> Session:
        """One game: these agents at their places, on that deal."""
        seed = int(game_seeds(self.seed, 1, first=deal)[0])
        if self.format in PARTNER_TOURNAMENTS:
            return PartnerGame(self.rules, agents, seed, self._schedule())
        if self.match is not None:
            return MatchGame(self.rules, agents, seed, self.match, self.target)
        return SingleRound(self.rules, agents, seed)

    def _schedule(self) -> list[Sitting]:
        return multi_table() if self.format == "multi_table" else rotating_partners(self.hands_per_pairing)

    @property
    def seatings(self) -> int:
        """How many seatings a deal is played in: half of the seats' number where partners play as one."""
        if self.format in PARTNER_TOURNAMENTS:
            return PARTNER_TOURNAMENTS[self.format]
        halves = self.rules.partners and self.format != "one_table"
        return self.rules.players // 2 if halves else self.rules.players

    @property
    def deals_a_shard(self) -> int:
        """How many deals are played together: it decides the agents' random numbers, so it follows from the plan."""
        return max(1, min(-(-self.deals // LEAST_SHARDS), MOST_GAMES_A_SHARD // self.seatings))

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary, for JSON; agents that are objects are there by what they say of themselves."""
        plain = {each.name: getattr(self, each.name) for each in fields(self)}
        return plain | {"agents": self.names, "rules": self.rules.to_dict()}


def _said_name(agent: object) -> str:
    """What an agent calls itself; its name or type if that is only an address, which would be another one next time."""
    said = repr(agent)
    return str(getattr(agent, "__qualname__", type(agent).__name__)) if " at 0x" in said else said
