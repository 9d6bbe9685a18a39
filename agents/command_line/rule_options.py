"""The options that make a rule set, in one place: ``--deck run --players 4 --jump-in``.

A command that takes a parameter ``rules: RuleOptions`` is given all of them by :func:`with_rule_options`.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Annotated, Any, TypeVar, get_type_hints

import typer

from uno_env.decks import DECKS
from uno_env.rules import CASTING_MATCHES, HAND_SIZE, UNO_CALLS, RuleSet

DEFAULT_PLAYERS = 4
PANEL = "Rules"

Result = TypeVar("Result")


@dataclass(frozen=True)
class RuleOptions:
    """What the user has said about the rules; every field is an option of the command line."""

    deck: Annotated[
        str, typer.Option("--deck", help=f"The deck: {', '.join(DECKS)}.", rich_help_panel=PANEL, metavar="NAME")
    ] = "classic"
    players: Annotated[
        int | None,
        typer.Option(
            "--players",
            help="2 to 10. Unless given: one each for agents who sit together, 4 with partners, else 2.",
            rich_help_panel=PANEL,
        ),
    ] = None
    progressive: Annotated[
        bool, typer.Option("--progressive", help="House rule: draw cards can be stacked.", rich_help_panel=PANEL)
    ] = False
    seven_zero: Annotated[
        bool,
        typer.Option(
            "--seven-zero", help="House rule: a 7 trades hands, a 0 passes them along.", rich_help_panel=PANEL
        ),
    ] = False
    jump_in: Annotated[
        bool,
        typer.Option(
            "--jump-in", help="House rule: the identical card may be played out of turn.", rich_help_panel=PANEL
        ),
    ] = False
    partners: Annotated[
        bool, typer.Option("--partners", help="Players across the table are partners.", rich_help_panel=PANEL)
    ] = False
    uno_call: Annotated[
        str,
        typer.Option(
            "--uno-call",
            help=f"Players must remember to say UNO, or have it said for them: {', '.join(UNO_CALLS)}.",
            rich_help_panel=PANEL,
            metavar="WHO",
        ),
    ] = UNO_CALLS[0]
    casting_match: Annotated[
        str,
        typer.Option(
            "--casting-match",
            help=f"Casting Call: what ends the turning of cards: {', '.join(CASTING_MATCHES)}.",
            rich_help_panel=PANEL,
            metavar="WHAT",
        ),
    ] = CASTING_MATCHES[0]
    hand_size: Annotated[
        int, typer.Option("--hand-size", help="Cards dealt to each player.", rich_help_panel=PANEL)
    ] = HAND_SIZE

    def rule_set(self, players: int = DEFAULT_PLAYERS) -> RuleSet:
        """The rule set; ``players`` counts where the user has not said how many."""
        chosen = {each.name: getattr(self, each.name) for each in fields(self)}
        return RuleSet(**chosen | {"players": players if self.players is None else self.players})


def with_rule_options(command: Callable[..., Result]) -> Callable[..., Result]:
    """Give a command every option of :class:`RuleOptions` in place of its parameter ``rules``."""
    hints = get_type_hints(RuleOptions, include_extras=True)
    options = [
        inspect.Parameter(each.name, inspect.Parameter.KEYWORD_ONLY, default=each.default, annotation=hints[each.name])
        for each in fields(RuleOptions)
    ]
    signature = inspect.signature(command, eval_str=True)
    others = [
        each.replace(kind=inspect.Parameter.KEYWORD_ONLY)
        for each in signature.parameters.values()
        if each.name != "rules"
    ]

    @functools.wraps(command)
    def taking_options(**given: Any) -> Result:
        rules = RuleOptions(**{each.name: given.pop(each.name) for each in options})
        return command(rules=rules, **given)

    # What Typer looks at to find out which options there are.
    taking_options.__signature__ = signature.replace(parameters=[*others, *options])  # type: ignore[attr-defined]
    taking_options.__annotations__ = {each.name: each.annotation for each in (*others, *options)}
    return taking_options
