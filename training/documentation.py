"""Tables about training in the documents; see :mod:`benchmarks.documentation`, which writes all of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from agents import documentation
from agents.documentation import rung_cells
from agents.networks import layout
from training.presets import ALGORITHMS, available, find_trainer
from uno_env.documentation import ROOT, table

TRAINED = ROOT / "benchmarks" / "results" / "trained.json"
SPEED = ROOT / "benchmarks" / "results" / "training_speed.json"
RUNS = ROOT / "benchmarks" / "results" / "training"


def algorithms() -> str:
    """Every algorithm of ``uno train``."""
    rows = [
        (f"`{name}`", each.about, f"`uno-env[{each.extra}]`")
        for name, each in ALGORITHMS.items()
        if name in available()
    ]
    return table(("algorithm", "what it does", "needs"), rows)


def presets() -> str:
    """What the presets of each algorithm set."""
    rows = []
    for name in available():
        for preset, settings in find_trainer(name).presets.items():
            rows.append((f"`{name}`", preset, ", ".join(f"`{key}` {_shown(value)}" for key, value in settings.items())))
    return table(("algorithm", "preset", "settings that differ from the defaults"), rows)


def _shown(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


def trained() -> str:
    """How strong the shipped networks are on the classic deck."""
    return _claims(lambda row: not _is_cell(row))


def trained_decks() -> str:
    """How strong the general network is, table by table."""
    return _claims(_is_cell)


def _is_cell(row: Mapping[str, Any]) -> bool:
    return bool(row["agent"] == "general" and row["opponent"] == "expert")


def _claims(wanted: Callable[[Mapping[str, Any]], bool]) -> str:
    rows = []
    for row in json.loads(TRAINED.read_text())["results"]:
        if wanted(row):
            asked = f">= {100 * row['at_least']:g}" if row["at_least"] else "> par" if row["beats_par"] else ""
            agent, against, rules, rate, par, deals = rung_cells(row)
            rows.append((agent, against, f"{rules}, {row['rules']['players']}p", rate, asked, par, deals, _met(row)))
    heads = ("network", "against", "rules", "wins % [95 %]", "asked for", "par", "deals", "trained against")
    return table(heads, rows)


def _met(row: Mapping[str, Any]) -> str:
    return "yes" if row["trained_against"] else "never"


def training_runs() -> str:
    """What the other scripts reached, by their own evaluation."""
    rows = []
    for file in sorted(RUNS.glob("*.json")):
        content = json.loads(file.read_text())
        for row in content["evaluation"]:
            drawn = " (sampled)" if "sample=true" in row["agent"] else ""
            rows.append(
                (
                    f"`{content['command']}`{drawn}",
                    f"`{row['opponent']}`",
                    row["rules"],
                    f"{100 * row['win_rate']:.1f} [{100 * row['low']:.1f} .. {100 * row['high']:.1f}]",
                    f"{row['deals']:,}",
                    _met(row),
                    f"{content['samples'] / 1e6:.1f} M, {content['cpu_seconds'] / 60:.0f} min",
                )
            )
    heads = ("command", "against", "rules", "wins % [95 %]", "deals", "trained against", "samples, CPU time")
    return table(heads, rows)


def training_speed() -> str:
    """Samples a second of each script, and where the time goes."""
    rows = []
    for row in json.loads(SPEED.read_text())["results"]:
        parts = ", ".join(f"{name} {100 * share:.0f} %" for name, share in row["parts"].items())
        rows.append(
            (
                f"`{row['algorithm']}`",
                f"{row['samples_per_second']:,.0f}",
                parts,
                f"{100 * row['environment_share']:.1f} %",
            )
        )
    return table(("script", "samples a second", "where the time goes", "the environment's share"), rows)


def features() -> str:
    """What a network is told."""
    return layout.describe()


MAKERS: dict[str, Callable[[], str]] = documentation.MAKERS | {
    each.__name__: each
    for each in (algorithms, presets, trained, trained_decks, training_runs, training_speed, features)
}
