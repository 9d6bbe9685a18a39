"""Lean PPO in self-play: every seat of a round is a trajectory of its own, paid at its own last decision.

The policy gives every legal action a score, and an action is played as often as the exponential of its score says, so
bluffs, challenges and guesses can be mixed.  Rounds are played inside a compiled kernel, by the policy as it is now;
some of the other seats belong to its own past.  Decisions with one legal action are neither made nor learnt from.

Advantages are those of a critic that sees all hands, which the policy never does: most of a round's luck is in the
other hands, and what is known to be luck is no reason to change how one plays.

First a generation is played, then learnt from; the policy is taught by one thread and the critic by another, so two
cores are busy.  Playing does not overlap with learning: it is a small part of the time, and this way the decisions are
those of the very policy that is improved.  All depends on the seed, never on the clock.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from agents.arena.whole_files import write_whole
from agents.network import NetworkAgent
from agents.networks.hidden_hands import HIDDEN_FEATURES
from agents.networks.layout import STATE_FEATURES
from agents.networks.parameters import BadNetwork, Network, Parameters, Shape
from agents.networks.self_play import Rounds, Samples, play_rounds
from training.evaluating import REPORT_SEED, SELECTION_SEED, curve_numbers, evaluate_against
from training.progress import Progress, one_thread
from training.rules_played import RulesPlayed, rules_played
from training.runs import Run, RunArgs, RunError
from training.sparse_sums import sum_of_rows
from training.torch_network import TorchNetwork, decisions_of, lists_of
from uno_env.engine.jit import KernelsOf
from uno_env.engine.layout import MAX_PLAYERS

Floats = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.int64]
_kernel = KernelsOf(Path(__file__).resolve().parent, "ppo_selfplay.py")


@dataclass
class Args(RunArgs):
    """PPO in self-play."""

    rules: str = "classic_2p"
    """Which tables are played: classic_2p, classic_4p, general (all decks, house rules and sizes), or DECK_Np."""
    samples: int = 30_000_000
    """Decisions to learn from."""
    generation: int = 32_768
    """Decisions played, then learnt from."""
    epochs: int = 2
    """How often each decision is learnt from."""
    minibatch: int = 2048
    """Decisions per step of the optimizers."""
    learning_rate: float = 1e-3
    """Of the policy at the beginning; it falls along a cosine."""
    last_learning_rate: float = 1e-5
    """At the end."""
    critic_learning_rate: float = 1e-3
    """Of the critic; it falls in step with the policy's."""
    clip: float = 0.2
    """How far an action's share may move, as a ratio, before it is no longer pushed further."""
    trace: float = 0.95
    """Lambda of the advantages: 1 trusts only results, 0 only the critic's next opinion."""
    entropy: float = 0.01
    """What playing evenly is worth, at the beginning, in standard deviations of the advantage; it falls to nothing."""
    kl: float = 0.0
    """What staying close to the policy that played is worth (magnetic mirror descent); 0 is plain PPO."""
    gradient_norm: float = 0.5
    """Longer gradients are shortened to this."""
    snapshot_share: float = 0.1
    """Rounds in which all other seats are one past self's."""
    snapshots: int = 8
    """How many past selves are kept, spread over the last half of the run so far."""
    expert_share: float = 0.0
    """Rounds in which all other seats are the expert's."""
    random_share: float = 0.0
    """Rounds in which all other seats are random_play's."""
    first: int = 256
    """Width of the policy's first layer."""
    second: int = 128
    """Width of its second layer, where the table meets the action."""
    third: int = 64
    """Width of its third layer."""
    critic_first: int = 128
    """Width of the critic's first layer."""
    critic_second: int = 64
    """Width of its second layer."""
    init: Path | None = None
    """Begin with this policy (a network.npz) instead of random numbers; its widths are taken too."""
    curve_seconds: float = 60.0
    """How often the policy is tested on the way."""
    curve_deals: int = 500
    """Duplicate deals of such a test."""
    progress_bar: bool = True
    """Show how far the run is."""

    INDIFFERENT = RunArgs.INDIFFERENT | {"curve_seconds", "curve_deals", "progress_bar"}


