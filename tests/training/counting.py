"""A run of nothing but counting, to be killed and resumed: ``python -m tests.training.counting FOLDER``."""

import sys
import time
from pathlib import Path

from training.runs import Run, RunArgs


def count(path: Path, resume: bool, until: int, pause: float) -> int:
    """Count on from the last checkpoint; how far it was when that began."""
    args = RunArgs(out=path, resume=resume, checkpoint_seconds=0.05, tensorboard=False)
    with Run.open("counting", args) as run:
        state = run.last_checkpoint() or {"count": 0}
        first = state["count"]
        for number in range(first + 1, until + 1):
            time.sleep(pause)
            run.note(number, count=number)
            if run.checkpoint_due():
                run.save_checkpoint(number, {"count": number})
    return int(first)


if __name__ == "__main__":
    count(Path(sys.argv[1]), "--resume" in sys.argv, 1_000_000, 0.002)
