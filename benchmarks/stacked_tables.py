"""The same position in RLCard's UNO and here: hands, start card and draw pile laid out in this project's notation.

RLCard's code runs as it is installed.  Only the shuffle of its deck is replaced, by one that lays the cards in a given
order; hands of other sizes than its seven are made after the deal, by taking cards away or by its own dealing.
"""

from __future__ import annotations

import importlib
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from uno_env import Game, RuleSet
from uno_env.actions import card_codes

#: What RLCard calls the faces and wilds that do not go by a number.
TRAITS = {"S": "skip", "R": "reverse", "D": "draw_2", "W": "wild", "W4": "wild_draw_4"}
FACES = {trait: face for face, trait in TRAITS.items()}
#: RLCard deals so many, to everybody.
DEALT = 7


def rlcard_action(code: str) -> str:
    """An action of ours in RLCard's words: ``W4:B`` is ``b-wild_draw_4``."""
    if code == "draw":
        return code
    name, _, color = code.partition(":")
    if color:
        return f"{color.lower()}-{TRAITS[name]}"
    return f"{code[0].lower()}-{TRAITS.get(code[1:], code[1:])}"


def our_action(action: str) -> str:
    """And back."""
    if action == "draw":
        return action
    color, trait = action.split("-")
    face = FACES.get(trait, trait)
    return f"{face}:{color.upper()}" if face in ("W", "W4") else f"{color.upper()}{face}"


def our_card(card: Any) -> str:
    """A card of RLCard's by our code; whatever colour a wild has."""
    face = FACES.get(card.trait, card.trait)
    return face if card.type == "wild" else f"{card.color.upper()}{face}"


class StackedShuffle:
    """In place of RLCard's generator: the first shuffles lay the cards as told, top card first; the rest is random.

    RLCard's top card is the last of its list.
    """

    def __init__(self, orders: Sequence[Sequence[str]], seed: int) -> None:
        self.orders = [list(order) for order in orders]
        self.random = random.Random(seed)

    def shuffle(self, cards: list[Any]) -> None:
        """Lay the cards in the next order, in place."""
        if not self.orders:
            self.random.shuffle(cards)
            return
        left = list(cards)
        laid = []
        for code in self.orders.pop(0):
            found = next(card for card in left if our_card(card) == code)
            left.remove(found)
            laid.append(found)
        cards[:] = [*left, *reversed(laid)]

    def choice(self, among: Sequence[Any]) -> Any:
        """Any of them, with equal chance."""
        return self.random.choice(among)


@dataclass(frozen=True)
class Position:
    """A table as it is dealt.  Seat 0 is left of the dealer and would begin after a number card.

    ``pile`` is the top of the draw pile, top card first; the rest of the deck follows in no particular order.
    ``shuffle`` is the order of the first later shuffle: as many of its cards, from the top, as matter.
    """

    hands: tuple[str, ...]
    start: str
    pile: str = ""
    shuffle: str = ""

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.hands)

    @property
    def dealt(self) -> list[list[str]]:
        """The hands as codes; of one size, since here everybody is dealt as many."""
        hands = [hand.split() for hand in self.hands]
        if len({len(hand) for hand in hands}) != 1:
            raise ValueError(f"hands of one size, please, not {[len(hand) for hand in hands]}")
        return hands

    def _rest(self, used: Sequence[str]) -> list[str]:
        """The cards of the deck that nothing was said about."""
        left = Counter(card_codes()[kind] for kind in RuleSet().card_kinds())
        left.subtract(used)
        if min(left.values()) < 0:
            raise ValueError(f"more than the deck has: {', '.join(code for code in left if left[code] < 0)}")
        return list(left.elements())

    def here(self) -> Game:
        """A game of this project: the cards are dealt one at a time."""
        hands, players = self.dealt, self.players
        size = len(hands[0])
        order = [hands[seat][place] for place in range(size) for seat in range(players)]
        order += [self.start, *self.pile.split()]
        rules = RuleSet(players=players, hand_size=size)
        return Game(rules, seed=1, dealer=players - 1, deck=[*order, *self._rest(order)])

    def in_rlcard(self, seed: int = 1) -> Any:
        """RLCard's environment: each hand is dealt at once, and cards beyond seven after the start card.

        More than two seats are set by hand: the option for it does nothing.
        """
        hands = self.dealt
        size = len(hands[0])
        named = [code for hand in hands for code in hand] + [self.start, *self.pile.split()]
        rest = self._rest(named)
        order: list[str] = []
        for hand in hands:
            spare = max(DEALT - size, 0)
            order += [*hand[:DEALT], *rest[:spare]]
            del rest[:spare]
        order.append(self.start)
        for hand in hands:
            order += hand[DEALT:]
        order += [*self.pile.split(), *rest]
        env = importlib.import_module("rlcard").make("uno", config={"seed": seed})
        env.game.num_players = env.num_players = self.players
        later = [self.shuffle.split()] if self.shuffle else []
        env.game.np_random = StackedShuffle([order, *later], seed)
        env.reset()
        for player in env.game.players:
            if size < DEALT:
                env.game.dealer.deck[:0] = player.hand[size:DEALT]
                del player.hand[size:DEALT]
            else:
                env.game.dealer.deal_cards(player, size - DEALT)
        return env


def rlcard_plays(env: Any, actions: str) -> Any:
    """Play actions in our notation, separated by blanks, through ``env.step``; each must be legal there."""
    numbers = importlib.import_module("rlcard.games.uno.utils").ACTION_SPACE
    for code in actions.split():
        chosen = numbers[rlcard_action(code)]
        legal = env.get_state(env.get_player_id())["legal_actions"]
        if chosen not in legal:
            raise ValueError(f"RLCard does not offer {code}: {', '.join(rlcard_legal(env))}")
        env.step(chosen)
    return env


def rlcard_legal(env: Any) -> list[str]:
    """What RLCard offers the player to act, in our notation."""
    return sorted({our_action(action) for action in env.get_state(env.get_player_id())["raw_legal_actions"]})


def rlcard_hand(env: Any, seat: int) -> list[str]:
    """A hand in RLCard, as sorted codes of ours."""
    return sorted(our_card(card) for card in env.game.players[seat].hand)


def rlcard_observed_color(env: Any) -> str:
    """The colour of the target card in the observation of the player to act."""
    target = env.get_state(env.get_player_id())["obs"][3]
    colors: dict[str, int] = importlib.import_module("rlcard.games.uno.utils").COLOR_MAP
    names = {number: letter.upper() for letter, number in colors.items()}
    return names[int(np.argwhere(target)[0][0])]


def played(game: Game, actions: str) -> Game:
    """The same here."""
    for code in actions.split():
        game.play(code)
    return game
