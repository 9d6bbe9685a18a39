"""A canvas in table units, text, and the colours of everything.

Pictures are drawn larger than they are shown and scaled down at the end: that smooths every edge.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TypeAlias

from uno_env.rendering.pygame_ce import pygame

Color: TypeAlias = tuple[int, int, int]
Point: TypeAlias = tuple[float, float]

WHITE: Color = (255, 255, 255)
INK: Color = (24, 26, 31)
GREY: Color = (150, 158, 166)
GOLD: Color = (255, 205, 74)
ALARM: Color = (226, 52, 58)
ROOM: Color = (29, 36, 44)
PANEL: Color = (38, 47, 57)
PLATE: Color = (22, 28, 35)
FELT: Color = (33, 92, 82)
FELT_EDGE: Color = (92, 62, 42)
FELT_LIGHT: Color = (40, 106, 94)

#: By the letter of the colour.
CARD_COLORS: dict[str, Color] = {
    "R": (216, 40, 46),
    "P": (242, 104, 170),
    "Y": (246, 194, 20),
    "G": (56, 158, 68),
    "B": (26, 104, 202),
}
#: One for each pair of partners.
TEAM_COLORS: tuple[Color, ...] = ((255, 159, 67), (84, 200, 255), (186, 140, 255), (130, 224, 120), (255, 130, 170))


@cache
def font(height: int) -> pygame.font.Font:
    """The font that comes with pygame, at a height in pixels."""
    if not pygame.font.get_init():
        pygame.font.init()
    return pygame.font.Font(None, height)


def lettering(text: str, height: int, color: Color, outline: Color | None = None, border: int = 0) -> pygame.Surface:
    """Text on nothing, with an outline if wanted."""
    front = font(height).render(text, True, color)
    if outline is None or border <= 0:
        return front
    shadow = font(height).render(text, True, outline)
    picture = pygame.Surface((front.get_width() + 2 * border, front.get_height() + 2 * border), pygame.SRCALPHA)
    for dx in range(-border, border + 1, max(1, border // 2)):
        for dy in range(-border, border + 1, max(1, border // 2)):
            if dx * dx + dy * dy <= border * border:
                picture.blit(shadow, (border + dx, border + dy))
    picture.blit(front, (border, border))
    return picture


def stamp(onto: pygame.Surface, picture: pygame.Surface, center: Point) -> None:
    """Put a picture with its middle at a point."""
    onto.blit(picture, picture.get_rect(center=(round(center[0]), round(center[1]))))


class Canvas:
    """A surface drawn on in table units, each ``scale`` pixels long."""

    def __init__(self, width: float, height: float, scale: float, ground: Color) -> None:
        self.scale = scale
        self.surface = pygame.Surface((round(width * scale), round(height * scale)))
        self.surface.fill(ground)

    def pixels(self, length: float) -> int:
        """A length in pixels."""
        return round(length * self.scale)

    def _rect(self, x: float, y: float, width: float, height: float) -> pygame.Rect:
        return pygame.Rect(self.pixels(x), self.pixels(y), self.pixels(width), self.pixels(height))

    def box(
        self,
        area: tuple[float, float, float, float],
        color: Color,
        radius: float = 0,
        *,
        edge: float = 0,
        alpha: int = 255,
    ) -> None:
        """A rounded rectangle, filled or (with ``edge``) its outline, possibly see-through."""
        rect = self._rect(*area)
        if alpha == 255:
            pygame.draw.rect(self.surface, color, rect, self.pixels(edge), border_radius=self.pixels(radius))
            return
        layer = pygame.Surface(rect.size, pygame.SRCALPHA)
        inner = layer.get_rect()
        pygame.draw.rect(layer, (*color, alpha), inner, self.pixels(edge), border_radius=self.pixels(radius))
        self.surface.blit(layer, rect)

    def oval(self, center: Point, rx: float, ry: float, color: Color, edge: float = 0) -> None:
        """An ellipse, filled or outlined."""
        rect = self._rect(center[0] - rx, center[1] - ry, 2 * rx, 2 * ry)
        pygame.draw.ellipse(self.surface, color, rect, self.pixels(edge))

    def polygon(self, points: Sequence[Point], color: Color) -> None:
        """A filled polygon."""
        pygame.draw.polygon(self.surface, color, [(x * self.scale, y * self.scale) for x, y in points])

    def line(self, start: Point, end: Point, color: Color, width: float) -> None:
        """A straight line with round ends."""
        a, b = ((x * self.scale, y * self.scale) for x, y in (start, end))
        pygame.draw.line(self.surface, color, a, b, max(1, self.pixels(width)))
        for point in (a, b):
            pygame.draw.circle(self.surface, color, point, self.pixels(width) / 2)

    def text_width(self, text: str, height: float) -> float:
        """How long a text will be."""
        return font(self.pixels(height)).size(text)[0] / self.scale

    def text(self, text: str, at: Point, height: float, color: Color = WHITE, align: str = "left") -> float:
        """Write at a point (the middle of the line's height); returns the width."""
        picture = lettering(text, self.pixels(height), color)
        width = picture.get_width() / self.scale
        left = at[0] - {"left": 0.0, "center": width / 2, "right": width}[align]
        self.surface.blit(picture, (self.pixels(left), self.pixels(at[1]) - picture.get_height() // 2))
        return width

    def fitted(self, text: str, height: float, width: float) -> str:
        """The text, cut with dots if it is wider than it may be."""
        if self.text_width(text, height) <= width:
            return text
        while text and self.text_width(text + "...", height) > width:
            text = text[:-1]
        return text + "..."

    def stamp(self, picture: pygame.Surface, center: Point) -> None:
        """Put a picture with its middle at a point."""
        stamp(self.surface, picture, (center[0] * self.scale, center[1] * self.scale))
