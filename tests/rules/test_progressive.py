"""Progressive: draw cards are stacked."""

from typing import Any

from tests.table import lay_table, play, rule
from uno_env import Game

PILE = "G1 G2 G3 G4 G6 G7 G8 G9 Y6 Y7"


def table(*hands: str, **rules: Any) -> Game:
    """A crafted table with Progressive."""
    return lay_table(hands, pile=PILE, **({"progressive": True} | rules))


@rule("classic/progressive-draw-two")
def test_a_draw_two_may_be_answered_with_a_draw_two_of_any_colour() -> None:
    game = play(table("RD R1 R2", "BD GD R3", "Y1 Y2 Y3"), "RD")
    assert (game.actor, game.phase, game.legal_actions()) == (1, "respond", ["BD", "GD", "draw"])
    assert game.snapshot()["pending"] == 2


@rule("classic/progressive-draw-two")
def test_no_other_card_answers_a_draw_two() -> None:
    game = play(table("RD R1 R2", "BD R9 W", "Y1 Y2 Y3"), "RD")
    assert game.legal_actions() == ["BD", "draw"]


@rule("classic/progressive-draw-two", "classic/played-card")
def test_the_colour_of_the_answer_is_in_play() -> None:
    game = play(table("RD R1 R2", "BD R9 W", "Y1 B2 R3", "Y4 B3 R4"), "RD BD")
    assert (game.actor, game.snapshot()["color"], game.legal_actions()) == (3, "B", ["B3", "draw"])


@rule("classic/progressive-draw-two")
def test_one_draw_two_is_played_at_a_time() -> None:
    game = play(table("RD R1 R2", "BD GD R3", "YD Y2 Y3"), "RD BD")
    assert (game.actor, game.phase) == (2, "respond")
    assert game.hand(1) == ["GD", "R3"]


@rule("classic/progressive-sum")
def test_whoever_does_not_answer_draws_the_sum_and_loses_the_turn() -> None:
    game = play(table("RD R1 R2", "BD B3 R3", "Y1 Y2 Y3", "Y4 Y6 Y7"), "RD BD")
    assert game.hand(2) == ["G1", "G2", "G3", "G4", "Y1", "Y2", "Y3"]
    assert game.hand(1) == ["B3", "R3"]
    assert (game.actor, game.phase, game.snapshot()["pending"]) == (3, "turn", 0)


@rule("classic/progressive-sum")
def test_four_draw_twos_in_a_row_are_eight_cards() -> None:
    game = table("RD R1 R2", "BD B2 B3", "GD B4 B6", "YD Y2 Y3", "R7 R8 R9", "B7 B8 B9")
    play(game, "RD BD GD YD")
    assert len(game.hand(4)) == 3 + 8
    assert game.actor == 5


@rule("classic/progressive-sum")
def test_a_player_may_accept_although_able_to_answer() -> None:
    game = play(table("RD R1 R2", "BD B2 B3", "GD B4 B6", "Y1 Y2 Y3"), "RD BD draw")
    assert game.hand(2) == ["B4", "B6", "G1", "G2", "G3", "G4", "GD"]
    assert game.actor == 3


@rule("classic/progressive-sum")
def test_a_draw_two_without_an_answer_is_drawn_unasked() -> None:
    game = play(table("RD R1 R2", "B1 B2 B3", "GD B4 B6"), "RD")
    assert game.hand(1) == ["B1", "B2", "B3", "G1", "G2"]
    assert (game.actor, game.phase) == (2, "turn")


@rule("classic/progressive-sum")
def test_a_draw_two_after_the_sum_was_drawn_begins_a_new_sum() -> None:
    game = play(table("RD R1 R2", "B1 B2 B3", "GD B4 B6"), "RD GD")
    assert game.hand(0) == ["G3", "G4", "R1", "R2"]
    assert game.actor == 1


@rule("classic/progressive-sum", "classic/reverse")
def test_the_sum_travels_in_the_direction_of_play() -> None:
    game = play(table("RR R1 R2", "B1 B2 B3", "BD Y2 Y3", "RD R3 R4"), "RR RD BD")
    assert len(game.hand(1)) == 3 + 4
    assert game.actor == 0


@rule("classic/progressive-draw-two", "classic/drawn-card")
def test_a_drawn_draw_two_can_be_answered() -> None:
    game = lay_table(["R1 R2 R3", "BD B2 B3", "Y1 Y2 Y3"], pile="RD G1 G2 G3 G4", progressive=True)
    play(game, "draw RD")
    assert (game.actor, game.legal_actions()) == (1, ["BD", "draw"])


@rule("classic/progressive-wild-draw-four")
def test_a_wild_draw_four_may_be_answered_with_another() -> None:
    game = play(table("W4 R1 R2", "W4 B2 B3", "Y1 Y2 Y3"), "W4:B")
    assert (game.actor, game.phase) == (1, "respond")
    assert game.legal_actions() == ["W4:B", "W4:G", "W4:R", "W4:Y", "challenge", "draw"]


