"""The Run! deck: icons, Run! cards, blocks, start cards, and wilds that count as a match."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.knowledge import onlookers_of_hand
from tests.table import lay_table, play, rule
from uno_env import Game, RuleSet
from uno_env.actions import card_codes
from uno_env.rules import RulesError

RUN_PLAYS = ["RUN:B", "RUN:G", "RUN:R", "RUN:Y"]
HITS = ["RS*", "RR*", "RD*", "W4*:R"]


def hit(action: str, players: int = 4, **rules: Any) -> Game:
    """Seat 0 has just played this card at seat 1, who holds a Run! card."""
    hands = [f"{action.partition(':')[0]} R1 G1", "RUN B1 B2", "Y1 Y2 Y3", "G2 G3 G4"][:players]
    return play(lay_table(hands, pile="Y6 Y7 Y8 Y9 G6 G7 G8", deck="run", **rules), action)


def sizes(game: Game) -> list[int]:
    return [len(hand) for hand in game.snapshot()["hands"]]


def codes_in_deck(**rules: Any) -> Counter[str]:
    rule_set = RuleSet(deck="run", **rules)
    codes = card_codes(rule_set.deck_declaration.color_letters)
    return Counter(codes[kind] for kind in rule_set.card_kinds())


# -- the deck --------------------------------------------------------------------------------------


@rule("run/cards")
def test_the_deck_has_four_run_cards_among_112() -> None:
    deck = codes_in_deck()
    assert (deck.total(), deck["RUN"]) == (112, 4)
    assert not {"FRIEND", "CAST", "LAP"} & set(deck)


@rule("run/cards")
def test_the_common_cards_are_all_there_icons_left_aside() -> None:
    deck = Counter({"RUN": -4})
    for code, count in codes_in_deck().items():
        deck[code.removesuffix("*")] += count
    expected = Counter({"W": 4, "W4": 4})
    for color in "RYGB":
        expected.update({color + face: 1 if face == "0" else 2 for face in "0123456789SRD"})
    assert +deck == expected


@rule("run/icons")
def test_every_kind_of_action_card_comes_with_the_icon_and_numbers_and_run_cards_do_not() -> None:
    with_icon = {code for code in codes_in_deck() if code.endswith("*")}
    assert with_icon == {color + face + "*" for color in "RYGB" for face in "SRD"} | {"W*", "W4*"}


@rule("run/icon-counts#ours")
def test_half_of_each_kind_carries_the_icon_by_default() -> None:
    deck = codes_in_deck()
    for color in "RYGB":
        for face in "SRD":
            assert (deck[color + face], deck[color + face + "*"]) == (1, 1)
    assert (deck["W"], deck["W*"], deck["W4"], deck["W4*"]) == (2, 2, 2, 2)


@rule("run/icon-counts#ours")
def test_other_icon_counts_can_be_set_per_kind() -> None:
    deck = codes_in_deck(icons={"S": 2, "R": 0, "D": 1, "W": 4, "W4": 3})
    assert (deck["GS"], deck["GS*"]) == (0, 2)
    assert (deck["BR"], deck["BR*"]) == (2, 0)
    assert (deck["YD"], deck["YD*"]) == (1, 1)
    assert (deck["W"], deck["W*"], deck["W4"], deck["W4*"]) == (0, 4, 1, 3)
    assert deck.total() == 112


@rule("run/icon-counts#ours")
def test_icon_counts_left_out_keep_their_default() -> None:
    deck = codes_in_deck(icons={"S": 0})
    assert (deck["RS"], deck["RS*"], deck["RD*"], deck["W4*"]) == (2, 0, 1, 2)


@rule("run/icon-counts#ours")
@pytest.mark.parametrize("icons", [{"S": 3}, {"R": -1}, {"D": 4}, {"W": 5}, {"W4": 6}, {"RUN": 1}])
def test_icon_counts_out_of_range_are_refused(icons: dict[str, int]) -> None:
    with pytest.raises(RulesError):
        RuleSet(deck="run", icons=icons)


@rule("run/icon-counts#ours", "run/block")
def test_a_deck_with_all_skips_marked_lets_both_copies_be_blocked() -> None:
    game = lay_table(["RS* RS* G1", "RUN RUN B2", "Y1 Y2 Y3"], pile="G8", deck="run", icons={"S": 2})
    play(game, "RS* pass")
    assert (game.actor, game.phase) == (2, "turn")
    play(game, "draw RS* uno")
    assert (game.actor, game.phase, game.legal_actions()) == (1, "respond", [*RUN_PLAYS, "pass"])


@rule("classic/card-points", "run/cards")
def test_a_run_card_left_in_hand_counts_fifty() -> None:
    game = play(lay_table(["R1", "RUN"], deck="run"), "R1")
    assert (game.winner, game.snapshot()["points"]) == (0, [50, 0])


# -- the start card --------------------------------------------------------------------------------


@rule("run/start-card")
@pytest.mark.parametrize("card", ["RS", "RS*", "RR", "RR*", "RD", "RD*", "W", "W*", "W4", "W4*", "RUN"])
def test_no_action_card_or_wild_stays_on_top_at_the_start(card: str) -> None:
    game = lay_table(["R1 G1 B1", "R2 G2 B2", "R3 G3 B3"], start=f"{card} B5", deck="run")
    table = game.snapshot()
    assert table["discard_pile"] == ["B5", card]
    assert (table["actor"], table["phase"], table["color"], table["direction"]) == (0, "turn", "B", 1)
    assert (sizes(game), table["pending"]) == ([3, 3, 3], 0)


@rule("run/start-card")
def test_start_cards_are_turned_until_a_number_comes_and_all_stay_face_up() -> None:
    game = lay_table(["R1 G1 B1", "R2 G2 B2"], start="RD* W4 RUN GS Y0", pile="B9", deck="run")
    assert game.snapshot()["discard_pile"] == ["Y0", "GS", "RUN", "W4", "RD*"]
    assert game.snapshot()["draw_pile"][0] == "B9"


@rule("run/start-card")
def test_a_start_seven_or_zero_moves_no_hands() -> None:
    for start in ("R7", "R0"):
        game = lay_table(["R1 G1", "B1 B2", "Y1 Y2"], start=start, deck="run", seven_zero=True)
        assert (game.actor, game.phase, game.hand(0)) == (0, "turn", ["G1", "R1"])


# -- Run! on one's own turn ------------------------------------------------------------------------


@rule("run/plain-wild")
def test_on_ones_own_turn_a_run_card_fits_on_everything_in_any_colour() -> None:
    game = lay_table(["RUN G1 G2", "B1 B2 B3"], deck="run")
    assert game.legal_actions() == [*RUN_PLAYS, "draw"]


@rule("run/plain-wild")
def test_a_run_card_played_on_ones_own_turn_only_sets_the_colour() -> None:
    game = play(lay_table(["RUN G1 G2", "B1 B2 R3", "Y1 Y2 Y3"], deck="run"), "RUN:B")
    table = game.snapshot()
    assert (table["actor"], table["phase"], table["color"], table["direction"]) == (1, "turn", "B", 1)
    assert game.legal_actions() == ["B1", "B2", "draw"]


@rule("run/plain-wild", "classic/drawn-card")
def test_a_drawn_run_card_may_be_played_at_once() -> None:
    game = play(lay_table(["G1 G2", "B1 B2"], pile="RUN", deck="run"), "draw")
    assert (game.phase, game.legal_actions()) == ("drawn", [*RUN_PLAYS, "pass"])


@rule("run/plain-wild", "classic/jump-in-wilds#ours")
def test_a_run_card_can_be_jumped_on_with_another() -> None:
    game = lay_table(["RUN G1 G2", "B1 B2 B3", "RUN Y1 Y2", "R1 R2 R3"], deck="run", jump_in=True)
    play(game, "RUN:G")
    assert (game.actor, game.phase) == (2, "jump_in")
    play(game, "RUN:Y")
    assert (game.actor, game.snapshot()["color"]) == (3, "Y")


@rule("run/drawn-card-optional#ours")
def test_a_playable_drawn_card_may_be_kept() -> None:
    game = play(lay_table(["G1 G2", "B1 B2"], pile="R9", deck="run"), "draw")
    assert (game.phase, game.legal_actions()) == ("drawn", ["R9", "pass"])
    play(game, "pass")
    assert (game.actor, game.hand(0)) == (1, ["G1", "G2", "R9"])


# -- who may block, and when -----------------------------------------------------------------------


@rule("run/block")
@pytest.mark.parametrize("card", ["RS*", "RR*"])
def test_an_icon_skip_or_reverse_asks_the_next_player_to_run_or_let_it_happen(card: str) -> None:
    game = hit(card)
    assert (game.actor, game.phase, game.legal_actions()) == (1, "respond", [*RUN_PLAYS, "pass"])


@rule("run/block")
def test_an_icon_draw_two_asks_the_next_player_to_run_or_draw() -> None:
    game = hit("RD*")
    assert (game.actor, game.phase, game.legal_actions()) == (1, "respond", [*RUN_PLAYS, "draw"])


@rule("run/block")
def test_an_icon_wild_draw_four_asks_the_next_player_to_run_challenge_or_draw() -> None:
    game = hit("W4*:R")
    assert (game.actor, game.phase, game.legal_actions()) == (1, "respond", [*RUN_PLAYS, "challenge", "draw"])


@rule("run/block")
def test_a_skip_without_the_icon_cannot_be_blocked() -> None:
    game = hit("RS")
    assert (game.actor, game.phase) == (2, "turn")


@rule("run/block")
def test_a_reverse_without_the_icon_cannot_be_blocked() -> None:
    game = hit("RR")
    assert (game.actor, game.phase, game.snapshot()["direction"]) == (3, "turn", -1)


@rule("run/block")
def test_a_draw_two_without_the_icon_cannot_be_blocked() -> None:
    game = hit("RD")
    assert (game.actor, game.phase, sizes(game)) == (2, "turn", [2, 5, 3, 3])


@rule("run/block")
def test_a_wild_draw_four_without_the_icon_leaves_only_challenging_or_drawing() -> None:
    assert hit("W4:R").legal_actions() == ["challenge", "draw"]


@rule("run/block")
@pytest.mark.parametrize("card", ["RS*", "RR*", "RD*"])
def test_without_a_run_card_nobody_is_asked_and_the_icon_card_is_carried_out(card: str) -> None:
    game = lay_table([f"{card} R1 G1", "W B1 B2", "Y1 Y2 Y3", "G2 G3 G4"], deck="run")
    play(game, card)
    assert (game.phase, game.actor) == ("turn", 3 if card == "RR*" else 2)


@rule("run/block")
@pytest.mark.parametrize("card", ["RS*", "RD*"])
def test_a_run_card_in_a_hand_that_is_not_hit_does_not_block(card: str) -> None:
    game = lay_table([f"{card} RUN G1", "B1 B2 B3", "RUN Y1 Y2", "RUN G2 G3"], deck="run")
    play(game, card)
    assert (game.actor, game.phase) == (2, "turn")


@rule("run/block", "classic/reverse", "run/block-target#ours")
def test_an_icon_reverse_is_played_against_the_next_player_in_the_old_direction() -> None:
    game = lay_table(["RR* R1 G1", "RUN B1 B2", "Y1 Y2 Y3", "RUN G2 G3"], deck="run")
    play(game, "RR*")
    assert (game.actor, game.phase) == (1, "respond")


@rule("run/block", "run/block-target#ours")
def test_when_play_goes_right_the_player_to_the_right_is_asked_to_block() -> None:
    game = lay_table(["RR R1 G1", "B1 B2 B3", "RUN Y1 Y2", "RS* G2 G3"], deck="run")
    play(game, "RR RS*")
    assert (game.actor, game.phase) == (2, "respond")
    play(game, "RUN:B")
    assert (game.actor, game.snapshot()["direction"]) == (1, -1)


@rule("run/block", "classic/skip")
def test_whoever_does_not_block_a_skip_is_skipped_and_keeps_the_run_card() -> None:
    game = play(hit("RS*"), "pass")
    assert (game.actor, game.phase, game.hand(1)) == (2, "turn", ["B1", "B2", "RUN"])


@rule("run/block", "classic/reverse")
def test_a_reverse_that_is_not_blocked_turns_the_direction() -> None:
    game = play(hit("RR*"), "pass")
    assert (game.actor, game.phase, game.snapshot()["direction"]) == (3, "turn", -1)


@rule("run/block", "classic/draw-two")
def test_whoever_does_not_block_a_draw_two_draws_two_and_misses_the_turn() -> None:
    game = play(hit("RD*"), "draw")
    assert (game.actor, game.phase, game.hand(1)) == (2, "turn", ["B1", "B2", "RUN", "Y6", "Y7"])


@rule("run/block", "classic/wild-draw-four")
def test_whoever_does_not_block_a_wild_draw_four_draws_four_and_misses_the_turn() -> None:
    game = play(hit("W4*:R"), "draw")
    assert (game.actor, game.phase, sizes(game)) == (2, "turn", [2, 7, 3, 3])


@rule("run/block", "classic/challenge-guilty")
def test_a_holder_of_a_run_card_may_challenge_instead() -> None:
    game = play(hit("W4*:R"), "challenge")
    assert (game.actor, game.phase, sizes(game)) == (1, "turn", [6, 3, 3, 3])
    assert game.hand(1) == ["B1", "B2", "RUN"]


@rule("run/icon-wild#ours")
def test_an_icon_wild_gives_the_next_player_a_plain_turn_in_which_run_can_be_played() -> None:
    game = hit("W*:B")
    assert (game.actor, game.phase) == (1, "turn")
    assert game.legal_actions() == ["B1", "B2", *RUN_PLAYS, "draw"]


@rule("run/icon-wild#ours")
def test_a_run_card_after_an_icon_wild_names_the_colour_and_play_goes_on() -> None:
    game = play(hit("W*:B"), "RUN:Y")
    assert (game.actor, game.phase, game.snapshot()["color"]) == (2, "turn", "Y")


@rule("classic/match", "run/icons")
def test_the_icon_is_no_part_of_the_symbol_when_matching() -> None:
    game = play(lay_table(["RS* R1 G1", "B1 B2 B3", "GS G2 G3"], deck="run"), "RS*")
    assert game.legal_actions() == ["GS", "draw"]


# -- what a block does -----------------------------------------------------------------------------


@rule("run/block-effect", "run/block-is-a-turn#ours")
@pytest.mark.parametrize("action", HITS)
def test_with_four_players_a_block_undoes_the_card_and_play_goes_to_the_player_after_the_blocker(action: str) -> None:
    game = play(hit(action), "RUN:G")
    table = game.snapshot()
    assert (table["actor"], table["phase"], table["color"], table["direction"]) == (2, "turn", "G", 1)
    assert (sizes(game), table["pending"], table["draw_pile"][0]) == ([2, 2, 3, 3], 0, "Y6")


@rule("run/block-effect", "run/block-is-a-turn#ours")
@pytest.mark.parametrize("action", HITS)
def test_with_two_players_a_block_is_the_blockers_turn_and_nobody_draws(action: str) -> None:
    game = play(hit(action, players=2), "RUN:G")
    table = game.snapshot()
    assert (table["actor"], table["phase"], table["color"], table["direction"]) == (0, "turn", "G", 1)
    assert (sizes(game), table["pending"], table["draw_pile"][0]) == ([2, 2], 0, "Y6")


@rule("run/block-effect")
def test_the_run_card_lies_on_the_card_it_blocked() -> None:
    game = play(hit("RS*"), "RUN:Y")
    assert game.snapshot()["discard_pile"] == ["RUN", "RS*", "R5"]


@rule("run/block-effect")
def test_after_a_block_only_the_named_colour_counts() -> None:
    game = lay_table(["RS* R1 G1", "RUN B1 B2", "YS R2 G3"], deck="run")
    play(game, "RS* RUN:G")
    assert game.legal_actions() == ["G3", "draw"]


@rule("run/block-effect")
def test_a_blocked_reverse_leaves_the_direction_when_play_goes_right() -> None:
    game = lay_table(["RR R1 G1", "B1 B2 B3", "RUN Y1 Y2", "RR* G2 G3"], deck="run")
    play(game, "RR RR* RUN:B")
    assert (game.actor, game.snapshot()["direction"]) == (1, -1)


@rule("run/block-effect")
def test_a_blocked_wild_draw_four_is_not_judged() -> None:
    game = play(hit("W4*:B"), "RUN:B")
    assert (game.phase, sizes(game)) == ("turn", [2, 2, 3, 3])


@rule("run/block", "classic/last-card-draws")
@pytest.mark.parametrize(("action", "drawn"), [("RD*", 2), ("W4*:B", 4)])
def test_a_last_card_cannot_be_blocked(action: str, drawn: int) -> None:
    game = play(lay_table([action.partition(":")[0], "RUN", "Y1"], pile="Y6 Y7 Y8 Y9", deck="run"), action)
    assert (game.over, game.winner) == (True, 0)
    assert sizes(game) == [0, 1 + drawn, 1]


# -- a block and UNO -------------------------------------------------------------------------------


@rule("run/block", "classic/uno-catch")
def test_the_call_of_whoever_played_the_icon_card_comes_before_the_block() -> None:
    game = play(lay_table(["RS* R1", "RUN B1", "Y1 Y2"], pile="Y6 Y7", deck="run"), "RS*")
    assert (game.actor, game.phase) == (0, "uno")
    play(game, "pass catch")
    assert (game.actor, game.phase, game.hand(0)) == (1, "respond", ["R1", "Y6", "Y7"])


@rule("run/block", "classic/uno", "run/block-is-a-turn#ours")
def test_a_blocker_left_with_one_card_owes_the_call() -> None:
    game = play(lay_table(["RS* R1", "RUN B1", "Y1 Y2"], deck="run"), "RS* uno RUN:G")
    assert (game.actor, game.phase, game.legal_actions()) == (1, "uno", ["pass", "uno"])
    play(game, "uno")
    assert (game.actor, game.phase, game.snapshot()["uno_called"]) == (2, "turn", [True, True, False])


@rule("run/block", "classic/uno", "classic/uno-catch")
def test_a_silent_blocker_left_with_one_card_can_be_caught() -> None:
    game = play(lay_table(["RS* R1", "RUN B1", "Y1 Y2"], pile="Y6 Y7", deck="run"), "RS* uno RUN:G")
    assert (game.actor, game.phase) == (1, "uno")
    play(game, "pass")
    assert (game.actor, game.phase) == (2, "catch")
    play(game, "pass catch")
    assert (game.actor, game.phase, game.hand(1)) == (2, "turn", ["B1", "Y6", "Y7"])


@rule("run/block-effect", "run/single-round", "classic/going-out", "run/block-is-a-turn#ours")
def test_a_block_with_the_last_card_wins_and_the_blocked_card_draws_nothing() -> None:
    game = lay_table(["RD* R2", "R1 RUN"], dealer=0, deck="run")
    play(game, "R1 uno RD* uno RUN:G")
    assert (game.over, game.winner) == (True, 1)
    assert (game.hand(0), game.snapshot()["points"], game.snapshot()["pending"]) == (["R2"], [0, 2], 0)


@rule("run/block-effect", "classic/progressive-sum")
def test_blocking_a_stack_with_the_last_card_draws_the_sum_for_nobody() -> None:
    game = lay_table(["RD B9", "GD* B8", "R1 RUN"], dealer=1, deck="run", progressive=True)
    play(game, "R1 uno RD uno GD* uno RUN:R")
    assert (game.over, game.winner) == (True, 2)
    assert (game.hand(0), game.hand(1), game.snapshot()["points"]) == (["B9"], ["B8"], [0, 0, 17])


# -- a block and Progressive -----------------------------------------------------------------------


@rule("run/block", "classic/progressive-draw-two")
def test_an_icon_draw_two_can_be_blocked_stacked_or_accepted() -> None:
    game = lay_table(["RD* R1 G1", "RUN GD B2", "Y1 Y2 Y3"], deck="run", progressive=True)
    play(game, "RD*")
    assert game.legal_actions() == ["GD", *RUN_PLAYS, "draw"]


@rule("run/block", "classic/progressive-wild-draw-four")
def test_an_icon_wild_draw_four_can_be_blocked_stacked_challenged_or_accepted() -> None:
    game = lay_table(["W4* R1 G1", "RUN W4 B2", "Y1 Y2 Y3"], deck="run", progressive=True)
    play(game, "W4*:R")
    stacks = [f"W4:{color}" for color in "BGRY"]
    assert game.legal_actions() == [*RUN_PLAYS, *stacks, "challenge", "draw"]


@rule("run/block", "classic/progressive-sum", "run/block-top-card#ours")
def test_a_stack_whose_last_card_has_no_icon_cannot_be_blocked() -> None:
    game = lay_table(["RD* R1 G1", "GD B1 B2", "RUN Y1 Y2", "G2 G3 G4"], deck="run", progressive=True)
    play(game, "RD* GD")
    assert (game.actor, game.phase, sizes(game)) == (3, "turn", [2, 2, 7, 3])


@rule("run/block-effect", "classic/progressive-sum", "run/block-top-card#ours")
def test_blocking_a_stack_whose_last_card_has_the_icon_clears_the_whole_sum() -> None:
    game = lay_table(["RD R1 G1", "GD* B1 B2", "RUN Y1 Y2", "G2 G3 G4"], deck="run", progressive=True)
    play(game, "RD GD*")
    assert (game.actor, game.phase, game.snapshot()["pending"]) == (2, "respond", 4)
    play(game, "RUN:G")
    assert (game.actor, game.phase, game.snapshot()["pending"], sizes(game)) == (3, "turn", 0, [2, 2, 2, 3])


@rule("run/block-effect", "classic/progressive-sum")
def test_a_draw_two_after_a_blocked_stack_begins_a_new_sum() -> None:
    game = lay_table(["RD R1 G1", "GD* B1 B2", "RUN Y1 Y2", "YD G3 G4"], deck="run", progressive=True)
    play(game, "RD GD* RUN:Y YD")
    assert (game.actor, game.phase, sizes(game)) == (1, "turn", [4, 2, 2, 2])


@rule("run/block-effect", "classic/progressive-wild-draw-four")
def test_a_stack_of_wild_draw_fours_is_cleared_by_a_block_too() -> None:
    game = lay_table(["W4 R1 G1", "W4* B1 B2", "RUN Y1 Y2", "G2 G3 G4"], deck="run", progressive=True)
    play(game, "W4:G W4*:B")
    assert (game.actor, game.snapshot()["pending"]) == (2, 8)
    play(game, "RUN:Y")
    assert (game.actor, game.snapshot()["color"], game.snapshot()["pending"]) == (3, "Y", 0)
    assert sizes(game) == [2, 2, 2, 3]


@rule("run/block", "classic/progressive-no-mix#ours")
def test_a_run_card_is_no_answer_to_a_stack_ending_in_a_plain_wild_draw_four() -> None:
    game = lay_table(["W4* R1 G1", "W4 B1 B2", "RUN YD Y2", "G2 G3 G4"], deck="run", progressive=True)
    play(game, "W4*:G W4:B")
    assert (game.actor, game.legal_actions()) == (2, ["challenge", "draw"])


# -- a block and Jump-In ---------------------------------------------------------------------------


@rule("run/block", "classic/jump-in")
def test_jumping_in_is_asked_before_blocking() -> None:
    game = lay_table(["RS* R1 G1", "RUN B1 B2", "Y1 Y2 Y3", "RS G2 G3"], deck="run", jump_in=True)
    play(game, "RS*")
    assert (game.actor, game.phase, game.legal_actions()) == (3, "jump_in", ["RS", "pass"])
    play(game, "pass")
    assert (game.actor, game.phase) == (1, "respond")


@rule("run/block", "classic/jump-in-cancels", "classic/jump-in-wilds#ours", "run/block-top-card#ours")
def test_a_plain_card_jumped_in_on_an_icon_card_cannot_be_blocked() -> None:
    game = lay_table(["RS* R1 G1", "RUN B1 B2", "RS Y2 Y3", "RUN G2 G3"], deck="run", jump_in=True)
    play(game, "RS* RS")
    assert (game.actor, game.phase) == (0, "turn")


@rule("run/block", "classic/jump-in-cancels", "classic/jump-in-wilds#ours", "run/block-top-card#ours")
def test_an_icon_card_jumped_in_on_a_plain_card_can_be_blocked() -> None:
    game = lay_table(["RS R1 G1", "B1 B2 B3", "RS* Y2 Y3", "RUN G2 G3"], deck="run", jump_in=True)
    play(game, "RS RS*")
    assert (game.actor, game.phase, game.legal_actions()) == (3, "respond", [*RUN_PLAYS, "pass"])
    play(game, "RUN:B")
    assert (game.actor, game.phase) == (0, "turn")


@rule("run/block", "classic/jump-in-chain#ours")
def test_a_jumped_in_icon_draw_two_in_a_stack_is_blocked_with_the_whole_sum() -> None:
    hands = ["RD R1 G1", "GD B1 B2", "G2 G3 G4", "GD* Y1 Y2", "RUN Y3 Y4"]
    game = lay_table(hands, deck="run", progressive=True, jump_in=True)
    play(game, "RD GD GD*")
    assert (game.actor, game.phase, game.snapshot()["pending"]) == (4, "respond", 4)
    play(game, "RUN:R")
    assert (game.actor, game.snapshot()["pending"], sizes(game)) == (0, 0, [2, 2, 3, 2, 2])


@rule("run/block-effect", "classic/jump-in-resumes", "run/block-is-a-turn#ours")
def test_a_run_card_jumped_in_on_a_block_takes_over_the_block() -> None:
    game = lay_table(["RS* R1 G1", "RUN B1 B2", "Y1 Y2 Y3", "RUN G3 G4"], deck="run", jump_in=True)
    play(game, "RS* RUN:G")
    assert (game.actor, game.phase, game.legal_actions()) == (3, "jump_in", [*RUN_PLAYS, "pass"])
    play(game, "RUN:B")
    assert (game.actor, game.phase, game.snapshot()["color"]) == (0, "turn", "B")


@rule("run/block-effect", "classic/jump-in-resumes")
def test_whoever_was_blocked_may_jump_in_on_the_block() -> None:
    game = lay_table(["RD* RUN G1", "RUN B1 B2", "Y1 Y2 Y3"], deck="run", jump_in=True)
    play(game, "RD* RUN:G RUN:Y")
    assert game.phase == "uno"
    play(game, "uno")
    assert (game.actor, game.phase, game.snapshot()["color"], sizes(game)) == (1, "turn", "Y", [1, 2, 3])


@rule("run/block-effect", "classic/jump-in-back-to-back")
def test_a_blocker_may_follow_with_a_second_run_card() -> None:
    game = lay_table(["RS* R1 G1", "RUN RUN B2", "Y1 Y2 Y3"], deck="run", jump_in=True)
    play(game, "RS* RUN:G")
    assert (game.actor, game.phase) == (1, "jump_in")
    play(game, "RUN:B uno")
    assert (game.actor, game.phase, game.snapshot()["color"]) == (2, "turn", "B")


@rule("run/block-effect", "classic/jump-in-chain#ours")
def test_a_run_card_jumped_in_on_the_block_of_a_stack_does_not_bring_the_sum_back() -> None:
    hands = ["RD R1 G1", "GD* B1 B2", "RUN Y1 Y2", "RUN G3 G4"]
    game = lay_table(hands, deck="run", progressive=True, jump_in=True)
    play(game, "RD GD* RUN:G RUN:B")
    assert (game.actor, game.phase, game.snapshot()["pending"], sizes(game)) == (0, "turn", 0, [2, 2, 2, 2])


@rule("run/icons", "classic/jump-in-wilds#ours")
def test_an_icon_wild_may_be_jumped_in_on_a_plain_wild() -> None:
    game = lay_table(["W R1 G1", "B1 B2 B3", "W* Y1 Y2"], deck="run", jump_in=True)
    play(game, "W:G W*:Y")
    assert (game.actor, game.phase, game.snapshot()["color"]) == (0, "turn", "Y")


@rule("run/block", "classic/jump-in-wilds#ours")
def test_a_jumped_in_icon_wild_draw_four_can_be_blocked_by_the_player_after_the_jumper() -> None:
    game = lay_table(["W4 R1 G1", "B1 B2 B3", "W4* Y1 Y2", "RUN G2 G3"], deck="run", jump_in=True)
    play(game, "W4:G W4*:Y")
    assert (game.actor, game.legal_actions()) == (3, [*RUN_PLAYS, "challenge", "draw"])
    play(game, "RUN:R")
    assert (game.actor, game.snapshot()["pending"], sizes(game)) == (0, 0, [2, 3, 2, 2])


# -- wilds count as a match ------------------------------------------------------------------------


@rule("run/wilds-count-as-match", exemplary=True)
@rule("classic/challenge-guilty", "classic/challenger-plays#ours")
@pytest.mark.parametrize("other", ["W", "W*", "W4", "W4*", "RUN"])
def test_another_wild_in_hand_makes_a_wild_draw_four_illegal(other: str) -> None:
    game = lay_table([f"W4 {other} G1", "B1 B2 B3", "Y1 Y2 Y3"], deck="run")
    play(game, "W4:B challenge")
    assert (game.actor, game.phase, sizes(game)) == (1, "turn", [6, 3, 3])


@rule("run/wilds-count-as-match", "classic/challenge-innocent")
def test_without_the_colour_and_without_another_wild_a_wild_draw_four_is_legal() -> None:
    game = play(lay_table(["W4 G5 B1", "B1 B2 B3", "Y1 Y2 Y3"], deck="run"), "W4:B challenge")
    assert (game.actor, game.phase, sizes(game)) == (2, "turn", [2, 9, 3])


@rule("run/wilds-count-as-match", "classic/wild-draw-four-condition")
def test_on_other_bluff_decks_another_wild_is_no_match() -> None:
    game = play(lay_table(["W4 W G1", "B1 B2 B3", "Y1 Y2 Y3"], deck="classic"), "W4:B challenge")
    assert sizes(game) == [2, 9, 3]


@rule("run/wilds-count-as-match", "classic/challenge-hand#ours")
def test_a_wild_drawn_as_a_penalty_does_not_make_the_wild_draw_four_illegal() -> None:
    game = lay_table(["W4 G1", "B1 B2", "Y1 Y2"], pile="W RUN", deck="run")
    play(game, "W4:B pass catch challenge")
    assert sizes(game) == [3, 8, 2]


@rule("run/wilds-count-as-match", "classic/progressive-challenge")
def test_a_stacked_wild_draw_four_is_illegal_with_a_run_card_in_hand() -> None:
    game = lay_table(["W4 G1 G2", "W4* RUN B1", "Y1 Y2 Y3"], deck="run", progressive=True)
    play(game, "W4:R W4*:G challenge")
    assert (game.actor, game.phase, sizes(game)) == (2, "turn", [2, 10, 3])


@rule("run/wilds-count-as-match", "classic/jump-in-wilds#ours")
def test_a_jumped_in_wild_draw_four_is_illegal_with_another_wild_in_hand() -> None:
    game = lay_table(["W4 G1 G2", "B1 B2 B3", "W4 W Y1", "R1 R2 R3"], deck="run", jump_in=True)
    play(game, "W4:R W4:G challenge")
    assert (game.actor, game.phase, sizes(game)) == (3, "turn", [2, 3, 6, 3])


# -- winning, knowing ------------------------------------------------------------------------------


@rule("run/single-round")
def test_whoever_plays_the_last_card_wins_the_round() -> None:
    game = play(lay_table(["RUN R1", "B1 B2"], pile="B8", deck="run"), "RUN:R uno draw R1")
    assert (game.over, game.winner, game.actor) == (True, 0, None)


@rule("run/single-round", "classic/scoring")
def test_the_winner_of_a_round_scores_what_the_others_hold() -> None:
    game = play(lay_table(["R1", "RS*", "W*", "B9"], deck="run"), "R1")
    assert game.snapshot()["points"] == [79, 0, 0, 0]


@rule("classic/challenge", "run/wilds-count-as-match")
def test_a_challenged_hand_is_seen_by_the_challenger_alone() -> None:
    game = lay_table(["W4* W G1", "B1 B2 B3", "Y1 Y2 Y3"], pile="G6 G7 G8 G9", deck="run")
    play(game, "W4*:B challenge")
    assert game.hand(0) == ["G1", "G6", "G7", "G8", "G9", "W"]
    assert onlookers_of_hand(game, 0) == [{1}, set(), set(), set(), set(), {1}]


@rule("run/block", "classic/challenge")
def test_blocking_a_wild_draw_four_shows_nobody_a_hand() -> None:
    game = play(hit("W4*:R"), "RUN:B")
    assert onlookers_of_hand(game, 0) == [set(), set()]
