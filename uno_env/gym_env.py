"""The Gymnasium environments: one learner, the other seats played inside by policies.

>>> import gymnasium
>>> env = gymnasium.make("uno_env:Uno-v0", opponents="random_play", players=3)
>>> envs = gymnasium.make_vec("uno_env:Uno-v0", num_envs=64, deck="run", seat="rotate")

An episode is a single round; for matches there is the AEC environment.  A round that ends before the learner has had
any decision is no episode: it is dealt again.  The learner's reward comes with its last step, whoever ended the round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from uno_env import observation, registration
from uno_env.engine.layout import ACTIONS
from uno_env.formats.result import RoundResult
from uno_env.game import Game, IllegalAction
from uno_env.policies import chosen_actions
from uno_env.rendering.showing import RENDER_MODES, Screen
from uno_env.rendering.view import TableView
from uno_env.rewards import Outcome, Scheme, scheme
from uno_env.rules import RuleSet
from uno_env.seat_loop import OpponentSpecs, SeatLoop, checked_seat, find_opponents, reset_opponents
from uno_env.vector_env import Bools, checked_autoreset, checked_rule_sets
from uno_env.worlds import Worlds, draw_worlds

ILLEGAL_POLICIES = ("raise", "lose", "retry")
OPTIONS = ("deck", "dealer", "shuffles")
RESET_MASK = "reset_mask"
MOST_DEALS = 100

assert registration.ENV_ID in gymnasium.registry  # importing this module registers its environments

Row = npt.NDArray[np.uint8]
Info = dict[str, Any]


def observation_space(history: int) -> gymnasium.Space[Any]:
    """Rows of :mod:`uno_env.observation`."""
    return gymnasium.spaces.Box(0, 255, (observation.length(history),), np.uint8)


class UnoGymEnv(gymnasium.Env[Row, np.int64]):
    """One table with one learner.

    ``opponents`` is a policy (see :func:`uno_env.policies.find_policy`) for all other seats, or a list of one for
    each, clockwise from the learner.  ``seat`` is the learner's; ``"rotate"`` takes another one each episode, beginning
    with the seed modulo the players.  An ``illegal`` action of the learner is an error (``raise``), or costs
    ``illegal_reward`` and ends the episode (``lose``, because Gymnasium's checker and many libraries sample without a
    mask) or is asked for again (``retry``).  The picture shows what the
    learner may know, or with ``reveal`` everything.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        *,
        opponents: OpponentSpecs = "random_play",
        seat: int | str = 0,
        reward: str | Scheme = "win_loss",
        history: int = observation.DEFAULT_HISTORY,
        illegal: str = "lose",
        illegal_reward: float = -1.0,
        render_mode: str | None = None,
        reveal: bool = False,
        **rules: Any,
    ) -> None:
        self.rules = RuleSet.from_dict(rules)
        self._screen = Screen(render_mode)
        if illegal not in ILLEGAL_POLICIES:
            raise ValueError(f"illegal={illegal!r}: must be one of {', '.join(ILLEGAL_POLICIES)}")
        self.illegal, self.illegal_reward, self._lost = illegal, float(illegal_reward), False
        self.reward_scheme, self.render_mode, self.reveal = scheme(reward), render_mode, bool(reveal)
        self._fixed_seat = checked_seat(seat, self.rules.players)
        self.seat = self._fixed_seat if self._fixed_seat is not None else -1
        self.observation_space = observation_space(history)
        self.action_space = gymnasium.spaces.Discrete(ACTIONS)
        self._opponents = find_opponents(opponents, self.rules.players)
        #: The context of a single round, and the row of whoever is to act.
        self._seen = (
            np.zeros((1, observation.CONTEXT), np.int32),
            np.zeros((1, observation.length(history)), np.uint8),
        )
        self._game: Game | None = None

    # -- beginning ---------------------------------------------------------------------------------

    def reset(self, *, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[Row, Info]:
        """Begin an episode.  Options: ``deck`` (top card first), ``dealer``, ``shuffles`` as for :class:`Game`."""
        for name in options or {}:
            if name not in OPTIONS:
                raise ValueError(f"unknown option {name!r}; options of reset: {', '.join(OPTIONS)}")
        if options:
            Game(self.rules, 0, **options)  # a bad option leaves the running episode alone
        super().reset(seed=seed)
        if seed is not None:
            reset_opponents(self._opponents, self.np_random)
        if self._fixed_seat is None:
            self.seat = (self.seat + 1 if seed is None else seed) % self.rules.players
        self._deal(dict(options or {}))
        if self.render_mode == "human":
            self.render()
        return self._observe(), self._info()

    def _deal(self, options: dict[str, Any]) -> None:
        """A round in which the learner has something to decide."""
        self._lost = False
        for _ in range(MOST_DEALS):
            self._game = Game(self.rules, int(self.np_random.integers(1 << 63)), **options)
            observation.observe(self._game._row, self._game._rule_rows, self._game._actor, *self._seen)
            self._play_opponents()
            if not self._game.over:
                return
        raise ValueError("the opponents go out before the learner can act: give another deck, dealer or seat")

    # -- acting ------------------------------------------------------------------------------------

    def step(self, action: np.int64) -> tuple[Row, float, bool, bool, Info]:
        """The learner's decision, and the opponents' until it is to act again or the round is over."""
        game = self._running_game()
        if game.over or self._lost:
            raise ValueError("the round is over: call reset()")
        chosen = _whole_number(action)
        if self.illegal != "raise" and not game.is_legal(chosen):
            self._lost = self.illegal == "lose"
            return self._observe(), self.illegal_reward, self._lost, False, self._info() | {"illegal_action": chosen}
        self._advance(chosen)
        self._play_opponents()
        reward, terminated, truncated = 0.0, False, False
        if game.over:
            reward, terminated, truncated = self._reward(), game.winner is not None, game.winner is None
        return self._observe(), reward, terminated, truncated, self._info()

    def _worlds(self) -> Worlds:
        game = self._running_game()
        return draw_worlds(game._row, game._rule_rows, np.zeros(1, np.int64), int(self.np_random.integers(1 << 63)))

    def _play_opponents(self) -> None:
        game = self._running_game()
        while not game.over and game.actor != self.seat:
            place = 0
            if len(self._opponents) > 1:
                place = (int(game._actor[0]) - self.seat) % self.rules.players - 1
            policy = self._opponents[place]
            chosen = int(chosen_actions(policy, self._seen[1], game._mask, self._worlds)[0])
            try:
                self._advance(chosen)
            except IllegalAction as error:
                raise IllegalAction(f"opponent {policy!r}: {error}") from None

    def _advance(self, action: int) -> None:
        game = self._running_game()
        if not game.is_legal(action):
            game.play(action)  # says why not
        game._advance(action, self._seen)
        if self.render_mode == "human":
            self.render()

    def _reward(self) -> float:
        result = RoundResult.of(self._running_game())
        rules, winner = self.rules, result.winner
        won = (
            seat for seat in range(rules.players) if winner is not None and rules.side_of(seat) == rules.side_of(winner)
        )
        rewards = np.asarray(self.reward_scheme(Outcome(tuple(won), result.points, result.held)), np.float64)
        if rewards.shape != (rules.players,) or not np.isfinite(rewards).all():
            raise ValueError(f"the reward function must give {rules.players} finite numbers, not {rewards!r}")
        return float(rewards[self.seat])

    # -- looking -----------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """A copy of the round being played, hidden cards and all: for scripts and tests, not for agents."""
        return self._running_game().copy()

    def action_masks(self) -> npt.NDArray[np.int8]:
        """The legal actions; all zero when the round is over."""
        return self._running_game().legal_mask()

    def _observe(self) -> Row:
        game = self._running_game()
        if game.actor == self.seat:
            return np.array(self._seen[1][0])
        rows = np.zeros_like(self._seen[1])
        learner = np.array([self.seat], np.int8)
        observation.observe(game._row, game._rule_rows, learner, self._seen[0], rows)
        return np.asarray(rows[0])

    def _info(self) -> Info:
        info: Info = {"action_mask": self.action_masks(), "seat": self.seat}
        game = self._running_game()
        if game.over:
            result = RoundResult.of(game)
            winner = -1 if result.winner is None else result.winner
            info |= {"winner": winner, "points": result.points, "held": result.held}
        return info

    def _running_game(self) -> Game:
        if self._game is None:
            raise ValueError("call reset() before anything else")
        return self._game

    # -- showing -----------------------------------------------------------------------------------

    def render(self) -> Any:
        """``ansi``: text.  ``rgb_array``: a picture.  ``human``: a window."""
        self._screen.check()
        return self._screen.show(TableView.of(self._running_game(), None if self.reveal else self.seat))

    def close(self) -> None:
        """Close the window, if there is one."""
        self._screen.close()


class UnoGymVectorEnv(VectorEnv[npt.NDArray[np.uint8], npt.NDArray[np.int64], npt.NDArray[Any]]):
    """N tables with one learner each, stepped in one call.

    As :class:`UnoGymEnv`, but ``"rotate"`` begins with seat ``i`` modulo the players in game i.  ``autoreset`` is
    ``next_step``, ``same_step`` or ``disabled`` (or an :class:`AutoresetMode`), as Gymnasium defines them; when it is
    disabled, finished games are dealt anew by ``reset(options={"reset_mask": ...})``.  With ``copy=False`` the arrays
    returned are written again by the next call.  Several ``rule_sets`` can be mixed: game i plays the one at
    ``i % len(rule_sets)``.
    """

    def __init__(
        self,
        num_envs: int = 1,
        *,
        opponents: OpponentSpecs = "random_play",
        seat: int | str = 0,
        reward: str | Scheme = "win_loss",
        history: int = observation.DEFAULT_HISTORY,
        autoreset: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        render_mode: str | None = None,
        rule_sets: Sequence[RuleSet] | None = None,
        **rules: Any,
    ) -> None:
        if render_mode is not None:
            raise ValueError("a batch is not drawn: leave render_mode out, or make a single environment")
        mode = (
            autoreset if isinstance(autoreset, AutoresetMode) else AutoresetMode[checked_autoreset(autoreset).upper()]
        )
        tables = checked_rule_sets(rule_sets, rules)
        self._loop = SeatLoop(num_envs, tables, opponents=opponents, seat=seat, reward=reward, history=history)
        self.num_envs, self.rule_sets, self.copy, self.autoreset_mode = num_envs, tables, copy, mode
        self.metadata = {"render_modes": [], "autoreset_mode": mode}
        self.single_observation_space = observation_space(history)
        self.single_action_space = gymnasium.spaces.Discrete(ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._dealt = False
        self._everywhere = np.ones(num_envs, np.bool_)

    # -- beginning ---------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.uint8], Info]:
        """Deal every game anew, game i from seed i of the series; the opponents are seeded too.

        Option ``reset_mask``: only these games, which must be over, from their own random numbers.
        """
        for name in options or {}:
            if name != RESET_MASK:
                raise ValueError(f"unknown option {name!r}; the option of reset is {RESET_MASK}")
        if options and RESET_MASK in options:
            self._reset_some(options[RESET_MASK], seed)
        else:
            self._loop.reset(seed)
            self._dealt = True
        return self._observations(), self._infos()

    def _reset_some(self, mask: Any, seed: int | None) -> None:
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
            raise ValueError(f"{RESET_MASK} must be an array of {self.num_envs} booleans, one a game")
        if seed is not None:
            raise ValueError(f"{RESET_MASK} takes no seed: the games go on with their own random numbers")
        self._check_dealt()
        running = np.flatnonzero(mask & ~self._loop.over)
        if len(running):
            raise ValueError(f"game {running[0]} is not over: {RESET_MASK} deals only finished games anew")
        self._loop.deal_anew(np.flatnonzero(mask))

    def _check_dealt(self) -> None:
        if not self._dealt:
            raise ValueError("call reset() before anything else")

    # -- acting ------------------------------------------------------------------------------------

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float32], Bools, Bools, Info]:
        """The learner's decision in every game, and the opponents' until it is to act again or the round is over."""
        self._check_dealt()
        loop = self._loop
        if self.autoreset_mode is AutoresetMode.DISABLED and loop.over.any():
            over = np.flatnonzero(loop.over)
            raise ValueError(
                f"game {over[0]} is over: deal it anew with reset(options={{{RESET_MASK!r}: terminated | truncated}})"
            )
        ended = loop.step(actions)
        infos: Info = {}
        if len(ended) and self.autoreset_mode is AutoresetMode.SAME_STEP:
            infos = self._final_infos(ended)
            loop.deal_anew(ended)
        elif len(ended):
            infos = self._result_infos(ended)
        infos |= self._infos()
        return (
            self._observations(),
            self._own(loop.rewards),
            self._own(loop.terminated),
            self._own(loop.truncated),
            infos,
        )

    def _own(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return array.copy() if self.copy else array

    def _observations(self) -> npt.NDArray[np.uint8]:
        return self._own(self._loop.observations)

    # -- infos -------------------------------------------------------------------------------------

    def action_masks(self) -> npt.NDArray[np.int8]:
        """The legal actions of every game; all zero where the round is over."""
        self._check_dealt()
        return self._own(self._loop.masks)

    def _infos(self) -> Info:
        everywhere = self._everywhere
        return {
            "action_mask": self._own(self._loop.masks),
            "_action_mask": everywhere.copy(),
            "seat": self._loop.learners.astype(np.int64),
            "_seat": everywhere.copy(),
        }

    def _result_infos(self, ended: npt.NDArray[np.int64]) -> Info:
        """Who won, what was scored and what is held, of the rounds that have just ended."""
        results = self._loop.results
        there = np.zeros(self.num_envs, np.bool_)
        there[ended] = True
        infos: Info = {}
        for name, values in (("winner", results.winners), ("points", results.points), ("held", results.held)):
            shown = np.zeros_like(values)
            shown[ended] = values[ended]
            infos |= {name: shown, f"_{name}": there.copy()}
        return infos

    def _final_infos(self, ended: npt.NDArray[np.int64]) -> Info:
        """The last observation and info of the rounds that have just ended and are about to be dealt anew."""
        final = np.full(self.num_envs, None, object)
        for index in ended:
            final[index] = self._loop.observations[index].copy()
        there = np.zeros(self.num_envs, np.bool_)
        there[ended] = True
        info = self._infos() | self._result_infos(ended)
        for name in ("action_mask", "seat"):
            info[name] = info[name].copy()
            info[f"_{name}"] = there.copy()
        return {"final_obs": final, "_final_obs": there.copy(), "final_info": info, "_final_info": there}

    # -- opponents ---------------------------------------------------------------------------------

    def set_opponents(self, opponents: OpponentSpecs) -> None:
        """Others play the other seats from now on, in running rounds too."""
        self._loop.set_opponents(opponents)


def _whole_number(action: Any) -> int:
    """An action as an int."""
    if isinstance(action, np.ndarray) and action.shape == ():
        action = action.item()
    if isinstance(action, bool | np.bool_) or not isinstance(action, int | np.integer):
        raise ValueError(f"an action is a whole number from 0 to {ACTIONS - 1}, not {action!r}")
    return int(action)
