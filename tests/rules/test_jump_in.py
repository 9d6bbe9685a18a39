"""Jump-In: the identical card out of turn."""

from typing import Any

import pytest

from tests.table import lay_table, play, rule
from uno_env import Game

PILE = "G6 G7 G8 G9 Y6 Y7 Y8 Y9"


def table(*hands: str, **rules: Any) -> Game:
    """A crafted table with Jump-In."""
    return lay_table(hands, **({"jump_in": True, "pile": PILE} | rules))


def asked_to_jump_in(game: Game) -> list[int]:
    """Let everybody decline; the seats that were asked, in order."""
    seats = []
    while game.phase == "jump_in":
        assert game.actor is not None
        seats.append(game.actor)
        play(game, "pass")
    return seats


@rule("classic/jump-in")
def test_whoever_holds_the_identical_card_may_play_it_at_once() -> None:
    game = play(table("R1 R2 R3", "B1 B2 B3", "R1 Y2 Y3", "G1 G2 G3"), "R1")
    assert (game.actor, game.phase, game.legal_actions()) == (2, "jump_in", ["R1", "pass"])
    play(game, "R1")
    assert (game.hand(2), game.snapshot()["discard_pile"]) == (["Y2", "Y3"], ["R1", "R1", "R5"])


@rule("classic/jump-in")
def test_the_same_number_in_another_colour_is_not_identical() -> None:
    game = play(table("R1 R2 R3", "B1 B2 B3", "Y1 Y2 R4", "G1 G2 G3"), "R1")
    assert (game.actor, game.phase) == (1, "turn")


@rule("classic/jump-in")
def test_without_the_house_rule_nobody_jumps_in() -> None:
    game = play(table("R1 R2 R3", "B1 B2 B3", "R1 Y2 Y3", jump_in=False), "R1")
    assert (game.actor, game.phase) == (1, "turn")


@rule("classic/jump-in")
def test_declining_leaves_everything_as_it_was() -> None:
    game = play(table("R1 R2 R3", "B1 B2 B3", "R1 Y2 Y3", "G1 G2 G3"), "R1 pass")
    assert (game.actor, game.phase, game.hand(2)) == (1, "turn", ["R1", "Y2", "Y3"])


@rule("classic/jump-in", "classic/drawn-card")
def test_a_card_played_after_drawing_it_can_be_jumped_on() -> None:
    game = play(table("R3 R2 B1", "B4 B2 B3", "R1 Y2 Y3", pile="R1"), "draw R1")
    assert (game.actor, game.phase) == (2, "jump_in")


@rule("classic/jump-in", "classic/drawn-card")
def test_drawing_the_identical_card_opens_no_window() -> None:
    game = play(table("R1 R2 R3", "B1 B2 B3", "Y1 Y2 Y3", "G1 G2 G3", pile="R1"), "R1 draw pass")
    assert (game.actor, game.phase, game.hand(1)) == (2, "turn", ["B1", "B2", "B3", "R1"])


@rule("classic/jump-in", "classic/jump-in-window#ours")
def test_there_is_no_second_window_after_declining() -> None:
    game = play(table("R1 R2 R3", "B6 B2 B3", "R1 Y2 Y3", "G1 G2 G3"), "R1 pass draw")
    assert (game.actor, game.phase) == (2, "turn")


@rule("classic/jump-in", "classic/draw-two", "classic/jump-in-window#ours")
def test_the_identical_card_drawn_as_a_penalty_is_too_late() -> None:
    game = play(table("RD R2 R3", "B1 B2 B3", "Y1 Y2 Y3", pile="RD G1"), "RD")
    assert (game.actor, game.phase, game.hand(1)) == (2, "turn", ["B1", "B2", "B3", "G1", "RD"])


@rule("classic/jump-in-resumes")
def test_play_goes_on_after_the_jumper() -> None:
    game = play(table("R1 R2 R3", "B1 B2 B3", "R1 Y2 Y3", "G1 G2 G3"), "R1 R1")
    assert (game.actor, game.phase) == (3, "turn")


@rule("classic/jump-in-resumes", "classic/reverse")
def test_play_goes_on_after_the_jumper_to_the_right_too() -> None:
    game = play(table("R1 R2 R3", "B1 B2 B3", "R1 Y2 Y3", "G1 G2 G3", start="RR", dealer=0), "R1 R1")
    assert (game.actor, game.phase) == (1, "turn")


@rule("classic/jump-in-resumes")
def test_a_jumper_who_would_have_been_next_has_used_the_turn() -> None:
    game = play(table("R1 R2 R3", "R1 B2 B3", "Y1 Y2 Y3"), "R1 R1")
    assert (game.actor, game.phase) == (2, "turn")


@rule("classic/jump-in-back-to-back")
def test_a_player_may_follow_with_the_second_copy() -> None:
    game = play(table("R1 R1 R2 R3", "B1 B2 B3 B4", "Y1 Y2 Y3 Y4"), "R1")
    assert (game.actor, game.phase, game.legal_actions()) == (0, "jump_in", ["R1", "pass"])
    play(game, "R1")
    assert (game.hand(0), game.actor, game.phase) == (["R2", "R3"], 1, "turn")


