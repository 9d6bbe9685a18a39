"""RLCard's agents at our tables, our agents at RLCard's, against RLCard itself."""

from __future__ import annotations

import json
import random
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("rlcard", reason="pip install uno-env[rlcard]")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # RLCard imports distutils, and has old escapes in its strings
    import rlcard
    import rlcard.agents
    import rlcard.games.uno.utils

from agents.adapters.in_rlcard import RULES, UnoAgentForRLCard, laid_out
from agents.adapters.rlcard_cards import (
    ACTION_HERE,
    ACTION_THERE,
    COLOR_HERE,
    RLCARD_ACTIONS,
    UNKNOWN,
    kind_here,
)
from agents.adapters.rlcard_here import RLCardAgent
from agents.adapters.rlcard_record import Event, events_told
from agents.arena import evaluate
from benchmarks import in_rlcard
from benchmarks.stacked_tables import Position, rlcard_plays
from tests.adapters.pages import run_examples
from tests.table import lay_table, play
from uno_env import Batch, Game, RuleSet, observation
from uno_env.actions import action_codes, action_id
from uno_env.policies import find_policy
from uno_env.worlds import draw_worlds

SPEC = "agents.adapters.rlcard_here:RLCardAgent:agent=uno-rule-v1"


def dqn_agent() -> Any:
    """A network of RLCard's, not trained."""
    import torch

    torch.set_num_threads(1)
    torch.manual_seed(1)
    return rlcard.agents.DQNAgent(
        num_actions=61, state_shape=[4, 4, 15], mlp_layers=[32], device=torch.device("cpu"), replay_memory_size=10
    )


class Listening:
    """An agent for RLCard that keeps what it is shown and chooses the last legal action."""

    def __init__(self, use_raw: bool = False) -> None:
        self.use_raw = use_raw
        self.states: list[dict[str, Any]] = []

    def eval_step(self, state: dict[str, Any]) -> tuple[Any, Any]:
        self.states.append(state)
        return (state["raw_legal_actions"] if self.use_raw else list(state["legal_actions"]))[-1], {}


def asked(agent: RLCardAgent, game: Game) -> str:
    """What the agent does in a game, as a code."""
    rows, masks = row_and_mask(game)
    action = int(agent.act(rows, masks)[0])
    assert game.is_legal(action)
    return next(code for code in game.legal_actions() if action_id(code) == action)


def row_and_mask(game: Game) -> tuple[Any, Any]:
    rows = np.zeros((1, observation.length()), np.uint8)
    context = np.zeros((1, observation.CONTEXT), np.int32)
    observation.observe(game._row, game._rule_rows, np.array([game.actor], np.int8), context, rows)
    return rows, game.legal_mask()[None]


def rlcard_states(games: int, seed: int) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Every state of some random games of RLCard's, with the environment it comes from."""
    env, choose = rlcard.make("uno", config={"seed": seed}), random.Random(seed)
    for _ in range(games):
        state, _ = env.reset()
        while not env.is_over():
            yield env, state
            state, _ = env.step(choose.choice(list(state["legal_actions"])))


# -- cards and actions -----------------------------------------------------------------------------


def test_the_actions_are_numbered_and_spelled_as_in_rlcard() -> None:
    assert list(rlcard.games.uno.utils.ACTION_LIST) == list(RLCARD_ACTIONS)
    for number, action in enumerate(RLCARD_ACTIONS):
        assert ACTION_THERE[ACTION_HERE[number]] == number
        if action != "draw":
            color, trait = action.split("-")
            letter = {"r": "R", "y": "Y", "g": "G", "b": "B"}[color]
            face = {"skip": "S", "reverse": "R", "draw_2": "D", "wild": "W", "wild_draw_4": "W4"}.get(trait, trait)
            code = f"{face}:{letter}" if face.startswith("W") else letter + face
            assert ACTION_HERE[number] == action_id(code)
    assert ACTION_THERE[action_id("RS*")] == ACTION_THERE[action_id("RS")]
    assert ACTION_THERE[action_id("RUN:R")] == ACTION_THERE[action_id("challenge")] == UNKNOWN


