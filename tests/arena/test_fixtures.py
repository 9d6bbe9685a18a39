"""Who meets whom, in which seats."""

import time
from collections import Counter

import pytest

from agents.arena.fixtures import Fixture, one_table, round_robin, seatings
from agents.arena.results import no_results
from agents.arena.swiss import next_round, pair_off, rounds_for
from uno_env import RuleSet


def test_with_two_players_every_pair_meets_once_and_both_sit_in_both_seats() -> None:
    fixtures = round_robin(RuleSet(players=2), ["a", "b", "c"])
    assert [fixture.agents for fixture in fixtures] == [(0, 1), (0, 2), (1, 2)]
    assert seatings(fixtures[0], 0) == [(0, 1), (1, 0)]


def test_with_more_players_one_sits_against_the_rest_both_ways_round_in_every_seat() -> None:
    fixtures = round_robin(RuleSet(players=4), ["a", "b"])
    assert [fixture.agents for fixture in fixtures] == [(0, 1, 1, 1), (1, 0, 0, 0)]
    assert fixtures[0].name == "a against 3 b"
    assert fixtures[0].par == 0.25
    assert {each.index(0) for each in seatings(fixtures[0], 5)} == {0, 1, 2, 3}


def test_partners_are_one_side_against_the_others() -> None:
    (fixture,) = round_robin(RuleSet(players=4, partners=True), ["a", "b"])
    assert fixture.agents == (0, 1, 0, 1)
    assert fixture.par == 0.5
    six = round_robin(RuleSet(players=6, partners=True), ["a", "b"])
    assert [each.agents for each in six] == [(0, 1, 1, 0, 1, 1), (1, 0, 0, 1, 0, 0)]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_at_one_table_all_orders_come_equally_often_and_everyone_sits_everywhere(players: int) -> None:
    (fixture,) = one_table(RuleSet(players=players), [str(each) for each in range(players)])
    orders = 1
    for factor in range(2, players):
        orders *= factor
    line_ups = Counter(line_up for deal in range(2 * orders) for line_up in seatings(fixture, deal))
    assert len(line_ups) == orders * players
    assert set(line_ups.values()) == {2}


def test_many_at_one_table_sit_everywhere_next_to_everybody() -> None:
    (fixture,) = one_table(RuleSet(players=9), [str(each) for each in range(9)])
    neighbours: set[tuple[int, int]] = set()
    for deal in range(60):
        line_ups = seatings(fixture, deal)
        assert all(sorted(line_up) == list(range(9)) for line_up in line_ups)
        assert {line_up.index(0) for line_up in line_ups} == set(range(9))
        neighbours |= {(line_ups[0][place - 1], line_ups[0][place]) for place in range(9)}
    assert len(neighbours) == 72


def test_a_table_of_another_size_says_what_to_change() -> None:
    with pytest.raises(ValueError, match="set players=3"):
        one_table(RuleSet(players=4), ["a", "b", "c"])


# -- Swiss ---------------------------------------------------------------------------------------------


def test_swiss_pairs_equal_standings_and_avoids_old_opponents() -> None:
    assert pair_off([3, 1, 2, 0], set()) == [(0, 2), (1, 3)]
    assert pair_off([3, 1, 2, 0], {frozenset((0, 2))}) == [(0, 1), (2, 3)]
    met = {frozenset((0, 2)), frozenset((0, 1))}
    assert pair_off([3, 1, 2, 0], met) == [(0, 3), (2, 1)]


def test_an_old_opponent_is_met_again_only_when_nobody_else_is_left() -> None:
    everybody = {frozenset((one, other)) for one in range(4) for other in range(one)}
    assert pair_off([3, 1, 2, 0], everybody) == [(0, 2), (1, 3)]


def test_many_agents_are_paired_in_no_time_even_when_most_have_met() -> None:
    met = {frozenset((one, other)) for one in range(30) for other in range(one) if (one + other) % 3}
    start = time.perf_counter()
    pairs = pair_off([float(-agent) for agent in range(30)], met)
    assert time.perf_counter() - start < 2
    assert sorted(agent for pair in pairs for agent in pair) == list(range(30))


def test_with_an_odd_number_one_sits_out_each_round_and_all_play_equally_often() -> None:
    rules, names = RuleSet(players=2), list("abcde")
    fixtures: list[Fixture] = []
    for _ in range(rounds_for(5)):
        found = next_round(rules, names, fixtures, no_results())
        assert len(found) == 2
        fixtures += found
    pairs = [frozenset(fixture.agents) for fixture in fixtures]
    assert len(set(pairs)) >= 7
    played = [sum(agent in pair for pair in pairs) for agent in range(5)]
    assert max(played) - min(played) <= 1
    assert [fixture.number for fixture in fixtures] == list(range(8))


def test_at_larger_tables_a_swiss_pair_meets_both_ways_round() -> None:
    found = next_round(RuleSet(players=3), ["a", "b"], [], no_results())
    assert [fixture.agents for fixture in found] == [(0, 1, 1), (1, 0, 0)]
