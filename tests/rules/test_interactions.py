"""House rules together, and with UNO, challenges and the end of the round."""

from typing import Any

from tests.table import lay_table, play, rule
from uno_env import Game

PILE = "G1 G2 G3 G4 G6 G7 G8 G9 Y6 Y7 Y8 Y9"


def table(*hands: str, **rules: Any) -> Game:
    """A crafted table with all house rules."""
    house_rules = {"progressive": True, "jump_in": True, "seven_zero": True}
    return lay_table(hands, **(house_rules | {"pile": PILE} | rules))


# -- jump-ins and stacks -------------------------------------------------------------------------


@rule("classic/jump-in", "classic/progressive-draw-two")
def test_the_target_is_asked_to_jump_in_before_being_asked_to_answer() -> None:
    game = play(table("RD R2 R3", "RD B2 B3", "Y1 Y2 Y3"), "RD")
    assert (game.actor, game.phase, game.legal_actions()) == (1, "jump_in", ["RD", "pass"])
    play(game, "pass")
    assert (game.actor, game.phase, game.legal_actions()) == (1, "respond", ["RD", "draw"])


@rule("classic/progressive-sum")
def test_the_identical_card_as_an_answer_adds_up() -> None:
    game = play(table("RD R2 R3", "RD B2 B3", "Y1 Y2 Y3"), "RD pass RD")
    assert len(game.hand(2)) == 3 + 4
    assert game.actor == 0


@rule("classic/jump-in-cancels", "classic/jump-in-chain#ours")
def test_the_identical_card_as_a_jump_in_does_not_add_up() -> None:
    game = play(table("RD R2 R3", "RD B2 B3", "Y1 Y2 Y3"), "RD RD")
    assert len(game.hand(2)) == 3 + 2
    assert game.actor == 0


@rule("classic/jump-in-chain#ours", "classic/progressive-sum")
def test_jumping_on_a_stacked_draw_two_takes_back_only_that_card() -> None:
    game = play(table("RD R2 R3", "GD B2 B3", "Y1 Y2 Y3", "GD Y4 B4", "B6 B7 B8"), "RD GD GD")
    assert [len(game.hand(seat)) for seat in range(5)] == [2, 2, 3, 2, 3 + 4]
    assert game.actor == 0


@rule("classic/jump-in-chain#ours", "classic/start-no-house-rules#ours")
def test_jumping_on_the_answer_to_a_start_draw_two_keeps_the_start_cards_two() -> None:
    game = play(table("GD R2 R3", "B1 B2 B3", "GD Y2 Y3", "B6 B7 B8", start="RD"), "GD GD")
    assert [len(game.hand(seat)) for seat in range(4)] == [2, 3, 2, 3 + 4]


@rule("classic/jump-in-chain#ours", "classic/progressive-draw-two")
def test_a_jumped_in_draw_two_can_itself_be_answered() -> None:
    game = play(table("RD R2 R3", "B1 B2 B3", "RD Y2 Y3", "BD B7 B8"), "RD RD")
    assert (game.actor, game.phase, game.legal_actions()) == (3, "respond", ["BD", "draw"])
    play(game, "BD")
    assert [len(game.hand(seat)) for seat in range(4)] == [2 + 4, 3, 2, 2]


@rule("classic/jump-in-chain#ours")
def test_a_chain_of_jump_ins_counts_its_last_card_only() -> None:
    game = table("W4 R2 R3", "W4 B2 B3", "W4 Y2 Y3", "W4 Y4 B4", "B6 B7 B8")
    play(game, "W4:B W4:G W4:Y W4:R")
    assert (game.actor, game.phase, game.snapshot()["pending"]) == (4, "respond", 4)


@rule("classic/jump-in-chain#ours")
def test_a_chain_of_jump_ins_on_a_stack_goes_back_to_before_its_first_card() -> None:
    game = table("W4 R2 R3", "W4 B2 B3", "W4 Y2 Y3", "W4 Y4 B4", "B6 B7 B8")
    play(game, "W4:B pass pass pass W4:G")
    assert (game.actor, game.phase, game.snapshot()["pending"]) == (2, "jump_in", 8)
    play(game, "W4:Y")
    assert (game.actor, game.phase, game.snapshot()["pending"]) == (3, "jump_in", 8)
    play(game, "W4:R")
    assert (game.actor, game.phase, game.snapshot()["pending"]) == (4, "respond", 8)
    play(game, "draw")
    assert len(game.hand(4)) == 3 + 8