PRESETS: dict[str, dict[str, Any]] = {
    "quick": {
        "samples": 3_000_000,
        "first": 128,
        "second": 64,
        "third": 32,
        "evaluation_deals": 1000,
        "curve_seconds": 20.0,
    },
    "standard": {"samples": 30_000_000, "evaluation_deals": 5000},
    "full": {"samples": 100_000_000, "evaluation_deals": 20_000, "workers": 2},
}
OPPONENTS = ("random_play", "expert")


# -- what decisions were worth -------------------------------------------------------------------------


@_kernel
def write_advantages(
    values: Floats,
    results: Floats,
    last_of_seat: npt.NDArray[np.int8],
    seats: npt.NDArray[np.int8],
    trace: float,
    advantages: Floats,
) -> None:
    """Generalised advantages without discount, along each seat's own decisions.

    The decisions of a game stand together and in order, those of its seats interleaved.  Read backwards, the first of
    a seat that is met is its last, which is paid the result; the seats of the game before begin anew the same way.
    """
    next_value, next_advantage = np.zeros(MAX_PLAYERS, np.float32), np.zeros(MAX_PLAYERS, np.float32)
    for index in range(len(values) - 1, -1, -1):
        seat = seats[index]
        if last_of_seat[index] != 0:
            advantages[index] = results[index] - values[index]
        else:
            advantages[index] = next_value[seat] - values[index] + trace * next_advantage[seat]
        next_value[seat], next_advantage[seat] = values[index], advantages[index]


class Critic(torch.nn.Module):
    """The log-odds of winning, given the table as the player sees it and all other hands."""

    def __init__(self, first: int, second: int) -> None:
        super().__init__()
        # Some 60 features of the table are on, and six of each other hand.
        self.table = torch.nn.Parameter(torch.randn(STATE_FEATURES, first) * (2 / 80) ** 0.5)
        self.hidden = torch.nn.Parameter(torch.randn(HIDDEN_FEATURES, first) * (2 / 80) ** 0.5)
        self.bias = torch.nn.Parameter(torch.zeros(first))
        self.opinion = torch.nn.Sequential(torch.nn.Linear(first, second), torch.nn.ReLU(), torch.nn.Linear(second, 1))

    def forward(self, samples: Samples, chosen: Numbers) -> torch.Tensor:
        """One number a decision."""
        table = sum_of_rows(self.table, *lists_of(samples.on, samples.starts, chosen))
        hidden = sum_of_rows(self.hidden, *lists_of(samples.hidden_on, samples.hidden_starts, chosen))
        log_odds: torch.Tensor = self.opinion(torch.relu(table + hidden + self.bias))
        return log_odds.squeeze(1)


# -- the policy ----------------------------------------------------------------------------------------


def log_shares(scores: torch.Tensor, decision_of_action: torch.Tensor, decisions: int) -> torch.Tensor:
    """The log of how often each action is played: a softmax over the actions of each decision."""
    highest = torch.full((decisions,), -torch.inf).scatter_reduce(0, decision_of_action, scores.detach(), "amax")
    centred = scores - highest[decision_of_action]
    total = torch.zeros(decisions).index_add(0, decision_of_action, centred.exp())
    return centred - total.log()[decision_of_action]


def minibatches(count: int, size: int, random: np.random.Generator) -> Iterator[Numbers]:
    """All numbers below ``count`` in random order, so many at a time; each part is sorted, which memory likes."""
    order = random.permutation(count)
    for start in range(0, count, size):
        yield np.sort(order[start : start + size])


