"""The PettingZoo environment."""

import pickle
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, parallel_api_test, performance_benchmark, render_test, seed_test
from pettingzoo.test.save_obs_test import test_save_obs as save_obs_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from tests.table import lay_table, play
from uno_env import Game, IllegalAction, RulesError, RuleSet, uno_v0
from uno_env.env import UnoEnv

#: PettingZoo remarks on dictionaries as observations, and on the empty ones of players who are out.
REMARKS = pytest.mark.filterwarnings("ignore::UserWarning")
TABLES = [
    {},
    {"deck": "run", "players": 2, "progressive": True},
    {"deck": "friendship", "players": 10, "jump_in": True},
    {"deck": "casting_call", "players": 3, "seven_zero": True},
    {"deck": "victory_lap", "players": 4, "partners": True, "jump_in": True, "seven_zero": True},
    {"episode": "match", "players": 3, "target": 60},
    {"episode": "match", "scoring": "low", "players": 3, "target": 60},
    {"episode": "match", "scoring": "challenge", "players": 4, "target": 60},
]


def random_loop(env: UnoEnv, seed: int = 1, **reset: Any) -> dict[str, list[float]]:
    """Play an episode at random; returns what each agent was paid."""
    env.reset(seed=seed, **reset)
    random = np.random.default_rng(seed)
    paid: dict[str, list[float]] = {agent: [] for agent in env.possible_agents}
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, info = env.last()
        paid[agent].append(reward)
        if terminated or truncated:
            env.step(None)
            continue
        assert (info["action_mask"] == seen["action_mask"]).all()
        env.step(int(random.choice(np.flatnonzero(seen["action_mask"]))))
    return paid


@REMARKS
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_it_passes_the_api_test(table: dict[str, Any]) -> None:
    api_test(uno_v0.env(**table), num_cycles=300)
    api_test(uno_v0.raw_env(**table), num_cycles=100)


@REMARKS
def test_it_passes_the_other_tests_of_pettingzoo(capsys: pytest.CaptureFixture[str]) -> None:
    seed_test(uno_v0.env, num_cycles=100)
    save_obs_test(uno_v0.env())
    capsys.readouterr()


