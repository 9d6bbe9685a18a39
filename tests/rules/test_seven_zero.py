"""Seven-0: hands change seats."""

from tests.table import lay_table, play, rule

HANDS = ["R0 R1 R7", "B1 B2 B3", "Y1 Y2 Y3", "G1 G2 G3"]


@rule("classic/seven-zero-pass")
def test_a_zero_passes_every_hand_to_the_next_player() -> None:
    game = play(lay_table(HANDS, seven_zero=True), "R0")
    assert game.snapshot()["hands"] == [["G1", "G2", "G3"], ["R1", "R7"], ["B1", "B2", "B3"], ["Y1", "Y2", "Y3"]]


@rule("classic/seven-zero-pass")
def test_the_next_player_plays_from_the_hand_just_received() -> None:
    game = play(lay_table(HANDS, seven_zero=True), "R0")
    assert (game.actor, game.legal_actions()) == (1, ["R1", "R7", "draw"])


@rule("classic/seven-zero-pass", "classic/reverse")
def test_hands_are_passed_in_the_direction_of_play() -> None:
    game = play(lay_table(HANDS, start="RR", dealer=0, seven_zero=True), "R0")
    assert game.snapshot()["hands"] == [["B1", "B2", "B3"], ["Y1", "Y2", "Y3"], ["G1", "G2", "G3"], ["R1", "R7"]]
    assert game.actor == 3


@rule("classic/seven-zero-pass", "classic/reverse")
def test_to_the_right_too_the_next_player_plays_from_the_hand_just_received() -> None:
    game = play(lay_table(HANDS, start="RR", dealer=0, seven_zero=True), "R0")
    assert (game.actor, game.legal_actions()) == (3, ["R1", "R7", "draw"])


@rule("classic/seven-zero-pass", "classic/going-out")
def test_a_received_last_card_can_be_played_to_win() -> None:
    game = lay_table(["R0 R1", "B1 B2", "Y1 Y2"], seven_zero=True)
    play(game, "R0 uno R1")
    assert (game.over, game.winner) == (True, 1)


@rule("classic/seven-zero-pass")
def test_everyone_knows_the_hand_they_passed_on_and_nobody_else_does() -> None:
    game = play(lay_table(HANDS, seven_zero=True), "R0")
    assert game.known_cards(1, 2) == ["B1", "B2", "B3"]
    assert game.known_cards(0, 2) == game.known_cards(3, 2) == []


@rule("classic/seven-zero-pass")
def test_without_the_house_rule_a_zero_passes_nothing() -> None:
    game = play(lay_table(HANDS), "R0")
    assert game.snapshot()["hands"] == [["R1", "R7"], ["B1", "B2", "B3"], ["Y1", "Y2", "Y3"], ["G1", "G2", "G3"]]


@rule("classic/seven-zero-trade")
def test_a_seven_makes_its_player_choose_another_player() -> None:
    game = play(lay_table(HANDS, seven_zero=True), "R7")
    assert (game.actor, game.phase) == (0, "swap")
    assert game.legal_actions() == ["seat:+1", "seat:+2", "seat:+3"]


@rule("classic/seven-zero-trade", exemplary=True)
def test_the_two_hands_are_exchanged_and_the_others_stay() -> None:
    game = play(lay_table(HANDS, seven_zero=True), "R7 seat:+2")
    assert game.snapshot()["hands"] == [["Y1", "Y2", "Y3"], ["B1", "B2", "B3"], ["R0", "R1"], ["G1", "G2", "G3"]]
    assert (game.actor, game.phase) == (1, "turn")


@rule("classic/seven-zero-trade", "classic/reverse")
def test_the_chosen_seat_is_counted_clockwise_in_either_direction() -> None:
    game = play(lay_table(HANDS, start="RR", dealer=0, seven_zero=True), "R7 seat:+1")
    assert (game.hand(0), game.hand(1)) == (["B1", "B2", "B3"], ["R0", "R1"])
    assert game.actor == 3


@rule("classic/seven-zero-trade")
def test_trading_with_the_next_player_lets_them_play_the_traded_hand() -> None:
    game = play(lay_table(HANDS, seven_zero=True), "R7 seat:+1")
    assert (game.actor, game.legal_actions()) == (1, ["R0", "R1", "draw"])


@rule("classic/seven-zero-trade")
def test_both_traders_know_the_hand_they_gave_away() -> None:
    game = play(lay_table(HANDS, seven_zero=True), "R7 seat:+2")
    assert (game.known_cards(0, 2), game.known_cards(2, 0)) == (["R0", "R1"], ["Y1", "Y2", "Y3"])
    assert game.known_cards(1, 0) == game.known_cards(1, 2) == []


@rule("classic/seven-zero-trade")
def test_without_the_house_rule_a_seven_trades_nothing() -> None:
    game = play(lay_table(HANDS), "R7")
    assert (game.actor, game.phase, game.hand(0)) == (1, "turn", ["R0", "R1"])


@rule("classic/seven-zero-trade", "classic/drawn-card")
def test_a_drawn_seven_trades_the_rest_of_the_hand() -> None:
    game = play(lay_table(["R1 R2", "B1 B2", "Y1 Y2"], pile="R7", seven_zero=True), "draw R7 seat:+1")
    assert (game.hand(0), game.hand(1)) == (["B1", "B2"], ["R1", "R2"])


@rule("classic/seven-zero-last-card#ours")
def test_a_seven_as_last_card_goes_out_without_a_trade() -> None:
    game = play(lay_table(["R7", "B1", "Y1"], seven_zero=True), "R7")
    assert (game.over, game.winner) == (True, 0)
    assert game.snapshot()["hands"] == [[], ["B1"], ["Y1"]]


@rule("classic/seven-zero-last-card#ours")
def test_a_zero_as_last_card_goes_out_without_passing_hands() -> None:
    game = play(lay_table(["R0", "B1", "Y1"], seven_zero=True), "R0")
    assert (game.over, game.winner) == (True, 0)
    assert game.snapshot()["hands"] == [[], ["B1"], ["Y1"]]
