"""Between the table and the agents: whatever an agent does wrong is its own loss, and is told with agent and game."""

from __future__ import annotations

import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
import numpy.typing as npt

from uno_env.actions import action_codes
from uno_env.engine.layout import ACTIONS
from uno_env.observation import Observations
from uno_env.policies import Policy, chosen_actions, reset_policy
from uno_env.round.kernels import Actions, Masks
from uno_env.worlds import Worlds

REFUSED = -1
NOTE = "\t"  # between the agent and the game in what is reported
FAILS = (Exception, SystemExit, GeneratorExit)
PATIENCE = 60.0  # seconds
RING_AGAIN = 5.0  # seconds, should an agent not have heard
SLOW_DECISION = 0.1  # seconds, to be expected of an agent of which nothing is known
TOOK_LONGER = "took longer than"
Rows = npt.NDArray[np.int64]


class TooSlow(BaseException):
    """An agent did not answer in time.  No plain exception, so that an agent cannot catch it by mistake."""


@dataclass(frozen=True)
class Failure:
    """What an agent did wrong, in which game."""

    agent: str
    game: str
    what: str

    def __str__(self) -> str:
        return f"{self.agent} in {self.game}: {self.what}"


@dataclass
class Timing:
    """How many decisions an agent has made, and how long they took."""

    decisions: int = 0
    seconds: float = 0.0

    @property
    def each(self) -> float:
        """Seconds a decision."""
        return self.seconds / self.decisions if self.decisions else 0.0


@contextmanager
def at_most(seconds: float | None) -> Iterator[None]:
    """Break off what takes longer.  Only in a main thread: elsewhere nothing can be broken off, and nothing is.

    Compiled code is not broken off before it returns; a runner with processes kills what never does.
    """
    if seconds is None or threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, RING_AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class Referee:
    """Asks the agents, checks their answers, and sends off those that do not answer in time.

    A call may take ``patience`` seconds, and twenty times as long as the agent's decisions have taken so far.
    """

    FIRST_CALL = 120.0  # seconds more, for whatever has to be loaded or compiled

    def __init__(
        self,
        agents: Sequence[Policy],
        names: Sequence[str],
        *,
        patience: float | None = PATIENCE,
        report: Callable[[str], None] | None = None,
    ) -> None:
        self.agents, self.names = list(agents), list(names)
        self.failures: list[Failure] = []
        self.timings = [Timing() for _ in agents]
        self._patience = patience
        self._report = report or (lambda note: None)
        #: How long each agent's first decision took; as it may have had to load or compile, it is not counted.
        self._first: list[float | None] = [None] * len(self.agents)
        self._sent_off: dict[int, str] = {}

    def seed(self, seeds: Sequence[int]) -> None:
        """Begin the agents' random numbers anew."""
        for agent, seed in enumerate(seeds):
            self._report(f"{self.names[agent]}{NOTE}reset({seed})")
            try:
                with at_most(self._limit(agent, 1)):
                    reset_policy(self.agents[agent], seed)
            except TooSlow:
                self._sent_off[agent] = f"reset() {TOOK_LONGER} {self._limit(agent, 1):.0f} seconds"
            except FAILS as error:
                self._sent_off[agent] = f"reset() raised {_in_short(error)}"

    def ask(
        self,
        agent: int,
        rows: Observations,
        masks: Masks,
        worlds: Callable[[Rows], Worlds],
        game: Callable[[int], str],
    ) -> Actions:
        """One action a row; REFUSED where the agent failed.

        ``worlds`` draws determinized copies for some of the rows, ``game`` names the game of a row.
        """
        if agent in self._sent_off:
            return self._refuse(agent, range(len(masks)), game, self._sent_off[agent])
        if self._first[agent] is None and len(masks) > 1:  # one game first, to see how long a decision takes
            parts = (np.arange(1), np.arange(1, len(masks)))
            return np.concatenate([self._ask_some(agent, rows, masks, worlds, game, part) for part in parts])
        self._report(f"{self.names[agent]}{NOTE}{game(0)}" + (f" and {len(masks) - 1} more" if len(masks) > 1 else ""))
        everything = np.arange(len(masks))
        try:
            return self._checked(agent, rows, masks, worlds, everything, game)
        except TooSlow:
            self._sent_off[agent] = f"{TOOK_LONGER} {self._limit(agent, len(masks)):.0f} seconds"
            return self._refuse(agent, range(len(masks)), game, self._sent_off[agent])
        except FAILS as error:  # whatever an agent raises is its own affair
            if len(masks) == 1:
                return self._refuse(agent, range(1), game, f"raised {_in_short(error)}")
        # Somewhere in the batch the agent failed: ask game by game, so that only the games that fail are lost.
        return np.concatenate(
            [self._ask_some(agent, rows, masks, worlds, game, np.array([row])) for row in range(len(masks))]
        )

    def _ask_some(
        self,
        agent: int,
        rows: Observations,
        masks: Masks,
        worlds: Callable[[Rows], Worlds],
        game: Callable[[int], str],
        part: Rows,
    ) -> Actions:
        """Ask about some of the rows only."""
        return self.ask(
            agent, rows[part], masks[part], lambda wanted: worlds(part[wanted]), lambda row: game(int(part[row]))
        )

    def _checked(
        self,
        agent: int,
        rows: Observations,
        masks: Masks,
        worlds: Callable[[Rows], Worlds],
        everything: Rows,
        game: Callable[[int], str],
    ) -> Actions:
        timing = self.timings[agent]
        # Copies: whatever an agent does to its arrays, or keeps of them, is nobody else's concern.
        given_rows, given_masks = rows.copy(), masks.copy()
        start = time.perf_counter()
        with at_most(self._limit(agent, len(masks))), redirect_stdout(sys.stderr):
            chosen = chosen_actions(self.agents[agent], given_rows, given_masks, lambda: worlds(everything))
        spent = time.perf_counter() - start
        actions = np.array(chosen)  # an agent may go on writing into its own
        if self._first[agent] is None:
            # With one legal action there was nothing to think about.
            self._first[agent] = max(spent, SLOW_DECISION) if masks.sum() == 1 else spent
        else:
            timing.seconds += spent
            timing.decisions += len(masks)
        legal = (actions >= 0) & (actions < ACTIONS)
        legal[legal] = masks[np.flatnonzero(legal), actions[legal]] != 0
        if not legal.all():
            wrong = np.flatnonzero(~legal)
            for row in wrong:
                self._refuse(agent, [int(row)], game, _illegal(int(actions[row]), masks[row]))
            actions[wrong] = REFUSED
        return actions

    def _limit(self, agent: int, rows: int) -> float | None:
        if self._patience is None:
            return None
        first = self._first[agent]
        if first is None:
            return self._patience + self.FIRST_CALL
        timing = self.timings[agent]
        return self._patience + 20 * rows * (timing.each if timing.decisions else first)

    def _refuse(self, agent: int, rows: Any, game: Callable[[int], str], what: str) -> Actions:
        for row in rows:
            self.failures.append(Failure(self.names[agent], game(int(row)), what))
        return np.full(len(rows), REFUSED, np.int64)


def _illegal(action: int, mask: npt.NDArray[np.int8]) -> str:
    codes = action_codes()
    legal = ", ".join(f"{each} ({codes[each]})" for each in np.flatnonzero(mask))
    return f"chose {action}, which is not legal; legal: {legal}"


def _in_short(error: BaseException) -> str:
    """What was raised, and where."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    said = str(error).strip().splitlines()
    return f"{type(error).__name__}{': ' + said[0] if said else ''} ({Path(where.filename).name}, line {where.lineno})"
