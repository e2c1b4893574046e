"""Evaluate tails of binomial and hypergeometric distributions at any size.

*A huge, flat distribution*: the tail is an integral whose cost does not grow with the standard deviation. Near the
mode of a law with standard deviation 1e7 neither direct summation nor the continued fraction ends in reasonable time.
Abel-Plana in its midpoint form turns the sum into two smooth integrals,

    sum_{k=0}^{Z-1} f(k + 1/2) = int_0^Z f(x) dx + 2 int_0^inf Im(f(iy) - f(Z + iy)) / (e^{2 pi y} + 1) dy,

which Arb integrates with proven error. Here f(z) = t(start - 1/2 + z)/t(start), which is entire: reciprocal
gamma functions.

Bounds used, for at most four factors 1/Gamma(c + iy), all with c >= C >= 20. By its series
Im psi(c + is) = sum_n s/((c+n)^2 + s^2) <= arctan(s/c) + s/(c^2 + s^2) for s >= 0, so
|f(x + iy)| e^{-2 pi y} <= f(x) h(y) with

    log h(y) = 4 y arctan(y/C) - (2C - 2) log(1 + y^2/C^2) - 2 pi y.

The gain per y is largest at y = C, where it is (pi - 2 log 2) + 2 log(2)/C < 1.83; so h(y) <= e^{-4.4 y}
<= e^{-3y} for y <= C. Beyond, h(y) = e^{-4y arctan(C/y)} (1 + y^2/C^2)^{2 - 2C} with 4y arctan(C/y) >= pi C,
and its integral, even against 1 + y, is below e^{-3C}. The half integers only help: the arguments start at
inset + 1/2, where `inset` is the distance to the support's end. Hence, against a factor bounded by B (1 + y),
the part y > Y of the integral at 0 weighs at most

    2 B f(0) (e^{-3Y} (1 + Y + 1/3)/3 + e^{-3C}) <= 2 B f(0) (1 + Y) e^{-3Y}      for 1 <= Y <= C/4;

the integral at Z weighs at most B f(Z); and, t being log-concave and falling at Z, the terms beyond Z
at most B f(Z)/(1 - q) with q the ratio there.

*The route* is the cheapest that is certified. P(K >= k)/P(K = k) for a log-concave integer law: direct summation where
it ends soon, the continued fraction far from the mode, a stretch of direct terms followed by the fraction near it, and
quadrature where the law is so flat that only an integral ends. A route that does not apply says so and the next one is
tried; none can return a wrong digit, only a wider ball.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import log, log2, sqrt
from typing import Protocol

from flint import acb, arb, ctx

from sdp_proofs.errors import SizeError
from sdp_proofs.numbers.reals import fraction_ball
from sdp_proofs.sums.terms import RatioTerm, TailFraction, direct_head, direct_sums, fraction_tail

Factor = Callable[[acb], acb]
"""z -> g(z) for k = start - 1/2 + z: analytic where Re z >= 0, between 0 and 1 at the points of the sum.

