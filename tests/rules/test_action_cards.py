"""Skip, Reverse, Draw Two, Wild."""

import pytest

from tests.table import lay_table, play, rule


@rule("classic/draw-two")
def test_draw_two_makes_the_next_player_draw_two_and_miss_the_turn() -> None:
    game = play(lay_table(["RD R1 G1", "B1 B2 B3", "Y1 Y2 Y3"], pile="G7 G8"), "RD")
    assert game.hand(1) == ["B1", "B2", "B3", "G7", "G8"]
    assert (game.actor, game.phase) == (2, "turn")


@rule("classic/draw-two")
def test_a_draw_two_cannot_be_answered_without_progressive() -> None:
    game = play(lay_table(["RD R1 G1", "BD B2 B3", "Y1 Y2 Y3"], pile="G7 G8"), "RD")
    assert game.hand(1) == ["B2", "B3", "BD", "G7", "G8"]
    assert (game.actor, game.phase) == (2, "turn")


@rule("classic/draw-two", "classic/match")
def test_a_draw_two_needs_the_colour_or_another_draw_two() -> None:
    game = lay_table(["BD R1 G1", "B1 B2 B3", "Y1 Y2 Y3"])
    assert game.legal_actions() == ["R1", "draw"]


@rule("classic/skip")
def test_skip_takes_the_next_players_turn() -> None:
    game = play(lay_table(["RS R1 G1", "B1 B2 B3", "Y1 Y2 Y3"]), "RS")
    assert game.actor == 2


@rule("classic/skip", "classic/direction")
def test_skip_after_a_reverse_skips_to_the_right() -> None:
    game = play(lay_table(["RR R1 G1", "B1 B2 B3", "Y1 Y2 Y3", "RS G2 G3"]), "RR RS")
    assert game.actor == 1


@rule("classic/reverse")
def test_reverse_turns_the_direction_round() -> None:
    game = play(lay_table(["RR R1 G1", "B1 B2 B3", "Y1 Y2 Y3", "G2 G3 G4"], pile="Y7"), "RR")
    assert (game.actor, game.snapshot()["direction"]) == (3, -1)
    play(game, "draw")
    assert game.actor == 2


@rule("classic/reverse")
def test_a_second_reverse_turns_the_direction_back() -> None:
    game = play(lay_table(["RR R1 G1", "B1 B2 B3", "Y1 Y2 Y3", "BR G3 G4"]), "RR BR")
    assert (game.actor, game.snapshot()["direction"]) == (0, 1)


@rule("classic/reverse", "classic/draw-two")
def test_after_a_reverse_a_draw_two_hits_the_player_on_the_right() -> None:
    game = play(lay_table(["RR R1 G1", "B1 B2 B3", "Y1 Y2 Y3", "RD G3 G4"], pile="G7 G8"), "RR RD")
    assert game.hand(2) == ["G7", "G8", "Y1", "Y2", "Y3"]
    assert game.actor == 1


@rule("classic/wild")
def test_a_wild_may_be_played_although_another_card_matches() -> None:
    game = play(lay_table(["W R1 R2", "B1 B2 B3", "Y1 Y2 Y3"]), "W:G")
    assert (game.actor, game.phase, game.snapshot()["color"]) == (1, "turn", "G")


@rule("classic/wild")
@pytest.mark.parametrize("color", ["R", "Y", "G", "B"])
def test_a_wild_names_any_colour_even_the_one_in_play(color: str) -> None:
    game = play(lay_table(["W R1 G1", "R2 Y2 G2", "B3 B4 B6"]), f"W:{color}")
    assert game.snapshot()["color"] == color


@rule("classic/wild")
def test_a_wild_makes_nobody_draw_or_miss_a_turn() -> None:
    table = play(lay_table(["W R1 G1", "R2 Y2 G2", "B3 B4 B6"]), "W:B").snapshot()
    assert [len(hand) for hand in table["hands"]] == [2, 3, 3]
    assert (table["actor"], table["direction"], table["pending"]) == (1, 1, 0)