def test_what_is_no_card_of_rlcard_is_refused() -> None:
    with pytest.raises(ValueError, match="'R7' is no card of RLCard"):
        kind_here("R7")


# -- RLCard's agents here --------------------------------------------------------------------------


def test_a_state_goes_to_our_row_and_back_with_nothing_changed_but_the_colour_of_a_wild() -> None:
    """The round trip through both adapters, against what RLCard's environment itself hands out."""
    agent = RLCardAgent(Listening())
    compared, wilds_on_top, wrong_colors = 0, 0, 0
    for env, state in rlcard_states(60, seed=1):
        if len(state["legal_actions"]) < 2:
            continue  # nobody is asked
        table = draw_worlds(laid_out(state), RULES.to_row(), np.zeros(1, np.int64), 1)
        rows, masks = np.zeros((1, observation.length()), np.uint8), np.zeros((1, 110), np.int8)
        observation.observe(
            table.games, table.rules, table.games["actor"], np.zeros((1, observation.CONTEXT), np.int32), rows
        )
        masks[0, ACTION_HERE[list(state["legal_actions"])]] = 1
        agent.act(rows, masks)
        shown = agent.agent.states.pop()  # type: ignore[attr-defined]
        assert sorted(shown["legal_actions"]) == sorted(state["legal_actions"])
        assert Counter(shown["raw_legal_actions"]) == Counter(state["raw_legal_actions"])
        np.testing.assert_array_equal(shown["obs"][:3], state["obs"][:3])
        seen, raw = shown["raw_obs"], state["raw_obs"]
        me = raw["current_player"]
        assert seen["num_cards"] == [raw["num_cards"][me], raw["num_cards"][1 - me]]
        assert Counter(map(kind_here, seen["hand"])) == Counter(map(kind_here, raw["hand"]))
        if raw["played_cards"]:
            assert Counter(map(kind_here, seen["played_cards"])) == Counter(map(kind_here, raw["played_cards"]))
            target = env.game.round.target
            assert seen["target"] == seen["played_cards"][-1] == f"{target.color}-{target.trait}"
            wilds_on_top += target.type == "wild"
            wrong_colors += raw["target"] != seen["target"]
            if raw["target"] == seen["target"]:
                np.testing.assert_array_equal(shown["obs"], state["obs"])
        assert set(raw) == set(seen)
        compared += 1
    assert compared > 500
    # Four colours, one of which the wild happens to be printed in.
    assert 0.55 < wrong_colors / wilds_on_top < 0.95, "RLCard shows other colours than it did: say so in the documents"


def test_a_wild_draw_four_is_no_choice_while_anything_else_can_be_played() -> None:
    agent = RLCardAgent(Listening(use_raw=True))
    assert asked(agent, lay_table(["R1 W4 R2", "B1 B2 B3"])) in ("R1", "R2")
    assert agent.agent.states[0]["raw_legal_actions"] == ["r-1", "r-2"]  # type: ignore[attr-defined]
    assert asked(agent, lay_table(["B1 W4 B2", "B3 B4 B6"])).startswith("W4:")


def test_it_draws_only_when_it_can_play_nothing_and_plays_what_it_has_drawn() -> None:
    agent = RLCardAgent(Listening())
    game = lay_table(["B1 B2 G3", "B3 B4 B6"], pile="W")
    assert asked(agent, game) == "draw"
    assert asked(agent, play(game, "draw")).startswith("W:")
    game = lay_table(["B1 B2 G3", "B3 B4 B6"], pile="R9")
    assert asked(agent, play(game, "draw")) == "R9"


