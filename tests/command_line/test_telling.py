"""What happens is told in sentences, and nothing that only some can see."""

from __future__ import annotations

from random import Random

import pytest

from agents.telling import Teller, card_words, sentence
from tests.table import lay_table
from uno_env import Game, RuleSet
from uno_env.decks import DECKS

NAMES = ["you", "seat 1", "seat 2 (greedy)"]


def told(game: Game, code: str, viewer: int | None = 0, *, reveal: bool = False) -> list[str]:
    names = [""] * game.rules.players
    if viewer is not None:
        names[viewer] = "you"
    teller = Teller(names, viewer, reveal=reveal)
    teller.look(game)
    game.play(code)
    return teller.told(game, code)


@pytest.mark.parametrize(
    ("actor", "code", "phase", "text"),
    [
        (1, "R7", None, "seat 1 plays R7"),
        (0, "R7", None, "you play R7"),
        (1, "W4:B", None, "seat 1 plays W4, naming blue"),
        (2, "draw", None, "seat 2 (greedy) draws"),
        (1, "catch", None, "seat 1 catches the silent player"),
        (1, "pass", "drawn", "seat 1 keeps the card"),
        (0, "pass", "drawn", "you keep the card"),
        (1, "pass", "jump_in", "seat 1 does not jump in"),
        (1, "seat:+2", "swap", "seat 1 trades hands with you"),
        (1, "seat:+1", None, "seat 1 chooses seat 2 (greedy)"),
        (1, "color:G", None, "seat 1 names green"),
        (1, "?", "lay", "seat 1 lays a card face down"),
        (1, "RUN:G", "respond", "seat 1 blocks with RUN, naming green"),
        (1, "YD", "respond", "seat 1 answers with YD"),
        (1, "uno", "uno", "seat 1 says UNO"),
    ],
)
def test_actions_are_told(actor: int, code: str, phase: str | None, text: str) -> None:
    assert sentence(actor, code, DECKS["run"], NAMES, phase) == text


def test_cards_have_words() -> None:
    deck = DECKS["friendship"]
    assert card_words("P7", deck) == "pink 7"
    assert card_words("GD", deck) == "green draw two"
    assert card_words("W4:P", deck) == "wild draw four pink"
    assert card_words("RS*", DECKS["run"]) == "red skip icon"
    assert card_words("LAP", deck) == "victory lap"


def test_one_sees_what_one_draws_oneself_and_counts_what_others_draw() -> None:
    hands = ["RD R2 R3", "B1 B2 B3", "G1 G2 G3"]
    assert told(lay_table(hands, pile="Y1 Y2"), "RD", 0) == ["you play RD", "seat 1 draws 2 cards"]
    assert told(lay_table(hands, pile="Y1 Y2"), "RD", 1) == ["seat 0 plays RD", "you draw Y1 Y2"]
    game = lay_table(["B1 R2", "G1 Y1", "G3 Y2"], pile="Y3 Y4")
    assert told(game, "draw", 0) == ["you draw Y3"]
    assert told(game, "draw", 0) == ["seat 1 draws"]


def test_penalties_and_shuffles_are_told() -> None:
    game = lay_table(["W4 R9 R7", "B1 B2 B4", "G1 G2 G3"], start="G5", pile="Y1 Y2 Y3 Y4")
    game.play("W4:B")
    assert told(game, "challenge", 0) == ["seat 1 challenges the Wild Draw Four", "seat 1 draws 6 cards"]


def test_hands_that_are_passed_along_are_not_drawn() -> None:
    game = lay_table(["R0 R2 R3", "B1 B2 B3", "G1 G2 G3"], seven_zero=True)
    assert told(game, "R0") == ["you play R0", "all hands are passed along"]


def test_a_hidden_decision_is_told_to_nobody_but_its_player() -> None:
    def asked() -> Game:
        game = lay_table(["R1 R2 R3", "B1 B2 B3", "R1 G2 G3"], jump_in=True)
        game.play("R1")
        assert (game.actor, game.phase) == (2, "jump_in")
        return game

    assert told(asked(), "pass", 0) == []
    assert told(asked(), "pass", None) == []
    assert told(asked(), "pass", 2) == ["you do not jump in"]
    assert told(asked(), "pass", None, reveal=True) == ["seat 2 does not jump in"]


def test_cards_laid_face_down_are_told_when_they_are_turned_up() -> None:
    game = lay_table(["FRIEND P2 P3", "P1 B2 B3", "G1 P4 G3"], start="P5", deck="friendship")
    game.play("FRIEND")
    assert told(game, "P2", 1) == ["seat 0 lays a card face down"]
    assert told(game, "P1", 1) == ["you lay P1"]
    lines = told(game, "G1", 1)
    assert lines == ["seat 2 lays a card face down", "the cards are turned up; out go P1 P2"]


@pytest.mark.parametrize("deck", DECKS)
def test_whole_rounds_can_be_told_and_no_hidden_card_is(deck: str) -> None:
    rules = RuleSet(deck=deck, players=4, seven_zero=True, progressive=True, jump_in=True)
    random, game = Random(2), Game(rules, 2)
    teller = Teller(["a", "b", "c", "d"])
    for _ in range(300):
        if game.over:
            break
        code = random.choice([each for each in game.legal_actions() if each != "draw"] or ["draw"])
        hidden = game.phase in ("lay", "guess")
        teller.look(game)
        game.play(code)
        lines = teller.told(game, code)
        assert not (hidden and f"lays {code}" in " ".join(lines))
        for line in lines:
            assert "you" not in line.split()
            assert not ("draws" in line and any(card in line.split() for card in game.snapshot()["hands"][0]))
