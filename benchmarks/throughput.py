"""How fast the engine is, in decisions per second of CPU time, against RLCard's UNO and against itself.

Four players, uniform random legal play, deals included, one core, compilation excluded (but for section E):

A  play-out inside the kernel, against RLCard's rules engine without states
B  the action chosen outside from the byte mask, the step writing the next mask, against RLCard's ``env.step``
C  every deck with every combination of house rules, relative to the classic deck without any
D  the cost of a decision at various batch sizes
E  start-up in fresh processes, with and without a cache of compiled kernels
F  as B with the full observation written for every decision, against RLCard's ``env.step``
G  the PettingZoo loop with two players, against RLCard's UNO through PettingZoo's own adapter
H  the environment's share of MaskablePPO's time, 256 games of two players against ``random_play``

Decisions are not equal work across engines: RLCard plays a drawn card by itself and knows neither challenges nor
the calling of UNO, and lets nobody draw who can play, so its games have far fewer decisions.  Decisions per game and
games per second are printed with every rate, and the rows "dealt anew every 50" deal as often as RLCard does.  In B
RLCard's step also encodes an observation; the engine's step writes the mask alone (F writes both).  The rows "by
Batch.step" go through the public class, which checks the legality of every action.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks import rlcard_peer, startup, training_share
from benchmarks.engine_cases import (
    PEER_GAME,
    BatchStepping,
    PlayOut,
    PlayOutCutShort,
    Stepping,
    SteppingCutShort,
    decisions_per_game,
)
from benchmarks.environment_cases import Observing, our_loop, our_raw_loop, rlcard_loop
from benchmarks.pairing import Case, Spread, dearest_to_cheapest, game_length, interleave, rates, ratios
from benchmarks.report import Row, document, header, line, load, machine, versions, write_json
from uno_env.decks import DECKS
from uno_env.rules import RuleSet

SECTIONS = "ABCDEFGH"
CLASSIC = RuleSet(deck="classic", players=4)
BATCH = 1024
SIZES = (64, 256, 1024, 4096, 16384)

FLOOR_PLAY_OUT = 25.0
FLOOR_STEP_BATCH = 100.0
FLOOR_STEP_SINGLE = 10.0
FLOOR_RULES = 0.6
FLOOR_OBSERVED = 60.0
FLOOR_AEC = 10.0
FLOOR_WRAPPED = 0.8
MOST_TRAINING_SHARE = 5.0
MOST_SIZE_SPREAD = 1.5
MOST_FIRST_USE = 40.0
MOST_LATER_USE = 1.5


@dataclass(frozen=True)
class Settings:
    """How long and what to measure."""

    rounds: int = 9
    seconds: float = 0.4
    starts: int = 3
    #: Mean games each row plays before anything is timed.  Long games are not like short ones: on the Casting Call deck
    #: they are slower, and it takes some games until a batch has its share of them.
    games_before: float = 3.0
    length_games: int = 4096
    peer: bool = True


QUICK = Settings(rounds=3, seconds=0.05, starts=1, games_before=0.1, length_games=256)


@dataclass(frozen=True)
class Ours:
    """A case of the engine that is compared with the peer; without a floor it is there for information."""

    case: Case
    floor: float | None = None
    length: float | None = None


def against_peer(
    settings: Settings, section: str, ours: dict[str, Ours], theirs: str, make: Callable[[], Case]
) -> Iterator[Row]:
    """A row for each case and one for the peer."""
    cases = {name: each.case for name, each in ours.items()}
    if settings.peer:
        cases[theirs] = make()
    results = interleave(cases, settings.rounds, settings.seconds)
    for name, each in ours.items():
        yield Row(
            section,
            name,
            ratios(results, name, theirs) if settings.peer else None,
            at_least=each.floor,
            decisions_per_second=rates(results, name).median,
            decisions_per_game=each.length or game_length(results[name]),
            note="" if settings.peer else "no peer to compare with",
        )
    if settings.peer:
        rate, length = rates(results, theirs).median, game_length(results[theirs])
        yield Row(section, theirs, decisions_per_second=rate, decisions_per_game=length)
    else:
        yield Row(section, theirs, note="not measured" if rlcard_peer.is_installed() else rlcard_peer.HOW_TO_INSTALL)


def section_a(settings: Settings) -> Iterator[Row]:
    """The rules alone."""
    length = decisions_per_game(CLASSIC, settings.length_games)
    apart = round(length * settings.games_before)
    name = f"play-out in the kernel, {BATCH} games"
    ours = {
        name: Ours(PlayOut(CLASSIC, BATCH, apart), FLOOR_PLAY_OUT, length),
        f"{name}, dealt anew every {PEER_GAME}": Ours(PlayOutCutShort(CLASSIC, BATCH)),
    }
    theirs = "RLCard 4 players, proceed_round + get_legal_actions"
    yield from against_peer(settings, "A", ours, theirs, rlcard_peer.Engine)


def section_b(settings: Settings) -> Iterator[Row]:
    """One decision at a time, chosen outside."""
    length = decisions_per_game(CLASSIC, settings.length_games)
    apart = round(length * settings.games_before)
    ours = {}
    for count, floor in ((BATCH, FLOOR_STEP_BATCH), (1, FLOOR_STEP_SINGLE)):
        name = f"pick from the mask + step, batch {count}"
        ours[name] = Ours(Stepping(CLASSIC, count, apart), floor, length)
        ours[f"{name}, dealt anew every {PEER_GAME}"] = Ours(SteppingCutShort(CLASSIC, count))
        ours[f"{name}, by Batch.step"] = Ours(BatchStepping(CLASSIC, count, apart), None, length)
    yield from against_peer(settings, "B", ours, "RLCard 4 players, env.step", rlcard_peer.Environment)


def rule_sets(deck: str) -> Iterator[RuleSet]:
    """A deck with every combination of house rules."""
    for progressive, seven_zero, jump_in in itertools.product((False, True), repeat=3):
        yield RuleSet(deck=deck, players=4, progressive=progressive, seven_zero=seven_zero, jump_in=jump_in)


def section_c(settings: Settings) -> Iterator[Row]:
    """What decks and house rules cost.  A deck at a time, so that no case is far from its reference."""
    for deck in DECKS:
        played = {CLASSIC, *rule_sets(deck)}
        lengths = {rule_set: decisions_per_game(rule_set, settings.length_games) for rule_set in played}
        for kind, make in (("play-out", PlayOut), ("step", Stepping)):
            names = {f"{kind}: {rule_set.describe()}": rule_set for rule_set in (CLASSIC, *rule_sets(deck))}
            reference = f"{kind}: {CLASSIC.describe()}"
            cases = {
                name: make(rule_set, BATCH, round(lengths[rule_set] * settings.games_before))
                for name, rule_set in names.items()
            }
            results = interleave(cases, settings.rounds, settings.seconds)
            for rule_set in rule_sets(deck):
                name = f"{kind}: {rule_set.describe()}"
                ratio, rate = ratios(results, name, reference), rates(results, name).median
                yield Row("C", name, ratio, "x", FLOOR_RULES, None, rate, lengths[rule_set])


def section_d(settings: Settings) -> Iterator[Row]:
    """Nobody should have to tune the batch size."""
    length = decisions_per_game(CLASSIC, settings.length_games)
    apart = round(length * settings.games_before)
    cases = {f"pick from the mask + step, batch {size}": Stepping(CLASSIC, size, apart) for size in SIZES}
    results = interleave(cases, settings.rounds, settings.seconds)
    for name in cases:
        rate = rates(results, name).median
        note = f"{1e9 / rate:.0f} ns a decision"
        yield Row("D", name, decisions_per_second=rate, decisions_per_game=length, note=note)
    spread = dearest_to_cheapest(results)
    yield Row("D", "cost of a decision: dearest over cheapest batch size", spread, "x", at_most=MOST_SIZE_SPREAD)


def section_e(settings: Settings) -> Iterator[Row]:
    """From the import to work.  On an idle core CPU time is what people wait; on a busy one the clock tells nothing."""
    times = startup.measure(settings.starts)
    for name, processes, stage, most in (
        ("first use, empty cache: import to first step of a Game", times.cold, "game", MOST_FIRST_USE),
        ("first use, empty cache: until all batch kernels are ready", times.cold, "batch", MOST_FIRST_USE),
        ("later use: import to first step of a Game", times.warm, "game", MOST_LATER_USE),
    ):
        wall = startup.spread(processes, stage)
        note = f"by the clock {wall.median:.2f} [{wall.low:.2f}..{wall.high:.2f}] s; {len(processes)} processes"
        yield Row("E", name, startup.spread(processes, f"{stage}_cpu"), "s CPU", at_most=most, note=note)


def section_f(settings: Settings) -> Iterator[Row]:
    """What a learner needs: observation and mask for every decision."""
    length = decisions_per_game(CLASSIC, settings.length_games)
    apart = round(length * settings.games_before)
    name = f"pick from the mask + step + observation, batch {BATCH}"
    ours = {name: Ours(Observing(CLASSIC, BATCH, apart), FLOOR_OBSERVED, length)}
    yield from against_peer(settings, "F", ours, "RLCard 4 players, env.step", rlcard_peer.Environment)


def section_g(settings: Settings) -> Iterator[Row]:
    """One game in PettingZoo's loop, raw against raw; then ``env()`` against our own raw environment."""
    raw, usual = "AEC loop, raw_env(), 2 players", "AEC loop, env(), 2 players"
    ours = {raw: Ours(our_raw_loop(), FLOOR_AEC), usual: Ours(our_loop())}
    yield from against_peer(settings, "G", ours, "RLCardBase raw, 2 players", rlcard_loop)
    results = interleave({raw: our_raw_loop(), usual: our_loop()}, settings.rounds, settings.seconds)
    yield Row("G", "env() relative to raw_env()", ratios(results, usual, raw), "x", FLOOR_WRAPPED)


