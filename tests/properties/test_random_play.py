"""What holds at every step of every game, checked over random play on every kind of table."""

import numpy as np
import pytest

from tests.properties.tables import all_rule_sets
from uno_env import Batch, Game, RuleSet
from uno_env.engine.cards import COLOURED_KINDS, KINDS
from uno_env.engine.state import Place
from uno_env.round import kernels

RULE_SETS = all_rule_sets()
STEP_LIMIT = 200_000


def random_actions(batch: Batch, random: np.random.Generator) -> np.ndarray:
    """A random legal action in every game, NO_ACTION in those that are over."""
    chances = random.random(batch.masks.shape) * batch.masks
    return np.where(batch.over, kernels.NO_ACTION, chances.argmax(axis=1))


def assert_table_is_sound(batch: Batch) -> None:
    """Cards are conserved, every pile and hand agrees with where the cards are, and somebody can act."""
    games, rules = batch.games, batch.rules[batch.games["rules"]]
    places = games["place"]
    in_deck = np.arange(112) < rules["cards"][:, None]
    assert ((places == Place.NOWHERE) == ~in_deck).all(), "a card of the deck is nowhere, or a foreign one is in play"
    for pile, size, place in (
        ("draw_pile", "draw_size", Place.DRAW_PILE),
        ("discard_pile", "discard_size", Place.DISCARD_PILE),
        ("turned", "turned_size", Place.TURNED),
    ):
        assert ((places == place).sum(1) == games[size]).all(), f"{pile} and places disagree in size"
        depth = np.arange(games[pile].shape[1]) < games[size][:, None]
        rows, columns = np.nonzero(depth)
        assert (places[rows, games[pile][rows, columns]] == place).all(), f"{pile} and places disagree"
    for seat in range(10):
        held = places == seat
        assert (held.sum(1) == games["hand_size"][:, seat]).all(), "hand size"
        counts = np.stack([(held & (rules["card_kind"] == kind)).sum(1) for kind in range(KINDS)], axis=1)
        assert (counts[:, COLOURED_KINDS:] == games["wild_counts"][:, seat]).all(), "wild counts"
        twice = (counts[:, :COLOURED_KINDS] == 2) @ (np.uint64(1) << np.arange(64, dtype=np.uint64))
        assert (twice == games["doubled"][:, seat]).all(), "set of kinds held twice"
        kinds = np.where(held, rules["card_kind"], -1).astype(np.int64)
        bits = np.zeros(len(games), np.uint64)
        wilds = np.zeros(len(games), np.int64)
        for card in range(112):
            kind = kinds[:, card]
            coloured = (kind >= 0) & (kind < COLOURED_KINDS)
            bits |= np.where(coloured, np.uint64(1) << np.maximum(kind, 0).astype(np.uint64), np.uint64(0))
            wilds |= np.where(kind >= COLOURED_KINDS, 1 << np.maximum(kind - COLOURED_KINDS, 0), 0)
        assert (bits == games["coloured"][:, seat]).all(), "set of coloured kinds"
        assert (wilds == games["wilds"][:, seat]).all(), "set of wild kinds"
        assert (games["hand_size"][seat >= rules["players"], seat] == 0).all(), "an empty chair holds cards"
    discarded = np.stack(
        [((places == Place.DISCARD_PILE) & (rules["card_kind"] == kind)).sum(1) for kind in range(KINDS)], axis=1
    )
    assert (discarded == games["discarded"]).all(), "discard counts"
    cards = np.arange(112)
    held = (games["holds"][:, :, cards >> 6] >> (cards & 63).astype(np.uint64)) & np.uint64(1)
    assert (held.astype(bool) == (places[:, None, :] == np.arange(10)[None, :, None])).all(), "sets of cards in hands"
    known = (games["knows"][:, :, cards >> 6] >> (cards & 63).astype(np.uint64)) & np.uint64(1)
    assert not known.any(1)[places >= 10].any(), "a card that nobody holds is known"
    assert (batch.masks.any(axis=1) != batch.over).all(), "a running game without a legal action"
    assert (batch.actors[~batch.over] >= 0).all()
    assert (batch.actors[~batch.over] < rules["players"][~batch.over]).all()


def test_cards_are_conserved_and_somebody_can_act_at_every_step() -> None:
    batch = Batch(RULE_SETS, len(RULE_SETS), seed=11)
    random = np.random.default_rng(11)
    for _ in range(400):
        assert_table_is_sound(batch)
        batch.step(random_actions(batch, random))


@pytest.mark.slow
def test_cards_are_conserved_in_long_games_too_sample() -> None:
    batch = Batch(RULE_SETS, len(RULE_SETS), seed=12)
    random = np.random.default_rng(12)
    for number in range(3000):
        if number % 5 == 0:
            assert_table_is_sound(batch)
        batch.step(random_actions(batch, random))
    assert batch.over.mean() > 0.5


def test_every_round_ends_with_a_winner_or_dead() -> None:
    batch = Batch(RULE_SETS, 20 * len(RULE_SETS), seed=13)
    batch.play_out(STEP_LIMIT)
    assert batch.over.all()
    games = batch.games
    won = games["winner"] >= 0
    assert (won != games["dead"].astype(bool)).all()
    sizes = games["hand_size"][np.arange(len(games)), np.maximum(games["winner"], 0)]
    assert (sizes[won] == 0).all()
    assert (games["points"][~won] == 0).all()
    assert won.mean() > 0.9


def test_the_course_of_a_game_depends_on_its_seed_and_not_on_the_batch_around_it() -> None:
    together = Batch(RULE_SETS, len(RULE_SETS), seed=14)
    together.play_out(300)
    for index in range(0, len(RULE_SETS), 17):
        alone = Batch(RULE_SETS, len(RULE_SETS), seed=14)
        alone.games = alone.games[index : index + 1].copy()
        for _ in range(300):
            alone.play_out(1)
        assert alone.games.tobytes() == together.games[index : index + 1].tobytes()


@pytest.mark.parametrize("rules", RULE_SETS[::13], ids=RuleSet.describe)
def test_the_replay_of_a_record_is_identical(rules: RuleSet) -> None:
    random = np.random.default_rng(15)
    game = Game(rules, seed=15)
    replays = 0
    for number in range(600):
        if game.over:
            break
        game.play(int(random.choice(game.legal_action_ids())))
        if number % 97 == 0:
            replays += 1
            assert Game.replay(game.record()).snapshot() == game.snapshot()
    assert replays
    again = Game.replay(game.record())
    assert again.snapshot() == game.snapshot()
    assert again.record() == game.record()


def test_a_copy_goes_its_own_way_and_shuffles_as_the_original_would() -> None:
    random = np.random.default_rng(16)
    game = Game(RuleSet(players=10), seed=16)
    for _ in range(150):
        game.play(int(random.choice(game.legal_action_ids())))
    twin = game.copy()
    assert twin == game
    assert hash(twin) == hash(game)
    while not game.over:
        action = int(random.choice(game.legal_action_ids()))
        game.play(action)
        assert twin != game
        twin.play(action)
        assert twin == game
    assert game.record()["shuffles"], "nothing was shuffled: the test has lost its point"