def test_it_says_uno_catches_and_accepts() -> None:
    agent = RLCardAgent(Listening())
    game = lay_table(["R1 B2", "B3 B4"])
    assert asked(agent, play(game, "R1")) == "uno"
    assert asked(agent, play(game, "pass")) == "catch"
    game = lay_table(["W4 B2 B7", "B3 B4 B8"])
    assert asked(agent, play(game, "W4:B")) == "draw"


def test_what_rlcard_has_no_word_for_is_the_fallbacks() -> None:
    def challenges(rows: Any, masks: Any) -> Any:
        return np.where(masks[:, action_id("RUN:B")] != 0, action_id("RUN:B"), masks.argmax(axis=1))

    agent = RLCardAgent(Listening(), fallback=challenges)
    game = lay_table(["B1 RUN B2", "B3 B4 B6"], deck="run")
    assert asked(agent, game) == "RUN:B"


def test_a_card_with_an_icon_is_to_rlcard_the_card_without() -> None:
    agent = RLCardAgent(Listening(use_raw=True))
    game = lay_table(["R1 RS* B2", "B3 B4 B6"], deck="run")
    assert asked(agent, game) == "RS*"
    assert "r-skip" in agent.agent.states[0]["raw_legal_actions"]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "rules",
    [
        RuleSet(players=4),
        RuleSet(deck="run", players=3, progressive=True, jump_in=True),
        RuleSet(deck="friendship", players=4, seven_zero=True),
        RuleSet(deck="casting_call", players=3),
        RuleSet(deck="victory_lap", players=5, progressive=True, seven_zero=True, jump_in=True),
    ],
)
def test_it_plays_legally_with_every_deck_and_house_rule(rules: RuleSet) -> None:
    agent = RLCardAgent("uno-rule-v1", seed=1)
    batch = Batch(rules, 24, seed=1)
    finished = 0
    for _ in range(250):
        rows = np.zeros((24, observation.length()), np.uint8)
        context = np.zeros((24, observation.CONTEXT), np.int32)
        observation.observe(batch.games, batch.rules, batch.actors, context, rows)
        actions = agent.act(rows, batch.masks)
        going_on = batch.masks.any(axis=1)
        assert (batch.masks[np.flatnonzero(going_on), actions[going_on]] == 1).all()
        finished += int((~going_on).sum())
        batch.step(actions, redeal=True)
    assert finished


def test_the_rule_model_is_as_strong_as_our_own_version_of_it() -> None:
    outcome = evaluate([SPEC, "rlcard_rule"], RuleSet(players=2), deals=250, seed=3)
    assert not outcome.failures
    share = outcome.summary()["agents"][0]["win_rate"]
    assert share["low"] <= 0.5 <= share["high"], share
    assert share["high"] - share["low"] < 0.1


def test_the_rule_model_beats_an_agent_that_draws_at_random() -> None:
    outcome = evaluate([SPEC, "random_legal"], RuleSet(players=2), deals=30, seed=3)
    assert outcome.summary()["agents"][0]["win_rate"]["low"] > 0.75


def test_a_network_of_rlcard_plays_in_a_tournament() -> None:
    outcome = evaluate([RLCardAgent(dqn_agent()), "random_play"], RuleSet(players=2), deals=20, seed=1)
    assert not outcome.failures
    assert outcome.results is not None
    assert 0.05 < outcome.summary()["agents"][0]["win_rate"]["mean"] < 0.95