def section_h(settings: Settings) -> Iterator[Row]:
    """Learning should take the time, not the game."""
    name = f"SB3 VecEnv, {training_share.GAMES} games: share of MaskablePPO's time"
    if not training_share.is_installed():
        yield Row("H", name, note=training_share.HOW_TO_INSTALL)
        return
    found = training_share.shares(settings.starts)
    yield Row(
        "H", name, Spread.of(found), "%", at_most=MOST_TRAINING_SHARE, note="256x64 steps, 2x256 network, 4 epochs"
    )


MEASURES = dict(
    zip(SECTIONS, (section_a, section_b, section_c, section_d, section_e, section_f, section_g, section_h), strict=True)
)


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.throughput",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--rounds", type=int, help="rounds, each running every case once (9)")
    parser.add_argument("--seconds", type=float, help="CPU seconds a case and round (0.4)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results here as well")
    parser.add_argument("--quick", action="store_true", help="a rough look: 3 rounds of 0.05 s, one cold start")
    parser.add_argument("--no-peer", action="store_true", help="measure the engine only")
    parser.add_argument("--sections", default=SECTIONS, help=f"some of {SECTIONS}")
    chosen = parser.parse_args(arguments)
    if not set(chosen.sections) <= set(SECTIONS):
        parser.error(f"--sections {chosen.sections}: letters of {SECTIONS}")
    if (chosen.rounds is not None and chosen.rounds < 1) or (chosen.seconds is not None and chosen.seconds <= 0):
        parser.error("--rounds must be at least 1, --seconds more than 0")
    return chosen


