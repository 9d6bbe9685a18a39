"""Wild Draw Four: the bluff and the challenge."""

import pytest

from tests.table import lay_table, play, rule

GUILTY = ["W4 R1 G1", "B1 B2 B3", "Y1 Y2 Y3"]
INNOCENT = ["W4 B5 G1", "B1 B2 B3", "Y1 Y2 Y3"]
PILE = "G6 G7 G8 G9 Y6 Y7 Y8"


@rule("classic/wild-draw-four")
def test_the_next_player_draws_four_and_loses_the_turn() -> None:
    game = play(lay_table(INNOCENT, pile=PILE), "W4:Y draw")
    assert game.hand(1) == ["B1", "B2", "B3", "G6", "G7", "G8", "G9"]
    assert (game.actor, game.phase) == (2, "turn")


@rule("classic/wild-draw-four")
def test_its_player_names_the_colour() -> None:
    game = lay_table(INNOCENT, pile=PILE)
    assert {"W4:R", "W4:Y", "W4:G", "W4:B"} <= set(game.legal_actions())
    play(game, "W4:Y draw")
    assert (game.snapshot()["color"], game.legal_actions()) == ("Y", ["Y1", "Y2", "Y3", "draw"])


@rule("classic/wild-draw-four")
def test_accepting_makes_a_guilty_player_draw_nothing() -> None:
    game = play(lay_table(GUILTY, pile=PILE), "W4:Y draw")
    assert game.hand(0) == ["G1", "R1"]
    assert len(game.hand(1)) == 7


@rule("classic/wild-draw-four-condition")
def test_it_can_be_played_while_the_colour_in_play_is_held() -> None:
    game = lay_table(GUILTY, pile=PILE)
    assert "W4:B" in game.legal_actions()
    play(game, "W4:B")
    assert game.snapshot()["discard_pile"] == ["W4", "R5"]


@rule("classic/challenge")
def test_the_player_it_hits_is_always_asked() -> None:
    game = play(lay_table(INNOCENT, pile=PILE), "W4:Y")
    assert (game.actor, game.phase, game.legal_actions()) == (1, "respond", ["challenge", "draw"])


@rule("classic/challenge", "classic/reverse")
def test_the_player_asked_is_the_next_in_the_direction_of_play() -> None:
    game = play(lay_table(["RR R1 G1", "B1 B2 B3", "Y1 Y2 Y3", "W4 G2 G3"]), "RR W4:B")
    assert (game.actor, game.phase) == (2, "respond")


@rule("classic/challenge-guilty", exemplary=True)
def test_a_guilty_player_draws_the_four() -> None:
    game = play(lay_table(GUILTY, pile=PILE), "W4:Y challenge")
    assert game.hand(0) == ["G1", "G6", "G7", "G8", "G9", "R1"]
    assert game.hand(1) == ["B1", "B2", "B3"]


@rule("classic/challenger-plays#ours")
def test_after_a_won_challenge_the_challenger_has_a_normal_turn_in_the_named_colour() -> None:
    game = play(lay_table(GUILTY, pile=PILE), "W4:B challenge")
    assert (game.actor, game.phase) == (1, "turn")
    assert game.legal_actions() == ["B1", "B2", "B3", "draw"]
    assert game.snapshot()["pending"] == 0


@rule("classic/challenge-innocent", exemplary=True)
def test_the_challenger_of_an_innocent_player_draws_six_and_loses_the_turn() -> None:
    game = play(lay_table(INNOCENT, pile=PILE), "W4:Y challenge")
    assert game.hand(1) == ["B1", "B2", "B3", "G6", "G7", "G8", "G9", "Y6", "Y7"]
    assert game.hand(0) == ["B5", "G1"]
    assert (game.actor, game.phase, game.snapshot()["color"]) == (2, "turn", "Y")


@rule("classic/wild-draw-four-condition", "classic/challenge-innocent")
@pytest.mark.parametrize("held", ["B5", "W", "W4"])
def test_a_matching_number_or_another_wild_is_no_guilt(held: str) -> None:
    game = play(lay_table([f"W4 {held} G1", "B1 B2 B3", "Y1 Y2 Y3"], pile=PILE), "W4:Y challenge")
    assert (len(game.hand(0)), len(game.hand(1))) == (2, 9)


