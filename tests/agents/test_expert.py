"""The expert: a reason for every decision."""

from collections import Counter
from itertools import product

import numpy as np
import pytest

from agents.arena.calling import ask_one
from agents.expert import Expert
from agents.expertise.weights import TABLE, Weigh
from tests.table import lay_table, play
from uno_env import Batch, Game, RuleSet, observation
from uno_env.actions import action_code, action_id
from uno_env.decks import DECKS
from uno_env.engine.cards import Symbol
from uno_env.engine.state import Phase


def choice(game: Game, agent: Expert | None = None) -> str:
    """What the expert does, in notation."""
    return action_code(ask_one(agent or Expert(seed=1), game), game.rules.deck_declaration.color_letters)


def decision(game: Game, legal: list[str]) -> str:
    """What the expert does if these were the legal actions."""
    mask = np.zeros((1, 110), np.int8)
    mask[0, [action_id(code) for code in legal]] = 1
    rows = np.zeros((1, observation.length()), np.uint8)
    contexts = np.zeros((1, observation.CONTEXT), np.int32)
    observation.observe(game._row, game._rule_rows, game._row["actor"].copy(), contexts, rows)
    return action_code(int(Expert(seed=1).act(rows, mask)[0]))


# -- cards and colours -----------------------------------------------------------------------------------


def test_a_wild_names_the_colour_the_hand_has_most_of() -> None:
    assert choice(lay_table(["W G1 G2", "Y1 Y2 Y3"], start="B5")) == "W:G"


def test_a_wild_is_kept_while_the_hand_is_long_even_at_the_price_of_drawing() -> None:
    long = lay_table(["W G1 G2 G3 Y1 Y2 R3 R4", "Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8"], start="B5")
    assert choice(long) == "draw"
    assert choice(lay_table(["W G1", "Y1 Y2"], start="B5")) == "W:G"


def test_a_coloured_card_is_played_rather_than_a_card_drawn() -> None:
    assert choice(lay_table(["R1 G2 G3", "Y1 Y2 Y3"], start="R5")) == "R1"


def test_a_next_player_with_one_card_is_skipped_where_a_number_would_be_played_otherwise() -> None:
    game = lay_table(["RS R1 R2 R3", "Y1 Y2 Y3 Y4", "G1 G2 G3 G4"])
    assert choice(game) in ("R1", "R2", "R3")
    game._row["hand_size"][0, 1] = 1  # what the others hold is all the expert can see of them
    assert choice(game) == "RS"


def test_nothing_is_played_on_which_a_known_last_card_can_follow() -> None:
    game = lay_table(["B0 W G1", "B7 B8 B9"], start="B5")
    game._row["hand_size"][0, 1] = 1
    assert choice(game) == "B0"
    game._row["knows"][0, 0] = [0, 0]
    blue_seven = int(np.flatnonzero(game._kind_of_card == 3 * 16 + 7)[0])
    game._row["place"][0, blue_seven] = 1
    game._row["knows"][0, 0, blue_seven >> 6] = 1 << (blue_seven & 63)
    assert choice(game) != "B0"


def test_a_hand_of_wilds_is_played_not_kept() -> None:
    assert choice(lay_table(["W W W W", "Y1 Y2 Y3 Y4", "G1 G2 G3 G4", "B1 B2 B3 B4"])).startswith("W:")


def test_on_the_run_deck_a_draw_four_beside_another_wild_is_kept_back() -> None:
    game = lay_table(["W* W4 W4 GR*", "Y1 Y2 Y3 Y4", "R1 R2 R3 R4", "B1 B2 B3 B4"], start="B5", deck="run")
    assert not choice(game).startswith("W4")


