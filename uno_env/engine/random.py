"""Random numbers: xoshiro256++ with its four words in the game's own record.

A game's course depends on its seed alone, whatever else is in the batch.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from uno_env.engine.jit import rule
from uno_env.engine.state import GameRow

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_LOW = np.uint64(0xFFFFFFFF)
_TWO_32 = np.uint64(1 << 32)


@rule
def scrambled(word: np.uint64) -> np.uint64:
    """One output of splitmix64."""
    word = (word ^ (word >> np.uint64(30))) * _MIX_1
    word = (word ^ (word >> np.uint64(27))) * _MIX_2
    return word ^ (word >> np.uint64(31))


@rule
def seed_game(game: GameRow, seed: np.uint64) -> None:
    """Fill the generator's state from one number."""
    word = np.uint64(seed)
    for index in range(4):
        word = word + _GOLDEN
        game.rng[index] = scrambled(word)


@rule
def next_word(game: GameRow) -> np.uint64:
    """64 random bits."""
    rng = game.rng
    first, second, third, fourth = rng[0], rng[1], rng[2], rng[3]
    total = first + fourth
    word: np.uint64 = ((total << np.uint64(23)) | (total >> np.uint64(41))) + first
    shifted = second << np.uint64(17)
    third = third ^ first
    fourth = fourth ^ second
    rng[1] = second ^ third
    rng[0] = first ^ fourth
    rng[2] = third ^ shifted
    rng[3] = (fourth << np.uint64(45)) | (fourth >> np.uint64(19))
    return word


@rule
def random_below(game: GameRow, bound: int) -> int:
    """A number from 0 to ``bound`` - 1, each exactly as likely as the others."""
    limit = np.uint64(bound)
    product = (next_word(game) >> np.uint64(32)) * limit
    low = product & _LOW
    if low < limit:
        threshold = (_TWO_32 - limit) % limit
        while low < threshold:
            product = (next_word(game) >> np.uint64(32)) * limit
            low = product & _LOW
    return int(product >> np.uint64(32))


@rule
def shuffle(game: GameRow, cards: npt.NDArray[np.int8], count: int) -> None:
    """Put the first ``count`` entries in random order."""
    for last in range(count - 1, 0, -1):
        other = random_below(game, last + 1)
        kept = cards[last]
        cards[last] = cards[other]
        cards[other] = kept
