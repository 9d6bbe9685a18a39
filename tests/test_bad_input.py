"""Bad input: a clear error each time, and nothing is changed."""

import pickle
from typing import Any

import numpy as np
import pytest

from tests.table import lay_table
from uno_env import Batch, CorruptState, Game, IllegalAction, RecordError, RulesError, RuleSet
from uno_env import batch as batches
from uno_env.actions import NotationError, action_code, action_codes, action_id, card_code, card_codes, card_kind
from uno_env.decks import DECKS
from uno_env.recording import read, write

# -- rule sets -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"deck": "clasic"}, "unknown deck 'clasic' .did you mean 'classic'"),
        ({"deck": 3}, "deck=3: must be str"),
        ({"players": 1}, "2 to 10"),
        ({"players": 11}, "2 to 10"),
        ({"players": 2.0}, "players=2.0: must be int"),
        ({"players": True}, "must be int"),
        ({"progressive": 1}, "progressive=1: must be bool"),
        ({"partners": True, "players": 2}, "even number of players, at least 4"),
        ({"partners": True, "players": 5}, "even number of players"),
        ({"uno_call": "manual"}, "explicit, auto"),
        ({"casting_match": "same"}, "match, identical"),
        ({"icons": {"S": 0}}, "the classic deck has no icons"),
        ({"icons": {"S": 3}}, r"icons\['S'\]=3: must be 0 to 2"),
        ({"icons": {"RUN": 1}}, "unknown action card 'RUN'"),
        ({"icons": [1, 1]}, "icons must map"),
        ({"icons": {"W": True}}, "must be 0 to 4"),
        ({"hand_size": 0}, "1 to 25 cards"),
        ({"hand_size": 26}, "1 to 25 cards"),
        ({"deck": "run", "players": 10, "hand_size": 8}, "1 to 7 cards"),
    ],
)
def test_a_wrong_rule_set_says_what_to_change(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(RulesError, match=message):
        RuleSet(**wrong)


def test_an_unknown_rule_is_named() -> None:
    with pytest.raises(RulesError, match="unknown rule 'jumpin' .did you mean 'jump_in'"):
        RuleSet.from_dict({"jumpin": True})
    with pytest.raises(RulesError, match="mapping"):
        RuleSet.from_dict([("deck", "run")])  # type: ignore[arg-type]


def test_a_rule_set_is_a_value() -> None:
    rules = RuleSet(deck="run", icons={"W4": 0})
    assert rules == RuleSet.from_dict(rules.to_dict())
    assert hash(rules) == hash(RuleSet.from_dict(rules.to_dict()))
    assert rules != RuleSet(deck="run")
    assert pickle.loads(pickle.dumps(rules)) == rules
    with pytest.raises(AttributeError):
        rules.players = 3  # type: ignore[misc]
    with pytest.raises(TypeError):
        rules.icons["S"] = 2  # type: ignore[index]


# -- notation ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("deck", DECKS)
def test_every_action_and_every_card_has_a_code_that_leads_back_to_it(deck: str) -> None:
    colors = DECKS[deck].color_letters
    codes = action_codes(colors)
    assert len(set(codes)) == len(codes) == 110
    assert [action_id(code, colors) for code in codes] == list(range(110))
    assert [action_code(action, colors) for action in range(110)] == list(codes)
    cards = card_codes(colors)
    assert [card_kind(code, colors) for code in cards] == list(range(72))
    assert [card_code(kind, colors) for kind in range(72)] == list(cards)


@pytest.mark.parametrize("code", ["", "r7", "R10", "W", "W4", "color", "seat:+0", "seat:+10", "DRAW", "P7", None, 3.5])
def test_what_is_no_action_is_refused(code: Any) -> None:
    with pytest.raises(NotationError):
        action_id(code)


def test_a_wild_without_a_colour_is_told_to_name_one() -> None:
    with pytest.raises(NotationError, match="W4:R"):
        action_id("W4")


@pytest.mark.parametrize("number", [-1, 110, True])
def test_what_is_no_id_is_refused(number: int) -> None:
    with pytest.raises(NotationError):
        action_code(number)


@pytest.mark.parametrize("number", [-1, 72])
def test_what_is_no_kind_is_refused(number: int) -> None:
    with pytest.raises(NotationError):
        card_code(number)


# -- one game ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wrong", ["RX", "B1", "W:R", "pass", "uno", "seat:+1", "", 999, -1, 91, None, 2.5, True])
def test_an_illegal_action_changes_nothing(wrong: Any) -> None:
    game = lay_table(["R1 R2", "B1 B2", "Y1 Y2"])
    before, record = game.to_bytes(), game.record()
    with pytest.raises(IllegalAction, match="legal: R1, R2, draw"):
        game.play(wrong)
    assert not game.is_legal(wrong)
    assert game.to_bytes() == before
    assert game.record() == record


def test_an_illegal_action_is_told_why() -> None:
    game = lay_table(["R1 B2", "B1 B3", "Y1 Y2"])
    with pytest.raises(IllegalAction, match="B2 cannot be played on R5"):
        game.play("B2")
    with pytest.raises(IllegalAction, match="B3 is not in seat 0's hand"):
        game.play("B3")
    with pytest.raises(IllegalAction, match="catch is not possible for seat 0 in phase turn"):
        game.play("catch")


def test_a_finished_round_takes_no_action() -> None:
    game = lay_table(["R1", "B1", "Y1"])
    game.play("R1")
    with pytest.raises(IllegalAction, match="the round is over"):
        game.play("draw")
    assert game.legal_actions() == []
    assert game.actor is None


def test_a_stacked_deck_must_be_the_deck() -> None:
    deck = Game(seed=1).record()["deck"]
    with pytest.raises(ValueError, match="not the classic deck: .* missing"):
        Game(deck=deck[:-1])
    with pytest.raises(ValueError, match="too many"):
        Game(deck=[*deck[1:], "W4" if deck[0] != "W4" else "W"])
    with pytest.raises(ValueError, match="not the run deck"):
        Game(RuleSet(deck="run"), deck=deck)
    with pytest.raises(NotationError, match="'X9' is no card"):
        Game(deck=["X9", *deck[1:]])
    with pytest.raises(TypeError, match="list of card codes"):
        Game(deck="R7")


@pytest.mark.parametrize("dealer", [-1, 4, True, "0", 1.0])
def test_the_dealer_must_be_a_seat(dealer: Any) -> None:
    with pytest.raises(ValueError, match="seats run from 0 to 3"):
        Game(dealer=dealer)


@pytest.mark.parametrize("seed", [-1, 1 << 64, "7", 1.5, True])
def test_the_seed_must_be_a_number(seed: Any) -> None:
    with pytest.raises(ValueError, match="seed"):
        Game(seed=seed)


def test_rules_must_be_a_rule_set() -> None:
    with pytest.raises(TypeError, match="RuleSet"):
        Game({"deck": "run"})  # type: ignore[arg-type]


def test_a_seat_that_does_not_exist_has_no_hand() -> None:
    with pytest.raises(ValueError, match="seats run from"):
        Game(seed=1).hand(4)


def test_a_prescribed_shuffle_of_other_cards_is_refused_and_the_game_stays_as_it_was() -> None:
    game = lay_table(["R1 R2", "B1 B2"], shuffles=[["R7"]], pile="G1")
    while game.snapshot()["draw_pile"]:
        game.play("pass" if "pass" in game.legal_actions() else "draw")
    while game.phase != "turn" or "draw" not in game.legal_actions():
        game.play("pass")
    code = next(code for code in game.legal_actions() if code not in ("draw", "pass"))
    game.play(code)
    while game.phase != "turn":
        game.play("pass" if "pass" in game.legal_actions() else "draw")
    before = game.to_bytes()
    with pytest.raises(ValueError, match=r"shuffles\[0\] is not made of the \d+ cards"):
        game.play("draw")
    assert game.to_bytes() == before


def test_prescribed_shuffles_of_the_wrong_form_are_refused() -> None:
    for wrong in (None, {}, "R7", [3]):
        with pytest.raises(TypeError, match="list"):
            Game(seed=1, shuffles=wrong)  # type: ignore[arg-type]
    far_too_long = Game(RuleSet(players=2), seed=1, shuffles=[["R7"] * 113])
    assert far_too_long != Game(RuleSet(players=2), seed=1), "what is prescribed is part of the game"


# -- records -------------------------------------------------------------------------------------------


def some_record() -> dict[str, Any]:
    game = Game(RuleSet(players=3), seed=4)
    random = np.random.default_rng(4)
    for _ in range(30):
        game.play(int(random.choice(game.legal_action_ids())))
    return game.record()


def test_a_record_with_an_illegal_action_names_the_first_bad_move() -> None:
    record = some_record()
    record["actions"][17] = "catch" if record["actions"][17] != "catch" else "split"
    with pytest.raises(RecordError, match=r"action 17 \('(catch|split)'\) is not possible"):
        Game.replay(record)


@pytest.mark.parametrize("key", ["rules", "dealer", "deck", "shuffles", "actions"])
def test_a_record_that_lacks_something_says_what(key: str) -> None:
    record = some_record()
    del record[key]
    with pytest.raises(RecordError, match=f"lacks {key}"):
        Game.replay(record)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("rules", {"deck": "poker"}),
        ("rules", 3),
        ("dealer", 9),
        ("dealer", None),
        ("deck", ["R7"]),
        ("deck", "R7"),
        ("shuffles", [["R7"]]),
        ("shuffles", "none"),
        ("shuffles", [3]),
        ("actions", "draw"),
        ("actions", [None]),
        ("actions", ["draw", 4.5]),
    ],
)
def test_a_damaged_record_is_an_error(key: str, value: Any) -> None:
    record = some_record()
    record[key] = value
    with pytest.raises(RecordError):
        Game.replay(record)