@rule("classic/jump-in-back-to-back")
def test_the_second_copy_can_be_kept() -> None:
    game = play(table("R1 R1 R2 R3", "B1 B2 B3 B4", "Y1 Y2 Y3 Y4"), "R1 pass")
    assert (game.hand(0), game.actor, game.phase) == (["R1", "R2", "R3"], 1, "turn")


@rule("classic/jump-in-back-to-back", "classic/jump-in-order#ours")
def test_the_others_have_their_chance_before_the_player() -> None:
    game = play(table("W W R2", "B1 B2 B3", "W Y2 Y3", "G1 G2 G3"), "W:B")
    assert asked_to_jump_in(game) == [2, 0]


@rule("classic/jump-in-back-to-back")
def test_another_players_jump_in_stops_the_second_copy() -> None:
    game = play(table("W W R2", "B1 B2 B3", "W Y2 Y3", "G1 G2 G3"), "W:B W:Y")
    assert (game.actor, game.phase) == (0, "jump_in")
    play(game, "pass")
    assert (game.actor, game.phase, game.snapshot()["color"]) == (3, "turn", "Y")


@rule("classic/jump-in-back-to-back", "classic/skip")
def test_two_skips_back_to_back_skip_one_player() -> None:
    game = play(table("RS RS R2 R3", "B1 B2 B3 B4", "Y1 Y2 Y3 Y4"), "RS RS")
    assert game.actor == 2


@rule("classic/jump-in-cancels", "classic/skip")
def test_a_jumped_in_skip_skips_the_player_after_the_jumper_only() -> None:
    game = play(table("RS R2 R3", "B1 B2 B3", "RS Y2 Y3", "G1 G2 G3"), "RS RS")
    assert (game.actor, game.phase) == (0, "turn")


@rule("classic/jump-in-cancels", "classic/reverse")
def test_a_jumped_in_reverse_reverses_once() -> None:
    game = play(table("RR R2 R3", "B1 B2 B3", "RR Y2 Y3", "G1 G2 G3"), "RR RR")
    assert (game.actor, game.snapshot()["direction"]) == (1, -1)


@rule("classic/jump-in-cancels", "classic/draw-two")
def test_a_jumped_in_draw_two_makes_only_the_player_after_the_jumper_draw() -> None:
    game = play(table("RD R2 R3", "B1 B2 B3", "RD Y2 Y3", "G1 G2 G3"), "RD RD")
    assert game.snapshot()["hands"] == [["R2", "R3"], ["B1", "B2", "B3"], ["Y2", "Y3"], ["G1", "G2", "G3", "G6", "G7"]]
    assert game.actor == 0


@rule("classic/jump-in-cancels")
def test_the_first_target_can_escape_by_jumping_in() -> None:
    game = play(table("RD R2 R3", "RD B2 B3", "Y1 Y2 Y3", "G1 G2 G3"), "RD RD")
    assert (game.hand(1), game.hand(2)) == (["B2", "B3"], ["G6", "G7", "Y1", "Y2", "Y3"])
    assert game.actor == 3


@rule("classic/jump-in-cancels")
def test_the_effect_waits_for_the_jump_in() -> None:
    game = play(table("RD R2 R3", "B1 B2 B3", "RD Y2 Y3", "G1 G2 G3"), "RD")
    assert (game.hand(1), game.snapshot()["pending"]) == (["B1", "B2", "B3"], 2)
    play(game, "pass")
    assert game.hand(1) == ["B1", "B2", "B3", "G6", "G7"]


@rule("classic/jump-in-cancels", "classic/jump-in-wilds#ours")
def test_a_jumped_in_wild_draw_four_asks_the_player_after_the_jumper() -> None:
    game = play(table("W4 G2 G3", "B1 B2 B3", "W4 Y2 Y3", "G1 R2 R3"), "W4:B W4:G")
    assert (game.actor, game.phase, game.snapshot()["pending"]) == (3, "respond", 4)
    play(game, "draw")
    assert [len(game.hand(seat)) for seat in range(4)] == [2, 3, 2, 7]
    assert (game.actor, game.snapshot()["color"]) == (0, "G")


@rule("classic/jump-in-order#ours")
def test_holders_are_asked_in_the_direction_of_play_and_the_player_last() -> None:
    game = play(table("W W R3", "W B2 B3", "Y1 Y2 Y3", "W G2 G3"), "W:B")
    assert asked_to_jump_in(game) == [1, 3, 0]


@rule("classic/jump-in-order#ours", "classic/start-reverse")
def test_holders_are_asked_to_the_right_when_play_goes_right() -> None:
    game = play(table("W W R3", "W B2 B3", "Y1 Y2 Y3", "W G2 G3", start="RR", dealer=0), "W:B")
    assert asked_to_jump_in(game) == [3, 1, 0]


