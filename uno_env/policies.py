"""Batch policies: whatever chooses actions for many games at once.

A policy has ``act(observations, masks)``; it may have ``reset(seed)``, which makes its later choices follow from the
seed.  :func:`find_policy` makes one of a name, an object, a function or ``"module:attribute"``.

>>> find_policy("random_play")
RandomPlay()
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable
from typing import Any, Protocol, TypeAlias, runtime_checkable

import numpy as np

from uno_env.observation import Observations
from uno_env.round.kernels import Actions, Masks
from uno_env.spelling import did_you_mean


@runtime_checkable
class Policy(Protocol):
    """Chooses for many games at once; every row is a decision of its own, and rows come in any number and order."""

    def act(self, observations: Observations, masks: Masks) -> Actions:
        """One legal action a row: observations (n, F) of uint8 and masks (n, 110) of int8 to n whole numbers.

        The arrays belong to the caller and are written again later: copy what is to be kept.
        """


Chooser: TypeAlias = Callable[[Observations, Masks], Any]
PolicySpec: TypeAlias = str | Policy | Chooser


class FunctionPolicy:
    """A function of observations and masks as a policy."""

    def __init__(self, function: Chooser) -> None:
        self.function = function

    def act(self, observations: Observations, masks: Masks) -> Actions:
        """What the function says."""
        return np.asarray(self.function(observations, masks))

    def __repr__(self) -> str:
        return f"FunctionPolicy({getattr(self.function, '__qualname__', self.function)})"


#: Where each named policy is; imported when somebody asks for it, so that nothing here depends on it.
POLICIES: dict[str, str] = {
    "random_legal": "agents.random_legal:RandomLegal",
    "random_play": "agents.random_play:RandomPlay",
    "greedy": "agents.greedy:Greedy",
    "rlcard_rule": "agents.rlcard_rule:RLCardRule",
    "expert": "agents.expert:Expert",
    "search": "agents.search:Search",
    "human": "agents.human:Human",
    "general": "agents.network:General",
    "classic_2p": "agents.network:ClassicTwoPlayers",
    "classic_4p": "agents.network:ClassicFourPlayers",
    "policy": "agents.policy:ModelAgent",
}


def register_policy(name: str, target: str) -> None:
    """Give a policy of one's own a name: ``register_policy("mine", "my_module:MyAgent")``."""
    if not name.isidentifier():
        raise ValueError(f"{name!r} cannot name a policy: use letters, digits and _")
    if POLICIES.get(name, target) != target:
        raise ValueError(f"{name!r} is taken by {POLICIES[name]}: choose another name")
    POLICIES[name] = target


def policy_names() -> dict[str, str]:
    """Every named policy and the first line of what it says about itself, or why it cannot be used."""
    return {name: _first_line(target) for name, target in POLICIES.items()}


def _first_line(target: str) -> str:
    try:
        return (_imported(target).__doc__ or "").strip().split("\n")[0]
    except ValueError as error:
        return str(error)


def find_policy(spec: PolicySpec) -> Policy:
    """A policy by name, by ``"module:attribute"``, or made of an object with ``act`` or of a function.

    Behind a colon stand parameters: ``"search:rollouts=400"``, ``"my_module:MyAgent:depth=2,fast=true"``.  Of a class
    or a name, a new policy is made; an object is taken as it is.
    """
    if isinstance(spec, str):
        return _from_text(spec)
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


def _from_text(spec: str) -> Policy:
    target, parameters = _split(spec)
    found = _imported(target)
    if not parameters:
        missing = _needed(found) if isinstance(found, type) else []
        if missing:
            raise ValueError(f"policy {spec!r} needs {', '.join(missing)}: say {spec}:{missing[0]}=...")
        return find_policy(found)
    if not isinstance(found, type):
        raise ValueError(f"policy {spec!r}: {target} takes no parameters, it is no class")
    known = [name for name in inspect.signature(found).parameters if name != "self"]
    for name in parameters:
        if name not in known:
            raise ValueError(
                f"policy {spec!r}: unknown parameter {name!r}{did_you_mean(name, known)}; "
                f"parameters: {', '.join(known) or 'none'}"
            )
    try:
        return find_policy(found(**parameters))
    except (ValueError, TypeError) as error:
        raise ValueError(f"policy {spec!r}: {error}") from error


