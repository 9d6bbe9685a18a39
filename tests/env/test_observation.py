"""The observation: everything a player may know, and nothing else."""

from collections import Counter
from itertools import product

import numpy as np
import pytest

from tests.hidden import of_every_phase, redrawn
from tests.table import lay_table, play
from uno_env import Game, RuleSet, observation
from uno_env.actions import card_kind
from uno_env.batch import Batch
from uno_env.decks import DECKS
from uno_env.engine.state import Phase
from uno_env.house_rules.jump_in import jump_ins
from uno_env.round.effects import hit_next_player
from uno_env.round.turn import begin_turn

LENGTH = observation.length()
NO_SCORES = np.zeros((1, observation.CONTEXT), np.int32)


def seen(game: Game, seat: int, context: np.ndarray = NO_SCORES) -> dict[str, np.ndarray]:
    """A seat's observation by sections."""
    rows = np.zeros((1, LENGTH), np.uint8)
    observation.observe(game._row, game._rule_rows, np.array([seat], np.int8), context, rows)
    return observation.split(rows[0])


def cards(section: np.ndarray, colors: str = "RYGB") -> Counter[str]:
    """A section of counts, in notation."""
    from uno_env.actions import card_codes

    return Counter({code: int(section[kind]) for kind, code in enumerate(card_codes(colors)) if section[kind]})


def single(section: np.ndarray) -> set[int]:
    return set(np.flatnonzero(section).tolist())


def test_sections_are_named_adjacent_and_as_long_as_they_say() -> None:
    end = 0
    for section in observation.SECTIONS:
        part = observation.sections()[section.name]
        assert part == slice(end, end + section.length)
        end = part.stop
    assert end == observation.BASE_LENGTH
    assert observation.sections()["history"] == slice(end, LENGTH)
    for section in observation.SECTIONS:
        assert f"| `{section.name}` | {observation.sections()[section.name].start} | {section.length} |" in (
            observation.describe()
        )


@pytest.mark.parametrize("history", [0, 1, 16])
def test_the_history_can_be_of_any_length_up_to_sixteen(history: int) -> None:
    assert observation.length(history) == observation.BASE_LENGTH + history * observation.HISTORY_ENTRY
    assert observation.split(np.zeros(observation.length(history)))["history"].size == history * 56


@pytest.mark.parametrize("history", [-1, 17, 2.5, True])
def test_any_other_length_is_refused(history: int) -> None:
    with pytest.raises(ValueError, match="from 0 to 16"):
        observation.length(history)


def test_a_player_sees_the_own_hand_the_top_card_and_how_many_cards_the_others_hold() -> None:
    game = play(lay_table(["R1 R1 W", "B1 B2 B3", "Y1 Y2 Y3"]), "draw")
    table = seen(game, 1)
    assert cards(table["hand"]) == Counter(["B1", "B2", "B3"])
    assert single(table["top"]) == {0, 4 + 5}
    assert single(table["color"]) == {0}
    assert table["hand_sizes"][:4].tolist() == [3, 3, 4, 0]
    assert cards(table["discard"]) == Counter(["R5"])
    assert table["draw_pile"][0] == len(game.snapshot()["draw_pile"])
    assert cards(seen(game, 0)["hand"])["R1"] == 2


def test_seats_are_relative_to_the_observer() -> None:
    game = play(lay_table(["RD R1 G1", "B1 B2 B3", "Y1 Y2 Y3"]), "RD")
    assert [single(seen(game, seat)["last_player"]) for seat in range(3)] == [{0}, {2}, {1}]
    assert [single(seen(game, seat)["dealer"]) for seat in range(3)] == [{2}, {1}, {0}]
    assert seen(game, 2)["hand_sizes"][:3].tolist() == [3, 2, 5]
    four = lay_table(["R1", "B1", "Y1", "G1"], partners=True)
    assert single(seen(four, 3)["partner"]) == {2}


def test_only_the_one_who_is_asked_sees_the_phase_and_the_drawn_card() -> None:
    game = play(lay_table(["B1 B2", "Y1 Y2", "G1 G2"], pile="R9"), "draw")
    assert game.phase == "drawn"
    assert single(seen(game, 0)["phase"]) == {Phase.DRAWN - 1}
    assert single(seen(game, 0)["drawn"]) == {0, 4 + 9}
    for onlooker in (1, 2):
        assert not seen(game, onlooker)["phase"].any()
        assert not seen(game, onlooker)["drawn"].any()
    over = play(lay_table(["R1", "B1", "Y1"]), "R1")
    assert [single(seen(over, seat)["phase"]) for seat in range(3)] == [{Phase.OVER - 1}] * 3


