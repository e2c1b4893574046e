"""Enclose the privacy of mixtures of normal laws: P = sum p_j N(c_j, s^2) against Q = N(0, s^2), with all c_j >= 0.

World: enclosure. Shifts are in units of the largest one, so 0 <= c_j <= 1 and some c_j = 1. The ratio at x is

    r(x) = sum p_j e^((c_j x - c_j^2/2)/s^2),

which rises from p_0, the probability of the shift 0, to infinity: half-lines are the best events (claim
`half-lines-gain-up-to-the-odds` for one shift; a sum of rising terms rises). With x_a the root of r = a

    H_a(P||Q) = sum p_j Phi((c_j - x_a)/s) - a Phi(-x_a/s),    1 - a for a <= p_0,
    H_a(Q||P) = Phi(x/s) - a sum p_j Phi((x - c_j)/s), x = x_(1/a),    0 for a >= 1/p_0.

A point next to the root serves as well: no half-line gains more than the best one, and with x below and y above the
root that from x gains less by at most (r(y) - r(x)) times the mass under Q between x and y.

**Why it dominates.** For a convex psi and A_j = e^((c_j.u - |c_j|^2/2)/s^2), with vectors c_j, the mean of psi(sum p_j
A_j) under N(0, s^2) rises in every product c_i.c_j, as the mixed derivatives p_i p_j A_i A_j psi'' are >= 0
(Plackett): it
is largest where all are parallel, so shifts may be replaced by their norms. Then r rises in x, and what a half-line
gains
rises in every c_j.

**Moments.** M(z) is F(1 + z) or F(-z), F(w) = int phi_s r^w, and everything in `sampled_gaussian` holds word for
word: on
Im x = y = theta s^2 all terms of r have arguments between 0 and theta, so |r| <= r(Re x), |r| >= cos(theta/2) r(Re
x), 0 <=
arg r <= theta; and the slope of ln r is E[c | x]/s^2, where E[c | x] rises from 0 to at most 1.
"""

from __future__ import annotations

import cmath
import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from sdp_proofs.accounting.pairs import NOWHERE, Ball, Masses
from sdp_proofs.accounting.sampled_gaussian import Ratio, SampledGaussian
from sdp_proofs.errors import PrecisionError
from sdp_proofs.numbers.balls import acb, arb, ctx
from sdp_proofs.numbers.reals import fraction_ball

_FAR = 600.0
_MOST_TRIES = 200


@dataclass(frozen=True)
class MixtureRatio:
    """R of a mixture at one precision.

    Args:
        terms: p_j and c_j, balls.
        inverse: 1/s^2.
    """

    terms: tuple[tuple[arb, arb], ...]
    inverse: arb

    def log(self, x: arb) -> arb:
        """See `Ratio`."""
        grown = ((p, (c * x - c * c / 2) * self.inverse) for p, c in self.terms)
        return sum((p * u.expm1() for p, u in grown), arb(0)).log1p()

    def log_off(self, z: acb, analytic: bool) -> acb:
        """See `Ratio`."""
        grown = ((p, (z * c - c * c / 2) * self.inverse) for p, c in self.terms)
        return (1 + sum((u.expm1() * p for p, u in grown), acb(0))).log(analytic=analytic)

    def value(self, x: arb) -> arb:
        """R."""
        return sum((p * ((c * x - c * c / 2) * self.inverse).exp() for p, c in self.terms), arb(0))

    def shift(self, x: arb) -> arb:
        """See `Ratio`."""
        grown = [(c, p * ((c * x - c * c / 2) * self.inverse).exp()) for p, c in self.terms]
        return sum((c * term for c, term in grown), arb(0)) / sum((term for _, term in grown), arb(0))

    @cached_property
    def _numbers(self) -> list[tuple[float, float]]:
        inverse = float(self.inverse)
        return [(math.log(float(p)) - float(c) ** 2 / 2 * inverse, float(c)) for p, c in self.terms if float(p) > 0]

    def near(self, x: float, angle: float) -> tuple[float, float]:
        """See `Ratio`."""
        inverse = float(self.inverse)
        logs = [(first + c * x * inverse, c) for first, c in self._numbers]
        top = max(log for log, _ in logs)
        total = sum(cmath.exp(complex(log - top, c * angle)) for log, c in logs if log - top > -_FAR)
        return top + math.log(abs(total)), cmath.phase(total)


@dataclass(frozen=True)
class MixtureLoss(SampledGaussian):
    """The loss of one step in one direction: that of `SampledGaussian` with another ratio.

    Args:
        rate: one less the probability of the shift 0.
        sigma: s, the deviation of the noise over the largest shift.
        remove: whether P is the mixture.
        shifts: (p_j, c_j), the largest c_j one.

    Example:
        >>> from sdp_proofs.numbers.reals import rational
        >>> half = Fraction(1, 2)
        >>> loss = MixtureLoss(half, rational(1), True, ((half, Fraction(0)), (half, Fraction(1))))
        >>> same = SampledGaussian(half, rational(1), True)
        >>> loss.moment(1.5).overlaps(same.moment(1.5))
        True
    """

    shifts: tuple[tuple[Fraction, Fraction], ...] = ()

    def _ratio(self) -> Ratio:
        return _ratio(self.shifts, 1 / self._variance())


