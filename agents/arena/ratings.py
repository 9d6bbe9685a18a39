"""One number an agent: a Bradley-Terry/Elo scale fitted to all games at once, and OpenSkill, game after game.

Both know first places only: UNO has a winner and no second place.  Both leave out games that nobody won.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from openskill.models import PlackettLuce
from scipy.sparse import coo_array, csr_array, diags_array
from scipy.sparse.csgraph import connected_components
from scipy.special import expit, log_expit, stdtrit

from agents.arena.results import NOBODY, Ending, GameResults
from agents.arena.statistics import CONFIDENCE

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

ANCHOR = "random_play"
ANCHOR_RATING = 1000.0
#: Ten times the strength is 400 points.
ELO = 400 / np.log(10)
RESAMPLES = 200
#: Wins and losses against an average player that every agent is given, so that nobody's rating is infinite.
PRIOR = 0.5
MOST_STEPS = 100
MOST_HALVINGS = 60
CLOSE_ENOUGH = 1e-6
#: So many weights of a bootstrap are held at once.
BLOCK = 4_000_000


@dataclass(frozen=True)
class Elo:
    """An agent's rating relative to the anchor, with its interval; nan if it finished no game."""

    rating: float
    low: float
    high: float
    games: int
    #: Ratings compare within a group only: no chain of games connects different ones.  NOBODY without games.
    group: int


@dataclass(frozen=True)
class EloScale:
    """The ratings of all agents, in their order."""

    ratings: tuple[Elo, ...]
    #: The agent whose rating is 1000 by definition, or None: then the mean of each group is.
    anchor: str | None
    #: Games that had a winner.
    games: int
    resamples: int


@dataclass(frozen=True)
class Skill:
    """OpenSkill's belief about an agent; the ordinal (mu - 3 sigma) is what it is worth at least, almost surely."""

    mu: float
    sigma: float
    ordinal: float
    games: int


@dataclass(frozen=True)
class SkillScale:
    """The OpenSkill ratings of all agents, in their order."""

    ratings: tuple[Skill, ...]
    #: How many games were used, and how many there were.
    games: int
    games_played: int


@dataclass(frozen=True)
class _Counts:
    """All that the likelihood of the games depends on."""

    #: Who plays for each side: sides x agents, rows sum to one.
    sides: csr_array
    #: Which sides sit at each distinct table: tables x sides.
    tables: csr_array
    #: How many games of each table, deal by deal.
    played: csr_array
    #: The wins of each agent, deal by deal; partners share theirs.
    won: csr_array
    #: Who sat at a table where the other won: agents x agents, losers in rows.
    beaten: npt.NDArray[np.bool_]
    #: How many games each agent had.
    games: Integers

    @property
    def agents(self) -> int:
        """How many there are."""
        return len(self.games)


def elo(
    names: Sequence[str],
    results: GameResults,
    anchor: str = ANCHOR,
    resamples: int = RESAMPLES,
    seed: int = 0,
    confidence: float = CONFIDENCE,
) -> EloScale:
    """Maximum likelihood of the first-place Plackett-Luce model (Bradley-Terry for two), on the Elo scale.

    The chance to win is proportional to strength among those at the table; a side of partners has the geometric mean
    of its members' strengths; a shared win is part of a win for each.  Half a win and half a loss against an average
    player are added for every agent.  Intervals are a bootstrap over deals: whole deals are drawn again, in all
    fixtures at once.  An agent that never lost or never won against the rest has an open-ended likelihood that no
    bootstrap can see, so it gets the likelihood's own interval where that is wider.
    """
    games = _won(results)
    if not len(games):
        return EloScale((Elo(np.nan, np.nan, np.nan, 0, NOBODY),) * len(names), None, 0, 0)
    counts = _count(games, len(names))
    total, wins = _sums(counts, np.ones((1, counts.played.shape[0])))
    strength, information = _fit(counts, total[0], wins[0], np.zeros(counts.agents))
    groups = _groups(counts)
    anchors = names.index(anchor) if anchor in names and counts.games[names.index(anchor)] else None
    relative = _relative_to_anchor(groups, anchors)
    deals = counts.played.shape[0]
    errors = np.full(len(names), np.nan)
    if deals > 1 and resamples > 1:
        drawn = _bootstrap(counts, strength, resamples, seed)
        errors = (drawn @ relative.T).std(axis=0, ddof=1)
        own = np.sqrt(np.einsum("ai,ij,aj->a", relative, np.linalg.inv(information), relative))
        errors = np.where(_decided_by_prior(counts, groups, anchors), np.maximum(errors, own), errors)
    rating = ANCHOR_RATING + ELO * (relative @ strength)
    half = ELO * errors * (float(stdtrit(deals - 1, 0.5 + confidence / 2)) if deals > 1 else np.nan)
    unrated = counts.games == 0
    rating[unrated], groups[unrated] = np.nan, NOBODY
    columns = (rating, rating - half, rating + half, counts.games, groups)
    ratings = tuple(Elo(*row) for row in zip(*(column.tolist() for column in columns), strict=True))
    return EloScale(ratings, None if anchors is None else anchor, len(games), resamples if deals > 1 else 0)


