"""Run!: action cards with an icon can be blocked with a Run! card.  Sheet: run.txt (2021).  [run/cards]

Differences: 4 Wild Run! cards, icons on some action cards, the start card must be a number, and any
other wild in hand makes a Wild Draw Four illegal.

Played on one's own turn a Run! card is a plain wild.  [run/plain-wild]  Played as a block it is one too: the blocked
card's effect has not happened yet, so all there is to do is to clear the pending sum.
"""

from __future__ import annotations

import numpy as np

from uno_env.decks.deck import Deck
from uno_env.engine.cards import ICON, SYMBOL, Symbol, Wild
from uno_env.engine.jit import rule
from uno_env.engine.layout import RUNS, WILD_PLAYS
from uno_env.engine.legality import NOTHING
from uno_env.engine.state import GameRow

DECK = Deck(
    name="run",
    title="Run!",
    sheet="run.txt",
    own_card=Wild.RUN,
    has_icons=True,
    wilds_match=True,
    start_on_number=True,
)


@rule
def blocking_answers(game: GameRow, seat: int) -> np.uint64:
    """A Run! card answers an icon card that hits its holder.  [run/block] [run/block-target#ours]

    The card on top decides, in a stack and after a jump-in.  [run/block-top-card#ours]
    An icon Wild hits nobody: the next player simply has a turn.  [run/icon-wild#ours]
    """
    if int(ICON[game.top]) == 0 or int(SYMBOL[game.top]) == Symbol.WILD:
        return NOTHING
    plays: np.uint64 = WILD_PLAYS[int(game.wilds[seat]) & RUNS]
    return plays


@rule
def block(game: GameRow) -> None:
    """The blocked card does nothing, and of a stack nothing is drawn.
    [run/block-effect] [run/block-top-card#ours] [run/block-is-a-turn#ours]
    """
    game.pending = 0
