"""Options become a rule set, and wrong ones are told as the rule set tells them."""

from __future__ import annotations

from dataclasses import fields

import pytest
import typer
from typer.testing import CliRunner

from agents.command_line.rule_options import RuleOptions, with_rule_options
from uno_env import RuleSet

seen: list[RuleSet] = []
app = typer.Typer()


@app.command()
@with_rule_options
def deal(*, name: str, rules: RuleOptions, loud: bool = False) -> None:
    """Deal."""
    assert name == "anna"
    assert not loud
    seen.append(rules.rule_set(players=3))


def dealt(*options: str) -> RuleSet:
    seen.clear()
    assert CliRunner().invoke(app, ["anna", *options], catch_exceptions=False).exit_code == 0
    return seen[0]


def test_without_options_the_rules_are_the_defaults_and_the_command_says_how_many_play() -> None:
    assert dealt() == RuleSet(players=3)


@pytest.mark.parametrize(
    ("options", "rules"),
    [
        (["--deck", "run", "--players", "10"], RuleSet(deck="run", players=10)),
        (["--progressive", "--seven-zero", "--jump-in"], RuleSet("classic", 3, True, True, True)),
        (["--partners", "--players", "4", "--uno-call", "auto"], RuleSet(players=4, partners=True, uno_call="auto")),
        (["--casting-match", "identical"], RuleSet(players=3, casting_match="identical")),
        (["--hand-size", "5"], RuleSet(players=3, hand_size=5)),
    ],
)
def test_every_option_ends_up_in_the_rule_set(options: list[str], rules: RuleSet) -> None:
    assert dealt(*options) == rules


def test_every_parameter_of_a_rule_set_but_the_icons_has_an_option() -> None:
    assert [each.name for each in fields(RuleOptions)] == [
        each.name for each in fields(RuleSet) if each.name != "icons"
    ]
