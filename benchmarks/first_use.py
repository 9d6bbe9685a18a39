"""A fresh process that uses the engine for the first time and prints, as JSON, how long each stage took.

The clock runs from just before the import of the package.  ``--batch`` goes on until every kernel for batches is ready.
"""

from __future__ import annotations

import json
import os
import sys
import time


def stay_on_one_core() -> None:
    """Compilation must not profit from a second core."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def first_game_step() -> None:
    """What a newcomer's first lines do."""
    from uno_env import Game, RuleSet  # the import is part of what is measured

    game = Game(RuleSet(), seed=7)
    game.play(game.legal_actions()[0])


def batch_kernels() -> None:
    """Everything a batch or an environment does, so every kernel of the library is called."""
    import numpy as np

    from uno_env import Batch, RuleSet, uno_v0
    from uno_env.vector_env import UnoVectorEnv

    batch = Batch(RuleSet(), 2, seed=7)
    batch.step(batch.masks.argmax(axis=1), redeal=True)
    batch.play_out(5, redeal=True)
    Batch.from_bytes(batch.to_bytes())
    env = uno_v0.env()
    env.reset(seed=7)
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    tables = UnoVectorEnv(2, seed=7)
    tables.step(tables.masks.argmax(axis=1))


def main(arguments: list[str]) -> None:
    """Run the stages and print their times in seconds, wall clock and CPU."""
    stay_on_one_core()
    wall, cpu = time.perf_counter(), time.process_time()
    first_game_step()
    times = {"game": time.perf_counter() - wall, "game_cpu": time.process_time() - cpu}
    if "--batch" in arguments:
        batch_kernels()
        times |= {"batch": time.perf_counter() - wall, "batch_cpu": time.process_time() - cpu}
    print(json.dumps(times))


if __name__ == "__main__":
    main(sys.argv[1:])