def _won(results: GameResults) -> GameResults:
    """The games that somebody won."""
    kept: GameResults = results[
        np.isin(results["ending"], (Ending.WON, Ending.FORFEIT)) & (results["share"] > 0).any(axis=1)
    ]
    return kept


def _side_sizes(games: GameResults) -> npt.NDArray[np.int64]:
    """How many play together on a side in each game: partners each have the side's share, so shares sum to two."""
    return np.where(games["share"].sum(axis=1) > 1.5, 2, 1)


def _count(games: GameResults, agents: int) -> _Counts:
    """Everything the likelihood needs, deal by deal."""
    numbers, deal = np.unique(games["deal"], return_inverse=True)
    width = int(games["places"].max())
    seats = games["agent"][:, :width].astype(np.int64)
    if seats.max() >= agents:
        raise ValueError(f"the results know an agent number {seats.max()}, but only {agents} agents are named")
    shares = games["share"][:, :width].astype(np.float64)
    shares /= shares.sum(axis=1, keepdims=True)
    table, members = _distinct_tables(seats, games["places"].astype(np.int64), _side_sizes(games), agents)
    game, place = np.nonzero(shares)
    winner = seats[game, place]
    played = _sparse(deal, table, np.ones(len(games)), (len(numbers), len(members)))
    won = _sparse(deal[game], winner, shares[game, place], (len(numbers), agents))
    there = members >= 0
    owner, side = np.nonzero(there.any(axis=2))
    member, partner = np.nonzero(there[owner, side])
    weight = 1 / there[owner, side].sum(axis=1)
    sides = _sparse(member, members[owner, side][member, partner], weight[member], (len(owner), agents))
    tables = _sparse(owner, np.arange(len(owner)), np.ones(len(owner)), (len(members), len(owner)))
    winners = _sparse(table[game], winner, np.ones(len(game)), (len(members), agents))
    copies = np.sort(seats, axis=1)
    sat = copies[np.diff(copies, axis=1, prepend=NOBODY) != 0]
    beaten = ((tables @ sides).T @ winners).toarray() > 0
    return _Counts(sides, tables, played, won, beaten, np.bincount(sat, minlength=agents))


def _sparse(rows: Integers, columns: Integers, values: Floats, shape: tuple[int, int]) -> csr_array:
    """A matrix with the sum of the values at each place."""
    return coo_array((values, (rows, columns)), shape=shape).tocsr()


