"""The figures of private training: curves with bands, differences with intervals, and signals."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sdp_proofs.errors import DomainError
from sdp_proofs.report.figures import BLUE, MARKERS, VERMILION, label_outer, panels_figure, save

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_COLUMNS = 2
_DASHES: Any = ("-", (0, (5, 2)), (0, (1, 1.4)), (0, (5, 1.5, 1, 1.5)))


@dataclass(frozen=True, slots=True)
class Curve:
    """A method: its name, its points (place, value), and a band (place, low, high) around them; estimates."""

    name: str
    points: tuple[tuple[float, float], ...]
    band: tuple[tuple[float, float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Panel:
    """One setting.

    Args:
        title: what is shown.
        curves: at least one, each with a point.
        below: name of the horizontal axis.
        left: name of the vertical axis.
        logarithmic: which axes are, "x", "y", "xy" or "".
        marks: whether the points are marked.
    """

    title: str
    curves: tuple[Curve, ...]
    below: str
    left: str
    logarithmic: str = ""
    marks: bool = True


@dataclass(frozen=True, slots=True)
class Difference:
    """A method against another one: name, mean difference and its interval, in percentage points (estimates)."""

    name: str
    middle: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Group:
    """Differences that are shown together."""

    title: str
    differences: tuple[Difference, ...]


def save_curves(panels: Sequence[Panel], path: str | os.PathLike[str]) -> None:
    """Draw panels of curves and write them to a file.

    Raises:
        DomainError: nothing to draw, or another suffix.
        OSError: the file cannot be written.
    """
    save(lambda: draw_curves(panels), path)


def draw_curves(panels: Sequence[Panel]) -> Figure:
    """The panels as a matplotlib figure.

    Raises:
        DomainError: nothing to draw, or more curves than marks.
    """
    if not panels or not all(panel.curves and all(curve.points for curve in panel.curves) for panel in panels):
        raise DomainError("a figure must have a panel, every panel a curve and every curve a point at least")
    if max(len(panel.curves) for panel in panels) > len(MARKERS):
        raise DomainError(f"a panel must have at most {len(MARKERS)} curves")
    figure, grid = panels_figure(len(panels), _COLUMNS, alone=(5.2, 3.9), each=(3.5, 2.6))
    for axes, panel in zip(grid, panels, strict=True):
        for place, (curve, (color, marker)) in enumerate(zip(panel.curves, MARKERS, strict=False)):
            if curve.band:
                places, low, high = zip(*sorted(curve.band), strict=True)
                axes.fill_between(places, low, high, color=color, alpha=0.13, linewidth=0)
            axes.plot(
                *zip(*sorted(curve.points), strict=True), label=curve.name, color=color, linewidth=1.1,
                linestyle=_DASHES[place % len(_DASHES)], marker=marker if panel.marks else "", markersize=4.0,
                markeredgecolor="white", markeredgewidth=0.4,
            )  # fmt: skip
        _finish(axes, panel.title)
        if "x" in panel.logarithmic:
            axes.set_xscale("log", base=2)
        if "y" in panel.logarithmic:
            axes.set_yscale("log")
        axes.set_xlabel(panel.below)
        axes.set_ylabel(panel.left)
    handles, labels = grid[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=4, columnspacing=1.4, frameon=False)
    return figure


def save_differences(groups: Sequence[Group], path: str | os.PathLike[str], *, below: str) -> None:
    """Draw intervals for differences and write them to a file.

    Args:
        groups: at least one, each with a difference.
        path: a file name ending in one of `figures.FORMATS`.
        below: what is compared.

    Raises:
        DomainError: nothing to draw, or another suffix.
        OSError: the file cannot be written.
    """
    save(lambda: draw_differences(groups, below=below), path)


def draw_differences(groups: Sequence[Group], *, below: str) -> Figure:
    """The intervals as a matplotlib figure.

    Raises:
        DomainError: nothing to draw.
    """
    if not groups or not all(group.differences for group in groups):
        raise DomainError("a figure must have a group, and every group a difference at least")
    figure, grid = panels_figure(len(groups), _COLUMNS, alone=(5.2, 3.2), each=(4.4, 2.8))
    for axes, group in zip(grid, groups, strict=True):
        axes.axvline(0, color="0.6", linewidth=0.8)
        for place, each in enumerate(reversed(group.differences)):
            axes.plot([each.low, each.high], [place, place], color=BLUE, linewidth=1.4)
            axes.plot([each.middle], [place], color=VERMILION, marker="o", markersize=4)
        axes.set_yticks(range(len(group.differences)), [each.name for each in reversed(group.differences)])
        _finish(axes, group.title, direction="x")
    label_outer(grid, _COLUMNS, below=below, left="")
    return figure


def save_signals(line: Sequence[Sequence[float]], squares: Sequence[tuple[str, Any]], path: str) -> None:
    """Draw a signal on a line and pictures of squares, and write them to a file.

    Args:
        line: the true, the noisy and the smoothed signal.
        squares: titles and arrays.
        path: a file name ending in one of `figures.FORMATS`.

    Raises:
        DomainError: another suffix.
        OSError: the file cannot be written.
    """
    save(lambda: _draw_signals(line, squares), path)


def _draw_signals(line: Sequence[Sequence[float]], squares: Sequence[tuple[str, Any]]) -> Figure:
    figure, grid = panels_figure(1 + len(squares), _COLUMNS + 1, alone=(5.2, 3.9), each=(2.6, 2.3))
    looks: Any = ({"color": "0.25"}, {"color": "0.7", "linewidth": 0.7}, {"color": VERMILION})
    for values, look, name in zip(line, looks, ("true", "noisy", "smoothed"), strict=True):
        grid[0].plot(range(1, len(values) + 1), values, label=name, **look)
    _finish(grid[0], "line")
    grid[0].legend(frameon=False)
    for axes, (title, values) in zip(grid[1:], squares, strict=True):
        axes.imshow(values, vmin=-1.2, vmax=1.2, cmap="viridis")
        axes.set_title(title, loc="left")
        axes.set_axis_off()
    return figure


def _finish(axes: Axes, title: str, direction: Any = "y") -> None:
    axes.set_title(title, loc="left")
    axes.grid(axis=direction, color="0.9", linewidth=0.6)
    axes.set_axisbelow(True)
