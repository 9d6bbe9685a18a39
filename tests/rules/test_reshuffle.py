"""The draw pile runs out."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from tests.table import lay_table, play, rule
from uno_env import Game

DECK = [color + face for color in "RYGB" for face in "0112233445566778899SSRRDD"] + ["W"] * 4 + ["W4"] * 4
NOT_RED = "B1 G2 Y3 B4 G6"


def crowded_table(hands: Sequence[str], pile: str = NOT_RED, **rules: Any) -> Game:
    """All cards but the start card R5 and ``pile`` are in the players' hands, each of which holds those given."""
    left = Counter(DECK)
    left.subtract(["R5", *pile.split(), *(card for hand in hands for card in hand.split())])
    assert min(left.values()) >= 0
    rest = list(left.elements())
    size, odd = divmod(len(DECK) - 1 - len(pile.split()), len(hands))
    assert odd == 0
    full = []
    for hand in hands:
        missing = size - len(hand.split())
        full.append(" ".join([*hand.split(), *rest[:missing]]))
        rest = rest[missing:]
    return lay_table(full, start="R5", pile=pile, **rules)


def empty_table() -> Game:
    """Three players, no draw pile and one card on the discard pile; seat 2 is to move."""
    game = play(crowded_table(["R9", "R8 RD", "R7 RD"]), "draw draw draw draw draw")
    table = game.snapshot()
    assert (table["draw_pile"], table["discard_pile"], table["actor"]) == ([], ["R5"], 2)
    return game


def gained(before: list[str], after: list[str]) -> list[str]:
    """The cards that came into a hand."""
    return sorted((Counter(after) - Counter(before)).elements())


@rule("classic/reshuffle-when-needed#ours")
def test_the_discard_pile_lies_until_a_card_is_needed() -> None:
    game = play(crowded_table(["R9", "", ""]), "R9 draw draw draw draw draw")
    table = game.snapshot()
    assert (table["draw_pile"], table["discard_pile"]) == ([], ["R9", "R5"])


@rule("classic/reshuffle", "classic/top-card-stays#ours")
def test_the_discard_pile_without_its_top_card_becomes_the_draw_pile() -> None:
    game = crowded_table(["R9", "R8", "R7"], shuffles=[["R8", "R5", "R9"]])
    play(game, "R9 R8 R7 draw draw draw draw draw")
    before = game.hand(2)
    play(game, "draw")
    table = game.snapshot()
    assert gained(before, game.hand(2)) == ["R8"]
    assert (table["draw_pile"], table["discard_pile"]) == (["R5", "R9"], ["R7"])


@rule("classic/reshuffle")
def test_the_new_draw_pile_is_shuffled() -> None:
    orders = set()
    for seed in range(20):
        game = play(crowded_table(["R9", "R8", "R7"], seed=seed), "R9 R8 R7 draw draw draw draw draw draw")
        orders.add(tuple(game.snapshot()["draw_pile"]))
    assert len(orders) > 2


@rule("classic/reshuffle", "classic/drawn-card")
def test_a_card_drawn_from_the_new_pile_may_be_played_at_once() -> None:
    game = play(crowded_table(["R9", "", ""]), "R9 draw draw draw draw draw draw")
    assert (game.actor, game.phase, game.legal_actions()) == (0, "drawn", ["R5", "pass"])


@rule("classic/reshuffle", "classic/wild")
def test_the_named_colour_outlives_the_reshuffle() -> None:
    game = play(crowded_table(["W", "", ""], pile="G1 G2 Y3 Y4 G6"), "W:B draw draw draw draw draw draw")
    table = game.snapshot()
    assert (table["discard_pile"], table["color"], table["actor"]) == (["W"], "B", 1)


@rule("classic/reshuffle", "classic/wild-draw-four")
def test_the_pile_is_renewed_in_the_middle_of_a_draw() -> None:
    game = crowded_table(["R9", "R8 W4", "R7"], shuffles=[["R8", "R5", "R9", "R7"]])
    play(game, "R9 R8 R7 draw draw draw draw W4:B")
    before = game.hand(2)
    play(game, "draw")
    table = game.snapshot()
    assert gained(before, game.hand(2)) == ["G6", "R5", "R8", "R9"]
    assert (table["draw_pile"], table["discard_pile"]) == (["R7"], ["W4"])


@rule("classic/reshuffle", "classic/progressive-sum")
def test_the_pile_is_renewed_in_the_middle_of_a_progressive_sum() -> None:
    game = crowded_table(["R9 GD GD", "R8 RD", "R7 BD YD"], progressive=True, shuffles=[["R9", "R5", "R7", "R8", "RD"]])
    play(game, "R9 R8 R7 draw draw draw draw RD BD")
    before = game.hand(0)
    play(game, "draw")
    assert gained(before, game.hand(0)) == ["G6", "R5", "R7", "R9"]
    assert game.snapshot()["discard_pile"] == ["BD"]


@rule("classic/draw-what-is-left#ours")
def test_a_draw_two_takes_one_card_if_there_is_only_one() -> None:
    game = empty_table()
    before = game.hand(0)
    play(game, "RD")
    assert gained(before, game.hand(0)) == ["R5"]
    assert (game.actor, game.phase, game.snapshot()["pending"]) == (1, "turn", 0)


