"""What is played above a single round: matches and the partner tournaments.  Score-keeping only, no rules of play."""

from uno_env.formats.match import CHALLENGE, LOW, POINTS, SCORINGS, Match
from uno_env.formats.partners import PartnerTournament, Sitting, multi_table, rotating_partners
from uno_env.formats.result import RoundResult

__all__ = [
    "CHALLENGE",
    "LOW",
    "POINTS",
    "SCORINGS",
    "Match",
    "PartnerTournament",
    "RoundResult",
    "Sitting",
    "multi_table",
    "rotating_partners",
]
