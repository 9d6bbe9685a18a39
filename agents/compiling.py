"""Compiled kernels of the agents, kept in a cache that is named after the agents' sources and the engine's."""

from __future__ import annotations

from pathlib import Path

from uno_env.engine.jit import KernelsOf

kernel = KernelsOf(Path(__file__).resolve().parent, "*.py", "expertise/*.py", "networks/*.py")
