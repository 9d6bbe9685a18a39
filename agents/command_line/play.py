"""``uno play``: a person against agents in the terminal, or agents among themselves to look at."""

from __future__ import annotations

import json
import secrets
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from agents.arena.calling import ask_one
from agents.command_line.bad_input import BadInput, found_agent
from agents.command_line.rule_options import DEFAULT_PLAYERS, RuleOptions, with_rule_options
from agents.command_line.stage import Stage
from agents.human import PROMPT, QUIT, Human, Quit, terminal_width
from agents.telling import YOU, Teller
from uno_env import observation
from uno_env.actions import action_code
from uno_env.formats.match import SCORINGS, TARGET, Match
from uno_env.formats.result import RoundResult
from uno_env.game import Game, checked_seed
from uno_env.observation import Context
from uno_env.policies import POLICIES, Policy, reset_policy
from uno_env.rendering import ansi
from uno_env.rendering.view import TableView
from uno_env.rules import RuleSet
from uno_env.spelling import did_you_mean

DEFAULT_AGENT = "expert"
WATCHING_DELAY, SCORE_DELAY = 1.0, 3.0
EXIT_AGENT_FAILED = 1
EXIT_INTERRUPTED = 130


class AgentFailed(Exception):
    """An agent raised, or chose what is not legal."""


@with_rule_options
def play(
    *,
    agents: Annotated[
        list[str] | None,
        typer.Argument(
            help="Who plays against you, clockwise from your seat: one for all other seats or one for each; "
            f"{DEFAULT_AGENT} unless you say otherwise. 'uno describe' lists them.",
            show_default=False,
        ),
    ] = None,
    rules: RuleOptions,
    seat: Annotated[int, typer.Option("--seat", help="Where you sit.")] = 0,
    seed: Annotated[int | None, typer.Option("--seed", help="The same seed deals the same cards.")] = None,
    match: Annotated[
        str | None,
        typer.Option("--match", help=f"Play a match instead of one round: {', '.join(SCORINGS)}.", metavar="SCORING"),
    ] = None,
    target: Annotated[int, typer.Option("--target", help="Points a match is played to.")] = TARGET,
    record: Annotated[
        Path | None,
        typer.Option("--record", help="Write a record; a match needs FILE.jsonl, a round a line.", metavar="FILE"),
    ] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Watch agents play; nobody is asked anything.")] = False,
    delay: Annotated[
        float | None,
        typer.Option("--delay", help="Seconds between moves: 1 if you watch in a terminal, else 0.", metavar="SECONDS"),
    ] = None,
) -> None:
    """Play against agents in the terminal, one round or a whole match."""
    specs = agents or [DEFAULT_AGENT if DEFAULT_AGENT in POLICIES else "random_play"]
    rule_set = rules.rule_set(len(specs) + (not watch) if len(specs) > 1 else DEFAULT_PLAYERS)
    if match is not None and match not in SCORINGS:
        raise BadInput(f"--match {match}: must be one of {', '.join(SCORINGS)}{did_you_mean(match, SCORINGS)}")
    if not watch and not 0 <= seat < rule_set.players:
        raise BadInput(f"--seat {seat}: seats run from 0 to {rule_set.players - 1}")
    if delay is not None and not 0 <= delay <= 3600:
        raise BadInput(f"--delay {delay}: must be seconds, from 0 to 3600")
    try:
        seed = secrets.randbits(32) if seed is None else checked_seed(seed)
    except ValueError as error:
        raise BadInput(f"--{error}") from error
    # Everything that can be wrong is found out before the first card is dealt.
    score_sheet = Match(rule_set, match or SCORINGS[0], target)
    line_up = lined_up(specs, rule_set, None if watch else seat)
    writer = RecordWriter(record, several=match is not None)
    table = Table(line_up, seed, delay, writer)
    print(table.introduction(rule_set, score_sheet if match else None))
    try:
        if match is None:
            table.play_round(Game(rule_set, seed), list(range(rule_set.players)))
        else:
            table.play_match(score_sheet)
    except (Quit, KeyboardInterrupt) as reason:
        writer.write()
        print(f"\n{'You have left the game.' if table.people else 'Stopped.'}{writer.where()}")
        raise typer.Exit(EXIT_INTERRUPTED if isinstance(reason, KeyboardInterrupt) else 0) from None
    except AgentFailed as failure:
        writer.write()
        print(f"uno: {failure}{writer.where()}", file=sys.stderr)
        raise typer.Exit(EXIT_AGENT_FAILED) from failure
    if record is not None:
        print(writer.where().strip())


