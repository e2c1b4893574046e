"""Two formulas, two libraries, one number."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sdp_proofs.errors import SizeError
from sdp_proofs.numbers.reals import read_real
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.privacy.histogram.pairs import two_type_pair
from sdp_proofs.privacy.histogram.second_route import delta_estimate
from sdp_proofs.sums import second_opinion
from sdp_proofs.sums.second_opinion import TwoTypes, two_type_divergence_estimate
from tests.privacy.judge import ODDS, databases, defined_delta

LARGE = [
    ((400_000, 600_000), "0.9", "log(51/49)"),
    ((400_000, 600_000), "0.002", "1/1000"),
    ((500_000, 500_000), "0.5", "1e-9"),
    ((3, 999_997), "0.3", "1"),
    ((4_000_000, 6_000_000), "0.99", "sqrt(2)/3"),
    ((81_283_501, 74_223_975), "0.998", "log(51/49)"),
    ((81_283_501, 74_223_975), "0.998", "log(3/2)"),
    ((81_283_501, 74_223_975), "0.998", "0.1"),
    ((50_000_000, 50_000_000), "0.5", "1/10000"),
    ((40_000_000, 60_000_000), "0.9", "0"),
    ((400_000, 600_000), "0.9999", "7"),
    ((30_000, 970_000), "0.99", "50"),
    ((3_000, 9_000), "0.999", "300"),
    ((3_000, 9_000), "0.999", "700"),
]


def assert_close(estimate, enclosure, digits):
    """The estimate, read as a fraction, lies within a relative 10^-digits of the enclosure."""
    man, exp = estimate.man_exp
    value = Fraction(int(man)) * Fraction(2) ** exp
    low, high = Fraction(enclosure.lower), Fraction(enclosure.upper)
    slack = high / 10**digits
    assert low - slack <= value <= high + slack, (estimate, enclosure)


@pytest.mark.parametrize("replacement", [False, True])
@pytest.mark.parametrize(("counts", "rate", "epsilon"), LARGE)
def test_both_routes_agree_at_large_sizes(counts, rate, epsilon, replacement):
    database = Database.read(counts=counts, rate=rate, replacement=replacement)
    budget = Budget.read(epsilon=epsilon)
    certified = delta(database, budget, digits=25).value
    assert certified.exact is not None or certified.ball.is_zero() or certified.proven_digits >= 25
    assert_close(delta_estimate(database, budget, digits=22), certified, 20)


@pytest.mark.slow(every=4)
@pytest.mark.parametrize(("counts", "draws"), [((12, 14, 30), 40), ((3, 5, 90), 60), ((8, 9, 10, 11), 30)])
@pytest.mark.parametrize("replacement", [False, True])
@pytest.mark.parametrize("epsilon", ["1/20", "log(2)"])
def test_both_routes_agree_with_more_types(counts, draws, replacement, epsilon):
    database, budget = Database(counts, draws, replacement), Budget.read(epsilon=epsilon)
    assert_close(delta_estimate(database, budget, digits=18), delta(database, budget).value, 16)


@pytest.mark.slow(every=2)
@pytest.mark.parametrize("replacement", [False, True])
def test_the_second_route_agrees_with_the_definition(replacement):
    for records, types in ((5, 2), (6, 2), (4, 3)):
        for database in databases(records, types, replacement=replacement, draws=(0, 1, 3, 4), up_to_order=True):
            for odds in ODDS[1:5]:
                estimate = delta_estimate(database, Budget.read(odds=odds), digits=20)
                assert abs(estimate - float(defined_delta(database, odds))) < 1e-15, (database, odds)


@pytest.mark.parametrize("replacement", [False, True])
def test_single_pairs_agree_at_the_ends_of_their_domain(replacement):
    for records, count, draws in ((30, 30, 7), (30, 1, 7), (30, 2, 29), (30, 29, 1), (1, 1, 1), (30, 15, 30)):
        exact = two_type_pair(records, count, draws, replacement=replacement).exact_divergence(Fraction(11, 10))
        pair = TwoTypes(records, count, draws, replacement)
        assert abs(two_type_divergence_estimate(pair, read_real("11/10"), 20) - float(exact)) < 1e-15


def test_sizes_beyond_plain_summation_are_refused(monkeypatch):
    monkeypatch.setattr(second_opinion, "MAX_TERMS", 1000)
    budget = Budget.read(odds="3/2")
    with pytest.raises(SizeError, match=r"^with three types or more, records and draws must be at most 2000"):
        delta_estimate(Database((1000, 1000, 1000), 10), budget)
    with pytest.raises(SizeError, match=r"^the second opinion must need at most"):
        delta_estimate(Database((10**9, 10**9), 10**9), Budget.read(epsilon="1e-9"))
