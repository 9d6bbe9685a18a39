"""JSON and CSV files of a tournament."""

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents.arena import files
from agents.arena.files import write_files, write_games, write_summary
from agents.arena.fixtures import Fixture, round_robin
from agents.arena.results import Ending, GameResults
from agents.arena.summary import summarize
from agents.arena.whole_files import written_whole
from tests.arena.made_up_games import game, games
from uno_env.rules import RuleSet

NAMES = ["expert", 'search:rollouts=400,note="odd"', "random_play"]


@pytest.fixture
def tournament() -> tuple[dict[str, Any], list[Fixture], GameResults]:
    fixtures = round_robin(RuleSet(players=2), NAMES)
    results = games(fixtures, [1.0, 1.5, 0.0], 20)
    return summarize(NAMES, fixtures, results, resamples=5), fixtures, results


def rows(file: Path) -> list[dict[str, str]]:
    with file.open(newline="") as text:
        return list(csv.DictReader(text))


def test_everything_is_written_and_can_be_read_back(
    tmp_path: Path, tournament: tuple[dict[str, Any], list[Fixture], GameResults]
) -> None:
    summary, fixtures, results = tournament
    written = write_files(tmp_path / "new" / "folder", summary, NAMES, fixtures, results)
    assert [file.name for file in written] == ["summary.json", "standings.csv", "cross_table.csv", "games.csv"]
    assert sorted((tmp_path / "new" / "folder").iterdir()) == sorted(written)
    assert json.loads(written[0].read_text()) == summary
    standings = rows(written[1])
    assert [row["agent"] for row in standings] == NAMES
    assert float(standings[0]["win_rate"]) == pytest.approx(summary["agents"][0]["win_rate"]["mean"], abs=1e-5)
    assert float(standings[2]["elo"]) == 1000
    cross = rows(written[2])
    assert cross[1]["agent"] == NAMES[1]
    assert cross[1][NAMES[1]] == ""
    expected = summary["cross_table"]["win_rate"][1][0]
    assert float(cross[1]["expert"]) == pytest.approx(expected, abs=1e-5)
    assert len(rows(written[3])) == len(results)


def test_a_row_of_games_can_be_read_by_people(tmp_path: Path) -> None:
    results = np.concatenate(
        [
            game([0, 2, 2], [0, 1, 0], deal=4, seating=2, points=[0, 120, 0], first=1, decisions=33),
            game([0, 2, 2], [0.5, 0.5, 0], deal=5),
            game([0, 1, 0, 1], [1, 0, 1, 0], fixture=1),
            game([0, 1], [0, 0], fixture=1, ending=Ending.DEAD),
        ]
    )
    fixtures = [Fixture(0, "expert against 2 random_play", (0, 2, 2), 1 / 3), Fixture(1, "pairs", (0, 1, 0, 1), 0.5)]
    write_games(tmp_path / "games.csv", NAMES, fixtures, results)
    first, shared, pairs, dead = rows(tmp_path / "games.csv")
    assert first == {
        "fixture": "expert against 2 random_play",
        "deal": "4",
        "seating": "2",
        "ending": "won",
        "agents": "expert|random_play|random_play",
        "winners": "random_play",
        "shares": "0|1|0",
        "points": "0|120|0",
        "rounds_won": "0|1|0",
        "rounds": "1",
        "dead_rounds": "0",
        "decisions": "33",
        "first_place": "1",
    }
    assert shared["winners"] == "expert|random_play"
    assert shared["shares"] == "0.5|0.5|0"
    assert pairs["winners"] == "expert"
    assert pairs["agents"].split("|")[1] == NAMES[1]
    assert (dead["ending"], dead["winners"]) == ("dead", "")


def test_games_are_the_same_in_whatever_portions_they_are_written(
    tmp_path: Path,
    tournament: tuple[dict[str, Any], list[Fixture], GameResults],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _, fixtures, results = tournament
    write_games(tmp_path / "whole.csv", NAMES, fixtures, results)
    monkeypatch.setattr(files, "CHUNK", 7)
    write_games(tmp_path / "portions.csv", NAMES, fixtures, results)
    assert (tmp_path / "whole.csv").read_bytes() == (tmp_path / "portions.csv").read_bytes()


def test_a_file_that_cannot_be_finished_leaves_the_old_one_alone(tmp_path: Path) -> None:
    file = tmp_path / "summary.json"
    write_summary(file, {"old": 1})
    with pytest.raises(TypeError):
        write_summary(file, {"new": 2, "odd": object()})
    assert json.loads(file.read_text()) == {"old": 1}
    assert list(tmp_path.iterdir()) == [file]


def test_nobody_sees_half_a_file(tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    with written_whole(file) as text:
        text.write("half")
        text.flush()
        assert not file.exists()
    assert file.read_text() == "half"


def test_files_of_a_tournament_without_games_have_headings_only(tmp_path: Path) -> None:
    fixtures = round_robin(RuleSet(players=2), NAMES)
    nothing = games(fixtures, [0.0] * 3, 1)[:0]
    written = write_files(tmp_path, summarize(NAMES, fixtures, nothing), NAMES, fixtures, nothing)
    assert written[3].read_text().count("\n") == 1
    assert rows(written[1])[0]["win_rate"] == ""
