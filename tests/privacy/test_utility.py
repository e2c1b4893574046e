"""The adversary's utility against its definition, at small sizes and by every route."""

from __future__ import annotations

from fractions import Fraction
from math import exp

import pytest

from sdp_proofs.distributions.finite import resampled_law, sampled_law
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.privacy import utility as module
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram import pairs as resampled_pair
from sdp_proofs.privacy.histogram import pairs as sampled_pair
from sdp_proofs.privacy.histogram.database import Database
from sdp_proofs.privacy.histogram.pairs import ResampledPair, SampledPair
from sdp_proofs.privacy.utility import Threshold, utility

DATABASES = [
    Database(counts, draws, replacement=replacement)
    for counts in ((3, 1), (2, 2), (0, 4), (1, 0), (5, 2), (2, 1, 1), (0, 2, 3), (1, 1, 1, 1))
    for draws in range(4)
    for replacement in (False, True)
    if replacement or draws <= sum(counts)
]
THRESHOLDS = [Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(3, 5), Fraction(9, 10)]


def defined(database, t):
    """max over the missing record and its true value of the module's sum."""
    types, worst = range(len(database.counts)), 0
    for missing in types:
        if not database.counts[missing]:
            continue
        known = [count - (index == missing) for index, count in enumerate(database.counts)]
        completed = [tuple(count + (index == truth) for index, count in enumerate(known)) for truth in types]
        laws = [(resampled_law if database.replacement else sampled_law)(x, database.draws) for x in completed]
        outputs = {output for law in laws for output in law}
        for own in laws:
            total = 0
            for output in outputs:
                masses = [law.probability(output) for law in laws]
                total += own.probability(output) * max(0, max(masses) / sum(masses) - t)
            worst = max(worst, total / (1 - t))
    return worst


@pytest.mark.parametrize("t", THRESHOLDS, ids=str)
def test_the_definition_in_fractions(t):
    for database in DATABASES:
        assert utility(database, threshold=t).value.exact == defined(database, t), database


@pytest.mark.parametrize("t", THRESHOLDS, ids=str)
def test_the_definition_by_tails(t, monkeypatch):
    monkeypatch.setattr(module, "EXACT_RECORDS", -1)
    for database in DATABASES:
        if len(database.counts) == 2:
            expected = defined(database, t)
            found = utility(database, threshold=t, digits=20).value
            assert found.exact is None
            assert float(found) == pytest.approx(float(expected), abs=1e-15)


@pytest.mark.parametrize("records", [-1, 100])
def test_irrational_thresholds(records, monkeypatch):
    monkeypatch.setattr(module, "EXACT_RECORDS", records)
    odds = exp(1 / 3)
    for database in DATABASES:
        found = utility(database, budget=Budget.read(epsilon="1/3"), digits=12).value
        assert float(found) == pytest.approx(float(defined(database, odds / (1 + odds))), abs=1e-12)


def test_only_below_one_half_does_every_output_count():
    for text, counts in (("0", True), ("49/100", True), ("1/2", False), ("2/3", False)):
        assert Threshold.read(threshold=text).counts_guesses is counts
    assert Threshold.read(budget=Budget.read(epsilon=1)).counts_guesses is False


def test_one_threshold_is_asked_for():
    two = Budget.read(odds=2)
    for given in ({}, {"budget": two, "threshold": "1/2"}):
        with pytest.raises(DomainError, match="exactly one of budget and threshold"):
            Threshold.read(**given)
    for outside in ("-1/2", "1"):
        with pytest.raises(DomainError, match="must be in"):
            Threshold.read(threshold=outside)


def test_the_size_of_an_enumeration_is_limited(monkeypatch):
    """6 outputs of 2 draws from 3 types, 22 for their size, 3 types, 2 different counts."""
    database = Database((2, 1, 1), 2)
    monkeypatch.setattr(module, "MAX_ENUMERATION", 6 * 22 * 3 * 2)
    assert utility(database, threshold="1/2").value.exact is not None
    monkeypatch.setattr(module, "MAX_ENUMERATION", 6 * 22 * 3 * 2 - 1)
    with pytest.raises(SizeError, match="with 2 draws of 3 types"):
        utility(database, threshold="1/2")
    with pytest.raises(SizeError, match="with 40 draws of 41 types"):
        utility(Database((1,) * 41, 40), threshold="1/2")


def test_mirrored_laws_tie_in_the_middle_at_any_size(monkeypatch):
    """At odds 1 no power is computed for it."""
    monkeypatch.setattr(resampled_pair, "EXACT_POWER_BITS", 0)
    pair, one = ResampledPair(5, 3, 4), Budget.read(odds=1)
    assert [pair._tied(k, one) for k in range(5)] == [False, False, True, False, False]
    assert not ResampledPair(5, 2, 4)._tied(2, one)


@pytest.mark.parametrize(
    ("pair", "place"),
    [(ResampledPair(10**5, 36_000, 50_000), resampled_pair), (SampledPair(10**5, 36_000, 50_000), sampled_pair)],
    ids=["with replacement", "without"],
)
@pytest.mark.parametrize("odds", ["1", "101/100"])
def test_a_posterior_by_quadrature_is_the_sum_of_its_terms(pair, place, odds, monkeypatch):
    budget = Budget.read(odds=odds)
    summed = pair.side(budget, 64)
    monkeypatch.setattr(place, "MAX_POSTERIOR_TERMS", 0)
    found = pair.side(budget, 64)
    for one, other in ((summed.own, found.own), (summed.other, found.other), (summed.posterior, found.posterior)):
        assert one > 0 and one.overlaps(other) and abs(one - other) < one * 1e-15