# -- who plays -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Player:
    """Somebody at the table."""

    name: str
    policy: Policy


def lined_up(specs: list[str], rules: RuleSet, seat: int | None) -> list[Player]:
    """Players by seat: the person, if one plays, and the agents clockwise from there."""
    places = rules.players if seat is None else rules.players - 1
    if len(specs) not in (1, places):
        raise BadInput(
            f"{len(specs)} agents for {places} seats: name {places}, or one for all, or set --players "
            f"{len(specs) + (seat is not None)}"
        )
    specs = specs * places if len(specs) == 1 else specs
    agents = [Player(spec, found_agent(spec)) for spec in specs]
    if seat is None:
        return agents
    behind = places - seat  # how many sit at higher seats
    return [*agents[behind:], Player(YOU, Human(seat)), *agents[:behind]]


# -- what is kept ----------------------------------------------------------------------------------


class RecordWriter:
    """Writes records where the user wants them, after every round and when somebody quits."""

    def __init__(self, path: Path | None, several: bool) -> None:
        self.path, self._lines = path, path is not None and path.suffix == ".jsonl"
        self._finished: list[str] = []
        self._game: Game | None = None
        self._names: list[str] = []
        if path is None:
            return
        if several and not self._lines:
            raise BadInput(f"--record {path}: a match has several rounds; name a file that ends in .jsonl")
        if path.is_dir() or not path.parent.is_dir():
            raise BadInput(f"--record {path}: {'is a folder' if path.is_dir() else 'there is no such folder'}")
        with path.open("a"):
            pass  # whether it can be written is better known before the game than after it

    def begin(self, game: Game, names: list[str]) -> None:
        """The round being played; what it is at the time of writing is written."""
        if self._game is not None:
            self._finished.append(self._text())
        self._game, self._names = game, names

    def _text(self) -> str:
        assert self._game is not None
        names = ["human" if name == YOU else name for name in self._names]
        kept = self._game.record() | {"agents": names}
        return json.dumps(kept, indent=None if self._lines else 1) + "\n"

    def write(self) -> None:
        """Write what there is, an unfinished round too."""
        if self.path is not None and self._game is not None:
            self.path.write_text("".join([*self._finished, self._text()]))

    def where(self) -> str:
        """Where the record is, as the end of a message."""
        return "" if self.path is None or self._game is None else f"  The record is in {self.path}"


# -- playing ---------------------------------------------------------------------------------------


