"""What is played for one win: a round, a match, a partner tournament, as a series of rounds to deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from agents.arena.results import GAME_RESULT, NOBODY, Ending, GameResults
from uno_env.batch import game_seeds
from uno_env.formats import SCORINGS, Match, PartnerTournament, RoundResult, Sitting
from uno_env.formats.partners import table_rules
from uno_env.observation import CONTEXT, SCORING_AT, Context
from uno_env.rules import RuleSet

RANDOM_DEALER = -1


@dataclass(frozen=True)
class Deal:
    """A round to be dealt: by which rules, from which seed, who deals, and which agent sits in which seat."""

    rules: RuleSet
    seed: int
    dealer: int
    agents: tuple[int, ...]
    context: Context


class Session(Protocol):
    """A game as the arena sees it: it asks for rounds until it is over."""

    def next_deal(self) -> Deal | None:
        """The next round, None when the game is over."""

    def add(self, result: RoundResult, dealer: int) -> None:
        """How the round that was dealt last has ended."""

    def write(self, record: GameResults) -> None:
        """The outcome, into one record of results."""


def no_context() -> Context:
    """Of a single round."""
    return np.zeros(CONTEXT, np.int32)


def fresh_record(agents: Sequence[int]) -> GameResults:
    """A record with the agents' places, nothing won yet."""
    record: GameResults = np.zeros((), GAME_RESULT)
    record["agent"] = NOBODY
    record["agent"][: len(agents)] = agents
    record["places"] = len(agents)
    return record


class SingleRound:
    """Whoever goes out has won."""

    def __init__(self, rules: RuleSet, agents: tuple[int, ...], seed: int) -> None:
        self._deal: Deal | None = Deal(rules, seed, RANDOM_DEALER, agents, no_context())
        self._rules = rules
        self._result: RoundResult | None = None
        self._dealer = 0

    def next_deal(self) -> Deal | None:
        """The round, once."""
        deal, self._deal = self._deal, None
        return deal

    def add(self, result: RoundResult, dealer: int) -> None:
        """The round is over."""
        self._result, self._dealer = result, dealer

    def write(self, record: GameResults) -> None:
        """The winner, or the winning side, has it all."""
        assert self._result is not None
        rules, result = self._rules, self._result
        record["rounds"] = 1
        record["first"] = (self._dealer + 1) % rules.players
        record["points"][: rules.players] = result.points
        if result.winner is None:
            record["ending"], record["dead_rounds"] = Ending.DEAD, 1
            return
        for seat in range(rules.players):
            if rules.side_of(seat) == rules.side_of(result.winner):
                record["share"][seat] = 1
                record["rounds_won"][seat] = 1


class MatchGame:
    """Rounds until somebody reaches the target; ties share the win."""

    def __init__(self, rules: RuleSet, agents: tuple[int, ...], seed: int, scoring: str, target: int) -> None:
        self._seeds = seed
        self._match = Match(rules, scoring, target, dealer=seed % rules.players)
        self._agents, self._first = agents, (self._match.dealer + 1) % rules.players
        self._won = [0] * rules.players
        self._dead = 0

    def next_deal(self) -> Deal | None:
        """The next round, for those still in the game."""
        match = self._match
        if match.over:
            return None
        seed = int(game_seeds(self._seeds, 1, first=match.rounds)[0])
        context = no_context()
        context[0] = match.target
        context[1 : 1 + len(match.playing)] = [match.totals[seat] for seat in match.playing]
        context[SCORING_AT] = SCORINGS.index(match.scoring)
        agents = tuple(self._agents[seat] for seat in match.playing)
        return Deal(match.round_rules, seed, match.playing.index(match.dealer), agents, context)

    def add(self, result: RoundResult, dealer: int) -> None:
        """Write the round on the score sheet."""
        self._dead += int(result.dead)
        if result.winner is not None:
            rules = self._match.round_rules
            for place, seat in enumerate(self._match.playing):
                self._won[seat] += int(rules.side_of(place) == rules.side_of(result.winner))
        self._match.add(result)

    def write(self, record: GameResults) -> None:
        """The winners share the win; partners win together and have the whole of it each."""
        match = self._match
        seats = match.rules.players
        sides = {match.rules.side_of(seat) for seat in match.winners}
        for seat in match.winners:
            record["share"][seat] = 1 / len(sides)
        record["points"][:seats] = match.totals
        record["rounds_won"][:seats] = self._won
        record["rounds"], record["dead_rounds"], record["first"] = match.rounds, self._dead, self._first


class PartnerGame:
    """The hands of a partner tournament, one after another; everyone keeps their own total."""

    def __init__(self, rules: RuleSet, agents: tuple[int, ...], seed: int, schedule: list[Sitting]) -> None:
        self._rules, self._agents, self._seeds = table_rules(rules), agents, seed
        self._tournament = PartnerTournament(schedule)
        self._won = [0] * len(agents)
        self._dead = 0

    def next_deal(self) -> Deal | None:
        """The next hand of the schedule."""
        sitting = self._tournament.next_sitting
        if sitting is None:
            return None
        seed = int(game_seeds(self._seeds, 1, first=self._tournament.played)[0])
        agents = tuple(self._agents[player] for player in sitting.players)
        return Deal(self._rules, seed, sitting.dealer, agents, no_context())

    def add(self, result: RoundResult, dealer: int) -> None:
        """Credit both partners with their side's points."""
        sitting = self._tournament.next_sitting
        assert sitting is not None
        self._dead += int(result.dead)
        if result.winner is not None:
            for seat, player in enumerate(sitting.players):
                self._won[player] += int(self._rules.side_of(seat) == self._rules.side_of(result.winner))
        self._tournament.add(result)

    def write(self, record: GameResults) -> None:
        """The highest total wins, ties are shared."""
        tournament = self._tournament
        for player in tournament.winners:
            record["share"][player] = 1 / len(tournament.winners)
        record["points"][: len(self._agents)] = tournament.totals
        record["rounds_won"][: len(self._agents)] = self._won
        tables = len(self._agents) // self._rules.players
        record["rounds"], record["dead_rounds"] = (
            tournament.played // tables,
            self._dead,
        )  # those each player has played
        record["first"] = NOBODY
