"""Many games at once, each agent asked for all the games that wait for it in one call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from agents.arena.referee import REFUSED, Referee, Rows
from agents.arena.results import GAME_RESULT, Ending, GameResults, forfeit
from agents.arena.sessions import Deal, Session, fresh_record
from agents.random_legal import RandomLegal
from uno_env import observation
from uno_env.engine.layout import ACTIONS, MAX_PLAYERS
from uno_env.engine.state import NO_SEAT, new_games
from uno_env.formats import RoundResult
from uno_env.game import Game
from uno_env.round.kernels import Actions, Indices, deal_listed, step_listed
from uno_env.round.results import write_results
from uno_env.rules import RuleSet, rule_rows
from uno_env.worlds import Worlds, draw_worlds

#: A round that takes longer is broken off: nobody's win.
MOST_DECISIONS = 20_000
#: So is a match with so many dead rounds.
MOST_DEAD_ROUNDS = 50


@dataclass
class Seated:
    """A game on the table."""

    session: Session
    agents: tuple[int, ...]
    #: How the game is called in messages.
    name: str
    deal: Deal | None = None
    record: GameResults | None = None
    round: int = 0
    endless: bool = False
    #: Agents that have failed: a stand-in plays on for them.
    forfeited: set[int] = field(default_factory=set)
    dead_rounds: int = 0
    #: The actions of the round, if records are kept.
    actions: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class Played:
    """What came of a number of games."""

    results: GameResults
    #: Records of all rounds, if wanted: what ``uno replay`` shows.
    records: list[dict[str, Any]]


class Tables:
    """Games in lock-step: every table that is still playing makes one decision, then all make the next."""

    def __init__(
        self, referee: Referee, seed: int, *, keep_records: bool = False, most_decisions: int = MOST_DECISIONS
    ) -> None:
        self._referee, self._stand_in = referee, len(referee.agents)
        self._random = np.random.default_rng(seed)
        self._keep_records, self._most_decisions = keep_records, most_decisions
        self._rule_numbers: dict[RuleSet, int] = {}
        self._rules = rule_rows([RuleSet()])
        self._records: list[dict[str, Any]] = []

    def play(self, games: Sequence[tuple[Session, tuple[int, ...], str]]) -> Played:
        """Play all these games to their ends: sessions, the agents at their places, and names for messages."""
        self._seated = [Seated(session, agents, name) for session, agents, name in games]
        count = len(self._seated)
        self._records = []
        self._games = new_games(count)
        self._contexts = np.zeros((count, observation.CONTEXT), np.int32)
        self._line_ups = np.zeros((count, MAX_PLAYERS), np.int64)
        self._rows = np.zeros((count, observation.length()), observation.DTYPE)
        self._masks = np.zeros((count, ACTIONS), np.int8)
        self._winners = np.zeros(count, np.int8)
        self._points = np.zeros((count, MAX_PLAYERS), np.int32)
        self._held = np.zeros((count, MAX_PLAYERS), np.int32)
        self._done = np.zeros(count, GAME_RESULT)
        for index, seated in enumerate(self._seated):
            seated.record = fresh_record(seated.agents)
            self._done[index] = seated.record
        playing = self._deal(np.arange(count))
        while len(playing):
            playing = self._one_decision(playing)
        return Played(self._done.copy(), self._records)

    # -- dealing -----------------------------------------------------------------------------------

    def _deal(self, indices: Indices) -> Indices:
        """Deal the next rounds of these games; those that have none are over.  Returns the games that go on."""
        dealt, seeds, dealers = [], [], []
        for index in indices.tolist():
            seated = self._seated[index]
            seated.deal = None if self._is_endless(seated) else seated.session.next_deal()
            if seated.deal is None:
                self._finish(index)
                continue
            self._games["rules"][index] = self._rule_number(seated.deal.rules)
            self._contexts[index] = seated.deal.context
            self._line_ups[index, : len(seated.deal.agents)] = [
                self._stand_in if agent in seated.forfeited else agent for agent in seated.deal.agents
            ]
            seated.actions = []
            dealt.append(index)
            seeds.append(seated.deal.seed)
            dealers.append(seated.deal.dealer)
        listed = np.array(dealt, np.int64)
        if dealt:
            deal_listed(self._games, self._rules, listed, np.array(seeds, np.uint64), np.array(dealers, np.int8))
        return listed

    def _rule_number(self, rules: RuleSet) -> int:
        if rules not in self._rule_numbers:
            self._rule_numbers[rules] = len(self._rule_numbers)
            self._rules = rule_rows(list(self._rule_numbers))
        return self._rule_numbers[rules]

    def _finish(self, index: int) -> None:
        seated = self._seated[index]
        record = seated.record
        assert record is not None
        if seated.endless:
            record["ending"] = Ending.ENDLESS
        else:
            seated.session.write(record)
        if seated.forfeited:
            forfeit(record, seated.forfeited)
        self._done[index] = record
        seated.record = None

    # -- playing -----------------------------------------------------------------------------------

    def _one_decision(self, playing: Indices) -> Indices:
        """Every table makes one decision; those whose rounds are over are dealt the next.  Returns who plays on."""
        over = self._games["actor"][playing] == NO_SEAT
        if over.any():
            ended, playing = playing[over], playing[~over]
            self._settle(ended)
            return np.concatenate([playing, self._deal(ended)])
        who = self._line_ups[playing, self._games["actor"][playing]]
        order = np.argsort(who, kind="stable")
        playing, who = playing[order], who[order]
        count = len(playing)
        observation.observe_listed(self._games, self._rules, playing, self._contexts, self._rows, self._masks)
        actions = np.empty(count, np.int64)
        starts = np.flatnonzero(np.diff(who, prepend=-1))
        for start, stop in zip(starts, np.append(starts[1:], count), strict=True):
            part = slice(int(start), int(stop))
            actions[part] = self._ask(int(who[start]), playing[part], self._rows[part], self._masks[part])
        return self._step(playing, actions)

    def _is_endless(self, seated: Seated) -> bool:
        """Broken off, or one dead round after another."""
        seated.endless = seated.endless or seated.dead_rounds >= MOST_DEAD_ROUNDS
        return seated.endless

    def _ask(self, agent: int, indices: Indices, rows: Any, masks: Any) -> Actions:
        if agent == self._stand_in:
            return RandomLegal(int(self._random.integers(1 << 63))).act(rows, masks)

        def worlds(wanted: Rows) -> Worlds:
            seed = int(self._random.integers(1 << 63))
            return draw_worlds(self._games, self._rules, indices[wanted], seed)

        def game(row: int) -> str:
            seated = self._seated[int(indices[row])]
            return f"{seated.name}, round {seated.round + 1}"

        return self._referee.ask(agent, rows, masks, worlds, game)

    def _step(self, playing: Indices, actions: Actions) -> Indices:
        refused = playing[actions == REFUSED]
        for index in refused.tolist():
            failed = int(self._line_ups[index, self._games["actor"][index]])
            self._seated[index].forfeited.add(failed)
            self._line_ups[index][self._line_ups[index] == failed] = self._stand_in
        playing, actions = playing[actions != REFUSED], actions[actions != REFUSED]
        if self._keep_records:
            for index, action in zip(playing.tolist(), actions.tolist(), strict=True):
                self._seated[index].actions.append(action)
        step_listed(self._games, self._rules, playing, actions)
        endless = self._games["decisions"][playing] >= self._most_decisions
        if endless.any():
            for index in playing[endless]:
                self._seated[index].endless = True
            self._deal(playing[endless])
            playing = playing[~endless]
        return np.concatenate([playing, refused])

    # -- results -----------------------------------------------------------------------------------

    def _settle(self, ended: Indices) -> None:
        """Tell the sessions how their rounds have ended."""
        write_results(self._games, self._rules, ended, self._winners, self._points, self._held)
        for index in ended.tolist():
            seated = self._seated[index]
            assert seated.deal is not None
            assert seated.record is not None
            players = seated.deal.rules.players
            winner = int(self._winners[index])
            result = RoundResult(
                None if winner == NO_SEAT else winner,
                tuple(self._points[index, :players].tolist()),
                tuple(self._held[index, :players].tolist()),
            )
            seated.record["decisions"] += self._games["decisions"][index]
            if self._keep_records:
                self._records.append(self._record(seated, int(self._games["dealer"][index])))
            seated.dead_rounds += int(result.dead)
            seated.session.add(result, int(self._games["dealer"][index]))
            seated.round += 1

    def _record(self, seated: Seated, dealer: int) -> dict[str, Any]:
        """Play the round again as a :class:`Game`, which keeps the deck and the shuffles that a record needs."""
        deal = seated.deal
        assert deal is not None
        game = Game(deal.rules, deal.seed, dealer=dealer)
        for action in seated.actions:
            game.play(action)
        names = [
            f"{self._referee.names[agent]}{' (stand-in)' if agent in seated.forfeited else ''}" for agent in deal.agents
        ]
        return game.record() | {"game": seated.name, "round": seated.round + 1, "agents": names, "winner": game.winner}
