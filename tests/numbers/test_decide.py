"""A comparison is decided only where every point of both intervals agrees."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import arb, ctx
from hypothesis import example, given
from hypothesis import strategies as st

from sdp_proofs.numbers.decide import (
    decide_equal,
    decide_less,
    decide_less_equal,
    largest,
    position_of_largest,
)
from sdp_proofs.numbers.enclosure import Enclosure, refine
from sdp_proofs.numbers.reals import fraction_ball
from sdp_proofs.verdict import Verdict

NOT_FINITE = [arb("nan"), arb("inf"), arb("-inf"), arb(0, "inf"), arb(5, "inf")]
numbers = st.integers(-20, 20)


@pytest.mark.parametrize("ball", NOT_FINITE)
@pytest.mark.parametrize(
    "other", [0, Fraction(1, 3), Enclosure.of(2), Enclosure(arb(3, 1)), Enclosure(arb("nan"))]
)
def test_nan_and_infinite_balls_decide_nothing(ball: arb, other: Enclosure | Fraction | int) -> None:
    number = Enclosure(ball)
    for decide in (decide_less, decide_less_equal, decide_equal):
        assert decide(number, other) is Verdict.UNKNOWN
        assert decide(other, number) is Verdict.UNKNOWN


@given(numbers, st.integers(0, 9), numbers, st.integers(0, 9))
def test_verdicts_of_balls_are_those_of_all_their_points(m: int, r: int, n: int, s: int) -> None:
    # Odd ends against even ones: Arb widens a radius by a trifle, so ends that touch would overlap.
    m, r, n, s = 4 * m, 2 * r + 1, 4 * n, 2 * s
    left, right = Enclosure(arb(m, r)), Enclosure(arb(n, s))
    below, above = m + r < n - s, m - r > n + s
    expected = Verdict.HOLDS if below else Verdict.FAILS if above else Verdict.UNKNOWN
    assert decide_less(left, right) is decide_less_equal(left, right) is expected
    assert decide_less(right, left) is decide_less_equal(right, left) is expected.negated
    assert decide_equal(left, right) is (Verdict.FAILS if below or above else Verdict.UNKNOWN)


def test_points_that_touch() -> None:
    one = Enclosure(arb(1))
    assert decide_less_equal(one, 1) is Verdict.HOLDS
    assert decide_less(one, 1) is Verdict.FAILS
    assert decide_equal(one, 1) is Verdict.UNKNOWN


@given(st.fractions(max_denominator=50), st.fractions(max_denominator=50))
def test_exact_values_are_always_decided(a: Fraction, b: Fraction) -> None:
    for x, y in ((a, b), (Enclosure.of(a), b), (a, Enclosure.of(b)), (Enclosure.of(a), Enclosure.of(b))):
        assert decide_less(x, y) is Verdict.of(a < b)
        assert decide_less_equal(x, y) is Verdict.of(a <= b)
        assert decide_equal(x, y) is Verdict.of(a == b)


def test_exact_values_are_decided_below_the_precision_of_their_balls() -> None:
    third, above = Enclosure.of("1/3", 53), Fraction(1, 3) + Fraction(1, 10**500)
    assert decide_less(third, above) is Verdict.HOLDS
    assert decide_equal(third, above) is Verdict.FAILS


def test_a_fraction_is_compared_as_sharply_as_the_ball_allows() -> None:
    with ctx.workprec(4000):
        sharp = Enclosure(fraction_ball(Fraction(1, 3)))
    for gap in (Fraction(1, 10**1100), -Fraction(1, 10**1100)):
        assert decide_less(sharp, Fraction(1, 3) + gap) is Verdict.of(gap > 0)
    assert decide_less(sharp, Fraction(1, 3)) is Verdict.UNKNOWN


def test_tiny_numbers() -> None:
    tiny = Enclosure.between("1e-10000000", "2e-10000000")
    assert decide_less(0, tiny) is Verdict.HOLDS
    assert decide_less(tiny, Fraction(1, 10**300)) is Verdict.HOLDS
    assert decide_less(tiny, Enclosure.between("1e-10000001", "1.5e-10000000")) is Verdict.UNKNOWN


@given(st.lists(st.tuples(numbers, st.integers(0, 4)), min_size=1, max_size=6))
def test_the_largest_contains_the_maximum_of_every_choice(balls: list[tuple[int, int]]) -> None:
    result = largest([Enclosure(arb(m, r)) for m, r in balls])
    assert result.contains(max(m - r for m, r in balls))
    assert result.contains(max(m + r for m, r in balls))
    position = position_of_largest([Enclosure(arb(m, r)) for m, r in balls])
    assert balls[position][0] == max(m for m, _ in balls)


def test_the_largest_of_overlapping_balls_stays_sharp() -> None:
    with ctx.workprec(2000):
        third = fraction_ball(Fraction(1, 3))
        other = third + arb(0, arb((1, -1900)))
    assert largest([Enclosure(third), Enclosure(other)]).accuracy_bits > 1800


short_balls = st.tuples(
    st.integers(-8, 8),  # the midpoint has a few bits
    st.integers(-3, 3),  # and two of them may differ by a multiple of their radius
    st.one_of(st.none(), st.integers(200, 1500)),  # 2^-radius; None is an exact ball
)


def short_ball(middle: int, shift: int, radius: int | None) -> tuple[Enclosure, Fraction, Fraction]:
    """A ball with its two ends."""
    if radius is None:
        return Enclosure(arb(middle)), Fraction(middle), Fraction(middle)
    width = Fraction(1, 2**radius)
    with ctx.workprec(4000):
        ball = arb(arb(middle) + shift * arb((1, -radius)), arb((1, -radius)))
    return Enclosure(ball), middle + (shift - 1) * width, middle + (shift + 1) * width


@given(st.lists(short_balls, min_size=1, max_size=6))
def test_nothing_is_lost_of_balls_with_short_midpoints(shapes: list[tuple[int, int, int | None]]) -> None:
    """The enclosure of the maximum reaches from the largest lower end to the largest upper one, and hardly beyond."""
    balls, lows, highs = zip(*(short_ball(*shape) for shape in shapes), strict=True)
    result = largest(list(balls))
    assert result.contains(max(lows)) and result.contains(max(highs))
    sharpest = max((radius for _, _, radius in shapes if radius is not None), default=1500)
    room = (max(highs) - max(lows)) + Fraction(1, 2**sharpest)
    assert not result.contains(max(highs) + room) and not result.contains(max(lows) - room)


@example((0, 1, 320), (2, 0, None), "__add__")
@given(short_balls, short_balls, st.sampled_from(["__add__", "__sub__", "__mul__", "__truediv__"]))
def test_arithmetic_loses_nothing_of_short_midpoints(
    one: tuple[int, int, int | None], two: tuple[int, int, int | None], operation: str
) -> None:
    (left, *left_ends), (right, *right_ends) = short_ball(*one), short_ball(*two)
    if operation == "__truediv__" and right.contains(0):
        return
    result = getattr(left, operation)(right)
    ends = [getattr(a, operation)(b) for a in left_ends for b in right_ends]
    assert result.contains(min(ends)) and result.contains(max(ends))
    # Rounding is relative to the result, and to what the sharper operand proves: around zero a ball proves no bit.
    sharp = max(radius or 0 if middle else 0 for middle, _, radius in (one, two))
    rounding = Fraction(1, 2 ** max(256, sharp)) * 4 * max(1, *(abs(end) for end in ends))
    room = 2 * (max(ends) - min(ends)) + rounding
    assert not result.contains(max(ends) + room) and not result.contains(min(ends) - room)


@given(st.integers(-8, 8).filter(bool), st.integers(1, 300))
def test_refined_maxima_of_short_midpoints_prove_every_digit(middle: int, digits: int) -> None:
    """The maximum of balls around one short number, as in `utility`, where none is decided to be the largest."""

    def best(bits: int) -> arb:
        balls = [Enclosure(arb(middle, arb((shift, -bits - 20)))) for shift in (1, 3)]
        return largest(balls).ball

    assert refine(best, digits).proven_digits >= digits


def test_long_midpoints_are_not_rounded() -> None:
    with ctx.workprec(2000):
        long = 1 + arb((1, -1500))
    assert (Enclosure(long) + Enclosure(arb(1))).ball.is_exact()
    assert largest([Enclosure(long), Enclosure(arb(long, arb((1, -1600))))]).accuracy_bits > 1500


def test_an_exact_number_among_sharper_balls_costs_nothing() -> None:
    with ctx.workprec(2000):
        third = arb(fraction_ball(Fraction(1, 3)), arb((1, -1900)))
    assert largest([Enclosure.of("1/3"), Enclosure(third)]).accuracy_bits > 1800


def test_ties_go_to_the_first_and_nothing_has_no_largest() -> None:
    assert position_of_largest([Enclosure.of(1), Enclosure.of(2), Enclosure.of(2)]) == 1
    with pytest.raises(ValueError, match="must not be empty"):
        largest([])
