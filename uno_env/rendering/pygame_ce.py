"""pygame-ce, imported in one place: quietly, and with a word of advice where it is missing."""

from __future__ import annotations

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
try:
    import pygame
except ImportError as error:
    raise ImportError("pictures need pygame-ce: pip install pygame-ce") from error

if not getattr(pygame, "IS_CE", False):
    raise ImportError("pictures need pygame-ce, but pygame is installed: pip uninstall pygame; pip install pygame-ce")

__all__ = ["pygame"]
