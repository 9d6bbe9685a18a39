"""What has happened so far in a game of RLCard's UNO, from its record of actions and its pile of played cards.

The record has ``draw`` whether the card was kept or, as RLCard does by itself, played at once; the pile has all the
cards that were played, but only since it was last shuffled back.  Together they tell nearly everything: of several
draws in a row it is the last ones that are taken to have brought the cards that were played.
"""

from __future__ import annotations

from collections.abc import Sequence
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
    return _latest_first(record, pile, len(record), len(pile) - 1)[::-1]


def _latest_first(record: Sequence[tuple[int, str]], pile: Sequence[str], end: int, top: int) -> list[Event]:
    """The events before a place in the record, the latest first; the pile was then as high as ``top``."""
    events: list[Event] = []
    while True:
        draws: list[int] = []
        while end > 0 and record[end - 1][1] == DRAW:
            end -= 1
            draws.append(record[end][0])
        if end == 0:
            return events + (_draw_events(draws, pile, 0, top) if 0 <= top <= len(draws) else [])
        seat, action = record[end - 1]
        # No more cards can lie on the played one than were drawn afterwards.
        places = [place for place in range(top, max(top - len(draws), 0) - 1, -1) if pile[place] == action]
        if not places:  # the pile was shuffled back in the meantime
            return events
        end -= 1
        # The same card may lie there twice: the right one is that from which the record can be followed furthest.
        place = (
            max(places, key=lambda each: len(_latest_first(record, pile, end, each - 1))) if places[1:] else places[0]
        )
        events += _draw_events(draws, pile, place, top)
        if place == 0:
            return events
        events.append(Event(seat, False, action, pile[place - 1][0]))
        top = place - 1


def _draw_events(draws: Sequence[int], pile: Sequence[str], bottom: int, top: int) -> list[Event]:
    """Draws, the latest first, of which the last ones brought the cards that lie on the bottom one."""
    events = []
    for seat in draws:
        played = pile[top] if top > bottom else None
        top -= played is not None
        events.append(Event(seat, True, played, pile[top][0]))
    return events
