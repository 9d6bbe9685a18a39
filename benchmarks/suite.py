"""The benchmark suite: fixed tasks, one scoring rule, results that others can verify.  ``docs/suite.md`` has all of it.

``python -m benchmarks.suite tasks``              what is played
``python -m benchmarks.suite score AGENT``        play all tasks and write a result
``python -m benchmarks.suite verify FOLDER``      check a result from its records
``python -m benchmarks.suite leaderboard``        show the leaderboard, or add a verified result to it
``python -m benchmarks.suite records FOLDER``     the full records of all games of a task, for ``uno replay``
``python -m benchmarks.suite anchors``            measure which win rates make scores of 0 and 100
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from agents.arena.folder import FolderError
from agents.arena.plan import PlanError
from agents.arena.referee import PATIENCE
from agents.arena.shards import CannotRun, InProcess, Runner
from agents.arena.tournament import Progress as HowFar
from agents.arena.tournament import processes
from agents.arena.whole_files import write_whole
from agents.command_line.bad_input import EXIT_BAD_INPUT, BadInput, found_agent
from agents.command_line.tournament import EXIT_INTERRUPTED, games_bar
from benchmarks import leaderboard
from benchmarks.suite_anchors import anchors
from benchmarks.suite_play import PlayedTask, SuiteError, play_again, play_task
from benchmarks.suite_results import RESULT_FILE, checked_line, read_folder, read_result, result_of, write_result
from benchmarks.suite_tasks import Task, TaskError, find_tasks
from benchmarks.suite_verify import NotVerified, other_sources, verify

EXIT_NOT_VERIFIED = 1
RUNS = Path("runs") / "suite"


def folder_name(agent: str) -> str:
    """An agent's name as that of a folder."""
    return re.sub(r"[^A-Za-z0-9_.-]+", "-", agent).strip("-.") or "agent"


def score(options: argparse.Namespace) -> int:
    """Play the tasks and write a result."""
    found_agent(options.agent)
    name = checked_line(options.name or options.agent, "--name")
    tasks = find_tasks(options.tasks or (), options.quick)
    if options.workers < 0:
        raise BadInput(f"--workers {options.workers}: must be 0 or more")
    if not 0 <= options.move_seconds < 1e6:
        raise BadInput(f"--move-seconds {options.move_seconds}: must be 0 (no limit) or a number of seconds")
    out = options.out or RUNS / (folder_name(options.agent) + ("-quick" if options.quick else ""))
    if (out / RESULT_FILE).is_file():
        lost = {row["task"] for row in read_result(out)["tasks"]} - {task.name for task in tasks}
        if lost:
            raise BadInput(f"{out} holds a result with {', '.join(sorted(lost))} too: name another folder (--out)")
    patience = options.move_seconds or None
    played = play_tasks(options.agent, tasks, out, options.workers, patience)
    result = result_of(options.agent, name, played, options.quick, patience)
    write_result(out, result, played)
    show_result(result)
    print(f"The result is in {out}; check it with: python -m benchmarks.suite verify {out}")
    return 0


def play_tasks(
    agent: str, tasks: Sequence[Task], out: Path, workers: int, patience: float | None = PATIENCE
) -> list[PlayedTask]:
    """One task after another, with a bar; finished parts are kept in ``out/work``."""
    games = [task.deals * task.plan(agent).seatings for task in tasks]
    with games_bar(Console(stderr=True)) as bar:
        line = bar.add_task("dealing", total=sum(games))
        played: list[PlayedTask] = []
        for number, task in enumerate(tasks):
            before = sum(games[:number])

            def tell(progress: HowFar, before: int = before, name: str = task.name) -> None:
                bar.update(line, completed=before + progress.games, description=name)

            bar.update(line, completed=before, description=task.name)
            runner: Runner = processes(workers, patience) if workers else InProcess()
            played.append(play_task(task, agent, out / "work" / task.name, runner, tell, patience))
        bar.update(line, completed=sum(games))
    return played


def show_result(result: dict[str, Any]) -> None:
    """A row a task."""
    table = Table("task", title=f"{escape(result['name'])}: win rate in %, score; 95 % intervals over deals")
    for head in ("wins %", "par %", "score", "points", "decisions/s"):
        table.add_column(head, justify="right")
    for row in result["tasks"]:
        speed = row["decisions_per_second"]
        table.add_row(
            row["task"],
            leaderboard.interval({key: min(max(each, 0), 1) for key, each in row["win_rate"].items()}, 100),
            f"{100 * row['par']:.1f}",
            leaderboard.interval(row["score"]),
            f"{row['points']['mean']:.1f}",
            "" if speed is None else f"{speed:,}",
        )
    total = result["total"]
    table.add_section()
    table.add_row("total", "", "", leaderboard.interval(total) if total else "not all tasks: no total")
    Console(width=None if sys.stdout.isatty() else 120).print(table)


def check(options: argparse.Namespace) -> int:
    """Verify a result."""
    if options.replay and options.folder.is_dir():
        found_agent(read_result(options.folder)["agent"])
    result = verify(options.folder, options.replay, lambda note: print(note, file=sys.stderr, flush=True))
    total = result["total"]
    said = f"total {leaderboard.interval(total)}" if total else f"{len(result['tasks'])} tasks, no total"
    print(f"{options.folder} is verified: {result['name']}, {said}{other_sources(result)}")
    if options.replay:
        print(f"{result['agent']} itself makes the moves of the records")
    return 0


