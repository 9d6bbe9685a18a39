"""No rule without an implementation and a test, no citation of a rule that does not exist."""

from pathlib import Path

import pytest

from uno_env.decks import DECKS
from uno_env.rule_coverage import Spot, implementations, proofs
from uno_env.rulebook import RULEBOOK, rules_of

ROOT = Path(__file__).parent.parent
IMPLEMENTED, TESTED = implementations(ROOT), proofs(ROOT)


@pytest.mark.parametrize("slug", RULEBOOK)
def test_every_rule_is_implemented_somewhere(slug: str) -> None:
    assert slug in IMPLEMENTED, f"no code cites [{slug}]"


@pytest.mark.parametrize("slug", RULEBOOK)
def test_every_rule_has_a_test(slug: str) -> None:
    assert slug in TESTED, f"no test is tagged @rule({slug!r})"


def test_nothing_cites_a_rule_that_is_not_in_the_book() -> None:
    assert set(IMPLEMENTED) <= set(RULEBOOK)
    assert set(TESTED) <= set(RULEBOOK)


@pytest.mark.parametrize("deck", DECKS)
def test_every_sheet_has_rules(deck: str) -> None:
    assert len(rules_of(deck)) > 30


def test_a_rule_is_found_where_it_is_implemented_and_tested() -> None:
    assert Spot("uno_env/round/effects.py", "draw_pending_cards") in IMPLEMENTED["classic/draw-two"]
    assert Spot("uno_env/decks/run.py") in IMPLEMENTED["run/cards"], "a file as a whole"
    assert Spot("uno_env/formats/partners.py", "PartnerTournament") in IMPLEMENTED["victory-lap/partner-totals#ours"]
    best = Spot("tests/rules/test_uno_call.py", "test_the_caught_player_draws_two")
    assert TESTED["classic/uno-catch"][0] == best, "an exemplary test comes first"
    assert all((ROOT / spot.file).is_file() for spots in TESTED.values() for spot in spots)
