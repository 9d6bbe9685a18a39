"""Mistakes that newcomers make first are answered with what to do."""

from pathlib import Path
from typing import Any

import pytest

from agents.arena import evaluate
from agents.arena.plan import PlanError
from benchmarks.suite import main
from tests.command_line.running import assert_refused, uno
from training.deep_monte_carlo import Args
from training.runs import Run, RunError
from uno_env import RuleSet
from uno_env.engine.jit import JIT_ENABLED
from uno_env.policies import find_policy


class OneNumber:
    """As in libraries that ask about one state at a time."""

    def act(self, observations: Any, masks: Any) -> Any:
        return int(masks[0].argmax())


def test_an_agent_that_answers_with_one_number_is_told_of_rows() -> None:
    outcome = evaluate([OneNumber(), "random_play"], RuleSet(players=2), deals=1, seed=1)
    assert "return np.array([action])" in outcome.failures[0].what


def test_a_policy_without_its_model_is_told_how_to_name_one(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="'policy' needs model: say policy:model=..."):
        find_policy("policy")
    with pytest.raises(ValueError, match="is a folder: name the model in it"):
        find_policy(f"policy:model={tmp_path}")


def test_rules_given_one_by_one_are_asked_for_as_one() -> None:
    with pytest.raises(PlanError, match=r"rules=RuleSet\(deck='run'"):
        evaluate(["greedy", "expert"], deck="run")


def test_a_target_without_a_match_is_refused() -> None:
    assert_refused(uno("tournament", "greedy", "expert", "--target", "200"), "say --match too")


@pytest.mark.parametrize("samples", [0, -5])
def test_a_run_learns_from_one_sample_at_least(samples: int, tmp_path: Path) -> None:
    with pytest.raises(RunError, match=f"--samples {samples}: must be at least 1"):
        Run.open("deep_monte_carlo", Args(out=tmp_path / "run", samples=samples))
    assert not (tmp_path / "run").exists()


@pytest.mark.skipif(not JIT_ENABLED, reason="plays whole tasks")
def test_a_result_of_more_tasks_is_not_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = ["--quick", "--workers", "0", "--out", str(tmp_path)]
    both = ["classic-2p-v1", "run-2p-v1"]
    assert main(["score", "greedy", *out, "--tasks", *both]) == 0
    before = (tmp_path / "result.json").read_bytes()
    assert main(["score", "greedy", *out, "--tasks", both[0]]) == 2
    assert "name another folder (--out)" in capsys.readouterr().err
    assert (tmp_path / "result.json").read_bytes() == before