def _distinct_tables(seats: Integers, places: Integers, sizes: Integers, agents: int) -> tuple[Integers, Integers]:
    """The number of each game's table, and who sits at it: tables x sides x members, padded with NOBODY.

    The order round the table makes no difference to the likelihood.
    """
    # A side is one number for one or two members, and an empty place is 0.
    base = agents + 1
    codes = seats + 1
    paired = sizes == 2
    for size in np.unique(places[paired]).tolist():
        rows = np.flatnonzero(paired & (places == size))
        one, other = codes[rows, : size // 2], codes[rows, size // 2 : size]
        codes[rows, : size // 2] = np.maximum(one, other) + np.minimum(one, other) * base
        codes[rows, size // 2 :] = 0
    codes.sort(axis=1)
    table = np.zeros(len(seats), np.int64)
    for column in range(codes.shape[1]):
        table = np.unique(table * base**2 + codes[:, column], return_inverse=True)[1]
    _, example = np.unique(table, return_index=True)
    return table, np.stack([codes[example] % base, codes[example] // base], axis=2) - 1


def _sums(counts: _Counts, weights: Floats) -> tuple[Floats, Floats]:
    """Games of each table and wins of each agent, with so much weight on every deal."""
    return weights @ counts.played, weights @ counts.won


def _fit(counts: _Counts, total: Floats, wins: Floats, start: Floats) -> tuple[Floats, Floats]:
    """The most likely strengths (logarithms) by Newton's method, and the information about them."""
    sides, tables = counts.sides, counts.tables
    table = np.repeat(np.arange(tables.shape[0]), np.diff(tables.indptr))
    games, first = total[table], tables.indptr[:-1]

    def look(strength: Floats) -> tuple[float, Floats]:
        """The logarithm of the likelihood, and each side's chance to win at its table."""
        level = sides @ strength
        highest = np.maximum.reduceat(level, first)
        share = np.exp(level - highest[table])
        whole = np.add.reduceat(share, first)
        likelihood = wins @ strength - total @ (highest + np.log(whole))
        prior = PRIOR * (log_expit(strength) + log_expit(-strength)).sum()
        return float(likelihood + prior), share / whole[table]

    strength = start
    value, chance = look(strength)
    information = np.eye(len(strength))
    for _ in range(MOST_STEPS):
        average = expit(strength)
        slope = wins - sides.T @ (games * chance) + PRIOR * (1 - 2 * average)
        winner = tables @ (diags_array(chance) @ sides)
        apart = sides.T @ (diags_array(games * chance) @ sides) - winner.T @ (diags_array(total) @ winner)
        information = apart.toarray() + np.diag(2 * PRIOR * average * (1 - average))
        step = np.linalg.solve(information, slope)
        if np.abs(step).max() < CLOSE_ENOUGH:
            break
        # The likelihood has one summit, but Newton's step can overshoot it from far away.
        for _ in range(MOST_HALVINGS):
            further, chances = look(strength + step)
            if further >= value:
                break
            step /= 2
        else:
            break  # as high as numbers of this precision go
        strength, value, chance = strength + step, further, chances
    return strength, information


def _bootstrap(counts: _Counts, start: Floats, resamples: int, seed: int) -> Floats:
    """The strengths fitted to deals drawn again: resamples x agents."""
    random = np.random.default_rng(seed)
    deals = counts.played.shape[0]
    at_once = max(BLOCK // deals, 1)
    drawn = np.zeros((resamples, counts.agents))
    for first in range(0, resamples, at_once):
        block = range(first, min(first + at_once, resamples))
        weights = np.stack([np.bincount(random.integers(deals, size=deals), minlength=deals) for _ in block])
        totals, wins = _sums(counts, weights.astype(np.float64))
        for row, resample in enumerate(block):
            drawn[resample] = _fit(counts, totals[row], wins[row], start)[0]
    return drawn


def _groups(counts: _Counts) -> Integers:
    """Which agents are connected by games; those without games are groups of their own."""
    met = counts.beaten | counts.beaten.T
    labels: Integers = connected_components(csr_array(met), directed=False)[1].astype(np.int64)
    return labels


def _relative_to_anchor(groups: Integers, anchor: int | None) -> Floats:
    """The matrix that turns strengths into strengths above the anchor, or above the mean of the group."""
    same = groups[:, None] == groups[None, :]
    reference = same / same.sum(axis=1, keepdims=True)
    if anchor is not None:
        anchored = groups == groups[anchor]
        reference[anchored] = 0
        reference[anchored, anchor] = 1
    return np.asarray(np.eye(len(groups)) - reference, np.float64)


def _decided_by_prior(counts: _Counts, groups: Integers, anchor: int | None) -> npt.NDArray[np.bool_]:
    """Whose distance from the anchor has no finite maximum: no chain of defeats leads both there and back."""
    _, circles = connected_components(csr_array(counts.beaten), directed=True, connection="strong")
    if anchor is not None:
        alone = groups != groups[anchor]
        return np.where(alone, _broken(groups, circles), circles != circles[anchor])
    return _broken(groups, circles)


def _broken(groups: Integers, circles: npt.NDArray[np.int32]) -> npt.NDArray[np.bool_]:
    """Is the group of an agent more than one circle of defeats?"""
    return np.array([len(np.unique(circles[groups == group])) > 1 for group in groups], bool)


def openskill(names: Sequence[str], results: GameResults, most_games: int | None = None) -> SkillScale:
    """OpenSkill's Plackett-Luce, one rating an agent, through all games in the order of deals, fixtures and seatings.

    The winner is first and everybody else second.  Several copies of an agent at a table are teams of their own with
    the agent's rating; its new rating is the mean of what its copies would have.  Partners are one team.  As every
    online rating it depends on the order: the fixtures take turns, deal by deal, so that none has the last word.  Only
    differences mean anything: copies let the level of all drift.  With ``most_games`` about so many are used: whole
    deals, evenly spread, so that every seating stays as frequent as any other.
    """
    games = _won(results)
    games_played = len(games)
    games = games[np.lexsort((games["seating"], games["fixture"], games["deal"]))]
    if most_games is not None and games_played > most_games:
        games = _evenly_spaced(games, most_games)
    # tau is how much players change between games: these do not, and forgetting would leave mere noise of +-1 mu.
    model = PlackettLuce(tau=0.0)
    fresh = model.rating()
    mu, sigma, seen = [fresh.mu] * len(names), [fresh.sigma] * len(names), [0] * len(names)
    sizes = _side_sizes(games).tolist()
    rows = zip(games["places"].tolist(), games["agent"].tolist(), games["share"].tolist(), sizes, strict=True)
    used = 0
    for places, seats, shares, size in rows:
        sitting = set(seats[:places])
        for agent in sitting:
            seen[agent] += 1
        used += 1
        if len(sitting) == 1:
            continue  # nothing to learn from beating oneself
        sides = places // size
        players = [model.rating(mu[agent], sigma[agent]) for agent in seats[:places]]
        teams = [players[side::sides] for side in range(sides)]
        after = model.rate(teams, ranks=[0.0 if shares[side] > 0 else 1.0 for side in range(sides)])
        for agent in sitting:
            copies = [after[place % sides][place // sides] for place in range(places) if seats[place] == agent]
            mu[agent] = sum(copy.mu for copy in copies) / len(copies)
            sigma[agent] = sum(copy.sigma for copy in copies) / len(copies)
    ratings = tuple(
        Skill(mu[agent], sigma[agent], mu[agent] - 3 * sigma[agent], seen[agent]) for agent in range(len(names))
    )
    return SkillScale(ratings, used, games_played)


def _evenly_spaced(games: GameResults, most: int) -> GameResults:
    """Whole deals of fixtures, spread evenly over all of them, with about so many games."""
    if most < 1:
        raise ValueError(f"most_games={most}: must be at least 1, or None for all games")
    changes = (np.diff(games["deal"]) != 0) | (np.diff(games["fixture"]) != 0)
    block = np.concatenate([[0], np.cumsum(changes)])
    blocks = int(block[-1]) + 1
    wanted = max(int(most * blocks / len(games)), 1)
    # One out of each of so many equal stretches, anywhere in it: equal strides could meet the same fixture every time.
    chosen = np.zeros(blocks, bool)
    chosen[((np.arange(wanted) + np.random.default_rng(0).random(wanted)) * blocks / wanted).astype(np.int64)] = True
    kept: GameResults = games[chosen[block]]
    return kept
