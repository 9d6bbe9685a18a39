"""The table as text."""

from __future__ import annotations

import doctest
import re

import pytest

from tests.rendering.tables import PHASES, at_phase
from tests.table import lay_table, play
from uno_env import Game, RuleSet
from uno_env.decks import DECKS
from uno_env.rendering import ansi
from uno_env.rendering.view import TableView

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def plain(game: Game, seat: int | None = None) -> str:
    return ansi.render(TableView.of(game, seat), color=False)


@pytest.mark.parametrize(("deck", "phase"), PHASES)
def test_every_phase_fits_a_hundred_columns(deck: str, phase: str) -> None:
    game = at_phase(deck, phase)
    for seat in (None, 0, game.actor):
        for color in (True, False):
            text = ansi.render(TableView.of(game, seat), color)
            assert max(len(ESCAPE.sub("", line)) for line in text.splitlines()) <= ansi.WIDTH
            assert ("\x1b" in text) == color


@pytest.mark.parametrize("deck", DECKS)
def test_ten_players_with_large_hands_fit(deck: str) -> None:
    rules = RuleSet(deck=deck, players=10, partners=True, hand_size=6)
    text = ansi.render(TableView.of(Game(rules, 5), scores=[499] * 10, target=500))
    assert all(f"seat {seat}" in text for seat in range(10))
    assert max(len(ESCAPE.sub("", line)) for line in text.splitlines()) <= ansi.WIDTH


def test_a_long_hand_is_wrapped_and_complete() -> None:
    game = Game(RuleSet(players=2, hand_size=45), 1)
    text = ansi.render(TableView.of(game))
    assert max(len(ESCAPE.sub("", line)) for line in text.splitlines()) <= ansi.WIDTH
    shown = ESCAPE.sub("", text).split("─" * ansi.WIDTH)[2].split()
    assert [code for code in shown if code in set(game.hand(0) + game.hand(1))] == game.hand(0) + game.hand(1)


def test_hidden_hands_are_backs() -> None:
    game = lay_table(["R1 R2 R3", "B1 B2 B3"])
    assert "▒ ▒ ▒" in plain(game, 0)
    assert "B2" not in plain(game, 0)
    assert "B1 B2 B3" in plain(game)


def test_what_is_special_is_marked() -> None:
    game = play(lay_table(["RD R2", "YD B2", "B1 B4"], progressive=True, uno_call="auto"), "RD")
    text = plain(game, 1)
    assert "UNO" in text
    assert "+2 pending" in text
    assert "▶ seat 1" in text
    assert "seat 2 D" in text
    assert "respond   YD  draw" in text
    assert "▶" not in plain(game, 2)


def test_turned_cards_and_the_result_are_shown() -> None:
    game = play(lay_table(["CAST R2", "B1 B2", "G1 G2"], pile="R1 B7 R9", deck="casting_call"), "CAST:G uno")
    assert "turned    R1 B7 R9" in plain(game, 2)
    assert "is out and scores" in plain(at_phase("classic", "over"), 0)


def test_the_examples_are_true() -> None:
    assert not doctest.testmod(ansi).failed
