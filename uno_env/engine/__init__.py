"""The mechanics of the table: cards, piles, hands, seats, randomness.  numpy and numba only.

What a card *does* is not in here: see ``decks/``, ``house_rules/`` and ``round/``.
"""
