"""A network's numbers: one flat array, its sizes, and the files they are kept in.

The table is read by two layers; the features of an action are added to what comes out, and two more layers give that
action one score.  A network of Deep Monte Carlo scores with the log-odds of winning, one of a policy gradient with the
log of how often the action should be played, up to a constant.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from agents.networks.layout import ACTION_BLOCKS, ACTION_FEATURES, STATE_BLOCKS, STATE_FEATURES
from uno_env.engine.jit import rule

Parameters = npt.NDArray[np.float32]
#: Widths of the three hidden layers.
Sizes = npt.NDArray[np.int64]
FORMAT = "uno_env network 1"


@dataclass(frozen=True)
class Shape:
    """Widths of the hidden layers: the first two read the table, the third weighs an action."""

    first: int = 256
    second: int = 128
    third: int = 64

    @property
    def layers(self) -> dict[str, tuple[int, ...]]:
        """Every array of the network, in the order in which they are laid out."""
        return {
            "table": (STATE_FEATURES, self.first),
            "table_bias": (self.first,),
            "reading": (self.first, self.second),
            "reading_bias": (self.second,),
            "action": (ACTION_FEATURES, self.second),
            "weighing": (self.second, self.third),
            "weighing_bias": (self.third,),
            "score": (self.third,),
            "score_bias": (1,),
        }

    @property
    def count(self) -> int:
        """How many numbers the network has."""
        return sum(int(np.prod(shape)) for shape in self.layers.values())

    @property
    def sizes(self) -> Sizes:
        """The widths as kernels want them."""
        return np.array((self.first, self.second, self.third), np.int64)


def split(shape: Shape, parameters: Parameters) -> dict[str, npt.NDArray[np.float32]]:
    """The arrays of a network by name: views of the flat one."""
    if parameters.shape != (shape.count,):
        raise ValueError(f"{shape} has {shape.count} numbers, not {parameters.shape}")
    found, start = {}, 0
    for name, each in shape.layers.items():
        stop = start + int(np.prod(each))
        found[name] = parameters[start:stop].reshape(each)
        start = stop
    return found


@rule
def layer_starts(sizes: Sizes, starts: npt.NDArray[np.int64]) -> None:
    """Where each array begins; the kernels' copy of :attr:`Shape.layers`, which a test compares."""
    first, second, third = sizes[0], sizes[1], sizes[2]
    starts[0] = 0
    starts[1] = STATE_FEATURES * first
    starts[2] = starts[1] + first
    starts[3] = starts[2] + first * second
    starts[4] = starts[3] + second
    starts[5] = starts[4] + ACTION_FEATURES * second
    starts[6] = starts[5] + second * third
    starts[7] = starts[6] + third
    starts[8] = starts[7] + third


def features_digest() -> str:
    """Changes with the layout of the features: a network understands no other."""
    blocks = [(each.name, each.length) for each in (*STATE_BLOCKS, *ACTION_BLOCKS)]
    return hashlib.sha256(json.dumps(blocks).encode()).hexdigest()[:12]


class BadNetwork(ValueError):
    """A file that is no network, or none for these features; the message says what to do."""


@dataclass(frozen=True)
class Network:
    """A trained network."""

    shape: Shape
    parameters: Parameters
    #: How its scores are meant: ``value`` (log-odds of winning) or ``policy`` (log of how often to play).
    kind: str = "value"
    #: Where it comes from, for people: command, seed, time, rules.
    card: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.kind not in ("value", "policy"):
            raise BadNetwork(f"kind={self.kind!r}: must be 'value' or 'policy'")
        split(self.shape, self.parameters)

    def to_bytes(self) -> bytes:
        """As a file: half precision, which playing does not notice, with a header."""
        header = {
            "format": FORMAT,
            "features": features_digest(),
            "shape": asdict(self.shape),
            "kind": self.kind,
            "card": dict(self.card),
        }
        buffer = io.BytesIO()
        np.savez_compressed(
            buffer,
            header=np.frombuffer(json.dumps(header).encode(), np.uint8),
            parameters=self.parameters.astype(np.float16),
        )
        return buffer.getvalue()

    @classmethod
    def from_file(cls, path: str | Path) -> Network:
        """Read a network; damaged and foreign files are an error."""
        path = Path(path).expanduser()
        if not path.is_file():
            raise BadNetwork(f"there is no network at {path}")
        try:
            with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as file:
                header = json.loads(file["header"].tobytes())
                parameters = file["parameters"].astype(np.float32)
            if header["format"] != FORMAT:
                raise BadNetwork(f"{path} is of the format {header['format']!r}; this version reads {FORMAT!r}")
            if header["features"] != features_digest():
                raise BadNetwork(f"{path} was trained on other features than this version has: train it anew")
            return cls(Shape(**header["shape"]), parameters, header["kind"], header["card"])
        except BadNetwork:
            raise
        except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
            raise BadNetwork(f"{path} is no network file, or damaged ({type(error).__name__}: {error})") from error


def new_parameters(shape: Shape, seed: int) -> Parameters:
    """Random numbers to begin with, scaled to the number of inputs that are on."""
    random = np.random.default_rng(seed)
    parameters = np.zeros(shape.count, np.float32)
    arrays = split(shape, parameters)
    for name, inputs in (
        ("table", 80),
        ("reading", shape.first),
        ("action", 10),
        ("weighing", shape.second),
        ("score", shape.third),
    ):
        arrays[name][...] = random.normal(0, (2 / inputs) ** 0.5, arrays[name].shape)
    arrays["score"] *= 0.1
    return parameters