@rule("classic/jump-in-chain#ours")
def test_a_card_stacked_on_a_jump_in_begins_a_new_chain() -> None:
    game = table("W4 R2 R3", "W4 B2 B3", "W4 Y2 Y3", "W4 Y4 B4", "B6 B7 B8")
    play(game, "W4:B pass W4:G pass pass")
    assert (game.actor, game.phase, game.snapshot()["pending"]) == (3, "respond", 4)
    play(game, "W4:Y")
    assert (game.actor, game.phase, game.snapshot()["pending"]) == (1, "jump_in", 8)
    play(game, "W4:R")
    assert (game.actor, game.phase, game.snapshot()["pending"]) == (2, "respond", 8)


@rule("classic/jump-in-chain#ours", "classic/progressive-challenge")
def test_a_guilty_jumper_on_a_stack_draws_the_whole_sum() -> None:
    game = table("W4 R2 R3", "W4 B2 B3", "W4 G5 Y3", "R8 Y4 B4")
    play(game, "W4:B pass pass W4:G W4:Y challenge")
    assert [len(game.hand(seat)) for seat in range(4)] == [2, 2, 2 + 8, 3]
    assert (game.actor, game.phase) == (3, "turn")


@rule("classic/jump-in-chain#ours", "classic/progressive-challenge")
def test_challenging_an_innocent_jumper_on_a_stack_costs_the_sum_and_two() -> None:
    game = table("W4 R2 R3", "W4 B2 B3", "W4 R5 Y3", "R8 Y4 B4")
    play(game, "W4:B pass pass W4:G W4:Y challenge")
    assert [len(game.hand(seat)) for seat in range(4)] == [2, 2, 2, 3 + 10]
    assert (game.actor, game.phase) == (0, "turn")


@rule("classic/jump-in-back-to-back", "classic/jump-in-chain#ours")
def test_two_draw_twos_back_to_back_are_two_cards() -> None:
    game = play(table("RD RD R3", "B1 B2 B3", "Y1 Y2 Y3"), "RD RD uno")
    assert len(game.hand(1)) == 3 + 2
    assert game.actor == 2


@rule("classic/jump-in-cancels", "casting-call/two-handed")
def test_with_two_players_a_jumped_in_draw_two_hits_the_one_who_played_first() -> None:
    game = play(table("RD R2 R3", "RD B2 B3"), "RD RD")
    assert (len(game.hand(0)), len(game.hand(1))) == (2 + 2, 2)
    assert (game.actor, game.phase) == (1, "turn")


# -- jump-ins and sevens ---------------------------------------------------------------------------


@rule("classic/jump-in-cancels", "classic/seven-zero-trade")
def test_of_a_jumped_on_seven_only_the_jumper_trades() -> None:
    game = play(table("R7 R2 R3", "B1 B2 B3", "R7 Y2 Y3", "G1 G2 G3", pile="G6"), "R7 R7")
    assert (game.actor, game.phase) == (2, "swap")
    play(game, "seat:+3")
    assert game.snapshot()["hands"] == [["R2", "R3"], ["Y2", "Y3"], ["B1", "B2", "B3"], ["G1", "G2", "G3"]]
    assert (game.actor, game.phase) == (3, "turn")


@rule("classic/jump-in", "classic/seven-zero-trade")
def test_a_seven_that_comes_with_a_trade_is_too_late_to_jump_in() -> None:
    game = play(table("R7 R2 R3", "R7 B2 B3", "Y1 Y2 Y3"), "R7 pass seat:+1")
    assert game.hand(0) == ["B2", "B3", "R7"]
    assert (game.actor, game.phase) == (1, "turn")


@rule("classic/seven-zero-trade", "classic/jump-in")
def test_the_jump_in_is_offered_before_the_trade() -> None:
    game = play(table("R7 R2 R3", "B1 B2 B3", "R7 Y2 Y3"), "R7")
    assert (game.actor, game.phase) == (2, "jump_in")
    assert game.snapshot()["hands"][0] == ["R2", "R3"]


