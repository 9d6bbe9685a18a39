"""A person is shown what the observation holds, and what they answer is understood or explained."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest

from agents.arena.calling import ask_one
from agents.human import Human, Question, Quit
from tests.rendering.tables import PHASES, at_phase
from tests.rendering.test_observed import row_of
from tests.table import lay_table, play
from uno_env import Game, IllegalAction
from uno_env.policies import find_policy
from uno_env.rendering import ansi
from uno_env.rendering.observed import observed_table

Answering = Callable[..., None]


@pytest.fixture
def answering(monkeypatch: pytest.MonkeyPatch) -> Answering:
    """A person who gives these answers, then falls silent."""

    def give(*answers: str) -> None:
        lines: Iterator[str] = iter(answers)

        def answer(prompt: str) -> str:
            try:
                return next(lines)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", answer)

    return give


def question(game: Game) -> Question:
    assert game.actor is not None
    return Question(observed_table(row_of(game), game.legal_mask(), game.actor))


def meant(game: Game, answer: str) -> str:
    """What a person means, in notation."""
    action = question(game).meant(answer)
    game.play(action)
    code: str = game.record()["actions"][-1]
    return code


HANDS = ["R7 R1 YD W B3", "G1 G2 G3 G4 G6", "B1 B2 B4 B5 B6"]


@pytest.mark.parametrize(
    ("answer", "action"),
    [
        ("R7", "R7"),
        ("r7", "R7"),
        ("red 7", "R7"),
        ("the red seven is R7 please", "R7"),
        ("2", "R7"),
        ("1", "R1"),
        ("W:B", "W:B"),
        ("wild blue", "W:B"),
        ("w:g", "W:G"),
        ("wild g", "W:G"),
        ("draw", "draw"),
        ("d", "draw"),
        ("I play red 1", "R1"),
    ],
)
def test_codes_numbers_and_words_are_understood(answer: str, action: str) -> None:
    assert meant(lay_table(HANDS), answer) == action


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("G1", "G1 is not in your hand"),
        ("B3", r"B3 cannot be played on R5 \(red in play\)"),
        ("0", "the numbers 1 to 7"),
        ("8", "the numbers 1 to 7"),
        ("red", "that could be R1, R7"),
        ("W", "that could be W:R, W:Y, W:G, W:B"),
        ("challenge", "challenge is not possible now; legal: R1"),
        ("what?", "names no action; legal: R1, R7, W:R"),
        ("R1 or R7", "several legal actions"),
    ],
)
def test_what_cannot_be_understood_is_explained(answer: str, reason: str) -> None:
    game = lay_table(HANDS)
    before = game.to_bytes()
    with pytest.raises(IllegalAction, match=reason):
        meant(game, answer)
    assert game.to_bytes() == before


def test_other_players_are_chosen_by_seat_or_by_number() -> None:
    def trade() -> Game:
        return play(lay_table(["R7 R1", "G1 G2", "B1 B2"], seven_zero=True), "R7 uno")

    assert meant(trade(), "seat 2") == "seat:+2"
    assert meant(trade(), "+1") == "seat:+1"
    assert meant(trade(), "2") == "seat:+2"


def test_colours_are_named_by_their_names() -> None:
    assert meant(at_phase("friendship", "color"), "pink") == "color:P"


@pytest.mark.parametrize(("deck", "phase"), [each for each in PHASES if each[1] != "over"])
def test_every_decision_can_be_put_to_a_person(
    deck: str, phase: str, answering: Answering, capsys: pytest.CaptureFixture[str]
) -> None:
    game = at_phase(deck, phase)
    human, first = Human(game.actor or 0), question(game).legal[0]
    answering("1")
    assert game.legal_mask()[ask_one(human, game)]
    shown = capsys.readouterr().out
    assert f"1 {first}" in shown
    assert max(map(len, shown.splitlines())) <= ansi.WIDTH
    assert "\x1b" not in shown


def test_wrong_answers_are_explained_and_the_question_is_asked_again(
    answering: Answering, capsys: pytest.CaptureFixture[str]
) -> None:
    game = lay_table(HANDS)
    answering("nonsense", "", "?", "G1", "R7")
    assert ask_one(Human(), game) == 7
    shown = capsys.readouterr().out
    assert "names no action" in shown
    assert "Answer with a number" in shown
    assert "colours: R red" in shown
    assert "G1 is not in your hand" in shown


@pytest.mark.parametrize("answers", [[], ["q"], ["nonsense", "QUIT"]])
def test_a_person_can_leave(answers: list[str], answering: Answering) -> None:
    answering(*answers)
    with pytest.raises(Quit):
        ask_one(Human(), lay_table(HANDS))


def test_the_table_shows_what_a_player_needs(answering: Answering, capsys: pytest.CaptureFixture[str]) -> None:
    game = play(lay_table(["W4 R9 R7", "B1 B2 B4", "G1 G2 G3"], pile="Y1 Y2 Y3 Y4"), "W4:B challenge")
    answering("1")
    ask_one(Human(game.actor or 0), game)
    shown = " ".join(capsys.readouterr().out.split())
    assert "top card W4 colour blue" in shown
    assert "↻ clockwise" in shown
    assert "▶ seat 1 3 B1 B2 B4" in shown
    assert "seat 0 6 R7 R9 ▒ x4" in shown  # the challenger has seen the hand, but not what was drawn then
    assert "your turn: play a card or draw" in shown
    assert "1 B1 2 B2 3 B4 4 draw" in shown


def test_what_the_others_have_done_since_is_told(answering: Answering, capsys: pytest.CaptureFixture[str]) -> None:
    game = play(lay_table(["R1 R2 R3", "R4 B2 B3", "B4 G2 G3"]), "R1 R4 B4")
    answering("draw", "draw")
    ask_one(Human(), game)
    shown = capsys.readouterr().out
    assert "seat 1 plays R4\nseat 2 plays B4\n" in shown
    assert "plays R1" not in shown
    human = Human()
    human.tells = False
    ask_one(human, game)
    assert "plays" not in capsys.readouterr().out


def test_the_pending_draw_is_shown(answering: Answering, capsys: pytest.CaptureFixture[str]) -> None:
    game = play(lay_table(["RD R2", "YD B2", "B1 B4"], progressive=True, uno_call="auto"), "RD")
    answering("draw")
    ask_one(Human(1), game)
    shown = capsys.readouterr().out
    assert "+2 pending" in shown
    assert "draw (2 cards)" in shown


def test_nothing_hidden_is_shown(answering: Answering, capsys: pytest.CaptureFixture[str]) -> None:
    texts = []
    for hands in (["R1 R2 R3", "R4 B2 B3", "G1 G2 G3"], ["R1 R2 R3", "G1 G2 B3", "R4 B2 G3"]):
        answering("R1")
        ask_one(Human(), lay_table(hands))
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1]


def test_colours_are_for_terminals_only_and_no_color_turns_them_off(
    answering: Answering, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    answering("R7")
    ask_one(Human(), lay_table(HANDS))
    assert "\x1b[1;97;41m R7 " in capsys.readouterr().out
    monkeypatch.setenv("NO_COLOR", "1")
    answering("R7")
    ask_one(Human(), lay_table(HANDS))
    assert "\x1b" not in capsys.readouterr().out


def test_a_narrow_terminal_is_respected(
    answering: Answering, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "70")
    answering("1")
    ask_one(Human(), lay_table(["R1 R2 R3 R4 R6 R7 R8 R9 W W W4 Y1 Y2", "B1 B2 B3 B4 B5 B6 B7 B8 B9 G1 G2 G3 G4"]))
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 70
    choices = lines[lines.index("your turn: play a card or draw") + 1 :]
    assert not any(line.split()[-1].isdecimal() for line in choices)  # a number stays with its action


def test_a_person_acts_on_rows_like_any_policy(answering: Answering) -> None:
    human = find_policy("human:seat=1")
    assert repr(human) == "Human(seat=1)"
    game = lay_table(HANDS)
    masks = np.stack([game.legal_mask(), np.zeros_like(game.legal_mask()), game.legal_mask()])
    answering("R7", "draw")
    assert human.act(np.stack([row_of(game)] * 3), masks).tolist() == [7, -1, 90]
    with pytest.raises(ValueError, match="seat=-1"):
        Human(-1)
