"""The learning curve of a run: a file that grows line by line, and its picture.

The file has one number a line (``step, wall_seconds, cpu_seconds, name, value``), so that any set of names fits.
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from agents.arena.pictures import DOTS_PER_INCH, EMPTY, FADED, INK
from agents.arena.whole_files import write_whole
from training.evaluating import HIGH, LOW, PAR, WIN_RATE

if TYPE_CHECKING:
    from matplotlib.axes import Axes

CURVE_FILE, PICTURE_FILE = "curve.csv", "learning_curve.png"
HEADER = ("step", "wall_seconds", "cpu_seconds", "name", "value")
#: Opponents, the strongest contrast first; readable with any kind of colour vision.
COLORS = ("#2166ac", "#d6604d", "#1b7837", "#9970ab", "#b8860b", "#4d4d4d")
#: In inches.
WIDTH, HEIGHT = 7.2, 5.0
#: What is drawn below the win rates: whatever is called so, or begins so.
LOSS = "loss"


class CurvePoint(NamedTuple):
    """One number of a curve."""

    step: int
    wall_seconds: float
    cpu_seconds: float
    name: str
    value: float


class CurveFile:
    """The curve of a run under way."""

    def __init__(self, file: Path, drop_after: int = -1) -> None:
        """Go on with a file from a step on: what it has after that is dropped, as it will come again."""
        kept = [point for point in read_curve(file) if point.step <= drop_after]
        text = io.StringIO(newline="")
        csv.writer(text).writerows([HEADER, *map(_line, kept)])
        write_whole(file, text.getvalue().encode())
        self._file = file.open("a", encoding="utf-8", newline="")
        self._lines = csv.writer(self._file)

    def append(self, step: int, wall_seconds: float, cpu_seconds: float, numbers: Mapping[str, float]) -> None:
        """Numbers of one moment."""
        points = [CurvePoint(step, wall_seconds, cpu_seconds, name, float(value)) for name, value in numbers.items()]
        self._lines.writerows(map(_line, points))
        self._file.flush()

    def flush(self) -> None:
        """See that all of it is on the disk."""
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Nothing more will come."""
        self._file.close()


def _line(point: CurvePoint) -> tuple[str, ...]:
    wall, cpu = f"{point.wall_seconds:.2f}", f"{point.cpu_seconds:.2f}"
    return str(point.step), wall, cpu, point.name, f"{point.value:.6g}"


def read_curve(file: Path) -> list[CurvePoint]:
    """All points of a file, none if there is no file; a last line that was broken off is left out."""
    if not file.exists():
        return []
    text = file.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    lines = csv.DictReader(io.StringIO(whole))
    return [
        CurvePoint(
            int(line["step"]),
            float(line["wall_seconds"]),
            float(line["cpu_seconds"]),
            line["name"],
            float(line["value"]),
        )
        for line in lines
    ]


def draw_curves(curve: Path, picture: Path, title: str = "") -> None:
    """Win rates with their intervals over samples, and the loss below them; drawn without a window."""
    from matplotlib import style
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    by_name: dict[str, list[CurvePoint]] = {}
    for point in read_curve(curve):
        by_name.setdefault(point.name, []).append(point)
    losses = [name for name in by_name if name.startswith(LOSS)]
    with style.context("default"):
        figure = Figure(figsize=(WIDTH, HEIGHT), dpi=DOTS_PER_INCH, facecolor="white")
        canvas = FigureCanvasAgg(figure)
        if losses:
            rates, loss = figure.subplots(2, 1, sharex=True, height_ratios=(3, 1), gridspec_kw={"hspace": 0.12})
            _draw_losses(loss, {name: by_name[name] for name in losses})
            lowest = loss
        else:
            lowest = rates = figure.subplots()
        _draw_rates(rates, by_name)
        rates.set_title(title, loc="left", size=13, weight="bold", color=INK, pad=24)
        said = "Win rates on duplicate deals, with their 95 % intervals."
        rates.annotate(said, (0, 1), (0, 9), xycoords="axes fraction", textcoords="offset points", size=9, color=FADED)
        lowest.set_xlabel("samples", color=FADED)
        lowest.xaxis.set_major_formatter(lambda value, _: _count(value))
        data = io.BytesIO()
        canvas.print_figure(data, format="png", bbox_inches="tight", pad_inches=0.2)
    write_whole(picture, data.getvalue())


