"""The privacy profile of a release, delta by epsilon, as `sdp-proofs account --curve` draws it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sdp_proofs.errors import DomainError
from sdp_proofs.figures.drawing import CURVE_DASHES, MARKERS, finish_panel, panels_figure, plot_logarithms

if TYPE_CHECKING:
    import matplotlib.figure


def draw_curve(title: str, curves: Sequence[tuple[str, Sequence[tuple[float, float]]]]) -> matplotlib.figure.Figure:
    """Draw delta by epsilon.

    Args:
        title: the release.
        curves: names, and points (epsilon, log10 of delta), -inf at zero.

    Raises:
        DomainError: nothing to draw.
    """
    if not any(points for _, points in curves):
        raise DomainError("a figure must have a point at least")
    figure, (axes,) = panels_figure(1, 1, alone=(5.6, 3.8), each=(5.6, 3.8))
    for index, (name, points) in enumerate(curves):
        color, marker = MARKERS[index % len(MARKERS)]
        places, values = zip(*points, strict=True)
        plot_logarithms(
            axes, places, values, label=name, color=color, marker=marker, markersize=3.0,
            linewidth=1.1, linestyle=CURVE_DASHES[index % len(CURVE_DASHES)],
        )  # fmt: skip
    finish_panel(axes, title)
    axes.set_xlabel(r"$\epsilon$")
    axes.set_ylabel(r"$\delta$")
    figure.legend(loc="outside lower center", ncols=3, frameon=False)
    return figure
