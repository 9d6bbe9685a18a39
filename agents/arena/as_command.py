"""A plan as the words one would type to have it played."""

from __future__ import annotations

import shlex

from agents.arena.plan import Plan
from uno_env.rules import RuleSet


def tournament_command(plan: Plan, workers: int = 2) -> str:
    """The ``uno tournament`` of a round robin; what is as always is left out, but for the number of players."""
    usual = RuleSet().to_dict()
    words = ["uno", "tournament", *plan.names]
    for name, value in plan.rules.to_dict().items():
        if value == usual[name] and name != "players":
            continue
        option = f"--{name.replace('_', '-')}"
        words += [option] if value is True else [option, str(value)]
    words += ["--deals", str(plan.deals), "--seed", str(plan.seed), "--workers", str(workers)]
    return shlex.join(words)