def _ratio(shifts: tuple[tuple[Fraction, Fraction], ...], inverse: arb) -> MixtureRatio:
    return MixtureRatio(tuple((fraction_ball(p), fraction_ball(c)) for p, c in shifts), inverse)


@dataclass(frozen=True)
class MixturePair:
    """The pair of one step, P the mixture.

    Args:
        shifts: (p_j, c_j), rational, the largest c_j one.
        sigma: precision -> s.

    Example:
        >>> half = Fraction(1, 2)
        >>> pair = MixturePair(((half, Fraction(0)), (half, Fraction(1))), lambda bits: arb(1))
        >>> with ctx.workprec(64):
        ...     pair.height(arb(1)).str(8, radius=False)  # half of 2 Phi(1/2) - 1
        '0.19146246'
    """

    shifts: tuple[tuple[Fraction, Fraction], ...]
    sigma: Ball

    def height(self, ratio: arb) -> arb:
        """H_a: from below what a half-line next to the best one gains, from above with what that loses at most."""
        if not ratio > self._least:
            return 1 - ratio + self.depth(ratio)
        low, _, slack = self._bracket(ratio)
        found = self._mixed(low) - ratio * self._mass(low, Fraction(0))
        return found.union(found + slack).max(arb(0))

    def depth(self, ratio: arb) -> arb:
        """H_a - (1 - a): the same half-line, from the left."""
        if not ratio > self._least:  # the mean of (a - r)_+ is at most a - p_0
            return arb(0).union((ratio - self._least).max(arb(0)))
        low, _, slack = self._bracket(ratio)
        found = ratio * self._mass(low, Fraction(0), left=True) - self._mixed(low, left=True)
        return found.union(found + slack).max(arb(0))

    def upper(self, ratio: arb) -> Masses:
        """See `Pair`."""
        if not ratio > self._least:
            return (arb(1), arb(1)) if ratio <= self._least else (arb(0).union(arb(1)), arb(0).union(arb(1)))
        low, high, _ = self._bracket(ratio)
        return self._mixed(low.union(high)), self._mass(low.union(high), Fraction(0))

    def lower(self, ratio: arb) -> Masses:
        """See `Pair`."""
        if not ratio > self._least:
            return (arb(0), arb(0)) if ratio <= self._least else (arb(0).union(arb(1)), arb(0).union(arb(1)))
        low, high, _ = self._bracket(ratio)
        return self._mixed(low.union(high), left=True), self._mass(low.union(high), Fraction(0), left=True)

    def alone(self) -> Masses:
        """Nowhere."""
        return NOWHERE

    def places(self, ratio: arb) -> tuple[arb, arb]:
        """Points with r <= a and r >= a, for a above the least ratio."""
        low, high, _ = self._bracket(ratio)
        return low, high

    @property
    def _least(self) -> arb:
        """P_0."""
        return fraction_ball(sum((p for p, c in self.shifts if c == 0), Fraction(0)))

    def _mixed(self, place: arb, *, left: bool = False) -> arb:
        """The mass of P right of a place, or left of it."""
        return sum((fraction_ball(p) * self._mass(place, c, left=left) for p, c in self.shifts), arb(0))

    def _mass(self, place: arb, shift: Fraction, *, left: bool = False) -> arb:
        away = (place - fraction_ball(shift)) / (self.sigma(ctx.prec) * arb(2).sqrt())
        return (-away if left else away).erfc() / 2

    def _bracket(self, ratio: arb) -> tuple[arb, arb, arb]:
        """Points with r <= a and r >= a, decided, and what the half-line from the first one loses at most."""
        bits = ctx.prec
        with ctx.workprec(bits + 32):
            ratio_of = _ratio(self.shifts, 1 / self.sigma(bits + 32) ** 2)
            place, width = _root(ratio_of, ratio, bits)
            for _ in range(_MOST_TRIES):
                low, high = arb((place - width).lower()), arb((place + width).upper())
                first, second = ratio_of.value(low), ratio_of.value(high)
                if first <= ratio and second >= ratio:
                    between = self._mass(low, Fraction(0)) - self._mass(high, Fraction(0))
                    return low, high, arb(((second - first) * between).upper()).max(arb(0))
                width *= 4
        raise PrecisionError("the best half-line of a mixture could not be found")


def _root(ratio_of: MixtureRatio, ratio: arb, bits: int) -> tuple[arb, arb]:
    """About the root of r = a, by Newton's method on ln r, and a width that may hold it (estimates)."""
    goal = ratio.log()
    place = arb(_guess(ratio_of, float(goal)))
    for _ in range(_MOST_TRIES):
        step = (goal - ratio_of.log(place)) / (ratio_of.shift(place) * ratio_of.inverse)
        if not abs(step) < 1 + abs(place):  # far left ln r is flat: the bracket is widened from here
            break
        place = (place + step).mid()
        if abs(step.mid()) < arb(2) ** -(bits + 8) * (1 + abs(place)):
            break
    return place, (1 + abs(place)) * arb(2) ** -bits + arb(ratio.rad()) / ratio


def _guess(ratio: MixtureRatio, goal: float) -> float:
    """A point with about ln r = goal (estimate)."""
    low, high = -1.0, 1.0
    while ratio.near(low, 0.0)[0] > goal and low > -1e12:
        low *= 4
    while ratio.near(high, 0.0)[0] < goal and high < 1e12:
        high *= 4
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if ratio.near(middle, 0.0)[0] < goal else (low, middle)
    return (low + high) / 2
