"""Refusals of databases, and how delta behaves as the budget and the sample change."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

import pytest

from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.decide import decide_less, decide_less_equal
from sdp_proofs.privacy.budget import Budget, sampling_draws
from sdp_proofs.privacy.histogram.database import EXACT_POOL_RECORDS, EXACT_RECORDS, Database, change_divergence, delta
from sdp_proofs.privacy.histogram.pairs import two_type_pair
from sdp_proofs.verdict import Verdict


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"counts": "300", "draws": 1}, "counts must have at least two types, got 1"),
        ({"counts": "300,-1", "draws": 1}, "counts must be >= 0, got -1"),
        ({"counts": "0,0", "draws": 0}, "counts must contain at least one record, got none"),
        ({"counts": "2,3", "draws": 6}, "draws must be at most the number of records 5, got 6"),
        ({"counts": "2,3", "draws": -1}, "draws must be >= 0, got -1"),
        ({"counts": "2,3", "draws": "1/2"}, "draws must be an integer, got '1/2'"),
        ({"counts": "2,x", "draws": 1}, "a count must be a number such as"),
        ({"counts": "2,2.5", "draws": 1}, "a count must be an integer, got '2.5'"),
        ({"counts": [2, 2.0], "draws": 1}, "a count must be exact"),
        ({"counts": "2,3"}, "exactly one of rate and draws must be given"),
        ({"counts": "2,3", "draws": 1, "rate": 1}, "exactly one of rate and draws must be given"),
        ({"counts": "2,3", "rate": 0}, r"rate must be in \(0, 1\], got 0"),
        ({"counts": "2,3", "rate": "1.01"}, r"rate must be in \(0, 1\], got 1.01"),
        ({"counts": "2,3", "rate": 0.5}, "rate must be exact"),
        ({"counts": "2,3", "rate": "log(2)"}, "rate must be a rational number"),
    ],
)
def test_databases_that_are_refused(given, message):
    with pytest.raises(DomainError, match="^" + message):
        Database.read(**given)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "exactly one of epsilon, odds and threshold must be given, got 0"),
        ({"epsilon": 1, "odds": 2}, "exactly one of epsilon, odds and threshold must be given, got 2"),
        ({"epsilon": -1}, "epsilon must be >= 0, got -1"),
        ({"epsilon": "log(1/2)"}, r"epsilon must be >= 0, got log\(1/2\)"),
        ({"epsilon": 0.1}, "epsilon must be exact"),
        ({"odds": "99/100"}, r"odds must be >= 1 \(odds = exp\(epsilon\)\), got 99/100"),
        ({"odds": 0}, "odds must be >= 1"),
        ({"odds": -3}, "odds must be >= 1"),
        ({"odds": "sqrt(1/2)"}, "odds must be >= 1"),
        ({"threshold": "49/100"}, r"threshold must be in \[1/2, 1\), got 49/100"),
        ({"threshold": 1}, r"threshold must be in \[1/2, 1\), got 1"),
    ],
)
def test_budgets_that_are_refused(given, message):
    with pytest.raises(DomainError, match="^" + message):
        Budget.read(**given)


def test_the_same_budget_in_three_ways():
    budgets = (Budget.read(epsilon="log(3/2)"), Budget.read(odds="1.5"), Budget.read(threshold="3/5"))
    assert {budget.rational_odds for budget in budgets} == {Fraction(3, 2)}
    assert Budget.read(odds=Decimal("1.5")).threshold == Fraction(3, 5)
    assert Budget.read(epsilon="1/2").threshold is None


def test_odds_of_any_length_can_be_read():
    budget = Budget.read(odds=Fraction(10**5000 + 1, 10**5000))
    assert delta(Database((5, 6), 4), budget).value.exact is not None
    assert budget.text


@pytest.mark.parametrize(
    ("rate", "records", "draws"),
    [("0.998", 1000, 998), ("0.9981", 1000, 999), ("1/3", 10, 4), (1, 7, 7), ("1e-9", 5, 1)],
)
def test_draws_round_up_exactly(rate, records, draws):
    assert sampling_draws(records, rate=rate) == draws


def test_neighbours_that_do_not_exist_are_refused():
    database, budget = Database((0, 3, 2), 2), Budget.read(odds=2)
    for removed, added in ((1, 1), (3, 0), (0, -1)):
        with pytest.raises(DomainError, match=r"^the two types must be different numbers below 3, got"):
            change_divergence(database, budget, removed=removed, added=added)
    with pytest.raises(DomainError, match=r"^type 0 must .*, got none$"):
        change_divergence(database, budget, removed=0, added=1)
    with pytest.raises(DomainError, match=r"^direction must .*, got forwards$"):
        change_divergence(database, budget, removed=1, added=0, direction="forwards")


@pytest.mark.parametrize("digits", [0, -5, 10**9])
def test_digits_out_of_reach_are_refused(digits):
    with pytest.raises(DomainError, match=r"^digits must be between 1 and \d+, got"):
        delta(Database((3, 3), 2), Budget.read(odds=2), digits=digits)


@pytest.mark.parametrize("replacement", [False, True])
@pytest.mark.parametrize(("records", "count", "draws"), [(5, 0, 1), (5, 6, 1), (5, 2, -1)])
def test_pairs_that_are_refused(replacement, records, count, draws):
    with pytest.raises(DomainError, match=r"^(count|draws) must be"):
        two_type_pair(records, count, draws, replacement=replacement)


def test_small_instances_are_fractions_and_large_ones_are_not():
    budget = Budget.read(odds="3/2")
    for records, types in ((EXACT_RECORDS, 2), (EXACT_POOL_RECORDS, 3)):
        part = records // types
        database = Database((records - (types - 1) * part, *[part] * (types - 1)), part)
        assert delta(database, budget).value.exact is not None
        larger = Database((database.counts[0] + 1, *database.counts[1:]), part)
        assert delta(larger, budget).value.exact is None
        assert delta(database, Budget.read(epsilon="1/3")).value.exact is None


@pytest.mark.parametrize("replacement", [False, True])
@pytest.mark.parametrize("counts", [(400, 900), (40_000_000, 60_000_000), (60, 80, 300)])
def test_delta_falls_and_is_convex_in_the_odds(counts, replacement):
    database = Database(counts, sum(counts) * 9 // 10, replacement)
    scale = max(1, max(counts) // 400)
    odds = [1 + Fraction(step, 40 * scale) for step in range(6)]
    values = [delta(database, Budget.read(odds=factor)).value for factor in odds]
    for left, middle, right in zip(values, values[1:], values[2:], strict=False):
        assert decide_less(middle, left) is Verdict.HOLDS
        # Strictly: there is a likelihood ratio between any two of these odds.
        assert decide_less(2 * middle, left + right) is Verdict.HOLDS


def test_delta_grows_with_the_sample():
    budget = Budget.read(epsilon="1/50")
    for replacement in (False, True):
        values = [
            delta(Database((30_000, 50_000), draws, replacement), budget).value
            for draws in (10_000, 10_001, 40_000, 70_000, 79_999)
        ]
        for smaller, larger in pairwise(values):
            assert decide_less_equal(smaller, larger) is Verdict.HOLDS


def test_a_pool_that_is_too_wide_is_refused_at_once():
    with pytest.raises(SizeError, match=r"^the draws on the two rarest types must vary over at most"):
        delta(Database((10**11, 10**11, 10**12), 10**12), Budget.read(odds="1001/1000"))
