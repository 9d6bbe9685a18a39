"""The Victory Lap deck: hands go round the table, and a Wild Draw Four that must be legal."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.knowledge import onlookers_of_hand
from tests.table import lay_table, play, rule
from uno_env import Game, RuleSet
from uno_env.actions import card_codes

COLOR_CHOICES = ["color:B", "color:G", "color:R", "color:Y"]
W4_PLAYS = ["W4:B", "W4:G", "W4:R", "W4:Y"]
RED, BLUE, YELLOW, GREEN = ["R1", "R2"], ["B1", "B2", "B3"], ["Y1", "Y2", "Y3"], ["G1", "G2", "G3"]


def table_of(hands: list[str], start: str = "R5", pile: str = "Y6 Y7 Y8 Y9", **rules: Any) -> Game:
    return lay_table(hands, start, pile, deck="victory_lap", **rules)


def lap(players: int = 4, **rules: Any) -> Game:
    """Seat 0, who keeps two reds, has just played Victory Lap; the others hold blue, yellow and green."""
    return play(table_of(["LAP R1 R2", "B1 B2 B3", "Y1 Y2 Y3", "G1 G2 G3"][:players], **rules), "LAP")


def lap_before_a_one_card_hand(**rules: Any) -> Game:
    """Seat 0 has played Victory Lap, with three cards left, and looks at the only card of seat 2: Y3."""
    game = table_of(["LAP G1 G2", "B1 B2 B3", "R1 R2 Y3"], dealer=1, **rules)
    play(game, "R1 draw draw R2")
    if game.phase == "uno":
        play(game, "uno")
    return play(game, "LAP")


# -- the deck --------------------------------------------------------------------------------------


@rule("victory-lap/cards")
def test_the_deck_has_four_victory_lap_cards_besides_the_common_ones() -> None:
    rule_set = RuleSet(deck="victory_lap")
    codes = card_codes(rule_set.deck_declaration.color_letters)
    expected = Counter({"W": 4, "W4": 4, "LAP": 4})
    for color in "RYGB":
        expected.update({color + face: 1 if face == "0" else 2 for face in "0123456789SRD"})
    deck = Counter(codes[kind] for kind in rule_set.card_kinds())
    assert deck == expected
    assert deck.total() == 112


@rule("classic/card-points", "victory-lap/cards")
def test_a_victory_lap_card_left_in_hand_counts_fifty() -> None:
    game = play(table_of(["R1", "LAP", "B2"]), "R1")
    assert game.snapshot()["points"] == [52, 0, 0]


@rule("classic/start-wild", "classic/start-own-card#ours")
def test_after_a_start_victory_lap_the_first_player_names_the_colour_and_no_hand_moves() -> None:
    game = table_of(["R1 G1 B1", "R2 G2 B2", "R3 G3 B3"], start="LAP")
    assert (game.actor, game.phase, game.legal_actions()) == (0, "color", COLOR_CHOICES)
    play(game, "color:G")
    assert (game.actor, game.phase, game.legal_actions()) == (0, "turn", ["G1", "draw"])


# -- the lap ---------------------------------------------------------------------------------------


@rule("victory-lap/lap")
def test_a_victory_lap_can_be_played_on_everything_and_takes_no_colour() -> None:
    game = table_of(["LAP G1 G2", "B1 B2 B3"])
    assert game.legal_actions() == ["LAP", "draw"]


@rule("victory-lap/lap", exemplary=True)
def test_all_hands_move_one_seat_in_the_direction_of_play() -> None:
    game = lap()
    assert game.snapshot()["hands"] == [GREEN, RED, BLUE, YELLOW]
    assert (game.actor, game.phase, game.legal_actions()) == (0, "lap", ["pass", "take"])


@rule("victory-lap/lap")
def test_when_play_goes_right_the_hands_move_right() -> None:
    game = lap(start="RR", dealer=0)
    assert game.snapshot()["hands"] == [BLUE, YELLOW, GREEN, RED]
    play(game, "pass")
    assert game.snapshot()["hands"] == [YELLOW, GREEN, RED, BLUE]


@rule("victory-lap/take-or-pass")
def test_passing_on_moves_all_hands_again() -> None:
    game = play(lap(), "pass")
    assert game.snapshot()["hands"] == [YELLOW, GREEN, RED, BLUE]
    assert (game.actor, game.phase, game.legal_actions()) == (0, "lap", ["pass", "take"])


@rule("victory-lap/take-or-pass", exemplary=True)
@pytest.mark.parametrize(
    ("passes", "hands"),
    [(0, [GREEN, RED, BLUE, YELLOW]), (1, [YELLOW, GREEN, RED, BLUE]), (2, [BLUE, YELLOW, GREEN, RED])],
)
def test_taking_a_hand_leaves_everyone_with_the_hand_in_front_of_them(passes: int, hands: list[list[str]]) -> None:
    game = play(lap(), "pass " * passes + "take color:R")
    assert game.snapshot()["hands"] == hands
    assert (game.actor, game.phase) == (1, "turn")


@rule("victory-lap/take-or-pass", "classic/turn")
def test_after_the_lap_the_next_player_plays_from_the_hand_received() -> None:
    game = play(lap(), "take color:R")
    assert (game.actor, game.legal_actions()) == (1, ["R1", "R2", "draw"])


@rule("victory-lap/take-or-pass", "classic/direction")
def test_a_lap_leaves_the_direction_as_it_was() -> None:
    game = play(lap(start="RR", dealer=0), "take color:G")
    assert (game.actor, game.phase, game.snapshot()["direction"]) == (3, "turn", -1)


@rule("victory-lap/take-or-pass")
def test_with_two_players_the_hands_are_exchanged() -> None:
    game = play(lap(players=2), "take color:R")
    assert game.snapshot()["hands"] == [BLUE, RED]
    assert (game.actor, game.phase) == (1, "turn")


@rule("victory-lap/full-circle")
def test_passing_on_the_last_hand_brings_the_own_one_back_and_ends_the_lap() -> None:
    game = play(lap(), "pass pass pass")
    assert game.snapshot()["hands"] == [RED, BLUE, YELLOW, GREEN]
    assert (game.actor, game.phase, game.legal_actions()) == (0, "color", COLOR_CHOICES)


@rule("victory-lap/full-circle")
def test_with_two_players_passing_on_the_only_other_hand_ends_the_lap() -> None:
    game = play(lap(players=2), "pass")
    assert game.snapshot()["hands"] == [RED, BLUE]
    assert game.phase == "color"


@rule("victory-lap/full-circle")
def test_with_ten_players_there_are_nine_looks() -> None:
    others = ["B1 B2", "B3 B4", "B6 B7", "Y1 Y2", "Y3 Y4", "Y6 Y7", "G1 G2", "G3 G4", "G6 G7"]
    game = play(table_of(["LAP R1", *others], pile=""), "LAP uno")
    seen = []
    while game.phase == "lap":
        seen.append(" ".join(game.hand(0)))
        play(game, "pass")
    assert seen == others[::-1]
    assert (game.phase, game.hand(0)) == ("color", ["R1"])


@rule("victory-lap/name-color")
def test_no_colour_is_in_play_until_the_hand_is_chosen_and_the_colour_named() -> None:
    game = lap()
    assert game.snapshot()["color"] is None
    play(game, "pass")
    assert game.snapshot()["color"] is None
    play(game, "take")
    assert (game.actor, game.phase, game.legal_actions()) == (0, "color", COLOR_CHOICES)
    assert game.snapshot()["color"] is None
    play(game, "color:G")
    assert (game.snapshot()["color"], game.actor, game.phase) == ("G", 1, "turn")


@rule("victory-lap/name-color", "victory-lap/full-circle")
def test_the_colour_is_named_after_a_full_circle_too() -> None:
    game = play(lap(), "pass pass pass color:B")
    assert (game.snapshot()["color"], game.actor, game.phase) == ("B", 1, "turn")
    assert game.legal_actions() == ["B1", "B2", "B3", "draw"]


@rule("victory-lap/lap", "classic/drawn-card")
def test_a_drawn_victory_lap_may_be_played_at_once() -> None:
    game = play(table_of(["G1 G2", "B1 B2", "Y1 Y2"], pile="LAP"), "draw")
    assert (game.phase, game.legal_actions()) == ("drawn", ["LAP", "pass"])
    play(game, "LAP")
    assert (game.actor, game.phase, game.hand(0)) == (0, "lap", ["Y1", "Y2"])


@rule("victory-lap/lap", "classic/going-out")
def test_a_victory_lap_as_last_card_wins_and_no_hand_moves() -> None:
    game = play(table_of(["LAP", "B1", "Y2"]), "LAP")
    assert (game.over, game.winner) == (True, 0)
    assert (game.snapshot()["hands"], game.snapshot()["points"]) == ([[], ["B1"], ["Y2"]], [3, 0, 0])


# -- calls -----------------------------------------------------------------------------------------


@rule("victory-lap/uno", "classic/uno-new-hand#ours", "victory-lap/uno-after-color#ours")
def test_taking_a_one_card_hand_owes_a_call_once_the_colour_is_named() -> None:
    game = lap_before_a_one_card_hand()
    assert (game.phase, game.hand(0)) == ("lap", ["Y3"])
    play(game, "take")
    assert (game.actor, game.phase) == (0, "color")
    play(game, "color:B")
    assert (game.actor, game.phase, game.legal_actions()) == (0, "uno", ["pass", "uno"])


@rule("victory-lap/uno")
def test_a_call_made_on_a_taken_hand_lets_play_go_on() -> None:
    game = play(lap_before_a_one_card_hand(), "take color:B uno")
    assert (game.actor, game.phase, game.hand(0)) == (1, "turn", ["Y3"])
    assert game.snapshot()["uno_called"][0]


@rule("victory-lap/uno", "victory-lap/uno-needs-catch#ours", "classic/uno-catch")
def test_a_player_silent_about_a_taken_one_card_hand_draws_two_when_caught() -> None:
    game = play(lap_before_a_one_card_hand(), "take color:B pass")
    assert (game.actor, game.phase) == (1, "catch")
    play(game, "pass")
    assert (game.actor, game.phase) == (2, "catch")
    play(game, "catch")
    assert (game.actor, game.phase, game.hand(0)) == (1, "turn", ["Y3", "Y8", "Y9"])


@rule("victory-lap/uno-needs-catch#ours")
def test_silence_about_a_taken_one_card_hand_costs_nothing_when_nobody_catches() -> None:
    game = play(lap_before_a_one_card_hand(), "take color:B pass pass pass")
    assert (game.actor, game.phase, game.hand(0)) == (1, "turn", ["Y3"])
    assert not game.snapshot()["uno_called"][0]


@rule("victory-lap/uno", "classic/uno-auto#ours")
def test_with_automatic_calls_a_taken_one_card_hand_is_called_unasked() -> None:
    game = play(lap_before_a_one_card_hand(uno_call="auto"), "take color:B")
    assert (game.actor, game.phase, game.snapshot()["uno_called"][0]) == (1, "turn", True)


@rule("victory-lap/uno")
def test_looking_at_a_one_card_hand_and_passing_it_on_owes_no_call() -> None:
    game = play(lap_before_a_one_card_hand(), "pass take color:B")
    assert (game.hand(0), game.actor, game.phase) == (["B1", "B2", "B3", "Y7"], 1, "turn")


@rule("classic/uno-received#ours", "victory-lap/uno")
def test_a_player_who_merely_receives_a_one_card_hand_owes_no_call() -> None:
    game = play(table_of(["LAP R1", "B1 B2", "Y1 Y2"]), "LAP uno take color:B")
    assert (game.hand(1), game.actor, game.phase, game.legal_actions()) == (["R1"], 1, "turn", ["draw"])


@rule("victory-lap/full-circle", "victory-lap/uno", "classic/uno-new-hand#ours", "victory-lap/uno-after-color#ours")
def test_a_one_card_hand_that_comes_back_owes_no_second_call_and_keeps_the_first() -> None:
    game = play(table_of(["LAP R1", "B1 B2", "Y1 Y2"]), "LAP")
    assert (game.actor, game.phase) == (0, "uno")
    play(game, "uno pass pass color:R")
    assert (game.actor, game.phase, game.hand(0)) == (1, "turn", ["R1"])
    assert game.snapshot()["uno_called"] == [True, False, False]


@rule("victory-lap/full-circle", "classic/uno-catch")
def test_a_silence_that_was_not_caught_cannot_be_caught_after_a_full_circle() -> None:
    game = play(table_of(["LAP R1", "B1 B2", "Y1 Y2"]), "LAP pass pass pass")
    assert (game.actor, game.phase) == (0, "lap")
    play(game, "pass pass color:R")
    assert (game.actor, game.phase, game.hand(0)) == (1, "turn", ["R1"])


@rule("victory-lap/uno", "classic/uno-new-hand#ours")
def test_a_player_who_called_before_the_lap_calls_again_for_another_one_card_hand() -> None:
    game = table_of(["LAP R1", "B1 B2", "R2 Y3"], dealer=1)
    play(game, "R2 uno LAP uno")
    assert (game.phase, game.hand(0)) == ("lap", ["Y3"])
    play(game, "take color:B")
    assert (game.actor, game.phase) == (0, "uno")


@rule("victory-lap/uno", "classic/uno")
def test_taking_a_larger_hand_after_a_call_owes_none() -> None:
    game = play(table_of(["LAP R1", "B1 B2", "Y1 Y2"]), "LAP uno take color:Y")
    assert (game.actor, game.phase, game.hand(0)) == (1, "turn", ["Y1", "Y2"])


@rule("classic/uno-catch", "victory-lap/lap")
def test_a_player_caught_before_the_lap_sends_the_penalty_cards_round_with_the_hand() -> None:
    game = play(table_of(["LAP R1", "B1 B2", "G1 G2"]), "LAP pass catch")
    assert (game.phase, game.hand(1)) == ("lap", ["R1", "Y6", "Y7"])


# -- Jump-In ---------------------------------------------------------------------------------------


@rule("classic/jump-in-wilds#ours", "classic/jump-in-cancels", "victory-lap/lap")
def test_a_victory_lap_that_is_jumped_on_moves_no_hands_for_its_player() -> None:
    game = table_of(["LAP R1 R2", "B1 B2 B3", "LAP Y1 Y2", "G1 G2 G3"], jump_in=True)
    play(game, "LAP")
    assert (game.actor, game.phase, game.legal_actions()) == (2, "jump_in", ["LAP", "pass"])
    assert game.hand(0) == RED
    play(game, "LAP")
    assert (game.actor, game.phase) == (2, "lap")
    assert game.snapshot()["hands"] == [GREEN, RED, BLUE, ["Y1", "Y2"]]


@rule("classic/jump-in-resumes", "victory-lap/name-color")
def test_after_a_jumped_in_lap_play_goes_on_from_the_jumper() -> None:
    game = table_of(["LAP R1 R2", "B1 B2 B3", "LAP Y1 Y2", "G1 G2 G3"], jump_in=True)
    play(game, "LAP LAP take color:Y")
    assert (game.actor, game.phase, game.snapshot()["color"]) == (3, "turn", "Y")


@rule("victory-lap/full-circle", "classic/jump-in-cancels")
def test_the_circle_of_a_jumped_in_lap_is_that_of_the_jumper() -> None:
    game = table_of(["LAP R1 R2", "B1 B2 B3", "LAP Y1 Y2"], jump_in=True)
    play(game, "LAP LAP pass pass")
    assert (game.actor, game.phase, game.hand(2)) == (2, "color", ["Y1", "Y2"])


@rule("classic/jump-in", "victory-lap/take-or-pass")
def test_there_is_no_chance_to_jump_in_with_a_hand_that_a_lap_brings() -> None:
    game = table_of(["LAP R1 R2", "B1 B2 B3", "Y1 Y2 LAP"], jump_in=True)
    play(game, "LAP pass take color:R")
    assert (game.actor, game.phase) == (1, "turn")


# -- the strict Wild Draw Four ---------------------------------------------------------------------


@rule("victory-lap/wild-draw-four-strict")
def test_a_wild_draw_four_cannot_be_played_with_the_colour_in_play_in_hand() -> None:
    game = table_of(["W4 R1 G1", "B1 B2 B3"])
    assert game.legal_actions() == ["R1", "draw"]


@rule("victory-lap/wild-draw-four-strict")
def test_an_action_card_of_the_colour_in_play_forbids_it_too() -> None:
    game = table_of(["W4 RS G1", "B1 B2 B3"])
    assert game.legal_actions() == ["RS", "draw"]


@rule("victory-lap/wild-draw-four-strict")
def test_a_matching_number_of_another_colour_does_not_forbid_it() -> None:
    game = table_of(["W4 G5 B1", "B2 B3 B4"])
    assert game.legal_actions() == ["G5", *W4_PLAYS, "draw"]


@rule("victory-lap/wild-draw-four-strict")
@pytest.mark.parametrize("wild", ["W", "LAP", "W4"])
def test_another_wild_does_not_forbid_it(wild: str) -> None:
    game = table_of([f"W4 {wild} B1", "B2 B3 B4"])
    assert set(W4_PLAYS) <= set(game.legal_actions())


@rule("victory-lap/wild-draw-four-strict")
def test_after_a_wild_the_named_colour_decides() -> None:
    forbidden = play(table_of(["W B1 B2", "W4 G1 Y1"]), "W:G")
    allowed = play(table_of(["W B1 B2", "W4 G1 Y1"]), "W:R")
    assert forbidden.legal_actions() == ["G1", "draw"]
    assert allowed.legal_actions() == [*W4_PLAYS, "draw"]


@rule("victory-lap/wild-draw-four-strict", "classic/start-wild")
def test_after_a_start_wild_the_colour_first_named_decides() -> None:
    game = play(table_of(["W4 G1 Y1", "B1 B2 B3"], start="W"), "color:G")
    assert game.legal_actions() == ["G1", "draw"]


@rule("victory-lap/wild-draw-four-strict", "victory-lap/name-color")
def test_after_a_lap_the_hand_received_and_the_colour_named_decide() -> None:
    hands = ["LAP W4 G1", "B1 B2 B3", "Y1 Y2 Y3"]
    assert play(table_of(hands), "LAP take color:G").legal_actions() == ["G1", "draw"]
    assert play(table_of(hands), "LAP take color:B").legal_actions() == [*W4_PLAYS, "draw"]


@rule("victory-lap/wild-draw-four-strict", "classic/wild-draw-four")
def test_the_player_hit_draws_four_unasked_and_cannot_challenge() -> None:
    game = play(table_of(["W4 G1 G2", "B1 B2 B3", "Y1 Y2 Y3"]), "W4:B")
    assert game.hand(1) == ["B1", "B2", "B3", "Y6", "Y7", "Y8", "Y9"]
    assert (game.actor, game.phase, game.snapshot()["color"]) == (2, "turn", "B")


@rule("victory-lap/wild-draw-four-strict", "classic/drawn-card")
def test_a_drawn_wild_draw_four_may_be_played_without_the_colour_in_play() -> None:
    game = play(table_of(["G1 G2", "B1 B2"], pile="W4"), "draw")
    assert (game.actor, game.phase, game.legal_actions()) == (0, "drawn", [*W4_PLAYS, "pass"])


@rule("victory-lap/wild-draw-four-strict", "classic/drawn-card")
def test_a_drawn_wild_draw_four_is_not_offered_with_the_colour_in_play_in_hand() -> None:
    game = play(table_of(["R1 G2", "B1 B2"], pile="W4"), "draw")
    assert (game.actor, game.phase, game.hand(0)) == (1, "turn", ["G2", "R1", "W4"])


@rule("victory-lap/wild-draw-four-strict", "classic/progressive-wild-draw-four")
def test_a_wild_draw_four_may_be_stacked_without_the_colour_just_named() -> None:
    game = play(table_of(["W4 G1 G2", "W4 R1 Y2", "B1 B2 B3"], progressive=True), "W4:B")
    assert (game.actor, game.phase, game.legal_actions()) == (1, "respond", [*W4_PLAYS, "draw"])


@rule("victory-lap/wild-draw-four-strict", "classic/progressive-sum")
def test_a_stack_of_strict_wild_draw_fours_is_drawn_unasked_by_whoever_has_no_answer() -> None:
    game = play(table_of(["W4 G1 G2", "W4 R1 Y2", "B1 B2 B3"], progressive=True), "W4:B W4:G")
    assert ([len(hand) for hand in game.snapshot()["hands"]], game.actor) == ([2, 2, 11], 0)


@rule("victory-lap/wild-draw-four-strict", "classic/progressive-wild-draw-four")
def test_a_wild_draw_four_cannot_be_stacked_with_the_colour_just_named_in_hand() -> None:
    game = play(table_of(["W4 G1 G2", "W4 B1 Y2", "B2 B3 B4"], progressive=True), "W4:B")
    assert ([len(hand) for hand in game.snapshot()["hands"]], game.actor, game.phase) == ([2, 7, 3], 2, "turn")


@rule("victory-lap/wild-draw-four-strict", "classic/jump-in-wilds#ours")
def test_a_wild_draw_four_may_be_jumped_in_without_the_colour_just_named() -> None:
    game = table_of(["W4 G1 G2", "B1 B2 B3", "W4 R1 Y2", "G3 G4 G6"], jump_in=True)
    play(game, "W4:B")
    assert (game.actor, game.phase, game.legal_actions()) == (2, "jump_in", [*W4_PLAYS, "pass"])
    play(game, "W4:Y")
    assert ([len(hand) for hand in game.snapshot()["hands"]], game.actor) == ([2, 3, 2, 7], 0)


@rule("victory-lap/wild-draw-four-strict", "classic/jump-in-wilds#ours")
def test_a_wild_draw_four_cannot_be_jumped_in_with_the_colour_just_named_in_hand() -> None:
    game = table_of(["W4 G1 G2", "Y1 Y2 Y3", "W4 B1 R2", "G3 G4 G6"], jump_in=True)
    play(game, "W4:B")
    assert ([len(hand) for hand in game.snapshot()["hands"]], game.actor, game.phase) == ([2, 7, 3, 3], 2, "turn")


@rule("victory-lap/wild-draw-four-strict", "classic/jump-in-back-to-back")
def test_a_second_own_wild_draw_four_follows_only_if_the_colour_just_named_is_not_held() -> None:
    hands = ["W4 W4 G1 G2", "Y1 Y2 Y3 Y4", "B1 B2 B3 B4"]
    held = play(table_of(hands, jump_in=True), "W4:G")
    other = play(table_of(hands, jump_in=True), "W4:B")
    assert (held.actor, held.phase) == (2, "turn")
    assert (other.actor, other.phase, other.legal_actions()) == (0, "jump_in", [*W4_PLAYS, "pass"])


@rule("victory-lap/wild-draw-four-strict", "classic/last-card-draws")
def test_a_wild_draw_four_as_last_card_makes_the_next_player_draw_four() -> None:
    game = play(table_of(["W4", "B1", "Y2"]), "W4:R")
    assert (game.over, game.winner, game.hand(1)) == (True, 0, ["B1", "Y6", "Y7", "Y8", "Y9"])


# -- who knows what --------------------------------------------------------------------------------


@rule("victory-lap/look")
def test_only_the_player_sees_the_hand_that_arrives() -> None:
    game = play(lap(), "pass")
    # Green was looked at and passed on to seat 1; seat 3, who gave it away, knows it too.
    assert onlookers_of_hand(game, 1) == [{0, 3}] * 3
    assert onlookers_of_hand(game, 0) == [{2}] * 3


@rule("victory-lap/look")
def test_after_a_lap_everyone_knows_the_hand_they_gave_away_and_the_player_those_looked_at() -> None:
    game = play(lap(), "pass take color:R")
    assert game.snapshot()["hands"] == [YELLOW, GREEN, RED, BLUE]
    assert onlookers_of_hand(game, 0) == [{2}] * 3
    assert onlookers_of_hand(game, 1) == [{0, 3}] * 3
    assert onlookers_of_hand(game, 2) == [{0}] * 2
    assert onlookers_of_hand(game, 3) == [{1}] * 3


@rule("victory-lap/look", "victory-lap/full-circle")
def test_after_a_full_circle_the_player_knows_every_hand_and_nobody_else_any() -> None:
    game = play(lap(), "pass pass pass color:R")
    assert onlookers_of_hand(game, 0) == [set()] * 2
    for seat in (1, 2, 3):
        assert onlookers_of_hand(game, seat) == [{0}] * 3


@rule("victory-lap/look")
def test_a_hand_taken_at_once_is_known_to_its_giver_only() -> None:
    game = play(lap(), "take color:R")
    assert onlookers_of_hand(game, 0) == [{3}] * 3
    assert onlookers_of_hand(game, 2) == [{1}] * 3
    assert onlookers_of_hand(game, 3) == [{2}] * 3


@rule("victory-lap/look", "classic/jump-in-cancels")
def test_a_lap_that_was_jumped_on_shows_its_player_nothing() -> None:
    game = table_of(["LAP R1 R2", "B1 B2 B3", "LAP Y1 Y2"], jump_in=True)
    play(game, "LAP LAP pass pass color:R")
    assert onlookers_of_hand(game, 1) == [{2}] * 3
    assert onlookers_of_hand(game, 2) == [set()] * 2


@rule("classic/seven-zero-trade", "victory-lap/look")
def test_hands_traded_with_a_seven_are_known_to_those_who_gave_them() -> None:
    game = table_of(["R7 R1 R2", "B1 B2 B3", "Y1 Y2 Y3"], seven_zero=True)
    play(game, "R7 seat:+2")
    assert onlookers_of_hand(game, 0) == [{2}] * 3
    assert onlookers_of_hand(game, 1) == [set()] * 3
    assert onlookers_of_hand(game, 2) == [{0}] * 2


@rule("classic/seven-zero-pass", "victory-lap/look")
def test_hands_passed_with_a_zero_are_known_to_those_who_gave_them() -> None:
    game = table_of(["R0 R1 R2", "B1 B2 B3", "Y1 Y2 Y3"], seven_zero=True)
    play(game, "R0")
    assert onlookers_of_hand(game, 0) == [{2}] * 3
    assert onlookers_of_hand(game, 1) == [{0}] * 2
    assert onlookers_of_hand(game, 2) == [{1}] * 3
