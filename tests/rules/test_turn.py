"""One turn: what may be played, and drawing instead."""

import pytest

from tests.table import lay_table, play, rule
from uno_env.game import IllegalAction


@rule("classic/direction")
def test_play_goes_round_to_the_left() -> None:
    game = lay_table(["B1 B2", "B3 B4", "B6 B7", "B8 B9"], pile="G1 G2 G3 G4")
    seats = [game.actor]
    for _ in range(4):
        seats.append(play(game, "draw").actor)
    assert seats == [0, 1, 2, 3, 0]


@rule("classic/turn")
def test_one_card_is_played_and_the_turn_is_over() -> None:
    game = play(lay_table(["R1 R2 R3", "B1 B2 B3", "Y1 Y2 Y3"]), "R1")
    assert game.hand(0) == ["R2", "R3"]
    assert (game.actor, game.phase) == (1, "turn")


@rule("classic/turn")
def test_a_card_that_does_not_match_is_refused_and_changes_nothing() -> None:
    game = lay_table(["R1 B2 R3", "B1 B2 B3", "Y1 Y2 Y3"])
    before = game.copy()
    with pytest.raises(IllegalAction):
        game.play("B2")
    assert game == before


@rule("classic/turn")
def test_a_turn_on_which_only_drawing_is_possible_is_still_a_decision() -> None:
    game = lay_table(["B1 G2 Y3", "B4 B6 B7", "Y1 Y2 Y4"])
    assert (game.actor, game.phase, game.legal_actions()) == (0, "turn", ["draw"])


@rule("classic/match")
def test_a_card_matches_by_colour_or_number_and_wilds_always() -> None:
    game = lay_table(["R1 B5 RD G7 BS W", "B1 B2 B3 B4 B6 B7", "Y1 Y2 Y3 Y4 Y6 Y7"])
    assert game.legal_actions() == ["B5", "R1", "RD", "W:B", "W:G", "W:R", "W:Y", "draw"]


@rule("classic/match")
@pytest.mark.parametrize("symbol", ["S", "R", "D"])
def test_action_cards_match_by_symbol(symbol: str) -> None:
    game = play(lay_table([f"R{symbol} R1 R2", "G1 G2 G3", f"B{symbol} G4 Y2"], pile="G6 G7"), f"R{symbol}")
    assert (game.actor, game.legal_actions()) == (2, [f"B{symbol}", "draw"])


@rule("classic/match")
def test_on_a_wild_only_the_named_colour_counts() -> None:
    game = play(lay_table(["W R1 R2", "B1 R5 R3", "Y1 Y2 Y3"]), "W:B")
    assert game.legal_actions() == ["B1", "draw"]


@rule("classic/match")
def test_a_wild_can_be_played_on_a_wild() -> None:
    game = play(lay_table(["W R1 R2", "W R5 R3", "Y1 Y2 Y3"]), "W:B")
    assert game.legal_actions() == ["W:B", "W:G", "W:R", "W:Y", "draw"]


@rule("classic/match")
def test_the_named_colour_is_forgotten_once_a_card_lies_on_the_wild() -> None:
    game = play(lay_table(["W R1 R2", "B1 R5 R3", "Y1 G2 B3"]), "W:B B1")
    assert game.legal_actions() == ["B3", "Y1", "draw"]


@rule("classic/draw-by-choice")
def test_a_player_may_draw_although_able_to_play() -> None:
    game = play(lay_table(["R1 R2 W", "B1 B2 B3", "Y1 Y2 Y3"], pile="G7"), "draw")
    assert game.hand(0) == ["G7", "R1", "R2", "W"]


@rule("classic/drawn-card")
def test_after_the_draw_only_the_drawn_card_may_be_played() -> None:
    game = play(lay_table(["R1 R2 W", "B1 B2 B3", "Y1 Y2 Y3"], pile="R9"), "draw")
    assert (game.actor, game.phase, game.legal_actions()) == (0, "drawn", ["R9", "pass"])


@rule("classic/drawn-card")
def test_a_drawn_card_that_does_not_match_ends_the_turn_unasked() -> None:
    game = play(lay_table(["R1 R2 W", "B1 B2 B3", "Y1 Y2 Y3"], pile="G9"), "draw")
    assert (game.actor, game.phase) == (1, "turn")


@rule("classic/drawn-card")
def test_the_drawn_card_can_be_kept() -> None:
    game = play(lay_table(["R1 R2 W", "B1 B2 B3", "Y1 Y2 Y3"], pile="R9"), "draw pass")
    assert game.hand(0) == ["R1", "R2", "R9", "W"]
    assert (game.actor, game.phase, game.snapshot()["discard_pile"]) == (1, "turn", ["R5"])


@rule("classic/drawn-card")
def test_the_drawn_card_can_be_played() -> None:
    game = play(lay_table(["R1 R2 W", "B1 B2 B3", "Y1 Y2 Y3"], pile="B5"), "draw B5")
    assert game.hand(0) == ["R1", "R2", "W"]
    assert (game.actor, game.snapshot()["discard_pile"]) == (1, ["B5", "R5"])


@rule("classic/drawn-card", "classic/wild")
def test_a_drawn_wild_can_be_played_in_any_colour() -> None:
    game = play(lay_table(["R1 R2 R3", "B1 B2 B3", "Y1 Y2 Y3"], pile="W"), "draw")
    assert game.legal_actions() == ["W:B", "W:G", "W:R", "W:Y", "pass"]


@rule("classic/drawn-card", "classic/draw-two")
def test_a_drawn_action_card_has_its_effect_when_played() -> None:
    game = play(lay_table(["R1 R2 R3", "B1 B2 B3", "Y1 Y2 Y3"], pile="RD G1 G2"), "draw RD")
    assert game.hand(1) == ["B1", "B2", "B3", "G1", "G2"]
    assert game.actor == 2


@rule("classic/drawn-card")
def test_only_one_card_is_drawn_however_little_it_helps() -> None:
    game = play(lay_table(["B1 G2 Y3", "B4 B6 B7", "Y1 Y2 Y4"], pile="G9 R9"), "draw")
    assert game.hand(0) == ["B1", "G2", "G9", "Y3"]
    assert game.snapshot()["draw_pile"][0] == "R9"


@rule("classic/played-card")
def test_the_played_card_is_on_top_and_its_colour_in_play() -> None:
    table = play(lay_table(["B5 R2 R3", "B1 B2 B3", "Y1 Y2 Y3"]), "B5").snapshot()
    assert (table["discard_pile"], table["color"]) == (["B5", "R5"], "B")


@rule("classic/played-card", "classic/wild")
def test_the_named_colour_of_a_wild_is_in_play() -> None:
    table = play(lay_table(["W R2 R3", "B1 B2 B3", "Y1 Y2 Y3"]), "W:Y").snapshot()
    assert (table["discard_pile"], table["color"]) == (["W", "R5"], "Y")


@rule("classic/played-card")
def test_the_cards_of_a_draw_card_are_pending_until_they_are_drawn() -> None:
    game = play(lay_table(["W4 G2 G3", "B1 B2 B3", "Y1 Y2 Y3"]), "W4:B")
    assert game.snapshot()["pending"] == 4
    play(game, "draw")
    assert game.snapshot()["pending"] == 0
