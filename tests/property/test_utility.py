"""The adversary's adjusted utility: Lemmas 1, 2 and 10, Corollary 3, justification 3, and what replaces them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sdp_proofs.distributions.finite import FiniteLaw, record_lists
from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.mechanisms.finite import CoinFlip, OneRecord
from sdp_proofs.privacy.definition import (
    database_delta,
    database_deltas,
    guessing_utilities,
    hockey_stick,
    largest_expectation,
    missing_record_utilities,
    pair_divergence,
    smoothed_delta_by_lists,
    worst_delta,
)
from sdp_proofs.strategies import laws, local_randomisers, mechanisms, odds, probabilities, source_sets
from tests.property.effort import SIZES, moderate, thorough

two_laws = st.tuples(laws(range(4)), laws(range(4)))
CONSTANT = (FiniteLaw({0: 1}), FiniteLaw({0: 1}))


def utility(mechanism, x, position, types, factor):
    return max(missing_record_utilities(mechanism, x, position, types, factor))


@thorough
@given(two_laws, odds())
def test_two_types_the_utilities_add_up_to_both_losses(pair, factor):
    first, second = guessing_utilities(pair, factor / (factor + 1))
    assert first + second == hockey_stick(*pair, factor) + hockey_stick(*pair[::-1], factor)


@thorough
@given(two_laws, odds())
@example(CONSTANT, Fraction(2))
def test_lemma_10_with_weak_inequalities_and_constant_2(pair, factor):
    largest = max(guessing_utilities(pair, factor / (factor + 1)))
    losses = hockey_stick(*pair, factor) + hockey_stick(*pair[::-1], factor)
    assert largest <= losses <= 2 * largest <= 3 * largest


@pytest.mark.parametrize(
    ("pair", "shared"),
    [
        (CONSTANT, Fraction(0)),
        ((FiniteLaw({0: "1/2", 1: "1/2"}), FiniteLaw({0: 1})), Fraction(1, 2)),
    ],
)
def test_the_strict_inequality_of_lemmas_2_and_10_fails(pair, shared):
    """At odds 2: 0 < 0, and a pair that is not private where u = d + d' = 1/2."""
    assert max(guessing_utilities(pair, Fraction(2, 3))) == shared
    assert hockey_stick(*pair, 2) + hockey_stick(*pair[::-1], 2) == shared


def test_the_constant_2_in_the_repaired_lemma_10_is_attained():
    rows = CoinFlip(Fraction(3, 4)).rows
    losses = hockey_stick(*rows, 2) + hockey_stick(*rows[::-1], 2)
    assert losses == 2 * max(guessing_utilities(rows, Fraction(2, 3))) == Fraction(1, 2)


@thorough
@given(two_laws, odds())
def test_two_types_the_sharp_bound_by_the_larger_loss(pair, factor):
    delta = max(hockey_stick(*pair, factor), hockey_stick(*pair[::-1], factor))
    assert max(guessing_utilities(pair, factor / (factor + 1))) <= (1 + 1 / (1 + factor)) * delta


def test_the_sharp_bound_is_approached():
    small = Fraction(1, 1000)
    first = FiniteLaw({"a": small, "b": "1/4", "c": Fraction(3, 4) - small})
    second = FiniteLaw({"b": Fraction(1, 2) + small, "c": Fraction(1, 2) - small})
    assert hockey_stick(first, second, 2) == hockey_stick(second, first, 2) == small
    ratio = max(guessing_utilities((first, second), Fraction(2, 3))) / small
    assert Fraction(4, 3) - 2 * small < ratio < Fraction(4, 3)


def test_lemma_2_fails_for_a_third_type():
    """One record of three types: the first two give the same output, the third one another."""
    same, other = FiniteLaw({0: 1}), FiniteLaw({1: 1})
    mechanism = OneRecord((same, same, other))
    assert utility(mechanism, (0,), 0, 3, Fraction(2)) == 1
    assert pair_divergence(mechanism, (0,), (1,), 2) + pair_divergence(mechanism, (1,), (0,), 2) == 0


@pytest.mark.parametrize("types", [3, 4])
def test_lemma_2_holds_weakly_for_the_worst_pair(types):
    """The losses must be maximised over all pairs; then twice the larger one bounds the utility."""

    @moderate
    @given(local_randomisers(types), odds())
    def holds(rows, factor):
        worst = max(
            hockey_stick(first, second, factor) + hockey_stick(second, first, factor)
            for first in rows
            for second in rows
        )
        assert max(guessing_utilities(rows, factor / (factor + 1))) <= 2 * worst

    holds()


