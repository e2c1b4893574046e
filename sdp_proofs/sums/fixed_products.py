"""Multiply two long lists of complex balls as polynomials, in fixed point.

World: enclosure. All middles are rounded to multiples of 2^-bits, the product is one of integers, and what was rounded
off is bounded: with |a_i - a'_i| <= e and |b_j - b'_j| <= f for all i and j every entry of the product errs by at
most e
times the sum of |b_j| and f times that of |a'_i|. So entries need a common scale, and small ones lose digits; that is
what a sum with an absolute error needs, and some ten times faster than a product of balls of all sizes.
"""

from __future__ import annotations

from collections.abc import Sequence

from sdp_proofs.numbers.balls import acb, arb, fmpz_poly


def fixed_product(left: Sequence[acb], right: Sequence[acb], bits: int) -> list[acb]:
    """The coefficients of the product of two polynomials.

    Args:
        left: coefficients, from the lowest.
        right: likewise.
        bits: the fixed point.

    Example:
        >>> found = fixed_product([acb(1), acb(0, 2)], [acb(3), acb(1)], 60)
        >>> [(round(float(entry.real.mid())), round(float(entry.imag.mid()))) for entry in found]
        [(3, 0), (1, 6), (0, 2)]
    """
    own, own_error = _rounded(left, bits)
    other, other_error = _rounded(right, bits)
    unit = arb(2) ** -bits
    size_of_right = sum((abs(entry) for entry in right), arb(0))
    size_of_left = sum((abs(entry) for entry in left), arb(0)) + own_error * unit * len(left)
    error = arb(0, ((own_error * size_of_right + other_error * size_of_left) * unit).upper())
    real, imaginary = own[0] * other[0] - own[1] * other[1], own[0] * other[1] + own[1] * other[0]
    scale = unit * unit
    count = len(left) + len(right) - 1
    return [acb(arb(real[k]) * scale + error, arb(imaginary[k]) * scale + error) for k in range(count)]


def _rounded(balls: Sequence[acb], bits: int) -> tuple[tuple[fmpz_poly, fmpz_poly], arb]:
    """The rounded real and imaginary parts, and how far a ball reaches from its own, in units."""
    radius = arb(0)
    parts: tuple[list[int], list[int]] = ([], [])
    for ball in balls:
        for part, found in zip((ball.real, ball.imag), parts, strict=True):
            mantissa, exponent = part.mid().man_exp()
            shift = int(exponent) + bits
            found.append(int(mantissa) << shift if shift >= 0 else int(mantissa) >> -shift)
            radius = radius.max(arb(part.rad()))
    unit = arb(2) ** bits
    # Each part is off by its radius and a unit; both together by at most twice that.
    return (fmpz_poly(parts[0]), fmpz_poly(parts[1])), arb((2 * (radius * unit + 1)).upper())
