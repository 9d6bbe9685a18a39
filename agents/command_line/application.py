"""The commands of ``uno``, put together."""

from __future__ import annotations

import importlib
from typing import Annotated

import typer

from agents.command_line.bad_input import plainly
from uno_env.version import __version__

#: Every command and the function behind it, in the order of the help.
COMMANDS = {
    "tournament": "agents.command_line.tournament:tournament",
    "quality": "agents.command_line.quality:quality",
    "play": "agents.command_line.play:play",
    "replay": "agents.command_line.replay:replay",
    "train": "training.command_line:train",
    "demo": "training.demo:demo",
    "describe": "agents.command_line.describe:describe",
}
#: Commands that read their options themselves, help included.
OWN_OPTIONS = ("train",)


def make_app() -> typer.Typer:
    """The application with all its commands."""
    app = typer.Typer(
        add_completion=False,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        help="UNO agents: let them play, watch them, play against them.",
    )
    app.callback()(_begin)
    for name, place in COMMANDS.items():
        module, _, function = place.partition(":")
        settings = {"ignore_unknown_options": True, "help_option_names": []} if name in OWN_OPTIONS else None
        app.command(name, context_settings=settings)(plainly(getattr(importlib.import_module(module), function)))
    return app


def _tell_version(wanted: bool) -> None:
    if wanted:
        print(f"uno_env {__version__}")
        raise typer.Exit


def _begin(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version.", callback=_tell_version, is_eager=True)
    ] = False,
) -> None:
    pass
