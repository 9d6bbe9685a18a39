"""``human``: a person at a terminal.

The person is shown what the observation holds, and nothing else: the table is decoded from the row.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from agents.seeded import checked_masks, checked_rows
from agents.telling import YOU, card_words, meaning, seat_names, sentence
from uno_env.actions import WILD_CODES, action_codes, action_id, card_codes
from uno_env.game import IllegalAction
from uno_env.observation import Observations, split
from uno_env.rendering import ansi
from uno_env.rendering.observed import Numbers, observed_table
from uno_env.rendering.view import TableView
from uno_env.round.kernels import NO_ACTION, Actions, Masks
from uno_env.text_view import QUESTIONS, notation, parse_code

PROMPT = "> "
HELP = ("?", "help")
QUIT = ("q", "quit", "exit")
HOW_TO_ANSWER = (
    "Answer with a number of the list, with a code (R7, W:B, draw) or with words (red 7, wild blue); "
    "the beginning of a word will do.  ? shows this, q quits."
)
NARROWEST, WIDEST = 60, ansi.WIDTH
_WORD = re.compile(r"[a-z0-9+]+\*?")
_FILLERS = {"i", "a", "the", "play", "name", "choose", "with", "to", "please", "my"}


class Quit(Exception):
    """The person has had enough."""


def terminal_width() -> int:
    """Columns to write on."""
    return max(NARROWEST, min(WIDEST, shutil.get_terminal_size((WIDEST, 24)).columns))


class Human:
    """Asks a person in the terminal.

    ``seat`` is where the person sits: observations do not say it, and it only matters for the numbers shown.
    """

    #: Not to be asked by a program that plays thousands of games.
    asks_a_person = True

    def __init__(self, seat: int = 0) -> None:
        if isinstance(seat, bool) or not isinstance(seat, int) or seat < 0:
            raise ValueError(f"seat={seat!r}: must be the number of a seat, from 0 on")
        self.seat = seat
        #: Who sits where, by seat; empty if nobody has told.
        self.names: Sequence[str] = ()
        #: Whether to tell what the others have done since; whoever runs the table may do that better.
        self.tells = True

    def act(self, observations: Observations, masks: Masks) -> Actions:
        """One action a row, asked for one after another; -1 where nothing is legal."""
        masks = checked_masks(masks)
        rows = checked_rows(observations, len(masks))
        answers = [self._ask(row, mask) if mask.any() else NO_ACTION for row, mask in zip(rows, masks, strict=True)]
        return np.array(answers, np.int64)

    def _ask(self, row: Numbers, mask: Numbers) -> int:
        view = observed_table(row, mask, self.seat)
        question = Question(view, self.names)
        print("\n" + "\n".join([*self._news(view), *question.table(), *_extras(row, view), *question.choices()]))
        while True:
            try:
                answer = input(PROMPT).strip()
            except EOFError:
                print()
                raise Quit("no more input") from None
            if answer.casefold() in QUIT:
                raise Quit("the person at the terminal has quit")
            if answer.casefold() in HELP or not answer:
                print("\n".join(question.help() if answer else [HOW_TO_ANSWER]))
                continue
            try:
                return question.meant(answer)
            except IllegalAction as error:
                print(error)

    def _news(self, view: TableView) -> list[str]:
        """What the others have done since the person last acted, as far as the row remembers."""
        if not self.tells:
            return []
        names, news = _names_of(view, self.names), []
        for seat, code in reversed(view.actions):
            if seat == view.seat:
                break
            news.append(sentence(seat, code, view.rules.deck_declaration, names, color=ansi.color_wanted()))
        return news[::-1]

    def __repr__(self) -> str:
        return "Human()" if self.seat == 0 else f"Human(seat={self.seat})"


class Question:
    """A decision put to a person: what is shown, and what an answer means."""

    def __init__(self, view: TableView, names: Sequence[str] = ()) -> None:
        self.deck = view.rules.deck_declaration
        order = action_codes(self.deck.color_letters).index
        #: In the order of the list: colours, wilds, whatever else can be done, and doing nothing.
        self.legal = sorted(view.legal, key=lambda code: (code == "pass", order(code)))
        self.names = names
        self.view = replace(view, seats=tuple(replace(each, cards=self._in_order(each.cards)) for each in view.seats))
        self.color, self.width = ansi.color_wanted(), terminal_width()

    def _in_order(self, cards: Iterable[str]) -> tuple[str, ...]:
        """Colour by colour, wilds last."""
        return tuple(sorted(cards, key=card_codes(self.deck.color_letters).index))

    # -- showing -----------------------------------------------------------------------------------

    def table(self) -> list[str]:
        """The table."""
        return [ansi.render_table(self.view, self.color, width=self.width, names=self.names)]

    def choices(self) -> list[str]:
        """What is asked, and the numbered answers."""
        line = ansi.Line(self.color, 2, self.width).add("  ")
        for number, code in enumerate(self.legal, 1):
            shown = code + self._explained(code)
            line.make_room(len(f"{number} {shown}")).add(f"{number} ").add(shown, ansi.text_style(code)).add("   ")
        return [QUESTIONS[self.view.phase or "turn"], str(line)]

    def _explained(self, code: str) -> str:
        """A few words beside a code that does not speak for itself."""
        if code == "draw" and self.view.pending:
            return f" ({self.view.pending} cards)"
        if code.startswith("seat:"):
            chosen = self._chosen(code)
            size, name = self.view.seats[chosen].hand_size, f" {self.names[chosen]}" if self.names else ""
            return f" (seat {chosen}{name}, {size} card{'' if size == 1 else 's'})"
        words = meaning(code, self.view.phase)
        return "" if words.startswith(code) or not words else f" ({words})"

    def _chosen(self, code: str) -> int:
        return ((self.view.seat or 0) + int(code.removeprefix("seat:"))) % len(self.view.seats)

    def help(self) -> list[str]:
        """How to answer, how cards are spelled, what can be said now."""
        return [HOW_TO_ANSWER, notation(self.view), *self.choices()]

    # -- understanding -----------------------------------------------------------------------------

    def meant(self, answer: str) -> int:
        """The action an answer means; :class:`IllegalAction` says what is wrong with it."""
        letters = self.deck.color_letters
        if answer.isdecimal():
            if not 1 <= int(answer) <= len(self.legal):
                raise IllegalAction(f"the list has the numbers 1 to {len(self.legal)}")
            return action_id(self.legal[int(answer) - 1], letters)
        if answer.casefold() not in {code.casefold() for code in self.legal}:
            found = self._spoken(answer)
            if len(found) == 1:
                return action_id(found[0], letters)
            if found:
                raise IllegalAction(f"that could be {', '.join(found)}: which one?")
        return action_id(parse_code(answer, self.legal, letters, self._refusal), letters)

    def _spoken(self, answer: str) -> list[str]:
        """The legal codes that words may mean: those with just these words, else those with all that begin so."""
        said = [word for word in _WORD.findall(answer.casefold()) if word not in _FILLERS]
        if not said:
            return []
        words = {code: self._words(code) for code in self.legal}
        exact = [code for code in self.legal if words[code] == set(said)]
        return exact or [
            code for code in self.legal if all(any(word.startswith(each) for word in words[code]) for each in said)
        ]

    def _words(self, code: str) -> set[str]:
        if code.startswith("seat:"):
            chosen = self._chosen(code)
            name = self.names[chosen] if self.names else ""
            spoken = f"seat {chosen} {code.removeprefix('seat:')} {name}"
        elif code.startswith("color:"):
            spoken = f"colour color {self.deck.color_names[self.deck.color_letters.index(code[-1])]}"
        elif code.islower():
            spoken = f"{code} {meaning(code, self.view.phase)}"
        else:
            spoken = card_words(code, self.deck)
        return {word for word in _WORD.findall(spoken.casefold()) if word not in _FILLERS}

    def _refusal(self, named: str) -> str:
        """Why what is named cannot be done, as far as the person can see."""
        view = self.view
        card = named.partition(":")[0]
        legal = f"; legal: {', '.join(self.legal)}"
        if named in WILD_CODES and any(code.startswith(f"{named}:") for code in self.legal):
            return f"{named} needs a colour: {', '.join(code for code in self.legal if code.startswith(named + ':'))}"
        if card not in card_codes(self.deck.color_letters):
            return f"{named} is not possible now{legal}"
        if card not in view.seats[view.seat or 0].cards:
            return f"{card} is not in your hand{legal}"
        table = view.top + ("" if view.color is None else f" ({view.color_name} in play)")
        return f"{card} cannot be played on {table}{legal}" if view.phase == "turn" else f"{card} not now{legal}"


def _names_of(view: TableView, names: Sequence[str]) -> list[str]:
    """How the players are called in sentences."""
    if names:
        return seat_names(names)
    return [YOU if each.seat == view.seat else f"seat {each.seat}" for each in view.seats]


def _extras(row: Numbers, view: TableView) -> list[str]:
    """What the table does not show: the own hand while it is away on a lap, and the score in percent."""
    parts, lines = split(row), []
    if view.phase == "lap":
        codes = card_codes(view.rules.deck_declaration.color_letters)
        own = [codes[kind] for kind in np.flatnonzero(parts["hand"]) for _ in range(int(parts["hand"][kind]))]
        shown = " ".join(ansi.chip(code, ansi.color_wanted()) for code in own)
        lines.append(f"before you lies somebody else's hand; your own, on its way round, is {shown}")
    if parts["target"][0]:
        players = view.rules.players
        shares = (f"{each.seat}: {parts['scores'][(each.seat - (view.seat or 0)) % players]} %" for each in view.seats)
        lines.append(f"match      {'   '.join(shares)}   (of the target)")
    return lines
