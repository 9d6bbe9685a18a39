"""Playing a plan: its shards by whatever runs them, what is finished kept, what is lost told.

>>> from agents.arena import evaluate
>>> outcome = evaluate(["expert", "random_play"], deals=2000, seed=1)
>>> print(outcome.summary()["fixtures"][0])
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

import numpy as np

from agents.arena.fixtures import Fixture, par
from agents.arena.folder import TournamentFolder
from agents.arena.plan import Plan, PlanError
from agents.arena.play_shard import PlayShard, ShardResult, ShardTask, lost_results, split
from agents.arena.referee import NOTE, PATIENCE, TOOK_LONGER, Failure, Timing
from agents.arena.results import GameResults, no_results
from agents.arena.shards import Done, InProcess, Loss, Lost, Runner, Shard
from agents.arena.swiss import next_round, rounds_for
from agents.arena.whole_files import write_whole
from uno_env.policies import PolicySpec
from uno_env.rules import RuleSet

#: An agent that has cost so many shards is not waited for any longer.
MOST_LOST_SHARDS = 2
#: OpenSkill's updates cost some 50 microseconds a game; of more games than this an even choice is rated.
MOST_OPENSKILL_GAMES = 100_000


@dataclass(frozen=True)
class Progress:
    """How far a tournament is."""

    games: int
    games_in_all: int
    #: What was just finished.
    note: str


@dataclass
class Outcome:
    """What came of a tournament, or of as much of it as was played."""

    plan: Plan
    fixtures: list[Fixture]
    results: GameResults
    timings: list[Timing]
    failures: list[Failure]
    records: list[dict[str, Any]] = field(default_factory=list)
    #: Not all of it was played.
    interrupted: bool = False

    def summary(self) -> dict[str, Any]:
        """Win rates, points, cross table, ratings, seats: plain values, for JSON."""
        from agents.arena.summary import summarize

        names = self.plan.names
        timings = {
            name: {"decisions": timing.decisions, "seconds": timing.seconds}
            for name, timing in zip(names, self.timings, strict=True)
        }
        summary = summarize(
            names,
            self.fixtures,
            self.results,
            timings,
            failures=self.failures,
            most_openskill_games=MOST_OPENSKILL_GAMES,
        )
        return {"plan": self.plan.to_dict(), "interrupted": self.interrupted} | summary

    def write(self, folder: str | Path) -> dict[str, Any]:
        """Leave everything in a folder: tables as JSON and CSV, pictures, failures, records; returns the summary."""
        from agents.arena.files import write_files
        from agents.arena.pictures import draw_pictures

        folder, summary = Path(folder), self.summary()
        write_files(folder, summary, self.plan.names, self.fixtures, self.results)
        draw_pictures(folder, summary)
        failures = [asdict(failure) for failure in self.failures]
        write_whole(folder / "failures.json", json.dumps(failures, indent=1).encode() + b"\n")
        if self.plan.records:
            lines = "".join(json.dumps(record) + "\n" for record in self.records)
            write_whole(folder / "records.jsonl", lines.encode())
        return summary


class Tournament:
    """Plays a plan, once.  With a folder, every finished shard is kept there and not played again.

    ``only`` leaves out all fixtures but some, by their numbers.
    """

    def __init__(
        self,
        plan: Plan,
        folder: TournamentFolder | None = None,
        *,
        patience: float | None = PATIENCE,
        only: Sequence[int] | None = None,
    ) -> None:
        self.plan, self._folder, self._only = plan, folder, only
        self._job = PlayShard(plan, patience)
        self._results: dict[int, ShardResult] = {}
        self._tasks: dict[int, ShardTask] = {}
        self._blamed: dict[str, int] = {}
        self._fixtures: list[Fixture] = []
        self._played = 0

    def run(self, runner: Runner | None = None, tell: Callable[[Progress], None] | None = None) -> Outcome:
        """Play all of it, or until somebody interrupts; what was finished until then is in the outcome."""
        interrupted = False
        try:
            with runner or InProcess() as running:
                stage = self._next_stage()
                while stage:
                    self._play(running, stage, tell or (lambda progress: None))
                    stage = self._next_stage()
        except KeyboardInterrupt:
            interrupted = True
        return self._outcome(interrupted)

    # -- stages ------------------------------------------------------------------------------------

    def _next_stage(self) -> list[Fixture]:
        """The fixtures to be played next, given the results so far; none when all are played."""
        plan = self.plan
        if plan.format != "swiss":
            wanted = [each for each in plan.fixtures() if self._only is None or each.number in self._only]
            stage = wanted if not self._fixtures else []
        elif self._played < (plan.swiss_rounds or rounds_for(len(plan.agents))):
            stage = next_round(plan.rules, plan.names, self._fixtures, self._all_results())
        else:
            stage = []
        self._played += 1
        self._fixtures += stage
        return stage

    @property
    def _games_in_all(self) -> int:
        if self.plan.format == "swiss":
            rounds = self.plan.swiss_rounds or rounds_for(len(self.plan.agents))
            pairs = len(self.plan.agents) // 2
            ways = 1 if par(self.plan.rules) == 1 / 2 else 2
            return rounds * pairs * ways * self.plan.deals * self.plan.seatings
        return len(self._fixtures) * self.plan.deals * self.plan.seatings

    def _play(self, runner: Runner, stage: list[Fixture], tell: Callable[[Progress], None]) -> None:
        tasks = split(self.plan, stage, len(self._tasks))
        self._tasks |= {task.number: task for task in tasks}
        for task in tasks:
            saved = self._folder.load(task) if self._folder else None
            if saved is not None:
                self._results[task.number] = saved
                self._tell(tell, f"{task.describe()} (from the folder)")
        waiting = (
            Shard(task.number, task) for task in tasks if task.number not in self._results and not self._given_up(task)
        )
        for outcome in runner.run(self._job, waiting):
            task = self._tasks[outcome.number]
            if isinstance(outcome, Done):
                self._results[task.number] = outcome.result
                for slow in {each.agent for each in outcome.result.failures if TOOK_LONGER in each.what}:
                    self._blamed[slow] = self._blamed.get(slow, 0) + 1
                if self._folder:
                    self._folder.save(task, outcome.result)
            else:
                self._lose(task, outcome)
            self._tell(tell, task.describe())

    def _tell(self, tell: Callable[[Progress], None], note: str) -> None:
        games = sum(len(result.results) for result in self._results.values())
        tell(Progress(games, self._games_in_all, note))

    # -- what goes wrong ---------------------------------------------------------------------------

    def _lose(self, task: ShardTask, lost: Lost) -> None:
        """A shard whose worker hung or died: lost by the agent that was at it, if that is known."""
        name, _, game = lost.last_note.partition(NOTE)
        if name not in self.plan.names:
            name, game = "an agent", task.describe()
        if lost.loss is not Loss.RAISED:
            self._blamed[name] = self._blamed.get(name, 0) + 1
        failure = Failure(name, game, lost.why)
        blamed = self.plan.names.index(name) if name in self.plan.names else None
        self._results[task.number] = ShardResult(lost_results(self.plan, task, blamed), {}, [failure], [])

    def _given_up(self, task: ShardTask) -> bool:
        """Somebody in this fixture has cost several shards already: it is not played, so that the rest can be."""
        names = self.plan.names
        for agent in sorted(set(task.fixture.agents)):
            if self._blamed.get(names[agent], 0) >= MOST_LOST_SHARDS:
                failure = Failure(names[agent], task.describe(), f"not played after {MOST_LOST_SHARDS} lost shards")
                self._results[task.number] = ShardResult(lost_results(self.plan, task, agent), {}, [failure], [])
                return True
        return False

    # -- results -----------------------------------------------------------------------------------

    def _all_results(self) -> GameResults:
        """All games in the order of fixtures, deals and seatings, whoever played them when."""
        parts = [self._results[number].results for number in sorted(self._results)]
        results = np.concatenate(parts) if parts else no_results()
        return results[np.lexsort((results["seating"], results["deal"], results["fixture"]))]

    def _outcome(self, interrupted: bool) -> Outcome:
        timings = [Timing() for _ in self.plan.agents]
        failures: list[Failure] = []
        records: list[dict[str, Any]] = []
        for number in sorted(self._results):
            result = self._results[number]
            failures += result.failures
            records += result.records
            for agent, timing in result.timings.items():
                timings[agent].decisions += timing.decisions
                timings[agent].seconds += timing.seconds
        return Outcome(self.plan, self._fixtures, self._all_results(), timings, failures, records, interrupted)


def processes(workers: int, patience: float | None = PATIENCE) -> Runner:
    """So many worker processes, which are killed when they say nothing for far longer than the referee waits."""
    from agents.arena.workers import Processes

    return Processes(workers, silence_seconds=longest_silence(patience))


def longest_silence(patience: float | None) -> float | None:
    """How long a worker may say nothing before it is killed: well beyond what the referee allows an agent."""
    return None if patience is None else 240 + 3 * patience


def evaluate(
    agents: Sequence[PolicySpec],
    rules: RuleSet | None = None,
    deals: int = 1000,
    seed: int = 0,
    *,
    workers: int = 0,
    folder: str | Path | None = None,
    patience: float | None = PATIENCE,
    **parts: Any,
) -> Outcome:
    """Compare agents over duplicate deals: every shuffle is played in all seatings.

    Without workers everything happens in this process, and agents may be any objects; with workers they must be names,
    or picklable.  The result is the same.  ``parts`` are further parts of a :class:`Plan`: ``format``, ``match``, ...
    With a folder finished shards are kept, and a second call goes on where the first was broken off (agents must then
    be names).  ``patience`` is how many seconds an agent may take over a call.
    """
    if isinstance(agents, str):
        raise PlanError(f"agents must be a list, not {agents!r}: give two or more")
    wrong = [name for name in parts if name not in {each.name for each in fields(Plan)}]
    if wrong:
        raise PlanError(f"evaluate has no {wrong[0]!r}; rules are given as one: rules=RuleSet(deck='run', players=4)")
    plan = Plan(tuple(agents), rules or RuleSet(players=2), deals, seed, **parts)
    runner: Runner = InProcess()
    if workers:
        runner = processes(workers, patience)
    kept = None
    if folder is not None:
        kept = TournamentFolder(folder)
        if (kept.path / "plan.json").exists():
            kept.resume(plan)
        else:
            kept.begin(plan)
    return Tournament(plan, kept, patience=patience).run(runner)
