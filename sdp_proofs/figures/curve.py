"""The privacy profile of a release, and the odometer of a run, as `sdp-proofs account --curve` draws them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from sdp_proofs.errors import DomainError
from sdp_proofs.figures.drawing import CURVE_DASHES, MARKERS, finish_panel, panels_figure, plot_logarithms

if TYPE_CHECKING:
    import matplotlib.figure

    from sdp_proofs.runs.explained import Explained


def draw_curve(title: str, curves: Sequence[tuple[str, Sequence[tuple[float, float]]]]) -> matplotlib.figure.Figure:
    """Draw delta by epsilon.

    Args:
        title: the release.
        curves: names, and points (epsilon, log10 of delta), -inf at zero.

    Raises:
        DomainError: nothing to draw.
    """
    if not any(points for _, points in curves):
        raise DomainError("a figure must have at least one point")
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


def odometer(explained: Explained, title: str = "") -> matplotlib.figure.Figure:
    """Draw epsilon by steps, as `explain` found it, and the budget as a line.

    Args:
        explained: what `sdp_proofs.explain` returned.
        title: of the panel; that of the release is a good one.

    Raises:
        DomainError: no epsilon is finite.

    Example:
        >>> import sdp_proofs as sdp
        >>> figure = odometer(sdp.explain("gaussian(8) * 4 + gaussian(2)", delta=1e-5, epsilon=3))
        >>> len(figure.axes[0].lines)
        2
    """
    points = [(float(step), value) for step, value in explained.points if value is not None]
    if not points:
        raise DomainError("an odometer must have a finite epsilon to be drawn, got none")
    figure, (axes,) = panels_figure(1, 1, alone=(5.6, 3.8), each=(5.6, 3.8))
    color, marker = MARKERS[0]
    places, values = zip((0.0, 0.0), *points, strict=True)
    axes.plot(places, values, color=color, marker=marker, markersize=3.0, linewidth=1.1, label="spent")
    if explained.budget:
        limit = float(Fraction(explained.budget))
        axes.axhline(limit, color=MARKERS[1][0], linestyle="--", linewidth=1.1, label=f"budget {explained.budget}")
    axes.set_title(title, loc="left")
    axes.grid(axis="y", color="0.9", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.set_xlabel("steps")
    axes.set_ylabel(rf"$\epsilon$ at $\delta$ = {explained.delta}")
    axes.set_ylim(bottom=0)
    figure.legend(loc="outside lower center", ncols=2, frameon=False)
    return figure
