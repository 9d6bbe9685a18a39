"""The examples of docs/adapters/torchrl.md run, and what the page says about masks, turns and seeds is so."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("torchrl", reason="pip install uno-env[torchrl]")
torch = pytest.importorskip("torch")

from tests.adapters.pages import run_examples  # noqa: E402

pytestmark = [
    pytest.mark.filterwarnings("ignore:PettingZoo in TorchRL is tested:UserWarning"),
]


@pytest.fixture(scope="module")
def page() -> dict[str, Any]:
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        return run_examples("torchrl.md")
    finally:
        torch.set_num_threads(threads)


def test_one_player_acts_at_a_time_and_only_legally(page: dict[str, Any]) -> None:
    with torch.no_grad():
        seats = page["env"].rollout(300, page["policy"])["players"]
    assert (seats["mask"].sum(1) == 1).all()
    chosen = seats["action_mask"].gather(-1, seats["action"].unsqueeze(-1)).squeeze(-1)
    assert chosen[seats["mask"]].all()
    assert seats["action_mask"][~seats["mask"]].all(), "who is not to act has everything allowed"
    assert not seats["action_mask"][seats["mask"]].all(-1).any()


def test_seeds_repeat_an_episode_and_others_do_not(page: dict[str, Any]) -> None:
    def actions(seed: int) -> Any:
        torch.manual_seed(seed)
        page["env"].set_seed(seed)
        with torch.no_grad():
            return page["env"].rollout(40, page["policy"])["players", "action"]

    first = actions(5)
    assert torch.equal(first, actions(5))
    assert not torch.equal(first, actions(6))


def test_a_round_ends_for_both_with_opposite_rewards(page: dict[str, Any]) -> None:
    with torch.no_grad():
        episodes = [page["env"].rollout(5000, page["policy"]) for _ in range(3)]
    for episode in episodes:
        assert episode["next", "done"][-1].all()
        assert sorted(episode["next", "players", "reward"].sum(0).flatten().tolist()) == [-1.0, 1.0]
        assert not episode["next", "players", "reward"][:-1].any()


def test_the_updates_changed_the_network(page: dict[str, Any]) -> None:
    assert np.isfinite(page["losses"]).all()
    torch.manual_seed(1)
    fresh = type(page["scores"])()
    pairs = zip(fresh.parameters(), page["scores"].parameters(), strict=True)
    assert any(not torch.equal(one, other) for one, other in pairs)


def test_the_learner_with_opponents_inside_acts_legally_when_masked(page: dict[str, Any]) -> None:
    steps = page["steps"]
    chosen = steps["action_mask"].gather(-1, steps["action"].argmax(-1, keepdim=True))
    assert chosen.all()
    assert steps["next", "done"][-1].all() or len(steps) == 200
