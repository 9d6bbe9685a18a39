"""Skip, Reverse, Draw Two, Wild."""

from tests.table import lay_table, play, rule


@rule("classic/draw-two")
def test_draw_two_makes_the_next_player_draw_two_and_miss_the_turn() -> None:
    game = play(lay_table(["RD R1 G1", "B1 B2 B3", "Y1 Y2 Y3"], pile="G7 G8"), "RD")
    assert game.hand(1) == ["B1", "B2", "B3", "G7", "G8"]
    assert (game.actor, game.phase) == (2, "turn")


@rule("classic/skip")
def test_skip_takes_the_next_players_turn() -> None:
    game = play(lay_table(["RS R1 G1", "B1 B2 B3", "Y1 Y2 Y3"]), "RS")
    assert game.actor == 2
