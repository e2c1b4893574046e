"""Brackets that stop where the answer must: epsilon and delta are never below zero, delta never above one.

World: enclosure. A ball is symmetric, so that from zero to a bound has a lower end that is a trifle negative unless its
middle and its radius are the same number; here they are. So are lower ends kept that are much smaller than upper ones.
"""

from __future__ import annotations

from sdp_proofs.numbers.balls import arb, bits_of, ctx, with_radius
from sdp_proofs.numbers.enclosure import Enclosure

_RADIUS_BITS = 30
_WIDEST = 20_000
"""Bits: a lower end that is this much smaller than the upper one is not kept."""


def limited(value: Enclosure, most: int | None = None) -> Enclosure:
    """The part of an enclosure that is not below zero, nor above `most`.

    Args:
        value: of a number that is known to be within these limits.
        most: 1, or None for no upper limit.

    Example:
        >>> wide = Enclosure(arb(0).union(arb("1.5")))
        >>> wide.bounds(3), limited(wide).bounds(3), limited(wide, 1).bounds(3)
        (('-9.32e-10', '1.51'), ('0', '1.51'), ('0', '1'))
    """
    ball = value.ball
    if value.exact is not None or not ball.is_finite():
        return value
    with ctx.workprec(bits_of(ball) + 64):
        low, high = ball.lower(), ball.upper()
        if low < 0:
            radius = _radius((high if most is None else high.min(arb(most))).max(arb(0)) / 2)
            return Enclosure(with_radius(radius, radius))
        if most is not None and high > most:
            radius = _radius((most - low.min(arb(most))) / 2)
            return Enclosure(with_radius(most - radius, radius))
    return value


def spanned(low: arb, high: arb) -> arb:
    """The ball from one exact number to another; its lower end is that number, however much larger the upper one is.

    Example:
        >>> ball = spanned(arb(2) ** -900, arb("1.5").upper())
        >>> ball.contains(arb(2) ** -900), ball > 0, round(float(ball.upper()), 6)
        (True, True, 1.5)
    """
    if not 0 < low < high or _magnitude(high) - _magnitude(low) > _WIDEST:
        return low.union(high)
    with ctx.workprec(bits_of(low, high) + _magnitude(high) - _magnitude(low) + 2 * _RADIUS_BITS):
        radius = _radius((high - low) / 2)
        return with_radius(low + radius, radius)


def _magnitude(number: arb) -> int:
    """The exponent of an exact number > 0."""
    mantissa, exponent = (int(part) for part in number.man_exp())
    return mantissa.bit_length() + exponent


def _radius(number: arb) -> arb:
    """A number that a radius can be exactly, no smaller than a number."""
    end = arb(number.upper())
    return end if int(end.man_exp()[0]).bit_length() <= _RADIUS_BITS else arb(0, end).rad()
