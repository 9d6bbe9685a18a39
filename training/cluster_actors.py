"""Playing the rounds of a generation on a Ray cluster, in parts, while the learner stays where it is.

Every part has a series of rounds of its own, so the result depends on how many parts there are and not on where or when
they are played, or how often a worker had to be replaced.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from agents.arena.shards import CannotRun, Lost, Report, Runner, Shard
from agents.networks.parameters import Parameters, Shape
from agents.networks.self_play import Rounds, Samples, play_rounds
from training.runs import RunError

#: A worker says nothing while it compiles the kernels, which on a busy machine takes a while.
COMPILING_SECONDS = 600.0


@dataclass(frozen=True)
class PartOrder:
    """One part of a generation: who plays, which rounds, and how many decisions are wanted."""

    rounds: Rounds
    shape: Shape
    networks: npt.NDArray[np.float32]
    seed: int
    first: int
    decisions: int


@dataclass(frozen=True)
class Part:
    """What came of it."""

    samples: Samples
    kept: int
    played: int


class PlayPart:
    """The job of a worker."""

    def run(self, task: PartOrder, report: Report) -> Part:
        """Play until there are enough decisions."""
        report(f"rounds from {task.first} of seed {task.seed}")
        samples = Samples.room_for(task.decisions, task.rounds.every_action)
        # What comes from Ray's store cannot be written to, and a kernel would be compiled anew for such arrays.
        rules, networks = task.rounds.rules.copy(), task.networks.copy()
        shares = {name: getattr(task.rounds, name).copy() for name in ("rule_shares", "player_shares")}
        rounds = replace(task.rounds, rules=rules, **shares)
        played, kept, _ = play_rounds(rounds, task.shape, networks, task.seed, task.first, samples)
        return Part(Samples.joined([(samples, kept)]), kept, played)


def series_seed(seed: int, part: int) -> int:
    """The seed of a part's own series of rounds."""
    return int(np.random.SeedSequence((seed, part)).generate_state(1, np.uint64)[0] >> np.uint64(1))


def play_parts(
    runner: Runner,
    rounds: Rounds,
    shape: Shape,
    parameters: Parameters,
    seed: int,
    firsts: list[int],
    decisions: int,
) -> tuple[Samples, int, list[int]]:
    """Play a generation in as many parts as there are first rounds; the decisions, and each part's next round."""
    each = -(-decisions // len(firsts))
    shards = [
        Shard(part, PartOrder(rounds, shape, parameters[None], series_seed(seed, part), first, each))
        for part, first in enumerate(firsts)
    ]
    parts: dict[int, Part] = {}
    for outcome in runner.run(PlayPart(), shards):
        if isinstance(outcome, Lost):
            raise RunError(f"a part of the rounds could not be played: {outcome.why}. Go on with --resume")
        parts[outcome.number] = outcome.result
    ordered = [parts[number] for number in range(len(firsts))]
    joined = Samples.joined([(part.samples, part.kept) for part in ordered])
    following = [first + part.played for first, part in zip(firsts, ordered, strict=True)]
    return joined, sum(part.kept for part in ordered), following


def on_ray(address: str, cpus: int) -> Runner:
    """Workers of a cluster; ``local`` is one on this machine with so many cores."""
    from agents.arena.on_ray import OnRay

    try:
        return OnRay(address, cpus=cpus if address == "local" else None, silence_seconds=COMPILING_SECONDS)
    except CannotRun as error:
        raise RunError(str(error)) from error
