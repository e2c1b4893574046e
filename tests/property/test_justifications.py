"""Justifications 1 and 2, of differential privacy and smoothed: hypothesis tests and likelihood ratios."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdp_proofs.distributions.finite import FiniteLaw, record_lists
from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.mechanisms.finite import CoinFlip, OneRecord
from sdp_proofs.privacy.definition import (
    database_delta,
    database_deltas,
    hockey_stick,
    largest_expectation,
    pair_divergence,
    smoothed_delta_by_lists,
)
from sdp_proofs.strategies import laws, mechanisms, odds, source_sets
from tests.property.effort import moderate, thorough

SMALL = [(2, 1), (2, 2), (3, 1)]


def errors(first, second, region):
    """Type I error under the first law and type II error under the second, rejecting in the region."""
    return sum(first.probability(a) for a in region), 1 - sum(second.probability(a) for a in region)


def near(first, second, factor):
    """The probability under the first law that the ratio of the two is between 1/(2E) and 2E."""
    return sum(
        mass
        for output, mass in first.items()
        if mass <= 2 * factor * second.probability(output) <= (2 * factor) ** 2 * mass
    )


@pytest.mark.slow(every=3)
@pytest.mark.parametrize(("types", "records"), SMALL)
def test_justification_1_at_every_database_and_smoothed(types, records):
    @moderate
    @given(st.data())
    def holds(data):
        mechanism, factor = data.draw(mechanisms(types, records)), data.draw(odds())
        databases = list(record_lists(records, types))
        outputs = list(dict.fromkeys(a for x in databases for a in mechanism.law(x)))
        regions = {x: data.draw(st.sets(st.sampled_from(outputs))) for x in databases}
        other = {x: data.draw(st.sampled_from(list(mechanism.neighbours(x)))) for x in databases}
        deltas = database_deltas(mechanism, databases, factor)
        found = {x: errors(mechanism.law(x), mechanism.law(other[x]), regions[x]) for x in databases}
        for x in databases:
            false_alarm, missed = found[x]
            assert factor * false_alarm + missed >= 1 - pair_divergence(mechanism, other[x], x, factor)
            assert factor * missed + false_alarm >= 1 - pair_divergence(mechanism, x, other[x], factor)
            assert min(factor * false_alarm + missed, factor * missed + false_alarm) >= 1 - deltas[x]
        sources = data.draw(source_sets(types))
        delta = smoothed_delta_by_lists(mechanism, sources, records, factor).value
        false_alarm, missed = (
            largest_expectation(lambda x, i=i: found[x][i], sources, records).value for i in range(2)
        )
        assert factor * false_alarm + missed >= 1 - delta
        assert factor * missed + false_alarm >= 1 - delta

    holds()


def test_justification_1_fails_with_the_direction_that_is_printed_before_the_maximum():
    """E_I bounds with d(x', x), not d(x, x'): one binary record, odds 2, rejecting on an output x never gives."""
    mechanism = OneRecord((FiniteLaw({0: 1}), FiniteLaw({0: "1/2", 1: "1/2"})))
    false_alarm, missed = errors(mechanism.law((0,)), mechanism.law((1,)), {1})
    assert (false_alarm, missed) == (0, Fraction(1, 2))
    assert 2 * false_alarm + missed == Fraction(1, 2) < 1 - pair_divergence(mechanism, (0,), (1,), 2) == 1
    assert pair_divergence(mechanism, (1,), (0,), 2) == Fraction(1, 2)


def test_errors_need_not_be_near_one_half_however_private_the_mechanism():
    """A test that always rejects has the errors 1 and 0 where nothing is released."""
    silent = FiniteLaw({0: 1})
    assert errors(silent, silent, {0}) == (1, 0)
    assert hockey_stick(silent, silent, 1) == 0


@pytest.mark.parametrize("factor", [Fraction(4, 3), Fraction(5, 4), Fraction(1001, 1000)])
def test_justification_2_fails_for_a_coin(factor):
    """A record kept with probability 3/4: both ratios are 3 > 2E, so no output is near, while 1 - 2 delta > 0."""
    coin = CoinFlip(Fraction(3, 4))
    delta = database_delta(coin, (0,), factor)
    assert delta == (3 - factor) / 4 < Fraction(1, 2)
    for x in (0, 1):
        assert near(coin.law((x,)), coin.law((1 - x,)), factor) == 0 < 1 - 2 * delta
    sources = SourceSet.interval("1/4", "1/2")
    assert smoothed_delta_by_lists(coin, sources, 1, factor).value == delta
    assert largest_expectation(lambda x: near(coin.law(x), coin.law((1 - x[0],)), factor), sources, 1).value == 0


@thorough
@given(laws(range(4)), laws(range(4)), odds())
def test_justification_2_with_the_constant_that_holds(first, second, factor):
    """At least 1 - 2 d(x, x') - d(x', x) / E, hence 1 - (2 + 1/E) delta(x)."""
    forward, backward = hockey_stick(first, second, factor), hockey_stick(second, first, factor)
    assert near(first, second, factor) >= 1 - 2 * forward - backward / factor


@moderate
@given(odds())
def test_the_constant_in_the_repaired_justification_2_is_sharp(factor):
    """Coins whose ratio is just above 2E: the bound 1 - (2 + 1/E) delta tends to the probability 0."""
    ratio = 2 * factor + Fraction(1, 10**6)
    rows = CoinFlip(ratio / (ratio + 1)).rows
    delta = hockey_stick(*rows, factor)
    assert near(*rows, factor) == 0
    assert -Fraction(1, 10**5) < 1 - (2 + 1 / factor) * delta <= 0
