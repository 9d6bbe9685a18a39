"""Best responses: every kind of frozen agent can be answered, and a weak one is."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from agents.network import WEIGHTS_FOLDER, NetworkAgent
from agents.networks.parameters import Network, Shape, new_parameters
from agents.networks.self_play import Samples
from agents.random_play import RandomPlay
from training.best_response import (
    NEARLY_GREEDY,
    AgainstAgent,
    AgainstPlayer,
    Args,
    Learner,
    actor_against,
    for_the_kernel,
    main,
    sentence,
)
from training.evaluating import SELECTION_SEED, EvaluationRow
from training.rules_played import rules_played
from training.runs import Run, RunError
from training.torch_network import TorchNetwork, decisions_of
from uno_env.observation import Observations
from uno_env.policies import find_policy
from uno_env.round.kernels import Actions, Masks

SMALL: dict[str, Any] = {
    "first": 32,
    "second": 16,
    "third": 8,
    "generation": 2048,
    "evaluation_deals": 20,
    "selection_deals": 10,
    "begin": "random",
    "curve_seconds": 1e6,
    "workers": 0,
    "progress_bar": False,
    "tensorboard": False,
}


def generation(frozen: Any, rules: str = "classic_2p", **options: Any) -> tuple[Samples, int]:
    """One generation against an agent."""
    args = Args(rules=rules, **SMALL | options)
    actor = actor_against(args, rules_played(rules), find_policy(frozen))
    actor.take_order(Learner(args))
    samples, kept, _ = actor.play(Samples.room_for(args.generation, every_action=False))
    return samples, kept


def run(path: Path, **options: Any) -> dict[str, Any]:
    main(Args(out=path, **SMALL | options), "")
    found: dict[str, Any] = json.loads((path / "exploitability.json").read_text())
    return found


def saved(path: Path, seed: int = 1) -> Path:
    shape = Shape(16, 8, 8)
    path.write_bytes(Network(shape, new_parameters(shape, seed), "policy").to_bytes())
    return path


# -- who plays how -------------------------------------------------------------------------------------


def test_what_kernels_can_play_is_played_by_kernels(tmp_path: Path) -> None:
    model = saved(tmp_path / "network.npz")
    args, tables = Args(**SMALL), rules_played("classic_2p")
    for fast in ("expert", "random_play", f"policy:model={model}", f"policy:model={model},sample=true"):
        assert isinstance(actor_against(args, tables, find_policy(fast)), AgainstPlayer), fast
    for slow in ("random_legal", "greedy", "expert:own_card=random"):
        assert isinstance(actor_against(args, tables, find_policy(slow)), AgainstAgent), slow


class Scribe:
    """Plays as another agent does, and remembers what it was asked."""

    def __init__(self, agent: Any) -> None:
        self.agent, self.asked = find_policy(agent), 0

    def reset(self, seed: int) -> None:
        self.agent.reset(seed)  # type: ignore[attr-defined]

    def act(self, observations: Observations, masks: Masks) -> Actions:
        assert (masks.sum(axis=1) > 0).all()
        self.asked += len(masks)
        return self.agent.act(observations, masks)


def test_an_agent_that_is_asked_plays_all_seats_but_one_of_every_round() -> None:
    scribe = Scribe("random_play")
    samples, kept = generation(scribe, "classic_4p", generation=8192)
    assert scribe.asked > kept > 0
    for table in range(int(samples.games[:kept].max()) + 1):
        assert len(set(samples.seats[:kept][samples.games[:kept] == table])) <= 1
    assert len(set(samples.seats[:kept])) == 4


def test_decisions_of_rounds_side_by_side_are_told_how_their_own_round_ended() -> None:
    samples, kept = generation("greedy", trace=1.0)
    results, games, last = samples.results[:kept], samples.games[:kept], samples.last_of_seat[:kept]
    assert (samples.targets[:kept] == results).all()
    assert set(results) == {0.0, 1.0}
    for table in set(games.tolist()):
        own = np.flatnonzero(games == table)
        assert len(set(results[own])) == 1
        assert last[own].tolist() == [0] * (len(own) - 1) + [1]


def test_with_a_trace_later_judgements_count_too() -> None:
    samples, kept = generation("greedy", trace=0.5)
    games, values, targets = samples.games[:kept], samples.decisions["value"][:kept], samples.targets[:kept]
    for table in set(games.tolist()):
        own = np.flatnonzero(games == table)
        assert targets[own[-1]] == samples.results[own[-1]]
        np.testing.assert_allclose(targets[own[:-1]], (targets[own[1:]] + values[own[1:]]) / 2, rtol=1e-5)


def test_a_generation_against_an_agent_follows_from_the_seed_alone() -> None:
    (one, kept), (again, same) = (generation("greedy") for _ in range(2))
    assert kept == same
    assert (one.decisions[:kept] == again.decisions[:kept]).all()
    assert (one.on == again.on).all()


def test_a_sampled_network_plays_each_action_in_the_kernel_as_often_as_it_should() -> None:
    shape = Shape(16, 8, 8)
    network = Network(shape, new_parameters(shape, 1), "policy")
    samples, kept = generation("greedy")
    decisions = decisions_of(samples, np.arange(kept))
    scores = TorchNetwork(shape, network.parameters)(decisions)
    sampled = for_the_kernel(NetworkAgent(network, sample=True, temperature=0.7))
    torch.testing.assert_close(TorchNetwork(shape, sampled)(decisions) / NEARLY_GREEDY, scores / 0.7)
    assert (for_the_kernel(NetworkAgent(network)) == network.parameters).all()


def test_an_agent_that_cannot_be_made_is_an_error_that_says_why(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="--frozen: unknown policy 'expret' .did you mean 'expert'"):
        run(tmp_path / "run", frozen="expret")


@pytest.mark.parametrize(
    ("seeds", "why"), [((), "at least one"), ((1, 1), "none twice"), ((SELECTION_SEED,), "choose another seed")]
)
def test_seeds_that_will_not_do_are_refused(tmp_path: Path, seeds: tuple[int, ...], why: str) -> None:
    with pytest.raises(RunError, match=why):
        run(tmp_path / "run", seeds=seeds)


class Cheat:
    """Plays what is not legal."""

    def act(self, observations: Observations, masks: Masks) -> Actions:
        return (masks == 0).argmax(axis=1)


def test_an_illegal_action_of_the_frozen_agent_is_an_error() -> None:
    with pytest.raises(RunError, match="where it is not legal"):
        generation(Cheat())


# -- runs ----------------------------------------------------------------------------------------------


def test_random_legal_is_found_out_within_seconds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = run(tmp_path / "run", frozen="random_legal", begin="", seeds=(1, 2), samples=10_000, evaluation_deals=100)
    (bound,) = found["lower_bounds"]
    assert bound["low"] > 0.4, found
    assert bound["what"] == "exploitability"
    assert found["chosen"]["seed"] in (1, 2)
    told = capsys.readouterr().out
    assert "a lower bound on its exploitability" in told
    assert "the best of 2 answers to random_legal" in told
    assert Network.from_file(tmp_path / "run" / "network.npz").card["frozen"] == "random_legal"


class AskedRandomPlay(RandomPlay):
    """To be asked, as no kernel knows it."""

    def act(self, observations: Observations, masks: Masks) -> Actions:
        return RandomPlay.act(self, observations, masks)


@pytest.mark.parametrize("frozen", ["random_play", f"{__name__}:AskedRandomPlay"])
def test_an_answer_is_learnt_from_nothing_in_the_kernel_and_by_asking(tmp_path: Path, frozen: str) -> None:
    sizes = {"first": 64, "second": 32, "third": 16, "generation": 8192}
    found = run(tmp_path / "run", frozen=frozen, seeds=(1,), samples=400_000, evaluation_deals=300, **sizes)
    assert found["lower_bounds"][0]["margin"] > 0, found


class Killed(BaseException):
    """The process is gone."""


@pytest.mark.parametrize("frozen", ["random_play", "greedy"])
def test_a_killed_run_goes_on_from_its_last_checkpoint_to_the_same_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, frozen: str
) -> None:
    options: dict[str, Any] = {"frozen": frozen, "seeds": (1, 2), "samples": 8_000}
    whole = run(tmp_path / "whole", **options)
    noted = Run.note

    def note_or_die(self: Run, step: int, **numbers: float) -> None:
        noted(self, step, **numbers)
        if step > 12_000:  # in the middle of the second answer
            raise Killed

    monkeypatch.setattr(Run, "note", note_or_die)
    with pytest.raises(Killed):
        run(tmp_path / "broken", checkpoint_seconds=0.0, **options)
    monkeypatch.setattr(Run, "note", noted)
    assert run(tmp_path / "broken", resume=True, **options) == whole
    one, other = (Network.from_file(tmp_path / name / "network.npz") for name in ("whole", "broken"))
    assert (one.parameters == other.parameters).all()


def test_the_answer_to_a_network_has_its_shape_and_may_begin_with_its_numbers(tmp_path: Path) -> None:
    frozen = Network.from_file(WEIGHTS_FOLDER / "classic_2p.npz")
    options = {"frozen": "classic_2p", "seeds": (1,), "samples": 500, "learning_rate": 1e-9}
    run(tmp_path / "warm", **options, begin="")
    answer = Network.from_file(tmp_path / "warm" / "network.npz")
    assert answer.shape == frozen.shape
    assert answer.kind == "value"
    np.testing.assert_allclose(answer.parameters, frozen.parameters, atol=1e-3)
    run(tmp_path / "cold", **options)
    assert (Network.from_file(tmp_path / "cold" / "network.npz").parameters != frozen.parameters).any()
    with pytest.raises(RunError, match="not as wide as the frozen network's"):
        run(tmp_path / "narrow", **options, begin=str(saved(tmp_path / "network.npz")))


def test_more_than_two_players_are_said_to_be_one_seat_against_copies() -> None:
    row = EvaluationRow("a", "expert", "classic", 10, 0.30, 0.28, 0.32, 0.25, True, 1, "")
    told = sentence(row, (1, 2, 3), 2)
    assert "+5.0 points [+3.0 .. +7.0] beyond 25 %: what one seat gains against copies of it" in told
    assert "exploitability" not in told


def test_network_agents_are_what_networks_play_as() -> None:
    shape = Shape(16, 8, 8)
    agent = NetworkAgent(Network(shape, new_parameters(shape, 1)))
    assert isinstance(
        actor_against(Args(first=16, second=8, third=8), rules_played("classic_2p"), agent), AgainstPlayer
    )
