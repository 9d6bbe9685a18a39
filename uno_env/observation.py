"""What a player may know, as one row of small numbers: named sections of fixed lengths, one layout for everything.

Seats are relative to the observer: 0 is the observer, 1 the next player clockwise.  Counts and flags are bytes; a row
of bytes is written four times as fast as one of floats, and no number in it needs more.  Only the history at the
end has a length of one's choice.

A decision that only a hidden card explains is its player's own: an onlooker sees no phase.  During a lap ``hand`` is
the observer's own hand, wherever it lies, and ``offered`` what the observer knows of the hand in front of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from uno_env.engine import layout
from uno_env.engine.bits import bits_in
from uno_env.engine.cards import COLORS, COLOURED_KINDS, FACES, KINDS, NO_COLOR, NO_KIND, WILD_KINDS
from uno_env.engine.jit import kernel, rule
from uno_env.engine.layout import ACTION_COLOR, ACTION_KIND, ACTIONS, MAX_PLAYERS, Act
from uno_env.engine.prefetch import expect_game
from uno_env.engine.seats import seat_after
from uno_env.engine.state import HISTORY, GameRow, Games, Phase, Rules, RulesRow
from uno_env.round.history import HIDDEN_CARD
from uno_env.round.kernels import Actions, Indices, Masks, step_or_redeal, write_mask

DTYPE = np.uint8
Observations = npt.NDArray[np.uint8]
#: What is not on the table: the target of the match (0: a single round), the totals seat by seat, the scoring.
Context = npt.NDArray[np.int32]
SCORING_AT = 1 + MAX_PLAYERS
CONTEXT = SCORING_AT + 1

DECKS_KNOWN = 5
DEFAULT_HISTORY = 8
#: A single card is its colour, its face and its wild kind, one-hot each: 28 numbers instead of 72.
CARD = COLORS + FACES + WILD_KINDS
#: Actions that play no card, and a card laid face down.
ACTS = ("draw", "pass", "challenge", "uno", "catch", "take", "split", "color", "hidden card")
#: Who; the card played or the colour named; what else was done; the player chosen, counted from the one who acts.
HISTORY_ENTRY = MAX_PLAYERS + CARD + len(ACTS) + MAX_PLAYERS - 1
MOST = 255


@dataclass(frozen=True)
class Section:
    """A named part of the row."""

    name: str
    length: int
    meaning: str


SECTIONS = (
    Section("hand", KINDS, "cards of each kind in the own hand"),
    Section("offered", KINDS, "in a lap, what is known of the hand in front of the observer"),
    Section("top", CARD, "the top card"),
    Section("drawn", CARD, "the card just drawn and still to be played or kept"),
    Section("laid", CARD, "the own card laid face down in Friendship"),
    Section("discard", KINDS, "cards of each kind on the discard pile"),
    Section("turned", KINDS, "cards of each kind turned by Casting Call"),
    Section("known", (MAX_PLAYERS - 1) * KINDS, "cards of each kind known to be with seat 1, seat 2, ... seat 9"),
    Section(
        "missed",
        (MAX_PLAYERS - 1) * COLORS,
        "seat 1, seat 2, ...: per colour 0, or 1 and one more for each card gained since a draw on that colour",
    ),
    Section("hand_sizes", MAX_PLAYERS, "cards in front of each seat"),
    Section("color", COLORS + 1, "the colour in play, or none, one-hot"),
    Section("color_before", COLORS + 1, "the colour a Wild Draw Four on top is judged against, one-hot"),
    Section("direction", 1, "1 if play goes clockwise"),
    Section("draw_pile", 1, "cards in the draw pile"),
    Section("pending", 1, "the pending sum"),
    Section("phase", len(Phase) - 1, "what the observer has to decide (or that the round is over), one-hot"),
    Section("looks", 1, "hands looked at in this lap"),
    Section("last_player", MAX_PLAYERS, "who played the top card, one-hot"),
    Section("dealer", MAX_PLAYERS, "who dealt, one-hot"),
    Section("partner", MAX_PLAYERS, "the observer's partner, one-hot"),
    Section("uno_called", MAX_PLAYERS, "who has said UNO and still holds that card"),
    Section("scores", MAX_PLAYERS, "match totals in percent of the target"),
    Section("target", 1, "the target of the match, in tens; 0 in a single round"),
    Section("scoring", 3, "the match is for points, low score, Challenge UNO, one-hot"),
    Section("deck", DECKS_KNOWN, "the deck, one-hot"),
    Section("players", MAX_PLAYERS - 1, "2, 3, ... 10 players, one-hot"),
    Section("house_rules", 3, "Progressive, Seven-0, Jump-In"),
    Section("options", 3, "partners, UNO called automatically, Casting Call until identical"),
    Section("icons", 5, "icon copies of S, R, D (per colour), W, W4"),
    Section("hand_size", 1, "cards dealt to each player"),
)
BASE_LENGTH = sum(section.length for section in SECTIONS)


def _offsets() -> dict[str, int]:
    offsets, start = {}, 0
    for section in SECTIONS:
        offsets[section.name] = start
        start += section.length
    return offsets


_AT = _offsets()
# One name a section, frozen into the kernel.
HAND, OFFERED, DRAWN, LAID, TOP, DISCARD, TURNED = (
    _AT[name] for name in ("hand", "offered", "drawn", "laid", "top", "discard", "turned")
)
KNOWN, MISSED, HAND_SIZES, COLOR, COLOR_BEFORE, DIRECTION = (
    _AT[name] for name in ("known", "missed", "hand_sizes", "color", "color_before", "direction")
)
DRAW_PILE, PENDING, PHASE, LOOKS = (_AT[name] for name in ("draw_pile", "pending", "phase", "looks"))
LAST_PLAYER, DEALER, PARTNER, UNO_CALLED, SCORES, TARGET, SCORING = (
    _AT[name] for name in ("last_player", "dealer", "partner", "uno_called", "scores", "target", "scoring")
)
DECK, PLAYERS, HOUSE_RULES, OPTIONS, ICONS, HAND_SIZE = (
    _AT[name] for name in ("deck", "players", "house_rules", "options", "icons", "hand_size")
)
_ACT = MAX_PLAYERS + CARD
_CHOSEN = _ACT + len(ACTS)


def _card_numbers(kind: int) -> tuple[int, int]:
    """Which two of a card's numbers are 1 (of a wild, the same one twice)."""
    if kind < COLOURED_KINDS:
        return kind // FACES, COLORS + kind % FACES
    return (COLORS + FACES + kind - COLOURED_KINDS,) * 2