class Learner:
    """Policy and critic, their optimizers, and how far they are."""

    def __init__(self, args: Args) -> None:
        self.args = args
        self.policy = _first_policy(args)
        self.critic = Critic(args.critic_first, args.critic_second)
        self.optimizer = torch.optim.Adam(self.policy.parameters(), lr=args.learning_rate, fused=True)
        self.critic_optimizer = torch.optim.Adam(self.critic.parameters(), lr=args.critic_learning_rate, fused=True)
        # One each, since they learn side by side.
        self.random, self.critic_random = (np.random.default_rng([args.seed, number]) for number in range(2))
        self.samples = 0

    def falling(self, first: float, last: float) -> float:
        """Where a number is that falls along a cosine over the whole run."""
        share = min(self.samples / self.args.samples, 1.0)
        return last + (first - last) * (1 + math.cos(math.pi * share)) / 2

    def learn(self, samples: Samples, count: int, pool: ThreadPoolExecutor) -> dict[str, float]:
        """Learn from a generation; what is to be noted about it."""
        values, advantages = self._values(samples, count), np.zeros(count, np.float32)
        results = samples.results[:count]
        write_advantages(
            values, results, samples.last_of_seat[:count], samples.seats[:count], self.args.trace, advantages
        )
        rate = self.falling(self.args.learning_rate, self.args.last_learning_rate)
        teaching = pool.submit(self._teach_critic, samples, count, rate / self.args.learning_rate)
        numbers = self._teach_policy(samples, advantages, rate)
        numbers["loss/critic"] = teaching.result()
        numbers["critic_explains"] = float(1 - np.var(results - values) / max(np.var(results), 1e-9))
        self.samples += count
        return numbers

    @torch.inference_mode()
    def _values(self, samples: Samples, count: int) -> Floats:
        """The critic's opinion of every decision: the chance to win."""
        parts = [self.critic(samples, each) for each in np.array_split(np.arange(count), count // 4096 + 1)]
        values: Floats = torch.sigmoid(torch.cat(parts)).numpy()
        return values

    def _teach_critic(self, samples: Samples, count: int, rate: float) -> float:
        losses = []
        for group in self.critic_optimizer.param_groups:
            group["lr"] = self.args.critic_learning_rate * rate
        for _ in range(self.args.epochs):
            for chosen in minibatches(count, self.args.minibatch, self.critic_random):
                loss = torch.nn.functional.binary_cross_entropy_with_logits(
                    self.critic(samples, chosen), torch.from_numpy(samples.results[chosen])
                )
                self.critic_optimizer.zero_grad(set_to_none=True)
                loss.backward()  # type: ignore[no-untyped-call]
                self.critic_optimizer.step()
                losses.append(float(loss.detach()))
        return float(np.mean(losses))

    def _teach_policy(self, samples: Samples, advantages: Floats, rate: float) -> dict[str, float]:
        count = len(advantages)
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        before = self._all_log_shares(samples, count) if self.args.kl else None
        noted: list[tuple[float, ...]] = []
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        for _ in range(self.args.epochs):
            for chosen in minibatches(count, self.args.minibatch, self.random):
                loss, numbers = self._loss(samples, chosen, torch.from_numpy(advantages[chosen]), before)
                self.optimizer.zero_grad(set_to_none=True)
                loss.backward()  # type: ignore[no-untyped-call]
                torch.nn.utils.clip_grad_norm_(self.policy.parameters(), self.args.gradient_norm)
                self.optimizer.step()
                noted.append(numbers)
        names = ("loss/policy", "entropy", "kl", "clipped")
        return dict(zip(names, np.mean(noted, axis=0).tolist(), strict=True))

    def _loss(
        self, samples: Samples, chosen: Numbers, advantages: torch.Tensor, before: torch.Tensor | None
    ) -> tuple[torch.Tensor, tuple[float, ...]]:
        decisions = decisions_of(samples, chosen)
        of_action = decisions.decision_of_action
        shares = log_shares(self.policy(decisions), of_action, len(chosen))
        counts = samples.first_action[chosen + 1] - samples.first_action[chosen]
        taken = torch.from_numpy(np.cumsum(counts) - counts + samples.chosen[chosen])
        log_ratio = shares[taken] - torch.from_numpy(samples.log_share[chosen])
        ratio = log_ratio.exp()
        clipped = ratio.clamp(1 - self.args.clip, 1 + self.args.clip)
        gain = torch.minimum(ratio * advantages, clipped * advantages).mean()
        played = shares.exp()
        entropy = -(played * shares).sum() / len(chosen)
        loss = -gain - self.falling(self.args.entropy, 0.0) * entropy
        if before is not None:
            actions = np.repeat(samples.first_action[chosen] - (np.cumsum(counts) - counts), counts)
            old = before[torch.from_numpy(actions + np.arange(len(actions)))]
            loss = loss + self.args.kl * (played * (shares - old)).sum() / len(chosen)
        with torch.no_grad():
            moved = (ratio - 1 - log_ratio).mean()
            share = ((ratio - 1).abs() > self.args.clip).float().mean()
        return loss, (float(-gain.detach()), float(entropy.detach()), float(moved), float(share))

    @torch.inference_mode()
    def _all_log_shares(self, samples: Samples, count: int) -> torch.Tensor:
        """How often every legal action of the generation was to be played."""
        parts = []
        for chosen in np.array_split(np.arange(count), count // 4096 + 1):
            decisions = decisions_of(samples, chosen)
            parts.append(log_shares(self.policy(decisions), decisions.decision_of_action, len(chosen)))
        return torch.cat(parts)

    def state(self) -> dict[str, Any]:
        """Everything needed to go on."""
        return {
            "policy": self.policy.state_dict(),
            "critic": self.critic.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "critic_optimizer": self.critic_optimizer.state_dict(),
            "random": self.random.bit_generator.state,
            "critic_random": self.critic_random.bit_generator.state,
            "samples": self.samples,
        }

    def load(self, state: dict[str, Any]) -> None:
        """Go on from there."""
        self.policy.load_state_dict(state["policy"])
        self.critic.load_state_dict(state["critic"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.critic_optimizer.load_state_dict(state["critic_optimizer"])
        self.random.bit_generator.state = state["random"]
        self.critic_random.bit_generator.state = state["critic_random"]
        self.samples = state["samples"]


def _first_policy(args: Args) -> TorchNetwork:
    if args.init is None:
        return TorchNetwork(Shape(args.first, args.second, args.third), seed=args.seed)
    try:
        network = Network.from_file(args.init)
    except BadNetwork as error:
        raise RunError(f"--init: {error}") from error
    return TorchNetwork(network.shape, network.parameters)


class Actor:
    """Plays one generation after another."""

    def __init__(self, args: Args, tables: RulesPlayed) -> None:
        if args.expert_share + args.random_share + args.snapshot_share >= 1:
            raise RunError(
                "--expert-share, --random-share and --snapshot-share must leave rounds for self-play: below 1"
            )
        self.args, self.tables = args, tables
        #: The number of the next round.
        self.next_round = 0
        #: Past policies, the oldest first, and how many samples they had seen.
        self.snapshots: list[tuple[int, Parameters]] = []

    def remember(self, learner: Learner) -> None:
        """Keep the policy as it is now if the last one kept is old enough; so they span the last half of the run."""
        if not self.args.snapshots or not self.args.snapshot_share:
            return
        apart = learner.samples / (2 * self.args.snapshots)
        if not self.snapshots or learner.samples - self.snapshots[-1][0] >= apart:
            self.snapshots = [*self.snapshots, (learner.samples, learner.policy.flat())][-self.args.snapshots :]

    def play(self, policy: TorchNetwork, samples: Samples) -> int:
        """Fill the room with decisions of the policy as it is now; how many were kept."""
        networks = np.stack([policy.flat(), *(each for _, each in self.snapshots)])
        rounds = Rounds(self.tables.rows, self.tables.shares, self.player_shares(), temperature=1.0, every_action=True)
        played, kept, _ = play_rounds(rounds, policy.shape, networks, self.args.seed, self.next_round, samples)
        self.next_round += played
        return kept

    def player_shares(self) -> npt.NDArray[np.float64]:
        """How often all other seats are the policy's own, the expert's, random_play's, each past self's; summed up."""
        args, past = self.args, len(self.snapshots)
        others = [args.expert_share, args.random_share, *([args.snapshot_share / past] * past if past else [])]
        shares = np.cumsum([1.0 - sum(others), *others])
        shares[-1] = 1.0
        return shares

    def state(self) -> dict[str, Any]:
        """Everything needed to go on."""
        return {
            "next_round": self.next_round,
            "snapshots": [(at, torch.from_numpy(each)) for at, each in self.snapshots],
        }

    def load(self, state: dict[str, Any]) -> None:
        """Go on from there."""
        self.next_round = state["next_round"]
        self.snapshots = [(at, each.numpy()) for at, each in state["snapshots"]]


def main(args: Args, preset: str) -> None:
    """Train, and evaluate what came of it."""
    torch.set_num_threads(1)  # the other core teaches the critic; more threads than cores are ten times slower
    torch.manual_seed(args.seed)
    tables = rules_played(args.rules)
    with Run.open("ppo_selfplay", args, preset) as run:
        learner, actor = Learner(args), Actor(args, tables)
        state = run.last_checkpoint()
        if state is not None:
            learner.load(state["learner"])
            actor.load(state["actor"])
        _train(args, run, learner, actor, tables)
        model = run.path / "network.npz"
        write_whole(model, _network(learner, args).to_bytes())
        rows = [
            row
            for spec in (f"policy:model={model}", f"policy:model={model},sample=true")
            for row in evaluate_against(
                spec,
                OPPONENTS,
                tables.evaluated,
                args.evaluation_deals,
                REPORT_SEED,
                args.workers,
                _trained_against(args),
            )
        ]
        run.finish(model, rows)


def _train(args: Args, run: Run, learner: Learner, actor: Actor, tables: RulesPlayed) -> None:
    samples = Samples.room_for(args.generation, every_action=True)
    with one_thread() as pool, Progress(args.progress_bar, args.samples, learner.samples) as progress:
        tested = time.monotonic()
        while learner.samples < args.samples:
            began = time.monotonic()
            actor.remember(learner)
            kept = actor.play(learner.policy, samples)
            played = time.monotonic()
            numbers = learner.learn(samples, kept, pool)
            learnt = time.monotonic()
            run.note(
                learner.samples,
                **numbers,
                samples_per_second=kept / (learnt - began),
                **{
                    "microseconds/acting": (played - began) / kept * 1e6,
                    "microseconds/learning": (learnt - played) / kept * 1e6,
                },
            )
            progress.update(learner.samples, f"entropy {numbers['entropy']:.3f}")
            if time.monotonic() - tested > args.curve_seconds or learner.samples >= args.samples:
                tested = time.monotonic()
                agent = NetworkAgent(_network(learner, args))
                rows = evaluate_against(agent, OPPONENTS, tables.tested, args.curve_deals, SELECTION_SEED)
                run.note(learner.samples, **curve_numbers(rows))
                progress.tell(rows)
            if run.checkpoint_due():
                run.save_checkpoint(learner.samples, {"learner": learner.state(), "actor": actor.state()})


def _network(learner: Learner, args: Args) -> Network:
    card = {"algorithm": "ppo_selfplay", "rules": args.rules, "seed": args.seed, "samples": learner.samples}
    return Network(learner.policy.shape, learner.policy.flat(), "policy", card)


def _trained_against(args: Args) -> list[str]:
    shares = {"expert": args.expert_share, "random_play": args.random_share}
    return [name for name, share in shares.items() if share > 0]


if __name__ == "__main__":
    from training.command_line import start

    start("ppo_selfplay")
