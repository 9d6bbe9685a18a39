"""Scores by deal, and intervals from them."""

from dataclasses import astuple

import numpy as np
import pytest
from scipy import stats

from agents.arena.fixtures import one_table, round_robin
from agents.arena.results import Ending, no_results
from agents.arena.statistics import (
    Estimate,
    deal_scores,
    holm,
    mean_interval,
    p_value,
    paired_difference,
    pooled_interval,
    rate_interval,
    ratio_interval,
    score_deals,
    smallest_difference,
    wilson,
    wilson_over_deals,
    win_rate,
)
from tests.arena.made_up_games import game, games
from uno_env.rules import RuleSet

TWO = RuleSet(players=2)
FOUR = RuleSet(players=4)


def same(one: Estimate, other: Estimate) -> bool:
    """The same but for rounding."""
    return astuple(one) == pytest.approx(astuple(other))


def test_the_score_of_a_deal_is_the_mean_over_its_games() -> None:
    results = np.concatenate(
        [
            game([0, 1], [1, 0], deal=0, seating=0),
            game([1, 0], [1, 0], deal=0, seating=1),
            game([0, 1], [1, 0], deal=1, seating=0),
            game([1, 0], [0, 1], deal=1, seating=1),
        ]
    )
    assert deal_scores(results, 0).tolist() == [0.5, 1.0]
    assert deal_scores(results, 1).tolist() == [0.5, 0.0]


def test_several_copies_of_an_agent_score_the_mean_of_their_places() -> None:
    results = game([0, 1, 1, 1], [0, 0, 1, 0])
    assert deal_scores(results, 1).tolist() == pytest.approx([1 / 3])


def test_failed_games_do_not_count_but_dead_and_endless_ones_are_nobodys_win() -> None:
    results = np.concatenate(
        [
            game([0, 1], [1, 0], deal=0, seating=0),
            game([1, 0], [0, 0], deal=0, seating=1, ending=Ending.FAILED),
            game([0, 1], [1, 0], deal=1, seating=0),
            game([1, 0], [0, 0], deal=1, seating=1, ending=Ending.DEAD),
            game([0, 1], [0, 0], deal=2, seating=0, ending=Ending.ENDLESS),
        ]
    )
    assert deal_scores(results, 0).tolist() == [1.0, 0.5, 0.0]


def test_scores_can_be_asked_for_one_fixture_and_for_points() -> None:
    results = np.concatenate(
        [
            game([0, 1], [1, 0], fixture=3, points=[20, 0]),
            game([0, 2], [0, 1], fixture=5, points=[0, 70]),
        ]
    )
    assert deal_scores(results, 0).tolist() == [1.0, 0.0]
    assert deal_scores(results, 0, fixture=5).tolist() == [0.0]
    assert deal_scores(results, 2, field="points").tolist() == [70.0]
    assert deal_scores(results, 1, fixture=5).tolist() == []
    assert len(deal_scores(no_results(), 0)) == 0


def test_the_order_of_the_games_makes_no_difference() -> None:
    results = games(round_robin(FOUR, "abc"), [0.0, 0.5, 1.0], 20, luck=1)
    mixed = np.random.default_rng(1).permutation(results)
    for agent in range(3):
        assert deal_scores(mixed, agent).tolist() == deal_scores(results, agent).tolist()


def test_a_mean_has_students_interval_and_resolves_what_its_spread_allows() -> None:
    scores = [0.0, 0.5, 1.0, 0.5]
    error = np.std(scores, ddof=1) / 2
    estimate = mean_interval(scores)
    assert estimate.mean == 0.5
    assert (estimate.low, estimate.high) == pytest.approx(stats.t.interval(0.95, 3, 0.5, error))
    assert estimate.deals == 4
    assert estimate.resolves == smallest_difference(scores) == pytest.approx((1.959964 + 0.841621) * error)


@pytest.mark.parametrize("scores", [[], [0.5]])
def test_fewer_than_two_deals_have_no_interval(scores: list[float]) -> None:
    estimate = mean_interval(scores)
    assert np.isnan([estimate.low, estimate.high, estimate.resolves]).all()
    assert estimate.deals == len(scores)


def test_the_smallest_difference_is_found_four_times_out_of_five() -> None:
    random = np.random.default_rng(5)
    scores = random.normal(size=(1500, 400))
    shift = smallest_difference(scores[0])
    found = [p_value(row, -shift) < 0.05 for row in scores]
    assert np.mean(found) == pytest.approx(0.8, abs=0.06)


@pytest.mark.parametrize("rules", [TWO, FOUR])
def test_intervals_of_win_rates_hold_the_truth_95_times_in_a_hundred(rules: RuleSet) -> None:
    fixtures, strengths = round_robin(rules, "ab"), [0.0, 0.7]
    truth = win_rate(games(fixtures, strengths, 15_000, seed=1, luck=1.5), 1).mean
    held = 0
    for seed in range(250):
        estimate = win_rate(games(fixtures, strengths, 40, seed=100 + seed, luck=1.5), 1)
        held += estimate.low <= truth <= estimate.high
    assert held / 250 == pytest.approx(0.95, abs=0.045)


def test_duplicate_deals_give_a_narrower_interval_than_deals_played_once() -> None:
    results = games(round_robin(TWO, "ab"), [0.0, 0.1], 2000, luck=2)
    paired = win_rate(results, 0)
    apart = results.copy()
    apart["deal"] = np.arange(len(apart))
    single = win_rate(apart, 0)
    assert paired.mean == single.mean
    assert paired.high - paired.low < 0.8 * (single.high - single.low)


