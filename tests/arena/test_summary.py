"""The summary, and the tables made of it."""

import io
import json
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from agents.arena.fixtures import Fixture, one_table, round_robin
from agents.arena.referee import Failure
from agents.arena.results import NOBODY, Ending, GameResults, no_results
from agents.arena.statistics import deal_scores, mean_interval, win_rate
from agents.arena.summary import ALONE, EVEN, MANY, TABLE, ranking, summarize
from agents.arena.tables import show
from tests.arena.made_up_games import game, games
from uno_env.rules import RuleSet

TWO = RuleSet(players=2)
FOUR = RuleSet(players=4)
NAMES = ["expert", "random_play", "search:rollouts=400"]


def summary_of(
    fixtures: Sequence[Fixture], results: GameResults, names: Sequence[str] = NAMES, **options: Any
) -> dict[str, Any]:
    """A summary with few resamples, which is enough here."""
    return summarize(names, fixtures, results, resamples=10, **options)


def shown(summary: dict[str, Any], width: int = 100) -> str:
    """What the terminal shows."""
    text = io.StringIO()
    show(summary, Console(file=text, width=width))
    return text.getvalue()


def test_a_summary_can_be_written_as_json() -> None:
    fixtures = round_robin(FOUR, NAMES)
    summary = summary_of(fixtures, games(fixtures, [1.0, 0.0, 1.5], 20, luck=1))
    assert json.loads(json.dumps(summary, allow_nan=False)) == summary


def test_the_order_in_which_games_were_finished_makes_no_difference() -> None:
    fixtures = round_robin(FOUR, NAMES)
    results = games(fixtures, [1.0, 0.0, 1.5], 10, luck=1)
    mixed = np.random.default_rng(1).permutation(results)
    assert summary_of(fixtures, mixed) == summary_of(fixtures, results)


def test_each_agent_has_its_numbers() -> None:
    fixtures = round_robin(TWO, NAMES)
    results = games(fixtures, [1.0, 0.0, 1.5], 50)
    summary = summary_of(fixtures, results, timings={"expert": {"decisions": 900, "seconds": 1.5}})
    expert, random_play, _ = summary["agents"]
    assert expert["name"] == "expert"
    assert expert["games"] == 200
    assert expert["deals"] == 100
    assert expert["par"] == 0.5
    assert expert["win_rate"]["mean"] == win_rate(results, 0).mean
    assert expert["win_rate"]["low"] == win_rate(results, 0).low
    assert expert["points_per_game"]["mean"] == pytest.approx(deal_scores(results, 0, field="points").mean())
    assert expert["rounds_won"] == pytest.approx(expert["win_rate"]["mean"])
    assert expert["decisions_per_second"] == 600
    assert random_play["decisions_per_second"] is None


def test_rounds_won_are_a_share_of_all_rounds_of_a_match() -> None:
    results = np.concatenate([game([0, 1], [1, 0]), game([1, 0], [1, 0], seating=1)])
    results["rounds"] = [10, 6]
    results["rounds_won"][:, :2] = [[6, 4], [5, 1]]
    summary = summary_of(round_robin(TWO, "ab"), results, "ab")
    assert [agent["rounds_won"] for agent in summary["agents"]] == [7 / 16, 9 / 16]
    assert "rounds won" in shown(summary)


def test_in_single_rounds_with_several_copies_rounds_won_is_the_win_rate() -> None:
    fixtures = round_robin(FOUR, "ab")
    summary = summary_of(fixtures, games(fixtures, [0.0, 1.0], 30), "ab")
    for agent in summary["agents"]:
        assert agent["rounds_won"] == pytest.approx(agent["win_rate"]["mean"])


def test_each_fixture_has_its_rates_its_endings_and_what_it_resolves() -> None:
    fixtures = round_robin(FOUR, "ab")
    results = games(fixtures, [0.0, 1.0], 40)
    for index, ending in enumerate([Ending.DEAD, Ending.ENDLESS, Ending.ENDLESS, Ending.FAILED]):
        results["ending"][index], results["share"][index] = ending, 0
    first, second = summary_of(fixtures, results, "ab")["fixtures"]
    assert first["name"] == "a against 3 b"
    assert (first["games"], first["dead"], first["endless"], first["failed"]) == (160, 1, 2, 1)
    assert [agent["places"] for agent in first["agents"]] == [1, 3]
    estimate = mean_interval(deal_scores(results, 0, fixture=0))
    assert first["agents"][0]["win_rate"]["mean"] == pytest.approx(estimate.mean)
    assert first["resolves"] == pytest.approx(estimate.resolves)
    assert (second["dead"], second["failed"]) == (0, 0)
    assert second["agents"][0]["name"] == "b"
    assert second["p_value"] < 1e-4
    assert second["p_value"] <= second["p_value_of_all"] <= 2 * second["p_value"]


