"""The last card, and what the round is worth."""

import pytest

from tests.table import lay_table, play, rule


@rule("classic/going-out")
def test_the_round_is_over_when_a_hand_is_empty() -> None:
    game = play(lay_table(["R1", "B1", "Y1"]), "R1")
    assert (game.over, game.winner, game.actor, game.phase) == (True, 0, None, "over")
    assert game.legal_actions() == []


@rule("classic/going-out", "classic/wild")
def test_a_wild_can_be_the_last_card() -> None:
    game = play(lay_table(["B1", "W", "Y1"], pile="G1"), "draw W:Y")
    assert (game.over, game.winner) == (True, 1)


@rule("classic/going-out", "classic/uno")
def test_nobody_is_asked_for_uno_when_the_hand_is_empty() -> None:
    game = play(lay_table(["R1 R2", "B1 B2", "Y1 Y2"], pile="B3 G8"), "R1 uno draw draw R2")
    assert (game.phase, game.winner) == ("over", 0)


@rule("classic/last-card-draws")
def test_a_draw_two_as_last_card_still_makes_the_next_player_draw() -> None:
    game = play(lay_table(["RD", "B1", "Y1"], pile="G7 G8 G9"), "RD")
    assert (game.over, game.winner) == (True, 0)
    assert (game.hand(1), game.hand(2)) == (["B1", "G7", "G8"], ["Y1"])


@rule("classic/last-card-draws", "classic/scoring")
def test_the_cards_of_a_last_draw_two_are_counted() -> None:
    game = play(lay_table(["RD", "B1", "Y2"], pile="G7 W"), "RD")
    assert game.snapshot()["points"] == [1 + 7 + 50 + 2, 0, 0]


@rule("classic/last-card-draws", "classic/challenge")
def test_a_wild_draw_four_as_last_card_is_drawn_without_a_challenge() -> None:
    game = play(lay_table(["W4", "B1", "Y1"], pile="G6 G7 G8 G9"), "W4:B")
    assert (game.over, game.winner) == (True, 0)
    assert game.hand(1) == ["B1", "G6", "G7", "G8", "G9"]
    assert game.snapshot()["points"] == [1 + 30 + 1, 0, 0]


@rule("classic/last-card-draws")
def test_a_last_draw_two_hits_the_next_player_in_the_direction_of_play() -> None:
    game = play(lay_table(["RD", "B1", "Y1"], start="RR", pile="G7 G8", dealer=0), "RD")
    assert (game.hand(1), game.hand(2)) == (["B1"], ["G7", "G8", "Y1"])


@rule("classic/last-card-draws", "casting-call/two-handed")
def test_with_two_players_the_other_one_draws_for_the_last_card() -> None:
    game = play(lay_table(["RD", "B1"], pile="G7 G8"), "RD")
    assert game.hand(1) == ["B1", "G7", "G8"]


@rule("classic/last-card-draws")
@pytest.mark.parametrize("deck", ["classic", "run", "friendship", "casting_call", "victory_lap"])
def test_on_every_deck_the_last_wild_draw_four_is_drawn(deck: str) -> None:
    game = play(lay_table(["W4", "B1", "Y1"], start="G5", pile="G6 G7 G8 G9", deck=deck), "W4:B")
    assert (game.over, game.hand(1)) == (True, ["B1", "G6", "G7", "G8", "G9"])


@rule("classic/last-card-draws", "classic/jump-in")
def test_a_last_card_can_neither_be_answered_nor_jumped_on() -> None:
    game = lay_table(["RD", "RD", "BD"], pile="G7 G8", jump_in=True, progressive=True)
    play(game, "RD")
    assert (game.over, game.winner) == (True, 0)
    assert (game.hand(1), game.hand(2)) == (["G7", "G8", "RD"], ["BD"])
    assert game.snapshot()["pending"] == 0


@rule("classic/going-out")
def test_a_skip_as_last_card_makes_nobody_draw() -> None:
    table = play(lay_table(["RS", "B1", "Y1"]), "RS").snapshot()
    assert (table["over"], table["hands"]) == (True, [[], ["B1"], ["Y1"]])


@rule("classic/card-points")
@pytest.mark.parametrize(
    ("card", "points"),
    [(f"B{number}", number) for number in range(10)] + [("BS", 20), ("BR", 20), ("BD", 20), ("W", 50), ("W4", 50)],
)
def test_what_a_card_left_in_hand_counts(card: str, points: int) -> None:
    game = play(lay_table(["R1", card]), "R1")
    assert game.snapshot()["points"] == [points, 0]


@rule("classic/card-points")
@pytest.mark.parametrize(
    ("deck", "card"), [("run", "RUN"), ("friendship", "FRIEND"), ("casting_call", "CAST"), ("victory_lap", "LAP")]
)
def test_the_own_card_of_a_deck_counts_fifty(deck: str, card: str) -> None:
    game = play(lay_table(["G1", card], start="G5", deck=deck), "G1")
    assert game.snapshot()["points"] == [50, 0]


@rule("classic/scoring")
def test_the_winner_scores_what_all_the_others_hold() -> None:
    game = play(lay_table(["R1 R2", "Y9 YS", "W B0", "B4 RD"], pile="G6 G7 G8"), "R1 uno draw draw draw R2")
    assert game.snapshot()["points"] == [9 + 20 + 6 + 50 + 0 + 7 + 4 + 20 + 8, 0, 0, 0]


@rule("classic/scoring")
def test_nobody_scores_while_the_round_is_on() -> None:
    game = play(lay_table(["R1 R2", "Y9 YS", "W B0"]), "R1 uno")
    assert (game.over, game.snapshot()["points"]) == (False, [0, 0, 0])


@rule("victory-lap/partners")
def test_when_a_partner_goes_out_the_side_scores_both_opponents() -> None:
    game = play(lay_table(["R1", "B9", "W4", "YD"], partners=True), "R1")
    assert (game.over, game.winner) == (True, 0)
    assert game.snapshot()["points"] == [29, 0, 29, 0]


@rule("victory-lap/partners")
def test_the_second_pair_wins_with_either_partner() -> None:
    game = play(lay_table(["B1", "B9", "W4", "R4"], start="R5", dealer=2, partners=True), "R4")
    assert game.winner == 3
    assert game.snapshot()["points"] == [0, 51, 0, 51]


@rule("victory-lap/partners")
def test_six_players_are_three_sides_and_all_other_sides_are_scored() -> None:
    game = play(lay_table(["R1", "B9", "B8", "W4", "B3", "YD"], partners=True), "R1")
    assert game.snapshot()["points"] == [40, 0, 0, 40, 0, 0]


@rule("victory-lap/partners", "classic/last-card-draws")
def test_the_last_draw_two_is_scored_for_the_side() -> None:
    game = play(lay_table(["RD", "B9", "W4", "YD"], pile="G7 G8", partners=True), "RD")
    assert game.hand(1) == ["B9", "G7", "G8"]
    assert game.snapshot()["points"] == [44, 0, 44, 0]
