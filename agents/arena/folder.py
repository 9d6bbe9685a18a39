"""The folder of a tournament: its plan, and every shard as soon as it is finished.

A shard is one file, written whole or not at all; one that is damaged all the same is noticed and played again.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
from pathlib import Path
from typing import Any

import numpy as np

from agents.arena.plan import Plan
from agents.arena.play_shard import ShardResult, ShardTask
from agents.arena.referee import Failure, Timing
from agents.arena.results import GAME_RESULT
from agents.arena.whole_files import write_whole
from agents.compiling import kernel
from uno_env.policies import POLICIES
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
            write_whole(self.path / PLAN_FILE, json.dumps(self._text(plan), indent=1).encode() + b"\n")
        except OSError as error:
            raise FolderError(f"{self.path} cannot be written: {error}") from error

    def resume(self, plan: Plan) -> None:
        """Go on with a tournament, which must be the same one."""
        if not all(isinstance(spec, str) for spec in plan.agents):
            raise FolderError(
                f"{self.path} cannot be resumed with agents that are objects, since nobody can tell whether they are "
                "the same: name them (module:Class), or begin anew in another folder"
            )
        saved, wanted = self._read(), json.loads(json.dumps(self._text(plan)))
        differences = [
            f"{name} ({saved['plan'].get(name)!r}, not {value!r})"
            for name, value in wanted["plan"].items()
            if saved["plan"].get(name) != value
        ]
        if differences:
            raise FolderError(
                f"{self.path} holds another tournament: it differs in {', '.join(differences)}. "
                "Use the same arguments, or another folder"
            )
        if saved["sources"] != wanted["sources"]:
            raise FolderError(
                f"{self.path} was begun with other versions of the agents or the engine (uno_env {saved['version']}): "
                "results of the two must not be mixed. Begin anew in another folder"
            )
        (self.path / SHARDS).mkdir(exist_ok=True)

    def _read(self) -> dict[str, Any]:
        """What was written when the tournament was begun here."""
        file = self.path / PLAN_FILE
        if not file.is_file():
            raise FolderError(f"{self.path} holds no tournament to resume: there is no {PLAN_FILE} in it")
        try:
            text = json.loads(file.read_text())
        except (json.JSONDecodeError, UnicodeDecodeError) as error:
            raise FolderError(f"{file} is damaged ({error}): begin anew in another folder") from error
        parts = ("plan", "version", "sources")
        if not isinstance(text, dict) or any(part not in text for part in parts) or not isinstance(text["plan"], dict):
            raise FolderError(f"{file} is damaged (it is no plan of a tournament): begin anew in another folder")
        return text

    def _text(self, plan: Plan) -> dict[str, Any]:
        sources = [kernel.digest, *(source_of(spec) for spec in plan.agents if isinstance(spec, str))]
        return {"plan": plan.to_dict(), "version": __version__, "sources": sources}

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


def source_of(spec: str) -> str:
    """A digest of the file an agent comes from, so that two versions of it are told apart."""
    module = POLICIES.get(spec.partition(":")[0], spec).partition(":")[0]
    found = importlib.util.find_spec(module)
    if found is None or found.origin is None or not Path(found.origin).is_file():
        return ""
    return hashlib.sha256(Path(found.origin).read_bytes()).hexdigest()[:16]
