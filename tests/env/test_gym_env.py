"""Gymnasium: one learner, the others inside."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from agents.random_legal import RandomLegal
from agents.random_play import RandomPlay
from uno_env import Game, IllegalAction, RulesError, RuleSet
from uno_env.gym_env import UnoGymEnv, UnoGymVectorEnv

MODES = ("next_step", "same_step", "disabled")


def first_legal(observations: Any, masks: Any) -> Any:
    """Deterministic and independent of the other rows."""
    return masks.argmax(axis=1)


def lazy(observations: Any, masks: Any) -> Any:
    """Never plays a card if it can help it."""
    return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)


def play_round(env: UnoGymEnv, seed: int | None = None) -> tuple[list[float], bool, dict[str, Any]]:
    _, info = env.reset(seed=seed)
    rewards, over, terminated = [], False, False
    while not over:
        _, reward, terminated, truncated, info = env.step(np.int64(info["action_mask"].argmax()))
        rewards.append(float(reward))
        over = terminated or truncated
    return rewards, terminated, info


# -- a single table --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [{"players": 2}, {"deck": "run", "players": 4, "jump_in": True}])
@pytest.mark.parametrize("illegal", ["lose", "retry"])
def test_the_checker_of_gymnasium_is_content(rules: dict[str, Any], illegal: str) -> None:
    # The checker samples actions without a mask: they must not be an error.
    check_env(gymnasium.make("uno_env:Uno-v0", illegal=illegal, **rules).unwrapped, skip_render_check=True)


def test_the_checker_is_content_with_the_defaults_and_every_render_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    check_env(gymnasium.make("uno_env:Uno-v0", opponents="random_play").unwrapped)


@pytest.mark.parametrize("illegal", ["lose", "retry"])
def test_an_illegal_action_can_cost_a_reward_instead(illegal: str) -> None:
    env = UnoGymEnv(players=2, illegal=illegal, illegal_reward=-5)
    seen, info = env.reset(seed=1)
    wrong = np.int64(info["action_mask"].argmin())
    again, reward, terminated, truncated, info = env.step(wrong)
    assert (seen == again).all()
    assert (reward, terminated, truncated) == (-5, illegal == "lose", False)
    assert info["illegal_action"] == wrong
    if illegal == "lose":
        with pytest.raises(ValueError, match="call reset"):
            env.step(np.int64(info["action_mask"].argmax()))
        env.reset()
    env.step(np.int64(env.action_masks().argmax()))


def test_gymnasium_makes_it_by_its_name() -> None:
    env = gymnasium.make("uno_env:Uno-v0", opponents="random_legal", deck="run", players=3, seat=1)
    assert isinstance(env.unwrapped, UnoGymEnv)
    seen, info = env.reset(seed=3)
    assert env.observation_space.contains(seen)
    assert (env.get_wrapper_attr("action_masks")() == info["action_mask"]).all()
    assert info["seat"] == 1
    env.step(info["action_mask"].argmax())
    env.close()


def test_the_seat_to_act_is_always_the_learners_and_its_observation_fresh() -> None:
    env = UnoGymEnv(players=4, seat=2, opponents=RandomPlay(1))
    seen, info = env.reset(seed=1)
    kept, copies = [seen], [seen.copy()]
    for _ in range(200):
        assert env.game.actor == 2
        assert (info["action_mask"] == env.game.legal_mask()).all()
        seen, _, terminated, truncated, info = env.step(info["action_mask"].argmax())
        if terminated or truncated:
            assert not info["action_mask"].any()
            assert not env.action_masks().any()
            seen, info = env.reset()
        kept.append(seen)
        copies.append(seen.copy())
    assert all((one == other).all() for one, other in zip(kept, copies, strict=True))


def test_the_reward_comes_with_the_last_step_whoever_ends_the_round() -> None:
    env = UnoGymEnv(players=2, opponents=first_legal)
    winners = set()
    for seed in range(20):
        rewards, terminated, info = play_round(env, seed)
        winners.add(info["winner"])
        assert terminated
        assert not any(rewards[:-1])
        assert rewards[-1] == (1 if info["winner"] == 0 else -1)
        assert info["held"][info["winner"]] == 0
    assert winners == {0, 1}


def test_the_same_seed_is_the_same_episode() -> None:
    one, other = (UnoGymEnv(players=3, opponents="random_play", seat="rotate") for _ in range(2))
    for seed in (5, None, None):
        first, second = play_round(one, seed), play_round(other, seed)
        assert first[:2] == second[:2]
        assert first[2]["seat"] == second[2]["seat"]
        assert first[2]["held"] == second[2]["held"]


def test_the_learner_takes_another_seat_each_episode() -> None:
    env = UnoGymEnv(players=3, seat="rotate")
    assert [env.reset(seed=seed)[1]["seat"] for seed in (4, None, None, 6)] == [1, 2, 0, 0]
    assert UnoGymEnv(players=3, seat="rotate").reset()[1]["seat"] == 0


def test_partners_win_together() -> None:
    env = UnoGymEnv(players=4, partners=True, opponents=first_legal)
    for seed in range(10):
        rewards, _, info = play_round(env, seed)
        assert rewards[-1] == (1 if info["winner"] in (0, 2) else -1)


def test_each_opponent_can_be_another_policy_clockwise_from_the_learner() -> None:
    asked: list[str] = []

    def named(name: str) -> Any:
        return lambda rows, masks: asked.append(name) or first_legal(rows, masks)

    env = UnoGymEnv(players=3, seat=1, opponents=[named("left"), named("right")])
    info = env.reset(seed=1, options={"dealer": 1})[1]
    for _ in range(10):
        seats = [seat for seat, _ in env.game.public_actions()]
        asked.clear()
        *_, info = env.step(info["action_mask"].argmax())
        moved = [seat for seat, _ in env.game.public_actions()][len(seats) + 1 :]
        if len(seats) < 6:
            assert [("left", "right")[seat != 2] for seat in moved] == asked
        if env.game.over:
            break


def test_a_crafted_deal_is_dealt() -> None:
    game = Game(RuleSet(players=2), seed=8, dealer=1)
    deck = game.record()["deck"]
    env = UnoGymEnv(players=2)
    env.reset(seed=1, options={"deck": deck, "dealer": 1})
    assert env.game.hand(0) == game.hand(0)
    assert env.game.record()["dealer"] == 1


def test_the_rendering_is_the_learners_view_or_all_of_it() -> None:
    env = UnoGymEnv(players=2, render_mode="ansi")
    env.reset(seed=1)
    revealed = UnoGymEnv(players=2, render_mode="ansi", reveal=True)
    revealed.reset(seed=1)
    assert isinstance(env.render(), str)
    assert env.render() != revealed.render()
    picture = UnoGymEnv(players=2, render_mode="rgb_array")
    picture.reset(seed=1)
    assert picture.render().shape[2] == 3
    picture.close()


def test_a_window_is_opened_and_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    env = UnoGymEnv(players=2, render_mode="human")
    _, info = env.reset(seed=1)
    env.step(info["action_mask"].argmax())
    env.close()


# -- many tables -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
def test_make_vec_gives_the_native_batch(mode: str) -> None:
    envs = gymnasium.make_vec("uno_env:Uno-v0", num_envs=6, deck="run", players=3, autoreset=mode)
    assert isinstance(envs.unwrapped, UnoGymVectorEnv)
    assert envs.metadata["autoreset_mode"] is AutoresetMode[mode.upper()]
    seen, infos = envs.reset(seed=1)
    assert envs.observation_space.contains(seen)
    seen, rewards, terminated, truncated, infos = envs.step(infos["action_mask"].argmax(axis=1))
    assert envs.observation_space.contains(seen)
    assert rewards.shape == terminated.shape == truncated.shape == (6,)
    envs.close()


def test_the_default_is_next_step_and_gymnasiums_own_batches_work_too() -> None:
    assert UnoGymVectorEnv(2).metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    envs = gymnasium.make_vec("uno_env:Uno-v0", num_envs=2, vectorization_mode="sync", players=2)
    _, infos = envs.reset(seed=1)
    envs.step(infos["action_mask"].argmax(axis=1))
    envs.close()


@pytest.mark.parametrize("mode", ["next_step", "same_step"])
def test_games_are_the_same_however_many_there_are(mode: str) -> None:
    few, many = (
        UnoGymVectorEnv(count, players=3, opponents=first_legal, autoreset=mode, seat="rotate") for count in (3, 20)
    )
    results = [env.reset(seed=4) for env in (few, many)]
    masks = [infos["action_mask"] for _, infos in results]
    for _ in range(150):
        small, large = (env.step(first_legal(None, mask)) for env, mask in zip((few, many), masks, strict=True))
        assert all((one == other[:3]).all() for one, other in zip(small[:4], large[:4], strict=True))
        masks = [small[4]["action_mask"], large[4]["action_mask"]]
        assert (masks[0] == masks[1][:3]).all()
        assert (small[4]["seat"] == large[4]["seat"][:3]).all()


def test_a_batch_plays_as_gymnasium_would_step_table_by_table() -> None:
    """The opponents' loop of the batch and of the single table are two: they must agree."""
    from uno_env.batch import game_seeds

    envs = UnoGymVectorEnv(4, players=4, opponents=first_legal, autoreset="disabled", seven_zero=True, seat=1)
    _, infos = envs.reset(seed=2)
    for index, seed in enumerate(game_seeds(2, 4)):
        game = Game(RuleSet(players=4, seven_zero=True), int(seed))
        while game.actor != 1:
            game.play(game.legal_action_ids()[0])
        assert (game.legal_mask() == infos["action_mask"][index]).all()
    alive = True
    while alive:
        _, rewards, terminated, truncated, infos = envs.step(first_legal(None, infos["action_mask"]))
        alive = not (terminated | truncated).any()
    for index in np.flatnonzero(terminated):
        game = Game(RuleSet(players=4, seven_zero=True), int(game_seeds(2, 4)[index]))
        while not game.over:
            game.play(game.legal_action_ids()[0])
        assert infos["winner"][index] == game.winner
        assert infos["_winner"][index]
        assert rewards[index] == pytest.approx(1 if game.winner == 1 else -1 / 3)


