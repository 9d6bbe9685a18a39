"""Deep Monte Carlo: it learns, goes on where it was broken off, and the same seed gives the same network."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents.network import NetworkAgent
from agents.networks.parameters import Network, Shape, new_parameters
from training import deep_monte_carlo
from training.deep_monte_carlo import Args, main
from training.evaluating import SELECTION_SEED, evaluate_against
from training.rules_played import GENERAL, rules_played
from training.runs import Run, RunError
from uno_env import RuleSet

SMALL: dict[str, Any] = {
    "first": 32,
    "second": 16,
    "third": 8,
    "generation": 2048,
    "evaluation_deals": 5,
    "workers": 0,
    "progress_bar": False,
    "tensorboard": False,
}


def run(path: Path, **options: Any) -> Network:
    main(Args(out=path, **SMALL | options), "")
    return Network.from_file(path / "network.npz")


def test_a_run_leaves_everything_in_its_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    network = run(tmp_path / "run", samples=8_000)
    assert network.kind == "value"
    assert network.card["samples"] >= 8_000
    for name in ("config.json", "result.json", "evaluation.json", "evaluation.md", "curve.csv", "learning_curve.png"):
        assert (tmp_path / "run" / name).stat().st_size
    assert "random_play" in capsys.readouterr().out


def test_the_same_seed_gives_the_same_network_and_another_another(tmp_path: Path) -> None:
    one, again, other = (
        run(tmp_path / name, samples=8_000, seed=seed).parameters for name, seed in (("a", 5), ("b", 5), ("c", 6))
    )
    assert (one == again).all()
    assert (one != other).any()


class Killed(BaseException):
    """The process is gone."""


def test_a_killed_run_goes_on_from_its_last_checkpoint_to_the_same_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = run(tmp_path / "whole", samples=16_000)
    noted = Run.note

    def note_or_die(self: Run, step: int, **numbers: float) -> None:
        noted(self, step, **numbers)
        if step > 9_000:
            raise Killed

    monkeypatch.setattr(Run, "note", note_or_die)
    with pytest.raises(Killed):
        run(tmp_path / "broken", samples=16_000, checkpoint_seconds=0.0)
    monkeypatch.setattr(Run, "note", noted)
    resumed = run(tmp_path / "broken", samples=16_000, resume=True)
    assert (resumed.parameters == whole.parameters).all()


def test_a_few_seconds_of_learning_beat_random_play_which_an_untrained_network_cannot(tmp_path: Path) -> None:
    sizes = {"first": 64, "second": 32, "third": 16, "generation": 16_384, "curve_seconds": 1e6}
    network = run(tmp_path / "run", samples=400_000, **sizes)
    rules = [RuleSet(players=2)]
    untrained = Network(Shape(64, 32, 16), new_parameters(Shape(64, 32, 16), 1))
    for candidate, learnt in ((network, True), (untrained, False)):
        row = evaluate_against(NetworkAgent(candidate), ["random_play"], rules, 300, SELECTION_SEED)[0]
        assert (row.low > 0.5) == learnt, row


def test_trained_against_says_whom_the_network_has_met() -> None:
    assert deep_monte_carlo._trained_against(Args(expert_share=0.0)) == ["random_play"]
    assert deep_monte_carlo._trained_against(Args()) == ["expert", "random_play"]


def test_tables_by_name() -> None:
    assert rules_played("run_4p+").rule_sets == (RuleSet("run", 4, progressive=True, seven_zero=True, jump_in=True),)
    general = rules_played(GENERAL)
    assert general.shares[-1] == 1.0
    assert (np.diff(general.shares) > 0).all()
    assert len(general.evaluated) == 20
    assert {each.players for each in general.rule_sets} == set(range(2, 11))
    for wrong in ("chess_2p", "classic", "classic_2"):
        with pytest.raises(RunError, match="must be general, or a deck and a size"):
            rules_played(wrong)


def test_a_generation_played_in_parts_is_the_same_wherever_it_is_played(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    here = run(tmp_path / "here", samples=6_000, parts=2)
    on_ray = run(tmp_path / "ray", samples=6_000, parts=2, ray="local")
    assert (here.parameters == on_ray.parameters).all()


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"expert_share": 0.8, "random_share": 0.4}, "must leave rounds for self-play"),
        ({"parts": 0}, "--parts must be at least 1"),
        ({"generation": 10}, "--generation at least"),
    ],
)
def test_options_that_cannot_be_are_refused(tmp_path: Path, options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(RunError, match=complaint):
        run(tmp_path / "run", samples=2_000, **options)
