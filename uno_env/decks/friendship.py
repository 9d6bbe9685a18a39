"""Power of Friendship: everyone lays a card face down, and those of the player's colour go out together.
Sheet: friendship.txt.  [friendship/cards]

Differences: 4 Wild Power of Friendship cards, and pink in place of red.
"""

from __future__ import annotations

from uno_env.decks.deck import Deck
from uno_env.engine.cards import COLOR, COPIES, FIRST_CARD, NO_KIND, Wild
from uno_env.engine.hands import take_from_hand
from uno_env.engine.jit import rule
from uno_env.engine.knowledge import one_copy_at_least
from uno_env.engine.layout import COLOR_ACTION_BITS
from uno_env.engine.legality import NOTHING
from uno_env.engine.piles import discard
from uno_env.engine.seats import ask, seat_after
from uno_env.engine.state import NO_SEAT, GameRow, Phase, RulesRow, Step

DECK = Deck(
    name="friendship",
    title="Power of Friendship",
    sheet="friendship.txt",
    color_letters="PYGB",
    color_names=("pink", "yellow", "green", "blue"),
    own_card=Wild.FRIEND,
)


@rule
def friendship(game: GameRow, rules: RulesRow) -> None:
    """The player lays a coloured card face down; without one the card is a plain wild.
    [friendship/lay] [friendship/no-coloured-card#ours]
    """
    player = int(game.player)
    for seat in range(int(rules.players)):
        game.laid[seat] = NO_KIND
    if game.coloured[player] == NOTHING:
        game.step = Step.NEXT_TURN
        ask(game, Phase.COLOR, player, NOTHING, COLOR_ACTION_BITS)
        return
    game.asked = 0
    ask(game, Phase.LAY, player, game.coloured[player], NOTHING)


@rule
def decide_laid(game: GameRow, rules: RulesRow, kind: int) -> None:
    """A card lies face down; the next player with a coloured card guesses, then all are revealed.
    [friendship/guess]
    """
    game.laid[game.actor] = kind
    for steps in range(int(game.asked) + 1, int(rules.players)):
        seat = seat_after(game, rules, int(game.player), steps)
        if game.coloured[seat] != NOTHING:
            game.asked = steps
            ask(game, Phase.GUESS, seat, game.coloured[seat], NOTHING)
            return
    reveal(game, rules)


@rule
def reveal(game: GameRow, rules: RulesRow) -> None:
    """Cards of the player's colour are discarded in the direction of play, the player's own last; the
    others go back into their hands, seen by all.  [friendship/reveal] [friendship/no-effects]
    [friendship/no-house-rules#ours]
    """
    player = int(game.player)
    color = COLOR[game.laid[player]]
    game.calls_due = 0
    game.winner = NO_SEAT
    for steps in range(1, int(rules.players) + 1):
        seat = seat_after(game, rules, player, steps)
        kind = int(game.laid[seat])
        if kind == NO_KIND:
            continue
        if COLOR[kind] != color:
            take_back(game, rules, seat, kind)
            continue
        discard(game, rules, take_from_hand(game, rules, seat, kind))
        game.calls_due = int(game.calls_due) | (1 << seat)
        # The first hand emptied wins, but all discards are made.  [friendship/several-out#ours]
        if int(game.hand_size[seat]) == 0 and int(game.winner) == NO_SEAT:
            game.winner = seat
    for seat in range(int(rules.players)):
        game.laid[seat] = NO_KIND
    game.color = color
    game.empty_draws = 0
    game.step = Step.FRIEND_CALLS


@rule
def take_back(game: GameRow, rules: RulesRow, seat: int, kind: int) -> None:
    """The card never left the hand, but everybody has seen one of its kind there."""
    first = int(FIRST_CARD[kind])
    for card in range(first, first + int(COPIES[kind])):
        if int(game.place[card]) == seat and int(rules.card_kind[card]) == kind:
            one_copy_at_least(game, rules, seat, kind, card)
            return


@rule
def next_friend_to_call(game: GameRow, rules: RulesRow) -> int:
    """Those left with one card owe a call, in the order in which they discarded.  [friendship/calls#ours]"""
    for steps in range(1, int(rules.players) + 1):
        seat = seat_after(game, rules, int(game.player), steps)
        if (int(game.calls_due) >> seat) & 1 == 0:
            continue
        game.calls_due = int(game.calls_due) & ~(1 << seat)
        if int(game.hand_size[seat]) == 1:
            return seat
    return NO_SEAT