@rule("classic/progressive-wild-draw-four")
def test_without_progressive_a_wild_draw_four_cannot_be_answered() -> None:
    game = play(table("W4 R1 R2", "W4 B2 B3", "Y1 Y2 Y3", progressive=False), "W4:B")
    assert game.legal_actions() == ["challenge", "draw"]


@rule("classic/progressive-wild-draw-four", "classic/progressive-sum")
def test_two_wild_draw_fours_are_eight_cards_in_the_colour_of_the_last() -> None:
    game = play(table("W4 R1 R2", "W4 B2 B3", "Y1 Y2 Y3", "Y4 Y8 Y9"), "W4:B W4:R draw")
    assert len(game.hand(2)) == 3 + 8
    assert (game.actor, game.phase) == (3, "turn")
    assert (game.snapshot()["color"], game.snapshot()["pending"]) == ("R", 0)


@rule("classic/progressive-wild-draw-four", "victory-lap/wild-draw-four-strict")
def test_on_the_strict_deck_a_wild_draw_four_is_stacked_only_legally() -> None:
    game = play(table("W4 Y1 G5", "W4 B2 Y3", "Y2 Y4 Y8", deck="victory_lap"), "W4:B")
    assert len(game.hand(1)) == 3 + 4
    assert (game.actor, game.phase) == (2, "turn")


@rule("classic/progressive-wild-draw-four", "victory-lap/wild-draw-four-strict")
def test_on_the_strict_deck_a_legal_answer_is_offered_without_a_challenge() -> None:
    game = play(table("W4 Y1 G5", "W4 R2 Y3", "Y2 Y4 Y8", deck="victory_lap"), "W4:B")
    assert (game.actor, game.phase) == (1, "respond")
    assert game.legal_actions() == ["W4:B", "W4:G", "W4:R", "W4:Y", "draw"]


@rule("classic/progressive-no-mix#ours")
def test_a_wild_draw_four_does_not_answer_a_draw_two() -> None:
    game = play(table("RD R1 R2", "W4 W4 B3", "Y1 Y2 Y3"), "RD")
    assert game.hand(1) == ["B3", "G1", "G2", "W4", "W4"]
    assert (game.actor, game.phase) == (2, "turn")


@rule("classic/progressive-no-mix#ours")
def test_a_draw_two_does_not_answer_a_wild_draw_four_even_in_the_named_colour() -> None:
    game = play(table("W4 R1 R2", "BD B2 B3", "Y1 Y2 Y3"), "W4:B")
    assert game.legal_actions() == ["challenge", "draw"]


@rule("classic/progressive-challenge", "classic/challenge-guilty")
def test_a_guilty_stacker_draws_the_whole_sum_and_the_challenger_plays() -> None:
    game = play(table("W4 G5 Y1", "W4 B2 Y3", "Y2 Y4 Y8"), "W4:B W4:Y challenge")
    assert (len(game.hand(0)), len(game.hand(1)), len(game.hand(2))) == (2, 2 + 8, 3)
    assert (game.actor, game.phase) == (2, "turn")
    assert (game.snapshot()["color"], game.snapshot()["pending"]) == ("Y", 0)


@rule("classic/progressive-challenge", "classic/challenge-innocent")
def test_the_challenger_of_an_innocent_stacker_draws_the_sum_and_two() -> None:
    game = play(table("W4 G5 Y1", "W4 R2 Y3", "Y2 Y4 Y8"), "W4:B W4:Y challenge")
    assert (len(game.hand(0)), len(game.hand(1)), len(game.hand(2))) == (2, 2, 3 + 10)
    assert (game.actor, game.phase) == (0, "turn")


@rule("classic/progressive-challenge")
def test_a_stacked_wild_draw_four_is_judged_by_the_colour_named_just_before() -> None:
    red_held = play(table("W4 G5 Y1", "W4 R2 Y3", "Y2 Y4 Y8"), "W4:B W4:Y challenge")
    blue_held = play(table("W4 G5 Y1", "W4 B2 Y3", "Y2 Y4 Y8"), "W4:B W4:Y challenge")
    assert (len(red_held.hand(1)), len(blue_held.hand(1))) == (2, 10)


@rule("classic/progressive-challenge")
def test_an_answered_bluff_is_no_longer_the_question() -> None:
    game = play(table("W4 R1 R2", "W4 Y9 Y3", "Y2 Y4 Y8"), "W4:B W4:Y challenge")
    assert (len(game.hand(0)), len(game.hand(1)), len(game.hand(2))) == (2, 2, 3 + 10)


@rule("classic/progressive-challenge")
def test_a_player_able_to_answer_may_challenge_instead() -> None:
    game = play(table("W4 R1 R2", "W4 B2 B3", "Y1 Y2 Y3"), "W4:B challenge")
    assert (len(game.hand(0)), len(game.hand(1))) == (2 + 4, 3)
    assert (game.actor, game.phase) == (1, "turn")
