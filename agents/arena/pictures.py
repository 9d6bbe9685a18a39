"""The cross table and the ratings as pictures.

Drawn on canvases of their own, without pyplot: no window, no list of open figures, and settings are put back.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agents.arena.summary import Summary, ranking
from agents.arena.whole_files import write_whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes

CROSS_TABLE_PICTURE = "cross_table.png"
RATINGS_PICTURE = "ratings.png"

#: In inches: a cell of the cross table, a line of the ratings, how wide these are.
CELL, LINE, SPAN = 0.62, 0.34, 6.0
DOTS_PER_INCH = 150
INK, FADED, EMPTY, MARK = "#222222", "#777777", "#eeeeee", "#2166ac"
DIVERGING = "RdBu"
#: Colours reach at least so far from par, so that tiny differences do not look like large ones.
LEAST_CONTRAST = 0.2
#: Longer names lose their middle: agents of one kind differ in their parameters, at the end.
LONGEST_NAME = 40


def draw_pictures(folder: str | Path, summary: Summary) -> list[Path]:
    """Draw both pictures into a folder, which is made if need be; returns where they are."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / CROSS_TABLE_PICTURE, folder / RATINGS_PICTURE]
    draw_cross_table(files[0], summary)
    draw_ratings(files[1], summary)
    return files


def draw_cross_table(file: Path, summary: Summary) -> None:
    """Row against column in per cent, coloured by the distance from par; the best agent first."""
    import numpy as np
    from matplotlib import colormaps

    cross, order = summary["cross_table"], ranking(summary)
    size = len(order)
    rates, pars, lows, highs = (
        np.array(cross[key], np.float64).reshape(size, size)[np.ix_(order, order)]
        for key in ("win_rate", "par", "low", "high")
    )
    contrast = max(LEAST_CONTRAST, float(np.nanmax(np.abs(rates - pars), initial=0)))
    colors = colormaps[DIVERGING]((rates - pars) / (2 * contrast) + 0.5)
    with canvas_in(file, CELL * size, CELL * size) as axes:
        axes.set(xlim=(0, size), ylim=(size, 0))
        for row, column in np.ndindex(size, size):
            rate, half = 100 * rates[row, column], 50 * (highs[row, column] - lows[row, column])
            known = not np.isnan(rates[row, column] - pars[row, column])
            color = colors[row, column] if known else EMPTY
            axes.fill([column, column + 1, column + 1, column], [row, row, row + 1, row + 1], color=color, lw=0)
            if np.isnan(rate):
                continue
            ink = "white" if known and float(np.dot(color[:3], (0.3, 0.59, 0.11))) < 0.57 else INK
            exact = not np.isnan(half)
            middle = row + (0.4 if exact else 0.5)
            axes.text(column + 0.5, middle, f"{rate:.1f}", size=10, ha="center", va="center", color=ink)
            if exact:
                axes.text(column + 0.5, row + 0.74, f"±{half:.1f}", size=7, ha="center", va="center", color=ink)
        lines = np.arange(1, size)
        axes.vlines(lines, 0, size, color="white", lw=1.5)
        axes.hlines(lines, 0, size, color="white", lw=1.5)
        names = [f"{short_name(cross['agents'][agent])}   {rank}" for rank, agent in enumerate(order, 1)]
        axes.set_yticks(np.arange(size) + 0.5, names, parse_math=False)
        axes.set_xticks(np.arange(size) + 0.5, [str(rank) for rank in range(1, size + 1)])
        axes.xaxis.tick_top()
        axes.tick_params(length=0, labelsize=10, labelcolor=INK)
        bases = sorted({basis for line in cross["basis"] for basis in line if basis is not None})
        met = np.unique(pars[~np.isnan(pars)])
        par = f"par {100 * met[0]:.4g} %" if len(met) == 1 else "par differs from pair to pair"
        said = [f"{basis[0].upper()}{basis[1:]}." for basis in bases] or ["Nobody met."]
        said += [f"Blue: better than {par}, red: worse." if len(met) == 1 else f"Blue: above par, red: below; {par}."]
        heading(axes, "Wins in %", said, above=0.45)