@rule("classic/jump-in-order#ours")
def test_the_first_yes_counts() -> None:
    game = play(table("W R2 R3", "W B2 B3", "W Y2 Y3", "G1 G2 G3"), "W:B W:Y")
    assert game.hand(1) == ["B2", "B3"]
    assert (game.actor, game.phase) == (2, "jump_in")
    play(game, "pass")
    assert (game.actor, game.phase, game.snapshot()["color"]) == (2, "turn", "Y")


@rule("classic/jump-in-order#ours")
def test_on_a_jump_in_the_question_starts_after_the_jumper() -> None:
    game = play(table("W R2 R3", "W B2 B3", "W Y2 Y3", "W G2 G3"), "W:B pass W:Y")
    assert asked_to_jump_in(game) == [3, 1]


@rule("classic/jump-in-wilds#ours")
def test_a_jumped_in_wild_names_its_own_colour() -> None:
    game = play(table("W R2 R3", "B1 B2 B3", "W Y2 Y3", "G1 G2 G3"), "W:B")
    assert (game.actor, game.legal_actions()) == (2, ["W:B", "W:G", "W:R", "W:Y", "pass"])
    play(game, "W:G")
    assert (game.actor, game.snapshot()["color"]) == (3, "G")


@rule("classic/jump-in-wilds#ours")
def test_a_wild_and_a_wild_draw_four_are_not_identical() -> None:
    game = play(table("W R2 R3", "B1 B2 B3", "W4 Y2 Y3", "W4 G2 G3"), "W:B")
    assert (game.actor, game.phase) == (1, "turn")


@rule("classic/jump-in-wilds#ours", "classic/challenge-guilty")
def test_a_jumped_in_wild_draw_four_is_a_bluff_if_the_colour_just_named_is_held() -> None:
    game = play(table("W4 G2 G3", "B1 B2 B3", "W4 B4 Y3", "G1 R2 R3"), "W4:B W4:G challenge")
    assert [len(game.hand(seat)) for seat in range(4)] == [2, 3, 2 + 4, 3]
    assert (game.actor, game.phase) == (3, "turn")


@rule("classic/jump-in-wilds#ours", "classic/challenge-innocent")
def test_a_jumped_in_wild_draw_four_is_honest_if_only_the_earlier_colour_is_held() -> None:
    game = play(table("W4 R8 G3", "B1 B2 B3", "W4 R4 Y3", "G1 R2 R3"), "W4:B W4:G challenge")
    assert [len(game.hand(seat)) for seat in range(4)] == [2, 3, 2, 3 + 6]
    assert (game.actor, game.phase) == (0, "turn")


@rule("classic/jump-in-wilds#ours", "victory-lap/wild-draw-four-strict")
def test_on_the_strict_deck_a_wild_draw_four_jumps_in_only_legally() -> None:
    game = play(table("W4 G2 G3", "B1 B2 B3", "W4 B4 Y3", "W4 R2 Y4", deck="victory_lap"), "W4:B")
    assert (game.actor, game.phase) == (3, "jump_in")


@rule("classic/jump-in-wilds#ours", "run/icons")
@pytest.mark.parametrize(("first", "second"), [("RS*", "RS"), ("RS", "RS*")])
def test_the_icon_does_not_count_for_coloured_cards(first: str, second: str) -> None:
    game = play(table(f"{first} R2 R3", "B1 B2 B3", f"{second} Y2 Y3", "G1 G2 G3", deck="run"), first)
    assert (game.actor, game.phase, game.legal_actions()) == (2, "jump_in", [second, "pass"])


@rule("classic/jump-in-wilds#ours", "run/icons")
@pytest.mark.parametrize(("first", "second"), [("W*", "W"), ("W", "W*"), ("W4*", "W4"), ("W4", "W4*")])
def test_the_icon_does_not_count_for_wilds(first: str, second: str) -> None:
    game = play(table(f"{first} R2 R3", "B1 B2 B3", f"{second} Y2 Y3", "G1 G2 G3", deck="run"), f"{first}:B")
    assert (game.actor, game.phase) == (2, "jump_in")
    assert f"{second}:Y" in game.legal_actions()


@rule("classic/jump-in", "classic/uno")
def test_a_jumper_left_with_one_card_owes_the_call() -> None:
    game = play(table("R1 B6", "R2 B2", "R1 Y2"), "R1 uno R1")
    assert (game.actor, game.phase) == (2, "uno")
    play(game, "pass")
    assert (game.actor, game.phase) == (0, "catch")


@rule("classic/jump-in", "classic/going-out")
def test_a_jump_in_with_the_last_card_wins_out_of_turn() -> None:
    game = play(table("R1 B6", "B1 B2", "R1 R2", dealer=1), "R2 uno R1 uno")
    assert (game.actor, game.phase, game.legal_actions()) == (2, "jump_in", ["R1", "pass"])
    play(game, "R1")
    assert (game.over, game.winner, game.hand(0)) == (True, 2, ["B6"])
