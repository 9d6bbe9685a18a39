"""Elo by maximum likelihood, and OpenSkill."""

import numpy as np
import pytest
from openskill.models import PlackettLuce
from scipy.optimize import minimize

from agents.arena.fixtures import Fixture, one_table, round_robin
from agents.arena.ratings import ELO, elo, openskill
from agents.arena.results import Ending, GameResults, no_results
from tests.arena.made_up_games import game, games
from uno_env.rules import RuleSet

NAMES = ["strong", "random_play", "middle", "weak"]
STRENGTHS = [1.0, 0.0, 0.5, -0.8]


def ratings(names: list[str], results: GameResults, **options: int) -> list[float]:
    """The ratings alone, without intervals."""
    return [each.rating for each in elo(names, results, **{"resamples": 0, **options}).ratings]


@pytest.mark.parametrize("rules", [RuleSet(players=2), RuleSet(players=4), RuleSet(players=4, partners=True)])
def test_elo_recovers_the_strengths_the_games_were_made_with(rules: RuleSet) -> None:
    results = games(round_robin(rules, NAMES), STRENGTHS, 3000, partners=rules.partners)
    assert ratings(NAMES, results) == pytest.approx([1000 + ELO * strength for strength in STRENGTHS], abs=14)


def test_elo_recovers_strengths_from_one_table_of_all_agents() -> None:
    results = games(one_table(RuleSet(players=4), NAMES), STRENGTHS, 4000)
    assert ratings(NAMES, results) == pytest.approx([1000 + ELO * strength for strength in STRENGTHS], abs=16)


def test_for_two_agents_elo_is_the_logarithm_of_their_wins() -> None:
    results = np.concatenate([game([0, 1], [won < 750, won >= 750], deal=won) for won in range(1000)])
    assert ratings(["a", "random_play"], results)[0] - 1000 == pytest.approx(400 * np.log10(3), abs=0.5)


def test_elo_is_the_summit_of_the_likelihood_written_down_game_by_game() -> None:
    fixtures = [Fixture(0, "", (0, 1, 2), 1 / 3), Fixture(1, "", (0, 0, 1), 1 / 3), Fixture(2, "", (1, 2), 1 / 2)]
    results = games(fixtures, [0.4, 0.0, -0.9], 25, seed=3)

    def unlikely(strength: np.ndarray) -> float:
        total = (0.5 * np.log1p(np.exp(-strength)) + 0.5 * np.log1p(np.exp(strength))).sum()
        for row in results:
            level = strength[row["agent"][: row["places"]]]
            total -= level @ row["share"][: row["places"]] - np.log(np.exp(level).sum())
        return float(total)

    best = minimize(unlikely, np.zeros(3), tol=1e-10).x
    assert ratings(["a", "random_play", "c"], results) == pytest.approx(1000 + ELO * (best - best[1]), abs=0.01)


def test_partners_are_as_strong_as_the_geometric_mean_of_the_two() -> None:
    # A strong and a weak partner against two middling ones: an even game, won as often as lost.
    results = np.concatenate(
        [game([0, 2, 1, 2], [won, 1 - won, won, 1 - won], deal=deal) for deal, won in enumerate([0, 1] * 200)]
        + [game([0, 1], [won, 1 - won], deal=deal) for deal, won in enumerate([1, 1, 1, 0] * 100)]
    )
    strong, weak, middling = ratings(["a", "b", "c"], results)
    assert middling == pytest.approx((strong + weak) / 2, abs=1)
    assert strong - weak == pytest.approx(400 * np.log10(3), abs=2)


def test_a_shared_win_is_half_a_win_for_each() -> None:
    shared = np.concatenate([game([0, 1], [0.5, 0.5], deal=deal) for deal in range(10)])
    split = np.concatenate([game([0, 1], [deal % 2, 1 - deal % 2], deal=deal) for deal in range(10)])
    beaten = np.concatenate([game([0, 2], [1, 0], deal=deal) for deal in range(10)])
    names = ["a", "random_play", "c"]
    assert ratings(names, np.concatenate([shared, beaten])) == pytest.approx(
        ratings(names, np.concatenate([split, beaten]))
    )


