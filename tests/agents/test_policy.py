"""Any torch or Stable-Baselines3 model as an agent."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

from agents.arena import evaluate  # noqa: E402
from agents.policy import ModelAgent  # noqa: E402
from uno_env import RuleSet, observation  # noqa: E402
from uno_env.policies import find_policy  # noqa: E402

LENGTH = observation.length()


class Fixed(torch.nn.Module):  # type: ignore[misc, name-defined]
    """The same scores whatever it sees."""

    def __init__(self, best: int = 3) -> None:
        super().__init__()
        self.scores = torch.nn.Parameter(torch.arange(110, dtype=torch.float32).roll(best + 1) / 10)

    def forward(self, rows: Any) -> Any:
        return self.scores.expand(rows.shape[0], 110)


def masks_of(*legal: int, count: int = 1) -> Any:
    masks = np.zeros((count, 110), np.int8)
    masks[:, list(legal)] = 1
    return masks


def test_a_torch_module_plays_its_best_legal_action() -> None:
    agent = ModelAgent(Fixed(best=5))
    rows = np.zeros((1, LENGTH), np.uint8)
    assert agent.act(rows, masks_of(5, 90)).tolist() == [5]
    assert agent.act(rows, masks_of(6, 90)).tolist() == [90]


def test_sampling_follows_the_scores_and_the_seed() -> None:
    agent = ModelAgent(Fixed(best=5), sample=True)
    rows, masks = np.zeros((4000, LENGTH), np.uint8), masks_of(80, 90, count=4000)
    agent.reset(1)
    actions = agent.act(rows, masks)
    scores = Fixed(best=5).scores.detach().numpy()
    assert np.mean(actions == 90) == pytest.approx(1 / (1 + np.exp(scores[80] - scores[90])), abs=0.04)
    agent.reset(1)
    assert (agent.act(rows, masks) == actions).all()


def test_an_exported_module_plays_by_name(tmp_path: Path) -> None:
    path = tmp_path / "model.pt2"
    many = {"rows": {0: torch.export.Dim.DYNAMIC}}
    torch.export.save(torch.export.export(Fixed(), (torch.zeros(4, LENGTH),), dynamic_shapes=many), path)
    outcome = evaluate([f"policy:model={path}", "random_play"], RuleSet(players=2), deals=3)
    assert not outcome.failures
    sampled = find_policy(f"policy:model={path},sample=true")
    assert repr(sampled).endswith("sample=True)")


def test_a_stable_baselines_model_plays_by_name(tmp_path: Path) -> None:
    from sb3_contrib import MaskablePPO

    from uno_env.sb3_env import UnoVecEnv

    path = tmp_path / "model.zip"
    MaskablePPO("MlpPolicy", UnoVecEnv(2, players=2), n_steps=8, batch_size=8, policy_kwargs={"net_arch": [8]}).save(
        path
    )
    outcome = evaluate([f"policy:model={path}", "random_play"], RuleSet(players=2), deals=3)
    assert not outcome.failures


def test_what_is_no_model_says_so(tmp_path: Path) -> None:
    (tmp_path / "model.pt2").write_text("nothing")
    with pytest.raises(ValueError, match="neither a Stable-Baselines3"):
        ModelAgent(tmp_path / "model.pt2")
    with pytest.raises(ValueError, match="is no model"):
        ModelAgent(5)
    (tmp_path / "model.zip").write_text("nothing")
    with pytest.raises(ValueError, match="neither sb3_contrib nor"):
        ModelAgent(tmp_path / "model.zip", algorithm="Alpha")
    with pytest.raises(ValueError, match="scores of shape"):
        ModelAgent(torch.nn.Linear(LENGTH, 7)).act(np.zeros((1, LENGTH), np.uint8), masks_of(3))