@REMARKS
@pytest.mark.slow
def test_it_passes_the_performance_benchmark_sample(capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(uno_v0.env())
    assert "turns per second" in capsys.readouterr().out


@REMARKS
def test_it_passes_the_render_test(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    render_test(uno_v0.env)


@REMARKS
@pytest.mark.parametrize("table", TABLES[:2] + TABLES[-1:], ids=str)
def test_it_passes_the_parallel_test_when_converted(table: dict[str, Any]) -> None:
    parallel_api_test(turn_based_aec_to_parallel(uno_v0.env(**table)), num_cycles=200)


def test_it_is_registered_with_pettingzoo() -> None:
    env = pettingzoo.make("aec", "Uno-v0", deck="run", players=3)
    assert isinstance(env, UnoEnv)
    assert env.rules == RuleSet(deck="run", players=3)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_decision_is_a_turn_and_every_agent_is_paid_at_its_end(table: dict[str, Any]) -> None:
    env = uno_v0.env(**table)
    paid = random_loop(env)
    totals = [sum(rewards) for rewards in paid.values()]
    assert not env.agents
    assert sum(totals) == pytest.approx(0, abs=1e-5)
    if env.match.winners or env.game.winner is not None:
        assert max(totals) == 1
        assert all(rewards[-1] for rewards in paid.values()), "the last thing an agent hears of is its reward"


def test_the_course_is_that_of_a_game() -> None:
    env = uno_v0.env(players=3, jump_in=True)
    random_loop(env, seed=4)
    record = env.game.record()
    replayed = Game.replay(record)
    assert replayed.snapshot() == env.game.snapshot()


def test_the_same_seed_is_the_same_episode() -> None:
    one, other = uno_v0.env(episode="match", target=100), uno_v0.env(episode="match", target=100)
    assert random_loop(one, seed=9) == random_loop(other, seed=9)
    assert one.match.totals == other.match.totals
    assert one.game.record() == other.game.record()
    assert random_loop(one, seed=10) != random_loop(other, seed=9)


def test_without_a_seed_every_episode_is_another() -> None:
    env = uno_v0.env()
    env.reset(seed=3)
    first = env.game.record()["deck"]
    env.reset()
    assert env.game.record()["deck"] != first


@pytest.mark.parametrize(
    ("reward", "zero_sum"), [("win_loss", True), ("points", False), ("points_scaled", True), ("placement", True)]
)
def test_rewards_by_name(reward: str, zero_sum: bool) -> None:
    env = uno_v0.env(players=4, reward=reward)
    totals = {agent: sum(rewards) for agent, rewards in random_loop(env, seed=2).items()}
    winner = env.game.winner
    assert winner is not None
    assert max(totals, key=lambda agent: totals[agent]) == f"player_{winner}"
    if zero_sum:
        assert sum(totals.values()) == pytest.approx(0, abs=1e-5)
    if reward == "points":
        assert list(totals.values()) == env.game.snapshot()["points"]


def test_partners_are_paid_alike() -> None:
    totals = [sum(each) for each in random_loop(uno_v0.env(players=4, partners=True), seed=3).values()]
    assert totals[0] == totals[2] == -totals[1] == -totals[3] != 0


@pytest.mark.parametrize("reward", ["points", "points_scaled", "placement"])
@pytest.mark.parametrize("players", [4, 6])
def test_teammates_get_the_same_reward_whatever_it_is(reward: str, players: int) -> None:
    totals = [
        sum(each) for each in random_loop(uno_v0.env(players=players, partners=True, reward=reward), seed=1).values()
    ]
    half = players // 2
    assert totals[:half] == totals[half:]
    assert len(set(totals)) > 1


@pytest.mark.parametrize("reward", ["win_loss", "points", "points_scaled", "placement"])
@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_challenge_match_comes_to_its_end_with_every_reward(reward: str, players: int) -> None:
    env = uno_v0.env(episode="match", scoring="challenge", target=150, reward=reward, players=players)
    paid = random_loop(env, seed=2)
    assert len(env.match.playing) == 1
    if reward != "points":
        assert sum(sum(each) for each in paid.values()) == pytest.approx(0, abs=1e-4)


def test_an_illegal_action_that_raises_takes_no_reward_away() -> None:
    env = uno_v0.env(episode="match", target=10_000, players=3, reward="points")
    env.reset(seed=3)
    random = np.random.default_rng(3)
    while not env._cumulative_rewards[env.agent_selection]:
        env.step(int(random.choice(np.flatnonzero(env.last()[0]["action_mask"]))))
    before = env.get_state()
    with pytest.raises(IllegalAction):
        env.step(-1)
    assert env.get_state() == before


def test_a_finished_round_can_be_looked_at_as_a_record() -> None:
    game = Game(RuleSet(players=2), seed=5)
    random = np.random.default_rng(5)
    while not game.over:
        game.play(int(random.choice(game.legal_action_ids())))
    env = uno_v0.env(players=2)
    env.reset(options={"record": game.record()})
    assert all(env.terminations.values())
    assert {agent: env.rewards[agent] for agent in env.agents}[f"player_{game.winner}"] == 1


def test_masks_in_the_infos_are_those_of_the_observations() -> None:
    env = uno_v0.env(players=3)
    env.reset(seed=1)
    assert {agent: bool(info["action_mask"].any()) for agent, info in env.infos.items()} == {
        agent: agent == env.agent_selection for agent in env.agents
    }
    assert (env.last(observe=False)[4]["action_mask"] == env.observe(env.agent_selection)["action_mask"]).all()
    random = np.random.default_rng(1)
    for _ in env.agent_iter():
        seen, _, terminated, truncated, info = env.last()
        assert (info["action_mask"] == seen["action_mask"]).all()
        legal = np.flatnonzero(seen["action_mask"])
        env.step(None if terminated or truncated else int(random.choice(legal)))


def test_the_observation_tells_how_a_match_is_scored_and_the_colour_before_a_wild_draw_four() -> None:
    from uno_env import observation

    rows = []
    for scoring in ("points", "low", "challenge"):
        env = uno_v0.env(episode="match", scoring=scoring)
        env.reset(seed=1)
        rows.append(observation.split(env.last()[0]["observation"])["scoring"].tolist())
    assert rows == [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    game = lay_table(["W4 R1 B1", "Y1 Y2 Y3"], start="B5")
    env = uno_v0.env(players=2, hand_size=3)
    env.reset(options={"record": play(game, "W4:Y").record()})
    before = observation.split(env.last()[0]["observation"])["color_before"].tolist()
    assert before == [0, 0, 0, 1, 0], "blue"


def test_an_eliminated_players_view_is_not_shown_as_everybodys() -> None:
    env = uno_v0.env(episode="match", scoring="challenge", players=4, target=60, render_mode="ansi", render_seat=3)
    env.reset(seed=8)
    random = np.random.default_rng(8)
    while 3 in env.match.playing and not env.match.over:
        seen, _, terminated, truncated, _ = env.last()
        env.step(None if terminated or truncated else int(random.choice(np.flatnonzero(seen["action_mask"]))))
    if not env.match.over:
        with pytest.raises(ValueError, match="out of the match"):
            env.render()


def test_a_reward_can_be_any_function_of_the_outcome() -> None:
    env = uno_v0.env(players=2, reward=lambda outcome: np.array(outcome.held) * 2.0)
    totals = [sum(each) for each in random_loop(env, seed=5).values()]
    assert totals == [2 * env.game.hand_points(seat) for seat in range(2)]
    with pytest.raises(ValueError, match="2 finite numbers"):
        random_loop(uno_v0.env(players=2, reward=lambda _: np.array([np.nan, 0])))


def test_points_are_paid_after_every_round_of_a_match() -> None:
    env = uno_v0.env(episode="match", players=3, target=150, reward="points")
    paid = random_loop(env, seed=6)
    assert env.match.rounds > 1
    assert [sum(each) for each in paid.values()] == env.match.totals


def test_an_eliminated_agent_leaves_and_never_comes_back() -> None:
    env = uno_v0.env(episode="match", scoring="challenge", players=4, target=60)
    env.reset(seed=8)
    random = np.random.default_rng(8)
    gone: list[str] = []
    for agent in env.agent_iter():
        assert agent not in gone
        seen, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            gone.append(agent)
            env.step(None)
        else:
            env.step(int(random.choice(np.flatnonzero(seen["action_mask"]))))
    assert len(gone) == 4
    assert env.match.rounds > 1
    assert len(env.match.playing) == 1
    assert {env.possible_agents[seat] for seat in env.match.playing} <= set(gone)


def test_observing_changes_nothing_and_only_the_one_to_act_has_a_mask() -> None:
    env = uno_v0.env(players=3)
    env.reset(seed=1)
    before = env.get_state()
    for agent in env.possible_agents:
        seen = env.observe(agent)
        assert env.observation_space(agent).contains(seen)
        assert seen["action_mask"].any() == (agent == env.agent_selection)
        seen["observation"][:] = 7
        seen["action_mask"][:] = 7
    assert env.get_state() == before
    assert env.last()[0]["action_mask"].max() == 1
    assert env.state_space.contains(env.state())


def test_a_state_goes_on_where_it_was_saved_also_in_another_environment() -> None:
    env = uno_v0.env(episode="match", players=3, target=100)
    env.reset(seed=11)
    for _ in range(40):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    other = uno_v0.env(episode="match", players=3, target=100)
    other.set_state(env.get_state())
    unpickled = pickle.loads(pickle.dumps(env))
    ends = []
    for each in (env, other, unpickled):
        random = np.random.default_rng(12)
        for _ in each.agent_iter():
            seen, _, terminated, truncated, _ = each.last()
            legal = np.flatnonzero(seen["action_mask"])
            each.step(None if terminated or truncated else int(random.choice(legal)))
        ends.append((each.match.totals, each.game.record()))
    assert ends[0] == ends[1] == ends[2]


def test_crafted_deals_come_by_options() -> None:
    deck = Game(RuleSet(players=3), seed=77).record()["deck"]
    env = uno_v0.env(players=3)
    env.reset(seed=1, options={"deck": deck, "dealer": 2})
    assert env.game.record()["deck"] == deck
    assert env.game.record()["dealer"] == 2
    game = Game(RuleSet(players=3), seed=5)
    for _ in range(20):
        game.play(game.legal_action_ids()[0])
    env.reset(options={"record": game.record()})
    assert env.game.snapshot() == game.snapshot()
    assert env.agent_selection == f"player_{game.actor}"


# -- illegal actions and bad input ---------------------------------------------------------------------


def an_illegal_action(env: UnoEnv) -> int:
    return int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])


def test_an_illegal_action_raises_and_changes_nothing() -> None:
    env = uno_v0.env()
    env.reset(seed=1)
    before = env.get_state()
    with pytest.raises(IllegalAction, match="player_.*legal: "):
        env.step(an_illegal_action(env))
    for wrong in (-1, 110, 1 << 40):
        with pytest.raises(IllegalAction):
            env.step(wrong)
    assert pickle.loads(env.get_state())["parts"]["_game"] == pickle.loads(before)["parts"]["_game"]


def test_an_illegal_action_can_lose_the_episode() -> None:
    env = uno_v0.env(illegal="lose", players=3)
    env.reset(seed=1)
    offender = env.agent_selection
    env.step(an_illegal_action(env))
    assert all(env.terminations.values())
    paid = {agent: env.rewards[agent] for agent in env.agents}
    assert paid == {agent: -1.0 if agent == offender else 0.0 for agent in env.possible_agents}


def test_an_illegal_action_can_cost_a_reward_and_be_asked_again() -> None:
    env = uno_v0.env(illegal="retry", illegal_reward=-0.25)
    env.reset(seed=1)
    agent, game = env.agent_selection, env.game
    for number in range(1, 3):
        env.step(an_illegal_action(env))
        assert env.agent_selection == agent
        assert env.game == game
        assert env.last()[1] == -0.25, number
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert env.rewards[agent] == 0


@pytest.mark.parametrize("wrong", [None, 1.5, float("nan"), "draw", True, [3], np.array([1, 2])])
@pytest.mark.parametrize("policy", ["raise", "lose", "retry"])
def test_what_is_no_action_at_all_is_an_error(wrong: Any, policy: str) -> None:
    env = uno_v0.env(illegal=policy)
    env.reset(seed=1)
    before = env.game
    with pytest.raises(ValueError, match="whole number from 0 to 109"):
        env.step(wrong)
    assert env.game == before


def test_a_loop_that_forgets_to_step_is_told_so() -> None:
    env = uno_v0.env()
    env.reset(seed=1)
    turns = env.agent_iter()
    next(turns)
    with pytest.raises(ValueError, match=r"step\(\) once in every turn"):
        next(turns)


def test_numpy_numbers_are_actions() -> None:
    env = uno_v0.env()
    env.reset(seed=1)
    env.step(np.int64(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    env.step(np.array(np.flatnonzero(env.last()[0]["action_mask"])[0]))


def test_steps_out_of_order_are_errors() -> None:
    env = uno_v0.env(players=2)
    for call in (lambda: env.step(0), lambda: env.observe("player_0"), env.last, env.state, env.get_state, env.render):
        with pytest.raises(ValueError, match=r"reset\(\)|render_mode"):
            call()
    random_loop(env)
    for call in (lambda: env.step(0), env.last):
        with pytest.raises(ValueError, match=r"over.*reset\(\)"):
            call()
    env.reset(seed=1)
    with pytest.raises(ValueError, match="there is no agent 'player_9'"):
        env.observe("player_9")


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        ({"deck": "clasic"}, RulesError, "did you mean"),
        ({"colour": "red"}, RulesError, "unknown rule 'colour'"),
        ({"episode": "game"}, ValueError, "round, match"),
        ({"scoring": "high"}, RulesError, "points, low, challenge"),
        ({"scoring": "low", "partners": True}, RulesError, "partners play for points"),
        ({"target": 0}, RulesError, "at least 1"),
        ({"reward": "money"}, ValueError, "unknown reward 'money'"),
        ({"illegal": "ignore"}, ValueError, "raise, lose, retry"),
        ({"history": 99}, ValueError, "from 0 to 16"),
        ({"render_mode": "hologram"}, ValueError, "human, ansi, rgb_array"),
        ({"render_seat": 4}, ValueError, "seats run from 0 to 3"),
    ],
)
def test_wrong_arguments_say_what_to_change(wrong: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        uno_v0.env(**wrong)


@pytest.mark.parametrize(
    "options",
    [{"cards": []}, {"deck": ["R7"]}, {"dealer": 9}, {"record": {}}, {"record": {}, "dealer": 1}, {"deck": "R7"}],
)
def test_wrong_options_leave_the_running_episode_alone(options: dict[str, Any]) -> None:
    env = uno_v0.env()
    env.reset(seed=1)
    before = env.game
    with pytest.raises((ValueError, TypeError)):
        env.reset(options=options)
    assert env.game == before
    with pytest.raises(ValueError, match="the record is of classic, 2 players"):
        env.reset(options={"record": Game(RuleSet(players=2), seed=1).record()})


def test_a_state_of_something_else_is_refused() -> None:
    env, other = uno_v0.env(), uno_v0.env(players=2)
    env.reset(seed=1)
    other.reset(seed=1)
    before = env.game
    with pytest.raises(ValueError, match="saved with rules='classic, 2 players'"):
        env.set_state(other.get_state())
    for different in ({"history": 0}, {"episode": "match", "target": 77}):
        elsewhere = uno_v0.env(**different)
        elsewhere.reset(seed=1)
        with pytest.raises(ValueError, match="the state was saved with"):
            env.set_state(elsewhere.get_state())
    saved = pickle.loads(env.get_state())
    older = saved | {"made_with": saved["made_with"] | {"version": "0.0.1"}}
    with pytest.raises(ValueError, match=r"saved with version='0\.0\.1'"):
        env.set_state(pickle.dumps(older))
    for parts in ({}, 7, {"observe": 3}, saved["parts"] | {"_game": None}):
        with pytest.raises(ValueError, match="no state"):
            env.set_state(pickle.dumps(saved | {"parts": parts}))
    with pytest.raises(ValueError, match="no state"):
        env.set_state(b"nonsense")
    assert env.game == before


# -- showing -------------------------------------------------------------------------------------------


def test_it_renders_as_text_and_as_a_picture() -> None:
    text = uno_v0.env(render_mode="ansi", episode="match", players=3)
    text.reset(seed=1)
    assert "draw" in text.render()
    one_seat = uno_v0.env(render_mode="ansi", render_seat=1)
    one_seat.reset(seed=1)
    everybody = uno_v0.env(render_mode="ansi")
    everybody.reset(seed=1)
    assert one_seat.render() != everybody.render()
    picture = uno_v0.env(render_mode="rgb_array")
    picture.reset(seed=1)
    image = picture.render()
    assert image.dtype == np.uint8
    assert image.shape[2] == 3
    blind = uno_v0.env()
    blind.reset(seed=1)
    with pytest.raises(ValueError, match="render_mode"):
        blind.render()
