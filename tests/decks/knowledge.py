"""Who knows what: the onlookers who know where a card is."""

from __future__ import annotations

from uno_env import Game
from uno_env.actions import card_codes


def onlookers(game: Game, seat: int, code: str) -> set[int]:
    """The other players who know that this seat holds a card of this code; one copy known is enough."""
    codes = card_codes(game.rules.deck_declaration.color_letters)
    state = game._state
    cards = [
        card
        for card, kind in enumerate(game._kind_of_card)
        if kind >= 0 and codes[kind] == code and state.place[card] == seat
    ]
    assert cards, f"seat {seat} holds no {code}"
    return {
        other
        for other in range(game.rules.players)
        if other != seat and any(int(state.known_by[card]) >> other & 1 for card in cards)
    }


def onlookers_of_hand(game: Game, seat: int) -> list[set[int]]:
    """For every card of a hand, in the order of :meth:`Game.hand`, the other players who know it is there."""
    return [onlookers(game, seat, code) for code in game.hand(seat)]