def test_a_partner_about_to_go_out_is_given_the_colour_they_are_known_to_have() -> None:
    game = lay_table(["R1 Y1 G1", "Y1 Y2 Y3", "B3 G5 G6", "B1 B2 B7"], start="W", partners=True)
    assert game.phase == "color"
    game._row["hand_size"][0, 2] = 2
    game._row["knows"][0, 0] = game._row["holds"][0, 2]  # blue and green
    game._row["missed"][0, 2, 0] = game._row["missed"][0, 2, 1] = 1  # neither red nor yellow
    assert choice(game) == "color:G"


def test_the_colour_the_next_player_drew_on_is_preferred() -> None:
    game = lay_table(["W B1 G1", "Y1 Y2 Y3"], start="R5")
    game._row["missed"][0, 1, 3] = 1  # blue
    assert choice(game) == "W:B"
    game._row["missed"][0, 1, 3], game._row["missed"][0, 1, 2] = 0, 1  # green
    assert choice(game) == "W:G"


def test_a_last_card_is_always_played() -> None:
    assert choice(lay_table(["W4", "Y1"], start="B5")).startswith("W4")


# -- UNO, catching, challenging --------------------------------------------------------------------------


def test_uno_is_said_and_silence_is_caught() -> None:
    game = play(lay_table(["R1 R2", "Y1 Y2", "G1 G2"]), "R1")
    assert choice(game) == "uno"
    play(game, "pass")
    assert (game.phase, choice(game)) == ("catch", "catch")


def test_a_silent_partner_is_not_caught() -> None:
    game = play(lay_table(["R1 R2", "Y1 Y2", "G1 G2", "B1 B2"], partners=True), "R1 pass")
    assert (game.actor, choice(game)) == (1, "catch")
    play(game, "pass")
    assert (game.actor, choice(game)) == (2, "pass")


def test_a_wild_draw_four_from_a_long_hand_is_challenged_and_one_from_a_player_who_lacks_the_colour_is_not() -> None:
    game = play(lay_table(["W4 R1 R2 R3 R4 R6", "Y1 Y2 Y3 Y4 Y5 Y6"], start="B5"), "W4:R")
    assert choice(game) == "challenge"
    game._row["missed"][0, 0, 3] = 1  # drew on blue a moment ago, and has gained nothing since
    assert choice(game) == "draw"


def test_a_known_bluff_is_challenged() -> None:
    game = play(lay_table(["W4 B1", "Y1 Y2"], start="B5"), "W4:R uno")
    game._row["missed"][0, 0, 3] = 1
    assert choice(game) == "draw"
    game._row["knows"][0, 1] = game._row["holds"][0, 0]
    assert choice(game) == "challenge"


def test_a_hand_known_to_lack_the_colour_is_not_challenged() -> None:
    game = play(lay_table(["W4 Y1", "G1 G2"], start="R5"), "W4:B uno")
    game._row["knows"][0, 1] = game._row["holds"][0, 0]
    assert choice(game) == "draw"


def test_after_friendship_a_silent_partner_is_left_in_peace_though_somebody_else_played() -> None:
    hands = ["FRIEND P1 P2 Y4", "P3 P4 Y6 Y7", "P7 P8 P9 P6", "Y1 Y2 Y3 B3"]
    game = play(lay_table(hands, "P5", deck="friendship", partners=True), "FRIEND P1 P3 P7 Y1")
    assert game.phase == "turn"
    row = game._row
    row["phase"], row["actor"], row["caller"] = int(Phase.CATCH), 2, 0  # seat 0 fell silent; seat 2 is its partner
    row["hand_size"][0, 0], row["player"] = 1, 1
    assert decision(game, ["catch", "pass"]) == "pass"
    row["hand_size"][0, 0], row["hand_size"][0, 1] = 3, 1
    assert decision(game, ["catch", "pass"]) == "catch"


# -- house rules -----------------------------------------------------------------------------------------


def test_a_pending_sum_is_passed_on() -> None:
    game = play(lay_table(["RD R1 R2", "YD Y2 Y3", "G1 G2 G3"], progressive=True), "RD")
    assert (game.phase, choice(game)) == ("respond", "YD")