def test_every_game_waits_for_the_learner_and_masks_are_kept_to() -> None:
    envs = UnoGymVectorEnv(30, opponents=RandomPlay(1), seat="rotate", players=5, jump_in=True)
    policy = RandomLegal(2)
    seen, infos = envs.reset(seed=1)
    for _ in range(100):
        over = envs._loop.over
        assert (envs._loop._batch.games["actor"][~over] == infos["seat"][~over]).all()
        assert (infos["action_mask"].any(axis=1) == ~over).all()
        seen, _, _, _, infos = envs.step(policy.act(seen, infos["action_mask"]))


def test_next_step_deals_anew_on_the_call_after_the_end() -> None:
    envs = UnoGymVectorEnv(20, opponents=first_legal, players=2)
    _, infos = envs.reset(seed=1)
    over = np.zeros(20, bool)
    while not over.any():
        seen, rewards, terminated, truncated, infos = envs.step(first_legal(None, infos["action_mask"]))
        over = terminated | truncated
    assert (np.abs(rewards) == over).all()
    assert (infos["_winner"] == over).all()
    assert seen[over].any(axis=1).all()
    actions = first_legal(None, infos["action_mask"])
    actions[over] = -7
    _, rewards, terminated, truncated, infos = envs.step(actions)
    assert not rewards[over].any()
    assert not (terminated | truncated)[over].any()
    assert infos["action_mask"][over].any(axis=1).all()


