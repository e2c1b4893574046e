"""The figures of one database: its privacy profile, and the trade-off of an adversary's two kinds of error."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sdp_proofs.errors import DomainError
from sdp_proofs.report.figures import BLUE, VERMILION, finish_panel, panels_figure, plot_logarithms, save

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_SIZE = (5.2, 3.9)
_DP: Any = {"color": "0.55", "linewidth": 1.1, "linestyle": (0, (6, 2, 1, 2))}
_CORNERS: Any = {"linestyle": "none", "marker": "o", "markerfacecolor": "white", "markersize": 4.0}
_MOST_CORNERS = 60


@dataclass(frozen=True, slots=True)
class Profile:
    """Delta by epsilon. Deltas are log10 (estimates; -inf at zero).

    Args:
        title: the database.
        curve: (epsilon, log10 of delta), epsilons increasing.
        corners: the points of the curve where delta, as a function of exp(epsilon), has a corner; () where unknown.
        one_over_n: log10 of 1/n.
        dp_delta: log10 of the delta of differential privacy.
    """

    title: str
    curve: tuple[tuple[float, float], ...]
    corners: tuple[tuple[float, float], ...]
    one_over_n: float
    dp_delta: float


@dataclass(frozen=True, slots=True)
class TradeOff:
    """The least type II error by type I error.

    Args:
        title: the database.
        curve: corners (type I error, type II error) of the curve, from (0, .) to (., 0).
        exact: whether that is the curve itself, or a proven lower bound of it.
        dp_delta: the delta of differential privacy: some database has the line 1 - alpha - beta = delta.
    """

    title: str
    curve: tuple[tuple[float, float], ...]
    exact: bool
    dp_delta: float


def save_profile(profile: Profile, path: str | os.PathLike[str]) -> None:
    """Write the privacy profile to a file; the same values give the same bytes.

    Raises:
        DomainError: a suffix that is none of `figures.FORMATS`, or nothing to draw.
        OSError: the file cannot be written.
    """
    save(lambda: draw_profile(profile), path)


def save_trade_off(trade_off: TradeOff, path: str | os.PathLike[str]) -> None:
    """Write the trade-off to a file; the same values give the same bytes.

    Raises:
        DomainError: a suffix that is none of `figures.FORMATS`, or nothing to draw.
        OSError: the file cannot be written.
    """
    save(lambda: draw_trade_off(trade_off), path)


def draw_profile(profile: Profile) -> Figure:
    """The privacy profile as a matplotlib figure.

    Raises:
        DomainError: a curve without points.
    """
    if not profile.curve:
        raise DomainError("a profile must have a point at least, got none")
    figure, (axes,) = panels_figure(1, 1, alone=_SIZE, each=_SIZE)
    axes.axhline(profile.dp_delta, label="differential privacy", **_DP)
    axes.axhline(profile.one_over_n, color="black", linewidth=1.2, linestyle=(0, (1, 1.5)), label="$1/n$")
    places, values = zip(*profile.curve, strict=True)
    plot_logarithms(axes, places, values, color=BLUE, linewidth=1.4, label=r"$\delta(x)$")
    if 0 < len(profile.corners) <= _MOST_CORNERS:
        axes.plot(*zip(*profile.corners, strict=True), color=BLUE, label="corners", **_CORNERS)
    finish_panel(axes, profile.title)
    axes.set_xlabel(r"$\epsilon$")
    axes.set_ylabel(r"$\delta$ (log scale)")
    axes.set_xlim(left=0)
    figure.legend(loc="outside lower center", ncols=4, columnspacing=1.4, frameon=False)
    return figure


def draw_trade_off(trade_off: TradeOff) -> Figure:
    """The trade-off as a matplotlib figure.

    Raises:
        DomainError: a curve without points.
    """
    if not trade_off.curve:
        raise DomainError("a trade-off must have a point at least, got none")
    size = (4.4, 4.7)
    figure, (axes,) = panels_figure(1, 1, alone=size, each=size)
    axes.plot([0, 1], [1, 0], color="black", linewidth=1.0, linestyle=(0, (1, 1.5)), label="no information")
    rest = 1 - trade_off.dp_delta
    axes.plot([0, rest], [rest, 0], label="worst database", **_DP)
    places, values = zip(*trade_off.curve, strict=True)
    label = "best tests" if trade_off.exact else "no test is below"
    # Where the worst database rules out every error the curves meet in the corner, which must be seen.
    axes.plot(places, values, color=VERMILION, linewidth=1.6, label=label, clip_on=False)
    if trade_off.exact and len(trade_off.curve) <= _MOST_CORNERS:
        axes.plot(places, values, color=VERMILION, label="_corners", clip_on=False, **_CORNERS)
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
    axes.set_aspect("equal")
    axes.grid(color="0.9", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.set_xlabel(r"type I error: the answer is $x'$, but it was $x$")
    axes.set_ylabel(r"type II error: the answer is $x$, but it was $x'$")
    axes.set_title(trade_off.title, loc="left")
    figure.legend(loc="outside lower center", ncols=3, columnspacing=1.4, frameon=False)
    return figure
