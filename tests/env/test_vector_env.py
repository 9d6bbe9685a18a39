"""N games in one call, every seat the caller's."""

from typing import Any

import numpy as np
import pytest

from uno_env import Game, IllegalAction, RulesError, RuleSet
from uno_env.batch import game_seeds
from uno_env.engine.layout import Act
from uno_env.formats.result import RoundResult
from uno_env.observation import length
from uno_env.rewards import SCHEMES, Outcome
from uno_env.vector_env import UnoVectorEnv

ARRAYS = ("observations", "masks", "seats", "rewards", "terminated", "truncated", "winners", "points", "held")


def first_legal(env: UnoVectorEnv) -> Any:
    """Deterministic and quick: the first legal action, a card if one can be played."""
    return env.masks.argmax(axis=1)


def play(env: UnoVectorEnv, steps: int) -> list[tuple[Any, ...]]:
    seen = []
    for _ in range(steps):
        env.step(first_legal(env))
        seen.append(tuple(getattr(env, name).copy() for name in ARRAYS))
    return seen


def test_the_arrays_are_written_in_place_and_have_the_promised_shapes() -> None:
    env = UnoVectorEnv(5, seed=1, players=3)
    before = [getattr(env, name) for name in ARRAYS]
    assert [(each.shape, each.dtype) for each in before[:6]] == [
        ((5, length()), np.uint8),
        ((5, 110), np.int8),
        ((5,), np.int8),
        ((5, 10), np.float32),
        ((5,), np.bool_),
        ((5,), np.bool_),
    ]
    play(env, 3)
    env.reset(2)
    assert all(getattr(env, name) is each for name, each in zip(ARRAYS, before, strict=True))
    assert len(env) == 5


@pytest.mark.parametrize("autoreset", ["next_step", "same_step"])
def test_game_i_of_a_seed_is_the_same_however_many_games_there_are(autoreset: str) -> None:
    few, many = (UnoVectorEnv(count, seed=9, players=3, autoreset=autoreset) for count in (3, 50))
    for one, other in zip(play(few, 300), play(many, 300), strict=True):
        assert all((small == large[:3]).all() for small, large in zip(one, other, strict=True))


def test_a_game_is_the_one_that_its_seed_makes_elsewhere() -> None:
    env = UnoVectorEnv(3, seed=9, players=3)
    games = [Game(RuleSet(players=3), int(seed)) for seed in game_seeds(9, 3)]
    while not env.over.any():
        assert [game.actor for game in games] == env.seats.tolist()
        assert all((game.legal_mask() == mask).all() for game, mask in zip(games, env.masks, strict=True))
        actions = first_legal(env)
        for game, action in zip(games, actions, strict=True):
            game.play(int(action))
        env.step(actions)


def test_the_same_seed_gives_the_same_games_again_and_another_seed_others() -> None:
    env = UnoVectorEnv(20, seed=3, players=2)
    first = play(env, 100)
    env.reset(3)
    again = play(env, 100)
    assert all((a == b).all() for x, y in zip(first, again, strict=True) for a, b in zip(x, y, strict=True))
    env.reset()
    assert (env.observations != first[0][0]).any()


def test_unseeded_environments_differ() -> None:
    assert (UnoVectorEnv(20).observations != UnoVectorEnv(20).observations).any()


@pytest.mark.parametrize("reward", ["win_loss", "points_scaled", "placement"])
@pytest.mark.parametrize("partners", [False, True])
def test_the_end_of_a_round_pays_every_seat_and_the_sum_is_zero(reward: str, partners: bool) -> None:
    env = UnoVectorEnv(50, seed=2, players=4, partners=partners, reward=reward)
    ends = 0
    for _ in range(400):
        env.step(first_legal(env))
        ended = env.terminated
        ends += int(ended.sum())
        assert (env.rewards[~ended] == 0).all()
        assert np.allclose(env.rewards.sum(axis=1), 0, atol=1e-5)
        winners = env.winners[ended]
        assert (env.rewards[ended, winners] > 0).all()
        assert (env.rewards[ended][:, :4] != 0).any(axis=1).all()
        assert (env.rewards[:, 4:] == 0).all()
        if reward == "win_loss":
            assert (env.rewards[ended][:, :4] != 0).all()
            assert (env.rewards[ended, winners] == 1).all()
            if partners:
                assert (env.rewards[ended, (winners + 2) % 4] == 1).all()
    assert ends > 50


