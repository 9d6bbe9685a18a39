"""uno_v0."""

from __future__ import annotations

from typing import Any

import pettingzoo

from uno_env.env import UnoEnv

raw_env = UnoEnv


def env(**kwargs: Any) -> UnoEnv:
    """The environment.  Order and legality are checked inside, so it needs no wrappers."""
    return UnoEnv(**kwargs)


if "Uno-v0" not in pettingzoo.aec_registry:
    pettingzoo.register("aec", "Uno-v0", entry_point="uno_env.uno_v0:env")
