"""A determinized game: all that the player to act knows, and any cards whatever where it knows nothing."""

from collections import Counter
from itertools import product
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from tests.hidden import of_every_phase, redrawn
from tests.table import lay_table, play
from uno_env import Batch, Game, RuleSet, observation
from uno_env.decks import DECKS
from uno_env.engine.state import Phase, Place
from uno_env.worlds import draw_worlds

FIRST = np.zeros(1, np.int64)


def world_of(game: np.ndarray, rules: np.ndarray, seed: int) -> np.ndarray:
    return draw_worlds(game, rules, FIRST, seed).games


def tables(deck: str) -> Batch:
    rule_sets = [
        RuleSet(deck, players, *flags, partners=players == 4)
        for players, flags in product((2, 3, 4, 7), product((False, True), repeat=3))
    ]
    return Batch(rule_sets, 2 * len(rule_sets), seed=61)


def row_of(game: np.ndarray, rules: np.ndarray) -> bytes:
    rows = np.zeros((1, observation.length()), np.uint8)
    contexts = np.zeros((1, observation.CONTEXT), np.int32)
    observation.observe(game, rules, game["actor"].copy(), contexts, rows)
    return rows.tobytes()


@pytest.mark.parametrize("deck", DECKS)
def test_the_player_to_act_cannot_tell_the_copy_from_the_game_in_any_phase(deck: str) -> None:
    random, batch = np.random.default_rng(61), tables(deck)
    seen = Counter[int]()
    differ = 0
    for turn in range(50):
        if turn:
            batch.play_out(int(random.integers(1, 9)), redeal=True)
        for index in of_every_phase(batch, random):
            game = batch.games[index : index + 1].copy()
            if game["phase"][0] == Phase.OVER:
                continue
            seen[int(game["phase"][0])] += 1
            world = world_of(game, batch.rules, int(random.integers(1 << 60)))
            assert row_of(world, batch.rules) == row_of(game, batch.rules)
            assert world["legal"].tolist() == game["legal"].tolist()
            check_cards(world, batch.rules)
            differ += world["place"].tolist() != game["place"].tolist()
    assert differ > 100
    own = {
        "friendship": {Phase.LAY, Phase.GUESS},
        "casting_call": {Phase.GIVE},
        "victory_lap": {Phase.LAP, Phase.COLOR},
    }
    common = {Phase.TURN, Phase.DRAWN, Phase.UNO, Phase.CATCH, Phase.JUMP_IN, Phase.RESPOND, Phase.SWAP}
    assert set(seen) >= {int(phase) for phase in common | own.get(deck, set())}


def check_cards(world: np.ndarray, rules: np.ndarray) -> None:
    """Every card is in one place, and all that is said of hands and piles says the same."""
    rule_set = rules[world["rules"][0]]
    game, kinds, cards = world[0], rule_set["card_kind"], int(rule_set["cards"])
    pile = game["draw_pile"][: game["draw_size"]].tolist()
    assert sorted(pile) == [card for card in range(cards) if game["place"][card] == Place.DRAW_PILE]
    for seat in range(int(rule_set["players"])):
        held = [card for card in range(cards) if game["place"][card] == seat]
        assert len(held) == game["hand_size"][seat]
        assert int(game["holds"][seat, 0]) | int(game["holds"][seat, 1]) << 64 == sum(1 << card for card in held)
        counts = Counter(int(kinds[card]) for card in held)
        assert int(game["coloured"][seat]) == sum(1 << kind for kind in counts if kind < 64)
        assert int(game["doubled"][seat]) == sum(
            1 << kind for kind, count in counts.items() if kind < 64 and count == 2
        )
        assert game["wild_counts"][seat].tolist() == [counts[64 + wild] for wild in range(8)]
        assert int(game["wilds"][seat]) == sum(1 << wild for wild in range(8) if counts[64 + wild])
        if game["laid"][seat] >= 0:
            assert counts[int(game["laid"][seat])] > 0
        known = int(game["knows"][seat, 0]) | int(game["knows"][seat, 1]) << 64
        assert all(game["place"][card] < 10 for card in range(cards) if known >> card & 1)


