"""The benchmark suite: tasks are frozen, scores can be made again, and a result that was tampered with is found out."""

import gzip
import importlib
import json
import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from agents.arena.shards import InProcess
from agents.arena.tournament import processes
from benchmarks import leaderboard, suite_documentation
from benchmarks.suite import folder_name, main
from benchmarks.suite_anchors import anchors
from benchmarks.suite_play import SuiteError, play_task
from benchmarks.suite_results import GAMES_FILE, RECORDS_FILE, RESULT_FILE, result_of, row_of, total_of, write_result
from benchmarks.suite_tasks import TASKS, Task, TaskError, find_tasks, task_named
from benchmarks.suite_verify import NotVerified, verify
from uno_env import RuleSet
from uno_env.decks import DECKS
from uno_env.documentation import ROOT, filled

#: A task that is changed gets a new version, a new line here, and new results; a line is never changed.
FROZEN = {
    "classic-2p-v1": "e32768cf5382858f",
    "classic-2p-expert-v1": "64ba2c1f657b69b0",
    "classic-4p-v1": "71a711360d38267d",
    "classic-4p-expert-v1": "8482973af376fd16",
    "classic-4p-mixed-v1": "7fb3a688e38518ec",
    "classic-10p-v1": "1440fb85cf50768f",
    "run-2p-v1": "e7bc2e2b9e3593ca",
    "friendship-3p-v1": "baaaffaf8040b392",
    "casting-call-4p-v1": "09d0705f6fecae1b",
    "victory-lap-6p-v1": "df6012b6ebd291ca",
    "progressive-2p-v1": "4e5ff35701966069",
    "seven-zero-4p-v1": "a57cc7cd18198dfc",
    "jump-in-4p-v1": "d5d721dce11916f3",
    "house-rules-4p-v1": "3fdaeca759f6e946",
    "partners-4p-v1": "07fe8f9f5cbc97b7",
    "low-score-4p-v1": "35988e5cb8b2de5a",
}
CHEAP = ["classic-2p-v1", "classic-4p-mixed-v1"]


# -- tasks -----------------------------------------------------------------------------------------


def test_tasks_are_frozen() -> None:
    assert {task.name: task.digest for task in TASKS} == FROZEN, "a changed task needs a new version in its name"


def test_a_digest_changes_with_everything_that_decides_a_result() -> None:
    task = TASKS[0]
    changes: list[dict[str, Any]] = [
        {"rules": RuleSet(players=2, jump_in=True)},
        {"opponents": ("expert",)},
        {"deals": task.deals + 1},
        {"seed": task.seed + 1},
        {"zero": 0.49},
        {"hundred": 0.76},
        {"match": "points"},
        {"match": "points", "target": 300},
    ]
    digests = {replace(task, **change).digest for change in changes}
    assert len(digests | {task.digest}) == len(changes) + 1


def test_the_suite_covers_every_deck_house_rule_and_kind_of_opponent() -> None:
    assert {task.rules.deck for task in TASKS} == set(DECKS)
    assert {task.rules.players for task in TASKS} >= {2, 3, 4, 6, 10}
    for house_rule in ("progressive", "seven_zero", "jump_in", "partners"):
        assert any(getattr(task.rules, house_rule) for task in TASKS)
    assert {opponent for task in TASKS for opponent in task.opponents} >= {"random_play", "expert"}
    assert len({task.seed for task in TASKS}) == len(TASKS), "tasks must have deals of their own"


def test_who_meets_only_its_own_likeness_scores_0_or_100_at_par() -> None:
    for task in TASKS:
        if task.opponents == ("random_play",):
            assert task.zero == task.par
        if task.opponents == ("expert",):
            assert task.hundred == task.par


def test_the_anchors_that_are_written_down_are_about_those_measured() -> None:
    (zero, hundred) = anchors(find_tasks(["classic-2p-v1"]), games=2000)
    assert zero.measured.mean == zero.written == 0.5
    assert hundred.agent == "expert"
    assert abs(hundred.measured.mean - hundred.written) < 0.05


def test_a_task_must_have_a_version_and_anchors_in_order() -> None:
    with pytest.raises(TaskError, match="-v1"):
        replace(TASKS[0], name="classic-2p")
    with pytest.raises(TaskError, match="above"):
        replace(TASKS[0], zero=0.9)


