"""RLCard departs from the rules where we say it does, this project does not, and the results say what was seen."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from benchmarks import rlcard_peer
from benchmarks.rlcard_checks import DEFECTS, Defect
from benchmarks.rlcard_defects import RESULTS, main, result
from benchmarks.stacked_tables import Position, our_action, our_card, rlcard_action, rlcard_hand, rlcard_plays
from uno_env.actions import card_codes
from uno_env.rulebook import RULEBOOK
from uno_env.rules import RuleSet

needs_rlcard = pytest.mark.skipif(not rlcard_peer.is_installed(), reason=rlcard_peer.HOW_TO_INSTALL)
NAMES = [defect.name for defect in DEFECTS]


@pytest.mark.parametrize("defect", DEFECTS, ids=NAMES)
def test_the_rule_is_in_the_rulebook(defect: Defect) -> None:
    assert defect.slug in RULEBOOK
    assert defect.what_the_rule_says


@pytest.mark.parametrize("defect", DEFECTS, ids=NAMES)
def test_here_the_position_is_played_by_the_rule(defect: Defect) -> None:
    assert defect.here() == defect.by_the_rule


@needs_rlcard
@pytest.mark.parametrize("defect", DEFECTS, ids=NAMES)
def test_rlcard_departs_from_the_rule(defect: Defect) -> None:
    seen = defect.in_rlcard()
    assert set(seen) == set(defect.by_the_rule), "both sides answer the same questions"
    assert seen != defect.by_the_rule
    assert defect.shown()


@needs_rlcard
def test_a_defect_that_is_mended_is_no_longer_shown() -> None:
    defect = DEFECTS[1]
    mended = Defect(
        defect.name, defect.kind, defect.slug, defect.situation, defect.by_the_rule, defect.here, defect.here
    )
    assert defect.shown()
    assert not mended.shown()


@needs_rlcard
def test_the_published_results_are_those_of_the_installed_rlcard() -> None:
    published = json.loads(RESULTS.read_text())
    assert published["versions"]["rlcard"] == "1.2.0"
    assert published["results"] == json.loads(json.dumps([result(defect) for defect in DEFECTS]))


@needs_rlcard
def test_the_command_prints_and_writes_every_position(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--json", str(tmp_path / "defects.json")]) == 0
    printed = capsys.readouterr().out
    assert f"{len(DEFECTS)} of {len(DEFECTS)} shown" in printed
    assert all(f"{name} (" in printed for name in NAMES)
    assert [row["name"] for row in json.loads((tmp_path / "defects.json").read_text())["results"]] == NAMES


def test_without_rlcard_the_command_says_how_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(rlcard_peer, "is_installed", lambda: False)
    assert main(["--json", str(tmp_path / "defects.json")]) == 2
    assert "pip install uno-env[peers]" in capsys.readouterr().err
    assert not (tmp_path / "defects.json").exists()


@pytest.mark.parametrize("code", ["R7", "YS", "GR", "BD", "W:R", "W4:B", "draw"])
def test_notation_goes_to_rlcard_and_back(code: str) -> None:
    assert our_action(rlcard_action(code)) == code


@needs_rlcard
@pytest.mark.parametrize(
    "position",
    [
        Position(("R1 R2", "W Y2"), "B5", "G1 W4"),
        Position(("R1 R2 R3 R4 R6 R7 R8", "Y1 Y2 Y3 Y4 Y5 Y6 Y7"), "B5", "G1"),
        Position(("R1 R1 R2 R2 R3 R3 R4 R4 R5", "Y1 Y1 Y2 Y2 Y3 Y3 Y4 Y4 Y5", "G1 G1 G2 G2 G3 G3 G4 G4 G5"), "B5", "W"),
    ],
)
def test_both_sides_have_the_same_table(position: Position) -> None:
    game, env = position.here(), position.in_rlcard()
    for seat, hand in enumerate(position.hands):
        assert game.hand(seat) == rlcard_hand(env, seat) == sorted(hand.split())
    assert game.actor == env.get_player_id() == 0
    assert game.snapshot()["discard_pile"] == [our_card(card) for card in env.game.round.played_cards] == ["B5"]
    pile = position.pile.split()
    assert game.snapshot()["draw_pile"][: len(pile)] == pile
    deck = [our_card(card) for card in reversed(env.game.dealer.deck)]
    assert deck[: len(pile)] == pile
    held = [our_card(card) for player in env.game.players for card in player.hand]
    assert Counter([*deck, *held, "B5"]) == Counter(card_codes()[kind] for kind in RuleSet().card_kinds())


def test_a_table_that_cannot_be_laid_is_refused() -> None:
    with pytest.raises(ValueError, match="hands of one size"):
        Position(("R1", "R2 R3"), "R5").here()
    with pytest.raises(ValueError, match="more than the deck has: R0"):
        Position(("R0", "R0"), "R5").here()


@needs_rlcard
def test_an_action_rlcard_does_not_offer_is_not_slipped_in() -> None:
    with pytest.raises(ValueError, match="RLCard does not offer Y1"):
        rlcard_plays(Position(("R1 Y1", "Y2 Y3"), "R5").in_rlcard(), "Y1")