def test_what_is_no_record_is_an_error() -> None:
    with pytest.raises(RecordError, match="mapping"):
        Game.replay(["draw"])  # type: ignore[arg-type]


def test_records_go_to_files_and_come_back(tmp_path: Any) -> None:
    game = Game.replay(some_record())
    write(game, tmp_path / "game.json")
    assert Game.replay(read(tmp_path / "game.json")).snapshot() == game.snapshot()
    (tmp_path / "broken.json").write_text("{")
    with pytest.raises(RecordError, match="not JSON"):
        read(tmp_path / "broken.json")
    (tmp_path / "list.json").write_text("[]")
    with pytest.raises(RecordError, match="no record"):
        read(tmp_path / "list.json")


# -- bytes ---------------------------------------------------------------------------------------------


def test_a_game_survives_bytes_and_pickling() -> None:
    game = Game(RuleSet(deck="casting_call", players=5, jump_in=True), seed=3)
    random = np.random.default_rng(3)
    for _ in range(40):
        game.play(int(random.choice(game.legal_action_ids())))
    for twin in (Game.from_bytes(game.to_bytes()), pickle.loads(pickle.dumps(game))):
        assert twin == game
        assert twin.record() == game.record()
        twin.play(twin.legal_action_ids()[0])
        assert twin != game


