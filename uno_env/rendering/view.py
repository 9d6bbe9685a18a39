"""What is to be drawn: the table as one seat may know it, or all of it.

A view with a seat holds nothing that seat cannot know, so whatever is made from it, picture or text, cannot either.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from uno_env.game import Game
from uno_env.rules import RuleSet

#: Stands for a card whose face the viewer cannot see.
FACE_DOWN = "?"


@dataclass(frozen=True)
class SeatView:
    """One seat: its hand and its marks."""

    seat: int
    hand_size: int
    #: The cards whose faces the viewer knows, as sorted codes; the rest are backs.
    cards: tuple[str, ...]
    dealer: bool
    uno: bool
    #: Has to decide, as far as the viewer knows.
    acting: bool
    #: The seat across the table, if partners play.
    partner: int | None
    #: The card lying face down before the seat in a Friendship round, still counted in the hand: its code, ``?`` for
    #: a card the viewer cannot see, or None.
    laid: str | None
    #: What the seat scored in this round.
    points: int

    @property
    def hidden(self) -> int:
        """How many cards of the hand are backs to the viewer."""
        return self.hand_size - len(self.cards)


@dataclass(frozen=True)
class TableView:
    """Everything to be drawn.  Two tables that one seat cannot tell apart have equal views."""

    rules: RuleSet
    #: Whose view this is; None sees everything.
    seat: int | None
    seats: tuple[SeatView, ...]
    #: Cards of the discard pile, the top one first.
    discard_pile: tuple[str, ...]
    #: Cards left in the draw pile.
    draw_size: int
    #: The letter of the colour in play, None while it is undecided.
    color: str | None
    direction: int
    pending: int
    #: Cards turned by Casting Call and not given away yet.
    turned: tuple[str, ...]
    #: The decision at hand and who makes it; None to an onlooker.
    phase: str | None
    actor: int | None
    #: Legal actions in notation, if the viewer is to act.
    legal: tuple[str, ...]
    #: The last actions all have seen, oldest first.
    actions: tuple[tuple[int, str], ...]
    over: bool
    #: Nobody could go on.
    dead: bool
    winner: int | None
    #: Totals of the match, by seat or by side, and the total it is played to.
    scores: tuple[int, ...] | None = None
    target: int | None = None

    @classmethod
    def of(
        cls, game: Game, seat: int | None = None, scores: Sequence[int] | None = None, target: int | None = None
    ) -> TableView:
        """The table as this seat may know it; None sees all of it.

        An onlooker does not learn who is asked what: that can give a hidden card away.
        """
        if seat is not None:
            game.hand(seat)  # refuses a seat that is not at this table
            seat = int(seat)
        table = game.snapshot()
        asked = not game.over and seat in (None, game.actor)
        return cls(
            rules=game.rules,
            seat=seat,
            seats=_seats(game, table, seat, asked),
            discard_pile=tuple(table["discard_pile"]),
            draw_size=len(table["draw_pile"]),
            color=table["color"],
            direction=table["direction"],
            pending=table["pending"],
            turned=tuple(table["turned"]),
            phase=game.phase if asked or game.over else None,
            actor=game.actor if asked else None,
            legal=tuple(game.legal_actions()) if asked else (),
            actions=tuple(game.public_actions()),
            over=game.over,
            dead=table["dead"],
            winner=game.winner,
            scores=None if scores is None else tuple(int(score) for score in scores),
            target=target,
        )

    @property
    def top(self) -> str:
        """The card on top of the discard pile."""
        return self.discard_pile[0]

    @property
    def color_name(self) -> str | None:
        """The colour in play as a word."""
        deck = self.rules.deck_declaration
        return None if self.color is None else deck.color_names[deck.color_letters.index(self.color)]

    @property
    def result(self) -> str | None:
        """How the round ended, in words; None while it goes on."""
        if not self.over:
            return None
        if self.winner is None:
            return "Nobody can go on: the round ends without a winner"
        winner = self.seats[self.winner]
        if winner.partner is None:
            return f"Seat {winner.seat} is out and scores {winner.points} points"
        return f"Seat {winner.seat} is out: seats {winner.seat} and {winner.partner} score {winner.points} points"


def _seats(game: Game, table: dict[str, Any], viewer: int | None, asked: bool) -> tuple[SeatView, ...]:
    rules = game.rules
    laid = [game.laid_card(seat) for seat in range(rules.players)]
    return tuple(
        SeatView(
            seat=seat,
            hand_size=len(hand),
            cards=_visible_cards(game, viewer, seat),
            dealer=seat == table["dealer"],
            uno=table["uno_called"][seat],
            acting=asked and seat == game.actor,
            partner=(seat + rules.players // 2) % rules.players if rules.partners else None,
            laid=laid[seat] if laid[seat] is None or viewer in (None, seat) else FACE_DOWN,
            points=table["points"][seat],
        )
        for seat, hand in enumerate(table["hands"])
    )


def _visible_cards(game: Game, viewer: int | None, seat: int) -> tuple[str, ...]:
    """The cards before a seat whose faces the viewer knows.

    While a lap goes on, only its player looks at the hand that arrives; the others leave theirs lying, and know of it
    what they knew before.
    """
    if viewer is None:
        return tuple(game.hand(seat))
    return tuple(game.known_cards(viewer, seat))
