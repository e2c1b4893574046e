"""Two curves of one database of the user's: delta by epsilon, and the trade-off of an adversary's two kinds of error.

The adversary knows x up to one record, sees the sample's histogram, and answers "x" or "x'". An event S with the answer
x has type II error beta = P'(S) and type I error alpha = 1 - P(S), so that d(P, P') at odds E is the largest 1 - alpha
- E beta. Hence delta(x) as a function of E >= 1 and the least beta as a function of alpha are conjugate convex
functions [Dong, Roth, Su 2022, Prop. 2.12]: no test has beta < 1 - delta(E) - E alpha or alpha < 1 - delta(E) - E beta,
and of all bounds that hold for every neighbour, in either role, and are convex this is the largest.

- Small databases: every piece P(S) - E P'(S) of the exact profile is one corner (P'(S), 1 - P(S)) of the curve, and by
  symmetry (1 - P(S), P'(S)) is another: the likelihood-ratio tests of the worst neighbours, as fractions.
- Large ones: the inequality at many odds, with certified upper bounds of delta, is a proven lower bound of the curve.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.figures.drawing import BLUE, VERMILION, finish_panel, log10, panels_figure, plot_logarithms, styled
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import Readable
from sdp_proofs.privacy.bounds.published import dp_delta, dp_delta_with_replacement
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.calibration import epsilon_for
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.privacy.profile import PrivacyProfile, profile_of

if TYPE_CHECKING:
    import matplotlib.figure

EXACT_RECORDS = 200
"""Up to this many records and draws the curves come from the exact profile."""
POINTS = 80
"""The number of epsilons of a curve unless they are given."""
DIGITS = 10
"""Significant digits that are proven of every delta."""
LEAST_DELTA, LEAST_ERROR = "1e-30", "1e-6"
"""The ends of the two curves of a large database."""
_LATE_ODDS = 2**20
_LARGEST_EPSILON = 600.0


@dataclass(frozen=True, slots=True)
class ProfilePoint:
    """Delta at one budget; `corner` tells whether delta has a corner there as a function of the odds."""

    budget: Budget
    delta: Enclosure
    corner: bool = False

    @property
    def epsilon_estimate(self) -> float:
        """Epsilon as a double (estimate)."""
        return float(Enclosure(self.budget.epsilon.ball(64)))


@dataclass(frozen=True, slots=True)
class TradeOffCurve:
    """The least type II error by type I error.

    World: exact fractions, either of the curve's own corners or of a lower bound's.

    Args:
        corners: (type I error, type II error), from (0, 1) to (1, 0).
        exact: whether the corners are the curve's own.
    """

    corners: tuple[tuple[Fraction, Fraction], ...]
    exact: bool

    def at(self, alpha: Fraction) -> Fraction:
        """The type II error at a type I error.

        Raises:
            DomainError: not between 0 and 1.

        Example:
            >>> trade_off_curve(Database.read(counts="3,3", draws=2)).at(Fraction(1, 2))
            Fraction(3, 10)
        """
        if not 0 <= alpha <= 1:
            raise DomainError(f"an error must be between 0 and 1, got {alpha}")
        return max(
            min(left[1], left[1] + (alpha - left[0]) * (right[1] - left[1]) / (right[0] - left[0]))
            for left, right in zip(self.corners, self.corners[1:], strict=False)
            if left[0] < right[0] and left[0] <= alpha <= right[0]
        )


def exact_profile(database: Database) -> PrivacyProfile | None:
    """The exact profile of a small database, else None.

    Example:
        >>> exact_profile(Database((10**6, 10**6), 10**6)) is None
        True
    """
    if max(database.records, database.draws) > EXACT_RECORDS:
        return None
    try:
        return profile_of(database)
    except SizeError:
        return None


def profile_points(database: Database, epsilons: Sequence[Readable] | None = None) -> tuple[ProfilePoint, ...]:
    """Delta at every epsilon, and at the corners of an exact profile that lie among them.

    World: enclosures with `DIGITS` proven digits; at corners exact.

    Args:
        database: x and the sampling scheme.
        epsilons: increasing; without, `POINTS` from 0 to where delta is `LEAST_DELTA` or, if exact, constant.

    Raises:
        DomainError: an epsilon outside its domain, or none.
        SizeError: three types or more, and too many pool sizes matter.

    Example:
        >>> points = profile_points(Database.read(counts="3,3", draws=2), ["0", "2"])
        >>> [(point.budget.text, str(point.delta)) for point in points]
        [('0', '1/5'), ('log(3/2)', '1/10'), ('log(3)', '0'), ('2', '0')]
    """
    exact = exact_profile(database)
    given = epsilons if epsilons is not None else _grid(database, exact)
    budgets = [Budget.read(epsilon=epsilon) for epsilon in given]
    if not budgets:
        raise DomainError("there must be at least one epsilon, got none")
    if exact is None:
        return tuple(ProfilePoint(budget, delta(database, budget, digits=DIGITS).value) for budget in budgets)
    points = [ProfilePoint(budget, exact.delta(budget, digits=DIGITS)) for budget in budgets]
    ends = [point.epsilon_estimate for point in points]
    for odds in exact.breakpoints:
        point = ProfilePoint(Budget.read(odds=odds), Enclosure.of(exact.at(odds)), corner=True)
        if min(ends) < point.epsilon_estimate < max(ends):
            points.append(point)
    return tuple(sorted(points, key=lambda point: point.epsilon_estimate))


def trade_off_curve(database: Database) -> TradeOffCurve:
    """The trade-off between the two kinds of error, over all neighbours (see the module's docstring).

    Raises:
        SizeError: three types or more, and too many pool sizes matter.

    Example:
        >>> curve = trade_off_curve(Database.read(counts="3,3", draws=2))
        >>> [(str(alpha), str(beta)) for alpha, beta in curve.corners[:4]]
        [('0', '1'), ('1/15', '4/5'), ('1/5', '3/5'), ('3/5', '1/5')]
    """
    exact = exact_profile(database)
    if exact is not None:
        half = [(-piece.slope, 1 - piece.intercept) for piece in reversed(exact.pieces)]
        return TradeOffCurve(_mirrored(half), exact=True)
    last = _end(database, LEAST_ERROR)
    lines = []
    for k in range(POINTS + 1):
        odds = Fraction(math.exp(last * k / POINTS)).limit_denominator(10**9) if k else Fraction(1)
        most = Fraction(delta(database, Budget.read(odds=odds), digits=DIGITS).value.upper)
        lines.append((odds, min(most, Fraction(1))))
    return TradeOffCurve(_mirrored(_highest(lines)), exact=False)


def _mirrored(half: Sequence[tuple[Fraction, Fraction]]) -> tuple[tuple[Fraction, Fraction], ...]:
    """The whole curve from the half where alpha <= beta, alpha increasing."""
    zero, one = Fraction(0), Fraction(1)
    whole = [(zero, one), *half, *((beta, alpha) for alpha, beta in reversed(half)), (one, zero)]
    return tuple(dict.fromkeys(whole))


def _highest(lines: Sequence[tuple[Fraction, Fraction]]) -> list[tuple[Fraction, Fraction]]:
    """The corners of the maximum of the lines 1 - delta - E alpha over alpha >= 0, odds E increasing in `lines`."""
    kept: list[tuple[Fraction, Fraction]] = []
    starts: list[Fraction] = []
    for odds, most in reversed(lines):
        start = Fraction(0)
        while kept:
            # Flatter lines are above steeper ones from here on.
            start = (most - kept[-1][1]) / (kept[-1][0] - odds)
            if start > starts[-1]:
                break
            kept.pop()
            starts.pop()
            start = Fraction(0)
        kept.append((odds, most))
        starts.append(start)
    return [(start, 1 - most - odds * start) for start, (odds, most) in zip(starts, kept, strict=True)]


def _grid(database: Database, exact: PrivacyProfile | None) -> list[Fraction]:
    """Equidistant epsilons from 0."""
    if exact is not None:
        odds = exact.breakpoints[-1] if exact.breakpoints else Fraction(2)
        last = 1.05 * float(Enclosure(Budget.read(odds=odds).epsilon.ball(64)))
    else:
        last = _end(database, LEAST_DELTA)
    step = Fraction(last).limit_denominator(10**6) / POINTS
    return [step * k for k in range(POINTS + 1)]


def _end(database: Database, target: str) -> float:
    """An epsilon where delta has fallen to the target, or else has nearly ceased to fall (estimate)."""
    found = _epsilon(database, target)
    if found is None:
        late = delta(database, Budget.read(odds=_LATE_ODDS), digits=DIGITS).value
        flat = _epsilon(database, min(Fraction(1), Fraction(late.upper) * Fraction(101, 100)))
        found = 1.0 if flat is None else 1.5 * flat
    return min(found, _LARGEST_EPSILON) if found > 0 else 1.0


def _epsilon(database: Database, target: Readable) -> float | None:
    try:
        least = epsilon_for(database, target, digits=3)
    except SizeError:
        return None
    return None if least is None else float(least.enclosure(10))


_SIZE = (5.2, 3.9)
_DP: Any = {"color": "0.55", "linewidth": 1.1, "linestyle": (0, (6, 2, 1, 2))}
_CORNERS: Any = {"linestyle": "none", "marker": "o", "markerfacecolor": "white", "markersize": 4.0}
_MOST_CORNERS = 60


def profile(database: Database, *, epsilons: Sequence[Readable] | None = None) -> matplotlib.figure.Figure:
    """Draw the privacy profile, delta(x) by epsilon: exact with its corners if the database is small, else certified.

    Args:
        database: x and the sampling scheme.
        epsilons: increasing; without, from 0 to where delta is tiny.

    Raises:
        DomainError: an epsilon outside its domain, or none.
        SizeError: three types or more, and too many pool sizes matter.
    """
    points = profile_points(database, epsilons)
    return styled(lambda: draw_profile(database, points))


def trade_off(database: Database) -> matplotlib.figure.Figure:
    """Draw the least type II error by type I error of anyone who tells x from a neighbour by the published sample.

    Exact if the database is small; else a proven lower bound from certified values of delta.

    Args:
        database: x and the sampling scheme.

    Raises:
        SizeError: three types or more, and too many pool sizes matter.

    Example:
        >>> from sdp_proofs import Database
        >>> axes = trade_off(Database.read(counts="3,3", draws=2)).axes[0]
        >>> [round(float(y), 2) for y in axes.get_lines()[2].get_ydata()]
        [1.0, 0.8, 0.6, 0.2, 0.07, 0.0]
    """
    curve = trade_off_curve(database)
    return styled(lambda: draw_trade_off(database, curve))


def draw_profile(database: Database, points: Sequence[ProfilePoint]) -> matplotlib.figure.Figure:
    """Draw delta by epsilon, beside 1/n and the delta of differential privacy.

    Raises:
        DomainError: no point.
    """
    if not points:
        raise DomainError("a profile must have at least one point, got none")
    places = [point.epsilon_estimate for point in points]
    values = [point.delta.log10_estimate for point in points]
    corners = [
        (place, value)
        for point, place, value in zip(points, places, values, strict=True)
        if point.corner and math.isfinite(value)
    ]
    figure, (axes,) = panels_figure(1, 1, alone=_SIZE, each=_SIZE)
    axes.axhline(_worst(database).log10_estimate, label="differential privacy", **_DP)
    least = log10(Fraction(1, database.records))
    axes.axhline(least, color="black", linewidth=1.2, linestyle=(0, (1, 1.5)), label="$1/n$")
    plot_logarithms(axes, places, values, color=BLUE, linewidth=1.4, label=r"$\delta(x)$")
    if 0 < len(corners) <= _MOST_CORNERS:
        axes.plot(*zip(*corners, strict=True), color=BLUE, label="corners", **_CORNERS)
    finish_panel(axes, database_title(database))
    axes.set_xlabel(r"$\epsilon$")
    axes.set_ylabel(r"$\delta$ (log scale)")
    axes.set_xlim(left=0)
    figure.legend(loc="outside lower center", ncols=4, columnspacing=1.4, frameon=False)
    return figure


def draw_trade_off(database: Database, curve: TradeOffCurve) -> matplotlib.figure.Figure:
    """Draw the least type II error by type I error, beside no information and the worst database.

    Raises:
        DomainError: a curve without corners.
    """
    if not curve.corners:
        raise DomainError("a trade-off must have at least one point, got none")
    size = (4.4, 4.7)
    figure, (axes,) = panels_figure(1, 1, alone=size, each=size)
    axes.plot([0, 1], [1, 0], color="black", linewidth=1.0, linestyle=(0, (1, 1.5)), label="no information")
    rest = 1 - float(_worst(database))
    axes.plot([0, rest], [rest, 0], label="worst database", **_DP)
    places, values = zip(*((float(alpha), float(beta)) for alpha, beta in curve.corners), strict=True)
    label = "best tests" if curve.exact else "no test is below"
    # The curves meet in the corner if the worst database rules out every error; that must be seen.
    axes.plot(places, values, color=VERMILION, linewidth=1.6, label=label, clip_on=False)
    if curve.exact and len(curve.corners) <= _MOST_CORNERS:
        axes.plot(places, values, color=VERMILION, label="_corners", clip_on=False, **_CORNERS)
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
    axes.set_aspect("equal")
    axes.grid(color="0.9", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.set_xlabel(r"type I error: the answer is $x'$, but it was $x$")
    axes.set_ylabel(r"type II error: the answer is $x$, but it was $x'$")
    axes.set_title(database_title(database), loc="left")
    figure.legend(loc="outside lower center", ncols=3, columnspacing=1.4, frameon=False)
    return figure


def database_title(database: Database) -> str:
    """Return a database in a few words.

    Example:
        >>> database_title(Database((300, 700), 950))
        'x = (300, 700), 950 of 1,000 records sampled'
    """
    counts = [f"{count:,}" for count in database.counts]
    shown = ", ".join(counts) if len(counts) <= 4 else f"{', '.join(counts[:2])}, \u2026, {counts[-1]}"
    way = "drawn from" if database.replacement else "of"
    sample = f"{database.draws:,} {way} {database.records:,} records sampled"
    return f"x = ({shown}){', ' if len(shown + sample) < 45 else chr(10)}{sample}"


def _worst(database: Database) -> Enclosure:
    """Return the delta of differential privacy."""
    if database.replacement:
        return dp_delta_with_replacement(database.records, database.draws)
    return Enclosure.of(dp_delta(database.records, database.draws))
