"""A finished run becomes a shipped network with its card."""

import json
from pathlib import Path

import pytest

from agents.networks.parameters import Network
from tests.training.test_deep_monte_carlo import run
from training import model_cards
from training.runs import RunError


def test_a_finished_run_is_shipped_with_its_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, weights = tmp_path / "run", tmp_path / "weights"
    weights.mkdir()
    monkeypatch.setattr(model_cards, "WEIGHTS_FOLDER", weights)
    network = run(folder, samples=4_000, seed=8)
    model_cards.ship(folder, "classic_2p")
    assert (Network.from_file(weights / "classic_2p.npz").parameters == network.parameters).all()
    card = (weights / "classic_2p.md").read_text()
    assert f"{network.card['samples']:,} decisions" in card
    assert "| `classic_2p` | `expert` | classic, 2 players |" in card
    assert "uno tournament classic_2p random_play --players 2" in card
    assert str(tmp_path) not in card, "nobody else has this folder"
    assert (weights / "classic_2p.png").stat().st_size


def test_the_figures_of_a_run_are_kept_without_its_folder(tmp_path: Path) -> None:
    run(tmp_path / "run", samples=4_000)
    model_cards.record(tmp_path / "run", tmp_path / "figures" / "run.json")
    content = json.loads((tmp_path / "figures" / "run.json").read_text())
    assert content["samples"] >= 4_000
    assert [row["opponent"] for row in content["evaluation"]] == ["random_play", "expert"]
    assert str(tmp_path) not in json.dumps(content)


def test_what_cannot_be_shipped_is_said(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="no finished run"):
        model_cards.ship(tmp_path, "general")
    with pytest.raises(RunError, match="is no shipped network"):
        model_cards.ship(tmp_path, "mine")
