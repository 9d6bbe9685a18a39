"""A table as a picture, and a window that shows it.  Needs pygame-ce, but no display for pictures.

>>> from uno_env import Game
>>> from uno_env.rendering.view import TableView
>>> draw(TableView.of(Game(seed=1))).shape
(700, 1000, 3)
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from uno_env.rendering.drawing import ROOM, Canvas
from uno_env.rendering.panel_art import draw_decision, draw_heading, draw_panel, draw_result
from uno_env.rendering.pygame_ce import pygame
from uno_env.rendering.table_art import draw_table
from uno_env.rendering.view import TableView

SIZE = (1000, 700)
_UNITS = (1000.0, 700.0)
_SMOOTHING = 2
_TITLE = "UNO"


def draw(view: TableView, size: tuple[int, int] = SIZE) -> npt.NDArray[np.uint8]:
    """The table as rows of pixels: an array of height, width and red, green, blue."""
    pixels = pygame.surfarray.array3d(picture(view, size))
    return np.ascontiguousarray(pixels.transpose(1, 0, 2), dtype=np.uint8)


def picture(view: TableView, size: tuple[int, int] = SIZE) -> pygame.Surface:
    """The table on a surface; what the shape of the picture leaves over stays empty."""
    width, height = _checked_size(size)
    scale = min(width / _UNITS[0], height / _UNITS[1])
    canvas = Canvas(*_UNITS, scale * _SMOOTHING, ROOM)
    draw_table(canvas, view)
    draw_heading(canvas, view)
    draw_panel(canvas, view)
    draw_decision(canvas, view)
    draw_result(canvas, view)
    inner = (min(width, round(_UNITS[0] * scale)), min(height, round(_UNITS[1] * scale)))
    surface = pygame.Surface((width, height))
    surface.fill(ROOM)
    shown = pygame.transform.smoothscale(canvas.surface, inner)
    surface.blit(shown, ((width - inner[0]) // 2, (height - inner[1]) // 2))
    return surface


def _checked_size(size: tuple[int, int]) -> tuple[int, int]:
    width, height = size
    if not (200 <= width <= 8000 and 140 <= height <= 8000):
        raise ValueError(f"size={size!r}: must be at least 200 by 140 and at most 8000 by 8000 pixels")
    return int(width), int(height)


class Window:
    """A window on the screen.  Closing it by hand is noticed at the next :meth:`show`."""

    def __init__(self, size: tuple[int, int] = SIZE) -> None:
        self._size = _checked_size(size)
        self._screen: pygame.Surface | None = None
        self.closed = False

    def show(self, view: TableView) -> bool:
        """Draw the table, open the window if need be; False once the window was closed by its user."""
        if self.closed:
            return False
        if self._screen is None:
            pygame.display.init()
            self._screen = pygame.display.set_mode(self._size)
            pygame.display.set_caption(_TITLE)
        if any(event.type == pygame.QUIT for event in pygame.event.get()):
            self.close()
            return False
        self._screen.blit(picture(view, self._size), (0, 0))
        pygame.display.flip()
        return True

    def close(self) -> None:
        """Take the window off the screen; closing twice does no harm."""
        if self._screen is not None:
            pygame.display.quit()
        self._screen, self.closed = None, True

    def __enter__(self) -> Window:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
