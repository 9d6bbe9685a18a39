"""Golden playthroughs: whole rounds as readable text, one for each deck and each house rule.

``python -m tests.golden.playthroughs`` writes them anew; look at the difference before committing it.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from uno_env import Game, RuleSet

FOLDER = Path(__file__).parent / "playthroughs"
#: Name, rules, and a phase or action the round must contain to be worth reading.
ROUNDS: dict[str, tuple[RuleSet, str]] = {
    "classic": (RuleSet(players=3), "challenge"),
    "run": (RuleSet(deck="run", players=3), "RUN:"),
    "friendship": (RuleSet(deck="friendship", players=3), "guess"),
    "casting_call": (RuleSet(deck="casting_call", players=4), "split"),
    "victory_lap": (RuleSet(deck="victory_lap", players=3), "take"),
    "progressive": (RuleSet(players=3, progressive=True), "pending 4"),
    "seven_zero": (RuleSet(players=3, seven_zero=True), "swap"),
    "jump_in": (RuleSet(players=4, jump_in=True), "jump_in"),
    "partners": (RuleSet(players=4, partners=True), "uno"),
    "everything": (RuleSet(deck="run", players=4, progressive=True, seven_zero=True, jump_in=True), "jump_in"),
}
LONGEST = 90


def play_through(rules: RuleSet, seed: int) -> str:
    """A round played at random, cards rather than draws, as text."""
    game = Game(rules, seed)
    random = np.random.default_rng(seed)
    lines = [f"{rules.describe()}, seed {seed}", "", str(game), ""]
    while not game.over and len(lines) < LONGEST:
        actions = game.legal_actions()
        bold = [action for action in actions if action not in ("draw", "pass")] or actions
        action = str(random.choice(bold if random.random() < 0.9 else actions))
        table = game.snapshot()
        sizes = " ".join(str(len(hand)) for hand in table["hands"])
        top = f"{table['discard_pile'][0]} {table['color'] or '-'}"
        pending = f" pending {table['pending']}" if table["pending"] else ""
        lines.append(f"[{sizes}] {top}{pending}: seat {game.actor} {game.phase} {action}   of {' '.join(actions)}")
        game.play(action)
    return "\n".join([*lines, "", str(game), ""])


def golden(name: str) -> str:
    """The first round, by seed, that ends in time and shows what it is meant to show."""
    rules, wanted = ROUNDS[name]
    for seed in range(1000):
        text = play_through(rules, seed)
        decisions = [line for line in text.splitlines() if line.startswith("[")]
        shown = any(wanted in line.split("   of ")[0] for line in decisions)
        if shown and "\nover: seat" in text:
            return text
    raise AssertionError(f"no round shows {wanted}")


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in ROUNDS:
        (FOLDER / f"{name}.txt").write_text(golden(name))


if __name__ == "__main__":
    main()
