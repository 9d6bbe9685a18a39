"""Crafted tables: rule tests lay out hands and piles in notation and let the real deal produce them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import pytest

from uno_env import Game, RuleSet
from uno_env.actions import card_codes

Test = TypeVar("Test", bound=Callable[..., Any])


def rule(*slugs: str, exemplary: bool = False) -> Callable[[Test], Test]:
    """Tag a test with the rules of the rulebook it proves; an exemplary one is named in the table of all rules."""
    return pytest.mark.rule(*slugs, exemplary=exemplary)


def lay_table(
    hands: Sequence[str],
    start: str = "R5",
    pile: str = "",
    *,
    dealer: int | None = None,
    shuffles: Sequence[Sequence[str]] = (),
    seed: int = 1,
    **rules: Any,
) -> Game:
    """A game whose hands are as given, seat by seat, whose start card is ``start`` and whose draw pile begins
    with ``pile``; the rest of the deck follows in the order of the kinds.

    Every hand must have as many cards as the first one; that many are dealt.  The dealer is the last seat unless
    said otherwise, so seat 0 begins.  On the run deck ``start`` may be several cards, of which the last is a number.
    """
    dealt = [hand.split() for hand in hands]
    assert len({len(hand) for hand in dealt}) == 1, "hands of equal size, please: all are dealt"
    players = len(hands)
    rule_set = RuleSet(players=players, hand_size=len(dealt[0]), **rules)
    dealer = players - 1 if dealer is None else dealer
    order = [dealt[(dealer + 1 + turn) % players][place] for place in range(len(dealt[0])) for turn in range(players)]
    order += start.split() + pile.split()
    codes = card_codes(rule_set.deck_declaration.color_letters)
    left = Counter(codes[kind] for kind in rule_set.card_kinds())
    left.subtract(order)
    assert min(left.values()) >= 0, f"not in the deck: {[code for code in left if left[code] < 0]}"
    return Game(rule_set, seed, dealer=dealer, deck=[*order, *left.elements()], shuffles=shuffles)


def play(game: Game, actions: str) -> Game:
    """Play actions separated by blanks."""
    for action in actions.split():
        game.play(action)
    return game
