"""Which card to play, and whether to play one at all."""

from __future__ import annotations

import numpy as np

from agents.expertise.hands import cost_without, hand_change, lap_gain
from agents.expertise.reading import (
    COUNT,
    NO_PARTNER,
    RUN_DECK,
    UNSEEN,
    VICTORY_LAP_DECK,
    Row,
    See,
    Table,
    acts_after,
    around,
    chance_of_color,
    is_opponent,
    known_last_card,
    missed,
)
from agents.expertise.weights import Weigh, Weights
from uno_env.engine.bits import bits_in
from uno_env.engine.cards import COLORS, COLOURED_KINDS, FACES, ICON_OFFSET, NO_KIND, POINTS, SYMBOL, Symbol, Wild
from uno_env.engine.jit import rule
from uno_env.engine.layout import ACTION_COLOR, ACTION_KIND
from uno_env.engine.legality import NOTHING
from uno_env.observation import HAND, HAND_SIZES

WINS = 1000.0
WILD = int(Wild.WILD)
# The first of several weights that stand in a row.
WILD_1, FOUR_1, HURT_1, RUN = int(Weigh.WILD_1), int(Weigh.FOUR_1), int(Weigh.HURT_1), int(Weigh.RUN)


@rule
def count_after(table: Table, kind: int, color: int) -> int:
    """Own cards of a colour once this card is played."""
    count = int(table[COUNT + color])
    if kind < COLOURED_KINDS and kind // FACES == color:
        count -= 1
    return count


@rule
def cards_of_symbol(row: Row, symbol: int) -> int:
    """Own coloured cards of a number or symbol, with or without the icon."""
    count = 0
    for color in range(COLORS):
        kind = HAND + color * FACES + symbol
        count += int(row[kind])
        if symbol >= Symbol.SKIP:
            count += int(row[kind + ICON_OFFSET])
    return count


@rule
def color_worth(row: Row, table: Table, weights: Weights, kind: int, color: int) -> float:
    """What having this colour in play is worth, once the card is out of the hand."""
    left = int(table[See.SIZE]) - 1
    coloured = left - int(table[See.WILDS]) + int(kind >= COLOURED_KINDS)
    count = count_after(table, kind, color)
    worth: float = float(weights[Weigh.COLOR_COUNT]) * count
    if coloured > 0:
        worth += float(weights[Weigh.COLOR_SHARE]) * count / coloured
    after = acts_after(table, int(SYMBOL[kind]))
    gained = missed(row, after, color)
    if gained > 0 and is_opponent(table, after):
        worth += float(weights[Weigh.NEXT_MISSED]) * 2.0 / (1.0 + gained)
    worth += float(weights[Weigh.UNSEEN]) * table[UNSEEN + color] / max(int(table[See.UNSEEN_TOTAL]), 1)
    if is_opponent(table, after) and row[HAND_SIZES + after] <= 2:
        feeding = weights[Weigh.FEED_1] if row[HAND_SIZES + after] == 1 else weights[Weigh.FEED_2]
        worth += float(feeding) * chance_of_color(row, table, after, color)
    partner = int(table[See.PARTNER])
    if partner != NO_PARTNER and row[HAND_SIZES + partner] <= 3:
        worth += float(weights[Weigh.PARTNERS_COLOR]) * chance_of_color(row, table, partner, color)
    return worth


@rule
def follow_ups(row: Row, table: Table, kind: int, color: int) -> int:
    """Own cards that can be played on this one, wilds left aside."""
    count = count_after(table, kind, color)
    symbol = int(SYMBOL[kind])
    if symbol <= Symbol.DRAW_TWO:
        same_color = int(row[HAND + color * FACES + symbol])
        if symbol >= Symbol.SKIP:
            same_color += int(row[HAND + color * FACES + symbol + ICON_OFFSET])
        count += cards_of_symbol(row, symbol) - same_color
    return count


@rule
def band(base: int, left: int) -> int:
    """Which of the five weights of a wild counts, by the coloured cards left with it."""
    if left <= 3:
        return base + max(left, 1) - 1
    return base + (3 if left <= 5 else 4)


@rule
def face_worth(row: Row, table: Table, weights: Weights, kind: int) -> float:
    """What playing a card of this face is worth, its colour aside."""
    symbol = int(SYMBOL[kind])
    coloured = int(table[See.SIZE] - table[See.WILDS])
    two = table[See.PLAYERS] == 2
    if symbol <= Symbol.NINE:
        worth: float = float(weights[Weigh.NUMBER]) + float(weights[Weigh.POINTS]) * POINTS[kind] / 9.0
        if table[See.SEVEN_ZERO] != 0 and (symbol == Symbol.SEVEN or symbol == Symbol.ZERO):
            worth += hand_change(row, table, weights, symbol)
        return worth
    if symbol == Symbol.SKIP or (symbol == Symbol.REVERSE and two):
        return float(weights[Weigh.SKIP])
    if symbol == Symbol.REVERSE:
        return float(weights[Weigh.REVERSE])
    if symbol == Symbol.DRAW_TWO:
        return float(weights[Weigh.DRAW_TWO])
    worth = float(weights[Weigh.THREAT]) if table[See.LEAST] <= 2 else 0.0
    if symbol == Symbol.DRAW_FOUR:
        worth += float(weights[band(FOUR_1, coloured)])
        if table[See.DECK] != VICTORY_LAP_DECK and table[See.COLOR] < COLORS and table[COUNT + table[See.COLOR]] > 0:
            worth += float(weights[Weigh.BLUFF])
        elif table[See.DECK] == RUN_DECK and table[See.WILDS] > 1:
            worth += float(weights[Weigh.RUN_BLUFF])
        return worth
    worth += float(weights[band(WILD_1, coloured)])
    if symbol == Symbol.LAP:
        worth += float(weights[Weigh.LAP_GAIN]) * lap_gain(row, table, cost_without(table, 1))
    if symbol > Symbol.DRAW_FOUR:
        worth += float(weights[RUN + symbol - Symbol.RUN])
    return worth


