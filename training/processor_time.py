"""How much processor time a run has used, in all its processes."""

from __future__ import annotations

import multiprocessing
import os
import time
from pathlib import Path


def processor_seconds() -> float:
    """Of this process and of those it has started, finished or, where the system tells, still running."""
    times = os.times()
    finished = times.children_user + times.children_system
    return time.process_time() + finished + sum(_seconds_of(child.pid) for child in multiprocessing.active_children())


def _seconds_of(process: int | None) -> float:
    """Of a running process; 0 where that is not told, or if it has just ended."""
    try:
        text = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return 0.0
    # The name, in brackets, may hold anything; user and system time are the 14th and 15th field, in ticks.
    user, system = text.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
