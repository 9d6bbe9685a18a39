"""PPO on RLlib: trajectories, colours, and small runs from the first deal to the evaluation."""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import requires
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from packaging.requirements import Requirement

pytest.importorskip("ray.rllib", reason="RLlib is not installed: pip install uno-env[rllib]", exc_type=ImportError)

import torch
from ray.rllib.core.columns import Columns

from agents.arena import evaluate
from agents.arena.shards import CannotRun
from training import rllib_ppo
from training.curves import read_curve
from training.presets import find_trainer
from training.rllib_ppo import Args, Choice, MaskedModule, Network, Scores, Tables, episode_of
from training.rules_played import rules_played
from training.runs import Run, RunError
from uno_env import RuleSet, observation, uno_v0
from uno_env.actions import WILD_CODES
from uno_env.policies import find_policy, reset_policy

ROOT = Path(__file__).parent.parent.parent
#: A row and what was done, and at last what the round brought.
Told = list[tuple[bytes, int]]


class Choosing:
    """Plays cards whenever it can, else anything; nobody is asked who has no choice."""

    def __init__(self) -> None:
        self.policy = find_policy("random_play")
        reset_policy(self.policy, 1)

    def __call__(self, rows: Any, masks: Any) -> Choice:
        assert (masks.sum(axis=1) > 1).all()
        actions = self.policy.act(rows, masks)
        return Choice(actions, np.zeros(masks.shape, np.float32), np.zeros(len(rows), np.float32))


class Witness:
    """Watches what really happens at the tables and writes it down, seat by seat, in the plainest way there is."""

    def __init__(self, tables: Tables) -> None:
        self.games = tables._games
        self.step = self.games.step
        self.rounds: list[tuple[int, int, Told, float]] = []
        self.going_on: dict[tuple[int, int], Told] = {}
        self.games.step = self.watch  # type: ignore[method-assign]

    def watch(self, actions: Any) -> None:
        for table, seat in enumerate(self.games.seats.tolist()):
            if self.games.masks[table].sum() > 1:
                told = (self.games.observations[table].tobytes(), int(actions[table]))
                self.going_on.setdefault((table, seat), []).append(told)
        self.step(actions)
        for table in np.flatnonzero(self.games.over).tolist():
            for seat in range(10):
                told_by_seat = self.going_on.pop((table, seat), None)
                if told_by_seat:
                    self.rounds.append((table, seat, told_by_seat, float(self.games.rewards[table, seat])))


def told(tables: Tables, calls: int, wanted: int) -> tuple[list[tuple[int, int, Told, float]], list[Any]]:
    """Whole rounds put together again from the episodes RLlib gets, and all episodes."""
    rounds, episodes, going_on = [], [], {}
    for _ in range(calls):
        decisions, trajectories = tables.play(Choosing(), wanted)
        for each in trajectories:
            episode = episode_of(each, decisions)
            episodes.append(episode)
            key = (int(decisions.tables[each.following]), each.seat)
            rows = episode.get_observations(slice(0, len(episode)))["observation"]
            actions, rewards = episode.get_actions().tolist(), episode.get_rewards().tolist()
            assert not any(rewards[:-1])
            going_on.setdefault(key, []).extend(
                (row.tobytes(), action) for row, action in zip(rows, actions, strict=True)
            )
            if episode.is_terminated:
                rounds.append((*key, going_on.pop(key), rewards[-1]))
            else:
                assert rewards[-1] == 0
    return rounds, episodes


