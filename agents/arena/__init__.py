"""Comparing agents: duplicate deals, all seatings, intervals, ratings, tournaments.

``evaluate`` is the short way; ``Plan`` and ``Tournament`` are what it is made of.
"""

from agents.arena.plan import Plan, PlanError
from agents.arena.tournament import Outcome, Tournament, evaluate

__all__ = ["Outcome", "Plan", "PlanError", "Tournament", "evaluate"]
