"""Start-up, measured in fresh processes: with an empty cache, then with the cache that left behind."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.pairing import Spread
from uno_env.engine.jit import caches_folder

ROOT = Path(__file__).resolve().parent.parent
WARM_STARTS_EACH = 3


@dataclass(frozen=True)
class StartUp:
    """The times of several fresh processes, by stage: ``game``, ``batch`` and their ``_cpu``."""

    cold: Sequence[dict[str, float]]
    warm: Sequence[dict[str, float]]


def first_use(cache: Path, *arguments: str) -> dict[str, float]:
    """One fresh process; see :mod:`benchmarks.first_use`."""
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    finished = subprocess.run(
        [sys.executable, "-m", "benchmarks.first_use", *arguments],
        env=os.environ | {"UNO_ENV_CACHE_DIR": str(cache), "PYTHONPATH": path},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if finished.returncode != 0:
        raise RuntimeError(f"a fresh process failed:\n{finished.stderr}")
    times: dict[str, float] = json.loads(finished.stdout)
    return times


def fill_cache() -> None:
    """Let another process compile what is missing, so that this one loads its kernels from the cache.

    Numba's kernels run about a tenth slower in the process that compiled them; every use but the first loads them.
    """
    first_use(caches_folder(), "--batch")


def measure(repeats: int) -> StartUp:
    """Each repeat compiles into an empty cache once and then starts several times from it."""
    cold, warm = [], []
    for _ in range(repeats):
        with tempfile.TemporaryDirectory() as cache:
            cold.append(first_use(Path(cache), "--batch"))
            warm += [first_use(Path(cache)) for _ in range(WARM_STARTS_EACH)]
    return StartUp(cold, warm)


def spread(times: Sequence[dict[str, float]], stage: str) -> Spread:
    """The spread of one stage."""
    return Spread.of([each[stage] for each in times])
