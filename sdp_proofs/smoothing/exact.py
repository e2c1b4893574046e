"""A, A^-1, gamma and beta in fractions, for sizes at which that ends.

**The first row of A^-1.** Let sigma > 0, t = (1 + 2 sigma)/sigma and U(0) = 0, U(1) = 1, U(k + 1) = t U(k) - U(k - 1).
As t > 2, U is positive and increasing from 1 on. Put w(k) = U(k) + U(d - k) for 0 <= k <= d. Both parts solve
x(k + 1) = t x(k) - x(k - 1), so (A w)(k) = 0 for 0 < k < d, where w is read on the circle, w(d) = w(0). Therefore A w
is a multiple of the first unit vector; it is not zero, because A is positive definite. Rows of A sum to 1, and so do
rows of A^-1. So the first row of A^-1 is w(0), ..., w(d - 1) divided by its sum. At d = 1 it is (1), as it must be; at
sigma = 0 it is the unit vector. No step uses d >= 3.

gamma = trace(A^-1)/d is its first entry, and beta = trace(A^-2)/d the sum of its squares, as A^-1 is symmetric and
circulant.

World: exact. Source: own derivation; gamma and beta as in [Wang et al. 2019, Theorems 4 and 7].
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from sdp_proofs.errors import SizeError
from sdp_proofs.smoothing.operator import SmoothingOperator

LARGEST_ROW, LARGEST_MATRIX = 4096, 512
"""Sizes up to which a row, and a whole matrix, are written down."""

Matrix = tuple[tuple[Fraction, ...], ...]


def matrix(operator: SmoothingOperator) -> Matrix:
    """A, row by row, d x d.

    Raises:
        SizeError: more than `LARGEST_MATRIX` rows.

    Example:
        >>> [[str(entry) for entry in row] for row in matrix(SmoothingOperator.read(size=2, sigma=1))]
        [['3', '-2'], ['-2', '3']]
    """
    _check(operator, LARGEST_MATRIX)
    first = [Fraction(0)] * operator.size
    for place, weight in ((0, 1 + 2 * operator.sigma), (1, -operator.sigma), (-1, -operator.sigma)):
        first[place % operator.size] += weight
    return circulant(first)


def inverse(operator: SmoothingOperator) -> Matrix:
    """A^-1, row by row, d x d.

    Raises:
        SizeError: more than `LARGEST_MATRIX` rows.

    Example:
        >>> [[str(entry) for entry in row] for row in inverse(SmoothingOperator.read(size=2, sigma=1))]
        [['3/5', '2/5'], ['2/5', '3/5']]
    """
    _check(operator, LARGEST_MATRIX)
    return circulant(inverse_row(operator))


def inverse_row(operator: SmoothingOperator) -> tuple[Fraction, ...]:
    """The first row of A^-1: positive for sigma > 0, symmetric, with sum 1.

    Raises:
        SizeError: more than `LARGEST_ROW` entries.

    Example:
        >>> [str(entry) for entry in inverse_row(SmoothingOperator.read(size=4, sigma=2))]
        ['17/45', '2/9', '8/45', '2/9']
    """
    _check(operator, LARGEST_ROW)
    size, sigma = operator.size, operator.sigma
    if sigma == 0:
        return (Fraction(1), *[Fraction(0)] * (size - 1))
    # U(k) times (numerator of sigma)^(k - 1) is an integer; one common factor cancels in the division by the sum.
    top, unit = (sigma.denominator + 2 * sigma.numerator, sigma.numerator)
    units = [0, 1]
    while len(units) <= size:
        units.append(top * units[-1] - unit**2 * units[-2])
    weights = [units[k] * unit ** (size - k) + units[size - k] * unit**k for k in range(size)]
    total = sum(weights)
    return tuple(Fraction(weight, total) for weight in weights)


def smooth(operator: SmoothingOperator, vector: Sequence[Fraction | int]) -> tuple[Fraction, ...]:
    """A^-1 v, exactly.

    Args:
        operator: of at most `LARGEST_MATRIX` places.
        vector: v, of as many numbers.

    Raises:
        DomainError: another number of coordinates.
        SizeError: too many.

    Example:
        >>> [str(value) for value in smooth(SmoothingOperator.read(size=2, sigma=1), [5, 0])]
        ['3', '2']
    """
    operator.apply(vector)  # refuses another length
    return tuple(sum((a * b for a, b in zip(row, vector, strict=True)), Fraction(0)) for row in inverse(operator))


def gamma(operator: SmoothingOperator) -> Fraction:
    """The mean of the eigenvalues of A^-1 [Wang et al. 2019, Theorem 4].

    Raises:
        SizeError: more than `LARGEST_ROW` coordinates.

    Example:
        >>> gamma(SmoothingOperator.read(size=2, sigma=1))
        Fraction(3, 5)
    """
    return inverse_row(operator)[0]


def beta(operator: SmoothingOperator) -> Fraction:
    """The mean of the squared eigenvalues of A^-1 [Wang et al. 2019, Theorem 7].

    Raises:
        SizeError: more than `LARGEST_ROW` coordinates.

    Example:
        >>> beta(SmoothingOperator.read(size=2, sigma=1))
        Fraction(13, 25)
    """
    return sum((entry**2 for entry in inverse_row(operator)), Fraction(0))


def circulant(first: Sequence[Fraction]) -> Matrix:
    """The matrix whose entry (i, j) is first[(j - i) mod d].

    Example:
        >>> circulant([Fraction(1), Fraction(2)])[1]
        (Fraction(2, 1), Fraction(1, 1))
    """
    return tuple(tuple(first[(j - i) % len(first)] for j in range(len(first))) for i in range(len(first)))


def _check(operator: SmoothingOperator, most: int) -> None:
    if operator.size > most:
        raise SizeError(f"the size d must be at most {most} in exact fractions, got {operator.size}")
