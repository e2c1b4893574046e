"""The figure of smoothed privacy of one SGD step against the number of records, with confidence bands."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sdp_proofs.errors import DomainError
from sdp_proofs.report.figures import MARKERS, finish_panel, label_outer, panels_figure, require_curves

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_COLUMNS = 2
_FIT: Any = {"linewidth": 1.0, "linestyle": (0, (1, 1.6))}
_DP: Any = {"color": "0.55", "linewidth": 1.1, "linestyle": (0, (6, 2))}
_BAND: Any = {"alpha": 0.22, "linewidth": 0}
_BOUND: Any = {"linewidth": 0.8, "alpha": 0.75}
_ONE_OVER_N: Any = {"color": "0.35", "linewidth": 0.9, "linestyle": (0, (3, 1.5, 1, 1.5))}


@dataclass(frozen=True, slots=True)
class Point:
    """One size. Every value is a log10 (estimate; -inf where the value is zero).

    Args:
        records: the place on the axis.
        delta: log10 of the estimate of delta_SDP.
        low: log10 of the lower end of the band, of normal intervals.
        high: log10 of the upper end.
        bound: log10 of the upper end of the guaranteed interval.
        fitted: log10 of the exponential fit, None for no fit.
        dp_delta: log10 of the delta of differential privacy.
    """

    records: int
    delta: float
    low: float
    high: float
    bound: float
    fitted: float | None
    dp_delta: float


@dataclass(frozen=True, slots=True)
class Curve:
    """One epsilon: its name, such as "0.5", and its points in any order."""

    epsilon: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """One set of sources: its title and its curves."""

    title: str
    curves: tuple[Curve, ...]


def draw(panels: Sequence[Panel]) -> Figure:
    """The panels as a matplotlib figure that no window and no global state knows about.

    The bands are normal intervals, which are about right; the thin lines are upper ends that are guaranteed.

    Raises:
        DomainError: not such panels, or more curves than marks.
    """
    require_curves(panels)
    if not all(math.isfinite(point.delta) for panel in panels for curve in panel.curves for point in curve.points):
        raise DomainError("every point must have a delta > 0")
    figure, grid = panels_figure(len(panels), _COLUMNS, alone=(5.2, 3.9), each=(3.5, 2.6))
    for axes, panel in zip(grid, panels, strict=True):
        _draw_panel(axes, panel)
    label_outer(grid, _COLUMNS, below="number of records $n$", left=r"$\delta_{\mathrm{SDP}}$ (log scale)")
    handles, labels = grid[0].get_legend_handles_labels()
    columns = 3 if len(panels) == 1 else 4
    figure.legend(handles, labels, loc="outside lower center", ncols=columns, columnspacing=1.2, frameon=False)
    return figure


def _draw_panel(axes: Axes, panel: Panel) -> None:
    from matplotlib.ticker import MaxNLocator

    widest = sorted(max(panel.curves, key=lambda curve: len(curve.points)).points, key=lambda point: point.records)
    ns = [point.records for point in widest]
    axes.plot(ns, [point.dp_delta for point in widest], label="DP, any $\\epsilon$", **_DP)
    axes.plot(ns, [-math.log10(n) for n in ns], label="1/n", **_ONE_OVER_N)
    lowest = math.floor(min(point.delta for curve in panel.curves for point in curve.points)) - 1
    fitted = False
    for curve, (color, marker) in zip(panel.curves, MARKERS, strict=False):
        points = sorted(curve.points, key=lambda point: point.records)
        sizes = [point.records for point in points]
        axes.fill_between(
            sizes, [max(point.low, lowest) for point in points], [point.high for point in points],
            color=color, label="_band", **_BAND,
        )  # fmt: skip
        axes.plot(sizes, [point.bound for point in points], color=color, label="_bound", **_BOUND)
        fits = [(point.records, point.fitted) for point in points if point.fitted is not None]
        if fits:
            axes.plot(*zip(*fits, strict=True), color=color, label="_fit", **_FIT)
            fitted = True
        axes.plot(
            sizes, [point.delta for point in points], label=rf"$\epsilon$ = {curve.epsilon}", linestyle="none",
            color=color, marker=marker, markersize=4.2, markeredgecolor="white", markeredgewidth=0.4,
        )  # fmt: skip
    axes.set_ylim(bottom=lowest)
    if fitted:  # one entry in the legend stands for all of them
        axes.plot([], [], color="0.25", label="exponential fit", **_FIT)
    axes.fill_between([], [], [], color="0.25", label="99 % band, normal", **_BAND)
    axes.plot([], [], color="0.25", label="guaranteed upper end, 99 %", **_BOUND)
    finish_panel(axes, panel.title)
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
