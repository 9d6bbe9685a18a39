"""What Python calls: loops over a batch, writing to arrays that belong to the caller."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from uno_env.engine.bits import bits_in
from uno_env.engine.jit import kernel, rule
from uno_env.engine.layout import ACTIONS
from uno_env.engine.prefetch import expect_game
from uno_env.engine.random import random_below, seed_game
from uno_env.engine.state import GameRow, Games, Phase, Rules, RulesRow
from uno_env.round.dealing import begin_play, choose_dealer, clear_table, deal, new_round, shuffle_deck, turn_start_card
from uno_env.round.decisions import decide, is_legal

NO_ACTION = -1
ALL_LEGAL = -1
ALL_DEALT = -1

Actions = npt.NDArray[np.int64]
Masks = npt.NDArray[np.int8]
Indices = npt.NDArray[np.int64]
Seeds = npt.NDArray[np.uint64]


@rule
def write_mask(game: GameRow, mask: npt.NDArray[np.int8]) -> None:
    """One byte an action, 1 if legal."""
    first, second = game.legal[0], game.legal[1]
    for action in range(64):
        mask[action] = (first >> np.uint64(action)) & np.uint64(1)
    for action in range(ACTIONS - 64):
        mask[64 + action] = (second >> np.uint64(action)) & np.uint64(1)


@rule
def random_legal_action(game: GameRow) -> int:
    """Uniform over the legal actions, with the game's own random numbers."""
    first, second = game.legal[0], game.legal[1]
    in_first = bits_in(first)
    chosen = random_below(game, in_first + bits_in(second))
    word, base = first, 0
    if chosen >= in_first:
        word, base, chosen = second, 64, chosen - in_first
    for _ in range(chosen):
        word &= word - np.uint64(1)
    lowest = word & (~word + np.uint64(1))
    return base + bits_in(lowest - np.uint64(1))


@rule
def step_or_redeal(game: GameRow, rules: RulesRow, action: int, redeal: bool) -> None:
    """Make a decision; a round that is over is dealt anew if so wished."""
    if int(game.phase) != Phase.OVER:
        decide(game, rules, action)
    elif redeal:
        choose_dealer(game, rules)
        new_round(game, rules)


@kernel
def reset(games: Games, rules: Rules, seeds: npt.NDArray[np.uint64], masks: Masks) -> None:
    """Seed every game, choose a dealer, deal a round, and write the masks."""
    for index in range(len(games)):
        game = games[index]
        rule_set = rules[game.rules]
        seed_game(game, seeds[index])
        choose_dealer(game, rule_set)
        new_round(game, rule_set)
        write_mask(game, masks[index])


@kernel
def deal_listed(games: Games, rules: Rules, indices: Indices, seeds: Seeds, dealers: npt.NDArray[np.int8]) -> None:
    """Seed and deal the games in the list; a dealer of -1 is chosen at random.  As :class:`uno_env.Game` deals."""
    for place in range(len(indices)):
        game = games[indices[place]]
        rule_set = rules[game.rules]
        seed_game(game, seeds[place])
        choose_dealer(game, rule_set)
        if dealers[place] >= 0:
            game.dealer = dealers[place]
        new_round(game, rule_set)


@kernel
def step_listed(games: Games, rules: Rules, indices: Indices, actions: Actions) -> None:
    """Make one decision in each game of the list; the actions must be legal."""
    for place in range(len(indices)):
        game = games[indices[place]]
        decide(game, rules[game.rules], actions[place])


@kernel
def write_masks(games: Games, masks: Masks) -> None:
    """The masks of games as they stand."""
    for index in range(len(games)):
        write_mask(games[index], masks[index])


@kernel
def rules_exist(games: Games, rule_sets: int) -> bool:
    """Does every game name one of so many rule sets?"""
    for index in range(len(games)):
        if games[index].rules < 0 or games[index].rules >= rule_sets:
            return False
    return True


@kernel
def first_undealt(games: Games) -> int:
    """The first game that was never dealt, or ALL_DEALT."""
    for index in range(len(games)):
        if int(games[index].phase) == Phase.RESOLVING:
            return index
    return ALL_DEALT


@kernel
def first_illegal(games: Games, actions: Actions, redeal: bool) -> int:
    """The first game whose action is not legal, or ALL_LEGAL.

    Finished games take only NO_ACTION, or anything if they are to be dealt anew.
    """
    for index in range(len(games)):
        action = actions[index]
        if int(games[index].phase) == Phase.OVER:
            if action != NO_ACTION and not redeal:
                return index
        elif not is_legal(games[index], action):
            return index
    return ALL_LEGAL


@kernel
def step(games: Games, rules: Rules, actions: Actions, masks: Masks, redeal: bool) -> None:
    """Make one decision in every game (the actions must be legal) and write the next masks.

    With ``redeal`` a game that is over when the call begins is dealt anew instead, by a new random dealer.
    """
    for index in range(len(games)):
        expect_game(games, index)
        game = games[index]
        rule_set = rules[game.rules]
        step_or_redeal(game, rule_set, actions[index], redeal)
        write_mask(game, masks[index])


@kernel
def play_out(games: Games, rules: Rules, decisions: int, redeal: bool) -> int:
    """Uniform random legal play for so many decisions in each game; returns how many were made.

    Without ``redeal`` a game stops when its round is over.
    """
    made = 0
    for index in range(len(games)):
        game = games[index]
        rule_set = rules[game.rules]
        for _ in range(decisions):
            if int(game.phase) == Phase.OVER:
                if not redeal:
                    break
                choose_dealer(game, rule_set)
                new_round(game, rule_set)
            decide(game, rule_set, random_legal_action(game))
            made += 1
    return made


@kernel
def seed_and_choose_dealer(games: Games, rules: Rules, seed: np.uint64) -> None:
    """The first half of a reset, for one game that is dealt step by step."""
    seed_game(games[0], seed)
    choose_dealer(games[0], rules[games[0].rules])


@kernel
def shuffled_deck(games: Games, rules: Rules) -> None:
    """Shuffle the deck of one game."""
    shuffle_deck(games[0], rules[games[0].rules])


@kernel
def dealt(games: Games, rules: Rules) -> None:
    """Deal the hands of one game from the draw pile as it lies."""
    clear_table(games[0])
    deal(games[0], rules[games[0].rules])


@kernel
def start_card_turned(games: Games, rules: Rules) -> bool:
    """Turn one start card; False if it went back and the pile was shuffled."""
    return turn_start_card(games[0], rules[games[0].rules])


@kernel
def play_begun(games: Games, rules: Rules) -> None:
    """The start card acts and the first decision is open."""
    begin_play(games[0], rules[games[0].rules])
