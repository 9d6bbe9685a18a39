"""The tables a network is trained on and tested on, by name."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from training.runs import RunError
from uno_env.decks import DECKS
from uno_env.engine.state import Rules
from uno_env.rules import RuleSet, rule_rows

#: What the tables combine.
HOUSE_RULES = ("progressive", "seven_zero", "jump_in")
NONE, ALL = (False,) * len(HOUSE_RULES), (True,) * len(HOUSE_RULES)
GENERAL = "general"
#: How often a table of each size is dealt in general training: what tournaments play most comes most.
SIZE_WEIGHTS = {2: 0.30, 3: 0.10, 4: 0.30, 5: 0.05, 6: 0.06, 7: 0.04, 8: 0.06, 9: 0.04, 10: 0.05}
#: And how often with no house rule, with all of them, with each other combination.
PLAIN_WEIGHT, ALL_WEIGHT = 0.4, 0.3
PARTNERS_WEIGHT = 0.1


@dataclass(frozen=True)
class RulesPlayed:
    """Rule sets to train on, how often each, and those to test and report on."""

    rule_sets: tuple[RuleSet, ...]
    weights: tuple[float, ...]
    #: For the curve.
    tested: tuple[RuleSet, ...]
    #: For the final evaluation.
    evaluated: tuple[RuleSet, ...]

    @property
    def rows(self) -> Rules:
        """The engine's records."""
        return rule_rows(self.rule_sets)

    @property
    def shares(self) -> npt.NDArray[np.float64]:
        """How often each rule set is played, summed up; the last is 1."""
        summed: npt.NDArray[np.float64] = np.cumsum(np.array(self.weights) / sum(self.weights))
        summed[-1] = 1.0
        return summed


def rules_played(name: str) -> RulesPlayed:
    """``general``, or ``DECK_Np`` with a plus for all house rules: ``classic_2p``, ``run_4p+``."""
    if name == GENERAL:
        return _general()
    match = re.fullmatch(rf"({'|'.join(DECKS)})_(\d+)p(\+?)", name)
    if match is None:
        raise RunError(
            f"rules={name!r}: must be {GENERAL}, or a deck and a size such as classic_2p, run_4p+ (all house rules)"
        )
    one = (_table(match[1], int(match[2]), (bool(match[3]),) * len(HOUSE_RULES)),)
    return RulesPlayed(one, (1.0,), one, one)


def _table(deck: str, players: int, house_rules: tuple[bool, ...], partners: bool = False) -> RuleSet:
    on: dict[str, Any] = dict(zip(HOUSE_RULES, house_rules, strict=True))
    return RuleSet(deck, players, partners=partners, **on)


def _general() -> RulesPlayed:
    rule_sets, weights = [], []
    some_weight = (1 - PLAIN_WEIGHT - ALL_WEIGHT) / (2 ** len(HOUSE_RULES) - 2)
    for deck, (players, often) in itertools.product(DECKS, SIZE_WEIGHTS.items()):
        for flags in itertools.product((False, True), repeat=len(HOUSE_RULES)):
            share = PLAIN_WEIGHT if flags == NONE else ALL_WEIGHT if flags == ALL else some_weight
            can_pair = players >= 4 and players % 2 == 0
            for partners in (False, True) if can_pair else (False,):
                paired = PARTNERS_WEIGHT if partners else 1 - PARTNERS_WEIGHT if can_pair else 1.0
                rule_sets.append(_table(deck, players, flags, partners))
                weights.append(often * share * paired)
    shown = [
        _table(deck, players, (everything,) * len(HOUSE_RULES))
        for players in (2, 4)
        for deck in DECKS
        for everything in (False, True)
    ]
    tested = (
        _table("classic", 2, NONE),
        _table("friendship", 2, ALL),
        _table("run", 4, NONE),
        _table("victory_lap", 4, ALL),
    )
    return RulesPlayed(tuple(rule_sets), tuple(weights), tested, tuple(shown))
