"""Figures of an accountant: epsilon by number of steps, and delta by epsilon."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sdp_proofs.errors import DomainError
from sdp_proofs.report.figures import MARKERS, finish_panel, panels_figure, plot_logarithms, save

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_DASHES = ("-", "--", ":", "-.")


@dataclass(frozen=True, slots=True)
class Curve:
    """One answer: its name, and its points (place, value); values of a profile are log10, -inf at zero (estimates)."""

    name: str
    points: tuple[tuple[float, float], ...]


def save_steps(title: str, curves: Sequence[Curve], path: str | os.PathLike[str]) -> None:
    """Draw epsilon against the number of steps on logarithmic scales, and by how much others differ from the first.

    Raises:
        DomainError: nothing to draw, or another suffix.
        OSError: the file cannot be written.
    """
    save(lambda: _steps(title, _checked(curves)), path)


def save_profile(title: str, curves: Sequence[Curve], path: str | os.PathLike[str]) -> None:
    """Draw delta against epsilon.

    Raises:
        DomainError: nothing to draw, or another suffix.
        OSError: the file cannot be written.
    """
    save(lambda: _profile(title, _checked(curves)), path)


def _checked(curves: Sequence[Curve]) -> Sequence[Curve]:
    if not any(curve.points for curve in curves):
        raise DomainError("a figure must have a point at least")
    return curves


def _steps(title: str, curves: Sequence[Curve]) -> Figure:
    """Epsilon itself, and by how much each curve is off the first one."""
    figure, (axes, off) = panels_figure(2, 2, alone=(5.6, 3.8), each=(4.6, 3.8))
    truth = dict(curves[0].points)
    for index, curve in enumerate(curves):
        color, marker = MARKERS[index % len(MARKERS)]
        style = {
            "color": color, "marker": marker, "markersize": 3.5, "linewidth": 1.1,
            "linestyle": _DASHES[index % len(_DASHES)], "markerfacecolor": color if index < len(MARKERS) else "white",
        }  # fmt: skip
        axes.loglog(*zip(*curve.points, strict=True), label=curve.name, **style)
        excess = [(place, 100 * (value / truth[place] - 1)) for place, value in curve.points if place in truth]
        if index and excess:
            off.semilogx(*zip(*excess, strict=True), **style)
    off.axhline(0, color="black", linewidth=0.8)
    off.set_yscale("symlog", linthresh=0.01)
    off.set_ylabel(r"above the proven $\epsilon$, in %")
    axes.set_ylabel(r"$\epsilon$")
    axes.set_title(title, loc="left")
    for panel in (axes, off):
        panel.grid(color="0.9", linewidth=0.6)
        panel.set_xlabel("steps $T$")
    figure.legend(loc="outside lower center", ncols=3, frameon=False)
    return figure


def _profile(title: str, curves: Sequence[Curve]) -> Figure:
    figure, (axes,) = panels_figure(1, 1, alone=(5.6, 3.8), each=(5.6, 3.8))
    for index, curve in enumerate(curves):
        color, marker = MARKERS[index % len(MARKERS)]
        places, values = zip(*curve.points, strict=True)
        plot_logarithms(
            axes, places, values, label=curve.name, color=color, marker=marker, markersize=3.0,
            linewidth=1.1, linestyle=_DASHES[index % len(_DASHES)],
        )  # fmt: skip
    finish_panel(axes, title)
    axes.set_xlabel(r"$\epsilon$")
    axes.set_ylabel(r"$\delta$")
    figure.legend(loc="outside lower center", ncols=3, frameon=False)
    return figure
