"""The endpoint theorem: its kernel, its certificate, its bounds, against exact maxima."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction
from math import comb

import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.privacy.smoothed.two_sources import (
    endpoint_certificate,
    largest_entry,
    mixture_law,
    sandwich,
    single_mixture,
    smoothed_table,
    unimodal_majorant,
)
from sdp_proofs.verdict import Verdict

SHARES = [
    (Fraction(low), Fraction(high))
    for low, high in [
        ("0", "0"), ("0", "1"), ("1", "1"), ("0", "1/3"), ("2/3", "1"), ("1/2", "1/2"), ("2/9", "5/7"),
        ("9/20", "11/20"), ("1/3", "1/2"),
    ]
]  # fmt: skip


def binomial(draws, share, h):
    return comb(draws, h) * share**h * (1 - share) ** (draws - h) if 0 <= h <= draws else Fraction(0)


def kernel(n, low, high):
    return [
        [sum(binomial(k, high, a) * binomial(n - k, low, h - a) for a in range(h + 1)) for h in range(n + 1)]
        for k in range(n + 1)
    ]


def exact_table(weights, deltas):
    return [sum((w * d for w, d in zip(row, deltas, strict=True)), Fraction(0)) for row in weights]


def to_ball(value):
    with ctx.workprec(100):
        return arb(value.numerator) / value.denominator


def determinant(matrix):
    if len(matrix) == 1:
        return matrix[0][0]
    return sum(
        (-1) ** column * matrix[0][column] * determinant([row[:column] + row[column + 1 :] for row in matrix[1:]])
        for column in range(len(matrix))
    )


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
@pytest.mark.parametrize(("low", "high"), SHARES)
def test_the_kernel_has_no_negative_minor(n, low, high):
    """All minors up to 3 x 3, and all of them up to n = 4."""
    weights = kernel(n, low, high)
    for size in range(1, (n + 1 if n <= 4 else 3) + 1):
        for rows in itertools.combinations(range(n + 1), size):
            for columns in itertools.combinations(range(n + 1), size):
                assert determinant([[weights[k][h] for h in columns] for k in rows]) >= 0


@pytest.mark.parametrize("n", [1, 2, 5, 8])
@pytest.mark.parametrize(("low", "high"), [pair for pair in SHARES if pair[1]])
def test_the_kernel_is_the_product_of_bidiagonal_matrices_of_the_proof(n, low, high):
    def in_place(vector, success):
        for t in range(1, n + 1):
            vector = [
                value if x < t else (1 - success) * vector[x - 1] + success * value for x, value in enumerate(vector)
            ]
        return vector

    weights = kernel(n, low, high)
    for h in range(n + 1):
        vector = [Fraction(x == h) for x in range(n + 1)]
        vector = in_place(in_place(vector, high)[::-1], 1 - low / high)[::-1]
        assert vector == [row[h] for row in weights]


def condition(deltas, bound):
    """Tell whether {h : delta(h) > bound} is the complement of an interval."""
    signs = [value > bound for value in deltas]
    return sum(1 for sign, _ in itertools.groupby(signs) if not sign) <= 1


def random_deltas(random_, n):
    top = random_.choice([1, 2, 5, 1000])
    values = [Fraction(random_.randint(0, top), random_.choice([1, 3])) for _ in range(n + 1)]
    shape = random_.random()
    if shape < 0.3:
        values = [max(values[: h + 1]) for h in range(n + 1)]
    elif shape < 0.6:
        half = sorted(values[: n // 2 + 1], reverse=True)
        values = half + half[: (n + 1) // 2][::-1]
    return values


@pytest.mark.parametrize(("low", "high"), SHARES)
def test_a_certificate_never_claims_a_wrong_maximum(low, high):
    random_ = random.Random(str((low, high)))
    seen = dict.fromkeys(Verdict, 0)
    kernels = {n: kernel(n, low, high) for n in range(8)}
    interior = 0
    for _ in range(600):
        n = random_.randint(0, 7)
        deltas = random_deltas(random_, n)
        table = exact_table(kernels[n], deltas)
        best, ends = max(table), max(table[0], table[-1])
        certificate = endpoint_certificate([to_ball(value) for value in deltas], low, high)
        seen[certificate.holds] += 1
        assert Enclosure(certificate.maximum).contains(ends)
        assert certificate.end in (0, n)
        if certificate.holds is Verdict.HOLDS:
            assert best == ends, (deltas, table)
            assert table[certificate.end] == best or abs(table[0] - table[-1]) < Fraction(1, 10**12)
        if certificate.holds is Verdict.FAILS:
            assert not condition(deltas, ends), deltas
        if all(value != ends for value in deltas):
            expected = Verdict.HOLDS if condition(deltas, ends) else Verdict.FAILS
            assert certificate.holds is expected, (deltas, certificate)
        if best > ends:
            interior += 1
            assert certificate.holds is not Verdict.HOLDS
            assert not condition(deltas, ends)
    assert seen[Verdict.HOLDS] > 100
    if low < high and (low, high) != (0, 1):
        assert seen[Verdict.FAILS] > 20 and interior > 5


def test_constant_losses_do_not_hang_on_their_rounding():
    """Every delta equals every average, so each comparison with the maximum is a tie."""
    third = to_ball(Fraction(1, 3))
    certificate = endpoint_certificate([third] * 40, Fraction(1, 4), Fraction(1, 2))
    assert certificate.holds is Verdict.HOLDS and certificate.interval == (0, 39)


def test_losses_that_straddle_the_maximum_stay_undecided():
    deltas = [arb(4), arb(1), arb(2, 1.5), arb(1), arb(4)]
    certificate = endpoint_certificate(deltas, Fraction(2, 5), Fraction(1, 2))
    assert certificate.holds is Verdict.UNKNOWN


def test_an_undecided_side_of_a_hill_is_not_a_refutation():
    """With 3 in the second place the condition fails, with 6 it holds."""
    verdicts = [
        endpoint_certificate([arb(8), side, arb(6), arb(0), arb(8)], Fraction(2, 5), Fraction(1, 2)).holds
        for side in (arb(3), arb(4.5, 1.5), arb(6))
    ]
    assert verdicts == [Verdict.FAILS, Verdict.UNKNOWN, Verdict.HOLDS]


def losses(records, draws, odds):
    budget = Budget.read(odds=odds)
    return [delta(Database((h, records - h), draws), budget).value for h in range(records + 1)]


def test_the_middle_can_win():
    """33 records, 31 draws, odds 51/50, shares 9/20 and 11/20: the worst mixture is not a homogeneous one."""
    values = losses(33, 31, "51/50")
    exact = [value.exact for value in values]
    deltas = [value.ball for value in values]
    low, high = Fraction(9, 20), Fraction(11, 20)
    table = exact_table(kernel(33, low, high), exact)
    best = max(table)
    assert 0 < table.index(best) < 33 and best > max(table[0], table[-1])
    certificate = endpoint_certificate(deltas, low, high)
    assert certificate.holds is Verdict.FAILS
    assert certificate.maximum < to_ball(best)
    ball, k = largest_entry(smoothed_table(deltas, low, high))
    assert Enclosure(ball).contains(best) and table[k] == best
    bounds = sandwich(deltas, low, high)
    assert bounds.lower < to_ball(best) < bounds.upper


@pytest.mark.parametrize("shares", [("1/4", "1/2"), ("1/10", "4/5")])
def test_an_end_wins_where_losses_fall_to_the_middle(shares):
    low, high = map(Fraction, shares)
    deltas = [value.ball for value in losses(120, 114, "2")]
    certificate = endpoint_certificate(deltas, low, high)
    assert certificate.holds is Verdict.HOLDS
    first, last = certificate.interval
    assert 0 < first < last < 120
    ball, k = largest_entry(smoothed_table(deltas, low, high))
    assert k == certificate.end and ball.overlaps(certificate.maximum)
    assert certificate.maximum.rel_accuracy_bits() >= 50


@pytest.mark.parametrize(("low", "high"), SHARES)
def test_the_sandwich_needs_no_condition(low, high):
    """Neither symmetry nor a shape: any losses, any valley."""
    random_ = random.Random(str((high, low)))
    for n in range(9):
        weights = kernel(n, low, high)
        for _ in range(40):
            deltas = [Fraction(random_.randint(0, random_.choice([1, 9, 99]))) for _ in range(n + 1)]
            valley = random_.choice([None, random_.randint(0, n)])
            bounds = sandwich([to_ball(value) for value in deltas], low, high, valley=valley)
            table = exact_table(weights, deltas)
            assert Enclosure(bounds.lower).contains(max(table[0], table[-1]))
            assert not bounds.upper < to_ball(max(table))
            centre = n // 2 if valley is None else valley
            majorant = [max(deltas[min(h, centre) : max(h, centre) + 1]) for h in range(n + 1)]
            expected = exact_table(weights, majorant)
            assert max(expected) == max(expected[0], expected[-1]) >= max(table)
            assert Enclosure(bounds.upper).contains(max(expected))


def test_the_majorant_of_symmetric_losses_is_their_largest_value_further_in():
    random_ = random.Random(1)
    for n in range(1, 12):
        half = [random_.randint(0, 9) for _ in range(n // 2 + 1)]
        values = half + half[: (n + 1) // 2][::-1]
        expected = [max(values[min(k, n - k) : max(k, n - k) + 1]) for k in range(n + 1)]
        assert [int(float(ball)) for ball in unimodal_majorant([arb(value) for value in values])] == expected


@pytest.mark.parametrize(("low", "high"), SHARES)
def test_single_mixtures_and_their_laws_are_exact_sums(low, high):
    random_ = random.Random(11)
    for n in (0, 1, 2, 7, 12):
        deltas = [Fraction(random_.randint(0, 9), 7) * Fraction(10) ** -random_.randint(0, 300) for _ in range(n + 1)]
        weights = kernel(n, low, high)
        for k, expected in enumerate(exact_table(weights, deltas)):
            ball = single_mixture([to_ball(value) for value in deltas], low, high, k)
            assert Enclosure(ball).contains(expected)
            assert not expected or ball.rel_accuracy_bits() >= 50
            for weight, exact in zip(mixture_law(n, k, low, high, 60), weights[k], strict=True):
                assert Enclosure(weight).contains(exact)
                assert weight.is_zero() if not exact else weight.rel_accuracy_bits() >= 60


def test_single_mixtures_are_entries_of_the_table():
    deltas = [(-arb(min(h, 3000 - h)) / 3).exp() for h in range(3001)]
    deltas = [ball.mid() for ball in deltas]
    table = smoothed_table(deltas, Fraction(1, 3), Fraction(3, 5))
    for k in (0, 1, 1234, 3000):
        single = single_mixture(deltas, Fraction(1, 3), Fraction(3, 5), k)
        assert single.overlaps(table[k]) and single.rel_accuracy_bits() >= 55


def test_bad_input_is_refused():
    half, table = Fraction(1, 2), [arb(1), arb(2)]
    for function in (endpoint_certificate, sandwich):
        for low, high in ((Fraction(2, 3), half), (half, Fraction(3, 2))):
            with pytest.raises(DomainError):
                function(table, low, high)
        for deltas in ([], [arb(-1)], [arb("nan")]):
            with pytest.raises(DomainError):
                function(deltas, half, half)
    for k in (-1, 2):
        with pytest.raises(DomainError):
            single_mixture(table, half, half, k)
    for valley in (-1, 2):
        with pytest.raises(DomainError):
            unimodal_majorant(table, valley)


def test_the_majorant_of_short_midpoints_stays_sharp():
    deltas = [arb(1, arb((radius, -900))) for radius in (1, 3, 2, 1, 5)]
    assert all(ball.rel_accuracy_bits() > 890 for ball in unimodal_majorant(deltas, 2))


@pytest.mark.parametrize("low", ["0", "1/3", "1"])
@pytest.mark.parametrize("high", ["0", "2/5", "1"])
def test_a_mixture_law_is_the_convolution_of_its_two_parts(low, high):
    """Either share may be the larger one, and either may be certain."""
    low, high, records = Fraction(low), Fraction(high), 5
    for k in range(records + 1):
        law = mixture_law(records, k, low, high, 60)
        assert len(law) == records + 1
        for h, weight in enumerate(law):
            exact = sum(binomial(k, high, i) * binomial(records - k, low, h - i) for i in range(h + 1))
            assert abs(float(weight.mid()) - float(exact)) < 1e-15
