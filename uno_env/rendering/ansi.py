"""A table as text, in colour on a terminal or plain.

>>> from uno_env import Game
>>> from uno_env.rendering.view import TableView
>>> text = render(TableView.of(Game(seed=1)), color=False)
"""

from __future__ import annotations

from collections.abc import Iterable

from uno_env.rendering.view import FACE_DOWN, SeatView, TableView

WIDTH = 100
LABEL = 22  # columns of the seat's name and marks, before its cards
ACTIONS_SHOWN = 8

_RESET = "\x1b[0m"
_BOLD, _DIM = "1", "2"
_ACTOR, _UNO, _RESULT = "1;30;103", "1;97;41", "1;30;102"
_BACK = "90"
#: Foreground and background of a card, by the letter of its colour; wilds are white on black.
_CARD_STYLES = {"R": "1;97;41", "P": "1;30;105", "Y": "1;30;103", "G": "1;30;42", "B": "1;97;44"}
_WILD_STYLE = "1;97;40"


class Line:
    """A line under construction: pieces with their styles, wrapped before they pass the margin."""

    def __init__(self, color: bool, indent: int = 0) -> None:
        self.color, self.indent = color, indent
        self.rows: list[str] = [""]
        self.used = 0

    def add(self, text: str, style: str = "") -> Line:
        """Put a piece at the end, on a new row if it does not fit."""
        if not text:
            return self
        length = len(text) if style else len(text.rstrip())
        if self.used > self.indent and self.used + length > WIDTH:
            self.rows.append(" " * self.indent)
            self.used = self.indent
        self.rows[-1] += f"\x1b[{style}m{text}{_RESET}" if style and self.color else text
        self.used += len(text)
        return self

    def pad(self, column: int) -> Line:
        """Go on at a column."""
        return self.add(" " * (column - self.used)) if column > self.used else self

    def __str__(self) -> str:
        return "\n".join(row.rstrip() for row in self.rows)


def render(view: TableView, color: bool = True) -> str:
    """The table as text; ``color=False`` leaves the colour codes out."""
    lines: list[Line] = [_heading(view, color), _rule(color), _piles(view, color), *_specials(view, color)]
    lines += [_rule(color), *(_seat(each, view, color) for each in view.seats), _rule(color)]
    if view.actions:
        lines.append(_actions(view, color))
    lines.append(_decision(view, color))
    return "\n".join(str(line) for line in lines)


def _rule(color: bool) -> Line:
    return Line(color).add("─" * WIDTH, _DIM)


def _heading(view: TableView, color: bool) -> Line:
    whose = "everybody's view" if view.seat is None else f"view of seat {view.seat}"
    line = Line(color).add(view.rules.describe(), _BOLD)
    return line.pad(WIDTH - len(whose)).add(whose, _DIM)


def _piles(view: TableView, color: bool) -> Line:
    line = Line(color).add("top card  ")
    _add_card(line, view.top)
    style = _CARD_STYLES[view.color] if view.color else _DIM
    line.add("   colour ").add(f" {view.color_name or 'none'} ", style)
    line.add("   ").add("↻ clockwise" if view.direction > 0 else "↺ anticlockwise", _BOLD)
    line.add(f"   draw pile {view.draw_size}").add(f"   discard pile {len(view.discard_pile)}")
    if view.pending:
        line.add("   ").add(f" +{view.pending} pending ", _UNO)
    return line


def _specials(view: TableView, color: bool) -> list[Line]:
    """Turned cards and scores, if there are any."""
    lines = []
    if view.turned:
        lines.append(_add_cards(Line(color, 10).add("turned    "), view.turned))
    if view.scores is not None:
        line = Line(color, 10).add("scores    ")
        for place, score in enumerate(view.scores):
            line.add(f"{place}: {score}   ")
        lines.append(line if view.target is None else line.add(f"(to {view.target})", _DIM))
    return lines


def _seat(each: SeatView, view: TableView, color: bool) -> Line:
    line = Line(color, LABEL)
    line.add("▶ " if each.acting else "  ", _BOLD)
    name = f"seat {each.seat}"
    line.add(name, _ACTOR if each.acting else _BOLD if each.seat == view.seat else "")
    line.add(" D" if each.dealer else "", _BOLD)
    line.add("" if each.partner is None else f" &{each.partner}", _DIM)
    if each.uno:
        line.add(" ").add("UNO", _UNO)
    line.pad(LABEL - 4).add(f"{each.hand_size:>3} ", _BOLD)
    if each.laid is not None:
        line.add("[lays ")
        _add_card(line, each.laid).add("] ")
    _add_cards(line, each.cards)
    if each.hidden:
        backs = f"▒ x{each.hidden}" if each.cards or each.hidden > 12 else " ".join("▒" * each.hidden)
        line.add(backs, _BACK)
    if each.hand_size == 0:
        line.add("out", _RESULT if each.seat == view.winner else "")
    return line


def _actions(view: TableView, color: bool) -> Line:
    line = Line(color, 10).add("last      ")
    for seat, code in view.actions[-ACTIONS_SHOWN:]:
        line.add(f"{seat}: ", _DIM).add(code, _text_style(code)).add("   ")
    return line


def _decision(view: TableView, color: bool) -> Line:
    if view.result is not None:
        return Line(color).add(f" {view.result} ", _RESULT)
    if view.actor is None:
        return Line(color).add("this seat is not to act", _DIM)
    line = Line(color, 10).add(f"{view.phase}".ljust(10), _BOLD)
    for code in view.legal:
        line.add(code, _text_style(code)).add("  ")
    return line


def _add_cards(line: Line, codes: Iterable[str]) -> Line:
    for code in codes:
        _add_card(line, code).add(" ")
    return line


def _add_card(line: Line, code: str) -> Line:
    """A card as a coloured chip; plain, just its code."""
    if code == FACE_DOWN:
        return line.add("▒", _BACK)
    style = _card_style(code)
    return line.add(f" {code} " if line.color else code, style)


def _card_style(code: str) -> str:
    named = code.split(":")
    letter = named[1] if len(named) > 1 else code[0]
    coloured = len(named) > 1 or (letter in _CARD_STYLES and code != "RUN")
    return _CARD_STYLES[letter] if coloured else _WILD_STYLE


def _text_style(code: str) -> str:
    """Plays in the colours of their cards, words plain."""
    return "" if code.islower() or code.startswith("seat") or code == FACE_DOWN else _card_style(code)
