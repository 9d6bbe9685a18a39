"""Batch policies: what they choose, and how they are found."""

from typing import Any

import numpy as np
import pytest

from agents.random_legal import RandomLegal
from agents.random_play import RandomPlay
from uno_env.engine.layout import ACTION_KIND, ACTIONS, Act
from uno_env.policies import FunctionPolicy, Policy, find_policy
from uno_env.vector_env import UnoVectorEnv

NAMES = ("random_legal", "random_play")


def always_first(observations: Any, masks: Any) -> Any:
    return masks.argmax(axis=1)


def masks_of(*legal: list[int], repeat: int = 1) -> Any:
    masks = np.zeros((len(legal), ACTIONS), np.int8)
    for row, actions in enumerate(legal):
        masks[row, actions] = 1
    return np.repeat(masks, repeat, axis=0)


def choices(policy: Policy, legal: list[int], times: int = 6000) -> Any:
    chosen = policy.act(np.zeros((times, 1), np.uint8), masks_of(legal, repeat=times))
    return np.bincount(chosen, minlength=ACTIONS) / times


@pytest.mark.parametrize("name", NAMES)
def test_only_legal_actions_are_chosen_at_every_kind_of_table(name: str) -> None:
    policy = find_policy(name)
    for deck in ("classic", "run", "friendship", "casting_call", "victory_lap"):
        env = UnoVectorEnv(40, seed=1, deck=deck, players=4, jump_in=True, seven_zero=True, progressive=True)
        for _ in range(100):
            actions = policy.act(env.observations, env.masks)
            running = env.seats >= 0
            assert env.masks[np.flatnonzero(running), actions[running]].all()
            assert (actions[~running] == -1).all()
            env.step(actions)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_and_the_same_masks_give_the_same_actions(name: str) -> None:
    masks = UnoVectorEnv(300, seed=4, players=3).masks
    rows = np.zeros((300, 1), np.uint8)
    policy: Any = find_policy(name)
    policy.reset(7)
    first = [policy.act(rows, masks) for _ in range(3)]
    policy.reset(7)
    assert all((policy.act(rows, masks) == each).all() for each in first)
    policy.reset(8)
    assert (policy.act(rows, masks) != first[0]).any()
    assert (first[0] != first[1]).any()


def test_random_legal_chooses_every_legal_action_equally_often() -> None:
    shares = choices(RandomLegal(1), [3, 64, int(Act.DRAW), 109])
    assert np.allclose(shares[[3, 64, int(Act.DRAW), 109]], 0.25, atol=0.03)


def test_random_play_plays_a_card_rather_than_draw() -> None:
    shares = choices(RandomPlay(1), [3, 17, int(Act.DRAW)])
    assert shares[int(Act.DRAW)] == 0
    assert np.allclose(shares[[3, 17]], 0.5, atol=0.03)


def test_random_play_chooses_a_kind_of_card_first_and_a_colour_then() -> None:
    wild = [64, 65, 66, 67]
    assert len(set(ACTION_KIND[wild])) == 1
    shares = choices(RandomPlay(1), [3, *wild, int(Act.DRAW)])
    assert shares[3] == pytest.approx(0.5, abs=0.03)
    assert np.allclose(shares[wild], 0.125, atol=0.02)


@pytest.mark.parametrize("act", [Act.UNO, Act.CATCH])
def test_random_play_says_uno_and_catches(act: Act) -> None:
    assert choices(RandomPlay(1), [int(act), int(Act.PASS)])[int(act)] == 1


def test_random_play_never_challenges() -> None:
    shares = choices(RandomPlay(1), [int(Act.DRAW), int(Act.CHALLENGE)])
    assert shares[int(Act.DRAW)] == 1


# Where UNO has to be said, random_legal forgets it half the time and is caught: it loses yet more often.
@pytest.mark.parametrize(("uno_call", "share"), [("auto", 0.964), ("explicit", 0.980)])
def test_random_play_beats_random_legal_clearly(uno_call: str, share: float) -> None:
    env = UnoVectorEnv(2000, seed=5, players=2, autoreset="disabled", uno_call=uno_call)
    strong, weak = RandomPlay(1), RandomLegal(2)
    # In the first half of the games the strong one has seat 0, in the other seat 1.
    strong_seat = (np.arange(2000) >= 1000).astype(np.int8)
    while not env.over.all():
        actions = weak.act(env.observations, env.masks)
        ours = np.flatnonzero(env.seats == strong_seat)
        actions[ours] = strong.act(env.observations[ours], env.masks[ours])
        env.step(actions)
    assert np.mean(env.winners == strong_seat) == pytest.approx(share, abs=0.015)


# -- finding them ------------------------------------------------------------------------------------------


def test_a_policy_is_found_by_name_by_path_by_class_as_object_and_as_function() -> None:
    assert isinstance(find_policy("random_play"), RandomPlay)
    assert isinstance(find_policy("agents.random_legal:RandomLegal"), RandomLegal)
    assert isinstance(find_policy(RandomLegal), RandomLegal)
    own = RandomPlay()
    assert find_policy(own) is own
    by_path, by_function = find_policy("tests.env.test_policies:always_first"), find_policy(always_first)
    assert isinstance(by_path, FunctionPolicy)
    masks = masks_of([5, 9], [7])
    assert by_path.act(masks, masks).tolist() == by_function.act(masks, masks).tolist() == [5, 7]
    assert "always_first" in repr(by_function)


def test_a_name_makes_a_new_policy_each_time() -> None:
    assert find_policy("random_play") is not find_policy("random_play")


@pytest.mark.parametrize(
    ("spec", "error", "message"),
    [
        (
            "random",
            ValueError,
            "unknown policy 'random' .did you mean 'random_play'.*policies: random_legal, random_play",
        ),
        ("no_such_module:policy", ValueError, "cannot be imported"),
        ("uno_env.policies:Nothing", ValueError, "cannot be imported"),
        ("uno_env.version:__version__", TypeError, "is a string"),
        (5, TypeError, "5 is no policy"),
        (None, TypeError, "None is no policy"),
    ],
)
def test_what_is_no_policy_says_what_is(spec: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        find_policy(spec)


def test_masks_of_a_wrong_shape_are_an_error_and_of_another_type_are_not() -> None:
    with pytest.raises(ValueError, match="shape"):
        RandomPlay().act(np.zeros((1, 5), np.uint8), np.zeros(ACTIONS, np.int8))
    assert RandomPlay().act(np.zeros((1, 5), np.uint8), masks_of([4]).astype(bool)).tolist() == [4]


def test_a_seed_must_be_a_seed() -> None:
    with pytest.raises(ValueError, match="seed=-1"):
        RandomPlay(-1)
