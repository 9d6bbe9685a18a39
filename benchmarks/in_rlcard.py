"""Agents of this project at RLCard's own table: ``python -m benchmarks.in_rlcard``.

Each plays RLCard's UNO against RLCard's random agent, the seats alternating.  RLCard's rules are others and chance
weighs more there, so these win rates are not those of the ladder.
"""

from __future__ import annotations

import argparse
import importlib
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from agents.adapters.in_rlcard import UnoAgentForRLCard
from agents.arena.statistics import Estimate, mean_interval
from benchmarks import rlcard_peer
from benchmarks.report import versions, write_json
from uno_env.policies import find_policy

RESULTS = Path(__file__).parent / "results" / "in_rlcard.json"
AGENTS = ("classic_2p", "expert", "general", "rlcard_rule")
SEED = 20_261_118


def win_rate(agent: str, games: int, seed: int) -> Estimate:
    """How often the agent beats RLCard's random one; one game after another, each in the other seat."""
    rlcard, agents = importlib.import_module("rlcard"), importlib.import_module("rlcard.agents")
    kept = np.random.get_state()
    try:
        np.random.seed(seed % 2**32)  # the random agent's numbers are those of the process
        env = rlcard.make("uno", config={"seed": seed})
        ours, theirs = UnoAgentForRLCard(agent, seed=seed), agents.RandomAgent(num_actions=env.num_actions)
        won = []
        for game in range(games):
            env.set_agents([ours, theirs] if game % 2 == 0 else [theirs, ours])
            won.append(float(env.run()[1][game % 2] > 0))
    finally:
        np.random.set_state(kept)
    return mean_interval(np.array(won))


def main(arguments: Sequence[str]) -> int:
    """Play, print and write."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.in_rlcard",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--agents", nargs="+", default=AGENTS, metavar="AGENT", help=f"({' '.join(AGENTS)})")
    parser.add_argument("--games", type=int, default=2000, help="for each agent (%(default)s)")
    parser.add_argument("--seed", type=int, default=SEED, help="(%(default)s)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results here as well")
    chosen = parser.parse_args(arguments)
    if chosen.games < 2 or chosen.seed < 0:
        parser.error("--games must be at least 2, --seed not negative")
    if not rlcard_peer.is_installed():
        print(rlcard_peer.HOW_TO_INSTALL, file=sys.stderr)
        return 2
    for agent in chosen.agents:
        try:
            find_policy(agent)
        except ValueError as error:
            parser.error(str(error))
    rows: list[dict[str, Any]] = []
    for agent in chosen.agents:
        rate = win_rate(agent, chosen.games, chosen.seed)
        rows.append({"agent": agent, "mean": rate.mean, "low": rate.low, "high": rate.high})
        print(f"{agent:14} {100 * rate.mean:.1f} [{100 * rate.low:.1f} .. {100 * rate.high:.1f}] %", flush=True)
    content = {
        "command": shlex.join(["python", "-m", "benchmarks.in_rlcard", *arguments]),
        "versions": versions(),
        "games": chosen.games,
        "seed": chosen.seed,
        "rows": rows,
    }
    if chosen.json:
        write_json(chosen.json, content)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
