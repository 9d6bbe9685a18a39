"""Deep Monte Carlo, DouZero's way: every action a player took is told how the round ended, and nothing else.

The network takes the table and one action and gives the log-odds of winning with it.  Rounds are played by the network
itself inside a compiled kernel, mostly against itself, always taking the action it thinks best but for a few at random.
Decisions with one legal action are neither thought about nor learnt from.  Colours are called by what they mean to the
player (:mod:`agents.networks.colors`), so nothing has to be learnt four times.

One thread plays while another learns from what was played before, so two cores are busy and no more; with ``--ray``
the rounds are played on a cluster, one part of a generation on every core.  What is played depends on the seed and on
how far the learner was when it began, never on the clock: the same seed gives the same network.
"""

from __future__ import annotations

import math
import time
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from agents.arena.shards import InProcess, Runner
from agents.arena.whole_files import write_whole
from agents.network import NetworkAgent
from agents.networks.parameters import Network, Shape
from agents.networks.self_play import Rounds, Samples, play_rounds
from training.cluster_actors import on_ray, play_parts
from training.evaluating import REPORT_SEED, SELECTION_SEED, curve_numbers, evaluate_against
from training.progress import Progress, one_thread
from training.rules_played import RulesPlayed, rules_played
from training.runs import Run, RunArgs, RunError
from training.torch_network import TorchNetwork, decisions_of


@dataclass
class Args(RunArgs):
    """Deep Monte Carlo."""

    rules: str = "classic_2p"
    """Which tables are played: classic_2p, classic_4p, general (all decks, house rules and sizes), or DECK_Np."""
    samples: int = 60_000_000
    """Decisions to learn from."""
    generation: int = 32_768
    """Decisions played with the same network; the learner is one generation ahead."""
    minibatch: int = 512
    """Decisions per step of the optimizer; each is used once."""
    learning_rate: float = 1e-3
    """At the beginning; it falls along a cosine."""
    last_learning_rate: float = 1e-5
    """At the end."""
    epsilon: float = 0.06
    """How often a random action is taken, at the beginning."""
    last_epsilon: float = 0.01
    """At the end."""
    trace: float = 0.8
    """How far results reach back: 1 is pure Monte Carlo; below that later judgements count too (TD-lambda)."""
    expert_share: float = 0.25
    """Rounds in which all other seats are the expert's."""
    random_share: float = 0.05
    """Rounds in which all other seats are random_play's."""
    first: int = 256
    """Width of the first layer."""
    second: int = 128
    """Width of the second layer, where the table meets the action."""
    third: int = 64
    """Width of the third layer."""
    curve_seconds: float = 120.0
    """How often the network is tested on the way."""
    curve_deals: int = 500
    """Duplicate deals of such a test."""
    parts: int = 1
    """In how many parts a generation is played, each with rounds of its own: as many as the cluster has cores."""
    ray: str = ""
    """Play the rounds on a Ray cluster: local, auto, or the address of its head."""
    progress_bar: bool = True
    """Show how far the run is."""

    INDIFFERENT = RunArgs.INDIFFERENT | {"curve_seconds", "curve_deals", "ray", "progress_bar"}


PRESETS: dict[str, dict[str, Any]] = {
    "quick": {"samples": 6_000_000, "evaluation_deals": 1000, "curve_seconds": 20.0},
    "standard": {"samples": 60_000_000, "evaluation_deals": 5000},
    "full": {"samples": 75_000_000, "expert_share": 0.35, "evaluation_deals": 20_000, "workers": 2},
}
OPPONENTS = ("random_play", "expert")
#: A round must fit into a generation, also one of players who still draw at random.
LEAST_GENERATION = 1024