def test_the_same_shuffles_in_two_fixtures_are_not_counted_as_twice_as_many() -> None:
    deals, scores = np.arange(50), np.random.default_rng(2).random(50)
    once = pooled_interval([(deals, scores)])
    twice = pooled_interval([(deals, scores), (deals, scores)])
    other = pooled_interval([(deals, scores), (deals + 50, scores)])
    assert same(once, mean_interval(scores))
    assert twice.high - twice.low == pytest.approx(once.high - once.low)
    assert other.high - other.low == pytest.approx((once.high - once.low) / np.sqrt(2), rel=0.02)


def test_that_fixtures_differ_does_not_widen_the_interval() -> None:
    deals, noise = np.arange(50), 0.01 * np.random.default_rng(2).normal(size=50)
    estimate = pooled_interval([(deals, 0.2 + noise), (deals + 50, 0.8 + noise)])
    assert estimate.mean == pytest.approx(0.5 + noise.mean())
    assert estimate.high - estimate.low < 0.01


def test_fixtures_of_one_deal_are_not_taken_for_certain() -> None:
    estimate = pooled_interval([(np.array([deal]), np.array([deal % 2 / 1])) for deal in range(10)])
    assert estimate.high - estimate.low > 0.5


def test_an_agent_that_won_every_deal_is_not_certain_to_win_the_next() -> None:
    estimate = rate_interval([(np.arange(10), np.ones(10))])
    assert estimate.mean == estimate.high == 1
    assert 0.6 < estimate.low < 0.8
    assert estimate.resolves > 0.1


def test_win_rates_stay_between_nothing_and_all() -> None:
    estimate = rate_interval([(np.arange(4), np.array([1.0, 1.0, 1.0, 0.0]))])
    assert estimate.high == 1
    assert estimate.low == pytest.approx(0, abs=0.05)


def test_two_agents_of_one_table_are_compared_deal_by_deal() -> None:
    results = games(one_table(FOUR, "abcd"), [0.0, 0.0, 0.5, 1.0], 300, luck=2)
    estimate = paired_difference(results, 3, 0)
    by_hand = mean_interval(deal_scores(results, 3) - deal_scores(results, 0))
    assert same(estimate, by_hand)
    assert estimate.low > 0


def test_two_agents_against_the_same_opponent_are_paired_by_the_number_of_the_deal() -> None:
    parts = []
    for deal, (first, second) in enumerate([(1, 1), (0, 0), (1, 0), (1, 1)]):
        parts.append(game([0, 2], [first, 1 - first], fixture=0, deal=deal))
        parts.append(game([1, 2], [second, 1 - second], fixture=1, deal=deal))
    parts.append(game([0, 2], [0, 1], fixture=0, deal=9))
    estimate = paired_difference(np.concatenate(parts), 0, 1, fixture=0, other_fixture=1)
    assert same(estimate, mean_interval([0, 0, 1, 0]))
    with pytest.raises(ValueError, match="needs fixture too"):
        paired_difference(np.concatenate(parts), 0, 1, other_fixture=1)


def test_agents_that_never_met_have_no_difference() -> None:
    estimate = paired_difference(game([0, 1], [1, 0]), 0, 2)
    assert estimate.deals == 0
    assert np.isnan(estimate.mean)


def test_a_fixture_tells_its_deals_agents_and_places() -> None:
    results = games(round_robin(FOUR, "ab"), [0.0, 0.0], 7)
    first, second = score_deals(results)
    assert (first.fixture, first.agents, first.places) == (0, (0, 1), (1, 3))
    assert second.places == (3, 1)
    assert first.deals.tolist() == list(range(7))
    assert first.scores @ [1, 3] == pytest.approx(np.ones(7))


def test_wilsons_interval_is_the_known_one() -> None:
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0, 0.2775), abs=1e-4)
    assert np.isnan(wilson(0, 0)).all()
    with pytest.raises(ValueError, match="between none and all"):
        wilson(11, 10)


def test_games_that_repeat_each_other_do_not_narrow_wilsons_interval() -> None:
    wins = np.random.default_rng(3).random(400) < 0.3
    rate, low, high = wilson_over_deals(wins, np.arange(400))
    assert (low, high) == pytest.approx(wilson(wins.sum(), 400), abs=1e-3)
    again = wilson_over_deals(np.repeat(wins, 4), np.repeat(np.arange(400), 4))
    assert again == pytest.approx((rate, low, high), abs=1e-3)


def test_a_ratio_stands_and_falls_with_its_deals() -> None:
    estimate = ratio_interval([1, 0, 2, 1], [2, 1, 2, 1], [0, 0, 1, 1])
    assert estimate.mean == pytest.approx(4 / 6)
    assert estimate.deals == 2
    assert ratio_interval([0, 0], [0, 0], [0, 1]).deals == 0


def test_holm_multiplies_the_smallest_by_all_and_never_falls() -> None:
    assert holm([0.01, 0.04, 0.03]).tolist() == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.5, 0.6, 0.001]).tolist() == pytest.approx([1, 1, 0.003])
    corrected = holm([0.02, np.nan, 0.5])
    assert corrected[[0, 2]].tolist() == pytest.approx([0.04, 0.5])
    assert np.isnan(corrected[1])


def test_p_values_are_students() -> None:
    scores = np.random.default_rng(4).random(30)
    assert p_value(scores, 0.4) == pytest.approx(stats.ttest_1samp(scores, 0.4).pvalue)
    assert p_value([1.0, 1.0, 1.0], 0.5) == 0.25
    assert p_value([0.5, 0.5, 0.5], 0.5) == 1
    assert np.isnan(p_value([1.0], 0.5))
