"""The ladder asks for what it says, and its committed results meet it."""

import json
from pathlib import Path

import pytest

from benchmarks import decision_quality
from benchmarks.ladder import FAST_AGENTS, LEAST_ROUNDS_A_SECOND, RESULTS, Rung, measure, rounds_a_second, rungs, table
from uno_env import RuleSet
from uno_env.decks import DECKS


def test_every_deck_is_on_the_ladder_with_and_without_house_rules_at_two_and_four() -> None:
    found = {(rung.rules.deck, rung.rules.players, rung.rules.seven_zero) for rung in rungs() if rung.agent == "expert"}
    assert found >= {(deck, players, house) for deck in DECKS for players in (2, 4) for house in (False, True)}
    careless = {rung.rules.deck for rung in rungs() if rung.opponent == "expert:own_card=random"}
    assert careless == set(DECKS) - {"classic"}


def test_the_committed_results_are_those_of_the_ladder_and_meet_what_is_asked_for() -> None:
    content = json.loads(RESULTS.read_text())
    assert [row["name"] for row in content["results"]] == [rung.name for rung in rungs()]
    for row, rung in zip(content["results"], rungs(), strict=True):
        assert (row["at_least"], row["beats_par"]) == (rung.at_least, rung.beats_par)
        assert row["low"] < row["win_rate"] < row["high"]
        if row["met"] is not None:
            reached = row["win_rate"] >= row["at_least"] if row["at_least"] else row["low"] > row["par"]
            assert row["met"] == reached
            assert row["met"], row["name"]
    assert set(content["rounds_a_second"]) == set(FAST_AGENTS)
    assert min(content["rounds_a_second"].values()) >= LEAST_ROUNDS_A_SECOND


def test_a_rung_is_measured_and_told(tmp_path: Path) -> None:
    rung = Rung("greedy", "random_play", RuleSet(players=3), 20, at_least=0.01)
    row = measure(rung, tmp_path, 1)
    assert row["deals"] == 20
    assert row["games"] == 60
    assert 0 < row["low"] <= row["win_rate"] <= row["high"] < 1
    assert row["command"].startswith("uno tournament greedy random_play --players 3 --deals 20")
    assert "greedy against 2 random_play" in table([row])
    assert measure(rung, tmp_path, 1)["win_rate"] == row["win_rate"]


def test_the_committed_decision_quality_is_in_order_of_strength() -> None:
    content = json.loads(decision_quality.RESULTS.read_text())
    assert [(row["agent"], row["rules"]["players"]) for row in content["results"]] == [
        (agent, rules.players) for rules in decision_quality.TABLES for agent in decision_quality.AGENTS
    ]
    regrets = {(row["agent"], row["rules"]["players"]): row["phases"][0]["regret"] for row in content["results"]}
    for players in (2, 4):
        assert regrets["random_legal", players] > regrets["random_play", players] > regrets["expert", players]


def test_decision_quality_is_measured() -> None:
    row = decision_quality.measure("greedy", RuleSet(players=2), 20, 10)
    assert row["phases"][0]["decisions"] == 20


@pytest.mark.parametrize("agent", FAST_AGENTS)
def test_batch_evaluation_is_fast(agent: str) -> None:
    assert rounds_a_second(agent) > LEAST_ROUNDS_A_SECOND
