"""Means and intervals that respect the deal: the games of one shuffle are not independent, whole deals are.

On each deal of a fixture an agent has one *score*: the mean over the games of that deal of its mean share of the win
over the places it had.  All intervals come from how these scores vary from deal to deal, so whatever luck the
seatings of a deal cancel out makes them narrower.  Failed games do not count; dead and endless ones are nobody's win.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import ndtri, stdtr, stdtrit

from agents.arena.results import GameResults, counted

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

CONFIDENCE = 0.95
POWER = 0.8
#: Less than this is no spread, only numbers that were rounded.
ROUNDING = 1e-12


@dataclass(frozen=True)
class Estimate:
    """A mean over deals, its interval, and the smallest difference that so many deals can resolve."""

    mean: float
    low: float
    high: float
    deals: int
    #: A true difference of this size would be found significant four times out of five.
    resolves: float


@dataclass(frozen=True)
class DealScores:
    """What the agents of one fixture made of each of its deals."""

    fixture: int
    agents: tuple[int, ...]
    #: How many places each agent has at the table.
    places: tuple[int, ...]
    #: The numbers of the deals, rising.
    deals: Integers
    #: Deals x agents; nan where an agent did not sit down.
    scores: Floats

    def of(self, agent: int) -> tuple[Integers, Floats]:
        """The deals an agent had a part in, and its scores on them."""
        if agent not in self.agents:
            return self.deals[:0], np.zeros(0)
        scores = self.scores[:, self.agents.index(agent)]
        there = ~np.isnan(scores)
        return self.deals[there], scores[there]


def by_fixture(results: GameResults) -> Iterator[tuple[int, GameResults]]:
    """The games of each fixture, by its number."""
    numbers = results["fixture"]
    if (np.diff(numbers) < 0).any():
        results = results[np.argsort(numbers, kind="stable")]
        numbers = results["fixture"]
    for games in np.split(results, np.flatnonzero(np.diff(numbers)) + 1):
        if len(games):
            yield int(games["fixture"][0]), games


def score_deals(results: GameResults, field: str = "share") -> list[DealScores]:
    """The scores of all agents on all deals, one table a fixture; ``field`` may also be ``points``."""
    return [_score_fixture(fixture, games, field) for fixture, games in by_fixture(counted(results))]


def _score_fixture(fixture: int, games: GameResults, field: str) -> DealScores:
    deals, row = np.unique(games["deal"], return_inverse=True)
    seats = np.ascontiguousarray(games["agent"][:, : int(games["places"].max())])
    values = games[field][:, : seats.shape[1]].astype(np.float64)
    agents = [agent for agent in np.unique(seats).tolist() if agent >= 0]
    scores = np.full((len(deals), len(agents)), np.nan)
    places = []
    for column, agent in enumerate(agents):
        own = seats == agent
        copies = own.sum(axis=1)
        there = copies > 0
        score = np.divide((values * own).sum(axis=1), copies, where=there, out=np.zeros(len(games)))
        played = np.bincount(row, there, len(deals))
        np.divide(np.bincount(row, score, len(deals)), played, where=played > 0, out=scores[:, column])
        places.append(int(copies.max()))
    return DealScores(fixture, tuple(agents), tuple(places), deals.astype(np.int64), scores)


def deal_scores(results: GameResults, agent: int, fixture: int | None = None, field: str = "share") -> Floats:
    """One score for each deal an agent played, of one fixture or of all of them, by fixture and deal."""
    chosen = (results["agent"] == agent).any(axis=1)
    if fixture is not None:
        chosen &= results["fixture"] == fixture
    tables = score_deals(results[chosen], field)
    return np.concatenate([np.zeros(0), *(table.of(agent)[1] for table in tables)])


def mean_interval(scores: npt.ArrayLike, confidence: float = CONFIDENCE) -> Estimate:
    """Student's interval of the mean of independent scores; one score alone has none."""
    values = np.asarray(scores, np.float64)
    mean = float(values.mean()) if len(values) else np.nan
    return _student(mean, _standard_error(values), len(values) - 1, len(values), confidence)


def smallest_difference(scores: npt.ArrayLike, confidence: float = CONFIDENCE, power: float = POWER) -> float:
    """The smallest true difference from a fixed value that so many deals find significant, with that power."""
    return _resolves(_standard_error(np.asarray(scores, np.float64)), confidence, power)


