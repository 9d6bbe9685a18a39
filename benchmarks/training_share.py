"""How much of MaskablePPO's time the environment takes."""

from __future__ import annotations

import importlib.util
from time import process_time
from typing import Any

GAMES = 256
STEPS = 64
HOW_TO_INSTALL = "Stable-Baselines3 is not installed: pip install -e .[sb3] -c constraints.txt"


def is_installed() -> bool:
    """Can it be measured here?"""
    return importlib.util.find_spec("sb3_contrib") is not None


def shares(repeats: int) -> list[float]:
    """The share of each learning phase, in per cent of CPU time, spent in the environment's steps and masks."""
    import torch
    from sb3_contrib import MaskablePPO

    from uno_env.sb3_env import UnoVecEnv

    class Timed(UnoVecEnv):
        """The environment with a stop-watch."""

        spent = 0.0

        def step_wait(self) -> Any:
            start = process_time()
            result = super().step_wait()
            self.spent += process_time() - start
            return result

        def env_method(self, *arguments: Any, **named: Any) -> Any:
            start = process_time()
            result = super().env_method(*arguments, **named)
            self.spent += process_time() - start
            return result

    torch.set_num_threads(1)
    env = Timed(GAMES, players=2, opponents="random_play", seed=1)
    network = {"net_arch": [256, 256]}
    model = MaskablePPO("MlpPolicy", env, n_steps=STEPS, batch_size=2048, n_epochs=4, seed=1, policy_kwargs=network)
    model.learn(GAMES * STEPS)  # warm-up: compiles, allocates
    found = []
    for _ in range(repeats):
        env.spent, start = 0.0, process_time()
        model.learn(GAMES * STEPS, reset_num_timesteps=False)
        found.append(100 * env.spent / (process_time() - start))
    return found
