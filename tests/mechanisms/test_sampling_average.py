"""The law of the published mean against a judge that lists all samples."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb, floor

import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.mechanisms.sampling import SamplingAverage


def half_away(mean):
    size = floor(abs(mean) + Fraction(1, 2))
    return Fraction(size if mean > 0 else -size)


@pytest.mark.parametrize("rounded", [False, True])
def test_the_law_is_the_listed_one(rounded):
    source = random.Random(f"average {rounded}")
    for _ in range(60):
        low = source.randint(-6, 3)
        high = low + source.randint(1, 6)
        values = [source.randint(low, high) for _ in range(source.randint(1, 7))]
        draws = source.randint(1, len(values))
        mechanism = SamplingAverage(low, high, draws, rounded)
        means = [Fraction(sum(sample), draws) for sample in combinations(values, draws)]
        seen = Counter(half_away(mean) if rounded else mean for mean in means)
        samples = comb(len(values), draws)
        assert dict(mechanism.law(values)) == {output: Fraction(times, samples) for output, times in seen.items()}


def test_every_neighbour_is_listed_once_per_record():
    mechanism = SamplingAverage(-1, 2, draws=1)
    for values in ((0,), (0, 0), (-1, 2, 2)):
        found = list(mechanism.neighbours(values))
        assert len(found) == 3 * len(values) == len(set(found))
        for other in found:
            assert sum(a != b for a, b in zip(values, other, strict=True)) == 1
            assert all(-1 <= value <= 2 for value in other)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: SamplingAverage(0, 3, 0), "draws must be >= 1, got 0"),
        (lambda: SamplingAverage(3, 3, 1), "there must be at least two levels, got 3 to 3"),
        (lambda: SamplingAverage(0, 3, 1).law((4,)), "a record must be one of the levels 0 to 3, got 4"),
        (lambda: list(SamplingAverage(0, 3, 1).neighbours((4,))), "a record must be one of the levels 0 to 3, got 4"),
        (lambda: SamplingAverage(0, 3, 2).law((3,)), "draws must be between 0 and the number of values 1, got 2"),
    ],
)
def test_what_is_refused(call, message):
    with pytest.raises(DomainError, match="^" + message):
        call()