def settings_of(chosen: argparse.Namespace) -> Settings:
    """``--quick`` changes the defaults; what is said explicitly holds."""
    usual = QUICK if chosen.quick else Settings()
    return replace(
        usual,
        rounds=chosen.rounds or usual.rounds,
        seconds=chosen.seconds or usual.seconds,
        peer=not chosen.no_peer and rlcard_peer.is_installed(),
    )


def main(arguments: Sequence[str]) -> int:
    """Measure, print, write; 1 if a floor was missed."""
    chosen = parse(arguments)
    settings = settings_of(chosen)
    startup.fill_cache()
    before = load()
    print(f"{machine()}\n{versions()}\nload average before: {before}")
    print(f"{settings.rounds} rounds of {settings.seconds:g} CPU seconds a case, 4 players, random legal play\n")
    print(header())
    rows = []
    for section in sorted(set(chosen.sections)):
        for row in MEASURES[section](settings):
            rows.append(row)
            print(line(row), flush=True)
    loads = {"before": before, "after": load()}
    missed = [row for row in rows if row.verdict == "BELOW"]
    print(f"\nload average after: {loads['after']}\n{len(missed)} floors missed")
    if chosen.json:
        write_json(chosen.json, document(rows, arguments, settings.rounds, settings.seconds, loads))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
