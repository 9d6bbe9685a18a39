"""How far can an agent be exploited?  Freeze it, and train an answer to it alone, for a fixed budget.

One seat learns, by Deep Monte Carlo (:mod:`training.deep_monte_carlo`); all others are the frozen agent's, which never
changes.  Several answers are trained, one a seed.  The one that does best on the deals of the curves is reported, on
deals that nothing was trained or chosen on: what it wins beyond its fair share is a *lower bound* on how far the agent
can be exploited, since a better answer may exist.  With two players that is exploitability as the literature has it;
with more it is what one seat gains against copies of the agent, which is no distance from an equilibrium.

The expert, random_play and networks play inside the compiled kernel.  Any other agent is asked for its actions, many
tables at a time, and is as slow as it is.
"""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from agents.arena.whole_files import write_whole
from agents.compiling import kernel
from agents.expert import Expert, bits_of
from agents.expertise.deciding import UNDECIDED
from agents.network import SHIPPED, NetworkAgent, found_network
from agents.networks.acting import settled_action
from agents.networks.parameters import BadNetwork, Network, Parameters, Shape, Sizes, split
from agents.networks.scoring import action_numbered, chance, new_desk, write_features, write_scores
from agents.networks.self_play import Player, Rounds, Samples, has_room, keep_decision, play_rounds, tried_out
from agents.networks.situation import Features
from agents.policy import ModelAgent
from agents.random_play import RandomPlay
from agents.rollouts import LONGEST, result_for
from training import deep_monte_carlo
from training.deep_monte_carlo import Actor, Learner
from training.evaluating import (
    REPORT_SEED,
    RESERVED_SEEDS,
    SELECTION_SEED,
    EvaluationRow,
    curve_numbers,
    evaluate_against,
)
from training.progress import Progress, one_thread
from training.rules_played import GENERAL, RulesPlayed, rules_played
from training.runs import Run, RunError
from training.torch_network import TorchNetwork
from uno_env.batch import game_seeds
from uno_env.engine.layout import ACTIONS
from uno_env.engine.state import NO_SEAT, Games, Rules, new_games
from uno_env.observation import CONTEXT, DTYPE, Observations, length, observe_listed
from uno_env.policies import Policy, chosen_actions, find_policy, reset_policy
from uno_env.round.choosing import Generator, new_generator, seed_generator
from uno_env.round.kernels import ALL_LEGAL, Actions, Masks, deal_listed, step_listed
from uno_env.seat_kernels import first_illegal_of
from uno_env.worlds import Worlds, draw_worlds

#: So low a temperature leaves nothing to chance but ties; see :class:`AgainstPlayer`.
NEARLY_GREEDY = 1e-3
#: Rounds of the first generation against an agent that is asked, one for so many decisions: they may be long at first.
LONG_ROUND = 256
WON = 1.0
RANDOM = "random"


@dataclass
class Args(deep_monte_carlo.Args):
    """Best response to a frozen agent."""

    frozen: str = "expert"
    """The agent that is frozen: expert, general, policy:model=network.npz,sample=true, search:rollouts=50, ..."""
    seeds: tuple[int, ...] = (1, 2, 3)
    """One answer is trained for each of these seeds."""
    samples: int = 20_000_000
    """Decisions each answer learns from."""
    begin: str = ""
    """A network that answers begin with (general, or a path), or random; unless given, the frozen agent itself if it
    is a network, else the shipped network for these rules."""
    selection_deals: int = 2000
    """Duplicate deals on which the best answer is chosen."""

    # What Deep Monte Carlo would ask and is settled here.
    seed: int = field(default=1, init=False)
    parts: int = field(default=1, init=False)
    ray: str = field(default="", init=False)
    expert_share: float = field(default=0.0, init=False)
    random_share: float = field(default=0.0, init=False)

    def __post_init__(self) -> None:
        """The folder is named after the first seed."""
        self.seed = self.seeds[0] if self.seeds else 0


