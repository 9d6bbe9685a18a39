"""The pictures of a tournament.  How they look has to be looked at; here is what a program can tell."""

from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
import pytest
from matplotlib.image import imread

from agents.arena.fixtures import Fixture, round_robin
from agents.arena.pictures import draw_cross_table, draw_pictures, draw_ratings
from agents.arena.summary import summarize
from tests.arena.made_up_games import game, games
from uno_env.rules import RuleSet


def summary_of(names: list[str], deals: int = 10, spread: float = 2.0) -> dict[str, Any]:
    fixtures = round_robin(RuleSet(players=2), names)
    results = games(fixtures, np.linspace(0, spread, len(names)).tolist(), deals)
    return summarize(names, fixtures, results, resamples=5)


def size(file: Path) -> tuple[int, int]:
    height, width = imread(file).shape[:2]
    return width, height


def share_of(file: Path, test: Any) -> float:
    """The share of pixels that pass a test of their red, green and blue."""
    picture = imread(file)
    return float(test(*np.moveaxis(picture[:, :, :3], 2, 0)).mean())


def test_both_pictures_are_drawn_and_grow_with_the_number_of_agents(tmp_path: Path) -> None:
    few = draw_pictures(tmp_path / "few", summary_of(["a", "random_play"]))
    many = draw_pictures(tmp_path / "many", summary_of([f"search:rollouts={number}" for number in range(9)]))
    assert [file.name for file in few] == ["cross_table.png", "ratings.png"]
    assert list((tmp_path / "few").iterdir()) != []
    for small, large in zip(few, many, strict=True):
        assert small.read_bytes().startswith(b"\x89PNG")
        assert size(large)[1] > 2 * size(small)[1]


def test_better_than_par_is_blue_and_worse_is_red(tmp_path: Path) -> None:
    draw_cross_table(tmp_path / "table.png", summary_of(["weak", "strong"], 100))
    blue = share_of(tmp_path / "table.png", lambda red, green, blue: blue - red > 0.15)
    red = share_of(tmp_path / "table.png", lambda red, green, blue: red - blue > 0.15)
    assert blue > 0.02
    assert red == pytest.approx(blue, rel=0.3)


def test_long_names_make_the_picture_wider_and_are_not_cut_off(tmp_path: Path) -> None:
    for draw in (draw_cross_table, draw_ratings):
        draw(tmp_path / "short.png", summary_of(["a", "b"]))
        draw(tmp_path / "long.png", summary_of(["a" * 30, "b" * 30]))
        assert size(tmp_path / "long.png")[0] > size(tmp_path / "short.png")[0] + 300
        edge = imread(tmp_path / "long.png")[:, :8, :3]
        assert edge.min() == 1  # nothing but white


def test_no_name_is_too_odd(tmp_path: Path) -> None:
    # Formulas, letters the font lacks, far too long, nothing at all: warnings are errors here.
    draw_pictures(tmp_path, summary_of(["$x_1^{$", "名前:选手", "long" * 100, ""]))
    assert size(tmp_path / "cross_table.png")[0] < 2000


def test_settings_are_left_as_they_were(tmp_path: Path) -> None:
    with matplotlib.rc_context({"font.size": 31.0, "axes.facecolor": "black"}):
        before = dict(matplotlib.rcParams)
        draw_pictures(tmp_path / "odd", summary_of(["a", "b"]))
        assert dict(matplotlib.rcParams) == before
    draw_pictures(tmp_path / "plain", summary_of(["a", "b"]))
    for name in ("cross_table.png", "ratings.png"):
        assert np.array_equal(imread(tmp_path / "odd" / name), imread(tmp_path / "plain" / name))


def test_pairs_that_never_met_and_agents_without_games_are_no_trouble(tmp_path: Path) -> None:
    fixtures = [Fixture(0, "", (0, 1), 0.5)]
    results = games(fixtures, [0.0, 1.0], 10)
    draw_pictures(tmp_path / "some", summarize(["a", "b", "idle"], fixtures, results, resamples=5))
    draw_pictures(tmp_path / "none", summarize(["a", "b", "idle"], fixtures, results[:0]))
    draw_pictures(tmp_path / "one", summarize(["a", "b"], fixtures, game([0, 1], [1, 0])))
    assert len(list(tmp_path.rglob("*.png"))) == 6
