"""The networks that come with the package: there, small, with their cards, and as strong as it says."""

import json

import pytest

from agents.arena import evaluate
from agents.network import SHIPPED, WEIGHTS_FOLDER, found_network
from benchmarks import ladder, trained
from training.evaluating import RESERVED_SEEDS, evaluate_against
from training.model_cards import MOST_BYTES
from uno_env import RuleSet
from uno_env.decks import DECKS
from uno_env.policies import find_policy


def test_all_weights_are_there_and_small() -> None:
    assert {path.stem for path in WEIGHTS_FOLDER.glob("*.npz")} == set(SHIPPED)
    assert sum(path.stat().st_size for path in WEIGHTS_FOLDER.iterdir()) <= MOST_BYTES


@pytest.mark.parametrize("name", SHIPPED)
def test_a_card_tells_where_its_network_comes_from(name: str) -> None:
    network = found_network(name)
    card = (WEIGHTS_FOLDER / f"{name}.md").read_text()
    assert f"{network.card['samples']:,} decisions" in card
    assert f"--seed {network.card['seed']}" in card
    for word in ("Command: `", "of processor time", "`expert`", "`random_play`", f"({name}.png)"):
        assert word in card
    assert (WEIGHTS_FOLDER / f"{name}.png").stat().st_size


def test_the_general_network_plays_every_deck_at_every_size() -> None:
    for number, deck in enumerate(DECKS):
        for players in (2, 4, 6 + number % 5):
            rules = RuleSet(deck, players, progressive=True, seven_zero=True, jump_in=True, partners=players == 4)
            outcome = evaluate(["general", "random_play"], rules, deals=1, seed=number)
            assert not outcome.failures


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_networks_are_agents_by_name_greedy_or_sampled(name: str) -> None:
    assert find_policy(name) is not None
    assert "sample=True" in repr(find_policy(f"{name}:sample=true,temperature=0.5"))


def test_the_committed_claims_are_those_of_the_benchmark_and_are_met() -> None:
    content = json.loads(trained.RESULTS.read_text())
    assert [row["name"] for row in content["results"]] == [rung.name for rung in trained.claims()]
    for row, rung in zip(content["results"], trained.claims(), strict=True):
        assert (row["at_least"], row["beats_par"], row["deals"]) == (rung.at_least, rung.beats_par, rung.deals)
        assert row["trained_against"] == trained.trained_against(rung)
        if row["met"] is not None:
            reached = row["win_rate"] >= row["at_least"] if row["at_least"] else row["low"] > row["par"]
            assert row["met"] == reached
            assert row["met"], row["name"]


def test_the_seed_of_the_claims_may_seed_no_run() -> None:
    assert ladder.SEED in RESERVED_SEEDS


@pytest.mark.slow
@pytest.mark.parametrize(
    ("agent", "rules"),
    [
        ("classic_2p", RuleSet(players=2)),
        ("general", RuleSet("friendship", 2, progressive=True, seven_zero=True, jump_in=True)),
        ("general", RuleSet("run", 4)),
    ],
    ids=lambda value: value if isinstance(value, str) else value.describe(),
)
def test_a_shipped_network_beats_the_expert_sample(agent: str, rules: RuleSet) -> None:
    row = evaluate_against(agent, ["expert"], [rules], 1000, ladder.SEED)[0]
    assert row.win_rate > row.par
