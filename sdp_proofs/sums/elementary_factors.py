"""Averages over the simplex: F(k) = E V(H), when k_j of n records follow law j over three types.

With the laws as the rows of a stochastic matrix M, F is the n-th symmetric power of M applied to V. Symmetric
powers multiply, so a product of simple stochastic matrices is a sequence of simple averages. Two ways to
such products, both without a single subtraction of computed numbers:

`smoothed_by_elementary_factors`. A factor turns a record of type i into one of type j with probability c and does
nothing else.
Its average leaves the third count alone, so it is one product of a binomial matrix with the table. If M, its
rows and columns suitably permuted, is L D U with nonnegative entries, then with I + t e_i e_j^T as elementary factors

    L D U = E21 E31 E32 D E23 E13 E12,

and pushing diagonal matrices to the left makes each factor an elementary factor: 6 matrix products of size n + 1.

`smoothed_record_by_record` asks for no sign. It averages over the records of the third law one by one,
G_r = A^r V with (A V)(h) = sum_i p_i V(h + e_i), and for each r over those of the other two laws at once. Two laws over
three types can always be written as mixtures of a law on {a, b} and one on {b, c}: n matrix products.

World: float64 with a proven error; see `floats`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import TYPE_CHECKING

from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.floats import (
    BINOMIAL_ROUNDINGS,
    LEAST_NORMAL,
    BinomialMatrix,
    SimplexTable,
    binomial_matrix,
)
from sdp_proofs.numbers.reals import Readable, read_rational

if TYPE_CHECKING:
    from sdp_proofs.numbers.floats import Floats

Order = tuple[int, int, int]
Law = tuple[Fraction, Fraction, Fraction]
Matrix = tuple[Law, Law, Law]


@dataclass(frozen=True, slots=True)
class ElementaryFactor:
    """A record of type `source` becomes one of type `target` with probability `share`."""

    source: int
    target: int
    share: Fraction


@dataclass(frozen=True, slots=True)
class Factorisation:
    """Factors whose product, from left to right, is the matrix with its rows and columns permuted.

    Args:
        rows: entry (r, s) of the product is entry (rows[r], columns[s]) of the matrix.
        columns: see `rows`.
        factors: those that do something.
    """

    rows: Order
    columns: Order
    factors: tuple[ElementaryFactor, ...]

    def matrix(self) -> Matrix:
        """The matrix that is factored, multiplied out."""
        product = [[Fraction(int(r == s)) for s in range(3)] for r in range(3)]
        for factor in self.factors:
            for row in product:
                moved = row[factor.source] * factor.share
                row[factor.source] -= moved
                row[factor.target] += moved
        placed = [[Fraction(0)] * 3 for _ in range(3)]
        for r in range(3):
            for s in range(3):
                placed[self.rows[r]][self.columns[s]] = product[r][s]
        return stochastic_matrix(placed)


def stochastic_matrix(rows: Sequence[Sequence[Readable]]) -> Matrix:
    """Three laws over three types, checked.

    Raises:
        DomainError: not three by three, an entry that is negative or not exact, or a row that does not sum to one.
    """
    if len(rows) != 3 or any(len(row) != 3 for row in rows):
        raise DomainError("there must be three laws over three types")
    laws = [tuple(read_rational(entry, "a probability") for entry in row) for row in rows]
    for law in laws:
        if min(law) < 0 or sum(law) != 1:
            raise DomainError(f"probabilities must be >= 0 and sum to one, got {', '.join(map(str, law))}")
    first, second, third = ((a, b, c) for a, b, c in laws)
    return first, second, third


def factorise(matrix: Matrix) -> Factorisation | None:
    """The factors of a stochastic matrix, as few as any of the 36 permutations allows; None if none does.

    World: exact; every answer has been multiplied out and compared.

    Example:
        >>> half, one, none = Fraction(1, 2), Fraction(1), Fraction(0)
        >>> found = factorise(((half, half, none), (none, half, half), (none, none, one)))
        >>> [(factor.source, factor.target, str(factor.share)) for factor in found.factors]
        [(1, 2, '1/2'), (0, 1, '1/2')]
    """
    best: Factorisation | None = None
    for rows in permutations(range(3)):
        for columns in permutations(range(3)):
            factors = _elementary_factors([[matrix[r][s] for s in columns] for r in rows])
            if factors is None or (best is not None and len(factors) >= len(best.factors)):
                continue
            found = Factorisation((rows[0], rows[1], rows[2]), (columns[0], columns[1], columns[2]), factors)
            if found.matrix() == matrix:
                best = found
    return best


def _elementary_factors(matrix: list[list[Fraction]]) -> tuple[ElementaryFactor, ...] | None:
    lower = [[Fraction(0)] * 3 for _ in range(3)]
    upper = [[Fraction(0)] * 3 for _ in range(3)]
    diagonal = []
    rest = [list(row) for row in matrix]
    for k in range(3):
        pivot = rest[k][k]
        diagonal.append(pivot)
        if min(*rest[k][k:], *(row[k] for row in rest[k:])) < 0:
            return None
        for i in range(k + 1, 3):
            if pivot > 0:
                lower[i][k], upper[k][i] = rest[i][k] / pivot, rest[k][i] / pivot
            elif rest[i][k] != 0 or rest[k][i] != 0:
                return None
        for i in range(k + 1, 3):
            for j in range(k + 1, 3):
                rest[i][j] -= lower[i][k] * pivot * upper[k][j]
    # From right to left: each factor times the row sums of all that stands right of it.
    sums = [Fraction(1)] * 3
    factors = []
    for i, j in ((0, 1), (0, 2), (1, 2), (2, 1), (2, 0), (1, 0)):
        if (i, j) == (2, 1):
            sums = [pivot * total for pivot, total in zip(diagonal, sums, strict=True)]
        moved = (lower if i > j else upper)[i][j] * sums[j]
        if moved:
            sums[i] += moved
            factors.append(ElementaryFactor(i, j, moved / sums[i]))
    return tuple(reversed(factors))


def smoothed(table: SimplexTable, matrix: Matrix) -> SimplexTable:
    """F for all mixtures: by factors where the matrix is a product of them, else record by record.

    Args:
        table: V(h), with h_i records of type i.
        matrix: law j in row j.

    Returns:
        F(k), with k_j records that follow law j, for all k.

    Raises:
        DomainError: a value above one, which the account of the absolute error does not cover.

    Example:
        >>> import numpy as np
        >>> table = SimplexTable(np.array([[0.0, 1.0], [0.5, 0.0]]), 0, 0.0, "given")
        >>> half, one, none = Fraction(1, 2), Fraction(1), Fraction(0)
        >>> smoothed(table, ((half, half, none), (none, one, none), (none, none, one))).values.tolist()
        [[0.0, 1.0], [0.75, 0.0]]
    """
    found = factorise(matrix)
    return smoothed_record_by_record(table, matrix) if found is None else smoothed_by_elementary_factors(table, found)


def smoothed_by_elementary_factors(table: SimplexTable, factors: Factorisation) -> SimplexTable:
    """F by one matrix product per factor.

    An entry of a binomial matrix has `BINOMIAL_ROUNDINGS`, its products with the table one each, and a sum of at
    most n + 1 of them n: each factor adds n + 1 + BINOMIAL_ROUNDINGS, six of them 6n + 42.
    """
    import numpy as np

    _check(table)
    records = table.records
    values, underflows = _reordered(table.values, factors.columns), 0
    with np.errstate(under="ignore"):
        for factor in reversed(factors.factors):
            order = (factor.source, 3 - factor.source - factor.target, factor.target)
            binomial = binomial_matrix(records, 1 - factor.share)
            values = _reordered(values, order)
            underflows += _may_underflow(binomial.least, values)
            values = _reordered(binomial.table @ values, _inverse(order))
    roundings = table.roundings + len(factors.factors) * (records + 1 + BINOMIAL_ROUNDINGS)
    values = _reordered(values, _inverse(factors.rows))
    return SimplexTable(values, roundings, _floor(table, underflows), f"{len(factors.factors)} elementary factors")


def smoothed_record_by_record(table: SimplexTable, matrix: Matrix) -> SimplexTable:
    """F without a condition on the signs: the third law record by record, the other two by matrix products.

    With r records of the third law and s = n - r others, G_r takes r steps of four roundings (p_i, a product, two
    additions), and four binomial averages of at most s + 1 terms the rest: at most 4(n + 1 + BINOMIAL_ROUNDINGS).
    """
    import numpy as np

    _check(table)
    records, pair = table.records, _TwoLaws.of(matrix[0], matrix[1], table.records)
    steps = [float(matrix[2][i]) for i in pair.order]
    least_step = min(step for step in steps if step)
    current, underflows = _reordered(table.values, pair.order), 0
    values = np.zeros_like(table.values)
    with np.errstate(under="ignore"):
        for left in range(records, -1, -1):
            line, risky = pair.averages(current, left)
            underflows += risky
            values[np.arange(left, -1, -1), np.arange(left + 1)] = line
            if left:
                underflows += _may_underflow(least_step, current)
                current = steps[0] * current[1:, :-1] + steps[1] * current[:-1, 1:] + steps[2] * current[:-1, :-1]
                current[np.add.outer(np.arange(left), np.arange(left)) >= left] = 0.0
    roundings = table.roundings + 4 * (records + 1 + BINOMIAL_ROUNDINGS)
    return SimplexTable(values, roundings, _floor(table, underflows), "record by record")


@dataclass(frozen=True, slots=True)
class _TwoLaws:
    """Two laws as mixtures of p on {a, b} and q on {b, c}.

    second = borrowed * first + (1 - borrowed) * q with the largest possible `borrowed`, so that q misses a type a;
    first = lent * q + (1 - lent) * p with the largest possible `lent`, so that p misses another type c.
    """

    order: Order  # (a, c, b)
    own: BinomialMatrix  # number of k records following p that have type a
    other: BinomialMatrix  # number of k records following q that have type c
    kept_first: BinomialMatrix
    kept_second: BinomialMatrix

    @classmethod
    def of(cls, first: Law, second: Law, records: int) -> _TwoLaws:
        a, borrowed = _largest_part(first, second)
        middle = next(i for i in range(3) if i != a)
        q = _remainder(first, second, borrowed, middle)
        c, lent = _largest_part(q, first)
        b = 3 - a - c
        p = _remainder(q, first, lent, a)
        return cls(
            (a, c, b),
            binomial_matrix(records, p[a]),
            binomial_matrix(records, q[c]),
            binomial_matrix(records, 1 - lent),
            binomial_matrix(records, 1 - borrowed),
        )

    def averages(self, current: Floats, records: int) -> tuple[Floats, int]:
        """F(records - k, k) for k = 0, ..., records, and how many of the four averages may have underflowed."""
        rows = records + 1
        own, other, first, second = (
            matrix.table[:rows, :rows] for matrix in (self.own, self.other, self.kept_first, self.kept_second)
        )
        half = current @ other.T
        line = (own * half[:, ::-1].T).sum(axis=1)
        risks = _may_underflow(self.other.least, current) + _may_underflow(self.own.least, half)
        risks += _may_underflow(self.kept_first.least, line)
        line = (first @ line)[::-1]
        risks += _may_underflow(self.kept_second.least, line)
        return second @ line, risks


def _largest_part(part: Law, whole: Law) -> tuple[int, Fraction]:
    """The type at which whole - t * part first vanishes as t grows, and that t, at most one."""
    share, position = min((whole[i] / part[i], i) for i in range(3) if part[i])
    return position, share


def _remainder(part: Law, whole: Law, share: Fraction, fallback: int) -> Law:
    """The law r with whole = share * part + (1 - share) * r; the law on the one type `fallback` if share is one."""
    if share == 1:
        a, b, c = (Fraction(int(i == fallback)) for i in range(3))
    else:
        a, b, c = ((total - share * piece) / (1 - share) for piece, total in zip(part, whole, strict=True))
    return a, b, c


def _inverse(order: Order) -> Order:
    return order.index(0), order.index(1), order.index(2)


def _reordered(values: Floats, order: Order) -> Floats:
    """The table in other coordinates: entry g is the value of the counts h with h[order[s]] = g[s]; zero outside."""
    import numpy as np

    size = len(values)
    first, second = np.meshgrid(np.arange(size), np.arange(size), indexing="ij")
    third = size - 1 - first - second
    inside = third >= 0
    new = (first, second, np.maximum(third, 0))
    old = _inverse(order)
    return np.where(inside, values[new[old[0]], new[old[1]]], 0.0)


def _check(table: SimplexTable) -> None:
    values = table.values
    if not (values >= 0).all() or values.max() > 1:
        raise DomainError("the values of a table to be averaged must lie between 0 and 1")


def _may_underflow(least: float, values: Floats) -> bool:
    """Tell whether a product of a weight, 0 or at least `least`, and a value may leave the normal range of float64."""
    positive = values[values > 0]
    return bool(len(positive)) and not least * float(positive.min()) >= 2 * LEAST_NORMAL


def _floor(table: SimplexTable, underflows: int) -> float:
    """The absolute error, at most doubled by later averages.

    In an average that may underflow each of at most n + 1 terms loses at most 4 * 2^-1022: twice that for a weight, as
    values are at most 2, once for the product and once for the sum.
    """
    return 2 * table.absolute_error + underflows * 8 * (table.records + 1) * LEAST_NORMAL
