"""What the table of features claims, probed where a program can: here, in RLCard and in OpenSpiel's Crazy Eights."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable
from importlib import metadata
from typing import Any

import gymnasium
import pytest

from benchmarks import documentation
from benchmarks.features import COLUMNS, CRAZY_EIGHTS, HERE, RLCARD, UNO_V4, all_features, feature
from benchmarks.rlcard_checks import DEFECTS
from training.presets import ALGORITHMS
from uno_env import RuleSet
from uno_env.decks import DECKS
from uno_env.documentation import ROOT
from uno_env.formats.match import SCORINGS
from uno_env.rules import RulesError

#: Features that a check on RLCard shows to be missing there.
SHOWN_BY = {
    "challenge of a Wild Draw Four": "the challenge",
    "UNO call and catch": "the UNO call",
    "Reverse acts as Skip with two players": "Reverse with two players",
    "drawing although able to play": "drawing by choice",
    "a drawn card may be played or kept": "a drawn card plays itself",
    "points for what is held": "points",
}
ACE, QUEEN, EIGHT = 12, 10, 6
DRAW, PASS = 52, 53


def test_names_are_told_apart_and_every_cell_says_something() -> None:
    names = [each.name for each in all_features()]
    assert len(names) == len(set(names))
    assert all(cell.text for each in all_features() for cell in each.cells)
    assert all(column.checked for column in COLUMNS)


def test_the_table_has_every_feature_note_and_check() -> None:
    made = documentation.feature_comparison()
    for each in all_features():
        assert f"| {each.name} |" in made
        assert all(cell.note in made for cell in each.cells)
    assert all(column.checked in made for column in COLUMNS)


# -- here --------------------------------------------------------------------------------------------------------


def test_our_own_cells_are_true() -> None:
    assert feature("decks").cell(HERE).text == str(len(DECKS))
    sizes = sorted({len(RuleSet(deck=deck).card_kinds()) for deck in DECKS})
    assert feature("cards").cell(HERE).text == " and ".join(map(str, sizes))
    low, high = map(int, feature("players").cell(HERE).text.split("-"))
    for players in (low, high):
        RuleSet(players=players)
    for players in (low - 1, high + 1):
        with pytest.raises(RulesError):
            RuleSet(players=players)
    assert feature("matches over several rounds").cell(HERE).text.startswith(str(len(SCORINGS)))
    assert feature("learning algorithms").cell(HERE).text == str(len(ALGORITHMS))
    networks = list((ROOT / "agents" / "weights").glob("*.npz"))
    assert feature("trained networks").cell(HERE).text == str(len(networks))
    assert (ROOT / "LICENSE").read_text().startswith(feature("licence").cell(HERE).text)


# -- RLCard ------------------------------------------------------------------------------------------------------


@pytest.fixture
def rlcard() -> Any:
    return pytest.importorskip("rlcard")


def title_of(key: str) -> str:
    return next(column.title for column in COLUMNS if column.key == key)


def test_the_rlcard_that_was_checked_is_the_one_installed(rlcard: Any) -> None:
    assert f"RLCard {metadata.version('rlcard')} " in title_of(RLCARD)


@pytest.mark.parametrize("name", SHOWN_BY)
def test_what_rlcard_lacks_is_shown_by_a_check(rlcard: Any, name: str) -> None:
    assert feature(name).cell(RLCARD).text == feature(name).cell(UNO_V4).text == "no"
    assert next(defect for defect in DEFECTS if defect.name == SHOWN_BY[name]).shown()


def test_rlcard_is_as_the_table_says(rlcard: Any) -> None:
    from rlcard.envs.registration import registry
    from rlcard.games.uno.utils import init_deck
    from rlcard.models.registration import model_registry

    env = rlcard.make("uno", config={"seed": 1, "allow_step_back": True})
    assert feature("cards").cell(RLCARD).text == str(len(init_deck()))
    assert feature("players").cell(RLCARD).text == str(env.num_players)
    assert [name for name in registry.env_specs if "uno" in name] == ["uno"]
    assert [name for name in model_registry.model_specs if "uno" in name] == ["uno-rule-v1"]
    assert not isinstance(env, gymnasium.Env)
    state, seat = env.reset()
    assert all(isinstance(action, int) for action in state["legal_actions"])
    env.step(next(iter(state["legal_actions"])))
    back, back_seat = env.step_back()
    assert (back["raw_obs"], back_seat) == (state["raw_obs"], seat)
    assert pickle.loads(pickle.dumps(env)).get_state(seat)["raw_obs"] == state["raw_obs"]
    assert not {"render", "save", "load", "to_bytes"} & set(dir(env))


def test_rlcard_deals_the_same_cards_for_the_same_seed(rlcard: Any) -> None:
    def course(seed: int) -> list[Any]:
        env, choice = rlcard.make("uno", config={"seed": seed}), random.Random(1)
        state, _ = env.reset()
        seen = []
        while not env.is_over():
            seen.append(state["raw_obs"]["hand"])
            state, _ = env.step(choice.choice(list(state["legal_actions"])))
        return seen

    assert feature("same seed, same game").cell(RLCARD).text == "yes"
    assert course(3) == course(3) != course(4)


# -- OpenSpiel's Crazy Eights ------------------------------------------------------------------------------------


@pytest.fixture
def pyspiel() -> Any:
    return pytest.importorskip("pyspiel")


def found_state(pyspiel: Any, wanted: Callable[[Any], bool], special: bool = True) -> Any:
    """The first position of random games of two players that is as wanted."""
    game = pyspiel.load_game("crazy_eights", {"players": 2, "use_special_cards": special, "reshuffle": True})
    choice = random.Random(1)
    for _ in range(200):
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node() and wanted(state):
                return state
            state.apply_action(choice.choice(state.legal_actions()))
    raise AssertionError("no such position came up")


def legal_of_rank(state: Any, rank: int) -> list[int]:
    return [action for action in state.legal_actions() if action < DRAW and action // 4 == rank]


def test_the_open_spiel_that_was_checked_is_the_one_installed(pyspiel: Any) -> None:
    assert f"OpenSpiel {metadata.version('open_spiel')} " in title_of(CRAZY_EIGHTS)
    assert metadata.metadata("open_spiel")["License-Expression"] == "Apache-2.0"
    assert feature("licence").cell(CRAZY_EIGHTS).text == "Apache 2.0"


def test_crazy_eights_seats_as_many_as_the_table_says(pyspiel: Any) -> None:
    kind = pyspiel.load_game("crazy_eights").get_type()
    assert feature("players").cell(CRAZY_EIGHTS).text == f"{kind.min_num_players}-{kind.max_num_players}"
    assert kind.provides_observation_tensor
    assert kind.provides_observation_string
    note = feature("house rules").cell(CRAZY_EIGHTS).note
    assert all(f"`{name}`" in note for name in kind.parameter_specification if name != "players")


@pytest.mark.parametrize(("rank", "same_player"), [(ACE, False), (QUEEN, True)])
def test_with_two_players_its_reverse_passes_the_turn_on_and_its_skip_does_not(
    pyspiel: Any, rank: int, same_player: bool
) -> None:
    state = found_state(pyspiel, lambda state: bool(legal_of_rank(state, rank)))
    before = state.current_player()
    state.apply_action(legal_of_rank(state, rank)[0])
    assert (state.current_player() == before) is same_player
    assert feature("Reverse acts as Skip with two players").cell(CRAZY_EIGHTS).text == "no"


def test_in_crazy_eights_one_may_draw_and_keep_what_was_drawn(pyspiel: Any) -> None:
    choice = random.Random(1)
    state = found_state(pyspiel, lambda state: DRAW in state.legal_actions() and state.legal_actions()[0] < DRAW)
    while state.current_player() >= 0:
        before = set(state.legal_actions())
        state.apply_action(DRAW)
        state.apply_action(choice.choice(state.legal_actions()))  # chance
        after = set(state.legal_actions())
        if after - before - {PASS}:  # the drawn card fits
            break
    assert after & {DRAW, PASS}, "it may be kept"
    for name in ("drawing although able to play", "a drawn card may be played or kept"):
        assert feature(name).cell(CRAZY_EIGHTS).text == "yes"


def test_in_crazy_eights_the_named_suit_is_observed(pyspiel: Any) -> None:
    for suit in range(4):
        state = found_state(pyspiel, lambda state: bool(legal_of_rank(state, EIGHT)))
        state.apply_action(legal_of_rank(state, EIGHT)[0])
        state.apply_action(PASS + 1 + suit)
        seen = state.observation_tensor(state.current_player())[3 * 52 : 3 * 52 + 4]
        assert [int(each) for each in seen] == [int(suit == each) for each in range(4)]
    assert feature("a wild's colour is named and observed").cell(CRAZY_EIGHTS).text == "yes"


def test_crazy_eights_can_be_saved_but_not_resampled(pyspiel: Any) -> None:
    state = found_state(pyspiel, lambda state: True)
    again = state.get_game().deserialize_state(state.serialize())
    assert str(again) == str(state) == str(state.clone())
    assert sum(state.legal_actions_mask()) == len(state.legal_actions())
    with pytest.raises(pyspiel.SpielError, match="not implemented"):
        state.resample_from_infostate(state.current_player(), random.random)
    with pytest.raises(pyspiel.SpielError, match="not implemented"):
        state.information_state_string()
    assert feature("hidden cards redrawn, for search").cell(CRAZY_EIGHTS).text == "no"
    assert hasattr(state, "apply_action_with_legality_check")


def test_crazy_eights_counts_number_cards_by_their_place_in_the_pack(pyspiel: Any) -> None:
    """Its header says by their face.  Cards are numbered rank by rank from the two of clubs."""

    def penalty(state: Any, seat: int, value: Callable[[int], int]) -> int:
        lines = state.observation_string(seat).splitlines()[1:5]
        held = [
            (rank, rank * 4 + suit)
            for suit, line in enumerate(lines)
            for rank, letter in enumerate(line.removeprefix(f"Suit {'CDHS'[suit]}: "))
            if letter != " "
        ]
        return sum(50 if rank == EIGHT else 10 if rank >= 9 else value(card) for rank, card in held)

    choice, differ = random.Random(1), 0
    game = pyspiel.load_game("crazy_eights", {"players": 2})
    for _ in range(20):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choice.choice(state.legal_actions()))
        for seat, paid in enumerate(state.returns()):
            assert -paid == penalty(state, seat, lambda card: card + 2)
            differ += -paid != penalty(state, seat, lambda card: card // 4 + 2)
    assert differ > 10
    assert "counts 25" in feature("points for what is held").cell(CRAZY_EIGHTS).note  # 5 * 4 + 3 + 2
