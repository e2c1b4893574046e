"""The picture of Theorem 2: where its conditions can be met, and noises, over epsilon; nothing is computed here."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sdp_proofs.errors import DomainError
from sdp_proofs.report.figures import BLUE, GREEN, MARKERS, VERMILION, panels_figure, save

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_DASHES: Any = ("-", (0, (5, 2)), (0, (1, 1.4)), (0, (5, 1.5, 1, 1.5)))
_HIGHEST = 1e12
"""Of the records that are drawn: beyond it no data set lies."""
Places = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Region:
    """From which n/b on the conditions can be met: (epsilon, n/b) for every number of steps, and the settings used."""

    boundaries: tuple[tuple[str, Places], ...]
    used: Places


@dataclass(frozen=True, slots=True)
class Noises:
    """(epsilon, noise) of the formula, of the theorem, of the code, and the proven ends of the least noise."""

    formula: Places
    theorem: Places
    code: Places
    low: Places
    high: Places


def save_theorem_two(region: Region, noises: Noises, path: str | os.PathLike[str]) -> None:
    """Draw both panels and write them to a file.

    Raises:
        DomainError: nothing to draw, or another suffix.
        OSError: the file cannot be written.
    """
    save(lambda: draw_theorem_two(region, noises), path)


def draw_theorem_two(region: Region, noises: Noises) -> Figure:
    """Both panels as a matplotlib figure.

    Raises:
        DomainError: no boundary, or one without a point.
    """
    if not region.boundaries or not all(places for _, places in region.boundaries):
        raise DomainError("a region must have a boundary, and every boundary a point at least")
    figure, (left, right) = panels_figure(2, 2, alone=(4.4, 3.6), each=(4.0, 3.4))
    for place, ((name, places), (color, _)) in enumerate(zip(region.boundaries, MARKERS, strict=False)):
        left.plot(*_lists(places), label=name, color=color, linewidth=1.2, linestyle=_DASHES[place % len(_DASHES)])
    below = _lists(region.boundaries[0][1])
    left.fill_between(*below, 1, color="0.92", linewidth=0)
    left.text(0.04, 0.05, "no $\\mu$ meets the conditions", transform=left.transAxes, color="0.35")
    if region.used:
        left.plot(*_lists(region.used), "o", label="settings of Table 2", color="0.15", markersize=4.5)
    _finish(left, "where Theorem 2 applies", "$n/b$")
    left.set_ylim(1, _HIGHEST)
    if noises.low:
        (where, high), (_, low) = _lists(noises.high), _lists(noises.low)
        # Bars and no band: nothing is proven between the places.
        right.vlines(where, low, high, label="least noise, from both sides", color=GREEN, linewidth=2.2)
        right.plot([*where, *where], [*low, *high], "_", color=GREEN, markersize=6)
    for found, name, look in (
        (noises.formula, "formula, $\\mu = 1/2$", {"color": VERMILION, "linestyle": _DASHES[1], "linewidth": 1.0}),
        (noises.theorem, "Theorem 2", {"color": VERMILION, "linewidth": 1.6}),
        (noises.code, "published code", {"color": BLUE, "marker": "s", "linestyle": "", "markersize": 4.5}),
    ):
        if found:
            right.plot(*_lists(found), label=name, **look)
    _finish(right, "noise on the sum of a batch", "clip norms")
    return figure


def _finish(axes: Axes, title: str, name: str) -> None:
    axes.set_title(title, loc="left")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel(r"$\epsilon$")
    axes.set_ylabel(name)
    axes.set_xticks([0.1, 0.3, 1, 3, 10], ["0.1", "0.3", "1", "3", "10"])
    axes.grid(color="0.9", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.legend(frameon=False)


def _lists(places: Sequence[tuple[float, float]]) -> tuple[list[float], list[float]]:
    ordered = sorted(places)
    return [place for place, _ in ordered], [value for _, value in ordered]
