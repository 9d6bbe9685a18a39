"""The comparison with the peers measures what it says, and does without those that are not installed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks import documentation, open_spiel_peer, rlcard_peer
from benchmarks.environment_cases import LOOP_GAMES, our_loop
from benchmarks.pairing import Sample, Spread
from benchmarks.peer_chart import draw
from benchmarks.peers import (
    CONTENDERS,
    HERE,
    NOTES,
    OPEN_SPIEL,
    RLCARD,
    PeerRow,
    _row,
    main,
    our_batch,
    our_length,
    ratio_text,
    table_text,
)
from uno_env import observation
from uno_env.engine.jit import JIT_ENABLED
from uno_env.engine.state import Phase

pytestmark = pytest.mark.skipif(not JIT_ENABLED, reason="nothing to measure without the compiler")

needs_rlcard = pytest.mark.skipif(not rlcard_peer.is_installed(), reason=rlcard_peer.HOW_TO_INSTALL)
needs_open_spiel = pytest.mark.skipif(not open_spiel_peer.is_installed(), reason=open_spiel_peer.HOW_TO_INSTALL)
QUICK = ["--rounds", "1", "--seconds", "0.002"]


@needs_rlcard
@needs_open_spiel
@pytest.mark.parametrize("players", ["2", "4"])
def test_the_command_measures_everybody_and_writes_it_down(tmp_path: Path, players: str) -> None:
    pytest.importorskip("matplotlib")
    target, picture = tmp_path / "new" / "peers.json", tmp_path / "images" / "peers.png"
    assert main([*QUICK, "--players", players, "--json", str(target), "--png", str(picture)]) == 0
    found = json.loads(target.read_text())
    assert [row["name"] for row in found["rows"]] == [each.name for each in CONTENDERS]
    assert found["players"] == int(players)
    assert found["left_out"] == {}
    assert found["notes"] == list(NOTES)
    assert {"date", "machine", "versions", "load", "command"} <= set(found)
    assert found["versions"]["open_spiel"] != "not installed"
    peers = {each.name for each in CONTENDERS if each.library != HERE}
    for row in found["rows"]:
        assert set(row["ratios"]) == peers - {row["name"]}
        assert row["decisions_per_second"]["median"] > 0
        assert row["games_per_second"] == pytest.approx(
            row["decisions_per_second"]["median"] / row["decisions_per_game"]
        )
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_peers_that_are_not_installed_are_left_out_with_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for peer in (rlcard_peer, open_spiel_peer):
        monkeypatch.setattr(peer, "is_installed", lambda: False)
    assert main([*QUICK, "--json", str(tmp_path / "peers.json")]) == 0
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 2
    assert all("pip install uno-env[peers]" in line for line in said)
    found = json.loads((tmp_path / "peers.json").read_text())
    assert {row["library"] for row in found["rows"]} == {HERE}
    assert {row["name"] for row in found["rows"]} == {each.name for each in CONTENDERS if each.library == HERE}
    assert set(found["left_out"]) == {RLCARD, OPEN_SPIEL}


@pytest.mark.parametrize("arguments", [["--rounds", "0"], ["--seconds", "0"], ["--players", "3"]])
def test_settings_that_measure_nothing_are_refused(arguments: list[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(arguments)


@needs_rlcard
@pytest.mark.parametrize("players", [2, 4])
def test_rlcards_own_loop_counts_the_actions_of_its_agents(players: int) -> None:
    case = rlcard_peer.OwnLoop(players)
    run, actions = case.env.run, 0

    def counted() -> Any:
        nonlocal actions
        courses, payoffs = run()
        actions += sum(not isinstance(entry, dict) for course in courses for entry in course)
        return courses, payoffs

    case.env.run = counted
    assert case.play() == (actions, rlcard_peer.GAMES_A_TURN)
    assert len(case.env.game.players) == players


@needs_open_spiel
@pytest.mark.parametrize("players", [2, 4])
def test_chance_is_no_decision(players: int) -> None:
    """Against the histories that OpenSpiel keeps, which name the player of every move."""
    case = open_spiel_peer.CrazyEights(players)
    game, states = case.game, []

    class Keeping:
        def new_initial_state(self) -> Any:
            states.append(game.new_initial_state())
            return states[-1]

    case.game = Keeping()
    decisions, games = case.play()
    moves = [move.player for state in states for move in state.full_history()]
    assert games == len(states) == open_spiel_peer.GAMES_A_TURN
    assert decisions == sum(player >= 0 for player in moves) < len(moves)
    assert set(moves) == {-1, *range(players)}
    assert case.observation.tensor.any()


@needs_open_spiel
def test_chance_is_uniform_as_long_as_there_is_one_pack() -> None:
    """Chance moves are chosen as cheaply as others, which is right only if all are equally likely."""
    import random

    choice = random.Random(1)
    for players in (2, open_spiel_peer.MOST_PLAYERS):
        state = open_spiel_peer.crazy_eights(players).new_initial_state()
        for _ in range(300):
            if state.is_terminal():
                break
            if state.is_chance_node():
                assert len({round(chance, 9) for _, chance in state.chance_outcomes()}) == 1
            state.apply_action(choice.choice(state.legal_actions()))
    with pytest.raises(ValueError, match="from 2 to 5"):
        open_spiel_peer.crazy_eights(6)


def made_up(rows: int = 3) -> dict[str, Any]:
    """A document as the command writes it, the last row ours."""
    spread = {"median": 2e4, "low": 1e4, "high": 3e4}
    libraries = [RLCARD] * (rows - 1) + [HERE]
    return {
        "players": 2,
        "rounds": 3,
        "cpu_seconds_per_case_and_round": 0.1,
        "machine": {"cpu": "a processor"},
        "rows": [
            {
                "name": f"case {number}",
                "library": library,
                "what": "something",
                "decisions_per_second": {name: value * 10**number for name, value in spread.items()},
                "games_per_second": 12.0,
                "ratios": {f"case {other}": spread for other in range(rows - 1) if other != number},
            }
            for number, library in enumerate(libraries)
        ],
    }


def test_the_picture_has_a_blue_bar_for_ours_and_grows_with_the_cases(tmp_path: Path) -> None:
    image = pytest.importorskip("matplotlib.image")
    draw(tmp_path / "few.png", made_up(2))
    draw(tmp_path / "more.png", made_up(4))
    few, more = image.imread(tmp_path / "few.png"), image.imread(tmp_path / "more.png")
    assert more.shape[0] > few.shape[0] + 100
    red, _, blue = np.moveaxis(few[:, :, :3], 2, 0)
    assert (blue - red > 0.3).mean() > 0.02
    assert few[:, :8, :3].min() == few[:, -8:, :3].min() == 1, "nothing is cut off at the edges"


def test_the_table_has_every_case_and_the_spread_of_its_ratios() -> None:
    fast, slow = Spread(2e6, 1e6, 3e6), Spread(1e4, 9e3, 2e4)
    rows = [
        PeerRow("slow one", RLCARD, "", slow, 50.0, {}),
        PeerRow("fast one", HERE, "", fast, 1000.0, {"slow one": Spread(200.0, 150.0, 250.0)}),
    ]
    assert rows[1].games_per_second == 2000
    assert "200 [150..250] x" in table_text(rows)
    assert [ratio_text(Spread(each, each, each)) for each in (1.234, 12.34, 123.4)] == [
        "1.23 [1.23..1.23] x",
        "12.3 [12.3..12.3] x",
        "123 [123..123] x",
    ]


def test_the_documents_tables_come_from_the_results() -> None:
    published = json.loads(documentation.PEERS.read_text())
    assert len(documentation.peers().splitlines()) == 2 + len(published["rows"])
    assert published["command"] in documentation.peer_notes()


def test_a_ratio_says_how_many_times_as_fast_as_the_peer_a_case_is() -> None:
    """Ten times the decisions in the same time, in every round, is ten."""
    slow, fast = CONTENDERS[0], CONTENDERS[-1]
    results = {
        slow.name: [Sample(100, 2, 1.0), Sample(300, 6, 2.0)],
        fast.name: [Sample(1000, 1, 1.0), Sample(6000, 1, 4.0)],
    }
    assert fast.library == HERE != slow.library
    ours, theirs = _row(fast, 2, results, [slow.name]), _row(slow, 2, results, [slow.name])
    assert ours.ratios == {slow.name: Spread(10.0, 10.0, 10.0)}
    assert theirs.ratios == {}
    assert ours.decisions_per_second.median == 1250
    assert theirs.decisions_per_game == 50
    assert ours.decisions_per_game == our_length(2)
    assert 1000 < our_length(2) < 3000, "whole games of two, from one to the end"


def test_our_loop_counts_the_actions_of_its_agents_and_the_games() -> None:
    loop, counted = our_loop(), 0
    step = loop.env.step

    def counting(action: int | None) -> None:
        nonlocal counted
        counted += action is not None
        step(action)

    loop.env.step = counting
    assert loop.play() == (counted, LOOP_GAMES)


def test_the_batch_writes_the_observation_of_whoever_is_to_act() -> None:
    case = our_batch(2)
    case.rows[:] = 255
    case.calls = 3
    decisions, over = case.play()
    assert decisions + over == 3 * len(case.games)
    wanted = np.zeros_like(case.rows)
    actors = case.games["actor"].astype(np.int8)
    observation.observe(case.games, case.rules, actors, case.contexts, wanted)
    playing = case.games["phase"] != Phase.OVER
    assert playing.sum() > 1000
    assert (case.rows[playing] == wanted[playing]).all()
