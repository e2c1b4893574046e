"""The table of all mixtures of two sources: exact sums, enumeration, and the routes against each other."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction
from math import comb, prod

import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.privacy.smoothed import two_sources
from sdp_proofs.privacy.smoothed.two_sources import (
    largest_entry,
    recursion_table,
    smoothed_table,
)
from tests.privacy.smoothed.table_in_doubles import recursion_table_in_doubles

ROUTES = [smoothed_table, recursion_table, recursion_table_in_doubles]
SHARES = [
    (Fraction(low), Fraction(high))
    for low, high in [
        ("0", "0"), ("0", "1"), ("1", "1"), ("0", "2/7"), ("3/5", "1"), ("1/2", "1/2"), ("1/18", "31/40"),
        ("9/20", "11/20"), ("1/1000000000000", "1/999999999999"),
    ]
]  # fmt: skip


def binomial(draws, share, h):
    return comb(draws, h) * share**h * (1 - share) ** (draws - h) if 0 <= h <= draws else Fraction(0)


def exact_table(deltas, low, high):
    """By convolving the two binomial laws, which nothing in the package does."""
    n = len(deltas) - 1
    return [
        sum(
            (
                binomial(k, high, a) * binomial(n - k, low, b) * deltas[a + b]
                for a in range(k + 1)
                for b in range(n - k + 1)
            ),
            Fraction(0),
        )
        for k in range(n + 1)
    ]


def to_ball(value):
    with ctx.workprec(200):
        return arb(value.numerator) / value.denominator


def assert_table(balls, expected, digits):
    assert len(balls) == len(expected)
    for ball, value in zip(balls, expected, strict=True):
        assert Enclosure(ball).contains(value), (ball, value)
        if value:
            assert ball.rad() <= ball.mid() * (arb(10) ** -digits), ball
        else:
            assert ball.is_zero()


def random_deltas(random_, n):
    return [
        Fraction(random_.randint(0, 50), random_.randint(1, 50))
        * Fraction(10) ** random_.choice([0, -random_.randint(0, 400)])
        for _ in range(n + 1)
    ]


@pytest.mark.parametrize(("low", "high"), SHARES)
def test_every_route_encloses_the_exact_table(low, high):
    random_ = random.Random(str((low, high)))
    for n in range(13):
        deltas = random_deltas(random_, n)
        expected = exact_table(deltas, low, high)
        balls = [to_ball(value) for value in deltas]
        assert_table(smoothed_table(balls, low, high), expected, 15)
        assert_table(smoothed_table(balls, low, high, digits=40), expected, 40)
        assert_table(recursion_table(balls, low, high), expected, 15)
        assert_table(recursion_table_in_doubles(balls, low, high), expected, 13)


def test_random_shares():
    random_ = random.Random(7)
    for _ in range(60):
        low, high = sorted(Fraction(random_.randint(0, d), d) for d in (random_.randint(1, 40), random_.randint(1, 40)))
        deltas = random_deltas(random_, random_.randint(0, 9))
        expected = exact_table(deltas, low, high)
        for route in ROUTES:
            assert_table(route([to_ball(value) for value in deltas], low, high), expected, 13)


@pytest.mark.parametrize("n", [1, 2, 4, 6])
def test_enumeration_of_all_databases(n):
    """Every one of the 2^n databases, each record from its own source."""
    random_ = random.Random(n)
    low, high = Fraction(2, 9), Fraction(5, 7)
    deltas = random_deltas(random_, n)
    expected = []
    for k in range(n + 1):
        shares = [high] * k + [low] * (n - k)
        expected.append(
            sum(
                prod(share if record else 1 - share for share, record in zip(shares, records, strict=True))
                * deltas[sum(records)]
                for records in itertools.product((0, 1), repeat=n)
            )
        )
    assert expected == exact_table(deltas, low, high)
    for route in ROUTES:
        assert_table(route([to_ball(value) for value in deltas], low, high), expected, 13)


def assert_routes_agree(deltas, low, high, slow=True):
    fast = smoothed_table(deltas, low, high)
    assert min(ball.rel_accuracy_bits() for ball in fast) >= 50
    for route in ROUTES[1:] if slow else ROUTES[2:]:
        other = route(deltas, low, high)
        assert all(ball.overlaps(twin) for ball, twin in zip(fast, other, strict=True))
        assert min(ball.rel_accuracy_bits() for ball in other) >= 35


@pytest.mark.slow(every=3)
@pytest.mark.parametrize("spread", [10, 3000, 10**6])
def test_routes_agree_on_rough_tables(spread):
    random_ = random.Random(spread)
    deltas = [arb((random_.getrandbits(60) | 1, -random_.randint(0, spread))) for _ in range(701)]
    assert_routes_agree(deltas, Fraction(1, 18), Fraction(31, 40))
    assert_routes_agree(deltas, Fraction(9, 20), Fraction(11, 20))


@pytest.mark.slow(every=3)
@pytest.mark.parametrize(
    ("records", "draws", "budget", "shares", "slow"),
    [
        (300, 270, Budget.read(odds="3/2"), ("1/3", "2/3"), True),
        (600, 599, Budget.read(epsilon="1/2"), ("1/18", "31/40"), True),
        (2000, 1900, Budget.read(odds="51/49"), ("9/20", "11/20"), False),
    ],
)
def test_routes_agree_on_losses(records, draws, budget, shares, slow):
    half = [
        delta(Database((count, records - count), draws), budget, digits=18).value.ball
        for count in range(records // 2 + 1)
    ]
    deltas = half + half[: (records + 1) // 2][::-1]
    low, high = map(Fraction, shares)
    assert_routes_agree(deltas, low, high, slow)


def test_the_error_bound_of_the_doubles_is_about_a_unit_per_rounding():
    deltas = [arb((1, -h)) for h in range(501)]
    table = recursion_table_in_doubles(deltas, Fraction(1, 3), Fraction(1, 2))
    for ball in table:
        with ctx.workprec(100):
            relative = ball.rad() / ball.mid()
        assert 8 * 500 * 2.0**-53 < relative < 8 * 503 * 2.0**-53


def test_deltas_that_are_hardly_known_make_wide_balls():
    """Any deltas within the balls must give averages within the balls."""
    random_ = random.Random(3)
    centres = [Fraction(random_.randint(0, 1000), 2 ** random_.choice([0, 60])) for _ in range(13)]
    radii = [Fraction(random_.choice([0, 1, 2**40, 2**62]), 2**60) for _ in range(13)]
    balls = [arb(to_ball(centre), to_ball(radius)) for centre, radius in zip(centres, radii, strict=True)]
    low, high = Fraction(1, 5), Fraction(3, 4)
    for table in (smoothed_table(balls, low, high), recursion_table(balls, low, high)):
        for _ in range(20):
            deltas = [
                max(Fraction(0), centre + radius * random_.choice([-1, 0, 1]))
                for centre, radius in zip(centres, radii, strict=True)
            ]
            for ball, value in zip(table, exact_table(deltas, low, high), strict=True):
                assert Enclosure(ball).contains(value)
    widths = exact_table([2 * radius for radius in radii], low, high)
    for ball, width in zip(smoothed_table(balls, low, high), widths, strict=True):
        assert ball.rad() <= to_ball(width) * 1.01 + ball.mid() * 1e-15


def test_exponents_beyond_the_shifts_fall_back_to_the_recursion(monkeypatch):
    deltas = [arb((1, -h * 2**45)) for h in range(9)]
    assert_routes_agree(deltas, Fraction(1, 3), Fraction(1, 2))
    called = []
    monkeypatch.setattr(two_sources, "recursion_table", lambda *given: called.append(given) or [])
    assert smoothed_table(deltas, Fraction(1, 3), Fraction(1, 2)) == [] and called


def test_the_largest_entry_covers_every_maximum():
    assert largest_entry([arb(1), arb(3), arb(2)])[1] == 1
    hull, index = largest_entry([arb(1), arb(3, 0.5), arb(2.75, 0.5), arb(0)])
    assert index == 1
    assert hull.contains(arb(3.5)) and hull.contains(arb(2.5))
    assert hull.lower() > 2.499 and hull.upper() < 3.501
    ball, index = largest_entry([arb(2, 1), arb(2.5, 2)])
    assert index == 1 and ball.lower() > 0.99, "the first is at least 1, and so is the maximum"
    with pytest.raises(DomainError):
        largest_entry([])


def test_the_largest_entry_of_short_midpoints_stays_sharp():
    """The midpoint of 1 +- 2^-900 has one bit, and its accuracy must not follow from that."""
    table = [arb(1, arb((3, -900))), arb(1, arb((1, -900))), arb(1) + arb((1, -40)) - arb((1, -40))]
    assert largest_entry(table)[0].rel_accuracy_bits() > 890


@pytest.mark.parametrize("route", ROUTES)
def test_bad_input_is_refused(route):
    one, half = [arb(1), arb(2)], Fraction(1, 2)
    for low, high in ((Fraction(2, 3), half), (Fraction(-1), half), (half, Fraction(3, 2))):
        with pytest.raises(DomainError):
            route(one, low, high)
    for deltas in ([], [arb(-1)], [arb("nan")], [arb(1), arb("inf")]):
        with pytest.raises(DomainError):
            route(deltas, half, half)
