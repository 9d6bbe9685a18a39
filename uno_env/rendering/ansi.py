"""A table as text, in colour on a terminal or plain.

>>> from uno_env import Game
>>> from uno_env.rendering.view import TableView
>>> text = render(TableView.of(Game(seed=1)), color=False)
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from uno_env.rendering.view import FACE_DOWN, SeatView, TableView

WIDTH = 100
LABEL = 22  # columns of the seat's number and marks, before its cards
LONGEST_NAME = 24
ACTIONS_SHOWN = 8

_RESET = "\x1b[0m"
_BOLD, _DIM = "1", "2"
_ACTOR, _UNO, _RESULT = "1;30;103", "1;97;41", "1;30;102"
_BACK = "90"
#: Foreground and background of a card, by the letter of its colour; wilds are white on black.
_CARD_STYLES = {"R": "1;97;41", "P": "1;30;105", "Y": "1;30;103", "G": "1;30;42", "B": "1;97;44"}
_WILD_STYLE = "1;97;40"


@dataclass(frozen=True)
class Paper:
    """What the table is written on."""

    color: bool = True
    width: int = WIDTH
    #: Who sits where, by seat; nobody need have a name.
    names: Sequence[str] = ()

    def line(self, indent: int = 0) -> Line:
        """An empty line."""
        return Line(self.color, indent, self.width)

    @property
    def label(self) -> int:
        """Columns before the cards of a seat."""
        return LABEL + (1 + min(LONGEST_NAME, max(map(len, self.names))) if self.names else 0)


class Line:
    """A line under construction: pieces with their styles, wrapped before they pass the margin."""

    def __init__(self, color: bool, indent: int = 0, width: int = WIDTH) -> None:
        self.color, self.indent, self.width = color, indent, width
        self.rows: list[str] = [""]
        self.used = 0

    def add(self, text: str, style: str = "") -> Line:
        """Put a piece at the end, on a new row if it does not fit."""
        if not text:
            return self
        self.make_room(len(text) if style else len(text.rstrip()))
        self.rows[-1] += f"\x1b[{style}m{text}{_RESET}" if style and self.color else text
        self.used += len(text)
        return self

    def make_room(self, length: int) -> Line:
        """Go on in a new row if so many columns do not fit: pieces that belong together are not torn apart."""
        if self.used > self.indent and self.used + length > self.width:
            self.rows.append(" " * self.indent)
            self.used = self.indent
        return self

    def pad(self, column: int) -> Line:
        """Go on at a column."""
        return self.add(" " * (column - self.used)) if column > self.used else self

    def __str__(self) -> str:
        return "\n".join(row.rstrip() for row in self.rows)


def color_wanted() -> bool:
    """Does whoever reads the output want colours?  Not in a file, and not with ``NO_COLOR`` set."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def render(view: TableView, color: bool = True, *, width: int = WIDTH, names: Sequence[str] = ()) -> str:
    """The table as text; ``color=False`` leaves the colour codes out, ``names`` are the players' by seat."""
    paper = Paper(color, width, names)
    lines = _table(view, paper)
    if view.actions:
        lines.append(_actions(view, paper))
    lines.append(_decision(view, paper))
    return _joined(lines)


def render_table(view: TableView, color: bool = True, *, width: int = WIDTH, names: Sequence[str] = ()) -> str:
    """The table alone, without the last actions and the decision at hand."""
    return _joined(_table(view, Paper(color, width, names)))


def chip(code: str, color: bool = True) -> str:
    """A card, or a play of one, in a sentence."""
    return str(Line(color).add(code, text_style(code)))


def _table(view: TableView, paper: Paper) -> list[Line]:
    lines = [_heading(view, paper), _rule(paper), _piles(view, paper), *_specials(view, paper), _rule(paper)]
    return [*lines, *(_seat(each, view, paper) for each in view.seats), _rule(paper)]


def _joined(lines: Iterable[Line]) -> str:
    return "\n".join(str(line) for line in lines)


def _rule(paper: Paper) -> Line:
    return paper.line().add("─" * paper.width, _DIM)


def _heading(view: TableView, paper: Paper) -> Line:
    whose = "everybody's view" if view.seat is None else f"view of seat {view.seat}"
    line = paper.line().add(view.rules.describe(), _BOLD)
    return line.pad(paper.width - len(whose)).add(whose, _DIM)


def _piles(view: TableView, paper: Paper) -> Line:
    line = paper.line().add("top card  ")
    _add_card(line, view.top)
    style = _CARD_STYLES[view.color] if view.color else _DIM
    line.add("   colour ").add(f" {view.color_name or 'none'} ", style)
    line.add("   ").add("↻ clockwise" if view.direction > 0 else "↺ anticlockwise", _BOLD)
    line.add(f"   draw pile {view.draw_size}").add(f"   discard pile {len(view.discard_pile)}")
    if view.pending:
        line.add("   ").add(f" +{view.pending} pending ", _UNO)
    return line


def _specials(view: TableView, paper: Paper) -> list[Line]:
    """Turned cards and scores, if there are any."""
    lines = []
    if view.turned:
        lines.append(_add_cards(paper.line(10).add("turned    "), view.turned))
    if view.scores is not None:
        line = paper.line(10).add("scores    ")
        for place, score in enumerate(view.scores):
            line.add(f"{place}: {score}   ")
        lines.append(line if view.target is None else line.add(f"(to {view.target})", _DIM))
    return lines


def _seat(each: SeatView, view: TableView, paper: Paper) -> Line:
    line = paper.line(paper.label)
    line.add("▶ " if each.acting else "  ", _BOLD)
    line.add(f"seat {each.seat}", _ACTOR if each.acting else _BOLD if each.seat == view.seat else "")
    line.add(" D" if each.dealer else "", _BOLD)
    line.add("" if each.partner is None else f" &{each.partner}", _DIM)
    if each.uno:
        line.add(" ").add("UNO", _UNO)
    if paper.names:
        name = paper.names[each.seat]
        line.add(" ").add(name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…", _DIM)
    line.pad(paper.label - 4).add(f"{each.hand_size:>3} ", _BOLD)
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


def _actions(view: TableView, paper: Paper) -> Line:
    line = paper.line(10).add("last      ")
    for seat, code in view.actions[-ACTIONS_SHOWN:]:
        line.add(f"{seat}: ", _DIM).add(code, text_style(code)).add("   ")
    return line


def _decision(view: TableView, paper: Paper) -> Line:
    if view.result is not None:
        return paper.line().add(f" {view.result} ", _RESULT)
    if view.actor is None:
        return paper.line().add("this seat is not to act", _DIM)
    line = paper.line(10).add(f"{view.phase}".ljust(10), _BOLD)
    for code in view.legal:
        line.add(code, text_style(code)).add("  ")
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


def text_style(code: str) -> str:
    """Plays in the colours of their cards, words plain."""
    return "" if code.islower() or code.startswith("seat") or code == FACE_DOWN else _card_style(code)
