"""Centred binomial noise: the number of heads of 2m fair coins, less m."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb

from sdp_proofs.numbers.balls import arb, whole
from sdp_proofs.numbers.reals import fraction_ball


@dataclass(frozen=True)
class BinomialNoise:
    """Bin(2m, 1/2) - m.

    Args:
        coins: 2m, even.

    Example:
        >>> BinomialNoise(2).beyond(arb(0)).str(5, radius=False), BinomialNoise(2).probability(1)
        ('0.50000', Fraction(1, 4))
    """

    coins: int
    whole: bool = True

    def probability(self, value: int) -> Fraction:
        """P(Y = value), exactly."""
        half = self.coins // 2
        return Fraction(comb(self.coins, half + value), 2**self.coins) if abs(value) <= half else Fraction(0)

    def beyond(self, place: arb) -> arb:
        """See `NoiseLaw`."""
        start = whole(place) + 1
        return fraction_ball(self._tails[start]) if start < len(self._tails) else arb(0)

    def mean_size(self) -> arb:
        """See `NoiseLaw`: m C(2m, m)/4^m."""
        return fraction_ball(self.coins // 2 * self.probability(0))

    def mean_square(self) -> arb:
        """See `NoiseLaw`: m/2."""
        return arb(self.coins) / 4

    def mean_fourth(self) -> arb:
        """See `NoiseLaw`: 2m (6m - 2)/16."""
        return arb(self.coins * (3 * self.coins - 2)) / 16

    @cached_property
    def _tails(self) -> list[Fraction]:
        """P(|Y| >= k) for every k up to m."""
        half, total, found = self.coins // 2, 0, []
        for value in range(half, 0, -1):
            total += 2 * comb(self.coins, half + value)
            found.append(Fraction(total, 2**self.coins))
        return [Fraction(1), *found[::-1]]
