"""The figure of a series of elections: delta and utility by year, one panel per setting."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sdp_proofs.errors import DomainError
from sdp_proofs.report.figures import BLUE, VERMILION, finish_panel, label_outer, panels_figure, plot_logarithms

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_COLUMNS = 3


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
        r"$\delta(x)$",
        lambda point: point.delta,
        {"color": BLUE, "linewidth": 1.0, "marker": "o", "markersize": 6.0, "markerfacecolor": "white"},
    ),
    _Curve(
        "adversary's utility",
        lambda point: point.utility,
        {"color": VERMILION, "linewidth": 1.0, "linestyle": (0, (4, 2)), "marker": "D", "markersize": 2.6},
    ),
)


def draw(panels: Sequence[Panel]) -> Figure:
    """The panels as a matplotlib figure that no window and no global state knows about.

    Raises:
        DomainError: no panel, or a panel without points.
    """
    if not panels or not all(panel.points for panel in panels):
        raise DomainError("a figure must have at least one panel, and every panel at least one point")
    figure, grid = panels_figure(len(panels), _COLUMNS, alone=(5.6, 3.8), each=(3.05, 2.5), sharex=len(panels) > 1)
    for axes, panel in zip(grid, panels, strict=True):
        _draw_panel(axes, panel)
    label_outer(grid, _COLUMNS, below="year of the election", left="value (log scale)")
    handles, labels = grid[0].get_legend_handles_labels()
    alone = len(panels) == 1
    figure.legend(handles[::-1], labels[::-1], loc="outside lower center", ncols=2 if alone else 4, frameon=False)
    return figure


def _draw_panel(axes: Axes, panel: Panel) -> None:
    from matplotlib.ticker import MaxNLocator

    points = sorted(panel.points, key=lambda point: point.year)
    for curve in _CURVES:
        values = [curve.value(point) for point in points]
        plot_logarithms(axes, [point.year for point in points], values, label=curve.label, **curve.drawing)
    finish_panel(axes, panel.title)
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True, steps=[1, 2, 4, 10]))