def draw_ratings(file: Path, summary: Summary) -> None:
    """Elo with intervals, the best agent first, and a line at the anchor."""
    elo = summary["ratings"]["elo"]
    rows = [elo["agents"][agent] for agent in ranking(summary) if elo["agents"][agent]["rating"] is not None]
    with canvas_in(file, SPAN, LINE * max(len(rows), 1)) as axes:
        axes.set_ylim(len(rows) - 0.5 if rows else 0.5, -0.5)
        axes.axvline(1000, color=FADED, lw=1.2, ls=(0, (4, 3)), zorder=1)
        for line, row in enumerate(rows):
            low, high = row["low"], row["high"]
            known = low is not None and high is not None
            if known:
                axes.plot([low, high], [line, line], color=MARK, lw=3, alpha=0.45, solid_capstyle="butt")
            axes.plot(row["rating"], line, "o", color=MARK, ms=6)
            beside = "anchor" if row["name"] == elo["anchor"] else f"±{(high - low) / 2:.0f}" if known else ""
            where: dict[str, Any] = {
                "transform": axes.get_yaxis_transform(),
                "va": "center_baseline",
                "size": 10,
                "color": INK,
            }
            axes.text(1.09, line, f"{row['rating']:.0f}", ha="right", **where)
            axes.text(1.105, line, beside, **where)
        axes.set_yticks(range(len(rows)), [short_name(row["name"]) for row in rows], parse_math=False)
        axes.margins(x=0.06)
        axes.tick_params(axis="y", length=0, labelsize=10, labelcolor=INK)
        axes.tick_params(axis="x", labelsize=9, color=FADED, labelcolor=FADED)
        axes.grid(axis="x", color=EMPTY)
        axes.set_axisbelow(True)
        said = [f"Anchor: {elo['anchored']}.", f"Bars: {100 * summary['confidence']:g} % intervals over deals."]
        if not elo["connected"]:
            said.append("No games connect all agents: not all of these compare.")
        heading(axes, "Elo", said if rows else ["No games with a winner."], above=0.1)


def short_name(name: str) -> str:
    """A name that fits, with both its ends."""
    if len(name) <= LONGEST_NAME:
        return name
    end = LONGEST_NAME // 2
    return f"{name[: LONGEST_NAME - end - 1]}…{name[-end:]}"


def heading(axes: Axes, title: str, said: list[str], above: float) -> None:
    """A heading at the left, with smaller lines below it, so many inches above the axes."""
    height = axes.get_window_extent().height / DOTS_PER_INCH
    for number, text in enumerate(reversed(said)):
        axes.text(0, 1 + (above + 0.19 * number) / height, text, transform=axes.transAxes, size=9, color=FADED)
    top = 1 + (above + 0.19 * len(said) + 0.04) / height
    axes.text(0, top, title, transform=axes.transAxes, size=13, weight="bold", color=INK)


@contextmanager
def canvas_in(file: Path, width: float, height: float) -> Iterator[Axes]:
    """Axes of so many inches on a picture that grows round them, and is written when all is drawn."""
    from matplotlib import style
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with style.context("default"), warnings.catch_warnings():
        # An agent may be called anything; a letter the font does not have becomes a box.
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        figure = Figure(figsize=(width, height), dpi=DOTS_PER_INCH, facecolor="white")
        canvas = FigureCanvasAgg(figure)
        axes = figure.add_axes((0, 0, 1, 1))
        axes.spines[:].set_visible(False)
        yield axes
        picture = io.BytesIO()
        canvas.print_figure(picture, format="png", bbox_inches="tight", pad_inches=0.2)
    write_whole(file, picture.getvalue())
