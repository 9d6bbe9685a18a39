"""Tables that one player cannot tell apart: what must not matter is changed."""

from __future__ import annotations

from collections import Counter

import numpy as np

from uno_env.batch import Batch
from uno_env.engine.state import Phase, Place


def redrawn(batch: Batch, index: int, observer: int, random: np.random.Generator) -> np.ndarray:
    """The same game with everything changed that the observer cannot know: other hands, the draw pile, what was drawn,
    what others laid, whether a bluff was one, and the random numbers to come."""
    game = batch.games[index : index + 1].copy()
    rules = batch.rules[game["rules"][0]]
    place, kinds = game["place"][0], rules["card_kind"]
    known = game["knows"][0, observer]
    in_lap = game["phase"][0] == Phase.LAP
    players = int(rules["players"])
    own = observer
    if in_lap:
        own = (observer + int(game["direction"][0]) * int(game["looks"][0])) % players
    hidden = [
        card
        for card in range(112)
        if place[card] == Place.DRAW_PILE
        or (place[card] < 10 and place[card] != own and not int(known[card >> 6]) >> (card & 63) & 1)
    ]
    # Whatever others have laid must stay a card of theirs: leave those hands' laid cards out of the shuffle.
    laid = {(seat, int(kind)) for seat, kind in enumerate(game["laid"][0]) if kind >= 0}
    for seat, kind in laid:
        for card in list(hidden):
            if place[card] == seat and kinds[card] == kind:
                hidden.remove(card)
                break
    places = [int(place[card]) for card in hidden]
    shuffled = random.permutation(hidden)
    for card, where in zip(shuffled, places, strict=True):
        place[card] = where
    pile = [card for card in range(112) if place[card] == Place.DRAW_PILE]
    game["draw_pile"][0, : len(pile)] = random.permutation(pile)
    for seat in range(players):
        held = [int(kinds[card]) for card in range(112) if place[card] == seat]
        counts = Counter(held)
        game["coloured"][0, seat] = sum(1 << kind for kind in counts if kind < 64)
        game["doubled"][0, seat] = sum(1 << kind for kind, count in counts.items() if kind < 64 and count == 2)
        game["wilds"][0, seat] = sum(1 << (kind - 64) for kind in counts if kind >= 64)
        game["wild_counts"][0, seat] = [counts[64 + wild] for wild in range(8)]
        bits = sum(1 << card for card in range(112) if place[card] == seat)
        game["holds"][0, seat] = [bits & (1 << 64) - 1, bits >> 64]
    phase = game["phase"][0]
    if game["actor"][0] != observer:
        game["legal"] = random.integers(1 << 40, size=2)
    # That somebody was asked something, and declined, or kept a drawn card, is known to them alone.
    if game["actor"][0] != observer or phase != Phase.DRAWN:
        game["drawn"] = random.integers(72)
    if game["actor"][0] != observer or phase not in (Phase.JUMP_IN, Phase.GUESS):
        game["asked"] = random.integers(10)
    game["decisions"] += random.integers(1, 9)
    game["bluff"] = 1 - game["bluff"]
    game["rng"] = random.integers(1 << 60, size=4)
    game["shuffle_order"] = random.permutation(112)
    return game


def of_every_phase(batch: Batch, random: np.random.Generator) -> list[int]:
    """Two games of every phase there is."""
    found = []
    for phase in np.unique(batch.games["phase"]):
        candidates = np.flatnonzero(batch.games["phase"] == phase)
        found += random.choice(candidates, min(2, len(candidates)), replace=False).tolist()
    return found
