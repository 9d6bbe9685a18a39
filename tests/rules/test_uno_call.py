"""The last card but one: saying UNO and being caught silent."""

from tests.table import lay_table, play, rule
from uno_env import Game

FOUR = ["R1 G1", "B1 B2", "Y1 Y2", "G2 G3"]


@rule("classic/uno")
def test_whoever_is_left_with_one_card_says_uno_or_stays_silent() -> None:
    game = play(lay_table(FOUR), "R1")
    assert (game.actor, game.phase, game.legal_actions()) == (0, "uno", ["pass", "uno"])


@rule("classic/uno")
def test_a_call_made_leaves_nothing_to_catch() -> None:
    game = play(lay_table(FOUR), "R1 uno")
    assert (game.actor, game.phase) == (1, "turn")
    assert game.snapshot()["uno_called"] == [True, False, False, False]


@rule("classic/uno")
def test_two_cards_left_owe_no_call() -> None:
    game = play(lay_table(["R1 G1 G2", "B1 B2 B3", "Y1 Y2 Y3"]), "R1")
    assert (game.actor, game.phase) == (1, "turn")


@rule("classic/uno")
def test_the_call_is_owed_again_after_drawing_and_playing_again() -> None:
    game = lay_table(["R1 G1", "B2 B3", "Y2 Y3"], pile="G7 G8 R9")
    play(game, "R1 uno draw draw draw R9")
    assert (game.actor, game.phase) == (0, "uno")


@rule("classic/uno")
def test_a_card_that_was_drawn_and_kept_ends_the_uno_state() -> None:
    game = lay_table(["R1 G1", "B2 B3", "Y2 Y3"], pile="G7 G8 Y9")
    play(game, "R1 uno draw draw draw")
    assert game.snapshot()["uno_called"] == [False, False, False]


@rule("classic/uno", "classic/played-card")
def test_the_call_comes_before_the_effect_of_the_card() -> None:
    game = play(lay_table(["RD G1", "B1 B2", "Y1 Y2"], pile="G7 G8"), "RD")
    assert (game.actor, game.phase) == (0, "uno")
    assert (game.hand(1), game.snapshot()["pending"]) == (["B1", "B2"], 2)


@rule("classic/uno-catch", "classic/uno-catch-order#ours")
def test_every_other_player_in_turn_may_catch_a_silent_one() -> None:
    game = play(lay_table(FOUR), "R1 pass")
    asked = []
    while game.phase == "catch":
        assert game.legal_actions() == ["catch", "pass"]
        asked.append(game.actor)
        play(game, "pass")
    assert asked == [1, 2, 3]


@rule("classic/uno-catch", "classic/start-reverse", "classic/uno-catch-order#ours")
def test_the_others_are_asked_in_the_direction_of_play() -> None:
    game = play(lay_table(FOUR, start="RR", dealer=0), "R1 pass")
    asked = []
    while game.phase == "catch":
        asked.append(game.actor)
        play(game, "pass")
    assert asked == [3, 2, 1]


@rule("classic/uno-catch", "classic/reverse")
def test_a_reverse_has_not_turned_play_round_when_its_silent_player_may_be_caught() -> None:
    game = play(lay_table(["RR G1", "B1 B2", "Y1 Y2", "G2 G3"]), "RR pass")
    assert (game.actor, game.phase) == (1, "catch")
    play(game, "pass pass pass")
    assert (game.actor, game.phase) == (3, "turn")


@rule("classic/uno-catch", "classic/skip")
def test_a_player_about_to_be_skipped_can_catch() -> None:
    game = play(lay_table(["RS G1", "B1 B2", "Y1 Y2"], pile="G7 G8"), "RS pass catch")
    assert game.hand(0) == ["G1", "G7", "G8"]
    assert game.actor == 2


@rule("classic/uno-catch", exemplary=True)
def test_the_caught_player_draws_two() -> None:
    game = play(lay_table(FOUR, pile="G7 G8 G9"), "R1 pass catch")
    assert game.hand(0) == ["G1", "G7", "G8"]


@rule("classic/uno-catch", "classic/uno-catch-order#ours")
def test_the_first_catch_counts_and_nobody_else_is_asked() -> None:
    game = play(lay_table(FOUR, pile="G7 G8 G9"), "R1 pass pass catch")
    assert (game.actor, game.phase) == (1, "turn")
    assert game.hand(0) == ["G1", "G7", "G8"]


@rule("classic/uno-catch")
def test_silence_nobody_catches_costs_nothing_and_cannot_be_caught_later() -> None:
    game = play(lay_table(FOUR), "R1 pass pass pass pass")
    assert game.hand(0) == ["G1"]
    assert (game.actor, game.phase, game.legal_actions()) == (1, "turn", ["B1", "draw"])


@rule("classic/uno-catch", "classic/draw-two")
def test_the_penalty_is_drawn_before_the_effect_of_the_card() -> None:
    game = play(lay_table(["RD G1", "B1 B2", "Y1 Y2"], pile="G6 G7 G8 G9"), "RD pass catch")
    assert game.hand(0) == ["G1", "G6", "G7"]
    assert game.hand(1) == ["B1", "B2", "G8", "G9"]
    assert game.actor == 2


