"""Decks of one's own: declared, registered, dealt and played."""

import functools
import operator
import pickle
from dataclasses import replace
from random import Random

import pytest

from uno_env import Batch, Game, RulesError, RuleSet, uno_v0
from uno_env.decks import DECKS, Deck
from uno_env.engine.cards import Wild
from uno_env.observation import split
from uno_env.own_decks import DeckError, find_deck, register_deck

#: Found by the rule sets of the tests as "tests.test_own_decks:TINY".
TINY = Deck("tiny", "Tiny", "ours", contents={"R1": 2, "R2": 1, "Y1": 2, "Y2": 2, "RS": 1, "YR": 1, "GD": 2, "W": 1})
TINY_NAME = "tests.test_own_decks:TINY"
ICONS = replace(DECKS["run"], name="few_icons", contents={"RS": 1, "R5": 2, "Y5": 2, "W": 1, "W4": 1, "RUN": 2})


def played_out(rules: RuleSet, seed: int) -> Game:
    """A whole round, every decision random."""
    random = Random(seed)
    game = Game(rules, seed=seed)
    while not game.over:
        assert sum(len(game.hand(seat)) for seat in range(rules.players)) <= len(rules.card_kinds())
        game.play(random.choice(game.legal_actions()))
    return game


def test_the_deck_has_the_cards_it_declares_and_no_others() -> None:
    table = Game(RuleSet(deck=TINY_NAME, players=2, hand_size=2), seed=1).snapshot()
    cards = sorted(functools.reduce(operator.iadd, table["hands"], []) + table["draw_pile"] + table["discard_pile"])
    assert TINY.contents is not None
    assert cards == sorted(code for code, copies in TINY.contents.items() for _ in range(copies))


@pytest.mark.parametrize("seed", range(20))
def test_rounds_are_played_to_their_end_and_replay_from_their_records(seed: int) -> None:
    rules = RuleSet(deck=TINY_NAME, players=3, hand_size=2, progressive=True, jump_in=True)
    game = played_out(rules, seed)
    assert Game.replay(game.record()).snapshot() == game.snapshot()
    assert pickle.loads(pickle.dumps(game)) == game


def test_a_batch_mixes_them_with_the_five() -> None:
    batch = Batch([RuleSet(deck=TINY_NAME, players=2, hand_size=3), RuleSet(players=2)], 64, seed=1)
    batch.play_out(200, redeal=True)
    cards = batch.games["hand_size"].sum(axis=1) + batch.games["draw_size"] + batch.games["discard_size"]
    assert set(cards[batch.games["rules"] == 0]) == {12}
    assert set(cards[batch.games["rules"] == 1]) == {108}


def test_a_determinized_copy_is_dealt_from_the_same_cards() -> None:
    game = Game(RuleSet(deck=TINY_NAME, players=2, hand_size=3), seed=5)
    assert game.actor is not None
    for seed in range(20):
        table = game.determinize(game.actor, seed).snapshot()
        held = sorted(functools.reduce(operator.iadd, table["hands"], []) + table["draw_pile"] + table["discard_pile"])
        assert held == sorted(game.record()["deck"])


def test_icons_go_on_the_copies_there_are() -> None:
    register_deck(ICONS)
    game = played_out(RuleSet(deck="few_icons", players=2, hand_size=1), 3)
    assert sorted(game.record()["deck"]) == sorted(["RS*", "R5", "R5", "Y5", "Y5", "W*", "W4*", "RUN", "RUN"])


def test_the_observation_shows_the_deck_with_the_same_own_card() -> None:
    register_deck(ICONS)
    batch = Batch([RuleSet(deck="few_icons", players=2, hand_size=1)], 1, seed=1)
    assert batch.rules["deck"][0] == list(DECKS).index("run")
    env = uno_v0.env(deck="few_icons", players=2, hand_size=1)
    env.reset(seed=1)
    row = env.last()[0]["observation"]
    assert list(split(row)["deck"]).index(1) == list(DECKS).index("run")


