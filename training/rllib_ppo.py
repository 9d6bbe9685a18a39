"""PPO with RLlib on a Ray cluster: where one machine is not enough.

One policy plays all seats, and each seat has a trajectory of its own: its decisions, one after another, with the result
of the round at the last of them, whoever ended the round.  Decisions with a single legal action are made without asking
anybody.  At a share of the tables named agents play the other seats.

RLlib's own multi-agent runner would do (``PettingZooEnv(uno_v0.env())`` brings every seat its reward; a test holds the
two against each other), but it goes from table to table and from decision to decision in Python.  The runner here plays
all its tables in one call of the engine, eight times as fast, and hands over whole trajectories.  Everything behind it
is RLlib's: learners (several, on GPUs too), loss, schedules, runners that are started again when their machine dies.

On a cluster of several machines this package must be installed on all of them, in the same version.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import pairwise, permutations
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import gymnasium.spaces
import numpy as np
import numpy.typing as npt
import torch

try:
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.columns import Columns
    from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.core.rl_module.torch import TorchRLModule
    from ray.rllib.env.multi_agent_env_runner import MultiAgentEnvRunner
    from ray.rllib.env.single_agent_episode import SingleAgentEpisode
    from ray.rllib.env.utils.infinite_lookback_buffer import InfiniteLookbackBuffer
    from ray.rllib.env.vector.vector_multi_agent_env import VectorMultiAgentEnv
    from ray.rllib.utils import metrics as measured
    from ray.tune.trainable import trainable
except ImportError as error:  # Ray without RLlib has messages of its own
    raise ModuleNotFoundError(f"{error}; say: pip install uno-env[rllib]", name="RLlib") from error

from agents.arena.on_ray import OnRay
from agents.arena.shards import CannotRun
from agents.policy import ModelAgent
from training.evaluating import REPORT_SEED, SELECTION_SEED, curve_numbers, evaluate_against
from training.progress import Progress
from training.rules_played import RulesPlayed, rules_played
from training.runs import Run, RunArgs, RunError
from uno_env import observation
from uno_env.engine.cards import COLORS, COLOURED_KINDS, FACES, KINDS
from uno_env.engine.layout import ACTION_COLOR, ACTIONS, COLOR, MAX_PLAYERS
from uno_env.policies import Policy, chosen_actions, find_policy, reset_policy, wants_worlds
from uno_env.rewards import scheme
from uno_env.rules import RuleSet
from uno_env.vector_env import SAME_STEP, UnoVectorEnv

#: The one policy that plays all seats.
SHARED = "shared"
MODEL_FILE = "model.pt2"
OPPONENTS = ("random_play", "expert")
#: Below every score a network can give, and still a number: RLlib takes logarithms and differences of scores.
NEVER = -1e9
#: What is left of the learning rate, and of what being undecided is worth, at the end.
LAST_SHARE = 0.05
#: Figures of the runners: seconds of playing, and of them of the network; rounds; results against named opponents.
PLAYING, THINKING, ROUNDS, IN_COMPANY = "playing_seconds", "thinking_seconds", "rounds", "result_in_company"
#: Over how many rounds the last of them is averaged.
WINDOW = 1000
#: How long runners may take for their part of a batch; those that take longer are left out.
PATIENCE_SECONDS = 600.0


@dataclass
class Args(RunArgs):
    """PPO on RLlib; whatever is not here is as RLlib has it."""

    rules: str = "classic_2p"
    """Which tables are played: classic_2p, classic_4p, general (all decks, house rules and sizes), or DECK_Np."""
    reward: str = "win_loss"
    """What a round pays: win_loss, points_scaled or placement."""
    samples: int = 8_000_000
    """Decisions to learn from; those with a single legal action are none."""

    address: str = "local"
    """The Ray cluster: local (a new one on this machine), auto, or the HOST:PORT of its head."""
    num_env_runners: int = 0
    """Processes that play, anywhere on the cluster; with 0 this one plays and learns in turn."""
    num_learners: int = 0
    """Processes that learn, each from its part of every batch; with 0 this one learns."""
    gpus_per_learner: float = 0.0
    """GPUs of each learner."""

    tables: int = 256
    """Tables of each process that plays, all of them stepped at once."""
    opponents: tuple[str, ...] = ()
    """Agents that play the other seats at some tables, such as expert or random_play."""
    opponent_share: float = 0.2
    """The share of the tables at which they do, if any are named."""

    batch: int = 16_384
    """Decisions in a batch, of all learners together."""
    minibatch: int = 1024
    """Decisions per step of the optimizer, of each learner."""
    epochs: int = 4
    """How often a batch is gone through."""
    learning_rate: float = 5e-4
    """At the beginning; it falls in a straight line."""
    entropy: float = 0.02
    """What being undecided is worth at the beginning; it falls in a straight line."""
    clip: float = 0.2
    """How far one batch may move the odds of an action."""
    gae_lambda: float = 0.95
    """How much what came later counts against what the critic thought; nothing is discounted."""
    value_loss: float = 0.5
    """The weight of the critic's loss."""
    gradient_clip: float = 1.0
    """The longest gradient that is followed as it is."""
    hidden: tuple[int, ...] = (256, 256)
    """Widths of the layers; policy and critic share them."""

    curve_seconds: float = 60.0
    """How often the network is tested on the way."""
    curve_deals: int = 500
    """Duplicate deals of such a test."""
    progress_bar: bool = True
    """Show how far the run is."""

    # Where the work is done decides nothing but how long it takes.
    INDIFFERENT = RunArgs.INDIFFERENT | {
        "address",
        "num_env_runners",
        "num_learners",
        "gpus_per_learner",
        "curve_seconds",
        "curve_deals",
        "progress_bar",
    }


