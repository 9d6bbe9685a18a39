"""Every number the expert goes by, with its reason.

A card is played for the sum of what speaks for it; drawing or passing counts 0.  The numbers were found by play: many
thousand rounds against ``random_play`` and against the expert itself, with two players and with four.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np
import numpy.typing as npt

Weights = npt.NDArray[np.float64]


class Weigh(IntEnum):
    """What speaks for a card, in the order of the table."""

    NUMBER = 0
    POINTS = 1
    SKIP = 2
    REVERSE = 3
    DRAW_TWO = 4
    WILD_1 = 5
    WILD_2 = 6
    WILD_3 = 7
    WILD_5 = 8
    WILD_MORE = 9
    FOUR_1 = 10
    FOUR_2 = 11
    FOUR_3 = 12
    FOUR_5 = 13
    FOUR_MORE = 14
    BLUFF = 15
    RUN_BLUFF = 16
    COLOR_SHARE = 17
    COLOR_COUNT = 18
    SAME_SYMBOL = 19
    NEXT_MISSED = 20
    UNSEEN = 21
    FOLLOWS = 22
    RETURNS = 23
    HURT_1 = 24
    HURT_2 = 25
    HURT_3 = 26
    FEED_1 = 27
    FEED_2 = 28
    TURN_AWAY = 29
    SKIP_TO = 30
    TO_PARTNER = 31
    PARTNERS_COLOR = 32
    THREAT = 33
    SEVEN = 34
    ZERO = 35
    RUN = 36
    CAST = 37
    FRIEND = 38
    LAP = 39
    LAP_GAIN = 40
    BLOCK = 41
    STACK = 42
    JUMP = 43
    GUILT = 44


#: Name; with two players, with more; the same with Seven-0, where hands do not stay with those who made them; reason.
TABLE: tuple[tuple[str, float, float, float, float, str], ...] = (
    ("NUMBER", 3.23, 3.32, 3.37, 3.87, "a card out of the hand is what the game is about"),
    ("POINTS", -0.03, -0.08, 0.01, 0.06, "high numbers first would save points; for winning it hardly matters"),
    ("SKIP", 3.03, 3.22, 3.12, 3.39, "with two players it is a free turn"),
    ("REVERSE", 3.04, 3.12, 3.21, 2.97, "with more than two it only changes who is next"),
    ("DRAW_TWO", 3.05, 3.49, 3.14, 2.93, "two cards more for the next player, and a turn less"),
    (
        "WILD_1",
        1.53,
        1.03,
        1.49,
        0.84,
        "a wild and one coloured card: play the wild, then name that colour",
    ),
    ("WILD_2", 0.38, 0.08, 0.15, 0.17, "a wild with two coloured ones: soon time to play it"),
    ("WILD_3", -0.50, -1.40, -0.40, -1.12, "a wild is the best last card there is: keep it"),
    ("WILD_5", -1.21, -1.62, -1.12, -1.35, "a wild with four or five coloured ones"),
    ("WILD_MORE", -1.68, -2.34, -1.36, -1.64, "a wild in a long hand can wait"),
    ("FOUR_1", 2.26, 2.17, 2.25, 2.08, "a Wild Draw Four and one coloured card"),
    ("FOUR_2", 0.87, 1.65, 1.00, 1.83, "a Wild Draw Four with two coloured ones"),
    ("FOUR_3", 0.37, 0.62, -0.34, 0.18, "a Wild Draw Four with three coloured ones"),
    ("FOUR_5", 0.46, 0.97, 0.47, 1.01, "a Wild Draw Four with four or five coloured ones"),
    ("FOUR_MORE", -0.52, 0.01, -0.41, 0.16, "a Wild Draw Four in a long hand can wait"),
    ("BLUFF", -0.57, -1.26, -0.50, -1.40, "a Wild Draw Four with the colour in hand may be challenged"),
    ("RUN_BLUFF", -1.70, -3.80, -1.70, -3.80, "on the Run! deck any other wild makes it illegal too"),
    ("COLOR_SHARE", 0.81, 0.52, 0.95, 0.95, "stay in the colour most of the hand has"),
    ("COLOR_COUNT", -0.09, 0.30, -0.05, 0.18, "the same, by the number of cards"),
    ("SAME_SYMBOL", -0.25, 0.24, -0.62, -0.19, "another card of the same number or symbol stays in the hand"),
    ("NEXT_MISSED", 0.53, 0.51, 0.80, 0.86, "the next player drew on this colour lately"),
    ("UNSEEN", -0.63, -0.54, -0.54, -0.54, "few cards of this colour are out there"),
    ("FOLLOWS", 1.17, 1.04, 0.65, 1.14, "the last card left can be played on this one"),
    ("RETURNS", 0.28, 0.00, 0.41, 0.00, "the turn comes straight back and a card can follow"),
    ("HURT_1", 2.11, 2.06, 2.29, 2.17, "the next player is about to go out: make them draw or miss the turn"),
    ("HURT_2", 0.60, 0.96, 0.37, 0.77, "the next player has two cards"),
    ("HURT_3", 0.21, 0.12, 0.25, -0.10, "the next player has three cards"),
    ("FEED_1", -1.41, -1.38, -1.63, -1.30, "the next player's last card may well have this colour"),
    ("FEED_2", -0.42, -0.30, -0.42, -0.39, "one of the next player's two cards may well have this colour"),
    ("TURN_AWAY", 0.00, 1.00, 0.00, 1.11, "a Reverse takes the turn from a player about to go out, or gives it to one"),
    ("SKIP_TO", 0.00, -0.84, 0.00, -1.00, "a Skip or a draw card gives the turn to somebody about to go out"),
    ("TO_PARTNER", 0.00, 0.22, 0.00, 0.22, "a Skip or a draw card gives the turn to the own partner"),
    ("PARTNERS_COLOR", 0.00, 0.23, 0.00, 0.23, "the partner is about to go out and may well have this colour"),
    ("THREAT", 1.23, 0.77, 1.71, 0.83, "somebody is about to go out: a wild kept is a wild lost"),
    ("SEVEN", 1.37, 1.01, 1.54, 1.24, "a 7 brings a better hand, by so many cards"),
    ("ZERO", 1.15, 1.28, 1.27, 0.96, "a 0 brings a better hand, by so many cards"),
    ("RUN", 0.86, 0.36, 0.81, 0.02, "a Run! card, against a plain wild: it can block later"),
    ("CAST", 1.96, 0.94, 1.82, 1.24, "Casting Call, against a plain wild: somebody gets cards"),
    ("FRIEND", 1.35, 1.64, 1.35, 1.64, "Power of Friendship, against a plain wild: a second card goes"),
    ("LAP", 1.30, 1.15, 1.53, 1.30, "Victory Lap, against a plain wild, the new hand aside"),
    ("LAP_GAIN", 2.39, 2.46, 2.42, 2.27, "a lap brings a better hand, by so many cards"),
    ("BLOCK", 1.27, 0.94, 1.42, 1.13, "a Run! card as a block, by the cards it saves"),
    ("STACK", 0.54, 1.34, 0.73, 1.22, "a stacked card passes the sum on, by its cards"),
    ("JUMP", 0.50, 0.50, 0.45, 0.42, "jumping in takes the turn"),
    ("GUILT", 0.07, 0.18, 0.07, 0.18, "a Wild Draw Four is challenged from this chance of guilt on"),
)

assert [each[0] for each in TABLE] == [weight.name for weight in Weigh]

#: One row a column of the table.
WEIGHTS: Weights = np.array([[each[column] for each in TABLE] for column in range(1, 5)], np.float64)
