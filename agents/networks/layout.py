"""Where each feature stands: named blocks of yes-or-no questions, first about the table, then about one legal action.

A feature is on or off.  A network's first layer therefore only adds up the rows of its weights that are on, some eighty
of a thousand, which is what makes it fast without a matrix library.

Colours are not called by their names: 0 is the colour in play, then come the others, those the player holds most of
first.  What is learnt about one colour is thus known about all (24 orders, one position).  Other seats are counted in
the direction of play: slot 1 is the next player.
"""

from __future__ import annotations

from dataclasses import dataclass

from uno_env.engine.cards import COLORS, COLOURED_KINDS, FACES, KINDS, WILD_KINDS, Symbol
from uno_env.engine.layout import ACTIONS, MAX_PLAYERS
from uno_env.engine.state import Phase
from uno_env.observation import ACTS, DECKS_KNOWN

SYMBOLS = len(Symbol.__members__) - 3 + 10  # ZERO, SEVEN and NINE stand for ten numbers
SLOTS = MAX_PLAYERS - 1
HISTORY_USED = 4
#: Upper ends of the ranges that hand sizes are sorted into; the last range is open.
SIZE_ENDS = (1, 2, 3, 4, 5, 6, 7, 8, 10, 13, 17)
SIZES = len(SIZE_ENDS) + 1
MISSES = 5  # how fresh a miss is
SEEN_OF_A_SEAT = 2 * COLORS + 3
SLOT = SIZES + COLORS * MISSES + SEEN_OF_A_SEAT + 1
PREVIOUS = SIZES + COLORS * MISSES
ENTRY = MAX_PLAYERS + COLORS + FACES + WILD_KINDS + len(ACTS)
OFFERED = SIZES + COLORS * 5 + 4
OWN_SIZES = 16


@dataclass(frozen=True)
class Block:
    """A named run of features."""

    name: str
    length: int
    meaning: str


STATE_BLOCKS = (
    Block("own_kinds", 2 * COLOURED_KINDS, "one, two cards of each coloured kind in hand"),
    Block("own_wilds", 4 * WILD_KINDS, "one to four of each wild"),
    Block("own_size", OWN_SIZES, "cards in hand"),
    Block("own_colors", 8 * COLORS, "0 to 7 cards of each colour"),
    Block("own_wild_total", 5, "0 to 4 wilds"),
    Block("top", SYMBOLS, "number or symbol of the top card"),
    Block("top_flags", 2, "the top card has an icon; no colour is in play"),
    Block("phase", len(Phase) - 2, "what is to be decided"),
    Block("drawn", COLORS + FACES + WILD_KINDS, "the card just drawn"),
    Block("playable", 6, "0 to 5 coloured cards that can be played"),
    Block("unseen_colors", 6 * COLORS, "at least 1, 4, 7, 11, 15, 20 cards of each colour not seen yet"),
    Block("unseen_wilds", 6, "at least 1, 2, 3, 5, 7, 9 wilds not seen yet"),
    Block("unseen_draw_fours", 5, "0 to 4 Wild Draw Fours not seen yet"),
    Block("unseen_draw_twos", 5, "0, to 2, 4, 6, 8 Draw Twos not seen yet"),
    Block("draw_pile", 6, "0, to 4, 10, 20, 40, more cards in the draw pile"),
    Block("slots", SLOTS * SLOT, "each other seat: size, fresh misses by colour, known cards, is the partner"),
    Block("next_known", SYMBOLS, "numbers and symbols the next player is known to hold"),
    Block("previous", PREVIOUS, "the player before, at tables of three or more: size and misses"),
    Block("fewest", 5, "the shortest hand of an opponent, 1 to 5"),
    Block("last_player", MAX_PLAYERS, "whose card lies on top"),
    Block("pending", 7, "the pending sum: 0, 2, 4, 6, 8, to 12, more"),
    Block("color_before", COLORS + 1, "the colour a Wild Draw Four on top is judged against"),
    Block("turned", 11, "0 to 8 cards turned by Casting Call; one, two wilds among them"),
    Block("offered", OFFERED, "in a lap, the hand in front: size, cards of each colour, wilds"),
    Block("looks", MAX_PLAYERS, "hands looked at in this lap"),
    Block("deck", DECKS_KNOWN, "the deck"),
    Block("house_rules", 3, "Progressive, Seven-0, Jump-In"),
    Block("options", 2, "partners; Casting Call until identical"),
    Block("players", MAX_PLAYERS - 1, "2 to 10 players"),
    Block("history", HISTORY_USED * ENTRY, "the last public actions: who, colour, face or wild, what else"),
)
ACTION_BLOCKS = (
    Block("action", ACTIONS, "the action itself, in terms of these colours and slots"),
    Block("left", 9, "0 to 8 cards left in hand"),
    Block("color_left", 7, "0 to 6 cards left of the colour in play after it"),
    Block("wilds_left", 4, "0 to 3 wilds left"),
    Block("symbol_left", 3, "0 to 2 cards left with its number or symbol"),
    Block("twin", 3, "the other copy of the card: in hand, discarded, unseen"),
    Block("colors_empty", 5, "0 to 4 colours of which no card is left"),
    Block("then_missed", MISSES + 1, "whether the player who is on next missed that colour, and how lately"),
    Block("then_size", 5, "the hand of the player who is on next: 1 to 4 cards; or it is the own turn again"),
    Block("color_unseen", 5, "to 2, 5, 9, 14, more cards of that colour not seen yet"),
    Block("flags", 3, "the player on next is known to hold that colour; their last card is known to fit; a bluff"),
    Block("chosen_size", SIZES, "cards of the player chosen"),
    Block("chosen_against_own", 3, "that is fewer than, as many as, more than the own"),
    Block("chosen_flags", 4, "known to hold no wild, a wild; the next player; the partner"),
)


def _offsets(blocks: tuple[Block, ...]) -> dict[str, int]:
    found, start = {}, 0
    for block in blocks:
        found[block.name] = start
        start += block.length
    return found


STATE_AT, ACTION_AT = _offsets(STATE_BLOCKS), _offsets(ACTION_BLOCKS)
STATE_FEATURES = sum(block.length for block in STATE_BLOCKS)
ACTION_FEATURES = sum(block.length for block in ACTION_BLOCKS)
#: No position and no action turns on more than so many; kernels write into rows of this length.
MOST_STATE_FEATURES = 512
MOST_ACTION_FEATURES = 16


def describe() -> str:
    """The table of blocks, as printed in the documents."""
    lines = ["| about | block | from | length | meaning |", "| --- | --- | --- | --- | --- |"]
    for about, blocks, offsets in (("table", STATE_BLOCKS, STATE_AT), ("action", ACTION_BLOCKS, ACTION_AT)):
        lines += [
            f"| {about} | `{each.name}` | {offsets[each.name]} | {each.length} | {each.meaning} |" for each in blocks
        ]
    return "\n".join(lines)


assert int(Symbol.LAP) + 1 == SYMBOLS
assert KINDS == COLOURED_KINDS + WILD_KINDS
