"""Dense features: decisions as plain networks see them, and the Stable-Baselines3 environment made of them."""

from typing import Any

import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env.base_vec_env import VecEnv

from agents.networks.dense import LENGTH, OPEN, Decisions
from agents.networks.encoded_env import (
    FEATURES_MARK,
    EncodedPolicy,
    EncodedVecEnv,
    ReluTrunk,
    as_policy,
    mark,
)
from agents.networks.layout import STATE_FEATURES
from agents.policy import ModelAgent
from uno_env.engine.layout import ACTIONS, Act
from uno_env.sb3_env import ModelPolicy, UnoVecEnv
from uno_env.vector_env import UnoVectorEnv

TABLES = [
    {"players": 2},
    {"players": 4, "deck": "run", "progressive": True, "seven_zero": True, "jump_in": True},
    {"players": 6, "deck": "casting_call", "seven_zero": True},
]


def random_actions(masks: np.ndarray, random: np.random.Generator) -> np.ndarray:
    return np.asarray((random.random(masks.shape) * masks).argmax(axis=1))


@pytest.mark.parametrize("rules", TABLES)
def test_actions_by_places_and_the_engines_actions_are_the_same_ones(rules: dict[str, Any]) -> None:
    env = UnoVectorEnv(64, seed=1, **rules)
    random = np.random.default_rng(1)
    for _ in range(60):
        decisions = Decisions.read(env.observations, env.masks)
        asked = np.flatnonzero((decisions.settled == OPEN) & env.masks.any(axis=1))
        assert (decisions.masks[asked].sum(axis=1) == env.masks[asked].sum(axis=1)).all()
        for row in asked:
            meant = decisions.meant[row][decisions.masks[row] != 0]
            assert sorted(meant) == np.flatnonzero(env.masks[row]).tolist()
        settled = np.flatnonzero(decisions.settled != OPEN)
        assert (env.masks[settled, decisions.settled[settled]] != 0).all()
        assert not decisions.rows[settled].any()
        assert (decisions.rows[:, STATE_FEATURES:] == decisions.masks).all()
        assert decisions.rows.max() <= 1
        env.step(random_actions(env.masks, random))


def test_only_what_needs_no_thought_is_settled() -> None:
    env = UnoVectorEnv(128, seed=2, players=3)
    random = np.random.default_rng(2)
    for _ in range(80):
        decisions = Decisions.read(env.observations, env.masks)
        for row in np.flatnonzero(decisions.settled != OPEN):
            assert env.masks[row].sum() == 1 or decisions.settled[row] in (Act.UNO, Act.CATCH)
        env.step(random_actions(env.masks, random))


# -- the environment -----------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", TABLES)
def test_the_learner_is_asked_only_where_there_is_a_choice(rules: dict[str, Any]) -> None:
    env = EncodedVecEnv(32, seed=3, seat="rotate", **rules)
    random = np.random.default_rng(3)
    rows, ended = env.reset(), 0
    for _ in range(200):
        masks = env.action_masks()
        assert (masks.sum(axis=1) > 1).all()
        assert (rows[:, STATE_FEATURES:] == masks).all()
        rows, rewards, dones, infos = env.step(random_actions(masks, random))
        assert rows.shape == (32, LENGTH)
        assert ((rewards != 0) <= dones).all()
        for index in np.flatnonzero(dones):
            ended += 1
            assert infos[index]["episode"]["r"] == rewards[index]
            assert infos[index]["terminal_observation"].any()
            won = infos[index]["winner"] == infos[index]["seat"]
            assert (rewards[index] > 0) == won
    assert ended > 10


def test_it_plays_as_the_raw_environment_does_when_obvious_decisions_are_made_by_hand() -> None:
    """The same seed and the same choices give the same rounds, whoever makes the obvious decisions."""
    encoded, raw = EncodedVecEnv(1, seed=5, players=2), UnoVecEnv(1, seed=5, players=2)
    rows, observations = encoded.reset(), raw.reset()
    random = np.random.default_rng(5)
    rounds = 0
    for _ in range(150):
        decisions = Decisions.read(observations, raw.action_masks())
        while decisions.settled[0] != OPEN:
            observations = raw.step(decisions.settled)[0]
            decisions = Decisions.read(observations, raw.action_masks())
        assert (decisions.rows == rows).all()
        chosen = random_actions(encoded.action_masks(), random)
        observations = raw.step(decisions.meaning(chosen))[0]
        rows, _, dones, _ = encoded.step(chosen)
        rounds += int(dones[0])
    assert rounds > 1


def test_an_environment_goes_on_where_another_one_was() -> None:
    first, second = (EncodedVecEnv(16, seed=seed, players=3, seat="rotate") for seed in (7, 8))
    first.reset()
    random = np.random.default_rng(7)
    for _ in range(30):
        first.step(random_actions(first.action_masks(), random))
    rows = second.restore(first.state())
    for env in (first, second):
        env.seed_opponents(4)
    for _ in range(30):
        assert (first.action_masks() == second.action_masks()).all()
        chosen = random_actions(first.action_masks(), random)
        ours, theirs = first.step(chosen), second.step(chosen)
        for one, other in zip(ours[:3], theirs[:3], strict=True):
            assert (one == other).all()
    assert rows.shape == (16, LENGTH)


# -- models --------------------------------------------------------------------------------------------


def small_model(env: VecEnv) -> MaskablePPO:
    settings = {"features_extractor_class": ReluTrunk, "features_extractor_kwargs": {"widths": (16,)}, "net_arch": []}
    return MaskablePPO("MlpPolicy", env, n_steps=4, batch_size=32, policy_kwargs=settings, device="cpu", seed=1)


def test_a_model_trained_on_features_is_saved_loaded_and_played_as_any_other(tmp_path: Any) -> None:
    env = EncodedVecEnv(8, players=2)
    model = small_model(env).learn(64)
    mark(model)
    model.save(tmp_path / "model.zip")
    table = UnoVectorEnv(64, seed=1, players=2)
    actions = ModelAgent(tmp_path / "model.zip").act(table.observations, table.masks)
    assert (table.masks[np.arange(64), actions] != 0).all()
    assert (actions == as_policy(model, deterministic=True).act(table.observations, table.masks)).all()
    sampled = ModelAgent(tmp_path / "model.zip", sample=True)
    sampled.reset(1)
    first = sampled.act(table.observations, table.masks)
    sampled.reset(1)
    assert (sampled.act(table.observations, table.masks) == first).all()


def test_a_model_knows_whether_it_was_trained_on_features_and_on_which() -> None:
    raw = MaskablePPO("MlpPolicy", UnoVecEnv(2, players=2), n_steps=4, batch_size=8, device="cpu")
    assert type(as_policy(raw)) is ModelPolicy
    model = small_model(EncodedVecEnv(2, players=2))
    setattr(model, FEATURES_MARK, "something older")
    with pytest.raises(ValueError, match="other features than this version has: train it anew"):
        EncodedPolicy(model)


def test_rows_where_nothing_is_legal_get_no_action() -> None:
    model = small_model(EncodedVecEnv(2, players=2))
    mark(model)
    table = UnoVectorEnv(4, seed=1, players=2)
    masks = table.masks.copy()
    masks[1] = 0
    actions = EncodedPolicy(model).act(table.observations, masks)
    assert actions[1] == -1
    assert masks.shape == (4, ACTIONS)