def test_a_quick_task_is_a_task_of_its_own() -> None:
    for task in TASKS:
        quick = task.quick()
        assert quick.deals < task.deals
        assert quick.digest != task.digest
        assert quick.is_quick
        assert not task.is_quick
        assert task_named(quick.name) == quick


# -- scoring ---------------------------------------------------------------------------------------


def test_0_is_random_play_and_100_is_expert_and_nothing_is_cut_off() -> None:
    task = TASKS[0]
    assert task.score(task.zero) == 0
    assert task.score(task.hundred) == 100
    assert task.score(0.0) < 0
    assert task.score(1.0) > 100


def test_the_total_is_the_mean_of_all_scores_and_its_interval_shrinks_with_the_tasks() -> None:
    rows = [{"task": task.name, "deals": 401, "score": {"mean": 50.0, "low": 40.0, "high": 60.0}} for task in TASKS]
    total = total_of(rows, quick=False)
    assert total is not None
    assert total["mean"] == 50
    assert (total["high"] - total["low"]) / 2 == pytest.approx(10 / len(TASKS) ** 0.5, rel=0.01)
    assert total_of(rows[1:], quick=False) is None


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A quick result of a few tasks: one pair, one mixed table."""
    out = tmp_path_factory.mktemp("suite") / "greedy"
    assert main(["score", "greedy", "--quick", "--workers", "0", "--out", str(out), "--tasks", *CHEAP]) == 0
    return out


def test_a_score_can_be_made_again_and_does_not_depend_on_the_workers(fresh: Path, tmp_path: Path) -> None:
    task = find_tasks(CHEAP[:1], quick=True)[0]
    alone = play_task(task, "greedy", tmp_path / "alone", InProcess())
    together = play_task(task, "greedy", tmp_path / "together", processes(2))
    assert alone.parts == together.parts
    assert alone.records == together.records
    kept = json.loads((fresh / RESULT_FILE).read_text())["tasks"][0]
    assert row_of(task, alone.parts) == kept | {"decisions_per_second": None}


def test_a_score_that_was_broken_off_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    task = find_tasks(CHEAP[:1], quick=True)[0]
    whole = play_task(task, "greedy", tmp_path, InProcess())
    shards = sorted((tmp_path / "shards").iterdir())
    shards[3].unlink()
    before = shards[0].stat().st_mtime_ns
    assert play_task(task, "greedy", tmp_path, InProcess()).parts == whole.parts
    assert shards[0].stat().st_mtime_ns == before
    assert shards[3].exists()


def test_an_interrupted_score_says_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("benchmarks.suite.play_task", interrupted)
    assert main(["score", "greedy", "--quick", "--out", str(tmp_path / "out")]) == 130
    assert "goes on where it was broken off" in capsys.readouterr().err
    assert not (tmp_path / "out" / RESULT_FILE).exists()


def test_an_agent_that_fails_gets_no_score(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    agent = "tests.arena.players:Illegal"
    assert main(["score", agent, "--quick", "--workers", "0", "--out", str(tmp_path), "--tasks", CHEAP[0]]) == 2
    assert "gets no score" in capsys.readouterr().err
    assert not (tmp_path / RESULT_FILE).exists()


# -- verifying -------------------------------------------------------------------------------------


def test_a_fresh_result_is_verified_and_the_agent_makes_its_moves_again(
    fresh: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(fresh), "--replay"]) == 0
    assert "is verified: greedy, 2 tasks, no total" in capsys.readouterr().out


def test_a_match_is_verified_round_by_round(tmp_path: Path) -> None:
    task = find_tasks(["low-score-4p-v1"], quick=True)[0]
    small_result(tmp_path, "greedy", task)
    verify(tmp_path)
    change_lines(tmp_path, RECORDS_FILE, lambda records: records.pop(1))
    with pytest.raises(NotVerified, match="deal 1, seating 1, round 2: other deals|full records"):
        verify(tmp_path)


def change_result(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    result = json.loads((folder / RESULT_FILE).read_text())
    change(result)
    (folder / RESULT_FILE).write_text(json.dumps(result))


def change_lines(folder: Path, name: str, change: Callable[[list[dict[str, Any]]], object]) -> None:
    lines = [json.loads(line) for line in gzip.decompress((folder / name).read_bytes()).decode().splitlines()]
    change(lines)
    (folder / name).write_bytes(gzip.compress("".join(json.dumps(line) + "\n" for line in lines).encode()))


def flip(line: dict[str, Any]) -> None:
    line["shares"][1] = 1 - line["shares"][1]


def another_deck(records: list[dict[str, Any]]) -> None:
    """A record takes over another's deal and all that follows from it: it still replays."""
    first = next(record for record in records if record["task"] == "classic-2p-quick-v1")
    other = next(record for record in records if record["task"] == "classic-4p-mixed-quick-v1")
    first |= {key: other[key] for key in ("rules", "dealer", "deck", "shuffles", "actions", "winner")}


