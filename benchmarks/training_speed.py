"""How many samples a second each training script makes of two cores, and where the time goes.

``python -m benchmarks.training_speed`` runs each for a while and reads the curve it leaves.  What the environment costs
is measured beside it, in the same process: dealing, rules, legal actions and observations for as many decisions as the
script needed for one sample, everybody's decisions included.
"""

from __future__ import annotations

import argparse
import json
import platform
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from agents.arena.whole_files import write_whole
from agents.network import found_network
from agents.networks.self_play import Rounds, Samples, play_rounds
from training.curves import CURVE_FILE, read_curve
from training.presets import find_trainer
from uno_env.policies import find_policy
from uno_env.rules import RuleSet, rule_rows
from uno_env.vector_env import UnoVectorEnv
from uno_env.version import __version__

RESULTS = Path(__file__).parent / "results" / "training_speed.json"
#: A run of each script: long enough for the compiled kernels and the learner to be at work.
SCRIPTS: Mapping[str, Mapping[str, Any]] = {
    "deep_monte_carlo": {"samples": 1_500_000},
    "ppo_selfplay": {"samples": 700_000},
    "maskable_ppo": {"samples": 150_000},
    "rllib_ppo": {"samples": 60_000},
}
#: What every run is told so that nothing but playing and learning is measured.
QUIET = {"evaluation_deals": 2, "workers": 0, "tensorboard": False, "progress_bar": False, "curve_deals": 2}
#: How the scripts note where their time goes: processor time a sample, or shares.
PART, SHARE, OF = "microseconds/", "time/", "share_of_"
PLAYING = f"{OF}playing"
TABLES = 1024
STEPS = 2_000


def environment_microseconds() -> tuple[float, float]:
    """What one decision costs in dealing, rules, legal actions and observation; and how many are made for one that is
    learnt from, forced ones included, when the shipped network plays itself.
    """
    env, policy = UnoVectorEnv(TABLES, players=2, seed=1), find_policy("random_play")
    spent = 0.0
    for _ in range(STEPS // 10):
        env.step(policy.act(env.observations, env.masks))
    for _ in range(STEPS):
        actions = policy.act(env.observations, env.masks)
        began = time.process_time()
        env.step(actions)
        spent += time.process_time() - began
    network = found_network("classic_2p")
    rounds = Rounds(rule_rows([RuleSet(players=2)]), np.array([1.0]), np.array([1.0]))
    samples = Samples.room_for(50_000, every_action=False)
    _, kept, made = play_rounds(rounds, network.shape, network.parameters[None], 1, 0, samples)
    return spent / (STEPS * TABLES) * 1e6, made / kept


def measure(algorithm: str, settings: Mapping[str, Any], environment: float) -> dict[str, Any]:
    """Run a script once in a folder of its own; the medians of what it notes, after its first third."""
    trainer = find_trainer(algorithm)
    known = trainer.args.__dataclass_fields__
    with tempfile.TemporaryDirectory() as folder:
        options = {name: value for name, value in {**QUIET, **settings}.items() if name in known}
        trainer.main(trainer.args(out=Path(folder) / "run", **options), "")
        points = read_curve(Path(folder) / "run" / CURVE_FILE)
    noted: dict[str, list[float]] = {}
    for point in points:
        if point.step > settings["samples"] / 3:
            noted.setdefault(point.name, []).append(point.value)
    medians = {name: float(np.median(values)) for name, values in noted.items()}
    rate = medians["samples_per_second"]
    parts = shares(medians)
    spent = sum(value for name, value in medians.items() if name.startswith(PART) and name != f"{PART}waiting")
    return {
        "algorithm": algorithm,
        "settings": dict(settings),
        "samples_per_second": rate,
        "parts": parts,
        # Scripts whose rounds are played inside a kernel cannot take the environment's time there.
        "environment_share": parts.get("environment", environment / spent if spent else 0.0),
    }


def shares(medians: Mapping[str, float]) -> dict[str, float]:
    """The parts of a script's time, adding up to 1."""
    named = {name.removeprefix(SHARE): value for name, value in medians.items() if name.startswith(SHARE)}
    if PLAYING in medians:
        environment = medians[f"{OF}environment"]
        choosing = medians[PLAYING] - environment
        named = {"environment": environment, "choosing": choosing, "learning and the rest": 1 - medians[PLAYING]}
    if named:
        return named
    spent = {name.removeprefix(PART): value for name, value in medians.items() if name.startswith(PART)}
    spent.pop("waiting", None)
    return {name: value / sum(spent.values()) for name, value in spent.items()}


def main() -> None:
    """Measure all scripts and write the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path, default=RESULTS)
    parser.add_argument("--only", default="", help="only the scripts with this in their name")
    options = parser.parse_args()
    each, needed = environment_microseconds()
    results = [
        measure(algorithm, settings, each * needed)
        for algorithm, settings in SCRIPTS.items()
        if options.only in algorithm
    ]
    content = {
        "command": "python -m benchmarks.training_speed",
        "version": __version__,
        "machine": f"{platform.machine()}, Python {platform.python_version()}",
        "environment_microseconds_a_decision": each,
        "decisions_a_sample": needed,
        "results": results,
    }
    write_whole(options.json, json.dumps(content, indent=1).encode() + b"\n")
    for row in results:
        shares = ", ".join(f"{name} {100 * share:.0f} %" for name, share in row["parts"].items())
        print(
            f"{row['algorithm']:18} {row['samples_per_second']:9,.0f} samples a second; {shares}; "
            f"the environment {100 * row['environment_share']:.1f} %"
        )


if __name__ == "__main__":
    main()
