"""An agent gets observations, and a search determinized copies: nothing it is given leads to the real game."""

import gc
from typing import Any

import numpy as np
import pytest

from agents.arena.playing import Tables
from agents.arena.referee import Referee
from agents.arena.sessions import SingleRound
from uno_env import RuleSet
from uno_env.engine.state import GAME
from uno_env.gym_env import UnoGymEnv
from uno_env.seat_loop import SeatLoop
from uno_env.worlds import Worlds


class Curious:
    """Keeps all it is given."""

    def __init__(self, wants_worlds: bool) -> None:
        self.wants_worlds = wants_worlds
        self.given: list[tuple[Any, ...]] = []
        #: For the test alone: the real games at the time.
        self.peek: Any = lambda: None
        self.seen: list[Any] = []

    def act(self, *given: Any) -> Any:
        self.given.append(given)
        self.seen.append(self.peek())
        masks = given[1]
        return masks.argmax(axis=1)


def arrays_reachable_from(thing: Any) -> list[np.ndarray]:
    """Every array that can be reached from something without leaving plain data: attributes, members, bases."""
    found, waiting, seen = [], [thing], set[int]()
    while waiting:
        each = waiting.pop()
        if id(each) in seen or isinstance(each, type) or callable(each):
            continue
        seen.add(id(each))
        if isinstance(each, np.ndarray):
            found.append(each)
            waiting.append(each.base)
        waiting += gc.get_referents(each)
    return found


class Watching(Tables):
    """Tables whose real games can be looked at from outside."""

    def real_games(self) -> np.ndarray:
        return self._games


@pytest.mark.parametrize("wants_worlds", [False, True])
def test_nothing_an_agent_is_given_shares_memory_with_the_games(wants_worlds: bool) -> None:
    rules = RuleSet("victory_lap", 3, seven_zero=True, jump_in=True)
    agent = Curious(wants_worlds)
    tables = Watching(Referee([agent], ["curious"]), 1)
    places = (0, 0, 0)
    tables.play([(SingleRound(rules, places, seed), places, f"game {seed}") for seed in range(20)])
    assert len(agent.given) > 100
    for given in agent.given:
        assert len(given) == (3 if wants_worlds else 2)
        reachable = arrays_reachable_from(given)
        assert len(reachable) >= 2
        for array in reachable:
            assert not np.shares_memory(array, tables.real_games())
            assert wants_worlds or array.dtype != GAME


def test_worlds_are_not_the_real_games() -> None:
    """Were they by any mistake, the others' hands would be right every time."""
    rules = RuleSet(players=2)
    agent = Curious(True)
    tables = Watching(Referee([agent], ["curious"]), 1)

    def peek() -> np.ndarray:
        return tables.real_games()[tables.real_games()["actor"] >= 0].copy()

    agent.peek = peek
    tables.play([(SingleRound(rules, (0, 0), seed), (0, 0), f"game {seed}") for seed in range(10)])
    right = total = 0
    for given, games in zip(agent.given, agent.seen, strict=True):
        worlds: Worlds = given[2]
        for world in worlds.games:
            actor = int(world["actor"])
            (game,) = [each for each in games if (each["holds"][actor] == world["holds"][actor]).all()]
            assert game["rng"].tolist() != world["rng"].tolist()
            total += 1
            right += world["holds"][1 - actor].tolist() == game["holds"][1 - actor].tolist()
    assert total > 300
    assert right < total / 10


@pytest.mark.parametrize("loop", ["batch", "single"])
def test_environments_give_their_opponents_copies_too(loop: str) -> None:
    agent = Curious(True)
    if loop == "batch":
        seats = SeatLoop(8, [RuleSet(players=3)], opponents=agent)
        seats.reset(1)
        for _ in range(20):
            seats.step(seats.masks.argmax(axis=1))
        real = seats._batch.games
    else:
        env = UnoGymEnv(players=3, opponents=agent)
        env.reset(seed=1)
        real = env._running_game()._row
    assert agent.given
    for given in agent.given:
        assert isinstance(given[2], Worlds)
        assert not np.shares_memory(given[2].games, real)
        for world in given[2].games:
            assert all(world["rng"].tolist() != game["rng"].tolist() for game in real)
