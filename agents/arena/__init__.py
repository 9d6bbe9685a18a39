"""Comparing agents: duplicate deals, all seatings, intervals, ratings, tournaments.

``evaluate`` is the short way; ``Plan`` and ``Tournament`` are what it is made of.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from agents.arena.plan import Plan, PlanError
    from agents.arena.tournament import Outcome, Tournament, evaluate

_HOMES = {
    "Plan": "plan",
    "PlanError": "plan",
    "Outcome": "tournament",
    "Tournament": "tournament",
    "evaluate": "tournament",
}

__all__ = ["Outcome", "Plan", "PlanError", "Tournament", "evaluate"]


def __getattr__(name: str) -> Any:
    """Workers that are still to be told what to do need not load the engine: the names are found when asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"agents.arena.{_HOMES[name]}"), name)
