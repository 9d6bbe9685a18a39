"""Files that are there whole or not at all: written under another name first, which then takes the old file's place."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO


@contextmanager
def _in_place_of(file: Path) -> Iterator[Path]:
    """Where to write; after an error the old file is still there, and nothing else."""
    part = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        yield part
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def written_whole(file: Path) -> Iterator[TextIO]:
    """A text file, to be written bit by bit."""
    with _in_place_of(file) as part, part.open("w", encoding="utf-8", newline="") as text:
        yield text


def write_whole(file: Path, data: bytes) -> None:
    """A file in one go."""
    with _in_place_of(file) as part:
        part.write_bytes(data)
