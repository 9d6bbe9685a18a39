"""Thousands of games at once: functions over arrays that belong to the caller, and a class that owns them.

>>> from uno_env import Batch, RuleSet
>>> batch = Batch(RuleSet(players=2), 1000, seed=1)
>>> batch.step(batch.masks.argmax(axis=1))

Rule sets can be mixed in one batch.  A game depends on its own seed alone: the same seed is the same course,
in a batch of one or of a million, and in :class:`uno_env.Game`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from uno_env import saving
from uno_env.actions import action_codes
from uno_env.decks import DECKS
from uno_env.engine.layout import ACTIONS
from uno_env.engine.state import GAME, RULES, Games, Phase, Rules, new_games
from uno_env.game import IllegalAction, checked_seed
from uno_env.round import kernels
from uno_env.round.kernels import NO_ACTION, Actions, Masks
from uno_env.rules import RuleSet, rule_rows

__all__ = [
    "ACTIONS",
    "NO_ACTION",
    "Batch",
    "deal",
    "game_seeds",
    "new_games",
    "new_masks",
    "play_out",
    "rule_rows",
    "state_digests",
    "step",
]


def new_masks(count: int) -> Masks:
    """Room for the masks of so many games."""
    return np.zeros((count, ACTIONS), np.int8)


def game_seeds(seed: int, count: int, first: int = 0) -> npt.NDArray[np.uint64]:
    """Seeds of games ``first`` to ``first + count - 1`` of the series that ``seed`` names.

    >>> (game_seeds(5, 10)[3:7] == game_seeds(5, 4, first=3)).all()
    np.True_
    """
    seed, count, first = checked_seed(seed), checked_count("count", count, 0), checked_count("first", first, 0)
    with np.errstate(over="ignore"):
        words = np.arange(first, first + count, dtype=np.uint64) * np.uint64(0xD1342543DE82EF95)
        words += np.uint64(seed) * np.uint64(0xA0761D6478BD642F) + np.uint64(1)
        words = (words ^ (words >> np.uint64(32))) * np.uint64(0xE7037ED1A0B428DB)
        words = (words ^ (words >> np.uint64(29))) * np.uint64(0x8EBC6AF09C88C6E3)
        return words ^ (words >> np.uint64(32))


def deal(games: Games, rules: Rules, seeds: npt.NDArray[np.uint64], masks: Masks) -> None:
    """Seed and deal every game (``games["rules"]`` says by which of the rule sets) and write the masks."""
    _check(games, rules)
    _check_array("seeds", seeds, (len(games),), np.uint64)
    _check_array("masks", masks, (len(games), ACTIONS), np.int8)
    kernels.reset(games, rules, seeds, masks)


def step(games: Games, rules: Rules, actions: Actions, masks: Masks, *, redeal: bool = False) -> None:
    """Make one decision in every game and write the next masks.

    A game that is over takes :data:`NO_ACTION` (with ``redeal`` any action, and is dealt anew).  One illegal
    action anywhere raises :class:`IllegalAction` and changes no game.
    """
    _check(games, rules)
    _check_dealt(games)
    _check_array("actions", actions, (len(games),), np.int64)
    _check_array("masks", masks, (len(games), ACTIONS), np.int8)
    wrong = kernels.first_illegal(games, actions, redeal)
    if wrong != kernels.ALL_LEGAL:
        raise IllegalAction(_why_not(games, rules, wrong, int(actions[wrong])))
    kernels.step(games, rules, actions, masks, redeal)


def play_out(games: Games, rules: Rules, decisions: int, *, redeal: bool = False) -> int:
    """Uniform random legal play of up to so many decisions in each game; returns how many were made."""
    _check(games, rules)
    _check_dealt(games)
    return int(kernels.play_out(games, rules, checked_count("decisions", decisions, 0), bool(redeal)))


def state_digests(games: Games) -> list[str]:
    """A digest of every game's whole state, random numbers included; equal states have equal digests."""
    return [hashlib.sha256(game.tobytes()).hexdigest() for game in games]


def _check(games: Games, rules: Rules) -> None:
    _check_records("games", games, GAME, "new_games()")
    _check_records("rules", rules, RULES, "rule_rows()")
    if not kernels.rules_exist(games, len(rules)):
        raise ValueError(f'games["rules"] must index the {len(rules)} rule sets')


def _check_dealt(games: Games) -> None:
    undealt = kernels.first_undealt(games)
    if undealt != kernels.ALL_DEALT:
        raise ValueError(f"game {undealt} has not been dealt: call deal() first")


def checked_count(name: str, number: int, least: int) -> int:
    """A whole number that is not too small."""
    if isinstance(number, bool) or not isinstance(number, int | np.integer) or number < least:
        raise ValueError(f"{name}={number!r}: must be a whole number, at least {least}")
    return int(number)