@pytest.mark.parametrize("reward", SCHEMES)
def test_rewards_and_results_are_those_of_the_same_round_played_alone(reward: str) -> None:
    rules = RuleSet(players=3, seven_zero=True)
    env = UnoVectorEnv(4, seed=6, reward=reward, autoreset="disabled", players=3, seven_zero=True)
    games = [Game(rules, int(seed)) for seed in game_seeds(6, 4)]
    paid = np.zeros_like(env.rewards)
    while not env.over.all():
        actions = np.where(env.over, -1, first_legal(env))
        for game, action in zip(games, actions, strict=True):
            if action >= 0:
                game.play(int(action))
        env.step(actions)
        paid += env.rewards
    for index, game in enumerate(games):
        result = RoundResult.of(game)
        assert env.winners[index] == result.winner
        assert tuple(env.points[index, :3]) == result.points
        assert tuple(env.held[index, :3]) == result.held
        expected = SCHEMES[reward](Outcome((result.winner or 0,), result.points, result.held))
        assert paid[index, :3] == pytest.approx(expected)


def test_a_dead_round_is_truncated_and_pays_nobody() -> None:
    env = UnoVectorEnv(10, seed=1, players=2, autoreset="disabled")
    while not env.over.all():
        # Everybody draws and keeps, until there is nothing left to draw.
        actions = np.where(env.masks[:, Act.PASS] == 1, int(Act.PASS), first_legal(env))
        actions = np.where(env.masks[:, Act.DRAW] == 1, int(Act.DRAW), actions)
        env.step(np.where(env.over, -1, actions))
        assert not env.rewards.any()
    assert env.truncated.all()
    assert not env.terminated.any()
    assert (env.winners == -1).all()
    assert env.held.any()


# -- going on after a round ----------------------------------------------------------------------------------


def test_next_step_ignores_the_action_after_the_end_and_deals_anew() -> None:
    env = UnoVectorEnv(30, seed=2, players=2)
    while not env.over.any():
        env.step(first_legal(env))
    over = env.over
    assert (env.seats[over] == -1).all()
    assert not env.masks[over].any()
    assert not env.observations[over].any()
    actions = first_legal(env)
    actions[over] = 12345
    env.step(actions)
    assert (env.seats[over] >= 0).all()
    assert not env.over[over].any()
    assert not env.rewards[over].any()
    assert env.masks[over].any(axis=1).all()


def test_same_step_deals_anew_at_once_and_keeps_the_result() -> None:
    same, after = (UnoVectorEnv(30, seed=2, players=2, autoreset=mode) for mode in ("same_step", "next_step"))
    while not same.over.any():
        same.step(first_legal(same))
        after.step(first_legal(after))
    over = same.over
    assert (over == after.over).all()
    assert (same.rewards == after.rewards).all()
    assert (same.winners == after.winners).all()
    assert same.rewards[over].any()
    assert (same.seats >= 0).all()
    after.step(first_legal(after))
    assert (same.observations[over] == after.observations[over]).all()
    assert (same.masks[over] == after.masks[over]).all()


