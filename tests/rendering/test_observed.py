"""The table decoded from an observation is the table the seat sees."""

from __future__ import annotations

import doctest
from dataclasses import replace

import numpy as np
import pytest

from tests.rendering.tables import PHASES, at_phase, random_play
from uno_env import Game, RuleSet, observation
from uno_env.decks import DECKS
from uno_env.engine.state import HISTORY
from uno_env.rendering import observed
from uno_env.rendering.observed import observed_rules, observed_table
from uno_env.rendering.view import TableView


def row_of(game: Game, seat: int | None = None, history: int = HISTORY) -> np.ndarray:
    rows = np.zeros((1, observation.length(history)), np.uint8)
    observer = game._actor if seat is None else np.array([seat], np.int8)
    observation.observe(game._row, game._rule_rows, observer, np.zeros((1, observation.CONTEXT), np.int32), rows)
    return rows[0]


def without_order(view: TableView) -> TableView:
    """The view with what an observation does not tell put in a fixed order."""
    seats = tuple(replace(each, points=0) for each in view.seats)
    pile = (view.top, *sorted(view.discard_pile[1:]))
    return replace(view, seats=seats, discard_pile=pile, turned=tuple(sorted(view.turned)))


def assert_same_table(game: Game) -> None:
    assert game.actor is not None
    seen = observed_table(row_of(game), game.legal_mask(), game.actor)
    assert without_order(seen) == without_order(TableView.of(game, game.actor))


@pytest.mark.parametrize(("deck", "phase"), [each for each in PHASES if each[1] != "over"])
def test_every_phase_is_read_off_the_row_as_the_seat_sees_it(deck: str, phase: str) -> None:
    assert_same_table(at_phase(deck, phase))


@pytest.mark.parametrize("deck", DECKS)
def test_a_whole_round_is_read_off_the_rows(deck: str) -> None:
    rules = RuleSet(deck=deck, players=4, progressive=True, seven_zero=True, jump_in=True, partners=True)
    for game in random_play(rules, 3, decisions=200):
        if not game.over:
            assert_same_table(game)


def test_the_rules_are_read_off_the_row() -> None:
    for rules in (
        RuleSet(players=2, hand_size=5),
        RuleSet(deck="run", players=10, icons={"S": 2, "W4": 0}),
        RuleSet(deck="casting_call", partners=True, casting_match="identical", uno_call="auto"),
        RuleSet(deck="friendship", players=3, jump_in=True),
    ):
        assert observed_rules(row_of(Game(rules, 1))) == rules


def test_a_shorter_history_shows_the_last_actions() -> None:
    game = list(random_play(RuleSet(), 1, decisions=30))[-1]
    seen = observed_table(row_of(game, history=3), game.legal_mask(), game.actor or 0)
    assert list(seen.actions) == game.public_actions()[-3:]


def test_an_onlookers_row_and_a_seat_off_the_table_are_refused() -> None:
    game = Game(seed=1)
    assert game.actor is not None
    with pytest.raises(ValueError, match="onlooker"):
        observed_table(row_of(game, (game.actor + 1) % 4), game.legal_mask())
    with pytest.raises(ValueError, match="the round is over"):
        observed_table(row_of(at_phase("run", "over"), 0), game.legal_mask())
    with pytest.raises(ValueError, match="seats run from 0 to 3"):
        observed_table(row_of(game), game.legal_mask(), 4)


def test_the_examples_are_true() -> None:
    assert not doctest.testmod(observed).failed