def test_flags_of_the_sheets_can_be_combined() -> None:
    register_deck(Deck("strict", "Strict", "ours", strict_draw_four=True, start_on_number=True))
    row = RuleSet(deck="strict").to_row()[0]
    assert row["strict_draw_four"]
    assert row["start_on_number"]
    assert not row["wilds_match"]


def test_registering_the_same_deck_again_changes_nothing_and_another_of_its_name_is_refused() -> None:
    deck = Deck("twice", "Twice", "ours", contents={"R1": 2, "Y1": 2})
    register_deck(deck)
    register_deck(replace(deck))
    assert find_deck("twice") == deck
    with pytest.raises(DeckError, match="there is a deck named 'twice' already"):
        register_deck(replace(deck, title="Other"))
    with pytest.raises(DeckError, match="there is a deck named 'classic' already"):
        register_deck(replace(deck, name="classic"))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"name": "two words"}, "cannot name a deck"),
        ({"contents": {"R0": 2}}, r"contents\['R0'\]=2: there can be 0 to 1 copies of R0"),
        ({"contents": {"X5": 1}}, "'X5' is no card"),
        ({"contents": {"LAP": 1}}, "LAP cannot be among its contents: it is not this deck's own card"),
        ({"contents": {"RS*": 1}}, "icons come from the rule set's icons"),
        ({"own_card": Wild.WILD}, "is no deck's own card; use None or Wild.RUN"),
        ({"color_letters": "RRGB"}, "must be those of one of the five decks: RYGB, PYGB"),
        ({"color_letters": "WRUN"}, "must be those of one of the five decks"),
        ({"color_letters": None}, "must be those of one of the five decks"),
        ({"color_names": ("red",)}, "must be four names"),
        ({"contents": ["R1"]}, "contents must map codes to numbers of copies"),
        ({"name": None}, "cannot name a deck"),
    ],
)
def test_a_deck_that_cannot_be_is_refused_with_a_reason(changes: dict[str, object], message: str) -> None:
    with pytest.raises(DeckError, match=message):
        register_deck(replace(Deck("wrong", "Wrong", "ours"), **changes))  # type: ignore[arg-type]
    with pytest.raises(DeckError, match="unknown deck 'wrong'"):
        find_deck("wrong")


def test_a_deck_keeps_its_contents_whatever_becomes_of_the_dictionary() -> None:
    contents = {"R1": 2, "R2": 2, "Y1": 2, "Y2": 2}
    deck = Deck("kept", "Kept", "ours", contents=contents)
    register_deck(deck)
    rules = RuleSet(deck="kept", players=2, hand_size=1)
    contents["Y9"] = 2
    assert len(rules.card_kinds()) == 8
    assert pickle.loads(pickle.dumps(deck)) == deck


def test_a_deck_too_small_for_the_table_is_told_so() -> None:
    register_deck(Deck("none", "None", "ours", contents={"W4": 4}))
    with pytest.raises(RulesError, match="the none deck has 4 cards, too few to deal one to each of 4 players"):
        RuleSet(deck="none")


def test_tables_with_it_are_drawn_and_written() -> None:
    register_deck(replace(TINY, name="pink", color_letters="PYGB", contents={"P1": 2, "Y2": 2, "G3": 2, "W": 2}))
    for mode in ("ansi", "rgb_array"):
        env = uno_v0.env(deck="pink", players=2, hand_size=2, render_mode=mode)
        env.reset(seed=1)
        assert len(env.render())


def test_what_is_no_deck_is_named() -> None:
    with pytest.raises(TypeError, match="takes a uno_env.decks.Deck, not str"):
        register_deck("classic")  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="cannot be imported: No module named 'nowhere'"):
        RuleSet(deck="nowhere:DECK")
    with pytest.raises(RulesError, match="is a str, not a uno_env.decks.Deck"):
        RuleSet(deck="tests.test_own_decks:TINY_NAME")
    with pytest.raises(RulesError, match="hand_size=7: with 2 players and the tests.test_own_decks:TINY deck 1 to 5"):
        RuleSet(deck=TINY_NAME, players=2)
