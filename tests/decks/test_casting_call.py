"""The Casting Call deck: turning cards until two match, giving them to one player or to all."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.knowledge import onlookers, onlookers_of_hand
from tests.table import lay_table, play, rule
from uno_env import Game, RuleSet
from uno_env.actions import card_codes

CAST_PLAYS = ["CAST:B", "CAST:G", "CAST:R", "CAST:Y"]
HANDS = ["CAST R1 R2", "B1 B4 B6", "Y1 Y3 Y6", "R3 R4 R6"]


def cast(pile: str, players: int = 4, **rules: Any) -> Game:
    """Seat 0 has just played Casting Call, naming red, with this draw pile."""
    return play(lay_table(HANDS[:players], pile=pile, deck="casting_call", **rules), "CAST:R")


def turned(game: Game) -> list[str]:
    cards: list[str] = game.snapshot()["turned"]
    return cards


def codes_in_deck() -> Counter[str]:
    rule_set = RuleSet(deck="casting_call")
    codes = card_codes(rule_set.deck_declaration.color_letters)
    return Counter(codes[kind] for kind in rule_set.card_kinds())


def full_table(own: str, pile: str, shuffles: list[list[str]] | None = None) -> Game:
    """Ten players with ten cards each leave a draw pile of eleven; seat 0 begins, the others hold whatever."""
    left = codes_in_deck()
    left.subtract([*own.split(), "R5", *pile.split()])
    rest = [code for code, count in left.items() for _ in range(count)]
    others = [" ".join(rest[10 * seat : 10 * seat + 10]) for seat in range(9)]
    return lay_table([own, *others], pile=pile, deck="casting_call", shuffles=shuffles or [])


def everybody_else_draws(game: Game) -> None:
    """The others draw and keep what they draw until it is seat 0's turn again."""
    while game.actor != 0:
        play(game, "draw")
        if game.phase == "drawn":
            play(game, "pass")


def hardly_a_card_left() -> Game:
    """Seat 0 holds CAST and G9; the draw pile is empty and only R4 lies on the discard pile."""
    game = full_table("R1 R1 R2 R2 R3 R3 R4 R4 CAST G9", "B1 B2 B3 B4 B6 B7 B8 B9 Y1 Y2 Y3")
    for card in ("R1", "R1", "R2", "R2", "R3", "R3", "R4", "R4"):
        play(game, card)
        everybody_else_draws(game)
    assert (game.hand(0), game.snapshot()["draw_pile"], game.snapshot()["discard_pile"]) == (["CAST", "G9"], [], ["R4"])
    return game


# -- the deck --------------------------------------------------------------------------------------


@rule("casting-call/cards")
def test_the_deck_has_four_casting_call_cards_besides_the_common_ones() -> None:
    expected = Counter({"W": 4, "W4": 4, "CAST": 4})
    for color in "RYGB":
        expected.update({color + face: 1 if face == "0" else 2 for face in "0123456789SRD"})
    assert codes_in_deck() == expected
    assert expected.total() == 112


@rule("classic/card-points", "casting-call/cards")
def test_a_casting_call_card_left_in_hand_counts_fifty() -> None:
    game = play(lay_table(["R1", "CAST", "B2"], deck="casting_call"), "R1")
    assert game.snapshot()["points"] == [52, 0, 0]


@rule("classic/start-wild", "classic/start-own-card#ours")
def test_after_a_start_casting_call_the_first_player_names_the_colour_and_nothing_is_turned() -> None:
    game = lay_table(["R1 G1 B1", "R2 G2 B2", "R3 G3 B3"], start="CAST", pile="Y6 Y7", deck="casting_call")
    assert (game.actor, game.phase) == (0, "color")
    play(game, "color:G")
    assert (game.actor, game.phase, game.legal_actions()) == (0, "turn", ["G1", "draw"])
    assert game.snapshot()["draw_pile"][:2] == ["Y6", "Y7"]


@rule("classic/challenge-innocent")
def test_a_lost_challenge_costs_six_cards_as_in_the_classic_deck() -> None:
    game = play(lay_table(["W4 G1 G2", "B1 B2 B3", "Y1 Y2 Y3"], deck="casting_call"), "W4:B challenge")
    assert ([len(hand) for hand in game.snapshot()["hands"]], game.actor) == ([2, 9, 3], 2)