def show_leaderboard(options: argparse.Namespace) -> int:
    """Add what is to be added, write the file, print the table."""
    for folder in options.add or ():
        result = leaderboard.add(folder, options.folder, folder_name, options.replace)
        print(f"{result['name']} is verified and added")
    board = leaderboard.build(options.folder)
    if options.add or options.write:
        leaderboard.write(board, options.folder)
    if options.picture:
        leaderboard.draw(options.picture, board)
        print(f"The picture is in {options.picture}")
    Console(width=None if sys.stdout.isatty() else 160).print(leaderboard.as_table(board))
    return 0


def write_records(options: argparse.Namespace) -> int:
    """All games of one task as full records: the moves are made again, the records written while they are."""
    found = read_folder(options.folder)
    (task,) = find_tasks([options.task])
    if task.name not in found.parts:
        task = task.quick()
    if task.name not in found.parts:
        raise BadInput(f"{options.folder} has no games of {options.task}; it has {', '.join(found.parts)}")
    played = play_again(task, found.result["agent"], found.parts[task.name], full_records=True)
    lines = [json.dumps(record) for _, _, records in played for record in records]
    write_whole(options.out, "".join(f"{line}\n" for line in lines).encode())
    print(f"{len(lines)} records are in {options.out}: uno replay {options.out} --game 1")
    return 0


def list_tasks(options: argparse.Namespace) -> int:
    """What is played."""
    table = Table("task", "rules", "against", title="0 and 100: the win rates in % that make these scores")
    for head in ("deals", "games", "seed", "0", "100", "digest"):
        table.add_column(head, justify="right")
    for task in find_tasks((), options.quick):
        games = task.deals * task.plan("random_play").seatings
        rates = (f"{100 * task.zero:.2f}", f"{100 * task.hundred:.2f}")
        numbers = (f"{task.deals:,}", f"{games:,}", str(task.seed), *rates, task.digest)
        table.add_row(task.name, task.describe_rules(), task.describe_opponents(), *numbers)
    Console(width=None if sys.stdout.isatty() else 200).print(table)
    return 0


def measure_anchors(options: argparse.Namespace) -> int:
    """Compare what the tasks say with a new measurement."""
    if options.games is not None and options.games < 100:
        raise BadInput(f"--games {options.games}: at least 100, or leave it out")
    for each in anchors(find_tasks(options.tasks or ()), options.games):
        rate = f"{100 * each.measured.mean:6.2f} [{100 * each.measured.low:.2f} .. {100 * each.measured.high:.2f}]"
        print(f"{each.task.name:24} {each.agent:12} {rate}; written: {100 * each.written:.2f}", flush=True)
    return 0


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.suite", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: Callable[[argparse.Namespace], int]) -> argparse.ArgumentParser:
        said = run.__doc__ or ""
        made = commands.add_parser(name, help=said, description=said)
        made.set_defaults(run=run)
        return made

    command("tasks", list_tasks).add_argument("--quick", action="store_true", help="the quick tasks")

    scoring = command("score", score)
    scoring.add_argument("agent", help="an agent by name, with parameters (search:rollouts=200), or module:Class")
    scoring.add_argument("--name", help="what it is called on the leaderboard (as AGENT)")
    scoring.add_argument("--out", type=Path, metavar="FOLDER", help=f"where the result goes ({RUNS}/AGENT)")
    scoring.add_argument("--tasks", nargs="+", metavar="NAME", help="only these; the result then has no total")
    scoring.add_argument("--quick", action="store_true", help="few deals, for a first look")
    scoring.add_argument("--workers", type=int, default=1, help="processes; 0 plays in this one (1)")
    scoring.add_argument("--move-seconds", type=float, default=PATIENCE, help="for a call of the agent; 0: no limit")

    checking = command("verify", check)
    checking.add_argument("folder", type=Path)
    checking.add_argument("--replay", action="store_true", help="let the agent itself play everything again, too")

    board = command("leaderboard", show_leaderboard)
    board.add_argument("--add", type=Path, nargs="+", metavar="FOLDER", help="verify these results and add them")
    board.add_argument("--replace", action="store_true", help="even results of other agents with the same name")
    board.add_argument("--write", action="store_true", help="write the file anew without adding anything")
    board.add_argument("--picture", type=Path, metavar="FILE", help="draw it, too")
    board.add_argument("--folder", type=Path, default=leaderboard.RESULTS, help="the leaderboard's own folder")

    recording = command("records", write_records)
    recording.add_argument("folder", type=Path)
    recording.add_argument("--task", required=True)
    recording.add_argument("--out", type=Path, required=True, metavar="FILE", help="a .jsonl file")

    anchoring = command("anchors", measure_anchors)
    anchoring.add_argument("--tasks", nargs="+", metavar="NAME")
    anchoring.add_argument("--games", type=int, help="about so many games each")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    """Run a command; what is wrong with its input is one line, and so is what is wrong with a result."""
    options = parse(arguments)
    try:
        code: int = options.run(options)
        return code
    except NotVerified as error:
        print(f"suite: not verified: {error}", file=sys.stderr)
        return EXIT_NOT_VERIFIED
    except (BadInput, TaskError, SuiteError, FolderError, PlanError, CannotRun) as error:
        print(f"suite: {error}", file=sys.stderr)
    except OSError as error:
        print(f"suite: {error.filename}: {error.strerror}" if error.filename else f"suite: {error}", file=sys.stderr)
    except KeyboardInterrupt:
        print("suite: interrupted; the same command goes on where it was broken off", file=sys.stderr)
        return EXIT_INTERRUPTED
    return EXIT_BAD_INPUT


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