def test_games_that_nobody_won_are_left_out_of_both_ratings() -> None:
    results = games(round_robin(RuleSet(players=2), "ab"), [0.0, 0.5], 50)
    nobody = np.concatenate([game([0, 1], [0, 0], deal=7, ending=ending) for ending in list(Ending)[1:]])
    both = np.concatenate([results, nobody])
    assert elo("ab", both, resamples=20) == elo("ab", results, resamples=20)
    assert openskill("ab", both) == openskill("ab", results)


def test_an_agent_that_always_wins_has_a_finite_rating_and_an_honest_interval() -> None:
    results = np.concatenate([game([0, 1], [1, 0], deal=deal) for deal in range(40)])
    best, worst = elo(["best", "random_play"], results).ratings
    assert worst.low == worst.high == 1000
    assert 1300 < best.rating < 2200
    assert best.high - best.low > 300


def test_without_the_anchor_the_mean_is_1000() -> None:
    scale = elo(["a", "b"], games(round_robin(RuleSet(players=2), "ab"), [0.0, 1.0], 100), resamples=0)
    assert scale.anchor is None
    assert sum(each.rating for each in scale.ratings) == pytest.approx(2000)


def test_any_agent_can_be_the_anchor() -> None:
    results = games(round_robin(RuleSet(players=2), NAMES), STRENGTHS, 50)
    scale = elo(NAMES, results, anchor="weak", resamples=0)
    assert scale.anchor == "weak"
    assert scale.ratings[3].rating == 1000
    assert ratings(NAMES, results)[0] - ratings(NAMES, results)[3] == pytest.approx(scale.ratings[0].rating - 1000)


def test_agents_that_no_games_connect_are_told_apart() -> None:
    fixtures = [Fixture(0, "", (0, 1), 0.5), Fixture(1, "", (2, 3), 0.5)]
    scale = elo(["a", "random_play", "c", "d", "idle"], games(fixtures, [1.0, 0.0, 0.3, 0.0, 0.0], 100), resamples=50)
    groups = [each.group for each in scale.ratings]
    assert groups[0] == groups[1] != groups[2] == groups[3]
    assert scale.ratings[1].rating == 1000
    assert scale.ratings[2].rating + scale.ratings[3].rating == pytest.approx(2000)
    assert all(each.low < each.rating < each.high for each in scale.ratings[2:4])
    assert np.isnan(scale.ratings[4].rating)
    assert scale.ratings[4].games == 0


def test_an_anchor_without_games_is_no_anchor() -> None:
    assert (
        elo(["a", "b", "random_play"], games(round_robin(RuleSet(players=2), "ab"), [0, 1], 20), resamples=0).anchor
        is None
    )


def test_the_interval_is_as_wide_as_ratings_really_vary() -> None:
    fixtures = round_robin(RuleSet(players=2), NAMES[:3])
    drawn = [ratings(NAMES[:3], games(fixtures, STRENGTHS[:3], 60, seed=seed, luck=1.5)) for seed in range(120)]
    one = elo(NAMES[:3], games(fixtures, STRENGTHS[:3], 60, seed=500, luck=1.5)).ratings
    for agent in (0, 2):
        width = one[agent].high - one[agent].low
        assert width == pytest.approx(4.0 * np.std([row[agent] for row in drawn]), rel=0.3)


def test_duplicate_deals_narrow_the_interval_of_ratings() -> None:
    results = games(round_robin(RuleSet(players=2), "ab"), [0.0, 0.1], 1000, luck=2)
    apart = results.copy()
    apart["deal"] = np.arange(len(apart))
    paired, single = elo("ab", results).ratings[0], elo("ab", apart).ratings[0]
    assert paired.high - paired.low < 0.8 * (single.high - single.low)


