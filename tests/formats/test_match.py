"""Matches: points, low score, Challenge UNO."""

import pytest

from tests.table import rule
from uno_env import RulesError, RuleSet
from uno_env.formats import CHALLENGE, LOW, Match, RoundResult


def won(winner: int, *held: int) -> RoundResult:
    """A round won by a seat, the others holding so much."""
    points = [0] * len(held)
    points[winner] = sum(held)
    return RoundResult(winner, tuple(points), held)


DEAD = RoundResult(None, (0, 0, 0), (10, 20, 30))


@rule("classic/match-points")
def test_the_first_to_reach_the_target_wins_the_match() -> None:
    match = Match(RuleSet(players=3), target=500)
    match.add(won(1, 300, 0, 199))
    assert not match.over
    match.add(won(1, 1, 0, 0))
    assert match.winners == [1]
    assert match.totals == [0, 500, 0]


@rule("classic/match-low-score")
def test_in_low_score_the_lowest_total_wins_when_someone_reaches_the_target() -> None:
    match = Match(RuleSet(players=3), LOW, target=100)
    match.add(won(0, 0, 99, 40))
    assert not match.over
    match.add(won(1, 50, 0, 60))
    assert match.totals == [50, 99, 100]
    assert match.winners == [0]


@rule("classic/shared-win#ours")
def test_equal_lowest_totals_share_the_win() -> None:
    match = Match(RuleSet(players=3), LOW, target=100)
    match.add(won(0, 0, 30, 50))
    match.add(won(1, 30, 0, 50))
    assert match.winners == [0, 1]


@rule("classic/deal-passes#ours")
def test_the_deal_passes_to_the_left_every_round() -> None:
    match = Match(RuleSet(players=3), dealer=1)
    dealers = []
    for _ in range(4):
        dealers.append(match.dealer)
        match.add(won(0, 0, 1, 1))
    assert dealers == [1, 2, 0, 1]


@rule("classic/deal-passes#ours")
@pytest.mark.parametrize("scoring", ["points", LOW, CHALLENGE])
def test_a_dead_round_scores_nothing_and_the_deal_passes_on(scoring: str) -> None:
    match = Match(RuleSet(players=3), scoring, target=5)
    match.add(DEAD)
    assert match.totals == [0, 0, 0]
    assert match.dealer == 1
    assert match.rounds == 1
    assert not match.over


@rule("casting-call/challenge-uno", "casting-call/several-out#ours")
def test_in_challenge_uno_whoever_reaches_the_target_is_out_and_the_rest_play_on() -> None:
    match = Match(RuleSet(players=4), CHALLENGE, target=100)
    match.add(won(0, 0, 100, 20, 130))
    assert match.playing == [0, 2]
    assert match.round_rules.players == 2
    match.add(won(1, 90, 0))
    assert match.totals == [90, 100, 20, 130]
    match.add(won(1, 10, 0))
    assert match.winners == [2]


@rule("casting-call/challenge-uno", "classic/deal-passes#ours")
def test_the_deal_skips_seats_that_are_out_of_the_game() -> None:
    match = Match(RuleSet(players=4), CHALLENGE, target=100, dealer=3)
    match.add(won(1, 100, 0, 20, 20))
    assert match.dealer == 1
    assert match.new_game(seed=1).record()["dealer"] == 0


@rule("victory-lap/partners", "classic/match-points")
def test_partners_share_their_sides_total_and_win_together() -> None:
    match = Match(RuleSet(players=4, partners=True), target=100)
    match.add(RoundResult(2, (120, 0, 120, 0), (30, 60, 0, 60)))
    assert match.totals == [120, 0, 120, 0]
    assert match.winners == [0, 2]


@pytest.mark.parametrize("scoring", [LOW, CHALLENGE])
def test_partners_cannot_play_for_low_score(scoring: str) -> None:
    with pytest.raises(RulesError, match="partners play for points"):
        Match(RuleSet(players=4, partners=True), scoring)


def test_a_finished_match_takes_no_more_rounds() -> None:
    match = Match(RuleSet(players=3), target=1)
    match.add(won(0, 0, 1, 0))
    with pytest.raises(ValueError, match="over"):
        match.add(won(0, 0, 1, 0))
    with pytest.raises(ValueError, match="over"):
        match.new_game()


@rule("classic/match-points")
@pytest.mark.parametrize("scoring", ["points", LOW, CHALLENGE])
def test_a_whole_match_of_real_rounds_comes_to_an_end(scoring: str) -> None:
    match = Match(RuleSet(players=4), scoring, target=200, dealer=2)
    while not match.over:
        game = match.new_game(seed=match.rounds)
        while not game.over:
            game.play(game.legal_action_ids()[0])
        result = RoundResult.of(game)
        assert result.winner is None or sum(result.held) == result.points[result.winner]
        match.add(result)
    assert match.winners
    if scoring == "points":
        assert match.totals[match.winners[0]] >= 200
    if scoring == LOW:
        assert max(match.totals) >= 200
    if scoring == CHALLENGE:
        assert match.playing == match.winners