def test_a_seven_trades_for_the_shortest_hand() -> None:
    game = play(lay_table(["R7 R1 R2", "Y1 Y2 Y3", "G1 G2 G3", "B1 B2 B3"], seven_zero=True), "R7")
    game._row["hand_size"][0, 2] = 1
    assert (game.phase, choice(game)) == ("swap", "seat:+2")


def test_a_seven_does_not_take_the_partners_hand() -> None:
    game = play(lay_table(["R7 R1 R2", "Y1 Y2 Y3", "G1 G2 G3", "B1 B2 B3"], seven_zero=True, partners=True), "R7")
    game._row["hand_size"][0] = [7, 2, 1, 8, 0, 0, 0, 0, 0, 0]
    assert choice(game) == "seat:+1"


def test_a_stack_is_passed_on_rather_than_challenged() -> None:
    hands = ["W4 R1 R2 R3 R4", "W4 Y2 Y3 Y4 Y5", "G1 G2 G3 G4 G5"]
    game = play(lay_table(hands, start="B5", progressive=True), "W4:R")
    assert choice(game).startswith("W4:")


def test_a_seven_is_not_played_with_a_nearly_empty_hand() -> None:
    hands = ["R7 R1", "Y1 Y2", "G1 G2"]
    game = lay_table(hands, seven_zero=True)
    game._row["hand_size"][0, 1:3] = 9
    assert choice(game) == "R1"
    assert choice(lay_table(["R7 B1", "Y1 Y2", "G1 G2"], seven_zero=False)) == "R7"


def test_a_jump_in_is_taken() -> None:
    game = play(lay_table(["R1 R2 R3", "Y1 Y2 Y3", "R1 G2 G3"], jump_in=True), "R1")
    assert (game.phase, game.actor, choice(game)) == ("jump_in", 2, "R1")


# -- the decks' own cards ---------------------------------------------------------------------------------


def test_a_run_card_blocks_a_wild_draw_four() -> None:
    game = play(lay_table(["W4* R1 R2", "RUN Y2 Y3"], start="B5", deck="run"), "W4*:R")
    assert game.phase == "respond"
    game._row["missed"][0, 0, 3] = 1
    game._row["knows"][0, 1] = game._row["holds"][0, 0]
    assert choice(game).startswith("RUN:")


def test_cast_cards_go_to_whoever_is_nearest_to_going_out() -> None:
    hands = ["CAST R1 R2", "Y1 Y2 Y3", "G1 G2 G3", "B1 B2 B3"]
    game = play(lay_table(hands, deck="casting_call"), "CAST:R")
    game._row["hand_size"][0] = [2, 7, 7, 1, 0, 0, 0, 0, 0, 0]
    assert (game.phase, choice(game)) == ("give", "seat:+3")


def test_cast_cards_never_go_to_the_partner() -> None:
    hands = ["CAST R1 R2", "Y1 Y2 Y3", "G1 G2 G3", "B1 B2 B3"]
    game = play(lay_table(hands, deck="casting_call", partners=True), "CAST:R")
    game._row["hand_size"][0] = [2, 7, 1, 7, 0, 0, 0, 0, 0, 0]
    assert choice(game) in ("seat:+1", "seat:+3")


def test_cast_wilds_stop_whoever_has_one_card_left() -> None:
    hands = ["CAST R1 R2", "Y1 Y2 Y3", "G1 G2 G3", "B1 B2 B3"]
    game = play(lay_table(hands, pile="W W R1", deck="casting_call"), "CAST:R")
    game._row["hand_size"][0] = [2, 7, 1, 7, 0, 0, 0, 0, 0, 0]
    assert choice(game) == "seat:+2"


def test_friendship_with_one_coloured_card_left_goes_out() -> None:
    assert choice(lay_table(["FRIEND P1", "Y5 B2", "Y2 Y3"], "P5", deck="friendship")) == "FRIEND"