def test_same_step_gives_the_final_observation_and_info() -> None:
    same, after = (UnoGymVectorEnv(20, opponents=first_legal, players=2, autoreset=mode) for mode in MODES[1::-1])
    (_, infos), (_, others) = same.reset(seed=1), after.reset(seed=1)
    over = np.zeros(20, bool)
    while not over.any():
        assert "final_obs" not in infos
        seen, rewards, terminated, truncated, infos = same.step(first_legal(None, infos["action_mask"]))
        ends, pays, _, _, others = after.step(first_legal(None, others["action_mask"]))
        over = terminated | truncated
    assert (rewards == pays).all()
    assert (infos["_final_obs"] == over).all()
    assert (infos["_final_info"] == over).all()
    assert all(final is None for final in infos["final_obs"][~over])
    assert all((infos["final_obs"][index] == ends[index]).all() for index in np.flatnonzero(over))
    assert not infos["final_info"]["action_mask"][over].any()
    assert (infos["final_info"]["winner"] == others["winner"]).all()
    assert infos["action_mask"].any(axis=1).all()
    dealt, _, _, _, _ = after.step(first_legal(None, others["action_mask"]))
    assert (seen[over] == dealt[over]).all()


def test_disabled_deals_anew_by_a_reset_mask() -> None:
    envs = UnoGymVectorEnv(20, opponents=first_legal, players=2, autoreset=AutoresetMode.DISABLED)
    _, infos = envs.reset(seed=1)
    over = np.zeros(20, bool)
    while not over.any():
        _, _, terminated, truncated, infos = envs.step(first_legal(None, infos["action_mask"]))
        over = terminated | truncated
    with pytest.raises(ValueError, match="is over: deal it anew with reset"):
        envs.step(first_legal(None, infos["action_mask"]))
    _, fresh = envs.reset(options={"reset_mask": over})
    assert (fresh["action_mask"][~over] == infos["action_mask"][~over]).all()
    assert fresh["action_mask"].any(axis=1).all()
    envs.step(first_legal(None, fresh["action_mask"]))
    with pytest.raises(ValueError, match="is not over"):
        envs.reset(options={"reset_mask": np.ones(20, bool)})
    with pytest.raises(ValueError, match="20 booleans"):
        envs.reset(options={"reset_mask": [True]})
    with pytest.raises(ValueError, match="takes no seed"):
        envs.reset(seed=1, options={"reset_mask": over})


