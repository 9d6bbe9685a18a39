"""PPO in self-play: advantages, shares and critic on their own, then short runs from end to end."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import torch

from agents.network import WEIGHTS_FOLDER, NetworkAgent
from agents.networks.parameters import Network, Shape
from agents.networks.self_play import Player, Samples
from training.evaluating import SELECTION_SEED, evaluate_against
from training.ppo_selfplay import Actor, Args, Critic, Learner, log_shares, main, minibatches, write_advantages
from training.rules_played import rules_played
from training.runs import Run, RunError
from training.torch_network import TorchNetwork, decisions_of
from uno_env import RuleSet

SMALL: dict[str, Any] = {
    "first": 32,
    "second": 16,
    "third": 8,
    "critic_first": 16,
    "critic_second": 8,
    "generation": 2048,
    "minibatch": 256,
    "evaluation_deals": 5,
    "curve_seconds": 1e6,
    "workers": 0,
    "progress_bar": False,
    "tensorboard": False,
}
Floats = npt.NDArray[np.float32]


def played(rules: str = "classic_4p", **options: Any) -> tuple[Learner, Samples, int]:
    """A generation of a shipped network, whose rounds end sooner than those of one that knows nothing."""
    args = Args(rules=rules, init=WEIGHTS_FOLDER / f"{rules}.npz", **SMALL | options)
    learner, samples = Learner(args), Samples.room_for(args.generation, every_action=True)
    return learner, samples, Actor(args, rules_played(rules)).play(learner.policy, samples)


# -- advantages ----------------------------------------------------------------------------------------


def slowly(values: Floats, samples: Samples, trace: float) -> Floats:
    """Advantages from their definition: the sum of all later surprises of the same seat, fading."""
    advantages = np.zeros_like(values)
    whose = list(zip(samples.games.tolist(), samples.seats.tolist(), strict=True))
    for start in range(len(values)):
        own = [index for index in range(start, len(values)) if whose[index] == whose[start]]
        later = [*(values[index] for index in own[1:]), samples.results[own[-1]]]
        surprises = [after - values[index] for index, after in zip(own, later, strict=True)]
        advantages[start] = sum(trace**steps * surprise for steps, surprise in enumerate(surprises))
    return advantages


def advantages_of(values: Floats, samples: Samples, trace: float) -> Floats:
    count, advantages = len(values), np.zeros_like(values)
    write_advantages(
        values, samples.results[:count], samples.last_of_seat[:count], samples.seats[:count], trace, advantages
    )
    return advantages


@pytest.mark.parametrize("trace", [0.0, 0.95, 1.0])
def test_advantages_are_the_fading_sum_of_a_seats_own_later_surprises(trace: float) -> None:
    _, samples, count = played(generation=1500)
    values = np.random.default_rng(1).random(count, np.float32)
    assert samples.games[count - 1] > 0  # more than one round
    np.testing.assert_allclose(
        advantages_of(values, samples, trace), slowly(values, samples, trace), atol=1e-4, rtol=1e-4
    )


def test_every_seat_is_paid_at_its_own_last_decision() -> None:
    _, samples, count = played()
    values = np.full(count, 0.25, np.float32)
    advantages = advantages_of(values, samples, 0.0)
    last = samples.last_of_seat[:count] == 1
    # With the same value everywhere and no trace, the only surprise is the result.
    np.testing.assert_allclose(advantages[last], samples.results[:count][last] - 0.25)
    assert (advantages[~last] == 0).all()
    whole_rounds = int(samples.games[count - 1]) + 1
    seats = set(zip(samples.games[:count].tolist(), samples.seats[:count].tolist(), strict=True))
    assert last.sum() == len(seats) > whole_rounds
    assert set(samples.results[:count][last]) == {0.0, 1.0}


# -- policy and critic ---------------------------------------------------------------------------------


def test_shares_are_a_softmax_over_the_actions_of_each_decision() -> None:
    random = np.random.default_rng(1)
    counts = random.integers(2, 9, 200)
    of_action = np.repeat(np.arange(200), counts)
    scores = torch.from_numpy(random.normal(0, 30, len(of_action)).astype(np.float32)).requires_grad_()
    shares = log_shares(scores, torch.from_numpy(of_action), 200)
    weights = torch.from_numpy(random.normal(size=len(of_action)).astype(np.float32))
    (gradient,) = torch.autograd.grad((shares * weights).sum(), scores)
    expected, expected_gradient = [], []
    for part, part_weights in zip(scores.detach().split(counts.tolist()), weights.split(counts.tolist()), strict=True):
        alone = part.clone().requires_grad_()
        expected.append(torch.log_softmax(alone, 0))
        expected_gradient += torch.autograd.grad((expected[-1] * part_weights).sum(), alone)
    torch.testing.assert_close(shares, torch.cat(expected), atol=1e-4, rtol=1e-4)
    torch.testing.assert_close(gradient, torch.cat(expected_gradient), atol=1e-4, rtol=1e-4)


def test_the_policy_gives_the_shares_with_which_the_kernel_drew() -> None:
    learner, samples, count = played()
    shares = learner._all_log_shares(samples, count).numpy()
    drawn = shares[samples.first_action[:count] + samples.chosen[:count]]
    np.testing.assert_allclose(drawn, samples.log_share[:count], atol=1e-4)


def test_the_critic_sees_the_other_hands_and_the_policy_does_not() -> None:
    _, samples, count = played()
    every = np.arange(count)
    policy, critic = TorchNetwork(Shape(32, 16, 8), seed=3), Critic(16, 8)
    scores, opinions = policy(decisions_of(samples, every)), critic(samples, every)
    assert (np.diff(samples.hidden_starts[: count + 1]) == 3 * 6).all()  # six features of each of three hands
    samples.hidden_on[:] = 0
    assert (policy(decisions_of(samples, every)) == scores).all()
    assert (critic(samples, every) != opinions).float().mean() > 0.9


def test_the_critic_learns_more_from_all_hands_than_from_its_own() -> None:
    learner, samples, count = played(
        "classic_2p", generation=8192, critic_learning_rate=3e-3, epochs=4, expert_share=0.85
    )
    losses = []
    for blind in (False, True):
        torch.manual_seed(1)
        learner = Learner(learner.args)
        if blind:
            samples.hidden_on[:] = 0
        losses.append(learner._teach_critic(samples, count, 1.0))
    assert losses[0] < losses[1]


def test_minibatches_hold_every_decision_once() -> None:
    parts = list(minibatches(1000, 64, np.random.default_rng(1)))
    assert sorted(np.concatenate(parts)) == list(range(1000))
    assert all((np.diff(part) > 0).all() for part in parts)


@pytest.mark.parametrize("kl", [0.0, 1000.0])
def test_staying_close_keeps_the_policy_where_it_was(kl: float) -> None:
    learner, samples, count = played("classic_2p", kl=kl, learning_rate=1e-3)
    before = learner._all_log_shares(samples, count)
    with ThreadPoolExecutor(1) as pool:
        learner.learn(samples, count, pool)
    moved = float((learner._all_log_shares(samples, count) - before).abs().mean())
    assert (moved < 0.01) == (kl > 0), moved


# -- playing -------------------------------------------------------------------------------------------


def test_past_selves_play_their_share_of_rounds_and_span_the_last_half_of_the_run() -> None:
    args = Args(**SMALL | {"snapshots": 4, "snapshot_share": 0.2, "expert_share": 0.1})
    learner, actor = Learner(args), Actor(args, rules_played("classic_2p"))
    np.testing.assert_allclose(actor.player_shares(), [0.9, 1.0, 1.0])
    for samples in range(0, 100_000, 1000):
        learner.samples = samples
        actor.remember(learner)
    ages = [at for at, _ in actor.snapshots]
    assert len(ages) == 4
    assert 40_000 <= ages[0] < ages[-1] <= 99_000
    shares = actor.player_shares()
    np.testing.assert_allclose(np.diff(shares, prepend=0.0), [0.7, 0.1, 0.0, 0.05, 0.05, 0.05, 0.05])
    assert len(shares) == Player.SNAPSHOT + 4


def test_shares_of_opponents_that_leave_no_round_to_self_play_are_refused() -> None:
    with pytest.raises(RunError, match="expert-share"):
        Actor(Args(expert_share=0.7, random_share=0.3), rules_played("classic_2p"))


# -- runs ----------------------------------------------------------------------------------------------


def run(path: Path, **options: Any) -> Network:
    main(Args(out=path, **SMALL | options), "")
    return Network.from_file(path / "network.npz")


def test_a_run_reports_greedy_and_sampled_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    network = run(tmp_path / "run", samples=4_000)
    assert network.kind == "policy"
    assert network.card["samples"] >= 4_000
    for name in ("config.json", "result.json", "evaluation.json", "evaluation.md", "curve.csv", "learning_curve.png"):
        assert (tmp_path / "run" / name).stat().st_size
    table = capsys.readouterr().out
    assert table.count("| never |") == 4
    assert table.count("sample=true") == 2


class Killed(BaseException):
    """The process is gone."""


def test_a_killed_run_goes_on_from_its_last_checkpoint_to_the_same_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = {"samples": 10_000, "seed": 5, "snapshots": 2, "snapshot_share": 0.3, "kl": 0.05}
    whole = run(tmp_path / "whole", **options)
    noted = Run.note

    def note_or_die(self: Run, step: int, **numbers: float) -> None:
        noted(self, step, **numbers)
        if step > 6_000:
            raise Killed

    monkeypatch.setattr(Run, "note", note_or_die)
    with pytest.raises(Killed):
        run(tmp_path / "broken", checkpoint_seconds=0.0, **options)
    monkeypatch.setattr(Run, "note", noted)
    resumed = run(tmp_path / "broken", resume=True, **options)
    assert (resumed.parameters == whole.parameters).all()
    assert (whole.parameters != run(tmp_path / "other", **options | {"seed": 6}).parameters).any()


def test_a_run_can_begin_with_a_policy(tmp_path: Path) -> None:
    run(tmp_path / "first", samples=2_000)
    args = Args(init=tmp_path / "first" / "network.npz")
    assert Learner(args).policy.shape == Shape(32, 16, 8)
    with pytest.raises(RunError, match="--init: there is no network"):
        Learner(Args(init=tmp_path / "nothing.npz"))


def test_a_few_seconds_of_learning_beat_random_play_which_an_untrained_policy_cannot(tmp_path: Path) -> None:
    sizes = {"first": 64, "second": 32, "third": 16, "critic_first": 64, "critic_second": 32}
    options = sizes | {"generation": 16_384, "minibatch": 1024, "learning_rate": 3e-3}
    network = run(tmp_path / "run", samples=350_000, **options)
    untrained = Learner(Args(**SMALL)).policy
    for candidate, learnt in ((network, True), (Network(untrained.shape, untrained.flat(), "policy"), False)):
        row = evaluate_against(NetworkAgent(candidate), ["random_play"], [RuleSet(players=2)], 300, SELECTION_SEED)[0]
        assert (row.low > 0.5) == learnt, row