class Learner:
    """The network, its optimizer, and how far they are."""

    def __init__(self, args: Args) -> None:
        self.args = args
        self.network = TorchNetwork(Shape(args.first, args.second, args.third), seed=args.seed)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=args.learning_rate, fused=True)
        self.random = np.random.default_rng(args.seed)
        self.samples = 0

    def falling(self, first: float, last: float) -> float:
        """Where a number is that falls along a cosine over the whole run."""
        share = min(self.samples / self.args.samples, 1.0)
        return last + (first - last) * (1 + math.cos(math.pi * share)) / 2

    def learn(self, samples: Samples, count: int) -> float:
        """One pass over the decisions of a generation; the mean loss."""
        order, losses = self.random.permutation(count), []
        for start in range(0, count, self.args.minibatch):
            chosen = np.sort(order[start : start + self.args.minibatch])
            for group in self.optimizer.param_groups:
                group["lr"] = self.falling(self.args.learning_rate, self.args.last_learning_rate)
            scores = self.network(decisions_of(samples, chosen))
            loss = torch.nn.functional.binary_cross_entropy_with_logits(
                scores, torch.from_numpy(samples.targets[chosen])
            )
            self.optimizer.zero_grad(set_to_none=True)
            loss.backward()  # type: ignore[no-untyped-call]
            self.optimizer.step()
            losses.append(float(loss.detach()))
            self.samples += len(chosen)
        return float(np.mean(losses))

    def state(self) -> dict[str, Any]:
        """Everything needed to go on."""
        return {
            "network": self.network.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "random": self.random.bit_generator.state,
            "samples": self.samples,
        }

    def load(self, state: dict[str, Any]) -> None:
        """Go on from there."""
        self.network.load_state_dict(state["network"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.random.bit_generator.state = state["random"]
        self.samples = state["samples"]


class Actor:
    """Plays the rounds of one generation after another: here, or in parts on a cluster."""

    def __init__(self, args: Args, tables: RulesPlayed, cluster: Runner | None = None) -> None:
        if min(args.expert_share, args.random_share) < 0 or args.expert_share + args.random_share >= 1:
            raise RunError("--expert-share and --random-share must leave rounds for self-play: together below 1")
        if args.parts < 1 or args.generation < LEAST_GENERATION:
            raise RunError(f"--parts must be at least 1, --generation at least {LEAST_GENERATION}")
        self.args, self.tables, self.cluster = args, tables, cluster
        shares = (1.0 - args.expert_share - args.random_share, args.expert_share, args.random_share)
        self._player_shares = np.cumsum(shares)
        self._player_shares[-1] = 1.0
        self.shape = Shape(args.first, args.second, args.third)
        #: The number of the next round of each series.
        self.next_rounds = [0] * args.parts
        #: With what the generation under way is played; None if none is.
        self.order: dict[str, Any] | None = None

    def take_order(self, learner: Learner) -> None:
        """The next generation is played by the network as it is now."""
        epsilon = learner.falling(self.args.epsilon, self.args.last_epsilon)
        self.order = {"parameters": learner.network.flat(), "epsilon": epsilon, "firsts": list(self.next_rounds)}

    def play(self, room: Samples) -> tuple[Samples, int, float]:
        """Play as ordered; the decisions (in the room, if played here), how many, and the processor time it took."""
        assert self.order is not None
        began, firsts = time.thread_time(), self.order["firsts"]
        rounds = Rounds(
            self.tables.rows, self.tables.shares, self._player_shares, self.order["epsilon"], trace=self.args.trace
        )
        parameters = self.order["parameters"]
        if self.cluster is not None or len(firsts) > 1:
            room, kept, self.next_rounds = play_parts(
                self.cluster or InProcess(),
                rounds,
                self.shape,
                parameters,
                self.args.seed,
                firsts,
                self.args.generation,
            )
        else:
            played, kept, _ = play_rounds(rounds, self.shape, parameters[None], self.args.seed, firsts[0], room)
            self.next_rounds = [firsts[0] + played]
        return room, kept, time.thread_time() - began

    def state(self) -> dict[str, Any]:
        """The generation under way is played again by a resumed run, just as it was ordered."""
        assert self.order is not None
        return {**self.order, "parameters": torch.from_numpy(self.order["parameters"])}

    def load(self, state: dict[str, Any]) -> None:
        """Go on from there."""
        self.order = {**state, "parameters": state["parameters"].numpy()}


def main(args: Args, preset: str) -> None:
    """Train, and evaluate what came of it."""
    torch.set_num_threads(1)  # the other core plays; two threads on two busy cores are ten times slower
    torch.manual_seed(args.seed)
    tables = rules_played(args.rules)
    with Run.open("deep_monte_carlo", args, preset) as run, _cluster(args) as cluster:
        learner, actor = Learner(args), Actor(args, tables, cluster)
        state = run.last_checkpoint()
        if state is not None:
            learner.load(state["learner"])
            actor.load(state["actor"])
        _train(args, run, learner, actor, tables)
        model = run.path / "network.npz"
        write_whole(model, _network(learner, args).to_bytes())
        rows = evaluate_against(
            f"policy:model={model}",
            OPPONENTS,
            tables.evaluated,
            args.evaluation_deals,
            REPORT_SEED,
            args.workers,
            trained_against=_trained_against(args),
        )
        run.finish(model, rows)


def _cluster(args: Args) -> AbstractContextManager[Runner | None]:
    return on_ray(args.ray, args.parts) if args.ray else nullcontext()


def _train(args: Args, run: Run, learner: Learner, actor: Actor, tables: RulesPlayed) -> None:
    rooms = [Samples.room_for(args.generation, every_action=False) for _ in range(2)]
    with one_thread() as pool, Progress(args.progress_bar, args.samples, learner.samples) as progress:
        tested = time.monotonic()
        if actor.order is None:
            actor.take_order(learner)
        playing = pool.submit(actor.play, rooms[0])
        while learner.samples < args.samples:
            began = time.monotonic()
            samples, kept, acting = playing.result()
            waited = time.monotonic() - began
            rooms.reverse()
            actor.take_order(learner)
            playing = pool.submit(actor.play, rooms[0])
            before = time.thread_time()
            loss = learner.learn(samples, kept)
            run.note(
                learner.samples,
                loss=loss,
                samples_per_second=kept / (time.monotonic() - began),
                **{
                    "microseconds/acting": acting / kept * 1e6,
                    "microseconds/learning": (time.thread_time() - before) / kept * 1e6,
                    "microseconds/waiting": waited / kept * 1e6,
                },
            )
            progress.update(learner.samples, f"loss {loss:.4f}")
            if time.monotonic() - tested > args.curve_seconds or learner.samples >= args.samples:
                tested = time.monotonic()
                agent = NetworkAgent(_network(learner, args))
                rows = evaluate_against(agent, OPPONENTS, tables.tested, args.curve_deals, SELECTION_SEED)
                run.note(learner.samples, **curve_numbers(rows))
                progress.tell(rows)
            if run.checkpoint_due():
                run.save_checkpoint(learner.samples, {"learner": learner.state(), "actor": actor.state()})


def _network(learner: Learner, args: Args) -> Network:
    card = {"algorithm": "deep_monte_carlo", "rules": args.rules, "seed": args.seed, "samples": learner.samples}
    return Network(learner.network.shape, learner.network.flat(), "value", card)


def _trained_against(args: Args) -> list[str]:
    shares = {"expert": args.expert_share, "random_play": args.random_share}
    return [name for name, share in shares.items() if share > 0]


if __name__ == "__main__":
    from training.command_line import start

    start("deep_monte_carlo")
