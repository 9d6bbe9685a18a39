"""What stands around the table: heading, last actions, scores, legal actions, result."""

from __future__ import annotations

from collections.abc import Sequence

from uno_env.rendering.drawing import CARD_COLORS, GOLD, GREY, INK, PANEL, PLATE, WHITE, Canvas, Color
from uno_env.rendering.hand_layout import MIDDLE, TABLE
from uno_env.rendering.table_art import show_card
from uno_env.rendering.view import FACE_DOWN, TableView

_LEFT = TABLE[0] + TABLE[2] + 6
_WIDTH = 1000 - _LEFT - 8
_BOTTOM = 640.0
_ROW = 30.0
#: Heights of the chips of legal actions, and how many rows of them there is room for.
_CHIP_SIZES = ((20.0, 2), (15.0, 3), (11.0, 4))
_CHIP_GAP = 5.0


def draw_heading(canvas: Canvas, view: TableView) -> None:
    """The rules on the left, whose view it is on the right."""
    canvas.box((0, 0, 1000, 30), PANEL)
    whose = "everybody's view" if view.seat is None else f"view of seat {view.seat}"
    width = canvas.text(whose, (990, 16), 20, GREY, "right")
    title = view.rules.deck_declaration.title + view.rules.describe().removeprefix(view.rules.deck)
    canvas.text(canvas.fitted(title, 20, 970 - width), (12, 16), 20, WHITE)


def draw_panel(canvas: Canvas, view: TableView) -> None:
    """The last actions, the latest first, and the scores below."""
    top, height = 40.0, _BOTTOM - 48
    canvas.box((_LEFT, top, _WIDTH, height), PANEL, 10)
    scores = _scores_height(view)
    canvas.text("last actions", (_LEFT + 10, top + 15), 19, GOLD)
    rows = int((height - 34 - scores) // _ROW)
    for row, (seat, code) in enumerate(reversed(view.actions[-rows:])):
        _draw_action(canvas, view, seat, code, top + 44 + row * _ROW, newest=row == 0)
    if view.scores is not None:
        _draw_scores(canvas, view, top + height - scores)


def _draw_action(canvas: Canvas, view: TableView, seat: int, code: str, y: float, newest: bool) -> None:
    if newest:
        canvas.box((_LEFT + 5, y - 14, _WIDTH - 10, 28), PLATE, 6)
    canvas.text(str(seat), (_LEFT + 18, y + 1), 19, GREY, "center")
    face, _, color = code.partition(":")
    at = _LEFT + 34
    if not _is_card(code):
        canvas.text(canvas.fitted(_in_words(view, seat, code), 18, _WIDTH - 42), (at, y + 1), 18, WHITE)
        return
    show_card(canvas, view, face, (at + 9, y), 17, 0)
    at += 26
    if face == FACE_DOWN:
        canvas.text("face down", (at, y + 1), 18, WHITE)
        return
    at += canvas.text(face, (at, y + 1), 19, WHITE) + 9
    if color:
        canvas.oval((at + 6, y), 7, 7, WHITE)
        canvas.oval((at + 6, y), 6, 6, CARD_COLORS[color])


def _is_card(code: str) -> bool:
    return not code.split(":", maxsplit=1)[0].islower()


def _in_words(view: TableView, seat: int, code: str) -> str:
    """Seats by their numbers, colours by their names."""
    kind, _, what = code.partition(":")
    deck = view.rules.deck_declaration
    if kind == "color":
        return f"names {deck.color_names[deck.color_letters.index(what)]}"
    if kind == "seat":
        return f"chooses seat {(seat + int(what)) % view.rules.players}"
    return code


def _scores_height(view: TableView) -> float:
    return 0.0 if view.scores is None else 34.0 + 18 * ((len(view.scores) + 1) // 2)


def _draw_scores(canvas: Canvas, view: TableView, top: float) -> None:
    """Totals in two columns."""
    canvas.line((_LEFT + 10, top), (_LEFT + _WIDTH - 10, top), GREY, 1)
    title = "scores" if view.target is None else f"scores, to {view.target}"
    canvas.text(title, (_LEFT + 10, top + 15), 19, GOLD)
    half = (_WIDTH - 12) / 2
    for place, score in enumerate(view.scores or ()):
        x, y = _LEFT + 8 + half * (place % 2), top + 36 + 18 * (place // 2)
        canvas.text(f"{place}", (x + 10, y), 17, GREY, "center")
        canvas.text(f"{score}", (x + half - 12, y), 17, WHITE, "right")


def draw_decision(canvas: Canvas, view: TableView) -> None:
    """The legal actions as chips, if they are known; a word about it if not."""
    canvas.box((0, _BOTTOM, 1000, 60), PANEL)
    if view.actor is None:
        words = "the round is over" if view.over else f"seat {view.seat} is not to act"
        canvas.text(words, (12, _BOTTOM + 31), 20, GREY)
        return
    width = canvas.text(f"Seat {view.actor}", (12, _BOTTOM + 20), 21, GOLD)
    width = max(width, canvas.text(f"{view.phase}", (12, _BOTTOM + 41), 21, WHITE))
    _draw_chips(canvas, view, 12 + width + 16)


def _draw_chips(canvas: Canvas, view: TableView, left: float) -> None:
    """The actions in rows, as large as there is room for; what finds none is counted."""
    for height, most in _CHIP_SIZES:
        rows = _chip_rows(canvas, view.legal, height, 940 - left)
        if len(rows) <= most:
            break
    pitch = height + 4
    top = _BOTTOM + 30 - pitch * min(len(rows), most) / 2
    for number, row in enumerate(rows[:most]):
        x = left
        for code in row:
            x += _draw_chip(canvas, code, x, top + pitch * number, height) + _CHIP_GAP
    if rows[most:]:
        canvas.text(f"+{sum(len(row) for row in rows[most:])}", (990, 688), 18, GREY, "right")


def _chip_rows(canvas: Canvas, codes: Sequence[str], height: float, width: float) -> list[list[str]]:
    rows: list[list[str]] = [[]]
    used = 0.0
    for code in codes:
        needed = canvas.text_width(code, height + 2) + 12 + _CHIP_GAP
        if used + needed > width:
            rows.append([])
            used = 0.0
        rows[-1].append(code)
        used += needed
    return rows


def _draw_chip(canvas: Canvas, code: str, x: float, y: float, height: float) -> float:
    ground, ink = _chip_colors(code)
    width = canvas.text_width(code, height + 2) + 12
    canvas.box((x, y, width, height), ground, 5)
    canvas.text(code, (x + width / 2, y + height / 2 + 0.5), height + 2, ink, "center")
    return width


def _chip_colors(code: str) -> tuple[Color, Color]:
    """Plays in the colour they bring, everything else dark."""
    kind, _, named = code.partition(":")
    letter = named or (code[0] if kind.upper() == kind and kind not in ("FRIEND", "LAP") else "")
    if letter not in CARD_COLORS:
        return INK, WHITE
    return CARD_COLORS[letter], INK if letter in "YP" else WHITE


def draw_result(canvas: Canvas, view: TableView) -> None:
    """A banner across the table once the round is over."""
    if view.result is None:
        return
    height = 24
    width = canvas.text_width(view.result, height) + 48
    area = (MIDDLE[0] - width / 2, MIDDLE[1] + 80, width, 44)
    canvas.box(area, GOLD, 14)
    canvas.box(area, INK, 14, edge=2)
    canvas.text(view.result, (MIDDLE[0], MIDDLE[1] + 103), height, INK, "center")
