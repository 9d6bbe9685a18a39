"""What a deck declares: its sheet, its colours, its own card and where it departs from the classic rules."""

from __future__ import annotations

from dataclasses import dataclass

from uno_env.engine.cards import CARDS, FIRST_OWN_CARD, Wild


@dataclass(frozen=True)
class Deck:
    """One of the five decks."""

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

    @property
    def cards(self) -> int:
        """How many cards the deck has."""
        return FIRST_OWN_CARD if self.own_card is None else CARDS
