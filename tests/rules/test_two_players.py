"""Two at the table."""

from tests.table import lay_table, play, rule


@rule("casting-call/two-handed")
def test_a_skip_brings_the_turn_straight_back() -> None:
    game = play(lay_table(["RS R1 G1", "B1 B2 B3"]), "RS")
    assert (game.actor, game.phase) == (0, "turn")


@rule("casting-call/two-handed", exemplary=True)
@rule("classic/reverse")
def test_a_reverse_is_a_skip_and_leaves_the_direction_alone() -> None:
    game = play(lay_table(["RR R1 G1", "B1 B2 B3"]), "RR")
    assert (game.actor, game.phase, game.snapshot()["direction"]) == (0, "turn", 1)


@rule("casting-call/two-handed")
def test_a_draw_two_brings_the_turn_straight_back() -> None:
    game = play(lay_table(["RD R1 G1", "B1 B2 B3"], pile="G7 G8"), "RD")
    assert game.hand(1) == ["B1", "B2", "B3", "G7", "G8"]
    assert (game.actor, game.phase) == (0, "turn")


@rule("casting-call/two-handed")
def test_an_accepted_wild_draw_four_brings_the_turn_straight_back() -> None:
    game = play(lay_table(["W4 R1 G1", "B1 B2 B3"], pile="G6 G7 G8 G9"), "W4:Y draw")
    assert game.hand(1) == ["B1", "B2", "B3", "G6", "G7", "G8", "G9"]
    assert (game.actor, game.phase) == (0, "turn")


@rule("casting-call/two-handed", "classic/challenge-innocent")
def test_a_lost_challenge_brings_the_turn_straight_back() -> None:
    game = play(lay_table(["W4 B5 G1", "B1 B2 B3"], pile="G6 G7 G8 G9 Y6 Y7"), "W4:Y challenge")
    assert game.hand(1) == ["B1", "B2", "B3", "G6", "G7", "G8", "G9", "Y6", "Y7"]
    assert (game.actor, game.phase) == (0, "turn")


@rule("casting-call/two-handed", "classic/challenger-plays#ours")
def test_a_won_challenge_gives_the_turn_to_the_challenger() -> None:
    game = play(lay_table(["W4 R1 G1", "B1 B2 B3"], pile="G6 G7 G8 G9"), "W4:Y challenge")
    assert (game.actor, game.phase) == (1, "turn")


@rule("casting-call/two-handed")
def test_the_decks_sheet_that_states_it_plays_reverse_the_same_way() -> None:
    game = play(lay_table(["RR R1 G1", "B1 B2 B3"], deck="casting_call"), "RR")
    assert (game.actor, game.snapshot()["direction"]) == (0, 1)


@rule("casting-call/two-handed", "classic/progressive-sum")
def test_an_answered_draw_two_comes_back_to_its_player() -> None:
    game = lay_table(["RD R1 G1", "BD B2 B3"], pile="G6 G7 G8 G9", progressive=True)
    play(game, "RD BD")
    assert game.hand(0) == ["G1", "G6", "G7", "G8", "G9", "R1"]
    assert (game.actor, game.phase) == (1, "turn")


@rule("casting-call/two-handed", "classic/jump-in-cancels")
def test_a_reverse_jumped_in_by_the_other_player_gives_the_turn_to_them() -> None:
    game = play(lay_table(["RR R1 G1", "RR B2 B3"], jump_in=True), "RR RR")
    assert (game.actor, game.phase, game.snapshot()["direction"]) == (1, "turn", 1)


@rule("casting-call/two-handed", "classic/seven-zero-pass")
def test_a_zero_swaps_the_two_hands() -> None:
    game = play(lay_table(["R0 R1 G1", "B1 B2 B3"], seven_zero=True), "R0")
    assert game.snapshot()["hands"] == [["B1", "B2", "B3"], ["G1", "R1"]]


@rule("casting-call/two-handed", "classic/seven-zero-trade")
def test_a_seven_still_asks_although_there_is_one_choice() -> None:
    game = play(lay_table(["R7 R1 G1", "B1 B2 B3"], seven_zero=True), "R7")
    assert (game.actor, game.phase, game.legal_actions()) == (0, "swap", ["seat:+1"])
    play(game, "seat:+1")
    assert game.snapshot()["hands"] == [["B1", "B2", "B3"], ["G1", "R1"]]
    assert game.actor == 1