@rule("classic/jump-in", "classic/seven-zero-last-card#ours")
def test_a_seven_jumped_in_as_last_card_goes_out_without_a_trade() -> None:
    game = play(table("R7 B6", "B1 B2", "R7 R2", dealer=1), "R2 uno R7 uno R7")
    assert (game.over, game.winner) == (True, 2)
    assert game.snapshot()["hands"] == [["B6"], ["B1", "B2"], []]


@rule("classic/seven-zero-pass", "classic/jump-in")
def test_a_zero_has_no_twin_and_passes_the_hands_at_once() -> None:
    game = play(table("R0 R2 R3", "B0 B2 B3", "Y0 Y2 Y3"), "R0")
    assert game.snapshot()["hands"] == [["Y0", "Y2", "Y3"], ["R2", "R3"], ["B0", "B2", "B3"]]
    assert (game.actor, game.phase) == (1, "turn")


# -- UNO and the rest ------------------------------------------------------------------------------


@rule("classic/uno", "classic/jump-in")
def test_the_call_comes_before_the_jump_in() -> None:
    game = play(table("R1 G5", "B1 B2", "R1 Y2"), "R1")
    assert (game.actor, game.phase) == (0, "uno")
    play(game, "uno")
    assert (game.actor, game.phase) == (2, "jump_in")


@rule("classic/uno-catch", "classic/jump-in")
def test_a_silent_player_is_caught_before_the_jump_in() -> None:
    game = play(table("R1 G5", "B1 B2", "R1 Y2"), "R1 pass")
    assert (game.actor, game.phase) == (1, "catch")
    play(game, "catch")
    assert (game.actor, game.phase, len(game.hand(0))) == (2, "jump_in", 3)


@rule("classic/uno-catch", "classic/jump-in-back-to-back")
def test_the_twin_drawn_for_a_caught_uno_may_follow_back_to_back() -> None:
    game = play(table("R1 G5", "B1 B2", "Y1 Y2", pile="R1 G7"), "R1 pass catch")
    assert (game.actor, game.phase, game.legal_actions()) == (0, "jump_in", ["R1", "pass"])
    play(game, "R1")
    assert (game.hand(0), game.actor, game.phase) == (["G5", "G7"], 1, "turn")


@rule("classic/uno", "classic/jump-in-back-to-back", "classic/going-out")
def test_a_pair_played_back_to_back_goes_out() -> None:
    game = play(table("R1 R1", "B1 B2", "Y1 Y2"), "R1")
    assert (game.actor, game.phase) == (0, "uno")
    play(game, "uno R1")
    assert (game.over, game.winner) == (True, 0)


@rule("classic/uno-catch", "classic/progressive-sum")
def test_a_caught_uno_on_a_stack_leaves_the_sum_alone() -> None:
    game = play(table("RD R2", "GD B2", "Y1 Y2"), "RD uno GD pass catch")
    assert [len(game.hand(seat)) for seat in range(3)] == [1, 1 + 2, 2 + 4]
    assert (game.hand(1), game.actor) == (["B2", "G1", "G2"], 0)


@rule("classic/challenge-hand#ours", "classic/progressive-challenge")
def test_a_stacker_caught_silent_is_still_judged_by_the_hand_at_the_time() -> None:
    game = table("W4 R2", "W4 Y3", "R8 Y4", pile="B1 B2 " + PILE)
    play(game, "W4:B uno pass W4:G pass catch challenge")
    assert game.hand(1) == ["B1", "B2", "Y3"]
    assert len(game.hand(2)) == 2 + 10


@rule("classic/uno-catch", "classic/seven-zero-trade")
def test_the_penalty_for_silence_is_drawn_before_the_trade() -> None:
    game = play(table("R7 B6", "B1 B2", "Y1 Y2", pile="G6 G8"), "R7 pass catch seat:+1")
    assert (game.hand(0), game.hand(1)) == (["B1", "B2"], ["B6", "G6", "G8"])


@rule("classic/uno-catch", "classic/seven-zero-pass")
def test_the_penalty_for_silence_is_passed_on_with_the_hand() -> None:
    game = play(table("R0 B6", "B1 B2", "Y1 Y2", pile="G6 G8"), "R0 pass catch")
    assert game.snapshot()["hands"] == [["Y1", "Y2"], ["B6", "G6", "G8"], ["B1", "B2"]]


