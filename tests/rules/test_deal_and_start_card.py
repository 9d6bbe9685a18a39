"""The deck, the dealer, the deal, and what a start card does."""

import random
from collections import Counter

import pytest

from tests.table import lay_table, play, rule
from uno_env import Game, RuleSet
from uno_env.rules import RulesError

FACES = "0112233445566778899SSRRDD"
COMMON_CARDS = [color + face for color in "RYGB" for face in FACES] + ["W"] * 4 + ["W4"] * 4


def without(*held: str) -> list[str]:
    """The classic deck without some cards."""
    left = Counter(COMMON_CARDS)
    left.subtract(held)
    assert min(left.values()) >= 0
    return list(left.elements())


@rule("classic/cards")
def test_the_classic_deck_has_its_108_cards() -> None:
    table = Game(RuleSet(), 1).snapshot()
    cards = sum(table["hands"], [*table["draw_pile"], *table["discard_pile"]])
    assert len(COMMON_CARDS) == 108
    assert Counter(cards) == Counter(COMMON_CARDS)


@rule("classic/dealer")
def test_every_seat_is_equally_likely_to_deal() -> None:
    dealers = Counter(Game(RuleSet(players=4), seed).snapshot()["dealer"] for seed in range(800))
    assert sorted(dealers) == [0, 1, 2, 3]
    assert all(150 <= count <= 250 for count in dealers.values())


@rule("classic/deal", exemplary=True)
@rule("classic/deal-order#ours")
def test_seven_cards_each_are_dealt_one_at_a_time_from_the_dealers_left() -> None:
    deck = without("R5")
    random.Random(3).shuffle(deck)
    deck.insert(21, "R5")
    game = Game(RuleSet(players=3), 1, dealer=1, deck=deck)
    assert game.hand(2) == sorted(deck[0:21:3])
    assert game.hand(0) == sorted(deck[1:21:3])
    assert game.hand(1) == sorted(deck[2:21:3])
    assert game.snapshot()["draw_pile"] == deck[22:]


@rule("classic/deal")
def test_the_deck_is_shuffled_before_the_deal() -> None:
    assert Game(RuleSet(), 1).record()["deck"] != Game(RuleSet(), 2).record()["deck"]


@rule("classic/hand-size#ours")
def test_another_hand_size_is_dealt_when_agreed() -> None:
    rest = without("R5")
    game = Game(RuleSet(players=5, hand_size=3), 1, dealer=4, deck=[*rest[:15], "R5", *rest[15:]])
    assert [len(hand) for hand in game.snapshot()["hands"]] == [3, 3, 3, 3, 3]


@rule("classic/hand-size#ours")
@pytest.mark.parametrize(("players", "most"), [(2, 51), (4, 25), (10, 10)])
def test_a_hand_size_that_might_leave_only_wild_draw_fours_is_refused(players: int, most: int) -> None:
    assert RuleSet(players=players, hand_size=most).hand_size == most
    with pytest.raises(RulesError, match="hand_size"):
        RuleSet(players=players, hand_size=most + 1)


@rule("classic/hand-size#ours", "classic/uno-received#ours")
def test_a_one_card_hand_that_was_dealt_owes_no_call() -> None:
    game = lay_table(["B1", "B2", "B3"], start="RD", pile="G1 G2")
    assert (game.actor, game.phase) == (1, "turn")


@rule("classic/start-card")
def test_after_a_number_the_player_left_of_the_dealer_begins() -> None:
    game = lay_table(["R1 R2", "B1 B2", "Y1 Y2", "G1 G2"], start="R5", dealer=1)
    table = game.snapshot()
    assert (table["actor"], table["phase"]) == (2, "turn")
    assert (table["discard_pile"], table["color"], table["direction"]) == (["R5"], "R", 1)


@rule("classic/start-card")
def test_left_of_the_last_seat_is_seat_zero() -> None:
    assert lay_table(["R1 R2", "B1 B2", "Y1 Y2"], start="R5", dealer=2).actor == 0


@rule("classic/start-skip")
def test_a_start_skip_skips_the_player_left_of_the_dealer() -> None:
    game = lay_table(["R1 R2", "B1 B2", "Y1 Y2", "G1 G2"], start="GS", dealer=0)
    assert (game.actor, game.phase, game.snapshot()["color"]) == (2, "turn", "G")