def _draw_rates(axes: Axes, by_name: Mapping[str, list[CurvePoint]]) -> None:
    """One line an opponent, named where it ends, with a band as wide as the interval."""
    opponents = [name.partition("/")[2] for name in by_name if name.startswith(f"{WIN_RATE}/")]
    ends = []
    for number, opponent in enumerate(opponents):
        color = COLORS[number % len(COLORS)]
        points = by_name[f"{WIN_RATE}/{opponent}"]
        steps, values = [point.step for point in points], _per_cent(points)
        low, high = (_per_cent(by_name.get(f"{name}/{opponent}", ())) for name in (LOW, HIGH))
        if len(low) == len(high) == len(steps):
            axes.fill_between(steps, low, high, color=color, alpha=0.16, lw=0)
        axes.plot(steps, values, "-o", color=color, lw=1.8, ms=3.5)
        ends.append((values[-1], f"{opponent}  {values[-1]:.1f}", color))
    low_end, high_end = axes.get_ylim()
    pars = {value for name in by_name if name.startswith(f"{PAR}/") for value in _per_cent(by_name[name])}
    axes.set_ylim(min([low_end, *(par - 1.5 for par in pars)]), max([high_end, *(par + 1.5 for par in pars)]))
    _name_lines(axes, ends)
    for par in sorted(pars):
        axes.axhline(par, color=FADED, lw=1.1, ls=(0, (4, 3)), zorder=1)
        axes.text(0.005, par, f"par {par:.0f}", transform=axes.get_yaxis_transform(), size=8, color=FADED, va="bottom")
    axes.set_ylabel("wins, %", color=FADED)
    _plain(axes)


def _name_lines(axes: Axes, ends: Iterable[tuple[float, str, str]]) -> None:
    """Names right of where the lines end, moved apart so that none covers another."""
    names = sorted(ends)
    low, high = axes.get_ylim()
    apart = 0.075 * (high - low)
    last = low - apart
    for value, name, color in names:
        last = max(value, last + apart)
        place = (1.015, last)
        axes.annotate(name, place, xycoords=axes.get_yaxis_transform(), size=9, color=color, va="center")
    axes.set_ylim(low, high)


def _draw_losses(axes: Axes, losses: Mapping[str, list[CurvePoint]]) -> None:
    for number, (name, points) in enumerate(losses.items()):
        label = name.partition("/")[2] or name
        color = FADED if len(losses) == 1 else COLORS[number % len(COLORS)]
        axes.plot([point.step for point in points], [point.value for point in points], color=color, lw=1.2, label=label)
    if len(losses) > 1:
        axes.legend(frameon=False, fontsize=8, loc="center left", bbox_to_anchor=(1.0, 0.5))
    axes.set_ylabel("loss", color=FADED)
    _plain(axes)


def _plain(axes: Axes) -> None:
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(FADED)
    axes.tick_params(labelsize=9, color=FADED, labelcolor=FADED)
    axes.grid(color=EMPTY)
    axes.set_axisbelow(True)


def _per_cent(points: Iterable[CurvePoint]) -> list[float]:
    return [100 * point.value for point in points]


def _count(value: float) -> str:
    """A number of samples as one says it: 250k, 1.5M."""
    for size, letter in ((1_000_000, "M"), (1000, "k")):
        if abs(value) >= size:
            return f"{value / size:.4g}{letter}"
    return f"{value:.4g}"
