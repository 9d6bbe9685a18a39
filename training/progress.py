"""How far a run is: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from types import TracebackType

from tqdm import tqdm

from training.evaluating import EvaluationRow


@contextmanager
def one_thread() -> Iterator[ThreadPoolExecutor]:
    """A thread beside this one.  What it has begun it ends; whoever interrupts the run is told what they wait for."""
    with ThreadPoolExecutor(1) as pool:
        try:
            yield pool
        except KeyboardInterrupt:
            print(
                "\nstopping, as soon as the rounds under way are played (or compiled: up to a minute) ...",
                file=sys.stderr,
            )
            raise


class Progress:
    """A bar over the samples of a run."""

    def __init__(self, shown: bool, samples: int, done: int = 0) -> None:
        # Where no terminal is, a line every half minute is enough for a log.
        interval = 0.5 if sys.stderr.isatty() else 30.0
        self._bar = tqdm(
            total=samples, initial=done, unit=" samples", unit_scale=True, disable=not shown, mininterval=interval
        )

    def update(self, done: int, note: str = "") -> None:
        """So many samples are done."""
        self._bar.set_postfix_str(note, refresh=False)
        self._bar.update(done - self._bar.n)

    def tell(self, rows: Sequence[EvaluationRow]) -> None:
        """What a test on the way has shown."""
        if not self._bar.disable:
            for row in rows:
                self._bar.write(
                    f"{row.rules} against {row.opponent}: {100 * row.win_rate:.1f} % "
                    f"[{100 * row.low:.1f} .. {100 * row.high:.1f}], par {100 * row.par:.0f}",
                    file=sys.stderr,
                )

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._bar.close()
