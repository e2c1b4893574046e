"""Batches of normal noise where all other records contribute nothing: one pair of databases, seen from both sides.

World: enclosure. In units of the sensitivity the record that differs contributes 1 in one database and -1 in the other;
with g the part of the records in a batch and s the deviation of the noise, the laws of one step are

    P = (1-g) N(0, s^2) + g N(1, s^2),    Q = (1-g) N(0, s^2) + g N(-1, s^2).

With u = e^(x/s^2) and K = e^(-1/(2 s^2)) their ratio at x is (1 - g + gKu)/(1 - g + gK/u), which rises in x. It exceeds
a from u0 on, the positive root of gK (u0 - a/u0) = (a - 1)(1 - g) (claim `ratio-of-batches-with-others-at-zero`). The
pair equals its mirror (x -> -x). It bounds replace-one from below. Often the pairs of databases whose other records are
at the edge bound it better, but for large batches and small epsilons they do not: no single pair is the worst.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from sdp_proofs.accounting.pairs import NOWHERE, Ball, Masses
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.reals import fraction_ball


@dataclass(frozen=True)
class OthersAtZero:
    """The pair of one step.

    Args:
        sigma: precision -> s, the deviation of the noise over the sensitivity.
        rate: g, in (0, 1).

    Example:
        >>> pair = OthersAtZero(lambda bits: arb(1), Fraction(1, 4))
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

    def lower(self, ratio: arb) -> Masses:
        """See `Pair`."""
        place = -self._place(ratio)
        return self._beyond(place, -1), self._beyond(place, 1)

    def alone(self) -> Masses:
        """None: see `Pair`."""
        return NOWHERE

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
    """Of one pair at one precision: g, 1 - g, s^2, s sqrt(2) and gK."""

    rate: arb
    others: arb
    variance: arb
    width: arb
    weight: arb


@lru_cache(maxsize=256)
def _constants(pair: OthersAtZero, bits: int) -> _Constants:
    rate, sigma = fraction_ball(pair.rate), pair.sigma(bits)
    variance = sigma**2
    return _Constants(rate, 1 - rate, variance, sigma * arb(2).sqrt(), rate * (-1 / (2 * variance)).exp())