def test_the_seat_rotates_and_a_fixed_one_stays() -> None:
    envs = UnoGymVectorEnv(7, opponents=first_legal, players=3, seat="rotate", autoreset="same_step")
    _, infos = envs.reset(seed=1)
    assert infos["seat"].tolist() == [0, 1, 2, 0, 1, 2, 0]
    for _ in range(100):
        before = infos["seat"]
        _, _, terminated, _, infos = envs.step(first_legal(None, infos["action_mask"]))
        assert (infos["seat"] == np.where(terminated, (before + 1) % 3, before)).all()


def test_a_round_that_ends_before_the_learner_can_act_is_dealt_again() -> None:
    envs = UnoGymVectorEnv(200, opponents="random_play", players=8, hand_size=1, uno_call="auto")
    _, infos = envs.reset(seed=1)
    for _ in range(20):
        assert infos["action_mask"].any(axis=1)[~envs._loop.over].all()
        _, _, _, _, infos = envs.step(first_legal(None, infos["action_mask"]))
    env = UnoGymEnv(opponents="random_play", players=8, hand_size=1, uno_call="auto")
    assert all(env.reset(seed=seed)[1]["action_mask"].any() for seed in range(30))


def test_tables_can_be_mixed_and_opponents_swapped() -> None:
    envs = UnoGymVectorEnv(9, rule_sets=[RuleSet(players=2), RuleSet("run", 4)], opponents="random_legal")
    _, infos = envs.reset(seed=1)
    envs.step(first_legal(None, infos["action_mask"]))
    envs.set_opponents(first_legal)
    with pytest.raises(ValueError, match="tables of different sizes"):
        envs.set_opponents(["random_play"])


def test_without_copies_the_arrays_are_written_in_place() -> None:
    envs = UnoGymVectorEnv(5, copy=False, opponents=first_legal)
    seen, infos = envs.reset(seed=1)
    again, *_ = envs.step(first_legal(None, infos["action_mask"]))
    assert again is seen
    envs = UnoGymVectorEnv(5, opponents=first_legal)
    seen, infos = envs.reset(seed=1)
    again, *_ = envs.step(first_legal(None, infos["action_mask"]))
    assert again is not seen


def test_a_lazy_opponent_loses_to_one_that_plays() -> None:
    envs = UnoGymVectorEnv(100, opponents=lazy, players=2, autoreset="same_step", seat="rotate")
    policy = RandomPlay(1)
    seen, infos = envs.reset(seed=1)
    total = 0.0
    for _ in range(60):
        seen, rewards, _, _, infos = envs.step(policy.act(seen, infos["action_mask"]))
        total += rewards.sum()
    assert total > 50


