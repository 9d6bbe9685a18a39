"""The ladder: how strong the shipped agents are, with intervals.  ``python -m benchmarks.ladder`` writes the results.

Every figure is the result of a plan (agents, rules, deals, seed) that the result names, so that each can be played
again alone with ``uno tournament``.  Deals are duplicate: each shuffle is played in all seatings.  Searches play fewer.
Finished parts are kept in a folder (``--work``), so that a run that was broken off goes on.
"""

from __future__ import annotations

import argparse
import json
import platform
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agents.arena.as_command import tournament_command
from agents.arena.fixtures import par
from agents.arena.folder import TournamentFolder
from agents.arena.plan import Plan
from agents.arena.play_shard import PlayShard, split
from agents.arena.statistics import mean_interval, p_value, score_deals
from agents.arena.tournament import Tournament, processes
from agents.arena.whole_files import write_whole
from uno_env.decks import DECKS
from uno_env.rules import RuleSet
from uno_env.version import __version__

RESULTS = Path(__file__).parent / "results" / "ladder.json"
SEED = 20_261_118
DEALS = 20_000
SEARCH_DEALS = 2_000
SEARCH = "search:rollouts=1000"
CARELESS = "expert:own_card=random"
FAST_AGENTS = ("random_play", "greedy", "expert")
LEAST_ROUNDS_A_SECOND = 2_000
SPEED_DEALS = 2_000
HOUSE_RULES = {"progressive": True, "seven_zero": True, "jump_in": True}


@dataclass(frozen=True)
class Rung:
    """One comparison: an agent against others of one kind, and what is asked of it."""

    agent: str
    opponent: str
    rules: RuleSet
    deals: int
    #: The least win rate asked for; None if only the significance against par counts.
    at_least: float | None = None
    #: Must the agent be better than par beyond doubt?
    beats_par: bool = False
    #: What is expected, where nothing is asked for.
    about: float | None = None

    @property
    def name(self) -> str:
        """For people."""
        others = round(1 / par(self.rules)) - 1  # sides, with partners
        return f"{self.agent} against {'' if others == 1 else f'{others} '}{self.opponent}: {self.rules.describe()}"

    @property
    def plan(self) -> Plan:
        """The tournament that measures it."""
        return Plan((self.agent, self.opponent), self.rules, self.deals, SEED)


