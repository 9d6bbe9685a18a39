"""What only a critic may see while a policy is trained: the other hands, slot by slot."""

from __future__ import annotations

from agents.belief import cards_in_color
from agents.expertise.reading import See, Table
from agents.networks.layout import SLOTS
from agents.networks.scoring import PLACES_AT, STARTS_AT
from agents.networks.situation import Features
from uno_env.engine.bits import bits_in
from uno_env.engine.cards import COLORS
from uno_env.engine.jit import rule
from uno_env.engine.legality import matching_kinds
from uno_env.engine.seats import seat_after
from uno_env.engine.state import GameRow, RulesRow

_COUNTS = 6
_WILDS = 5
_FITTING = 4
HAND = COLORS * _COUNTS + _WILDS + _FITTING
HIDDEN_FEATURES = SLOTS * HAND
MOST_HIDDEN_FEATURES = SLOTS * (COLORS + 2)


@rule
def hidden_hands(game: GameRow, rules: RulesRow, seat: int, numbers: Table, on: Features) -> int:
    """Write down the features of the other hands that are on; how many there are.  ``numbers`` is of a desk."""
    count, places = 0, numbers[PLACES_AT:STARTS_AT]
    for slot in range(1, int(numbers[See.PLAYERS])):
        other = seat_after(game, rules, seat, slot)
        start = (slot - 1) * HAND
        for color in range(COLORS):
            held = min(cards_in_color(game, other, color), _COUNTS - 1)
            on[count] = start + int(places[color]) * _COUNTS + held
            count += 1
        wilds = 0
        for held in game.wild_counts[other]:
            wilds += int(held)
        fitting = game.coloured[other] & matching_kinds(game)
        on[count] = start + COLORS * _COUNTS + min(wilds, _WILDS - 1)
        on[count + 1] = start + COLORS * _COUNTS + _WILDS + min(bits_in(fitting), _FITTING - 1)
        count += 2
    return count