@rule("classic/challenge-guilty")
def test_a_won_challenge_costs_the_bluffer_four_cards_as_in_the_classic_deck() -> None:
    game = play(lay_table(["W4 R1 G2", "B1 B2 B3", "Y1 Y2 Y3"], deck="casting_call"), "W4:B challenge")
    assert ([len(hand) for hand in game.snapshot()["hands"]], game.actor) == ([6, 3, 3], 1)


# -- playing it ------------------------------------------------------------------------------------


@rule("casting-call/names-color")
def test_a_casting_call_can_be_played_on_everything_and_names_any_colour() -> None:
    game = lay_table(["CAST G1 G2", "B1 B2 B3"], deck="casting_call")
    assert game.legal_actions() == [*CAST_PLAYS, "draw"]


@rule("casting-call/names-color", "casting-call/color-first#ours")
def test_the_named_colour_is_in_play_while_cards_are_given_and_after() -> None:
    game = lay_table(["CAST G1 G2", "B1 B2 R3", "Y1 Y2 Y3"], pile="G6 G7", deck="casting_call")
    play(game, "CAST:B")
    assert (game.phase, game.snapshot()["color"]) == ("give", "B")
    play(game, "seat:+2")
    assert (game.actor, game.snapshot()["color"], game.legal_actions()) == (1, "B", ["B1", "B2", "draw"])


@rule("casting-call/names-color", "classic/drawn-card")
def test_a_drawn_casting_call_may_be_played_at_once() -> None:
    game = lay_table(["G1 G2", "B1 B2", "Y1 Y2"], pile="CAST Y6 Y7", deck="casting_call")
    play(game, "draw")
    assert (game.phase, game.legal_actions()) == ("drawn", [*CAST_PLAYS, "pass"])
    play(game, "CAST:Y")
    assert (game.actor, game.phase, turned(game)) == (0, "give", ["Y6", "Y7"])


@rule("classic/going-out", "casting-call/turn")
def test_a_casting_call_as_last_card_wins_and_nothing_is_turned() -> None:
    game = play(lay_table(["CAST", "B1", "Y2"], pile="G6 G7", deck="casting_call"), "CAST:B")
    assert (game.over, game.winner, game.snapshot()["points"]) == (True, 0, [3, 0, 0])
    assert (turned(game), game.snapshot()["draw_pile"][:2]) == ([], ["G6", "G7"])


@rule("classic/uno", "casting-call/turn")
def test_the_call_comes_before_the_turning_and_is_owed_once() -> None:
    game = lay_table(["CAST R1", "B1 B2", "Y1 Y2"], pile="G6 G7", deck="casting_call")
    play(game, "CAST:B")
    assert (game.actor, game.phase, turned(game)) == (0, "uno", [])
    play(game, "uno")
    assert (game.actor, game.phase) == (0, "give")
    play(game, "seat:+1")
    assert (game.actor, game.phase, game.snapshot()["uno_called"]) == (1, "turn", [True, False, False])


@rule("classic/uno-catch", "casting-call/turn")
def test_a_caught_player_draws_before_the_cards_are_turned() -> None:
    game = lay_table(["CAST R1", "B1 B2", "Y1 Y2"], pile="G6 G7 B8 B9", deck="casting_call")
    play(game, "CAST:B pass catch")
    assert (game.hand(0), game.phase, turned(game)) == (["G6", "G7", "R1"], "give", ["B8", "B9"])


# -- turning cards until two match -----------------------------------------------------------------


@rule("casting-call/match")
def test_two_cards_of_one_colour_match() -> None:
    assert turned(cast("G2 G7 G8")) == ["G2", "G7"]


@rule("casting-call/match")
def test_two_cards_of_one_number_match() -> None:
    assert turned(cast("G2 B2 G8")) == ["G2", "B2"]


@rule("casting-call/match")
@pytest.mark.parametrize("pile", ["GS BS Y8", "YR GR B1", "BD RD Y9"])
def test_two_cards_of_one_symbol_match(pile: str) -> None:
    assert turned(cast(pile)) == pile.split()[:2]


@rule("casting-call/match")
@pytest.mark.parametrize("wild", ["W", "W4", "CAST"])
def test_two_wilds_of_one_kind_match(wild: str) -> None:
    assert turned(cast(f"{wild} {wild} B9")) == [wild, wild]


