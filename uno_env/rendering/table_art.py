"""The table: felt, piles, direction, and the seats with their hands."""

from __future__ import annotations

import math

from uno_env.rendering.card_art import card
from uno_env.rendering.drawing import (
    ALARM,
    CARD_COLORS,
    FELT,
    FELT_EDGE,
    FELT_LIGHT,
    GOLD,
    GREY,
    INK,
    PLATE,
    TEAM_COLORS,
    WHITE,
    Canvas,
    Color,
)
from uno_env.rendering.hand_layout import MIDDLE, PLATE_HEIGHT, TABLE, Area, lay_out, seat_areas
from uno_env.rendering.view import FACE_DOWN, SeatView, TableView

_PILE_WIDTH = 66.0
_RING = (148.0, 104.0)
_PILES_Y = MIDDLE[1] - 12
_OWN_CARD, _OTHER_CARD = 74.0, 58.0
_LAID_ROOM = 46.0


def show_card(canvas: Canvas, view: TableView, code: str, at: tuple[float, float], width: float, tilt: float) -> None:
    """A card of this view's deck, its middle at a point."""
    canvas.stamp(card(code, canvas.pixels(width), tilt, view.rules.deck_declaration.color_letters), at)


def draw_table(canvas: Canvas, view: TableView) -> None:
    """Felt, middle and seats."""
    rx, ry = TABLE[2] / 2 - 18, TABLE[3] / 2 - 22
    canvas.oval((MIDDLE[0], MIDDLE[1] + 6), rx + 12, ry + 12, INK)
    canvas.oval(MIDDLE, rx + 12, ry + 12, FELT_EDGE)
    canvas.oval(MIDDLE, rx, ry, FELT)
    areas = seat_areas(view.rules.players, view.seat)
    _link_partners(canvas, view, areas)
    canvas.oval((MIDDLE[0], _PILES_Y), _RING[0] + 22, _RING[1] + 18, FELT_LIGHT)
    _draw_direction(canvas, view)
    _draw_piles(canvas, view)
    for each, area in zip(view.seats, areas, strict=True):
        _draw_seat(canvas, view, each, area)
    if view.turned:
        _draw_turned(canvas, view)


# -- the middle ------------------------------------------------------------------------------------------------


def _color_of(view: TableView) -> Color:
    return CARD_COLORS[view.color] if view.color else GREY


def _draw_direction(canvas: Canvas, view: TableView) -> None:
    """A ring of arrows in the colour in play, pointing the way the turn goes."""
    for quarter in range(4):
        start = 90.0 * quarter + 8
        angles = [start + 2 * step for step in range(33)]
        if view.direction < 0:
            angles = [-angle for angle in angles]
        _arrow(canvas, angles, INK, 12)
        _arrow(canvas, angles, _color_of(view), 8)


def _on_ring(degrees: float, more: float = 0) -> tuple[float, float]:
    angle = math.radians(degrees)
    return MIDDLE[0] + (_RING[0] + more) * math.cos(angle), _PILES_Y + (_RING[1] + more) * math.sin(angle)


def _arrow(canvas: Canvas, angles: list[float], color: Color, width: float) -> None:
    outer = [_on_ring(angle, width / 2) for angle in angles]
    inner = [_on_ring(angle, -width / 2) for angle in reversed(angles)]
    canvas.polygon(outer + inner, color)
    turn = 1 if angles[-1] > angles[0] else -1
    end, reach = angles[-1] - turn, width * 0.95 + 5
    tip = _on_ring(end + turn * (8 + (width - 8) * 0.7))
    canvas.polygon([_on_ring(end, reach), tip, _on_ring(end, -reach)], color)


def _draw_piles(canvas: Canvas, view: TableView) -> None:
    left, right = MIDDLE[0] - 46, MIDDLE[0] + 46
    for layer in range(min(5, math.ceil(view.draw_size / 12))):
        show_card(canvas, view, FACE_DOWN, (left - 1.5 * layer, _PILES_Y - 1.5 * layer), _PILE_WIDTH, 0)
    if not view.draw_size:
        canvas.box((left - 33, _PILES_Y - 50, 66, 99), GREY, 7, edge=2)
    for depth in range(min(4, len(view.discard_pile)) - 1, -1, -1):
        tilt = (0, 9, -12, 20)[(len(view.discard_pile) - depth) % 4] if depth else 4
        show_card(canvas, view, view.discard_pile[depth], (right, _PILES_Y), _PILE_WIDTH, tilt)
    y = _PILES_Y + 66
    canvas.text(f"draw {view.draw_size}", (left, y), 17, WHITE, "center")
    canvas.text(f"discards {len(view.discard_pile)}", (right, y), 17, WHITE, "center")
    _draw_color(canvas, view)
    if view.pending:
        _draw_pending(canvas, view.pending, (right + 44, _PILES_Y - 42))


def _draw_color(canvas: Canvas, view: TableView) -> None:
    """The colour in play, as a word on a ground of that colour."""
    word = view.color_name or "no colour"
    width = canvas.text_width(word, 20) + 26
    area = (MIDDLE[0] - width / 2, _PILES_Y - 90, width, 24)
    canvas.box(area, _color_of(view), 12)
    canvas.box(area, INK, 12, edge=1.5)
    dark = view.color in ("Y", "P", None)
    canvas.text(word, (MIDDLE[0], _PILES_Y - 77), 20, INK if dark else WHITE, "center")


