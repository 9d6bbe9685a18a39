"""The project beside its peers: RLCard's UNO and OpenSpiel's Crazy Eights, alternating in one process.

Uniform random legal play, deals included, one core, compilation excluded.  Every round runs every case once, in rotated
order; a rate is decisions per second of CPU time, a comparison the median of the ratios that the rounds gave.

The cases do not do equal work.  The notes that are printed and written with the results say how they differ.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from benchmarks import open_spiel_peer, rlcard_peer, startup
from benchmarks.engine_cases import PlayOut, decisions_per_game
from benchmarks.environment_cases import Observing, our_loop
from benchmarks.pairing import Case, Rounds, Spread, game_length, interleave, rates, ratios
from benchmarks.report import load, machine, short, versions, write_json
from uno_env.rules import RuleSet

BATCH = 1024
LENGTH_GAMES = 4096
#: Mean games each row of a batch plays before anything is timed, so that it has its share of long ones.
GAMES_BEFORE = 3.0

HERE, RLCARD, OPEN_SPIEL = "uno_env", "RLCard", "OpenSpiel"
#: How each library's distribution is called.
DISTRIBUTIONS = {RLCARD: "rlcard", OPEN_SPIEL: "open_spiel"}

OWN_LOOP = "RLCard env.run"
OWN_STEP = "RLCard env.step"
CRAZY_EIGHTS = "OpenSpiel crazy_eights"
AEC = "AEC loop"
OBSERVED = "batch"
PLAYED_OUT = "play-out"

NOTES = (
    "Decisions are not equal work. RLCard plays drawn cards by itself and has no challenge, no UNO call and no drawing "
    "by choice; Crazy Eights is another game, with 52 cards; here calling, catching, challenging and keeping a drawn "
    "card are decisions of their own.",
    "Games are not equally long for the same reason: players who choose at random draw when they could play and forget "
    "to call UNO. Decisions a game and games a second stand beside every rate: a ratio of decisions is not one of "
    "games.",
    "Observations differ: RLCard's env.step encodes 4 x 4 x 15 numbers and builds dictionaries, Crazy Eights writes "
    "floats into one array, here a row of bytes with everything the player may know. The play-out writes none, and "
    "chooses inside the kernel.",
    "RLCard's env.run chooses with its own RandomAgent and keeps every seat's course of the game; all other cases "
    "choose as cheaply as they can. OpenSpiel's chance nodes take time and are not counted.",
    "With more than two players RLCard's table is set by hand, because it ignores the option for it.",
)


@dataclass(frozen=True)
class Contender:
    """One case: whose it is, what one decision of it consists of, and how to set it up."""

    name: str
    library: str
    what: str
    make: Callable[[int], Case]
    #: The mean length of a game, where the case cannot tell.
    length: Callable[[int], float] | None = None


@dataclass(frozen=True)
class PeerRow:
    """What was measured of one case; ``ratios`` say how many times as fast as each peer it is."""

    name: str
    library: str
    what: str
    decisions_per_second: Spread
    decisions_per_game: float
    ratios: Mapping[str, Spread]

    @property
    def games_per_second(self) -> float:
        """Follows from the rate and the length of a game."""
        return self.decisions_per_second.median / self.decisions_per_game

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self) | {"games_per_second": self.games_per_second}


@cache
def our_length(players: int) -> float:
    """The mean length of whole games, which batches that are always in the middle of theirs cannot tell."""
    return decisions_per_game(RuleSet(players=players), LENGTH_GAMES)


def _apart(players: int) -> int:
    return round(our_length(players) * GAMES_BEFORE)


def our_batch(players: int) -> Case:
    """Choosing outside from the mask, the step writing mask and observation."""
    return Observing(RuleSet(players=players), BATCH, _apart(players))


def our_play_out(players: int) -> Case:
    """Everything inside the kernel."""
    return PlayOut(RuleSet(players=players), BATCH, _apart(players))


CONTENDERS = (
    Contender(OWN_LOOP, RLCARD, "its own loop with its RandomAgent", rlcard_peer.OwnLoop),
    Contender(OWN_STEP, RLCARD, "env.step with a cheap choice", rlcard_peer.Environment),
    Contender(
        CRAZY_EIGHTS,
        OPEN_SPIEL,
        "legal actions + observation tensor, Python loop, cheap choice",
        open_spiel_peer.CrazyEights,
    ),
    Contender(AEC, HERE, "env(): agent_iter, last, cheap choice, step", our_loop, our_length),
    Contender(OBSERVED, HERE, f"pick from the mask + step + observation, {BATCH} games", our_batch, our_length),
    Contender(PLAYED_OUT, HERE, f"all inside the kernel, no observation, {BATCH} games", our_play_out, our_length),
)


def missing() -> dict[str, str]:
    """The libraries that are not there, and how to install them."""
    peers = ((RLCARD, rlcard_peer), (OPEN_SPIEL, open_spiel_peer))
    return {name: peer.HOW_TO_INSTALL for name, peer in peers if not peer.is_installed()}


def measure(players: int, rounds: int, seconds: float, without: Sequence[str] = ()) -> list[PeerRow]:
    """All cases but those of the libraries to do without."""
    contenders = [each for each in CONTENDERS if each.library not in without]
    results = interleave({each.name: each.make(players) for each in contenders}, rounds, seconds)
    peers = [each.name for each in contenders if each.library != HERE]
    return [_row(each, players, results, peers) for each in contenders]


def _row(each: Contender, players: int, results: Rounds, peers: Sequence[str]) -> PeerRow:
    length = each.length(players) if each.length else game_length(results[each.name])
    against = {peer: ratios(results, each.name, peer) for peer in peers if peer != each.name}
    return PeerRow(each.name, each.library, each.what, rates(results, each.name), length, against)


def ratio_text(spread: Spread) -> str:
    """The median and its spread, with as many digits as they deserve."""
    digits = 0 if spread.median >= 100 else 1 if spread.median >= 10 else 2
    middle, low, high = (f"{each:.{digits}f}" for each in (spread.median, spread.low, spread.high))
    return f"{middle} [{low}..{high}] x"


def table_text(rows: Sequence[PeerRow]) -> str:
    """For people to read in a terminal."""
    peers = [row.name for row in rows if row.library != HERE]
    heads = f"{'case':<24} {'dec/s':>8} {'games/s':>8} {'dec/gm':>7}"
    lines = [heads + "".join(f" {'against ' + peer:>32}" for peer in peers)]
    for row in rows:
        rate, games = short(row.decisions_per_second.median), short(row.games_per_second)
        cells = "".join(f" {ratio_text(row.ratios[peer]) if peer in row.ratios else '':>32}" for peer in peers)
        lines.append(f"{row.name:<24} {rate:>8} {games:>8} {row.decisions_per_game:>7.1f}{cells}")
    return "\n".join(lines)


def peer_versions() -> dict[str, str]:
    """The peers that are there, and all that :func:`benchmarks.report.versions` names."""
    found = versions()
    for distribution in DISTRIBUTIONS.values():
        try:
            found[distribution] = metadata.version(distribution)
        except metadata.PackageNotFoundError:
            found[distribution] = "not installed"
    return found


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.peers", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--players", type=int, choices=(2, 4), default=2, help="RLCard offers two; four are set by hand"
    )
    parser.add_argument("--rounds", type=int, default=9, help="rounds, each running every case once (%(default)s)")
    parser.add_argument("--seconds", type=float, default=0.4, help="CPU seconds a case and round (%(default)s)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results here as well")
    parser.add_argument("--png", type=Path, metavar="FILE", help="draw the results here as well; needs matplotlib")
    chosen = parser.parse_args(arguments)
    if chosen.rounds < 1 or chosen.seconds <= 0:
        parser.error("--rounds must be at least 1, --seconds more than 0")
    return chosen


def main(arguments: Sequence[str]) -> int:
    """Measure, print, write and draw."""
    chosen = parse(arguments)
    if chosen.png:
        from benchmarks.peer_chart import HOW_TO_INSTALL, can_draw

        if not can_draw():
            print(HOW_TO_INSTALL, file=sys.stderr)
            return 2
    left_out = missing()
    for why in left_out.values():
        print(why, file=sys.stderr)
    startup.fill_cache()
    before = load()
    print(f"{machine()}\n{peer_versions()}\nload average before: {before}")
    print(f"{chosen.rounds} rounds of {chosen.seconds:g} CPU seconds a case, {chosen.players} players\n", flush=True)
    rows = measure(chosen.players, chosen.rounds, chosen.seconds, list(left_out))
    loads = {"before": before, "after": load()}
    print(table_text(rows))
    print(f"\nload average after: {loads['after']}\n")
    print("\n".join(NOTES))
    content = {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "command": shlex.join(["python", "-m", "benchmarks.peers", *arguments]),
        "machine": machine(),
        "versions": peer_versions(),
        "load": loads,
        "players": chosen.players,
        "rounds": chosen.rounds,
        "cpu_seconds_per_case_and_round": chosen.seconds,
        "left_out": left_out,
        "notes": list(NOTES),
        "rows": [row.to_dict() for row in rows],
    }
    if chosen.json:
        write_json(chosen.json, content)
    if chosen.png:
        from benchmarks.peer_chart import draw

        chosen.png.parent.mkdir(parents=True, exist_ok=True)
        draw(chosen.png, content)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
