"""``uno replay``: records move by move."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.command_line.running import assert_refused, uno
from tests.rendering.tables import random_play
from tests.table import lay_table, play
from uno_env import Game, RuleSet
from uno_env.recording import write


@pytest.fixture
def short() -> Game:
    """A round of four moves."""
    return play(lay_table(["R1 R2", "R3 B2", "G1 G2"], pile="Y7 Y8"), "R1 uno R3 uno draw")


def saved(record: dict[str, Any], path: Path) -> str:
    path.write_text(json.dumps(record))
    return str(path)


def test_every_move_is_shown(short: Game, tmp_path: Path) -> None:
    write(short, tmp_path / "short.json")
    text = uno("replay", str(tmp_path / "short.json")).stdout
    assert text.count("everybody's view") == 6
    assert "   1  seat 0 plays R1" in text
    assert "   5  seat 2 draws" in text
    assert "Y7" in text
    assert "\x1b" not in text


def test_a_seat_sees_only_what_it_may(short: Game, tmp_path: Path) -> None:
    path = saved(short.record(), tmp_path / "short.json")
    text = uno("replay", path, "--seat", "0").stdout
    assert "view of seat 0" in text
    assert "G1" not in text
    assert "Y7" not in text


def test_decisions_that_leave_no_trace_are_told_to_those_who_see_everything(tmp_path: Path) -> None:
    game = play(lay_table(["R1 R2 R3", "B1 B2 B3", "R1 G2 G3"], jump_in=True), "R1 pass draw")
    path = saved(game.record(), tmp_path / "hidden.json")
    assert "seat 2 does not jump in" in uno("replay", path).stdout
    assert "jump in" not in uno("replay", path, "--seat", "1").stdout


def test_players_have_names_if_the_record_says_so(short: Game, tmp_path: Path) -> None:
    path = saved(short.record() | {"agents": ["anna", "ben", "cleo"]}, tmp_path / "named.json")
    assert "seat 1 (ben) plays R3" in uno("replay", path).stdout
    path = saved(short.record() | {"agents": "nobody"}, tmp_path / "unnamed.json")
    assert "seat 1 plays R3" in uno("replay", path).stdout


def test_only_the_end(short: Game, tmp_path: Path) -> None:
    path = saved(short.record(), tmp_path / "short.json")
    text = uno("replay", path, "--final").stdout
    assert text.count("everybody's view") == 1
    assert "last      0: R1   0: uno   1: R3   1: uno   2: draw" in text


def test_enter_goes_on_and_q_stops(short: Game, tmp_path: Path) -> None:
    path = saved(short.record(), tmp_path / "short.json")
    assert uno("replay", path, "--step", answers="\n\nq\n").stdout.count("everybody's view") == 3
    assert uno("replay", path, "--step", answers="\n").stdout.count("everybody's view") == 2


def test_one_record_of_many(short: Game, tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    other = Game(RuleSet(deck="run", players=2), 1)
    path.write_text("\n".join(json.dumps(each.record()) for each in (short, other)) + "\n\n")
    assert "classic, 3 players" in uno("replay", str(path)).stdout
    assert "run, 2 players" in uno("replay", str(path), "--game", "2").stdout
    assert_refused(uno("replay", str(path), "--game", "3"), "has 2 records")
    assert_refused(uno("replay", str(path), "--game", "0"), "counted from 1")
    assert_refused(uno("replay", saved(short.record(), tmp_path / "one.json"), "--game", "2"), "holds one record")


def test_a_whole_round_of_every_house_rule_is_shown(tmp_path: Path) -> None:
    rules = RuleSet(deck="friendship", players=5, progressive=True, seven_zero=True, jump_in=True)
    game = list(random_play(rules, 4, 400))[-1]
    result = uno("replay", saved(game.record(), tmp_path / "long.json"))
    assert result.exit_code == 0
    assert "is out and scores" in result.stdout


def test_the_last_position_as_a_picture(short: Game, tmp_path: Path) -> None:
    pytest.importorskip("pygame")
    record, picture = saved(short.record(), tmp_path / "short.json"), tmp_path / "end.png"
    assert uno("replay", record, "--final", "--png", str(picture)).exit_code == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert_refused(uno("replay", record, "--png", str(tmp_path / "end.gif")), ".png")


def test_broken_records_are_refused(short: Game, tmp_path: Path) -> None:
    record = short.record()
    broken = tmp_path / "broken.json"
    assert_refused(uno("replay", str(tmp_path / "nothing.json")), "nothing.json", "No such file")
    assert_refused(uno("replay", str(tmp_path)), "directory")
    broken.write_text("{")
    assert_refused(uno("replay", str(broken)), "is not JSON")
    broken.write_bytes(b"\xff\xfe\xff")
    assert_refused(uno("replay", str(broken)), "is not JSON")
    assert_refused(uno("replay", saved({}, broken)), "the record lacks rules")
    assert_refused(uno("replay", saved(record | {"actions": ["R1", "uno", "B2"]}, broken)), "action 2 ('B2')")
    assert_refused(uno("replay", saved(record, broken), "--seat", "3"), "seats run from 0 to 2")
    assert_refused(uno("replay", saved(record, broken), "--delay", "-2"), "--delay")
    lines = tmp_path / "broken.jsonl"
    lines.write_text("[1]\nnonsense\n")
    assert_refused(uno("replay", str(lines)), "is no record but a list")
    assert_refused(uno("replay", str(lines), "--game", "2"), "is not JSON")