@rule("classic/wild-draw-four-condition", "classic/challenge-innocent")
def test_a_matching_symbol_of_another_colour_is_no_guilt() -> None:
    game = lay_table(["RS R1 R2", "B1 B2 B3", "W4 GS Y3"], pile=PILE)
    play(game, "RS W4:Y challenge")
    assert (len(game.hand(2)), len(game.hand(0))) == (2, 8)


@rule("classic/wild-draw-four-condition", "classic/challenge-guilty")
@pytest.mark.parametrize("held", ["R0", "RS", "RR", "RD"])
def test_any_card_of_the_colour_in_play_is_guilt(held: str) -> None:
    game = play(lay_table([f"W4 {held} G1", "B1 B2 B3", "Y1 Y2 Y3"], pile=PILE), "W4:Y challenge")
    assert (len(game.hand(0)), len(game.hand(1))) == (6, 3)


@rule("classic/wild-draw-four-condition", "classic/challenge-innocent")
def test_holding_the_colour_one_names_is_no_guilt() -> None:
    game = play(lay_table(["W4 Y9 G1", "B1 B2 B3", "Y1 Y2 Y3"], pile=PILE), "W4:Y challenge")
    assert (len(game.hand(0)), len(game.hand(1))) == (2, 9)


@rule("classic/wild-draw-four-condition", "classic/challenge-guilty")
def test_on_a_wild_the_named_colour_makes_guilty() -> None:
    game = play(lay_table(["W R1 G1", "W4 B2 Y9", "Y1 Y2 Y3"], pile=PILE), "W:B W4:Y challenge")
    assert (len(game.hand(1)), len(game.hand(2))) == (6, 3)


@rule("classic/wild-draw-four-condition", "classic/challenge-innocent")
def test_on_a_wild_the_colour_beneath_it_makes_nobody_guilty() -> None:
    game = play(lay_table(["W R1 G1", "W4 R2 Y9", "Y1 Y2 Y3"], pile=PILE), "W:B W4:Y challenge")
    assert (len(game.hand(1)), len(game.hand(2))) == (2, 9)


@rule("classic/challenge-guilty", "classic/drawn-card")
def test_a_drawn_wild_draw_four_can_be_a_bluff_too() -> None:
    game = play(lay_table(["R1 G1 G2", "B1 B2 B3", "Y1 Y2 Y3"], pile="W4 " + PILE), "draw W4:Y challenge")
    assert game.hand(0) == ["G1", "G2", "G6", "G7", "G8", "G9", "R1"]


@rule("classic/challenge-hand#ours", "classic/uno-catch")
def test_the_colour_drawn_for_a_caught_uno_makes_nobody_guilty() -> None:
    game = lay_table(["W4 G1", "B1 B2", "Y1 Y2"], pile="R1 R2 " + PILE)
    play(game, "W4:Y pass catch")
    assert game.hand(0) == ["G1", "R1", "R2"]
    play(game, "challenge")
    assert game.hand(0) == ["G1", "R1", "R2"]
    assert len(game.hand(1)) == 2 + 6
    assert game.actor == 2


@rule("classic/challenge-hand#ours", "classic/uno-catch")
def test_a_bluff_stays_a_bluff_after_a_caught_uno() -> None:
    game = lay_table(["W4 R1", "B1 B2", "Y1 Y2"], pile=PILE)
    play(game, "W4:Y pass pass catch challenge")
    assert len(game.hand(0)) == 1 + 2 + 4
    assert (game.actor, len(game.hand(1))) == (1, 2)


@rule("classic/challenge", exemplary=True)
def test_the_challenger_alone_sees_the_hand() -> None:
    game = play(lay_table(INNOCENT, pile=PILE), "W4:Y challenge")
    assert game.known_cards(1, 0) == ["B5", "G1"]
    assert game.known_cards(2, 0) == []


@rule("classic/challenge")
def test_accepting_shows_no_hand() -> None:
    game = play(lay_table(INNOCENT, pile=PILE), "W4:Y draw")
    assert game.known_cards(1, 0) == []


@rule("classic/challenge")
def test_the_challenger_sees_the_hand_as_it_now_is() -> None:
    game = play(lay_table(["W4 G1", "B1 B2", "Y1 Y2"], pile="R1 R2 " + PILE), "W4:Y pass catch challenge")
    assert game.known_cards(1, 0) == ["G1", "R1", "R2"]


@rule("classic/challenge")
def test_the_four_a_guilty_player_draws_stay_hidden() -> None:
    game = play(lay_table(GUILTY, pile=PILE), "W4:Y challenge")
    assert game.known_cards(1, 0) == ["G1", "R1"]
