"""The tables over which properties are checked: every deck, player count and combination of house rules."""

from __future__ import annotations

from itertools import product

from uno_env import RuleSet
from uno_env.decks import DECKS

PLAYER_COUNTS = (2, 3, 4, 7, 10)


def all_rule_sets() -> list[RuleSet]:
    """All decks x player counts x house-rule combinations, with and without partners where they are possible."""
    return [
        RuleSet(deck, players, progressive, seven_zero, jump_in, partners=partners, uno_call=uno_call)
        for deck, players, progressive, seven_zero, jump_in in product(DECKS, PLAYER_COUNTS, *([(False, True)] * 3))
        for partners in ((False, True) if players in (4, 10) else (False,))
        for uno_call in (("explicit", "auto") if players in (2, 7) else ("explicit",))
    ]