def rungs(deals: int = DEALS, search_deals: int = SEARCH_DEALS) -> list[Rung]:
    """All comparisons, in the order of the table."""
    two, four = RuleSet(players=2), RuleSet(players=4)
    found = [
        Rung("random_legal", "random_play", two, deals, about=0.02),
        Rung("rlcard_rule", "random_play", two, deals, about=0.55),
        Rung("greedy", "random_play", two, deals, about=0.57),
        Rung("expert", "random_play", two, deals, at_least=0.68),
        Rung(SEARCH, "random_play", two, search_deals, at_least=0.72),
        Rung(SEARCH, "expert", two, search_deals, beats_par=True),
        Rung("random_legal", "random_play", four, deals, about=0.01),
        Rung("rlcard_rule", "random_play", four, deals, about=0.28),
        Rung("greedy", "random_play", four, deals, about=0.26),
        Rung("expert", "random_play", four, deals, at_least=0.34),
        Rung(SEARCH, "random_play", four, search_deals // 2, at_least=0.36),
        Rung(SEARCH, "expert", four, search_deals // 2, beats_par=True),
    ]
    for players in (2, 4):
        for deck in DECKS:
            for house_rules in ({}, HOUSE_RULES):
                if deck == "classic" and not house_rules:
                    continue
                rules = RuleSet(deck, players, **house_rules)
                found.append(Rung("expert", "random_play", rules, deals, beats_par=True))
                if deck != "classic":
                    found.append(Rung("expert", CARELESS, rules, deals, beats_par=True))
    partners = RuleSet(players=4, partners=True)
    found.append(Rung("expert", "random_play", partners, deals, beats_par=True))
    return found


def measure(rung: Rung, work: Path, workers: int) -> dict[str, Any]:
    """Play one rung and sum it up."""
    plan = rung.plan
    fixture = plan.fixtures()[0]
    folder = TournamentFolder(work / rung.name.replace(" ", "_").replace(":", "").replace(",", ""))
    if (folder.path / "plan.json").exists():
        folder.resume(plan)
    else:
        folder.begin(plan)
    outcome = Tournament(plan, folder, only=(fixture.number,)).run(processes(workers))
    if outcome.interrupted:
        raise KeyboardInterrupt
    if outcome.failures:
        raise RuntimeError(f"{rung.name}: {outcome.failures[0]}")
    (scores,) = score_deals(outcome.results)
    _, won = scores.of(0)
    estimate = mean_interval(won)
    against_par = p_value(won, fixture.par)
    timing = outcome.timings[0]
    return {
        "name": rung.name,
        "agent": rung.agent,
        "opponent": rung.opponent,
        "rules": rung.rules.to_dict(),
        "deals": rung.deals,
        "games": len(outcome.results),
        "seed": SEED,
        "par": fixture.par,
        "win_rate": estimate.mean,
        "low": estimate.low,
        "high": estimate.high,
        "resolves": estimate.resolves,
        "p_against_par": against_par,
        "at_least": rung.at_least,
        "beats_par": rung.beats_par,
        "about": rung.about,
        "met": _met(rung, estimate.mean, estimate.low, fixture.par),
        "milliseconds_a_decision": 1000 * timing.each,
        "command": tournament_command(plan),
    }


def rounds_a_second(agent: str) -> float:
    """Complete 4-player rounds a second of one core's time, the agent in all seats; compiled and warm."""
    plan = Plan((agent, agent), RuleSet(players=4), SPEED_DEALS, SEED)
    job, tasks = PlayShard(plan), split(plan, plan.fixtures()[:1])
    job.run(tasks[0], _nobody_listens)
    start = time.process_time()
    games = sum(len(job.run(task, _nobody_listens).results) for task in tasks)
    return games / (time.process_time() - start)


def _nobody_listens(note: str) -> None:
    """Nothing is shown while the clock runs."""


def _met(rung: Rung, mean: float, low: float, par: float) -> bool | None:
    """Was what was asked for reached?  Better than par means that the whole interval is."""
    if rung.at_least is not None:
        return mean >= rung.at_least
    return low > par if rung.beats_par else None


def table(results: Sequence[dict[str, Any]]) -> str:
    """The results as text."""
    width = max(len(row["name"]) for row in results)
    lines = []
    for row in results:
        wanted = f">= {100 * row['at_least']:.0f} %" if row["at_least"] else "> par" if row["beats_par"] else ""
        rate = f"{100 * row['win_rate']:5.1f} [{100 * row['low']:.1f} .. {100 * row['high']:.1f}]"
        mark = {True: "yes", False: "NO", None: ""}[row["met"]]
        lines.append(
            f"{row['name']:{width}}  {rate:22}  par {100 * row['par']:.0f}  {wanted:8} {mark:4} {row['deals']} deals"
        )
    return "\n".join(lines)


def read_options(description: str, results: Path, search_deals: int = SEARCH_DEALS) -> argparse.Namespace:
    """The command line of a table of rungs."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--search-deals", type=int, default=search_deals)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--work", type=Path, default=Path("ladder-work"), help="where finished parts are kept")
    parser.add_argument("--json", type=Path, default=results)
    parser.add_argument("--only", default="", help="only the rungs with this in their name")
    return parser.parse_args()


def play_rungs(chosen: Sequence[Rung], options: argparse.Namespace) -> list[dict[str, Any]]:
    """Measure one after another, and say how each has come out."""
    results = []
    for number, rung in enumerate(chosen):
        results.append(measure(rung, options.work, options.workers))
        print(f"[{number + 1}/{len(chosen)}] {table(results[-1:])}", flush=True)
    return results


def write_results(module: str, options: argparse.Namespace, content: dict[str, Any]) -> None:
    """Write the results with what made them."""
    made = {
        "command": f"python -m benchmarks.{module} --deals {options.deals} --search-deals {options.search_deals}",
        "version": __version__,
        "machine": f"{platform.machine()}, Python {platform.python_version()}",
    }
    write_whole(options.json, json.dumps(made | content, indent=1).encode() + b"\n")
    print(table(content["results"]))


def main() -> None:
    """Play the ladder and write it down."""
    options = read_options(__doc__ or "", RESULTS)
    chosen = [rung for rung in rungs(options.deals, options.search_deals) if options.only in rung.name]
    results = play_rungs(chosen, options)
    speeds = {agent: rounds_a_second(agent) for agent in FAST_AGENTS}
    content = {
        "results": results,
        "rounds_a_second_at_least": LEAST_ROUNDS_A_SECOND,
        "rounds_a_second": speeds,
    }
    write_results("ladder", options, content)
    for agent, speed in speeds.items():
        print(f"{agent}: {speed:,.0f} rounds of 4 players a second of CPU time, asked for: {LEAST_ROUNDS_A_SECOND:,}")


if __name__ == "__main__":
    main()
