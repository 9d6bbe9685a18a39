"""Game records: JSON that holds the rules, the deck, every shuffle and the actions.

A record replays on any implementation of the same rules: nothing in it depends on this engine's random
numbers.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from uno_env.game import Game, IllegalAction
from uno_env.rules import RulesError, RuleSet

NEEDED = ("rules", "dealer", "deck", "shuffles", "actions")


class RecordError(ValueError):
    """A record that cannot be replayed; the message names the first thing that is wrong."""


def replay(record: Mapping[str, Any]) -> Game:
    """Play a record to its end.  Keys other than :data:`NEEDED` are left alone."""
    game = opening(record)
    for number, action in enumerate(record["actions"]):
        try:
            game.play(action)
        except IllegalAction as error:
            raise RecordError(f"action {number} ({action!r}) is not possible: {error}") from error
        except ValueError as error:
            raise RecordError(f"at action {number} ({action!r}): {error}") from error
    if len(game.record()["shuffles"]) != len(record["shuffles"]):
        raise RecordError(
            f"the record has {len(record['shuffles'])} shuffles, but its actions lead to "
            f"{len(game.record()['shuffles'])}"
        )
    return game


def opening(record: Mapping[str, Any]) -> Game:
    """The position a record begins with."""
    if not isinstance(record, Mapping):
        raise RecordError(f"a record is a mapping with the keys {', '.join(NEEDED)}, not {type(record).__name__}")
    missing = [key for key in NEEDED if key not in record]
    if missing:
        raise RecordError(f"the record lacks {', '.join(missing)}")
    for key in ("deck", "shuffles", "actions"):
        if not isinstance(record[key], list | tuple):
            raise RecordError(f"the record's {key} must be a list, not {type(record[key]).__name__}")
    if record["dealer"] is None:
        raise RecordError("the record does not say who dealt: dealer must be a seat")
    try:
        rules = RuleSet.from_dict(record["rules"])
    except (RulesError, TypeError) as error:
        raise RecordError(f"the record's rules cannot be played: {error}") from error
    try:
        return Game(rules, 0, dealer=record["dealer"], deck=record["deck"], shuffles=record["shuffles"])
    except (ValueError, TypeError) as error:
        raise RecordError(f"the record cannot be dealt: {error}") from error


def write(game: Game, path: str | Path) -> None:
    """Write a game's record to a JSON file."""
    Path(path).write_text(json.dumps(game.record(), indent=1) + "\n")


def read(path: str | Path) -> dict[str, Any]:
    """Read a record from a JSON file; :func:`replay` checks it."""
    try:
        record = json.loads(Path(path).read_text())
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise RecordError(f"{path} is not JSON: {error}") from error
    if not isinstance(record, dict):
        raise RecordError(f"{path} holds no record but a {type(record).__name__}")
    return record
