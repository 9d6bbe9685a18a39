"""What a round leaves for the score sheet."""

from __future__ import annotations

from dataclasses import dataclass

from uno_env.game import Game


@dataclass(frozen=True)
class RoundResult:
    """A finished round, seat by seat."""

    #: Who went out; None if the round was dead.
    winner: int | None
    #: What the winner, or both partners of the winning side, score.
    points: tuple[int, ...]
    #: What each seat is left holding.
    held: tuple[int, ...]

    @property
    def dead(self) -> bool:
        """Nobody went out."""
        return self.winner is None

    @classmethod
    def of(cls, game: Game) -> RoundResult:
        """The result of a finished game."""
        if not game.over:
            raise ValueError("the round is not over yet: play on until game.over")
        held = tuple(game.hand_points(seat) for seat in range(game.rules.players))
        return cls(game.winner, tuple(game.snapshot()["points"]), held)
