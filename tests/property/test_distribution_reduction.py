"""Proposition 7: only the vertices of the convex hull of the sources matter."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdp_proofs.distributions.finite import histogram_of
from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.mechanisms.finite import OnRecords
from sdp_proofs.privacy.definition import database_delta, database_deltas, smoothed_delta_by_lists
from sdp_proofs.privacy.smoothed.algorithm_one import algorithm_one
from sdp_proofs.strategies import histogram_tables, mechanisms, odds, sampling_histograms, source_sets
from tests.property.effort import moderate


@pytest.mark.parametrize(("types", "records"), [(2, 1), (2, 2), (2, 3), (3, 2), (4, 1)])
def test_proposition_7_all_assignments_of_all_laws_and_of_the_vertices(types, records):
    @moderate
    @given(mechanisms(types, records), source_sets(types), odds())
    def holds(mechanism, sources, factor):
        every = smoothed_delta_by_lists(mechanism, sources, records, factor, reduced=False)
        assert every.value == smoothed_delta_by_lists(mechanism, sources, records, factor).value
        assert every.value == smoothed_delta_by_lists(
            mechanism, SourceSet(sources.vertices), records, factor, reduced=False
        ).value

    holds()


@pytest.mark.parametrize(("types", "records"), [(2, 1), (2, 3), (3, 2)])
def test_by_lists_of_records_is_the_published_algorithm_for_anonymous_mechanisms(types, records):
    @moderate
    @given(st.data())
    def agree(data):
        anonymous = data.draw(histogram_tables(types, records) | sampling_histograms(records))
        sources, factor = data.draw(source_sets(types)), data.draw(odds())
        found = smoothed_delta_by_lists(OnRecords(anonymous, types), sources, records, factor)
        published = algorithm_one(lambda h: database_delta(anonymous, h, factor), sources, records)
        assert found.value == published.maximum

    agree()


@moderate
@given(st.data())
def test_an_anonymous_mechanism_has_the_same_delta_for_lists_and_histograms(data):
    anonymous, factor = data.draw(histogram_tables(2, 3)), data.draw(odds())
    listed = OnRecords(anonymous, 2)
    for x, delta in database_deltas(listed, [(0, 0, 0), (0, 1, 0), (1, 0, 1), (1, 1, 1)], factor).items():
        assert delta == database_delta(anonymous, histogram_of(x, 2), factor)
