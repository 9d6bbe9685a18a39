"""The folder of a tournament: its plan, and every shard as soon as it is finished.

A shard is one file, written whole or not at all; one that is damaged all the same is noticed and played again.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np

from agents.arena.plan import Plan, PlanError
from agents.arena.play_shard import ShardResult, ShardTask
from agents.arena.referee import Failure, Timing
from agents.arena.results import GAME_RESULT
from agents.arena.whole_files import write_whole
from uno_env.version import __version__

PLAN_FILE = "plan.json"
SHARDS = "shards"
_HEAD = b"UNOSHARD"


class FolderError(ValueError):
    """A folder that cannot be used; the message says what to do."""


class TournamentFolder:
    """Where a tournament is kept while it is played."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)

    # -- the plan ----------------------------------------------------------------------------------

    def begin(self, plan: Plan) -> None:
        """A new tournament; a folder that already holds one is left alone."""
        if (self.path / PLAN_FILE).exists():
            raise FolderError(
                f"{self.path} already holds a tournament: go on with it (--resume), or name another folder"
            )
        if self.path.exists() and not self.path.is_dir():
            raise FolderError(f"{self.path} is a file: name a folder")
        try:
            (self.path / SHARDS).mkdir(parents=True, exist_ok=True)
            write_whole(self.path / PLAN_FILE, json.dumps(self._plan_text(plan), indent=1).encode() + b"\n")
        except OSError as error:
            raise FolderError(f"{self.path} cannot be written: {error}") from error

    def resume(self, plan: Plan) -> None:
        """Go on with a tournament, which must be the same one."""
        saved = self.read_plan()
        differences = saved.differences(plan)
        if differences:
            raise FolderError(
                f"{self.path} holds another tournament: it differs in {', '.join(differences)}. "
                "Use the same arguments, or another folder"
            )
        (self.path / SHARDS).mkdir(exist_ok=True)

    def read_plan(self) -> Plan:
        """The plan of the tournament that was begun here."""
        file = self.path / PLAN_FILE
        if not file.is_file():
            raise FolderError(f"{self.path} holds no tournament to resume: there is no {PLAN_FILE} in it")
        try:
            text = json.loads(file.read_text())
            return Plan.from_dict(text["plan"])
        except (json.JSONDecodeError, UnicodeDecodeError, KeyError, TypeError, PlanError) as error:
            raise FolderError(
                f"{file} is damaged ({type(error).__name__}: {error}): begin anew in another folder"
            ) from error

    def _plan_text(self, plan: Plan) -> dict[str, Any]:
        return {"plan": plan.to_dict(), "version": __version__}

    # -- shards ------------------------------------------------------------------------------------

    def _file(self, number: int) -> Path:
        return self.path / SHARDS / f"{number:06d}.shard"

    def save(self, task: ShardTask, result: ShardResult) -> None:
        """Keep a finished shard."""
        details = {
            "task": [task.fixture.number, task.first_deal, task.deals],
            "timings": {str(agent): [each.decisions, each.seconds] for agent, each in result.timings.items()},
            "failures": [[each.agent, each.game, each.what] for each in result.failures],
            "records": result.records,
        }
        games, text = result.results.tobytes(), json.dumps(details).encode()
        body = len(games).to_bytes(8, "little") + games + text
        write_whole(self._file(task.number), _HEAD + hashlib.sha256(body).digest() + body)

    def load(self, task: ShardTask) -> ShardResult | None:
        """A shard that was finished earlier; None if it was not, or if its file is damaged."""
        try:
            data = self._file(task.number).read_bytes()
        except OSError:
            return None
        check, body = data[len(_HEAD) : len(_HEAD) + 32], data[len(_HEAD) + 32 :]
        if not data.startswith(_HEAD) or hashlib.sha256(body).digest() != check:
            return None
        size = int.from_bytes(body[:8], "little")
        details = json.loads(body[8 + size :])
        if details["task"] != [task.fixture.number, task.first_deal, task.deals]:
            return None
        return ShardResult(
            np.frombuffer(body[8 : 8 + size], GAME_RESULT).copy(),
            {int(agent): Timing(*each) for agent, each in details["timings"].items()},
            [Failure(*each) for each in details["failures"]],
            details["records"],
        )
