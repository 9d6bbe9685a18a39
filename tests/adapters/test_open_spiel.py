"""The OpenSpiel game, against OpenSpiel itself."""

import pickle
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python import policy, rl_environment  # noqa: E402
from open_spiel.python.algorithms import (  # noqa: E402
    exploitability,
    external_sampling_mccfr,
    ismcts,
    mcts,
)

import uno_env.open_spiel  # noqa: E402
from uno_env import Game, RuleSet, observation  # noqa: E402
from uno_env.decks import Deck  # noqa: E402
from uno_env.open_spiel import EnginePlayOuts, Resampler, UnoGame, UnoState  # noqa: E402
from uno_env.own_decks import register_deck  # noqa: E402

TINY = Deck("spiel_tiny", "Tiny", "ours", contents={"R1": 2, "R2": 2, "Y1": 2, "Y2": 2, "RS": 1, "YS": 1})
FIVE = Deck("spiel_five", "Five cards", "ours", contents={"R1": 2, "R2": 1, "Y1": 1, "Y2": 1})
DRAWS = Deck("spiel_draws", "Draws", "ours", contents={"R1": 2, "R2": 2, "Y1": 2, "RD": 2, "YD": 2, "W": 1, "W4": 2})
TINY_GAME = "python_uno(deck=spiel_tiny,players=2,hand_size=2,uno_call=auto)"
FIVE_GAME = "python_uno(deck=spiel_five,players=2,hand_size=2,uno_call=auto,max_public_actions=4)"
#: Every deck, every house rule, small hands so that rounds end.
TABLES = [
    "deck=classic,players=2,hand_size=2",
    "deck=classic,players=4,hand_size=3,partners=True,jump_in=True,progressive=True",
    "deck=run,players=3,hand_size=2,progressive=True,jump_in=True",
    "deck=friendship,players=3,hand_size=3,seven_zero=True",
    "deck=casting_call,players=3,hand_size=2,jump_in=True",
    "deck=casting_call,players=2,hand_size=2,casting_match=identical,uno_call=auto",
    "deck=victory_lap,players=4,hand_size=3,seven_zero=True,progressive=True",
    "deck=spiel_draws,players=2,hand_size=3,progressive=True,jump_in=True",
]


@pytest.fixture(scope="module", autouse=True)
def small_decks() -> None:
    for deck in (TINY, FIVE, DRAWS):
        register_deck(deck)


def load(text: str) -> Any:
    return pyspiel.load_game(text)


def codes(state: UnoState) -> dict[str, int]:
    """The legal actions or the outcomes of chance, by their names."""
    return {state.action_to_string(state.current_player(), action): action for action in state.legal_actions()}


def say(state: UnoState, *words: str) -> None:
    """Apply actions and outcomes by their names."""
    for word in words:
        state.apply_action(codes(state)[word])


def random_step(state: UnoState, random: Random) -> None:
    if state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(random.choices(outcomes, weights)[0])
    else:
        state.apply_action(random.choice(state.legal_actions()))


def course(game: Any, random: Random, most: int = 1500) -> Iterator[UnoState]:
    """The states of a round of random play, the same object all the time."""
    state = game.new_initial_state()
    for _ in range(most):
        yield state
        if state.is_terminal():
            return
        random_step(state, random)


def decisions(game: Any, random: Random, most: int = 1500) -> Iterator[UnoState]:
    return (state for state in course(game, random, most) if state.current_player() >= 0)


def test_the_examples_of_the_page_run() -> None:
    page = (Path(__file__).parents[2] / "docs" / "adapters" / "open_spiel.md").read_text()
    examples = re.findall(r"```python\n(.*?)```", page, flags=re.DOTALL)
    assert len(examples) == 4
    names: dict[str, Any] = {}
    for example in examples:
        exec(compile(example, "open_spiel.md", "exec"), names)


# -- the game ------------------------------------------------------------------------------------------------


