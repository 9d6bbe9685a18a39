"""``uno describe``: everything there is, explained from the code."""

from __future__ import annotations

import pytest

from agents.command_line.describe import _SLUGS, FORMATS, HOUSE_RULES, PAIRINGS
from tests.command_line.running import assert_refused, uno
from uno_env.decks import DECKS
from uno_env.formats import SCORINGS
from uno_env.policies import POLICIES
from uno_env.rulebook import RULEBOOK, rules_of


def described(*arguments: str) -> str:
    """The text without its line breaks: where it is wrapped does not matter."""
    result = uno("describe", *arguments)
    assert result.exit_code == 0
    return " ".join(result.stdout.split())


def test_the_overview_names_everything() -> None:
    text = described()
    assert all(name in text for name in (*DECKS, *FORMATS, *PAIRINGS, *POLICIES))
    assert all(f"--{name.replace('_', '-')}" in text for name in HOUSE_RULES)
    assert set(SCORINGS) <= set(FORMATS)
    assert "Every legal action is equally likely" in text


def test_an_agent_that_cannot_be_imported_is_listed_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(POLICIES, "lost", "no_such_module:Lost")
    assert "lost agent 'no_such_module:Lost' cannot be imported" in described()
    assert_refused(uno("describe", "lost"), "no_such_module")


@pytest.mark.parametrize("deck", DECKS)
def test_a_deck_is_described_with_all_its_rules(deck: str) -> None:
    text = described(deck)
    assert f"{DECKS[deck].card_numbers} cards" in text
    assert all(rule.slug in text and rule.text in text for rule in rules_of(deck) if len(rule.text) < 30)
    assert all(rule.slug in text for rule in rules_of(deck))


def test_an_agent_is_described_with_its_parameters() -> None:
    text = described("expert")
    assert "A strong hand-written player" in text
    assert "own_card reasoned" in text
    assert "expert:own_card=reasoned" in text
    assert "rollouts 1000" in described("search:rollouts=5")
    assert "Raises when it is asked." in described("tests.command_line.agents:Raising")


def test_a_rule_set_is_described_with_its_house_rules() -> None:
    text = described("rules", "--deck", "run", "--players", "6", "--jump-in")
    assert "run, 6 players, jump_in" in text
    assert "after the deal 69 cards in the draw pile" in text
    assert "classic/jump-in-resumes" in text
    assert "classic/seven-zero" not in text


@pytest.mark.parametrize("topic", _SLUGS)
def test_every_house_rule_and_format_leads_to_its_rules(topic: str) -> None:
    assert set(_SLUGS) == set(HOUSE_RULES) | set(FORMATS)
    text = described(topic)
    assert all(any(slug.startswith(start) and slug in text for slug in RULEBOOK) for start in _SLUGS[topic])
    assert described(topic.replace("_", "-")) == text


def test_a_rule_is_found_by_its_slug() -> None:
    assert RULEBOOK["classic/draw-two"].text in described("classic/draw-two")
    assert RULEBOOK["run/icon-wild#ours"].text in described("run/icon-wild")


def test_the_notation_is_explained() -> None:
    assert "color:R ... color:B name a colour" in described("notation")


def test_what_is_unknown_brings_what_is_near() -> None:
    assert_refused(uno("describe", "clasic"), "did you mean classic")
    assert_refused(uno("describe", "jump"), "jump_in")
    assert_refused(uno("describe", "qqq"), "uno describe")
    assert_refused(uno("describe", "rules", "--players", "1"), "2 to 10")


@pytest.mark.parametrize("name", ["swiss", "round_robin", "one_table"])
def test_formats_of_no_sheet_are_described_too(name: str) -> None:
    done = uno("describe", name)
    assert done.exit_code == 0
    assert PAIRINGS[name].split()[0] in done.output


def test_a_deck_of_ones_own_is_described_as_what_is_played() -> None:
    done = uno("describe", "tests.test_own_decks:TINY", "--players", "2", "--hand-size", "3")
    assert done.exit_code == 0
    for words in ("tests.test_own_decks:TINY", "after the deal", "uno describe classic"):
        assert words in done.stdout
    assert_refused(uno("describe", "tests.test_own_decks:TINY"), "hand_size=7")
