"""The folder of a run: its settings, checkpoints, curve and, at its end, model and evaluation.

>>> run = Run.open("maskable_ppo", args, preset="quick")
>>> state = run.last_checkpoint() or fresh_state()
>>> while learning:
...     run.note(step, loss=loss)
...     if run.checkpoint_due():
...         run.save_checkpoint(step, state)
>>> run.finish(model, evaluate_against(...))
"""

from __future__ import annotations

import importlib.metadata
import json
import platform
import shlex
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, ClassVar

from agents.arena.whole_files import write_whole
from training.checkpoints import Checkpoint, Checkpoints
from training.curves import CURVE_FILE, PICTURE_FILE, CurveFile, draw_curves
from training.evaluating import RESERVED_SEEDS, EvaluationRow, markdown_table
from training.processor_time import processor_seconds
from uno_env.version import __version__

RUNS = Path("runs")
CONFIG_FILE, RESULT_FILE, EVALUATION_FILE = "config.json", "result.json", "evaluation.json"
#: What a result may depend on, beside the settings.
PACKAGES = ("numpy", "numba", "torch", "stable_baselines3", "sb3_contrib", "gymnasium", "ray")


class RunError(ValueError):
    """A run that cannot be begun or resumed; the message says what to do."""


@dataclass
class RunArgs:
    """What every algorithm is told."""

    #: Options that decide nothing about the result, so that a resumed run may have others.
    INDIFFERENT: ClassVar[frozenset[str]] = frozenset(
        {"out", "resume", "checkpoint_seconds", "tensorboard", "evaluation_deals", "workers"}
    )

    out: Path | None = None
    """The folder of the run; runs/ALGORITHM-PRESET-SEED unless given."""
    resume: bool = False
    """Go on from the last checkpoint in the folder."""
    seed: int = 1
    """Two runs with the same seed and settings begin alike."""
    checkpoint_seconds: float = 60.0
    """How often a checkpoint is written: so much is lost at most when the run is killed."""
    tensorboard: bool = True
    """Write the curve for TensorBoard too."""
    evaluation_deals: int = 2000
    """Duplicate deals against each opponent in the final evaluation."""
    workers: int = 1
    """Processes of the final evaluation; 0 plays it in this one."""


class Run:
    """One run of an algorithm, over as many sessions as it takes."""

    def __init__(self, path: Path, args: RunArgs, config: dict[str, Any]) -> None:
        self.path, self.config = path, config
        self._checkpoints = Checkpoints(path / "checkpoints")
        self._checkpoint_seconds = args.checkpoint_seconds
        last = self._checkpoints.newest() if args.resume else None
        #: The last sample noted or saved.
        self.step = last.step if last else 0
        self._earlier = (last.wall_seconds, last.cpu_seconds) if last else (0.0, 0.0)
        self._began = self._saved = time.monotonic()
        self._began_cpu = processor_seconds()
        # What came after the checkpoint comes again; without one everything does.
        kept = last.step if last else -1
        self._tensorboard = _tensorboard(path, kept + 1) if args.tensorboard else None
        self._curve = CurveFile(path / CURVE_FILE, drop_after=kept)

    @classmethod
    def open(cls, algorithm: str, args: RunArgs, preset: str = "") -> Run:
        """Begin a run in a new folder, or go on with the one that is there if ``args.resume``."""
        _check(args)
        name = "-".join(filter(None, (algorithm, preset, str(args.seed))))
        path = RUNS / name if args.out is None else args.out
        config = {
            "algorithm": algorithm,
            "preset": preset,
            "seed": args.seed,
            "args": _plain(args),
            "versions": versions(),
            "command": command(),
        }
        if args.resume:
            _check_same(path, _read_config(path), config, args.INDIFFERENT)
        elif (path / CONFIG_FILE).exists():
            raise RunError(f"{path} already holds a run: go on with it (--resume), or name another folder (--out)")
        elif path.exists() and not path.is_dir():
            raise RunError(f"{path} is a file: name a folder (--out)")
        path.mkdir(parents=True, exist_ok=True)
        run = cls(path, args, config)
        # Only a run that can begin takes the folder; a resumed one keeps what it was begun with.
        if not args.resume:
            _write_json(path / CONFIG_FILE, config)
        return run

    # -- checkpoints -------------------------------------------------------------------------------

    def last_checkpoint(self) -> dict[str, Any] | None:
        """The state in the newest checkpoint that is whole; None if there is none, as when a run begins."""
        last = self._checkpoints.newest()
        return last.state if last else None

    def save_checkpoint(self, step: int, state: dict[str, Any]) -> None:
        """Keep everything the run needs to go on; the last three are there, each of them whole."""
        self.step = step
        self._curve.flush()
        self._checkpoints.save(Checkpoint(step, self.wall_seconds, self.cpu_seconds, state))
        self._saved = time.monotonic()

    def checkpoint_due(self) -> bool:
        """Is it time for the next one?"""
        return time.monotonic() - self._saved >= self._checkpoint_seconds

    # -- what happens on the way -------------------------------------------------------------------

    def note(self, step: int, **numbers: float) -> None:
        """Numbers of the curve, after so many samples; see :func:`training.evaluating.curve_numbers` for win rates."""
        self.step = step
        self._curve.append(step, self.wall_seconds, self.cpu_seconds, numbers)
        if self._tensorboard is not None:
            for name, value in numbers.items():
                self._tensorboard.add_scalar(name, value, step)

    @property
    def wall_seconds(self) -> float:
        """How long the run has taken, all its sessions together; what was lost when one was killed does not count."""
        return self._earlier[0] + time.monotonic() - self._began

    @property
    def cpu_seconds(self) -> float:
        """The same in seconds of one processor, the run's own processes included."""
        return self._earlier[1] + processor_seconds() - self._began_cpu

    # -- the end -----------------------------------------------------------------------------------

    def finish(self, model: Path, evaluation: Sequence[EvaluationRow]) -> None:
        """Write the evaluation, the picture of the curve and the result; print the evaluation."""
        rows = [asdict(row) for row in evaluation]
        _write_json(self.path / EVALUATION_FILE, rows)
        table = markdown_table(evaluation)
        write_whole(self.path / "evaluation.md", table.encode())
        self._curve.flush()
        draw_curves(self.path / CURVE_FILE, self.path / PICTURE_FILE, title=self._title())
        inside = model.resolve().is_relative_to(self.path.resolve())
        result = {
            "model": str(model.resolve().relative_to(self.path.resolve()) if inside else model),
            "config": self.config,
            "seed": self.config["seed"],
            "versions": versions(),
            "wall_seconds": round(self.wall_seconds, 1),
            "cpu_seconds": round(self.cpu_seconds, 1),
            "samples": self.step,
            "evaluation": rows,
        }
        _write_json(self.path / RESULT_FILE, result)
        print(table)
        print(f"{self.step:,} samples in {self.wall_seconds:,.0f} s ({self.cpu_seconds:,.0f} s of processor time).")
        print(f"Model, curve and evaluation are in {self.path}")

    def _title(self) -> str:
        return " ".join(filter(None, (self.config["algorithm"], self.config["preset"])))

    def close(self) -> None:
        """Nothing more will be noted."""
        self._curve.close()
        if self._tensorboard is not None:
            self._tensorboard.close()

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def versions() -> dict[str, str]:
    """Of everything a result may depend on and that is installed."""
    found = {"python": platform.python_version(), "uno_env": __version__}
    for name in PACKAGES:
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    return found