@rule("classic/start-skip", "casting-call/two-handed")
def test_with_two_players_a_start_skip_lets_the_dealer_begin() -> None:
    assert lay_table(["R1 R2", "B1 B2"], start="GS", dealer=1).actor == 1


@rule("classic/start-reverse")
def test_after_a_start_reverse_the_dealer_begins_and_play_goes_right() -> None:
    game = lay_table(["B1 B2", "Y1 Y2", "Y3 Y4", "G1 G2"], start="RR", pile="B3", dealer=2)
    assert (game.actor, game.snapshot()["direction"]) == (2, -1)
    play(game, "draw")
    assert game.actor == 1


@rule("classic/start-reverse", "casting-call/two-handed")
def test_with_two_players_the_dealer_begins_after_a_start_reverse_too() -> None:
    game = lay_table(["R1 R2", "B1 B2"], start="GR", dealer=0)
    assert (game.actor, game.snapshot()["direction"]) == (0, -1)


@rule("classic/start-draw-two")
def test_a_start_draw_two_hits_the_player_left_of_the_dealer() -> None:
    game = lay_table(["R1 R2", "B1 B2", "Y1 Y2", "G1 G2"], start="RD", pile="G7 G8", dealer=1)
    table = game.snapshot()
    assert table["hands"] == [["R1", "R2"], ["B1", "B2"], ["G7", "G8", "Y1", "Y2"], ["G1", "G2"]]
    assert (table["actor"], table["phase"], table["pending"]) == (3, "turn", 0)


@rule("classic/start-draw-two", "casting-call/two-handed")
def test_with_two_players_the_dealer_begins_after_a_start_draw_two() -> None:
    game = lay_table(["B1 B2", "Y1 Y2"], start="RD", pile="G7 G8", dealer=1)
    assert game.hand(0) == ["B1", "B2", "G7", "G8"]
    assert game.actor == 1


@rule("classic/start-draw-two")
def test_without_progressive_a_start_draw_two_cannot_be_answered() -> None:
    game = lay_table(["GD R1", "B1 B2", "Y1 Y2"], start="RD", pile="G7 G8")
    assert game.hand(0) == ["G7", "G8", "GD", "R1"]
    assert (game.actor, game.phase) == (1, "turn")


@rule("classic/start-wild")
def test_after_a_start_wild_the_first_player_names_the_colour() -> None:
    game = lay_table(["R1 B1", "B2 B3", "Y1 Y2"], start="W", dealer=1)
    assert (game.actor, game.phase, game.snapshot()["color"]) == (2, "color", None)
    assert game.legal_actions() == ["color:B", "color:G", "color:R", "color:Y"]


@rule("classic/start-wild")
def test_whoever_named_the_colour_of_a_start_wild_has_a_normal_turn() -> None:
    game = play(lay_table(["R1 B1", "B2 B3", "Y1 Y2"], start="W"), "color:B")
    assert (game.actor, game.phase, game.snapshot()["color"]) == (0, "turn", "B")
    assert game.legal_actions() == ["B1", "draw"]


@rule("classic/start-wild", "classic/start-own-card#ours")
@pytest.mark.parametrize(
    ("deck", "own_card"), [("friendship", "FRIEND"), ("casting_call", "CAST"), ("victory_lap", "LAP")]
)
def test_an_own_card_as_start_card_is_only_a_wild(deck: str, own_card: str) -> None:
    game = lay_table(["Y1 B1", "B2 B3", "Y2 Y3"], start=own_card, deck=deck)
    assert (game.actor, game.phase) == (0, "color")
    play(game, "color:Y")
    table = game.snapshot()
    assert (table["actor"], table["phase"], table["color"]) == (0, "turn", "Y")
    assert table["hands"] == [["B1", "Y1"], ["B2", "B3"], ["Y2", "Y3"]]


@rule("classic/start-wild-draw-four")
def test_a_start_wild_draw_four_goes_back_and_another_card_is_turned() -> None:
    rest = without("R1", "R2", "B1", "B2", "Y1", "Y2", "G3")
    game = lay_table(["R1 R2", "B1 B2", "Y1 Y2"], start="W4", shuffles=[["G3", *rest]])
    table = game.snapshot()
    assert (table["discard_pile"], table["draw_pile"]) == (["G3"], rest)
    assert table["draw_pile"].count("W4") == 4
    assert (table["actor"], table["phase"], table["pending"]) == (0, "turn", 0)


