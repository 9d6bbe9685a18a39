"""Decks of one's own: other numbers of the cards there are, and other answers to what the five sheets disagree on.

A deck is declared like the five, and found by its name once it is registered, or as ``"module:ATTRIBUTE"``, which
records and worker processes understand without being told.

>>> from uno_env import Game, RuleSet
>>> from uno_env.decks import Deck
>>> small = Deck("numbers", "Numbers only", "ours", contents={f"{c}{n}": 2 for c in "RYGB" for n in range(1, 10)})
>>> register_deck(small)
>>> Game(RuleSet(deck="numbers", players=2), seed=1).snapshot()["over"]
False

A deck has at most as many copies of a card as the five have.  Its own card, if any, is one of theirs with that card's
effect; a new effect is a file in ``uno_env/decks``.  In observations a deck is shown as the one of the five that has
the same own card, and agents that count cards count those of the whole deck.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from functools import cache

from uno_env.actions import NotationError, card_code, card_kind
from uno_env.decks import DECKS, Deck
from uno_env.engine.cards import COLOURED_KINDS, COPIES, FACES, KINDS, Face, Wild
from uno_env.spelling import did_you_mean

#: What the colours can be called.
LETTERS = tuple(dict.fromkeys(deck.color_letters for deck in DECKS.values()))
_REGISTERED: dict[str, Deck] = {}


class DeckError(ValueError):
    """A deck that is not known or cannot be played with; the message says what to change."""


def register_deck(deck: Deck) -> None:
    """Make a deck known by its name, for every rule set of this process.  The same deck may be registered again."""
    if not isinstance(deck, Deck):
        raise TypeError(f"register_deck takes a uno_env.decks.Deck, not {type(deck).__name__}")
    if not isinstance(deck.name, str) or not deck.name.isidentifier():
        raise DeckError(f"{deck.name!r} cannot name a deck: use letters, digits and _")
    taken = DECKS.get(deck.name, _REGISTERED.get(deck.name, deck))
    if taken != deck:
        raise DeckError(f"there is a deck named {deck.name!r} already: choose another name")
    checked(deck)
    _REGISTERED[deck.name] = deck


def find_deck(name: str) -> Deck:
    """A deck by its name, or by ``"module:ATTRIBUTE"``."""
    if name in DECKS:
        return DECKS[name]
    if name in _REGISTERED:
        return _REGISTERED[name]
    if ":" in name:
        return _imported(name)
    known = (*DECKS, *_REGISTERED)
    raise DeckError(
        f"unknown deck {name!r}{did_you_mean(name, known)}; decks: {', '.join(known)}, and those of your own: "
        "uno_env.own_decks.register_deck(Deck(...)), or 'module:ATTRIBUTE'"
    )


@cache
def _imported(place: str) -> Deck:
    module, _, attribute = place.partition(":")
    try:
        found = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise DeckError(f"deck {place!r} cannot be imported: {error}") from error
    if not isinstance(found, Deck):
        raise DeckError(f"deck {place!r} is a {type(found).__name__}, not a uno_env.decks.Deck")
    return checked(found)


def checked(deck: Deck) -> Deck:
    """The deck, if it can be played with."""
    # Other letters could be mistaken for wilds (W4), and no renderer would know their colours.
    if deck.color_letters not in LETTERS:
        raise DeckError(
            f"deck {deck.name!r}: color_letters={deck.color_letters!r} must be those of one of the five decks: "
            f"{', '.join(LETTERS)}"
        )
    if not isinstance(deck.color_names, tuple) or len(deck.color_names) != 4:
        raise DeckError(f"deck {deck.name!r}: color_names must be four names, not {deck.color_names!r}")
    if deck.contents is not None and not isinstance(deck.contents, Mapping):
        raise DeckError(f"deck {deck.name!r}: contents must map codes to numbers of copies, not {deck.contents!r}")
    family_of(deck)
    copies_of(deck)
    return deck


def family_of(deck: Deck) -> str:
    """The one of the five decks that has the same own card, or none either."""
    for each in DECKS.values():
        if each.own_card == deck.own_card:
            return each.name
    own_cards = ", ".join(f"Wild.{each.own_card.name}" for each in DECKS.values() if each.own_card is not None)
    raise DeckError(f"deck {deck.name!r}: own_card={deck.own_card!r} is no deck's own card; use None or {own_cards}")


def copies_of(deck: Deck) -> dict[int, int]:
    """How many copies of each kind a deck has, icons left aside."""
    most = {kind: int(COPIES[kind]) for kind in range(KINDS) if _is_plain(kind, deck)}
    if deck.contents is None:
        return most
    copies: dict[int, int] = {}
    for code, count in deck.contents.items():
        try:
            kind = card_kind(code, deck.color_letters)
        except NotationError as error:
            raise DeckError(f"deck {deck.name!r}: {error}") from None
        if kind not in most:
            why = "it is not this deck's own card" if code[-1] != "*" else "icons come from the rule set's icons"
            raise DeckError(f"deck {deck.name!r}: {code} cannot be among its contents: {why}")
        if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= most[kind]:
            raise DeckError(
                f"deck {deck.name!r}: contents[{code!r}]={count!r}: there can be 0 to {most[kind]} copies of "
                f"{card_code(kind, deck.color_letters)}"
            )
        copies[kind] = count
    return copies


def _is_plain(kind: int, deck: Deck) -> bool:
    """Is it a kind the deck can have, before icons are put on?"""
    if kind < COLOURED_KINDS:
        return kind % FACES < Face.ICON_SKIP
    return kind in (Wild.WILD, Wild.DRAW_FOUR, deck.own_card)