def another_move(lines: list[dict[str, Any]]) -> None:
    """An own move that differs from the one made."""
    lines[0]["moves"][0] = 90 if lines[0]["moves"][0] != 90 else 0


def swap_parts(lines: list[dict[str, Any]]) -> None:
    """The games of two parts of a task, each as if it were the other."""
    for key in ("moves", "shares", "points", "decisions"):
        lines[0][key], lines[1][key] = lines[1][key], lines[0][key]


RESULT_TAMPERING: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "a better win rate": (lambda it: it["tasks"][0]["win_rate"].update(mean=0.99), "win_rate is 0.99, its games give"),
    "a better score": (lambda it: it["tasks"][1]["score"].update(mean=150.0), "score is 150, its games give"),
    "a narrower interval": (lambda it: it["tasks"][1]["score"].update(low=0.0), "score is .*, its games give"),
    "a total": (lambda it: it.update(total={"mean": 200.0, "low": 190.0, "high": 210.0}), "the total is 200"),
    "fewer games": (lambda it: it["tasks"][0].update(games=3), "games is 3, its games give 60"),
    "a changed task": (lambda it: it["tasks"][0].update(digest="0" * 16), "another definition of the task"),
    "an unknown task": (lambda it: it["tasks"][0].update(task="classic-2p-quick-v9"), "no task of this suite"),
    "a task left out": (lambda it: it["tasks"].pop(), "not among the tasks of the result"),
    "a task twice": (lambda it: it["tasks"].append(it["tasks"][0]), "there twice"),
    "quick called full": (lambda it: it.update(quick=False), "quick and full tasks"),
    "another agent": (lambda it: it.update(agent="random_play"), "of its record are not those|not those of the game"),
}
GAMES_TAMPERING: dict[str, tuple[Callable[[list[dict[str, Any]]], object], str]] = {
    "a changed outcome": (lambda lines: flip(lines[0]), "deal 1, seating 2: the result says .* share of the win"),
    "changed points": (lambda lines: lines[2]["points"].__setitem__(0, 999), "deal 5, seating 1: .* points was 999"),
    "a changed move": (another_move, "played again|cannot be made again|too many"),
    "a move too few": (lambda lines: lines[0]["moves"].pop(), "cannot be made again: .* do not suffice"),
    "a move too many": (lambda lines: lines[0]["moves"].append(90), "1 recorded moves too many"),
    "a missing part": (lambda lines: lines.pop(1), "games are missing: deals 3 to 4"),
    "a missing game": (lambda lines: lines[0]["shares"].pop(), "games are missing: deals 1 to 2"),
    "other deals": (swap_parts, "played again|cannot be made again|too many"),
    "no numbers": (lambda lines: lines[0].update(shares=["1"]), "line 1 is damaged"),
    "a move that is no number": (lambda lines: lines[0]["moves"].append("R7"), "line 1 is damaged"),
    "no moves": (lambda lines: lines[0].pop("moves"), "line 1 lacks 'moves'"),
    "something else": (lambda lines: lines[0].update(note="x"), "nothing is called 'note'"),
    "a number beyond all numbers": (lambda lines: lines[0]["shares"].__setitem__(0, 10**400), "line 1 is damaged"),
    "no number at all": (lambda lines: lines[0]["points"].__setitem__(0, float("nan")), "line 1 is damaged"),
}
RECORDS_TAMPERING: dict[str, tuple[Callable[[list[dict[str, Any]]], object], str]] = {
    "another deck": (another_deck, "other deals"),
    "another winner": (lambda lines: lines[0].update(winner=5), "the record says that 5 won"),
    "an impossible move": (lambda lines: lines[0]["actions"].__setitem__(0, "take"), "cannot be replayed"),
    "other names": (lambda lines: lines[0].update(agents=["me", "you"]), "agents of its record"),
    "a record of another task": (lambda lines: lines.append({"task": ["?"]}), "not among the tasks"),
    "a missing record": (lambda lines: lines.pop(), "full records, where the first deal has"),
}


