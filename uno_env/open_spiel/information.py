"""What a seat knows: everything it has seen and done, in order, as a digest; and what it sees now.

A seat's past grows by what it saw when it decided, and by its decision; and by what it saw when somebody else made a
decision for all to see, and by that decision.  A decision that only a hidden card explains (not to jump in, to keep
the drawn card) leaves no trace in anybody else's past, nor does the table as it stood while it was being made: else
whoever was not asked could tell that somebody was.
"""

from __future__ import annotations

from hashlib import blake2b

import numpy as np
import numpy.typing as npt

from uno_env import observation
from uno_env.actions import card_codes
from uno_env.engine.cards import KINDS, NO_COLOR
from uno_env.engine.state import HISTORY, Games, Phase
from uno_env.observation import CONTEXT, DTYPE, Observations
from uno_env.open_spiel.moments import Moment, Setting

#: Stands for the public, who see no hand.
NOBODY = -1
_DIGEST_SIZE = 16
_SINGLE_ROUND = np.zeros((1, CONTEXT), np.int32)


def observed(setting: Setting, table: Games, seat: int, history: int) -> Observations:
    """The row of :mod:`uno_env.observation` for a seat."""
    rows = np.empty((1, observation.length(history)), DTYPE)
    observation.observe(table, setting.rule_rows, np.array([seat], np.int8), _SINGLE_ROUND, rows)
    row: Observations = rows[0]
    return row


def information_state(setting: Setting, moment: Moment, seat: int) -> str:
    """The seat's information state: its hand and what it is asked in words, all the rest as a digest."""
    if moment.phase == Phase.RESOLVING:
        return f"seat {seat}: the cards are being dealt"
    view = observed(setting, moment.table, seat, 0)
    digest = _grown(past(setting, moment, seat), view.tobytes()).hex()
    codes = card_codes(setting.rules.deck_declaration.color_letters)
    hand = " ".join(codes[kind] for kind in view[:KINDS].nonzero()[0] for _ in range(view[kind]))
    asked = Phase(moment.phase).name.lower() if seat == moment.actor or moment.phase == Phase.OVER else "waiting"
    color = int(moment.table["color"][0])
    letter = "-" if color == NO_COLOR else setting.rules.deck_declaration.color_letters[color]
    top = codes[int(moment.table["top"][0])]
    return f"seat {seat}, {asked}: hand {hand or '-'}; top {top}, colour {letter}; all it has seen {digest}"


def past(setting: Setting, moment: Moment, seat: int) -> bytes:
    """What the seat had seen and done before it saw the table as it is in this moment."""
    later = []
    while seat not in moment.pasts and moment.before is not None:
        later.append(moment)
        moment = moment.before
    known = moment.pasts.setdefault(seat, b"")
    while later:
        moment = later.pop()
        for event in _events(setting, moment, seat):
            known = _grown(known, event)
        moment.pasts[seat] = known
    return known


def _grown(known: bytes, event: bytes) -> bytes:
    return blake2b(known + event, digest_size=_DIGEST_SIZE).digest()


def _events(setting: Setting, moment: Moment, seat: int) -> list[bytes]:
    """What the move that led to this moment adds to a seat's past."""
    before = moment.before
    assert before is not None
    events = []
    if moment.start_card_went_back:
        events.append(b"went back %d" % moment.cards[0])
    if moment.move >= 0 and (seat == before.actor or _is_public(moment)):
        if seat != NOBODY:
            events.append(observed(setting, before.table, seat, 0).tobytes())
        own = seat == before.actor
        events.append(b"seat %d: %d" % (before.actor, moment.move if own else _last_public_action(moment)))
    if moment.from_old_pile < len(moment.cards) and _sees_cards(moment, seat):
        # The order of drawn cards tells nothing, but which of them had been on the discard pile does.
        old, fresh = moment.cards[: moment.from_old_pile], moment.cards[moment.from_old_pile :]
        events.append(repr((sorted(old), sorted(fresh))).encode())
    return events


def _is_public(moment: Moment) -> bool:
    assert moment.before is not None
    return moment.public_actions > moment.before.public_actions


def _last_public_action(moment: Moment) -> int:
    return int(moment.table["history_action"][0, (moment.public_actions - 1) % HISTORY])


def _sees_cards(moment: Moment, seat: int) -> bool:
    """Were the lifted cards turned for all to see, or put into this seat's hand?"""
    assert moment.before is not None
    if moment.table["turned_size"][0] > 0:
        return True
    sizes: npt.NDArray[np.int8] = moment.table["hand_size"][0] - moment.before.table["hand_size"][0]
    return seat != NOBODY and bool(sizes[seat] > 0)
