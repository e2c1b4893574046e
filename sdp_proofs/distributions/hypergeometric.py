"""The hypergeometric law: how many marked records a sample without replacement contains."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from sdp_proofs.errors import DomainError
from sdp_proofs.sums.continued_fraction import Level
from sdp_proofs.sums.terms import RatioTerm


@dataclass(frozen=True, slots=True)
class Hypergeometric:
    """The count of marked records among `draws` of `population` records, `marked` of them marked.

    Raises:
        DomainError: not 0 <= marked <= population or not 0 <= draws <= population.

    Example:
        >>> str(Hypergeometric(population=4, marked=2, draws=2).pmf(1))
        '2/3'
    """

    population: int
    marked: int
    draws: int

    def __post_init__(self) -> None:
        for name, value in (("marked", self.marked), ("draws", self.draws)):
            if not 0 <= value <= self.population:
                raise DomainError(f"{name} must be between 0 and population = {self.population}, got {value}")

    @property
    def term(self) -> RatioTerm:
        """The pmf as exact data: C(H, k) C(n-H, T-k) / C(n, T)."""
        n, marked, draws = self.population, self.marked, self.draws
        return RatioTerm(
            rising=(0, n - marked - draws),
            falling=(marked, draws),
            odds=Fraction(1),
            numerator=(marked, n - marked, draws, n - draws),
            denominator=(n,),
        )

    @property
    def mean(self) -> Fraction:
        """The expected count."""
        return Fraction(self.draws * self.marked, self.population) if self.population else Fraction(0)

    @property
    def deviation_estimate(self) -> float:
        """The standard deviation as a float (estimate)."""
        n, marked, draws = self.population, self.marked, self.draws
        if n < 2:
            return 0.0
        return sqrt(Fraction(draws * marked * (n - marked) * (n - draws), n * n * (n - 1)))

    def pmf(self, count: int) -> Fraction:
        """The probability of `count`, exactly (meant for small sizes)."""
        return self.term.exact(count)

    def mirrored(self) -> Hypergeometric:
        """The law of the unmarked records in the sample."""
        return Hypergeometric(self.population, self.population - self.marked, self.draws)

    def tail_fraction(self, start: int) -> HypergeometricFraction:
        """The continued fraction of P(count >= start)/P(count = start)."""
        return HypergeometricFraction(self.population, self.marked, self.draws, start)


@dataclass(frozen=True, slots=True)
class HypergeometricFraction:
    """Coefficients of the tail's continued fraction; see `sums.continued_fraction`.

    With n records, H marked, T draws and v = n - H - T + k:
    front = k v/(n+1), weight_N = (n+1+2N)/(n+1),
    a_j = k - (H+1)(T+1)/(n+2) + (n-2H)(n-2T) j(j+n+1)/((n+2)(2j+n)(2j+n+2)),
    l_j = j(j+n)(j+H)(j+n-H)(j+T)(j+n-T)/((2j+n-1)(2j+n)^2(2j+n+1)).
    """

    population: int
    marked: int
    draws: int
    start: int

    def level(self, j: int) -> Level:
        """The quotients a_j and l_j as integers (numerator, denominator, numerator, denominator)."""
        n, marked, draws = self.population, self.marked, self.draws
        d = 2 * j + n
        a = self.start * (n + 2) - (marked + 1) * (draws + 1)
        if j == 0:
            return a, n + 2, 0, 1
        a = a * d * (d + 2) + (n - 2 * marked) * (n - 2 * draws) * j * (j + n + 1)
        numerator = j * (j + n) * (j + marked) * (j + n - marked) * (j + draws) * (j + n - draws)
        return a, (n + 2) * d * (d + 2), numerator, (d * d - 1) * d * d

    def front(self) -> tuple[int, int]:
        """The factor before the fraction, at the point k, as an integer quotient."""
        n = self.population
        return self.start * (n - self.marked - self.draws + self.start), n + 1

    def weight(self, levels: int) -> float:
        """An upper bound of weight_N."""
        return (1 + 2 * levels / (self.population + 1)) * (1 + 1e-15)
