"""The privacy loss of the Poisson-subsampled Gaussian mechanism, add/remove adjacency.

World: enclosure. In units of the sensitivity let N_0 be the normal law with mean 0 and standard deviation s, N_1 that
with mean 1, q the sampling rate, and

    r(x) = 1 - q + q e^((x - 1/2)/s^2) = dN_mix/dN_0,    N_mix = (1-q) N_0 + q N_1.

*Remove* is the pair (N_mix, N_0), *add* the pair (N_0, N_mix); both dominate their kind of neighbours [Zhu, Dong, Wang
2022], and both are attained. With F(w) = int phi_s(x) r(x)^w dx, their moment generating functions are F(1 + z) and
F(-z).

**F by the trapezoid rule.** The integrand is analytic in |Im x| < pi s^2, where r has no zero. Put Im x = +-theta s^2,
theta < pi. Then r(x) = A + B e^(+-i theta) with A, B > 0, so |r| <= A + B, |r| >= (A + B) cos(theta/2) (project on the
bisector of the angle) and |arg r| <= theta; and |phi_s| grows by e^(theta^2 s^2/2). Hence on every line of the strip
the integral of the modulus is at most

    N = e^(theta^2 s^2/2 + theta |Im w|) F(Re w) max(1, cos(theta/2)^(Re w)),

and the error of the rule with step d over the whole line is at most 2 N/(e^(2 pi theta s^2/d) - 1)
[Trefethen, Weideman 2014, Thm. 5.1]. It is relative to F(Re w), so digits survive at any magnitude.

**Cutting the sum.** The logarithm f of the modulus of a term has f' = (Re w sigma(x) - x)/s^2 with the logistic
function sigma = q e^u/r, increasing from 0 to 1. So right of X > max(Re w, 0) terms fall at least by the factor
e^(-d (X - max(Re w, 0))/s^2) a step, left of -X by e^(-d (X + min(Re w, 0) sigma(-X))/s^2): geometric series.

**Far frequencies.** Under the law tilted by e^(cL) let phi be the characteristic function of L. |phi'| <= E|L - m|, at
most the root of E(L - m)^2 <= 2 (E cosh(b(L - m)) - 1)/b^2 for every m and b, from cosh(y) >= 1 + y^2/2. So a mesh of
values bounds |phi| on an interval. And for the density g of the tilted law over losses |phi(t)| <= TV(g)/t (one
integration by parts). With w = Re: ln g = (1+w) ln r - u - x^2/(2 s^2) + const, whose derivative vanishes where
(1+w) sigma(x) = 1 + x; as sigma has one inflection that is at most thrice, so g has at most two maxima and TV(g) <=
4 sup g.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from sdp_proofs.accounting.bumps import Bumps
from sdp_proofs.accounting.far import Decay, mesh_bound
from sdp_proofs.accounting.loss import Slope
from sdp_proofs.errors import PrecisionError, SizeError
from sdp_proofs.numbers.balls import acb, arb, ctx
from sdp_proofs.numbers.reals import ExactReal, fraction_ball
from sdp_proofs.sums.exponential_sums import exponential_sums

MOST_WORK = 5_000_000
_SHORT_DIGITS = 12
_LATE = 8.0
_ANGLES = [3.0, 2.7, 2.3, *(2.0 * 0.8**k for k in range(60))]


class Nodes(NamedTuple):
    """A trapezoid sum of the integrand: weights, the values of ln r, and the error of any sum of turned weights."""

    weights: list[arb]
    losses: list[arb]
    places: list[float]
    total: arb
    error: arb


@dataclass(frozen=True)
class SampledGaussian:
    """One step of the Poisson-subsampled Gaussian mechanism in one direction.

    Args:
        rate: q, in (0, 1).
        sigma: standard deviation of the noise over the sensitivity, > 0.
        remove: whether P is the mixture; else it is the plain normal law.

    Example:
        >>> from sdp_proofs.numbers.reals import rational
        >>> step = SampledGaussian(Fraction(1, 100), rational(1), remove=True)
        >>> round(float(step.moment(1.0)), 12)  # 1 + q^2 (e - 1)
        1.000171828183
    """

    rate: Fraction
    sigma: ExactReal
    remove: bool

    @property
    def infinite(self) -> arb:
        """Zero: all losses are finite."""
        return arb(0)

    def slope(self, contour: float) -> Slope:
        """See `Loss`; a plain sum over the nodes."""
        with ctx.workprec(64):
            nodes = self._nodes(self._exponent(contour), 0.0, 8)
            first = sum((w * loss for w, loss in zip(nodes.weights, nodes.losses, strict=True)), arb(0)) / nodes.total
            second = arb(0)
            for weight, loss in zip(nodes.weights, nodes.losses, strict=True):
                second += weight * (loss - first) ** 2
            sign = 1 if self.remove else -1
            return Slope(float(nodes.total.log()), sign * float(first), float(second / nodes.total))

    def moment(self, contour: float | arb) -> arb:
        """See `Loss`."""
        with ctx.workprec(96):
            nodes = self._nodes(self._exponent(contour), 0.0, _SHORT_DIGITS)
            return nodes.total + arb(0, nodes.error)

    def line(self, contour: float, step: float, count: int, digits: int) -> list[acb]:
        """See `Loss`."""
        with ctx.workprec(int(digits * 3.33) + 40):
            nodes = self._nodes(self._exponent(contour), step * count, digits)
            return self._sums(nodes, step, count, 0.0)

    def beyond(self, contour: float, start: float) -> arb:
        """See `Loss`."""
        with ctx.workprec(72):
            floor = self.moment(contour).lower()
            slope = self.slope(contour)
            spread = self._spread(contour, slope)
            exponent = self._exponent(contour)
            decays = self._decays(exponent, floor, start)
            known: tuple[float, Nodes] = 0.0, self._nodes(exponent, 0.0, _SHORT_DIGITS)

            def values(first: float, step: float, count: int) -> list[arb]:
                nonlocal known
                last = first + step * count
                if not last <= known[0] <= 1.5 * last:
                    known = 1.2 * last, self._nodes(exponent, 1.2 * last, _SHORT_DIGITS)
                return [abs(value) / floor for value in self._sums(known[1], step, count, first)]

            return mesh_bound(values, spread, decays, start)

    def near(self, contour: float, frequency: float) -> float:
        """See `Loss`."""
        with ctx.workprec(64):
            nodes = self._nodes(self._exponent(contour), 2.6 * frequency, 8)
            sums = self._sums(nodes, 0.2 * frequency, 9, frequency)
            return max(float(abs(value) / nodes.total) for value in sums)

    def _decays(self, exponent: arb, floor: arb, start: float) -> list[Decay]:
        """|phi| <= V/t for the whole law, and the like for its parts right of some places where that comes too late."""
        bumps = Bumps(fraction_ball(self.rate), self._variance(), exponent, arb(1))
        decays = [Decay(arb(0), 4 * bumps.highest_density() / floor)]
        if float(decays[0].variation.upper()) < _LATE * start:
            return decays
        nodes = self._nodes(exponent, 0.0, 8)
        scale = 1 / (2 * arb.pi() * self._variance()).sqrt() / arb((nodes.total + nodes.error).upper())
        for left, right in bumps.windows(nodes.weights, nodes.places):
            mass = bumps.mass(left, right) * scale
            decays.append(Decay(1 - arb(mass.lower()), 4 * bumps.highest_density(left) / floor))
        return decays

    def _sums(self, nodes: Nodes, step: float, count: int, first: float) -> list[acb]:
        self._pay(len(nodes.weights) * 2 * (math.isqrt(count) + 1))
        sums = exponential_sums(nodes.weights, nodes.losses, arb(step), count, arb(first) / arb(step))
        slack = acb(arb(0, nodes.error), arb(0, nodes.error))
        # The balls of the sums may be a square, so each part takes the whole error.
        return [(value if self.remove else value.conjugate()) + slack for value in sums]

    def _exponent(self, contour: float | arb) -> arb:
        """Re w, exactly."""
        with ctx.workprec(128):
            return arb(contour) + 1 if self.remove else -arb(contour)

    def _spread(self, contour: float, slope: Slope) -> arb:
        """A bound of the standard deviation of the tilted loss."""
        deviation = math.sqrt(slope.second)
        width = 0.25 / deviation
        if not self.remove:
            width = min(width, contour / 2)
        centre, middle = arb(slope.first), self.moment(contour)
        for _ in range(12):
            turn = arb(width)
            sides = [self.moment(arb(contour) + turn) / (turn * centre).exp()]
            sides.append(self.moment(arb(contour) - turn) * (turn * centre).exp())
            excess = (sides[0] + sides[1]) / (2 * middle) - 1
            found = arb((2 * excess / arb(width) ** 2).upper()).sqrt()
            if found < 1.1 * deviation:
                break
            width /= 2
        return found

    @cached_property
    def _squared(self) -> dict[int, arb]:
        return {}

    @cached_property
    def _spent(self) -> list[int]:
        return [0]

    def _pay(self, work: int) -> None:
        """Count the exponentials of one question: some releases would take hours, and other engines can answer them."""
        self._spent[0] += work
        if self._spent[0] > MOST_WORK:
            raise PrecisionError(f"the inversion must need at most {MOST_WORK} exponentials of one mechanism")

    def _variance(self) -> arb:
        """s^2 at the working precision."""
        known = self._squared
        if ctx.prec not in known:
            known[ctx.prec] = self.sigma.ball(ctx.prec + 16) ** 2
        return known[ctx.prec]

    def _nodes(self, exponent: arb, frequency: float, digits: int) -> Nodes:
        """The trapezoid sum for Re w = `exponent` and |Im w| <= `frequency`, its error about 10^-digits of it."""
        variance = self._variance()
        step, theta = _best_step(float(exponent), frequency, float(variance), digits)
        distance = arb(step)
        scale = distance / (2 * arb.pi() * variance).sqrt()
        pairs, left_over, first = Bumps(fraction_ball(self.rate), variance, exponent, distance).window(digits + 2)
        weights = [weight * scale for weight, _ in pairs]
        total = sum(weights, arb(0))
        grown = arb(theta) ** 2 * variance / 2 + arb(theta) * frequency
        if exponent < 0:
            grown += exponent * (arb(theta) / 2).cos().log()
        relative = 2 * grown.exp() / (2 * arb.pi() * arb(theta) * variance / distance).expm1()
        cut = left_over * scale
        # total - cut <= rule <= total + cut and |F - rule| <= relative F, so F <= (total + cut)/(1 - relative).
        error = cut + relative * (total + cut) / (1 - relative)
        if not error.is_finite() or not relative < arb(0.5):
            raise SizeError("the moment generating function could not be summed at these parameters")
        places = [step * (first + k) for k in range(len(pairs))]
        return Nodes(weights, [loss for _, loss in pairs], places, total, arb(error.upper()))


def _best_step(exponent: float, frequency: float, variance: float, digits: int) -> tuple[float, float]:
    """The largest trapezoid step, a dyadic number, whose error bound is about 10^-digits, and its theta."""
    best, chosen = 0.0, 1.0
    for theta in _ANGLES:
        room = digits * math.log(10) + 1.4 + theta * frequency + theta * theta * variance / 2
        if exponent < 0:
            room += exponent * math.log(math.cos(theta / 2))
        step = 2 * math.pi * theta * variance / room
        if step > best:
            best, chosen = step, theta
    if not best > 0:
        raise SizeError("the moment generating function could not be summed at these parameters")
    return best, chosen
