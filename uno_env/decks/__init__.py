"""The five decks, one file each: the declaration and the effect of the deck's own card."""

from uno_env.decks import casting_call, classic, friendship, run, victory_lap
from uno_env.decks.deck import Deck

#: Every deck by its name.
DECKS: dict[str, Deck] = {
    module.DECK.name: module.DECK for module in (classic, run, friendship, casting_call, victory_lap)
}

__all__ = ["DECKS", "Deck"]