It is also called on balls that reach to the left of that, and must answer with a non-finite ball where one
meets a singularity. Meromorphic arithmetic (+ - * /) does so by itself; roots and logarithms do not.
"""

MIN_ARGUMENT = 2000
_MOST_GAMMAS = 4
_SERIES_RATIO = 64


def quadrature_sums(
    term: RatioTerm, start: int, bits: int, deviation: float, factors: tuple[tuple[Factor, arb], ...] = ()
) -> list[arb] | None:
    """Balls around sum over k >= start of g(k) t(k)/t(start), first for g = 1, then for each factor.

    Args:
        term: a log-concave term with at most four factorials.
        start: a point at or above the mode, at least `MIN_ARGUMENT` inside the support.
        bits: relative accuracy aimed at.
        deviation: the standard deviation, used only to choose the range (any value is safe).
        factors: pairs of g and a bound B with |g(z)| <= B (1 + |Im z|) where Re z >= 0.

    Returns None where the integrals do not apply or do not converge.
    """
    if len(term.rising) + len(term.falling) > _MOST_GAMMAS or not 0 <= deviation < 1e300:
        return None
    integrand = _Integrand(term, start, bits)
    reach = int(deviation * (2 * 0.6932 * (bits + 40)) ** 0.5) + 1
    if integrand.inset - reach < MIN_ARGUMENT or integrand.inset < 2 * bits:
        return None
    with ctx.workprec(integrand.precision):
        end = integrand.density(acb(reach)).real
        p, q = term.ratio(start + reach - 1)
        beyond = arb(p) / arb(q)
        if not (beyond < 1):
            return None
        height = arb(max(bits, 2)) / 2
        cut = 2 * integrand.density(acb(0)).real * (1 + height) * (-3 * height).exp()
        integrand.expand(4 * float(height))
        sums = []
        for factor, bound in ((None, arb(1)), *factors):
            along = _integral(partial(integrand.along, reach, factor), arb(1), bits)
            across = _integral(partial(integrand.across, factor), height, bits)
            error = bound * (cut + 2 * end / (1 - beyond))
            total = (along + 2 * across).real + arb(0, error.upper())
            if not total.is_finite() or total.rel_accuracy_bits() < bits // 2:
                return None
            sums.append(total)
        return sums


def _integral(integrand: Callable[[acb], acb], length: arb, bits: int) -> acb:
    tolerance = arb(2) ** (-bits - 8)
    return acb.integral(
        lambda z, analytic: integrand(z),
        acb(0),
        acb(length),
        rel_tol=tolerance,
        abs_tol=tolerance,
        eval_limit=100_000,
    )


class _Integrand:
    """f(z) = t(start - 1/2 + z)/t(start), on points by lgamma and on wide balls by a Taylor step.

    Near 0, where the second integral lives, log f is a polynomial with a Taylor remainder: a hundred times cheaper.
    """

    def __init__(self, term: RatioTerm, start: int, bits: int) -> None:
        self.inset = min([r + start for r in term.rising] + [f - start for f in term.falling])
        largest = max(abs(c) for c in (*term.rising, *term.falling, start)) + 2
        self.precision = bits + 40 + 2 * largest.bit_length()
        with ctx.workprec(self.precision):
            half = arb(1) / 2
            self.rising = [arb(r + start + 1) - half for r in term.rising]
            self.falling = [arb(f - start + 1) + half for f in term.falling]
            self.log_odds = fraction_ball(term.odds).log() if term.odds != 1 else arb(0)
            self.taylor: list[acb] = []
            self.origin = arb(0)
            self.origin = self._log(acb(half)).real

    def density(self, z: acb) -> acb:
        """The value of f on a ball: exact logarithm at its middle, mean-value form for the rest."""
        middle = acb(z.real.mid(), z.imag.mid())
        logarithm = self._log(middle)
        if not z.is_exact():
            step = z - middle
            with ctx.workprec(64):
                bend = self._curvature(z) * step * step / 2
            logarithm += self._slope(middle) * step + bend
        return logarithm.exp()

    def along(self, reach: int, factor: Factor | None, s: acb) -> acb:
        """The first integrand, reach f(reach s) g(reach s), its range scaled to [0, 1]."""
        z = s * reach
        value = self.density(z) * reach
        return value if factor is None else value * factor(z)

    def across(self, factor: Factor | None, y: acb) -> acb:
        """(f g(iy) - f g(-iy)) / (2i (e^{2 pi y} + 1))."""
        turned = y * acb(0, 1)
        density = self.near if self.taylor else self.density
        up, down = density(turned), density(-turned)
        difference = up - down if factor is None else up * factor(turned) - down * factor(-turned)
        return difference / (acb(0, 2) * ((2 * arb.pi() * y).exp() + 1))

    def expand(self, radius: float) -> None:
        """Prepare `near` for |z| <= radius: the Taylor coefficients of log f at 0, the last one as a bound.

        Where the support ends too close for the series to be short, `density` serves instead.
        """
        ratio = self.inset / max(radius, 1.0)
        if ratio < _SERIES_RATIO:
            return
        self.radius = arb(radius)
        self.order = int(self.precision / log2(ratio)) + 2
        self.taylor = [self._log(acb(0)), self._slope(acb(0))]
        factorial = 1
        for order in range(2, self.order + 1):
            factorial *= order
            disc = acb(0) if order < self.order else acb(arb(0, radius), arb(0, radius))
            self.taylor.append(self._derivative(disc, order) / factorial)

    def near(self, z: acb) -> acb:
        """The value of f on a ball within the prepared radius; not finite outside it."""
        size = z.abs_upper()
        if not size <= self.radius:
            return acb(arb.nan())
        logarithm = acb(0)
        for coefficient in reversed(self.taylor[:-1]):
            logarithm = logarithm * z + coefficient
        rest = (self.taylor[-1].abs_upper() * size**self.order).upper()
        return (logarithm + acb(arb(0, rest), arb(0, rest))).exp()

    def _derivative(self, z: acb, order: int) -> acb:
        """The derivative of log f of an order of 2 or more."""
        total = acb(0)
        for c in self.rising:
            total -= (z + c).polygamma(order - 1)
        for c in self.falling:
            total += (-1) ** (order + 1) * (c - z).polygamma(order - 1)
        return total

    def _log(self, z: acb) -> acb:
        total = z * self.log_odds - self.origin
        for c in self.rising:
            total -= (z + c).lgamma()
        for c in self.falling:
            total -= (c - z).lgamma()
        return total

    def _slope(self, z: acb) -> acb:
        total = acb(self.log_odds)
        for c in self.rising:
            total -= (z + c).digamma()
        for c in self.falling:
            total += (c - z).digamma()
        return total

    def _curvature(self, z: acb) -> acb:
        total = acb(0)
        for c in self.rising:
            total -= (z + c).polygamma(1)
        for c in self.falling:
            total -= (c - z).polygamma(1)
        return total


DIRECT_TERMS = 60
"""Up to here direct summation beats the fraction's set-up."""
MAX_HEAD = 40_000
QUADRATURE_WORK = 120_000
"""A quadrature costs about as much as this many terms."""
MAX_DIRECT_TERMS = 3_000_000


