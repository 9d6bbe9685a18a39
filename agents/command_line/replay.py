"""``uno replay``: a recorded round, move by move."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import typer

from agents.command_line.bad_input import BadInput
from agents.command_line.stage import Stage
from agents.human import Quit
from agents.telling import Teller
from uno_env import recording
from uno_env.game import Game
from uno_env.recording import RecordError
from uno_env.rendering.view import TableView

REPLAYING_DELAY = 0.7


def replay(
    record: Annotated[Path, typer.Argument(help="A record, or a .jsonl file of records.", metavar="RECORD")],
    game: Annotated[
        int | None, typer.Option("--game", help="Which record of a .jsonl file, counted from 1; the first.")
    ] = None,
    seat: Annotated[int | None, typer.Option("--seat", help="Show what this seat can see; else all hands.")] = None,
    delay: Annotated[
        float | None,
        typer.Option("--delay", help="Seconds between moves: 0.7 in a terminal, else 0.", metavar="SECONDS"),
    ] = None,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter between moves.")] = False,
    final: Annotated[bool, typer.Option("--final", help="Only the last position.")] = False,
    png: Annotated[
        Path | None, typer.Option("--png", help="Draw the last position as a picture, too.", metavar="FILE")
    ] = None,
) -> None:
    """Show a recorded round, move by move."""
    if delay is not None and not 0 <= delay <= 3600:
        raise BadInput(f"--delay {delay}: must be seconds, from 0 to 3600")
    if png is not None and png.suffix.lower() != ".png":
        raise BadInput(f"--png {png}: name a file that ends in .png")
    kept = read_record(record, game)
    last = recording.replay(kept)  # a broken record is refused before anything is shown
    if seat is not None and not 0 <= seat < last.rules.players:
        raise BadInput(f"--seat {seat}: seats run from 0 to {last.rules.players - 1}")
    names = _names(kept, last.rules.players)
    stage = Stage(names, delay=delay, step=step)
    try:
        if final:
            stage.show(TableView.of(last, seat), alone=True)
        else:
            called = names or [""] * last.rules.players
            show_moves(last.record(), stage, Teller(called, seat, color=stage.color, reveal=seat is None), seat)
    except (Quit, KeyboardInterrupt):
        print()
    if png is not None:
        draw(last, seat, png)
        print(f"The picture is in {png}")


def show_moves(record: dict[str, Any], stage: Stage, teller: Teller, seat: int | None) -> None:
    """Every position of a record, and what led to it."""
    game = recording.opening(record)
    stage.show(TableView.of(game, seat))
    for number, code in enumerate(record["actions"], 1):
        stage.wait(REPLAYING_DELAY)
        teller.look(game)
        game.play(code)
        lines = teller.told(game, code)
        if lines:  # else this seat has not noticed anything
            stage.show(TableView.of(game, seat), [f"{number:>4}  {lines[0]}", *(f"      {line}" for line in lines[1:])])


def read_record(path: Path, number: int | None) -> dict[str, Any]:
    """The record of a file; of a ``.jsonl`` file the one of this number, from 1."""
    if path.suffix != ".jsonl":
        if number is not None:
            raise BadInput(f"--game {number}: {path} holds one record; only a .jsonl file has several")
        return recording.read(path)
    wanted = 1 if number is None else number
    if wanted < 1:
        raise BadInput(f"--game {wanted}: games are counted from 1")
    try:
        with path.open(encoding="utf-8") as lines:
            records = (line for line in lines if line.strip())
            line = next(islice(records, wanted - 1, None), None)
        if line is None:
            raise BadInput(f"--game {wanted}: {path} has {_counted(path)}")
        record = json.loads(line)
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise RecordError(f"record {wanted} of {path} is not JSON: {error}") from error
    if not isinstance(record, dict):
        raise RecordError(f"record {wanted} of {path} is no record but a {type(record).__name__}")
    return record


def _counted(path: Path) -> str:
    with path.open(encoding="utf-8") as lines:
        count = sum(1 for line in lines if line.strip())
    return f"{count} record{'' if count == 1 else 's'}"


def _names(record: dict[str, Any], players: int) -> list[str]:
    """Who played, if the record says so."""
    names = record.get("agents")
    fits = isinstance(names, list) and len(names) == players and all(isinstance(name, str) for name in names)
    return [str(name) for name in names] if isinstance(names, list) and fits else []


def draw(game: Game, seat: int | None, path: Path) -> None:
    """The position as a picture."""
    try:
        from uno_env.rendering.image import picture
        from uno_env.rendering.pygame_ce import pygame
    except ImportError as error:
        raise BadInput(f"--png: {error}, or pip install uno-env[render]") from error
    if not path.parent.is_dir():
        raise BadInput(f"--png {path}: there is no such folder")
    pygame.image.save(picture(TableView.of(game, seat)), str(path))