def test_a_saved_network_is_read_from_its_file(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    agent = dqn_agent()
    torch.save(agent, tmp_path / "model.pth")
    game = lay_table(["R1 R2 R3 W", "B3 B4 B6 B7"])
    found = find_policy(f"agents.adapters.rlcard_here:RLCardAgent:agent={tmp_path / 'model.pth'}")
    assert asked(found, game) == asked(RLCardAgent(agent), game)  # type: ignore[arg-type]


def test_the_same_seed_gives_the_same_choices_and_leaves_everybodys_random_numbers_alone() -> None:
    game = lay_table(["R1 R2 R3 R4 R6 R7", "B1 B2 B3 B4 B6 B7"])
    rows, masks = row_and_mask(game)
    rows, masks = np.repeat(rows, 30, axis=0), np.repeat(masks, 30, axis=0)
    agent = RLCardAgent("uno-rule-v1")
    np.random.seed(5)
    random.seed(5)
    expected = np.random.random(), random.random()
    np.random.seed(5)
    random.seed(5)
    agent.reset(1)
    first = agent.act(rows, masks)
    assert (np.random.random(), random.random()) == expected
    agent.reset(1)
    np.testing.assert_array_equal(agent.act(rows, masks), first)
    assert len(set(first.tolist())) > 3
    agent.reset(2)
    assert (agent.act(rows, masks) != first).any()


@pytest.mark.parametrize(
    ("agent", "message"),
    [
        ("uno-rule-v9", "uno-rule-v1"),
        ("no_such_module:agent", "cannot be imported"),
        ("no_such_file.pth", "no such file"),
        (object(), "needs use_raw and eval_step"),
    ],
)
def test_what_is_no_agent_of_rlcard_is_refused_with_a_reason(agent: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        RLCardAgent(agent)


def test_an_illegal_answer_is_an_error_and_never_replaced() -> None:
    class Wrong(Listening):
        def eval_step(self, state: dict[str, Any]) -> tuple[Any, Any]:
            return 60, {}

    with pytest.raises(ValueError, match="chose 60; legal: r-1, r-2"):
        asked(RLCardAgent(Wrong()), lay_table(["R1 R2 B2", "B3 B4 B6"]))


def test_a_searching_fallback_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot be a fallback"):
        RLCardAgent(Listening(), fallback="search")


# -- our agents in RLCard --------------------------------------------------------------------------


def test_the_table_is_the_one_rlcard_has_and_the_colour_the_true_one() -> None:
    states, reshuffled = 0, 0
    for env, state in rlcard_states(70, seed=2):
        game = laid_out(state).view(np.recarray)[0]
        truth, me = env.game, env.get_player_id()
        target = truth.round.target
        assert list(game.hand_size[:2]) == [len(player.hand) for player in truth.players]
        assert game.draw_size == len(truth.dealer.deck)
        assert game.discard_size == len(truth.round.played_cards)
        assert game.actor == me
        assert (game.place == me).sum() == len(truth.players[me].hand)
        coloured_plays = [action for action in state["raw_legal_actions"] if "wild" not in action and action != "draw"]
        if truth.round.played_cards or target.type != "wild" or coloured_plays:
            assert game.color == COLOR_HERE[target.color]
        reshuffled += not truth.round.played_cards
        states += 1
    assert states > 2000
    assert reshuffled, "the case of an empty pile was never met: play more games"


def test_after_a_reshuffle_the_colour_is_that_of_what_can_be_played() -> None:
    state = {
        "legal_actions": {16: None, 28: None},
        "raw_obs": {
            "hand": ["g-1", "r-5", "b-wild"],
            "target": "r-wild_draw_4",
            "played_cards": [],
            "legal_actions": ["g-1", "r-wild", "g-wild"],
            "num_cards": [3, 4],
            "num_players": 2,
            "current_player": 0,
        },
    }
    assert laid_out(state)["color"][0] == COLOR_HERE["g"]
    state["raw_obs"]["legal_actions"] = ["r-wild", "g-wild", "b-wild", "y-wild"]  # type: ignore[index]
    assert laid_out(state)["color"][0] in (COLOR_HERE["b"], COLOR_HERE["y"])


def test_the_record_and_the_pile_tell_what_happened() -> None:
    pile = ["r-5", "r-9", "b-wild", "b-3", "b-7"]
    record = [(0, "r-9"), (1, "draw"), (0, "b-3"), (1, "draw"), (0, "b-7")]
    assert events_told(record, pile) == [
        Event(0, False, "r-9", "r"),
        Event(1, True, "b-wild", "r"),  # drawn, and played by RLCard itself
        Event(0, False, "b-3", "b"),
        Event(1, True, None, "b"),
        Event(0, False, "b-7", "b"),
    ]
    assert events_told(record, pile[3:]) == [Event(1, True, None, "b"), Event(0, False, "b-7", "b")]
    assert events_told(record, []) == events_told([], pile) == []


def test_a_card_that_lies_there_twice_does_not_break_the_thread() -> None:
    told = events_told([(0, "r-5"), (1, "draw"), (0, "r-7")], ["r-1", "r-5", "r-5", "r-7"])
    assert told == [Event(0, False, "r-5", "r"), Event(1, True, "r-5", "r"), Event(0, False, "r-7", "r")]
    record = [(0, "r-1"), (1, "draw"), (0, "draw")] * 40
    assert len(events_told(record, ["r-1"] * 81)) == 120


def test_the_events_told_are_nearly_all_those_that_happened() -> None:
    right, told, happened = 0, 0, 0
    env, choose = rlcard.make("uno", config={"seed": 4}), random.Random(4)
    for _ in range(60):
        state, player = env.reset()
        truth: list[Event] = []
        while not env.is_over():
            played = len(env.game.round.played_cards)
            color = env.game.round.target.color
            action = RLCARD_ACTIONS[choose.choice(list(state["legal_actions"]))]
            deck = len(env.game.dealer.deck)
            state, _ = env.step(action, raw_action=True)
            pile = state["raw_obs"]["played_cards"]
            if len(env.game.dealer.deck) > deck:  # shuffled back
                break
            card = pile[-1] if len(pile) > played else None
            truth.append(Event(player, action == "draw", card, color))
            player = env.get_player_id()
        else:
            events = events_told(state["action_record"], state["raw_obs"]["played_cards"])
            happened += len(truth)
            told += len(events)
            right += sum(one == other for one, other in zip(events, truth, strict=False))
    assert happened > 1000
    assert told == happened
    assert right / happened > 0.9


@pytest.mark.parametrize(
    ("agent", "games"),
    [("random_play", 100), ("general", 60), ("classic_2p", 60), ("greedy", 60), ("rlcard_rule", 60)],
)
def test_our_agents_play_rlcards_games_to_the_end(agent: str, games: int) -> None:
    assert 0 < wins_against_random(agent, games) < games


def test_a_searching_agent_plays_there_too() -> None:
    assert wins_against_random("search:rollouts=30", 12) > 0


def test_the_expert_clearly_beats_rlcards_random_agent() -> None:
    games = 400
    wins = wins_against_random("expert", games)
    low = wins / games - 1.96 * (wins / games * (1 - wins / games) / games) ** 0.5
    assert low > 0.5, f"{wins} of {games}"


def wins_against_random(agent: str, games: int) -> int:
    """Games won, the seats taken in turn.  RLCard replaces an illegal action in silence, so the choices are checked."""

    class Checked(UnoAgentForRLCard):
        def step(self, state: Any) -> int:
            number = super().step(state)
            assert number in state["legal_actions"]
            return number

    np.random.seed(7)
    env = rlcard.make("uno", config={"seed": 7})
    ours, theirs = Checked(agent, seed=7), rlcard.agents.RandomAgent(num_actions=61)
    won = 0
    for game in range(games):
        seat = game % 2
        env.set_agents([theirs, ours] if seat else [ours, theirs])
        won += env.run(is_training=bool(game % 3 == 0))[1][seat] == 1
    return won


def test_the_same_seeds_give_the_same_games() -> None:
    def actions(seed: int) -> list[Any]:
        np.random.seed(1)
        env = rlcard.make("uno", config={"seed": 1})
        env.set_agents([UnoAgentForRLCard("random_play", seed=seed), rlcard.agents.RandomAgent(num_actions=61)])
        env.run()
        return list(env.action_recorder)

    assert actions(1) == actions(1)
    assert actions(1) != actions(2)


def test_other_games_and_other_table_sizes_are_refused() -> None:
    agent = UnoAgentForRLCard("random_play")
    state, _ = rlcard.make("leduc-holdem", config={"seed": 1}).reset()
    with pytest.raises(ValueError, match="no state of RLCard's UNO"):
        agent.eval_step(state)
    env = rlcard.make("uno", config={"seed": 1})
    env.game.num_players = env.num_players = 4
    state, _ = env.reset()
    with pytest.raises(ValueError, match="only tables of two"):
        agent.eval_step(state)


# -- the page --------------------------------------------------------------------------------------


def test_the_examples_of_the_page_run() -> None:
    names = run_examples("rlcard.md")
    assert names["payoffs"].count(1) > 20
    assert not names["outcome"].failures


#: Position, actions, what is told, and colours missed: 1, and one more for each card gained since, the drawn one too.
HISTORIES = {
    "a draw on either side": (
        Position(("G1 G2 G3", "Y1 Y2 Y3"), "R5", "B1 B2 B3"),
        "draw draw",
        [(0, "draw"), (1, "draw")],
        {(0, "R"): 2, (1, "R"): 2},
    ),
    "a Wild Draw Four from the hand": (
        Position(("W4 G2 G3", "Y1 Y2 Y3"), "R5", "B1 B2 B3 B4 B5"),
        "W4:G",
        [(0, "W4:G"), (1, "draw")],
        {},
    ),
    # RLCard plays it by itself, and nobody draws four.
    "a drawn Wild Draw Four": (
        Position(("G1 G2 G3", "Y1 Y2 Y3"), "R5", "B1 W4 B3"),
        "draw draw",
        [(0, "draw"), (1, "draw"), (1, "W4")],
        {(0, "R"): 2, (1, "R"): 2},
    ),
    "a drawn Draw Two": (
        Position(("G1 G2 G3", "Y1 Y2 Y3"), "R5", "B1 RD B3 B4"),
        "draw draw",
        [(0, "draw"), (1, "draw"), (1, "RD")],
        {(0, "R"): 4, (1, "R"): 1},
    ),
}


@pytest.mark.parametrize("name", HISTORIES)
def test_the_agent_is_told_what_has_happened_seat_by_seat_and_no_more(name: str) -> None:
    position, actions, history, missed = HISTORIES[name]
    env = rlcard_plays(position.in_rlcard(), actions)
    game = laid_out(env.get_state(env.get_player_id())).view(np.recarray)[0]
    codes = action_codes()
    told = [(int(game.history_seat[i]), codes[int(game.history_action[i])]) for i in range(int(game.public_actions))]
    assert [seat for seat, _ in told] == [seat for seat, _ in history]
    assert all(code.startswith(wanted) for (_, code), (_, wanted) in zip(told, history, strict=True))
    found = {(seat, "RYGB"[color]): int(game.missed[seat, color]) for seat, color in np.argwhere(game.missed[:2])}
    assert found == missed
    players = [seat for seat, code in history if code != "draw"]
    assert not players or int(game.player) == players[-1]


def test_the_benchmark_at_rlcards_table_is_repeatable_and_disturbs_nobody(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = np.random.get_state()[1].tolist()
    for name in ("one", "two"):
        assert in_rlcard.main(["--agents", "expert", "--games", "30", "--json", str(tmp_path / name)]) == 0
    assert np.random.get_state()[1].tolist() == before
    one, two = (json.loads((tmp_path / name).read_text())["rows"] for name in ("one", "two"))
    assert one == two
    assert one[0]["low"] < one[0]["mean"] < one[0]["high"]
    with pytest.raises(SystemExit):
        in_rlcard.main(["--agents", "nobody"])
    assert "unknown" in capsys.readouterr().err
