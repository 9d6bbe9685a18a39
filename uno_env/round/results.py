"""What finished rounds leave, for some games of a batch."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from uno_env.engine.cards import POINTS
from uno_env.engine.jit import kernel, rule
from uno_env.engine.layout import MAX_PLAYERS
from uno_env.engine.state import GameRow, Games, Rules, RulesRow

Indices = npt.NDArray[np.int64]


@rule
def write_held(game: GameRow, rules: RulesRow, held: npt.NDArray[np.int32]) -> None:
    """What each seat's cards are worth to the others."""
    for seat in range(MAX_PLAYERS):
        held[seat] = 0
    for card in range(int(rules.cards)):
        seat = int(game.place[card])
        if seat < MAX_PLAYERS:
            held[seat] += POINTS[rules.card_kind[card]]


@kernel
def write_results(
    games: Games,
    rules: Rules,
    indices: Indices,
    winners: npt.NDArray[np.int8],
    points: npt.NDArray[np.int32],
    held: npt.NDArray[np.int32],
) -> None:
    """Who went out (-1: nobody), what each seat scored and what it is left holding."""
    for index in indices:
        game = games[index]
        winners[index] = game.winner
        for seat in range(MAX_PLAYERS):
            points[index, seat] = game.points[seat]
        write_held(game, rules[game.rules], held[index])


@kernel
def write_win_loss(games: Games, rules: Rules, indices: Indices, rewards: npt.NDArray[np.float32]) -> None:
    """1 for the winner and their partner, the others share the loss equally; nothing if nobody went out."""
    for index in indices:
        game = games[index]
        rule_set = rules[game.rules]
        players, winner = int(rule_set.players), int(game.winner)
        if winner < 0:
            continue
        partner = (winner + players // 2) % players if int(rule_set.partners) != 0 else winner
        winning = 1 if partner == winner else 2
        for seat in range(players):
            rewards[index, seat] = -winning / (players - winning)
        rewards[index, winner] = 1
        rewards[index, partner] = 1
