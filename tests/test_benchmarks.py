"""The benchmark measures what it says: every row is there, and only real decisions are counted."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from benchmarks import rlcard_peer, startup
from benchmarks.engine_cases import (
    PEER_GAME,
    BatchStepping,
    PlayOut,
    PlayOutCutShort,
    Stepping,
    SteppingCutShort,
    dealt,
    decisions_per_game,
    pick,
)
from benchmarks.pairing import Sample, Spread, dearest_to_cheapest, game_length, interleave, ratios, rotated
from benchmarks.report import Row, line
from benchmarks.throughput import BATCH, SIZES, main, rule_sets
from uno_env.decks import DECKS
from uno_env.engine.jit import JIT_ENABLED, caches_folder
from uno_env.engine.layout import ACTIONS
from uno_env.engine.state import Phase
from uno_env.round import kernels
from uno_env.rules import RuleSet

pytestmark = pytest.mark.skipif(not JIT_ENABLED, reason="nothing to measure without the compiler")

CLASSIC = RuleSet(players=4)


def test_the_command_writes_every_row(tmp_path: Path) -> None:
    target = tmp_path / "new" / "throughput.json"
    arguments = ["--quick", "--rounds", "1", "--seconds", "0.002", "--no-peer", "--sections", "ABCD"]
    status = main([*arguments, "--json", str(target)])

    found = json.loads(target.read_text())
    names = {section: [row["name"] for row in found["rows"] if row["section"] == section] for section in "ABCDEFGH"}
    rules = [rule_set.describe() for deck in DECKS for rule_set in rule_sets(deck)]
    assert len(rules) == len(set(rules)) == 40
    assert sorted(names["C"]) == sorted(f"{kind}: {each}" for kind in ("play-out", "step") for each in rules)
    assert names["A"][0] == f"play-out in the kernel, {BATCH} games"
    assert {f"pick from the mask + step, batch {count}" for count in (1, BATCH)} <= set(names["B"])
    assert names["D"][:-1] == [f"pick from the mask + step, batch {size}" for size in SIZES]
    assert names["E"] == []
    for section in "AB":
        assert names[section][-1].startswith("RLCard")
    assert {row["verdict"] for row in found["rows"] if row["section"] in "AB"} == {""}
    assert {row["verdict"] for row in found["rows"] if row["section"] == "C"} <= {"OK", "BELOW"}
    assert status == (0 if found["all_floors_reached"] else 1)
    assert found["command"].startswith("python -m benchmarks.throughput --quick")
    assert {"date", "machine", "versions", "load"} <= set(found)


def test_a_missed_floor_is_reported_by_the_exit_status(monkeypatch: pytest.MonkeyPatch) -> None:
    def missed(settings: object) -> list[Row]:
        return [Row("D", "slow", Spread(2.0, 2.0, 2.0), at_most=1.5)]

    monkeypatch.setitem(main.__globals__["MEASURES"], "D", missed)
    assert main(["--sections", "D"]) == 1


def test_without_the_peer_its_row_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(rlcard_peer, "is_installed", lambda: False)
    assert main(["--quick", "--rounds", "1", "--seconds", "0.002", "--sections", "A"]) == 0
    assert "pip install -e .[peers] -c constraints.txt" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["--sections", "X"], ["--rounds", "0"], ["--seconds", "0"]])
def test_settings_that_measure_nothing_are_refused(arguments: list[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(arguments)


@pytest.mark.parametrize("deck", DECKS)
def test_the_play_out_counts_the_decisions_the_games_made(deck: str) -> None:
    games, rules = dealt(RuleSet(deck=deck), 64)
    made = kernels.play_out(games, rules, 300, False)
    assert made == games["decisions"].sum()
    assert ((games["decisions"] == 300) | (games["phase"] == Phase.OVER)).all()


def test_a_play_out_with_deals_makes_as_many_decisions_as_asked_for() -> None:
    case = PlayOut(CLASSIC, 8, apart=0)
    made, _ = case.play()
    assert made == 8 * case.each
    assert case.games["decisions"].sum() < made, "some games must have been dealt anew for this to mean anything"


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("count", [1, 16])
def test_steps_count_decisions_and_not_deals(deck: str, count: int) -> None:
    """Against the games' own counters, call by call."""
    case = Stepping(RuleSet(deck=deck), count, apart=20)
    case.calls = 1
    decisions = deals = true_decisions = true_deals = 0
    for _ in range(40_000 // count):
        before, over = case.games["decisions"].copy(), case.games["phase"] == Phase.OVER
        made, finished = case.play()
        decisions, deals = decisions + made, deals + finished
        true_deals += int(over.sum())
        assert (case.games["decisions"][over] == 0).all()
        true_decisions += int((case.games["decisions"] - before)[~over].sum())
    assert (decisions, deals) == (true_decisions, true_deals)
    assert deals > 0


def test_the_public_batch_is_counted_alike() -> None:
    case = BatchStepping(CLASSIC, 64, apart=2000)
    case.calls = 1
    decisions = deals = true_deals = 0
    for _ in range(500):
        true_deals += int(case.batch.over.sum())
        made, finished = case.play()
        decisions, deals = decisions + made, deals + finished
    assert (decisions, deals) == (500 * 64 - true_deals, true_deals)


def test_games_cut_short_are_dealt_as_often_as_the_peers() -> None:
    play_out, stepping = PlayOutCutShort(CLASSIC, 256), SteppingCutShort(CLASSIC, 256)
    made, games = play_out.play()
    assert games == 256
    assert made == play_out.games["decisions"].sum()
    assert made / games <= PEER_GAME
    hands = play_out.games["coloured"].copy()
    play_out.play()
    assert (play_out.games["coloured"] != hands).any(), "each turn plays other games"
    made, games = stepping.play()
    assert games >= 256
    assert made + (games - 256) == 256 * PEER_GAME


def test_the_pick_is_uniform_and_skips_finished_games() -> None:
    masks = np.zeros((3000, ACTIONS), np.int8)
    legal = [0, 63, 64, ACTIONS - 1]
    masks[:-1, legal] = 1
    actions, rng = np.zeros(3000, np.int64), np.array([1], np.uint64)
    assert pick(masks, rng, actions) == 2999
    assert actions[-1] == kernels.NO_ACTION
    chosen, counts = np.unique(actions[:-1], return_counts=True)
    assert chosen.tolist() == legal
    assert counts.min() > 650
    assert counts.max() < 850


def test_the_length_of_a_game_is_that_of_whole_games() -> None:
    games, rules = dealt(CLASSIC, 64, seed=2)
    kernels.play_out(games, rules, 1_000_000, False)
    assert decisions_per_game(CLASSIC, 64) == games["decisions"].mean()


class Counting:
    """A case that does nothing but note when it is its turn."""

    def __init__(self, name: str, turns: list[str]) -> None:
        self.name, self.turns = name, turns

    def play(self) -> tuple[int, int]:
        self.turns.append(self.name)
        return 10, 1


def test_every_case_runs_once_a_round_in_rotated_order() -> None:
    assert list(rotated(["a", "b", "c"], 4)) == [["a", "b", "c"], ["b", "c", "a"], ["c", "a", "b"], ["a", "b", "c"]]
    turns: list[str] = []
    results = interleave({name: Counting(name, turns) for name in "ab"}, 3, 1e-9)
    assert [len(results[name]) for name in "ab"] == [3, 3]
    assert turns[0] == "a"


def test_comparisons_are_made_within_a_round() -> None:
    """The machine is half as fast in the second round; the ratio does not change."""
    results = {
        "fast": [Sample(100, 2, 1.0), Sample(100, 2, 2.0)],
        "slow": [Sample(20, 1, 1.0), Sample(20, 1, 2.0)],
    }
    assert ratios(results, "fast", "slow") == Spread(5.0, 5.0, 5.0)
    assert dearest_to_cheapest(results) == Spread(5.0, 5.0, 5.0)
    assert game_length(results["fast"]) == 50.0


@pytest.mark.parametrize(
    ("row", "verdict"),
    [
        (Row("A", "x", Spread(25.0, 20.0, 30.0), at_least=25.0), "OK"),
        (Row("A", "x", Spread(24.9, 20.0, 30.0), at_least=25.0), "BELOW"),
        (Row("D", "x", Spread(1.5, 1.4, 1.6), at_most=1.5), "OK"),
        (Row("D", "x", Spread(1.6, 1.4, 1.6), at_most=1.5), "BELOW"),
        (Row("D", "x", Spread(1.6, 1.4, 1.6)), ""),
        (Row("A", "x", at_least=25.0), ""),
    ],
)
def test_the_verdict_goes_by_the_median(row: Row, verdict: str) -> None:
    assert row.verdict == verdict
    assert verdict in line(row)


def test_a_fresh_process_reports_its_times() -> None:
    """With the cache of these tests, so nothing need be compiled twice."""
    times = startup.first_use(caches_folder(), "--batch")
    assert 0 < times["game"] <= times["batch"]
    assert set(times) == {"game", "game_cpu", "batch", "batch_cpu"}


@pytest.mark.skipif(not rlcard_peer.is_installed(), reason=rlcard_peer.HOW_TO_INSTALL)
@pytest.mark.parametrize("case", [rlcard_peer.Engine, rlcard_peer.Environment])
def test_the_peer_plays_whole_games_with_four_players(case: type) -> None:
    decisions, games = case().play()
    assert games == rlcard_peer.GAMES_A_TURN
    assert 20 < decisions / games < 120