PRESETS: dict[str, dict[str, Any]] = {
    "quick": {
        "seeds": (1, 2),
        "samples": 2_000_000,
        "evaluation_deals": 1000,
        "selection_deals": 500,
        "curve_seconds": 20.0,
    },
    "standard": {"samples": 20_000_000, "evaluation_deals": 5000},
    "full": {"samples": 60_000_000, "evaluation_deals": 20_000, "selection_deals": 5000, "workers": 2},
}


# -- frozen agents that play inside the kernel ---------------------------------------------------------


class AgainstPlayer(Actor):
    """All other seats belong to the expert, to random_play or to a network, in the compiled kernel.

    Rounds have one temperature for all networks.  One near 0 leaves the learner to its best scores; a frozen network
    that is to be drawn from has its scores made smaller by as much, and plays each action as often as it should.
    """

    def __init__(self, args: Args, tables: RulesPlayed, player: Player, frozen: NetworkAgent | None = None) -> None:
        super().__init__(args, tables)
        self._shares = np.zeros(player + 1)
        self._shares[player] = 1.0
        self._temperature = NEARLY_GREEDY if frozen is not None and frozen.sample else 0.0
        self._frozen = [] if frozen is None else [for_the_kernel(frozen)]

    def play(self, room: Samples) -> tuple[Samples, int, float]:
        """Fill the room as ordered; the decisions, how many, and the processor time it took."""
        assert self.order is not None
        began, first = time.thread_time(), self.order["firsts"][0]
        rounds = Rounds(
            self.tables.rows,
            self.tables.shares,
            self._shares,
            self.order["epsilon"],
            self._temperature,
            trace=self.args.trace,
        )
        networks = np.stack([self.order["parameters"], *self._frozen])
        played, kept, _ = play_rounds(rounds, self.shape, networks, self.args.seed, first, room)
        self.next_rounds = [first + played]
        return room, kept, time.thread_time() - began


def for_the_kernel(agent: NetworkAgent) -> Parameters:
    """A network that plays, at the temperature of the table, as the agent does."""
    parameters = agent.network.parameters.copy()
    if agent.sample:
        arrays = split(agent.network.shape, parameters)
        for name in ("score", "score_bias"):
            arrays[name] *= NEARLY_GREEDY / agent.temperature
    return parameters


# -- frozen agents that are asked ----------------------------------------------------------------------


@kernel
def choose_and_note(
    generator: Generator,
    rows: Observations,
    masks: Masks,
    tables: npt.NDArray[np.int64],
    seats: npt.NDArray[np.int8],
    parameters: Parameters,
    sizes: Sizes,
    epsilon: float,
    actions: Actions,
    on: Features,
    action_on: Features,
    action_starts: npt.NDArray[np.int64],
    hidden_on: Features,
    decisions: Any,
    counts: npt.NDArray[np.int64],
) -> None:
    """What the learner does, row by row, written down while there is room.

    ``counts`` goes on with the decisions written down and with all that had to be thought about.
    """
    numbers, features, scores = new_desk(sizes)
    for index in range(len(masks)):
        coloured, others = bits_of(masks[index], 0, 64), bits_of(masks[index], 64, ACTIONS)
        settled = settled_action(rows[index], numbers, coloured, others)
        if settled != UNDECIDED:
            actions[index] = settled
            continue
        count, legal = write_features(rows[index], coloured, others, numbers, features)
        best = write_scores(parameters, sizes, count, legal, numbers, features, scores)
        value = chance(float(scores[best]))
        chosen = tried_out(best, scores, legal, 0.0, epsilon, generator[0])
        actions[index] = action_numbered(features, chosen)
        counts[1] += 1
        sample = int(counts[0])
        if has_room(decisions, sample, legal, count, on, action_on, action_starts, hidden_on):
            keep_decision(decisions, sample, legal, chosen, count, False, features, on, action_on, action_starts)
            decision = decisions[sample]
            decision.seat, decision.round, decision.value = seats[index], tables[index], value
            counts[0] += 1


