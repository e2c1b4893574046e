"""Proposition 6: it holds for functions of single records and fails for functions that mix records."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdp_proofs.distributions.finite import FiniteLaw, record_lists
from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.mechanisms.composition import Mixing
from sdp_proofs.mechanisms.finite import DatabaseTable, OnRecords
from sdp_proofs.mechanisms.sampling import SamplingHistogram
from sdp_proofs.privacy.definition import database_delta, database_deltas, smoothed_delta_by_lists
from sdp_proofs.strategies import base_mechanisms, odds, record_wise, source_sets
from tests.property.effort import moderate

FACTORS = (Fraction(1), Fraction(51, 49), Fraction(2), Fraction(10**9))


@pytest.mark.slow(every=3)
@pytest.mark.parametrize(("types", "features", "records"), [(2, 2, 1), (2, 3, 1), (3, 2, 2), (2, 2, 2), (2, 2, 3)])
def test_proposition_6_for_functions_of_single_records_also_randomised(types, features, records):
    @moderate
    @given(st.data())
    def holds(data):
        mechanism, factor = data.draw(base_mechanisms(features, records)), data.draw(odds())
        processed = data.draw(record_wise(mechanism, types, features))
        sources = data.draw(source_sets(types))
        before = smoothed_delta_by_lists(mechanism, processed.image(sources), records, factor)
        assert smoothed_delta_by_lists(processed, sources, records, factor).value <= before.value

    holds()


@pytest.mark.parametrize("factor", FACTORS)
@pytest.mark.parametrize("records", [2, 3, 4])
def test_proposition_6_fails_when_one_record_is_copied(records, factor):
    """One of n records is drawn at random, and f has copied the first one to all places: n times the loss.

    The copies lose 1 at every database and every epsilon. So the failure is for every set of sources and every
    reading of the laws of the features. With one record nothing can be mixed: two records of two types are the
    smallest case.
    """
    mechanism = OnRecords(SamplingHistogram(1), 2)
    copied = Mixing(mechanism, 2, lambda x: (x[0],) * len(x))
    databases = list(record_lists(records, 2))
    before = database_deltas(mechanism, databases, factor)
    assert max(before.values()) == Fraction(1, records)
    assert records > 2 or set(before.values()) == {Fraction(1, 2)}
    assert set(database_deltas(copied, databases, factor).values()) == {1}


def test_proposition_6_fails_for_sorting_although_sorting_keeps_neighbours():
    """Sorted neighbours differ in one record at most, so delta does not rise at any database. But sorted records
    depend on each other, and no product of the laws of the features is their joint law: 1 against 15/16."""
    one, zero = FiniteLaw({1: 1}), FiniteLaw({0: 1})
    mechanism = DatabaseTable(2, {(0, 0): zero, (0, 1): zero, (1, 0): one, (1, 1): zero})
    processed = Mixing(mechanism, 2, lambda x: tuple(sorted(x, reverse=True)))
    for x in record_lists(2, 2):
        assert database_delta(processed, x, 2) <= database_delta(mechanism, tuple(sorted(x, reverse=True)), 2)
    sources = SourceSet.from_laws(["1/2,1/2"])
    features = processed.marginals(sources, 2, features=2)
    assert set(features.laws) == {(Fraction(1, 4), Fraction(3, 4)), (Fraction(3, 4), Fraction(1, 4))}
    assert smoothed_delta_by_lists(mechanism, features, 2, 2).value == Fraction(15, 16)
    assert smoothed_delta_by_lists(processed, sources, 2, 2).value == 1