def copy_of(fresh: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "copy"
    folder.mkdir()
    for name in (RESULT_FILE, GAMES_FILE, RECORDS_FILE):
        shutil.copy(fresh / name, folder / name)
    return folder


@pytest.mark.parametrize("kind", RESULT_TAMPERING)
def test_tampering_with_the_figures_is_found(kind: str, fresh: Path, tmp_path: Path) -> None:
    folder = copy_of(fresh, tmp_path)
    change, message = RESULT_TAMPERING[kind]
    change_result(folder, change)
    with pytest.raises(NotVerified, match=message):
        verify(folder)


@pytest.mark.parametrize("kind", GAMES_TAMPERING)
def test_tampering_with_the_games_is_found(kind: str, fresh: Path, tmp_path: Path) -> None:
    folder = copy_of(fresh, tmp_path)
    change, message = GAMES_TAMPERING[kind]
    change_lines(folder, GAMES_FILE, change)
    with pytest.raises(SuiteError, match=message):
        verify(folder)


@pytest.mark.parametrize("kind", RECORDS_TAMPERING)
def test_tampering_with_the_records_is_found(kind: str, fresh: Path, tmp_path: Path) -> None:
    folder = copy_of(fresh, tmp_path)
    change, message = RECORDS_TAMPERING[kind]
    change_lines(folder, RECORDS_FILE, change)
    with pytest.raises(NotVerified, match=message):
        verify(folder)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"name": "two\nlines"}, "name must be a line"),
        ({"name": ""}, "name must be a line"),
        ({"agent": "\ud800"}, "agent must be a line"),
        ({"date": "never"}, "date 'never' is none"),
        ({"format": True}, "'format' is missing or no int"),
        ({"total": {"mean": 1.0}}, "total must have a mean"),
        ({"total": {"mean": 10**400, "low": 0, "high": 0}}, "total must have a mean"),
        ({"engine_sources": ["x"]}, "'engine_sources' is missing or no str"),
    ],
)
def test_a_result_says_only_what_can_be_shown(
    values: dict[str, Any], message: str, fresh: Path, tmp_path: Path
) -> None:
    folder = copy_of(fresh, tmp_path)
    change_result(folder, lambda result: result.update(values))
    with pytest.raises(SuiteError, match=message):
        verify(folder)


@pytest.mark.parametrize("name", [RESULT_FILE, GAMES_FILE, RECORDS_FILE])
@pytest.mark.parametrize("text", ["[" * 100_000, '{"task": ' + "1" * 5000 + "}"], ids=["nested", "long"])
def test_json_that_cannot_be_read_is_told(name: str, text: str, fresh: Path, tmp_path: Path) -> None:
    folder = copy_of(fresh, tmp_path)
    data = text.encode()
    (folder / name).write_bytes(data if name == RESULT_FILE else gzip.compress(data))
    with pytest.raises(SuiteError, match=f"{name} is (damaged|not JSON)"):
        verify(folder)


def test_records_may_leave_out_rules_that_have_their_defaults(fresh: Path, tmp_path: Path) -> None:
    """A rule that is added to the project later does not invalidate results."""
    folder = copy_of(fresh, tmp_path)
    change_lines(folder, RECORDS_FILE, lambda records: records[0]["rules"].pop("jump_in"))
    verify(folder)
    change_lines(folder, RECORDS_FILE, lambda records: records[0]["rules"].update(jump_in=True))
    with pytest.raises(NotVerified):
        verify(folder)


def test_moves_that_another_agent_made_are_found_when_the_agent_can_be_run(tmp_path: Path) -> None:
    task = find_tasks(CHEAP[:1], quick=True)[0]
    played = play_task(task, "expert", tmp_path / "work", InProcess())
    records = [json.loads(json.dumps(record).replace('"expert"', '"greedy"')) for record in played.records]
    renamed = [record | {"game": record["game"].replace("expert", "greedy")} for record in records]
    claimed = replace(played, records=renamed)
    write_result(tmp_path, result_of("greedy", "greedy", [claimed], quick=True), [claimed])
    verify(tmp_path)  # games are real, and nothing in them tells who played
    with pytest.raises(NotVerified, match="greedy itself plays otherwise, from its move"):
        verify(tmp_path, replay=True)