@kernel
def tell_results(games: Games, rules: Rules, decisions: Any, trace: float, ahead: npt.NDArray[np.float64]) -> None:
    """Tell every decision how its round ended and what to learn from it, as self-play does for one round at a time.

    The rounds are interleaved, and each has one seat that learns.  ``ahead`` is room for every table's next target and
    value; no target is negative.  A round without a winner is lost, or never to end it would be the answer to an agent
    that is too weak to win.
    """
    ahead[:] = -1.0
    for sample in range(len(decisions) - 1, -1, -1):
        decision = decisions[sample]
        table = int(decision.round)
        game = games[table]
        decision.result = int(result_for(game, rules[game.rules], int(decision.seat)) == WON)
        decision.last_of_seat = ahead[table, 0] < 0.0
        decision.target = decision.result
        if ahead[table, 0] >= 0.0:
            decision.target = trace * ahead[table, 0] + (1.0 - trace) * ahead[table, 1]
        ahead[table, 0], ahead[table, 1] = decision.target, decision.value


class LockStep:
    """Some rounds side by side, each with the learner in one seat: all tables decide once, then once more."""

    def __init__(self, tables: RulesPlayed, seed: int, first: int, count: int) -> None:
        self.random = np.random.default_rng([seed, first])
        self.rules, self.games = tables.rows, new_games(count)
        self.games["rules"] = np.searchsorted(tables.shares, self.random.random(count), side="right")
        players = self.rules["players"][self.games["rules"]]
        self.learners = self.random.integers(players).astype(np.int8)
        #: The tables still playing; after :meth:`look` those that wait for the learner come first.
        self.playing = np.arange(count)
        deal_listed(
            self.games, self.rules, self.playing, game_seeds(seed, count, first), np.full(count, NO_SEAT, np.int8)
        )
        self._contexts = np.zeros((count, CONTEXT), np.int32)
        self._rows, self._masks = np.zeros((count, length()), DTYPE), np.zeros((count, ACTIONS), np.int8)

    def look(self) -> int:
        """Leave the tables whose rounds are over; how many of the others wait for the learner."""
        actors, decisions = self.games["actor"][self.playing], self.games["decisions"][self.playing]
        self.playing = self.playing[(actors != NO_SEAT) & (decisions < LONGEST)]
        own = self.games["actor"][self.playing] == self.learners[self.playing]
        self.playing = np.concatenate([self.playing[own], self.playing[~own]])
        observe_listed(self.games, self.rules, self.playing, self._contexts, self._rows, self._masks)
        return int(own.sum())

    def seen(self, part: slice) -> tuple[npt.NDArray[np.int64], Observations, Masks]:
        """Some of the tables still playing, what is seen there, and what is legal."""
        playing = self.playing[part]
        stop = len(self.playing)
        return playing, self._rows[:stop][part], self._masks[:stop][part]

    def ask(self, policy: Policy, part: slice) -> Actions:
        """What an agent does at these tables."""
        waiting, rows, masks = self.seen(part)
        if not len(waiting):
            return np.zeros(0, np.int64)
        actions = chosen_actions(policy, rows, masks, lambda: self._worlds(waiting))
        wrong = first_illegal_of(self.games, waiting, actions)
        if wrong != ALL_LEGAL:
            raise RunError(f"{policy!r} cannot be answered: it chose action {actions[wrong]} where it is not legal")
        return actions

    def _worlds(self, waiting: npt.NDArray[np.int64]) -> Worlds:
        return draw_worlds(self.games, self.rules, waiting, int(self.random.integers(1 << 63)))

    def step(self, actions: Actions) -> None:
        """One decision at every table still playing."""
        step_listed(self.games, self.rules, self.playing, actions)


