"""``uno demo``, which ``make demo`` runs: the whole of it in a few minutes, and a folder to look at.

A network is trained, plays the baselines on two decks, and sits down to one round with three of them.  Every part that
is finished stays finished: broken off, the same command goes on.
"""

from __future__ import annotations

import json
import shutil
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from agents.arena.files import SUMMARY_FILE
from agents.arena.folder import FolderError, TournamentFolder
from agents.arena.pictures import CROSS_TABLE_PICTURE
from agents.arena.plan import Plan
from agents.arena.shards import InProcess, Runner
from agents.arena.summary import ranking
from agents.arena.tournament import Tournament, evaluate, processes
from agents.arena.whole_files import write_whole
from agents.command_line.bad_input import BadInput
from agents.command_line.replay import draw
from agents.command_line.tournament import EXIT_INTERRUPTED, run_with_bar
from training.curves import PICTURE_FILE
from training.runs import EVALUATION_FILE, RESULT_FILE, RunError
from uno_env import recording
from uno_env.rules import RuleSet

BASELINES = ("expert", "greedy", "random_play")
#: The network is trained on the first; the second has a card it has never met.
DECKS = ("classic", "run")
SEED = 2026
MODEL = "network.npz"
RECORD, PICTURE, REPORT, RESULTS = "game.json", "game.png", "report.md", "results.json"
ANEW = "--fresh, or make demo DEMO=--fresh"
#: Says that the folder is a demo's.
MARK = "demo.json"
#: The picture shows the position after this share of the moves.
PICTURED = 0.6


@dataclass(frozen=True)
class Size:
    """How much is done."""

    deals: int
    #: Options of the training run, over those of its quick preset.
    training: Mapping[str, Any]


WHOLE = Size(deals=500, training={"workers": 2})
SHORT = Size(
    deals=20,
    training={"samples": 100_000, "evaluation_deals": 20, "curve_deals": 20, "curve_seconds": 2.0, "workers": 0},
)


def demo(
    out: Annotated[Path, typer.Option(help="The folder for everything.", metavar="FOLDER")] = Path("demo"),
    short: Annotated[
        bool, typer.Option("--short", help="Hardly any training and few deals: does it all work?")
    ] = False,
    fresh: Annotated[bool, typer.Option("--fresh", help="Throw away what is in the folder and begin anew.")] = False,
    workers: Annotated[int, typer.Option(help="Processes of the tournaments; 0 plays in this one.")] = 2,
) -> None:
    """Train a network, let it play the baselines on two decks, and leave tables, pictures and a game to replay."""
    if workers < 0:
        raise BadInput(f"--workers {workers}: must be 0 or more")
    began = time.monotonic()
    size = SHORT if short else WHOLE
    _take(out, short, fresh)
    try:
        _say(1, "training a network: Deep Monte Carlo, quick preset, classic deck, two players")
        model = _train(out / "training", size)
        summaries = {}
        for step, deck in enumerate(DECKS, 2):
            _say(step, f"tournament on the {deck} deck: the network and {', '.join(BASELINES)}")
            summaries[deck] = _tournament(out / deck, deck, model, size, workers)
        _say(4, "one round with four at the table, drawn and recorded")
        _one_game(out, model)
    except (FolderError, RunError) as error:
        raise BadInput(f"{error}; or begin the demo anew: {ANEW}") from error
    except KeyboardInterrupt:
        print("uno: interrupted; the same command goes on", file=sys.stderr)
        raise SystemExit(EXIT_INTERRUPTED) from None
    _report(out, summaries)
    print((out / REPORT).read_text())
    print(f"That took {(time.monotonic() - began) / 60:.1f} minutes. Look at the pictures in {out}, then try:")
    print(f"  {_uno()} replay {out / RECORD}")
    print(f"  {_uno()} play policy:model={model}")


def _uno() -> str:
    """How the command is called here: where it is not on the path, by its own."""
    called = sys.argv[0]
    return called if Path(called).name == "uno" and shutil.which("uno") is None else "uno"


def _say(step: int, what: str) -> None:
    print(f"\n[{step}/4] {what}", flush=True)


def _take(out: Path, short: bool, fresh: bool) -> None:
    """The folder is a demo's, of this size, or none yet: nobody's files are thrown away."""
    mark = out / MARK
    if out.exists() and not out.is_dir():
        raise BadInput(f"--out {out}: that is a file; name a folder")
    if out.is_dir() and any(out.iterdir()) and not mark.is_file():
        raise BadInput(f"--out {out}: that folder is not a demo's; name another")
    if fresh:
        _throw_away(out)
    wanted = {"short": short}
    if mark.is_file() and _read(mark) != wanted:
        raise BadInput(
            f"{out} holds a demo of another length, or one that was broken off at once: begin anew ({ANEW}) or name "
            "another folder (--out)"
        )
    out.mkdir(parents=True, exist_ok=True)
    write_whole(mark, json.dumps(wanted).encode() + b"\n")


