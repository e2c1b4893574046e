"""Multiply two long lists of complex balls as polynomials, in fixed point.

World: enclosure. All middles are rounded to multiples of 2^-bits, the product is one of integers, and what was rounded
off is bounded: with |a_i - a'_i| <= e and |b_j - b'_j| <= f for all i and j every entry of the product errs by at
most e
times the sum of |b_j| and f times that of |a'_i|. So entries need a common scale, and small ones lose digits; that is
what a sum with an absolute error needs, and some ten times faster than a product of balls of all sizes.
"""

from __future__ import annotations

from collections.abc import Sequence

from sdp_proofs.errors import PrecisionError
from sdp_proofs.numbers.balls import acb, arb, fmpz, fmpz_poly


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
    own, own_size, own_error = _rounded(left, bits)
    other, other_size, other_error = _rounded(right, bits)
    unit = arb(2) ** -bits
    size_of_right = (other_size + other_error * len(right)) * unit
    error = arb(0, ((own_error * size_of_right + other_error * own_size * unit) * unit).upper())
    # (a + ib)(c + id) with three products.
    first = other[0] * (own[0] + own[1])
    second, third = own[0] * (other[1] - other[0]), own[1] * (other[0] + other[1])
    real, imaginary = first - third, first + second
    scale = unit * unit
    count = len(left) + len(right) - 1
    return [acb(arb(real[k]) * scale + error, arb(imaginary[k]) * scale + error) for k in range(count)]


def _rounded(balls: Sequence[acb], bits: int) -> tuple[tuple[fmpz_poly, fmpz_poly], arb, arb]:
    """The rounded real and imaginary parts, the sum of their sizes, and how far a ball reaches from its own, in units.

    Sizes are those of the rounded entries.
    """
    radius, unit = arb(0), acb(arb(2) ** bits)
    parts: tuple[list[fmpz], list[fmpz]] = ([], [])
    for ball in balls:
        scaled = ball.mid() * unit
        for part, found in ((scaled.real, parts[0]), (scaled.imag, parts[1])):
            entry = part.floor().unique_fmpz()
            if entry is None:
                raise PrecisionError("an entry of a product in fixed point has more bits than the working precision")
            found.append(entry)
        radius = max(radius, ball.rad())
    size = arb(sum(map(abs, parts[0])) + sum(map(abs, parts[1])))
    # Each part is off by its radius and a unit; both together by at most twice that.
    return (fmpz_poly(parts[0]), fmpz_poly(parts[1])), size, arb((2 * (radius * unit.real + 1)).upper())