def _draw_pending(canvas: Canvas, pending: int, at: tuple[float, float]) -> None:
    """A star with the sum to be drawn."""
    points = []
    for step in range(24):
        radius = 27 if step % 2 == 0 else 21
        angle = math.tau * step / 24
        points.append((at[0] + radius * math.cos(angle), at[1] + radius * math.sin(angle)))
    canvas.polygon(points, ALARM)
    canvas.text(f"+{pending}", at, 26, WHITE, "center")


def _draw_turned(canvas: Canvas, view: TableView) -> None:
    """The cards turned by Casting Call, over the lower part of the middle."""
    width, height = min(372.0, 120.0 + 40 * len(view.turned)), 82.0
    x, y = MIDDLE[0] - width / 2, MIDDLE[1] + 63
    canvas.box((x, y, width, height), INK, 12, alpha=215)
    canvas.box((x, y, width, height), GOLD, 12, edge=1.5)
    canvas.text(f"turned ({len(view.turned)})", (MIDDLE[0], y + 12), 16, GOLD, "center")
    card_width, slots = lay_out(0, len(view.turned), width - 16, height - 24, 46)
    for code, slot in zip(view.turned, slots, strict=True):
        show_card(canvas, view, code, (x + 8 + slot.x, y + 20 + slot.y), card_width, 0)


# -- seats -----------------------------------------------------------------------------------------------------


def _team_color(view: TableView, each: SeatView) -> Color:
    return TEAM_COLORS[view.rules.side_of(each.seat) % len(TEAM_COLORS)]


def _link_partners(canvas: Canvas, view: TableView, areas: tuple[Area, ...]) -> None:
    """A dotted line across the table between partners."""
    for each in view.seats:
        if each.partner is None or each.partner < each.seat:
            continue
        (x, y), (to_x, to_y) = areas[each.seat].middle, areas[each.partner].middle
        dots = round(math.hypot(to_x - x, to_y - y) / 14)
        for dot in range(dots + 1):
            at = (x + (to_x - x) * dot / dots, y + (to_y - y) * dot / dots)
            canvas.oval(at, 2.4, 2.4, _team_color(view, each))


def _draw_seat(canvas: Canvas, view: TableView, each: SeatView, area: Area) -> None:
    if each.acting:
        around = (area.x - 5, area.y - 3, area.width + 10, area.height + PLATE_HEIGHT + 6)
        canvas.box(around, GOLD, 12, alpha=70)
        canvas.box(around, GOLD, 12, edge=2.5)
    largest = _OWN_CARD if each.seat == view.seat else _OTHER_CARD
    room = area.width - 8 - (_LAID_ROOM if each.laid is not None else 0)
    card_width, slots = lay_out(each.hidden, len(each.cards), room, area.height - 8, largest)
    for code, slot in zip((FACE_DOWN,) * each.hidden + each.cards, slots, strict=True):
        show_card(canvas, view, code, (area.x + 4 + slot.x, area.y + 2 + slot.y), card_width, slot.degrees)
    if each.laid is not None:
        at = (area.x + area.width - _LAID_ROOM / 2, area.y + area.height / 2 - 2)
        canvas.box((at[0] - 19, at[1] - 27, 38, 54), GOLD, 6)
        show_card(canvas, view, each.laid, at, 32, 0)
    _draw_plate(canvas, view, each, area)


def _draw_plate(canvas: Canvas, view: TableView, each: SeatView, area: Area) -> None:
    """The name plate: seat, number of cards, dealer, partner, UNO, score."""
    width = min(area.width, 250.0)
    x, y = area.x + (area.width - width) / 2, area.y + area.height
    won = view.over and each.seat == view.winner
    ground, ink = (GOLD, INK) if each.acting or won else (PLATE, WHITE)
    canvas.box((x, y, width, PLATE_HEIGHT), ground, 8)
    middle = y + PLATE_HEIGHT / 2 + 1
    at = x + 8
    if each.partner is not None:
        canvas.oval((at + 4, middle - 1), 5, 5, _team_color(view, each))
        at += 14
    at += canvas.text(f"Seat {each.seat}", (at, middle), 19, ink) + 6
    if each.partner is not None:
        at += canvas.text(f"& {each.partner}", (at, middle), 16, GREY if ink == WHITE else ink) + 6
    if each.dealer:
        canvas.oval((at + 8, middle - 1), 9, 9, INK)
        canvas.oval((at + 8, middle - 1), 8, 8, WHITE)
        canvas.text("D", (at + 8, middle), 16, INK, "center")
    _draw_count(canvas, each, (x + width - 8, middle), ink)
    if each.uno:
        _draw_uno(canvas, (x + width - 2, y - 8))


def _draw_count(canvas: Canvas, each: SeatView, at: tuple[float, float], ink: Color) -> None:
    """How many cards, with a little card for the unit."""
    width = canvas.text(str(each.hand_size), at, 19, ink, "right")
    canvas.box((at[0] - width - 16, at[1] - 8, 11, 15), ink, 2, edge=1.5)


def _draw_uno(canvas: Canvas, at: tuple[float, float]) -> None:
    """A flag at the plate's corner."""
    x, y = at[0] - 46, at[1] - 8
    canvas.polygon([(x, y), (x + 46, y), (x + 40, y + 9), (x + 46, y + 19), (x, y + 19)], ALARM)
    canvas.line((x, y), (x, y + 30), WHITE, 2)
    canvas.text("UNO!", (x + 21, y + 10), 17, WHITE, "center")
