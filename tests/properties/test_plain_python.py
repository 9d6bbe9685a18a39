"""The same source, compiled and not, gives the same records byte for byte."""

import hashlib
import os
import subprocess
import sys

import numpy as np
import pytest

from tests.properties.tables import all_rule_sets
from uno_env import Batch, observation
from uno_env.engine.jit import JIT_ENABLED

PROGRAM = """
import sys
from tests.properties.test_plain_python import digests
from uno_env.engine.jit import JIT_ENABLED
assert not JIT_ENABLED
print("\\n".join(digests(int(sys.argv[1]), int(sys.argv[2]))))
"""


def digests(stride: int, decisions: int) -> list[str]:
    """A digest of every fifth decision of random play on some of the tables."""
    rule_sets = all_rule_sets()[::stride]
    batch = Batch(rule_sets, len(rule_sets), seed=21)
    contexts = np.zeros((len(batch), observation.CONTEXT), np.int32)
    rows = np.zeros((len(batch), observation.length()), observation.DTYPE)
    found = []
    for _ in range(decisions // 5):
        batch.play_out(5, redeal=True)
        observation.observe(batch.games, batch.rules, batch.actors, contexts, rows)
        found.append(hashlib.sha256(batch.games.tobytes() + rows.tobytes()).hexdigest())
    return found


def in_plain_python(stride: int, decisions: int) -> list[str]:
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(stride), str(decisions)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.mark.skipif(not JIT_ENABLED, reason="there is nothing to compare with")
def test_compiled_and_plain_python_make_the_same_records_byte_for_byte() -> None:
    assert in_plain_python(11, 150) == digests(11, 150)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.skipif(not JIT_ENABLED, reason="there is nothing to compare with")
def test_compiled_and_plain_python_make_the_same_records_on_every_table() -> None:
    assert in_plain_python(1, 500) == digests(1, 500)
