"""Tables to draw: games played at random up to a phase, and pairs that differ in hidden cards only."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uno_env import Game, RuleSet

PHASES = (
    ("classic", "turn"),
    ("classic", "drawn"),
    ("classic", "uno"),
    ("classic", "catch"),
    ("classic", "jump_in"),
    ("classic", "swap"),
    ("run", "respond"),
    ("friendship", "lay"),
    ("friendship", "guess"),
    ("friendship", "color"),
    ("casting_call", "give"),
    ("victory_lap", "lap"),
    ("victory_lap", "color"),
    ("run", "over"),
)


def random_play(rules: RuleSet, seed: int, decisions: int = 3000) -> Iterator[Game]:
    """The game before every decision and after the last; players rarely draw if they need not."""
    random, game = Random(seed), Game(rules, seed)
    yield game
    for _ in range(decisions):
        if game.over:
            return
        actions = game.legal_actions()
        plays = [action for action in actions if action != "draw"]
        game.play(random.choice(plays if plays and random.random() < 0.85 else actions))
        yield game


def at_phase(deck: str, phase: str, players: int = 4, **more: Any) -> Game:
    """A random game at the first decision of this phase."""
    rules = RuleSet(deck=deck, players=players, **{"jump_in": phase == "jump_in", "seven_zero": phase == "swap"} | more)
    for seed in range(200):
        for game in random_play(rules, seed):
            if game.phase == phase:
                return game
    raise AssertionError(f"no {phase} in 200 games of {deck}")
