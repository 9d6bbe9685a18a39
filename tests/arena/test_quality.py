"""Decision quality: the better agent agrees more and loses less."""

import pytest

from agents.arena.quality import assess
from uno_env import RuleSet


def test_a_better_agent_has_less_regret_and_agrees_more_often() -> None:
    expert, random = (assess(agent, decisions=240, rollouts=200, seed=3)[0] for agent in ("expert", "random_legal"))
    assert expert.decisions == random.decisions == 240
    assert expert.agreement > random.agreement
    assert expert.regret < random.regret
    assert random.regret_low > 0


def test_phases_are_told_apart_and_add_up() -> None:
    told: list[tuple[int, int]] = []
    every, *phases = assess(
        "random_play", RuleSet("casting_call", 3), 120, 20, seed=4, tell=lambda done, total: told.append((done, total))
    )
    assert every.phase == "all"
    assert sum(phase.decisions for phase in phases) == every.decisions
    assert sum(phase.agreed for phase in phases) == every.agreed
    assert {"turn", "respond"} <= {phase.phase for phase in phases}
    assert told[-1] == (120, 120)
    assert every.to_dict()["agreement_low"] <= every.agreement <= every.to_dict()["agreement_high"]


def test_the_same_seed_gives_the_same_judgement() -> None:
    one, other = (assess("greedy", decisions=40, rollouts=50, seed=6) for _ in range(2))
    assert repr(one) == repr(other)  # with too few decisions of a phase there is no interval, and nan equals nothing


def test_an_agent_that_fails_is_named() -> None:
    with pytest.raises(ValueError, match="the agent failed: tests.arena.players:Raising"):
        assess("tests.arena.players:Raising", decisions=20, rollouts=10)
