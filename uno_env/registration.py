"""Tells Gymnasium where the environments are; they are imported when somebody makes one."""

from __future__ import annotations

import gymnasium

ENV_ID = "Uno-v0"

if ENV_ID not in gymnasium.registry:
    gymnasium.register(
        ENV_ID,
        entry_point="uno_env.gym_env:UnoGymEnv",
        vector_entry_point="uno_env.gym_env:UnoGymVectorEnv",
    )