@pytest.mark.parametrize("place", [0, 10, 20, 40, 400, 900, -1])
def test_one_altered_byte_is_noticed(place: int) -> None:
    data = bytearray(Game(seed=1).to_bytes())
    data[place] ^= 1
    with pytest.raises(CorruptState):
        Game.from_bytes(bytes(data))


@pytest.mark.parametrize("data", [b"", b"UNO", b"UNOGAMES", b"x" * 5000])
def test_what_is_no_saved_game_is_refused(data: bytes) -> None:
    with pytest.raises(CorruptState):
        Game.from_bytes(data)
    with pytest.raises(CorruptState):
        Batch.from_bytes(data)


def test_cut_off_bytes_are_refused() -> None:
    data = Game(seed=1).to_bytes()
    for length in (10, 30, 500, len(data) - 1):
        with pytest.raises(CorruptState):
            Game.from_bytes(data[:length])


def test_a_game_is_not_a_batch_and_a_batch_not_a_game() -> None:
    with pytest.raises(CorruptState, match="Batch.from_bytes"):
        Game.from_bytes(Batch(RuleSet(), 2).to_bytes())
    with pytest.raises(CorruptState, match="Game.from_bytes"):
        Batch.from_bytes(Game(seed=1).to_bytes())
    with pytest.raises(TypeError, match="bytes"):
        Game.from_bytes("UNOGAMES")  # type: ignore[arg-type]


# -- batches -------------------------------------------------------------------------------------------


