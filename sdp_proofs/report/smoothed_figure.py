"""The figure of smoothed privacy against the size of an electorate, one panel per electorate.

Nothing is computed here. Values arrive as decimal logarithms, because a figure of ordinary floats would end at
1e-308; the axis is therefore a linear one whose ticks are labelled with powers of ten.
"""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sdp_proofs.errors import DomainError
from sdp_proofs.report.election_figure import check_suffix

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_COLUMNS = 2
_MARKERS = (("#0072B2", "o"), ("#D55E00", "s"), ("#009E73", "^"), ("#CC79A7", "D"), ("#56B4E9", "v"), ("#E69F00", "P"))
_FIT: Any = {"linewidth": 1.0, "linestyle": (0, (1, 1.6))}
_ONE_OVER_N: Any = {"color": "black", "linewidth": 1.2}
_DP: Any = {"color": "0.55", "linewidth": 1.1, "linestyle": (0, (6, 2))}
_STYLE: Any = {
    "font.size": 9.0,
    "axes.titlesize": 9.0,
    "axes.linewidth": 0.7,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.fontsize": 8.5,
    "xtick.labelsize": 8.0,
    "ytick.labelsize": 8.0,
    "pdf.fonttype": 42,
    "svg.hashsalt": "sdp-proofs",  # the same input gives the same file
}


@dataclass(frozen=True, slots=True)
class Point:
    """One size. Every value is a log10 (estimate; -inf where the value is zero).

    Args:
        records: the place on the axis.
        delta: log10 of delta_SDP.
        fitted: log10 of the exponential fit, None for no fit.
        one_over_n: log10 of 1/n.
        dp_delta: log10 of the delta of differential privacy.
    """

    records: int
    delta: float
    fitted: float | None
    one_over_n: float
    dp_delta: float


@dataclass(frozen=True, slots=True)
class Curve:
    """One epsilon: its name, such as "0.5", and its points in any order."""

    epsilon: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """One electorate: its title and its curves."""

    title: str
    curves: tuple[Curve, ...]


def save_figure(panels: Sequence[Panel], path: str | os.PathLike[str]) -> None:
    """Draw the panels and write them to a file; the same panels give the same bytes.

    Args:
        panels: one or more.
        path: a file name ending in one of `election_figure.FORMATS`.

    Raises:
        DomainError: another suffix, or nothing to draw.
        OSError: the file cannot be written.
    """
    import matplotlib

    kind = check_suffix(path)
    # The dates would make two runs differ. A format refuses the keys it does not know.
    undated = {".png": {}, ".svg": {"Date": None}, ".pdf": {"CreationDate": None}}[kind]
    with matplotlib.rc_context(_STYLE):
        draw(panels).savefig(path, dpi=200, metadata=undated)


def draw(panels: Sequence[Panel]) -> Figure:
    """The panels as a matplotlib figure that no window and no global state knows about.

    Raises:
        DomainError: no panel, a panel without curves, a curve without points, or more curves than marks.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    if not panels or not all(panel.curves and all(curve.points for curve in panel.curves) for panel in panels):
        raise DomainError("a figure must have a panel, every panel a curve and every curve a point at least")
    most = max(len(panel.curves) for panel in panels)
    if most > len(_MARKERS):
        raise DomainError(f"a panel must have at most {len(_MARKERS)} curves, got {most}")
    columns = min(_COLUMNS, len(panels))
    lines = -(-len(panels) // columns)
    figure = Figure(figsize=(5.2, 3.9) if columns == 1 else (3.5 * columns, 2.6 * lines + 0.5))
    FigureCanvasAgg(figure)
    figure.set_layout_engine("constrained", w_pad=0.06, h_pad=0.06)
    grid = figure.subplots(lines, columns, squeeze=False)
    for axes, panel in zip(grid.flat, panels, strict=False):
        _draw_panel(axes, panel)
    for axes in grid.flat[len(panels) :]:
        axes.remove()
    for line in grid:
        line[0].set_ylabel(r"$\delta$ (log scale)")
    for axes in grid.flat[max(0, len(panels) - columns) : len(panels)]:
        axes.set_xlabel("number of votes $n$")
    handles, labels = grid.flat[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=4, columnspacing=1.4, frameon=False)
    return figure


def _draw_panel(axes: Axes, panel: Panel) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    widest = sorted(max(panel.curves, key=lambda curve: len(curve.points)).points, key=lambda point: point.records)
    sizes = [point.records for point in widest]
    axes.plot(sizes, [point.dp_delta for point in widest], label="DP, any $\\epsilon$", **_DP)
    axes.plot(sizes, [point.one_over_n for point in widest], label="$1/n$", **_ONE_OVER_N)
    fitted = False
    for curve, (color, marker) in zip(panel.curves, _MARKERS, strict=False):
        points = sorted(curve.points, key=lambda point: point.records)
        places = [point.records for point in points]
        deltas = [point.delta if math.isfinite(point.delta) else math.nan for point in points]
        fits = [(point.records, point.fitted) for point in points if point.fitted is not None]
        if fits:
            axes.plot(*zip(*fits, strict=True), color=color, label="_fit", **_FIT)
            fitted = True
        axes.plot(
            places, deltas, label=rf"$\epsilon$ = {curve.epsilon}", linestyle="none", color=color, marker=marker,
            markersize=4.2, markeredgecolor="white", markeredgewidth=0.4,
        )  # fmt: skip
        zeros = [point.records for point in points if point.delta == -math.inf]
        if zeros:  # a logarithm of zero has no place: an arrow on the lower edge stands for it
            axes.plot(
                zeros, [0.0] * len(zeros), linestyle="none", marker="v", color=color,
                transform=axes.get_xaxis_transform(), clip_on=False, label="_zero",
            )  # fmt: skip
    if fitted:  # one entry in the legend stands for all of them
        axes.plot([], [], color="0.25", label="exponential fit", **_FIT)
    axes.set_title(panel.title, loc="left")
    axes.grid(axis="y", color="0.92", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.xaxis.set_major_locator(MaxNLocator(5, integer=True))
    axes.xaxis.set_major_formatter(FuncFormatter(_size))
    axes.yaxis.set_major_locator(MaxNLocator(6, integer=True))
    axes.yaxis.set_major_formatter(FuncFormatter(_power_of_ten))


def _size(number: float, _: object) -> str:
    return f"{number:,.0f}"


def _power_of_ten(exponent: float, _: object) -> str:
    return "$1$" if exponent == 0 else f"$10^{{{exponent:.0f}}}$"
