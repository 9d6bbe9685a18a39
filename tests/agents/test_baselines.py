"""The simple agents, and how agents are found by name."""

from typing import Any

import numpy as np
import pytest

from agents.arena import evaluate
from agents.arena.calling import ask_one
from agents.expert import Expert
from agents.greedy import Greedy
from agents.rlcard_rule import RLCardRule
from agents.search import Search
from tests.table import lay_table, play
from uno_env import RuleSet, policies
from uno_env.actions import action_code
from uno_env.policies import find_policy, policy_names, register_policy


def choice(agent: Any, game: Any) -> str:
    return action_code(ask_one(agent, game), game.rules.deck_declaration.color_letters)


def win_rate(agent: str, opponent: str, players: int = 2, deals: int = 1500) -> float:
    outcome = evaluate([agent, opponent], RuleSet(players=players), deals=deals, seed=12)
    first = outcome.results[outcome.results["fixture"] == 0]
    return float((first["share"] * (first["agent"] == 0)).sum() / len(first))


def test_greedy_plays_the_dearest_card_and_names_its_fullest_colour() -> None:
    assert choice(Greedy(1), lay_table(["R1 R9 RD", "Y1 Y2 Y3"])) == "RD"
    assert choice(Greedy(1), lay_table(["W RD G1 G2", "Y1 Y2 Y3 Y4"])) == "W:G"
    assert choice(Greedy(1), lay_table(["G1 G2 Y1", "Y1 Y2 Y3"], start="W")) == "color:G"


def test_greedy_draws_only_when_it_must_and_leaves_the_rest_to_chance() -> None:
    assert choice(Greedy(1), lay_table(["G1 G2", "Y1 Y2"])) == "draw"
    assert choice(Greedy(1), play(lay_table(["R1 R2", "Y1 Y2"]), "R1")) == "uno"


def test_rlcards_rule_plays_coloured_cards_first_then_a_wild_then_a_draw_four_in_its_fullest_colour() -> None:
    assert {choice(RLCardRule(seed), lay_table(["W W4 R1 R2", "Y1 Y2 Y3 Y4"])) for seed in range(30)} == {"R1", "R2"}
    wilds = {choice(RLCardRule(seed), lay_table(["W W4 G1 G2", "Y1 Y2 Y3 Y4"])) for seed in range(60)}
    assert wilds == {"W:R", "W:Y", "W:G", "W:B"}
    assert choice(RLCardRule(1), lay_table(["W4 G1 G2", "Y1 Y2 Y3"])) == "W4:G"


# Wide enough for chance (1,500 deals), narrow enough to tell the agents apart.
@pytest.mark.parametrize(
    ("agent", "share", "tolerance"),
    [("random_legal", 0.02, 0.01), ("greedy", 0.565, 0.03), ("rlcard_rule", 0.59, 0.03), ("expert", 0.74, 0.03)],
)
def test_the_ladder_with_two_players_stands_as_measured(agent: str, share: float, tolerance: float) -> None:
    assert win_rate(agent, "random_play") == pytest.approx(share, abs=tolerance)


def test_the_expert_wins_far_more_than_its_share_of_four() -> None:
    assert win_rate("expert", "random_play", players=4, deals=600) > 0.35


# -- finding them ------------------------------------------------------------------------------------------


def test_a_name_may_have_parameters() -> None:
    agent = find_policy("search:rollouts=400,belief=3")
    assert isinstance(agent, Search)
    assert (agent.rollouts, agent.belief) == (400, 3)
    expert = find_policy("expert:own_card=random,seed=3")
    assert isinstance(expert, Expert)
    assert expert.own_card == "random"


def test_an_agent_of_ones_own_plugs_in_the_same_way() -> None:
    agent: Any = find_policy("tests.arena.players:Illegal:every=9")
    assert agent._every == 9


def test_a_name_of_ones_own_can_be_registered_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policies, "POLICIES", dict(policies.POLICIES))
    register_policy("mine", "tests.arena.players:FirstLegal")
    register_policy("mine", "tests.arena.players:FirstLegal")
    assert type(find_policy("mine")).__name__ == "FirstLegal"
    assert policy_names()["mine"] == "Always the first legal action."
    with pytest.raises(ValueError, match="is taken"):
        register_policy("expert", "tests.arena.players:FirstLegal")
    with pytest.raises(ValueError, match="cannot name a policy"):
        register_policy("my agent", "tests.arena.players:FirstLegal")


def test_every_shipped_agent_says_what_it_is() -> None:
    names = policy_names()
    assert {"random_legal", "random_play", "greedy", "rlcard_rule", "expert", "search", "human", "policy"} <= set(names)
    assert all(len(line) > 20 for line in names.values())


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("expart", "did you mean 'expert'"),
        ("search:rollouts", "'rollouts' is no parameter"),
        ("search:breadth=3", "unknown parameter 'breadth'"),
        ("search:rollouts=0", "rollouts=0"),
        ("search:policy=clever", "policy='clever'"),
        ("search:milliseconds=-1", "milliseconds=-1"),
        ("greedy:depth=3", "parameters: seed"),
        ("no_module:Agent", "cannot be imported"),
        ("tests.arena.players:HERE:x=1", "cannot be imported"),
        ("policy:model=nowhere.zip", "there is no model at nowhere.zip"),
    ],
)
def test_a_bad_spec_says_what_is_wrong(spec: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        find_policy(spec)


def test_asking_for_a_round_that_is_over_or_getting_an_illegal_answer_is_an_error() -> None:
    over = play(lay_table(["R1", "B1"]), "R1")
    with pytest.raises(ValueError, match="over"):
        ask_one(Greedy(1), over)

    class Wrong:
        def act(self, observations: Any, masks: Any) -> Any:
            return np.full(len(masks), 109)

    with pytest.raises(ValueError, match="not legal; legal: R1, draw"):
        ask_one(Wrong(), lay_table(["R1 G2", "B1 B2"]))
