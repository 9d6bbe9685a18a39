"""Results of games that were never played, between agents whose strengths are known."""

from collections.abc import Sequence

import numpy as np

from agents.arena.fixtures import Fixture, seatings
from agents.arena.results import GAME_RESULT, NOBODY, Ending, GameResults


def game(
    agents: Sequence[int],
    shares: Sequence[float],
    *,
    fixture: int = 0,
    deal: int = 0,
    seating: int = 0,
    ending: Ending = Ending.WON,
    points: Sequence[int] = (),
    first: int = 0,
    decisions: int = 40,
) -> GameResults:
    """One game, as an array of one."""
    results: GameResults = np.zeros(1, GAME_RESULT)
    row = results[0]
    row["fixture"], row["deal"], row["seating"], row["ending"] = fixture, deal, seating, ending
    row["places"], row["first"], row["decisions"], row["rounds"] = len(agents), first, decisions, 1
    row["agent"] = NOBODY
    row["agent"][: len(agents)], row["share"][: len(shares)] = agents, shares
    row["rounds_won"][: len(shares)] = np.array(shares) > 0
    row["points"][: len(points)] = points
    return results


def games(
    fixtures: Sequence[Fixture],
    strengths: Sequence[float],
    deals: int,
    *,
    seed: int = 0,
    luck: float = 0.0,
    partners: bool = False,
    seat_strengths: Sequence[float] = (),
) -> GameResults:
    """Every fixture over so many deals, in all seatings.

    Strengths are logarithms: the chance to win is proportional to their exponential.  ``luck`` is how much better one
    seat's cards are than another's, the same in all seatings of a deal and in all fixtures.
    """
    random = np.random.default_rng(seed)
    parts = []
    dealt: dict[int, np.ndarray] = {}
    for fixture in fixtures:
        places = len(fixture.agents)
        seated = np.array([seatings(fixture, deal) for deal in range(deals)]).reshape(-1, places)
        count = len(seated)
        results: GameResults = np.zeros(count, GAME_RESULT)
        results["fixture"], results["places"] = fixture.number, places
        rotations = count // deals  # fewer than places where partners play as one
        results["deal"], results["seating"] = np.divmod(np.arange(count), rotations)
        results["agent"] = NOBODY
        results["agent"][:, :places] = seated
        cards = dealt.setdefault(places, luck * random.normal(size=(deals, places)))
        level = np.array(strengths, float)[seated] + np.repeat(cards, rotations, axis=0)
        level[:, : len(seat_strengths)] += seat_strengths
        if partners:
            level = (level[:, : places // 2] + level[:, places // 2 :]) / 2
        winner = (level + random.gumbel(size=level.shape)).argmax(axis=1)
        won = winner[:, None] == np.arange(places) % level.shape[1]
        results["share"][:, :places] = results["rounds_won"][:, :places] = won
        results["points"][:, :places] = won * random.integers(10, 200, size=(count, 1))
        results["rounds"], results["decisions"] = 1, random.integers(10, 100, size=count)
        parts.append(results)
    return np.concatenate(parts)