def command() -> str:
    """The words that started this program, as one would type them."""
    program, *words = sys.argv
    module = sys.modules["__main__"].__spec__
    started = ["python", "-m", module.name] if module is not None and module.name else [Path(program).name]
    return shlex.join([*started, *words])


#: Of what some algorithms have there must be at least one.
COUNTS = tuple((name, 1) for name in ("samples", "generation", "batch", "epochs", "tables", "curve_deals"))


def _check(args: RunArgs) -> None:
    if args.seed in RESERVED_SEEDS:
        raise RunError(f"--seed {args.seed} is reserved for {RESERVED_SEEDS[args.seed]}: choose another seed")
    for name, least in (("checkpoint_seconds", 0), ("evaluation_deals", 1), ("workers", 0), ("seed", 0), *COUNTS):
        if hasattr(args, name) and not getattr(args, name) >= least:
            raise RunError(f"--{name.replace('_', '-')} {getattr(args, name)}: must be at least {least}")


def _plain(args: RunArgs) -> dict[str, Any]:
    """The options as JSON has them."""
    values = {each.name: getattr(args, each.name) for each in fields(args)}
    plain: dict[str, Any] = json.loads(json.dumps(values, default=str))
    return plain


def _read_config(path: Path) -> dict[str, Any]:
    file = path / CONFIG_FILE
    if not file.is_file():
        raise RunError(f"{path} holds no run to resume: leave --resume out to begin one there, or check --out")
    try:
        config = json.loads(file.read_text())
    except ValueError as error:
        raise RunError(f"{file} is damaged ({error}): begin anew in another folder (--out)") from error
    if not isinstance(config, dict) or not isinstance(config.get("args"), dict):
        raise RunError(f"{file} is damaged (these are no settings of a run): begin anew in another folder (--out)")
    return config


def _check_same(path: Path, saved: dict[str, Any], wanted: dict[str, Any], indifferent: frozenset[str]) -> None:
    """A run goes on as it began, or its result would belong to no settings at all."""
    if saved.get("algorithm") != wanted["algorithm"]:
        raise RunError(f"{path} is a run of {saved.get('algorithm')}, not of {wanted['algorithm']}")
    names = sorted((saved["args"].keys() | wanted["args"].keys()) - indifferent)
    differences = [
        f"--{name.replace('_', '-')} ({saved['args'].get(name)!r}, not {wanted['args'].get(name)!r})"
        for name in names
        if saved["args"].get(name) != wanted["args"].get(name)
    ]
    if differences:
        raise RunError(
            f"{path} was begun with other settings: {', '.join(differences)}. "
            "Resume with the settings it was begun with, or begin another run (--out)"
        )


def _tensorboard(path: Path, first_step: int) -> Any:
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError as error:
        raise RunError(
            "TensorBoard is not installed: pip install uno-env[train], or leave it out (--no-tensorboard)"
        ) from error
    return SummaryWriter(str(path / "tensorboard"), purge_step=first_step)


def _write_json(file: Path, content: Any) -> None:
    write_whole(file, json.dumps(content, indent=1).encode() + b"\n", lasting=True)