def _needed(found: type) -> list[str]:
    """Parameters of a class that have no defaults."""
    kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    parameters = inspect.signature(found).parameters.values()
    return [each.name for each in parameters if each.kind in kinds and each.default is inspect.Parameter.empty]


def _split(spec: str) -> tuple[str, dict[str, Any]]:
    """Where the policy is, and its parameters."""
    head, _, rest = spec.partition(":")
    if head in POLICIES:
        return POLICIES[head], _parameters(spec, rest)
    attribute, _, parameters = rest.partition(":")
    if not (head and attribute) or "=" in attribute:
        raise ValueError(
            f"unknown policy {spec!r}{did_you_mean(head, POLICIES)}; "
            f"policies: {', '.join(POLICIES)}, or 'module:attribute'"
        )
    return f"{head}:{attribute}", _parameters(spec, parameters)


def _parameters(spec: str, text: str) -> dict[str, Any]:
    parameters: dict[str, Any] = {}
    for part in filter(None, text.split(",")):
        name, equals, value = part.partition("=")
        if not (name and equals):
            raise ValueError(f"policy {spec!r}: {part!r} is no parameter; write name=value, with commas in between")
        parameters[name.strip()] = _value(value.strip())
    return parameters


def _value(text: str) -> Any:
    """A number, true, false or none if it looks like one; else the text itself."""
    words = {"true": True, "false": False, "none": None}
    if text.lower() in words:
        return words[text.lower()]
    for number in (int, float):
        try:
            return number(text)
        except ValueError:
            continue
    return text


def _imported(target: str) -> Any:
    module, _, attribute = target.partition(":")
    try:
        found: Any = importlib.import_module(module)
        for name in attribute.split("."):
            found = getattr(found, name)
    except (ImportError, AttributeError) as error:
        raise ValueError(f"policy {target!r} cannot be imported: {error}") from error
    if isinstance(found, str):
        raise TypeError(f"policy {target!r} is a string, not a policy")
    return found


def reset_policy(policy: Policy, seed: int) -> None:
    """Seed a policy, if it can be."""
    reset = getattr(policy, "reset", None)
    if callable(reset):
        reset(seed)


def wants_worlds(policy: Policy) -> bool:
    """Does the policy search, and so need determinized copies of the games?"""
    return bool(getattr(policy, "wants_worlds", False))


def chosen_actions(
    policy: Policy, observations: Observations, masks: Masks, worlds: Callable[[], Any] | None = None
) -> Actions:
    """What a policy chooses, as whole numbers, one a row; legality is the engine's to check.

    ``worlds`` draws determinized copies of the games; it is called only for a policy that wants them.
    """
    if wants_worlds(policy) and worlds is not None:
        actions = np.asarray(policy.act(observations, masks, worlds()))  # type: ignore[call-arg]
    else:
        actions = np.asarray(policy.act(observations, masks))
    if actions.dtype == np.int64 and actions.shape == (len(masks),) and actions.flags.carray:
        return actions
    if actions.shape == () and np.issubdtype(actions.dtype, np.integer):
        raise ValueError(
            f"{policy!r} gave one number: act is asked about several games at once, a row each, and answers with an "
            "array of one action a row, also when there is one (return np.array([action]))"
        )
    if actions.shape != (len(masks),) or not np.issubdtype(actions.dtype, np.integer):
        raise ValueError(
            f"{policy!r} must choose {len(masks)} whole numbers, one a row, "
            f"not an array of {actions.dtype} of shape {actions.shape}"
        )
    return np.require(actions, np.int64, ("C", "W"))
