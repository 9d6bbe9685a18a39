"""Decision quality of the shipped agents beside a strong search: ``python -m benchmarks.decision_quality``.

Every agent plays its own games (all seats); some hundred of its decisions are searched twice, each legal action equally
often.  See :mod:`agents.arena.quality`.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from agents.arena.quality import assess
from agents.arena.whole_files import write_whole
from uno_env.rules import RuleSet
from uno_env.version import __version__

RESULTS = Path(__file__).parent / "results" / "decision_quality.json"
AGENTS = ("random_legal", "random_play", "greedy", "rlcard_rule", "expert", "search:rollouts=200")
TABLES = (RuleSet(players=2), RuleSet(players=4))
SEED = 20_261_119
COMMAND = "python -m benchmarks.decision_quality"


def measure(agent: str, rules: RuleSet, decisions: int, rollouts: int) -> dict[str, Any]:
    """One agent at one kind of table."""
    found = assess(agent, rules, decisions, rollouts, SEED)
    return {"agent": agent, "rules": rules.to_dict(), "phases": [each.to_dict() for each in found]}


def main() -> None:
    """Measure all agents and write the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decisions", type=int, default=300)
    parser.add_argument("--rollouts", type=int, default=1000)
    parser.add_argument("--json", type=Path, default=RESULTS)
    options = parser.parse_args()
    results = []
    for rules in TABLES:
        for agent in AGENTS:
            results.append(measure(agent, rules, options.decisions, options.rollouts))
            every = results[-1]["phases"][0]
            print(
                f"{agent}, {rules.describe()}: agrees {100 * every['agreement']:.0f} %, regret "
                f"{100 * every['regret']:.2f} [{100 * every['regret_low']:.2f} .. {100 * every['regret_high']:.2f}]",
                flush=True,
            )
    content = {
        "command": f"{COMMAND} --decisions {options.decisions} --rollouts {options.rollouts}",
        "version": __version__,
        "seed": SEED,
        "decisions": options.decisions,
        "rollouts": options.rollouts,
        "results": results,
    }
    write_whole(options.json, json.dumps(content, indent=1).encode() + b"\n")


if __name__ == "__main__":
    main()
