"""What has happened so far in a game of RLCard's UNO, from its record of actions and its pile of played cards.

The record has ``draw`` whether the card was kept or, as RLCard does by itself, played at once; the pile has all the
cards that were played, but only since it was last shuffled back.  Together they tell nearly everything: of several
draws in a row it is the last ones that are taken to have brought the cards that were played.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from agents.adapters.rlcard_cards import DRAW


class Event(NamedTuple):
    """One decision of RLCard's game."""

    seat: int
    #: Whether a card was drawn first.
    drew: bool
    #: The card that was played, as RLCard spells it, or None.
    card: str | None
    #: The letter of the colour in play before.
    color: str


def events_told(record: Sequence[tuple[int, str]], pile: Sequence[str]) -> list[Event]:
    """The events, oldest first, as far back as the pile of played cards goes."""

    @cache  # where the same card lies twice both ways are followed
    def latest_first(end: int, top: int) -> tuple[bool, int, tuple[Event, ...]]:
        """Before a place in the record, when the pile was as high as ``top``: whether all of both is explained, by how
        many events, and these, the latest first.
        """
        draws: list[int] = []
        while end > 0 and record[end - 1][1] == DRAW:
            end -= 1
            draws.append(record[end][0])
        if end == 0:
            if not 0 <= top <= len(draws):
                return False, 0, ()
            return True, len(draws), _draw_events(draws, pile, 0, top)
        seat, action = record[end - 1]
        best: tuple[bool, int, tuple[Event, ...]] = (False, 0, ())
        # No more cards can lie on the played one than were drawn afterwards; if it is nowhere, the pile was shuffled
        # back in the meantime.
        for place in range(top, max(top - len(draws), 0) - 1, -1):
            if pile[place] != action:
                continue
            events, whole = _draw_events(draws, pile, place, top), False
            if place > 0:
                whole, _, before = latest_first(end - 1, place - 1)
                events = (*events, Event(seat, False, action, pile[place - 1][0]), *before)
            best = max(best, (whole, len(events), events), key=lambda way: way[:2])
        return best

    return list(reversed(latest_first(len(record), len(pile) - 1)[2]))


def _draw_events(draws: Sequence[int], pile: Sequence[str], bottom: int, top: int) -> tuple[Event, ...]:
    """Draws, the latest first, of which the last ones brought the cards that lie on the bottom one."""
    events = []
    for seat in draws:
        played = pile[top] if top > bottom else None
        top -= played is not None
        events.append(Event(seat, True, played, pile[top][0]))
    return tuple(events)