def test_a_result_is_verified_where_its_agent_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    module = tmp_path / "far_away.py"
    module.write_text("from agents.greedy import Greedy as Mine\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    out = tmp_path / "out"
    arguments = ["score", "far_away:Mine", "--name", "mine", "--quick", "--workers", "0", "--tasks", CHEAP[0]]
    assert main([*arguments, "--out", str(out)]) == 0
    module.unlink()
    monkeypatch.delitem(sys.modules, "far_away")
    importlib.invalidate_caches()
    assert main(["verify", str(out)]) == 0
    assert "is verified: mine" in capsys.readouterr().out
    assert main(["verify", str(out), "--replay"]) == 2
    assert "cannot be imported" in capsys.readouterr().err


def test_a_difference_is_told_with_the_sources_that_may_explain_it(fresh: Path, tmp_path: Path) -> None:
    folder = copy_of(fresh, tmp_path)
    change_lines(folder, GAMES_FILE, lambda lines: flip(lines[0]))
    change_result(folder, lambda result: result.update(engine_sources="another"))
    with pytest.raises(NotVerified, match="made with other sources: engine_sources another, here"):
        verify(folder)


def test_all_games_of_a_task_can_be_had_as_records(
    fresh: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "records.jsonl"
    assert main(["records", str(fresh), "--task", CHEAP[0], "--out", str(file)]) == 0
    records = [json.loads(line) for line in file.read_text().splitlines()]
    assert len(records) == json.loads((fresh / RESULT_FILE).read_text())["tasks"][0]["games"]
    assert "60 records" in capsys.readouterr().out
    assert main(["records", str(fresh), "--task", TASKS[1].name, "--out", str(file)]) == 2
    assert f"has no games of {TASKS[1].name}" in capsys.readouterr().err


# -- bad input -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["score", "exprt"], "did you mean 'expert'"),
        (["score", "expert", "--tasks", "classic-2p"], "did you mean 'classic-2p-v1'"),
        (["score", "expert", "--workers", "-1"], "--workers -1: must be 0 or more"),
        (["score", "expert", "--move-seconds", "-1"], "--move-seconds -1.0"),
        (["score", "human", "--tasks", "classic-2p-v1"], "asks a person"),
        (["verify", "no-such-folder"], "no-such-folder is no folder"),
        (["leaderboard", "--folder", "no-such-folder"], "no-such-folder is no folder"),
        (["anchors", "--games", "3"], "--games 3: at least 100"),
    ],
)
def test_bad_input_is_told_in_one_line(
    arguments: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 2
    (line,) = capsys.readouterr().err.strip().splitlines()
    assert line.startswith("suite: ")
    assert message in line


def test_damaged_files_are_told(fresh: Path, tmp_path: Path) -> None:
    folder = copy_of(fresh, tmp_path)
    (folder / GAMES_FILE).write_bytes(b"nothing packed")
    with pytest.raises(SuiteError, match="games.jsonl.gz is damaged"):
        verify(folder)
    (folder / GAMES_FILE).unlink()
    with pytest.raises(SuiteError, match="games.jsonl.gz is missing"):
        verify(folder)
    change_result(folder, lambda result: result.update(format=99))
    with pytest.raises(SuiteError, match="has format 99"):
        verify(folder)
    (folder / RESULT_FILE).write_text("{")
    with pytest.raises(SuiteError, match="is not JSON"):
        verify(folder)
    (folder / RESULT_FILE).unlink()
    with pytest.raises(SuiteError, match="is missing: a score that was broken off"):
        verify(folder)


# -- the leaderboard -------------------------------------------------------------------------------


def small_result(folder: Path, agent: str, task: Task) -> Path:
    played = play_task(task, agent, folder / "work", InProcess())
    write_result(folder, result_of(agent, agent, [played], task.is_quick), [played])
    return folder


def test_the_leaderboard_sorts_keeps_and_refuses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    task = replace(TASKS[0], deals=40)
    for module in ("suite_results", "leaderboard"):
        monkeypatch.setattr(f"benchmarks.{module}.TASKS", (task,))
    monkeypatch.setattr("benchmarks.suite_verify.task_named", lambda name: task if name == task.name else None)
    weak, strong = (small_result(tmp_path / agent, agent, task) for agent in ("random_legal", "expert"))
    board = tmp_path / "board"
    assert main(["leaderboard", "--folder", str(board), "--add", str(weak), str(strong)]) == 0
    assert [entry["name"] for entry in leaderboard.read(board)["entries"]] == ["expert", "random_legal"]
    assert capsys.readouterr().out.index("expert is verified") > 0

    before = (board / leaderboard.LEADERBOARD_FILE).read_bytes()
    change_result(strong, lambda result: result["total"].update(mean=500.0))
    assert main(["leaderboard", "--folder", str(board), "--add", str(strong)]) == 1
    assert "not verified: the total is 500" in capsys.readouterr().err
    assert (board / leaderboard.LEADERBOARD_FILE).read_bytes() == before
    assert json.loads((board / "expert" / RESULT_FILE).read_text())["total"]["mean"] < 500

    change_result(weak, lambda result: result.update(name="expert"))
    assert main(["leaderboard", "--folder", str(board), "--add", str(weak)]) == 2
    assert "holds the result of expert (agent expert): choose another --name" in capsys.readouterr().err
    assert main(["leaderboard", "--folder", str(board), "--add", str(weak), "--replace"]) == 0
    assert leaderboard.read(board)["entries"][0]["agent"] == "random_legal"

    change_result(board / "expert", lambda result: result.update(total={"mean": 500.0, "low": 499.0, "high": 501.0}))
    assert main(["leaderboard", "--folder", str(board), "--write"]) == 2
    assert "does not hold: the total is 500" in capsys.readouterr().err

    (board / "expert" / RESULT_FILE).unlink()  # as after an --add that was broken off
    change_result(
        strong, lambda result: result["total"].update(mean=(result["total"]["low"] + result["total"]["high"]) / 2)
    )
    assert main(["leaderboard", "--folder", str(board), "--add", str(strong)]) == 0

    picture = tmp_path / "board.png"
    assert main(["leaderboard", "--folder", str(board), "--picture", str(picture)]) == 0
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_the_leaderboard_refuses_a_quick_look(fresh: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["leaderboard", "--folder", str(tmp_path), "--add", str(fresh)]) == 1
    assert "is a quick look" in capsys.readouterr().err


def test_the_committed_leaderboard_is_that_of_the_committed_results() -> None:
    board = leaderboard.read()
    assert board == leaderboard.build(leaderboard.RESULTS)
    names = {entry["name"] for entry in board["entries"]}
    shipped = {"random_legal", "random_play", "greedy", "rlcard_rule", "expert", "general", "classic_2p", "classic_4p"}
    assert names >= shipped | {"search:rollouts=200"}
    totals = {entry["name"]: entry["total"]["mean"] for entry in board["entries"]}
    assert totals["random_legal"] < totals["random_play"] < totals["expert"]
    for name, anchor in (("random_play", 0), ("expert", 100)):
        total = next(entry["total"] for entry in board["entries"] if entry["name"] == name)
        assert total["low"] - 2 < anchor < total["high"] + 2


@pytest.mark.parametrize("name", ["random_legal"])
def test_committed_results_are_verified(name: str) -> None:
    verify(leaderboard.RESULTS / folder_name(name))


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    ["random_play", "greedy", "rlcard_rule", "expert", "search:rollouts=200", "general", "classic_2p", "classic_4p"],
)
def test_all_other_committed_results_are_verified(name: str) -> None:
    verify(leaderboard.RESULTS / folder_name(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["random_legal", "random_play", "greedy", "rlcard_rule", "expert"])
def test_agents_make_the_moves_of_their_committed_results(name: str) -> None:
    verify(leaderboard.RESULTS / folder_name(name), replay=True)


def test_the_document_has_every_table_of_the_suite() -> None:
    text = (ROOT / "docs" / "suite.md").read_text()
    assert text.count("made from the code") == len(suite_documentation.MAKERS)
    assert filled(text, suite_documentation.MAKERS) == text, "say: make docs"
