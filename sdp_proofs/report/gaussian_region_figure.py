"""The map of the classical Gaussian formula: boxes in (epsilon, log10 delta), and the border between them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sdp_proofs.errors import DomainError
from sdp_proofs.report.figures import finish_panel, panels_figure, save

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_FILLS = {
    "HOLDS": ("#BFE3F7", "", "enough noise"),
    "FAILS": ("#8C2D04", "", "not enough noise"),
    "UNKNOWN": ("white", "", "not decided at this resolution"),
}


@dataclass(frozen=True, slots=True)
class Region:
    """A part of the map: its ends (estimates), and HOLDS, FAILS or UNKNOWN."""

    left: float
    right: float
    low: float
    high: float
    verdict: str


def save_region(
    regions: Sequence[Region],
    border: Sequence[tuple[float, float]],
    marks: Sequence[tuple[float, str]],
    path: str | os.PathLike[str],
) -> None:
    """Draw the map.

    Args:
        regions: what covers it.
        border: points (epsilon, log10 delta).
        marks: epsilons with a vertical line, and what the legend calls it.
        path: a file name ending in one of `figures.FORMATS`.

    Raises:
        DomainError: another suffix, or no region.
        OSError: the file cannot be written.
    """
    save(lambda: draw(regions, border, marks), path)


def draw(
    regions: Sequence[Region], border: Sequence[tuple[float, float]], marks: Sequence[tuple[float, str]]
) -> Figure:
    """The map as a matplotlib figure.

    Raises:
        DomainError: no region.
    """
    from matplotlib.patches import Rectangle

    if not regions:
        raise DomainError("a map must have a region at least")
    figure, (axes,) = panels_figure(1, 1, alone=(5.6, 4.2), each=(5.6, 4.2))
    named = set()
    for region in regions:
        fill, hatch, label = _FILLS[region.verdict]
        axes.add_patch(
            Rectangle(
                (region.left, region.low), region.right - region.left, region.high - region.low, facecolor=fill,
                edgecolor="0.75", linewidth=0.15, hatch=hatch, label=None if label in named else label,
            )
        )  # fmt: skip
        named.add(label)
    axes.plot(*zip(*border, strict=True), color="black", linewidth=1.2, label="border")
    for dashes, (place, label) in zip(("--", ":", "-."), marks, strict=False):
        axes.axvline(place, color="black", linewidth=1.1, linestyle=dashes, label=label)
    finish_panel(axes, r"Is $\sigma = \sqrt{2\ln(1.25/\delta)}/\epsilon$ enough for $(\epsilon, \delta)$?")
    axes.set_xlim(min(region.left for region in regions), max(region.right for region in regions))
    axes.set_ylim(min(region.low for region in regions), max(region.high for region in regions))
    axes.set_xlabel(r"$\epsilon$")
    axes.set_ylabel(r"$\delta$")
    figure.legend(loc="outside lower center", ncols=2, frameon=False)
    return figure