def test_importing_the_package_does_not_import_openspiel() -> None:
    program = "import sys, uno_env; print('pyspiel' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_the_game_is_registered_once_and_loads_by_name_and_by_parameters() -> None:
    uno_env.open_spiel.game.register()
    assert pyspiel.registered_names().count("python_uno") == 1
    game = load("python_uno")
    assert (game.num_players(), game.num_distinct_actions()) == (4, 110)
    other = pyspiel.load_game("python_uno", {"deck": "run", "players": 3, "jump_in": True})
    assert other.rules == RuleSet(deck="run", players=3, jump_in=True)
    assert load(str(other)).rules == other.rules
    assert UnoGame().rules == RuleSet()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("deck=clasic", "did you mean 'classic'"),
        ("players=11", "a table seats 2 to 10"),
        ("players=3,partners=True", "partners need an even number"),
        ("hand_size=60", "hand_size=60"),
        ("uno_call=never", "must be one of explicit, auto"),
        ("reward=fame", "must be one of win_loss"),
        ("history=17", "from 0 to 16"),
        ("max_public_actions=0", "at least one"),
        ("players=2,max_public_actions=10000000", "at most 4,925,420, because OpenSpiel counts in 32 bits"),
    ],
)
def test_bad_parameters_get_the_message_of_the_rule_set(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        load(f"python_uno({text})")


def test_as_many_actions_as_the_library_can_count_are_possible() -> None:
    assert load("python_uno(players=2,max_public_actions=4925420)").max_history_length() < 2**31


def test_a_deck_can_be_named_by_module_and_attribute() -> None:
    game = load("python_uno(deck=tests.adapters.test_open_spiel:TINY,players=2,hand_size=2)")
    assert len(game.rules.deck_declaration.contents) == 6


@pytest.mark.parametrize("table", TABLES)
def test_openspiels_own_simulation_finds_no_fault(table: str) -> None:
    game = load(f"python_uno({table},max_public_actions=120)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_openspiels_own_simulation_with_saved_states_finds_no_fault() -> None:
    game = load("python_uno(deck=spiel_tiny,players=2,hand_size=2,jump_in=True,max_public_actions=30)")
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)


def test_openspiels_environment_for_learners_plays_it() -> None:
    environment = rl_environment.Environment(load(TINY_GAME), chance_event_sampler=rl_environment.ChanceEventSampler(3))
    step, random = environment.reset(), Random(3)
    while not step.last():
        seat = step.observations["current_player"]
        assert len(step.observations["info_state"][seat]) == observation.length()
        step = environment.step([random.choice(step.observations["legal_actions"][seat])])
    assert sum(step.rewards) == 0


# -- chance --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", TABLES)
def test_rounds_end_and_are_the_rounds_that_a_game_replayed_from_the_record_has(table: str) -> None:
    game, random, ended = load(f"python_uno({table})"), Random(table), 0
    for _ in range(3):
        for state in course(game, random, most=4000):
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                assert sum(share for _, share in outcomes) == pytest.approx(1, abs=1e-12)
                assert all(share > 0 for _, share in outcomes)
        ended += state.is_terminal()
        while state.is_chance_node():
            random_step(state, random)
        replayed = Game.replay(state.record())
        assert replayed.snapshot() == state.to_game().snapshot()
        assert replayed.record() == state.record()
        assert state.is_terminal() == replayed.over
        if replayed.over and not replayed.snapshot()["dead"]:
            assert np.argmax(state.returns()) in (replayed.winner, (replayed.winner + 2) % 4)
    assert ended


def test_every_table_on_the_way_is_that_of_the_record() -> None:
    for number, state in enumerate(decisions(load(f"python_uno({TABLES[-1]})"), Random(5), 400)):
        if number % 7 == 0:
            assert Game.replay(state.record()).snapshot() == state.to_game().snapshot()
            assert state.to_game().actor == state.current_player()


def test_a_card_is_as_likely_as_there_are_such_cards_in_the_pile() -> None:
    game, random, checked = load(f"python_uno({TABLES[-1]})"), Random(2), Counter()
    for state in (state for _ in range(12) for state in course(game, random)):
        if not state.is_chance_node() or not state.is_dealt or "lifted: nothing yet" not in str(state):
            continue
        pile = Counter(state.to_game().snapshot()["draw_pile"])
        checked[bool(pile)] += 1
        if pile:
            expected = {code: count / pile.total() for code, count in pile.items()}
            found = {state.action_to_string(pyspiel.PlayerId.CHANCE, o): share for o, share in state.chance_outcomes()}
            assert found == pytest.approx(expected)
    assert checked[True] > 20
    assert checked[False]  # an empty pile: the discards are shuffled


def test_nothing_is_left_to_chance_where_no_card_is_lifted() -> None:
    state = load("python_uno(players=3,hand_size=2)").new_initial_state()
    assert codes(state) == {"dealer 0": 0, "dealer 1": 1, "dealer 2": 2}
    say(state, "dealer 2", "R1", "B2", "Y3", "R2", "B3", "Y4")
    assert state.is_chance_node()
    say(state, "R9")
    assert state.current_player() == 0
    say(state, "R1")
    assert (state.current_player(), list(codes(state))) == (0, ["pass", "uno"])
    say(state, "uno")
    assert state.current_player() == 1
    say(state, "draw")
    assert state.is_chance_node()
    say(state, "G1")
    assert state.current_player() == 1  # it can be played on the R1
    say(state, "pass")
    assert state.current_player() == 2


def test_a_start_card_that_goes_back_may_come_again() -> None:
    state = load("python_uno(players=2,hand_size=1)").new_initial_state()
    say(state, "dealer 0", "R1", "R2")
    before = dict(state.chance_outcomes())
    say(state, "W4")
    assert dict(state.chance_outcomes()) == before
    say(state, "W4", "R9")
    assert state.current_player() == 1
    record = state.record()
    assert [record["deck"][2], record["shuffles"][0][0], record["shuffles"][1][0]] == ["W4", "W4", "R9"]
    assert Game.replay(record).snapshot() == state.to_game().snapshot()
    other = load("python_uno(players=2,hand_size=1)").new_initial_state()
    say(other, "dealer 0", "R1", "R2", "R9")
    assert other.information_state_string(1) != state.information_state_string(1)  # all have seen it


def test_start_cards_of_the_run_deck_are_turned_until_a_number_comes() -> None:
    state = load("python_uno(deck=run,players=2,hand_size=1)").new_initial_state()
    say(state, "dealer 0", "R1", "R2", "W4", "RS")
    assert state.is_chance_node()
    say(state, "B5")
    assert state.to_game().snapshot()["discard_pile"] == ["B5", "RS", "W4"]


def test_a_start_draw_two_is_drawn_card_by_card() -> None:
    state = load("python_uno(players=2,hand_size=1)").new_initial_state()
    say(state, "dealer 0", "R1", "R2", "GD", "B1")
    assert state.is_chance_node()
    say(state, "B2")
    assert state.to_game().hand(1) == ["B1", "B2", "R1"]


def test_casting_call_turns_cards_until_chance_brings_a_match() -> None:
    state = load("python_uno(deck=casting_call,players=3,hand_size=2)").new_initial_state()
    say(state, "dealer 2", "CAST", "B2", "Y3", "R2", "B3", "Y4", "R9", "CAST:R", "uno", "R1", "B2")
    assert state.is_chance_node()
    say(state, "Y7")
    assert state.is_chance_node()
    say(state, "G7")
    assert (state.current_player(), "split" in codes(state)) == (0, True)
    assert state.to_game().snapshot()["turned"] == ["R1", "B2", "Y7", "G7"]


def test_a_pile_that_runs_out_goes_on_with_the_discards_and_the_player_knows_which_card_came_when() -> None:
    deck = Deck("spiel_six", "Six", "ours", contents={"R1": 2, "R2": 2, "RD": 1, "Y5": 1})
    register_deck(deck)

    def after(other_has: str, *drawn: str) -> UnoState:
        state = load("python_uno(deck=spiel_six,players=2,hand_size=2,uno_call=auto)").new_initial_state()
        say(state, "dealer 1", "R2", "RD", "Y5", other_has, "R1", "R2", "RD", *drawn)
        return state

    state = after("R1")
    assert list(codes(state)) == ["R2"]  # the last card of the pile
    say(state, "R2")
    assert set(codes(state)) == {"R1", "R2"}  # what lies under the Draw Two
    one, other = after("R1", "R2", "R1"), after("R2", "R1", "R2")
    assert one.current_player() == 1  # who drew misses the turn
    for state in (one, other):
        assert Game.replay(state.record()).snapshot() == state.to_game().snapshot()
        assert state.to_game().hand(0) == ["R1", "R2", "Y5"]
    assert one.information_state_string(0) != other.information_state_string(0)


def test_an_action_or_outcome_that_is_not_possible_is_an_error_and_changes_nothing() -> None:
    state = load("python_uno(players=2,hand_size=2)").new_initial_state()
    with pytest.raises(ValueError, match="outcome 5 is not possible"):
        state.apply_action(5)
    say(state, "dealer 0", "R0")
    with pytest.raises(ValueError, match="outcome 0 is not possible"):
        state.apply_action(0)  # the only R0 is dealt
    say(state, "R1", "R2", "R3", "R4")
    with pytest.raises(ValueError, match="legal: R0, R2, draw"):
        state.apply_action(55)
    assert state.current_player() == 1


def test_rounds_by_chance_nodes_are_distributed_as_the_engines_own() -> None:
    stats = pytest.importorskip("scipy.stats")
    rules, random, rounds = RuleSet(deck="spiel_tiny", players=2, hand_size=2, uno_call="auto"), Random(11), 1500
    found: list[Counter[tuple[str, bool, int]]] = [Counter(), Counter()]

    def outcome(game: Game) -> tuple[str, bool, int]:
        record = game.record()
        start = record["deck"][4]
        return start, game.winner == record["dealer"], min(len(record["actions"]) // 4, 3)

    spiel = load(TINY_GAME)
    for seed in range(rounds):
        game = Game(rules, seed=seed)
        while not game.over:
            game.play(random.choice(game.legal_action_ids()))
        found[0][outcome(game)] += 1
        state = spiel.new_initial_state()
        while not state.is_terminal():
            random_step(state, random)
        found[1][outcome(state.to_game())] += 1
    kinds = [kind for kind, count in (found[0] + found[1]).items() if count >= 10]
    assert len(kinds) > 20
    table = [[each[kind] for kind in kinds] for each in found]
    assert stats.chi2_contingency(table).pvalue > 0.01
    # The test can fail: a winner's share that is off by ten in a hundred is found out.
    wins = [sum(count for kind, count in each.items() if kind[1]) for each in found]
    assert stats.chi2_contingency([[wins[0], rounds - wins[0]], [wins[1], rounds - wins[1]]]).pvalue > 0.01
    off = wins[1] + rounds // 10
    assert stats.chi2_contingency([[wins[0], rounds - wins[0]], [off, rounds - off]]).pvalue < 0.01


# -- states --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", [TABLES[1], TABLES[4], TABLES[7]])
def test_a_clone_and_a_saved_state_are_equal_and_independent(table: str) -> None:
    random = Random(3)
    for number, state in enumerate(course(load(f"python_uno({table})"), random, 300)):
        if number % 10 or state.is_terminal():
            continue
        said = str(state)
        for other in (state.clone(), pickle.loads(pickle.dumps(state))):
            assert (str(other), other.history()) == (said, state.history())
            assert other.legal_actions() == state.legal_actions()
            for seat in range(state.num_players()):
                assert other.information_state_string(seat) == state.information_state_string(seat)
            for _ in range(5):
                if not other.is_terminal():
                    random_step(other, random)
        assert str(state) == said


def test_a_history_replays_to_the_same_state() -> None:
    game = load(TINY_GAME)
    *_, state = course(game, Random(8))
    again = game.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert str(again) == str(state)
    assert again.returns() == state.returns()


@pytest.mark.parametrize("reward", ["win_loss", "points", "points_scaled", "placement"])
def test_returns_are_those_of_the_reward_scheme_and_within_bounds(reward: str) -> None:
    game = load(f"python_uno(deck=classic,players=4,hand_size=2,partners=True,reward={reward})")
    zero_sum = reward != "points"
    assert (game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM) == zero_sum
    for seed in range(3):
        *_, state = course(game, Random(seed), 6000)
        assert state.is_terminal()
        assert all(game.min_utility() <= value <= game.max_utility() for value in state.returns())
        winner = state.to_game().winner
        assert state.returns()[winner] == state.returns()[(winner + 2) % 4] == max(state.returns())
        if zero_sum:
            assert sum(state.returns()) == pytest.approx(0, abs=1e-9)
        else:
            assert state.returns() == state.to_game().snapshot()["points"]


def test_a_round_that_goes_on_for_too_long_is_broken_off_without_a_winner() -> None:
    game = load("python_uno(players=2,hand_size=7,max_public_actions=3)")
    *before, state = [state.clone() for state in course(game, Random(1))]
    assert len(state.to_game().public_actions()) == 3
    assert state.is_terminal()
    assert not before[-1].is_terminal()
    assert state.returns() == [0, 0]
    assert state.move_number() <= game.max_game_length() + game.max_chance_nodes_in_history()


# -- information ---------------------------------------------------------------------------------------------


def seen_by(game: Game, seat: int) -> tuple[Any, ...]:
    """What a player could write down, in our own words and with the cards of no other hand."""
    table = game.snapshot()
    sizes = tuple(len(hand) for hand in table["hands"])
    discards = tuple(sorted(table["discard_pile"]))
    return (tuple(game.hand(seat)), sizes, len(table["draw_pile"]), table["discard_pile"][0], discards, table["color"])


def test_information_states_are_exactly_what_the_players_have_seen_and_done() -> None:
    """The whole tree of a small game: the same string if and only if the same notes, which determine the actions."""
    notes_of: dict[str, set[Any]] = defaultdict(set)
    string_of: dict[Any, set[str]] = defaultdict(set)
    actions_of: dict[str, set[tuple[int, ...]]] = defaultdict(set)
    nodes = 0

    def walk(state: UnoState, notes: tuple[tuple[Any, ...], ...]) -> None:
        nonlocal nodes
        if state.is_terminal():
            return
        if state.is_chance_node():
            for outcome in state.legal_actions():
                walk(state.child(outcome), notes)
            return
        nodes += 1
        game, actor = state.to_game(), state.current_player()
        string = state.information_state_string()
        note = (actor, game.snapshot()["dealer"], notes[actor], seen_by(game, actor), game.phase)
        notes_of[string].add(note)
        string_of[note].add(string)
        actions_of[string].add(tuple(state.legal_actions()))
        for action in state.legal_actions():
            hidden = game.phase == "drawn" and state.action_to_string(actor, action) == "pass"
            grown = tuple(
                known if hidden and seat != actor else (*known, (seen_by(game, seat), actor, action))
                for seat, known in enumerate(notes)
            )
            walk(state.child(action), grown)

    walk(load(FIVE_GAME.replace("actions=4", "actions=3")).new_initial_state(), ((), ()))
    assert all(len(each) == 1 for each in notes_of.values())
    assert all(len(each) == 1 for each in string_of.values())
    assert all(len(each) == 1 for each in actions_of.values())
    assert nodes > 2 * len(notes_of)  # some things are hidden


def dealt(hands: str, start: str, **rules: Any) -> UnoState:
    """A table with these hands, seat by seat, dealt by the last player."""
    cards = [hand.split() for hand in hands.split(",")]
    words = [card for turn in zip(*cards, strict=True) for card in turn]
    game = pyspiel.load_game("python_uno", {"players": len(cards), "hand_size": len(cards[0]), **rules})
    state = game.new_initial_state()
    say(state, f"dealer {len(cards) - 1}", *words, start)
    return state


def strings(state: UnoState) -> list[str]:
    return [state.information_state_string(seat) for seat in range(state.num_players())]


def test_states_that_differ_in_hidden_cards_only_have_the_same_information_state() -> None:
    one, other = dealt("R1 R2,B1 B2,Y1 Y2", "R9"), dealt("R2 R1,B1 B3,Y1 Y3", "R9")
    assert one.information_state_string(0) == other.information_state_string(0)  # the order of a hand is nothing
    assert one.information_state_string(1) != other.information_state_string(1)
    for state in (one, other):
        say(state, "R1", "uno", "draw", "G9" if state is one else "G8")
    assert one.information_state_string(0) == other.information_state_string(0)


def test_nobody_learns_that_somebody_could_have_jumped_in_and_did_not() -> None:
    could = dealt("RD R1 R2,B1 B2 B3,RD R3 R4", "R9", jump_in=True)
    could_not = dealt("RD R1 R2,B1 B2 B3,R8 R3 R4", "R9", jump_in=True)
    say(could, "RD", "pass", "G1", "G2", "R3")
    say(could_not, "RD", "G1", "G2", "R3")
    assert strings(could)[:2] == strings(could_not)[:2]
    assert strings(could)[2] != strings(could_not)[2]
    assert could.current_player() == could_not.current_player() == 0


def test_nobody_learns_that_the_drawn_card_could_have_been_played() -> None:
    could, could_not = (dealt("Y1 Y2,B1 B2,R3 R4", "R9") for _ in range(2))
    say(could, "draw", "R5", "pass")
    say(could_not, "draw", "G5")
    assert strings(could)[1:] == strings(could_not)[1:]


def test_a_player_remembers_in_which_order_the_others_played() -> None:
    """Between two decisions of one's own; the cards on the table are the same in the end."""
    hands = "R1 Y1 B1,R2 R3 G1,R2 R3 G2,R4 Y4 G4"
    one, other, again = (dealt(hands, "R9", uno_call="auto") for _ in range(3))
    for state in (one, again):
        say(state, "R1", "R2", "R3", "R4")
    say(other, "R1", "R3", "R2", "R4")
    assert strings(one)[0] != strings(other)[0]
    assert strings(one) == strings(again)


def test_a_player_remembers_what_was_played_and_passed_over() -> None:
    """Two ways to the same table are two information states; the same way is the same one."""
    one, other = (dealt("R1 Y1 B1,R2 G2 G3", "R9", uno_call="auto") for _ in range(2))
    say(one, "R1", "R2", "draw", "R3", "pass")
    say(other, "draw", "R3", "pass", "R2", "R1")
    for state in (one, other):
        assert state.to_game().hand(0) == ["B1", "R3", "Y1"]
    assert strings(one)[0] != strings(other)[0]
    again = dealt("R1 Y1 B1,R2 G2 G3", "R9", uno_call="auto")
    say(again, "R1", "R2", "draw", "R3", "pass")
    assert strings(again) == strings(one)


@pytest.mark.parametrize("table", TABLES)
def test_a_resampled_world_is_the_same_to_the_player_and_can_be_played_on(table: str) -> None:
    random, worlds = Random(table), Resampler(seed=5)
    sampler = pyspiel.UniformProbabilitySampler(7, 0.0, 1.0)
    game, tried, changed = load(f"python_uno({table})"), 0, 0
    for number, state in enumerate(state for _ in range(4) for state in decisions(game, random, 250)):
        if number % 9:
            continue
        player = state.current_player()
        for world in (state.resample_from_infostate(player, sampler), worlds(state, player)):
            assert world.information_state_string() == state.information_state_string()
            assert world.observation_tensor(player) == state.observation_tensor(player)
            assert world.observation_string(player) == state.observation_string(player)
            assert world.legal_actions() == state.legal_actions()
            tried += 1
            changed += world.to_game().snapshot()["hands"] != state.to_game().snapshot()["hands"]
            said = str(world)
            for _ in range(30):
                if not world.is_terminal():
                    random_step(world, random)
            assert all(world.information_state_string(seat) for seat in range(state.num_players()))
            assert said != str(world)
            with pytest.raises(ValueError, match="never dealt"):
                world.record()
    assert tried >= changed > 5  # with two players and no draw pile nothing is hidden


def test_worlds_depend_on_the_seed_alone_and_not_on_what_is_hidden() -> None:
    one, other = dealt("R1 R2,B1 B2,Y1 Y2", "R9"), dealt("R1 R2,B1 B3,Y1 Y3", "R9")
    assert str(one.resampled(0, 12)) == str(other.resampled(0, 12))
    assert strings(one.resampled(0, 12)) == strings(other.resampled(0, 12))
    assert str(one.resampled(0, 12)) != str(one.resampled(0, 13))


def test_what_the_others_have_seen_does_not_come_along_into_a_sampled_world() -> None:
    """They have a past by now, in which their own hidden cards stand."""
    rules = {"uno_call": "auto"}
    one, other = dealt("R1 R2 R3,B1 B2 R4,Y1 Y2 Y3", "R9", **rules), dealt("R1 R2 R3,B1 B3 R4,Y1 Y2 Y3", "R9", **rules)
    for state in (one, other):
        say(state, "R1", "R4", "draw", "G8")
        assert state.current_player() == 0
    assert strings(one)[1] != strings(other)[1]
    assert strings(one.resampled(0, 12)) == strings(other.resampled(0, 12))


def test_worlds_are_sampled_for_the_player_to_act_alone() -> None:
    state = dealt("R1 R2,B1 B2", "R9")
    with pytest.raises(ValueError, match="player 1 is not to act"):
        state.resample_from_infostate(1, pyspiel.UniformProbabilitySampler(0.0, 1.0))


# -- observers -----------------------------------------------------------------------------------------------


def row_of(game: Game, seat: int) -> np.ndarray:
    rows = np.zeros((1, observation.length()), np.uint8)
    context = np.zeros((1, observation.CONTEXT), np.int32)
    observation.observe(game._row, game._rule_rows, np.array([seat], np.int8), context, rows)
    return rows[0]


@pytest.mark.parametrize("table", [TABLES[3], TABLES[6]])
def test_the_observation_tensor_is_the_row_of_this_project(table: str) -> None:
    game = load(f"python_uno({table})")
    observer = game.make_py_observer()
    start = game.new_initial_state()
    assert not any(start.observation_tensor(0))
    assert "being dealt" in start.observation_string(0)
    for number, state in enumerate(decisions(game, Random(6), 400)):
        replayed = Game.replay(state.record()) if number % 11 == 0 else None
        for seat in range(state.num_players()) if replayed else ():
            assert np.array_equal(state.observation_tensor(seat), row_of(replayed, seat))
            observer.set_from(state, seat)
            assert np.array_equal(observer.tensor, row_of(replayed, seat))
            assert observer.dict["hand"].sum() == len(replayed.hand(seat)) or replayed.phase == "lap"
            assert f"seat {seat} (you" in state.observation_string(seat)


def test_observers_show_what_is_public_or_what_is_private() -> None:
    game = load("python_uno(players=3,hand_size=2)")
    kind = pyspiel.IIGObservationType
    whole = game.make_py_observer(kind(perfect_recall=False))
    public = game.make_py_observer(kind(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE))
    private = game.make_py_observer(kind(perfect_recall=False, public_info=False))
    assert len(public.tensor) + len(private.tensor) == len(whole.tensor)
    one, other = dealt("R1 R2,B1 B2,Y1 Y2", "R9"), dealt("R3 R2,B1 B3,Y1 Y3", "R9")
    assert public.string_from(one, 0) == public.string_from(other, 0)
    assert private.string_from(one, 0) != private.string_from(other, 0)
    assert set(private.dict) == {"hand", "offered", "drawn", "laid", "known", "phase"}
    assert not set(public.dict) & set(private.dict)
    recall = game.make_py_observer(kind(perfect_recall=True))
    assert recall.tensor is None
    assert recall.string_from(one, 1) == one.information_state_string(1)


def test_observers_that_are_not_supported_say_so() -> None:
    game, kind = load("python_uno"), pyspiel.IIGObservationType
    with pytest.raises(ValueError, match="seat by seat"):
        game.make_py_observer(kind(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS))
    with pytest.raises(ValueError, match="perfect recall"):
        game.make_py_observer(kind(perfect_recall=True, public_info=False))
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(kind(perfect_recall=False), {"size": 3})


# -- algorithms ----------------------------------------------------------------------------------------------


def bot(game: Any, evaluator: Any, simulations: int, seed: int) -> Any:
    found = ismcts.ISMCTSBot(
        game, evaluator, uct_c=1.4, max_simulations=simulations, random_state=np.random.RandomState(seed)
    )
    found.set_resampler(Resampler(seed))
    return found


def test_is_mcts_beats_random_play() -> None:
    game, random, wins, rounds = load(TINY_GAME), Random(9), 0.0, 40
    searcher = bot(game, EnginePlayOuts(seed=1), 40, 1)
    for number in range(rounds):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.current_player() == number % 2:
                action = searcher.step(state)
                assert action in state.legal_actions()
                state.apply_action(action)
            else:
                random_step(state, random)
        wins += (state.returns()[number % 2] + 1) / 2
    assert wins / rounds >= 0.65


@pytest.mark.parametrize("table", ["deck=friendship,players=3,hand_size=2", "deck=victory_lap,players=2,jump_in=True"])
def test_is_mcts_plays_legal_actions_with_openspiels_own_evaluator_and_sampler(table: str) -> None:
    game = load(f"python_uno({table},max_public_actions=60)")
    searcher = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), 1.4, 6)
    for number, state in enumerate(decisions(game, Random(2), 60)):
        if number % 3 == 0:
            assert searcher.step(state) in state.legal_actions()