PRESETS: dict[str, dict[str, Any]] = {
    "quick": {"samples": 400_000, "batch": 8192, "evaluation_deals": 1000, "curve_seconds": 20.0},
    "standard": {"samples": 8_000_000, "evaluation_deals": 5000},
    "full": {"samples": 100_000_000, "batch": 65_536, "tables": 1024, "evaluation_deals": 20_000, "workers": 2},
}


# -- the network -----------------------------------------------------------------------------------


def columns_in_use(rule_sets: Sequence[RuleSet]) -> npt.NDArray[np.int64]:
    """The columns of an observation that ever differ from decision to decision under these rules."""
    parts = observation.sections()
    others = max(each.players for each in rule_sets) - 1
    idle = ["scores", "target", "scoring"]  # these are about matches
    for name, deck in (("offered", "victory_lap"), ("laid", "friendship"), ("turned", "casting_call")):
        idle += [name] if all(each.deck != deck for each in rule_sets) else []
    if len(rule_sets) == 1:
        idle += ["deck", "players", "house_rules", "options", "icons", "hand_size", "partner"]
    used = np.ones(observation.length(), np.bool_)
    for name in idle:
        used[parts[name]] = False
    used[parts["known"]].reshape(-1, KINDS)[others:] = False
    used[parts["missed"]].reshape(-1, COLORS)[others:] = False
    return np.flatnonzero(used)