@rule("classic/uno-catch", "victory-lap/partners", "classic/uno-catch-order#ours")
def test_a_partner_may_catch_too() -> None:
    game = play(lay_table(FOUR, pile="G7 G8", partners=True), "R1 pass pass")
    assert (game.actor, game.legal_actions()) == (2, ["catch", "pass"])
    play(game, "catch")
    assert game.hand(0) == ["G1", "G7", "G8"]


@rule("classic/uno-auto#ours")
def test_an_automatic_call_asks_nobody() -> None:
    game = play(lay_table(FOUR, uno_call="auto"), "R1")
    assert (game.actor, game.phase) == (1, "turn")
    assert game.snapshot()["uno_called"] == [True, False, False, False]


@rule("classic/uno-auto#ours", "classic/uno-new-hand#ours")
def test_a_call_for_a_new_hand_is_automatic_too() -> None:
    game = lay_table(["R7 G1", "R1 B2", "Y1 Y2"], pile="G8 Y8", seven_zero=True, uno_call="auto")
    play(game, "draw R1 draw R7 seat:+1")
    assert (game.actor, game.phase, game.hand(0)) == (1, "turn", ["B2"])
    assert game.snapshot()["uno_called"] == [True, False, False]


@rule("casting-call/no-late-call#ours")
def test_a_silent_player_has_no_second_chance_to_call() -> None:
    game = play(lay_table(FOUR, deck="casting_call"), "R1 pass")
    asked = []
    while game.phase != "turn":
        assert "uno" not in game.legal_actions()
        asked.append(game.actor)
        play(game, "pass")
    assert asked == [1, 2, 3]
    assert game.snapshot()["uno_called"][0] is False


def _about_to_trade() -> Game:
    """Seat 0 holds a 7 and two more, seat 1 holds the B2 alone."""
    game = lay_table(["R7 G1", "R1 B2", "Y1 Y2"], pile="G8 Y8 Y6 Y7", seven_zero=True)
    return play(game, "draw R1 uno draw")


@rule("classic/uno-new-hand#ours", "classic/seven-zero-trade")
def test_trading_for_a_one_card_hand_owes_the_call() -> None:
    game = play(_about_to_trade(), "R7 seat:+1")
    assert (game.hand(0), game.hand(1)) == (["B2"], ["G1", "G8"])
    assert (game.actor, game.phase, game.legal_actions()) == (0, "uno", ["pass", "uno"])


@rule("classic/uno-new-hand#ours", "classic/uno-catch")
def test_silence_about_a_traded_hand_can_be_caught() -> None:
    game = play(_about_to_trade(), "R7 seat:+1 pass catch")
    assert game.hand(0) == ["B2", "Y6", "Y7"]
    assert (game.actor, game.phase) == (1, "turn")


@rule("classic/uno-new-hand#ours", "classic/seven-zero-trade")
def test_one_card_before_and_one_after_the_trade_are_two_calls() -> None:
    game = lay_table(["R7 G1", "R1 B2", "Y1 Y2"], pile="Y8", dealer=0, seven_zero=True)
    play(game, "R1 uno draw R7")
    assert (game.actor, game.phase) == (0, "uno")
    play(game, "uno seat:+1")
    assert (game.actor, game.phase, game.hand(0)) == (0, "uno", ["B2"])
    play(game, "pass")
    assert (game.actor, game.phase) == (1, "catch")


@rule("classic/uno-new-hand#ours", "classic/seven-zero-pass")
def test_a_passed_on_hand_of_one_card_owes_the_call() -> None:
    game = lay_table(["R0 G1", "B1 B2", "R2 Y2"], pile="G8 Y8", seven_zero=True)
    play(game, "draw draw R2 uno R0")
    assert game.snapshot()["hands"] == [["Y2"], ["G1", "G8"], ["B1", "B2", "Y8"]]
    assert (game.actor, game.phase) == (0, "uno")


@rule("classic/uno-received#ours", "classic/seven-zero-trade")
def test_whoever_is_given_a_one_card_hand_in_a_trade_owes_no_call() -> None:
    game = lay_table(["R7 G1", "R1 B2", "Y1 Y2"], seven_zero=True)
    play(game, "R7 uno seat:+2")
    assert (game.hand(0), game.hand(2)) == (["Y1", "Y2"], ["G1"])
    assert (game.actor, game.phase) == (1, "turn")


@rule("classic/uno-received#ours", "classic/seven-zero-pass")
def test_whoever_is_passed_a_one_card_hand_owes_no_call() -> None:
    game = lay_table(["R0 G1", "B1 B2", "Y1 Y2"], seven_zero=True)
    play(game, "R0 uno")
    assert game.snapshot()["hands"] == [["Y1", "Y2"], ["G1"], ["B1", "B2"]]
    assert (game.actor, game.phase) == (1, "turn")
