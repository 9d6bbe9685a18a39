"""Stable-Baselines3 on features instead of raw observations: the environment, and models trained on it as agents.

Colours are by places, actions too, and decisions that need no thought are made inside: the learner is asked about half
as often, and every time it matters.  Everything else is as in :class:`uno_env.sb3_env.UnoVecEnv`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from stable_baselines3.common.base_class import BaseAlgorithm
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor, nn

from agents.networks.dense import LENGTH, OPEN, Decisions
from agents.networks.layout import HISTORY_USED
from agents.networks.parameters import features_digest
from uno_env import observation
from uno_env.observation import Observations
from uno_env.rewards import Scheme
from uno_env.round.kernels import Actions, Masks
from uno_env.rules import RuleSet
from uno_env.sb3_env import ModelPolicy, UnoVecEnv
from uno_env.seat_loop import Indices, OpponentSpecs

#: An attribute of models that were trained on features, saved with them: which features these were.
FEATURES_MARK = "uno_features"


def feature_space() -> gymnasium.Space[Any]:
    """Rows of :mod:`agents.networks.dense`."""
    return gymnasium.spaces.Box(0, 1, (LENGTH,), np.uint8)


def mark(model: BaseAlgorithm) -> None:
    """Write into a model which features it is trained on, so that it is played with the same."""
    setattr(model, FEATURES_MARK, features_digest())


class ReluTrunk(BaseFeaturesExtractor):
    """The layers that policy and value share: 1.6 times as fast as a network for each of them.

    It is here and not with the training, because a saved model names the class it is made of.
    """

    def __init__(self, observation_space: gymnasium.Space[Any], widths: Sequence[int] = (256, 256)) -> None:
        super().__init__(observation_space, widths[-1])
        inputs = [int(np.prod(observation_space.shape or ())), *widths]
        layers = [nn.Sequential(nn.Linear(*pair), nn.ReLU()) for pair in pairwise(inputs)]
        self.layers = nn.Sequential(*layers)

    def forward(self, rows: Tensor) -> Tensor:
        """What the heads go by."""
        result: Tensor = self.layers(rows)
        return result


class EncodedPolicy(ModelPolicy):
    """A model trained on features as a batch policy; it gets observations and masks as every agent does."""

    def __init__(self, model: BaseAlgorithm, deterministic: bool = False) -> None:
        super().__init__(model, deterministic)
        trained_on = getattr(model, FEATURES_MARK, None)
        if trained_on != features_digest():
            raise ValueError("the model was trained on other features than this version has: train it anew")

    def act(self, observations: Observations, masks: Masks) -> Actions:
        """What the model chooses, where there is anything to choose."""
        decisions = Decisions.read(observations, masks)
        actions = decisions.settled.copy()
        asked = np.flatnonzero((actions == OPEN) & (decisions.masks.any(axis=1)))
        if len(asked):
            chosen = super().act(decisions.rows[asked], decisions.masks[asked])
            actions[asked] = decisions.meant[asked, chosen]
        return actions


def as_policy(model: BaseAlgorithm, deterministic: bool = False) -> ModelPolicy:
    """A Stable-Baselines3 model as a batch policy, on whatever it was trained on."""
    return (EncodedPolicy if hasattr(model, FEATURES_MARK) else ModelPolicy)(model, deterministic)


class EncodedVecEnv(UnoVecEnv):
    """N tables with one learner each, who sees features and acts by places."""

    def __init__(
        self,
        num_envs: int,
        *,
        seed: int | None = None,
        opponents: OpponentSpecs = "random_play",
        seat: int | str = 0,
        reward: str | Scheme = "win_loss",
        history: int = max(HISTORY_USED, observation.DEFAULT_HISTORY),
        rule_sets: Sequence[RuleSet] | None = None,
        **rules: Any,
    ) -> None:
        super().__init__(
            num_envs,
            seed=seed,
            opponents=opponents,
            seat=seat,
            reward=reward,
            history=history,
            rule_sets=rule_sets,
            **rules,
        )
        self.observation_space = feature_space()
        self._everything = np.arange(num_envs)
        self._decisions = Decisions.read(self._loop.observations, self._loop.masks)

    def reset(self) -> npt.NDArray[np.uint8]:
        """Deal every game anew, from the seed given to :meth:`seed` if there was one since the last reset."""
        super().reset()
        self._read(self._everything)
        self._begin_rounds(self._play_settled(self._everything))
        return self._decisions.rows.copy()

    def restore(self, state: Mapping[str, Any]) -> npt.NDArray[np.uint8]:
        """Go on where another environment was that was made alike; what the learner sees there."""
        super().restore(state)
        self._read(self._everything)
        return self._decisions.rows.copy()

    def step_wait(
        self,
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float32], npt.NDArray[np.bool_], list[dict[str, Any]]]:
        """Make the learner's decisions, and play on until it is asked again; finished games are dealt anew."""
        actions = self._decisions.meaning(self._taken_actions())
        before = self._decisions.rows.copy()
        ended = self._loop.step(actions)
        going_on = np.setdiff1d(self._everything, ended, assume_unique=True)
        self._read(going_on)
        ended = np.concatenate([ended, self._play_settled(going_on)])
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for index in ended.tolist():
            # A round that is over is no decision, so there are no features of it: the last one was the learner's last.
            infos[index] = self._final_info(index) | {"terminal_observation": before[index]}
        rewards, dones = self._loop.rewards.copy(), self._loop.terminated | self._loop.truncated
        self._begin_rounds(ended)
        return self._decisions.rows.copy(), rewards, dones, infos

    def action_masks(self) -> Masks:
        """The legal actions of all games, by places.  Written in place by the next step: copy what is to be kept."""
        return self._decisions.masks

    def _read(self, chosen: Indices) -> None:
        """Read the decisions of some games anew."""
        if not len(chosen):
            return
        found = Decisions.read(self._loop.observations[chosen], self._loop.masks[chosen])
        for name in ("rows", "masks", "meant", "settled"):
            getattr(self._decisions, name)[chosen] = getattr(found, name)

    def _play_settled(self, chosen: Indices) -> Indices:
        """Make the decisions nobody needs to be asked about, one after another; which games ended on the way."""
        ended = [chosen[:0]]
        while True:
            chosen = chosen[self._decisions.settled[chosen] != OPEN]
            if not len(chosen):
                return np.concatenate(ended)
            over = self._loop.step_some(chosen, self._decisions.settled[chosen])
            ended.append(over)
            chosen = np.setdiff1d(chosen, over, assume_unique=True)
            self._read(chosen)

    def _begin_rounds(self, chosen: Indices) -> None:
        """Deal anew; a round that ends before the learner was asked anything is no episode, and is dealt again."""
        while len(chosen):
            self._loop.deal_anew(chosen)
            self._read(chosen)
            chosen = self._play_settled(chosen)
