"""Tables on a terminal are drawn anew; in a file they follow one another."""

from __future__ import annotations

import pytest

from agents.command_line.stage import CLEAR, LINES_KEPT, Stage
from agents.human import Quit
from tests.table import lay_table
from uno_env.rendering.view import TableView

VIEW = TableView.of(lay_table(["R1 R2", "B1 B2"]))


@pytest.fixture
def naps(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long the stage has slept."""
    slept: list[float] = []
    monkeypatch.setattr("time.sleep", slept.append)
    return slept


def on_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)


def test_a_terminal_is_cleared_and_keeps_the_last_sentences(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    on_terminal(monkeypatch)
    stage = Stage(["anna", "ben"])
    for number in range(LINES_KEPT + 1):
        stage.show(VIEW, [f"move {number}"])
    last = capsys.readouterr().out.split(CLEAR)[-1]
    assert "\x1b[" in last
    assert "anna" in last
    assert "move 0" not in last
    assert "move 1\n" in last
    stage.show(VIEW, alone=True)
    assert CLEAR not in capsys.readouterr().out


def test_a_file_gets_plain_text_and_is_not_waited_for(naps: list[float], capsys: pytest.CaptureFixture[str]) -> None:
    stage = Stage()
    stage.show(VIEW, ["one"])
    stage.show(VIEW, ["two"])
    stage.wait(5.0)
    text = capsys.readouterr().out
    assert "\x1b" not in text
    assert text.count("one") == 1
    assert naps == []


def test_delays_are_the_users_or_a_terminals(naps: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    Stage(delay=0.25).wait(5.0)
    on_terminal(monkeypatch)
    Stage().wait(5.0)
    Stage(delay=0.0).wait(5.0)
    assert naps == [0.25, 5.0]


def test_a_step_waits_for_enter(naps: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["", "q"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(answers))
    stage = Stage(step=True, delay=3.0)
    stage.wait(5.0)
    with pytest.raises(Quit):
        stage.wait(5.0)
    assert naps == []