def test_engine_play_outs_estimate_what_openspiels_rollouts_do() -> None:
    state = next(decisions(load(TINY_GAME), Random(1)))
    ours = EnginePlayOuts(400, seed=2).evaluate(state)
    theirs = mcts.RandomRolloutEvaluator(400, np.random.RandomState(2)).evaluate(state)
    assert ours.sum() == pytest.approx(0)
    assert ours[0] == pytest.approx(theirs[0], abs=4 * np.sqrt(2 / 400))


@pytest.mark.parametrize(
    ("game", "moves"),
    [
        (TINY_GAME, 3),
        (TINY_GAME, 0),  # the deal is still to come
        (FIVE_GAME, 1),  # nearly everything is known, and few actions are left
        ("python_uno(players=3,hand_size=2,uno_call=auto,max_public_actions=9)", 2),
    ],
)
def test_engine_play_outs_are_distributed_as_openspiels_rollouts(game: str, moves: int) -> None:
    ours, theirs = 2000, 400
    state = load(game).new_initial_state()
    if moves:
        state = next(state for number, state in enumerate(decisions(load(game), Random(3)), 1) if number == moves)
    rollouts = mcts.RandomRolloutEvaluator(1, np.random.RandomState(2))
    here = Counter(round(EnginePlayOuts(1, seed).evaluate(state)[0], 6) for seed in range(ours))
    there = Counter(round(rollouts.evaluate(state)[0], 6) for _ in range(theirs))
    assert len(here) > 1
    for outcome in here | there:
        one, other = here[outcome] / ours, there[outcome] / theirs
        share = (here[outcome] + there[outcome]) / (ours + theirs)
        assert abs(one - other) < 4.5 * np.sqrt(share * (1 - share) * (1 / ours + 1 / theirs)), outcome


def test_play_outs_serve_openspiels_search_with_chance_nodes_too() -> None:
    game = load(TINY_GAME)
    state = next(decisions(game, Random(4)))
    searcher = mcts.MCTSBot(game, 1.4, 60, EnginePlayOuts(seed=1), random_state=np.random.RandomState(1))
    assert searcher.step(state) in state.legal_actions()
    *_, over = course(game, Random(4))
    assert over.is_terminal()
    assert EnginePlayOuts(3).evaluate(over).tolist() == over.returns()


def test_external_sampling_mccfr_comes_nearer_to_an_equilibrium() -> None:
    game = load(FIVE_GAME)
    np.random.seed(1)  # the solver has no generator of its own
    solver = external_sampling_mccfr.ExternalSamplingSolver(game, external_sampling_mccfr.AverageType.SIMPLE)
    for _ in range(300):
        solver.iteration()
    before = exploitability.nash_conv(game, policy.UniformRandomPolicy(game), use_cpp_br=False)
    after = exploitability.nash_conv(game, solver.average_policy(), use_cpp_br=False)
    assert 0 <= after < before / 2