def _action_numbers(action: int) -> tuple[int, int, int]:
    """Which of a history entry's numbers are 1 for an action (some of them named more than once)."""
    if action < Act.DRAW:
        one, other = (MAX_PLAYERS + number for number in _card_numbers(int(ACTION_KIND[action])))
        names_color = action >= COLOURED_KINDS and ACTION_COLOR[action] != NO_COLOR
        return one, other, MAX_PLAYERS + int(ACTION_COLOR[action]) if names_color else other
    if action < layout.COLOR.start:
        return (_ACT + action - int(Act.DRAW),) * 3
    if action < layout.SEAT.start:
        return (_ACT + ACTS.index("color"),) * 2 + (MAX_PLAYERS + action - layout.COLOR.start,)
    if action < ACTIONS:
        return (_CHOSEN + action - layout.SEAT.start,) * 3
    return (_ACT + ACTS.index("hidden card"),) * 3


CARD_NUMBERS = np.array([_card_numbers(kind) for kind in range(KINDS)], np.int64)
ACTION_NUMBERS = np.array([_action_numbers(action) for action in range(ACTIONS + 1)], np.int64)


def length(history: int = DEFAULT_HISTORY) -> int:
    """How long a row is with so many public actions remembered."""
    if isinstance(history, bool) or not isinstance(history, int) or not 0 <= history <= HISTORY:
        raise ValueError(f"history={history!r}: from 0 to {HISTORY} public actions can be shown")
    return BASE_LENGTH + history * HISTORY_ENTRY


def sections(history: int = DEFAULT_HISTORY) -> dict[str, slice]:
    """Where each section stands in a row; ``history`` is the rest, the latest action first."""
    parts = {each.name: slice(_AT[each.name], _AT[each.name] + each.length) for each in SECTIONS}
    return parts | {"history": slice(BASE_LENGTH, length(history))}


