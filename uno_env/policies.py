"""Batch policies: whatever chooses actions for many games at once.

A policy has ``act(observations, masks)``; it may have ``reset(seed)``, which makes its later choices follow from the
seed.  :func:`find_policy` makes one of a name, an object, a function or ``"module:attribute"``.

>>> find_policy("random_play")
RandomPlay()
"""

from __future__ import annotations

import importlib
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Protocol, TypeAlias, runtime_checkable

import numpy as np

from uno_env.engine.layout import ACTIONS
from uno_env.game import checked_seed
from uno_env.observation import Observations
from uno_env.round import choosing
from uno_env.round.kernels import Actions, Masks


@runtime_checkable
class Policy(Protocol):
    """Chooses for many games at once; every row is a decision of its own, and rows come in any number and order."""

    def act(self, observations: Observations, masks: Masks) -> Actions:
        """One legal action a row: observations (n, F) of uint8 and masks (n, 110) of int8 to n whole numbers.

        The arrays belong to the caller and are written again later: copy what is to be kept.
        """


Chooser: TypeAlias = Callable[[Observations, Masks], Any]
PolicySpec: TypeAlias = str | Policy | Chooser


class _RandomPolicy(ABC):
    """Random choices from a generator of its own: the same seed and the same masks give the same actions."""

    def __init__(self, seed: int | None = None) -> None:
        self._generator = choosing.new_generator()
        self.reset(secrets.randbits(63) if seed is None else seed)

    def reset(self, seed: int) -> None:
        """Begin the random numbers anew."""
        choosing.seed_generator(self._generator, np.uint64(checked_seed(seed)))

    def act(self, observations: Observations, masks: Masks) -> Actions:
        """One action a row, -1 where nothing is legal."""
        masks = _checked_masks(masks)
        actions = np.empty(len(masks), np.int64)
        self._choose(masks, actions)
        return actions

    @abstractmethod
    def _choose(self, masks: Masks, actions: Actions) -> None:
        """Write one action a row."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class RandomLegal(_RandomPolicy):
    """Every legal action is equally likely."""

    def _choose(self, masks: Masks, actions: Actions) -> None:
        choosing.choose_any(self._generator, masks, actions)


class RandomPlay(_RandomPolicy):
    """Plays a card whenever one can be played: any kind, then any colour.

    Otherwise it says UNO, or catches, or does anything else that is legal, but never challenges.
    """

    def _choose(self, masks: Masks, actions: Actions) -> None:
        choosing.choose_to_play(self._generator, masks, actions)


def _checked_masks(masks: Masks) -> Masks:
    if not isinstance(masks, np.ndarray) or masks.ndim != 2 or masks.shape[1] != ACTIONS:
        raise ValueError(f"masks must be an array of shape (n, {ACTIONS}), one row a game")
    # A kernel is compiled for one type and one layout; asking for them takes longer than seeing that they are there.
    if masks.dtype == np.int8 and masks.flags.carray:
        return masks
    return np.require(masks, np.int8, ("C", "W"))


class FunctionPolicy:
    """A function of observations and masks as a policy."""

    def __init__(self, function: Chooser) -> None:
        self.function = function

    def act(self, observations: Observations, masks: Masks) -> Actions:
        """What the function says."""
        return np.asarray(self.function(observations, masks))

    def __repr__(self) -> str:
        return f"FunctionPolicy({getattr(self.function, '__qualname__', self.function)})"


POLICIES: dict[str, Callable[[], Policy]] = {"random_legal": RandomLegal, "random_play": RandomPlay}


def find_policy(spec: PolicySpec) -> Policy:
    """A policy by name, by ``"module:attribute"``, or made of an object with ``act`` or of a function.

    Of a class or a name, a new policy is made; an object is taken as it is.
    """
    if isinstance(spec, str):
        if spec in POLICIES:
            return POLICIES[spec]()
        return find_policy(_imported(spec))
    if isinstance(spec, type):
        spec = spec()
    if isinstance(spec, Policy):
        return spec
    if callable(spec):
        return FunctionPolicy(spec)
    raise TypeError(
        f"{spec!r} is no policy: give one of {', '.join(POLICIES)}, 'module:attribute', an object with "
        "act(observations, masks), or a function of the two"
    )


def _imported(spec: str) -> Any:
    module, colon, attribute = spec.partition(":")
    if not (module and colon and attribute):
        raise ValueError(f"unknown policy {spec!r}; policies: {', '.join(POLICIES)}, or 'module:attribute'")
    try:
        found: Any = importlib.import_module(module)
        for name in attribute.split("."):
            found = getattr(found, name)
    except (ImportError, AttributeError) as error:
        raise ValueError(f"policy {spec!r} cannot be imported: {error}") from error
    if isinstance(found, str):
        raise TypeError(f"policy {spec!r} is a string, not a policy")
    return found


def reset_policy(policy: Policy, seed: int) -> None:
    """Seed a policy, if it can be."""
    reset = getattr(policy, "reset", None)
    if callable(reset):
        reset(seed)


def chosen_actions(policy: Policy, observations: Observations, masks: Masks) -> Actions:
    """What a policy chooses, as whole numbers, one a row; legality is the engine's to check."""
    actions = np.asarray(policy.act(observations, masks))
    if actions.dtype == np.int64 and actions.shape == (len(masks),) and actions.flags.carray:
        return actions
    if actions.shape != (len(masks),) or not np.issubdtype(actions.dtype, np.integer):
        raise ValueError(
            f"{policy!r} must choose {len(masks)} whole numbers, one a row, "
            f"not an array of {actions.dtype} of shape {actions.shape}"
        )
    return np.require(actions, np.int64, ("C", "W"))
