"""A match: rounds played until somebody reaches the target, scored in one of three ways."""

from __future__ import annotations

from dataclasses import replace

from uno_env.formats.result import RoundResult
from uno_env.game import Game
from uno_env.rules import RulesError, RuleSet

POINTS = "points"
LOW = "low"
CHALLENGE = "challenge"
SCORINGS = (POINTS, LOW, CHALLENGE)
TARGET = 500


class Match:
    """The score sheet of a match; it knows who plays, who deals, who is out and who has won.

    >>> match = Match(RuleSet(players=4), target=500, dealer=0)
    >>> while not match.over:
    ...     game = match.new_game(seed=match.rounds)
    ...     while not game.over:
    ...         game.play(game.legal_action_ids()[0])
    ...     match.add(RoundResult.of(game))
    >>> len(match.winners)
    1
    """

    def __init__(self, rules: RuleSet, scoring: str = POINTS, target: int = TARGET, dealer: int = 0) -> None:
        if not isinstance(rules, RuleSet):
            raise RulesError(f"a match needs a RuleSet, not {type(rules).__name__}")
        if scoring not in SCORINGS:
            raise RulesError(f"scoring={scoring!r}: must be one of {', '.join(SCORINGS)}")
        if rules.partners and scoring != POINTS:
            raise RulesError(f"partners play for points, not for {scoring!r}: set scoring='points' or partners=False")
        if isinstance(target, bool) or not isinstance(target, int) or target < 1:
            raise RulesError(f"target={target!r}: must be a whole number, at least 1")
        if not 0 <= dealer < rules.players:
            raise RulesError(f"dealer={dealer}: seats run from 0 to {rules.players - 1}")
        self.rules, self.scoring, self.target = rules, scoring, target
        self.totals = [0] * rules.players
        #: Seats still in the game, clockwise.
        self.playing = list(range(rules.players))
        #: The seat that deals the next round.
        self.dealer = dealer
        self.rounds = 0
        self.winners: list[int] = []

    @property
    def over(self) -> bool:
        """Has somebody won?"""
        return bool(self.winners)

    @property
    def round_rules(self) -> RuleSet:
        """The rules of the next round: fewer seats once players are out."""
        return replace(self.rules, players=len(self.playing))

    def new_game(self, seed: int | None = None) -> Game:
        """The next round; its seat i is ``playing[i]``."""
        if self.over:
            raise ValueError("the match is over: begin a new one")
        return Game(self.round_rules, seed, dealer=self.playing.index(self.dealer))

    def add(self, result: RoundResult) -> None:
        """Write down a round played by those still in the game; the deal passes on.

        A dead round scores nothing.  [classic/deal-passes#ours]
        """
        if self.over:
            raise ValueError("the match is over: begin a new one")
        for scored in (result.points, result.held):
            if len(scored) != len(self.playing):
                raise ValueError(f"the round had {len(scored)} seats, but {len(self.playing)} are in the game")
        before = list(self.playing)
        self.rounds += 1
        if not result.dead:
            scored = result.points if self.scoring == POINTS else result.held
            for place, seat in enumerate(before):
                self.totals[seat] += scored[place]
            self._settle()
        if not self.over:
            self._pass_the_deal()

    def _settle(self) -> None:
        reached = [seat for seat in self.playing if self.totals[seat] >= self.target]
        if not reached:
            return
        if self.scoring == POINTS:
            self.winners = reached  # one player, or both partners.  [classic/match-points]
        elif self.scoring == LOW:
            lowest = min(self.totals)  # ties are shared.  [classic/match-low-score] [classic/shared-win#ours]
            self.winners = [seat for seat in self.playing if self.totals[seat] == lowest]
        else:
            # Out of the game, all at once; the last one left has won.
            # [casting-call/challenge-uno] [casting-call/several-out#ours]
            self.playing = [seat for seat in self.playing if seat not in reached]
            if len(self.playing) == 1:
                self.winners = list(self.playing)

    def _pass_the_deal(self) -> None:
        """To the left, over seats that are out of the game.  [classic/deal-passes#ours]"""
        self.dealer = (self.dealer + 1) % self.rules.players
        while self.dealer not in self.playing:
            self.dealer = (self.dealer + 1) % self.rules.players
