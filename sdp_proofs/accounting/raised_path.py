"""A bound of the moment generating function far from the real axis, from a path above it.

World: directed bound; the path itself is chosen by floats, and any path is sound. With the notation of
`sampled_gaussian`, F(w) = int phi_s(x) r(x)^w dx, w = p + it. The integrand is analytic for |Im x| < pi s^2 and small
far out, so the line may be replaced by any path z(x) = x + iy(x), 0 <= y < pi s^2 (Cauchy), and

    |F(p + it)| <= B(t) = int |phi_s(z)| |r(z)|^p e^(-t arg r(z)) |z'| dx.

There arg r >= 0, because r = A + B e^(i Im u) with A, B > 0 and 0 <= Im u < pi. So **B falls in t**: its value at one
frequency bounds |F| at all larger ones, with no mesh, no Lipschitz constant and no variation of a density. A height y
costs a factor e^(y^2/(2 s^2)) and gains e^(-t arg r), which is t y r'/r for small y. The path

    y(x) = theta s^2/(1 + e^(-(x - x0)/s^2))

is low where the loss is nearly constant and high where it grows; with the better theta and x0 the bound is about as
small as F itself.

**Ends.** Beyond the nodes of the trapezoid rule, |phi_s(z)| <= phi_s(x) e^(theta^2 s^2/2), (A + B) cos(theta/2) <= |r|
<= A + B, y' <= theta/4, and the integrand on the line falls: its integral is at most the step times the sum of terms.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from sdp_proofs.accounting.lemmas import a_path_above_the_line_bounds_all_larger_frequencies
from sdp_proofs.numbers.balls import acb, arb, ctx

_BITS = 96
_ACCURACY = arb(2) ** -46
_MOST_EVALUATIONS = 20_000
_MOST_MOVES = 60
_STARTS = ((0.02, 0.5), (0.2, 0.5), (1.4, 0.0), (1.4, 0.5), (1.4, 0.8))
_HIGHEST = 3.1
_LEAST_TURN = 1.03
_FAR = 600.0
_ENOUGH = 100


class Path(NamedTuple):
    """y(x) = height s^2/(1 + e^(-(x - place)/s^2)), 0 < height < pi."""

    height: float
    place: float


@dataclass(frozen=True)
class Axis:
    """The integrand on the real axis: what a path replaces.

    Args:
        rate: q.
        variance: s^2.
        exponent: p.
        places: the nodes of a trapezoid rule that finds the integral, exactly; beyond both ends the integrand falls.
        beyond: a bound of the integral of phi_s r^p beyond the first and the last of them.
    """

    rate: arb
    variance: arb
    exponent: arb
    places: Sequence[float]
    beyond: arb

    def bound(self, path: Path, frequency: float) -> arb:
        """An upper bound of |F(p + it)| for all t >= frequency >= 0.

        Raises:
            DomainError: the path leaves the strip where the integrand is analytic, or the frequency is negative.

        Example:
            >>> half = Axis(arb("0.5"), arb(1), arb(1), [k / 4 for k in range(-40, 45)], arb(10) ** -20)
            >>> found = half.bound(Path(1.5, 0.0), 4.0)  # int phi r^(1 + 4i)
            >>> 0.01 < float(found) < 0.5
            True
        """
        a_path_above_the_line_bounds_all_larger_frequencies(path.height, frequency)
        with ctx.workprec(_BITS + max(0, math.frexp(float(self.exponent))[1])):
            peak = arb(max(self._log_line(x) for x in self.places))
            theta = arb(path.height)
            whole = acb.integral(
                lambda x, analytic: self._modulus(x, analytic, path, frequency, peak),
                acb(self.places[0]),
                acb(self.places[-1]),
                rel_tol=_ACCURACY,
                abs_tol=_ACCURACY * (self.places[1] - self.places[0]),
                eval_limit=_MOST_EVALUATIONS,
            ).real
            if not whole.is_finite():
                return arb("inf")
            # Beyond the nodes.
            ends = self.beyond * (theta**2 * self.variance / 2).exp() * (1 + theta / 4)
            ends *= ((theta / 2).cos().log() * self.exponent.min(arb(0))).exp()
            return arb((whole * peak.exp() / (2 * arb.pi() * self.variance).sqrt() + ends).upper())

    def _modulus(self, x: acb, analytic: bool, path: Path, frequency: float, peak: arb) -> acb:
        """|phi_s(z) r(z)^w z'| over e^peak, as an analytic function of x: conjugates are values at the mirrored z."""
        inverse = 1 / self.variance
        share = 1 / (1 + ((path.place - x) * inverse).exp())
        rise = share * (path.height * self.variance)
        steep = path.height * share * (1 - share)
        turn = acb(0, 1)
        ends = (x + turn * rise, x - turn * rise)
        logs = [(1 + self.rate * ((z - arb(0.5)) * inverse).expm1()).log(analytic=analytic) for z in ends]
        exponent = (rise * rise - x * x) * inverse / 2 - peak
        exponent += self.exponent * (logs[0] + logs[1]) / 2 + turn * arb(frequency) * (logs[0] - logs[1]) / 2
        return exponent.exp() * (1 + steep * steep).sqrt(analytic=analytic)

    def _log_line(self, x: float) -> float:
        return _log_modulus(self._numbers, x, 0.0, 0.0)

    @cached_property
    def _numbers(self) -> tuple[float, float, float]:
        return float(self.rate), float(self.variance), float(self.exponent)

    @cached_property
    def _seen(self) -> Sequence[float]:
        """Nodes enough for estimates."""
        return self.places[:: max(1, len(self.places) // _ENOUGH)]

    @cached_property
    def _total(self) -> tuple[float, float]:
        """The largest logarithm on the real axis, and the sum of all terms over its exponential (estimates)."""
        logs = [self._log_line(x) for x in self._seen]
        return max(logs), math.fsum(_exp(entry - max(logs)) for entry in logs)

    def estimate(self, path: Path, frequency: float) -> float:
        """About B over the integral on the real axis."""
        numbers, variance, height, place = self._numbers, self._numbers[1], path.height, path.place
        peak, total = self._total
        found = 0.0
        for x in self._seen:
            share = _logistic((x - place) / variance)
            rise = height * share
            steep = rise * (1 - share)
            found += _exp(_log_modulus(numbers, x, rise, frequency) - peak) * math.sqrt(1 + steep * steep)
        return found / total

    def best(self, frequency: float, start: Path | None = None) -> tuple[float, Path]:
        """A path with about the least bound, found by moving the better of a few, and its estimate."""
        width = self.places[-1] - self.places[0]
        starts = [start] if start else [Path(theta, self.places[0] + share * width) for theta, share in _STARTS]
        value, path = min((self.estimate(each, frequency), each) for each in starts)
        turn, shift = (1.3, 0.03 * width) if start else (2.0, 0.1 * width)
        for _ in range(_MOST_MOVES):
            moves = [Path(min(_HIGHEST, path.height * turn), path.place), Path(path.height / turn, path.place)]
            moves += [Path(path.height, path.place + shift), Path(path.height, path.place - shift)]
            found, move = min((self.estimate(each, frequency), each) for each in moves)
            if found < value:
                value, path = found, move
            else:
                turn, shift = math.sqrt(turn), shift / 2
                if turn < _LEAST_TURN:
                    break
        return value, path


def _log_modulus(numbers: tuple[float, float, float], x: float, theta: float, frequency: float) -> float:
    """The logarithm of e^(-z^2/(2 s^2)) r(z)^w in modulus at z = x + i theta s^2 (estimate)."""
    rate, variance, exponent = numbers
    u = (x - 0.5) / variance
    far = (theta * theta * variance - x * x / variance) / 2
    if u > _FAR:
        return far + exponent * (math.log(rate) + u) - frequency * theta
    grown = rate * math.exp(u)
    real, imaginary = 1 - rate + grown * math.cos(theta), grown * math.sin(theta)
    return far + exponent * math.log(math.hypot(real, imaginary)) - frequency * math.atan2(imaginary, real)


def _logistic(x: float) -> float:
    return 1 / (1 + math.exp(-x)) if x > -_FAR else 0.0


def _exp(x: float) -> float:
    return math.exp(x) if x < _FAR else math.inf
