"""Rule sets: which deck, how many players, which house rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any

import numpy as np

from uno_env.decks import DECKS, Deck
from uno_env.engine.cards import (
    CARDS,
    COLORS,
    COLOURED_KINDS,
    FACES,
    FIRST_CARD,
    ICON_OFFSET,
    NO_KIND,
    SYMBOL,
    Face,
    Symbol,
    Wild,
)
from uno_env.engine.layout import MAX_PLAYERS
from uno_env.engine.state import RULES, Rules
from uno_env.own_decks import DeckError, copies_of, family_of, find_deck
from uno_env.spelling import did_you_mean

MIN_PLAYERS = 2
HAND_SIZE = 7

#: Icons of each action card: copies per colour for S, R and D, copies in all for W and W4.
DEFAULT_ICONS: Mapping[str, int] = MappingProxyType({"S": 1, "R": 1, "D": 1, "W": 2, "W4": 2})
MOST_ICONS: Mapping[str, int] = MappingProxyType({"S": 2, "R": 2, "D": 2, "W": 4, "W4": 4})
_ICON_FACES = {"S": Face.SKIP, "R": Face.REVERSE, "D": Face.DRAW_TWO}
_ICON_WILDS = {"W": Wild.WILD, "W4": Wild.DRAW_FOUR}

UNO_CALLS = ("explicit", "auto")
CASTING_MATCHES = ("match", "identical")


class RulesError(ValueError):
    """A rule set that cannot be played; the message says what to change."""


@dataclass(frozen=True)
class RuleSet:
    """The rules of one table.  Frozen; compare, hash, print and ``replace`` it like any value.

    >>> RuleSet(deck="run", players=4, jump_in=True).describe()
    'run, 4 players, jump_in'
    """

    #: ``classic``, ``run``, ``friendship``, ``casting_call`` or ``victory_lap``; or a registered one of your own.
    deck: str = "classic"
    #: 2 to 10.
    players: int = 4
    #: House rule: draw cards can be stacked.
    progressive: bool = False
    #: House rule: a 7 trades hands, a 0 passes them along.
    seven_zero: bool = False
    #: House rule: the identical card may be played out of turn.
    jump_in: bool = False
    #: Players across the table are partners.
    partners: bool = False
    #: Whether players must remember to say UNO, or have it said for them.
    uno_call: str = "explicit"
    #: Casting Call: what two turned cards must have in common.
    casting_match: str = "match"
    #: Run!: how many copies of each action card carry the icon.
    icons: Mapping[str, int] = field(default_factory=lambda: DEFAULT_ICONS, hash=False)
    #: Cards dealt to each player.
    hand_size: int = HAND_SIZE

    def __post_init__(self) -> None:
        self._check_types()
        try:
            find_deck(self.deck)
        except DeckError as error:
            raise RulesError(str(error)) from None
        if not MIN_PLAYERS <= self.players <= MAX_PLAYERS:
            raise RulesError(f"players={self.players}: a table seats {MIN_PLAYERS} to {MAX_PLAYERS}")
        if self.partners and (self.players < 4 or self.players % 2):
            raise RulesError(
                f"partners need an even number of players, at least 4, not {self.players}: "
                "change players or set partners=False"
            )
        _check_choice("uno_call", self.uno_call, UNO_CALLS)
        _check_choice("casting_match", self.casting_match, CASTING_MATCHES)
        object.__setattr__(self, "icons", MappingProxyType(_checked_icons(self.icons)))
        if self.icons != DEFAULT_ICONS and not self.deck_declaration.has_icons:
            raise RulesError(f"the {self.deck} deck has no icons: leave icons out, or play the run deck")
        most = most_cards_each(self)
        if most < 1:
            raise RulesError(
                f"the {self.deck} deck has {len(self.card_kinds())} cards, too few to deal one to each of "
                f"{self.players} players and turn a start card for certain: give it more cards, or seat fewer players"
            )
        if not 1 <= self.hand_size <= most:
            raise RulesError(
                f"hand_size={self.hand_size}: with {self.players} players and the {self.deck} deck "
                f"1 to {most} cards can be dealt to each and still leave a start card for certain"
            )

    def _check_types(self) -> None:
        for each in fields(self):
            value = getattr(self, each.name)
            wanted = {"str": str, "int": int, "bool": bool}.get(str(each.type))
            if wanted is None:
                continue
            if isinstance(value, np.integer | np.bool_):
                value = value.item()
                object.__setattr__(self, each.name, value)
            if not isinstance(value, wanted) or (wanted is int and isinstance(value, bool)):
                raise RulesError(f"{each.name}={value!r}: must be {wanted.__name__}, not {type(value).__name__}")

    # -- what follows from the rules ---------------------------------------------------------------

    @property
    def deck_declaration(self) -> Deck:
        """The deck these rules are played with."""
        return find_deck(self.deck)

    def card_kinds(self) -> list[int]:
        """The kind of every card of the deck."""
        return [kind for kind in self.kinds_by_number() if kind != NO_KIND]

    def kinds_by_number(self) -> list[int]:
        """The kind of the card with each number; a deck of somebody's own may have no card with some of them."""
        kinds = [NO_KIND] * CARDS
        for kind, copies in copies_of(self.deck_declaration).items():
            first = int(FIRST_CARD[kind])
            kinds[first : first + copies] = [kind] * copies
        if self.deck_declaration.has_icons:
            self._put_icons_on(kinds)
        return kinds

    def _put_icons_on(self, kinds: list[int]) -> None:
        """Some copies of each action card carry the icon.  [run/icons] [run/icon-counts#ours]"""
        for color in range(COLORS):
            for letter, face in _ICON_FACES.items():
                plain = color * FACES + face
                _replace(kinds, plain, plain + ICON_OFFSET, self.icons[letter])
        for letter, wild in _ICON_WILDS.items():
            _replace(kinds, int(wild), wild + 1, self.icons[letter])

    def side_of(self, seat: int) -> int:
        """The side a seat plays for: with partners seats across from each other share one."""
        return seat % (self.players // 2) if self.partners else seat

    def to_row(self) -> Rules:
        """The engine's record of these rules, an array of one."""
        deck = self.deck_declaration
        rows = np.zeros(1, RULES)
        row = rows.view(np.recarray)[0]
        row.deck = list(DECKS).index(family_of(deck))
        row.players = self.players
        row.hand_size = self.hand_size
        row.cards = deck.card_numbers
        row.progressive = self.progressive
        row.seven_zero = self.seven_zero
        row.jump_in = self.jump_in
        row.partners = self.partners
        row.uno_auto = self.uno_call == "auto"
        row.casting_identical = self.casting_match == "identical"
        row.strict_draw_four = deck.strict_draw_four
        row.wilds_match = deck.wilds_match
        row.start_on_number = deck.start_on_number
        row.icons[:] = list(self.icons.values()) if deck.has_icons else 0
        row.card_kind[:] = self.kinds_by_number()
        return rows

    # -- in and out --------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """A plain dictionary, for JSON."""
        return {each.name: getattr(self, each.name) for each in fields(self)} | {"icons": dict(self.icons)}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> RuleSet:
        """The rule set of a dictionary; missing keys take their defaults, unknown ones are an error."""
        if not isinstance(values, Mapping):
            raise RulesError(f"rules must be a mapping of parameter names to values, not {type(values).__name__}")
        names = [each.name for each in fields(cls)]
        for name in values:
            if name not in names:
                raise RulesError(f"unknown rule {name!r}{did_you_mean(str(name), names)}; rules: {', '.join(names)}")
        return cls(**values)

    def describe(self) -> str:
        """A short name: the deck, the players and whatever is not the default."""
        words = [self.deck, f"{self.players} players"]
        for each in fields(self):
            value = getattr(self, each.name)
            if each.name in ("deck", "players") or value == _defaults()[each.name]:
                continue
            shown = dict(value) if each.name == "icons" else value
            words.append(each.name if value is True else f"{each.name}={shown}")
        return ", ".join(words)

    def __hash__(self) -> int:
        return hash(tuple(sorted((name, str(value)) for name, value in self.to_dict().items())))

    def __reduce__(self) -> tuple[Any, ...]:
        return (RuleSet.from_dict, (self.to_dict(),))


def _defaults() -> dict[str, Any]:
    return {each.name: each.default for each in fields(RuleSet)} | {"icons": DEFAULT_ICONS}


def most_cards_each(rules: RuleSet) -> int:
    """The largest hand that leaves a start card for certain, however the cards fall.  [classic/hand-size#ours]"""
    kinds = rules.card_kinds()
    if rules.deck_declaration.start_on_number:
        fit = [kind for kind in kinds if kind < COLOURED_KINDS and kind % FACES <= Face.NINE]
    else:
        fit = [kind for kind in kinds if SYMBOL[kind] != Symbol.DRAW_FOUR]  # Wild Draw Fours go back
    return (len(fit) - 1) // rules.players


def _replace(kinds: list[int], old: int, new: int, most: int) -> None:
    """The first copies of a card, at most so many, are of another kind."""
    first = int(FIRST_CARD[old])
    for card in range(first, first + most):
        kinds[card] = new if kinds[card] == old else kinds[card]


def _checked_icons(icons: Any) -> dict[str, int]:
    if not isinstance(icons, Mapping):
        raise RulesError(f"icons must map {', '.join(MOST_ICONS)} to numbers, not {type(icons).__name__}")
    for name, count in icons.items():
        if name not in MOST_ICONS:
            raise RulesError(f"icons: unknown action card {name!r}; known: {', '.join(MOST_ICONS)}")
        whole = isinstance(count, int | np.integer) and not isinstance(count, bool)
        if not whole or not 0 <= count <= MOST_ICONS[name]:
            raise RulesError(f"icons[{name!r}]={count!r}: must be 0 to {MOST_ICONS[name]}")
    return {name: int(icons.get(name, DEFAULT_ICONS[name])) for name in MOST_ICONS}


def _check_choice(name: str, value: str, choices: Sequence[str]) -> None:
    if value not in choices:
        raise RulesError(f"{name}={value!r}: must be one of {', '.join(choices)}{did_you_mean(value, choices)}")


def rule_rows(rule_sets: Sequence[RuleSet]) -> Rules:
    """The engine's records of several rule sets, for a mixed batch."""
    return np.concatenate([each.to_row() for each in rule_sets])
