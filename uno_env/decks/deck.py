"""What a deck declares: its sheet, its colours, its own card and where it departs from the classic rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any

from uno_env.engine.cards import CARDS, FIRST_OWN_CARD, Wild


@dataclass(frozen=True)
class Deck:
    """One of the five decks, or one of somebody's own: see :mod:`uno_env.own_decks`."""

    name: str
    title: str
    sheet: str
    #: Letters of the four colours, in the order of their numbers.
    color_letters: str = "RYGB"
    color_names: tuple[str, str, str, str] = ("red", "yellow", "green", "blue")
    #: The kind of the four own cards.
    own_card: Wild | None = None
    #: Half of the action cards carry the icon unless the rule set says otherwise.
    has_icons: bool = False
    #: A Wild Draw Four cannot be played illegally, so there is nothing to challenge.
    strict_draw_four: bool = False
    #: Holding any other wild makes a Wild Draw Four illegal.
    wilds_match: bool = False
    #: Start cards are turned until a number comes.
    start_on_number: bool = False

    #: How many copies of each card there are, by code and without icons (``{"R7": 2, "W4": 1}``); None: all of them.
    contents: Mapping[str, int] | None = field(default=None, hash=False)

    def __post_init__(self) -> None:
        if isinstance(self.contents, Mapping):  # the deck's own: whoever gave it may go on changing theirs
            object.__setattr__(self, "contents", MappingProxyType(dict(self.contents)))

    def __reduce__(self) -> tuple[Any, ...]:
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        if isinstance(self.contents, Mapping):
            values["contents"] = dict(self.contents)
        return (_with, (values,))

    @property
    def card_numbers(self) -> int:
        """Cards are numbered from 0 to below this."""
        return FIRST_OWN_CARD if self.own_card is None else CARDS


def _with(values: dict[str, Any]) -> Deck:
    """A deck that was pickled."""
    return Deck(**values)
