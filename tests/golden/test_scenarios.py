"""Rounds recorded by an independent implementation: every decision and the final table must be the same."""

import json
from pathlib import Path
from typing import Any

import pytest

from uno_env import Game, RuleSet

SCENARIOS = [
    pytest.param(scenario, id=f"{path.stem}: {scenario['name']}")
    for path in sorted((Path(__file__).parent / "scenarios").glob("*.json"))
    for scenario in json.loads(path.read_text())
]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_decision_of_a_recorded_round_is_the_same_here(scenario: dict[str, Any]) -> None:
    game = Game(
        RuleSet(**scenario["config"]),
        dealer=scenario["dealer"],
        deck=scenario["deck"],
        shuffles=scenario["reshuffles"],
    )
    for number, action in enumerate(scenario["actions"]):
        assert game.actor == scenario["actors"][number], f"actor of decision {number}"
        assert game.phase == scenario["phases"][number], f"phase of decision {number}"
        assert game.legal_actions() == scenario["legal"][number], f"legal actions of decision {number}"
        game.play(action)
    assert game.snapshot() == scenario["final"]
    assert game.record()["shuffles"] == scenario["reshuffles"]


def test_there_are_scenarios_of_every_deck() -> None:
    assert {parameter.values[0]["config"]["deck"] for parameter in SCENARIOS} == {
        "classic",
        "run",
        "friendship",
        "casting_call",
        "victory_lap",
    }
