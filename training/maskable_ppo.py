"""MaskablePPO of Stable-Baselines3 (sb3-contrib) on features, against named agents, past snapshots and itself.

``uno train maskable_ppo --preset quick``, or ``python -m training.maskable_ppo``.

Every table has one learner; who sits opposite is the same for a whole group of tables.  Decisions that need no thought
(one legal action, saying UNO, catching) are made by the environment.  The reward comes at the end of a round, +1 for a
win, and nothing is discounted.  After every rollout PPO passes over it a few times; learning rate and entropy bonus
fall to zero.  Policy and value share all layers but the last.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger

from agents.networks.encoded_env import EncodedPolicy, EncodedVecEnv, ReluTrunk, mark
from training.evaluating import REPORT_SEED, SELECTION_SEED, curve_numbers, evaluate_against
from training.joined_tables import JoinedTables
from training.progress import Progress
from training.rules_played import RulesPlayed, rules_played
from training.runs import Run, RunArgs, RunError
from uno_env.policies import find_policy

ALGORITHM = "maskable_ppo"
MODEL_FILE = "model.zip"
#: Whom the model is measured against, on the way and at the end.
OPPONENTS = ("random_play", "expert")
#: Options that are numbers of something, of which there must be at least one.
COUNTS = (
    "samples",
    "tables",
    "rollout",
    "minibatch",
    "epochs",
    "most_snapshots",
    "snapshot_samples",
    "curve_points",
    "curve_deals",
    "threads",
)
#: Groups of tables whose opponents are networks of this run.
ITSELF, SNAPSHOTS = "itself", "snapshots"


@dataclass
class Args(RunArgs):
    """Every option of a run."""

    rules: str = "classic_2p"
    """Which tables are played: classic_2p, classic_4p, general (all decks, house rules and sizes), or DECK_Np."""
    opponents: tuple[str, ...] = ("random_play",)
    """Agents to train against; tables that play against no network are shared out evenly among them."""
    self_play: float = 0.0
    """Share of the tables at which the learner plays against itself as it is."""
    snapshots: float = 0.0
    """Share of the tables at which it plays against earlier versions of itself, a random one each rollout."""
    snapshot_samples: int = 250_000
    """How often such a version is kept."""
    most_snapshots: int = 8
    """How many are kept; the oldest goes first."""
    samples: int = 4_000_000
    """Decisions to learn from, in all."""
    tables: int = 256
    """Games at a time."""
    rollout: int = 64
    """Decisions at each table between two updates."""
    minibatch: int = 2048
    """Decisions in one step of the optimizer."""
    epochs: int = 4
    """Passes over each rollout."""
    learning_rate: float = 5e-4
    """At the beginning; falls linearly to zero."""
    clip: float = 0.2
    """How far an update may move the odds of an action."""
    gae_lambda: float = 0.95
    """Between one-step estimates (0) and the result of the round (1)."""
    entropy: float = 0.01
    """Bonus for undecidedness at the beginning; falls linearly to zero."""
    value: float = 0.5
    """Weight of the value's error in the loss."""
    widths: tuple[int, ...] = (256, 256)
    """Hidden layers, shared by policy and value."""
    threads: int = 1
    """Threads of torch; more than free cores are many times slower."""
    curve_points: int = 12
    """How often the model is tested on the way."""
    curve_deals: int = 500
    """Duplicate deals of such a test."""
    progress_bar: bool = True
    """Show how far the run is."""

    INDIFFERENT = RunArgs.INDIFFERENT | {"curve_points", "curve_deals", "progress_bar"}


PRESETS: dict[str, dict[str, Any]] = {
    "quick": {
        "samples": 700_000,
        "tables": 64,
        "minibatch": 1024,
        "widths": (128, 128),
        "learning_rate": 1e-3,
        "evaluation_deals": 1000,
        "curve_points": 6,
        "curve_deals": 250,
    },
    "standard": {"evaluation_deals": 5000},
    "full": {"samples": 40_000_000, "self_play": 0.5, "snapshots": 0.2, "evaluation_deals": 20_000, "workers": 2},
}