def test_a_cell_of_the_cross_table_is_the_row_agent_against_the_column_agent() -> None:
    fixtures = round_robin(TWO, NAMES)
    results = games(fixtures, [1.0, 0.0, 1.5], 100)
    cross = summary_of(fixtures, results)["cross_table"]
    assert cross["win_rate"][0][1] == pytest.approx(deal_scores(results, 0, fixture=0).mean())
    assert cross["win_rate"][0][1] + cross["win_rate"][1][0] == pytest.approx(1)
    assert cross["win_rate"][0][0] is cross["par"][0][0] is None
    assert cross["par"][0][1] == 0.5
    assert cross["basis"][0][1] == EVEN
    assert cross["low"][0][1] < cross["win_rate"][0][1] < cross["high"][0][1]


def test_at_larger_tables_a_cell_is_the_row_agent_alone_against_the_others() -> None:
    fixtures = round_robin(FOUR, "ab")
    results = games(fixtures, [0.0, 1.0], 100)
    cross = summary_of(fixtures, results, "ab")["cross_table"]
    assert cross["win_rate"][0][1] == pytest.approx(deal_scores(results, 0, fixture=0).mean())
    assert cross["win_rate"][1][0] == pytest.approx(deal_scores(results, 1, fixture=1).mean())
    assert cross["basis"][0][1] == cross["basis"][1][0] == ALONE
    assert cross["par"][0][1] == 0.25
    one_way = summary_of(fixtures[:1], results[results["fixture"] == 0], "ab")["cross_table"]
    assert one_way["basis"][1][0] == MANY
    assert one_way["win_rate"][1][0] == pytest.approx(deal_scores(results, 1, fixture=0).mean())


def test_at_tables_of_several_agents_a_cell_is_the_share_of_the_wins_of_the_two() -> None:
    results = np.concatenate(
        [game([0, 1, 2], np.eye(3)[winner], deal=deal) for deal, winner in enumerate([0, 0, 0, 1, 2, 2])]
    )
    fixtures = [Fixture(0, "all", (0, 1, 2), 1 / 3)]
    cross = summary_of(fixtures, results)["cross_table"]
    assert cross["win_rate"][0][1] == pytest.approx(3 / 4)
    assert cross["win_rate"][2][1] == pytest.approx(2 / 3)
    assert cross["par"][0][1] == 0.5
    assert cross["basis"][0][1] == TABLE


def test_who_never_met_has_an_empty_cell() -> None:
    fixtures = [Fixture(0, "one", (0, 1), 0.5)]
    cross = summary_of(fixtures, games(fixtures, [0.0, 0.0], 5))["cross_table"]
    assert cross["win_rate"][0][2] is cross["basis"][2][0] is None


def test_the_seat_advantage_counts_from_the_first_player() -> None:
    # The one after the first player wins every time.
    results = np.concatenate(
        [game([0, 1, 2], np.eye(3)[(deal + 1) % 3], deal=deal, first=deal % 3) for deal in range(20)]
    )
    (table,) = summary_of([Fixture(0, "all", (0, 1, 2), 1 / 3)], results)["seats"]
    assert table["places"] == 3
    assert [seat["win_rate"] for seat in table["positions"]] == [0, 1, 0]
    assert 0.8 < table["positions"][1]["low"] < 0.9
    assert table["positions"][2]["games"] == 20


def test_the_seat_advantage_is_found_and_not_overstated_by_duplicate_deals() -> None:
    fixtures = round_robin(FOUR, "ab")
    results = games(fixtures, [0.0, 0.0], 400, luck=3, seat_strengths=[1.0])
    first, *others = summary_of(fixtures, results, "ab")["seats"][0]["positions"]
    assert first["low"] > max(seat["high"] for seat in others)
    # With so much luck in the cards the same seat wins a deal again and again: 3200 games are little more than 400.
    assert first["high"] - first["low"] > 1.5 * 2 * 1.96 * np.sqrt(0.3 * 0.7 / len(results))


