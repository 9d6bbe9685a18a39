"""The comparison with the peers as a picture: one bar a case on a logarithmic scale, the ratios beside it."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from agents.arena.pictures import EMPTY, FADED, INK, MARK, canvas_in, heading

HOW_TO_INSTALL = "pictures need matplotlib: pip install uno-env[arena], or leave --png out"
#: In inches: a bar with its two lines of text, and how long the longest may be.
BAR, SPAN = 0.52, 5.2
#: From one column of numbers to the next, in parts of the longest bar.
COLUMN = 0.18
PEER = "#b0b0b0"
OURS = "uno_env"


def can_draw() -> bool:
    """Is matplotlib there?"""
    return importlib.util.find_spec("matplotlib") is not None


def draw(file: Path, content: Mapping[str, Any]) -> None:
    """Draw what :mod:`benchmarks.peers` measured, slowest first."""
    rows = sorted(content["rows"], key=lambda row: float(row["decisions_per_second"]["median"]))
    peers = [row["name"] for row in rows if row["library"] != OURS]
    heads = ["decisions\na second", "games\na second", *(f"against\n{peer.replace(' ', chr(10), 1)}" for peer in peers)]
    places = [1.16 + COLUMN * number for number in range(len(heads))]
    with canvas_in(file, SPAN, BAR * len(rows)) as axes:
        medians = [row["decisions_per_second"]["median"] for row in rows]
        axes.set_xscale("log")
        axes.set_xlim(10 ** int(f"{min(medians):e}".split("e")[1]), max(medians) * 1.15)
        axes.set_ylim(len(rows) - 0.5, -0.5)
        where: dict[str, Any] = {"transform": axes.get_yaxis_transform(), "color": INK}
        for line, row in enumerate(rows):
            spread, ours = row["decisions_per_second"], row["library"] == OURS
            axes.barh(line, spread["median"], height=0.62, color=MARK if ours else PEER, lw=0, zorder=2)
            axes.plot([spread["low"], spread["high"]], [line, line], color=INK, lw=1.2, zorder=3)
            label = f"uno_env {row['name']}" if ours else row["name"]
            axes.text(
                -0.02, line - 0.13, label, ha="right", va="center", size=10, weight="bold" if ours else None, **where
            )
            axes.text(-0.02, line + 0.21, row["what"], ha="right", va="center", size=7.5, **where | {"color": FADED})
            cells = [_rate(spread["median"]), _rate(row["games_per_second"]), *(_ratio(row, peer) for peer in peers)]
            for place, cell in zip(places, cells, strict=True):
                axes.text(place, line, cell, ha="right", va="center", size=10, **where)
        small: dict[str, Any] = where | {"color": FADED, "size": 7.5}
        for place, head in zip(places, heads, strict=True):
            axes.text(place, -0.62, head, ha="right", va="bottom", linespacing=1.15, **small)
        axes.set_yticks([])
        axes.tick_params(axis="x", labelsize=9, color=FADED, labelcolor=FADED)
        axes.tick_params(axis="x", which="minor", length=0)
        axes.xaxis.set_major_formatter(lambda rate, _: _rate(rate))
        axes.grid(axis="x", color=EMPTY)
        axes.set_axisbelow(True)
        heading(axes, f"Decisions per CPU second, {content['players']} players", _said(content), above=0.55)


def _said(content: Mapping[str, Any]) -> list[str]:
    rounds, seconds = content["rounds"], content["cpu_seconds_per_case_and_round"]
    return [
        "Uniform random legal play, one core, logarithmic scale. Rules and kinds of decisions differ between games.",
        f"Medians of {rounds} rounds of {seconds:g} s, alternating in one process; {content['machine']['cpu']}.",
    ]


def _rate(rate: float) -> str:
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if rate >= size:
            return f"{rate / size:.0f} {letter}" if rate >= 20 * size else f"{rate / size:.2g} {letter}"
    return f"{rate:.0f}"


def _ratio(row: Mapping[str, Any], peer: str) -> str:
    if peer not in row["ratios"]:
        return "1"
    median = row["ratios"][peer]["median"]
    return f"{median:.0f} x" if median >= 100 else f"{median:.1f} x" if median >= 10 else f"{median:.2f} x"
