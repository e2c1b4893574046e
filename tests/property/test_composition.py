"""Proposition 5: with independent randomness the losses add up at most; with shared randomness they need not."""

from __future__ import annotations

from fractions import Fraction
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdp_proofs.distributions.finite import FiniteLaw, record_lists
from sdp_proofs.mechanisms.composition import Composition, SharedRandomness
from sdp_proofs.mechanisms.finite import CoinFlip
from sdp_proofs.privacy.definition import database_delta, database_deltas, smoothed_delta_by_lists
from sdp_proofs.strategies import base_mechanisms, critical_odds, odds, source_sets
from tests.property.effort import moderate, thorough

FAIR = FiniteLaw({0: "1/2", 1: "1/2"})
ONE_TIME_PAD = SharedRandomness(2, FAIR, (lambda x, key: x[0] ^ key, lambda x, key: key))


@pytest.mark.slow(every=4)
@pytest.mark.parametrize(("types", "records", "count"), [(2, 1, 2), (2, 2, 2), (3, 1, 2), (2, 1, 3)])
def test_proposition_5_with_independent_randomness(types, records, count):
    @thorough
    @given(st.data())
    def holds(data):
        parts = tuple(data.draw(base_mechanisms(types, records)) for _ in range(count))
        factors = [data.draw(critical_odds(part, types, records) | odds()) for part in parts]
        databases = list(record_lists(records, types))
        alone = [database_deltas(part, databases, factor) for part, factor in zip(parts, factors, strict=True)]
        both = database_deltas(Composition(parts), databases, prod(factors))
        assert all(both[x] <= sum(single[x] for single in alone) for x in databases)
        sources = data.draw(source_sets(types))
        smoothed = [
            smoothed_delta_by_lists(part, sources, records, factor).value
            for part, factor in zip(parts, factors, strict=True)
        ]
        assert smoothed_delta_by_lists(Composition(parts), sources, records, prod(factors)).value <= sum(smoothed)

    holds()


@moderate
@given(odds(), odds())
def test_proposition_5_fails_with_shared_randomness(first, second):
    """A one-time pad: the cipher alone and the key alone say nothing, together they are the record."""
    assert [database_delta(part, (x,), 1) for part in ONE_TIME_PAD.parts for x in (0, 1)] == [0] * 4
    assert database_delta(ONE_TIME_PAD, (0,), first * second) == 1
    assert database_delta(Composition(ONE_TIME_PAD.parts), (0,), 1) == 0


def test_the_sum_is_attained_and_the_reversed_inequality_of_the_proof_fails():
    """At epsilon = 0 two coins: the loss is at most the sum, and strictly less, where the proof has "at least"."""
    coin = CoinFlip(Fraction(3, 4))
    assert database_delta(coin, (0,), 1) == Fraction(1, 2)
    assert database_delta(Composition((coin, coin)), (0,), 1) == Fraction(1, 2) < 2 * Fraction(1, 2)
    constant = CoinFlip(Fraction(1, 2))
    assert database_delta(Composition((coin, constant)), (0,), 1) == Fraction(1, 2)


def test_the_budgets_have_to_be_added():
    """Two coins that lose nothing at odds 3 lose 3/8 together there, and nothing at odds 9."""
    coin = CoinFlip(Fraction(3, 4))
    both = Composition((coin, coin))
    assert database_delta(coin, (0,), 3) == 0
    assert database_delta(both, (0,), 3) == Fraction(3, 8)
    assert database_delta(both, (0,), 9) == 0