@rule("casting-call/match")
def test_wilds_of_different_kinds_do_not_match() -> None:
    assert turned(cast("W W4 CAST W4 B9")) == ["W", "W4", "CAST", "W4"]


@rule("casting-call/match")
def test_a_wild_matches_no_coloured_card() -> None:
    assert turned(cast("G2 W B3 W4 G9 B9")) == ["G2", "W", "B3", "W4", "G9"]


@rule("casting-call/match")
def test_different_colours_with_different_faces_do_not_match() -> None:
    assert turned(cast("G2 BS YR RD Y9")) == ["G2", "BS", "YR", "RD", "Y9"]


@rule("casting-call/turn")
def test_any_two_of_the_turned_cards_end_the_turning_not_only_neighbours() -> None:
    assert turned(cast("G2 B3 Y4 W G9 B9")) == ["G2", "B3", "Y4", "W", "G9"]


@rule("casting-call/turn")
def test_the_eighth_card_matches_at_the_latest() -> None:
    assert turned(cast("G2 B3 Y4 RS W W4 CAST YD")) == ["G2", "B3", "Y4", "RS", "W", "W4", "CAST", "YD"]


@rule("casting-call/turn")
def test_a_card_like_those_on_the_discard_pile_or_of_the_named_colour_is_no_match_yet() -> None:
    assert turned(cast("R5 B9 CAST B8")) == ["R5", "B9", "CAST", "B8"]


@rule("casting-call/turn")
def test_turned_cards_come_off_the_draw_pile_and_lie_in_no_hand_until_given() -> None:
    game = cast("G2 G7 G8")
    table = game.snapshot()
    assert table["draw_pile"][0] == "G8"
    assert [len(hand) for hand in table["hands"]] == [2, 3, 3, 3]
    assert table["discard_pile"] == ["CAST", "R5"]


@rule("casting-call/identical#ours")
def test_when_so_agreed_only_identical_cards_match() -> None:
    game = cast("G2 G7 B2 GS BS W W4 G2 Y9", casting_match="identical")
    assert turned(game) == ["G2", "G7", "B2", "GS", "BS", "W", "W4", "G2"]


@rule("casting-call/identical#ours")
@pytest.mark.parametrize("pile", ["BS B3 GS BS", "W W4 CAST W", "Y7 W4 R7 W4"])
def test_identical_actions_and_wilds_match_too(pile: str) -> None:
    assert turned(cast(pile, casting_match="identical")) == pile.split()


@rule("casting-call/turn", "classic/reshuffle")
def test_the_discard_pile_is_shuffled_when_the_draw_pile_runs_out_in_the_middle_of_turning() -> None:
    own = "R1 CAST B1 B2 B3 B4 B6 B7 B8 B9"
    game = full_table(own, "Y1 Y1 Y2 Y2 Y3 Y3 Y4 Y4 Y6 G2 B3", shuffles=[["R1", "R5"]])
    play(game, "R1")
    everybody_else_draws(game)
    assert game.snapshot()["draw_pile"] == ["G2", "B3"]
    play(game, "CAST:R")
    table = game.snapshot()
    assert (table["phase"], table["turned"]) == ("give", ["G2", "B3", "R1", "R5"])
    assert (table["draw_pile"], table["discard_pile"]) == ([], ["CAST"])


@rule("casting-call/nothing-left#ours")
def test_when_no_card_is_left_the_turning_stops_without_a_match_and_the_cards_are_given() -> None:
    game = play(hardly_a_card_left(), "CAST:R uno")
    assert (game.phase, turned(game)) == ("give", ["R4"])
    before = len(game.hand(3))
    play(game, "seat:+3")
    assert (len(game.hand(3)), "R4" in game.hand(3)) == (before + 1, True)
    assert (game.actor, game.phase) == (1, "turn")


@rule("casting-call/nothing-left#ours", "casting-call/split")
def test_a_single_turned_card_that_is_split_goes_to_the_next_player() -> None:
    game = play(hardly_a_card_left(), "CAST:R uno")
    before = [len(hand) for hand in game.snapshot()["hands"]]
    play(game, "split")
    after = [len(hand) for hand in game.snapshot()["hands"]]
    assert [now - then for now, then in zip(after, before, strict=True)] == [0, 1, 0, 0, 0, 0, 0, 0, 0, 0]


