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
        g, variance = fraction_ball(self.rate), self.sigma(ctx.prec) ** 2
        weight, half = g * (-1 / (2 * variance)).exp(), (1 - ratio) * (1 - g) / 2
        root = (half * half + ratio * weight * weight).sqrt()
        place = ratio * weight / (root + half) if half > 0 else (root - half) / weight
        return place.log() * variance

    def _beyond(self, place: arb, mean: int) -> arb:
        """The mass of the mixture with one mean right of a place."""
        g, width = fraction_ball(self.rate), self.sigma(ctx.prec) * arb(2).sqrt()
        return ((1 - g) * (place / width).erfc() + g * ((place - mean) / width).erfc()) / 2
