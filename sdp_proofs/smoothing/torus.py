"""Two dimensions: gamma and beta of the torus with m rows and n columns, by closed forms along the rows.

The eigenvalues are a(j) + 2 sigma (1 - cos(2 pi k/n)) with a(j) = 1 + 4 sigma sin^2(pi j/m). For fixed j write this as
a (1 + 2 t (1 - cos)) with t = sigma/a. The one-dimensional closed forms of `kernel` sum over k, so

    gamma(m, n) = 1/m sum over j of gamma_n(sigma/a(j))/a(j),
    beta(m, n)  = 1/m sum over j of beta_n(sigma/a(j))/a(j)^2,

which takes m terms instead of m n. No elementary form without a sum is known: in the limit it is an elliptic integral.
A torus with one row is the circle with n places.

World: enclosure.
"""

from __future__ import annotations

from fractions import Fraction

from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure, refine
from sdp_proofs.numbers.reals import fraction_ball
from sdp_proofs.smoothing.kernel import DIGITS
from sdp_proofs.smoothing.operator import check_sigma

MOST_ROWS = 100_000


def gamma(rows: int, columns: int, sigma: Fraction, *, digits: int = DIGITS) -> Enclosure:
    """The mean of the eigenvalues of A^-1 on the torus.

    Args:
        rows: m >= 1.
        columns: n >= 1.
        sigma: strength >= 0.
        digits: to prove.

    Raises:
        DomainError: another size, or sigma < 0.

    Example:
        >>> gamma(2, 2, Fraction(1), digits=6).rounded(6), gamma(1, 2, Fraction(1), digits=6).rounded(6)
        ('0.377778', '0.6')
    """
    return _mean(rows, columns, sigma, 1, digits)


def beta(rows: int, columns: int, sigma: Fraction, *, digits: int = DIGITS) -> Enclosure:
    """The mean of the squared eigenvalues of A^-1 on the torus.

    Raises:
        DomainError: another size, or sigma < 0.

    Example:
        >>> beta(8, 8, Fraction(1), digits=6).rounded(6)
        '0.0907683'
    """
    return _mean(rows, columns, sigma, 2, digits)


def _mean(rows: int, columns: int, sigma: Fraction, exponent: int, digits: int) -> Enclosure:
    if not (1 <= rows <= MOST_ROWS and columns >= 1):
        raise DomainError(f"rows must be from 1 to {MOST_ROWS} and columns >= 1, got {rows} and {columns}")
    check_sigma(sigma)

    def compute(bits: int) -> arb:
        with ctx.workprec(bits):
            strength = fraction_ball(sigma)
            total = arb(0)
            for row in range(rows):
                level = 1 + 4 * strength * arb.sin_pi(fraction_ball(Fraction(row, rows))) ** 2
                total += _row(strength / level, columns, exponent) / level**exponent
            return total / rows

    return refine(compute, digits)


def _row(strength: arb, columns: int, exponent: int) -> arb:
    """The closed forms of `kernel`, at a strength that is known as a ball."""
    root = (1 + 4 * strength).sqrt()
    far = (4 * strength / (root + 1) ** 2) ** columns
    ends = (1 + far) / (1 - far)
    if exponent == 1:
        return ends / root
    return (1 + 2 * strength) / root**3 * ends + 2 * columns * far / (root * (1 - far)) ** 2
