"""Enclose the privacy loss of the Poisson-subsampled Gaussian mechanism.

World: enclosure. In units of the sensitivity let N_0 be the normal law with mean 0 and standard deviation s, N_1 that
with mean 1, q the sampling rate, and

    r(x) = 1 - q + q e^((x - 1/2)/s^2) = dN_mix/dN_0,    N_mix = (1-q) N_0 + q N_1.

*Remove* is the pair (N_mix, N_0), *add* the pair (N_0, N_mix); both dominate their kind of neighbours [Zhu, Dong,
Wang 2022], and both are attained. With F(w) = int phi_s(x) r(x)^w dx, their moment generating functions are F(1 + z)
and F(-z).

**F by the trapezoid rule, on a raised line.** The integrand is analytic in 0 <= Im x < pi s^2, where r has no zero,
and decays, so the integral over the line Im x = theta s^2 is F as well. There r(x) = A + B e^(i theta) with A, B > 0,
hence |r| <= A + B, |r| >= (A + B) cos(theta/2) (project on the bisector of the angle) and 0 <= arg r <= theta; phi_s
grows by e^(theta^2 s^2/2), and |r^w| = |r|^(Re w) e^(-t arg r) <= |r|^(Re w) for t = Im w >= 0. So on every such line
the integral of the modulus is at most

    N(theta) = e^(theta^2 s^2/2) F(Re w) max(1, cos(theta/2)^(Re w)),

**at every frequency t >= 0 alike**. On the real line this would cost e^(theta t) below it, and steps of the order
1/t. The rule with step d on the line theta has lines at a distance theta s^2 on both sides, the upper one at 2 theta,
so its error over the whole line is at most 2 N(2 theta)/(e^(2 pi theta s^2/d) - 1) [Trefethen, Weideman 2014, Thm.
5.1]. It is relative to F(Re w), so digits survive at any magnitude. Where t = 0 the real line itself is taken, with
the lines +-theta.

**Cutting the sum.** The logarithm f of the modulus of a term on the real line has f' = (Re w sigma(x) - x)/s^2 with
the logistic function sigma = q e^u/r, increasing from 0 to 1. So right of X > max(Re w, 0) terms fall at least by the
factor e^(-d (X - max(Re w, 0))/s^2) a step, left of -X by e^(-d (X + min(Re w, 0) sigma(-X))/s^2): geometric series.
Raised terms exceed those by at most the factor in N.

**Far frequencies**: a shifted contour, below.

**Two saddle points.** World: enclosure. r(x) = 1 - q + q e^u with u = (x - 1/2)/s^2, as in `sampled_gaussian`, which
says why the bound of the terms that are left out holds.

**Far frequencies: a shifted contour.** World: directed bound; the path itself is chosen by floats, and any path is
sound. With the notation of `sampled_gaussian`, F(w) = int phi_s(x) r(x)^w dx, w = p + it. The integrand is analytic
for |Im x| < pi s^2 and small far out, so the line may be replaced by any path z(x) = x + iy(x), 0 <= y < pi s^2
(Cauchy), and

    |F(p + it)| <= B(t) = int |phi_s(z)| |r(z)|^p e^(-t arg r(z)) |z'| dx.

There arg r >= 0, because r = A + B e^(i Im u) with A, B > 0 and 0 <= Im u < pi. So **B falls in t**: its value at one
frequency bounds |F| at all larger ones, with no mesh, no Lipschitz constant and no variation of a density. A height y
costs a factor e^(y^2/(2 s^2)) and gains e^(-t arg r), which is t y r'/r for small y. The path

    y(x) = theta s^2/(1 + e^(-(x - x0)/s^2))

is low where the loss is nearly constant and high where it grows; with the better theta and x0 the bound is about as
small as F itself.

**Ends.** Beyond the nodes of the trapezoid rule, |phi_s(z)| <= phi_s(x) e^(theta^2 s^2/2), (A + B) cos(theta/2) <=
|r| <= A + B, y' <= theta/4, and the integrand on the line falls: its integral is at most the step times the sum of
terms.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple, Protocol

from sdp_proofs.accounting.lemmas import (
    a_path_above_the_line_bounds_all_larger_frequencies,
    aliases_are_below_a_geometric_series,
    sums_over_nodes_enclose_the_moment,
    the_ratio_off_the_real_line,
)
from sdp_proofs.accounting.losses import Slope
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

    def _path(self, contour: float, frequency: float) -> tuple[float, ShiftedContour]:
        """The best path found from the one last used, with this contour if any, and its estimate."""
        known = self._paths
        if (contour, frequency) not in known:
            last = next((path for _, path in reversed(known.values())), None)
            start = next((path for (line, _), (_, path) in reversed(known.items()) if line == contour), last)
            known[contour, frequency] = self._axis(contour).best(frequency, start)
        return known[contour, frequency]

    def _axis(self, contour: float) -> RealAxis:
        """The integrand that a path above the real line replaces."""
        known = self._lines
        if contour not in known:
            with ctx.workprec(96):
                exponent = self._exponent(contour)
                nodes = self._nodes(exponent, _SHORT_DIGITS)
                beyond = nodes.weights[0] + nodes.weights[-1] + nodes.cut
                known[contour] = self._replaced_axis(exponent, nodes.places, beyond)
        return known[contour]

    def _exponent(self, contour: float | arb) -> arb:
        """Re w, exactly."""
        with ctx.workprec(128):
            return arb(contour) + 1 if self.remove else -arb(contour)

    def _lost(self, exponent: arb) -> arb:
        """The power, at most 0, in which cos(theta/2) bounds the integrand off the real line."""
        return exponent.min(arb(0))

    def _replaced_axis(self, exponent: arb, places: Sequence[float], beyond: arb) -> RealAxis:
        return RealAxis(self._ratio(), self._variance(), exponent, places, beyond)

    @cached_property
    def _squared(self) -> dict[int, arb]:
        return {}

    @cached_property
    def _paths(self) -> dict[tuple[float, float], tuple[float, ShiftedContour]]:
        return {}

    @cached_property
    def _lines(self) -> dict[float, RealAxis]:
        return {}

    def _variance(self) -> arb:
        """s^2 at the working precision."""
        known = self._squared
        if ctx.prec not in known:
            known[ctx.prec] = self.sigma.ball(ctx.prec + 16) ** 2
        return known[ctx.prec]

    def _rule(self, exponent: arb, digits: int, *, raised: bool = False) -> Rule:
        """The largest step, a dyadic number, whose error bound is about 10^-digits."""
        variance, lost = float(self._variance()), float(self._lost(exponent))
        best, chosen = 0.0, 1.0
        for angle in _ANGLES:
            upper = 2 * angle if raised else angle
            if upper > _ANGLES[0]:
                continue
            # 2 N(upper)/(e^(2 pi angle s^2/d) - 1) = 10^-digits F, solved for d
            room = digits * math.log(10) + 1.4 + upper * upper * variance / 2
            room += lost * math.log(math.cos(upper / 2))
            step = 2 * math.pi * angle * variance / room
            if step > best:
                best, chosen = step, angle
        best = _short_step(best)
        if not best > 0:
            raise SizeError("the moment generating function could not be summed at these parameters")
        end = arb(chosen) * (2 if raised else 1)
        grown = end**2 * self._variance() / 2
        if lost:
            grown += self._lost(exponent) * (end / 2).cos().log()
        return Rule(best, chosen, grown)

    def _relative(self, rule: Rule) -> arb:
        """The error of the rule over F."""
        the_ratio_off_the_real_line(rule.angle)
        # 2 N/(e^(2 pi theta s^2/d) - 1), over F [Trefethen, Weideman 2014, Thm. 5.1]
        relative = 2 * rule.grown.exp() / (2 * arb.pi() * arb(rule.angle) * self._variance() / rule.step).expm1()
        if not (sums_over_nodes_enclose_the_moment.holds(relative) and relative < arb(0.5)):
            raise SizeError("the moment generating function could not be summed at these parameters")
        return relative

    def _nodes(self, exponent: arb, digits: int, rule: Rule | None = None) -> Nodes:
        """The trapezoid sum of F at a real argument, its error about 10^-digits of it."""
        rule = rule or self._rule(exponent, digits)
        scale = arb(rule.step) / (2 * arb.pi() * self._variance()).sqrt()
        pairs, left_over, first = self._saddle_nodes(exponent, rule).window(digits + 2)
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
        # On the line the modulus of what is left out is at most that of the real line times N/F.
        height, bumps = arb(rule.angle) * self._variance(), self._saddle_nodes(exponent, rule)
        scale = arb(rule.step) / (2 * arb.pi() * self._variance()).sqrt()
        first = round(axis.places[0] / rule.step)
        terms = [bumps.raised(first + k, height) for k in range(len(axis.places))]
        error = arb((axis.error + axis.cut * rule.grown.exp()).upper())
        return RaisedNodes([weight * scale for weight, _ in terms], [loss for _, loss in terms], error)

    def _saddle_nodes(self, exponent: arb, rule: Rule) -> SaddleNodes:
        return SaddleNodes(self._ratio(), self._variance(), exponent, arb(rule.step))

    def _ratio(self) -> Ratio:
        """R at the working precision."""
        return SampledRatio(fraction_ball(self.rate), 1 / self._variance())


def _short_step(step: float) -> float:
    """The largest number of 24 bits up to it: its multiples, the nodes, are floats without rounding."""
    mantissa, exponent = math.frexp(step)
    return math.ldexp(math.floor(mantissa * (1 << _STEP_BITS)), exponent - _STEP_BITS)


MOST_NODES = 40_000


class Ratio(Protocol):
    """r(x), a mean of exponentials e^((c x - c^2/2)/s^2) with c between 0 and 1."""

    def log(self, x: arb) -> arb:
        """Ln r."""

    def log_off(self, z: acb, analytic: bool) -> acb:
        """Ln r off the real line."""

    def shift(self, x: arb) -> arb:
        """The mean of c at x, s^2 times the slope of ln r; it rises from 0 to at most 1."""

    def near(self, x: float, angle: float) -> tuple[float, float]:
        """Ln |r| and arg r at x + i angle s^2 (estimate)."""


@dataclass(frozen=True)
class SampledRatio:
    """1 - q + q e^((x - 1/2)/s^2)."""

    rate: arb
    inverse: arb

    def log(self, x: arb) -> arb:
        """See `Ratio`."""
        return (self.rate * ((x - arb(0.5)) * self.inverse).expm1()).log1p()

    def log_off(self, z: acb, analytic: bool) -> acb:
        """See `Ratio`."""
        return (1 + self.rate * ((z - arb(0.5)) * self.inverse).expm1()).log(analytic=analytic)

    def shift(self, x: arb) -> arb:
        """See `Ratio`."""
        return 1 / (1 + (1 - self.rate) / self.rate * ((arb(0.5) - x) * self.inverse).exp())

    def near(self, x: float, angle: float) -> tuple[float, float]:
        """See `Ratio`."""
        rate, inverse = self._numbers
        u = (x - 0.5) * inverse
        if u > _FAR:
            return math.log(rate) + u, angle
        grown = rate * math.exp(u)
        real, imaginary = 1 - rate + grown * math.cos(angle), grown * math.sin(angle)
        return math.log(math.hypot(real, imaginary)), math.atan2(imaginary, real)

    @cached_property
    def _numbers(self) -> tuple[float, float]:
        return float(self.rate), float(self.inverse)


class SaddleNodes:
    """The integrand at the multiples of a step.

    Args:
        ratio: r.
        variance: s^2.
        exponent: w, real.
        step: distance of two nodes.

    Example:
        >>> terms, rest, first = SaddleNodes(SampledRatio(arb("0.5"), arb(1)), arb(1), arb(1), arb("0.25")).window(10)
        >>> total = sum((weight for weight, _ in terms), arb(0)) / 4 / (2 * arb.pi()).sqrt()
        >>> round(float(total), 9), float(rest) < 1e-9  # int phi r = 1
        (1.0, True)
    """

    def __init__(self, ratio: Ratio, variance: arb, exponent: arb, step: arb) -> None:
        self.ratio, self.variance, self.exponent, self.step = ratio, variance, exponent, step
        self._inverse = 1 / variance

    def at(self, index: int) -> tuple[arb, arb]:
        """The integrand and ln r at index * step."""
        x = self.step * index
        power, log_ratio = self.logs(x)
        return (power - x * x * self._inverse / 2).exp(), log_ratio

    def raised(self, index: int, height: arb) -> tuple[acb, acb]:
        """The integrand and ln r at index * step + i height, 0 <= height < pi s^2."""
        z = acb(self.step * index, height)
        power, log_ratio = self.logs_off(z)
        return (power - z * z * self._inverse / 2).exp(), log_ratio

    def logs(self, x: arb) -> tuple[arb, arb]:
        """The logarithm of the integrand over phi_s, and ln r."""
        log_ratio = self.ratio.log(x)
        return self.exponent * log_ratio, log_ratio

    def logs_off(self, z: acb) -> tuple[acb, acb]:
        """The same off the real line."""
        log_ratio = self.ratio.log_off(z, False)
        return self.exponent * log_ratio, log_ratio

    def falls(self, sign: int, x: arb) -> arb:
        """s^2 times a slope by which the logarithm falls at least, at all places beyond sign * x."""
        if sign > 0:
            return x - self.exponent.max(arb(0))
        return x + self.exponent.min(arb(0)) * self.ratio.shift(-x)

    def window(self, digits: int) -> tuple[list[tuple[arb, arb]], arb, int]:
        """All terms that matter, a bound of the sum of the others, about 10^-digits of the sum, and the first index.

        Raises:
            SizeError: more than `MOST_NODES` terms.
        """
        small = arb(10) ** -digits
        right = [self.at(0)]
        total = largest = right[0][0]
        rests = []
        left: list[tuple[arb, arb]] = []
        for sign, terms in ((1, right), (-1, left)):
            while True:
                if len(right) + len(left) > MOST_NODES:
                    raise SizeError(f"a sum over nodes must have at most {MOST_NODES} terms, got more")
                term = self.at(sign * (len(right) if sign > 0 else len(left) + 1))
                terms.append(term)
                total += term[0]
                if not term[0] < largest * small:
                    largest = largest.max(term[0])
                    continue
                x = self.step * (len(terms) - (sign > 0))
                rate = self.falls(sign, x)
                if not rate > 0:
                    continue
                factor = (-self.step * rate * self._inverse).exp()
                if not aliases_are_below_a_geometric_series.holds(factor):
                    continue
                rest = term[0] * factor / (1 - factor)  # the geometric series of the later terms
                if rest < total * small:
                    rests.append(rest)
                    break
        return left[::-1] + right, arb((rests[0] + rests[1]).upper()), -len(left)


_BITS = 96
_ACCURACY = arb(2) ** -46
_MOST_EVALUATIONS = 20_000
_MOST_MOVES = 60
_STARTS = ((0.02, 0.5), (0.2, 0.5), (1.4, 0.0), (1.4, 0.5), (1.4, 0.8))
_HIGHEST = 3.1
_LEAST_TURN = 1.06
_FAR = 600.0
_ENOUGH = 40


class ShiftedContour(NamedTuple):
    """y(x) = height s^2/(1 + e^(-(x - place)/s^2)), 0 < height < pi."""

    height: float
    place: float


@dataclass(frozen=True)
class RealAxis:
    """The integrand on the real axis: what a path replaces.

    Args:
        ratio: r.
        variance: s^2.
        exponent: p.
        places: the nodes of a trapezoid rule that finds the integral, exactly; beyond both ends the integrand falls.
        beyond: a bound of the integral of phi_s r^p beyond the first and the last of them.
    """

    ratio: Ratio
    variance: arb
    exponent: arb
    places: Sequence[float]
    beyond: arb

    def bound(self, path: ShiftedContour, frequency: float) -> arb:
        """An upper bound of |F(p + it)| for all t >= frequency >= 0.

        Raises:
            DomainError: the path leaves the strip where the integrand is analytic, or the frequency is negative.

        Example:
            >>> places, ratio = [k / 4 for k in range(-40, 45)], SampledRatio(arb("0.5"), arb(1))
            >>> half = RealAxis(ratio, arb(1), arb(1), places, arb(10) ** -20)
            >>> found = half.bound(ShiftedContour(1.5, 0.0), 4.0)  # int phi r^(1 + 4i)
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
            # Beyond the nodes |phi| grows by e^(theta^2 s^2/2), |r| falls at most by cos(theta/2), |z'| <= 1 + theta/4.
            ends = self.beyond * (theta**2 * self.variance / 2).exp() * (1 + theta / 4)
            ends *= ((theta / 2).cos().log() * self.lost()).exp()
            return arb((whole * peak.exp() / (2 * arb.pi() * self.variance).sqrt() + ends).upper())

    def _modulus(self, x: acb, analytic: bool, path: ShiftedContour, frequency: float, peak: arb) -> acb:
        """|phi_s(z) r(z)^w z'| over e^peak, as an analytic function of x: conjugates are values at the mirrored z."""
        inverse = 1 / self.variance
        share = 1 / (1 + ((path.place - x) * inverse).exp())
        rise = share * (path.height * self.variance)
        steep = path.height * share * (1 - share)
        turn = acb(0, 1)
        ends = (x + turn * rise, x - turn * rise)
        (above, loss), (below, other) = (self.logs_off(z, analytic) for z in ends)
        exponent = (rise * rise - x * x) * inverse / 2 - peak
        exponent += (above + below) / 2 + turn * arb(frequency) * (loss - other) / 2
        return exponent.exp() * (1 + steep * steep).sqrt(analytic=analytic)

    def logs_off(self, z: acb, analytic: bool) -> tuple[acb, acb]:
        """The logarithm of the integrand over phi_s at a real exponent, and ln r."""
        log_ratio = self.ratio.log_off(z, analytic)
        return self.exponent * log_ratio, log_ratio

    def near(self, x: float, theta: float) -> tuple[float, float]:
        """The logarithm of the modulus of that at x + i theta s^2, and arg r (estimate)."""
        log, angle = self.ratio.near(x, theta)
        return self._numbers[1] * log, angle

    def lost(self) -> arb:
        """The power, at most 0, in which cos(theta/2) bounds the integrand off the real line."""
        return self.exponent.min(arb(0))

    def _log_line(self, x: float) -> float:
        """The logarithm of the integrand over phi_s(0) (estimate)."""
        return self.near(x, 0.0)[0] - x * x / self._numbers[0] / 2

    @cached_property
    def _numbers(self) -> tuple[float, float]:
        return float(self.variance), float(self.exponent)

    @cached_property
    def _seen(self) -> Sequence[float]:
        """Nodes enough for estimates."""
        return self.places[:: max(1, len(self.places) // _ENOUGH)]

    @cached_property
    def _total(self) -> tuple[float, float]:
        """The largest logarithm on the real axis, and the sum of all terms over its exponential (estimates)."""
        logs = [self._log_line(x) for x in self._seen]
        return max(logs), math.fsum(_exp(entry - max(logs)) for entry in logs)

    def estimate(self, path: ShiftedContour, frequency: float) -> float:
        """About B over the integral on the real axis."""
        variance, height, place = self._numbers[0], path.height, path.place
        peak, total = self._total
        found, near, exp, sqrt = 0.0, self.near, math.exp, math.sqrt  # the loop that takes most of the time
        for x in self._seen:
            away = (x - place) / variance
            share = 1 / (1 + exp(-away)) if away > -_FAR else 0.0
            rise = height * share
            steep = rise * (1 - share)
            power, angle = near(x, rise)
            log = (rise * rise * variance - x * x / variance) / 2 + power - frequency * angle - peak
            found += exp(log) * sqrt(1 + steep * steep) if log < _FAR else math.inf
        return found / total

    def best(self, frequency: float, start: ShiftedContour | None = None) -> tuple[float, ShiftedContour]:
        """A path with about the least bound, found by moving the better of a few, and its estimate."""
        width = self.places[-1] - self.places[0]
        starts = (
            [start] if start else [ShiftedContour(theta, self.places[0] + share * width) for theta, share in _STARTS]
        )
        value, path = min((self.estimate(each, frequency), each) for each in starts)
        turn, shift = (1.3, 0.03 * width) if start else (2.0, 0.1 * width)
        for _ in range(_MOST_MOVES):
            moves = [
                ShiftedContour(min(_HIGHEST, path.height * turn), path.place),
                ShiftedContour(path.height / turn, path.place),
            ]
            moves += [ShiftedContour(path.height, path.place + shift), ShiftedContour(path.height, path.place - shift)]
            found, move = min((self.estimate(each, frequency), each) for each in moves)
            if found < value:
                value, path = found, move
            else:
                turn, shift = math.sqrt(turn), shift / 2
                if turn < _LEAST_TURN:
                    break
        return value, path


def _exp(x: float) -> float:
    return math.exp(x) if x < _FAR else math.inf
