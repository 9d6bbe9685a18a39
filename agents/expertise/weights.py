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
    COLOR_SHARE = 16
    COLOR_COUNT = 17
    SAME_SYMBOL = 18
    NEXT_MISSED = 19
    UNSEEN = 20
    FOLLOWS = 21
    RETURNS = 22
    HURT_1 = 23
    HURT_2 = 24
    HURT_3 = 25
    FEED_1 = 26
    FEED_2 = 27
    TURN_AWAY = 28
    SKIP_TO = 29
    TO_PARTNER = 30
    PARTNERS_COLOR = 31
    THREAT = 32
    SEVEN = 33
    ZERO = 34
    RUN = 35
    CAST = 36
    FRIEND = 37
    LAP = 38
    LAP_GAIN = 39
    BLOCK = 40
    STACK = 41
    JUMP = 42
    GUILT = 43


#: Name; with two players, with more; the same with Seven-0, where hands do not stay with those who made them; reason.
TABLE: tuple[tuple[str, float, float, float, float, str], ...] = (
    ("NUMBER", 3.23, 3.32, 3.23, 3.32, "a card out of the hand is what the game is about"),
    ("POINTS", -0.03, -0.08, -0.03, -0.08, "high numbers first: they cost most when somebody else goes out"),
    ("SKIP", 3.03, 3.22, 3.03, 3.22, "with two players it is a free turn"),
    ("REVERSE", 3.04, 3.12, 3.04, 3.12, "with more than two it only changes who is next"),
    ("DRAW_TWO", 3.05, 3.49, 3.05, 3.49, "two cards more for the next player, and a turn less"),
    ("WILD_1", 1.53, 1.03, 1.53, 1.03, "a wild and one other card: play the wild, then the other in the colour named"),
    ("WILD_2", 0.38, 0.08, 0.38, 0.08, "a wild with two others: soon time to play it"),
    ("WILD_3", -0.50, -1.40, -0.50, -1.40, "a wild is the best last card there is: keep it"),
    ("WILD_5", -1.21, -1.62, -1.21, -1.62, "a wild with four or five others"),
    ("WILD_MORE", -1.68, -2.34, -1.68, -2.34, "a wild in a long hand can wait"),
    ("FOUR_1", 2.26, 2.17, 2.26, 2.17, "a Wild Draw Four and one other card"),
    ("FOUR_2", 0.87, 1.65, 0.87, 1.65, "a Wild Draw Four with two others"),
    ("FOUR_3", 0.37, 0.62, 0.37, 0.62, "a Wild Draw Four with three others"),
    ("FOUR_5", 0.46, 0.97, 0.46, 0.97, "a Wild Draw Four with four or five others"),
    ("FOUR_MORE", -0.52, 0.01, -0.52, 0.01, "a Wild Draw Four in a long hand can wait"),
    ("BLUFF", -0.57, -1.26, -0.57, -1.26, "a Wild Draw Four with the colour in hand may be challenged"),
    ("COLOR_SHARE", 0.81, 0.52, 0.81, 0.52, "stay in the colour most of the hand has"),
    ("COLOR_COUNT", -0.09, 0.30, -0.09, 0.30, "the same, by the number of cards"),
    ("SAME_SYMBOL", -0.25, 0.24, -0.25, 0.24, "another card of the same number or symbol is a way back"),
    ("NEXT_MISSED", 0.53, 0.51, 0.53, 0.51, "the next player drew on this colour lately"),
    ("UNSEEN", -0.63, -0.54, -0.63, -0.54, "few cards of this colour are out there"),
    ("FOLLOWS", 1.17, 1.04, 1.17, 1.04, "the last card left can be played on this one"),
    ("RETURNS", 0.28, 0.0, 0.28, 0.0, "the turn comes straight back and a card can follow"),
    ("HURT_1", 2.11, 2.06, 2.11, 2.06, "the next player is about to go out: make them draw or miss the turn"),
    ("HURT_2", 0.60, 0.96, 0.60, 0.96, "the next player has two cards"),
    ("HURT_3", 0.21, 0.12, 0.21, 0.12, "the next player has three cards"),
    ("FEED_1", -1.41, -1.38, -1.41, -1.38, "the next player's last card may well have this colour"),
    ("FEED_2", -0.42, -0.30, -0.42, -0.30, "one of the next player's two cards may well have this colour"),
    ("TURN_AWAY", 0.0, 1.00, 0.0, 1.00, "a Reverse takes the turn from somebody about to go out, or gives it to them"),
    ("SKIP_TO", 0.0, -0.84, 0.0, -0.84, "a Skip or a draw card gives the turn to somebody about to go out"),
    ("TO_PARTNER", 0.0, 0.22, 0.0, 0.22, "a Skip or a draw card gives the turn to the own partner"),
    ("PARTNERS_COLOR", 0.0, 0.23, 0.0, 0.23, "the partner is about to go out and may well have this colour"),
    ("THREAT", 1.23, 0.77, 1.23, 0.77, "somebody is about to go out: a wild kept is a wild lost"),
    ("SEVEN", 1.37, 1.01, 1.37, 1.01, "a 7 brings a better hand, by so many cards"),
    ("ZERO", 1.15, 1.28, 1.15, 1.28, "a 0 brings a better hand, by so many cards"),
    ("RUN", 0.86, 0.36, 0.86, 0.36, "a Run! card, against a plain wild: it can block later"),
    ("CAST", 1.96, 0.94, 1.96, 0.94, "Casting Call, against a plain wild: somebody gets cards"),
    (
        "FRIEND",
        1.35,
        1.64,
        1.35,
        1.64,
        "Power of Friendship, against a plain wild: it takes a second card out of the hand",
    ),
    ("LAP", 1.30, 1.15, 1.30, 1.15, "Victory Lap, against a plain wild, the new hand aside"),
    ("LAP_GAIN", 2.39, 2.46, 2.39, 2.46, "a lap brings a better hand, by so many cards"),
    ("BLOCK", 1.27, 0.94, 1.27, 0.94, "a Run! card as a block, by the cards it saves"),
    ("STACK", 0.54, 1.34, 0.54, 1.34, "a stacked card passes the sum on, by its cards"),
    ("JUMP", 0.5, 0.5, 0.5, 0.5, "jumping in takes the turn"),
    (
        "GUILT",
        0.07,
        0.18,
        0.07,
        0.18,
        "a Wild Draw Four is challenged if it was played illegally with at least this chance",
    ),
)

assert [each[0] for each in TABLE] == [weight.name for weight in Weigh]

#: One row a column of the table.
WEIGHTS: Weights = np.array([[each[column] for each in TABLE] for column in range(1, 5)], np.float64)