def test_a_lap_ends_with_the_best_hand() -> None:
    game = play(lay_table(["LAP R1 R2 R3", "Y1 Y2 Y3 Y4", "W W4 W LAP"], deck="victory_lap"), "LAP")
    assert (game.phase, choice(game)) == ("lap", "take")  # four wilds, better than anything to come


def test_a_lap_goes_on_while_shorter_hands_are_coming() -> None:
    game = play(lay_table(["LAP R1 R2 R3", "Y1 Y2 Y3 Y4", "G1 G2 G3 G4"], deck="victory_lap"), "LAP")
    game._row["hand_size"][0, 2] = 1  # lies in front of the player before: the next to arrive
    assert choice(game) == "pass"


def test_friendship_lays_a_card_of_the_fullest_colour_and_guesses_what_the_player_can_have() -> None:
    laid = Counter[str]()
    for seed in range(40):
        game = lay_table(["FRIEND P1 P2 P3 Y1", "Y5 B2 B3 B4 B9", "Y2 Y3 Y4 G1 G2"], "P5", deck="friendship")
        play(game, "FRIEND")
        laid[choice(game, Expert(seed=seed))[0]] += 1
    assert laid["P"] > 30
    play(game, "P3")
    game._row["missed"][0, 0, 3] = 1  # the player drew on blue: hardly a blue card
    assert (game.actor, choice(game)) == (1, "Y5")


def test_own_card_decisions_can_be_left_to_chance() -> None:
    game = play(lay_table(["LAP R1 R2 R3", "Y1 Y2 Y3 Y4", "W W4 W LAP"], deck="victory_lap"), "LAP")
    chosen = Counter(choice(game, Expert(own_card="random", seed=seed)) for seed in range(60))
    assert chosen["take"] > 10
    assert chosen["pass"] > 10


def test_a_wrong_parameter_says_which_are_right() -> None:
    with pytest.raises(ValueError, match="reasoned, random"):
        Expert(own_card="none")


# -- all of it -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("own_card", ["reasoned", "random"])
@pytest.mark.parametrize("deck", DECKS)
def test_only_legal_actions_in_every_phase_of_every_table(deck: str, own_card: str) -> None:
    rule_sets = [
        RuleSet(deck, players, *flags, partners=players == 4)
        for players, flags in product((2, 3, 4, 10), product((False, True), repeat=3))
    ]
    batch, agent, random = (
        Batch(rule_sets, 4 * len(rule_sets), seed=71),
        Expert(own_card, seed=71),
        np.random.default_rng(71),
    )
    rows = np.zeros((len(batch), observation.length()), np.uint8)
    contexts = np.zeros((len(batch), observation.CONTEXT), np.int32)
    phases: set[int] = set()
    for _ in range(250):
        observation.observe(batch.games, batch.rules, batch.actors, contexts, rows)
        actions = agent.act(rows, batch.masks)
        running = ~batch.over
        phases |= set(batch.games["phase"].tolist())
        assert batch.masks[np.flatnonzero(running), actions[running]].all()
        # Random play in between leads to tables that the expert would never see otherwise.
        wild = random.random(len(batch)) < 0.3
        actions[wild] = (random.random(batch.masks.shape) * batch.masks).argmax(axis=1)[wild]
        batch.step(actions, redeal=True)
    assert phases >= {
        int(Phase.TURN),
        int(Phase.DRAWN),
        int(Phase.UNO),
        int(Phase.CATCH),
        int(Phase.RESPOND),
        int(Phase.SWAP),
    }


def test_every_weight_has_a_name_and_a_reason() -> None:
    assert [row[0] for row in TABLE] == [weight.name for weight in Weigh]
    assert all(len(row[-1]) > 15 for row in TABLE)


def test_own_cards_are_weighed_by_their_symbol() -> None:
    for wild in (Symbol.RUN, Symbol.CAST, Symbol.FRIEND, Symbol.LAP):
        assert Weigh[wild.name] == Weigh.RUN + wild - Symbol.RUN
