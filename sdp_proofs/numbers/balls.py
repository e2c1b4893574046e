"""The one door to Arb: ball types, and exact polynomials.

Certified code outside the engines computes with them.
"""

from __future__ import annotations

from flint import acb, arb, arb_series, ctx, fmpq_poly, fmpz, fmpz_poly

__all__ = [
    "acb", "arb", "arb_series", "bits_of", "ctx", "fmpq_poly", "fmpz", "fmpz_poly", "square", "whole", "with_radius",
]  # fmt: skip

_MOST_BITS = 400_000


def bits_of(*balls: arb) -> int:
    """Return a working precision that loses nothing of balls.

    It is that of their midpoints, or of their accuracy where that is more.

    The midpoint alone does not tell, that of 1 +- 2^-900 has one bit. A ball narrower than 2^-400000 of its size counts
    as one of that width.

    Example:
        >>> bits_of(arb(1, arb((1, -900))), arb(3)) > 890
        True
    """
    return max((_bits(ball) for ball in balls), default=0)


def _bits(ball: arb) -> int:
    # The accuracy is log2(|middle|/radius): a ball of one bit and a radius of 2^-900 needs 900 bits to keep its radius.
    accuracy = 0 if ball.is_exact() else min(int(ball.rel_accuracy_bits()), _MOST_BITS)
    return max(int(ball.mid().bits()), accuracy)


def square(ball: arb) -> arb:
    """Square a ball; Arb's own power fails where its middle is zero.

    Example:
        >>> near_zero = arb(0, "1e-20")
        >>> square(near_zero).is_finite(), (near_zero**2).is_finite()
        (True, False)
    """
    return ball * ball


def whole(ball: arb) -> int:
    """The integer that an exact integer ball is.

    Raises:
        ValueError: the ball does not contain exactly one integer.
    """
    integer = ball.unique_fmpz()
    if integer is None:
        raise ValueError(f"a ball must contain exactly one integer, got {ball}")
    return int(integer)


def with_radius(middle: arb, radius: arb) -> arb:
    """Build the ball of an exact middle and some ball's radius.

    Arb rounds radii up even where it need not.

    Example:
        >>> radius = arb(0, arb("0.3")).rad()
        >>> with_radius(radius, radius).lower().is_zero()
        True
    """
    mantissa, exponent = (int(part) for part in radius.man_exp())
    # A radius has thirty bits and is rounded up: (m 2^40 - 1) 2^(e - 40) lies just below m 2^e: it becomes just that.
    for tried in ((mantissa << 40) - 1, exponent - 40), (mantissa, exponent):
        ball = arb(middle, arb(tried))
        if mantissa and ball.rad() == radius:
            return ball
    return arb(middle, radius)
