"""Moves whose cards chance chooses one by one, on an engine that lays out the whole pile by itself.

A move is tried on a copy of the table with the cards chosen so far on top of the pile.  If the engine lifted more cards
than were chosen, chance has to choose the next one; if not, the move is made.  What lies below is in no particular
order, and no move that is made has ever depended on it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from fractions import Fraction
from functools import cache
from typing import Any, TypeAlias

import numpy as np

from uno_env.engine.cards import KINDS
from uno_env.engine.layout import ACTIONS
from uno_env.engine.state import GAME, Games, Phase, Shuffling, new_games
from uno_env.results import Results
from uno_env.round import kernels
from uno_env.rules import RuleSet

#: Kinds of card, in the order in which they were lifted.
Kinds: TypeAlias = tuple[int, ...]

#: Rewards are shares among at most nine losers, or hundredths of points, in halves between partners.
LARGEST_DENOMINATOR = 200


class Dealing(IntEnum):
    """What happens before the first decision; every other move is an action, from 0 up."""

    HANDS = -3
    START_CARD = -2
    FIRST_TURN = -1


class Setting:
    """What all tables of one OpenSpiel game have in common.  Its copies are itself."""

    def __init__(self, rules: RuleSet, reward: str, max_public_actions: int) -> None:
        self.rules, self.reward, self.max_public_actions = rules, reward, max_public_actions
        self.rule_rows = rules.to_row()
        self.kind_of_card: list[int] = self.rule_rows["card_kind"][0].tolist()
        self._action = np.zeros(1, np.int64)
        self._mask = np.zeros((1, ACTIONS), np.int8)
        self._results = Results([rules], 1, reward)
        self._gathered = new_games(1)
        kernels.seed_and_choose_dealer(self._gathered, self.rule_rows, np.uint64(0))
        kernels.shuffled_deck(self._gathered, self.rule_rows)

    def __deepcopy__(self, memo: dict[int, Any]) -> Setting:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return (setting, (self.rules, self.reward, self.max_public_actions))

    def before_the_deal(self, dealer: int) -> Moment:
        """The whole deck is in the draw pile."""
        table = copied(self._gathered)
        table["dealer"] = dealer
        return Moment(table)

    def perform(self, table: Games, move: int) -> None:
        """Let the engine make a move on this table."""
        if move >= 0:
            self._action[0] = move
            kernels.step(table, self.rule_rows, self._action, self._mask, False)
        elif move == Dealing.HANDS:
            kernels.dealt(table, self.rule_rows)
        elif move == Dealing.START_CARD:
            kernels.start_card_turned(table, self.rule_rows)
        else:
            kernels.play_begun(table, self.rule_rows)

    def pile(self, table: Games) -> list[int]:
        """The kinds in the draw pile."""
        return [self.kind_of_card[card] for card in table["draw_pile"][0, : int(table["draw_size"][0])].tolist()]

    def is_over(self, moment: Moment) -> bool:
        """Has the round ended, or gone on for too long?"""
        return moment.phase == Phase.OVER or moment.public_actions >= self.max_public_actions

    def returns(self, moment: Moment) -> list[float]:
        """What the players get; nothing while the round is on, and nothing if it was broken off."""
        players = self.rules.players
        if moment.phase != Phase.OVER:
            return [0.0] * players
        self._results.clear()
        self._results.settle(moment.table, self.rule_rows, np.zeros(1, np.int64))
        return [exact(reward) for reward in self._results.rewards[0, :players].tolist()]


def exact(reward: float) -> float:
    """The fraction that a reward in single precision stands for: OpenSpiel wants sums of zero to the ninth digit."""
    return float(Fraction(reward).limit_denominator(LARGEST_DENOMINATOR))


@cache
def setting(rules: RuleSet, reward: str, max_public_actions: int) -> Setting:
    """The setting with these values: equal games share one."""
    return Setting(rules, reward, max_public_actions)


@dataclass(eq=False, slots=True)
class Moment:
    """The table between two moves, which nobody changes any more, and what led to it.  Its copies are itself."""

    table: Games
    before: Moment | None = None
    #: An action, or a step of the deal.
    move: int = Dealing.HANDS
    #: The cards that were lifted for the move.
    cards: Kinds = ()
    #: So many of them came from the pile as it lay; the others after the discard pile had been shuffled.
    from_old_pile: int = 0
    #: What each seat had seen before, as digests: see information.py.
    pasts: dict[int, bytes] = field(default_factory=dict)
    #: What is being decided, who decides, and how many actions all have seen.
    phase: int = field(init=False)
    actor: int = field(init=False)
    public_actions: int = field(init=False)

    def __post_init__(self) -> None:
        self.phase, self.actor = int(self.table["phase"][0]), int(self.table["actor"][0])
        self.public_actions = int(self.table["public_actions"][0])

    def legal_actions(self) -> list[int]:
        """The ids of the legal actions, ascending."""
        bits = np.unpackbits(self.table["legal"].view(np.uint8), bitorder="little")
        actions: list[int] = bits.nonzero()[0].tolist()
        return actions

    def is_legal(self, action: int) -> bool:
        """Is this action among those the game waits for?"""
        return 0 <= action < ACTIONS and bool(int(self.table["legal"][0, action >> 6]) >> (action & 63) & 1)

    @property
    def start_card_went_back(self) -> bool:
        """Was this a start card that cannot be one?  [classic/start-wild-draw-four]"""
        return self.move == Dealing.START_CARD and self.before is not None and self.shuffled

    @property
    def shuffled(self) -> bool:
        """Was a pile shuffled in this move?"""
        return self.before is not None and bool(self.table["shuffles"][0] > self.before.table["shuffles"][0])

    def course(self) -> Iterator[Moment]:
        """All moments up to this one, the latest first."""
        moment: Moment | None = self
        while moment is not None:
            yield moment
            moment = moment.before

    def __deepcopy__(self, memo: dict[int, Any]) -> Moment:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        # One after another: pickled link by link, a long round would run into Python's limit of recursion.
        course = list(self.course())[::-1]
        links = [(each.table.tobytes(), int(each.move), each.cards, each.from_old_pile) for each in course]
        return (_linked, (links, course[0].pasts))


def _linked(links: Sequence[tuple[bytes, int, Kinds, int]], first_pasts: dict[int, bytes]) -> Moment:
    moment: Moment | None = None
    for table, move, cards, from_old_pile in links:
        pasts = dict(first_pasts) if moment is None else {}
        moment = Moment(np.frombuffer(table, GAME).copy(), moment, move, cards, from_old_pile, pasts)
    assert moment is not None
    return moment


@dataclass(frozen=True, slots=True)
class Lifting:
    """A move that waits for chance to choose the next card.  Its copies are itself."""

    before: Moment
    move: int
    #: Chosen so far.
    cards: Kinds
    #: So many are lifted at least; not before these are chosen is the move tried again.
    wanted: int
    #: If the pile does not suffice: what the discard pile adds.
    reshuffled: Kinds

    def __deepcopy__(self, memo: dict[int, Any]) -> Lifting:
        return self

    def possible(self, setting: Setting) -> list[int]:
        """How many cards of each kind are in the pile from which the next one comes."""
        pile: Sequence[int] = setting.pile(self.before.table)
        chosen = self.cards
        if len(chosen) >= len(pile):
            pile, chosen = self.reshuffled, chosen[len(pile) :]
        counts = [0] * KINDS
        for kind in pile:
            counts[kind] += 1
        for kind in chosen:
            counts[kind] -= 1
        return counts

    def lift(self, setting: Setting, kind: int) -> Moment | Lifting:
        """Chance has chosen the next card."""
        cards = (*self.cards, kind)
        if len(cards) < self.wanted:
            return Lifting(self.before, self.move, cards, self.wanted, self.reshuffled)
        return carry_out(setting, self.before, self.move, cards, self.reshuffled)


def carry_out(
    setting: Setting, before: Moment, move: int, cards: Kinds = (), reshuffled: Kinds = ()
) -> Moment | Lifting:
    """Make a move with the cards chosen for it; a Lifting if they do not suffice."""
    table = copied(before.table)
    in_pile = int(table["draw_size"][0])
    if cards:
        lay_on_top(setting, table, cards[:in_pile])
    if len(cards) > in_pile:
        prescribe_shuffle(table, cards[in_pile:], reshuffled)
    setting.perform(table, move)
    after = Moment(table, before, move, cards, min(len(cards), in_pile))
    left = int(table["draw_size"][0])
    lifted = in_pile - left
    if after.start_card_went_back:
        lifted = 1
    elif after.shuffled:
        fresh = table["shuffle_order"][0, : int(table["shuffle_size"][0])].tolist()
        lifted = in_pile + len(fresh) - left
        reshuffled = tuple(fresh)
    if lifted <= len(cards):
        return after
    # How many cards are turned depends on the cards; how many are drawn does not.
    turning = move == Dealing.START_CARD or int(table["turned_size"][0]) > 0
    return Lifting(before, move, cards, len(cards) + 1 if turning else lifted, reshuffled)


def copied(table: Games) -> Games:
    """A copy of a record: as bytes, which is four times as fast as field by field."""
    copy: Games = table.view(np.uint8).copy().view(GAME)
    return copy


def lay_on_top(setting: Setting, table: Games, kinds: Sequence[int]) -> None:
    """Bring cards of these kinds to the top of the draw pile, the first one topmost."""
    size = int(table["draw_size"][0])
    pile: list[int] = table["draw_pile"][0, :size].tolist()
    of_card = setting.kind_of_card
    for depth, kind in enumerate(kinds):
        top = size - 1 - depth
        place = next(place for place in range(top, -1, -1) if of_card[pile[place]] == kind)
        pile[place], pile[top] = pile[top], pile[place]
    table["draw_pile"][0, :size] = pile


def prescribe_shuffle(table: Games, first: Kinds, reshuffled: Kinds) -> None:
    """When the discard pile is shuffled these cards come to lie on top."""
    order = [*first, *(Counter(reshuffled) - Counter(first)).elements()]
    table["shuffle_order"][0, : len(order)] = order
    table["shuffle_size"] = len(order)
    table["shuffling"] = Shuffling.SCRIPTED


def after_dealing(setting: Setting, now: Moment | Lifting) -> Moment | Lifting:
    """Go on with the deal until chance or a player is to decide."""
    while isinstance(now, Moment) and now.phase == Phase.RESOLVING:
        if now.before is None:
            move = Dealing.HANDS
        elif now.move == Dealing.HANDS or now.start_card_went_back:
            move = Dealing.START_CARD
        else:
            move = Dealing.FIRST_TURN
        now = carry_out(setting, now, move)
    return now
