"""Cards as pictures: a face for every code, and the back."""

from __future__ import annotations

from functools import cache

from uno_env.actions import WILD_CODES
from uno_env.rendering import symbols
from uno_env.rendering.drawing import CARD_COLORS, INK, WHITE, Color, Point, stamp
from uno_env.rendering.pygame_ce import pygame
from uno_env.rendering.view import FACE_DOWN

#: The size faces are drawn in, before they are scaled to the size they are shown in.
WIDTH, HEIGHT = 320, 480
ASPECT = HEIGHT / WIDTH
_MARGIN, _RADIUS = 17, 34
_MIDDLE: Point = (WIDTH / 2, HEIGHT / 2)
_CORNER: Point = (66, 74)
_CORNER_SIZE = 96
_LEAN = -24
_BACK_FACE: Color = (30, 38, 66)
_OWN_GROUNDS: dict[str, Color] = {
    "RUN": (250, 218, 150),
    "FRIEND": (255, 226, 240),
    "CAST": (206, 226, 255),
    "LAP": (198, 236, 206),
}


@cache
def card(code: str, width: int, degrees: float = 0, colors: str = symbols.FOUR_COLORS) -> pygame.Surface:
    """The picture of a card (``?`` is the back) this many pixels wide, turned anticlockwise by some degrees."""
    scaled = pygame.transform.smoothscale(_face(code, colors), (width, round(width * ASPECT)))
    return pygame.transform.rotozoom(scaled, degrees, 1) if degrees else scaled


@cache
def _face(code: str, colors: str) -> pygame.Surface:
    if code == FACE_DOWN:
        return _back()
    plain = code.rstrip("*")
    picture = _wild(plain, colors) if plain in WILD_CODES else _coloured(plain)
    if code.endswith("*"):
        symbols.footprint(picture, (60, 186), 84, WHITE)
        symbols.footprint(picture, (WIDTH - 60, HEIGHT - 186), 84, WHITE)
    return picture


def _blank(color: Color) -> pygame.Surface:
    """A white card with a coloured field."""
    picture = pygame.Surface((WIDTH, HEIGHT), pygame.SRCALPHA)
    rect = picture.get_rect()
    pygame.draw.rect(picture, INK, rect, border_radius=_RADIUS)
    pygame.draw.rect(picture, WHITE, rect.inflate(-6, -6), border_radius=_RADIUS - 3)
    pygame.draw.rect(picture, color, rect.inflate(-2 * _MARGIN, -2 * _MARGIN), border_radius=_RADIUS - 12)
    return picture


def _oval(picture: pygame.Surface, color: Color, width: float = 230, height: float = 380) -> None:
    """The leaning oval in the middle."""
    layer = pygame.Surface((width, height), pygame.SRCALPHA)
    pygame.draw.ellipse(layer, color, layer.get_rect())
    stamp(picture, pygame.transform.rotozoom(layer, _LEAN, 1), _MIDDLE)


def _with_corners(picture: pygame.Surface, mark: pygame.Surface) -> pygame.Surface:
    """The mark in the upper left corner, and upside down in the lower right."""
    stamp(picture, mark, _CORNER)
    stamp(picture, pygame.transform.rotate(mark, 180), (WIDTH - _CORNER[0], HEIGHT - _CORNER[1]))
    return picture


def _mark() -> tuple[pygame.Surface, Point]:
    mark = pygame.Surface((_CORNER_SIZE + 40, _CORNER_SIZE + 40), pygame.SRCALPHA)
    return mark, (mark.get_width() / 2, mark.get_height() / 2)


def _coloured(code: str) -> pygame.Surface:
    color, face = CARD_COLORS[code[0]], code[1:]
    picture = _blank(color)
    _oval(picture, WHITE)
    mark, middle = _mark()
    if face == "S":
        symbols.skip(picture, _MIDDLE, 190, color)
        symbols.skip(mark, middle, 84, WHITE)
    elif face == "R":
        symbols.reverse(picture, _MIDDLE, 240, color)
        symbols.reverse(mark, middle, 110, WHITE)
    elif face == "D":
        symbols.draw_two(picture, _MIDDLE, 240, color)
        symbols.lettered(mark, middle, "+2", 116, WHITE)
    else:
        symbols.lettered(picture, _MIDDLE, face, 330, color)
        symbols.lettered(mark, middle, face, 150, WHITE)
        if face in "69":
            pygame.draw.rect(picture, INK, (_MIDDLE[0] - 52, _MIDDLE[1] + 112, 104, 16), border_radius=8)
    return _with_corners(picture, mark)


def _wild(code: str, colors: str) -> pygame.Surface:
    picture = _blank(INK)
    mark, middle = _mark()
    if code == "W":
        layer = pygame.Surface((230, 380), pygame.SRCALPHA)
        pygame.draw.ellipse(layer, WHITE, layer.get_rect())
        symbols.color_wheel(layer, (115, 190), 106, 181, colors)
        stamp(picture, pygame.transform.rotozoom(layer, _LEAN, 1), _MIDDLE)
        pygame.draw.ellipse(mark, WHITE, (middle[0] - 36, middle[1] - 46, 72, 92))
        symbols.color_wheel(mark, middle, 31, 41, colors)
    elif code == "W4":
        _oval(picture, WHITE)
        symbols.draw_four(picture, _MIDDLE, 246, colors)
        symbols.lettered(mark, middle, "+4", 116, WHITE)
    else:
        return _own_card(code)
    return _with_corners(picture, mark)


def _own_card(code: str) -> pygame.Surface:
    """A deck's own card: its picture, small in the corner too, and its name."""
    picture = _blank(INK)
    _oval(picture, _OWN_GROUNDS[code])
    for center, size in ((_MIDDLE, 200), (_CORNER, 88)):
        _own_picture(picture, code, center, size)
    symbols.lettered(picture, (_MIDDLE[0], _MIDDLE[1] + 158), code, 92 if len(code) > 4 else 124, WHITE)
    return picture


def _own_picture(onto: pygame.Surface, code: str, center: Point, size: float) -> None:
    if code == "RUN":
        symbols.dinosaur(onto, center, size, CARD_COLORS["G"] if size > 100 else WHITE)
    elif code == "FRIEND":
        symbols.hearts(onto, center, size)
    elif code == "CAST":
        symbols.clapperboard(onto, center, size)
    else:
        symbols.checkered_flag(onto, center, size)


def _back() -> pygame.Surface:
    picture = _blank(_BACK_FACE)
    _oval(picture, (226, 110, 48))
    _oval(picture, _BACK_FACE, 196, 346)
    for letter, (dx, dy) in zip("RYGB", ((0, -70), (56, 0), (-56, 0), (0, 70)), strict=True):
        diamond = [(dx, dy - 44), (dx + 36, dy), (dx, dy + 44), (dx - 36, dy)]
        pygame.draw.polygon(picture, CARD_COLORS[letter], [(_MIDDLE[0] + x, _MIDDLE[1] + y) for x, y in diamond])
    return picture
