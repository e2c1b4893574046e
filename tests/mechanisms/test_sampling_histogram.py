"""The enumerated laws against a judge that knows no combinatorics: it lists samples of actual records."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.mechanisms.sampling import SamplingHistogram


def listed_law(counts, draws, replacement):
    records = [kind for kind, count in enumerate(counts) for _ in range(count)]
    choose = product(range(len(records)), repeat=draws) if replacement else combinations(range(len(records)), draws)
    seen = Counter()
    for sample in choose:
        drawn = Counter(records[index] for index in sample)
        seen[tuple(drawn[kind] for kind in range(len(counts)))] += 1
    total = sum(seen.values())
    return {histogram: Fraction(times, total) for histogram, times in seen.items()}


def all_counts(records, types):
    if types == 1:
        return [(records,)]
    return [(first, *rest) for first in range(records + 1) for rest in all_counts(records - first, types - 1)]


@pytest.mark.parametrize("types", [2, 3, 4])
def test_sampled_law_is_the_count_of_all_subsets(types):
    for records in range(1, 7):
        for counts in all_counts(records, types):
            for draws in range(records + 1):
                assert dict(SamplingHistogram(draws).law(counts)) == listed_law(counts, draws, False)


@pytest.mark.parametrize("types", [2, 3])
def test_resampled_law_is_the_count_of_all_sequences(types):
    for records in range(1, 6):
        for counts in all_counts(records, types):
            for draws in range(5 if records < 5 else 4):
                law = SamplingHistogram(draws, replacement=True).law(counts)
                assert dict(law) == listed_law(counts, draws, True)


def test_adjacency_is_one_replaced_record():
    """Against all lists of three records that differ from one list in at most one place."""
    records = (0, 0, 2)
    reached = set()
    for other in product(range(3), repeat=3):
        if sum(a != b for a, b in zip(records, other, strict=True)) == 1:
            reached.add(tuple(other.count(kind) for kind in range(3)))
    assert set(SamplingHistogram(1).neighbours((2, 0, 1))) == reached


def test_refusals():
    with pytest.raises(DomainError, match=r"^draws must .*, got -1$"):
        SamplingHistogram(-1)
    with pytest.raises(DomainError, match=r"^draws must .*, got 3$"):
        SamplingHistogram(3).law((1, 1))
