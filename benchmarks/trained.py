"""How strong the shipped networks are.  ``python -m benchmarks.trained`` plays every claim and writes the results.

As in the ladder every figure is a plan that its row names, on duplicate deals of a seed that no training run may use.
Opponents that a network was trained against are marked.
"""

from __future__ import annotations

from pathlib import Path

from benchmarks.ladder import DEALS, HOUSE_RULES, Rung, play_rungs, read_options, write_results
from uno_env.decks import DECKS
from uno_env.rules import RuleSet

RESULTS = Path(__file__).parent / "results" / "trained.json"
SEARCH_DEALS = 2_000
GUIDED = "search:network=general,rollouts=200"
#: Who was met in training, by each network; nobody else was.
MET = ("expert", "random_play")


def trained_against(rung: Rung) -> bool:
    """Was the opponent in the other seats of some training rounds?  A network's own likeness always was."""
    return rung.opponent in MET or rung.opponent in rung.agent


def claims(deals: int = DEALS, search_deals: int = SEARCH_DEALS) -> list[Rung]:
    """All claims, in the order of the table."""
    two, four = RuleSet(players=2), RuleSet(players=4)
    fewer = deals // 4
    rungs = [
        Rung("classic_2p", "random_play", two, deals, at_least=0.75),
        Rung("classic_2p", "expert", two, deals, at_least=0.60),
        Rung("classic_2p", "greedy", two, fewer, beats_par=True),
        Rung("classic_2p", "rlcard_rule", two, fewer, beats_par=True),
        Rung(GUIDED, "general", two, search_deals, at_least=0.52),
        Rung("classic_4p", "random_play", four, deals, at_least=0.365),
        Rung("classic_4p", "expert", four, deals, beats_par=True),
        Rung("classic_4p", "greedy", four, fewer, beats_par=True),
        Rung("general", "random_play", two, fewer, beats_par=True),
        Rung("general", "classic_2p", two, fewer),
    ]
    for players in (2, 4):
        for deck in DECKS:
            for house_rules in ({}, HOUSE_RULES):
                rungs.append(Rung("general", "expert", RuleSet(deck, players, **house_rules), fewer, beats_par=True))
    for players in (3, 6, 10):
        rungs.append(Rung("general", "expert", RuleSet(players=players), fewer // 2, beats_par=True))
    return rungs


def main() -> None:
    """Play all claims and write them down."""
    options = read_options(__doc__ or "", RESULTS, SEARCH_DEALS)
    chosen = [rung for rung in claims(options.deals, options.search_deals) if options.only in rung.name]
    results = play_rungs(chosen, options)
    marked = [row | {"trained_against": trained_against(rung)} for row, rung in zip(results, chosen, strict=True)]
    write_results("trained", options, {"results": marked})


if __name__ == "__main__":
    main()