def test_ratings_depend_on_the_seed_only_by_their_intervals() -> None:
    results = games(round_robin(RuleSet(players=2), NAMES), STRENGTHS, 40)
    scale, other = elo(NAMES, results, resamples=50, seed=1), elo(NAMES, results, resamples=50, seed=2)
    assert scale == elo(NAMES, np.random.default_rng(0).permutation(results), resamples=50, seed=1)
    assert [each.rating for each in scale.ratings] == [each.rating for each in other.ratings]
    assert scale.ratings[0].low != other.ratings[0].low


@pytest.mark.parametrize("results", [no_results(), game([0, 1], [0, 0], ending=Ending.FAILED)])
def test_without_games_there_are_no_ratings(results: GameResults) -> None:
    scale = elo(["a", "random_play"], results)
    assert scale.games == 0
    assert all(np.isnan(each.rating) for each in scale.ratings)
    assert [each.games for each in openskill(["a", "b"], results).ratings] == [0, 0]


def test_a_single_deal_has_ratings_without_intervals() -> None:
    first, second = elo("ab", game([0, 1], [1, 0])).ratings
    assert first.rating > second.rating
    assert np.isnan([first.low, second.high]).all()


def test_an_agent_without_a_name_is_an_error() -> None:
    with pytest.raises(ValueError, match="agent number 2, but only 2"):
        elo("ab", game([0, 2], [1, 0]))


def test_openskill_puts_agents_in_the_order_of_their_strengths() -> None:
    for rules in (RuleSet(players=2), RuleSet(players=4), RuleSet(players=4, partners=True)):
        results = games(round_robin(rules, NAMES), STRENGTHS, 120, partners=rules.partners)
        scale = openskill(NAMES, np.random.default_rng(1).permutation(results))
        assert np.argsort([each.mu for each in scale.ratings]).tolist() == [3, 1, 2, 0]
        assert scale == openskill(NAMES, results)
        assert all(each.ordinal == each.mu - 3 * each.sigma for each in scale.ratings)
        assert all(each.sigma < 1.6 for each in scale.ratings)


def test_openskill_lets_the_fixtures_take_turns() -> None:
    results = games(round_robin(RuleSet(players=2), NAMES), STRENGTHS, 5)
    in_turn = results[np.lexsort((results["seating"], results["fixture"], results["deal"]))]
    numbered = in_turn.copy()
    numbered["deal"], numbered["fixture"] = np.arange(len(numbered)), 0
    assert openskill(NAMES, results) == openskill(NAMES, numbered)


def test_copies_of_an_agent_are_teams_whose_new_ratings_are_averaged() -> None:
    scale = openskill("ab", game([0, 1, 1], [0, 1, 0]))
    model = PlackettLuce(tau=0.0)
    (one,), (winner,), (loser,) = model.rate([[model.rating()] for _ in range(3)], ranks=[1, 0, 1])
    assert scale.ratings[0].mu == one.mu
    assert scale.ratings[1].mu == pytest.approx((winner.mu + loser.mu) / 2)
    assert scale.ratings[1].sigma == pytest.approx((winner.sigma + loser.sigma) / 2)


def test_partners_are_one_team() -> None:
    scale = openskill("ab", game([0, 1, 0, 1], [1, 0, 1, 0]))
    model = PlackettLuce(tau=0.0)
    (first, _), (second, _) = model.rate([[model.rating(), model.rating()] for _ in range(2)], ranks=[0, 1])
    assert (scale.ratings[0].mu, scale.ratings[1].mu) == pytest.approx((first.mu, second.mu))


def test_beating_a_copy_of_oneself_teaches_nothing() -> None:
    scale = openskill("ab", game([0, 0], [1, 0]))
    assert scale.ratings[0].sigma == scale.ratings[1].sigma


def test_a_limited_number_of_games_is_taken_evenly_and_in_whole_deals() -> None:
    results = games(round_robin(RuleSet(players=4), NAMES), STRENGTHS, 240)
    # One in twelve, of twelve fixtures: equal strides would only ever meet the first of them.
    scale = openskill(NAMES, results, most_games=960)
    assert scale.games_played == len(results)
    assert scale.games == 960
    assert min(each.games for each in scale.ratings) > 350
    with pytest.raises(ValueError, match="at least 1"):
        openskill(NAMES, results, most_games=0)
