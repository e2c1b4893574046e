"""The privacy loss of the Poisson-subsampled Gaussian mechanism, add/remove adjacency.

World: enclosure. In units of the sensitivity let N_0 be the normal law with mean 0 and standard deviation s, N_1 that
with mean 1, q the sampling rate, and

    r(x) = 1 - q + q e^((x - 1/2)/s^2) = dN_mix/dN_0,    N_mix = (1-q) N_0 + q N_1.

*Remove* is the pair (N_mix, N_0), *add* the pair (N_0, N_mix); both dominate their kind of neighbours [Zhu, Dong, Wang
2022], and both are attained. With F(w) = int phi_s(x) r(x)^w dx, their moment generating functions are F(1 + z) and
F(-z).

**F by the trapezoid rule, on a raised line.** The integrand is analytic in 0 <= Im x < pi s^2, where r has no zero, and
decays, so the integral over the line Im x = theta s^2 is F as well. There r(x) = A + B e^(i theta) with A, B > 0, hence
|r| <= A + B, |r| >= (A + B) cos(theta/2) (project on the bisector of the angle) and 0 <= arg r <= theta; phi_s grows
by e^(theta^2 s^2/2), and |r^w| = |r|^(Re w) e^(-t arg r) <= |r|^(Re w) for t = Im w >= 0. So on every such line the
integral of the modulus is at most

    N(theta) = e^(theta^2 s^2/2) F(Re w) max(1, cos(theta/2)^(Re w)),

**at every frequency t >= 0 alike**. On the real line this would cost e^(theta t) below it, and steps of the order 1/t.
The rule with step d on the line theta has lines at a distance theta s^2 on both sides, the upper one at 2 theta, so its
error over the whole line is at most 2 N(2 theta)/(e^(2 pi theta s^2/d) - 1) [Trefethen, Weideman 2014, Thm. 5.1]. It is
relative to F(Re w), so digits survive at any magnitude. Where t = 0 the real line itself is taken, with the
lines +-theta.

**Cutting the sum.** The logarithm f of the modulus of a term on the real line has f' = (Re w sigma(x) - x)/s^2 with
the logistic function sigma = q e^u/r, increasing from 0 to 1. So right of X > max(Re w, 0) terms fall at least by the
factor e^(-d (X - max(Re w, 0))/s^2) a step, left of -X by e^(-d (X + min(Re w, 0) sigma(-X))/s^2): geometric series.
Raised terms exceed those by at most the factor in N.

**Far frequencies**: `raised_path`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from sdp_proofs.accounting.bumps import Bumps
from sdp_proofs.accounting.lemmas import sums_over_nodes_enclose_the_moment, the_ratio_off_the_real_line
from sdp_proofs.accounting.loss import Slope
from sdp_proofs.accounting.raised_path import Axis, Path
from sdp_proofs.errors import SizeError
from sdp_proofs.numbers.balls import acb, arb, ctx, square
from sdp_proofs.numbers.reals import ExactReal, fraction_ball
from sdp_proofs.sums.exponential_sums import exponential_sums

_SHORT_DIGITS = 12
_BITS_PER_DIGIT = 3.33
_STEP_BITS = 24
_ANGLES = [3.0, 2.7, 2.3, *(2.0 * 0.8**k for k in range(60))]


class Nodes(NamedTuple):
    """A trapezoid sum of the integrand: weights, ln r, their sum, its error, and what of that is the terms left out."""

    weights: list[arb]
    losses: list[arb]
    places: list[float]
    total: arb
    error: arb
    cut: arb


class RaisedNodes(NamedTuple):
    """The same on a line above the real one, with the error of any sum of turned weights."""

    weights: list[acb]
    losses: list[acb]
    error: arb


class Rule(NamedTuple):
    """The step of a trapezoid rule, the angle of its strip, and the logarithm of N over F on its upper end."""

    step: float
    angle: float
    grown: arb


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
            nodes = self._nodes(self._exponent(contour), 8)
            first = sum((w * loss for w, loss in zip(nodes.weights, nodes.losses, strict=True)), arb(0)) / nodes.total
            second = arb(0)
            for weight, loss in zip(nodes.weights, nodes.losses, strict=True):
                second += weight * square(loss - first)
            sign = 1 if self.remove else -1
            return Slope(float(nodes.total.log()), sign * float(first), float(second / nodes.total))

    def moment(self, contour: float | arb) -> arb:
        """See `Loss`."""
        with ctx.workprec(96):
            nodes = self._nodes(self._exponent(contour), _SHORT_DIGITS)
            return nodes.total + arb(0, nodes.error)

    def line(self, contour: float, step: float, count: int, digits: int) -> list[acb]:
        """See `Loss`."""
        exponent = self._exponent(contour)
        with ctx.workprec(int(digits * _BITS_PER_DIGIT) + 40):
            rule = self._rule(exponent, digits, raised=True)
        # Raised terms are larger than their sum.
        with ctx.workprec(int(digits * _BITS_PER_DIGIT + float(rule.grown) / math.log(2)) + 40):
            nodes = self._raised(exponent, rule, digits)
            slack = acb(arb(0, nodes.error), arb(0, nodes.error))
            sums = exponential_sums(nodes.weights, nodes.losses, arb(step), count)
            # The balls of the sums may be a square, so each part takes the whole error.
            return [(value if self.remove else value.conjugate()) + slack for value in sums]

    def beyond(self, contour: float, start: float) -> arb:
        """See `Loss`."""
        with ctx.workprec(96):
            line = self._axis(contour)
            _, path = self._path(contour, start)
            return (line.bound(path, start) / arb(self.moment(contour).lower())).min(arb(1))

    def near(self, contour: float, frequency: float) -> float:
        """See `Loss`: about what `beyond` will prove there."""
        return min(1.0, self._path(contour, frequency)[0])

    def _path(self, contour: float, frequency: float) -> tuple[float, Path]:
        """The best path found from the one last used with this contour, and its estimate."""
        known = self._paths
        if (contour, frequency) not in known:
            start = next((path for (line, _), (_, path) in reversed(known.items()) if line == contour), None)
            known[contour, frequency] = self._axis(contour).best(frequency, start)
        return known[contour, frequency]

    def _axis(self, contour: float) -> Axis:
        """What a path above the real line replaces."""
        known = self._lines
        if contour not in known:
            with ctx.workprec(96):
                exponent = self._exponent(contour)
                nodes = self._nodes(exponent, _SHORT_DIGITS)
                beyond = nodes.weights[0] + nodes.weights[-1] + nodes.cut
                known[contour] = Axis(fraction_ball(self.rate), self._variance(), exponent, nodes.places, beyond)
        return known[contour]

    def _exponent(self, contour: float | arb) -> arb:
        """Re w, exactly."""
        with ctx.workprec(128):
            return arb(contour) + 1 if self.remove else -arb(contour)

    @cached_property
    def _squared(self) -> dict[int, arb]:
        return {}

    @cached_property
    def _paths(self) -> dict[tuple[float, float], tuple[float, Path]]:
        return {}

    @cached_property
    def _lines(self) -> dict[float, Axis]:
        return {}

    def _variance(self) -> arb:
        """s^2 at the working precision."""
        known = self._squared
        if ctx.prec not in known:
            known[ctx.prec] = self.sigma.ball(ctx.prec + 16) ** 2
        return known[ctx.prec]

    def _rule(self, exponent: arb, digits: int, *, raised: bool = False) -> Rule:
        """The largest step, a dyadic number, whose error bound is about 10^-digits."""
        variance, power = float(self._variance()), float(exponent)
        best, chosen = 0.0, 1.0
        for angle in _ANGLES:
            upper = 2 * angle if raised else angle
            if upper > _ANGLES[0]:
                continue
            room = digits * math.log(10) + 1.4 + upper * upper * variance / 2
            if power < 0:
                room += power * math.log(math.cos(upper / 2))
            step = 2 * math.pi * angle * variance / room
            if step > best:
                best, chosen = step, angle
        best = _short(best)
        if not best > 0:
            raise SizeError("the moment generating function could not be summed at these parameters")
        end = arb(chosen) * (2 if raised else 1)
        grown = end**2 * self._variance() / 2
        if exponent < 0:
            grown += exponent * (end / 2).cos().log()
        return Rule(best, chosen, grown)

    def _relative(self, rule: Rule) -> arb:
        """The error of the rule over F."""
        the_ratio_off_the_real_line(rule.angle)
        relative = 2 * rule.grown.exp() / (2 * arb.pi() * arb(rule.angle) * self._variance() / rule.step).expm1()
        if not (sums_over_nodes_enclose_the_moment.holds(relative) and relative < arb(0.5)):
            raise SizeError("the moment generating function could not be summed at these parameters")
        return relative

    def _nodes(self, exponent: arb, digits: int, rule: Rule | None = None) -> Nodes:
        """The trapezoid sum of F at a real argument, its error about 10^-digits of it."""
        rule = rule or self._rule(exponent, digits)
        scale = arb(rule.step) / (2 * arb.pi() * self._variance()).sqrt()
        pairs, left_over, first = self._bumps(exponent, rule).window(digits + 2)
        weights = [weight * scale for weight, _ in pairs]
        total = sum(weights, arb(0))
        relative, cut = self._relative(rule), left_over * scale
        # total - cut <= rule <= total + cut and |F - rule| <= relative F, so F <= (total + cut)/(1 - relative).
        error = cut + relative * (total + cut) / (1 - relative)
        if not error.is_finite():
            raise SizeError("the moment generating function could not be summed at these parameters")
        places = [rule.step * (first + k) for k in range(len(pairs))]
        return Nodes(weights, [loss for _, loss in pairs], places, total, arb(error.upper()), cut)

    def _raised(self, exponent: arb, rule: Rule, digits: int) -> RaisedNodes:
        """The trapezoid sum on the raised line; its error holds at every frequency >= 0."""
        more = digits + 2 + int(float(rule.grown) / math.log(10))
        axis = self._nodes(exponent, more, rule)
        the_ratio_off_the_real_line(2 * arb(rule.angle))
        height, bumps = arb(rule.angle) * self._variance(), self._bumps(exponent, rule)
        scale = arb(rule.step) / (2 * arb.pi() * self._variance()).sqrt()
        first = round(axis.places[0] / rule.step)
        terms = [bumps.raised(first + k, height) for k in range(len(axis.places))]
        error = arb((axis.error + axis.cut * rule.grown.exp()).upper())
        return RaisedNodes([weight * scale for weight, _ in terms], [loss for _, loss in terms], error)

    def _bumps(self, exponent: arb, rule: Rule) -> Bumps:
        return Bumps(fraction_ball(self.rate), self._variance(), exponent, arb(rule.step))


def _short(step: float) -> float:
    """The largest number of 24 bits up to it: its multiples, the nodes, are floats without rounding."""
    mantissa, exponent = math.frexp(step)
    return math.ldexp(math.floor(mantissa * (1 << _STEP_BITS)), exponent - _STEP_BITS)
