"""Where a running game is shown: a terminal that is drawn anew at every move, or plain lines in a file or pipe."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence

from agents.human import Quit, terminal_width
from uno_env.rendering import ansi
from uno_env.rendering.view import TableView

CLEAR = "\x1b[H\x1b[2J"
LINES_KEPT = 6


class Stage:
    """Shows tables one after another; ``step`` waits for Enter between them, else ``delay`` seconds pass."""

    def __init__(self, names: Sequence[str] = (), *, delay: float | None = None, step: bool = False) -> None:
        self.terminal = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
        self.color = ansi.color_wanted()
        self.names, self.step, self.delay = names, step, delay
        self._told: list[str] = []

    def show(self, view: TableView, lines: Sequence[str] = (), *, alone: bool = False) -> None:
        """A table, and under it what has led to it; a terminal keeps a few lines of what went before.

        One that is shown ``alone`` takes nothing else off the screen.
        """
        self._told = [*self._told, *lines][-LINES_KEPT:]
        table = ansi.render(view, self.color, width=terminal_width(), names=self.names)
        below = self._told if self.terminal else lines
        print(
            (CLEAR if self.terminal and not alone else "")
            + "\n".join([table, *below])
            + ("" if self.terminal else "\n")
        )

    def wait(self, default_delay: float) -> None:
        """Until it is time for the next move; ``default_delay`` is a terminal's."""
        if self.step:
            try:
                answer = input("Enter: next move, q: quit ")
            except EOFError:
                raise Quit("no more input") from None
            if answer.strip().casefold() in ("q", "quit", "exit"):
                raise Quit("the person at the terminal has quit")
            return
        pause = self.delay if self.delay is not None else default_delay if self.terminal else 0.0
        if pause > 0:
            sys.stdout.flush()
            time.sleep(pause)
