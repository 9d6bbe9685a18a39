"""The two partner tournaments: who sits where in which hand, and everybody's own total."""

from __future__ import annotations

from dataclasses import dataclass, replace

from uno_env.formats.result import RoundResult
from uno_env.rules import RuleSet

TABLE_SEATS = 4
MULTI_TABLE_PLAYERS = 8
MULTI_TABLE_HANDS = 4


@dataclass(frozen=True)
class Sitting:
    """One hand at one table: the players in seat order (seats 0 and 2 are partners, and 1 and 3) and the dealer."""

    hand: int
    table: int
    players: tuple[int, int, int, int]
    dealer: int

    @property
    def pairs(self) -> tuple[frozenset[int], frozenset[int]]:
        """The two sides."""
        return frozenset(self.players[0::2]), frozenset(self.players[1::2])


def rotating_partners(hands_per_pairing: int = 1, cycles: int = 1) -> list[Sitting]:
    """Four players, three pairings: each player partners each other one.

    One hand a pairing makes three, four make twelve.  [victory-lap/rotating-partners] [casting-call/rotating-partners]
    """
    if hands_per_pairing < 1 or cycles < 1:
        raise ValueError("hands_per_pairing and cycles must be at least 1")
    sittings: list[Sitting] = []
    for _ in range(cycles):
        for partner in (1, 2, 3):
            left, right = (player for player in (1, 2, 3) if player != partner)
            for _ in range(hands_per_pairing):
                number = len(sittings)
                sittings.append(Sitting(number, 0, (0, left, partner, right), number % TABLE_SEATS))
    return sittings


def multi_table(cycles: int = 1) -> list[Sitting]:
    """Eight players at two tables: seven rounds of four hands, every pair partners for exactly four.

    The rounds are those of a round robin: one player stays, the others move on by one.  [victory-lap/multi-table]
    """
    if cycles < 1:
        raise ValueError("cycles must be at least 1")
    sittings: list[Sitting] = []
    moving = MULTI_TABLE_PLAYERS - 1
    hand = 0
    for turn in range(moving * cycles):
        pairs = [(moving, turn % moving)]
        pairs += [((turn + step) % moving, (turn - step) % moving) for step in range(1, MULTI_TABLE_PLAYERS // 2)]
        for _ in range(MULTI_TABLE_HANDS):
            for table in range(2):
                one, other = pairs[2 * table], pairs[2 * table + 1]
                sittings.append(Sitting(hand, table, (one[0], other[0], one[1], other[1]), hand % TABLE_SEATS))
            hand += 1
    return sittings


class PartnerTournament:
    """Everyone keeps their own total: each partner is credited with the side's full points.

    The highest total wins, ties are shared.  [victory-lap/partner-totals#ours]
    """

    def __init__(self, schedule: list[Sitting]) -> None:
        if not schedule:
            raise ValueError("a tournament needs at least one hand")
        self.schedule = list(schedule)
        self.totals = [0] * (1 + max(max(sitting.players) for sitting in schedule))
        self.played = 0

    @property
    def next_sitting(self) -> Sitting | None:
        """Who plays next, or None when all hands are played."""
        return self.schedule[self.played] if self.played < len(self.schedule) else None

    def add(self, result: RoundResult) -> None:
        """Write down the hand of :attr:`next_sitting`."""
        sitting = self.next_sitting
        if sitting is None:
            raise ValueError("all hands of the tournament are played")
        if len(result.points) != TABLE_SEATS:
            raise ValueError(f"a hand of this tournament has {TABLE_SEATS} seats, not {len(result.points)}")
        for player, points in zip(sitting.players, result.points, strict=True):
            self.totals[player] += points
        self.played += 1

    @property
    def winners(self) -> list[int]:
        """Those with the highest total, once all hands are played."""
        if self.next_sitting is not None:
            return []
        return [player for player, total in enumerate(self.totals) if total == max(self.totals)]


def table_rules(rules: RuleSet) -> RuleSet:
    """The same rules for a table of two pairs."""
    return replace(rules, players=TABLE_SEATS, partners=True)
