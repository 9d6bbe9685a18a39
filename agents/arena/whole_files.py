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


def write_whole(file: Path, data: bytes, lasting: bool = False) -> None:
    """A file in one go; a lasting one is on the disk when this returns, also if the power goes out then."""
    with _in_place_of(file) as part, part.open("wb") as binary:
        binary.write(data)
        if lasting:
            binary.flush()
            os.fsync(binary.fileno())
    if lasting:
        _remember_names(file.parent)


def _remember_names(folder: Path) -> None:
    """The name of a new file is part of its folder, which reaches the disk apart from it."""
    if os.name != "posix":  # elsewhere folders cannot be opened, and need not be
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