def test_one_illegal_action_in_a_batch_changes_no_game() -> None:
    batch = Batch([RuleSet(), RuleSet(deck="friendship")], 10, seed=2)
    actions = batch.masks.argmax(axis=1)
    before, masks = batch.games.tobytes(), batch.masks.copy()
    for wrong in (int(np.flatnonzero(batch.masks[7] == 0)[0]), -1, 110, 1 << 40):
        actions[7] = wrong
        with pytest.raises(IllegalAction, match=f"game 7: action {wrong} is not legal; legal: .*draw"):
            batch.step(actions)
    assert batch.games.tobytes() == before
    assert (batch.masks == masks).all()


def test_finished_games_take_no_action_unless_they_are_dealt_anew() -> None:
    batch = Batch(RuleSet(players=2, hand_size=1), 50, seed=2)
    batch.play_out(100_000)
    assert batch.over.all()
    with pytest.raises(IllegalAction, match="game 0 is over"):
        batch.step(np.zeros(50, np.int64))
    batch.step(np.full(50, batches.NO_ACTION))
    assert batch.over.all()
    batch.step(np.zeros(50, np.int64), redeal=True)
    assert not batch.over.all()


def test_arrays_of_the_wrong_form_are_refused() -> None:
    batch = Batch(RuleSet(), 4, seed=2)
    actions = batch.masks.argmax(axis=1)
    before = batch.games.tobytes()
    with pytest.raises(TypeError, match=r"actions must be a writeable array of int64 of shape \(4,\)"):
        batch.step(actions[:3])
    with pytest.raises(TypeError, match="masks must be a writeable array of int8"):
        batches.step(batch.games, batch.rules, actions, np.zeros((4, 110)))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="games must be"):
        batches.step(np.zeros(4), batch.rules, actions, batch.masks)
    with pytest.raises(TypeError, match="rules must be"):
        batches.step(batch.games, batch.games, actions, batch.masks)
    with pytest.raises(TypeError, match="seeds must be"):
        batches.deal(batch.games, batch.rules, np.arange(4), batch.masks)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="decisions=-1: must be a whole number, at least 0"):
        batch.play_out(-1)
    with pytest.raises(ValueError, match=r"decisions=1.5"):
        batch.play_out(1.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="whole numbers, not float64"):
        batch.step(actions + 0.5)  # type: ignore[arg-type]
    frozen = batch.games.copy()
    frozen.flags.writeable = False
    with pytest.raises(TypeError, match="writeable"):
        batches.step(frozen, batch.rules, actions, batch.masks)
    with pytest.raises(ValueError, match="game 0 has not been dealt"):
        batches.play_out(batches.new_games(2), batch.rules, 10)
    with pytest.raises(ValueError, match="seed"):
        Batch(RuleSet(), 3, 1.5)  # type: ignore[arg-type]
    assert batch.games.tobytes() == before
    batch.games["rules"][2] = 1
    with pytest.raises(ValueError, match="must index the 1 rule sets"):
        batch.step(actions)
    with pytest.raises(ValueError, match="count=0"):
        Batch(RuleSet(), 0)
    for wrong in ([], None, "classic", [RuleSet(), None]):
        with pytest.raises(ValueError, match="a batch needs a RuleSet"):
            Batch(wrong, 3)  # type: ignore[arg-type]


def test_a_batch_survives_bytes_and_copies() -> None:
    batch = Batch([RuleSet(), RuleSet(deck="run", players=7)], 12, seed=5)
    batch.play_out(40)
    twin, copy = Batch.from_bytes(batch.to_bytes()), batch.copy()
    assert batches.state_digests(twin.games) == batches.state_digests(batch.games)
    assert twin.rule_sets == batch.rule_sets
    copy.play_out(1)
    assert batches.state_digests(copy.games) != batches.state_digests(batch.games)


@pytest.mark.parametrize("seed", range(3))
def test_a_game_in_a_batch_is_the_same_as_a_single_game_with_its_seed(seed: int) -> None:
    rules = RuleSet(deck="victory_lap", players=3)
    batch = Batch(rules, 5, seed=seed)
    for index, each in enumerate(batches.game_seeds(seed, 5)):
        game = Game(rules, int(each))
        assert game._row.tobytes() == batch.games[index].tobytes()
        assert game.legal_action_ids() == np.flatnonzero(batch.masks[index]).tolist()