class Colored(NamedTuple):
    """Of each column of an observation, or of each action: the colour it is about, -1 if none; and how far away the
    same thing about the next colour stands.
    """

    colors: npt.NDArray[np.int64]
    distances: npt.NDArray[np.int64]

    def exchanged(self, new_colors: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Where the same thing about another colour stands, if each colour is exchanged for a new one."""
        places = np.arange(len(self.colors), dtype=np.int64)
        there = np.flatnonzero(self.colors >= 0)
        places[there] += (new_colors[self.colors[there]] - self.colors[there]) * self.distances[there]
        return places


def colored_columns() -> Colored:
    """The colours of an observation's columns."""
    parts, length = observation.sections(), observation.length()
    colors, distances = np.full(length, -1), np.ones(length, np.int64)
    of_kinds = np.where(np.arange(KINDS) < COLOURED_KINDS, np.arange(KINDS) // FACES, -1)
    for name in ("hand", "offered", "discard", "turned", "known"):
        colors[parts[name]] = np.resize(of_kinds, parts[name].stop - parts[name].start)
        distances[parts[name]] = FACES
    colors[parts["missed"]] = np.resize(np.arange(COLORS), (MAX_PLAYERS - 1) * COLORS)
    # A card begins with its colour, an entry of the history with who it was.
    starts = [parts[name].start for name in ("top", "drawn", "laid", "color", "color_before")]
    entries = range(parts["history"].start, length, observation.HISTORY_ENTRY)
    for start in (*starts, *(entry + MAX_PLAYERS for entry in entries)):
        colors[start : start + COLORS] = np.arange(COLORS)
    return Colored(colors, distances)


def colored_actions() -> Colored:
    """The colours of actions."""
    colors = np.where(ACTION_COLOR < COLORS, ACTION_COLOR, -1).astype(np.int64)
    colors[COLOR] = np.arange(COLORS)
    distances = np.where(np.arange(ACTIONS) < COLOURED_KINDS, FACES, 1).astype(np.int64)
    return Colored(colors, distances)


_DIGITS = COLORS ** np.arange(COLORS)
_HAND, _IN_PLAY = observation.sections()["hand"].start, observation.sections()["color"].start
#: More than anybody can hold.
MOST_CARDS = 1000.0


class Network(torch.nn.Module):
    """From observations, one a row, to a score for every action and the value of the position.

    A colour means nothing by itself, so the network is told of colours by their places: the colour in play comes first,
    then the others, those the player holds most of before the rest.  What it learns about one it knows of all.
    """

    #: Which row of the next two tables belongs to an order of colours, written as a number with a digit a place.
    _numbers: torch.Tensor
    #: Where to look for what the network is told, if the colours are in this order; where its scores belong.
    _columns: torch.Tensor
    _actions: torch.Tensor

    def __init__(self, rule_sets: Sequence[RuleSet], hidden: Sequence[int]) -> None:
        super().__init__()
        orders = np.array(list(permutations(range(COLORS))))  # the colour at each place
        places = orders.argsort(axis=1)  # the place of each colour
        used, columns, actions = columns_in_use(rule_sets), colored_columns(), colored_actions()
        numbers = np.zeros(COLORS**COLORS, np.int64)
        numbers[orders @ _DIGITS] = np.arange(len(orders))
        for name, table in (
            ("_numbers", numbers),
            ("_columns", np.stack([columns.exchanged(order)[used] for order in orders])),
            ("_actions", np.stack([actions.exchanged(place) for place in places])),
        ):
            self.register_buffer(name, torch.from_numpy(table), persistent=False)
        widths = (len(used), *hidden)
        layers = [torch.nn.Linear(*pair) for pair in pairwise(widths)]
        self.body = torch.nn.Sequential(*(part for layer in layers for part in (layer, torch.nn.ReLU())))
        self.policy = torch.nn.Linear(hidden[-1], ACTIONS)
        self.value = torch.nn.Linear(hidden[-1], 1)
        # To begin with, one action is as good as another.
        torch.nn.init.normal_(self.policy.weight, std=0.01 / math.sqrt(hidden[-1]))
        torch.nn.init.zeros_(self.policy.bias)

    def order_of(self, rows: torch.Tensor) -> torch.Tensor:
        """In which order each player looks at the colours, by number."""
        cards = rows[:, _HAND : _HAND + COLOURED_KINDS].float().reshape(-1, COLORS, FACES).sum(dim=2)
        in_play = rows[:, _IN_PLAY : _IN_PLAY + COLORS].float() * MOST_CARDS
        ties = torch.arange(COLORS, device=rows.device) / COLORS
        order = (in_play + cards - ties).argsort(dim=1, descending=True)
        return self._numbers[(order * torch.tensor(_DIGITS.tolist(), device=rows.device)).sum(dim=1)]

    def forward(self, rows: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Scores, of illegal actions too, and values."""
        order = self.order_of(rows)
        told = rows.gather(1, self._columns[order]).float().log1p()
        thoughts = self.body(told)
        scores: torch.Tensor = self.policy(thoughts).gather(1, self._actions[order])
        values: torch.Tensor = self.value(thoughts).squeeze(-1)
        return scores, values


class Scores(torch.nn.Module):
    """The part of a network that plays, as :class:`agents.policy.ModelAgent` takes it."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.network = network

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        """One score an action."""
        scores: torch.Tensor = self.network(rows)[0]
        return scores


class MaskedModule(TorchRLModule, ValueFunctionAPI):  # type: ignore[misc]
    """The network as RLlib trains it; it never gives an illegal action any chance.

    Observations are those of the AEC environment: a dict of ``observation`` and ``action_mask``.
    """

    network: Network

    def setup(self) -> None:
        """Make the network."""
        self.network = Network(rules_played(self.model_config["rules"]).rule_sets, self.model_config["hidden"])

    def _forward(self, batch: dict[str, Any], **_: Any) -> dict[str, Any]:
        seen = batch[Columns.OBS]
        scores, values = self.network(seen["observation"])
        legal = scores.masked_fill(seen["action_mask"] == 0, NEVER)
        # What is called embeddings comes back to compute_values: there the values need not be worked out again.
        return {Columns.ACTION_DIST_INPUTS: legal, Columns.EMBEDDINGS: values}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> Any:
        """What the critic thinks."""
        return self.network(batch[Columns.OBS]["observation"])[1] if embeddings is None else embeddings


# -- playing ---------------------------------------------------------------------------------------


class Choice(NamedTuple):
    """What a policy chose, row by row, and how it came to that."""

    actions: npt.NDArray[np.int64]
    scores: npt.NDArray[np.float32]
    log_chances: npt.NDArray[np.float32]


Chooser = Callable[[npt.NDArray[np.uint8], npt.NDArray[np.int8]], Choice]


class Decisions(NamedTuple):
    """Decisions of the policy, in the order in which they were made."""

    tables: npt.NDArray[np.int64]
    seats: npt.NDArray[np.int8]
    rows: npt.NDArray[np.uint8]
    masks: npt.NDArray[np.int8]
    actions: npt.NDArray[np.int64]
    scores: npt.NDArray[np.float32]
    log_chances: npt.NDArray[np.float32]

    def of(self, numbers: Sequence[int]) -> Decisions:
        """Some of them."""
        chosen = np.array(numbers, np.int64)
        columns: list[Any] = [column[chosen] for column in self]
        return Decisions(*columns)


class Trajectory(NamedTuple):
    """Some decisions of one seat in one round, by number, one after another.

    If the round ended after the last of them, ``result`` is what it brought the seat.  Else that is None, and
    ``following`` is the seat's next decision, for the critic to judge from.
    """

    seat: int
    numbers: npt.NDArray[np.int64]
    following: int
    result: float | None


class Book:
    """Decisions as they are made, numbered, and those after which a seat's round was over."""

    def __init__(self) -> None:
        self._pages: list[Decisions] = []
        self.count = 0
        #: By the number of a seat's last decision in a round: what the round brought the seat.
        self.results: dict[int, float] = {}

    def write(self, page: Decisions) -> npt.NDArray[np.int64]:
        """Add some decisions; returns their numbers."""
        numbers = np.arange(self.count, self.count + len(page.tables))
        self._pages.append(page)
        self.count += len(numbers)
        return numbers

    def decisions(self) -> Decisions:
        """All of them."""
        return Decisions(*(np.concatenate(column) for column in zip(*self._pages, strict=True)))

    def trajectories(self, decisions: Decisions) -> Iterator[Trajectory]:
        """Seat by seat, cut where a round ended."""
        whose = decisions.tables * MAX_PLAYERS + decisions.seats
        order = np.argsort(whose, kind="stable")
        whose = whose[order]
        ended = np.isin(order, list(self.results))
        for numbers in np.split(order, np.flatnonzero((whose[1:] != whose[:-1]) | ended[:-1]) + 1):
            last = int(numbers[-1])
            result = self.results.get(last)
            # A last decision without a result has no successor yet: it is where the trajectory will go on.
            yield Trajectory(int(decisions.seats[last]), numbers[:-1] if result is None else numbers, last, result)


class Tables(VectorMultiAgentEnv):  # type: ignore[misc]
    """Many tables; RLlib asks for their spaces, :class:`TableRunner` for trajectories."""

    def __init__(
        self,
        played: RulesPlayed,
        count: int,
        *,
        seed: int,
        reward: str = "win_loss",
        opponents: Sequence[str] = (),
        opponent_share: float = 0.0,
    ) -> None:
        super().__init__()
        self.num_envs = count
        seats = [f"player_{seat}" for seat in range(max(each.players for each in played.rule_sets))]
        row = gymnasium.spaces.Box(0, 255, (observation.length(),), np.uint8)
        mask = gymnasium.spaces.Box(0, 1, (ACTIONS,), np.int8)
        seen = gymnasium.spaces.Dict({"observation": row, "action_mask": mask})
        self.single_observation_space = gymnasium.spaces.Dict(dict.fromkeys(seats, seen))
        self.single_action_space = gymnasium.spaces.Dict(dict.fromkeys(seats, gymnasium.spaces.Discrete(ACTIONS)))
        random = np.random.default_rng(seed)
        rule_sets = [played.rule_sets[number] for number in np.searchsorted(played.shares, random.random(count))]
        deals = int(random.integers(1 << 63))
        self._games = UnoVectorEnv(count, seed=deals, reward=reward, autoreset=SAME_STEP, rule_sets=rule_sets)
        self._opponents = named(opponents, random)
        mixed = round(count * opponent_share) if self._opponents else 0
        kinds = max(len(self._opponents), 1)
        #: Who plays the other seats of each table: the number of an opponent; -1 the policy itself.
        self._company = np.where(np.arange(count) < mixed, np.arange(count) % kinds, -1)
        #: Which seat is then the policy's.
        self._own_seat = np.arange(count) // kinds % np.array([each.players for each in rule_sets])
        self._book = Book()
        #: The number of each seat's last decision in this round; -1: none.
        self._last = np.full((count, MAX_PLAYERS), -1)
        #: Decisions made and rounds finished; what these brought the policy where it had company.
        self.made = self.rounds = 0
        self.results_in_company: list[float] = []

    def play(self, choose: Chooser, wanted: int) -> tuple[Decisions, list[Trajectory]]:
        """Make so many decisions, or a few more; those, and the trajectories they belong to.

        The last decision of a seat whose round goes on is in no trajectory yet: it will be in one of the next call's.
        """
        goal = self._book.count + wanted
        while self._book.count < goal:
            self._step(choose)
        decisions = self._book.decisions()
        trajectories = list(self._book.trajectories(decisions))
        waiting = decisions.of([each.following for each in trajectories if each.result is None])
        self._book = Book()
        self._last[waiting.tables, waiting.seats] = self._book.write(waiting)
        return decisions, [each for each in trajectories if len(each.numbers)]

    def _step(self, choose: Chooser) -> None:
        """One decision at every table."""
        games, company = self._games, self._company
        actions = games.masks.argmax(axis=1)  # that is all where only one is legal
        open_ = games.masks.sum(axis=1) > 1
        own = (company < 0) | (games.seats == self._own_seat)
        asked = np.flatnonzero(open_ & own)
        if len(asked):
            rows, masks, seats = games.observations[asked], games.masks[asked], games.seats[asked]
            choice = choose(rows, masks)
            actions[asked] = choice.actions
            self._last[asked, seats] = self._book.write(Decisions(asked, seats, rows, masks, *choice))
            self.made += len(asked)
        for number, policy in enumerate(self._opponents):
            theirs = np.flatnonzero(open_ & ~own & (company == number))
            if len(theirs):
                actions[theirs] = chosen_actions(policy, games.observations[theirs], games.masks[theirs])
        games.step(actions)
        self._settle(np.flatnonzero(games.over))

    def _settle(self, over: npt.NDArray[np.int64]) -> None:
        """Where a round is over, the last decision of each seat gets what the seat got; in a dead one, nothing."""
        last, rewards = self._last[over], self._games.rewards[over]
        decided = last >= 0
        self._book.results.update(zip(last[decided].tolist(), rewards[decided].tolist(), strict=True))
        self._last[over] = -1
        mixed = np.flatnonzero(self._company[over] >= 0)
        self.results_in_company += rewards[mixed, self._own_seat[over][mixed]].tolist()
        self.rounds += len(over)


def named(opponents: Sequence[str], random: np.random.Generator) -> list[Policy]:
    """Agents by their names, each with random numbers of its own."""
    found = [find_policy(name) for name in opponents]
    for name, policy in zip(opponents, found, strict=True):
        if wants_worlds(policy):
            raise RunError(f"{name} searches, which is too slow to train against: name another opponent")
        reset_policy(policy, int(random.integers(1 << 63)))
    return found


class SeatEpisode(SingleAgentEpisode):  # type: ignore[misc]
    """A trajectory as RLlib has it.  Parts of it, as several learners get them, still know whose they are."""

    __slots__ = ()

    def slice(self, slice_: slice, **options: Any) -> Any:
        """A part."""
        part = super().slice(slice_, **options)
        part.agent_id, part.module_id = self.agent_id, self.module_id
        part.multi_agent_episode_id = self.multi_agent_episode_id
        return part


def episode_of(trajectory: Trajectory, decisions: Decisions) -> SeatEpisode:
    """A trajectory for RLlib, which wants one observation more than actions."""
    numbers = trajectory.numbers
    # Where the round is over that is the last one again; nobody looks at it.
    seen = np.append(numbers, trajectory.following)
    rewards = np.zeros(len(numbers), np.float32)
    if trajectory.result is not None:
        rewards[-1] = trajectory.result
    whole = InfiniteLookbackBuffer  # arrays stay as they are; lists would be put together decision by decision
    episode = SeatEpisode(
        observations=whole({"observation": decisions.rows[seen], "action_mask": decisions.masks[seen]}),
        actions=whole(decisions.actions[numbers]),
        rewards=whole(rewards),
        extra_model_outputs={
            Columns.ACTION_DIST_INPUTS: whole(decisions.scores[numbers]),
            Columns.ACTION_LOGP: whole(decisions.log_chances[numbers]),
        },
        terminated=trajectory.result is not None,
        len_lookback_buffer=0,
        agent_id=f"player_{trajectory.seat}",
        module_id=SHARED,
    )
    episode.multi_agent_episode_id = episode.id_
    return episode


class TableRunner(MultiAgentEnvRunner):  # type: ignore[misc]
    """Plays many tables at once with the policy as it is; RLlib starts as many of these as it is told."""

    env: Tables

    def make_env(self) -> None:
        """Set up the tables; no two runners, and no two sessions of a run, are dealt the same cards."""
        torch.set_num_threads(1)  # more threads than free cores are many times slower
        config = dict(self.config.env_config)
        seeds = np.random.SeedSequence([config.pop("seed"), config.pop("begun_at"), self.worker_index or 0])
        self.env = Tables(
            rules_played(config.pop("rules")),
            self.config.num_envs_per_env_runner,
            seed=int(seeds.generate_state(1)[0]),
            **config,
        )
        self.num_envs = self.env.num_envs

    def sample(self, *, num_timesteps: int | None = None, **_: Any) -> list[SeatEpisode]:
        """Trajectories of about so many decisions."""
        if num_timesteps is None:
            num_timesteps = self.config.get_rollout_fragment_length(self.worker_index) * self.num_envs
        began = time.perf_counter()
        decisions, trajectories = self.env.play(self._choose, num_timesteps)
        episodes = [episode_of(each, decisions) for each in trajectories]
        self._log(time.perf_counter() - began)
        return episodes

    def _choose(self, rows: npt.NDArray[np.uint8], masks: npt.NDArray[np.int8]) -> Choice:
        began = time.perf_counter()
        module = self.module[SHARED]
        seen = {"observation": torch.from_numpy(rows), "action_mask": torch.from_numpy(masks)}
        with torch.inference_mode():
            scores = module.forward_exploration({Columns.OBS: seen})[Columns.ACTION_DIST_INPUTS]
            chances = module.get_exploration_action_dist_cls().from_logits(scores)
            actions = chances.sample()
            choice = Choice(actions.numpy(), scores.numpy(), chances.logp(actions).numpy())
        self.metrics.log_value(THINKING, time.perf_counter() - began, reduce="sum")
        return choice

    def _log(self, seconds: float) -> None:
        """What RLlib goes by, and figures for the curve."""
        log, decisions = self.metrics.log_value, self.env.made
        log(measured.NUM_ENV_STEPS_SAMPLED, decisions, reduce="sum")
        log(measured.NUM_ENV_STEPS_SAMPLED_LIFETIME, decisions, reduce="lifetime_sum")
        log((measured.NUM_MODULE_STEPS_SAMPLED, SHARED), decisions, reduce="sum")
        log((measured.NUM_MODULE_STEPS_SAMPLED_LIFETIME, SHARED), decisions, reduce="lifetime_sum")
        log(PLAYING, seconds, reduce="sum")
        log(ROUNDS, self.env.rounds, reduce="sum")
        for result in self.env.results_in_company:
            log(IN_COMPANY, result, window=WINDOW)
        self.env.made, self.env.rounds, self.env.results_in_company = 0, 0, []

    def get_metrics(self) -> Any:
        """What was logged since the last time."""
        return self.metrics.reduce()

    def stop(self) -> None:
        """Nothing is held open."""


# -- learning --------------------------------------------------------------------------------------


def to_config(args: Args, begun_at: int = 0) -> Any:
    """The run in RLlib's words; ``begun_at`` is the sample from which this session goes on."""
    tables = {
        "rules": args.rules,
        "seed": args.seed,
        "begun_at": begun_at,
        "reward": args.reward,
        "opponents": args.opponents,
        "opponent_share": args.opponent_share,
    }
    config = PPOConfig()
    # RLlib would check an environment by actions out of the blue.
    config.environment("uno_env", env_config=tables, disable_env_checking=True)
    config.env_runners(
        env_runner_cls=TableRunner,
        num_env_runners=args.num_env_runners,
        num_envs_per_env_runner=args.tables,
        sample_timeout_s=PATIENCE_SECONDS,
    )
    config.multi_agent(policies={SHARED}, policy_mapping_fn=lambda agent, episode, **_: SHARED)
    network = {"rules": args.rules, "hidden": list(args.hidden)}
    config.rl_module(rl_module_spec=RLModuleSpec(MaskedModule, model_config=network))
    config.learners(num_learners=args.num_learners, num_gpus_per_learner=args.gpus_per_learner, num_cpus_per_learner=1)
    config.training(
        train_batch_size_per_learner=args.batch // max(args.num_learners, 1),
        minibatch_size=args.minibatch,
        num_epochs=args.epochs,
        lr=[[0, args.learning_rate], [args.samples, args.learning_rate * LAST_SHARE]],
        entropy_coeff=[[0, args.entropy], [args.samples, args.entropy * LAST_SHARE]],
        gamma=1.0,
        lambda_=args.gae_lambda,
        clip_param=args.clip,
        use_kl_loss=False,
        vf_loss_coeff=args.value_loss,
        grad_clip=args.gradient_clip,
        grad_clip_by="global_norm",
    )
    config.fault_tolerance(restart_failed_env_runners=True)
    config.debugging(seed=args.seed, log_level="ERROR")
    return config


@contextmanager
def cluster(args: Args) -> Iterator[None]:
    """A Ray cluster for the time being; one of our own has room for all that is asked for."""
    cpus = max(args.num_env_runners + args.num_learners, 1) if args.address == "local" else None
    try:
        connection = OnRay(args.address, cpus=cpus)
    except CannotRun as error:
        raise RunError(str(error)) from error
    # RLlib has much to say about itself.
    loggers = [logging.getLogger(name) for name in ("ray", "ray.rllib", "ray.tune")]
    levels = [each.level for each in loggers]
    for each in loggers:
        each.setLevel(logging.ERROR)
    try:
        yield
    finally:
        for each, level in zip(loggers, levels, strict=True):
            each.setLevel(level)
        connection.close()


@contextmanager
def algorithm_of(args: Args, folder: Path, begun_at: int = 0) -> Iterator[Any]:
    """RLlib's algorithm, stopped in the end.

    RLlib makes a folder and puts nothing into it: for the time being in the run's, and not in the user's home.
    """
    with patch.object(trainable, "DEFAULT_STORAGE_PATH", str(folder.absolute())):
        algorithm = to_config(args, begun_at).build_algo()
    try:
        yield algorithm
    finally:
        algorithm.stop()
        with suppress(OSError):
            Path(algorithm.logdir).rmdir()


def network_of(algorithm: Any, args: Args) -> Network:
    """The network as it is now, wherever the learners are."""
    network = Network(rules_played(args.rules).rule_sets, args.hidden)
    weights = algorithm.learner_group.get_weights([SHARED])[SHARED]
    network.load_state_dict({name.removeprefix("network."): torch.as_tensor(each) for name, each in weights.items()})
    return network.eval()


def export(network: Network, path: Path) -> Path:
    """Write a file that the policy agent plays."""
    rows = torch.zeros(4, observation.length())
    many = {"rows": {0: torch.export.Dim.DYNAMIC}}
    torch.export.save(torch.export.export(Scores(network), (rows,), dynamic_shapes=many), path)
    return path


def main(args: Args, preset: str) -> None:
    """Train, and evaluate what came of it."""
    torch.set_num_threads(1)  # more threads than free cores are many times slower
    check(args)
    with Run.open("rllib_ppo", args, preset) as run:
        with cluster(args), algorithm_of(args, run.path, run.step) as algorithm:
            state = run.last_checkpoint()
            if state is not None:
                algorithm.set_state(state["algorithm"])
            learn(algorithm, args, run)
            model = export(network_of(algorithm, args), run.path / MODEL_FILE)
        rows = evaluate_against(
            f"policy:model={model}",
            OPPONENTS,
            rules_played(args.rules).evaluated,
            args.evaluation_deals,
            REPORT_SEED,
            args.workers,
            trained_against=args.opponents,
        )
        run.finish(model, rows)


def learn(algorithm: Any, args: Args, run: Run) -> None:
    """Play and learn in turn until there have been enough samples."""
    tested = time.monotonic()
    with Progress(args.progress_bar, args.samples, run.step) as progress:
        while run.step < args.samples:
            began = time.monotonic()
            result = algorithm.train()
            if SHARED not in result.get(measured.LEARNER_RESULTS, ()):
                raise RunError(
                    f"nothing came from the {args.num_env_runners} processes that play in {PATIENCE_SECONDS:.0f} s: "
                    "see whether the cluster has room for them, then go on (--resume)"
                )
            step = int(result[measured.ENV_RUNNER_RESULTS][measured.NUM_ENV_STEPS_SAMPLED_LIFETIME])
            numbers = figures(result, step - run.step, time.monotonic() - began, max(args.num_env_runners, 1))
            run.note(step, **numbers)
            progress.update(step, f"entropy {numbers['entropy']:.2f}")
            if time.monotonic() - tested > args.curve_seconds or step >= args.samples:
                agent = ModelAgent(Scores(network_of(algorithm, args)))
                tables = rules_played(args.rules).tested
                rows = evaluate_against(agent, OPPONENTS, tables, args.curve_deals, SELECTION_SEED)
                run.note(step, **curve_numbers(rows))
                progress.tell(rows)
                tested = time.monotonic()
            if run.checkpoint_due() or step >= args.samples:
                run.save_checkpoint(step, {"algorithm": algorithm.get_state()})


def figures(result: Mapping[str, Any], decisions: int, seconds: float, runners: int) -> dict[str, float]:
    """What the curve shows of one batch."""
    played, learned = result[measured.ENV_RUNNER_RESULTS], result[measured.LEARNER_RESULTS][SHARED]
    numbers = {
        "loss/policy": learned["policy_loss"],
        "loss/value": learned["vf_loss"],
        "entropy": learned["entropy"],
        "explained_variance": learned["vf_explained_var"],
        "decisions_per_round": decisions / max(played[ROUNDS], 1),
        "samples_per_second": decisions / seconds,
        "share_of_playing": played[PLAYING] / runners / seconds,
        "share_of_environment": (played[PLAYING] - played[THINKING]) / runners / seconds,
    }
    if IN_COMPANY in played:
        numbers[IN_COMPANY] = played[IN_COMPANY]
    return {name: float(value) for name, value in numbers.items()}


def check(args: Args) -> None:
    """Say what is wrong before anything begins."""
    try:
        rules_played(args.rules)
        scheme(args.reward)
        named(args.opponents, np.random.default_rng(args.seed))
    except ValueError as error:
        raise RunError(str(error)) from error
    for name in ("samples", "tables", "batch", "epochs", "curve_deals"):
        _check_range(args, name, 1)
    for name in ("num_env_runners", "num_learners", "gpus_per_learner", "learning_rate", "entropy", "value_loss"):
        _check_range(args, name, 0)
    for name in ("opponent_share", "gae_lambda", "clip"):
        _check_range(args, name, 0, 1)
    _check_range(args, "minibatch", 1, args.batch // max(args.num_learners, 1))
    if not args.hidden or min(args.hidden) < 1:
        raise RunError("--hidden: give the width of at least one layer")


def _check_range(args: Args, name: str, least: int, most: float = math.inf) -> None:
    value = getattr(args, name)
    if not least <= value <= most:
        limits = f"at least {least}" if most == math.inf else f"from {least} to {most}"
        raise RunError(f"--{name.replace('_', '-')} {value}: must be {limits}")


if __name__ == "__main__":
    from training.command_line import start

    start("rllib_ppo")
