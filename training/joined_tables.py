"""Several environments as one: some tables play against this opponent, others against that one."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
from stable_baselines3.common.vec_env import VecEnv

from uno_env.round.kernels import Masks
from uno_env.sb3_env import UnoVecEnv

Rows = npt.NDArray[np.uint8]


class JoinedTables(VecEnv):
    """The tables of several groups, by the names of the groups."""

    render_mode: str | None = None

    def __init__(self, groups: Mapping[str, UnoVecEnv]) -> None:
        self.groups = dict(groups)
        first = next(iter(self.groups.values()))
        ends = np.cumsum([0, *(group.num_envs for group in self.groups.values())])
        self._parts = [slice(start, stop) for start, stop in pairwise(ends.tolist())]
        super().__init__(int(ends[-1]), first.observation_space, first.action_space)
        #: How long all steps have taken; whoever wants to know may set it back.
        self.seconds = 0.0

    # -- what is kept --------------------------------------------------------------------------------

    def seed_opponents(self, seed: int) -> None:
        """What all opponents draw at random follows from this seed from now on."""
        seeds = np.random.SeedSequence(seed).generate_state(len(self.groups), np.uint64)
        for group, each in zip(self.groups.values(), seeds, strict=True):
            group.seed_opponents(int(each))

    def state(self) -> dict[str, Any]:
        """Everything that decides how the games go on, the opponents aside."""
        return {name: group.state() for name, group in self.groups.items()}

    def restore(self, state: Mapping[str, Any]) -> Rows:
        """Go on where others were; what the learner sees there."""
        return np.concatenate([group.restore(state[name]) for name, group in self.groups.items()])

    # -- playing -------------------------------------------------------------------------------------

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Seed every group, each its own way."""
        seeds = np.random.SeedSequence(seed).generate_state(len(self.groups), np.uint32)
        for group, each in zip(self.groups.values(), seeds.tolist(), strict=True):
            group.seed(each)
        return [seed] * self.num_envs

    def reset(self) -> Rows:
        """Deal every game anew."""
        return np.concatenate([group.reset() for group in self.groups.values()])

    def step_async(self, actions: npt.NDArray[Any]) -> None:
        """Note the learner's decisions."""
        for group, part in zip(self.groups.values(), self._parts, strict=True):
            group.step_async(actions[part])

    def step_wait(self) -> tuple[Rows, npt.NDArray[np.float32], npt.NDArray[np.bool_], list[dict[str, Any]]]:
        """Make them, group by group."""
        began = time.perf_counter()
        steps = [group.step_wait() for group in self.groups.values()]
        rows, rewards, dones = (np.concatenate([step[place] for step in steps]) for place in range(3))
        self.seconds += time.perf_counter() - began
        return rows, rewards, dones, [info for step in steps for info in step[3]]

    def action_masks(self) -> Masks:
        """The legal actions of all games."""
        return np.concatenate([group.action_masks() for group in self.groups.values()])

    def close(self) -> None:
        """There is nothing to close."""

    # -- what SB3 asks of its environments -------------------------------------------------------------

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> Any:
        """Masks come as one array for all games, which is what mask-aware algorithms make of them anyway."""
        if method_name == "action_masks" and indices is None:
            return [self.action_masks()]
        raise NotImplementedError(f"{method_name}: call it on a group")

    def has_attr(self, attr_name: str) -> bool:
        """Is there such an attribute?"""
        return hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The attribute, once for each game asked; all games share it."""
        value = getattr(self, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute, of all games."""
        setattr(self, attr_name, value)

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        """No game is wrapped."""
        return [False for _ in self._get_indices(indices)]