@rule
def hit_worth(row: Row, table: Table, weights: Weights, kind: int, color: int) -> float:
    """What the card does to the next player, and who is on then."""
    symbol = int(SYMBOL[kind])
    two = table[See.PLAYERS] == 2
    if symbol == Symbol.REVERSE and not two:
        away = int(table[See.NEXT_SIZE] <= 2) - int(table[See.PREVIOUS_SIZE] <= 2)
        return float(weights[Weigh.TURN_AWAY]) * away
    if not (
        symbol == Symbol.SKIP or symbol == Symbol.REVERSE or symbol == Symbol.DRAW_TWO or symbol == Symbol.DRAW_FOUR
    ):
        return 0.0
    worth = 0.0
    if table[See.NEXT_SIZE] <= 3:
        worth += float(weights[HURT_1 + int(table[See.NEXT_SIZE]) - 1])
    if two:
        if color < COLORS and follow_ups(row, table, kind, color) > 0:
            worth += float(weights[Weigh.RETURNS])
    elif around(int(table[See.PLAYERS]), 2 * int(table[See.CLOCKWISE])) == table[See.PARTNER]:
        worth += float(weights[Weigh.TO_PARTNER])
    elif table[See.AFTER_NEXT_SIZE] <= 2:
        worth += float(weights[Weigh.SKIP_TO])
    return worth


@rule
def gives_the_win_away(row: Row, table: Table, kind: int, color: int) -> bool:
    """The last card of whoever is on after this one is known, and can be played on it."""
    symbol = int(SYMBOL[kind])
    after = acts_after(table, symbol)
    if not is_opponent(table, after):
        return False
    last = known_last_card(row, after)
    if last == NO_KIND:
        return False
    if last >= COLOURED_KINDS or last // FACES == color:
        return True
    return kind < COLOURED_KINDS and int(SYMBOL[last]) == symbol


@rule
def play_worth(row: Row, table: Table, weights: Weights, action: int) -> float:
    """All that speaks for playing this card, against drawing or passing."""
    kind, color = int(ACTION_KIND[action]), int(ACTION_COLOR[action])
    left = int(table[See.SIZE]) - 1
    if left == 0:
        return WINS  # [classic/going-out]
    if left == 1 and int(SYMBOL[kind]) == Symbol.FRIEND and table[See.WILDS] == 1:
        return WINS  # the last card is laid, and goes out.  [friendship/lay]
    if color < COLORS and gives_the_win_away(row, table, kind, color):
        return -WINS
    worth = face_worth(row, table, weights, kind) + hit_worth(row, table, weights, kind, color)
    if color < COLORS:
        worth += color_worth(row, table, weights, kind, color)
        if left == 1 and (
            follow_ups(row, table, kind, color) > 0 or table[See.WILDS] - int(kind >= COLOURED_KINDS) > 0
        ):
            worth += float(weights[Weigh.FOLLOWS])
        symbol = int(SYMBOL[kind])
        if symbol <= Symbol.DRAW_TWO:
            worth += float(weights[Weigh.SAME_SYMBOL]) * (cards_of_symbol(row, symbol) - 1)
    return worth


@rule
def best_play(
    row: Row, table: Table, weights: Weights, coloured: np.uint64, others: np.uint64, bonus: float
) -> tuple[int, float]:
    """The best of the cards that can be played, and what it is worth; -1 if there is none."""
    best, best_worth = -1, -1e9
    for word in range(2):
        left = coloured if word == 0 else others
        while left != NOTHING:
            rest = left & (left - np.uint64(1))
            action = 64 * word + lowest_bit(left ^ rest)
            left = rest
            worth = play_worth(row, table, weights, action) + bonus
            if worth > best_worth:
                best, best_worth = action, worth
    return best, best_worth


@rule
def lowest_bit(bit: np.uint64) -> int:
    """The number of a single bit."""
    return bits_in(bit - np.uint64(1))


@rule
def best_color(row: Row, table: Table, weights: Weights) -> int:
    """The colour to name for a wild that is already on the table.  [classic/wild]"""
    best, best_worth = 0, -1e9
    for color in range(COLORS):
        # The wild is out of the hand, but its place counts as one card more to play.
        worth = color_worth(row, table, weights, WILD, color)
        if worth > best_worth:
            best, best_worth = color, worth
    return best