def main(args: Args, preset: str) -> None:
    """Train, and evaluate what came of it."""
    tables = rules_played(args.rules)
    _check(args)
    torch.set_num_threads(args.threads)
    torch.distributions.Distribution.set_default_validate_args(False)  # a tenth of the time goes into these checks
    with Run.open(ALGORITHM, args, preset) as run:
        seats = make_tables(args, tables)
        model = make_model(args, seats)
        with Progress(args.progress_bar, args.samples, run.step) as progress:
            routine = Routine(args, run, seats, tables, progress)
            routine.attach(model, run.last_checkpoint())
            # SB3 adds what has been learned from already.
            model.learn(args.samples - model.num_timesteps, routine, reset_num_timesteps=False)
            routine.save(model)
        file = run.path / MODEL_FILE
        model.save(file)
        # The best action always, and each as often as the policy says.
        rows = [
            row
            for spec in (f"policy:model={file}", f"policy:model={file},sample=true")
            for row in evaluate_against(
                spec,
                OPPONENTS,
                tables.evaluated,
                args.evaluation_deals,
                REPORT_SEED,
                args.workers,
                trained_against=list(seats.groups),
            )
        ]
        run.finish(file, rows)


def _check(args: Args) -> None:
    """Say what is wrong before anything is begun."""
    networks = args.self_play + args.snapshots
    if min(args.self_play, args.snapshots) < 0 or networks > 1:
        raise RunError("--self-play and --snapshots are shares of the tables: between 0 and 1, also together")
    if networks < 1 and not args.opponents:
        raise RunError("--opponents: name at least one, or let --self-play and --snapshots be 1 together")
    for name in COUNTS:
        if getattr(args, name) < 1:
            raise RunError(f"--{name.replace('_', '-')} {getattr(args, name)}: must be at least 1")
    for spec in args.opponents:
        try:
            find_policy(spec)
        except (ValueError, TypeError) as error:
            raise RunError(str(error)) from error


# -- the parts -----------------------------------------------------------------------------------------


def shares(args: Args) -> dict[str, int]:
    """How many tables each group has, by its opponent; every group has at least one."""
    named = round(1 - args.self_play - args.snapshots, 9) / max(len(args.opponents), 1)
    wanted = dict.fromkeys(args.opponents, named) | {ITSELF: args.self_play, SNAPSHOTS: args.snapshots}
    counts = {name: max(1, round(share * args.tables)) for name, share in wanted.items() if share > 0}
    largest = max(counts, key=lambda name: counts[name])
    counts[largest] += args.tables - sum(counts.values())
    if min(counts.values()) < 1:
        raise RunError(f"--tables {args.tables}: too few for {len(counts)} kinds of opponents")
    return counts


def make_tables(args: Args, tables: RulesPlayed) -> JoinedTables:
    """All groups; networks sit down later, when there is one."""
    chance = np.random.default_rng(args.seed)
    groups = {}
    for name, count in shares(args).items():
        # Every table has its own rules, drawn as often as they are to be played.
        drawn = np.searchsorted(tables.shares, chance.random(count), side="right")
        groups[name] = EncodedVecEnv(
            count,
            rule_sets=[tables.rule_sets[each] for each in drawn],
            seat="rotate",
            opponents="random_play" if name in (ITSELF, SNAPSHOTS) else name,
        )
    return JoinedTables(groups)


def make_model(args: Args, seats: JoinedTables) -> MaskablePPO:
    """A model that has learned nothing yet."""
    model = MaskablePPO(
        "MlpPolicy",
        seats,
        learning_rate=lambda remaining: args.learning_rate * remaining,
        n_steps=args.rollout,
        batch_size=args.minibatch,
        n_epochs=args.epochs,
        gamma=1.0,
        gae_lambda=args.gae_lambda,
        clip_range=args.clip,
        ent_coef=args.entropy,
        vf_coef=args.value,
        policy_kwargs={
            "features_extractor_class": ReluTrunk,
            "features_extractor_kwargs": {"widths": args.widths},
            "net_arch": [],
        },
        seed=args.seed,
        device="cpu",
    )
    model.set_logger(Logger(folder=None, output_formats=[]))
    mark(model)
    return model