# -- bad input -------------------------------------------------------------------------------------------------


def test_an_illegal_action_is_an_error_and_changes_nothing() -> None:
    env = UnoGymEnv(players=2, illegal="raise")
    _, info = env.reset(seed=1)
    before = env.game
    for wrong in (int(info["action_mask"].argmin()), 110, -1):
        with pytest.raises(IllegalAction, match="legal: "):
            env.step(wrong)  # type: ignore[arg-type]
    for wrong in (0.5, None, True, "draw", float("nan")):
        with pytest.raises(ValueError, match="whole number"):
            env.step(wrong)  # type: ignore[arg-type]
    assert env.game == before
    envs = UnoGymVectorEnv(3, players=2)
    _, infos = envs.reset(seed=1)
    actions = first_legal(None, infos["action_mask"])
    actions[2] = infos["action_mask"][2].argmin()
    with pytest.raises(IllegalAction, match="game 2: "):
        envs.step(actions)


def test_an_opponent_that_cheats_is_named() -> None:
    def cheat(observations: Any, masks: Any) -> Any:
        return masks.argmin(axis=1)

    with pytest.raises(IllegalAction, match=r"opponent FunctionPolicy\(.*cheat\): game "):
        UnoGymVectorEnv(9, opponents=cheat).reset(seed=1)
    env = UnoGymEnv(players=3, opponents=cheat, seat=0)
    with pytest.raises(IllegalAction, match=r"opponent FunctionPolicy\(.*cheat\): "):
        # Seat 0 deals, so the first to act is an opponent, whatever the start card.
        env.reset(seed=1, options={"dealer": 0})


def test_an_opponent_must_choose_one_action_a_row() -> None:
    with pytest.raises(ValueError, match="must choose 9 whole numbers|must choose . whole numbers"):
        UnoGymVectorEnv(9, opponents=lambda rows, masks: masks).reset(seed=1)


def test_nothing_goes_before_the_reset_and_after_the_end() -> None:
    for env in (UnoGymEnv(), UnoGymVectorEnv(1)):
        with pytest.raises(ValueError, match="call reset"):
            env.step(np.zeros(1, np.int64))  # type: ignore[attr-defined]
    single = UnoGymEnv(players=2)
    play_round(single, 1)
    with pytest.raises(ValueError, match="the round is over: call reset"):
        single.step(np.int64(0))


def test_an_unknown_option_leaves_the_episode_alone() -> None:
    env = UnoGymEnv(players=2)
    env.reset(seed=1)
    before = env.game
    for options, message in (
        ({"decks": []}, "unknown option 'decks'"),
        ({"dealer": 2}, "dealer=2"),
        ({"deck": []}, "not the classic deck"),
    ):
        with pytest.raises(ValueError, match=message):
            env.reset(options=options)
    assert env.game == before
    with pytest.raises(ValueError, match="unknown option 'dealer'"):
        UnoGymVectorEnv(2).reset(options={"dealer": 1})


@pytest.mark.parametrize("make", [UnoGymEnv, lambda **arguments: UnoGymVectorEnv(2, **arguments)])
@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        ({"seat": 4}, ValueError, "seat=4: must be 0 to 3, or 'rotate'"),
        ({"seat": "rotating"}, ValueError, "or 'rotate'"),
        ({"seat": True}, ValueError, "seat=True"),
        ({"opponents": "nobody"}, ValueError, "unknown policy 'nobody'"),
        ({"opponents": ["random_play"] * 2}, ValueError, "2 opponents for 4 players: give 3"),
        ({"reward": "money"}, ValueError, "unknown reward"),
        ({"render_mode": "film"}, ValueError, "render_mode"),
        ({"jumpin": True}, RulesError, "unknown rule"),
    ],
)
def test_wrong_arguments_say_what_to_change(make: Any, wrong: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        make(**wrong)


def test_an_unknown_policy_for_illegal_actions_is_an_error() -> None:
    with pytest.raises(ValueError, match="raise, lose, retry"):
        UnoGymEnv(illegal="ignore")


def test_an_unknown_autoreset_mode_is_an_error() -> None:
    with pytest.raises(ValueError, match="next_step, same_step, disabled"):
        UnoGymVectorEnv(2, autoreset="sometimes")