@rule("classic/uno-auto#ours", "classic/jump-in")
def test_with_automatic_calls_a_jump_in_asks_only_the_holder() -> None:
    game = play(table("R1 G5", "B1 B2", "R1 Y2", uno_call="auto"), "R1")
    assert (game.actor, game.phase) == (2, "jump_in")
    play(game, "R1")
    assert (game.actor, game.phase) == (0, "turn")
    assert game.snapshot()["uno_called"] == [True, False, True]


# -- the last card ---------------------------------------------------------------------------------


@rule("classic/last-card-draws", "classic/progressive-sum")
def test_a_draw_two_as_last_card_on_a_stack_makes_the_next_player_draw_the_sum() -> None:
    game = table("RD B9", "R1 GD", "BD Y1", pile="Y3 Y4 " + PILE)
    play(game, "draw R1 uno draw RD GD")
    assert (game.over, game.winner) == (True, 1)
    assert len(game.hand(2)) == 3 + 4
    assert game.snapshot()["pending"] == 0


@rule("classic/last-card-draws", "classic/progressive-sum", "classic/scoring")
def test_the_sum_drawn_at_the_end_is_counted() -> None:
    game = table("RD B9", "R1 GD", "B1 Y1", pile="Y3 Y4 Y6 Y7 Y8 Y9")
    play(game, "draw R1 uno draw RD GD")
    assert game.snapshot()["points"] == [0, (9 + 3) + (1 + 1 + 4) + (6 + 7 + 8 + 9), 0]


@rule("classic/last-card-draws", "classic/progressive-challenge")
def test_a_wild_draw_four_as_last_card_on_a_stack_cannot_be_challenged_or_answered() -> None:
    game = table("W4 B9", "R1 W4", "W4 Y1", pile="Y3 Y4 " + PILE)
    play(game, "draw R1 uno draw W4:B pass pass W4:G")
    assert (game.over, game.winner) == (True, 1)
    assert len(game.hand(2)) == 3 + 8


@rule("classic/last-card-draws", "classic/jump-in-chain#ours")
def test_a_draw_two_jumped_in_as_last_card_makes_the_next_player_draw_two() -> None:
    game = table("RD B9", "B1 B2", "R1 RD", "Y1 Y2", dealer=1, pile="Y3 Y4 " + PILE)
    play(game, "R1 uno draw RD uno RD")
    assert (game.over, game.winner) == (True, 2)
    assert [len(game.hand(seat)) for seat in range(4)] == [1, 2, 0, 3 + 2]


@rule("classic/last-card-draws", "classic/jump-in-chain#ours")
def test_a_last_draw_two_jumped_in_on_a_stack_draws_the_sum_before_it_and_two() -> None:
    game = table("RD B9", "GD B2", "R1 GD", "Y1 Y2", dealer=1, pile="Y3 Y4 " + PILE)
    play(game, "R1 uno draw RD uno GD uno GD")
    assert (game.over, game.winner) == (True, 2)
    assert [len(game.hand(seat)) for seat in range(4)] == [1, 1, 0, 3 + 4]


@rule("classic/going-out", "classic/jump-in-cancels")
def test_the_effect_of_a_card_jumped_on_with_the_last_card_does_not_happen() -> None:
    game = play(table("RR B6", "B1 B2", "RR R2", dealer=1), "R2 uno RR uno RR")
    assert (game.over, game.winner) == (True, 2)
    assert game.snapshot()["hands"] == [["B6"], ["B1", "B2"], []]


@rule("victory-lap/partners", "classic/jump-in")
def test_partners_may_jump_in_on_each_other() -> None:
    game = play(table("R1 R2 R3", "B1 B2 B3", "R1 Y2 Y3", "G5 G6 G7", pile="Y6", partners=True), "R1 R1")
    assert (game.actor, game.phase, game.hand(2)) == (3, "turn", ["Y2", "Y3"])


@rule("classic/challenger-plays#ours", "classic/progressive-draw-two")
def test_after_a_won_challenge_the_challenger_may_play_a_draw_two_as_a_new_sum() -> None:
    game = play(table("W4 R2 R3", "BD B2 B3", "Y1 Y2 Y3"), "W4:B challenge BD")
    assert (len(game.hand(0)), len(game.hand(1)), len(game.hand(2))) == (2 + 4, 2, 3 + 2)
    assert game.actor == 0
