"""Theorem 4: over the reals the sampling average loses T/n at every database, so no sources make it smaller."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.definition import hockey_stick, largest_expectation
from sdp_proofs.privacy.smoothed.delta import Smoothing, smoothed_delta
from sdp_proofs.strategies import odds, source_sets
from tests.mechanisms.rational_average import RationalAverage
from tests.property.effort import moderate

ANY_ODDS = odds() | st.sampled_from([Fraction(10**30), Fraction(10**9 + 1, 10**9)])
VALUES = st.sampled_from([Fraction(0), Fraction(1), Fraction(1, 2)]) | st.fractions(0, 1, max_denominator=6)


def fresh(database):
    """No difference of sums of records: those are multiples of 1/D, and 1/(D + 1) is none."""
    return Fraction(1, lcm(*(record.denominator for record in database)) + 1)


def loss(mechanism, database, new_values, factor):
    """delta(x), where a replaced record may have any of some values: both directions, all positions."""
    own, worst = mechanism.law(database), Fraction(0)
    for position, record in enumerate(database):
        for value in new_values:
            if value != record:
                other = mechanism.law(mechanism.replaced(database, position, value))
                worst = max(worst, hockey_stick(own, other, factor), hockey_stick(other, own, factor))
    return worst


@moderate
@given(st.lists(VALUES, min_size=1, max_size=6), st.data(), ANY_ODDS)
def test_every_record_of_every_database_loses_the_sampling_rate_to_a_fresh_value(database, data, factor):
    draws = data.draw(st.integers(1, len(database)))
    mechanism, rate = RationalAverage(draws), Fraction(draws, len(database))
    own = mechanism.law(database)
    for position in range(len(database)):
        other = mechanism.law(mechanism.replaced(database, position, fresh(database)))
        # Outputs of x' with the new value are no outputs of x: no factor on the probability of x helps.
        assert sum(mass for output, mass in other.items() if output not in own) == rate
        assert hockey_stick(other, own, factor) == rate
        assert hockey_stick(own, other, factor) <= rate


@moderate
@given(st.lists(VALUES, min_size=1, max_size=5), st.data(), ANY_ODDS)
def test_no_replaced_record_loses_more(database, data, factor):
    draws = data.draw(st.integers(1, len(database)))
    assert loss(RationalAverage(draws), database, [data.draw(VALUES), data.draw(VALUES)], factor) <= Fraction(
        draws, len(database)
    )


@pytest.mark.slow(every=2)
@pytest.mark.parametrize(("types", "records"), [(2, 1), (2, 2), (2, 3), (3, 2)])
def test_theorem_4_for_sources_of_finitely_many_values(types, records):
    @moderate
    @given(source_sets(types), st.lists(VALUES, min_size=types, max_size=types, unique=True), ANY_ODDS, st.data())
    def holds(sources, values, factor, data):
        draws = data.draw(st.integers(1, records))
        mechanism, rate = RationalAverage(draws), Fraction(draws, records)

        def delta(chosen, new_values):
            return loss(mechanism, [values[kind] for kind in chosen], new_values, factor)

        real = largest_expectation(lambda x: delta(x, [*values, fresh(values)]), sources, records).value
        assert real == rate
        # Neighbours that keep to the values of the sources, as in a discrete mechanism, lose no more.
        assert largest_expectation(lambda x: delta(x, values), sources, records).value <= rate

    holds()


def test_the_discrete_average_is_another_matter():
    # Half of n fair bits, odds 3: over {0, 1} the average is the count, and its loss falls; over [0, 1] it is 1/2.
    fair, budget, before = SourceSet.from_laws(["1/2,1/2"]), Budget.read(odds=3), Fraction(1, 2)
    for records in (2, 4, 6, 8, 10, 12):
        smoothed = smoothed_delta(Smoothing(fair, records, records // 2), budget).value
        assert smoothed.exact < before or records == 2
        before = Fraction(smoothed.exact)
    assert before < Fraction(1, 20)
    bits = (Fraction(0), Fraction(1))
    for records in (2, 4):
        mechanism = RationalAverage(records // 2)
        discrete, real = (
            largest_expectation(lambda x, m=mechanism, v=v: loss(m, [bits[k] for k in x], v, 3), fair, records).value
            for v in (bits, (*bits, Fraction(1, 2)))
        )
        assert discrete == smoothed_delta(Smoothing(fair, records, records // 2), budget).value.exact
        assert discrete <= real == Fraction(1, 2)
    assert discrete < real


def test_a_value_that_is_a_difference_of_sums_can_lose_less():
    # x = (0, 1/2, 1), T = 2: with 1/2 for 1 only the mean 1/4 is still met, and it was met before.
    mechanism, database = RationalAverage(2), (Fraction(0), Fraction(1, 2), Fraction(1))
    coincident = mechanism.law(mechanism.replaced(database, 0, Fraction(1, 2)))
    assert hockey_stick(coincident, mechanism.law(database), 2) < Fraction(2, 3)
    assert loss(mechanism, database, [fresh(database)], 2) == Fraction(2, 3)