@pytest.mark.slow(every=2)
@pytest.mark.parametrize(("types", "records"), SIZES)
def test_lemma_1_with_constant_three_halves(types, records):
    @moderate
    @given(mechanisms(types, records), odds())
    def holds(mechanism, factor):
        databases = list(record_lists(records, types))
        delta = worst_delta(mechanism, databases, factor)
        for x in databases:
            for position in range(records):
                assert utility(mechanism, x, position, types, factor) <= Fraction(3, 2) * delta <= 2 * delta

    holds()


@pytest.mark.parametrize(("types", "records"), SIZES)
def test_corollary_3_holds_weakly_for_few_types(types, records):
    """With "at most" in place of "less than"; the utility at the true record is even at most 3/2 of delta(x)."""

    @moderate
    @given(mechanisms(types, records), odds())
    def holds(mechanism, factor):
        for x, delta in database_deltas(mechanism, record_lists(records, types), factor).items():
            for position in range(records):
                utilities = missing_record_utilities(mechanism, x, position, types, factor)
                assert max(utilities) <= 2 * delta
                assert utilities[x[position]] <= Fraction(3, 2) * delta

    holds()


def fifteen_types() -> OneRecord[int]:
    """Masses in 63rds. Output k = 2..14 points to type k; output 1 to type 1, which hides behind types 2..14."""
    unit, rows = Fraction(1, 63), []
    first = {k: 1 * unit for k in range(2, 15)} | {0: 50 * unit}
    second = {k: 2 * unit for k in range(2, 15)} | {1: 12 * unit, 0: 25 * unit}
    rows = [FiniteLaw(first), FiniteLaw(second)]
    rows += [FiniteLaw({k: 14 * unit, 0: 49 * unit}) for k in range(2, 15)]
    return OneRecord(tuple(rows))


def test_corollary_3_and_justification_3_fail_for_fifteen_types():
    """One record, odds 2: the utility is 412/1071 where twice delta(x) is 408/1071."""
    mechanism, x = fifteen_types(), (0,)
    assert database_delta(mechanism, x, 2) == Fraction(204, 1071)
    assert utility(mechanism, x, 0, 15, Fraction(2)) == Fraction(412, 1071)
    always = SourceSet((tuple(Fraction(kind == 0) for kind in range(15)),))
    delta = smoothed_delta_by_lists(mechanism, always, 1, 2).value
    expected = largest_expectation(lambda y: utility(mechanism, y, 0, 15, Fraction(2)), always, 1).value
    assert expected > 2 * delta
    # Lemma 1 speaks of the delta of all databases, and is not touched.
    assert utility(mechanism, x, 0, 15, Fraction(2)) <= Fraction(3, 2) * worst_delta(
        mechanism, record_lists(1, 15), 2
    )


@pytest.mark.slow(every=2)
@pytest.mark.parametrize(("types", "records"), [(2, 1), (2, 2), (3, 1), (3, 2)])
def test_justification_3_smoothed_holds_weakly_for_few_types(types, records):
    @moderate
    @given(mechanisms(types, records), source_sets(types), odds())
    def holds(mechanism, sources, factor):
        delta = smoothed_delta_by_lists(mechanism, sources, records, factor).value
        for position in range(records):
            expected = largest_expectation(
                lambda x, position=position: utility(mechanism, x, position, types, factor), sources, records
            )
            assert expected.value <= 2 * delta

    holds()


def test_justification_3_fails_strictly_where_nothing_is_released():
    silent = OneRecord(CONSTANT)
    sources = SourceSet.interval("1/4", "1/2")
    assert largest_expectation(lambda x: utility(silent, x, 0, 2, Fraction(2)), sources, 2).value == 0
    assert smoothed_delta_by_lists(silent, sources, 2, 2).value == 0


@moderate
@given(probabilities(), probabilities().filter(lambda t: 0 < t < 1))
def test_coin_flip_example(keep, threshold):
    """Released as it is, utility 1 at every threshold; a fair coin, 0 from 1/2 on; in between, linear."""
    expected = max(Fraction(0), max(keep, 1 - keep) - threshold) / (1 - threshold)
    assert guessing_utilities(CoinFlip(keep).rows, threshold) == (expected, expected)
    assert keep != 1 or expected == 1
    assert keep != Fraction(1, 2) or threshold < Fraction(1, 2) or expected == 0


@pytest.mark.parametrize("types", [2, 3, 5])
def test_perfect_and_random_guesses_have_utility_1_and_0(types):
    telling = tuple(FiniteLaw({kind: 1}) for kind in range(types))
    silent = (FiniteLaw({0: 1}),) * types
    for threshold in (Fraction(1, types), Fraction(1, 2), Fraction(2, 3)):
        assert guessing_utilities(telling, threshold) == (1,) * types
        assert guessing_utilities(silent, threshold) == (0,) * types
    below = Fraction(1, types + 1)
    assert guessing_utilities(silent, below) == ((Fraction(1, types) - below) / (1 - below),) * types