def describe(history: int = DEFAULT_HISTORY) -> str:
    """The table of sections, as printed in the documents."""
    lines = ["| section | from | length | meaning |", "| --- | --- | --- | --- |"]
    lines += [f"| `{each.name}` | {_AT[each.name]} | {each.length} | {each.meaning} |" for each in SECTIONS]
    meaning = (
        "the last public actions, latest first: who (10), the card or colour (28), "
        f"{', '.join(ACTS)} (9), the player chosen (9)"
    )
    lines.append(f"| `history` | {BASE_LENGTH} | {history} x {HISTORY_ENTRY} | {meaning} |")
    return "\n".join(lines)


def split(row: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
    """A row, or rows, by sections."""
    history, rest = divmod(row.shape[-1] - BASE_LENGTH, HISTORY_ENTRY)
    if rest or history < 0:
        raise ValueError(f"a row of length {row.shape[-1]} is no observation")
    return {name: row[..., part] for name, part in sections(history).items()}


@rule
def relative(rules: RulesRow, observer: int, seat: int) -> int:
    """How many seats clockwise from the observer."""
    steps = seat - observer
    return steps + int(rules.players) * int(steps < 0)


@rule
def write_hand(game: GameRow, seat: int, row: Observations) -> None:
    """Count the cards in front of a seat, kind by kind."""
    once, twice = game.coloured[seat], game.doubled[seat]
    for kind in range(COLOURED_KINDS):
        shift = np.uint64(kind)
        row[HAND + kind] = ((once >> shift) & np.uint64(1)) + ((twice >> shift) & np.uint64(1))
    for wild in range(WILD_KINDS):
        row[HAND + COLOURED_KINDS + wild] = game.wild_counts[seat, wild]


@rule
def write_known_cards(game: GameRow, rules: RulesRow, observer: int, row: Observations) -> None:
    """Cards the observer knows to lie in front of others."""
    for word in range(2):
        left = game.knows[observer, word]
        while left != np.uint64(0):
            rest = left & (left - np.uint64(1))
            card = 64 * word + bits_in((left ^ rest) - np.uint64(1))
            left = rest
            seat = int(game.place[card])
            if seat != observer:
                row[KNOWN + (relative(rules, observer, seat) - 1) * KINDS + int(rules.card_kind[card])] += 1
            elif int(game.phase) == Phase.LAP:
                row[OFFERED + int(rules.card_kind[card])] += 1


@rule
def write_card(kind: int, start: int, row: Observations) -> None:
    """One card, by colour and face or as a wild."""
    row[start + CARD_NUMBERS[kind, 0]] = 1
    row[start + CARD_NUMBERS[kind, 1]] = 1


@rule
def write_history(game: GameRow, rules: RulesRow, observer: int, row: Observations) -> None:
    """The last public actions, the latest first."""
    entries = (len(row) - BASE_LENGTH) // HISTORY_ENTRY
    for entry in range(min(entries, int(game.public_actions))):
        place = (int(game.public_actions) - 1 - entry) & (HISTORY - 1)
        start = BASE_LENGTH + entry * HISTORY_ENTRY
        row[start + relative(rules, observer, int(game.history_seat[place]))] = 1
        for number in range(3):
            row[start + ACTION_NUMBERS[game.history_action[place], number]] = 1


@rule
def write_rules(rules: RulesRow, row: Observations) -> None:
    """The rule set, so that one policy can play them all."""
    row[DECK + int(rules.deck)] = 1
    row[PLAYERS + int(rules.players) - 2] = 1
    row[HOUSE_RULES] = rules.progressive
    row[HOUSE_RULES + 1] = rules.seven_zero
    row[HOUSE_RULES + 2] = rules.jump_in
    row[OPTIONS] = rules.partners
    row[OPTIONS + 1] = rules.uno_auto
    row[OPTIONS + 2] = rules.casting_identical
    for icon in range(5):
        row[ICONS + icon] = rules.icons[icon]
    row[HAND_SIZE] = rules.hand_size


@rule
def write_observation(game: GameRow, rules: RulesRow, observer: int, context: Context, row: Observations) -> None:
    """Everything the observer may know, and nothing else."""
    for index in range(len(row)):
        row[index] = 0
    players = int(rules.players)
    phase = int(game.phase)
    target = int(context[0])
    own_place = observer
    if phase == Phase.LAP:
        own_place = seat_after(game, rules, observer, int(game.looks))
    write_known_cards(game, rules, observer, row)
    write_hand(game, own_place, row)
    for kind in range(KINDS):
        row[DISCARD + kind] = game.discarded[kind]
    for index in range(int(game.turned_size)):
        row[TURNED + int(rules.card_kind[game.turned[index]])] += 1
    write_card(int(game.top), TOP, row)
    if int(game.laid[observer]) != NO_KIND:
        write_card(int(game.laid[observer]), LAID, row)
    if observer == int(game.actor) or phase == Phase.OVER:
        row[PHASE + phase - 1] = 1
        if phase == Phase.DRAWN:
            write_card(int(game.drawn), DRAWN, row)
    row[COLOR + int(game.color)] = 1
    row[COLOR_BEFORE + int(game.color_before)] = 1
    row[DIRECTION] = 1 if int(game.direction) > 0 else 0
    row[DRAW_PILE] = game.draw_size
    row[PENDING] = min(int(game.pending), MOST)
    row[LOOKS] = game.looks if phase == Phase.LAP else 0
    row[LAST_PLAYER + relative(rules, observer, int(game.player))] = 1
    row[DEALER + relative(rules, observer, int(game.dealer))] = 1
    if int(rules.partners) != 0:
        row[PARTNER + players // 2] = 1
    seat = observer
    for steps in range(players):
        row[HAND_SIZES + steps] = game.hand_size[seat]
        row[UNO_CALLED + steps] = (int(game.uno_called) >> seat) & 1
        if steps > 0:
            for color in range(COLORS):
                row[MISSED + (steps - 1) * COLORS + color] = game.missed[seat, color]
        if target > 0:
            row[SCORES + steps] = min(int(context[1 + seat]) * 100 // target, MOST)
        seat = seat + 1 if seat + 1 < players else 0
    row[TARGET] = min((target + 9) // 10, MOST)
    if target > 0:
        row[SCORING + int(context[SCORING_AT])] = 1
    write_rules(rules, row)
    write_history(game, rules, observer, row)


@rule
def write_or_clear(game: GameRow, rules: RulesRow, observer: int, context: Context, row: Observations) -> None:
    """The observer's row; all zero if that is no seat."""
    if observer >= 0:
        write_observation(game, rules, observer, context, row)
    else:
        for index in range(len(row)):
            row[index] = 0


@kernel
def observe(games: Games, rules: Rules, observers: npt.NDArray[np.int8], contexts: Context, rows: Observations) -> None:
    """Write each game's row as its observer sees it; where the observer is no seat (-1) the row is all zero."""
    for index in range(len(games)):
        expect_game(games, index)
        game = games[index]
        write_or_clear(game, rules[game.rules], int(observers[index]), contexts[index], rows[index])


@kernel
def observe_listed(
    games: Games, rules: Rules, indices: Indices, contexts: Context, rows: Observations, masks: Masks
) -> None:
    """Write the row and the mask of whoever is to act in each game of the list, one after another."""
    for place in range(len(indices)):
        game = games[indices[place]]
        write_mask(game, masks[place])
        write_observation(game, rules[game.rules], int(game.actor), contexts[indices[place]], rows[place])


@kernel
def step_and_observe(
    games: Games,
    rules: Rules,
    actions: Actions,
    contexts: Context,
    masks: Masks,
    rows: Observations,
    redeal: bool,
) -> None:
    """As ``kernels.step``, and write what the next to act sees."""
    for index in range(len(games)):
        expect_game(games, index)
        game = games[index]
        rule_set = rules[game.rules]
        step_or_redeal(game, rule_set, actions[index], redeal)
        write_mask(game, masks[index])
        write_or_clear(game, rule_set, int(game.actor), contexts[index], rows[index])


assert len(ACTION_NUMBERS) == HIDDEN_CARD + 1
assert ACTION_NUMBERS.max() < HISTORY_ENTRY
