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
    """Draw epsilon against the number of steps, both on logarithmic scales.

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
    figure, (axes,) = panels_figure(1, 1, alone=(5.6, 3.8), each=(5.6, 3.8))
    for index, curve in enumerate(curves):
        color, marker = MARKERS[index % len(MARKERS)]
        axes.loglog(
            *zip(*curve.points, strict=True), label=curve.name, color=color, marker=marker, markersize=3.5,
            linewidth=1.1, linestyle=_DASHES[index % len(_DASHES)],
        )  # fmt: skip
    axes.set_title(title, loc="left")
    axes.grid(color="0.9", linewidth=0.6)
    axes.set_xlabel("steps $T$")
    axes.set_ylabel(r"$\epsilon$")
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
