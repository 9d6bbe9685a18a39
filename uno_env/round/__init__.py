"""A round from the deal to the last card: where engine, decks and house rules come together.

Start with ``turn.py``, the course of a turn in order.
"""
