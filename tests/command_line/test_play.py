"""``uno play``: rounds and matches in the terminal, with scripted answers."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from agents.arena.calling import ask_one
from agents.command_line import play as playing
from agents.command_line.play import lined_up
from tests.command_line.running import assert_refused, uno
from uno_env import Game, RuleSet
from uno_env.recording import replay

MANY = "1\n" * 400


def test_a_person_plays_a_whole_round() -> None:
    result = uno("play", "random_play", "--players", "3", "--seed", "7", answers=MANY)
    assert result.exit_code == 0
    assert "classic, 3 players" in result.stdout
    assert "seat 0: you" in result.stdout
    assert "seat 1: random_play" in result.stdout
    assert "--seed 7" in result.stdout
    assert "> you play" in result.stdout
    assert "seat 2 (random_play) plays" in result.stdout
    assert "everybody's view" in result.stdout
    assert "is out and scores" in result.stdout
    assert "\x1b" not in result.stdout


def test_the_same_seed_and_answers_give_the_same_game(tmp_path: Path) -> None:
    records = []
    for name in ("one", "two"):
        path = tmp_path / f"{name}.json"
        assert uno("play", "expert", "--seed", "3", "--record", str(path), answers=MANY).exit_code == 0
        records.append(json.loads(path.read_text()))
    assert records[0] == records[1]
    assert records[0]["deck"] == Game(RuleSet(), 3).record()["deck"]
    assert records[0]["agents"] == ["human", "expert", "expert", "expert"]
    assert replay(records[0]).over


def test_everybody_sits_clockwise_from_the_person() -> None:
    rules = RuleSet(players=4)
    specs = ["random_play", "greedy", "expert"]

    def names(seat: int | None, given: list[str]) -> list[str]:
        return [player.name for player in lined_up(given, rules, seat)]

    assert names(0, specs) == ["you", "random_play", "greedy", "expert"]
    assert names(1, specs) == ["expert", "you", "random_play", "greedy"]
    assert names(3, specs) == ["random_play", "greedy", "expert", "you"]
    assert names(2, ["greedy"]) == ["greedy", "greedy", "you", "greedy"]
    assert names(None, ["greedy"]) == ["greedy"] * 4


def test_several_agents_say_how_many_play() -> None:
    result = uno("play", "greedy", "expert", "--seat", "2", answers="q\n")
    assert "classic, 3 players" in result.stdout
    assert "view of seat 2" in result.stdout
    assert "seat 0: greedy" in result.stdout
    assert "classic, 4 players" in uno("play", answers="q\n").stdout


def test_wrong_answers_cost_nothing() -> None:
    result = uno("play", "greedy", "--players", "2", "--seed", "1", answers="nonsense\n\n?\n999\nq\n")
    assert result.exit_code == 0
    assert "the answer names no action" in result.stdout
    assert result.stdout.count("your turn") == 2  # once to ask, once in the help
    assert "You have left the game." in result.stdout


def test_leaving_keeps_the_record_of_what_was_played(tmp_path: Path) -> None:
    path = tmp_path / "left.json"
    result = uno("play", "greedy", "--players", "2", "--seed", "1", "--record", str(path), answers="1\n")
    assert result.exit_code == 0
    assert str(path) in result.stdout
    game = replay(json.loads(path.read_text()))
    assert not game.over
    assert game.record()["actions"]


def test_the_interrupt_key_leaves_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(prompt: str = "") -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    result = uno("play", "greedy", "--players", "2", "--seed", "1")
    assert result.exit_code == 130
    assert "You have left the game." in result.stdout


def test_a_match_shows_the_score_between_rounds(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    arguments = ("play", "random_play", "--players", "2", "--match", "points", "--target", "150", "--seed", "4")
    result = uno(*arguments, "--record", str(path), answers=MANY * 3)
    assert result.exit_code == 0
    assert "a match for 150 points" in result.stdout
    assert "After round 1" in result.stdout
    assert "Round 2:" in result.stdout
    assert "% " in result.stdout
    assert ("you  have won" in result.stdout) != ("random_play  has won" in result.stdout)
    records = [json.loads(line) for line in path.read_text().splitlines()]
    assert len(records) == result.stdout.count("After round")
    assert all(replay(record).over for record in records)
    dealers = [record["dealer"] for record in records]
    assert all(one != other for one, other in pairwise(dealers))


def test_agents_are_told_the_state_of_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    contexts = []

    def spy(policy: object, game: Game, context: object, seed: int) -> int:
        contexts.append(context)
        return ask_one(policy, game, context, seed)  # type: ignore[arg-type]

    monkeypatch.setattr(playing, "ask_one", spy)
    result = uno("play", "--watch", "greedy", "--players", "2", "--match", "low", "--target", "60", "--seed", "4")
    assert result.exit_code == 0
    assert contexts[0].tolist()[:3] == [60, 0, 0]  # type: ignore[attr-defined]
    assert sum(contexts[-1].tolist()[1:3]) > 0  # type: ignore[attr-defined]
    assert contexts[0].tolist()[-1] == 1  # type: ignore[attr-defined]


def test_in_challenge_uno_those_left_play_on() -> None:
    arguments = ("play", "--watch", "random_play", "--players", "3", "--match", "challenge", "--target", "80")
    text = uno(*arguments, "--seed", "1").stdout
    assert "is out" in text
    assert "Those left move together: random_play from" in text
    assert text.count("has won") == 1
    assert "classic, 2 players" in text


def test_watching_asks_nothing_and_tells_everything() -> None:
    result = uno("play", "--watch", "expert", "random_play", "--deck", "run", "--seed", "2")
    assert result.exit_code == 0
    assert "run, 2 players" in result.stdout
    assert "seat 0 (expert) plays" in result.stdout
    assert "is out and scores" in result.stdout
    assert ">" not in result.stdout


def test_an_agent_that_searches_can_be_played_against() -> None:
    result = uno("play", "search:rollouts=8", "--players", "2", "--seed", "5", answers="1\n1\n1\nq\n")
    assert result.exit_code == 0
    assert "seat 1 (search:rollouts=8)" in result.stdout


@pytest.mark.parametrize(("name", "what"), [("Raising", "RuntimeError: two lines"), ("Cheating", "not legal")])
def test_an_agent_that_fails_is_named_with_its_seat(name: str, what: str, tmp_path: Path) -> None:
    spec, path = f"tests.command_line.agents:{name}", tmp_path / "failed.json"
    result = uno("play", "--watch", "greedy", spec, "--seed", "1", "--record", str(path))
    assert result.exit_code == 1
    assert f"agent {spec!r} at seat 1 has failed" in result.stderr
    assert what in result.stderr
    assert [line.split(":")[0] for line in result.stderr.splitlines() if "compiling" not in line] == ["uno"]
    assert replay(json.loads(path.read_text())).actor == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--deck", "clasic"], "did you mean 'classic'"),
        (["exprt"], "did you mean 'expert'"),
        (["search:rolouts=2"], "did you mean 'rollouts'"),
        (["no_such_module:Agent"], "no_such_module"),
        (["greedy", "expert", "--players", "5"], "2 agents for 4 seats"),
        (["--seat", "4"], "seats run from 0 to 3"),
        (["--seed", "-1"], "whole number"),
        (["--match", "lo"], "points, low, challenge"),
        (["--match", "low", "--partners"], "partners play for points"),
        (["--players", "11"], "2 to 10"),
        (["--delay", "-1"], "--delay"),
        (["--match", "points", "--record", "match.json"], ".jsonl"),
        (["--record", "no/such/folder/record.json"], "no such folder"),
    ],
)
def test_bad_input_is_refused_in_one_line(arguments: list[str], words: str) -> None:
    assert_refused(uno("play", *arguments), words)


def test_several_people_can_share_a_terminal() -> None:
    result = uno("play", "human", "--players", "2", "--seed", "1", answers="1\n1\n1\n1\nq\n")
    assert result.exit_code == 0
    assert "view of seat 0" in result.stdout
    assert "view of seat 1" in result.stdout
