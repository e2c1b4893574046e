"""Enclose the pair of normal noise on batches whose other records contribute nothing, one record replaced by another.

World: enclosure. In units of the sensitivity the record that differs contributes 1 in one database and -1 in the
other; with g the part of the records in a batch and s the deviation of the noise, the laws of one step are

    P = (1-g) N(0, s^2) + g N(1, s^2),    Q = (1-g) N(0, s^2) + g N(-1, s^2).

With u = e^(x/s^2) and K = e^(-1/(2 s^2)) their ratio at x is (1 - g + gKu)/(1 - g + gK/u), which rises in x. It
exceeds a from u0 on, the positive root of gK (u0 - a/u0) = (a - 1)(1 - g) (claim
`ratio-of-batches-with-others-at-zero`). The pair equals its mirror (x -> -x). It bounds replace-one from below. Often
the pairs of databases whose other records are at the edge bound it better, but for large batches and small epsilons
they do not: no single pair is the worst.

**Under Poisson sampling this pair dominates, however often it is run, and it is attained.** A record is in the batch
with probability q, with the answer a in one database and b in the other, vectors no longer than 1 that may depend on
what was seen before. Relative to the noise alone the laws of a step are 1 - q + qA and 1 - q + qB with A = e^((a.u -
|a|^2/2)/s^2) and B likewise, and

    H_E = mean of ((1 - q)(1 - E) + qA - EqB)_+

falls in a.b at given lengths, as the mixed derivative in (ln A, ln B) is -E q^2 AB times that of a convex function
(Plackett): b points away from a. On that line the ratio rises, half-lines are the best events, and what one gains
rises in both lengths (claim `opposite-records-are-the-worst-in-a-poisson-batch`). For batches of fixed size it does
not dominate: the others, which fill the batch, matter.

**Moments.** With r(x) = 1 - q + q e^((x - 1/2)/s^2) the densities are r(x) and r(-x) times that of the noise, so

    M(z) = int phi_s(x) r(x)^(1+z) r(-x)^(-z) dx,

and all of `sampled_gaussian` holds with the loss ln r(x) - ln r(-x) in the place of ln r: on Im x = theta s^2, 0 <=
theta < pi, both r(x) and r(-x) are at most their values at Re x in modulus and at least cos(theta/2) times these,
their arguments are in [0, theta] and [-theta, 0], and so at z = c + it, c >= 0, t >= 0, the modulus of the integrand
is at most e^(theta^2 s^2/2) cos(theta/2)^(-c) times its value at Re x and t = 0, and falls in t. The logarithm of the
integrand at t = 0 has the slope ((1 + c) m(x) + c m(-x) - x)/s^2, where m rises from 0 to 1 (see `Ratio.shift`):
right of X it is at most (1 + c + c m(-X) - X)/s^2, and left of -X at least X/s^2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from sdp_proofs.accounting.pairs import Ball, Masses, SymmetricPair
from sdp_proofs.accounting.sampled_gaussian import RealAxis, Rule, SaddleNodes, SampledGaussian
from sdp_proofs.numbers.balls import acb, arb, ctx
from sdp_proofs.numbers.reals import fraction_ball


@dataclass(frozen=True)
class NullBatchPair(SymmetricPair):
    """The pair of one step.

    Args:
        sigma: precision -> s, the deviation of the noise over the sensitivity.
        rate: g, in (0, 1).

    Example:
        >>> pair = NullBatchPair(lambda bits: arb(1), Fraction(1, 4))
        >>> p, q = pair.upper(arb(1))  # a quarter of Phi(1) - Phi(-1)
        >>> (p - q).str(8, radius=False)
        '0.17067237'
    """

    sigma: Ball
    rate: Fraction

    def upper(self, ratio: arb) -> Masses:
        """See `Pair`."""
        place = self._place(ratio)
        return self._beyond(place, 1), self._beyond(place, -1)

    def _place(self, ratio: arb) -> arb:
        """From where on the ratio is exceeded; of both forms of the root the one that does not cancel."""
        found = _constants(self, ctx.prec)
        weight, half = found.weight, (1 - ratio) * found.others / 2
        root = (half * half + ratio * weight * weight).sqrt()
        place = ratio * weight / (root + half) if half > 0 else (root - half) / weight
        return place.log() * found.variance

    def _beyond(self, place: arb, mean: int) -> arb:
        """The mass of the mixture with one mean right of a place."""
        found = _constants(self, ctx.prec)
        far, near = (place / found.width).erfc(), ((place - mean) / found.width).erfc()
        return (found.others * far + found.rate * near) / 2


class _Constants(NamedTuple):
    """Constants of one pair at one precision: g, 1 - g, s^2, s sqrt(2) and gK."""

    rate: arb
    others: arb
    variance: arb
    width: arb
    weight: arb


@lru_cache(maxsize=256)
def _constants(pair: NullBatchPair, bits: int) -> _Constants:
    rate, sigma = fraction_ball(pair.rate), pair.sigma(bits)
    variance = sigma**2
    return _Constants(rate, 1 - rate, variance, sigma * arb(2).sqrt(), rate * (-1 / (2 * variance)).exp())


@dataclass(frozen=True)
class ReplacedLoss(SampledGaussian):
    """The loss of that pair, for its moments.

    Args:
        rate: q, in (0, 1).
        sigma: s, the deviation of the noise over the sensitivity.
        remove: always true, as the pair equals its mirror.

    Example:
        >>> from sdp_proofs.numbers.reals import rational
        >>> step = ReplacedLoss(Fraction(1, 4), rational(1), True)
        >>> float(step.moment(0.0))  # a law
        1.0
    """

    def _exponent(self, contour: float | arb) -> arb:
        """The power c of the ratio, exactly."""
        return arb(contour)

    def _lost(self, exponent: arb) -> arb:
        return -exponent

    def _saddle_nodes(self, exponent: arb, rule: Rule) -> SaddleNodes:
        return _Nodes(self._ratio(), self._variance(), exponent, arb(rule.step))

    def _replaced_axis(self, exponent: arb, places: Sequence[float], beyond: arb) -> RealAxis:
        return _Axis(self._ratio(), self._variance(), exponent, places, beyond)


class _Nodes(SaddleNodes):
    """The integrand at the multiples of a step."""

    def logs(self, x: arb) -> tuple[arb, arb]:
        own, other = self.ratio.log(x), self.ratio.log(-x)
        return own + self.exponent * (own - other), own - other

    def logs_off(self, z: acb) -> tuple[acb, acb]:
        own, other = self.ratio.log_off(z, False), self.ratio.log_off(-z, False)
        return own + self.exponent * (own - other), own - other

    def falls(self, sign: int, x: arb) -> arb:
        if sign > 0:
            return x - 1 - self.exponent - self.exponent * self.ratio.shift(-x)
        return x


class _Axis(RealAxis):
    """The integrand on the real axis, and on paths above it."""

    def logs_off(self, z: acb, analytic: bool) -> tuple[acb, acb]:
        own, other = self.ratio.log_off(z, analytic), self.ratio.log_off(-z, analytic)
        return own + self.exponent * (own - other), own - other

    def near(self, x: float, theta: float) -> tuple[float, float]:
        (own, angle), (other, back) = self.ratio.near(x, theta), self.ratio.near(-x, theta)
        return own + self._numbers[1] * (own - other), angle + back

    def lost(self) -> arb:
        return -self.exponent
