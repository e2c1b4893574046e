"""Cost of the published algorithm: its multiplications, counted exactly, as polynomials in n.

The algorithm [Liu, Wang, Xia 2023, Algorithm 1] visits every mixture (k_1, ..., k_l) of n records over l sources,
convolves the laws of l histograms of m types and takes an expectation (see `algorithm_one`, which counts while it
runs; here the same numbers follow from sums). Its cost is stated twice, with different exponents of n: 2m + l - 3 in
the main text [Thm. 2] and m + l - 1 in the appendix [App. D.5]. For m = 2 they are equal.

**Why polynomials.** Let s(d) = C(d + m - 1, m - 1) be the number of histograms of d records; all are possible if the
sources have full support. A mixture costs 2m s(k_j) + m k_j for every source with k_j > 0, s(K) s(k_j) to convolve
it with the K > 0 records before it, and s(n) for the expectation. Summed over the sources before and behind,

    convolution(n) = sum over j = 2..l, K + k + r = n, K >= 1, k >= 1 of
                     C(K+j-2, j-2) s(K) s(k) C(r+l-j-1, l-j-1)            (for j = l: r = 0 only).

So the generating function of each sub-step is a sum of products of proper rational functions whose only pole is
x = 1, except for a constant. For n >= 1 the counts are therefore polynomials in n of degree below the order of the
pole: (m+j-2) + m + (l-j) = 2m + l - 2 for the convolutions, no more than that for the rest. A polynomial of degree at
most D is known from D + 1 values; the differences of order D of these are then D! times the leading coefficient, and
because they are not zero, the degree is D = 2m + l - 3 exactly. Differences alone, without the bound of the
degree, would say nothing about any other n.

The laws are convolved pair by pair, as the statement's proof assumes; fast convolutions would need less.

**Exponents from two sizes.** If no coefficient of c is negative, t -> log c(e^t) is convex. So log2(c(2n)/c(n)) grows
with n towards the degree: its value at any n is a proven lower bound of all later ones, the degree an upper one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import comb

from sdp_proofs.errors import DomainError
from sdp_proofs.privacy.smoothed.algorithm_one import Multiplications

EXTRA_VALUES = 3
"""Values beyond those that determine a polynomial: an error in the counting would give it too high a degree."""
SLOPE_UNIT = 1000
"""Exponents are bracketed between neighbouring multiples of 1/1000."""


@dataclass(frozen=True)
class AlgorithmCost:
    """The multiplications of the published algorithm for m types and l sources of full support.

    Args:
        types: m >= 2.
        sources: l >= 2, vertices of the hull.

    Raises:
        DomainError: fewer types or sources.

    Example:
        >>> cost = AlgorithmCost(3, 2)
        >>> cost.degree, cost.main_text_exponent, cost.appendix_exponent
        (5, 5, 4)
    """

    types: int
    sources: int

    def __post_init__(self) -> None:
        if min(self.types, self.sources) < 2:
            raise DomainError(f"types and sources must be >= 2, got {self.types} and {self.sources}")

    @property
    def main_text_exponent(self) -> int:
        """2m + l - 3 [Thm. 2]."""
        return 2 * self.types + self.sources - 3

    @property
    def appendix_exponent(self) -> int:
        """The exponent m + l - 1 of the restatement [App. D.5]."""
        return self.types + self.sources - 1

    def counted(self, records: int) -> Multiplications:
        """The multiplications of each sub-step, by summation: what `algorithm_one` counts, without running it.

        Args:
            records: n >= 1.

        Raises:
            DomainError: no record.

        Example:
            >>> AlgorithmCost(2, 2).counted(3)
            Multiplications(multinomial=96, convolution=12, expectation=16)
        """
        if records < 1:
            raise DomainError(f"there must be at least one record, got {records}")
        m, n = self.types, records
        size = [comb(d + m - 1, m - 1) for d in range(n + 1)]
        each = sum(_ways(self.sources - 1, n - k) * (m * k + 2 * m * size[k]) for k in range(1, n + 1))
        convolution = 0
        for before in range(1, self.sources):
            behind = self.sources - before - 1
            for own in range(1, n):
                earlier_records = range(1, n - own + 1) if behind else (n - own,)
                earlier = sum(_ways(before, k) * size[k] * _ways(behind, n - own - k) for k in earlier_records)
                convolution += size[own] * earlier
        return Multiplications(self.sources * each, convolution, _ways(self.sources, n) * size[n])

    @cached_property
    def convolution(self) -> Polynomial:
        """The multiplications of all convolutions."""
        return Polynomial.through([self.counted(n).convolution for n in self._sizes])

    @cached_property
    def total(self) -> Polynomial:
        """All multiplications."""
        return Polynomial.through([self.counted(n).total for n in self._sizes])

    @property
    def degree(self) -> int:
        """The exact degree of `total`: its largest nonzero difference; the module says why this is a proof."""
        return self.total.degree

    def supported(self) -> tuple[int, ...]:
        """Tell which of the two stated exponents, in the order main text, appendix, the counts do not exceed.

        The cost is O(n^d) exactly for d >= degree.

        Example:
            >>> AlgorithmCost(2, 3).supported(), AlgorithmCost(3, 3).supported()
            ((4, 4), (6,))
        """
        stated = (self.main_text_exponent, self.appendix_exponent)
        return tuple(exponent for exponent in stated if exponent >= self.degree)

    def exponent(self, records: int) -> tuple[Fraction, int]:
        """Bounds of log2(c(2N)/c(N)) for every N >= n, c the total.

        Args:
            records: n >= 1.

        Returns:
            The slope at n itself, rounded down to a multiple of 1/1000, and the degree.

        Raises:
            DomainError: no record, or a polynomial with a negative coefficient, of which this is not known.

        Example:
            >>> AlgorithmCost(3, 3).exponent(1000)
            (Fraction(2993, 500), 6)
        """
        if records < 1:
            raise DomainError(f"there must be at least one record, got {records}")
        if min(self.total.coefficients) < 0:
            raise DomainError("the polynomial must have no negative coefficient")
        return growth(self.total(records), self.total(2 * records))[0], self.degree

    def first_size_above(self, exponent: int) -> int | None:
        """The first power of two n with log2(c(2n)/c(n)) above an exponent: from there on c outgrows n^exponent.

        None where the degree is no larger.

        Example:
            >>> AlgorithmCost(3, 2).first_size_above(4), AlgorithmCost(3, 2).first_size_above(5)
            (32, None)
        """
        if exponent >= self.degree:
            return None
        size = 1
        while self.exponent(size)[0] <= exponent:
            size *= 2
        return size

    @property
    def _sizes(self) -> range:
        return range(1, self.main_text_exponent + 2 + EXTRA_VALUES)


@dataclass(frozen=True, slots=True)
class Polynomial:
    """A polynomial in n that takes integers to integers.

    Args:
        coefficients: of 1, n, n^2, ..., the last one not zero.
    """

    coefficients: tuple[Fraction, ...]

    @classmethod
    def through(cls, values: Sequence[int]) -> Polynomial:
        """The one of degree below len(values) with these values at 1, 2, ..., from the differences at 1.

        Example:
            >>> Polynomial.through([1, 4, 9, 16]).coefficients
            (Fraction(0, 1), Fraction(0, 1), Fraction(1, 1))
        """
        total = [Fraction(0)] * len(values)
        basis = [Fraction(1)]  # C(n - 1, order)
        for order, difference in enumerate(differences(values)):
            for power, coefficient in enumerate(basis):
                total[power] += difference * coefficient
            shifted = [Fraction(0), *basis]
            for power, coefficient in enumerate(basis):
                shifted[power] -= (order + 1) * coefficient
            basis = [coefficient / (order + 1) for coefficient in shifted]
        while len(total) > 1 and not total[-1]:
            total.pop()
        return cls(tuple(total))

    @property
    def degree(self) -> int:
        """The largest exponent."""
        return len(self.coefficients) - 1

    @property
    def leading(self) -> Fraction:
        """The coefficient of the largest power."""
        return self.coefficients[-1]

    def __call__(self, records: int) -> int:
        """The value at n, exactly."""
        value = Fraction(0)
        for coefficient in reversed(self.coefficients):
            value = value * records + coefficient
        return int(value)


def differences(values: Sequence[int]) -> list[int]:
    """The forward differences of order 0, 1, ... at the first value.

    Example:
        >>> differences([1, 8, 27, 64, 125])
        [1, 7, 12, 6, 0]
    """
    found, row = [], list(values)
    while row:
        found.append(row[0])
        row = [after - before for before, after in pairwise(row)]
    return found


def growth(count: int, doubled: int) -> tuple[Fraction, Fraction]:
    """Bounds of log2(doubled/count), a multiple of 1/1000 and the next one, by comparing integers.

    Args:
        count: a positive number of operations.
        doubled: a number that is at least as large.

    Raises:
        DomainError: otherwise.

    Example:
        >>> growth(3, 10)
        (Fraction(217, 125), Fraction(1737, 1000))
    """
    if not 0 < count <= doubled:
        raise DomainError(f"counts must be positive and must not fall, got {count} and {doubled}")
    floor = (doubled**SLOPE_UNIT // count**SLOPE_UNIT).bit_length() - 1
    return Fraction(floor, SLOPE_UNIT), Fraction(floor + 1, SLOPE_UNIT)


def _ways(parts: int, records: int) -> int:
    """In how many ways the records are spread over the parts."""
    return comb(records + parts - 1, parts - 1) if parts else int(records == 0)
