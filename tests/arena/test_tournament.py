"""Tournaments: the same results whoever plays them, nothing lost, bad agents named."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents.arena import Plan, PlanError, Tournament, evaluate
from agents.arena.folder import FolderError, TournamentFolder
from agents.arena.results import Ending
from agents.arena.tournament import Progress
from agents.arena.workers import Processes
from tests.arena.players import FirstLegal, Vandal
from uno_env import Game, RuleSet
from uno_env.formats import multi_table, rotating_partners

TWO = RuleSet(players=2)
FOUR = RuleSet(players=4)
HERE = "tests.arena.players"


def same(one: Any, other: Any) -> bool:
    return bool(one.results.tobytes() == other.results.tobytes())


def test_the_same_seed_gives_the_same_results_and_another_seed_others() -> None:
    first = evaluate(["expert", "random_play"], FOUR, deals=40, seed=5)
    assert same(first, evaluate(["expert", "random_play"], FOUR, deals=40, seed=5))
    assert not same(first, evaluate(["expert", "random_play"], FOUR, deals=40, seed=6))


def test_the_number_of_workers_does_not_change_the_results() -> None:
    plan = Plan(("greedy", "random_play", "rlcard_rule"), TWO, deals=64, seed=7)
    alone = Tournament(plan).run()
    assert len(alone.results) == 3 * 64 * 2
    assert same(alone, Tournament(plan).run(Processes(2)))


def test_a_search_is_as_reproducible_as_any_other_agent() -> None:
    agents = ["search:rollouts=20", "expert"]
    assert same(evaluate(agents, TWO, deals=8, seed=1), evaluate(agents, TWO, deals=8, seed=1))


def test_every_deal_is_played_in_all_seatings_from_the_same_shuffle() -> None:
    outcome = evaluate(["expert", "random_play"], FOUR, deals=20, seed=5, records=True)
    by_deal: dict[str, set[str]] = {}
    for record in outcome.records:
        deal = record["game"].split(", ")[1]
        by_deal.setdefault(deal, set()).add(json.dumps([record["deck"], record["dealer"]]))
    assert len(by_deal) == 20
    assert all(len(decks) == 1 for decks in by_deal.values())
    assert len(outcome.records) == 2 * 20 * 4
    assert len({deck for decks in by_deal.values() for deck in decks}) == 20


def test_records_replay_to_the_results() -> None:
    outcome = evaluate(["expert", "random_play"], RuleSet("run", 3, jump_in=True), deals=5, records=True)
    won = 0
    for record in outcome.records:
        game = Game.replay(record)
        assert game.over
        assert game.winner == record["winner"]
        won += record["agents"][game.winner] == "expert"
    shares = outcome.results["share"] * (outcome.results["agent"] == 0)
    assert won == shares.sum()


def test_two_equal_agents_win_half_each() -> None:
    outcome = evaluate(["random_play", "random_play"], TWO, deals=1500, seed=3)
    first = outcome.summary()["fixtures"][0]["agents"][0]
    assert first["win_rate"]["low"] < 0.5 < first["win_rate"]["high"]
    assert outcome.plan.names == ["random_play", "random_play#2"]


# -- formats ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scoring", ["points", "low", "challenge"])
def test_matches_are_played_to_their_end(scoring: str) -> None:
    outcome = evaluate(["expert", "random_play"], RuleSet(players=3), deals=4, match=scoring, target=150)
    results = outcome.results
    assert (results["ending"] == Ending.WON).all()
    assert np.allclose(results["share"].sum(axis=1), 1)
    assert results["rounds"].mean() > 1.5
    totals = results["points"][:, :3]
    if scoring == "points":
        assert (totals.max(axis=1) >= 150).all()
        assert (totals.argmax(axis=1) == results["share"].argmax(axis=1)).all()
    elif scoring == "low":
        assert (totals.max(axis=1) >= 150).all()
        assert (results["share"][np.arange(len(results)), totals.argmin(axis=1)] > 0).all()
    else:
        assert ((totals >= 150).sum(axis=1) == 2).all()


def test_partners_share_a_win() -> None:
    outcome = evaluate(["expert", "random_play"], RuleSet(players=4, partners=True), deals=10)
    assert (outcome.results["share"].sum(axis=1) == 2).all()
    assert (outcome.results["share"][:, 0] == outcome.results["share"][:, 2]).all()


@pytest.mark.parametrize("hands", [1, 4])
def test_rotating_partners_play_three_pairings(hands: int) -> None:
    agents = ["expert", "random_play", "greedy", "rlcard_rule"]
    outcome = evaluate(agents, FOUR, deals=3, format="rotating_partners", hands_per_pairing=hands)
    assert (outcome.results["rounds"] == 3 * hands).all()
    assert np.allclose(outcome.results["share"].sum(axis=1), 1)
    pairs = [frozenset(pair) for sitting in rotating_partners(hands) for pair in sitting.pairs]
    assert {pair: pairs.count(pair) for pair in pairs} == dict.fromkeys(pairs, hands)


def test_multi_table_is_28_hands_and_every_pair_are_partners_for_four() -> None:
    outcome = evaluate(["random_play"] * 8, FOUR, deals=1, format="multi_table")
    assert (outcome.results["rounds"] == 28).all()
    assert (outcome.results["places"] == 8).all()
    pairs = [pair for sitting in multi_table() for pair in sitting.pairs]
    assert len(set(pairs)) == 28
    assert all(pairs.count(pair) == 4 for pair in set(pairs))


def test_swiss_finds_the_best_of_many_with_fewer_games_than_a_round_robin() -> None:
    agents = ["random_legal", "random_play", "expert", "greedy", "rlcard_rule", f"{HERE}:FirstLegal"]
    outcome = evaluate(agents, TWO, deals=60, format="swiss", seed=2)
    assert len(outcome.fixtures) == 12  # a round robin has 15
    wins = {row["name"]: row["win_rate"]["mean"] for row in outcome.summary()["agents"]}
    assert max(wins, key=lambda name: wins[name]) == "expert"


def test_all_at_one_table() -> None:
    outcome = evaluate(["expert", "random_play", "greedy"], RuleSet(players=3), deals=30, format="one_table")
    assert len(outcome.results) == 90
    assert {tuple(row[:3]) for row in outcome.results["agent"]} == {
        (0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 2, 1), (2, 1, 0), (1, 0, 2)
    }  # fmt: skip


# -- bad agents ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("agent", "said"),
    [
        ("Illegal", "which is not legal; legal: "),
        ("Raising", "raised RuntimeError: a wild! (players.py, line"),
        ("WrongShape", "must choose"),
    ],
)
def test_a_bad_agent_is_named_with_its_game_and_the_rest_is_unharmed(agent: str, said: str) -> None:
    bad = f"{HERE}:{agent}"
    outcome = evaluate(["random_play", bad, "greedy"], TWO, deals=32, seed=4)
    good = evaluate(["random_play", "greedy"], TWO, deals=32, seed=4)
    assert outcome.failures
    assert {failure.agent for failure in outcome.failures} == {bad}
    assert all(said in failure.what for failure in outcome.failures)
    assert "deal" in outcome.failures[0].game
    assert "seating" in outcome.failures[0].game
    by_fixture = [outcome.results[outcome.results["fixture"] == number] for number in range(3)]
    assert (by_fixture[1]["ending"] == Ending.WON).all()  # random_play against greedy
    assert len(by_fixture[1]) == len(good.results)
    lost = by_fixture[0][by_fixture[0]["ending"] == Ending.FORFEIT]
    assert len(lost)
    assert not (lost["share"] * (lost["agent"] == 1)).any()
    assert (lost["share"].sum(axis=1) == 1).all()
    summary = outcome.summary()
    assert summary["agents"][1]["failures"] == len(outcome.failures)
    assert summary["forfeit"] == (outcome.results["ending"] == Ending.FORFEIT).sum()


def test_only_the_games_in_which_an_agent_fails_are_lost() -> None:
    outcome = evaluate(["random_play", f"{HERE}:Illegal:every=300"], TWO, deals=160, seed=4)
    failed = outcome.results["ending"] == Ending.FORFEIT
    assert 0 < failed.sum() < len(failed) / 2
    assert failed.sum() == len(outcome.failures)


@pytest.mark.parametrize("agent", ["OneBuffer", "Rewriting"])
def test_an_answer_that_was_looked_at_cannot_be_changed_any_more(agent: str) -> None:
    """What an agent has returned stays in its hands; the opponent must not pay for that."""
    honest = evaluate([f"{HERE}:FirstLegal", "random_play"], TWO, deals=20, seed=4)
    outcome = evaluate([f"{HERE}:{agent}", "random_play"], TWO, deals=20, seed=4)
    assert outcome.results.tobytes() == honest.results.tobytes()
    assert {failure.agent for failure in outcome.failures} <= {f"{HERE}:{agent}"}


@pytest.mark.parametrize("deals", [16, 400])
def test_a_rare_failure_costs_the_same_share_of_games_however_many_are_played(deals: int) -> None:
    outcome = evaluate(["random_play", f"{HERE}:Illegal:every=60"], TWO, deals=deals, seed=4)
    share = len(outcome.failures) / len(outcome.results)
    assert 0.05 < share < 0.6
    assert len(outcome.failures) == (outcome.results["ending"] == Ending.FORFEIT).sum()


@pytest.mark.parametrize("agent", ["BadReset", "Exits", "Unmakeable"])
def test_whatever_goes_wrong_the_agent_is_named_and_loses(agent: str) -> None:
    bad = f"{HERE}:{agent}"
    outcome = evaluate(["random_play", bad], TWO, deals=8, seed=4)
    assert {failure.agent for failure in outcome.failures} == {bad}
    assert not (outcome.results["share"] * (outcome.results["agent"] == 1)).any()
    assert np.allclose(outcome.results["share"].sum(axis=1), 1)


def test_agents_that_draw_on_python_or_numpy_and_agents_with_a_memory_are_reproducible() -> None:
    for agent in (f"{HERE}:UsesGlobalRandom", f"{HERE}:remembering"):
        plan = Plan((agent, "random_play"), TWO, deals=32, seed=4)
        assert same(Tournament(plan).run(), Tournament(plan).run(Processes(2)))


def test_an_agent_that_hangs_again_and_again_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    from agents.arena import referee

    monkeypatch.setattr(referee.Referee, "FIRST_CALL", 0.2)
    plan = Plan(("random_play", f"{HERE}:SwallowsEverything"), TWO, deals=32, seed=1)
    outcome = Tournament(plan, patience=0.1).run()
    assert any("not played after 2 lost shards" in failure.what for failure in outcome.failures)
    assert not (outcome.results["share"] * (outcome.results["agent"] == 1)).any()


def test_failing_does_not_pay() -> None:
    """An agent that fails whenever it is about to lose wins no more than one that plays on."""
    outcome = evaluate([f"{HERE}:SoreLoser", "random_play"], TWO, deals=150, seed=4)
    assert outcome.failures
    results = outcome.results
    assert len(results) == 300
    assert (results["share"] * (results["agent"] == 0)).sum() / len(results) < 0.5
    assert np.allclose(results["share"].sum(axis=1), 1)


def test_at_a_table_of_several_agents_a_stand_in_plays_on_and_the_others_win_as_usual() -> None:
    agents = ["random_play", "greedy", f"{HERE}:Illegal"]
    outcome = evaluate(agents, RuleSet(players=3), deals=40, format="one_table", seed=2)
    lost = outcome.results[outcome.results["ending"] == Ending.FORFEIT]
    assert len(lost) > 20
    for agent in (0, 1):
        assert 0.3 < (lost["share"] * (lost["agent"] == agent)).sum() / len(lost) < 0.7
    assert not (lost["share"] * (lost["agent"] == 2)).any()


def test_a_search_that_fails_in_one_game_gets_the_right_worlds_in_all_others() -> None:
    outcome = evaluate([f"{HERE}:Choosy", "random_play"], TWO, deals=64, seed=3)
    assert outcome.failures
    assert all("a wild!" in failure.what for failure in outcome.failures)


def test_a_slow_agent_is_not_taken_for_one_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    from agents.arena import referee

    monkeypatch.setattr(referee.Referee, "FIRST_CALL", 1.0)
    plan = Plan((f"{HERE}:Slow", "random_play"), TWO, deals=4, seed=1)
    assert not Tournament(plan, patience=0.03).run().failures


def test_an_agent_that_hangs_is_stopped_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from agents.arena import referee

    monkeypatch.setattr(referee.Referee, "FIRST_CALL", 1.0)
    plan = Plan(("random_play", f"{HERE}:Hanging", "greedy"), TWO, deals=3, seed=1)
    outcome = Tournament(plan, patience=0.3).run()
    assert {failure.agent for failure in outcome.failures} == {f"{HERE}:Hanging"}
    assert "seconds" in outcome.failures[0].what
    fine = outcome.results["fixture"] == 1
    assert (outcome.results["ending"][fine] == Ending.WON).all()
    assert (outcome.results["share"][~fine].sum(axis=1) == 1).all()


def test_a_worker_that_hangs_in_compiled_code_is_killed_and_its_agent_loses() -> None:
    plan = Plan(("random_play", f"{HERE}:Stuck", "greedy"), TWO, deals=16, seed=1)
    outcome = Tournament(plan, patience=None).run(Processes(2, silence_seconds=3))
    assert {failure.agent for failure in outcome.failures} == {f"{HERE}:Stuck"}
    assert any("not played after 2 lost shards" in failure.what for failure in outcome.failures)
    results = outcome.results
    assert len(results) == 3 * 32
    assert (results["ending"][results["fixture"] == 1] == Ending.WON).all()
    assert not (results["share"] * (results["agent"] == 1)).any()
    assert np.allclose(results["share"].sum(axis=1), 1)


def test_a_worker_killed_in_the_middle_is_replaced_and_nothing_changes(tmp_path: Path) -> None:
    marker = tmp_path / "killed"
    plan = Plan((f"{HERE}:KillsOnce:marker={marker}", "random_play"), TWO, deals=32, seed=4)
    killed = Tournament(plan).run(Processes(2))
    assert marker.exists()
    assert not killed.failures
    assert same(killed, Tournament(plan).run())


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_on_ray_the_results_are_the_same_with_a_worker_killed_in_the_middle_sample(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    from agents.arena.on_ray import OnRay

    marker = tmp_path / "killed"
    plan = Plan((f"{HERE}:KillsOnce:marker={marker}", "greedy"), TWO, deals=32, seed=4)
    on_ray = Tournament(plan).run(OnRay("local"))
    assert marker.exists()
    assert not on_ray.failures
    assert same(on_ray, Tournament(plan).run())


def test_what_an_agent_does_to_its_arrays_changes_nothing() -> None:
    kind = evaluate([FirstLegal(), "random_play"], TWO, deals=10, seed=1)
    vandal = evaluate([Vandal(), "random_play"], TWO, deals=10, seed=1)
    assert same(kind, vandal)


def test_a_game_that_never_ends_is_broken_off() -> None:
    from agents.arena.playing import Tables
    from agents.arena.referee import Referee
    from agents.arena.sessions import SingleRound
    from uno_env.policies import find_policy

    referee = Referee([find_policy("random_legal")], ["random_legal"])
    played = Tables(referee, 1, most_decisions=30).play([(SingleRound(TWO, (0, 0), 1), (0, 0), "a game")])
    assert played.results["ending"].tolist() == [Ending.ENDLESS]
    assert played.results["share"].sum() == 0


def test_a_match_of_dead_rounds_is_broken_off() -> None:
    outcome = evaluate([f"{HERE}:AlwaysDraws", f"{HERE}:AlwaysDraws"], TWO, deals=1, match="points")
    assert set(outcome.results["ending"].tolist()) == {Ending.ENDLESS}


# -- resuming --------------------------------------------------------------------------------------------


def plan_of(**parts: Any) -> Plan:
    return Plan(**{"agents": ("greedy", "random_play"), "rules": TWO, "deals": 64, "seed": 9} | parts)


def interrupted_after(shards: int, folder: Path, plan: Plan) -> Any:
    kept = TournamentFolder(folder)
    kept.begin(plan)
    seen = 0

    def tell(progress: Progress) -> None:
        nonlocal seen
        seen += 1
        if seen == shards:
            raise KeyboardInterrupt

    return Tournament(plan, kept).run(tell=tell)


def resumed(folder: Path, plan: Plan) -> tuple[Any, int]:
    kept = TournamentFolder(folder)
    kept.resume(plan)
    played = 0

    def tell(progress: Progress) -> None:
        nonlocal played
        played += "from the folder" not in progress.note

    return Tournament(plan, kept).run(tell=tell), played


def test_an_interrupted_tournament_keeps_what_is_finished_and_goes_on_to_the_same_end(tmp_path: Path) -> None:
    plan = plan_of()
    half = interrupted_after(5, tmp_path / "t", plan)
    assert half.interrupted
    assert len(half.results) == 5 * plan.deals_a_shard * 2
    whole, played = resumed(tmp_path / "t", plan)
    assert played == 16 - 5
    assert same(whole, Tournament(plan).run())


@pytest.mark.parametrize("damage", ["cut", "flipped", "empty"])
def test_a_damaged_shard_is_noticed_and_played_again(tmp_path: Path, damage: str) -> None:
    plan = plan_of()
    interrupted_after(5, tmp_path / "t", plan)
    file = sorted((tmp_path / "t" / "shards").iterdir())[2]
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes({"cut": bytes(data[:-100]), "flipped": bytes(data), "empty": b""}[damage])
    whole, played = resumed(tmp_path / "t", plan)
    assert played == 16 - 4
    assert same(whole, Tournament(plan).run())


def test_a_folder_of_another_tournament_is_refused_and_the_difference_named(tmp_path: Path) -> None:
    interrupted_after(2, tmp_path / "t", plan_of())
    with pytest.raises(FolderError, match=r"differs in deals \(64, not 65\)|differs in deals \(65, not 64\)"):
        TournamentFolder(tmp_path / "t").resume(plan_of(deals=65))
    with pytest.raises(FolderError, match="already holds a tournament"):
        TournamentFolder(tmp_path / "t").begin(plan_of())


def test_objects_cannot_be_resumed_and_other_sources_are_refused(tmp_path: Path) -> None:
    evaluate([FirstLegal(), "random_play"], TWO, deals=4, seed=1, folder=tmp_path / "objects")
    with pytest.raises(FolderError, match="agents that are objects"):
        evaluate([FirstLegal(), "random_play"], TWO, deals=4, seed=1, folder=tmp_path / "objects")
    named = [f"{HERE}:FirstLegal", "random_play"]
    first = evaluate(named, TWO, deals=4, seed=1, folder=tmp_path / "t")
    assert same(first, evaluate(named, TWO, deals=4, seed=1, folder=tmp_path / "t"))
    file = tmp_path / "t" / "plan.json"
    saved = json.loads(file.read_text())
    assert len(saved["sources"]) == 3
    saved["sources"][1] = "an older version of the agent"
    file.write_text(json.dumps(saved))
    with pytest.raises(FolderError, match="other versions of the agents"):
        evaluate(named, TWO, deals=4, seed=1, folder=tmp_path / "t")


@pytest.mark.parametrize("text", ["", "{", "[]", '{"plan": 5, "version": "", "sources": ""}', '{"plan": {}}'])
def test_a_broken_folder_says_so(tmp_path: Path, text: str) -> None:
    with pytest.raises(FolderError, match="holds no tournament to resume"):
        TournamentFolder(tmp_path).resume(plan_of())
    (tmp_path / "plan.json").write_text(text)
    with pytest.raises(FolderError, match="damaged"):
        TournamentFolder(tmp_path).resume(plan_of())


# -- bad plans -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"agents": ("expert",)}, "at least two"),
        ({"agents": ("expert", "nobody")}, "unknown policy 'nobody'"),
        ({"agents": ("expert", "search:rollout=5")}, "did you mean 'rollouts'"),
        ({"agents": ("expert", "search:rollouts=many")}, "rollouts='many'"),
        ({"deals": 0}, "deals=0"),
        ({"seed": -1}, "seed=-1"),
        ({"format": "robin"}, "unknown format 'robin'"),
        ({"format": "one_table", "rules": FOUR}, "set players=2"),
        ({"format": "multi_table"}, "for 8 agents, not 2"),
        ({"match": "chess"}, "match='chess'"),
        ({"agents": ("expert", "human")}, "asks a person"),
        ({"rules": {"players": 2}}, "must be a RuleSet"),
        ({"agents": ("expert",) * 4, "format": "rotating_partners", "rules": RuleSet(players=6)}, "tables of 4"),
        ({"match": "low", "rules": RuleSet(players=4, partners=True)}, "partners play for points"),
    ],
)
def test_a_plan_that_cannot_be_played_says_what_to_change(parts: dict[str, Any], said: str) -> None:
    with pytest.raises((PlanError, ValueError), match=said):
        plan_of(**parts)
