"""Comparisons of numbers known as intervals: HOLDS, FAILS or UNKNOWN.

Every comparison of balls in the package is made here (or by `reals.sign`), so that an interval
that straddles, a NaN or an infinite radius can only ever answer UNKNOWN.
"""

from __future__ import annotations

from fractions import Fraction
from typing import cast

from flint import arb, ctx

from sdp_proofs.numbers.balls import bits_of
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import fraction_ball
from sdp_proofs.verdict import Verdict

Number = Enclosure | Fraction | int


def decide_less(left: Number, right: Number) -> Verdict:
    """Decide left < right.

    Example:
        >>> decide_less(Enclosure.between("1e-32", "2e-32"), Fraction(1, 10**8))
        <Verdict.HOLDS: 'HOLDS'>
    """
    return decide_less_equal(right, left).negated


def decide_less_equal(left: Number, right: Number) -> Verdict:
    """Decide left <= right.

    Example:
        >>> decide_less_equal(1, Fraction(1, 2))
        <Verdict.FAILS: 'FAILS'>
    """
    a, b = _exact(left), _exact(right)
    if a is not None and b is not None:
        return Verdict.of(a <= b)
    x, y = _balls(left, right)
    if not (x.is_finite() and y.is_finite()):
        return Verdict.UNKNOWN
    # Arb compares all points: x <= y if upper(x) <= lower(y), x > y if lower(x) > upper(y); else the balls overlap.
    if x <= y:
        return Verdict.HOLDS
    return Verdict.FAILS if x > y else Verdict.UNKNOWN


def decide_equal(left: Number, right: Number) -> Verdict:
    """Decide left = right.

    Disjoint intervals refute it, only exact values prove it.

    Example:
        >>> decide_equal(Enclosure.between("1", "2"), 1), decide_equal(Enclosure.of("1/2"), Fraction(1, 2))
        (<Verdict.UNKNOWN: 'UNKNOWN'>, <Verdict.HOLDS: 'HOLDS'>)
    """
    a, b = _exact(left), _exact(right)
    if a is not None and b is not None:
        return Verdict.of(a == b)
    x, y = _balls(left, right)
    if not (x.is_finite() and y.is_finite()) or x.overlaps(y):
        return Verdict.UNKNOWN
    return Verdict.FAILS


def position_of_largest(numbers: list[Enclosure]) -> int:
    """Return the index of a largest number.

    Midpoints decide where intervals overlap, ties go to the first.

    Raises:
        ValueError: the list is empty.

    Example:
        >>> position_of_largest([Enclosure.of(1), Enclosure.of(3), Enclosure.of(2)])
        1
    """
    if not numbers:
        raise ValueError("the list must not be empty")
    best = 0
    for index, number in enumerate(numbers):
        leader = numbers[best]
        if decide_less(leader, number) is Verdict.HOLDS or number.ball.mid() > leader.ball.mid():
            best = index
    return best


def largest(numbers: list[Enclosure]) -> Enclosure:
    """Enclose the maximum.

    It is one of the numbers where that is decided to be the largest.

    Raises:
        ValueError: the list is empty.

    Example:
        >>> largest([Enclosure.of("1/3"), Enclosure.of("1/2")])
        Enclosure(1/2)
    """
    best = numbers[position_of_largest(numbers)]
    if all(decide_less_equal(other, best) is Verdict.HOLDS for other in numbers if other is not best):
        return best
    with ctx.workprec(64 + bits_of(*(number.ball for number in numbers))):
        # max([a, b], [c, d]) = [max(a, c), max(b, d)], rounded outward: the maximum of points is in it.
        ball = _ball(best)
        for other in numbers:
            ball = ball.max(_ball(other))
    return Enclosure(ball)


def _exact(number: Number) -> Fraction | None:
    return number.exact if isinstance(number, Enclosure) else Fraction(number)


def _balls(left: Number, right: Number) -> tuple[arb, arb]:
    """Enclose both numbers in balls.

    A fraction is enclosed more sharply than the ball it is compared with.
    """
    sharp = [number.ball for number in (left, right) if isinstance(number, Enclosure) and number.exact is None]
    # A fraction that is not dyadic gets a ball, too. With 64 bits more than the other ball has, its width is 2^-64 of
    # that one's, so that the rounding of the fraction decides nothing.
    with ctx.workprec(max(256, bits_of(*sharp)) + 64):
        x, y = (_ball(number) for number in (left, right))
    return x, y


def _ball(number: Number) -> arb:
    exact = _exact(number)
    return fraction_ball(exact) if exact is not None else cast(Enclosure, number).ball
