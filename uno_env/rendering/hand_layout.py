"""Where seats sit and where the cards of a hand lie.  Geometry only; nothing is drawn here.

Lengths are table units; the picture is 1000 by 700 of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate

#: The part of the picture the table fills: left, top, width, height.
TABLE = (0.0, 34.0, 826.0, 600.0)
MIDDLE = (TABLE[0] + TABLE[2] / 2, TABLE[1] + TABLE[3] / 2)
PLATE_HEIGHT = 24.0
_GAP = 8.0
_HAND_HEIGHT = 98.0
_OWN_HEIGHT = 118.0

#: Seats in the bottom row, up the left side, along the top, down the right side, when all hands are equal.
_ALL_ROUND = {
    2: (1, 0, 1, 0),
    3: (1, 1, 0, 1),
    4: (1, 1, 1, 1),
    5: (1, 1, 2, 1),
    6: (1, 2, 1, 2),
    7: (1, 2, 2, 2),
    8: (2, 2, 2, 2),
    9: (2, 2, 3, 2),
    10: (3, 2, 3, 2),
}
#: The same, when the viewer has the bottom row alone.
_OPPOSITE = {
    2: (1, 0, 1, 0),
    3: (1, 1, 0, 1),
    4: (1, 1, 1, 1),
    5: (1, 1, 2, 1),
    6: (1, 1, 3, 1),
    7: (1, 2, 2, 2),
    8: (1, 2, 3, 2),
    9: (1, 2, 4, 2),
    10: (1, 2, 5, 2),
}
_ROW_WIDTHS = {1: 520.0, 2: 360.0, 3: 250.0, 4: 192.0, 5: 154.0}
_SIDE_WIDTHS = {1: 214.0, 2: 182.0}


@dataclass(frozen=True)
class Area:
    """A rectangle for a hand, its name plate below it."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        """The point in the middle."""
        return self.x + self.width / 2, self.y + self.height / 2


@dataclass(frozen=True)
class Slot:
    """Where one card lies: its middle, relative to the upper left corner of the hand's area, and its tilt."""

    x: float
    y: float
    degrees: float


@cache
def seat_areas(players: int, viewer: int | None) -> tuple[Area, ...]:
    """The area of each seat, by seat: clockwise round the table, the viewer (or seat 0) at the bottom."""
    bottom, left, top, right = (_ALL_ROUND if viewer is None else _OPPOSITE)[players]
    low = TABLE[1] + TABLE[3] - _GAP - PLATE_HEIGHT
    row_height = _OWN_HEIGHT if viewer is not None else _HAND_HEIGHT
    row_width = 780.0 if viewer is not None else _ROW_WIDTHS[bottom]
    around = _row(bottom, row_width, low - row_height, row_height)[::-1]
    around += _side(left, TABLE[0] + _GAP, top)[::-1]
    around += _row(top, _ROW_WIDTHS[max(top, 1)], TABLE[1] + _GAP, _HAND_HEIGHT)
    around += _side(right, TABLE[0] + TABLE[2] - _GAP - _SIDE_WIDTHS[max(right, 1)], top)
    first = bottom // 2
    around = around[first:] + around[:first]
    start = viewer or 0
    return tuple(around[(seat - start) % players] for seat in range(players))


def _row(count: int, width: float, y: float, height: float) -> list[Area]:
    """Areas from left to right."""
    pitch = min(TABLE[2] / max(count, 1), width + 20)
    left = MIDDLE[0] - pitch * count / 2
    return [Area(left + pitch * place + (pitch - width) / 2, y, width, height) for place in range(count)]


def _side(count: int, x: float, top: int) -> list[Area]:
    """Areas from the top down, below the top row if there is one."""
    middle = MIDDLE[1] - 4 if top else MIDDLE[1] - 90
    height = _HAND_HEIGHT if count > 1 else _HAND_HEIGHT + 36
    pitch = height + PLATE_HEIGHT + 16
    first = middle - pitch * count / 2 + 4
    return [Area(x, first + pitch * place, _SIDE_WIDTHS[max(count, 1)], height) for place in range(count)]


@cache
def lay_out(hidden: int, shown: int, width: float, height: float, largest: float) -> tuple[float, tuple[Slot, ...]]:
    """The width of a card and the place of every card of a hand, backs first.

    Cards are as large as they can be with the corner of every face showing; long hands lie in several rows.
    """
    cards = [0.16] * hidden + [0.4] * shown  # how much of its width each must show
    card_width = largest
    while card_width > 12:
        for rows in range(1, 7):
            if card_width * 1.5 * (1 + 0.46 * (rows - 1)) > height:
                break
            split = _split(cards, rows)
            if all(card_width * (1 + sum(row[:-1])) <= width for row in split):
                return card_width, _slots(split, card_width, width, height)
        card_width -= 1
    return card_width, _slots(_split(cards, 6), card_width, width, height)


def _split(cards: Sequence[float], rows: int) -> list[list[float]]:
    """Rows of about the same length."""
    total, split = sum(cards), [[] for _ in range(rows)]  # type: tuple[float, list[list[float]]]
    for card, end in zip(cards, accumulate(cards), strict=True):
        split[min(rows - 1, int((end - card / 2) * rows / max(total, 0.01)))].append(card)
    return [row for row in split if row]


def _slots(rows: list[list[float]], card_width: float, width: float, height: float) -> tuple[Slot, ...]:
    """Spread each row over the width it may have, and fan a single row a little."""
    card_height = card_width * 1.5
    block = card_height * (1 + 0.46 * (len(rows) - 1))
    slots: list[Slot] = []
    for number, row in enumerate(rows):
        y = (height - block) / 2 + card_height * (0.5 + 0.46 * number)
        taken = sum(row[:-1]) * card_width
        stretch = min(1.9, (width - card_width) / taken) if taken else 1.0
        left = (width - card_width - taken * stretch) / 2 + card_width / 2
        offsets = [0.0, *accumulate(step * card_width * stretch for step in row[:-1])]
        tilt = min(3.0, 16 / len(row)) if len(rows) == 1 and len(row) > 1 else 0.0
        for place, offset in enumerate(offsets):
            off_middle = place - (len(row) - 1) / 2
            sag = tilt * abs(off_middle) ** 2 * 0.12 if tilt else 0.0
            slots.append(Slot(left + offset, y + min(sag, 5), round(-tilt * off_middle, 1)))
    return tuple(slots)