@pytest.mark.parametrize("deck", DECKS)
def test_the_copy_follows_from_what_the_player_knows_and_the_seed_byte_for_byte(deck: str) -> None:
    """Change all that is hidden: the same seed must give the same copy, so nothing of it can leak."""
    random, batch = np.random.default_rng(62), tables(deck)
    compared = 0
    for turn in range(50):
        if turn:
            batch.play_out(int(random.integers(1, 9)), redeal=True)
        for index in of_every_phase(batch, random):
            game = batch.games[index : index + 1].copy()
            actor = int(game["actor"][0])
            if game["phase"][0] == Phase.OVER:
                continue
            other = redrawn(batch, index, actor, random)
            if game["player"][0] == actor:
                other["bluff"] = game["bluff"]  # the player themselves knows whether it was one
            seed = int(random.integers(1 << 60))
            assert world_of(other, batch.rules, seed).tobytes() == world_of(game, batch.rules, seed).tobytes()
            compared += other["place"].tolist() != game["place"].tolist()
    assert compared > 100


def small_deck(unseen_in_pile: int, opponents_cards: int) -> Game:
    """Two players with so few unseen cards that all deals of them can be counted: the rest lie on the discard pile."""
    game = Game(RuleSet(players=2, hand_size=opponents_cards), 4, dealer=1)
    row = game._row[0]
    moved = int(row["draw_size"]) - unseen_in_pile
    buried = row["draw_pile"][unseen_in_pile : unseen_in_pile + moved].copy()
    size = int(row["discard_size"])
    row["discard_pile"][size : size + moved] = buried
    row["discard_pile"][size + moved - 1], row["discard_pile"][size - 1] = row["discard_pile"][size - 1], buried[-1]
    row["place"][buried] = Place.DISCARD_PILE
    row["discard_size"], row["draw_size"] = size + moved, unseen_in_pile
    return game


def test_all_deals_of_a_small_deck_are_equally_likely() -> None:
    game = small_deck(3, 2)
    actor = game.actor
    assert actor is not None
    worlds = draw_worlds(game._row, game._rule_rows, np.zeros(60_000, np.int64), 5).games
    pile = worlds["draw_pile"][:, :3].astype(int)
    unseen = sorted({int(card) for card in pile[:200].ravel()})
    assert len(unseen) == 5
    held = (worlds["place"] == 1 - actor)[:, unseen]
    # The order of the pile and, with it, the opponent's two cards: 5 x 4 x 3 equally likely deals.
    deals = Counter((tuple(order), tuple(np.flatnonzero(cards))) for order, cards in zip(pile, held, strict=True))
    assert len(deals) == 60
    assert chisquare(list(deals.values())).pvalue > 1e-4


def test_random_numbers_to_come_differ_between_copies() -> None:
    game = Game(RuleSet(players=3), 4)
    assert game.actor is not None
    one, other = game.determinize(game.actor, 1), game.determinize(game.actor, 2)
    assert one._row["rng"].tolist() != other._row["rng"].tolist() != game._row["rng"].tolist()
    assert game.determinize(game.actor, 1) == one


def challenged(*, caught: bool, **rules: Any) -> Game:
    """Seat 1 has to answer a Wild Draw Four of seat 0, who then holds one card, or three if caught."""
    game = lay_table(["W4 R1", "Y1 Y2", "G1 G2"], pile="B8 B9", **rules)
    return play(game, "W4:B pass catch" if caught else "W4:B uno")


def test_whether_a_wild_draw_four_was_a_bluff_is_judged_by_the_hand_drawn_for_its_player() -> None:
    game = challenged(caught=False)
    assert game.phase == "respond"
    bluffs = Counter[bool]()
    for seed in range(300):
        world = game.determinize(1, seed)
        red = any(code.startswith("R") for code in world.hand(0))
        assert bool(world._row["bluff"][0]) == red
        bluffs[red] += 1
    assert 30 < bluffs[True] < 130  # about a quarter of all cards are red


def test_cards_drawn_for_a_silent_uno_do_not_make_a_wild_draw_four_a_bluff() -> None:
    game = challenged(caught=True)
    assert game.phase == "respond"
    assert len(game.hand(0)) == 3
    bluffs = sum(int(game.determinize(1, seed)._row["bluff"][0]) for seed in range(400))
    assert 60 < bluffs < 140  # one card in four, not one hand of three in two
    known = Counter[bool]()
    for seed in range(100):
        world = game.determinize(1, seed)
        if world._row["bluff"][0]:
            known[any(code.startswith("R") for code in world.hand(0))] += 1
    assert set(known) == {True}


def test_on_the_run_deck_another_wild_makes_it_a_bluff_too() -> None:
    game = play(lay_table(["W4 R1", "Y1 Y2", "G1 G2"], deck="run"), "W4:B uno")
    for seed in range(300):
        world = game.determinize(1, seed)
        (code,) = world.hand(0)
        assert bool(world._row["bluff"][0]) == ((code[0] == "R" and code != "RUN") or code.startswith(("W", "RUN")))


