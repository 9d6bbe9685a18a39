"""The drawings on cards: symbols of action cards, the pictures of the decks' own cards, the run icon.

Every function draws around a middle point, in a square of the given size.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from uno_env.rendering.drawing import CARD_COLORS, INK, WHITE, Color, Point, lettering, stamp
from uno_env.rendering.pygame_ce import pygame

FOUR_COLORS = "RYGB"


def _placed(points: Sequence[Point], center: Point, size: float) -> list[Point]:
    """Points of a drawing of 100 by 100, moved and scaled to its place."""
    return [(center[0] + (x - 50) * size / 100, center[1] + (y - 50) * size / 100) for x, y in points]


def _turned(points: Sequence[Point], degrees: float, about: Point = (50, 50)) -> list[Point]:
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    moved = [(x - about[0], y - about[1]) for x, y in points]
    return [(about[0] + x * cos - y * sin, about[1] + x * sin + y * cos) for x, y in moved]


def _outlined(onto: pygame.Surface, points: Sequence[Point], color: Color, outline: Color, width: float) -> None:
    """A polygon with an outline of round corners."""
    thick = max(1, round(width))
    for start, end in zip(points, [*points[1:], points[0]], strict=True):
        pygame.draw.line(onto, outline, start, end, thick * 2)
        pygame.draw.circle(onto, outline, start, thick)
    pygame.draw.polygon(onto, color, points)


def skip(onto: pygame.Surface, center: Point, size: float, color: Color) -> None:
    """A crossed circle."""
    radius, ring, edge = size * 0.44, size * 0.11, size * 0.03
    reach = (radius - ring / 2) * math.sqrt(0.5)
    start, end = (center[0] - reach, center[1] + reach), (center[0] + reach, center[1] - reach)
    for shade, extra in ((INK, edge), (color, 0.0)):
        pygame.draw.circle(onto, shade, center, radius + extra, round(ring + 2 * extra))
        _bar(onto, start, end, ring + 2 * extra, shade)


def _bar(onto: pygame.Surface, start: Point, end: Point, width: float, color: Color) -> None:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy)
    nx, ny = -dy / length * width / 2, dx / length * width / 2
    pygame.draw.polygon(
        onto,
        color,
        [
            (start[0] + nx, start[1] + ny),
            (end[0] + nx, end[1] + ny),
            (end[0] - nx, end[1] - ny),
            (start[0] - nx, start[1] - ny),
        ],
    )


def reverse(onto: pygame.Surface, center: Point, size: float, color: Color) -> None:
    """Two arrows, one up and one down, leaning like the oval."""
    arrow = [(27, 88), (27, 40), (12, 40), (34, 12), (56, 40), (41, 40), (41, 88)]
    for points in (arrow, _turned(arrow, 180)):
        shifted = _turned(points, 35)
        _outlined(onto, _placed(shifted, center, size), color, INK, size * 0.03)


def small_card(onto: pygame.Surface, center: Point, height: float, color: Color) -> None:
    """A little card, leaning."""
    width = height * 0.64
    points = [(-width / 2, -height / 2), (width / 2, -height / 2), (width / 2, height / 2), (-width / 2, height / 2)]
    corners = [(center[0] + x, center[1] + y) for x, y in _turned(points, 18, (0, 0))]
    _outlined(onto, corners, WHITE, INK, height * 0.05)
    inner = [(center[0] + x * 0.8, center[1] + y * 0.86) for x, y in _turned(points, 18, (0, 0))]
    pygame.draw.polygon(onto, color, inner)


def draw_two(onto: pygame.Surface, center: Point, size: float, color: Color) -> None:
    """Two little cards."""
    small_card(onto, (center[0] + size * 0.17, center[1] - size * 0.12), size * 0.66, color)
    small_card(onto, (center[0] - size * 0.17, center[1] + size * 0.12), size * 0.66, color)


def draw_four(onto: pygame.Surface, center: Point, size: float, colors: str) -> None:
    """Four little cards, one of each colour."""
    places = ((0.26, -0.2), (0.02, -0.08), (-0.04, 0.12), (-0.26, 0.2))
    for letter, (dx, dy) in zip((colors[3], colors[2], colors[0], colors[1]), places, strict=True):
        small_card(onto, (center[0] + dx * size, center[1] + dy * size), size * 0.54, CARD_COLORS[letter])


def color_wheel(onto: pygame.Surface, center: Point, rx: float, ry: float, colors: str) -> None:
    """An ellipse of four quarters."""
    for quarter, letter in enumerate(colors):
        angles = [math.radians(90 * quarter + 3 * step) for step in range(31)]
        arc = [(center[0] + rx * math.cos(angle), center[1] + ry * math.sin(angle)) for angle in angles]
        pygame.draw.polygon(onto, CARD_COLORS[letter], [center, *arc])


_DINOSAUR: list[Point] = [
    *((2, 34), (12, 46), (24, 50), (36, 45), (46, 34), (51, 20), (56, 9), (64, 4), (84, 5), (94, 11), (95, 22)),
    *((78, 25), (91, 29), (89, 34), (70, 35), (68, 44), (78, 47), (80, 55), (74, 53), (73, 51), (66, 52)),
    *((63, 61), (70, 68), (80, 66), (88, 73), (96, 71), (97, 77), (86, 83), (78, 75), (66, 79), (54, 72)),
    *((46, 72), (40, 80), (28, 82), (26, 94), (20, 96), (17, 92), (21, 76), (33, 72), (35, 64), (22, 62), (9, 51)),
]


def dinosaur(onto: pygame.Surface, center: Point, size: float, color: Color, outline: Color = INK) -> None:
    """A dinosaur running for its life."""
    _outlined(onto, _placed(_DINOSAUR, center, size), color, outline, size * 0.025)
    pygame.draw.circle(onto, outline, _placed([(69, 13)], center, size)[0], size * 0.03)


def footprint(onto: pygame.Surface, center: Point, size: float, color: Color) -> None:
    """The run icon: the print of three toes, on a disc."""
    pygame.draw.circle(onto, INK, center, size * 0.5)
    pygame.draw.circle(onto, color, center, size * 0.5, max(1, round(size * 0.06)))
    toe = [(50, 8), (59, 30), (55, 62), (45, 62), (41, 30)]
    for degrees in (-38, 0, 38):
        points = _placed(_turned(toe, degrees, (50, 66)), center, size * 0.86)
        pygame.draw.polygon(onto, color, points)
    pygame.draw.circle(onto, color, _placed([(50, 68)], center, size * 0.86)[0], size * 0.17)


def _heart() -> list[Point]:
    points = []
    for step in range(60):
        angle = math.tau * step / 60
        x = 16 * math.sin(angle) ** 3
        y = 13 * math.cos(angle) - 5 * math.cos(2 * angle) - 2 * math.cos(3 * angle) - math.cos(4 * angle)
        points.append((50 + x * 2.7, 47 - y * 2.7))
    return points


def hearts(onto: pygame.Surface, center: Point, size: float) -> None:
    """Two hearts, one leaning on the other."""
    for dx, dy, degrees, color in ((-0.2, -0.08, -16, CARD_COLORS["B"]), (0.18, 0.1, 14, CARD_COLORS["P"])):
        place = (center[0] + dx * size, center[1] + dy * size)
        _outlined(onto, _placed(_turned(_heart(), degrees), place, size * 0.68), color, WHITE, size * 0.03)


def clapperboard(onto: pygame.Surface, center: Point, size: float) -> None:
    """A film clapper, open."""
    board = _placed([(8, 44), (92, 44), (92, 92), (8, 92)], center, size)
    _outlined(onto, board, (62, 66, 78), WHITE, size * 0.03)
    _striped_bar(onto, center, size, 0)
    _striped_bar(onto, center, size, -16)
    star = [(50 + r * math.sin(a), 74 - r * math.cos(a)) for a, r in _star_points(14, 6)]
    pygame.draw.polygon(onto, CARD_COLORS["Y"], _placed(star, center, size))


def _star_points(outer: float, inner: float) -> list[Point]:
    return [(math.pi * step / 5, outer if step % 2 == 0 else inner) for step in range(10)]


def _striped_bar(onto: pygame.Surface, center: Point, size: float, degrees: float) -> None:
    hinge = (8.0, 44.0)
    bar = _turned([(8, 40), (92, 40), (92, 54), (8, 54)], degrees, hinge)
    if degrees:
        bar = _turned([(8, 26), (92, 26), (92, 40), (8, 40)], degrees, hinge)
    _outlined(onto, _placed(bar, center, size), INK, WHITE, size * 0.02)
    top = 26 if degrees else 40
    for stripe in range(4):
        x = 13 + 22 * stripe
        slant: list[Point] = [(x + 7, top), (x + 16, top), (x + 9, top + 14), (x, top + 14)]
        pygame.draw.polygon(onto, WHITE, _placed(_turned(slant, degrees, hinge), center, size))


def checkered_flag(onto: pygame.Surface, center: Point, size: float) -> None:
    """A chequered flag in the wind."""
    columns, rows = 6, 5

    def at(column: float, row: float) -> Point:
        wave = 6 * math.sin(column / columns * math.tau)
        return (20 + column * 74 / columns, 8 + row * 56 / rows + wave)

    border = [at(c / 4, 0) for c in range(columns * 4 + 1)] + [at(c / 4, rows) for c in range(columns * 4, -1, -1)]
    _outlined(onto, _placed(border, center, size), WHITE, WHITE, size * 0.02)
    for column in range(columns):
        for row in range(rows):
            if (column + row) % 2 == 0:
                square = [at(column, row), at(column + 1, row), at(column + 1, row + 1), at(column, row + 1)]
                pygame.draw.polygon(onto, INK, _placed(square, center, size))
    pole = _placed([(13, 4), (20, 4), (20, 98), (13, 98)], center, size)
    _outlined(onto, pole, CARD_COLORS["Y"], WHITE, size * 0.01)


def lettered(onto: pygame.Surface, center: Point, text: str, height: float, color: Color) -> None:
    """Big letters with a dark outline."""
    stamp(onto, lettering(text, round(height), color, INK, max(1, round(height * 0.03))), center)