def _standard_error(values: Floats) -> float:
    return float(values.std(ddof=1) / np.sqrt(len(values))) if len(values) > 1 else np.nan


def _resolves(error: float, confidence: float, power: float = POWER) -> float:
    return float(ndtri(0.5 + confidence / 2) + ndtri(power)) * error


def _student(mean: float, error: float, freedom: int, deals: int, confidence: float) -> Estimate:
    half = float(stdtrit(freedom, 0.5 + confidence / 2)) * error if freedom > 0 else np.nan
    return Estimate(mean, mean - half, mean + half, deals, _resolves(error, confidence))


def pooled_interval(scored: Sequence[tuple[Integers, Floats]], confidence: float = CONFIDENCE) -> Estimate:
    """The mean over the deals of several fixtures: for each its deal numbers and the scores on them.

    Deals of one number may be one shuffle in every fixture, so they stand or fall together.  That fixtures differ is
    no luck, so each is compared with its own mean.  Of a single fixture this is Student's interval.
    """
    scored = [(deals, scores) for deals, scores in scored if len(deals)]
    if not scored:
        return _student(np.nan, np.nan, 0, 0, confidence)
    numbers, cluster = np.unique(np.concatenate([deals for deals, _ in scored]), return_inverse=True)
    mean = float(np.concatenate([scores for _, scores in scored]).mean())
    # A fixture of one deal has no spread of its own: it is compared with the mean of all, which is rather too careful.
    surprise = np.concatenate(
        [
            (scores - scores.mean()) * np.sqrt(len(scores) / (len(scores) - 1)) if len(scores) > 1 else scores - mean
            for _, scores in scored
        ]
    )
    summed = np.bincount(cluster, surprise, len(numbers))
    error = float(np.sqrt((summed**2).sum()) / len(surprise)) if len(numbers) > 1 else np.nan
    return _student(mean, error, len(numbers) - 1, len(surprise), confidence)


def rate_interval(scored: Sequence[tuple[Integers, Floats]], confidence: float = CONFIDENCE) -> Estimate:
    """:func:`pooled_interval` of shares of a win."""
    return as_rate(pooled_interval(scored, confidence), confidence)


def as_rate(estimate: Estimate, confidence: float = CONFIDENCE) -> Estimate:
    """An estimate of something between 0 and 1, where its interval stays too.

    Equal scores on all deals do not prove that the next deal brings the same, so they get Wilson's interval.
    """
    if estimate.high - estimate.low < ROUNDING:
        low, high = wilson(min(estimate.mean, 1.0) * estimate.deals, estimate.deals, confidence)
        error = (high - low) / 2 / float(ndtri(0.5 + confidence / 2))
        return Estimate(estimate.mean, low, high, estimate.deals, _resolves(error, confidence))
    low, high = (float(np.clip(limit, 0, 1)) for limit in (estimate.low, estimate.high))
    return Estimate(estimate.mean, low, high, estimate.deals, estimate.resolves)


def win_rate(results: GameResults, agent: int, fixture: int | None = None, confidence: float = CONFIDENCE) -> Estimate:
    """The share of games an agent wins, for each place it has, in one fixture or in all of them."""
    if fixture is not None:
        results = results[results["fixture"] == fixture]
    return rate_interval([table.of(agent) for table in score_deals(results)], confidence)


def deal_differences(
    results: GameResults, one: int, other: int, fixture: int | None = None, other_fixture: int | None = None
) -> list[tuple[Integers, Floats]]:
    """For each fixture the deals both agents played and what the first scored more than the second.

    With ``other_fixture`` the first agent's deals of ``fixture`` are set beside the second's deals of the same number
    in ``other_fixture``: two agents against the same opponents.
    """
    tables = {table.fixture: table for table in score_deals(results)}
    if other_fixture is not None:
        if fixture is None:
            raise ValueError("other_fixture needs fixture too: the one in which the first agent played")
        pairs = [(fixture, other_fixture)]
    else:
        pairs = [(number, number) for number in tables if fixture in (None, number)]
    differences = []
    for own, others in pairs:
        if own not in tables or others not in tables:
            continue
        (deals, scores), (other_deals, other_scores) = tables[own].of(one), tables[others].of(other)
        both, mine, theirs = np.intersect1d(deals, other_deals, assume_unique=True, return_indices=True)
        differences.append((both, scores[mine] - other_scores[theirs]))
    return differences


