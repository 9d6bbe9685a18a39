"""OpenSpiel's Crazy Eights, the nearest relative of the game there: a C++ engine driven from a Python loop.

Special cards (skip, reverse, draw two) and the reshuffle are switched on, which is as near to UNO as it comes.  Every
decision asks for the legal actions and writes the observation tensor into an array that is reused, the cheapest way
OpenSpiel offers.  Chance nodes (who deals, every card dealt or drawn) take time but are no decisions.
"""

from __future__ import annotations

import importlib
import importlib.util
import random
from typing import Any

GAMES_A_TURN = 5
#: With up to five players one pack is used, so every card that can come is as likely as any other.
MOST_PLAYERS = 5
PARAMETERS = {"use_special_cards": True, "reshuffle": True}
HOW_TO_INSTALL = (
    "OpenSpiel is not installed: pip install uno-env[peers], or here: pip install -e .[peers] -c constraints.txt"
)


def is_installed() -> bool:
    """Can the peer be measured here?"""
    return importlib.util.find_spec("pyspiel") is not None


def crazy_eights(players: int) -> Any:
    """The game."""
    if not 2 <= players <= MOST_PLAYERS:
        raise ValueError(f"players={players}: from 2 to {MOST_PLAYERS}, so that one pack is used")
    return importlib.import_module("pyspiel").load_game("crazy_eights", {"players": players, **PARAMETERS})


class CrazyEights:
    """``legal_actions``, the observation tensor, a cheap choice, ``apply_action``."""

    def __init__(self, players: int) -> None:
        self.game = crazy_eights(players)
        self.observation = importlib.import_module("open_spiel.python.observation").make_observation(self.game)
        self.random = random.Random(1).random

    def play(self) -> tuple[int, int]:
        """Some whole games."""
        decisions, game, choice, observe = 0, self.game, self.random, self.observation.set_from
        for _ in range(GAMES_A_TURN):
            state = game.new_initial_state()
            while not state.is_terminal():
                legal = state.legal_actions()
                if not state.is_chance_node():
                    observe(state, state.current_player())
                    decisions += 1
                state.apply_action(legal[int(choice() * len(legal))])
        return decisions, GAMES_A_TURN
