"""Rotating partners and the multi-table tournament."""

from collections import Counter
from itertools import combinations

import pytest

from tests.table import rule
from uno_env.formats import PartnerTournament, RoundResult, multi_table, rotating_partners


@rule("victory-lap/rotating-partners")
def test_three_hands_give_each_player_every_other_as_a_partner_once() -> None:
    pairs = Counter(pair for sitting in rotating_partners() for pair in sitting.pairs)
    assert pairs == Counter(frozenset(pair) for pair in combinations(range(4), 2))


@rule("casting-call/rotating-partners")
def test_twelve_hands_give_each_player_every_other_as_a_partner_four_times() -> None:
    schedule = rotating_partners(hands_per_pairing=4)
    assert len(schedule) == 12
    assert set(Counter(pair for sitting in schedule for pair in sitting.pairs).values()) == {4}


@rule("victory-lap/rotating-partners")
def test_cycles_can_be_repeated() -> None:
    assert len(rotating_partners(cycles=3)) == 9


@rule("victory-lap/multi-table")
def test_in_28_hands_every_pair_of_eight_players_are_partners_for_exactly_four() -> None:
    schedule = multi_table()
    assert len({sitting.hand for sitting in schedule}) == 28
    pairs = Counter(pair for sitting in schedule for pair in sitting.pairs)
    assert pairs == Counter({frozenset(pair): 4 for pair in combinations(range(8), 2)})


@rule("victory-lap/multi-table")
def test_everybody_sits_at_one_of_the_two_tables_in_every_hand() -> None:
    for hand in range(28):
        tables = [sitting for sitting in multi_table() if sitting.hand == hand]
        assert sorted(player for table in tables for player in table.players) == list(range(8))


@rule("victory-lap/multi-table")
def test_the_partner_changes_every_four_hands() -> None:
    first = {sitting.hand: pair for sitting in multi_table() for pair in sitting.pairs if 0 in pair}
    assert [len({first[hand] for hand in range(start, start + 4)}) for start in range(0, 28, 4)] == [1] * 7
    assert len(set(first.values())) == 7


@rule("victory-lap/rotating-partners", "victory-lap/partner-totals#ours")
def test_each_partner_is_credited_with_the_sides_full_points_and_the_highest_total_wins() -> None:
    tournament = PartnerTournament(rotating_partners())
    first = tournament.next_sitting
    assert first is not None
    assert first.pairs[0] == {0, 1}
    tournament.add(RoundResult(0, (70, 0, 70, 0), (0, 40, 5, 30)))
    assert tournament.totals == [70, 70, 0, 0]
    assert tournament.winners == []
    tournament.add(RoundResult(None, (0, 0, 0, 0), (1, 1, 1, 1)))
    last = tournament.next_sitting
    assert last is not None
    assert last.pairs == ({0, 3}, {1, 2})
    tournament.add(RoundResult(1, (0, 50, 0, 50), (25, 0, 25, 0)))
    assert tournament.totals == [70, 120, 50, 0]
    assert tournament.winners == [1]


@rule("victory-lap/rotating-partners", "victory-lap/partner-totals#ours")
def test_equal_highest_totals_share_the_tournament() -> None:
    tournament = PartnerTournament(rotating_partners()[:1])
    tournament.add(RoundResult(2, (70, 0, 70, 0), (5, 40, 0, 30)))
    assert tournament.winners == [0, 1]


def test_a_finished_tournament_takes_no_more_hands() -> None:
    tournament = PartnerTournament(rotating_partners()[:1])
    tournament.add(RoundResult(0, (1, 0, 1, 0), (0, 1, 0, 0)))
    with pytest.raises(ValueError, match="all hands"):
        tournament.add(RoundResult(0, (1, 0, 1, 0), (0, 1, 0, 0)))