def test_games_without_a_dealer_or_broken_off_say_nothing_about_seats() -> None:
    results = np.concatenate(
        [game([0, 1], [1, 0], first=NOBODY), game([0, 1], [0, 0], deal=1, ending=Ending.ENDLESS, first=0)]
    )
    assert summary_of(round_robin(TWO, "ab"), results, "ab")["seats"] == []


def test_the_length_of_games_is_told() -> None:
    results = np.concatenate([game([0, 1], [1, 0], deal=deal, decisions=deal) for deal in range(101)])
    length = summary_of(round_robin(TWO, "ab"), results, "ab")["decisions_per_game"]
    assert length == {"mean": 50, "median": 50, "p5": 5, "p95": 95, "max": 100}


def test_failures_are_told_and_counted_for_whoever_failed() -> None:
    fixtures = round_robin(TWO, "ab")
    results = games(fixtures, [0.0, 1.0], 10)
    results["ending"][:3] = Ending.FAILED
    failures = [Failure("a", f"deal {deal}", "raised ValueError") for deal in range(3)]
    summary = summary_of(fixtures, results, "ab", failures=failures)
    assert [agent["failures"] for agent in summary["agents"]] == [3, 0]
    assert [agent["failed_games"] for agent in summary["agents"]] == [3, 3]
    assert [agent["games"] for agent in summary["agents"]] == [17, 17]
    assert summary["failed"] == 3
    assert summary["failures"][0] == {"agent": "a", "game": "deal 0", "what": "raised ValueError"}
    assert "a in deal 0: raised ValueError" in shown(summary)


def test_nothing_played_yet_is_a_summary_too() -> None:
    summary = summary_of(round_robin(TWO, NAMES), no_results())
    assert json.loads(json.dumps(summary, allow_nan=False)) == summary
    assert summary["agents"][0]["win_rate"]["mean"] is None
    assert "Too few deals" in shown(summary)


def test_only_failed_games_are_a_summary_too() -> None:
    summary = summary_of(round_robin(TWO, "ab"), game([0, 1], [0, 0], ending=Ending.FAILED), "ab")
    assert summary["agents"][0]["failed_games"] == 1
    assert "Games that could not be played and do not count: 1" in shown(summary)


def test_results_of_unknown_fixtures_or_agents_are_an_error() -> None:
    with pytest.raises(ValueError, match="fixture 7"):
        summary_of(round_robin(TWO, "ab"), game([0, 1], [1, 0], fixture=7), "ab")
    with pytest.raises(ValueError, match="agent number 2, but only 2"):
        summary_of(round_robin(TWO, "ab"), game([0, 2], [1, 0]), "ab")


@pytest.mark.parametrize("width", [80, 120])
def test_the_tables_show_everybody_best_first_and_what_can_be_resolved(width: int) -> None:
    fixtures = round_robin(TWO, NAMES)
    summary = summary_of(fixtures, games(fixtures, [1.0, 0.0, 2.0], 100))
    text = shown(summary, width)
    assert ranking(summary) == [2, 0, 1]
    assert text.index("search:rollouts=400") < text.index("expert") < text.index("random_play")
    resolved = 100 * max(row["resolves"] for row in summary["fixtures"])
    assert f"{resolved:.2f}" in text
    assert "differences from par" in text
    assert "1000 anchor" in text
    assert "random_play = 1000" in text
    assert max(map(len, text.splitlines())) <= width
    assert len(text.splitlines()) <= 40


def test_twelve_agents_with_long_names_fit_a_narrow_terminal() -> None:
    names = [f"search:rollouts={10**number},belief" for number in range(12)]
    fixtures = round_robin(TWO, names)
    summary = summary_of(fixtures, games(fixtures, np.linspace(0, 1, 12), 4), names)
    text = shown(summary, 80)
    assert max(map(len, text.splitlines())) <= 80
    rate = summary["cross_table"]["win_rate"][11][0]
    assert f"{100 * rate:.0f}" in text


def test_names_with_brackets_are_not_taken_for_markup() -> None:
    names = ["[bold]loud", "random_play"]
    fixtures = round_robin(TWO, names)
    text = shown(summary_of(fixtures, games(fixtures, [0.0, 0.0], 5), names))
    assert "[bold]loud" in text


def test_one_table_of_all_agents_is_shown_with_what_its_cells_mean() -> None:
    fixtures = one_table(FOUR, "abcd")
    summary = summary_of(fixtures, games(fixtures, [0.0, 0.5, 1.0, 1.5], 50), "abcd")
    text = shown(summary)
    assert TABLE in text
    assert "mean of all = 1000, because random_play did not play" in text
