"""Checkpoints of a run: whole files with a digest, the last few of them kept."""

from __future__ import annotations

import hashlib
import io
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agents.arena.whole_files import write_whole

KEPT = 3
_HEAD = b"UNOTRAIN"
_DIGEST_BYTES = 32
_SUFFIX = ".checkpoint"


@dataclass(frozen=True)
class Checkpoint:
    """Everything a run needs to go on."""

    #: How many samples had been learned from.
    step: int
    wall_seconds: float
    cpu_seconds: float
    #: The algorithm's own.
    state: dict[str, Any]


class Checkpoints:
    """The checkpoints in a folder, by step."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def files(self) -> list[Path]:
        """The oldest first."""
        return sorted(self._folder.glob(f"*{_SUFFIX}"))

    def save(self, checkpoint: Checkpoint) -> None:
        """Write one so that even a power cut leaves it whole or not there; older ones than the last few go."""
        import torch

        data = io.BytesIO()
        torch.save(vars(checkpoint), data)
        body = data.getvalue()
        self._folder.mkdir(exist_ok=True)
        file = self._folder / f"{checkpoint.step:014d}{_SUFFIX}"
        write_whole(file, _HEAD + hashlib.sha256(body).digest() + body, lasting=True)
        for old in self.files()[:-KEPT]:
            old.unlink()

    def newest(self) -> Checkpoint | None:
        """The last one that is whole.  A damaged one is told of and set aside, under another name."""
        import torch

        for file in reversed(self.files()):
            body = _checked(file.read_bytes())
            if body is not None:
                # Any object may be part of a state, so a run's folder is to be trusted like a program.
                return Checkpoint(**torch.load(io.BytesIO(body), weights_only=False))
            aside = file.with_suffix(".damaged")
            file.replace(aside)
            print(f"{file} is damaged; the checkpoint before it is used, and it is now {aside.name}", file=sys.stderr)
        return None


def _checked(data: bytes) -> bytes | None:
    """What was saved, or None if it is not all there."""
    start = len(_HEAD) + _DIGEST_BYTES
    body = data[start:]
    whole = data.startswith(_HEAD) and hashlib.sha256(body).digest() == data[len(_HEAD) : start]
    return body if whole else None