class Table:
    """Players at a table, and what is shown of their games."""

    def __init__(self, line_up: list[Player], seed: int, delay: float | None, writer: RecordWriter) -> None:
        self.line_up, self.seed, self._writer = line_up, seed, writer
        self._random = np.random.default_rng(seed)
        for player in line_up:
            reset_policy(player.policy, int(self._random.integers(1 << 63)))
        self.people = [seat for seat, player in enumerate(line_up) if isinstance(player.policy, Human)]
        self._delay = delay
        self._color = ansi.color_wanted()

    def introduction(self, rules: RuleSet, match: Match | None) -> str:
        """What is played, by whom, and how to see it again."""
        lines = [f"{rules.describe()}" + ("" if match is None else f", a match for {_aim(match)}")]
        lines += [f"  seat {seat}: {player.name}" for seat, player in enumerate(self.line_up)]
        lines.append(f"Dealt from --seed {self.seed}." + ("  Type ? for help, q to quit." if self.people else ""))
        return "\n".join(lines)

    def play_match(self, match: Match) -> None:
        """Rounds until somebody has won."""
        match.dealer = int(self._random.integers(match.rules.players))
        before = list(match.playing)
        while not match.over:
            playing = list(match.playing)
            if match.rounds:
                print(f"\nRound {match.rounds + 1}: {self.line_up[match.dealer].name} (seat {match.dealer}) deals.")
            if playing != before:
                places = (f"{self.line_up[seat].name} from {seat} to {place}" for place, seat in enumerate(playing))
                print(f"Those left move together: {', '.join(places)}")
            before = playing
            game = match.new_game(int(self._random.integers(1 << 63)))
            self.play_round(game, playing, match)
            match.add(RoundResult.of(game))
            print(self._score(match, [seat for seat in playing if seat not in match.playing]))
            if not match.over and any(seat in match.playing for seat in self.people):
                _wait_for_enter()
            elif not match.over and not self.people:
                Stage(delay=self._delay).wait(SCORE_DELAY)

    def play_round(self, game: Game, playing: list[int], match: Match | None = None) -> None:
        """One round; seat i of the game is player ``playing[i]``."""
        players = [self.line_up[seat] for seat in playing]
        names = [player.name for player in players]
        people = [place for place, player in enumerate(players) if isinstance(player.policy, Human)]
        for place in people:
            human = players[place].policy
            assert isinstance(human, Human)
            human.seat, human.names, human.tells = place, names, False
        viewer = people[0] if len(people) == 1 else None
        teller = Teller(names, viewer, color=self._color)
        stage = Stage(names, delay=self._delay if self._delay is not None or not people else 0.0)
        self._writer.begin(game, names)
        context = _context(match, playing)
        watched = not self.people and stage.terminal
        if watched:
            stage.show(TableView.of(game))
        while not game.over:
            code = self._decision(game, players, context)
            teller.look(game)
            game.play(code)
            lines = teller.told(game, code)
            if watched:
                stage.show(TableView.of(game), lines)
            elif lines:
                print("\n".join(lines))
            if lines:
                stage.wait(WATCHING_DELAY)
        self._writer.write()
        if not watched:
            print("\n" + ansi.render(TableView.of(game), self._color, width=terminal_width(), names=names))

    def _decision(self, game: Game, players: list[Player], context: Context) -> str:
        actor = game.actor
        assert actor is not None
        player = players[actor]
        try:
            action = ask_one(player.policy, game, context, int(self._random.integers(1 << 63)))
        except Quit:
            raise
        except Exception as error:  # an agent can raise anything
            what = " ".join(f"{type(error).__name__}: {error}".split())
            raise AgentFailed(f"agent {player.name!r} at seat {actor} has failed: {what}") from error
        return action_code(action, game.rules.deck_declaration.color_letters)

    def _score(self, match: Match, left: list[int]) -> str:
        """The score sheet after a round."""
        lines = [f"\nAfter round {match.rounds}, a match for {_aim(match)}:"]
        for seat, player in enumerate(self.line_up):
            out = seat not in match.playing and seat not in match.winners
            mark = "  has won" if seat in match.winners else "  is out" if out else ""
            if player.name == YOU:
                mark = mark.replace("has", "have").replace("is", "are")
            lines.append(f"  seat {seat}  {match.totals[seat]:>5}  {player.name}{mark}")
        if not match.over and any(seat in self.people for seat in left):
            lines.append("The others play on without you.")
        return "\n".join(lines)


def _aim(match: Match) -> str:
    aims = {"points": f"{match.target} points", "low": f"the lowest score when somebody has {match.target}"}
    return aims.get(match.scoring, f"the last to stay below {match.target} (Challenge UNO)")


def _context(match: Match | None, playing: list[int]) -> Context:
    """The score sheet as observations show it."""
    context = np.zeros(observation.CONTEXT, np.int32)
    if match is not None:
        context[0] = match.target
        context[1 : 1 + len(playing)] = [match.totals[seat] for seat in playing]
        context[observation.SCORING_AT] = SCORINGS.index(match.scoring)
    return context


def _wait_for_enter() -> None:
    try:
        answer = input(f"Enter deals the next round, q quits {PROMPT}")
    except EOFError:
        raise Quit("no more input") from None
    if answer.strip().casefold() in QUIT:
        raise Quit("the person at the terminal has quit")
