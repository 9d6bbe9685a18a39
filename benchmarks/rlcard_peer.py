"""RLCard's UNO, driven as cheaply as it can be, and as it drives itself.

Its own random agent costs as much as its environment, so the choice here is one index into a list (but for
:class:`OwnLoop`, which is what RLCard's users run).
"""

from __future__ import annotations

import importlib
import importlib.util
import random
from typing import Any

PLAYERS = 4
GAMES_A_TURN = 20
HOW_TO_INSTALL = (
    "RLCard is not installed: pip install uno-env[peers], or here: pip install -e .[peers] -c constraints.txt"
)


def is_installed() -> bool:
    """Can the peer be measured here?"""
    return importlib.util.find_spec("rlcard") is not None


def table_of(players: int, seed: int) -> Any:
    """RLCard's environment.  It ignores ``game_num_players`` for UNO and would stay at two without a word."""
    env = importlib.import_module("rlcard").make("uno", config={"seed": seed})
    env.game.num_players = env.num_players = players
    env.reset()
    if len(env.game.players) != players or env.game.round.num_players != players:
        raise RuntimeError(f"RLCard seats {len(env.game.players)} players instead of {players}")
    return env


class Engine:
    """Rules and legal actions only, no state dictionaries (but for the one that each deal builds)."""

    def __init__(self, players: int = PLAYERS) -> None:
        self.game = table_of(players, seed=1).game
        self.random = random.Random(1).random

    def play(self) -> tuple[int, int]:
        """Some whole games."""
        decisions, game, choice = 0, self.game, self.random
        for _ in range(GAMES_A_TURN):
            game.init_game()
            table, players = game.round, game.players
            while not table.is_over:
                legal = table.get_legal_actions(players, table.current_player)
                table.proceed_round(players, legal[int(choice() * len(legal))])
                decisions += 1
        return decisions, GAMES_A_TURN


class Environment:
    """``reset`` and ``step``: the next state with its encoded observation and legal actions."""

    def __init__(self, players: int = PLAYERS) -> None:
        self.env = table_of(players, seed=2)
        self.random = random.Random(2).random

    def play(self) -> tuple[int, int]:
        """Some whole games."""
        decisions, env, choice = 0, self.env, self.random
        for _ in range(GAMES_A_TURN):
            state, _ = env.reset()
            while not env.is_over():
                legal = list(state["legal_actions"])
                state, _ = env.step(legal[int(choice() * len(legal))])
                decisions += 1
        return decisions, GAMES_A_TURN


class OwnLoop:
    """``env.run`` with RLCard's random agents: its own loop, which also keeps every seat's course of the game."""

    def __init__(self, players: int = PLAYERS) -> None:
        self.env = table_of(players, seed=3)
        agent = importlib.import_module("rlcard.agents").RandomAgent(num_actions=self.env.num_actions)
        self.env.set_agents([agent] * players)

    def play(self) -> tuple[int, int]:
        """Some whole games."""
        before = self.env.timestep
        for _ in range(GAMES_A_TURN):
            self.env.run()
        return self.env.timestep - before, GAMES_A_TURN
