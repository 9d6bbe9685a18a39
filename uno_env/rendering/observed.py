"""The table as an observation shows it: for whoever has a row and a mask, but no game.

>>> import numpy as np
>>> from uno_env import Game, observation
>>> game = Game(seed=1)
>>> rows = np.zeros((1, observation.length()), np.uint8)
>>> context = np.zeros((1, observation.CONTEXT), np.int32)
>>> observation.observe(game._row, game._rule_rows, game._actor, context, rows)
>>> view = observed_table(rows[0], game.legal_mask(), game.actor)
>>> list(view.legal) == game.legal_actions()
True
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from uno_env.actions import WILD_CODES, action_codes, card_codes
from uno_env.decks import DECKS
from uno_env.engine.cards import COLORS, FACES, KINDS, NO_COLOR
from uno_env.engine.layout import MAX_PLAYERS
from uno_env.game import PHASE_NAMES
from uno_env.observation import ACTION_NUMBERS, HISTORY_ENTRY, split
from uno_env.rendering.view import FACE_DOWN, SeatView, TableView
from uno_env.rules import MIN_PLAYERS, MOST_ICONS, RuleSet

Numbers: TypeAlias = npt.NDArray[Any]
Sections: TypeAlias = dict[str, Numbers]

#: What was done, by the numbers that are set in an entry of the history.
_ACTION_OF = {frozenset(int(number) for number in numbers): action for action, numbers in enumerate(ACTION_NUMBERS)}
assert len(_ACTION_OF) == len(ACTION_NUMBERS)


def observed_table(row: Numbers, mask: Numbers, seat: int = 0) -> TableView:
    """The table before a decision, as the row of the player to act shows it.

    A row does not say where its observer sits: ``seat`` does, and the others follow from it.  Of the discard pile only
    the top card is in its place, and the order in which cards were turned is lost.  There are no scores: a row has
    them in percent only.
    """
    parts = split(row)
    rules = observed_rules(row)
    if not 0 <= seat < rules.players:
        raise ValueError(f"seat={seat!r}: seats run from 0 to {rules.players - 1}")
    letters = rules.deck_declaration.color_letters
    phase = PHASE_NAMES[_hot(parts["phase"]) + 1] if parts["phase"].any() else None
    if phase is None or phase == "over":
        raise ValueError("nobody is asked anything here: this is an onlooker's row, or the round is over")
    actions = _history(parts, rules, seat)
    top = _card(parts["top"], letters)
    pile = _cards(parts["discard"], letters)
    if top in pile:
        pile.remove(top)
    color = _hot(parts["color"])
    return TableView(
        rules=rules,
        seat=seat,
        seats=_seats(parts, rules, seat, phase, actions),
        discard_pile=(top, *pile),
        draw_size=int(parts["draw_pile"][0]),
        color=None if color == NO_COLOR else letters[color],
        direction=1 if parts["direction"][0] else -1,
        pending=int(parts["pending"][0]),
        turned=tuple(_cards(parts["turned"], letters)),
        phase=phase,
        actor=seat,
        legal=tuple(sorted(action_codes(letters)[action] for action in np.flatnonzero(mask))),
        actions=tuple(actions),
        over=False,
        dead=False,
        winner=None,
    )


def observed_rules(row: Numbers) -> RuleSet:
    """The rule set a row is about."""
    parts = split(row)
    deck = list(DECKS.values())[_hot(parts["deck"])]
    progressive, seven_zero, jump_in = (bool(flag) for flag in parts["house_rules"])
    partners, automatic, identical = (bool(flag) for flag in parts["options"])
    icons = dict(zip(MOST_ICONS, (int(count) for count in parts["icons"]), strict=True))
    return RuleSet(
        deck=deck.name,
        players=_hot(parts["players"]) + MIN_PLAYERS,
        progressive=progressive,
        seven_zero=seven_zero,
        jump_in=jump_in,
        partners=partners,
        uno_call="auto" if automatic else "explicit",
        casting_match="identical" if identical else "match",
        hand_size=int(parts["hand_size"][0]),
        **({"icons": icons} if deck.has_icons else {}),
    )


def _seats(
    parts: Sections, rules: RuleSet, observer: int, phase: str, actions: list[tuple[int, str]]
) -> tuple[SeatView, ...]:
    players, letters = rules.players, rules.deck_declaration.color_letters
    known = parts["known"].reshape(MAX_PLAYERS - 1, KINDS)
    own = parts["offered"] if phase == "lap" else parts["hand"]
    laid = _seats_that_laid(actions) if phase == "guess" else set()
    views = []
    for seat in range(players):
        steps = (seat - observer) % players
        views.append(
            SeatView(
                seat=seat,
                hand_size=int(parts["hand_sizes"][steps]),
                cards=tuple(sorted(_cards(known[steps - 1] if steps else own, letters))),
                dealer=bool(parts["dealer"][steps]),
                uno=bool(parts["uno_called"][steps]),
                acting=steps == 0,
                partner=(seat + players // 2) % players if rules.partners else None,
                laid=FACE_DOWN if seat in laid else None,
                points=0,
            )
        )
    return tuple(views)


def _seats_that_laid(actions: list[tuple[int, str]]) -> set[int]:
    """Whose card lies face down: everybody who has acted since the FRIEND was played."""
    seats: set[int] = set()
    for seat, code in reversed(actions):
        if code != FACE_DOWN:
            break
        seats.add(seat)
    return seats


def _history(parts: Sections, rules: RuleSet, observer: int) -> list[tuple[int, str]]:
    """Seats and codes, the oldest first."""
    codes = (*action_codes(rules.deck_declaration.color_letters), FACE_DOWN)
    entries = parts["history"].reshape(-1, HISTORY_ENTRY)
    actions = []
    for entry in entries[::-1]:
        if entry.any():
            numbers = frozenset(int(number) for number in np.flatnonzero(entry) if number >= MAX_PLAYERS)
            actions.append(((observer + _hot(entry[:MAX_PLAYERS])) % rules.players, codes[_ACTION_OF[numbers]]))
    return actions


def _cards(counts: Numbers, letters: str) -> list[str]:
    """Cards of each kind, as codes."""
    codes = card_codes(letters)
    return [codes[kind] for kind in np.flatnonzero(counts) for _ in range(int(counts[kind]))]


def _card(numbers: Numbers, letters: str) -> str:
    """A single card."""
    wilds = numbers[COLORS + FACES :]
    if wilds.any():
        return WILD_CODES[_hot(wilds)]
    return card_codes(letters)[_hot(numbers[:COLORS]) * FACES + _hot(numbers[COLORS : COLORS + FACES])]


def _hot(numbers: Numbers) -> int:
    """Which of the numbers is set."""
    return int(np.argmax(numbers != 0))
