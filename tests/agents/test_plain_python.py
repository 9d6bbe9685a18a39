"""The agents' kernels, compiled and not, choose the same actions."""

import hashlib
import os
import subprocess
import sys

import numpy as np
import pytest

from agents.expert import Expert
from agents.greedy import Greedy
from agents.rlcard_rule import RLCardRule
from agents.search import Search
from tests.properties.tables import all_rule_sets
from uno_env import Batch, observation
from uno_env.engine.jit import JIT_ENABLED
from uno_env.round import kernels
from uno_env.worlds import draw_worlds

PROGRAM = """
from tests.agents.test_plain_python import choices
from uno_env.engine.jit import JIT_ENABLED
assert not JIT_ENABLED
print("\\n".join(choices()))
"""


def choices() -> list[str]:
    """A digest of what every agent does after each of several stretches of random play on some of the tables."""
    rule_sets = all_rule_sets()[::23]
    batch = Batch(rule_sets, len(rule_sets), seed=31)
    rows = np.zeros((len(batch), observation.length()), observation.DTYPE)
    contexts = np.zeros((len(batch), observation.CONTEXT), np.int32)
    agents = [Greedy(1), RLCardRule(2), Expert(seed=3), Expert("random", seed=4)]
    search = Search(2, belief=2, seed=5)
    found = []
    for turn in range(8):
        batch.play_out(7, redeal=True)
        kernels.write_masks(batch.games, batch.masks)
        observation.observe(batch.games, batch.rules, batch.actors, contexts, rows)
        actions = [agent.act(rows, batch.masks).tolist() for agent in agents]
        if turn % 4 == 0:
            running = np.flatnonzero(~batch.over)[:4]
            worlds = draw_worlds(batch.games, batch.rules, running, turn)
            actions.append(search.act(rows[running], batch.masks[running], worlds).tolist())
        found.append(hashlib.sha256(repr(actions).encode()).hexdigest())
    return found


@pytest.mark.skipif(not JIT_ENABLED, reason="there is nothing to compare with")
def test_compiled_and_plain_python_agents_choose_the_same_actions() -> None:
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == choices()