class Routine(BaseCallback):
    """What happens between two rollouts: notes, curve, snapshots, checkpoints, and who sits down next."""

    model: MaskablePPO

    def __init__(self, args: Args, run: Run, seats: JoinedTables, tables: RulesPlayed, progress: Progress) -> None:
        super().__init__()
        self._args, self._run, self._seats, self._tables, self._progress = args, run, seats, tables, progress
        self._snapshots: list[dict[str, torch.Tensor]] = []
        #: The step at which a rollout was last prepared.  A resumed run comes there again, and notes nothing twice.
        self._prepared = -1

    # -- checkpoints -------------------------------------------------------------------------------

    def attach(self, model: MaskablePPO, state: dict[str, Any] | None) -> None:
        """Take a model on, as it was at a checkpoint if there is one."""
        self._past = copy_of(model.policy)
        for name, network in ((ITSELF, model), (SNAPSHOTS, self._past)):
            if name in self._seats.groups:
                self._seats.groups[name].set_opponents(EncodedPolicy(network))
        if state is None:
            return
        model.policy.load_state_dict(state["policy"])
        model.policy.optimizer.load_state_dict(state["optimizer"])
        model.num_timesteps, model._n_updates = state["step"], state["updates"]
        model._last_obs = self._seats.restore(state["tables"])
        model._last_episode_starts = state["episode_starts"]
        self._snapshots, self._prepared = state["snapshots"], state["step"]
        random.setstate(state["random"][0])
        np.random.set_state(state["random"][1])
        torch.set_rng_state(state["random"][2])

    def save(self, model: MaskablePPO) -> None:
        """Keep everything that decides how the run goes on."""
        state = {
            "step": model.num_timesteps,
            "policy": model.policy.state_dict(),
            "optimizer": model.policy.optimizer.state_dict(),
            "updates": model._n_updates,
            "tables": self._seats.state(),
            "episode_starts": model._last_episode_starts,
            "snapshots": self._snapshots,
            "random": (random.getstate(), np.random.get_state(), torch.get_rng_state()),
        }
        self._run.save_checkpoint(model.num_timesteps, state)

    # -- what SB3 calls ----------------------------------------------------------------------------

    def _on_rollout_start(self) -> None:
        step, args = self.model.num_timesteps, self._args
        if step > self._prepared:
            self._note_training(step)
            if _passed(self._prepared, step, -(-args.samples // args.curve_points)):
                self._test(step)
            if SNAPSHOTS in self._seats.groups and _passed(self._prepared, step, args.snapshot_samples):
                self._snapshots = [*self._snapshots, _detached(self.model.policy)][-args.most_snapshots :]
            self._prepared = step
            if self._run.checkpoint_due():
                self.save(self.model)
        self.model.ent_coef = args.entropy * max(0.0, 1 - step / args.samples)
        # Whatever is random about the opponents follows from the step, so that there is nothing to be kept of it.
        chance = np.random.default_rng([args.seed, step])
        self._seats.seed_opponents(int(chance.integers(1 << 63)))
        if self._snapshots:
            self._past.load_state_dict(self._snapshots[chance.integers(len(self._snapshots))])
        self._rollout_began, self._seats.seconds = time.perf_counter(), 0.0

    def _on_step(self) -> bool:
        return True

    def _on_rollout_end(self) -> None:
        self._rollout_seconds = time.perf_counter() - self._rollout_began

    def _on_training_end(self) -> None:
        if self.num_timesteps > self._prepared:
            self._note_training(self.num_timesteps)
            self._test(self.num_timesteps)
            self._prepared = self.num_timesteps

    # -- notes -------------------------------------------------------------------------------------

    def _note_training(self, step: int) -> None:
        numbers = {name: float(value) for name, value in self.logger.name_to_value.items() if name != "train/n_updates"}
        if not numbers:
            return
        seconds = time.perf_counter() - self._rollout_began
        rewards = [episode["r"] for episode in self.model.ep_info_buffer or ()]
        self._run.note(
            step,
            loss=numbers["train/value_loss"],
            reward=float(np.mean(rewards)) if rewards else 0.0,
            samples_per_second=self._args.tables * self._args.rollout / seconds,
            **{
                "time/environment": self._seats.seconds / seconds,
                "time/choosing": (self._rollout_seconds - self._seats.seconds) / seconds,
                "time/learning": 1 - self._rollout_seconds / seconds,
            },
            **numbers,
        )
        self._progress.update(step, f"loss {numbers['train/value_loss']:.4f}")

    def _test(self, step: int) -> None:
        """A point of the curve: the policy as it plays while learning, which also always comes to an end."""
        agent = EncodedPolicy(copy_of(self.model.policy))
        rows = evaluate_against(agent, OPPONENTS, self._tables.tested, self._args.curve_deals, SELECTION_SEED)
        self._run.note(step, **curve_numbers(rows))
        self._progress.tell(rows)


def _passed(before: int, now: int, every: int) -> bool:
    """Is a multiple between two steps, the later one included?"""
    return now // every > before // every


def _detached(policy: Any) -> dict[str, torch.Tensor]:
    return {name: value.detach().clone() for name, value in policy.state_dict().items()}


def copy_of(policy: Any) -> Any:
    """A network like another; a plain copy would take along what is left of its last gradient."""
    made = type(policy)(**policy._get_constructor_parameters())
    made.load_state_dict(policy.state_dict())
    made.set_training_mode(False)
    mark(made)
    return made


if __name__ == "__main__":
    from training.command_line import start

    start(ALGORITHM)
