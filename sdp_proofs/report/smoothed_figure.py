"""The figure of smoothed privacy against the size of an electorate, one panel per electorate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sdp_proofs.report.figures import (
    MARKERS,
    finish_panel,
    label_outer,
    panels_figure,
    plot_logarithms,
    require_curves,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_COLUMNS = 2
_FIT: Any = {"linewidth": 1.0, "linestyle": (0, (1, 1.6))}
_ONE_OVER_N: Any = {"color": "black", "linewidth": 1.2}
_DP: Any = {"color": "0.55", "linewidth": 1.1, "linestyle": (0, (6, 2))}


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


def draw(panels: Sequence[Panel]) -> Figure:
    """The panels as a matplotlib figure that no window and no global state knows about.

    Raises:
        DomainError: no panel, a panel without curves, a curve without points, or more curves than marks.
    """
    require_curves(panels)
    figure, grid = panels_figure(len(panels), _COLUMNS, alone=(5.2, 3.9), each=(3.5, 2.6))
    for axes, panel in zip(grid, panels, strict=True):
        _draw_panel(axes, panel)
    label_outer(grid, _COLUMNS, below="number of votes $n$", left=r"$\delta_{\mathrm{SDP}}$ (log scale)")
    handles, labels = grid[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=4, columnspacing=1.4, frameon=False)
    return figure


def _draw_panel(axes: Axes, panel: Panel) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    widest = sorted(max(panel.curves, key=lambda curve: len(curve.points)).points, key=lambda point: point.records)
    sizes = [point.records for point in widest]
    axes.plot(sizes, [point.dp_delta for point in widest], label="DP, any $\\epsilon$", **_DP)
    axes.plot(sizes, [point.one_over_n for point in widest], label="$1/n$", **_ONE_OVER_N)
    fitted = False
    for curve, (color, marker) in zip(panel.curves, MARKERS, strict=False):
        points = sorted(curve.points, key=lambda point: point.records)
        fits = [(point.records, point.fitted) for point in points if point.fitted is not None]
        if fits:
            axes.plot(*zip(*fits, strict=True), color=color, label="_fit", **_FIT)
            fitted = True
        plot_logarithms(
            axes, [point.records for point in points], [point.delta for point in points],
            label=rf"$\epsilon$ = {curve.epsilon}", linestyle="none", color=color, marker=marker,
            markersize=4.2, markeredgecolor="white", markeredgewidth=0.4,
        )  # fmt: skip
    if fitted:  # one entry in the legend stands for all of them
        axes.plot([], [], color="0.25", label="exponential fit", **_FIT)
    finish_panel(axes, panel.title)
    axes.xaxis.set_major_locator(MaxNLocator(5, integer=True))
    axes.xaxis.set_major_formatter(FuncFormatter(_size))


def _size(number: float, _: object) -> str:
    return f"{number:,.0f}"
