"""The examples of docs/adapters/tianshou.md run, and what the page says about masks and the shared buffer is so."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

REASON = "Tianshou 0.5.1 is not installed: pip install uno-env[tianshou] -c constraints.txt"
pytest.importorskip("tianshou", reason=REASON)
pytest.importorskip("tianshou.policy", reason=REASON + " (newer ones have no tianshou.policy)")
torch = pytest.importorskip("torch")

from tests.adapters.pages import run_examples  # noqa: E402


@pytest.fixture(scope="module")
def page() -> dict[str, Any]:
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        return run_examples("tianshou.md")
    finally:
        torch.set_num_threads(threads)


def test_the_learner_collects_legal_decisions_and_learns_from_them(page: dict[str, Any]) -> None:
    stored, _ = page["memory"].sample(0)
    assert len(stored) == page["collected"]["n/st"] == 400
    assert stored.obs.mask[np.arange(len(stored)), stored.act].all(), "illegal actions were played"
    assert len(set(stored.act)) > 5
    assert np.isfinite(page["losses"]).all()


def test_the_targets_keep_to_the_mask_of_the_next_decision(page: dict[str, Any]) -> None:
    stored, _ = page["memory"].sample(0)
    going_on = stored[~stored.terminated]
    chosen = page["learner"](going_on, input="obs_next").act
    assert going_on.obs_next.mask[np.arange(len(chosen)), chosen].all()


def test_in_the_shared_buffer_the_next_observation_is_often_another_seats(page: dict[str, Any]) -> None:
    from tianshou.data import Collector, VectorReplayBuffer

    memory = VectorReplayBuffer(4000, len(page["shared_tables"]))
    Collector(page["seats"], page["shared_tables"], memory).collect(n_step=400)
    stored, _ = memory.sample(0)
    assert stored.obs.mask[np.arange(len(stored)), stored.act].all()
    assert set(stored.obs.agent_id) == {"player_0", "player_1"}
    assert 0.2 < (stored.obs.agent_id != stored.obs_next.agent_id).mean() < 1.0
