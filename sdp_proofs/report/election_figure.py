"""The figure of a series of elections: privacy loss and utility by year, one panel per setting.

Nothing is computed here. Values arrive as decimal logarithms, because a figure of ordinary floats would end at
1e-308; the axis is therefore a linear one whose ticks are labelled with powers of ten.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sdp_proofs.errors import DomainError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS = (".png", ".svg", ".pdf")
"""The file formats, by suffix."""

_COLUMNS = 3
_LONG_EXPONENT = 10**7
_STYLE: Any = {
    "font.size": 9.0,
    "axes.titlesize": 9.0,
    "axes.labelsize": 9.0,
    "axes.linewidth": 0.7,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.fontsize": 9.0,
    "xtick.labelsize": 8.0,
    "ytick.labelsize": 8.0,
    "mathtext.fontset": "dejavusans",
    "pdf.fonttype": 42,
    "svg.hashsalt": "sdp-proofs",  # the same input gives the same file
}


@dataclass(frozen=True, slots=True)
class Point:
    """One election. Every value is a log10 (estimate; -inf where the value is zero).

    Args:
        year: the place on the axis.
        delta: log10 of delta(x).
        utility: log10 of the adversary's utility.
        one_over_n: log10 of 1/n.
        dp_delta: log10 of the delta of differential privacy.
    """

    year: int
    delta: float
    utility: float
    one_over_n: float
    dp_delta: float


@dataclass(frozen=True, slots=True)
class Panel:
    """One setting: its title and its elections, in any order."""

    title: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class _Curve:
    """How one column of the points is drawn: told apart by shape as well as by colour."""

    label: str
    value: Callable[[Point], float]
    drawing: dict[str, Any]


# Delta and utility often lie on top of each other: a filled mark is drawn inside a wider open one.
_CURVES = (
    _Curve(
        "differential privacy, $T/n$",
        lambda point: point.dp_delta,
        {"color": "0.6", "linewidth": 1.0, "linestyle": (0, (6, 2, 1, 2))},
    ),
    _Curve("$1/n$", lambda point: point.one_over_n, {"color": "black", "linewidth": 1.2, "linestyle": (0, (1, 1.5))}),
    _Curve(
        r"privacy loss $\delta(x)$",
        lambda point: point.delta,
        {"color": "#0072B2", "linewidth": 1.0, "marker": "o", "markersize": 6.0, "markerfacecolor": "white"},
    ),
    _Curve(
        "adversary's utility",
        lambda point: point.utility,
        {"color": "#D55E00", "linewidth": 1.0, "linestyle": (0, (4, 2)), "marker": "D", "markersize": 2.6},
    ),
)


def save_figure(panels: Sequence[Panel], path: str | os.PathLike[str]) -> None:
    """Draw the panels and write them to a file; the same panels give the same bytes.

    Args:
        panels: one or more.
        path: a file name ending in one of `FORMATS`.

    Raises:
        DomainError: another suffix, no panel, or a panel without points.
        OSError: the file cannot be written.
    """
    import matplotlib

    kind = check_suffix(path)
    # The dates would make two runs differ. A format refuses the keys it does not know.
    undated = {".png": {}, ".svg": {"Date": None}, ".pdf": {"CreationDate": None}}[kind]
    with matplotlib.rc_context(_STYLE):
        draw(panels).savefig(path, dpi=200, metadata=undated)


def check_suffix(path: str | os.PathLike[str], formats: Sequence[str] = FORMATS) -> str:
    """The suffix of a file name, if it is one of the formats.

    Raises:
        DomainError: another suffix, or none.

    Example:
        >>> check_suffix("votes.PDF")
        '.pdf'
    """
    suffix = Path(path).suffix.lower()
    if suffix not in formats:
        known = ", ".join(formats[:-1]) + f" or {formats[-1]}"
        raise DomainError(f"the file's name must end in {known}, got {os.fspath(path)!r}")
    return suffix


def draw(panels: Sequence[Panel]) -> Figure:
    """The panels as a matplotlib figure that no window and no global state knows about.

    Raises:
        DomainError: no panel, or a panel without points.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    if not panels or not all(panel.points for panel in panels):
        raise DomainError("a figure must have at least one panel, and every panel at least one point")
    columns = min(_COLUMNS, len(panels))
    lines = -(-len(panels) // columns)
    width, height = (5.6, 3.8) if len(panels) == 1 else (3.05 * columns, 2.5 * lines + 0.5)
    figure = Figure(figsize=(width, height))
    FigureCanvasAgg(figure)
    figure.set_layout_engine("constrained", w_pad=0.08, h_pad=0.06)
    grid = figure.subplots(lines, columns, squeeze=False, sharex=len(panels) > 1)
    for axes, panel in zip(grid.flat, panels, strict=False):
        _draw_panel(axes, panel)
    for axes in grid.flat[len(panels) :]:
        axes.remove()
    for line in grid:
        line[0].set_ylabel("value (log scale)")
    for axes in grid.flat[max(0, len(panels) - columns) : len(panels)]:
        axes.set_xlabel("year of the election")
    handles, labels = grid.flat[0].get_legend_handles_labels()
    figure.legend(handles[::-1], labels[::-1], loc="outside lower center", ncols=2 if columns < 2 else 4, frameon=False)
    return figure


def _draw_panel(axes: Axes, panel: Panel) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    points = sorted(panel.points, key=lambda point: point.year)
    years = [point.year for point in points]
    for curve in _CURVES:
        values = [curve.value(point) for point in points]
        finite = [value if math.isfinite(value) else math.nan for value in values]
        axes.plot(years, finite, label=curve.label, **curve.drawing)
        zeros = [year for year, value in zip(years, values, strict=True) if value == -math.inf]
        if zeros:  # a logarithm of zero has no place: an arrow on the lower edge stands for it
            axes.plot(
                zeros, [0.0] * len(zeros), linestyle="none", marker="v", color=curve.drawing["color"],
                transform=axes.get_xaxis_transform(), clip_on=False, label="_zero",
            )  # fmt: skip
    axes.set_title(panel.title, loc="left")
    axes.grid(axis="y", color="0.9", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True, steps=[1, 2, 4, 10]))
    axes.yaxis.set_major_locator(MaxNLocator(6, integer=True))
    axes.yaxis.set_major_formatter(FuncFormatter(_power_of_ten))


def _power_of_ten(exponent: float, _: object) -> str:
    if exponent == 0:
        return "$1$"
    return f"$10^{{{exponent:.0f}}}$" if abs(exponent) < _LONG_EXPONENT else f"$10^{{{exponent:.3g}}}$"
