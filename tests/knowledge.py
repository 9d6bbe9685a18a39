"""Who knows what of whose hand."""

from __future__ import annotations

from uno_env import Game


def onlookers(game: Game, seat: int, code: str) -> set[int]:
    """The other players who know that this seat holds a card of this code; one copy known is enough."""
    assert code in game.hand(seat), f"seat {seat} holds no {code}"
    others = set(range(game.rules.players)) - {seat}
    return {other for other in others if code in game.known_cards(other, seat)}


def onlookers_of_hand(game: Game, seat: int) -> list[set[int]]:
    """For every card of a hand, in the order of :meth:`Game.hand`, the other players who know it is there."""
    return [onlookers(game, seat, code) for code in game.hand(seat)]