@rule("classic/draw-what-is-left#ours")
def test_drawing_from_nothing_ends_the_turn_with_the_same_hand() -> None:
    game = empty_table()
    before = game.hand(2)
    play(game, "draw")
    assert game.hand(2) == before
    assert (game.actor, game.phase) == (0, "turn")


@rule("classic/draw-what-is-left#ours", "classic/challenge-guilty")
def test_a_guilty_player_draws_what_is_left() -> None:
    game = play(crowded_table(["R9", "R8", "R7 W4"]), "draw draw draw draw draw W4:Y")
    before = [game.hand(0), game.hand(2)]
    play(game, "challenge")
    assert (game.hand(0), gained(before[1], game.hand(2))) == (before[0], ["R5"])
    assert (game.actor, game.phase) == (0, "turn")


@rule("classic/dead-round#ours")
def test_the_round_is_dead_when_everybody_in_turn_has_drawn_nothing() -> None:
    table = play(empty_table(), "draw draw draw").snapshot()
    assert (table["over"], table["dead"], table["winner"], table["actor"]) == (True, True, None, None)
    assert table["points"] == [0, 0, 0]


@rule("classic/dead-round#ours")
def test_the_round_goes_on_while_one_player_has_not_drawn_nothing() -> None:
    table = play(empty_table(), "draw draw").snapshot()
    assert (table["over"], table["dead"], table["actor"]) == (False, False, 1)


@rule("classic/dead-round#ours")
def test_draws_that_yield_a_card_do_not_count_towards_a_dead_round() -> None:
    game = play(crowded_table(["R9", "R8", "R7"]), "draw draw draw draw draw draw")
    assert (game.over, game.actor) == (False, 0)


@rule("classic/dead-round#ours")
def test_a_played_card_starts_the_count_anew() -> None:
    game = play(empty_table(), "draw draw RD")
    assert game.actor == 0
    play(game, "draw draw")
    assert (game.over, game.actor) == (False, 2)
    play(game, "draw")
    assert game.snapshot()["dead"] is True


@rule("classic/dead-round#ours")
def test_a_drawn_card_starts_the_count_anew() -> None:
    game = play(empty_table(), "draw draw R8 draw pass draw draw")
    assert (game.over, game.actor) == (False, 2)
    play(game, "draw")
    assert game.snapshot()["dead"] is True


@rule("classic/dead-round#ours")
def test_with_two_players_two_empty_draws_are_enough() -> None:
    game = play(crowded_table(["R9", "R8"]), "draw draw draw draw draw draw")
    assert (game.over, game.actor) == (False, 0)
    play(game, "draw")
    assert game.snapshot()["dead"] is True


def _down_to_two_cards() -> Game:
    """Two players; seat 0 holds W4 and B9, seat 1 nearly all the rest, and there is nothing to draw."""
    reds = [f"R{face}" for face in "011223344566778899"]
    draw_twos = ["RD", "RD", "GD", "GD", "BD", "BD", "YD", "YD"]
    yellows = [f"Y{face}" for face in "0112233445566778899"]
    order = [*reds, *draw_twos, *yellows, "G9", "G9", "G1", "G2"]
    game = crowded_table([" ".join([*order, "W4", "B9"]), ""], pile="B1 G6 G4 B4 G8")
    while order:
        if game.actor == 0:
            play(game, order.pop(0))
        else:
            play(game, "pass" if game.phase == "drawn" else "draw")
    play(game, "draw")
    if game.phase == "drawn":
        play(game, "pass")
    table = game.snapshot()
    assert (table["hands"][0], table["draw_pile"], table["discard_pile"]) == (["B9", "W4"], [], ["G2"])
    assert (table["actor"], table["phase"]) == (0, "turn")
    return game


@rule("classic/draw-what-is-left#ours", "classic/uno-catch")
def test_a_caught_player_draws_one_card_if_there_is_only_one() -> None:
    game = play(_down_to_two_cards(), "W4:B pass catch")
    assert game.hand(0) == ["B9", "G2"]
    assert (game.actor, game.phase) == (1, "respond")


@rule("classic/dead-round#ours", "classic/draw-what-is-left#ours")
def test_an_accepted_sum_that_yields_nothing_does_not_count_towards_a_dead_round() -> None:
    game = play(_down_to_two_cards(), "W4:B pass catch")
    before = game.hand(1)
    play(game, "draw")
    assert (game.hand(1), game.actor) == (before, 0)
    play(game, "draw")
    assert (game.over, game.actor) == (False, 1)
    play(game, "draw")
    assert game.snapshot()["dead"] is True


@rule("classic/dead-round#ours", "classic/challenge-innocent")
def test_a_penalty_that_yields_nothing_does_not_count_towards_a_dead_round() -> None:
    game = play(_down_to_two_cards(), "W4:B pass catch")
    before = [game.hand(0), game.hand(1)]
    play(game, "challenge")
    assert [game.hand(0), game.hand(1)] == before
    assert game.actor == 0
    while not game.over:
        assert game.phase == "turn"
        play(game, "draw")
    assert game.record()["actions"][-3:] == ["challenge", "draw", "draw"]