def test_cards_laid_in_friendship_are_drawn_from_the_hands_and_those_passed_over_hold_wilds_only() -> None:
    game = lay_table(["FRIEND P1 P2", "W W4 W", "Y1 Y2 Y3", "G1 G2 G3"], start="P5", deck="friendship")
    play(game, "FRIEND P1")
    assert (game.phase, game.actor) == ("guess", 2)  # seat 1 has no coloured card
    laid = Counter[int]()
    for seed in range(200):
        world = game.determinize(2, seed)
        assert all(code in ("W", "W4", "FRIEND") for code in world.hand(1))
        laid[int(world._row["laid"][0, 0])] += 1
        assert world._row["laid"][0, 1] == -1
    assert len(laid) > 20


def test_many_wilds_of_a_player_passed_over_take_no_longer() -> None:
    game = lay_table(["FRIEND P1 P2 P3 P4", "W W4 W W4 FRIEND", "Y1 Y2 Y3 Y4 Y5"], start="P5", deck="friendship")
    play(game, "FRIEND P1")
    assert (game.phase, game.actor) == ("guess", 2)
    held = Counter[str]()
    for seed in range(400):
        world = game.determinize(2, seed)
        held.update(world.hand(1))
    # 4 W, 4 W4 and 3 FRIEND are unseen, and any five of them may be there.
    assert held["W"] / 2000 == pytest.approx(4 / 11, abs=0.04)
    assert held["FRIEND"] / 2000 == pytest.approx(3 / 11, abs=0.04)


def test_on_the_strict_deck_nobody_who_played_a_draw_four_has_the_colour_before_it() -> None:
    hands = ["W4 R1 R2 Y9", "W4 G1 G2 G3"]
    game = play(lay_table(hands, start="B5", deck="victory_lap", progressive=True), "W4:Y")
    assert (game.phase, game.actor) == ("respond", 1)
    for seed in range(200):
        world = game.determinize(1, seed)
        assert not any(code.startswith("B") for code in world.hand(0))
        assert not world._row["bluff"][0]


def test_a_kept_card_and_a_declined_question_leave_no_trace() -> None:
    kept = play(lay_table(["G1 G2 G3", "R1 R2 R3"], pile="R9 B1 B2"), "draw pass")
    blank = play(lay_table(["G1 G2 G3", "R1 R2 R3"], pile="B9 B1 B2"), "draw")
    assert kept.actor == blank.actor == 1
    one, other = kept.determinize(1, 7)._row, blank.determinize(1, 7)._row
    assert one["drawn"] == other["drawn"] == -1
    assert one["decisions"] == other["decisions"]


def test_seen_cards_stay_where_they_are() -> None:
    game = play(lay_table(["W4 R1 R2 B3", "Y1 Y2 Y3 Y4", "G1 G2 G3 G4"], pile="B9 B8 B7 B6"), "W4:B challenge")
    assert game.actor == 1
    for seed in range(20):
        world = game.determinize(1, seed)
        assert Counter(world.hand(0)) >= Counter(["R1", "R2", "B3"])
        assert len(world.hand(0)) == 7


def test_others_know_nothing_in_the_copy_of_cards_the_player_does_not_know() -> None:
    game = play(lay_table(["W4 R1 R2 B3", "Y1 Y2 Y3 Y4", "G1 G2 G3 G4"], pile="B9 B8 B7 B6"), "W4:B challenge draw")
    while game.actor != 2:
        game.play("pass" if "pass" in game.legal_actions() else "draw")
    assert game.known_cards(1, 0)
    assert game.determinize(2, 1).known_cards(1, 0) == []


def test_a_copy_plays_on_and_goes_through_bytes_but_has_no_record() -> None:
    game = Game(RuleSet(players=4, progressive=True), 9)
    assert game.actor is not None
    world = game.determinize(game.actor, np.random.default_rng(3))
    again = Game.from_bytes(world.to_bytes())
    assert again == world
    random = np.random.default_rng(4)
    while not world.over:
        world.play(int(random.choice(world.legal_action_ids())))
    with pytest.raises(ValueError, match="never dealt"):
        world.record()


def test_only_the_seat_to_act_can_have_a_copy() -> None:
    game = lay_table(["R1 R2", "B1 B2", "Y1 Y2"])
    with pytest.raises(ValueError, match="only the seat to act, 0"):
        game.determinize(1, 1)
    with pytest.raises(ValueError, match="seat=7"):
        game.determinize(7, 1)
    over = play(lay_table(["R1", "B1"]), "R1")
    with pytest.raises(ValueError, match="the round is over"):
        over.determinize(0, 1)
