"""Float64 with a proven error, by counting roundings.

Everything here is a sum of products of nonnegative numbers, so no digit is ever lost by cancellation. If a
number was made by N roundings, each a factor (1 + d)^(+-1) with |d| <= u = 2^-53, then

    computed = true (1 + theta),    |theta| <= N u / (1 - N u)

[Higham 2002, Lemma 3.1], and a sum of nonnegative numbers is as accurate as its least accurate term. So
it is enough to count the longest chain: a product adds the counts of its factors and one, a sum of k numbers
at most k - 1, in whatever order a matrix product adds them up, fused or not. Two things are believed: that the
machine rounds to nearest, and that the matrix product is the conventional one, not one of Strassen's kind.

Numbers below 2^-1022 are rounded coarsely or not represented at all. They are accounted for by an absolute error.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from flint import arb, ctx

from sdp_proofs.errors import SizeError
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import fraction_ball

if TYPE_CHECKING:
    from numpy import float64, int32
    from numpy.typing import NDArray

    Floats = NDArray[float64]

UNIT = Fraction(1, 1 << 53)
LEAST_NORMAL = 2.0**-1022
LARGEST_ROW = 1000
"""Binomial coefficients of later rows exceed float64."""
BINOMIAL_ROUNDINGS = 6


def relative_error(roundings: int) -> Fraction:
    """Bound the relative error of N roundings.

    It is N u / (1 - N u).

    Example:
        >>> relative_error(1)
        Fraction(1, 9007199254740991)
    """
    return roundings * UNIT / (1 - roundings * UNIT)


@lru_cache(maxsize=4)
def binomial_coefficients(rows: int) -> Floats:
    """Tabulate C(k, x) for 0 <= k, x < rows.

    Each is correctly rounded: one rounding.

    Raises:
        SizeError: a coefficient would exceed float64.

    Example:
        >>> binomial_coefficients(4)[3].tolist()
        [1.0, 3.0, 3.0, 1.0]
    """
    import numpy as np

    if rows > LARGEST_ROW + 1:
        raise SizeError(f"float64 holds binomial coefficients up to row {LARGEST_ROW}, got {rows - 1}")
    table = np.zeros((rows, rows))
    row = [1]
    for k in range(rows):
        table[k, : k + 1] = [float(entry) for entry in row]
        row = [1, *(left + right for left, right in pairwise(row)), 1]
    table.flags.writeable = False
    return table


class BinomialMatrix(NamedTuple):
    """Probabilities P(Bin(k, success) = x) and the least positive one.

    Row k, column x.

    Each entry has `BINOMIAL_ROUNDINGS` roundings, or is below 2^-1022 and its absolute error too; `least` tells.
    """

    table: Floats
    least: float


def binomial_matrix(records: int, success: Fraction) -> BinomialMatrix:
    """Tabulate P(Bin(k, success) = x), 0 <= x <= k <= records.

    The matrix is lower triangular.

    C(k, x), s^x and (1-s)^(k-x) are rounded once each and multiplied as mantissas, their exponents as integers:
    five roundings. The sixth pays for the powers, whose balls are narrower than 2^-100.

    Raises:
        SizeError: `records` is beyond `LARGEST_ROW`.

    Example:
        >>> binomial_matrix(2, Fraction(1, 4)).table.tolist()
        [[1.0, 0.0, 0.0], [0.75, 0.25, 0.0], [0.5625, 0.375, 0.0625]]
    """
    import numpy as np

    rows = records + 1
    if success in (0, 1):
        table = np.zeros((rows, rows))
        if success:
            np.fill_diagonal(table, 1.0)
        else:
            table[:, 0] = 1.0
        return BinomialMatrix(table, 1.0)
    mantissas, exponents = np.frexp(binomial_coefficients(rows))
    hit, hit_exponents = _powers(success, records)
    miss, miss_exponents = _powers(1 - success, records)
    failures = np.maximum(np.subtract.outer(np.arange(rows), np.arange(rows)), 0)
    mantissas = mantissas * hit * miss[failures]
    table = np.ldexp(mantissas, exponents + hit_exponents + miss_exponents[failures])
    return BinomialMatrix(table, float(table[np.tril_indices(rows)].min()))


def _powers(base: Fraction, last: int) -> tuple[Floats, NDArray[int32]]:
    """Mantissas in [1/2, 1] and exponents of base^0, ..., base^last."""
    import numpy as np

    mantissas, exponents = np.empty(last + 1), np.empty(last + 1, dtype=np.int32)
    with ctx.workprec(128):
        ball = fraction_ball(base)
        for power in range(last + 1):
            mantissa, exponent = (ball**power).mid().man_exp()
            bits = int(mantissa).bit_length()
            mantissas[power] = int(mantissa) / (1 << bits)
            exponents[power] = max(int(exponent) + bits, -(10**6))
    return mantissas, exponents


class Largest(NamedTuple):
    """Enclosure of the largest value of a table, with its counts."""

    value: Enclosure
    counts: tuple[int, int, int]


@dataclass(frozen=True, eq=False)
class SimplexTable:
    """Numbers >= 0 over (k1, k2, k3) with sum n, in float64.

    Their error is proven.

    World: |computed - true| <= relative_error * true + absolute_error for every entry; `entry` and `largest` give
    enclosures.

    Args:
        values: shape (n+1, n+1), the value of (k1, k2, n-k1-k2) in row k1 and column k2; zero where k1 + k2 > n.
        roundings: at most so many roundings made each entry.
        absolute_error: what numbers below the range of float64 may have cost; zero if there were none.
        method: how the table was computed.
    """

    values: Floats
    roundings: int
    absolute_error: float
    method: str

    @property
    def records(self) -> int:
        """The number of records n."""
        return len(self.values) - 1

    @property
    def relative_error(self) -> float:
        """The proven bound of the relative error, rounded up."""
        return math.nextafter(float(relative_error(self.roundings)), math.inf)

    def bounds(self, first: int, second: int) -> tuple[Fraction, Fraction]:
        """Return fractions between which an entry's true value lies.

        The entry is that of (first, second, n - first - second).
        """
        return self._around(float(self.values[first, second]))

    def entry(self, first: int, second: int) -> Enclosure:
        """Enclose the true value at (first, second, n - first - second)."""
        return _enclosure(*self.bounds(first, second))

    def largest(self) -> Largest:
        """Enclose the largest true value, and find the largest computed one."""
        first, second = divmod(int(self.values.argmax()), self.records + 1)
        return Largest(self.entry(first, second), (first, second, self.records - first - second))

    def _around(self, value: float) -> tuple[Fraction, Fraction]:
        error, floor = relative_error(self.roundings), Fraction(self.absolute_error)
        centre = Fraction(value)
        return max(Fraction(0), centre - floor) / (1 + error), (centre + floor) / (1 - error)


def _enclosure(lower: Fraction, upper: Fraction) -> Enclosure:
    if lower == upper:
        return Enclosure.of(lower)
    with ctx.workprec(128):
        ends: tuple[arb, arb] = fraction_ball(lower), fraction_ball(upper)
        return Enclosure(ends[0].union(ends[1]))
