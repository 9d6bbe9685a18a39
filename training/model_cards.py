"""From a finished run to a network that ships: weights and model card, side by side in ``agents/weights``.

``python -m training.model_cards runs/deep_monte_carlo-full-2 classic_2p`` copies the network and writes its card from
what the run left in its folder: command, seed, time, versions, evaluation.  With ``--record FILE`` only the figures
are kept, as the documents show them.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
from dataclasses import asdict
from pathlib import Path
from typing import Any

from agents.arena.whole_files import write_whole
from agents.network import SHIPPED, WEIGHTS_FOLDER
from agents.networks.parameters import Network
from training.curves import PICTURE_FILE
from training.evaluating import EvaluationRow, markdown_table
from training.runs import RESULT_FILE, RunError

MOST_BYTES = 5_000_000  # of all shipped weights together


def card(name: str, folder: Path) -> str:
    """The model card of a finished run, as Markdown."""
    result = _result(folder)
    network = Network.from_file(folder / result["model"])
    config = result["config"]
    settings = {key: value for key, value in config["args"].items() if key not in ("out", "resume", "workers")}
    rows = _rows(result, name)
    shape = network.shape
    lines = [
        f"# {name}",
        "",
        f"A network trained by `{config['algorithm']}` on the tables `{config['args']['rules']}`. Layers of "
        f"{shape.first}, {shape.second} and {shape.third} units, {shape.count:,} numbers, kept in half precision. "
        f"Play it with `uno play {name}` or `uno tournament {name} expert`.",
        "",
        f"- Command: `{_command(config)}`",
        f"- Seed: {result['seed']}; {result['samples']:,} decisions learnt from.",
        f"- Time: {result['wall_seconds']:,.0f} s on two shared cores, {result['cpu_seconds']:,.0f} s of processor "
        "time; tests on the way and the evaluation below are included.",
        f"- Versions: {', '.join(f'{key} {value}' for key, value in result['versions'].items())}.",
        f"- Settings: {', '.join(f'{key} {value}' for key, value in settings.items())}.",
        "",
        "## Evaluation",
        "",
        f"Played greedily on duplicate deals of seed {rows[0].seed}, which was used neither for training nor for "
        "choosing anything; 95 % intervals over deals. At larger tables one seat against copies of the opponent.",
        "",
        markdown_table(rows).strip(),
        "",
        "Each row is played again by its command, for example:",
        "",
        f"```console\n$ {rows[0].command}\n```",
        "",
        f"![learning curve]({name}.png)",
        "",
    ]
    return "\n".join(lines)


def ship(folder: Path, name: str) -> None:
    """Put the network of a finished run, its card and its curve where the package keeps them."""
    if name not in SHIPPED:
        raise RunError(f"{name!r} is no shipped network: {', '.join(SHIPPED)}")
    text = card(name, folder)
    write_whole(WEIGHTS_FOLDER / f"{name}.npz", (folder / _result(folder)["model"]).read_bytes())
    write_whole(WEIGHTS_FOLDER / f"{name}.md", text.encode())
    shutil.copyfile(folder / PICTURE_FILE, WEIGHTS_FOLDER / f"{name}.png")


def record(folder: Path, file: Path) -> None:
    """Keep the figures of a finished run, without the folder they were made in."""
    result = _result(folder)
    kept = {key: result[key] for key in ("seed", "versions", "samples", "wall_seconds", "cpu_seconds")}
    config = result["config"]
    model = f"policy:model=runs/{config['algorithm']}-{config['preset']}-{config['seed']}/{result['model']}"
    content = {"command": _command(config), **kept, "evaluation": [asdict(row) for row in _rows(result, model)]}
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, json.dumps(content, indent=1).encode() + b"\n")


def _result(folder: Path) -> dict[str, Any]:
    try:
        result: dict[str, Any] = json.loads((folder / RESULT_FILE).read_text())
    except FileNotFoundError:
        raise RunError(f"{folder} holds no finished run: there is no {RESULT_FILE}") from None
    return result


def _command(config: dict[str, Any]) -> str:
    """The command of a run without the folder it wrote to, which is everybody's own."""
    return re.sub(r" --out[ =]\S+| --resume\b", "", str(config["command"]))


def _rows(result: dict[str, Any], name: str) -> list[EvaluationRow]:
    """The evaluation, of the network by its name instead of its file's."""
    return [
        EvaluationRow(**row | {key: re.sub(r"policy:model=[^\s,]+", name, row[key]) for key in ("agent", "command")})
        for row in result["evaluation"]
    ]


def main() -> None:
    """Ship a run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="of the finished run")
    parser.add_argument("name", nargs="?", choices=SHIPPED, help="ship its network under this name")
    parser.add_argument("--record", type=Path, metavar="FILE", help="keep its figures in this file")
    options = parser.parse_args()
    if options.name:
        ship(options.folder, options.name)
    if options.record:
        record(options.folder, options.record)


if __name__ == "__main__":
    main()
