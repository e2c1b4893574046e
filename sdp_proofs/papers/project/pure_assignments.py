"""Few records of two types: no mixed assignment of sources is worse than the homogeneous ones, for every hull and odds.

Let v(H) be the loss of the database with H records of the first type, and F(k) its average if k of n records follow
one source and n - k another.

**One hull decides.** v is symmetric. If F(k) > max(F(0), F(n)) for some k and two sources, take the one whose share is
farther from 1/2 and its mirror image, with the shares p and 1 - p. Both have its pure average, which is at most that
maximum, and they enclose the other source. The average is linear in the law of each record, so some assignment of p and
1 - p is at least F(k), and a counterexample as well.

**A polynomial in one variable.** Write the records as signs. A symmetric function of signs is a sum of c_j e_j with the
elementary symmetric polynomials, only even j for a v that is symmetric, and c_j 2^n = sum over H of v(H) times the
coefficient of z^H in (1-z)^j (1+z)^(n-j). The records are independent: E e_j is e_j of their means, which are s and -s
with s = 1 - 2p. So, with x = s^2 and E_j(k) the coefficient of z^j in (1+z)^(n-k) (1-z)^k,

    F(0) - F(k) = sum over even j >= 2 of c_j x^(j/2) (C(n, j) - E_j(k)).

Divided by x this is a polynomial on [0, 1] with known coefficients. It is nonnegative there if its coefficients in the
basis of Bernstein are, on each of finitely many parts of the interval.

**Finitely many odds.** Each of the losses D(a) = d(P_a, P_(a-1)) is piecewise linear in the odds, with its breakpoints
at likelihood ratios, and v(H) is the largest of D(H), D(H+1), D(n-H), D(n-H+1). Between breakpoints, and places where
two of these four cross, v is linear in the odds and so is F(0) - F(k): it is nonnegative if it is so at the ends. Above
the last breakpoint nothing changes. If at both ends of an interval without breakpoints D(H) is the largest of the four
for all H from 1 to n/2, it is so in between, and v falls up to n/2. Where v falls and then rises nothing is left to do:
then the homogeneous assignments are worst (claim `pure-mixtures-are-worst`).

World: exact; everything is done in integers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, pairwise
from math import comb, lcm
from operator import mul
from typing import NamedTuple

from sdp_proofs.errors import DomainError
from sdp_proofs.verdict import Verdict

_DIVISIONS = 40


class Mixed(NamedTuple):
    """Odds at which some mixed assignment of the hull [p, 1 - p] is worse, with x = (1 - 2p)^2 and k records."""

    odds: Fraction
    square: Fraction
    following: int


@dataclass(frozen=True, slots=True)
class Decision:
    """All hulls and all odds for one n and T.

    Attributes:
        verdict: HOLDS if homogeneous assignments are always worst; FAILS with an instance; UNKNOWN if a division ended.
        odds: how many odds were decided by a polynomial.
        mixed: an instance in which they are not.
    """

    verdict: Verdict
    odds: int
    mixed: Mixed | None = None


@cache
def decide_pure(records: int, draws: int) -> Decision:
    """Tell whether the worst assignment is pure for all sources over two types and all odds from 1 on.

    Args:
        records: n.
        draws: T, from 1 to n - 1.

    Raises:
        DomainError: outside these ranges.

    Example:
        >>> decide_pure(9, 7).verdict, decide_pure(30, 28).verdict
        (<Verdict.HOLDS: 'HOLDS'>, <Verdict.FAILS: 'FAILS'>)
    """
    if not 1 <= draws < records:
        raise DomainError(f"need 1 <= T < n, got {draws} of {records}")
    losses, gaps = Losses(records, draws), _gaps(records)
    decided, verdict = 0, Verdict.HOLDS
    for odds in losses.critical_odds():
        values = losses.of_databases(odds)
        if falls_and_rises(values):
            continue
        decided += 1
        found = gaps.decide(values)
        if isinstance(found, tuple):
            return Decision(Verdict.FAILS, decided, Mixed(odds, *found))
        if found is Verdict.UNKNOWN:
            verdict = found
    return Decision(verdict, decided)


class Losses:
    """D(a) and v(H), times C(n, T) and the denominator of the odds: integers.

    Args:
        records: n.
        draws: T.

    Example:
        >>> Losses(4, 1).of_databases(Fraction(3, 2))
        [2, 2, 1, 2, 2]
    """

    def __init__(self, records: int, draws: int) -> None:
        self.records = records
        self.tails: list[list[tuple[int, int]]] = []
        ratios = {Fraction(1)}
        for count in range(1, records + 1):
            ways, fewer = (
                [comb(a, h) * comb(records - a, draws - h) for h in range(draws + 1)] for a in (count, count - 1)
            )
            ratios |= {Fraction(p, q) for p, q in zip(ways, fewer, strict=True) if q and p > q}
            tail, total = [(0, 0)], (0, 0)
            for p, q in zip(reversed(ways), reversed(fewer), strict=True):
                total = total[0] + p, total[1] + q
                tail.append(total)
            self.tails.append(tail)
        self.ratios = sorted(ratios)

    def of_pairs(self, odds: Fraction) -> list[int]:
        """D(0), ..., D(n+1); the outermost two, which there are not, are -1."""
        up, down = odds.numerator, odds.denominator
        found = [-1]
        for tail in self.tails:
            # The terms of a tail are positive up to some place and negative from there on: the sums rise, then fall.
            best = 0
            for p, q in tail:
                value = down * p - up * q
                if value < best:
                    break
                best = value
            found.append(best)
        return [*found, -1]

    def of_databases(self, odds: Fraction) -> list[int]:
        """v(0), ..., v(n)."""
        pairs = self.of_pairs(odds)
        beside = list(map(max, pairs, pairs[1:]))
        return list(map(max, beside, reversed(beside)))

    def critical_odds(self) -> Iterator[Fraction]:
        """Odds between which v is linear in the odds, apart from intervals on which v certainly falls up to n/2."""
        pairs = [self.of_pairs(odds) for odds in self.ratios]
        falls = [self._falls(values) for values in pairs]
        needed: set[Fraction] = set()
        for place, (low, high) in enumerate(pairwise(self.ratios)):
            if not (falls[place] and falls[place + 1]):
                needed |= {low, high, *self._crossings(low, high, pairs[place], pairs[place + 1])}
        if not falls[-1]:
            needed.add(self.ratios[-1])
        yield from sorted(needed)

    def _places(self, count: int) -> tuple[int, int, int, int]:
        return count, count + 1, self.records - count, self.records - count + 1

    def _falls(self, pairs: Sequence[int]) -> bool:
        half = range(1, self.records // 2 + 1)
        return all(pairs[count] == max(pairs[place] for place in self._places(count)) for count in half)

    def _crossings(
        self, low: Fraction, high: Fraction, before: Sequence[int], after: Sequence[int]
    ) -> Iterator[Fraction]:
        pairs = {
            (one, other)
            for count in range(self.records // 2 + 1)
            for one, other in combinations(self._places(count), 2)
            if (before[one] - before[other]) * (after[one] - after[other]) < 0
        }
        for one, other in pairs:
            first = Fraction(before[one] - before[other], low.denominator)
            last = Fraction(after[one] - after[other], high.denominator)
            yield low + (high - low) * first / (first - last)


class Gaps:
    """F(0) - F(k) as polynomials in x for all k, from the values of v.

    Args:
        records: n.

    Example:
        >>> list(Gaps(4).coefficients([2, 2, 1, 2, 2]))
        [[12, -12], [16, 0]]
    """

    def __init__(self, records: int) -> None:
        self.records = records
        self.even = range(2, records + 1, 2)
        self.transform = [_signed_binomials(j, records - j) for j in self.even]
        self.factors = [
            [comb(records, j) - _signed_binomials(records - k, k)[j] for j in self.even]
            for k in range(1, records // 2 + 1)
        ]

    def coefficients(self, values: Sequence[int]) -> Iterator[list[int]]:
        """(F(0) - F(k))/x by powers of x, times 2^n, for k = 1, ..., floor(n/2)."""
        moments = [sum(map(mul, values, signs)) for signs in self.transform]
        for factors in self.factors:
            yield list(map(mul, moments, factors))

    def decide(self, values: Sequence[int]) -> Verdict | tuple[Fraction, int]:
        """HOLDS if no mixed assignment is worse for any hull, or x and k where one is, or UNKNOWN."""
        verdict = Verdict.HOLDS
        for k, coefficients in enumerate(self.coefficients(values), 1):
            found = nonnegative_on_unit_interval(coefficients)
            if isinstance(found, Fraction):
                return found, k
            if found is Verdict.UNKNOWN:
                verdict = found
        return verdict


@lru_cache(8)
def _gaps(records: int) -> Gaps:
    return Gaps(records)


def falls_and_rises(values: Sequence[int]) -> bool:
    """Tell whether values that are the same from both ends fall up to the middle, and so rise from there on.

    Example:
        >>> falls_and_rises([2, 1, 0, 1, 2]), falls_and_rises([2, 0, 1, 0, 2])
        (True, False)
    """
    half = len(values) // 2 + 1
    return all(first >= second for first, second in pairwise(values[:half]))


def _signed_binomials(minus: int, plus: int) -> list[int]:
    """The coefficients of (1 - z)^minus (1 + z)^plus."""
    found = [1]
    for sign in [-1] * minus + [1] * plus:
        found = [one + sign * other for one, other in zip([*found, 0], [0, *found], strict=True)]
    return found


def nonnegative_on_unit_interval(coefficients: Sequence[int]) -> Verdict | Fraction:
    """Tell whether a polynomial is so, or a place where it is negative; UNKNOWN if a number of divisions shows neither.

    Args:
        coefficients: by powers.

    Example:
        >>> nonnegative_on_unit_interval([1, -4, 4]), nonnegative_on_unit_interval([1, -4, 3])
        (<Verdict.HOLDS: 'HOLDS'>, Fraction(1, 2))
    """
    if coefficients[0] + sum(value for value in coefficients[1:] if value < 0) >= 0:
        return Verdict.HOLDS
    first = [sum(map(mul, row, coefficients)) for row in _bernstein(len(coefficients) - 1)]
    parts = [(Fraction(0), Fraction(1), first)]
    for _ in range(_DIVISIONS):
        if not parts:
            return Verdict.HOLDS
        low, high, heights = parts.pop()
        if heights[0] < 0 or heights[-1] < 0:
            return _place_inside(coefficients) if low == 0 > heights[0] else low if heights[0] < 0 else high
        if min(heights) >= 0:
            continue
        middle, (left, right) = (low + high) / 2, _halves(heights)
        parts += [(low, middle, left), (middle, high, right)]
    return Verdict.UNKNOWN if parts else Verdict.HOLDS


@lru_cache(32)
def _bernstein(degree: int) -> list[list[int]]:
    """The matrix that turns coefficients of powers into those of Bernstein's basis, times a common denominator."""
    scale = lcm(*(comb(degree, power) for power in range(degree + 1)))
    return [
        [scale // comb(degree, power) * comb(index, power) for power in range(index + 1)] for index in range(degree + 1)
    ]


def _place_inside(coefficients: Sequence[int]) -> Fraction:
    """A place above 0, a square, where a polynomial that is negative at 0 still is."""
    place = Fraction(1)
    while sum(value * place**power for power, value in enumerate(coefficients)) >= 0:
        place /= 4
    return place


def _halves(heights: Sequence[int]) -> tuple[list[int], list[int]]:
    """De Casteljau's rule at the middle, times 2^degree."""
    left, right, row, scale = [], [], list(heights), 2 ** (len(heights) - 1)
    while row:
        left.append(scale * row[0])
        right.append(scale * row[-1])
        row = [one + other for one, other in pairwise(row)]
        scale //= 2
    return left, right[::-1]