def _check_records(name: str, records: npt.NDArray[Any], dtype: np.dtype[Any], maker: str) -> None:
    # Comparing record types takes microseconds, so the usual case is recognised by identity.
    if (
        not isinstance(records, np.ndarray)
        or records.ndim != 1
        or (records.dtype is not dtype and records.dtype != dtype)
        or not records.flags.c_contiguous
        or not records.flags.writeable
    ):
        raise TypeError(f"{name} must be a one-dimensional, writeable array of the records that {maker} makes")


def _check_array(name: str, array: npt.NDArray[Any], shape: tuple[int, ...], dtype: type) -> None:
    if (
        not isinstance(array, np.ndarray)
        or array.shape != shape
        or array.dtype != dtype
        or not array.flags.c_contiguous
        or not array.flags.writeable
    ):
        what = f"{array.dtype} {array.shape}" if isinstance(array, np.ndarray) else type(array).__name__
        raise TypeError(f"{name} must be a writeable array of {np.dtype(dtype)} of shape {shape}, not {what}")


def _why_not(games: Games, rules: Rules, index: int, action: int) -> str:
    if games["phase"][index] == Phase.OVER:
        return f"game {index} is over: its action must be NO_ACTION ({NO_ACTION}), not {action}"
    deck = list(DECKS.values())[rules["deck"][games["rules"][index]]]
    codes = action_codes(deck.color_letters)
    first, second = (int(word) for word in games["legal"][index])
    legal = [f"{each} ({codes[each]})" for each in range(ACTIONS) if (first | second << 64) >> each & 1]
    return f"game {index}: action {action} is not legal; legal: {', '.join(legal)}"


class Batch:
    """Games with their rules and masks, in arrays that are written in place."""

    def __init__(self, rules: RuleSet | Sequence[RuleSet], count: int, seed: int = 0) -> None:
        """``count`` games; of several rule sets, game i plays the one at ``i % len(rules)``."""
        self.rule_sets = [rules] if isinstance(rules, RuleSet) else list(rules or ())
        if not self.rule_sets or not all(isinstance(each, RuleSet) for each in self.rule_sets):
            raise ValueError("a batch needs a RuleSet, or a list of at least one")
        count = checked_count("count", count, 1)
        self.rules = rule_rows(self.rule_sets)
        self.games = new_games(count)
        self.games["rules"] = np.arange(count) % len(self.rule_sets)
        self.masks = new_masks(count)
        self.reset(seed)

    def __len__(self) -> int:
        return len(self.games)

    def reset(self, seed: int = 0) -> None:
        """Deal every game, game i from seed i of the series."""
        deal(self.games, self.rules, game_seeds(seed, len(self)), self.masks)

    def step(self, actions: npt.NDArray[np.integer], *, redeal: bool = False) -> None:
        """Make one decision in every game; see :func:`step`."""
        actions = np.asarray(actions)
        if not np.issubdtype(actions.dtype, np.integer):
            raise TypeError(f"actions must be whole numbers, not {actions.dtype}")
        step(self.games, self.rules, np.array(actions, np.int64), self.masks, redeal=redeal)

    def play_out(self, decisions: int, *, redeal: bool = False) -> int:
        """Uniform random legal play; see :func:`play_out`.  The masks are not written."""
        return play_out(self.games, self.rules, decisions, redeal=redeal)

    @property
    def actors(self) -> npt.NDArray[np.int8]:
        """The seat to decide in each game, -1 where the round is over."""
        actors: npt.NDArray[np.int8] = self.games["actor"]
        return actors

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """Which rounds are over."""
        return np.asarray(self.games["phase"] == Phase.OVER)

    def copy(self) -> Batch:
        """An independent copy."""
        other = object.__new__(Batch)
        other.rule_sets, other.rules = list(self.rule_sets), self.rules.copy()
        other.games, other.masks = self.games.copy(), self.masks.copy()
        return other

    def to_bytes(self) -> bytes:
        """All games and their rules as bytes."""
        return saving.pack(self.games, {"rules": [each.to_dict() for each in self.rule_sets]})

    @classmethod
    def from_bytes(cls, data: bytes) -> Batch:
        """A batch saved with :meth:`to_bytes`; damaged bytes are an error."""
        games, saved = saving.unpack(data)
        if not isinstance(saved["rules"], list):
            raise saving.CorruptState("these bytes are a single game: use Game.from_bytes")
        batch = object.__new__(cls)
        batch.rule_sets = [RuleSet.from_dict(each) for each in saved["rules"]]
        batch.rules, batch.games, batch.masks = rule_rows(batch.rule_sets), games, new_masks(len(games))
        kernels.write_masks(games, batch.masks)
        return batch
