"""Proposition 4: a function of the output, deterministic or randomised, is not less private."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdp_proofs.distributions.finite import histograms, record_lists
from sdp_proofs.mechanisms.composition import PostProcessed
from sdp_proofs.mechanisms.finite import OnRecords
from sdp_proofs.mechanisms.sampling import Borda, Copeland, Majority, Plurality, SamplingHistogram
from sdp_proofs.privacy.definition import database_deltas, smoothed_delta_by_lists
from sdp_proofs.strategies import mechanisms, odds, post_processed, source_sets
from sdp_proofs.testing import assert_dominates
from tests.property.effort import SIZES, moderate


@pytest.mark.slow(every=3)
@pytest.mark.parametrize(("types", "records"), SIZES)
def test_proposition_4_at_every_database_and_smoothed(types, records):
    @moderate
    @given(st.data())
    def holds(data):
        mechanism, factor = data.draw(mechanisms(types, records)), data.draw(odds())
        processed = data.draw(post_processed(mechanism, types, records))
        databases = list(record_lists(records, types))
        before, after = (database_deltas(m, databases, factor) for m in (mechanism, processed))
        assert all(after[x] <= before[x] for x in databases)
        sources = data.draw(source_sets(types))
        least = smoothed_delta_by_lists(mechanism, sources, records, factor).value
        assert smoothed_delta_by_lists(processed, sources, records, factor).value <= least

    holds()


@moderate
@given(st.data())
def test_post_processing_is_dominated_at_every_epsilon_at_once(data):
    mechanism = data.draw(mechanisms(2, 2))
    processed = data.draw(post_processed(mechanism, 2, 2))
    first, second = (0, 0), (0, 1)
    assert_dominates((mechanism.law(first), mechanism.law(second)), (processed.law(first), processed.law(second)))


@pytest.mark.parametrize("factor", [Fraction(1), Fraction(3, 2), Fraction(3)])
@pytest.mark.parametrize("rule", [Plurality(), Plurality("first"), Majority(), Borda(3), Copeland(3, "first")])
def test_winners_of_a_sampled_election_are_no_less_private_than_its_histogram(rule, factor):
    types, records = (6, 3) if isinstance(rule, Borda | Copeland) else (3, 5)
    lost, kept = Fraction(0), Fraction(0)
    for draws in range(1, records + 1):
        counted = SamplingHistogram(draws)
        elected = PostProcessed(counted, rule)
        databases = list(histograms(records, (records,) * types))
        before, after = (database_deltas(m, databases, factor) for m in (counted, elected))
        assert all(after[x] <= before[x] for x in databases)
        lost, kept = lost + sum(before.values()), kept + sum(after.values())
    assert 0 < kept <= lost


def test_a_constant_hides_everything_and_a_renaming_nothing():
    counted = OnRecords(SamplingHistogram(2), 2)
    databases = list(record_lists(3, 2))
    original = database_deltas(counted, databases, 2)
    assert not any(database_deltas(PostProcessed(counted, lambda _: "done"), databases, 2).values())
    assert database_deltas(PostProcessed(counted, lambda h: h[0] * 7), databases, 2) == original