@rule("casting-call/nothing-left#ours")
def test_when_there_is_no_card_to_turn_at_all_nothing_is_given_and_play_goes_on() -> None:
    game = play(hardly_a_card_left(), "CAST:R pass catch")
    assert game.hand(0) == ["G9", "R4"]
    assert (game.actor, game.phase, turned(game), game.snapshot()["color"]) == (1, "turn", [], "R")


# -- giving them away ------------------------------------------------------------------------------


@rule("casting-call/give", "casting-call/split")
def test_the_player_chooses_one_other_player_or_the_split() -> None:
    game = cast("G2 G7")
    assert (game.actor, game.phase) == (0, "give")
    assert game.legal_actions() == ["seat:+1", "seat:+2", "seat:+3", "split"]


@rule("casting-call/give")
@pytest.mark.parametrize("receiver", [1, 2, 3])
def test_all_turned_cards_go_to_the_chosen_player(receiver: int) -> None:
    game = play(cast("G2 B3 G7"), f"seat:+{receiver}")
    expected = [sorted(hand.split()) for hand in HANDS]
    expected[0].remove("CAST")
    expected[receiver] = sorted([*expected[receiver], "G2", "B3", "G7"])
    assert game.snapshot()["hands"] == expected


@rule("casting-call/give")
def test_the_receiver_is_counted_clockwise_from_the_player_whatever_the_direction() -> None:
    hands = ["CAST R1 R2", "B1 B4 B6", "Y1 Y3 Y6", "R3 R4 R6"]
    game = lay_table(hands, start="RR", pile="G2 G7", dealer=0, deck="casting_call")
    play(game, "CAST:R seat:+1")
    assert game.hand(1) == ["B1", "B4", "B6", "G2", "G7"]


@rule("casting-call/give")
def test_seats_are_counted_on_past_the_last_one() -> None:
    game = lay_table(["B1 B4 B6", "Y1 Y3 Y6", "CAST R1 R2"], pile="G2 G7", dealer=1, deck="casting_call")
    play(game, "CAST:R seat:+2")
    assert game.hand(1) == ["G2", "G7", "Y1", "Y3", "Y6"]


@rule("casting-call/give")
def test_after_the_giving_the_next_player_has_the_turn_received_or_not() -> None:
    for receiver in ("seat:+1", "seat:+3", "split"):
        game = play(cast("G2 G7"), receiver)
        assert (game.actor, game.phase, turned(game)) == (1, "turn", [])


@rule("casting-call/give", "classic/turn")
def test_cards_received_can_be_played_on_the_next_turn() -> None:
    game = play(cast("G2 R7 G8"), "seat:+1")
    assert game.legal_actions() == ["R7", "draw"]


@rule("casting-call/split", "casting-call/split-order#ours")
def test_a_split_deals_the_cards_in_the_order_they_were_turned_beginning_with_the_next_player() -> None:
    game = play(cast("G2 B3 Y4 RS W G9"), "split")
    assert game.hand(1) == ["B1", "B4", "B6", "G2", "RS"]
    assert game.hand(2) == ["B3", "W", "Y1", "Y3", "Y6"]
    assert game.hand(3) == ["G9", "R3", "R4", "R6", "Y4"]


@rule("casting-call/split")
def test_when_play_goes_right_the_split_goes_right() -> None:
    game = lay_table(HANDS, start="RR", pile="G2 B3 Y4 W G9", dealer=0, deck="casting_call")
    play(game, "CAST:R split")
    assert game.hand(3) == ["G2", "R3", "R4", "R6", "W"]
    assert game.hand(2) == ["B3", "G9", "Y1", "Y3", "Y6"]
    assert game.hand(1) == ["B1", "B4", "B6", "Y4"]
    assert game.actor == 3


@rule("casting-call/split", "casting-call/split-order#ours")
def test_in_an_uneven_split_the_first_receivers_get_one_more() -> None:
    game = play(cast("G2 B3 Y4 W G9"), "split")
    assert [len(hand) for hand in game.snapshot()["hands"]] == [2, 5, 5, 4]


@rule("casting-call/split", "casting-call/split-order#ours")
def test_with_fewer_cards_than_receivers_the_last_ones_get_none() -> None:
    game = play(cast("G2 G9"), "split")
    assert [len(hand) for hand in game.snapshot()["hands"]] == [2, 4, 4, 3]


