"""Stable-Baselines3: the native VecEnv, and models as policies."""

import time
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.callbacks import MaskableEvalCallback
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3 import PPO
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import VecMonitor

from agents.random_play import RandomPlay
from uno_env import IllegalAction, RuleSet
from uno_env.gym_env import UnoGymVectorEnv
from uno_env.policies import find_policy
from uno_env.sb3_env import ModelPolicy, UnoVecEnv


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


def first_legal(observations: Any, masks: Any) -> Any:
    return masks.argmax(axis=1)


def small_model(env: Any, **arguments: Any) -> MaskablePPO:
    sizes = {"net_arch": [16]}
    return MaskablePPO(
        "MlpPolicy", env, n_steps=16, batch_size=64, n_epochs=1, policy_kwargs=sizes, seed=1, **arguments
    )


def test_the_masks_are_one_array_and_come_in_microseconds() -> None:
    env = UnoVecEnv(256, players=2, seed=1)
    env.reset()
    (masks,) = env.env_method("action_masks")
    assert masks.shape == (256, 110)
    assert is_masking_supported(env)
    assert get_action_masks(env).reshape(256, 110).tolist() == masks.tolist()
    assert env.env_method("action_masks", indices=[3, 4])[0].tolist() == masks[3:5].tolist()
    quickest = 1.0
    for _ in range(20):
        began = time.perf_counter()
        env.env_method("action_masks")
        quickest = min(quickest, time.perf_counter() - began)
    assert quickest < 100e-6


def test_attributes_are_shared_by_all_games() -> None:
    env = UnoVecEnv(3, players=2)
    assert env.has_attr("action_masks")
    assert not env.has_attr("no_such_thing")
    assert env.get_attr("render_mode") == [None] * 3
    assert env.get_attr("rule_sets", indices=1) == [[RuleSet(players=2)]]
    with pytest.raises(AttributeError):
        env.get_attr("no_such_thing")
    env.set_attr("note", 5)
    assert env.get_attr("note", indices=[0, 2]) == [5, 5]
    with pytest.raises(ValueError, match="leave indices out"):
        env.set_attr("note", 5, indices=[0])
    assert env.env_is_wrapped(Monitor) == [False] * 3
    assert env.env_method("has_attr", "note") == [True] * 3
    env.close()


def test_it_plays_as_the_gymnasium_batch_does() -> None:
    one = UnoVecEnv(10, players=3, opponents=first_legal, seat="rotate", seed=5)
    other = UnoGymVectorEnv(10, players=3, opponents=first_legal, seat="rotate", autoreset="same_step")
    seen, infos = other.reset(seed=5)
    assert (one.reset() == seen).all()
    for _ in range(100):
        actions = first_legal(None, one.action_masks())
        ours, rewards, dones, ends = one.step(actions)
        seen, gained, terminated, truncated, infos = other.step(actions)
        assert (ours == seen).all()
        assert (rewards == gained).all()
        assert (dones == (terminated | truncated)).all()
        for index in np.flatnonzero(dones):
            assert (ends[index]["terminal_observation"] == infos["final_obs"][index]).all()
            assert ends[index]["winner"] == infos["final_info"]["winner"][index]
            assert ends[index]["seat"] == infos["final_info"]["seat"][index]


def test_the_info_of_a_finished_round_agrees_with_what_was_seen() -> None:
    env = VecMonitor(UnoVecEnv(20, players=2, opponents=first_legal, seed=2))
    plain = UnoVecEnv(20, players=2, opponents=first_legal, seed=2)
    env.reset()
    plain.reset()
    ends = 0
    for _ in range(100):
        actions = first_legal(None, plain.action_masks())
        _, rewards, dones, infos = env.step(actions)
        _, _, _, own = plain.step(actions)
        for index in range(20):
            assert ("episode" in infos[index]) == dones[index]
            assert ("episode" in own[index]) == dones[index]
            if dones[index]:
                ends += 1
                assert infos[index]["episode"]["r"] == own[index]["episode"]["r"] == rewards[index]
                assert infos[index]["episode"]["l"] == own[index]["episode"]["l"]
                assert rewards[index] == (1 if own[index]["winner"] == 0 else -1)
                assert own[index]["TimeLimit.truncated"] is False
    assert ends > 20