def paired_difference(
    results: GameResults,
    one: int,
    other: int,
    fixture: int | None = None,
    other_fixture: int | None = None,
    confidence: float = CONFIDENCE,
) -> Estimate:
    """How much more one agent scores than another on the same deals; see :func:`deal_differences`."""
    return pooled_interval(deal_differences(results, one, other, fixture, other_fixture), confidence)


def ratio_interval(
    parts: npt.ArrayLike, wholes: npt.ArrayLike, deals: npt.ArrayLike, confidence: float = CONFIDENCE
) -> Estimate:
    """The sum of parts by the sum of wholes, where what belongs to one deal stands or falls together."""
    mean, error, clusters = _ratio(parts, wholes, deals)
    return _student(mean, error, clusters - 1, clusters, confidence)


def _ratio(parts: npt.ArrayLike, wholes: npt.ArrayLike, deals: npt.ArrayLike) -> tuple[float, float, int]:
    """The ratio, its standard error, and how many deals there are with something to divide."""
    numbers, cluster = np.unique(np.asarray(deals), return_inverse=True)
    whole = np.bincount(cluster, np.asarray(wholes, np.float64), len(numbers))
    part = np.bincount(cluster, np.asarray(parts, np.float64), len(numbers))[whole > 0]
    whole = whole[whole > 0]
    clusters, total = len(whole), float(whole.sum())
    if not clusters:
        return np.nan, np.nan, 0
    mean = float(part.sum()) / total
    spread = float(((part - mean * whole) ** 2).sum())
    error = float(np.sqrt(spread * clusters / (clusters - 1))) / total if clusters > 1 else np.nan
    return mean, error, clusters


def p_value(scores: npt.ArrayLike, expected: float = 0.0) -> float:
    """How likely scores as far from the expected mean as these are by luck alone: Student's test, two-sided.

    Scores that are all the same have no spread to go by: then it is the chance that all fall on one side.
    """
    values = np.asarray(scores, np.float64)
    error = _standard_error(values)
    if np.isnan(error):
        return np.nan
    distance = abs(float(values.mean()) - expected)
    if error < ROUNDING:
        return 1.0 if distance < ROUNDING else 2 * 0.5 ** len(values)
    return 2 * float(stdtr(len(values) - 1, -distance / error))


def wilson(successes: float, trials: float, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Wilson's interval of a plain rate of independent trials."""
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes in {trials} trials: must be between none and all of them")
    if trials == 0:
        return np.nan, np.nan
    z = float(ndtri(0.5 + confidence / 2))
    rate = successes / trials
    middle = rate + z * z / (2 * trials)
    half = z * float(np.sqrt(rate * (1 - rate) / trials + z * z / (4 * trials * trials)))
    scale = 1 + z * z / trials
    low = (middle - half) / scale if successes > 0 else 0.0
    high = (middle + half) / scale if successes < trials else 1.0
    return low, high


def wilson_over_deals(
    successes: npt.ArrayLike, deals: npt.ArrayLike, confidence: float = CONFIDENCE
) -> tuple[float, float, float]:
    """A plain rate over games, with Wilson's interval for as many trials as the games are worth.

    Games of one deal may agree with each other, as a good hand wins again from the same seat; the more they do, the
    fewer independent trials they are.
    """
    values = np.asarray(successes, np.float64)
    rate, error, clusters = _ratio(values, np.ones(len(values)), deals)
    if not clusters:
        return np.nan, np.nan, np.nan
    rate = min(rate, 1.0)
    trials = min(rate * (1 - rate) / error**2, len(values)) if error > 0 and 0 < rate < 1 else clusters
    return rate, *wilson(rate * trials, trials, confidence)


def holm(p_values: npt.ArrayLike) -> Floats:
    """Holm's correction: p-values that may be compared with 5 % however many tests were made; nan stays nan."""
    values = np.asarray(p_values, np.float64)
    corrected = np.full(values.shape, np.nan)
    order = np.argsort(values, kind="stable")
    order = order[~np.isnan(values[order])]
    scaled = values[order] * np.arange(len(order), 0, -1)
    corrected[order] = np.minimum(np.maximum.accumulate(scaled), 1.0)
    return corrected
