"""Rows, the table people read and the JSON that machines do."""

from __future__ import annotations

import json
import os
import platform
import shlex
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any

from benchmarks.pairing import Spread
from uno_env.engine.jit import source_digest
from uno_env.version import __version__

PACKAGES = ("numpy", "numba", "llvmlite", "rlcard")


@dataclass(frozen=True)
class Row:
    """One line of the table: a value, what it must reach, and the rates behind it."""

    section: str
    name: str
    value: Spread | None = None
    unit: str = "x"
    at_least: float | None = None
    at_most: float | None = None
    decisions_per_second: float | None = None
    decisions_per_game: float | None = None
    note: str = ""

    @property
    def verdict(self) -> str:
        """``OK``, ``BELOW`` what was promised, or nothing if nothing was."""
        if self.value is None or (self.at_least is None and self.at_most is None):
            return ""
        reached = self.value.median
        missed = (self.at_least is not None and reached < self.at_least) or (
            self.at_most is not None and reached > self.at_most
        )
        return "BELOW" if missed else "OK"

    @property
    def games_per_second(self) -> float | None:
        """Follows from the rate and the length of a game."""
        if self.decisions_per_second is None or not self.decisions_per_game:
            return None
        return self.decisions_per_second / self.decisions_per_game

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self) | {"games_per_second": self.games_per_second, "verdict": self.verdict}


def floor_text(row: Row) -> str:
    """What the row must reach."""
    if row.at_least is not None:
        return f">= {row.at_least:g}"
    return f"<= {row.at_most:g}" if row.at_most is not None else ""


def value_text(row: Row) -> str:
    """The median and its spread, with as many digits as they deserve."""
    if row.value is None:
        return ""
    numbers = (row.value.median, row.value.low, row.value.high)
    digits = 2 if row.value.median < 10 else 1
    middle, low, high = (f"{each:.{digits}f}" for each in numbers)
    return f"{middle} [{low}..{high}] {row.unit}"


def short(number: float | None) -> str:
    """A rate in k or M."""
    if number is None:
        return ""
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if number >= size:
            return f"{number / size:.2f}{letter}"
    return f"{number:.0f}"


def line(row: Row) -> str:
    """One line of the table."""
    length = "" if row.decisions_per_game is None else f"{row.decisions_per_game:.1f}"
    cells = (
        f"{row.section} {row.name:<70}",
        f"{short(row.decisions_per_second):>8}",
        f"{short(row.games_per_second):>8}",
        f"{length:>7}",
        f"{value_text(row):>24}",
        f"{floor_text(row):>7}",
        f"{row.verdict:<5}",
        row.note,
    )
    return " ".join(cells).rstrip()


def header() -> str:
    """The names of the columns."""
    return f"  {'case':<70} {'dec/s':>8} {'games/s':>8} {'dec/gm':>7} {'median [min..max]':>24} {'floor':>7}"


def machine() -> dict[str, Any]:
    """What it ran on."""
    model = platform.processor()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = [each for each in cpuinfo.read_text().splitlines() if each.startswith("model name")]
        model = names[0].split(":", 1)[1].strip() if names else model
    return {"cpu": model, "cores": os.cpu_count(), "system": f"{platform.system()} {platform.machine()}"}


def versions() -> dict[str, str]:
    """Python, the engine and what it is compiled with."""
    found = {"python": platform.python_version(), "uno_env": __version__, "engine sources": source_digest()}
    for name in PACKAGES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = "not installed"
    return found


def load() -> list[float]:
    """The load average of the machine; other processes count."""
    return [round(each, 2) for each in os.getloadavg()]


def document(rows: Sequence[Row], arguments: Sequence[str], rounds: int, seconds: float, loads: Any) -> dict[str, Any]:
    """Everything a reader needs to judge and repeat the run."""
    return {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "command": shlex.join(["python", "-m", "benchmarks.throughput", *arguments]),
        "machine": machine(),
        "versions": versions(),
        "load": loads,
        "rounds": rounds,
        "cpu_seconds_per_case_and_round": seconds,
        "all_floors_reached": all(row.verdict != "BELOW" for row in rows),
        "rows": [row.to_dict() for row in rows],
    }


def write_json(path: Path, content: dict[str, Any]) -> None:
    """Write the document, with its folder if need be."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content, indent=1) + "\n")
