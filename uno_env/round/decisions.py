"""What each decision does, phase by phase."""

from __future__ import annotations

import numpy as np

from uno_env.decks.casting_call import decide_give
from uno_env.decks.friendship import decide_laid
from uno_env.decks.run import block
from uno_env.decks.victory_lap import decide_lap
from uno_env.engine.cards import Wild
from uno_env.engine.jit import rule
from uno_env.engine.layout import ACTION_COLOR, ACTION_KIND, ACTIONS, FIRST_COLOR_ACTION, Act
from uno_env.engine.state import GameRow, Phase, RulesRow
from uno_env.house_rules.seven_zero import decide_swap
from uno_env.round.effects import decide_challenge, suffer
from uno_env.round.going_out import decide_catch, decide_uno
from uno_env.round.history import remember
from uno_env.round.turn import carry_on, draw_on_turn, jump_in, play_card


@rule
def is_legal(game: GameRow, action: int) -> bool:
    """Is this action among those the game waits for?"""
    if action < 0 or action >= ACTIONS:
        return False
    return bool((game.legal[action >> 6] >> np.uint64(action & 63)) & np.uint64(1))


@rule
def decide(game: GameRow, rules: RulesRow, action: int) -> None:
    """Make a legal decision and carry on to the next one."""
    phase = int(game.phase)
    seat = int(game.actor)
    kind, color = int(ACTION_KIND[action]), int(ACTION_COLOR[action])
    remember(game, rules, action)
    game.phase = Phase.RESOLVING
    game.decisions += 1

    if phase == Phase.TURN:
        if action == Act.DRAW:
            draw_on_turn(game, rules)
        else:
            play_card(game, rules, seat, kind, color)
    elif phase == Phase.DRAWN:
        if action != Act.PASS:
            play_card(game, rules, seat, kind, color)
    elif phase == Phase.UNO:
        decide_uno(game, rules, action)
    elif phase == Phase.CATCH:
        decide_catch(game, rules, action)
    elif phase == Phase.JUMP_IN:
        if action != Act.PASS:
            jump_in(game, rules, seat, kind, color)
    elif phase == Phase.RESPOND:
        answer(game, rules, action)
    elif phase == Phase.LAY or phase == Phase.GUESS:
        decide_laid(game, rules, kind)
    elif phase == Phase.SWAP:
        decide_swap(game, rules, action)
    elif phase == Phase.GIVE:
        decide_give(game, rules, action)
    elif phase == Phase.LAP:
        decide_lap(game, rules, action)
    elif phase == Phase.COLOR:
        game.color = action - FIRST_COLOR_ACTION

    carry_on(game, rules)


@rule
def answer(game: GameRow, rules: RulesRow, action: int) -> None:
    """A card has hit a player: suffer it, challenge it, block it or put another on top."""
    if action == Act.DRAW or action == Act.PASS:
        suffer(game, rules)
    elif action == Act.CHALLENGE:
        decide_challenge(game, rules)
    else:
        kind = int(ACTION_KIND[action])
        if kind == Wild.RUN:
            block(game)
        play_card(game, rules, int(game.actor), kind, int(ACTION_COLOR[action]))
