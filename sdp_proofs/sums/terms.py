"""Terms with a rational ratio: what a binomial or hypergeometric probability is made of.

A `RatioTerm` describes t(k) = constant * odds**k / (prod (r + k)! * prod (f - k)!) by exact integers.
Everything certified that the package sums is such a term, so one direct sum, one continued
fraction and one quadrature serve all laws.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from flint import arb, ctx

from sdp_proofs.numbers.reals import fraction_ball


@dataclass(frozen=True, slots=True)
class RatioTerm:
    """t(k) for low <= k <= high, zero outside.

    Args:
        rising: the r of factors 1/(r + k)!.
        falling: the f of factors 1/(f - k)!.
        odds: positive rational raised to the k.
        numerator: c of the constant's factors c!.
        denominator: c of the constant's factors 1/c!.
        base: positive rational of the constant's factor base**exponent.
        exponent: see `base`.

    Example:
        >>> coin = RatioTerm((0,), (3,), Fraction(1), (3,), (), Fraction(1, 2), 3)
        >>> [str(coin.exact(k)) for k in range(4)]
        ['1/8', '3/8', '3/8', '1/8']
    """

    rising: tuple[int, ...]
    falling: tuple[int, ...]
    odds: Fraction
    numerator: tuple[int, ...]
    denominator: tuple[int, ...]
    base: Fraction = Fraction(1)
    exponent: int = 0

    @property
    def low(self) -> int:
        """The smallest k with t(k) > 0."""
        return max(-r for r in self.rising)

    @property
    def high(self) -> int:
        """The largest k with t(k) > 0."""
        return min(self.falling)

    def ratio(self, k: int) -> tuple[int, int]:
        """Integers (p, q) with t(k + 1)/t(k) = p/q, for low <= k <= high."""
        numerator, denominator = self.odds.numerator, self.odds.denominator
        for f in self.falling:
            numerator *= f - k
        for r in self.rising:
            denominator *= r + k + 1
        return numerator, denominator

    def ratios(self, k: int) -> Iterator[tuple[int, int]]:
        """`ratio(k)`, `ratio(k + 1)`, ... up to the one that is zero, at `high`."""
        if len(self.falling) == 2 and len(self.rising) == 2 and self.odds == 1:
            (f, g), (r, s) = self.falling, self.rising
            for j in range(k, self.high + 1):
                yield (f - j) * (g - j), (r + j + 1) * (s + j + 1)
        else:
            for j in range(k, self.high + 1):
                yield self.ratio(j)

    def exact(self, k: int) -> Fraction:
        """t(k) as a fraction (meant for small sizes)."""
        from math import factorial, prod

        if not self.low <= k <= self.high:
            return Fraction(0)
        below = (*self.denominator, *(r + k for r in self.rising), *(f - k for f in self.falling))
        factorials = Fraction(prod(map(factorial, self.numerator)), prod(map(factorial, below)))
        # Powers of one are most of them, and a product of fractions is dear.
        if self.exponent:
            factorials *= self.base**self.exponent
        return factorials if self.odds == 1 else factorials * self.odds**k

    def ball(self, k: int, bits: int) -> arb:
        """A ball around t(k) of about `bits` correct bits.

        The logarithm is a sum of terms near n ln n that must be absolutely accurate to 2^-bits, so
        the working precision grows by the bits of the largest such term.
        """
        if not self.low <= k <= self.high:
            return arb(0)
        size = max(*self.numerator, *self.denominator, abs(self.exponent), abs(k), 2)
        size *= max(size, self.odds.numerator, self.odds.denominator, self.base.denominator).bit_length()
        precision = bits + size.bit_length() + 12
        with ctx.workprec(precision):
            total = arb(0)
            for c in self.numerator:
                total += _log_factorial(c, precision)
            for c in self.denominator:
                total -= _log_factorial(c, precision)
            for r in self.rising:
                total -= _log_factorial(r + k, precision)
            for f in self.falling:
                total -= _log_factorial(f - k, precision)
            if self.exponent:
                total += fraction_ball(self.base).log() * self.exponent
            if self.odds != 1:
                total += fraction_ball(self.odds).log() * k
            return total.exp()


@lru_cache(1 << 14)  # one term after another of one sum, and one sum after another, have most of theirs in common
def _log_factorial(number: int, precision: int) -> arb:
    with ctx.workprec(precision):
        return arb(number + 1).lgamma()
