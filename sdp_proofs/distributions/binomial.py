"""The binomial law: how many marked records a sample with replacement contains."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from sdp_proofs.errors import DomainError
from sdp_proofs.sums.continued_fraction import Level
from sdp_proofs.sums.terms import RatioTerm


@dataclass(frozen=True, slots=True)
class Binomial:
    """The count of successes in `draws` independent draws of success probability `success`.

    Raises:
        DomainError: draws is negative or `success` is not strictly between 0 and 1.

    Example:
        >>> str(Binomial(draws=2, success=Fraction(1, 3)).pmf(1))
        '4/9'
    """

    draws: int
    success: Fraction

    def __post_init__(self) -> None:
        if self.draws < 0:
            raise DomainError(f"draws must be >= 0, got {self.draws}")
        if not 0 < self.success < 1:
            raise DomainError(f"success must be strictly between 0 and 1, got {self.success}")

    @property
    def term(self) -> RatioTerm:
        """The pmf as exact data: C(T, k) p^k (1-p)^(T-k)."""
        p = self.success
        return RatioTerm(
            rising=(0,),
            falling=(self.draws,),
            odds=p / (1 - p),
            numerator=(self.draws,),
            denominator=(),
            base=1 - p,
            exponent=self.draws,
        )

    @property
    def mean(self) -> Fraction:
        """The expected count."""
        return self.draws * self.success

    @property
    def deviation_estimate(self) -> float:
        """The standard deviation as a float (estimate)."""
        return sqrt(self.draws * self.success * (1 - self.success))

    def pmf(self, count: int) -> Fraction:
        """The probability of `count`, exactly (meant for small sizes)."""
        return self.term.exact(count)

    def mirrored(self) -> Binomial:
        """The law of the failures."""
        return Binomial(self.draws, 1 - self.success)

    def tail_fraction(self, start: int) -> BinomialFraction:
        """The continued fraction of P(count >= start)/P(count = start)."""
        return BinomialFraction(self.draws, self.success.numerator, self.success.denominator, start)


@dataclass(frozen=True, slots=True)
class BinomialFraction:
    """Coefficients of the tail's continued fraction, the limit n -> infinity of the hypergeometric ones.

    With p = u/w: front = k(1-p), weight_N = 1, a_j = k - p(T+1) + (1-2p) j, l_j = j(j+T) p(1-p).
    """

    draws: int
    part: int
    whole: int
    start: int

    def level(self, j: int) -> Level:
        """The quotients a_j and l_j as integers (numerator, denominator, numerator, denominator)."""
        u, w = self.part, self.whole
        a = self.start * w - u * (self.draws + 1) + (w - 2 * u) * j
        return a, w, j * (j + self.draws) * u * (w - u), w * w

    def front(self) -> tuple[int, int]:
        """The factor before the fraction, at the point k, as an integer quotient."""
        return self.start * (self.whole - self.part), self.whole

    def weight(self, levels: int) -> float:
        """An upper bound of weight_N."""
        return 1.0