class TailLaw(Protocol):
    """Distribution whose tails can be evaluated."""

    @property
    def term(self) -> RatioTerm:
        """The pmf."""

    @property
    def mean(self) -> Fraction:
        """The mean."""

    @property
    def deviation_estimate(self) -> float:
        """The standard deviation (estimate)."""

    def mirrored(self) -> TailLaw:
        """The law of the draws that are not marked, on which small counts become large ones."""

    def tail_fraction(self, start: int) -> TailFraction:
        """The continued fraction of the tail from `start` on."""


def tail_ratio(law: TailLaw, start: int, bits: int) -> arb:
    """A ball around P(K >= start)/P(K = start), of about `bits` correct bits.

    Args:
        law: the law of K.
        start: a point of its support.
        bits: relative accuracy aimed at.

    Raises:
        SizeError: no route ends in reasonable time.
    """
    term = law.term
    if start == term.high:
        return arb(1)
    if not _falls_from(term, start):
        return _from_below_the_mode(law, start, bits)
    terms = estimated_terms(law, start, bits)
    if terms <= DIRECT_TERMS:
        return direct_sums(term, start, bits)[0]
    head, work = _fraction_plan(law, start, bits)
    routes = [partial(_by_fraction, law, start, bits, terms, head), partial(_by_quadrature, law, start, bits, terms)]
    for route in routes if work < QUADRATURE_WORK else routes[::-1]:
        ratio = route()
        if ratio is not None:
            return ratio
    if terms > MAX_DIRECT_TERMS:
        raise SizeError(f"a tail must have at most {MAX_DIRECT_TERMS} terms on every route, got about {terms}")
    return direct_sums(term, start, bits)[0]


def _from_below_the_mode(law: TailLaw, start: int, bits: int) -> arb:
    """The same through the complement, whose terms fall from its end on."""
    term = law.term
    with ctx.workprec(bits + 64):
        if start == term.low:
            return 1 / term.ball(start, bits + 16)
        mirrored = law.mirrored()
        rest = tail_ratio(mirrored, mirrored.term.high - (start - 1 - term.low), bits) * term.ball(start - 1, bits + 16)
        return (1 - rest) / term.ball(start, bits + 16)


def estimated_terms(law: TailLaw, start: int, bits: int) -> int:
    """Return how many terms from `start` on matter at `bits` bits (estimate, for choosing a route)."""
    high = law.term.high
    deviation = max(law.deviation_estimate, 0.5)
    x = float(start - law.mean) / deviation
    gaussian = deviation * (sqrt(max(x, 0.0) ** 2 + 2 * bits * log(2)) - x) + 8
    p, q = law.term.ratio(start)
    decay = log(q) - log(p) if p else 1.0
    geometric = bits * log(2) / decay + 8 if decay > 0 else float(high)
    return int(min(gaussian, geometric, high - start + 1))


def smooth_scale(law: TailLaw, start: int, bits: int) -> float:
    """The length over which the tail falls, for the range of a quadrature (estimate)."""
    return estimated_terms(law, start, bits + 40) / sqrt(2 * (bits + 40) * log(2))


def _fraction_plan(law: TailLaw, start: int, bits: int) -> tuple[int, float]:
    """Return how many direct terms to take before the fraction, and the work of both in terms (estimates).

    At x deviations from the mean the fraction takes about 18 bits/x^2 levels, each as dear as seven terms; so it
    pays to begin with terms up to x ~ (60 bits/deviation)^(1/3).
    """
    deviation = max(law.deviation_estimate, 0.5)
    x = float(start - law.mean) / deviation
    target = max(x, (60 * bits / deviation) ** (1 / 3))
    head = int((target - x) * deviation)
    return head, head + 7 * 18 * bits / target**2


def _by_quadrature(law: TailLaw, start: int, bits: int, terms: int) -> arb | None:
    if terms <= MAX_HEAD:
        return None
    sums = quadrature_sums(law.term, start, bits, smooth_scale(law, start, bits))
    return None if sums is None else sums[0]


def _by_fraction(law: TailLaw, start: int, bits: int, terms: int, head: int) -> arb | None:
    term = law.term
    if head > min(MAX_HEAD, terms // 2) or start + head >= term.high:
        return None
    rest = fraction_tail(law.tail_fraction(start + head), bits, max_levels=terms)
    if head == 0:
        return rest
    if rest is None:
        return None
    total, last = direct_head(term, start, head, bits)
    with ctx.workprec(bits + 64):
        return total + last * rest


def _falls_from(term: RatioTerm, start: int) -> bool:
    p, q = term.ratio(start)
    return p <= q