def test_a_challenged_hand_is_known_to_the_challenger_and_followed_as_it_is_played() -> None:
    game = lay_table(["W4 R1 R2 B3", "Y1 Y2 Y3 Y4", "G1 G2 G3 G4"], pile="B9 B8 B7 B6")
    play(game, "W4:B challenge")
    assert cards(seen(game, 1)["known"][1 * 72 : 2 * 72]) == Counter(["R1", "R2", "B3"])
    assert not seen(game, 2)["known"].any()
    play(game, "draw")
    while game.actor != 0:
        game.play("pass" if "pass" in game.legal_actions() else "draw")
    play(game, "B3")
    assert cards(seen(game, 1)["known"][1 * 72 : 2 * 72]) == Counter(["R1", "R2"])


def test_the_hand_offered_in_a_lap_is_seen_by_its_player_alone_and_the_own_hand_stays_in_view() -> None:
    game = play(lay_table(["LAP R1 R2", "Y1 Y2 Y3", "G1 G2 G3"], deck="victory_lap"), "LAP")
    assert game.phase == "lap"
    table = seen(game, 0)
    assert cards(table["hand"]) == Counter(["R1", "R2"])
    assert cards(table["offered"]) == Counter(["G1", "G2", "G3"])
    assert table["looks"][0] == 1
    assert cards(seen(game, 1)["hand"]) == Counter(["Y1", "Y2", "Y3"])
    assert not seen(game, 1)["offered"].any()
    assert cards(seen(game, 1)["known"][:72]) == Counter(["Y1", "Y2", "Y3"])


def test_turned_cards_and_cards_given_away_are_known_to_all() -> None:
    game = lay_table(["CAST R1", "Y1 Y2", "G1 G2"], deck="casting_call", pile="B1 R8 B5")
    play(game, "CAST:R uno")
    assert all(cards(seen(game, seat)["turned"]) == Counter(["B1", "R8", "B5"]) for seat in range(3))
    play(game, "seat:+1")
    assert cards(seen(game, 2)["known"][72 : 2 * 72]) == Counter(["B1", "R8", "B5"])
    assert cards(seen(game, 0)["known"][:72]) == Counter(["B1", "R8", "B5"])


def test_a_card_laid_face_down_is_seen_by_its_owner_alone() -> None:
    game = play(lay_table(["FRIEND P1 P2", "Y1 Y2 B3", "G1 G2 G3"], start="P5", deck="friendship"), "FRIEND P1")
    assert single(seen(game, 0)["laid"]) == {0, 4 + 1}
    assert not seen(game, 1)["laid"].any()
    assert seen(game, 2)["history"][10 + 28 + 8] == 1, "a hidden card"


def test_the_history_tells_who_did_what_the_latest_first() -> None:
    game = play(lay_table(["R1 B2 B3", "R7 B7 B8", "Y1 Y2 Y3"]), "R1 R7 draw")
    entries = seen(game, 2)["history"].reshape(-1, 56)
    assert single(entries[0]) == {0, 10 + 28 + 0}
    assert single(entries[1]) == {2, 10 + 0, 10 + 4 + 7}
    assert single(entries[2]) == {1, 10 + 0, 10 + 4 + 1}
    assert not entries[3:].any()


def test_scores_are_shown_in_percent_of_the_target() -> None:
    game = lay_table(["R1", "B1", "Y1"])
    context = np.zeros((1, observation.CONTEXT), np.int32)
    context[0, :4] = [500, 250, 0, 499]
    table = seen(game, 2, context)
    assert table["scores"][:3].tolist() == [99, 50, 0]
    assert table["target"][0] == 50


