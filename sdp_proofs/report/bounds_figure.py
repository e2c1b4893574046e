"""The figure that compares bounds: their exponents as shares of the exact one, and their values by size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sdp_proofs.errors import DomainError
from sdp_proofs.report.figures import (
    BLUE,
    GREEN,
    ORANGE,
    PURPLE,
    SKY,
    VERMILION,
    finish_panel,
    panels_figure,
    plot_logarithms,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_COLUMNS = 3
_SHARES = "share of the exact exponent"
_DASH, _DOTS, _DASH_DOT = (0, (5, 2)), (0, (1, 1.4)), (0, (5, 1.5, 1, 1.5))


def _look(color: str, marker: str, linestyle: Any = "-", *, open_mark: bool = False, size: float = 3.8) -> Any:
    return {
        "color": color, "marker": marker, "linestyle": linestyle, "linewidth": 1.0, "markersize": size,
        "markerfacecolor": "white" if open_mark else color, "markeredgewidth": 0.8,
    }  # fmt: skip


LOOKS: Mapping[str, Any] = {
    "exact": _look("black", "o", "none", open_mark=True, size=6.5),
    "lower bound": _look("0.45", "v", _DASH),
    "10 cells": _look(BLUE, "o", size=3.0),
    "5 cells": _look(SKY, "D", open_mark=True),
    "3 cells": _look(GREEN, "^", _DASH_DOT),
    "2 cells": _look(PURPLE, "s", _DOTS, open_mark=True),
    "two tails": _look(VERMILION, "x", _DASH),
    "one tail": _look(ORANGE, "P", size=4.6),
    "Remark 8": _look("black", "*", _DOTS, size=5.0),
}
"""How every bound is drawn, in the order of the legend: by colour, mark and dashes."""


@dataclass(frozen=True, slots=True)
class Curve:
    """One bound: its name, one of `LOOKS`, and its points (place, value)."""

    name: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """One setting.

    Args:
        title: what is shown.
        curves: the bounds; by size the values are log10 (estimates, -inf at zero).
        shares: whether the places are epsilons and the values shares of the exact exponent.
        names: the places as the axis writes them, where they are not numbers of records.
    """

    title: str
    curves: tuple[Curve, ...]
    shares: bool
    names: tuple[str, ...] = field(default=())


def draw(panels: Sequence[Panel]) -> Figure:
    """The panels as a matplotlib figure that no window and no global state knows about.

    Raises:
        DomainError: no panel, a panel without points, or a curve that is none of `LOOKS`.
    """
    if not panels or not all(any(curve.points for curve in panel.curves) for panel in panels):
        raise DomainError("a figure must have a panel, and every panel a point at least")
    unknown = [curve.name for panel in panels for curve in panel.curves if curve.name not in LOOKS]
    if unknown:
        raise DomainError(f"a curve must be one of {', '.join(LOOKS)}, got {unknown[0]!r}")
    figure, grid = panels_figure(len(panels), _COLUMNS, alone=(5.6, 4.2), each=(3.05, 2.5))
    handles: dict[str, Any] = {}
    for axes, panel in zip(grid, panels, strict=True):
        (_draw_shares if panel.shares else _draw_losses)(axes, panel)
        handles.update(zip(*axes.get_legend_handles_labels()[::-1], strict=True))
    _name_axes(grid, panels)
    names = [name for name in LOOKS if name in handles]
    labels = [r"exact $\delta_{SDP}$" if name == "exact" else name for name in names]
    columns = 3 if len(panels) == 1 else 5
    figure.legend([handles[name] for name in names], labels, loc="outside lower center", ncols=columns, frameon=False)
    return figure


def _name_axes(grid: Sequence[Axes], panels: Sequence[Panel]) -> None:
    """Every line of panels is of one kind, or at least the panels above each other need not be."""
    for index, (axes, panel) in enumerate(zip(grid, panels, strict=True)):
        below = index + _COLUMNS
        if index % _COLUMNS == 0 or panels[index - 1].shares != panel.shares:
            axes.set_ylabel(_SHARES if panel.shares else "value (log scale)")
        if below >= len(panels) or panels[below].shares != panel.shares:
            axes.set_xlabel(r"$\epsilon$" if panel.shares else "number of records $n$")


def _draw_shares(axes: Axes, panel: Panel) -> None:
    axes.axhline(1, color="0.3", linewidth=0.8)
    for curve in panel.curves:
        if curve.points:
            axes.plot(*zip(*sorted(curve.points), strict=True), label=curve.name, **LOOKS[curve.name])
    axes.set_title(panel.title, loc="left")
    axes.grid(axis="y", color="0.9", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.set_ylim(-0.03, 1.08)  # a mark at zero is whole
    axes.set_xticks(range(len(panel.names)), panel.names)


def _draw_losses(axes: Axes, panel: Panel) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    for curve in panel.curves:
        if curve.points:
            places, values = zip(*sorted(curve.points), strict=True)
            plot_logarithms(axes, places, values, label=curve.name, **LOOKS[curve.name])
    finish_panel(axes, panel.title)
    axes.xaxis.set_major_locator(MaxNLocator(4, integer=True))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda number, _: f"{number:,.0f}"))