def test_seeds_give_the_same_games_again() -> None:
    env = UnoVecEnv(8, players=2)
    env.seed(3)
    first = env.reset()
    second = env.reset()
    assert (first != second).any()
    env.seed(3)
    assert (env.reset() == first).all()
    assert (UnoVecEnv(8, players=2, seed=3).reset() == first).all()


def test_maskable_ppo_learns_saves_loads_and_goes_on(tmp_path: Path) -> None:
    env = VecMonitor(UnoVecEnv(16, players=2, seed=1, seat="rotate"))
    model = small_model(env)
    model.learn(1024)
    assert model.num_timesteps == 1024
    assert len(model.ep_info_buffer) > 0
    model.save(tmp_path / "model.zip")
    again = MaskablePPO.load(tmp_path / "model.zip", env=env)
    seen, masks = env.reset(), env.env_method("action_masks")[0]
    chosen = [each.predict(seen, action_masks=masks, deterministic=True)[0] for each in (model, again)]
    assert (chosen[0] == chosen[1]).all()
    again.learn(512, reset_num_timesteps=False)
    assert again.num_timesteps == 1536


def test_the_returns_are_logged_without_a_monitor_too() -> None:
    model = small_model(UnoVecEnv(16, players=2, seed=1))
    model.learn(1024)
    assert len(model.ep_info_buffer) > 0


def test_the_eval_callback_and_evaluation_use_the_masks(tmp_path: Path) -> None:
    judge = VecMonitor(UnoVecEnv(8, players=2, seed=2))
    callback = MaskableEvalCallback(judge, n_eval_episodes=10, eval_freq=16, log_path=str(tmp_path), verbose=0)
    model = small_model(VecMonitor(UnoVecEnv(16, players=2, seed=1)))
    model.learn(512, callback=callback)
    results = np.load(tmp_path / "evaluations.npz")["results"]
    assert results.shape == (2, 10)
    # 0 is a dead round: an untrained model draws the pile empty now and then.
    assert set(np.unique(results)) <= {-1.0, 0.0, 1.0}
    mean, _ = evaluate_policy(model, judge, n_eval_episodes=10)
    assert -1 <= mean <= 1


def test_a_snapshot_plays_as_opponent_and_can_be_swapped() -> None:
    env = UnoVecEnv(16, players=3, opponents="random_play", seed=1)
    model = small_model(env)
    snapshot = ModelPolicy(model, deterministic=True)
    env.set_opponents(snapshot)
    assert env.opponents == [snapshot]
    model.learn(256)
    env.env_method("set_opponents", ["random_legal", snapshot])
    env.reset()
    for _ in range(10):
        env.step(find_policy("random_play").act(np.zeros((0, 0), np.uint8), env.action_masks()))
    assert repr(snapshot) == "ModelPolicy(MaskablePPO, deterministic=True)"


def test_a_policy_of_a_model_keeps_to_the_masks() -> None:
    env = UnoVecEnv(64, players=2, seed=1)
    policy, seen = ModelPolicy(small_model(env)), env.reset()
    for _ in range(10):
        masks = env.action_masks()
        actions = policy.act(seen, masks)
        assert actions.dtype == np.int64
        assert masks[np.arange(64), actions].all()
        seen, _, _, _ = env.step(actions)


def test_a_model_without_masks_is_told_when_it_cheats() -> None:
    env = UnoVecEnv(64, players=2, seed=1)
    model = PPO("MlpPolicy", env, n_steps=16, batch_size=64, device="cpu", policy_kwargs={"net_arch": [8]})
    env.set_opponents(ModelPolicy(model))
    with pytest.raises(IllegalAction, match=r"opponent ModelPolicy\(PPO"):
        env.reset()
    with pytest.raises(TypeError, match="has no predict"):
        ModelPolicy(RandomPlay())  # type: ignore[arg-type]


def test_the_gymnasium_environment_trains_too() -> None:
    single = gymnasium.make("uno_env:Uno-v0", players=2, opponents="random_legal")
    small_model(single).learn(32)


def test_bad_input_says_what_to_do() -> None:
    env = UnoVecEnv(2, players=2)
    with pytest.raises(ValueError, match="call reset"):
        env.step(np.zeros(2, np.int64))
    env.reset()
    with pytest.raises(IllegalAction, match="game 0: "):
        env.step(np.full(2, 200))
    with pytest.raises(ValueError, match="call step_async"):
        env.step_wait()
    with pytest.raises(ValueError, match="seat=9"):
        UnoVecEnv(2, players=2, seat=9)
