"""Count marked records in a sample: binomial and hypergeometric distributions.

With replacement the count is binomial, without it hypergeometric. `TailRecurrence` carries a hypergeometric
probability and its tail from one law to the next at the cost of a few products. Let K_a count the marked among T
records sampled from n, when a are marked, and P_a its law. Mark one record more: the count grows exactly when that
record is among the sampled ones. Hence, with b = n - a,

    P_{a+1}(>= h) = P_a(>= h) + P_{a+1}(h) h/(a+1),         # K_{a+1} = h and the given marked record is sampled
    P_{a+1}(>= h+1) = P_a(>= h) - P_a(h) (b-T+h)/b,         # K_a = h and the given unmarked one is not

while P_a(>= h+1) = P_a(>= h) - P_a(h), and neighbouring probabilities differ by a ratio of small integers. The
walk does these steps in ball arithmetic, so its two balls contain the truth after any number of steps. Their
relative width grows where subtractions make the tail small; the caller looks at it and starts anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from sdp_proofs.errors import DomainError
from sdp_proofs.sums.tails import tail_ratio
from sdp_proofs.sums.terms import Level, RatioTerm


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
    """Coefficients of the tail's continued fraction; see `sums.terms`.

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


MAX_STEPS = 1000
"""Beyond these, starting anew is cheaper."""


class TailRecurrence:
    """Balls around P(K = start) and P(K >= start), at the precision in force when they are computed.

    Args:
        population: number of records n.
        draws: sample size T, between 0 and n.
        marked: number of marked records a to begin with.
        start: a point of the support of the law with `marked` marked records.
        bits: relative accuracy of both balls to begin with.

    Example:
        >>> walk = TailRecurrence(population=4, draws=2, marked=1, start=1, bits=64)
        >>> walk.step(2)
        True
        >>> walk.marked, walk.start, walk.mass.str(6, radius=False), walk.tail.str(6, radius=False)
        (2, 2, '0.166667', '0.166667')
    """

    __slots__ = ("draws", "marked", "mass", "population", "start", "tail")

    def __init__(self, population: int, draws: int, marked: int, start: int, bits: int) -> None:
        law = Hypergeometric(population, marked, draws)
        self.population, self.draws, self.marked, self.start = population, draws, marked, start
        self.mass = law.term.ball(start, bits)
        self.tail = self.mass * tail_ratio(law, start, bits)

    def step(self, start: int) -> bool:
        """Mark one record more and go to `start`, a point of the new law's support; False if that is too far."""
        a, h, draws = self.marked, self.start, self.draws
        if abs(start - h) > MAX_STEPS:
            return False
        b = self.population - a
        rest = b - draws + h
        if start > h:
            self.tail -= self.mass * rest / b
            self.mass = self.mass * ((a + 1) * (draws - h)) / (b * (h + 1))
            self.start = h + 1
        else:
            self.mass = self.mass * ((a + 1) * rest) / ((a + 1 - h) * b)
            self.tail += self.mass * h / (a + 1)
        self.marked = a + 1
        while self.start < start:
            self._raise_start()
        while self.start > start:
            self._lower_start()
        if start == min(a + 1, draws):
            self.tail = self.mass
        return True

    def _raise_start(self) -> None:
        a, h, draws = self.marked, self.start, self.draws
        self.tail -= self.mass
        self.mass = self.mass * ((a - h) * (draws - h)) / ((h + 1) * (self.population - a - draws + h + 1))
        self.start = h + 1

    def _lower_start(self) -> None:
        a, h, draws = self.marked, self.start, self.draws
        self.mass = self.mass * (h * (self.population - a - draws + h)) / ((a - h + 1) * (draws - h + 1))
        self.tail += self.mass
        self.start = h - 1
