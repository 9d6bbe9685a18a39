"""What players do, in sentences: ``seat 1 (expert) plays G7``, ``you draw B4 Y2``.

Only what everybody at the table can see is told; of the cards that are drawn, only one's own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from uno_env.actions import WILD_CODES
from uno_env.decks import Deck
from uno_env.game import Game
from uno_env.rendering.ansi import chip
from uno_env.rendering.view import FACE_DOWN

YOU = "you"
#: What is done where no card is played and nobody is chosen, by phase; "" is any other phase.
_DEEDS = {
    "draw": {"": "draw"},
    "pass": {
        "": "pass",
        "drawn": "keep the card",
        "uno": "say nothing",
        "catch": "let it go",
        "jump_in": "do not jump in",
        "respond": "take it",
        "lap": "pass the hands on",
    },
    "challenge": {"": "challenge the Wild Draw Four"},
    "uno": {"": "say UNO"},
    "catch": {"": "catch the silent player"},
    "take": {"": "take the hand"},
    "split": {"": "deal the turned cards to all others"},
    FACE_DOWN: {"": "lay a card face down"},
}
_CHOICES = {"swap": "trade hands with", "give": "give the turned cards to"}
_PLAYS = {"drawn": "play the drawn card", "jump_in": "jump in with", "lay": "lay", "guess": "lay"}


def seat_names(names: Sequence[str]) -> list[str]:
    """How players are called in sentences: by seat, and by name if they have one, unless they are the reader."""
    return [
        name if name == YOU else f"seat {seat} ({name})" if name else f"seat {seat}" for seat, name in enumerate(names)
    ]


def sentence(
    actor: int, code: str, deck: Deck, names: Sequence[str], phase: str | None = None, *, color: bool = False
) -> str:
    """Who does what; ``names`` are those of sentences, by seat, and ``phase`` is what was being decided, if known."""
    if code in _DEEDS:
        deed = meaning(code, phase)
    elif code.startswith("seat:"):
        chosen = (actor + int(code.removeprefix("seat:"))) % len(names)
        deed = f"{_CHOICES.get(phase or '', 'choose')} {names[chosen]}"
    elif code.startswith("color:"):
        deed = f"name {_color_name(code, deck)}"
    else:
        deed = f"{_verb_of_play(code, phase)} {_play(code, deck, color)}"
    return _said(names[actor], deed)


def meaning(code: str, phase: str | None = None) -> str:
    """What an action without card, colour or seat does, in this phase: ``pass`` can be ``keep the card``."""
    deeds = _DEEDS.get(code, {})
    return deeds.get(phase or "", deeds.get("", ""))


def _said(who: str, deed: str) -> str:
    return f"{who} {deed if who == YOU else _third_person(deed)}"


def _verb_of_play(code: str, phase: str | None) -> str:
    if phase == "respond":
        return "block with" if code.startswith("RUN") else "answer with"
    return _PLAYS.get(phase or "", "play")


def _play(code: str, deck: Deck, color: bool) -> str:
    card, _, named = code.partition(":")
    return chip(card, color) + (f", naming {_color_name(code, deck)}" if named else "")


def _color_name(code: str, deck: Deck) -> str:
    return deck.color_names[deck.color_letters.index(code[-1])]


def _third_person(deed: str) -> str:
    verb, _, rest = deed.partition(" ")
    if verb == "do":
        verb = "does"
    else:
        verb += "es" if verb.endswith(("s", "ch")) else "s"
    return f"{verb} {rest}".strip()


def card_words(code: str, deck: Deck) -> str:
    """A card, or a play of one, in words: ``red 7``, ``wild draw four blue``."""
    card, _, named = code.partition(":")
    spoken = {"W": "wild", "W4": "wild draw four", "RUN": "run", "FRIEND": "friendship", "CAST": "casting call"}
    faces = {"S": "skip", "R": "reverse", "D": "draw two"}
    plain = card.rstrip("*")
    if card in WILD_CODES:
        words = spoken.get(plain, "victory lap")
    else:
        words = f"{_color_name(plain[0], deck)} {faces.get(plain[1:], plain[1:])}"
    if card.endswith("*"):
        words += " icon"
    return words + (f" {_color_name(code, deck)}" if named else "")


@dataclass(frozen=True)
class _Seen:
    """What could be seen before a decision."""

    actor: int
    phase: str
    hands: list[list[str]]
    actions: list[tuple[int, str]]
    turned: list[str]
    discarded: int
    left: int


class Teller:
    """Tells what happens at a table: call :meth:`look` before a decision and :meth:`told` after it.

    ``viewer`` is the seat for which it is told (None: for onlookers, who see no hand); ``names`` are those of the
    players by seat.  With ``reveal`` decisions that leave no trace at the table are told too.
    """

    def __init__(
        self, names: Sequence[str], viewer: int | None = None, *, color: bool = False, reveal: bool = False
    ) -> None:
        self.names, self.viewer, self.color, self.reveal = seat_names(names), viewer, color, reveal
        self._before: _Seen | None = None

    def look(self, game: Game) -> None:
        """See the table before a decision."""
        table = game.snapshot()
        self._before = _Seen(
            actor=-1 if game.actor is None else game.actor,
            phase=game.phase,
            hands=table["hands"],
            actions=game.public_actions(),
            turned=table["turned"],
            discarded=len(table["discard_pile"]),
            left=len(table["draw_pile"]),
        )

    def told(self, game: Game, code: str) -> list[str]:
        """What the decision, with this code, has brought, as sentences."""
        before = self._before
        if before is None:
            raise ValueError("look at the table before the decision is made")
        table = game.snapshot()
        own = before.actor == self.viewer
        seen = game.public_actions() != before.actions
        lines: list[str] = []
        if seen or own or self.reveal:
            shown = code if own or self.reveal or not seen else game.public_actions()[-1][1]
            lines.append(self._deed(game, shown, before, table["hands"]))
        if len(table["draw_pile"]) != before.left or before.phase == "give":  # else hands have only been passed on
            lines += self._gains(before, table["hands"], drawn_as_told=bool(lines) and code == "draw")
        elif game.rules.seven_zero and _passed_along(before, table["hands"]):
            lines.append("all hands are passed along")
        if table["turned"] and table["turned"] != before.turned:
            lines.append(f"turned: {self._cards(table['turned'])}")
        if before.phase in ("lay", "guess") and len(table["discard_pile"]) > before.discarded:
            new = table["discard_pile"][: len(table["discard_pile"]) - before.discarded]
            lines.append(f"the cards are turned up; out go {self._cards(new[::-1])}")
        if len(table["draw_pile"]) > before.left:
            lines.append("the discard pile is shuffled and becomes the draw pile")
        return lines

    def _deed(self, game: Game, code: str, before: _Seen, hands: list[list[str]]) -> str:
        actor = before.actor
        text = sentence(actor, code, game.rules.deck_declaration, self.names, before.phase, color=self.color)
        drawn = len(hands[actor]) - len(before.hands[actor])
        if code != "draw" or drawn < 1:
            return text
        if actor == self.viewer:
            return f"{text} {self._cards(_new_cards(before.hands[actor], hands[actor]))}"
        return text if drawn == 1 else f"{text} {drawn} cards"

    def _gains(self, before: _Seen, hands: list[list[str]], *, drawn_as_told: bool) -> list[str]:
        """Who has got cards without asking for them."""
        lines = []
        for seat, hand in enumerate(hands):
            count = len(hand) - len(before.hands[seat])
            if count < 1 or (drawn_as_told and seat == before.actor):
                continue
            deed = _said(self.names[seat], "get" if before.phase == "give" else "draw")
            cards = f"{count} card" + ("s" if count > 1 else "")
            lines.append(
                f"{deed} {self._cards(_new_cards(before.hands[seat], hand)) if seat == self.viewer else cards}"
            )
        return lines

    def _cards(self, codes: Sequence[str]) -> str:
        return " ".join(chip(code, self.color) for code in codes)


def _new_cards(before: Sequence[str], after: Sequence[str]) -> list[str]:
    return sorted((Counter(after) - Counter(before)).elements())


def _passed_along(before: _Seen, hands: list[list[str]]) -> bool:
    """Has anybody but the player lost cards?  Only a 0 does that where nobody has been asked for a card or a seat."""
    asked = before.phase in ("swap", "lap", "lay", "guess")
    others = (seat for seat in range(len(hands)) if seat != before.actor)
    return not asked and any(Counter(before.hands[seat]) - Counter(hands[seat]) for seat in others)
