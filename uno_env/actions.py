"""Actions and cards in notation: ids to codes and back.

The numbering itself is :mod:`uno_env.engine.layout`; the spelling is one and the same everywhere:
records, text rendering, tests and tools.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from uno_env.decks import DECKS
from uno_env.engine import layout
from uno_env.engine.cards import COLOURED_KINDS, FACES, ICON_OFFSET, KINDS, NO_COLOR, Face, Wild
from uno_env.engine.layout import ACTION_COLOR, ACTION_KIND, ACTIONS, Act

FACE_CODES = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "S", "R", "D", "S*", "R*", "D*")
WILD_CODES = ("W", "W*", "W4", "W4*", "RUN", "CAST", "FRIEND", "LAP")
DEFAULT_COLORS = "RYGB"

assert len(FACE_CODES) == FACES
assert FACE_CODES[Face.SKIP + ICON_OFFSET] == "S*"


class NotationError(ValueError):
    """A code that means nothing; the message says what is spelled how."""


@cache
def card_codes(colors: str = DEFAULT_COLORS) -> tuple[str, ...]:
    """The code of every kind, for a deck with these colour letters."""
    coloured = tuple(color + face for color in colors for face in FACE_CODES)
    return coloured + WILD_CODES


@cache
def action_codes(colors: str = DEFAULT_COLORS) -> tuple[str, ...]:
    """The code of every action, for a deck with these colour letters."""
    return tuple(_code(action, colors) for action in range(ACTIONS))


def _code(action: int, colors: str) -> str:
    if action < Act.DRAW:
        code = card_codes(colors)[ACTION_KIND[action]]
        names_color = ACTION_KIND[action] >= COLOURED_KINDS and ACTION_COLOR[action] != NO_COLOR
        return f"{code}:{colors[ACTION_COLOR[action]]}" if names_color else code
    if action < layout.COLOR.start:
        return Act(action).name.lower()
    if action < layout.SEAT.start:
        return f"color:{colors[action - layout.COLOR.start]}"
    return f"seat:+{action - layout.SEAT.start + 1}"


@cache
def _ids(colors: str) -> dict[str, int]:
    return {code: action for action, code in enumerate(action_codes(colors))}


@cache
def _kinds(colors: str) -> dict[str, int]:
    return {code: kind for kind, code in enumerate(card_codes(colors))}


def action_code(action: int, colors: str = DEFAULT_COLORS) -> str:
    """The notation of an action id.

    >>> action_code(7), action_code(64)
    ('R7', 'W:R')
    """
    if isinstance(action, bool) or not 0 <= action < ACTIONS:
        raise NotationError(f"there is no action {action!r}; ids run from 0 to {ACTIONS - 1}")
    return action_codes(colors)[action]


def action_id(code: str, colors: str = DEFAULT_COLORS) -> int:
    """The id of an action in notation.

    >>> action_id("draw"), action_id("P7", "PYGB")
    (90, 7)
    """
    try:
        return _ids(colors)[code]
    except (KeyError, TypeError):
        raise NotationError(_unknown_action(code, colors)) from None


def card_code(kind: int, colors: str = DEFAULT_COLORS) -> str:
    """The notation of a kind of card."""
    if isinstance(kind, bool) or not 0 <= kind < KINDS:
        raise NotationError(f"there is no kind {kind!r}; kinds run from 0 to {KINDS - 1}")
    return card_codes(colors)[kind]


def card_kind(code: str, colors: str = DEFAULT_COLORS) -> int:
    """The kind of a card in notation."""
    try:
        return _kinds(colors)[code]
    except (KeyError, TypeError):
        raise NotationError(
            f"{code!r} is no card; cards are a colour ({', '.join(colors)}) and a face "
            f"({', '.join(FACE_CODES)}), or one of {', '.join(WILD_CODES)}"
        ) from None


def _unknown_action(code: object, colors: str) -> str:
    if isinstance(code, str) and code in WILD_CODES:
        return f"{code!r} needs a colour: {', '.join(f'{code}:{color}' for color in colors)}"
    return (
        f"{code!r} is no action; actions are a card ({colors[0]}7, W:{colors[1]}), draw, pass, challenge, uno, "
        f"catch, take, split, color:{colors[0]} to name a colour, seat:+1 to choose a player"
    )


def layout_table() -> list[tuple[str, str, str]]:
    """The layout as rows of ids, notation and meaning; the documentation is made from it."""
    codes = action_codes()
    rows = [(layout.COLOURED, "play or lay a coloured card"), (layout.WILDS, "play a wild and name its colour")]
    table = [(f"{part.start}-{part.stop - 1}", _span(codes[part]), meaning) for part, meaning in rows]
    meanings = {
        Act.DRAW: "draw a card, or accept the pending draw",
        Act.PASS: "decline what is offered",
        Act.CHALLENGE: "challenge a Wild Draw Four",
        Act.UNO: "say UNO",
        Act.CATCH: "catch a silent player",
        Act.TAKE: "take the hand the lap has brought",
        Act.SPLIT: "deal the turned cards to all others",
    }
    table += [(str(int(act)), f"`{codes[act]}`", meaning) for act, meaning in meanings.items()]
    table.append((f"{layout.COLOR.start}-{layout.COLOR.stop - 1}", _span(codes[layout.COLOR]), "name a colour"))
    table.append(
        (f"{layout.SEAT.start}-{layout.SEAT.stop - 1}", _span(codes[layout.SEAT]), "choose a player, counted clockwise")
    )
    return table


def _span(codes: Sequence[str]) -> str:
    return f"`{codes[0]}` ... `{codes[-1]}`"


def deck_table() -> list[tuple[str, str, str, str]]:
    """The decks as rows of name, number of cards, own card and colours; the documentation is made from it."""
    return [
        (
            deck.name,
            str(deck.card_numbers),
            f"4 {WILD_CODES[deck.own_card - Wild.WILD]}" if deck.own_card is not None else "none",
            " ".join(deck.color_letters),
        )
        for deck in DECKS.values()
    ]
