"""``uno train``: an algorithm, a preset, and any of the algorithm's own options.

Also what ``python -m training.ALGORITHM`` does.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from agents.command_line.bad_input import BadInput, plainly

EXIT_INTERRUPTED = 130
HELP = ("-h", "--help")


def train(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="ALGORITHM [--preset NAME] [OPTIONS]", help="Without an algorithm: what there is."),
    ] = None,
) -> None:
    """Train an agent.  ``uno train`` lists algorithms and presets, ``uno train ALGORITHM --help`` its options."""
    if not words or words[0] in HELP:
        print(overview())
        return
    run_algorithm(words[0], words[1:], f"uno train {words[0]}")


def overview() -> str:
    """The algorithms, the presets and an example."""
    from training.presets import PRESETS, USUAL_PRESET, available

    lines = ["Usage: uno train ALGORITHM [--preset NAME] [OPTIONS]", "", "Algorithms:"]
    known = available()
    width = max(map(len, [*known, *PRESETS]))
    lines += [f"  {name:{width}}  {each.about}" for name, each in known.items()]
    lines += ["", "Presets:"]
    lines += [
        f"  {name:{width}}  {each}{' [default]' if name == USUAL_PRESET else ''}" for name, each in PRESETS.items()
    ]
    lines += ["", "uno train ALGORITHM --help shows the options and what a preset sets them to."]
    return "\n".join(lines)


def run_algorithm(name: str, words: Sequence[str], program: str) -> None:
    """Train with these options; whatever is wrong with them is bad input."""
    from training.presets import PRESETS, USUAL_PRESET, find_trainer
    from training.runs import RunError

    preset, options = _without_preset(words)
    try:
        trainer = find_trainer(name)
        defaults = trainer.defaults(preset or USUAL_PRESET)
        try:
            import tyro
        except ModuleNotFoundError as error:
            raise BadInput(f"training needs {error.name}: pip install uno-env[train]") from error
        told = f"--preset {'|'.join(PRESETS)} sets other defaults; these are those of {preset or USUAL_PRESET}."
        args = tyro.cli(trainer.args, prog=program, description=told, args=options, default=defaults)
        trainer.main(args, preset or USUAL_PRESET)
    except RunError as error:
        raise BadInput(str(error)) from error
    except KeyboardInterrupt:
        print("uno: interrupted; go on with the same command and --resume", file=sys.stderr)
        raise SystemExit(EXIT_INTERRUPTED) from None


def _without_preset(words: Sequence[str]) -> tuple[str | None, list[str]]:
    """The preset, if one is named, and everything else."""
    preset, rest, left = None, [], list(words)
    while left:
        word = left.pop(0)
        if word == "--preset":
            if not left:
                raise BadInput("--preset needs a name: quick, standard or full")
            preset = left.pop(0)
        elif word.startswith("--preset="):
            preset = word.partition("=")[2]
        else:
            rest.append(word)
    return preset, rest


def start(algorithm: str) -> None:
    """What ``python -m training.ALGORITHM`` does."""
    plainly(run_algorithm)(algorithm, sys.argv[1:], f"python -m training.{algorithm}")
