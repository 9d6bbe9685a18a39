"""Games as bytes: a header, the records of the engine, and what belongs to them as JSON."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import numpy as np

from uno_env.engine.state import GAME, Games

MAGIC = b"UNOGAMES"
_CHECK = 16


class CorruptState(ValueError):
    """Bytes that are no saved game, or a damaged one."""


def _layout_digest() -> bytes:
    return hashlib.sha256(repr(GAME.descr).encode()).digest()[:8]


def pack(games: Games, details: dict[str, Any]) -> bytes:
    """Records and details, with a checksum in front."""
    text = json.dumps(details).encode()
    body = len(games).to_bytes(8, "little") + games.tobytes() + text
    return MAGIC + _layout_digest() + hashlib.sha256(body).digest()[:_CHECK] + body


def unpack(data: bytes) -> tuple[Games, dict[str, Any]]:
    """What :func:`pack` was given."""
    if not isinstance(data, bytes | bytearray | memoryview):
        raise TypeError(f"a saved game is bytes, not {type(data).__name__}")
    data = bytes(data)
    if not data.startswith(MAGIC):
        raise CorruptState("these bytes are no saved game of uno_env")
    layout, rest = data[8:16], data[16:]
    if layout != _layout_digest():
        raise CorruptState("saved by another version of uno_env: replay the game from its record instead")
    check, body = rest[:_CHECK], rest[_CHECK:]
    if hashlib.sha256(body).digest()[:_CHECK] != check:
        raise CorruptState("the saved game is damaged: its checksum does not fit; save it again from the original")
    count = int.from_bytes(body[:8], "little")
    end = 8 + count * GAME.itemsize
    games = np.frombuffer(body[8:end], GAME).copy()
    return games, json.loads(body[end:])