class AgainstAgent(Actor):
    """All other seats belong to any agent, which is asked for all the tables that wait for it at once.

    A generation is a number of whole rounds: as many as should fill the room, by what those before have taken.
    """

    def __init__(self, args: Args, tables: RulesPlayed, policy: Policy) -> None:
        super().__init__(args, tables)
        self._policy = policy
        self._rounds = max(args.generation // LONG_ROUND, 1)

    def take_order(self, learner: Learner) -> None:
        """The next generation is played by the network as it is now."""
        super().take_order(learner)
        assert self.order is not None
        self.order["rounds"] = self._rounds

    def play(self, room: Samples) -> tuple[Samples, int, float]:
        """Play the rounds that were ordered; the decisions, how many, and the processor time it took."""
        assert self.order is not None
        began, first, rounds = time.thread_time(), self.order["firsts"][0], self.order["rounds"]
        lock_step = LockStep(self.tables, self.args.seed, first, rounds)
        kept, made = self._play_out(lock_step, room)
        tell_results(lock_step.games, lock_step.rules, room.decisions[:kept], self.args.trace, np.zeros((rounds, 2)))
        self.next_rounds = [first + rounds]
        # A tenth of the room is left for rounds that take longer next time.
        self._rounds = max(int(0.9 * self.args.generation * rounds / max(made, 1)), 1)
        return room, kept, time.thread_time() - began

    def _play_out(self, lock_step: LockStep, samples: Samples) -> tuple[int, int]:
        """Play all rounds to their ends; how many decisions of the learner were written down, and how many made."""
        reset_policy(self._policy, int(lock_step.random.integers(1 << 63)))
        generator, counts = new_generator(), np.zeros(2, np.int64)
        seed_generator(generator, np.uint64(lock_step.random.integers(1 << 63)))
        samples.decisions[:1] = 0
        samples.action_starts[0] = 0
        own = lock_step.look()
        while len(lock_step.playing):
            actions = np.empty(len(lock_step.playing), np.int64)
            self._decide(lock_step, own, generator, actions, samples, counts)
            actions[own:] = lock_step.ask(self._policy, slice(own, None))
            lock_step.step(actions)
            own = lock_step.look()
        return int(counts[0]), int(counts[1])

    def _decide(
        self,
        lock_step: LockStep,
        own: int,
        generator: Generator,
        actions: Actions,
        samples: Samples,
        counts: npt.NDArray[np.int64],
    ) -> None:
        """What the learner does at the tables that wait for it, the first so many."""
        assert self.order is not None
        tables, rows, masks = lock_step.seen(slice(own))
        choose_and_note(
            generator,
            rows,
            masks,
            tables,
            lock_step.learners[tables],
            self.order["parameters"],
            self.shape.sizes,
            self.order["epsilon"],
            actions,
            samples.on,
            samples.action_on,
            samples.action_starts,
            samples.hidden_on,
            samples.decisions,
            counts,
        )


# -- training ------------------------------------------------------------------------------------------


@dataclass
class Answers:
    """The answers that are trained, and what they have taken."""

    finished: list[Parameters] = field(default_factory=list)
    #: Decisions they have learnt from.
    samples: int = 0

    def state(self) -> dict[str, Any]:
        """Everything needed to go on."""
        return {"finished": [torch.from_numpy(each) for each in self.finished], "samples": self.samples}

    @classmethod
    def load(cls, state: dict[str, Any]) -> Answers:
        """Go on from there."""
        return cls([each.numpy() for each in state["finished"]], state["samples"])


def main(args: Args, preset: str) -> None:
    """Train the answers, choose the best and report what it wins."""
    torch.set_num_threads(1)  # the other core plays; two threads on two busy cores are ten times slower
    _check(args)
    tables, frozen = rules_played(args.rules), _found("frozen", args.frozen)
    beginning = _beginning(args, frozen)
    with Run.open("best_response", args, preset) as run:
        state = run.last_checkpoint()
        answers = Answers() if state is None else Answers.load(state["answers"])
        total = len(args.seeds) * args.samples
        with Progress(args.progress_bar, total, run.step) as progress:
            for seed in args.seeds[len(answers.finished) :]:
                one = copy.copy(args)
                one.seed = seed
                learner, actor = Learner(one), actor_against(one, tables, frozen)
                if beginning is not None:
                    begin_with(learner, beginning)
                if state is not None and state["learner"] is not None:
                    learner.load(state["learner"])
                    actor.load(state["actor"])
                state = None
                _train(one, run, learner, actor, answers, tables, progress)
        _report(args, run, answers, tables)


def _check(args: Args) -> None:
    if not args.seeds or len(set(args.seeds)) < len(args.seeds):
        raise RunError(f"--seeds {' '.join(map(str, args.seeds))}: give at least one, and none twice")
    for seed in args.seeds:
        if seed in RESERVED_SEEDS or seed < 0:
            raise RunError(f"--seeds {seed}: {RESERVED_SEEDS.get(seed, 'below 0')}; choose another seed")


def _found(option: str, spec: str) -> Policy:
    try:
        return find_policy(spec)
    except (ValueError, TypeError) as error:
        raise RunError(f"--{option}: {error}") from error


def _beginning(args: Args, frozen: Policy) -> Network | None:
    """The network that answers begin with, None for random numbers; the widths are set to those it takes."""
    agent = network_of(frozen)
    opponent = None if agent is None else agent.network
    first: Network | None = None
    try:
        if args.begin != RANDOM:
            shipped = args.rules if args.rules in SHIPPED else GENERAL
            first = found_network(args.begin or opponent or shipped)
    except BadNetwork as error:
        raise RunError(f"--begin: {error}; or use --begin {RANDOM}") from error
    shapes = {each.shape for each in (first, opponent) if each is not None}
    if len(shapes) > 1:  # kernels take networks of one shape only
        raise RunError(
            f"--begin {args.begin}: its layers are not as wide as the frozen network's; use --begin {RANDOM}"
        )
    if first is not None and first.kind != "value":
        # Its scores are no chances to win, which is what an answer learns.
        if args.begin:
            raise RunError(f"--begin {args.begin}: a policy is no beginning for an answer; use --begin {RANDOM}")
        first = None
    for shape in shapes:
        args.first, args.second, args.third = shape.first, shape.second, shape.third
    return first


def network_of(policy: Policy) -> NetworkAgent | None:
    """The agent of ours behind a policy if it is a network that kernels can play; else None."""
    if isinstance(policy, ModelAgent):
        return policy._network
    return policy if isinstance(policy, NetworkAgent) else None


def actor_against(args: Args, tables: RulesPlayed, frozen: Policy) -> Actor:
    """Plays the learner's rounds against the frozen agent, the fastest way there is."""
    network = network_of(frozen)
    if network is not None:
        return AgainstPlayer(args, tables, Player.SNAPSHOT, network)
    if type(frozen) is RandomPlay:  # not one made of it, which may play otherwise
        return AgainstPlayer(args, tables, Player.RANDOM_PLAY)
    if type(frozen) is Expert and frozen.own_card == "reasoned":
        return AgainstPlayer(args, tables, Player.EXPERT)
    return AgainstAgent(args, tables, frozen)


def begin_with(learner: Learner, network: Network) -> None:
    """Give the learner the numbers of a network."""
    learner.network.load_state_dict(TorchNetwork(network.shape, network.parameters).state_dict())


def _train(
    args: Args, run: Run, learner: Learner, actor: Actor, answers: Answers, tables: RulesPlayed, progress: Progress
) -> None:
    """Train one answer; one thread plays a generation while the one before is learnt from."""
    rooms = [Samples.room_for(args.generation, every_action=False) for _ in range(2)]
    with one_thread() as pool:
        tested = time.monotonic()
        if actor.order is None:
            actor.take_order(learner)
        playing = pool.submit(actor.play, rooms[0])
        while learner.samples < args.samples:
            began = time.monotonic()
            samples, kept, acting = playing.result()
            rooms.reverse()
            actor.take_order(learner)
            playing = pool.submit(actor.play, rooms[0])
            before = time.thread_time()
            loss = learner.learn(samples, kept)
            step = answers.samples + learner.samples
            speeds = {
                "samples_per_second": kept / (time.monotonic() - began),
                "microseconds/acting": acting / kept * 1e6,
                "microseconds/learning": (time.thread_time() - before) / kept * 1e6,
            }
            run.note(step, loss=loss, **speeds)
            progress.update(step, f"seed {args.seed}, loss {loss:.4f}")
            if time.monotonic() - tested > args.curve_seconds or learner.samples >= args.samples:
                tested = time.monotonic()
                rows = _tested(args, _network(args, learner.network.flat()), tables, args.curve_deals)
                run.note(step, **curve_numbers(rows))
                progress.tell(rows)
            if run.checkpoint_due():
                state = {"answers": answers.state(), "learner": learner.state(), "actor": actor.state()}
                run.save_checkpoint(step, state)
    answers.finished.append(learner.network.flat())
    answers.samples += learner.samples
    run.save_checkpoint(answers.samples, {"answers": answers.state(), "learner": None, "actor": None})


# -- what came of it -----------------------------------------------------------------------------------


def _report(args: Args, run: Run, answers: Answers, tables: RulesPlayed) -> None:
    networks = [_network(args, each) for each in answers.finished]
    chosen_on = [_tested(args, each, tables, args.selection_deals) for each in networks]
    gains = [float(np.mean([margin(row) for row in rows])) for rows in chosen_on]
    best = int(np.argmax(gains))
    model = run.path / "network.npz"
    write_whole(model, networks[best].to_bytes())
    rows = evaluate_against(
        f"policy:model={model}",
        (args.frozen,),
        tables.evaluated,
        args.evaluation_deals,
        REPORT_SEED,
        args.workers,
        trained_against=(args.frozen,),
    )
    run.finish(model, rows)
    found = {
        "frozen": args.frozen,
        "samples_each": args.samples,
        "chosen": {"seed": args.seeds[best], "margins": dict(zip(map(str, args.seeds), gains, strict=True))},
        "lower_bounds": [bound_of(row) for row in rows],
    }
    write_whole(run.path / "exploitability.json", json.dumps(found, indent=1).encode() + b"\n")
    for row in rows:
        print(sentence(row, args.seeds, args.seeds[best]))


def _tested(args: Args, network: Network, tables: RulesPlayed, deals: int) -> list[EvaluationRow]:
    return evaluate_against(NetworkAgent(network), (args.frozen,), tables.tested, deals, SELECTION_SEED)


def _network(args: Args, parameters: Parameters) -> Network:
    card = {"algorithm": "best_response", "frozen": args.frozen, "rules": args.rules, "samples": args.samples}
    return Network(Shape(args.first, args.second, args.third), parameters, "value", card)


def margin(row: EvaluationRow) -> float:
    """What an answer wins beyond its fair share."""
    return row.win_rate - row.par


def bound_of(row: EvaluationRow) -> dict[str, Any]:
    """The lower bound that an evaluation gives, with its interval."""
    return {
        "rules": row.rules,
        "margin": margin(row),
        "low": row.low - row.par,
        "high": row.high - row.par,
        "deals": row.deals,
        "seed": row.seed,
        "what": "exploitability" if row.par == 0.5 else "gain of one seat against copies",
    }


def sentence(row: EvaluationRow, seeds: Sequence[int], best: int) -> str:
    """The result in words."""
    points, low, high = (100 * (each - row.par) for each in (row.win_rate, row.low, row.high))
    found = f"{points:+.1f} points [{low:+.1f} .. {high:+.1f}] beyond {100 * row.par:.0f} %"
    what = "a lower bound on its exploitability" if row.par == 0.5 else "what one seat gains against copies of it"
    return f"{row.rules}: the best of {len(seeds)} answers to {row.opponent} (seed {best}) wins {found}: {what}."


if __name__ == "__main__":
    from training.command_line import start

    start("best_response")
