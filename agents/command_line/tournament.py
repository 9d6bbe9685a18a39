"""``uno tournament``: agents against each other, with a bar while it runs and tables at its end."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Column

from agents.arena.folder import FolderError, TournamentFolder
from agents.arena.plan import FORMATS, Plan, PlanError
from agents.arena.referee import PATIENCE
from agents.arena.shards import CannotRun, InProcess, Runner
from agents.arena.tournament import Outcome, Tournament, longest_silence, processes
from agents.arena.tournament import Progress as HowFar
from agents.command_line.bad_input import BadInput, found_agent
from agents.command_line.rule_options import RuleOptions, with_rule_options
from uno_env.formats import SCORINGS
from uno_env.rules import RuleSet

EXIT_INTERRUPTED = 130


@with_rule_options
def tournament(
    agents: Annotated[
        list[str], typer.Argument(help="Agents by name, with parameters (search:rollouts=400) or as module:Class.")
    ],
    rules: RuleOptions,
    deals: Annotated[int, typer.Option(help="Shuffles for each fixture; each is played in all seatings.")] = 1000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same results.")] = 0,
    format: Annotated[str, typer.Option(help=f"Who meets whom: {', '.join(FORMATS)}.", metavar="NAME")] = "round_robin",
    match: Annotated[
        str | None, typer.Option(help=f"Matches instead of single rounds: {', '.join(SCORINGS)}.", metavar="SCORING")
    ] = None,
    target: Annotated[int | None, typer.Option(help="The total a match is played to; 500 unless given.")] = None,
    hands_per_pairing: Annotated[int, typer.Option(help="Rotating partners: hands with each partner.")] = 1,
    swiss_rounds: Annotated[int, typer.Option(help="Swiss: how many rounds; 0 for as many as it takes.")] = 0,
    workers: Annotated[int, typer.Option(help="Processes on this machine; 0 plays in this one.")] = 1,
    ray: Annotated[
        str | None, typer.Option(help="Play on a Ray cluster instead: local, or its address.", metavar="ADDRESS")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="A folder for tables (JSON, CSV), pictures, and what --resume needs.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the tournament in the folder of --out.")] = False,
    records: Annotated[bool, typer.Option("--records", help="Keep the record of every round, for uno replay.")] = False,
    move_seconds: Annotated[
        float, typer.Option(help="Seconds an agent may take over a call (the first: two minutes more); 0 for no limit.")
    ] = PATIENCE,
) -> None:
    """Let agents play each other: duplicate deals, all seatings, intervals, ratings.

    Ctrl-C keeps what is finished in the folder of --out; --resume goes on there.
    """
    for spec in agents:
        found_agent(spec)
    if target is not None and match is None:
        raise BadInput("--target is the total of a match: say --match too")
    try:
        plan = Plan(
            tuple(agents),
            _rule_set(rules, format, len(agents)),
            deals,
            seed,
            format,
            match,
            500 if target is None else target,
            hands_per_pairing,
            swiss_rounds,
            records,
        )
        folder = _folder(out, resume, plan)
        if not 0 <= move_seconds < 1e6:
            raise PlanError(f"--move-seconds {move_seconds}: must be 0 (no limit) or a number of seconds")
        patience = move_seconds if move_seconds > 0 else None
        outcome = run_with_bar(Tournament(plan, folder, patience=patience), _runner(workers, ray, patience))
    except (PlanError, FolderError, CannotRun) as error:
        raise BadInput(str(error)) from error
    _show(outcome, out)
    if outcome.interrupted:
        raise SystemExit(EXIT_INTERRUPTED)


def _rule_set(rules: RuleOptions, format: str, agents: int) -> RuleSet:
    """Two players unless said otherwise; four for partners, all agents where they sit at one table."""
    if format == "one_table":
        return rules.rule_set(max(agents, 2))
    return rules.rule_set(4 if format in ("rotating_partners", "multi_table") or rules.partners else 2)


def _folder(out: Path | None, resume: bool, plan: Plan) -> TournamentFolder | None:
    if out is None:
        if resume:
            raise FolderError("--resume needs --out, the folder of the tournament to go on with")
        if plan.records:
            raise FolderError("--records needs --out, a folder to keep them in")
        return None
    folder = TournamentFolder(out)
    if resume:
        folder.resume(plan)
    else:
        folder.begin(plan)
    return folder


def _runner(workers: int, ray: str | None, patience: float | None) -> Runner:
    if ray is not None:
        from agents.arena.on_ray import OnRay

        cpus = max(workers, 1) if ray == "local" else None
        return OnRay(ray, cpus=cpus, silence_seconds=longest_silence(patience))
    if workers < 0:
        raise PlanError(f"--workers {workers}: must be 0 or more")
    if workers == 0:
        return InProcess()
    return processes(workers, patience)


def games_bar(console: Console) -> Progress:
    """A bar over games.  On a narrow terminal the numbers stay whole, and what is going on is cut short or left out."""
    room = console.width - 48
    what = TextColumn(
        "{task.description}", table_column=Column(max_width=max(room, 1), no_wrap=True, overflow="ellipsis")
    )
    columns = (
        *((what,) if room >= 12 else ()),
        BarColumn(10 if room < 60 else 40),
        MofNCompleteColumn(table_column=Column(no_wrap=True)),
        TextColumn("games"),
        TimeElapsedColumn(table_column=Column(no_wrap=True)),
        TimeRemainingColumn(table_column=Column(no_wrap=True)),
    )
    return Progress(*columns, console=console, transient=not console.is_terminal)


def run_with_bar(tournament: Tournament, runner: Runner) -> Outcome:
    """Play it, and show how far it is."""
    console = Console(stderr=True)
    with games_bar(console) as bar:
        task = bar.add_task("dealing", total=None)
        told = 0

        def tell(progress: HowFar) -> None:
            nonlocal told
            bar.update(task, completed=progress.games, total=progress.games_in_all, description=progress.note)
            quarter = 4 * progress.games // max(progress.games_in_all, 1)
            if quarter > told and not console.is_terminal:  # a log has no bar
                console.print(f"{progress.games:,} of {progress.games_in_all:,} games", highlight=False)
                told = quarter

        return tournament.run(runner, tell)


def _show(outcome: Outcome, out: Path | None) -> None:
    from agents.arena import tables

    if not len(outcome.results):
        print("interrupted before any part was finished")
        return
    tables.show(outcome.summary() if out is None else outcome.write(out))
    if out is not None:
        print(f"Tables, pictures and games are in {out}")
    if outcome.interrupted:
        print("Interrupted: these are the games that were finished." + (" Go on with --resume." if out else ""))
