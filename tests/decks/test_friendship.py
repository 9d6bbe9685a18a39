"""The Friendship deck: a card laid face down, guesses, the reveal, and what follows it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.knowledge import onlookers, onlookers_of_hand
from tests.table import lay_table, play, rule
from uno_env import Game, RuleSet
from uno_env.actions import card_codes

COLOR_CHOICES = ["color:B", "color:G", "color:P", "color:Y"]


def table_of(hands: list[str], start: str = "P5", pile: str = "Y6 Y7 Y8 Y9", **rules: Any) -> Game:
    return lay_table(hands, start, pile, deck="friendship", **rules)


def two_cards_each() -> Game:
    """Seat 0, with three cards, is to play; seats 1 and 2 have two left."""
    hands = ["FRIEND P1 G9", "P3 P6 B1", "P4 P7 B2"]
    return play(table_of(hands, dealer=0), "P3 P4")


def one_card_each(last_of_1: str, last_of_2: str, **rules: Any) -> Game:
    """Seat 0 has played FRIEND, P1 being its last card; seats 1 and 2 have one card left, as given."""
    hands = ["FRIEND P1", f"P3 {last_of_1}", f"P4 {last_of_2}"]
    return play(table_of(hands, dealer=0, **rules), "P3 uno P4 uno FRIEND uno")


# -- the deck --------------------------------------------------------------------------------------


@rule("friendship/cards")
def test_the_deck_has_112_cards_with_pink_in_place_of_red() -> None:
    rule_set = RuleSet(deck="friendship")
    codes = card_codes(rule_set.deck_declaration.color_letters)
    expected = Counter({"W": 4, "W4": 4, "FRIEND": 4})
    for color in "PYGB":
        expected.update({color + face: 1 if face == "0" else 2 for face in "0123456789SRD"})
    deck = Counter(codes[kind] for kind in rule_set.card_kinds())
    assert deck == expected
    assert deck.total() == 112


@rule("friendship/cards", "classic/wild")
def test_a_wild_can_name_pink_but_not_red() -> None:
    game = table_of(["W B1 B2", "G1 G2 G3"])
    assert [action for action in game.legal_actions() if action.startswith("W")] == ["W:B", "W:G", "W:P", "W:Y"]


@rule("classic/card-points", "friendship/cards")
def test_a_friendship_card_left_in_hand_counts_fifty() -> None:
    game = play(table_of(["P1", "FRIEND", "B2"]), "P1")
    assert game.snapshot()["points"] == [52, 0, 0]


@rule("classic/start-wild")
def test_after_a_start_friendship_card_the_first_player_names_the_colour_and_has_a_normal_turn() -> None:
    game = table_of(["P1 G1 B1", "P2 G2 B2", "P3 G3 B3"], start="FRIEND")
    assert (game.actor, game.phase, game.legal_actions()) == (0, "color", COLOR_CHOICES)
    play(game, "color:G")
    assert (game.actor, game.phase, game.legal_actions()) == (0, "turn", ["G1", "draw"])


@rule("classic/challenge", "classic/wild-draw-four-condition")
def test_a_bluffed_wild_draw_four_can_be_challenged() -> None:
    game = play(table_of(["W4 P1 B1", "G1 G2 G3", "Y1 Y2 Y3"], pile="B6 B7 B8 B9"), "W4:B challenge")
    assert game.hand(0) == ["B1", "B6", "B7", "B8", "B9", "P1"]
    assert (game.actor, game.phase) == (1, "turn")


# -- laying and guessing ---------------------------------------------------------------------------


@rule("friendship/lay")
def test_the_player_lays_any_coloured_card_and_no_wild() -> None:
    game = play(table_of(["FRIEND G1 PD YR W W4 FRIEND", "B1 B2 B3 B4 B6 B7 B8"]), "FRIEND")
    assert (game.actor, game.phase, game.legal_actions()) == (0, "lay", ["G1", "PD", "YR"])


@rule("friendship/lay")
def test_the_card_laid_need_not_match_the_colour_in_play() -> None:
    game = play(table_of(["FRIEND B1 G1", "B2 B3 B4", "Y1 Y2 Y3"]), "FRIEND G1 B2 Y1")
    assert (game.snapshot()["color"], game.snapshot()["discard_pile"][0]) == ("G", "G1")


@rule("friendship/lay")
def test_the_friendship_card_takes_no_colour_and_none_is_in_play_until_the_reveal() -> None:
    game = table_of(["FRIEND P1 G1", "B1 B2 B3", "Y1 Y2 Y3"])
    assert [action for action in game.legal_actions() if action.startswith("FRIEND")] == ["FRIEND"]
    for action in ("FRIEND", "P1", "B1"):
        play(game, action)
        assert game.snapshot()["color"] is None
    play(game, "Y1")
    assert game.snapshot()["color"] == "P"


@rule("friendship/guess")
def test_every_other_player_guesses_in_the_direction_of_play() -> None:
    game = table_of(["FRIEND P1 G1 G6", "B1 B2 B3 B4", "Y1 Y2 Y3 Y4", "G2 G3 G4 G7"])
    play(game, "FRIEND P1")
    assert (game.actor, game.phase) == (1, "guess")
    play(game, "B1")
    assert (game.actor, game.phase) == (2, "guess")
    play(game, "Y1")
    assert (game.actor, game.phase) == (3, "guess")
    play(game, "G2")
    assert (game.actor, game.phase) == (1, "turn")


@rule("friendship/guess")
def test_when_play_goes_right_the_guesses_go_right() -> None:
    game = table_of(["FRIEND P1 G1 G6", "B1 B2 B3 B4", "Y1 Y2 Y3 Y4", "G2 G3 G4 G7"], start="PR", dealer=0)
    play(game, "FRIEND P1")
    seats = []
    for card in ("G2", "Y1", "B1"):
        seats.append(game.actor)
        play(game, card)
    assert (seats, game.actor, game.phase) == ([3, 2, 1], 3, "turn")


@rule("friendship/guess")
def test_laying_is_compulsory_and_any_coloured_card_may_be_laid() -> None:
    game = play(table_of(["FRIEND P1 G1 G2", "P2 BS W FRIEND", "Y1 Y2 Y3 Y4"]), "FRIEND P1")
    assert (game.actor, game.legal_actions()) == (1, ["BS", "P2"])


@rule("friendship/guess")
def test_a_player_with_one_coloured_card_is_still_asked() -> None:
    game = play(table_of(["FRIEND P1 G1", "B2 W W", "Y1 Y2 Y3"]), "FRIEND P1")
    assert (game.actor, game.phase, game.legal_actions()) == (1, "guess", ["B2"])


@rule("friendship/lay", "friendship/guess")
def test_cards_laid_face_down_still_belong_to_their_hands() -> None:
    game = play(table_of(["FRIEND P1 G1", "P2 B2 B3", "Y1 Y2 Y3"]), "FRIEND P1 P2")
    assert (game.hand(0), game.hand(1)) == (["G1", "P1"], ["B2", "B3", "P2"])
    assert game.snapshot()["discard_pile"] == ["FRIEND", "P5"]


@rule("friendship/lay", "friendship/guess")
def test_a_card_laid_face_down_is_known_to_nobody_else() -> None:
    game = play(table_of(["FRIEND P1 G1", "P2 B2 B3", "Y1 Y2 Y3"]), "FRIEND P1 P2")
    assert (onlookers(game, 0, "P1"), onlookers(game, 1, "P2")) == (set(), set())


@rule("friendship/no-coloured-card#ours")
def test_a_player_without_a_coloured_card_is_not_asked_to_lay() -> None:
    game = play(table_of(["FRIEND P1 G1 G2", "W W4 W W", "Y1 Y2 Y3 Y4"]), "FRIEND P1")
    assert (game.actor, game.phase) == (2, "guess")
    play(game, "Y1")
    assert (game.actor, game.phase, game.hand(1)) == (1, "turn", ["W", "W", "W", "W4"])


@rule("friendship/no-coloured-card#ours")
def test_when_nobody_else_holds_a_coloured_card_the_player_discards_alone() -> None:
    game = play(table_of(["FRIEND P1 G1 G2", "W W4 W W", "W4 W4 W4 FRIEND"]), "FRIEND G1")
    table = game.snapshot()
    assert (table["actor"], table["phase"], table["color"]) == (1, "turn", "G")
    assert table["discard_pile"] == ["G1", "FRIEND", "P5"]


@rule("friendship/no-coloured-card#ours")
def test_without_a_coloured_card_the_player_only_names_a_colour_and_nobody_lays() -> None:
    game = play(table_of(["FRIEND W W4", "B1 B2 B3", "Y1 Y2 Y3"]), "FRIEND")
    assert (game.actor, game.phase, game.legal_actions()) == (0, "color", COLOR_CHOICES)
    play(game, "color:Y")
    assert (game.actor, game.phase, game.snapshot()["color"]) == (1, "turn", "Y")
    assert (game.hand(0), game.hand(1)) == (["W", "W4"], ["B1", "B2", "B3"])


@rule("friendship/no-coloured-card#ours", "classic/uno")
def test_a_player_left_with_one_wild_owes_one_call_before_naming_the_colour() -> None:
    game = play(table_of(["FRIEND W", "B1 B2", "Y1 Y2"]), "FRIEND")
    assert (game.actor, game.phase) == (0, "uno")
    play(game, "uno")
    assert (game.actor, game.phase) == (0, "color")
    play(game, "color:B")
    assert (game.actor, game.phase, game.snapshot()["uno_called"]) == (1, "turn", [True, False, False])


@rule("friendship/lay", "classic/drawn-card")
def test_a_drawn_friendship_card_may_be_played_at_once() -> None:
    game = play(table_of(["G1 G2 G3", "B1 B2 B3"], pile="FRIEND"), "draw")
    assert (game.phase, game.legal_actions()) == ("drawn", ["FRIEND", "pass"])
    play(game, "FRIEND")
    assert (game.actor, game.phase, game.legal_actions()) == (0, "lay", ["G1", "G2", "G3"])


# -- the reveal ------------------------------------------------------------------------------------


@rule("friendship/reveal")
def test_cards_of_the_players_colour_are_discarded_in_the_direction_of_play_and_the_players_last() -> None:
    game = table_of(["FRIEND P1 G1", "P2 B2 B3", "Y1 Y2 Y3", "P4 G3 G4"])
    play(game, "FRIEND P1 P2 Y1 P4")
    assert game.snapshot()["discard_pile"] == ["P1", "P4", "P2", "FRIEND", "P5"]


@rule("friendship/reveal")
def test_when_play_goes_right_the_discards_are_made_to_the_right() -> None:
    game = table_of(["FRIEND P1 G1", "P2 B2 B3", "Y1 Y2 Y3", "P4 G3 G4"], start="PR", dealer=0)
    play(game, "FRIEND P1 P4 Y1 P2")
    assert game.snapshot()["discard_pile"] == ["P1", "P2", "P4", "FRIEND", "PR"]


@rule("friendship/reveal")
def test_cards_of_another_colour_are_taken_back() -> None:
    game = play(table_of(["FRIEND P1 G1", "G9 B2 P3", "P2 Y2 Y3"]), "FRIEND P1 G9 P2")
    assert (game.hand(0), game.hand(1), game.hand(2)) == (["G1"], ["B2", "G9", "P3"], ["Y2", "Y3"])


@rule("friendship/reveal")
def test_only_the_colour_counts_not_the_number() -> None:
    game = play(table_of(["FRIEND P1 G8", "G1 B2 B3", "Y1 Y2 Y3"]), "FRIEND P1 G1 Y1 uno")
    assert (game.hand(1), game.hand(2)) == (["B2", "B3", "G1"], ["Y1", "Y2", "Y3"])


@rule("friendship/reveal")
def test_the_players_card_is_on_top_and_sets_the_colour_and_the_symbol_to_match() -> None:
    game = table_of(["FRIEND G8 G1 B9", "G2 B8 PS Y3", "G4 Y2 Y3 Y4"])
    play(game, "FRIEND G8 G2 G4")
    assert (game.actor, game.snapshot()["color"]) == (1, "G")
    assert game.legal_actions() == ["B8", "draw"]


@rule("friendship/reveal")
def test_play_goes_on_with_the_next_player_even_if_they_discarded() -> None:
    game = play(table_of(["FRIEND P1 G1 G2", "P2 B2 B3 B4", "Y1 Y2 Y3 Y4"]), "FRIEND P1 P2 Y1")
    assert (game.actor, game.phase) == (1, "turn")


@rule("friendship/reveal")
def test_with_two_players_the_only_other_player_guesses_and_then_has_the_turn() -> None:
    game = play(table_of(["FRIEND P1 G1 G2", "P2 B2 B3 B4"]), "FRIEND P1 P2")
    assert game.snapshot()["discard_pile"] == ["P1", "P2", "FRIEND", "P5"]
    assert (game.actor, game.phase, game.hand(1)) == (1, "turn", ["B2", "B3", "B4"])


@rule("friendship/reveal")
def test_a_card_taken_back_is_known_to_everybody() -> None:
    game = play(table_of(["FRIEND P1 G1", "G9 B2 P3", "P2 Y2 Y3"]), "FRIEND P1 G9 P2")
    assert onlookers(game, 1, "G9") == {0, 2}


@rule("friendship/reveal")
def test_the_reveal_tells_nothing_about_the_other_cards_of_a_hand() -> None:
    game = play(table_of(["FRIEND P1 G1", "G9 B2 P3", "P2 Y2 Y3"]), "FRIEND P1 G9 P2")
    assert onlookers_of_hand(game, 0) == [set()]
    assert (onlookers(game, 1, "B2"), onlookers(game, 1, "P3")) == (set(), set())
    assert onlookers_of_hand(game, 2) == [set(), set()]


@rule("friendship/reveal")
def test_a_second_copy_of_a_discarded_card_stays_unknown() -> None:
    game = play(table_of(["FRIEND P1 G1 G2", "P2 P2 B3 B4", "Y1 Y2 Y3 Y4"]), "FRIEND P1 P2 Y1")
    assert game.hand(1) == ["B3", "B4", "P2"]
    assert onlookers(game, 1, "P2") == set()


# -- no effects ------------------------------------------------------------------------------------


@rule("friendship/no-effects")
def test_a_laid_skip_skips_nobody() -> None:
    game = play(table_of(["FRIEND PS G1 G2", "P2 B2 B3 B4", "Y1 Y2 Y3 Y4"]), "FRIEND PS P2 Y1")
    assert (game.actor, game.phase) == (1, "turn")


@rule("friendship/no-effects")
def test_a_laid_reverse_leaves_the_direction() -> None:
    game = play(table_of(["FRIEND PR G1 G2", "PR B2 B3 B4", "Y1 Y2 Y3 Y4"]), "FRIEND PR PR Y1")
    assert (game.actor, game.phase, game.snapshot()["direction"]) == (1, "turn", 1)


@rule("friendship/no-effects")
@pytest.mark.parametrize("progressive", [False, True])
def test_a_laid_draw_two_makes_nobody_draw_and_waits_for_no_answer(progressive: bool) -> None:
    hands = ["FRIEND PD G1 G2", "PD BD B3 B4", "Y1 Y2 Y3 Y4"]
    game = play(table_of(hands, progressive=progressive), "FRIEND PD PD Y1")
    assert (game.actor, game.phase, game.snapshot()["pending"]) == (1, "turn", 0)
    assert [len(hand) for hand in game.snapshot()["hands"]] == [2, 3, 4]


@rule("friendship/no-effects")
def test_an_action_card_laid_by_another_player_has_no_effect() -> None:
    hands = ["FRIEND P1 G1 G2", "PS B2 B3 B4", "PD Y2 Y3 Y4", "PR G3 G4 G6"]
    game = play(table_of(hands), "FRIEND P1 PS PD PR")
    table = game.snapshot()
    assert (table["actor"], table["phase"], table["direction"], table["pending"]) == (1, "turn", 1, 0)
    assert [len(hand) for hand in table["hands"]] == [2, 3, 3, 3]


@rule("friendship/no-effects", "classic/seven-zero-trade", "friendship/no-house-rules#ours")
def test_a_laid_seven_trades_no_hands() -> None:
    hands = ["FRIEND P7 G1 G2", "P7 B2 B3 B4", "Y1 Y2 Y3 Y4"]
    game = play(table_of(hands, seven_zero=True), "FRIEND P7 P7 Y1")
    assert (game.actor, game.phase, game.hand(0), game.hand(1)) == (1, "turn", ["G1", "G2"], ["B2", "B3", "B4"])


@rule("friendship/no-effects", "classic/seven-zero-pass", "friendship/no-house-rules#ours")
def test_a_laid_zero_passes_no_hands() -> None:
    hands = ["FRIEND P0 G1 G2", "P2 B2 B3 B4", "Y1 Y2 Y3 Y4"]
    game = play(table_of(hands, seven_zero=True), "FRIEND P0 P2 Y1")
    assert (game.actor, game.phase, game.hand(0), game.hand(2)) == (1, "turn", ["G1", "G2"], ["Y1", "Y2", "Y3", "Y4"])


@rule("friendship/no-effects", "classic/jump-in", "friendship/no-house-rules#ours")
def test_nobody_jumps_in_on_a_card_laid_face_down() -> None:
    hands = ["FRIEND P1 G1 G2", "P3 B2 B3 B4", "P1 P3 Y3 Y4"]
    game = play(table_of(hands, jump_in=True), "FRIEND P1 P3 Y3")
    assert game.snapshot()["discard_pile"][0] == "P1"
    assert (game.actor, game.phase) == (1, "turn")


# -- Jump-In on the Friendship card ----------------------------------------------------------------


@rule("classic/jump-in-wilds#ours", "classic/jump-in-cancels", "friendship/lay")
def test_a_friendship_card_jumped_in_is_laid_for_by_the_jumper_alone() -> None:
    hands = ["FRIEND P1 G1 G2", "B1 B2 B3 B4", "FRIEND Y1 Y2 Y3", "G3 G4 G6 G7"]
    game = play(table_of(hands, jump_in=True), "FRIEND")
    assert (game.actor, game.phase, game.legal_actions()) == (2, "jump_in", ["FRIEND", "pass"])
    play(game, "FRIEND")
    assert (game.actor, game.phase, game.legal_actions()) == (2, "lay", ["Y1", "Y2", "Y3"])


@rule("classic/jump-in-resumes", "friendship/guess", "friendship/reveal")
def test_after_a_jumped_in_friendship_card_guesses_and_play_are_counted_from_the_jumper() -> None:
    hands = ["FRIEND Y9 G1 G2", "B1 B2 B3 B4", "FRIEND Y1 Y2 Y3", "Y4 G3 G4 G6"]
    game = play(table_of(hands, jump_in=True), "FRIEND FRIEND Y1")
    seats = []
    for card in ("Y4", "Y9", "B1"):
        seats.append(game.actor)
        play(game, card)
    assert seats == [3, 0, 1]
    assert game.snapshot()["discard_pile"] == ["Y1", "Y9", "Y4", "FRIEND", "FRIEND", "P5"]
    assert (game.actor, game.phase) == (3, "turn")


@rule("classic/jump-in-wilds#ours", "friendship/lay")
def test_a_declined_jump_in_leaves_the_friendship_card_to_its_player() -> None:
    hands = ["FRIEND P1 G1 G2", "B1 B2 B3 B4", "FRIEND Y1 Y2 Y3"]
    game = play(table_of(hands, jump_in=True), "FRIEND pass")
    assert (game.actor, game.phase) == (0, "lay")


# -- going out -------------------------------------------------------------------------------------


@rule("classic/going-out", "friendship/lay")
def test_a_friendship_card_as_last_card_wins_and_nobody_lays() -> None:
    game = play(table_of(["FRIEND", "P1", "B2"]), "FRIEND")
    assert (game.over, game.winner, game.hand(1), game.hand(2)) == (True, 0, ["P1"], ["B2"])
    assert game.snapshot()["points"] == [3, 0, 0]


@rule("friendship/reveal", "classic/going-out")
def test_a_player_whose_laid_card_was_the_last_one_wins() -> None:
    game = play(one_card_each("B1", "B2"), "P1 B1 B2")
    assert (game.over, game.winner, game.snapshot()["points"]) == (True, 0, [3, 0, 0])


@rule("friendship/reveal", "classic/going-out")
def test_a_guesser_whose_hand_is_emptied_wins_the_round() -> None:
    hands = ["FRIEND P1 G8", "P3 P6 P9", "P4 B7 B8"]
    game = play(table_of(hands, dealer=0), "P3 P4 draw P6 uno draw")
    assert (game.actor, game.phase, game.hand(1)) == (0, "turn", ["P9"])
    play(game, "FRIEND P1 P9 B7")
    assert (game.over, game.winner) == (True, 1)
    assert (game.hand(0), game.hand(2)) == (["G8", "Y6"], ["B7", "B8", "Y7"])
    assert game.snapshot()["points"] == [0, 36, 0]


@rule("friendship/several-out#ours")
def test_when_several_hands_are_emptied_the_first_after_the_player_wins() -> None:
    game = play(one_card_each("P6", "P7"), "P1 P6 P7")
    assert (game.over, game.winner) == (True, 1)


@rule("friendship/several-out#ours")
def test_the_player_discards_last_and_so_loses_to_anyone_else_emptied() -> None:
    game = play(one_card_each("B6", "P7"), "P1 B6 P7")
    assert (game.over, game.winner) == (True, 2)


@rule("friendship/several-out#ours")
def test_when_play_goes_right_the_first_hand_emptied_to_the_right_wins() -> None:
    hands = ["FRIEND P1", "P3 P6", "P4 P7"]
    game = table_of(hands, start="PR", dealer=2)
    play(game, "P4 uno P3 uno FRIEND uno P1 P7 P6")
    assert (game.over, game.winner) == (True, 2)


@rule("friendship/several-out#ours")
def test_all_discards_are_made_before_the_winner_is_named_and_scores() -> None:
    game = play(one_card_each("P6", "P7"), "P1 P6 P7")
    table = game.snapshot()
    assert table["hands"] == [[], [], []]
    assert table["discard_pile"][:3] == ["P1", "P7", "P6"]
    assert table["points"] == [0, 0, 0]


@rule("friendship/no-effects", "classic/last-card-draws", "friendship/no-house-rules#ours")
def test_a_laid_draw_two_that_empties_a_hand_makes_nobody_draw() -> None:
    game = play(table_of(["FRIEND PD", "B1 B2", "Y1 Y2"]), "FRIEND uno PD B1 Y1")
    assert (game.over, game.winner, game.hand(1)) == (True, 0, ["B1", "B2"])
    assert game.snapshot()["points"] == [6, 0, 0]


# -- calls -----------------------------------------------------------------------------------------


@rule("classic/uno", "friendship/lay")
def test_a_player_left_with_one_card_by_the_friendship_card_owes_the_call_before_laying() -> None:
    game = play(table_of(["FRIEND P1", "B1 B2", "Y1 Y2"]), "FRIEND")
    assert (game.actor, game.phase) == (0, "uno")
    play(game, "uno")
    assert (game.actor, game.phase, game.legal_actions()) == (0, "lay", ["P1"])


@rule("classic/uno-catch", "friendship/lay")
def test_a_player_caught_after_the_friendship_card_may_lay_a_card_just_drawn() -> None:
    game = play(table_of(["FRIEND P1", "B1 B2", "Y1 Y2"]), "FRIEND pass catch")
    assert (game.actor, game.phase, game.legal_actions()) == (0, "lay", ["P1", "Y6", "Y7"])


@rule("friendship/calls#ours")
def test_discarders_left_with_one_card_are_asked_in_the_order_of_their_discards() -> None:
    game = play(two_cards_each(), "FRIEND P1 P6 P7")
    asked = []
    while game.phase == "uno":
        asked.append(game.actor)
        play(game, "uno")
    assert asked == [1, 2, 0]
    assert (game.actor, game.phase, game.snapshot()["uno_called"]) == (1, "turn", [True, True, True])


@rule("friendship/calls#ours")
def test_when_play_goes_right_discarders_are_asked_to_the_right() -> None:
    hands = ["FRIEND P1 G9", "P3 P6 B1", "P4 P7 B2"]
    game = table_of(hands, start="PR", dealer=2)
    play(game, "P4 P3 FRIEND P1 P7 P6")
    asked = []
    while game.phase == "uno":
        asked.append(game.actor)
        play(game, "uno")
    assert (asked, game.actor) == ([2, 1, 0], 2)


@rule("friendship/calls#ours")
def test_a_guesser_with_two_cards_who_takes_one_back_owes_no_call() -> None:
    game = play(two_cards_each(), "FRIEND P1 B1 P7")
    assert (game.actor, game.phase) == (2, "uno")


@rule("friendship/calls#ours")
def test_a_guesser_with_one_card_who_takes_it_back_owes_no_new_call() -> None:
    hands = ["FRIEND P1 G9 G8", "P3 B1 P6 P8", "P4 B2 P7 Y1"]
    game = table_of(hands, dealer=0, pile="B9 B3 B6")
    play(game, "P3 P4 draw P6 P7 draw P8 uno draw FRIEND P1 B1 B2")
    assert (game.actor, game.phase, game.hand(1)) == (1, "turn", ["B1"])
    assert game.snapshot()["uno_called"][1]


@rule("friendship/calls#ours")
def test_a_discarder_left_with_more_than_one_card_owes_no_call() -> None:
    game = play(table_of(["FRIEND P1 G1 G2", "P2 B2 B3 B4", "P3 Y2 Y3 Y4"]), "FRIEND P1 P2 P3")
    assert (game.actor, game.phase) == (1, "turn")


@rule("friendship/calls#ours", "classic/uno-catch")
def test_a_silent_discarder_can_be_caught_by_everyone_in_turn_the_player_included() -> None:
    game = play(two_cards_each(), "FRIEND P1 P6 P7 pass")
    assert (game.actor, game.phase, game.legal_actions()) == (2, "catch", ["catch", "pass"])
    play(game, "pass")
    assert (game.actor, game.phase) == (0, "catch")
    play(game, "catch")
    assert game.hand(1) == ["B1", "Y6", "Y7"]


@rule("friendship/calls#ours", "classic/uno-catch")
def test_after_a_caught_discarder_the_next_one_is_asked() -> None:
    game = play(two_cards_each(), "FRIEND P1 P6 P7 pass catch")
    assert (game.actor, game.phase) == (2, "uno")


@rule("friendship/calls#ours", "classic/uno-catch")
def test_the_player_is_asked_last_and_can_be_caught_before_the_next_turn() -> None:
    game = play(two_cards_each(), "FRIEND P1 P6 P7 uno uno pass")
    assert (game.actor, game.phase) == (1, "catch")
    play(game, "catch")
    assert (game.actor, game.phase, game.hand(0)) == (1, "turn", ["G9", "Y6", "Y7"])


@rule("friendship/calls#ours", "classic/uno-auto#ours")
def test_with_automatic_calls_nobody_is_asked_after_the_reveal() -> None:
    hands = ["FRIEND P1 G9", "P3 P6 B1", "P4 P7 B2"]
    game = play(table_of(hands, dealer=0, uno_call="auto"), "P3 P4 FRIEND P1 P6 P7")
    assert (game.actor, game.phase, game.snapshot()["uno_called"]) == (1, "turn", [True, True, True])


@rule("friendship/several-out#ours", "friendship/calls#ours")
def test_when_the_round_is_over_nobody_owes_a_call() -> None:
    hands = ["FRIEND P1 G9", "P3 P6 P8", "P4 P7 B2"]
    game = play(table_of(hands, dealer=0, pile="B9 Y3"), "P3 P4 draw P6 uno draw FRIEND P1 P8 P7")
    assert (game.over, game.winner, game.hand(0), game.hand(2)) == (True, 1, ["B9", "G9"], ["B2", "Y3"])
