"""A^-1/2: the positive definite square root of the smoothing, entry by entry.

A^-1/2 has the eigenvectors of A and the eigenvalues lambda(j)^-1/2, so its entry at distance k is

    r(k) = 1/d sum over j of lambda(j)^-1/2 cos(2 pi j k/d).

The cosines are rational for all k only at d = 1, 2, 3, 4, 6; there the entries are fractions exactly when all lambda(j)
are squares of fractions, because the lambda(j)^-1/2 are rational combinations of the entries. Elsewhere they are
enclosed.

A^-1/2 is where a norm comes from: |x| in the norm induced by A^-1 is |A^-1/2 x|.

World: enclosure, and exact fractions at the sizes above.
"""

from __future__ import annotations

from fractions import Fraction

from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure, refine
from sdp_proofs.numbers.reals import fraction_ball, power, rational
from sdp_proofs.smoothing.laplacian import DIGITS, Matrix, SmoothingOperator, circulant, eigenvalue

LARGEST_SIZE = 4096
"""Each entry is a sum of d terms."""
_EXACT_SIZES = (1, 2, 3, 4, 6)
_COSINES = {0: Fraction(1), 1: Fraction(1, 2), 2: Fraction(-1, 2), 3: Fraction(-1)}
"""cos(2 pi x/6), for x = 0, 1, 2, 3."""


def root_entry(operator: SmoothingOperator, distance: int, *, digits: int = DIGITS) -> Enclosure:
    """The entry of A^-1/2 for two places at this distance.

    Args:
        operator: of at most `LARGEST_SIZE` places.
        distance: from 0 to d - 1.
        digits: to prove.

    Raises:
        DomainError: another distance.
        SizeError: too many places.

    Example:
        >>> root_entry(SmoothingOperator.read(size=2, sigma=2), 0, digits=5).rounded(5)
        '0.66667'
    """
    size = operator.size
    if size > LARGEST_SIZE:
        raise SizeError(f"the size d must be at most {LARGEST_SIZE} for entries of A^-1/2, got {size}")
    if not 0 <= distance < size:
        raise DomainError(f"the distance must be from 0 to {size - 1}, got {distance}")

    def compute(bits: int) -> arb:
        with ctx.workprec(bits):
            total = arb(0)
            for index in range(size):
                square = arb.sin_pi(fraction_ball(Fraction(index, size))) ** 2
                wave = arb.cos_pi(fraction_ball(Fraction(2 * index * distance % (2 * size), size)))
                total += wave / (1 + 4 * fraction_ball(operator.sigma) * square).sqrt()
            return total / size

    return Enclosure.of(int(distance == 0)) if operator.sigma == 0 else refine(compute, digits)


def root_matrix(operator: SmoothingOperator) -> Matrix:
    """A^-1/2 in fractions.

    Raises:
        DomainError: the size is not 1, 2, 3, 4 or 6, or an eigenvalue is not the square of a fraction.

    Example:
        >>> rows = root_matrix(SmoothingOperator.read(size=2, sigma=2))
        >>> [[str(entry) for entry in row] for row in rows]
        [['2/3', '1/3'], ['1/3', '2/3']]
    """
    size = operator.size
    roots = [_rational_root(operator, index) for index in range(size)] if size in _EXACT_SIZES else []
    known = [root for root in roots if root is not None]
    if operator.sigma == 0 and size <= LARGEST_SIZE:
        return circulant([Fraction(int(place == 0)) for place in range(size)])
    if not known or len(known) < size:
        raise DomainError(
            "A^-1/2 is written in fractions where d is 1, 2, 3, 4 or 6 and all eigenvalues are squares of fractions, "
            f"got d = {size} and sigma = {operator.sigma}"
        )
    return circulant(
        [sum((root * _cosine(j * k, size) for j, root in enumerate(known)), Fraction(0)) / size for k in range(size)]
    )


def _rational_root(operator: SmoothingOperator, index: int) -> Fraction | None:
    exact = eigenvalue(operator, index).exact
    return None if exact is None else power(rational(exact), rational(Fraction(-1, 2))).as_fraction()


def _cosine(turns: int, size: int) -> Fraction:
    """cos(2 pi turns/size) for a size of `_EXACT_SIZES`."""
    if size == 4:
        return (Fraction(1), Fraction(0), Fraction(-1), Fraction(0))[turns % 4]
    sixth = turns * (6 // size) % 6
    return _COSINES[min(sixth, 6 - sixth)]