def test_disabled_waits_until_the_caller_deals_anew() -> None:
    env = UnoVectorEnv(30, seed=2, players=2, autoreset="disabled")
    while env.over.sum() < 2:
        env.step(np.where(env.over, -1, first_legal(env)))
    with pytest.raises(IllegalAction, match="is over: its action must be NO_ACTION"):
        env.step(first_legal(env))
    over = env.over
    env.step(np.where(over, -1, first_legal(env)))
    assert env.over[over].all()
    assert not env.rewards[over].any()
    chosen = np.zeros(30, bool)
    chosen[np.flatnonzero(over)[0]] = True
    env.reset_done(chosen)
    assert not env.over[chosen].any()
    assert env.masks[chosen].any()
    env.reset_done()
    assert not env.over.any()
    env.step(first_legal(env))


def test_only_finished_games_can_be_dealt_anew() -> None:
    env = UnoVectorEnv(3, seed=2, autoreset="disabled")
    with pytest.raises(ValueError, match="game 0 is not over"):
        env.reset_done(np.ones(3, bool))
    for wrong in (np.ones(2, bool), np.ones(3, np.int64)):
        with pytest.raises(ValueError, match="3 booleans"):
            env.reset_done(wrong)


# -- several rule sets ---------------------------------------------------------------------------------------


def test_rule_sets_can_be_mixed() -> None:
    tables = [RuleSet(players=2), RuleSet("run", 4, jump_in=True), RuleSet("friendship", 6, partners=True)]
    env = UnoVectorEnv(30, seed=4, rule_sets=tables, reward="placement")
    alone = UnoVectorEnv(1, seed=4, rule_sets=tables)
    assert (env.observations[0] == alone.observations[0]).all()
    seats = np.zeros(30, np.int8)
    for _ in range(300):
        env.step(first_legal(env))
        np.maximum(seats, env.seats, out=seats)
        assert np.allclose(env.rewards.sum(axis=1), 0, atol=1e-5)
    assert seats.reshape(-1, 3).max(axis=0).tolist() == [1, 3, 5]


# -- bad input -----------------------------------------------------------------------------------------------


def test_an_illegal_action_names_the_game_and_changes_nothing() -> None:
    env = UnoVectorEnv(8, seed=1, players=2)
    before = env._batch.to_bytes()
    actions = first_legal(env)
    actions[5] = env.masks[5].argmin()
    with pytest.raises(IllegalAction, match="game 5: action .* is not legal; legal: "):
        env.step(actions)
    actions[5] = 110
    with pytest.raises(IllegalAction, match="game 5: action 110"):
        env.step(actions)
    assert env._batch.to_bytes() == before


@pytest.mark.parametrize(
    ("actions", "error"), [([0.5] * 4, TypeError), ([float("nan")] * 4, TypeError), ([1] * 3, ValueError)]
)
def test_actions_must_be_whole_numbers_one_a_game(actions: list[Any], error: type[Exception]) -> None:
    with pytest.raises(error, match="actions must be"):
        UnoVectorEnv(4, seed=1).step(actions)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        ({"num_envs": 0}, ValueError, "num_envs=0"),
        ({"num_envs": 2, "autoreset": "never"}, ValueError, "next_step, same_step, disabled"),
        ({"num_envs": 2, "reward": "money"}, ValueError, "unknown reward 'money'"),
        ({"num_envs": 2, "history": 99}, ValueError, "history=99"),
        ({"num_envs": 2, "seed": -1}, ValueError, "seed=-1"),
        ({"num_envs": 2, "jumpin": True}, RulesError, "unknown rule 'jumpin'"),
        ({"num_envs": 2, "rule_sets": []}, ValueError, "at least one"),
        ({"num_envs": 2, "rule_sets": [RuleSet()], "players": 3}, ValueError, "not both"),
    ],
)
def test_wrong_arguments_say_what_to_change(wrong: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        UnoVectorEnv(**wrong)


def test_a_reward_function_must_give_one_number_a_seat() -> None:
    env = UnoVectorEnv(20, seed=1, players=2, reward=lambda outcome: np.zeros(1, np.float32))
    with pytest.raises(ValueError, match="must give 2 finite numbers"):
        play(env, 500)