@rule("classic/start-wild-draw-four")
def test_a_second_wild_draw_four_in_a_row_goes_back_as_well() -> None:
    rest = without("R1", "R2", "B1", "B2", "Y1", "Y2", "W4", "GS")
    game = lay_table(["R1 R2", "B1 B2", "Y1 Y2"], start="W4", shuffles=[["W4", "GS", *rest], ["GS", "W4", *rest]])
    assert game.snapshot()["discard_pile"] == ["GS"]
    assert game.actor == 1


@rule("classic/start-wild-draw-four")
def test_the_pile_is_shuffled_when_a_wild_draw_four_goes_back() -> None:
    hands = ["R1 R2", "B1 B2", "Y1 Y2"]
    starts = {lay_table(hands, start="W4", seed=seed).snapshot()["discard_pile"][0] for seed in range(30)}
    assert len(starts) > 5
    assert "W4" not in starts


@rule("classic/start-no-house-rules#ours", "classic/jump-in")
def test_nobody_jumps_in_on_the_start_card() -> None:
    game = lay_table(["B1 B2", "R5 B3", "B4 Y2"], start="R5", jump_in=True)
    assert (game.actor, game.phase) == (0, "turn")


@rule("classic/start-no-house-rules#ours", "classic/jump-in")
def test_nobody_jumps_in_on_a_start_draw_two() -> None:
    game = lay_table(["B1 B2", "RD B3", "Y1 Y2"], start="RD", pile="G1 G2", jump_in=True)
    assert game.hand(0) == ["B1", "B2", "G1", "G2"]
    assert (game.actor, game.phase) == (1, "turn")


@rule("classic/start-no-house-rules#ours", "classic/seven-zero-trade")
def test_a_start_seven_trades_nothing() -> None:
    game = lay_table(["B1 B2", "R5 B3", "Y1 Y2"], start="R7", seven_zero=True)
    assert (game.actor, game.phase) == (0, "turn")
    assert game.snapshot()["hands"] == [["B1", "B2"], ["B3", "R5"], ["Y1", "Y2"]]


@rule("classic/start-no-house-rules#ours", "classic/seven-zero-pass")
def test_a_start_zero_passes_nothing() -> None:
    game = lay_table(["B1 B2", "R5 B3", "Y1 Y2"], start="R0", seven_zero=True)
    assert (game.actor, game.phase) == (0, "turn")
    assert game.snapshot()["hands"] == [["B1", "B2"], ["B3", "R5"], ["Y1", "Y2"]]


@rule("classic/start-no-house-rules#ours", "classic/progressive-draw-two")
def test_with_progressive_a_start_draw_two_can_be_answered() -> None:
    game = lay_table(["GD R1 B1", "B2 B3 B4", "Y1 Y2 Y3"], start="RD", pile="G1 G2 G3 G4", progressive=True)
    assert (game.actor, game.phase, game.legal_actions()) == (0, "respond", ["GD", "draw"])
    play(game, "GD")
    assert game.hand(1) == ["B2", "B3", "B4", "G1", "G2", "G3", "G4"]
    assert (game.actor, game.phase) == (2, "turn")


@rule("classic/start-no-house-rules#ours", "classic/progressive-sum")
def test_with_progressive_a_start_draw_two_can_also_be_accepted() -> None:
    game = lay_table(["GD R1 B1", "B2 B3 B4", "Y1 Y2 Y3"], start="RD", pile="G1 G2", progressive=True)
    play(game, "draw")
    assert game.hand(0) == ["B1", "G1", "G2", "GD", "R1"]
    assert (game.actor, game.phase) == (1, "turn")


@rule("classic/start-no-house-rules#ours", "classic/progressive-sum")
def test_with_progressive_a_start_draw_two_without_an_answer_is_drawn_unasked() -> None:
    game = lay_table(["R1 B1", "B2 B3", "Y1 Y2"], start="RD", pile="G1 G2", progressive=True)
    assert game.hand(0) == ["B1", "G1", "G2", "R1"]
    assert (game.actor, game.phase) == (1, "turn")
