"""Positive convolutions and binomial averages against exact sums."""

from __future__ import annotations

import random
from fractions import Fraction
from math import comb

import pytest
from flint import arb, ctx

from sdp_proofs.errors import DomainError, PrecisionError
from sdp_proofs.numerics import binomial_shift
from sdp_proofs.numerics.binomial_shift import LARGEST_EXPONENT, binomial_averages, positive_convolution
from sdp_proofs.numerics.enclosure import Enclosure

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


@pytest.mark.parametrize("cell_bits", [0, 100, 700])
@pytest.mark.parametrize("shape", SHAPES)
def test_averages_are_the_exact_sums(monkeypatch, shape, cell_bits):
    """Also when every cell is cut down to single terms."""
    monkeypatch.setattr(binomial_shift, "_CELL_BITS", cell_bits)
    random_ = random.Random(f"{shape} {cell_bits}")
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


@pytest.mark.parametrize("slope", [0, 1, 30])
def test_the_work_grows_no_faster_than_the_length_to_a_quarter_more(monkeypatch, slope):
    """Counted in columns and rows of the cells that are multiplied, not in seconds."""
    work = 0
    multiply = binomial_shift._Convolution._multiply

    def counted(self, steps, scales, i, j, k):
        nonlocal work
        work += (i[1] - i[0]) + (j[1] - j[0])
        multiply(self, steps, scales, i, j, k)

    monkeypatch.setattr(binomial_shift._Convolution, "_multiply", counted)
    costs = []
    for n in (500, 4000):
        work = 0
        binomial_averages([arb((1, -slope * min(h, n - h))) for h in range(n + 1)], Fraction(2, 5), 60)
        costs.append(work)
    assert costs[1] < costs[0] * 8**1.25


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


def test_factors_that_both_jump_by_thousands_of_millions_of_bits_are_refused():
    """Not with a wrong answer, and not after filling the memory."""
    random_ = random.Random(1)
    left, right = ([arb((1, random_.randint(-(2**39), 2**39))) for _ in range(100)] for _ in range(2))
    with pytest.raises(PrecisionError):
        positive_convolution(left, right, 60)
