"""Theorem 1: the smallest delta of differential privacy is the largest delta(x)."""

from __future__ import annotations

from itertools import chain, combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdp_proofs.distributions.finite import record_lists
from sdp_proofs.privacy.definition import database_deltas, pair_divergence, worst_delta
from sdp_proofs.strategies import mechanisms, odds
from tests.property.effort import moderate


def events(laws):
    outputs = list(dict.fromkeys(output for law in laws for output in law))
    return chain.from_iterable(combinations(outputs, size) for size in range(len(outputs) + 1))


def least_delta_of_definition_1(mechanism, types, records, factor):
    """The smallest delta >= 0 in inequality (1), event by event and pair by pair, without any positive part."""
    worst = 0
    for x in record_lists(records, types):
        for y in mechanism.neighbours(x):
            first, second = mechanism.law(x), mechanism.law(y)
            for event in events((first, second)):
                gap = sum(first.probability(a) for a in event) - factor * sum(second.probability(a) for a in event)
                worst = max(worst, gap)
    return worst


@pytest.mark.parametrize(("types", "records"), [(2, 1), (2, 2), (3, 1)])
def test_theorem_1(types, records):
    @moderate
    @given(mechanisms(types, records).filter(lambda m: _few_outputs(m, types, records)), odds())
    def holds(mechanism, factor):
        databases = list(record_lists(records, types))
        assert worst_delta(mechanism, databases, factor) == least_delta_of_definition_1(
            mechanism, types, records, factor
        )

    holds()


@moderate
@given(st.data())
def test_delta_of_x_is_the_worst_of_both_directions(data):
    mechanism, factor = data.draw(mechanisms(2, 2)), data.draw(odds())
    databases = list(record_lists(2, 2))
    for x, delta in database_deltas(mechanism, databases, factor).items():
        pairs = [(x, y) for y in databases if sum(a != b for a, b in zip(x, y, strict=True)) == 1]
        both = [pair_divergence(mechanism, *pair, factor) for x, y in pairs for pair in ((x, y), (y, x))]
        assert delta == max(both)


def _few_outputs(mechanism, types, records):
    return len({a for x in record_lists(records, types) for a in mechanism.law(x)}) <= 7
