"""The view in words, and answers in words."""

from __future__ import annotations

import doctest

import pytest

from tests.rendering.tables import PHASES, at_phase, random_play
from tests.table import lay_table, play
from uno_env import Game, IllegalAction, RuleSet, text_view
from uno_env.decks import DECKS
from uno_env.text_view import describe, parse_action


def test_a_description_has_the_table_the_hands_and_the_decision() -> None:
    game = play(lay_table(["R1 R2 R3", "R4 B2 B3", "G1 G2 G3"]), "R1")
    text = describe(game, 1, scores=[10, 20, 30], target=500)
    assert "top card R1, colour in play R (red)" in text
    assert "seat 1 (you): 3 cards, B2 B3 R4" in text
    assert "seat 0: 2 cards" in text
    assert "match totals 0:10 1:20 2:30 (played to 500)" in text
    assert "0 R1" in text
    assert "legal actions: R4 draw" in text


def test_a_description_says_nothing_of_hidden_cards() -> None:
    one = play(lay_table(["R1 R2 R3", "R4 B2 B3", "G1 G2 G3"]), "R1")
    other = play(lay_table(["R1 R2 R3", "R4 B2 G3", "G1 G2 B3"]), "R1")
    assert describe(one, 0) == describe(other, 0)
    assert describe(one, 1) != describe(other, 1)


def test_an_onlooker_reads_no_legal_actions() -> None:
    game = at_phase("classic", "jump_in")
    for seat in range(4):
        assert ("legal actions" in describe(game, seat)) == (seat == game.actor)


def test_known_cards_are_told_from_unknown_ones() -> None:
    game = play(lay_table(["W4 R9 R7", "B1 B2 B4", "G1 G2 G3"], start="G5"), "W4:B challenge draw")
    assert "seat 0: 2 cards, known R7 R9" in describe(game, 1)
    assert "R9" not in describe(game, 2)


def test_a_legend_explains_the_notation_of_the_deck_at_hand() -> None:
    legends = {deck: describe(Game(RuleSet(deck=deck), 1), 0, legend=True) for deck in DECKS}
    assert "P pink" in legends["friendship"]
    assert "P pink" not in legends["run"]
    assert "icon" in legends["run"]
    assert "LAP Victory Lap" in legends["victory_lap"]
    assert "NOTATION" not in describe(Game(seed=1), 0)


@pytest.mark.parametrize(("deck", "phase"), PHASES)
def test_every_phase_is_described_to_all(deck: str, phase: str) -> None:
    game = at_phase(deck, phase)
    for seat in range(4):
        text = describe(game, seat, legend=True)
        assert text.count("(you") == 1
        assert (f"({phase}: " in text) == (seat == game.actor)


def test_a_face_down_card_is_told_to_its_owner_only() -> None:
    game = play(lay_table(["FRIEND P1 P2", "B1 B2 B3"], start="P5", deck="friendship"), "FRIEND P1")
    assert "one lies face down: P1" in describe(game, 0)
    assert "one lies face down\n" in describe(game, 1)
    assert "P1" not in describe(game, 1)


@pytest.mark.parametrize("deck", DECKS)
def test_every_legal_action_is_read_back_from_the_words_around_it(deck: str) -> None:
    rules = RuleSet(deck=deck, players=4, progressive=True, seven_zero=True, jump_in=True)
    for game in random_play(rules, seed=11, decisions=250):
        for action, code in zip(game.legal_action_ids(), _codes(game), strict=True):
            for answer in (code, code.lower(), f" {code}\n", f"I choose {code}.", f"**{code}**", f"`{code}`!"):
                assert parse_action(answer, game) == action, answer


def _codes(game: Game) -> list[str]:
    """Legal codes in the order of their ids."""
    from uno_env.actions import action_code

    colors = game.rules.deck_declaration.color_letters
    return [action_code(action, colors) for action in game.legal_action_ids()]


def table() -> Game:
    return lay_table(["R1 W B3", "B1 B2 B4"])


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("", "names no action; legal: R1"),
        ("I am not sure", "names no action"),
        ("R1 or draw", "several legal actions: R1, draw"),
        ("I play B3.", "B3 cannot be played on R5; legal: R1"),
        ("r9", "R9 is not in seat 0's hand"),
        ("W", "needs a colour: W:R"),
        ("seat:+1", "seat:\\+1 is not possible"),
    ],
)
def test_an_answer_that_is_no_legal_action_is_explained(answer: str, reason: str) -> None:
    with pytest.raises(IllegalAction, match=reason):
        parse_action(answer, table())


def test_an_illegal_card_in_passing_does_not_hide_the_legal_one() -> None:
    assert parse_action("B3 does not fit, so I will Draw", table()) == 90


def test_a_plain_card_is_not_taken_for_the_one_with_the_icon() -> None:
    game = lay_table(["RS RS* R1", "B1 B2 B3", "G1 G2 G3"], deck="run")
    plain, icon = parse_action("RS", game), parse_action("RS*", game)
    assert plain != icon
    assert parse_action("I play **RS***", game) == icon
    assert parse_action("I play **RS**", game) == plain


def test_an_answer_after_the_end_and_one_that_is_no_text_are_refused() -> None:
    with pytest.raises(IllegalAction, match="the round is over"):
        parse_action("draw", at_phase("classic", "over"))
    with pytest.raises(IllegalAction, match="an answer is text"):
        parse_action(7, table())  # type: ignore[arg-type]


def test_the_examples_are_true() -> None:
    assert not doctest.testmod(text_view).failed