@rule("casting-call/split")
def test_the_split_passes_over_the_player_when_it_goes_round_again() -> None:
    game = play(cast("G2 B3 Y4 G9", players=3), "split")
    assert game.hand(0) == ["R1", "R2"]
    assert game.hand(1) == ["B1", "B4", "B6", "G2", "Y4"]
    assert game.hand(2) == ["B3", "G9", "Y1", "Y3", "Y6"]


@rule("casting-call/two-players#ours")
def test_with_two_players_the_other_one_gets_everything_and_no_split_is_offered() -> None:
    game = cast("G2 B3 G9", players=2)
    assert (game.actor, game.phase, game.legal_actions()) == (0, "give", ["seat:+1"])
    play(game, "seat:+1")
    assert game.hand(1) == ["B1", "B3", "B4", "B6", "G2", "G9"]
    assert (game.actor, game.phase) == (1, "turn")


# -- Jump-In ---------------------------------------------------------------------------------------


@rule("classic/jump-in-wilds#ours", "classic/jump-in-cancels", "casting-call/turn")
def test_a_casting_call_that_is_jumped_on_turns_no_cards() -> None:
    hands = ["CAST R1 R2", "B1 B4 B6", "CAST Y3 Y6", "R3 R4 R6"]
    game = lay_table(hands, pile="G2 G7 B8 B9", deck="casting_call", jump_in=True)
    play(game, "CAST:R")
    assert (game.actor, game.phase, game.legal_actions()) == (2, "jump_in", [*CAST_PLAYS, "pass"])
    assert turned(game) == []
    play(game, "CAST:Y")
    assert (game.actor, game.phase, turned(game)) == (2, "give", ["G2", "G7"])


@rule("classic/jump-in-resumes", "casting-call/split")
def test_a_jumped_in_casting_call_is_split_and_play_goes_on_from_the_jumper() -> None:
    hands = ["CAST R1 R2", "B1 B4 B6", "CAST Y3 Y6", "R3 R4 R6"]
    game = lay_table(hands, pile="G2 G7", deck="casting_call", jump_in=True)
    play(game, "CAST:R CAST:Y split")
    assert ("G2" in game.hand(3), "G7" in game.hand(0)) == (True, True)
    assert (game.actor, game.phase, game.snapshot()["color"]) == (3, "turn", "Y")


@rule("classic/jump-in", "casting-call/give")
def test_a_casting_call_card_just_received_gives_no_chance_to_jump_in() -> None:
    game = play(cast("CAST B8 B9", jump_in=True), "seat:+2")
    assert (game.actor, game.phase) == (1, "turn")


# -- who knows what --------------------------------------------------------------------------------


@rule("casting-call/give")
def test_cards_given_to_one_player_are_known_to_everybody() -> None:
    game = play(cast("G2 G7"), "seat:+2")
    assert onlookers(game, 2, "G2") == {0, 1, 3}
    assert onlookers(game, 2, "G7") == {0, 1, 3}


@rule("casting-call/split")
def test_cards_dealt_in_a_split_are_known_to_everybody() -> None:
    game = play(cast("G2 B3 G7"), "split")
    assert onlookers(game, 1, "G2") == {0, 2, 3}
    assert onlookers(game, 2, "B3") == {0, 1, 3}
    assert onlookers(game, 3, "G7") == {0, 1, 2}


@rule("casting-call/give")
def test_the_cards_a_receiver_already_held_stay_unknown() -> None:
    game = play(cast("G2 G7"), "seat:+2")
    assert onlookers_of_hand(game, 1) == [set(), set(), set()]
    assert [onlookers(game, 2, code) for code in ("Y1", "Y3", "Y6")] == [set(), set(), set()]


@rule("casting-call/give")
def test_a_given_card_played_later_leaves_an_unknown_second_copy_unknown() -> None:
    hands = ["CAST R1 R2", "R7 B4 B6", "Y1 Y3 Y6"]
    game = lay_table(hands, pile="R7 R9", deck="casting_call")
    play(game, "CAST:R seat:+1 R7")
    assert (onlookers(game, 1, "R7"), onlookers(game, 1, "R9")) == (set(), {0, 2})
