"""Golden playthroughs and perft counts: a change in behaviour shows up here and must be meant."""

import json

import pytest

from tests.golden import perft, playthroughs
from uno_env import Game
from uno_env.batch import game_seeds
from uno_env.decks import DECKS


@pytest.mark.parametrize("name", playthroughs.ROUNDS)
def test_a_golden_playthrough_is_still_the_same(name: str) -> None:
    assert playthroughs.golden(name) == (playthroughs.FOLDER / f"{name}.txt").read_text()


def test_every_deck_and_every_house_rule_has_a_golden_playthrough() -> None:
    assert set(playthroughs.ROUNDS) >= {*DECKS, "progressive", "seven_zero", "jump_in"}
    assert {path.stem for path in playthroughs.FOLDER.glob("*.txt")} == set(playthroughs.ROUNDS)


@pytest.mark.parametrize("name", perft.TABLES)
def test_perft_counts_are_still_the_same(name: str) -> None:
    assert perft.perft(perft.TABLES[name]) == json.loads(perft.FILE.read_text())[name]


def test_every_perft_table_is_counted() -> None:
    assert set(json.loads(perft.FILE.read_text())) == set(perft.TABLES)


def test_one_game_at_a_time_counts_the_same_courses_as_a_batch() -> None:
    name = "run, 3 players, hand_size=3"
    boards = [Game(perft.TABLES[name], int(seed)) for seed in game_seeds(perft.SEED, perft.BOARDS)]
    counts = []
    for _ in range(3):
        counts.append(sum(len(board.legal_actions()) for board in boards))
        boards = [played(board, action) for board in boards for action in board.legal_action_ids()]
    assert counts == json.loads(perft.FILE.read_text())[name][:3]


def played(board: Game, action: int) -> Game:
    after = board.copy()
    after.play(action)
    return after