def _read(mark: Path) -> Any:
    try:
        return json.loads(mark.read_text())
    except ValueError:
        return None  # broken off while it was written: a demo of no known length


def _throw_away(out: Path) -> None:
    """All that a demo leaves, and nothing else; the mark goes last, so that what is left is still known as a demo's."""
    for name in ("training", *DECKS):
        shutil.rmtree(out / name, ignore_errors=True)
    pictures = ("learning_curve.png", PICTURE, *(f"cross_table_{deck}.png" for deck in DECKS))
    for name in (*pictures, RECORD, REPORT, RESULTS, MARK):
        (out / name).unlink(missing_ok=True)


def _train(folder: Path, size: Size) -> Path:
    """The trained network."""
    model = folder / MODEL
    if (folder / RESULT_FILE).is_file():
        if not model.is_file():
            raise RunError(f"{model} is gone, although it was finished")
        print(f"finished before: {model}")
        return model
    try:
        from training import deep_monte_carlo
    except ModuleNotFoundError as error:
        raise BadInput(f"the demo needs {error.name}: pip install uno-env[train,render]") from error
    quick = deep_monte_carlo.PRESETS["quick"] | dict(size.training)
    args = deep_monte_carlo.Args(out=folder, resume=(folder / "config.json").is_file(), **quick)
    deep_monte_carlo.main(args, "quick")
    return model


def _tournament(folder: Path, deck: str, model: Path, size: Size, workers: int) -> dict[str, Any]:
    """The summary of a round robin on a deck."""
    plan = Plan((f"policy:model={model}", *BASELINES), RuleSet(deck=deck, players=2), size.deals, SEED)
    kept = TournamentFolder(folder)
    if (folder / "plan.json").is_file():
        kept.resume(plan)
    else:
        kept.begin(plan)
    runner: Runner = processes(workers) if workers else InProcess()
    outcome = run_with_bar(Tournament(plan, kept), runner)
    if outcome.interrupted:
        raise KeyboardInterrupt
    return outcome.write(folder)


def _one_game(out: Path, model: Path) -> None:
    """A round of the network and all baselines, as a record and as a picture of a position on the way."""
    agents = (f"policy:model={model}", *BASELINES)
    rules = RuleSet(deck=DECKS[1], players=len(agents))
    outcome = evaluate(agents, rules, deals=1, seed=SEED, format="one_table", records=True)
    record = outcome.records[0]
    write_whole(out / RECORD, json.dumps(record, indent=1).encode() + b"\n")
    game = recording.opening(record)
    for action in record["actions"][: int(PICTURED * len(record["actions"]))]:
        game.play(action)
    draw(game, None, out / PICTURE)


def _report(out: Path, summaries: Mapping[str, dict[str, Any]]) -> None:
    """What came of it, for people and for programs."""
    shutil.copy(out / "training" / PICTURE_FILE, out / "learning_curve.png")
    lines = [
        "# What the demo did",
        "",
        "Pictures: learning_curve.png, " + ", ".join(f"cross_table_{d}.png" for d in DECKS),
    ]
    lines[-1] += f", {PICTURE}. A game to replay: {RECORD}."
    for deck, summary in summaries.items():
        shutil.copy(out / deck / CROSS_TABLE_PICTURE, out / f"cross_table_{deck}.png")
        met = "what the network was trained on" if deck == DECKS[0] else "which the network had never seen"
        lines += ["", f"## The {deck} deck, two players, {met}", ""]
        lines += ["| agent | wins % [95 %] | Elo | games |", "| --- | --- | --- | --- |"]
        lines += [_standing(summary, agent) for agent in ranking(summary)]
    write_whole(out / REPORT, ("\n".join(lines) + "\n").encode())
    results = {
        "training": json.loads((out / "training" / EVALUATION_FILE).read_text()),
        "tournaments": {deck: f"{deck}/{SUMMARY_FILE}" for deck in summaries},
        "standings": {deck: summary["agents"] for deck, summary in summaries.items()},
        "record": RECORD,
    }
    write_whole(out / RESULTS, json.dumps(results, indent=1).encode() + b"\n")


def _standing(summary: Mapping[str, Any], agent: int) -> str:
    row, elo = summary["agents"][agent], summary["ratings"]["elo"]["agents"][agent]["rating"]
    rate = row["win_rate"]
    wins = f"{100 * rate['mean']:.1f} [{100 * rate['low']:.1f} .. {100 * rate['high']:.1f}]"
    return f"| `{row['name']}` | {wins} | {'' if elo is None else f'{elo:.0f}'} | {row['games']:,} |"
