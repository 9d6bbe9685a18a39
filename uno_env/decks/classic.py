"""The classic deck: 108 cards, no card of its own.  Sheet: classic.txt (2008).

The cards it has are common to all decks, and so are their effects: see ``round/effects.py``.
"""

from uno_env.decks.deck import Deck

DECK = Deck(name="classic", title="Classic", sheet="classic.txt")
