"""Seats, the direction of play, and asking a player to decide."""

from __future__ import annotations

import numpy as np

from uno_env.engine.jit import rule
from uno_env.engine.state import NO_SEAT, GameRow, Phase, RulesRow


@rule
def at_table(rules: RulesRow, seat: int) -> int:
    """A seat counted past either end of the table, at most once round."""
    if seat < 0:
        return seat + int(rules.players)
    if seat >= int(rules.players):
        return seat - int(rules.players)
    return seat


@rule
def next_seat(game: GameRow, rules: RulesRow, seat: int) -> int:
    """The next player in the direction of play.  [classic/direction]"""
    return at_table(rules, seat + int(game.direction))


@rule
def previous_seat(game: GameRow, rules: RulesRow, seat: int) -> int:
    """The player before, in the direction of play."""
    return at_table(rules, seat - int(game.direction))


@rule
def seat_after(game: GameRow, rules: RulesRow, seat: int, steps: int) -> int:
    """The player so many seats on in the direction of play; ``steps`` at most the player count."""
    return at_table(rules, seat + int(game.direction) * steps)


@rule
def clockwise_from(rules: RulesRow, seat: int, steps: int) -> int:
    """The player so many seats to the left, whatever the direction of play."""
    return at_table(rules, seat + steps)


@rule
def ask(game: GameRow, phase: int, seat: int, coloured: np.uint64, others: np.uint64) -> None:
    """Wait for a decision: who, what about, and the legal actions as two bit sets."""
    game.phase = phase
    game.actor = seat
    game.legal[0] = coloured
    game.legal[1] = others


@rule
def ask_nobody(game: GameRow) -> None:
    """The round is over: no decision is open."""
    ask(game, Phase.OVER, NO_SEAT, np.uint64(0), np.uint64(0))
