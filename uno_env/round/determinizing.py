"""A full state that the player to act cannot tell from the real one: whatever that player does not know is drawn anew.

Kept are its own hand, the cards it has seen in other hands, how many cards everybody holds, and all that lies open on
the table.  Every other card is anywhere with equal chance.  The outcome follows from that knowledge and the seed alone,
so it can tell nothing about the real game.  What other players privately know of cards the player does not know is
dropped, as only those cards explain it.  What a player might conclude from earlier play (who drew probably lacked the
colour, cards shuffled back from the discard pile are in no hand yet) is belief, not knowledge, and left to the caller.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from uno_env.engine.cards import CARDS, COLOR_BITS, COLOURED_KINDS, NO_KIND, SYMBOL, Symbol
from uno_env.engine.hands import empty_hand, lay_in_hand
from uno_env.engine.jit import kernel, rule
from uno_env.engine.knowledge import card_bit
from uno_env.engine.layout import MAX_PLAYERS, Act
from uno_env.engine.legality import NOTHING
from uno_env.engine.random import random_below, seed_game, shuffle
from uno_env.engine.state import HISTORY, GameRow, Games, Phase, Place, Rules, RulesRow, Shuffling, Step

Cards = npt.NDArray[np.int8]
Indices = npt.NDArray[np.int64]
#: A set of cards, one bit each in two words.
CardSet = npt.NDArray[np.uint64]


@rule
def is_in(cards: CardSet, card: int) -> bool:
    """Is the card in the set?"""
    return bool(cards[card >> 6] & card_bit(card) != NOTHING)


@rule
def write_seen(game: GameRow, observer: int, seen: CardSet) -> None:
    """The cards in hands that the observer knows; in a lap the hand in front of them need not be their own."""
    own_in_front = int(game.phase) != Phase.LAP
    for word in range(2):
        seen[word] = game.knows[observer, word]
        if own_in_front:
            seen[word] |= game.holds[observer, word]


@rule
def gather_unseen(game: GameRow, rules: RulesRow, seen: CardSet, unseen: Cards) -> int:
    """The cards that might be in any hand or in the draw pile, by their numbers; how many there are."""
    count = 0
    for card in range(int(rules.cards)):
        place = int(game.place[card])
        if place == Place.DRAW_PILE or (place < MAX_PLAYERS and not is_in(seen, card)):
            unseen[count] = card
            count += 1
    return count


@rule
def was_passed_over(game: GameRow, rules: RulesRow, seat: int) -> bool:
    """In Friendship: was the seat not asked, because it holds no coloured card?"""
    if int(game.phase) != Phase.GUESS or int(game.laid[seat]) != NO_KIND:
        return False
    steps = (seat - int(game.player)) * int(game.direction) % int(rules.players)
    return steps < int(game.asked)


@rule
def bring_wilds_forward(rules: RulesRow, unseen: Cards, first: int, wanted: int, count: int) -> None:
    """The next so many wilds of the shuffled cards change places with the cards that come first."""
    for place in range(first, first + wanted):
        for other in range(place, count):
            if int(rules.card_kind[unseen[other]]) >= COLOURED_KINDS:
                unseen[place], unseen[other] = unseen[other], unseen[place]
                break


@rule
def deal_unseen(game: GameRow, rules: RulesRow, seen: CardSet, unseen: Cards, count: int, missing: Cards) -> None:
    """Every hand keeps its seen cards and is filled up; the rest are the draw pile.

    Whoever was passed over in Friendship has wilds only and is dealt to first: any of the wilds, then anybody any card.
    """
    players = int(rules.players)
    for seat in range(players):
        empty_hand(game, seat)
        missing[seat] = game.hand_size[seat]
    for card in range(int(rules.cards)):
        seat = int(game.place[card])
        if seat < MAX_PLAYERS and is_in(seen, card):
            lay_in_hand(game, rules, seat, card)
            missing[seat] -= 1
    dealt = 0
    for turn in range(2 * players):
        seat = turn % players
        if was_passed_over(game, rules, seat) != (turn < players):
            continue
        if turn < players:
            bring_wilds_forward(rules, unseen, dealt, int(missing[seat]), count)
        for _ in range(int(missing[seat])):
            lay_in_hand(game, rules, seat, int(unseen[dealt]))
            dealt += 1
    for depth in range(int(game.draw_size)):
        game.draw_pile[depth] = unseen[dealt + depth]
        game.place[unseen[dealt + depth]] = Place.DRAW_PILE


@rule
def random_card_of(game: GameRow, rules: RulesRow, seat: int) -> int:
    """The kind of one card of a hand, each card equally likely."""
    chosen = random_below(game, int(game.hand_size[seat]))
    for card in range(int(rules.cards)):
        if int(game.place[card]) == seat:
            if chosen == 0:
                return int(rules.card_kind[card])
            chosen -= 1
    return NO_KIND


@rule
def laying_is_possible(game: GameRow, rules: RulesRow) -> bool:
    """Choose what the others have laid face down in Friendship; False if these hands could not have done so.

    Whoever was asked laid a coloured card.
    """
    if int(game.phase) != Phase.GUESS:
        return True
    actor = int(game.actor)
    seat = int(game.player)
    while seat != actor:
        if int(game.laid[seat]) != NO_KIND:
            # Any card, and the deal is refused if it is a wild: so every deal counts as often as it has coloured cards.
            game.laid[seat] = random_card_of(game, rules, seat)
            if int(game.laid[seat]) >= COLOURED_KINDS:
                return False
        seat = (seat + int(game.direction)) % int(rules.players)
    return True


@rule
def last_public_action(game: GameRow) -> int:
    """What all have seen last."""
    return int(game.history_action[(int(game.public_actions) - 1) % HISTORY])


@rule
def original_card(game: GameRow, rules: RulesRow, seat: int, seen: CardSet) -> int:
    """The kind of the one card a player held before the penalty for a silent UNO: one that was seen, or any."""
    for card in range(int(rules.cards)):
        if int(game.place[card]) == seat and is_in(seen, card):
            return int(rules.card_kind[card])
    return random_card_of(game, rules, seat)


@rule
def draw_four_is_possible(game: GameRow, rules: RulesRow, observer: int, seen: CardSet) -> bool:
    """Judge the Wild Draw Four on top by these hands; its player knows without.  False if it could not be played so.
    [classic/wild-draw-four-condition] [classic/challenge-hand#ours] [victory-lap/wild-draw-four-strict]
    """
    player = int(game.player)
    if int(SYMBOL[game.top]) != Symbol.DRAW_FOUR or int(game.step) > Step.OWN_HAND:
        game.bluff = 0
    elif player != observer:
        coloured, wilds = game.coloured[player], int(game.wilds[player])
        if last_public_action(game) == Act.CATCH:  # the cards drawn for it do not count
            kind = original_card(game, rules, player, seen)
            coloured, wilds = NOTHING, 1
            if kind < COLOURED_KINDS:
                coloured, wilds = np.uint64(1) << np.uint64(kind), 0
        has_color = (coloured & COLOR_BITS[game.color_before]) != NOTHING
        game.bluff = has_color or (int(rules.wilds_match) != 0 and wilds != 0)
        return int(rules.strict_draw_four) == 0 or not has_color
    return True


@rule
def forget_what_is_hidden(game: GameRow, seen: CardSet) -> None:
    """Traces of the real deal, and what others know of cards the observer does not."""
    for seat in range(MAX_PLAYERS):
        game.knows[seat, 0] &= seen[0]
        game.knows[seat, 1] &= seen[1]
    # A question that was declined, or a drawn card that was kept, is its player's own affair.
    game.decisions = game.public_actions
    if int(game.phase) != Phase.DRAWN:
        game.drawn = NO_KIND
    if int(game.phase) != Phase.JUMP_IN and int(game.phase) != Phase.GUESS:
        game.asked = 0
    game.shuffles = 0
    game.shuffle_size = 0
    game.shuffling = Shuffling.RANDOM
    for place in range(CARDS):
        game.shuffle_order[place] = 0
        game.draw_pile[place] = 0


@rule
def determinize(game: GameRow, rules: RulesRow, seed: np.uint64) -> None:
    """Draw anew all that the player to act does not know; the game's random numbers begin anew too."""
    observer = int(game.actor)
    seen, unseen, missing = np.zeros(2, np.uint64), np.zeros(CARDS, np.int8), np.zeros(MAX_PLAYERS, np.int8)
    seed_game(game, seed)
    write_seen(game, observer, seen)
    count = gather_unseen(game, rules, seen, unseen)
    forget_what_is_hidden(game, seen)
    possible = False
    while not possible:
        shuffle(game, unseen, count)
        deal_unseen(game, rules, seen, unseen, count, missing)
        possible = laying_is_possible(game, rules) and draw_four_is_possible(game, rules, observer, seen)


@kernel
def write_worlds(games: Games, rules: Rules, indices: Indices, seeds: npt.NDArray[np.uint64], worlds: Games) -> None:
    """One determinized copy of each game in the list, for the player who is to act there."""
    for place in range(len(indices)):
        worlds[place] = games[indices[place]]
        world = worlds[place]
        determinize(world, rules[world.rules], seeds[place])
