"""Eigenvalues, condition number and norms of A and A^-1, for all sizes and strengths.

A is circulant, so the vectors e(j)(k) = exp(2 pi i j k/d) diagonalise it, with eigenvalues

    lambda(j) = 1 + 2 sigma (1 - cos(2 pi j/d)) = 1 + 4 sigma sin^2(pi j/d),     0 <= j < d.

The least is lambda(0) = 1. The largest is at the j nearest to d/2: 1 + 4 sigma for even d, and for odd d
1 + 2 sigma (1 + cos(pi/d)), which is smaller when sigma > 0. So the condition number is 1 + 4 sigma exactly for even d
and for sigma = 0, and depends on d otherwise: 1 at d = 1, 1 + 3 sigma at d = 3.

**Norms of A^-1.** Its entries are nonnegative (closed form in `kernel`) and rows and columns sum to 1, as A 1 = 1. So
the norms from l1 to l1, from l2 to l2 and from l-infinity to l-infinity are all exactly 1, the sum of the coordinates
is kept, and the Frobenius norm is sqrt(d beta).

**Energy.** With (D u)(i) = u(i + 1) - u(i) on the circle, L = -D^T D; for g = A u = u - sigma L u therefore

    |g|^2 = |u|^2 + 2 sigma |D u|^2 + sigma^2 |L u|^2

for all u, d and sigma >= 0. No root may be taken term by term, and nothing is divided by d.

World: enclosure; exact where the value is a fraction.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure, refine
from sdp_proofs.numbers.reals import fraction_ball
from sdp_proofs.smoothing import kernel
from sdp_proofs.smoothing.operator import SmoothingOperator

_RATIONAL_SQUARES = {
    Fraction(0): Fraction(0),
    Fraction(1, 6): Fraction(1, 4),
    Fraction(1, 4): Fraction(1, 2),
    Fraction(1, 3): Fraction(3, 4),
    Fraction(1, 2): Fraction(1),
}
"""sin^2(pi x) where it is rational, for x in [0, 1/2] [Niven 1956, Cor. 3.12]."""


def eigenvalue(operator: SmoothingOperator, index: int, *, digits: int = kernel.DIGITS) -> Enclosure:
    """lambda(index) of A; exact where it is rational for every sigma.

    Args:
        operator: of any size d.
        index: from 0 to d - 1.
        digits: to prove.

    Raises:
        DomainError: another index.

    Example:
        >>> eigenvalue(SmoothingOperator.read(size=3, sigma=2), 1).exact
        Fraction(7, 1)
        >>> eigenvalue(SmoothingOperator.read(size=5, sigma=2), 1, digits=6).rounded(6)
        '3.76393'
    """
    if not 0 <= index < operator.size:
        raise DomainError(f"the index must be from 0 to {operator.size - 1}, got {index}")
    turn = Fraction(min(index, operator.size - index), operator.size)
    square = _RATIONAL_SQUARES.get(turn)
    if square is not None or operator.sigma == 0:
        return Enclosure.of(1 + 4 * operator.sigma * (square or 0))

    def compute(bits: int) -> arb:
        with ctx.workprec(bits):
            return 1 + 4 * fraction_ball(operator.sigma) * arb.sin_pi(fraction_ball(turn)) ** 2

    return refine(compute, digits)


def largest_eigenvalue(operator: SmoothingOperator, *, digits: int = kernel.DIGITS) -> Enclosure:
    """The largest eigenvalue of A, which is also its condition number, as the least is 1.

    Example:
        >>> [largest_eigenvalue(SmoothingOperator.read(size=d, sigma=1)).rounded(6) for d in (1, 2, 3, 4, 5)]
        ['1', '5', '4', '5', '4.61803']
    """
    return eigenvalue(operator, operator.size // 2, digits=digits)


condition_number = largest_eigenvalue


def frobenius_norm(operator: SmoothingOperator, *, digits: int = kernel.DIGITS) -> Enclosure:
    """The Frobenius norm of A^-1, sqrt(d beta): how long smoothed white noise of deviation 1 is, in mean square.

    Example:
        >>> frobenius_norm(SmoothingOperator.read(size=650, sigma=1), digits=6).rounded(6)
        '13.2066'
    """

    def compute(bits: int) -> arb:
        with ctx.workprec(bits):
            ball: arb = (operator.size * kernel.beta(operator, digits=digits + 5).ball).sqrt()
            return ball

    return refine(compute, digits)


def energies(vector: Sequence[Fraction | int]) -> tuple[Fraction, Fraction, Fraction]:
    """|u|^2, |D u|^2 and |L u|^2 on the circle, exactly.

    Raises:
        DomainError: an empty vector.

    Example:
        >>> first, second, third = energies([1, -1, 1, -1])
        >>> smoothed = SmoothingOperator.read(size=4, sigma=1).apply([1, -1, 1, -1])
        >>> sum(value**2 for value in smoothed) == first + 2 * second + third
        True
    """
    if not vector:
        raise DomainError("a vector must have a coordinate, got none")
    values = [Fraction(value) for value in vector]
    steps = [values[(i + 1) % len(values)] - value for i, value in enumerate(values)]
    bends = [step - steps[i - 1] for i, step in enumerate(steps)]
    first, second, third = (sum((x**2 for x in part), Fraction(0)) for part in (values, steps, bends))
    return first, second, third
