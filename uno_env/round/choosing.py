"""Simple ways to choose among the legal actions, row by row of a batch of masks."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from uno_env.engine.jit import kernel, rule
from uno_env.engine.layout import ACTION_KIND, ACTIONS, Act
from uno_env.engine.random import random_below, seed_game
from uno_env.engine.state import GameRow, Games, new_games
from uno_env.round.kernels import NO_ACTION, Actions, Masks

#: Whoever chooses has random numbers of their own: those of a blank game, an array of one.
Generator: TypeAlias = Games

DRAW, CHALLENGE, UNO, CATCH = int(Act.DRAW), int(Act.CHALLENGE), int(Act.UNO), int(Act.CATCH)


def new_generator() -> Generator:
    """A generator that is still to be seeded."""
    return new_games(1)


@kernel
def seed_generator(generator: Generator, seed: np.uint64) -> None:
    """Fill the generator's state from one number."""
    seed_game(generator[0], seed)


@rule
def list_legal(mask: npt.NDArray[np.int8], legal: npt.NDArray[np.int64]) -> int:
    """Write the legal actions down, ascending; how many there are."""
    count = 0
    for action in range(ACTIONS):
        legal[count] = action
        count += int(mask[action] != 0)
    return count


@rule
def list_playable_kinds(legal: npt.NDArray[np.int64], count: int, firsts: npt.NDArray[np.int64]) -> int:
    """Write down where in the list each kind of card that can be played begins; how many kinds there are."""
    kinds = 0
    for place in range(count):
        if legal[place] >= DRAW:
            break
        if place == 0 or ACTION_KIND[legal[place]] != ACTION_KIND[legal[place - 1]]:
            firsts[kinds] = place
            kinds += 1
    return kinds


@rule
def choose_card(generator: GameRow, legal: npt.NDArray[np.int64], count: int, firsts: npt.NDArray[np.int64]) -> int:
    """Any kind of card that can be played, then any of the colours it can name; NO_ACTION if there is none."""
    kinds = list_playable_kinds(legal, count, firsts)
    if kinds == 0:
        return NO_ACTION
    first = firsts[random_below(generator, kinds)]
    colors = 1
    while first + colors < count and ACTION_KIND[legal[first + colors]] == ACTION_KIND[legal[first]]:
        colors += 1
    if colors > 1:
        first += random_below(generator, colors)
    return int(legal[first])


@rule
def choose_without_challenge(generator: GameRow, legal: npt.NDArray[np.int64], count: int) -> int:
    """Any legal action but a challenge, unless nothing else is legal."""
    kept = 0
    for place in range(count):
        if legal[place] != CHALLENGE:
            legal[kept] = legal[place]
            kept += 1
    return int(legal[random_below(generator, kept)]) if kept else CHALLENGE


@rule
def random_play_action(
    generator: GameRow,
    mask: npt.NDArray[np.int8],
    legal: npt.NDArray[np.int64],
    firsts: npt.NDArray[np.int64],
) -> int:
    """Play a card if one can be played; else say UNO, or catch, or do anything but challenge; ``legal`` and ``firsts``
    are room to write in.
    """
    count = list_legal(mask, legal)
    chosen = choose_card(generator, legal, count, firsts)
    if chosen != NO_ACTION or count == 0:
        return chosen
    if mask[UNO]:
        return UNO
    if mask[CATCH]:
        return CATCH
    return choose_without_challenge(generator, legal, count)


@kernel
def choose_any(generator: Generator, masks: Masks, actions: Actions) -> None:
    """Every legal action is equally likely; NO_ACTION where there is none."""
    legal = np.zeros(ACTIONS + 1, np.int64)
    for index in range(len(masks)):
        count = list_legal(masks[index], legal)
        actions[index] = legal[random_below(generator[0], count)] if count else NO_ACTION


@kernel
def choose_to_play(generator: Generator, masks: Masks, actions: Actions) -> None:
    """What ``random_play`` does, row by row."""
    legal = np.zeros(ACTIONS + 1, np.int64)
    firsts = np.zeros(ACTIONS + 1, np.int64)
    for index in range(len(masks)):
        actions[index] = random_play_action(generator[0], masks[index], legal, firsts)
