"""Perft: how many different courses of play there are, so many decisions deep.

``python -m tests.golden.perft`` writes the counts anew.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from uno_env import Batch, RuleSet

FILE = Path(__file__).parent / "perft.json"
DEPTH = 6
TABLES: dict[str, RuleSet] = {
    rules.describe(): rules
    for rules in (
        RuleSet(players=2),
        RuleSet(players=4),
        RuleSet(players=10, hand_size=3),
        RuleSet(players=2, progressive=True, hand_size=3),
        RuleSet(players=3, seven_zero=True, hand_size=3),
        RuleSet(players=3, jump_in=True, hand_size=3),
        RuleSet(players=4, partners=True, hand_size=2),
        RuleSet(deck="run", players=3, hand_size=3),
        RuleSet(deck="friendship", players=3, hand_size=3),
        RuleSet(deck="casting_call", players=3, hand_size=3),
        RuleSet(deck="victory_lap", players=3, hand_size=3),
        RuleSet(deck="run", players=3, progressive=True, seven_zero=True, jump_in=True, hand_size=3),
        RuleSet(deck="victory_lap", players=2, progressive=True, seven_zero=True, jump_in=True, hand_size=2),
    )
}
SEED = 31
BOARDS = 8


def perft(rules: RuleSet, depth: int = DEPTH) -> list[int]:
    """Courses of play of length 1, 2, ... from eight deals; rounds that are over are not counted further."""
    batch = Batch(rules, BOARDS, seed=SEED)
    counts = []
    for _ in range(depth):
        parents, actions = np.nonzero(batch.masks)
        counts.append(len(parents))
        if not len(parents) or len(parents) > 400_000:
            break
        batch.games, batch.masks = batch.games[parents], batch.masks[parents]
        batch.step(actions)
    return counts


def main() -> None:
    FILE.write_text(json.dumps({name: perft(rules) for name, rules in TABLES.items()}, indent=1) + "\n")


if __name__ == "__main__":
    main()
