"""Counts of subsets by size and sum against lists of all subsets."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb, floor

import pytest

from sdp_proofs.distributions import subset_sums
from sdp_proofs.distributions.subset_sums import SubsetSums, first_sum_of_level, nearest_level, sum_law
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.floats import relative_error


def test_the_law_of_the_sum_is_the_count_of_all_samples():
    source = random.Random("sums")
    for _ in range(40):
        values = [source.randint(-5, 9) for _ in range(source.randint(1, 8))]
        for draws in range(len(values) + 1):
            seen = Counter(sum(sample) for sample in combinations(values, draws))
            samples = comb(len(values), draws)
            assert dict(sum_law(values, draws)) == {total: Fraction(times, samples) for total, times in seen.items()}


def test_rounding_is_to_the_nearest_level_with_ties_away_from_zero():
    for draws in range(1, 8):
        for total in range(-60, 61):
            mean, level = Fraction(total, draws), nearest_level(total, draws)
            size = floor(abs(mean) + Fraction(1, 2))
            assert level == (size if mean > 0 else -size)
            assert first_sum_of_level(level, draws) <= total < first_sum_of_level(level + 1, draws)


def test_leaving_a_record_out_is_the_same_as_never_having_it():
    source = random.Random("division")
    for _ in range(30):
        values = [source.randint(-9, 9) for _ in range(source.randint(2, 9))]
        size = source.randint(0, len(values) - 1)
        whole = SubsetSums.of(values, size)
        for value in set(values):
            rest = whole.without(value)
            fewer = list(values)
            fewer.remove(value)
            for chosen in range(size + 1):
                first, counts = rest.counts(chosen)
                seen = Counter(sum(sample) for sample in combinations(fewer, chosen))
                assert {first + index: times for index, times in enumerate(counts) if times} == dict(seen)


def test_more_than_half_of_the_records_are_counted_by_what_is_left_out():
    values = tuple(random.Random("halves").randint(0, 9) for _ in range(9))
    for size in range(5):
        sums = SubsetSums.of(values, size)
        for chosen in (size, 9 - size):
            first, counts = sums.counts(chosen)
            seen = Counter(sum(sample) for sample in combinations(values, chosen))
            assert {first + index: times for index, times in enumerate(counts) if times} == dict(seen)
    with pytest.raises(DomainError, match="subsets of 4 of 9 values were not counted"):
        SubsetSums.of(values, 3).counts(4)


@pytest.mark.slow(every=3)
@pytest.mark.parametrize(("records", "draws", "spread"), [(40, 20, 3), (940, 450, 1), (940, 490, 1)])
def test_float_counts_are_as_accurate_as_they_say(records, draws, spread):
    source = random.Random(records)
    values = [source.randint(0, spread) for _ in range(records)]
    sums = SubsetSums.of(values, min(draws, records - draws))
    first, exact = sums.counts(draws)
    start, floats = sums.floats(draws)
    assert start == first and len(floats) == len(exact)
    assert (sums.float_shift > 0) == (comb(records, draws).bit_length() > 900)
    error = relative_error(sums.float_roundings)
    for count, value in zip(exact, floats, strict=True):
        scaled = Fraction(count, 2**sums.float_shift)
        if scaled > Fraction(2) ** -1000:
            assert abs(Fraction(float(value)) - scaled) <= error * scaled
        else:
            assert 0 <= value <= 2.0**-999


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: SubsetSums.of([], 0), "there must be at least one value, got none"),
        (lambda: SubsetSums.of([1, 2], 3), "size must be between 0 and the number of values 2, got 3"),
        (lambda: SubsetSums.of([1, 2], -1), "size must be between 0 and the number of values 2, got -1"),
        (lambda: SubsetSums.of([1, 2], 1).without(3), "the record to leave out must be one of the values, got 3"),
        (lambda: sum_law([1, 2], 3), "draws must be between 0 and the number of values 2, got 3"),
        (lambda: SubsetSums.of(range(10**5), 5000), "the exact law of the sum must need at most"),
    ],
)
def test_what_is_refused(call, message):
    with pytest.raises(DomainError, match="^" + message):
        call()


@pytest.mark.parametrize(("values", "size"), [(range(0, 400, 7), 20), ([5, 1000], 1), ([3] * 40 + [90] * 40, 40)])
@pytest.mark.parametrize("limit", ["MOST_BYTES_HELD", "MOST_BYTES_MOVED"])
def test_what_is_refused_would_be_about_as_large_as_the_limit(values, size, limit, monkeypatch):
    values = list(values)
    rows = SubsetSums.of(values, size).rows
    bytes_held = sum(-(-int(row).bit_length() // 8) for row in rows)
    needed = bytes_held * (1 if limit == "MOST_BYTES_HELD" else len(values))
    monkeypatch.setattr(subset_sums, limit, 4 * needed + 400)
    assert SubsetSums.of(values, size).rows == rows
    monkeypatch.setattr(subset_sums, limit, needed // 2)
    with pytest.raises(SizeError, match="must need at most"):
        SubsetSums.of(values, size)