# -- trajectories ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "players"), [("classic_2p", 2), ("classic_4p", 4), ("run_3p+", 3)])
@pytest.mark.parametrize("wanted", [7, 500])
def test_each_seat_has_a_trajectory_of_its_own_with_its_result_at_its_last_decision(
    rules: str, players: int, wanted: int
) -> None:
    tables = Tables(rules_played(rules), 5, seed=4)
    witness = Witness(tables)
    rounds, _ = told(tables, 3000 // wanted, wanted)
    assert len(rounds) >= 5 * players
    # Whatever ended in the last steps of a call ends in it; nothing is lost, doubled or given to somebody else.
    assert sorted(rounds) == sorted(witness.rounds)
    assert sorted({result for *_, result in rounds}) == pytest.approx([-1 / (players - 1), 1.0])


def test_a_trajectory_that_is_cut_goes_on_where_it_was_cut() -> None:
    _, episodes = told(Tables(rules_played("classic_2p"), 5, seed=4), 30, 50)
    cut = [each for each in episodes if not each.is_terminated]
    begun = {each.get_observations(0)["observation"].tobytes() for each in episodes}
    assert cut
    goes_on = [each.get_observations(-1)["observation"].tobytes() in begun for each in cut]
    # Only the last ones have nothing to go on with yet.
    assert sum(goes_on) >= len(cut) - 10


def test_named_opponents_play_the_other_seats_at_a_share_of_the_tables() -> None:
    tables = Tables(rules_played("classic_4p"), 8, seed=4, opponents=["random_play", "greedy"], opponent_share=0.5)
    rounds, _ = told(tables, 20, 300)
    by_table = [{seat for where, seat, *_ in rounds if where == table} for table in range(8)]
    assert by_table == [{0}, {0}, {1}, {1}, *([{0, 1, 2, 3}] * 4)]
    alone = [result for where, _, _, result in rounds if where < 4]
    assert len(alone) == pytest.approx(len(tables.results_in_company), abs=4)


def test_parts_of_an_episode_know_whose_they_are() -> None:
    _, episodes = told(Tables(rules_played("classic_2p"), 2, seed=4), 1, 100)
    whole = max(episodes, key=len)
    part = whole[2:4]
    assert len(part) == 2
    assert (part.agent_id, part.module_id, part.multi_agent_episode_id) == (whole.agent_id, "shared", whole.id_)


def test_the_same_seed_gives_the_same_trajectories() -> None:
    one, other, third = (told(Tables(rules_played("general"), 6, seed=seed), 2, 300)[0] for seed in (4, 4, 5))
    assert one == other
    assert one != third


# -- the network -----------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["classic_2p", "friendship_3p+", "victory_lap_4p", "general"])
def test_columns_that_are_left_out_never_change(rules: str) -> None:
    played = rules_played(rules)
    tables = Tables(played, 60 if rules == "general" else 6, seed=4)
    rows = np.concatenate([tables.play(Choosing(), 1500)[0].rows for _ in range(3)])
    idle = np.setdiff1d(np.arange(observation.length()), rllib_ppo.columns_in_use(played.rule_sets))
    assert len(idle)
    assert (rows[:, idle] == rows[0, idle]).all()


RED_FOR_BLUE = np.array([3, 1, 2, 0])


def blue_for_red(card: str) -> str:
    return card if card in WILD_CODES else card[0].translate(str.maketrans("RB", "BR")) + card[1:]


@pytest.mark.parametrize("rules", [RuleSet(players=3, progressive=True), RuleSet("casting_call", 2)])
def test_exchanging_colours_on_the_table_exchanges_columns_and_actions(rules: RuleSet) -> None:
    cards = uno_v0.env(**rules.to_dict())
    cards.reset(seed=3)
    deck = cards.game.record()["deck"]
    one, other = uno_v0.env(**rules.to_dict()), uno_v0.env(**rules.to_dict())
    one.reset(seed=3, options={"deck": deck, "dealer": 1})
    other.reset(seed=3, options={"deck": [blue_for_red(card) for card in deck], "dealer": 1})
    columns = rllib_ppo.colored_columns().exchanged(RED_FOR_BLUE)
    actions = rllib_ppo.colored_actions().exchanged(RED_FOR_BLUE)
    random = Random(1)
    for _ in range(60):
        seen, exchanged = one.last()[0], other.last()[0]
        assert (exchanged["observation"][columns] == seen["observation"]).all()
        assert (exchanged["action_mask"][actions] == seen["action_mask"]).all()
        action = random.choice(np.flatnonzero(seen["action_mask"]).tolist())
        one.step(action)
        other.step(int(actions[action]))
        if not one.agents or one.terminations[one.agent_selection] or one.game.record()["shuffles"]:
            break


def rows_and_masks(rules: str, count: int = 300) -> tuple[Any, Any]:
    decisions, _ = Tables(rules_played(rules), 8, seed=4).play(Choosing(), count)
    return decisions.rows, decisions.masks


def test_the_network_does_not_know_colours_by_name() -> None:
    torch.manual_seed(1)
    network = Scores(Network(rules_played("classic_2p").rule_sets, (16,)))
    rows, _ = rows_and_masks("classic_2p")
    held = rows[:, :64].reshape(-1, 4, 16).sum(axis=2)
    untied = np.array([len(set(each)) == 4 for each in held.tolist()])
    rows = rows[untied]
    assert len(rows) > 10
    columns = rllib_ppo.colored_columns().exchanged(RED_FOR_BLUE)
    actions = rllib_ppo.colored_actions().exchanged(RED_FOR_BLUE)
    with torch.no_grad():
        torch.nn.init.normal_(network.network.policy.weight)
        scores, exchanged = (network(torch.from_numpy(each)) for each in (rows, rows[:, np.argsort(columns)]))
    assert torch.allclose(scores, exchanged[:, actions], atol=1e-5)
    assert not torch.allclose(scores, exchanged, atol=1e-2)


def test_an_illegal_action_has_no_chance() -> None:
    space = Tables(rules_played("classic_2p"), 1, seed=1)
    module = MaskedModule(
        observation_space=space.single_observation_space["player_0"],
        action_space=space.single_action_space["player_0"],
        model_config={"rules": "classic_2p", "hidden": [16]},
    )
    rows, masks = rows_and_masks("classic_2p")
    with torch.no_grad():
        module.network.policy.bias.uniform_(-50, 50)
        seen = {"observation": torch.from_numpy(rows), "action_mask": torch.from_numpy(masks)}
        scores = module.forward_exploration({Columns.OBS: seen})[Columns.ACTION_DIST_INPUTS]
    chances = module.get_exploration_action_dist_cls().from_logits(scores)
    assert (chances._dist.probs.numpy()[masks == 0] == 0).all()
    for _ in range(20):
        assert masks[np.arange(len(masks)), chances.sample().numpy()].all()
    assert torch.isfinite(chances.entropy()).all()
    assert ((scores > rllib_ppo.NEVER).numpy() == (masks != 0)).all()


# -- RLlib's own runner ----------------------------------------------------------------------------


class Watched(uno_v0.raw_env):
    """Remembers who did what, and what everybody got."""

    rounds: list[tuple[list[tuple[str, int]], dict[str, float]]] = []  # noqa: RUF012

    def reset(self, *args: Any, **options: Any) -> None:
        self.done: list[tuple[str, int]] = []
        super().reset(*args, **options)

    def step(self, action: Any) -> None:
        if action is not None:
            self.done.append((self.agent_selection, int(action)))
        super().step(action)
        if action is not None and all(self.terminations.values()):
            self.rounds.append((self.done, dict(self.rewards)))


class Eager(MaskedModule):
    """Plays cards, so that rounds come to an end."""

    def _forward(self, batch: dict[str, Any], **options: Any) -> dict[str, Any]:
        out = super()._forward(batch, **options)
        out[Columns.ACTION_DIST_INPUTS][:, :90] += 5
        return out


# RLlib gives the environments of all its runners the same name.
@pytest.mark.filterwarnings("ignore:.*rllib-multi-agent-env-v0 already in registry:UserWarning")
@pytest.mark.parametrize("players", [2, 3])
def test_the_aec_environment_under_rllibs_own_runner_brings_every_seat_its_reward(players: int) -> None:
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.env.multi_agent_env_runner import MultiAgentEnvRunner
    from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
    from ray.tune.registry import register_env

    Watched.rounds.clear()
    register_env("watched", lambda _: PettingZooEnv(Watched(players=players, hand_size=3)))
    spec = RLModuleSpec(Eager, model_config={"rules": f"classic_{players}p", "hidden": [4]})
    config = PPOConfig().environment("watched", disable_env_checking=True)
    config.env_runners(num_env_runners=0, num_envs_per_env_runner=2).rl_module(rl_module_spec=spec)
    config.multi_agent(policies={"shared"}, policy_mapping_fn=lambda agent, episode, **_: "shared")
    runner = MultiAgentEnvRunner(config=config.debugging(seed=1), worker_index=0)
    found: dict[tuple[str, str], list[tuple[int, float]]] = {}
    ended = []
    for _ in range(16):
        for episode in runner.sample(num_timesteps=20):
            for agent, part in episode.agent_episodes.items():
                own = found.setdefault((episode.id_, agent), [])
                own += zip(part.get_actions(), part.get_rewards(), strict=True)
                ended += [(episode.id_, agent)] if part.is_done else []
    trajectories = [
        (agent, [int(action) for action, _ in found[key]], [float(got) for _, got in found[key]])
        for key in ended
        for agent in [key[1]]
    ]
    expected = []
    for done, rewards in Watched.rounds:
        for agent in {agent for agent, _ in done}:
            own_actions = [action for each, action in done if each == agent]
            expected.append((agent, own_actions, [0.0] * (len(own_actions) - 1) + [rewards[agent]]))
    assert len(expected) >= 3 * players
    assert sorted(trajectories) == sorted(expected)


# -- whole runs ------------------------------------------------------------------------------------

SMALL: dict[str, Any] = {
    "samples": 900,
    "batch": 400,
    "minibatch": 100,
    "epochs": 1,
    "tables": 20,
    "hidden": (16,),
    "evaluation_deals": 2,
    "curve_deals": 1,
    "workers": 0,
    "progress_bar": False,
    "tensorboard": False,
}


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    """One that all runs share."""
    with rllib_ppo.cluster(Args()):
        yield


def run(path: Path, **options: Any) -> dict[str, Any]:
    rllib_ppo.main(Args(out=path, **SMALL | options), "")
    result: dict[str, Any] = json.loads((path / "result.json").read_text())
    return result


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.usefixtures("cluster")
def test_a_run_ends_with_a_model_that_plays_and_its_evaluation(
    players: int, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path_factory.mktemp("home") / "ray_results"
    monkeypatch.setattr(rllib_ppo.trainable, "DEFAULT_STORAGE_PATH", str(elsewhere))
    result = run(tmp_path, rules=f"classic_{players}p", opponents=("random_play",))
    assert not elsewhere.exists()
    assert {each.name for each in tmp_path.iterdir() if each.is_dir()} == {"checkpoints"}
    assert result["samples"] >= 900
    assert [(row["opponent"], row["trained_against"]) for row in result["evaluation"]] == [
        ("random_play", True),
        ("expert", False),
    ]
    names = {point.name for point in read_curve(tmp_path / "curve.csv")}
    assert {"loss/policy", "entropy", "samples_per_second", "win_rate/random_play", "result_in_company"} <= names
    model = f"policy:model={tmp_path / rllib_ppo.MODEL_FILE},sample=true"
    outcome = evaluate([model, "random_play"], RuleSet(players=players), deals=2, seed=1)
    assert not outcome.failures


class Killed(BaseException):
    """The process is gone."""


@pytest.mark.usefixtures("cluster")
def test_a_killed_run_goes_on_from_its_last_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save = Run.save_checkpoint
    weights: list[Any] = []

    def save_and_die(run: Run, step: int, state: dict[str, Any]) -> None:
        save(run, step, state)
        weights.append(state["algorithm"]["learner_group"]["learner"]["rl_module"]["shared"])
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(Run, "save_checkpoint", save_and_die)
        with pytest.raises(Killed):
            run(tmp_path, checkpoint_seconds=0)
    began: list[Any] = []
    learn = rllib_ppo.learn

    def remember(algorithm: Any, args: Args, run: Run) -> None:
        began.append((run.step, rllib_ppo.network_of(algorithm, args)))
        learn(algorithm, args, run)

    monkeypatch.setattr(rllib_ppo, "learn", remember)
    result = run(tmp_path, resume=True)
    ((step, network),) = began
    assert 400 <= step < 420
    assert (network.value.weight.detach().numpy() == weights[0]["network.value.weight"]).all()
    first, second, last = sorted({point.step for point in read_curve(tmp_path / "curve.csv")})
    assert first == step
    assert 400 <= second - first < 420
    assert last == result["samples"]


@pytest.mark.usefixtures("cluster")
def test_a_session_that_goes_on_is_dealt_other_cards() -> None:
    rows = []
    for begun_at in (0, 0, 400):
        config = rllib_ppo.to_config(Args(**SMALL), begun_at)
        runner = rllib_ppo.TableRunner(config=config, worker_index=1)
        rows.append(runner.sample(num_timesteps=100)[0].get_observations(0)["observation"])
    assert (rows[0] == rows[1]).all()
    assert (rows[0] != rows[2]).any()


def test_the_file_has_the_scores_of_the_network(tmp_path: Path) -> None:
    torch.manual_seed(1)
    network = Network(rules_played("general").rule_sets, (16, 8))
    path = rllib_ppo.export(network, tmp_path / "model.pt2")
    rows = torch.from_numpy(rows_and_masks("run_3p+", 60)[0])
    with torch.no_grad():
        torch.nn.init.normal_(network.policy.weight)
        path = rllib_ppo.export(network, tmp_path / "model.pt2")
        loaded = torch.export.load(path).module()
        for count in (1, 2, 50):
            assert torch.allclose(loaded(rows[:count].float()), network(rows[:count])[0], atol=1e-5)


# Ray sets settings that it has deprecated itself when it starts learners.
@pytest.mark.filterwarnings("ignore:.*is deprecated:DeprecationWarning:ray.data.context")
@pytest.mark.timeout(900)
@pytest.mark.slow
def test_runners_and_learners_elsewhere_give_the_same_kind_of_run_sample(tmp_path: Path) -> None:
    import ray

    assert not ray.is_initialized()
    result = run(tmp_path, rules="classic_3p", num_env_runners=1, num_learners=2)
    assert result["samples"] >= 900
    assert not ray.is_initialized()


@pytest.mark.timeout(900)
@pytest.mark.slow
def test_it_learns_to_beat_random_play_sample(tmp_path: Path) -> None:
    small = {"samples": 65_000, "batch": 4096, "minibatch": 512, "epochs": 4, "tables": 128, "hidden": (128,)}
    result = run(tmp_path, **small, evaluation_deals=300)
    assert result["evaluation"][0]["opponent"] == "random_play"
    assert result["evaluation"][0]["low"] > 0.5


# -- what can go wrong -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"rules": "classic"}, "classic_2p"),
        ({"reward": "fame"}, "unknown reward"),
        ({"opponents": ("exprt",)}, "did you mean 'expert'"),
        ({"opponents": ("search",)}, "too slow to train against"),
        ({"opponent_share": 1.5}, "--opponent-share 1.5: must be from 0 to 1"),
        ({"minibatch": 500}, "--minibatch 500: must be from 1 to 400"),
        ({"minibatch": 300, "num_learners": 2}, "from 1 to 200"),
        ({"tables": 0}, "--tables 0: must be at least 1"),
        ({"hidden": ()}, "--hidden"),
    ],
)
def test_what_is_wrong_is_said_before_anything_begins(options: dict[str, Any], why: str, tmp_path: Path) -> None:
    with pytest.raises(RunError, match=why):
        run(tmp_path / "run", **options)


def test_a_cluster_that_is_not_there_is_explained(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def nobody(address: str, **_: Any) -> None:
        raise CannotRun(f"no Ray cluster at {address!r}")

    monkeypatch.setattr(rllib_ppo, "OnRay", nobody)
    with pytest.raises(RunError, match="no Ray cluster at 'head:6379'"):
        run(tmp_path / "run", address="head:6379")


def test_without_rllib_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "training.rllib_ppo")
    monkeypatch.setitem(sys.modules, "ray.rllib.algorithms.ppo", None)
    with pytest.raises(RunError, match=r"rllib_ppo needs RLlib: pip install uno-env\[rllib\]"):
        find_trainer("rllib_ppo")


def test_the_extra_asks_for_all_that_rllib_does_but_for_an_old_gymnasium() -> None:
    def names(wanted: Iterable[Requirement]) -> set[str]:
        return {each.name.lower().replace("_", "-") for each in wanted}

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    ours = map(Requirement, project["optional-dependencies"]["rllib"])
    theirs = [Requirement(each) for each in requires("ray") or () if "extra" in each]
    theirs = [each for each in theirs if each.marker and each.marker.evaluate({"extra": "rllib"})]
    assert names(theirs) - names(ours) == {"gymnasium"}