def test_the_rule_set_is_part_of_the_observation() -> None:
    rows = set()
    rule_sets = [RuleSet(deck, 4, *flags) for deck in DECKS for flags in product((False, True), repeat=3)]
    rule_sets += [
        RuleSet(players=3),
        RuleSet(uno_call="auto"),
        RuleSet(deck="run", icons={"S": 2}),
        RuleSet(hand_size=6),
    ]
    rule_sets += [RuleSet(partners=True), RuleSet(deck="casting_call", casting_match="identical")]
    for rules in rule_sets:
        table = seen(Game(rules, 1), 0)
        rows.add(tuple(np.concatenate([table[name] for name in RULE_SECTIONS]).tolist()))
    assert len(rows) == len(rule_sets)


RULE_SECTIONS = ("deck", "players", "house_rules", "options", "icons", "hand_size")


# -- nothing else ------------------------------------------------------------------------------------


@pytest.mark.parametrize("deck", DECKS)
def test_an_observation_and_the_mask_do_not_change_with_what_the_observer_cannot_know(deck: str) -> None:
    random = np.random.default_rng(51)
    rule_sets = [
        RuleSet(deck, players, *flags, partners=players == 4)
        for players, flags in product((2, 3, 4, 7), product((False, True), repeat=3))
    ]
    batch = Batch(rule_sets, 2 * len(rule_sets), seed=51)
    phases: set[int] = set()
    changed = 0
    for turn in range(60):
        if turn:  # the first look is at tables just dealt
            batch.play_out(int(random.integers(1, 9)), redeal=True)
        for index in of_every_phase(batch, random):
            game = batch.games[index : index + 1].copy()
            rules = batch.rules[int(game["rules"][0])]
            phases.add(int(game["phase"][0]))
            actor = int(game["actor"][0])
            observer = actor if actor >= 0 and random.random() < 0.6 else int(random.integers(rules["players"]))
            other = redrawn(batch, index, observer, random)
            changed += other["place"].tobytes() != game["place"].tobytes()
            rows = np.zeros((2, LENGTH), np.uint8)
            for row, each in zip(rows, (game, other), strict=True):
                observation.observe(each, batch.rules, np.array([observer], np.int8), NO_SCORES, row[None])
            assert (rows[0] == rows[1]).all(), differing(rows)
            if actor == observer:
                assert legal_anew(game, rules) == legal_anew(other, rules)
    assert changed > 400
    own = {"friendship": {Phase.LAY, Phase.GUESS, Phase.COLOR}, "casting_call": {Phase.GIVE}}
    own["victory_lap"] = {Phase.LAP, Phase.COLOR}
    common = {Phase.TURN, Phase.DRAWN, Phase.UNO, Phase.CATCH, Phase.JUMP_IN, Phase.RESPOND, Phase.SWAP, Phase.OVER}
    assert phases >= {int(phase) for phase in common | own.get(deck, set())}


def legal_anew(game: np.ndarray, rules: np.ndarray) -> list[int]:
    """The legal actions worked out again from the cards, where the rules can be asked again without side effects."""
    again = game.copy()
    phase, actor = int(again["phase"][0]), int(again["actor"][0])
    if phase == Phase.TURN:
        again["turn"] = actor
        begin_turn(again[0], rules)
    elif phase == Phase.RESPOND:
        hit_next_player(again[0], rules)
        assert again["actor"][0] == actor
    elif phase == Phase.JUMP_IN:
        return [int(word) for word in jump_ins(again[0], rules, actor)]
    return [int(word) for word in again["legal"][0]]


def differing(rows: np.ndarray) -> list[str]:
    one, other = observation.split(rows[0]), observation.split(rows[1])
    return [name for name in one if (one[name] != other[name]).any()]


def test_known_cards_in_the_row_are_those_the_game_knows_of() -> None:
    random = np.random.default_rng(52)
    for deck in DECKS:
        game = Game(RuleSet(deck, 4, seven_zero=True, jump_in=True), 52)
        for _ in range(150):
            if game.over:
                break
            game.play(int(random.choice(game.legal_action_ids())))
            seat = int(random.integers(4))
            table = seen(game, seat)
            for steps in range(1, 4):
                counts = cards(table["known"][(steps - 1) * 72 : steps * 72], DECKS[deck].color_letters)
                assert sorted(counts.elements()) == game.known_cards(seat, (seat + steps) % 4)


def test_card_kind_is_the_index_of_a_count() -> None:
    game = lay_table(["B9", "R1"])
    assert seen(game, 0)["hand"][card_kind("B9")] == 1
