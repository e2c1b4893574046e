"""Positive convolutions and binomial averages against exact sums."""

from __future__ import annotations

import random
from fractions import Fraction
from math import comb

import pytest
from flint import arb, arb_poly, ctx

from sdp_proofs.errors import DomainError, PrecisionError
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.sums import binomial_shift
from sdp_proofs.sums.binomial_shift import LARGEST_EXPONENT, binomial_averages, positive_convolution

SHAPES = {
    "rough": lambda random_, h, n: random_.randint(-3000, 0),
    "valley": lambda random_, h, n: -9 * min(h, n - h),
    "peak": lambda random_, h, n: -50 * abs(h - n // 2),
    "falling": lambda random_, h, n: -h * h,
    "rising": lambda random_, h, n: h * h,
    "flat": lambda random_, h, n: random_.randint(-3, 0),
    "spikes": lambda random_, h, n: random_.choice([0, -(10**4)]),
}


def random_values(random_, n, shape, zeros=0.2):
    """Dyadic numbers, a fifth of them zero."""
    return [
        Fraction(0)
        if random_.random() < zeros
        else Fraction(random_.getrandbits(60) | 1) * Fraction(2) ** SHAPES[shape](random_, h, n)
        for h in range(n + 1)
    ]


def exact_ball(value):
    ball = arb((value.numerator, 1 - value.denominator.bit_length()))
    assert ball.is_exact()
    return ball


def assert_encloses(ball, value, bits):
    assert Enclosure(ball).contains(value), (ball, value)
    if value:
        assert ball.rel_accuracy_bits() >= bits, ball
    else:
        assert ball.is_zero()


@pytest.mark.parametrize("width", [0.01, 1, 16])
@pytest.mark.parametrize("shape", SHAPES)
def test_averages_are_the_exact_sums(monkeypatch, shape, width):
    """Also when every strip has one entry."""
    monkeypatch.setattr(binomial_shift, "_WIDTH", width)
    random_ = random.Random(f"{shape} {width}")
    for n in (0, 1, 2, 15, 16, 17, 50):
        values = random_values(random_, n, shape)
        success = random_.choice([Fraction(random_.randint(0, 12), 12), Fraction(1, 10**9), 1 - Fraction(1, 10**9)])
        bits = random_.choice([4, 60, 300])
        for j, ball in enumerate(binomial_averages([exact_ball(value) for value in values], success, bits)):
            expected = sum(comb(j, h) * success**h * (1 - success) ** (j - h) * values[h] for h in range(j + 1))
            assert_encloses(ball, expected, bits)


@pytest.mark.parametrize("left_shape", SHAPES)
@pytest.mark.parametrize("right_shape", SHAPES)
def test_a_convolution_keeps_every_entry_whatever_its_factors(left_shape, right_shape):
    random_ = random.Random(left_shape + right_shape)
    n = random_.randint(20, 60)
    left, right = random_values(random_, n, left_shape), random_values(random_, n, right_shape)
    balls = positive_convolution([exact_ball(value) for value in left], [exact_ball(value) for value in right], 50)
    for k, ball in enumerate(balls):
        assert_encloses(ball, sum(left[i] * right[k - i] for i in range(k + 1)), 49)


def test_wide_factors_make_wide_entries():
    """Any choice of numbers within the factors' balls must give entries within the balls of the product."""
    random_ = random.Random(5)
    left, right = (random_values(random_, 30, "rough") for _ in range(2))
    wide = [[exact_ball(value) * arb(1, arb(2) ** -12) for value in values] for values in (left, right)]
    balls = positive_convolution(*wide, 60)
    assert min(ball.rel_accuracy_bits() for ball in balls if not ball.is_zero()) >= 8
    for sign, other in ((1, 1), (-1, -1), (1, -1)):
        ends = [value * (1 + sign * Fraction(1, 2**13)) for value in left]
        others = [value * (1 + other * Fraction(1, 2**13)) for value in right]
        for k, ball in enumerate(balls):
            assert Enclosure(ball).contains(sum(ends[i] * others[k - i] for i in range(k + 1)))


def test_exponents_of_a_thousand_million_are_no_matter():
    values = [arb((1, -h * 10**9)) for h in range(40)]
    for j, ball in enumerate(binomial_averages(values, Fraction(1, 2), 60)):
        with ctx.workprec(200):
            assert ball.overlaps(arb((1, -j)) * (1 + arb((1, -(10**9)))) ** j)
        assert ball.rel_accuracy_bits() >= 60


def calls(monkeypatch, name):
    """The results of a method of the strips, as they come."""
    results, method = [], getattr(binomial_shift._Strips, name)

    def recorded(self, *arguments):
        results.append(method(self, *arguments))
        return results[-1]

    monkeypatch.setattr(binomial_shift._Strips, name, recorded)
    return results


@pytest.mark.parametrize("shape", ["valley", "peak", "falling", "rough"])
def test_a_floor_that_is_too_high_is_noticed(monkeypatch, shape):
    """The entries of a strip that were left out are checked, whatever is believed about it."""
    line = binomial_shift._Strips._line

    def too_high(self, start, stop):
        slope, floor = line(self, start, stop)
        return slope, floor + 40

    random_ = random.Random(shape)
    left, right = (random_values(random_, 60, name, zeros=0) for name in (shape, "falling"))
    balls = [exact_ball(value) for value in left], [exact_ball(value) for value in right]
    monkeypatch.setattr(binomial_shift._Strips, "_line", too_high)
    products = calls(monkeypatch, "_product")
    for k, ball in enumerate(positive_convolution(*balls, 50)):
        assert_encloses(ball, sum(left[i] * right[k - i] for i in range(k + 1)), 49)
    assert None in products


@pytest.mark.parametrize("shape", ["valley", "peak", "flat"])
def test_little_is_left_out_and_much_is_saved(monkeypatch, shape):
    """Entries of several strips against plain sums over all indices."""
    random_ = random.Random(shape)
    left = [exact_ball(value) for value in random_values(random_, 1200, shape, zeros=0)]
    right = [exact_ball(Fraction(1, 2 ** (j * j // 300))) for j in range(1201)]
    products = calls(monkeypatch, "_product")
    balls = positive_convolution(left, right, 60)
    assert 1 < len([strip for strip in products if strip]) < 20
    with ctx.workprec(200):
        for k in range(0, 1201, 37):
            assert balls[k].contains(sum(left[i] * right[k - i] for i in range(k + 1)).mid())
            assert balls[k].is_zero() or balls[k].rel_accuracy_bits() >= 59


def test_zeros_before_and_after_take_no_time(monkeypatch):
    plain = calls(monkeypatch, "_plain")
    left = [arb(0)] * 700 + [arb(1)] * 20 + [arb(0)] * 280
    right = [arb(0)] * 100 + [arb(1)] * 30 + [arb(0)] * 870
    values = [int(ball.unique_fmpz()) for ball in positive_convolution(left, right, 30)]
    assert values == [sum(1 for i in range(700, 720) if 100 <= k - i < 130) for k in range(1000)]
    assert len(plain) < 10
    assert all(ball.is_zero() for ball in positive_convolution(left, right[::-1], 30)[:700])
    assert all(ball.is_zero() for ball in positive_convolution(left, [arb(0)] * 1000, 30))


@pytest.mark.parametrize("slope", [0, 1, 30])
def test_the_work_grows_no_faster_than_the_length_to_a_quarter_more(monkeypatch, slope):
    """Counted in coefficients of the polynomials that are multiplied, not in seconds."""
    work = 0

    def counted(values):
        nonlocal work
        work += len(values)
        return arb_poly(values)

    monkeypatch.setattr(binomial_shift, "arb_poly", counted)
    costs = []
    for n in (1000, 8000):
        work = 0
        binomial_averages([arb((1, -slope * min(h, n - h))) for h in range(n + 1)], Fraction(2, 5), 60)
        costs.append(work)
    assert costs[1] < costs[0] * 8**1.25
    assert costs[0] < 20 * 1000


def test_factors_out_of_their_domain_are_refused():
    one = [arb(1)]
    for bad in ([arb(-1)], [arb("nan")], [arb("inf")], [arb(0, 1)], [arb(1, 0.5)]):
        with pytest.raises(DomainError):
            positive_convolution(bad, one, 10)
        with pytest.raises(DomainError):
            positive_convolution(one, bad, 10)
    with pytest.raises(DomainError):
        positive_convolution(one, one * 2, 10)
    with pytest.raises(DomainError):
        binomial_averages(one, Fraction(3, 2), 10)
    with pytest.raises(PrecisionError):
        positive_convolution([arb((1, 2 * LARGEST_EXPONENT))], one, 10)
    assert positive_convolution([], [], 10) == [] == binomial_averages([], Fraction(1, 2), 10)


def test_factors_that_both_jump_by_thousands_of_millions_of_bits():
    """The refusal gives no wrong answer, and comes before the memory is full."""
    random_ = random.Random(1)
    left, right = ([arb((1, random_.randint(-(2**39), 2**39))) for _ in range(100)] for _ in range(2))
    for k, ball in enumerate(positive_convolution(left, right, 60)):
        with ctx.workprec(200):
            assert ball.overlaps(sum(left[i] * right[k - i] for i in range(k + 1)))
        assert ball.rel_accuracy_bits() >= 60
