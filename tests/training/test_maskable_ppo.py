"""MaskablePPO: what a run leaves, who sits at its tables, and that it goes on as if it had never been broken off."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO

from agents.arena import evaluate
from training import maskable_ppo
from training.curves import read_curve
from training.maskable_ppo import ITSELF, SNAPSHOTS, Args, main, make_tables, shares
from training.rules_played import rules_played
from training.runs import Run, RunError

#: Two tables' worth of everything: some seconds a run.
SMALL: dict[str, Any] = {
    "tables": 16,
    "rollout": 8,
    "minibatch": 64,
    "epochs": 1,
    "widths": (16,),
    "samples": 512,
    "self_play": 0.25,
    "snapshots": 0.25,
    "snapshot_samples": 128,
    "most_snapshots": 2,
    "curve_points": 2,
    "curve_deals": 2,
    "evaluation_deals": 4,
    "workers": 0,
    "progress_bar": False,
    "tensorboard": False,
}


def run(path: Path, **options: Any) -> MaskablePPO:
    main(Args(out=path, **SMALL | options), "")
    return MaskablePPO.load(path / "model.zip", device="cpu")


def weights(model: MaskablePPO) -> dict[str, torch.Tensor]:
    return dict(model.policy.state_dict())


def test_a_run_leaves_everything_in_its_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "run"
    run(path)
    for name in ("config.json", "result.json", "evaluation.json", "evaluation.md", "curve.csv", "learning_curve.png"):
        assert (path / name).stat().st_size
    result = json.loads((path / "result.json").read_text())
    assert result["samples"] == 512
    assert result["versions"]["sb3_contrib"]
    rows = result["evaluation"]
    assert [(row["opponent"], "sample" in row["agent"]) for row in rows] == [
        ("random_play", False),
        ("expert", False),
        ("random_play", True),
        ("expert", True),
    ]
    assert [row["trained_against"] for row in rows] == [True, False, True, False]
    assert "never" in capsys.readouterr().out
    points = read_curve(path / "curve.csv")
    assert [point.step for point in points if point.name == "win_rate/random_play"] == [0, 256, 512]
    shares_of_time = [point.value for point in points if point.name.startswith("time/") and point.step == 512]
    assert sum(shares_of_time) == pytest.approx(1, abs=1e-4)
    outcome = evaluate([f"policy:model={path / 'model.zip'}", "random_play"], deals=2, seed=1)
    assert not outcome.failures


def test_broken_off_a_run_goes_on_as_if_it_had_not_been(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With itself and snapshots at the tables, checkpoints at every rollout, killed in the middle of the fourth."""
    whole = weights(run(tmp_path / "whole"))

    class Killed(Exception):
        pass

    ended: list[int] = []
    go_on = maskable_ppo.Routine._on_rollout_end

    def kill(self: maskable_ppo.Routine) -> None:
        go_on(self)
        ended.append(self.num_timesteps)
        if len(ended) == 4:
            raise Killed

    monkeypatch.setattr(maskable_ppo.Routine, "_on_rollout_end", kill)
    with pytest.raises(Killed):
        run(tmp_path / "broken", checkpoint_seconds=0.0)
    monkeypatch.undo()
    resumed = weights(run(tmp_path / "broken", resume=True))
    assert whole.keys() == resumed.keys()
    for name, value in whole.items():
        assert torch.equal(value, resumed[name]), name
    curves = [
        [(point.step, point.name) for point in read_curve(tmp_path / name / "curve.csv")]
        for name in ("whole", "broken")
    ]
    assert sorted(curves[0]) == sorted(curves[1])


def test_a_finished_run_can_be_resumed_which_only_evaluates_it_again(tmp_path: Path) -> None:
    before = weights(run(tmp_path))
    after = weights(run(tmp_path, resume=True, evaluation_deals=6))
    assert all(torch.equal(value, after[name]) for name, value in before.items())
    assert json.loads((tmp_path / "evaluation.json").read_text())[0]["deals"] == 6


def test_the_same_seed_gives_the_same_model_and_another_seed_another(tmp_path: Path) -> None:
    options = {"samples": 128, "curve_points": 1, "self_play": 0.0, "snapshots": 0.0}
    seeds = {"one": 1, "same": 1, "other": 2}
    one, same, other = (weights(run(tmp_path / name, seed=seed, **options)) for name, seed in seeds.items())
    assert all(torch.equal(value, same[name]) for name, value in one.items())
    assert not all(torch.equal(value, other[name]) for name, value in one.items())


def test_tables_are_shared_out_among_the_opponents() -> None:
    assert shares(Args(tables=100)) == {"random_play": 100}
    args = Args(tables=100, opponents=("random_play", "expert"), self_play=0.5, snapshots=0.2)
    assert shares(args) == {"random_play": 15, "expert": 15, ITSELF: 50, SNAPSHOTS: 20}
    assert shares(Args(tables=10, self_play=0.7, snapshots=0.3)) == {ITSELF: 7, SNAPSHOTS: 3}
    assert sum(shares(Args(tables=7, opponents=("a", "b", "c"), snapshots=0.01)).values()) == 7
    with pytest.raises(RunError, match="too few for 3 kinds"):
        shares(Args(tables=2, opponents=("a", "b", "c")))


def test_every_table_can_have_rules_of_its_own() -> None:
    args = Args(rules="general", tables=40)
    tables = make_tables(args, rules_played("general"))
    (group,) = tables.groups.values()
    assert len({rules.deck for rules in group.rule_sets}) > 1
    assert len({rules.players for rules in group.rule_sets}) > 1
    tables.seed(1)
    tables.reset()
    masks = tables.action_masks()
    rows, rewards, dones, infos = tables.step(masks.argmax(axis=1))
    assert len(rows) == len(rewards) == len(dones) == len(infos) == 40


def test_a_snapshot_is_kept_as_it_was_and_only_so_many(tmp_path: Path) -> None:
    run(tmp_path)
    with Run.open("maskable_ppo", Args(out=tmp_path, resume=True, **SMALL)) as opened:
        state = opened.last_checkpoint()
    assert state is not None
    assert len(state["snapshots"]) == 2
    one, other = state["snapshots"]
    assert any(not torch.equal(value, other[name]) for name, value in one.items())
    assert all(np.isfinite(value.numpy()).all() for value in one.values())
