"""Evaluations on duplicate deals."""

import random

import numpy as np
import pytest
import torch

from agents.random_play import RandomPlay
from training.evaluating import SELECTION_SEED, curve_numbers, evaluate_against, markdown_table
from uno_env import RuleSet
from uno_env.observation import Observations
from uno_env.round.kernels import Actions, Masks


class Illegal:
    """Never knows the rules."""

    def act(self, observations: Observations, masks: Masks) -> Actions:
        return np.full(len(masks), -5)


def test_one_agent_meets_as_many_of_the_other_as_there_is_room_for() -> None:
    rules = [RuleSet(players=2), RuleSet("run", players=4)]
    rows = evaluate_against("expert", ["random_play", "random_legal"], rules, 40, 7, trained_against=("random_legal",))
    assert [(row.opponent, row.par) for row in rows] == [
        ("random_play", 0.5),
        ("random_legal", 0.5),
        ("random_play", 0.25),
        ("random_legal", 0.25),
    ]
    assert all(row.low <= row.win_rate <= row.high for row in rows)
    assert all(row.win_rate > row.par for row in rows)
    assert [row.trained_against for row in rows] == [False, True, False, True]
    assert rows[2].rules == "run, 4 players"
    assert rows[2].command == "uno tournament expert random_play --deck run --players 4 --deals 40 --seed 7 --workers 1"


def test_the_same_deals_give_the_same_result_for_names_and_objects() -> None:
    named = evaluate_against("random_play", ["expert"], [RuleSet(players=2)], 50, 3)
    objects = evaluate_against(RandomPlay(), ["expert"], [RuleSet(players=2)], 50, 3)
    assert (named[0].win_rate, named[0].low) == (objects[0].win_rate, objects[0].low)


def test_an_evaluation_leaves_the_random_numbers_of_the_training_alone() -> None:
    def numbers() -> tuple[float, float, float]:
        return random.random(), float(np.random.random()), float(torch.rand(1))

    random.seed(1), np.random.seed(1), torch.manual_seed(1)
    expected = numbers()
    random.seed(1), np.random.seed(1), torch.manual_seed(1)
    evaluate_against("random_play", ["random_play"], [RuleSet(players=2)], 2, SELECTION_SEED)
    assert numbers() == expected


def test_an_agent_that_fails_is_an_error_and_not_a_bad_figure() -> None:
    with pytest.raises(RuntimeError, match="cannot be evaluated"):
        evaluate_against(Illegal(), ["random_play"], [RuleSet(players=2)], 2, 1)


def test_rules_are_named_in_the_curve_only_where_there_are_several() -> None:
    one = evaluate_against("random_play", ["greedy"], [RuleSet(players=2)], 2, 1)
    assert set(curve_numbers(one)) == {
        "win_rate/greedy",
        "win_rate_low/greedy",
        "win_rate_high/greedy",
        "win_rate_par/greedy",
    }
    two = evaluate_against("random_play", ["greedy"], [RuleSet(players=2), RuleSet(players=3)], 2, 1)
    assert "win_rate/greedy, classic, 3 players" in curve_numbers(two)


def test_the_table_marks_opponents_never_trained_against() -> None:
    rows = evaluate_against("random_play", ["greedy", "expert"], [RuleSet(players=2)], 2, 1, trained_against=["greedy"])
    lines = markdown_table(rows).splitlines()
    assert lines[2].endswith("| yes |")
    assert lines[3].endswith("| never |")
