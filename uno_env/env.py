"""The PettingZoo AEC environment.  No rules in here: a :class:`Game` plays, this speaks PettingZoo.

Order and legality are checked inside instead of by wrappers, which would cost ten times what a step costs.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from operator import index
from typing import Any, ClassVar

import gymnasium.spaces
import numpy as np
import numpy.typing as npt
from pettingzoo import AECEnv

from uno_env import observation, recording
from uno_env.engine.layout import ACTIONS, MAX_PLAYERS
from uno_env.engine.state import HISTORY
from uno_env.formats.match import CHALLENGE, POINTS, SCORINGS, Match
from uno_env.formats.result import RoundResult
from uno_env.game import Game, IllegalAction
from uno_env.rendering.showing import RENDER_MODES, Screen
from uno_env.rendering.view import TableView
from uno_env.rewards import PAID_EVERY_ROUND, Outcome, Scheme, scheme
from uno_env.rules import RulesError, RuleSet
from uno_env.version import __version__

EPISODES = ("round", "match")
MOST_TARGET = 1_000_000
ILLEGAL_POLICIES = ("raise", "lose", "retry")
OPTIONS = ("deck", "dealer", "shuffles", "record")
IGNORED_OPTION = "options"  # what PettingZoo's api_test passes

#: What an episode consists of, beside the arguments the environment was made with.
EPISODE_PARTS = (
    "agents",
    "rewards",
    "_cumulative_rewards",
    "terminations",
    "truncations",
    "infos",
    "agent_selection",
    "_skip_agent_selection",
    "_rewarded",
    "_left_in_round",
    "_match",
    "_names",
    "_table_seat",
    "_seen",
    "_game",
    "_random",
)

Observation = dict[str, npt.NDArray[Any]]


class UnoEnv(AECEnv[str, Observation, int | None]):  # type: ignore[misc, unused-ignore]
    """One table; every decision of the rules, out-of-turn ones included, is a turn of some agent."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "uno_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        *,
        episode: str = "round",
        scoring: str = POINTS,
        target: int = 500,
        reward: str | Scheme = "win_loss",
        illegal: str = "raise",
        illegal_reward: float = -1.0,
        history: int = observation.DEFAULT_HISTORY,
        render_mode: str | None = None,
        render_seat: int | None = None,
        **rules: Any,
    ) -> None:
        super().__init__()
        self.rules = RuleSet.from_dict(rules)
        _check_choice("episode", episode, EPISODES)
        _check_choice("illegal", illegal, ILLEGAL_POLICIES)
        self._screen = Screen(render_mode)
        whole = isinstance(render_seat, int) and not isinstance(render_seat, bool)
        if render_seat is not None and not (whole and 0 <= render_seat < self.rules.players):
            raise ValueError(f"render_seat={render_seat}: seats run from 0 to {self.rules.players - 1}, None shows all")
        self.episode, self.scoring, self.target = episode, scoring, target
        self.reward_scheme, self.illegal, self.illegal_reward = scheme(reward), illegal, float(illegal_reward)
        if not np.isfinite(self.illegal_reward):
            raise ValueError(f"illegal_reward={illegal_reward!r}: must be a finite number")
        self.history, self.render_mode, self.render_seat = history, render_mode, render_seat
        if target > MOST_TARGET:
            raise RulesError(f"target={target}: at most {MOST_TARGET}")
        Match(self.rules, scoring, target)  # a wrong combination is an error now, not after a round
        self._length = observation.length(history)
        self.possible_agents = [f"player_{seat}" for seat in range(self.rules.players)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        space = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(0, 255, (self._length,), np.uint8),
                "action_mask": gymnasium.spaces.Box(0, 1, (ACTIONS,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: gymnasium.spaces.Discrete(ACTIONS) for agent in self.possible_agents}
        self.state_space = gymnasium.spaces.Box(0, 255, (self._length + MAX_PLAYERS * 72 + 112 + 3,), np.uint8)
        self.agents: list[str] = []
        self._steps = 0  # counted so that a loop without steps is noticed
        self._game: Game | None = None
        self._random = np.random.default_rng()

    # -- spaces ------------------------------------------------------------------------------------

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The same for all agents and all rule sets."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The same for all agents and all rule sets."""
        return self.action_spaces[agent]

    # -- beginning ---------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin an episode.

        Options: ``deck`` (top card first), ``dealer``, ``shuffles`` as for :class:`Game`, or ``record``: the round is
        dealt as in the record and its actions are played.
        """
        if options is not None and not isinstance(options, Mapping):
            raise ValueError(f"options of reset are a mapping with keys of {', '.join(OPTIONS)}, not {options!r}")
        if isinstance(seed, bool):
            raise ValueError(f"seed={seed!r}: must be a whole number")
        options = {name: value for name, value in (options or {}).items() if name != IGNORED_OPTION}
        for name in options:
            if name not in OPTIONS:
                raise ValueError(f"unknown option {name!r}; options of reset: {', '.join(OPTIONS)}")
        random = deepcopy(self._random) if seed is None else np.random.default_rng(seed)
        # Everything that can fail comes first: a bad option leaves the running episode alone.
        game = self._first_game(random, options)
        self._random = random
        self._match = Match(self.rules, self.scoring, self.target, int(game.record()["dealer"]))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {
            agent: {"action_mask": np.zeros(ACTIONS, np.int8)} for agent in self.agents
        }
        self._skip_agent_selection = None
        self._rewarded = False
        self._left_in_round: dict[int, int] = {}
        self._steps += 1
        self._sit_down(game)
        if game.over:
            self._finish_round()
        if self.render_mode == "human":
            self.render()

    def _first_game(self, random: np.random.Generator, options: dict[str, Any]) -> Game:
        seed = int(random.integers(1 << 63))
        if "record" in options:
            if len(options) > 1:
                raise ValueError("a record says who deals and how the cards lie: give no other options with it")
            game = recording.replay(options["record"])
            if game.rules != self.rules:
                raise ValueError(f"the record is of {game.rules.describe()}, not of {self.rules.describe()}")
            return game
        return Game(self.rules, seed, **options)

    def _sit_down(self, game: Game) -> None:
        """Take a freshly dealt round for the one being played."""
        self._game = game
        self._names = [self.possible_agents[seat] for seat in self._match.playing]
        self._table_seat = {name: seat for seat, name in enumerate(self._names)}
        #: The context, and the row of whoever is to act.
        self._seen = (np.zeros((1, observation.CONTEXT), np.int32), np.zeros((1, self._length), np.uint8))
        self._write_scores(self._match.playing)
        observation.observe(game._row, game._rule_rows, game._actor, *self._seen)
        self._bind()
        # Of a round that is over (a record can be) the first seat takes its leave first.
        self.agent_selection = self._names[max(int(game._actor[0]), 0)]
        if not game.over and self.agent_selection in self.infos:
            self.infos[self.agent_selection]["action_mask"] = game._mask[0].copy()

    def _write_scores(self, seats: list[int]) -> None:
        """The score sheet as the observations show it, by the seats of the table."""
        if self.episode == "match":
            context = self._seen[0][0]
            context[0] = self.target
            context[1 : 1 + len(seats)] = [self._match.totals[seat] for seat in seats]
            context[observation.SCORING_AT] = SCORINGS.index(self.scoring)

    def _bind(self) -> None:
        """Keep the row and the mask of whoever is to act at hand; they are read in every turn of the loop."""
        if self._game is not None:
            self._row, self._mask, self._actor = self._seen[1][0], self._game._mask[0], self._game._actor

    # -- looking -----------------------------------------------------------------------------------

    def observe(self, agent: str) -> Observation:
        """What the agent may know now; its mask is all zero unless it is to act.  Changes nothing."""
        self._running_game()
        seat = self._table_seat.get(agent)
        if seat is None:
            if agent not in self._seat_of:
                raise ValueError(f"there is no agent {agent!r}; agents: {', '.join(self.possible_agents)}")
            return {"observation": np.zeros(self._length, np.uint8), "action_mask": np.zeros(ACTIONS, np.int8)}
        if self._actor[0] == seat and not self.terminations.get(agent, True):
            return {"observation": self._row.copy(), "action_mask": self._mask.copy()}
        return {"observation": self._row_of(seat), "action_mask": np.zeros(ACTIONS, np.int8)}

    def _row_of(self, seat: int) -> npt.NDArray[np.uint8]:
        """The observation of a seat at the table."""
        game = self._running_game()
        rows = np.zeros((1, self._length), np.uint8)
        observation.observe(game._row, game._rule_rows, np.array([seat], np.int8), self._seen[0], rows)
        row: npt.NDArray[np.uint8] = rows[0]
        return row

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Observation, reward since the agent's last action, termination, truncation and info of the agent to act."""
        if not self.agents:
            self._running_game()
            raise ValueError("the episode is over and all agents are gone: call reset()")
        agent = self.agent_selection
        terminated, truncated, info = self.terminations[agent], self.truncations[agent], self.infos[agent]
        if terminated or truncated:
            seen = self.observe(agent)
        else:  # as observe() would, without asking who is to act: this agent is
            seen = {"observation": self._row.copy(), "action_mask": self._mask.copy()}
        info["action_mask"] = seen["action_mask"]
        return seen if observe else None, self._cumulative_rewards[agent], terminated, truncated, info

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agent to act, again and again, until all are gone; step once in every turn of the loop."""
        self._running_game()
        turns = 0
        while self.agents and turns < max_iter:
            steps = self._steps
            yield self.agent_selection
            if self._steps == steps:
                raise ValueError("nobody has acted: call step() once in every turn of the loop")
            turns += 1

    def state(self) -> npt.NDArray[np.uint8]:
        """Everything: seat 0's observation, all hands (10 x 72 counts), the draw pile (kind + 1, top card first), and
        who is to act (seat + 1), in which phase, the kind drawn last (+ 1).
        """
        game = self._running_game()
        hands = np.zeros((MAX_PLAYERS, 72), np.uint8)
        kinds, places = game._kind_of_card, game._state.place
        held = (places >= 0) & (places < MAX_PLAYERS)
        np.add.at(hands, (places[held], kinds[held]), 1)
        pile = np.zeros(112, np.uint8)
        order = game._draw_pile_kinds()
        pile[: len(order)] = np.asarray(order, np.uint8) + 1
        turn = np.array([game._actor[0] + 1, game._phase[0], game._state.drawn + 1], np.uint8)
        return np.concatenate([self._row_of(0), hands.ravel(), pile, turn])

    @property
    def game(self) -> Game:
        """A copy of the round being played, hidden cards and all: for scripts and tests, not for agents."""
        return self._running_game().copy()

    @property
    def match(self) -> Match:
        """The score sheet."""
        self._running_game()
        return self._match

    def _running_game(self) -> Game:
        if self._game is None:
            raise ValueError("call reset() before anything else")
        return self._game

    # -- acting ------------------------------------------------------------------------------------

    def step(self, action: int | None) -> None:
        """The decision of the agent in ``agent_selection``; None for one that is gone."""
        game = self._game
        if game is None or not self.agents:
            self._running_game()
            raise ValueError("the episode is over: call reset()")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            self._steps += 1
            return
        chosen = _whole_number(action)
        legal = 0 <= chosen < ACTIONS and self._mask[chosen]
        if not legal and self.illegal == "raise":
            self._refuse(agent, action)
        self._steps += 1
        if self._rewarded:
            self._clear_rewards()
            self._rewarded = False
        if self._cumulative_rewards[agent]:
            self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = {}
        if not legal:
            self._illegal_action(agent, chosen)
            return
        game._advance(chosen, self._seen)
        actor = self._actor[0]
        if actor >= 0:
            self.agent_selection = self._names[actor]
        else:
            self._finish_round()
        if self.render_mode == "human":
            self.render()

    def _refuse(self, agent: str, action: Any) -> None:
        """Say why not; nothing has been changed."""
        try:
            self._running_game().copy().play(action)
        except IllegalAction as error:
            raise IllegalAction(f"{agent}: {error}") from None
        raise AssertionError("an action was refused that the game allows")

    def _illegal_action(self, agent: str, action: int) -> None:
        """As agreed, lose and end, or pay and be asked again; never play something else instead."""
        side = self.rules.side_of(self._seat_of[agent])
        if self.illegal == "lose":
            mates = [name for name in self.agents if self.rules.side_of(self._seat_of[name]) == side]
            self._pay(dict.fromkeys(mates, self.illegal_reward))
            self._end(dict.fromkeys(self.agents, True), {})
        else:
            self._pay({agent: self.illegal_reward})
        self.infos[agent] = {"illegal_action": action}

    def _finish_round(self) -> None:
        """Write the round down; deal the next one or end the episode."""
        result = RoundResult.of(self._running_game())
        playing = list(self._match.playing)
        self._match.add(result)
        over = self.episode == "round" or self._match.over
        out = [seat for seat in playing if seat not in self._match.playing]
        self._left_in_round |= dict.fromkeys(out, self._match.rounds)
        if self.episode == "round" or self.reward_scheme in PAID_EVERY_ROUND:
            self._pay_outcome(self._round_outcome(result), playing, playing)
        elif over or out:
            # Whoever is out hears of the loss now: it is the same whoever will have won.
            self._pay_outcome(self._match_outcome(), range(self.rules.players), playing if over else out)
        if over:
            self._write_scores(playing)
            dead = self.episode == "round" and result.dead
            self._end(dict.fromkeys(self.agents, not dead), dict.fromkeys(self.agents, dead))
            return
        self._sit_down(self._match.new_game(int(self._random.integers(1 << 63))))
        if out:
            self._end({self.possible_agents[seat]: True for seat in out}, {})

    def _round_outcome(self, result: RoundResult) -> Outcome:
        """The round, by the seats of its table."""
        sides = tuple(self._running_game().rules.side_of(seat) for seat in range(len(result.points)))
        won = None if result.winner is None else sides[result.winner]
        winners = tuple(seat for seat, side in enumerate(sides) if side == won)
        return Outcome(winners, result.points, result.held, sides=sides)

    def _match_outcome(self) -> Outcome:
        """The match, by all seats; in Challenge UNO players are placed by how long they lasted."""
        nothing = (0,) * self.rules.players
        sides = tuple(self.rules.side_of(seat) for seat in range(self.rules.players))
        if self.scoring == CHALLENGE:
            lasted = [self._left_in_round.get(seat, self._match.rounds + 1) for seat in range(self.rules.players)]
            return Outcome((self._match.playing[0],), nothing, nothing, tuple(lasted), sides=sides)
        totals, high_wins = tuple(self._match.totals), self.scoring == POINTS
        return Outcome(tuple(self._match.winners), nothing, nothing, totals, high_wins, sides)

    def _pay_outcome(self, outcome: Outcome, seats: Iterable[int], paid: Iterable[int]) -> None:
        """Work the rewards out for these seats and pay some of them."""
        rewards = np.asarray(self.reward_scheme(outcome), np.float64)
        if rewards.shape != (outcome.players,) or not np.isfinite(rewards).all():
            raise ValueError(f"the reward function must give {outcome.players} finite numbers, not {rewards!r}")
        by_seat = dict(zip(seats, rewards, strict=True))
        self._pay({self.possible_agents[seat]: float(by_seat[seat]) for seat in paid})

    def _pay(self, rewards: dict[str, float]) -> None:
        for agent, reward in rewards.items():
            if agent in self.rewards:
                self.rewards[agent] = reward
                self._cumulative_rewards[agent] += reward
        self._rewarded = True

    def _end(self, terminated: dict[str, bool], truncated: dict[str, bool]) -> None:
        """These agents are gone; each takes its leave with a step of None."""
        self.terminations.update(terminated)
        self.truncations.update(truncated)
        self._deads_step_first()

    # -- saving ------------------------------------------------------------------------------------

    def get_state(self) -> bytes:
        """The episode as bytes; :meth:`set_state` goes on from there, in this process or another."""
        self._running_game()
        parts = {name: getattr(self, name) for name in EPISODE_PARTS}
        return pickle.dumps({"made_with": self._made_with(), "parts": parts})

    def _made_with(self) -> dict[str, Any]:
        """What a state and the environment it goes into must have in common."""
        names = ("episode", "scoring", "target", "history")
        return {"version": __version__, "rules": self.rules.describe()} | {name: getattr(self, name) for name in names}

    def set_state(self, state: bytes) -> None:
        """Go on from a state saved by an environment made with the same arguments."""
        try:
            saved = pickle.loads(state)
            made_with, parts = dict(saved["made_with"]), dict(saved["parts"])
        except Exception as error:
            raise ValueError(f"this is no state of the environment: {error}") from error
        for name, value in self._made_with().items():
            if made_with.get(name) != value:
                raise ValueError(f"the state was saved with {name}={made_with.get(name)!r}, this has {name}={value!r}")
        if set(parts) != set(EPISODE_PARTS) or not isinstance(parts["_game"], Game):
            raise ValueError("this is no state of the environment: parts of the episode are missing")
        self.__dict__.update(parts)
        self._steps += 1
        self._bind()

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._bind()

    # -- showing -----------------------------------------------------------------------------------

    def render(self) -> Any:
        """``ansi``: text.  ``rgb_array``: a picture.  ``human``: a window."""
        self._screen.check()
        game = self._running_game()
        seat = None
        if self.render_seat is not None:
            seat = self._table_seat.get(self.possible_agents[self.render_seat])
            if seat is None:
                raise ValueError(f"seat {self.render_seat} is out of the match: there is nothing it may see")
        scores = None
        if self.episode == "match":
            scores = tuple(int(score) for score in self._seen[0][0, 1 : 1 + len(self._names)])
        view = TableView.of(game, seat, scores=scores, target=self.target if scores else None)
        return self._screen.show(view)

    def close(self) -> None:
        """Close the window, if there is one."""
        self._screen.close()


def _whole_number(action: Any) -> int:
    """An action as an int; what is none is an error, whatever the policy for illegal actions."""
    try:
        if action is not True and action is not False:
            return index(action)
    except TypeError:
        pass
    raise ValueError(f"an action is a whole number from 0 to {ACTIONS - 1}, not {action!r}")


def _check_choice(name: str, value: str, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise ValueError(f"{name}={value!r}: must be one of {', '.join(choices)}")


assert HISTORY >= observation.DEFAULT_HISTORY
