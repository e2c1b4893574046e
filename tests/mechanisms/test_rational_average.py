"""The law of the mean of rationals against a judge that lists all samples, and Theorem 4 read off the laws."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from sdp_proofs.errors import DomainError
from tests.mechanisms.rational_average import RationalAverage

ODDS = (Fraction(1), Fraction(51, 49), Fraction(100))


def divergence(one, other, odds):
    return sum((max(mass - odds * other.probability(output), 0) for output, mass in one.items()), Fraction(0))


def test_the_law_is_the_listed_one():
    source = random.Random("rationals")
    for _ in range(80):
        values = [Fraction(source.randint(0, bottom), bottom) for bottom in source.choices(range(1, 9), k=6)]
        values = values[: source.randint(1, 6)]
        draws = source.randint(1, len(values))
        seen = Counter(sum(sample) / draws for sample in combinations(values, draws))
        samples = comb(len(values), draws)
        law = RationalAverage(draws).law(values)
        assert dict(law) == {output: Fraction(times, samples) for output, times in seen.items()}


def test_records_in_general_position_lose_the_sampling_rate_to_every_fresh_value():
    # The first records are 2^-k and the new value is 1/3: no two samples that differ have the same sum.
    for records in range(2, 7):
        database = [Fraction(1, 2**k) for k in range(records)]
        for draws in range(1, records):
            mechanism = RationalAverage(draws)
            law = mechanism.law(database)
            assert set(law.values()) == {Fraction(1, comb(records, draws))}
            for position in range(records):
                other = mechanism.law(mechanism.replaced(database, position, "1/3"))
                for odds in ODDS:
                    assert divergence(other, law, odds) == divergence(law, other, odds) == Fraction(draws, records)


def test_no_neighbour_loses_more_than_the_sampling_rate_and_some_lose_less():
    source = random.Random("coincidences")
    less = 0
    for _ in range(60):
        database = [Fraction(source.randint(0, 4), 4) for _ in range(5)]
        mechanism = RationalAverage(source.randint(1, 4))
        value = Fraction(source.randint(0, 4), 4)
        if value == database[0]:
            continue
        found = divergence(
            mechanism.law(mechanism.replaced(database, 0, value)), mechanism.law(database), Fraction(51, 49)
        )
        assert found <= Fraction(mechanism.draws, 5)
        less += found < Fraction(mechanism.draws, 5)
    assert less > 10


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: RationalAverage(0), "draws must be >= 1, got 0"),
        (lambda: RationalAverage(1).law(("3/2",)), "a record must be between 0 and 1, got 3/2"),
        (lambda: RationalAverage(2).law(("1/2",)), "draws must be between 0 and the number of values 1, got 2"),
        (lambda: RationalAverage(1).law((0.5,)), "a record must be"),
        (lambda: RationalAverage(1).law(()), "draws must be between 0 and the number of values 0, got 1"),
        (lambda: RationalAverage(1).replaced(("0", "1"), 2, "0"), "position must be between 0 and 1, got 2"),
        (lambda: RationalAverage(1).replaced(("0", "1"), 1, "1"), "a neighbour must have another value"),
        (lambda: RationalAverage(1).replaced(("0", "1"), 1, "2"), "a record must be between 0 and 1, got 2"),
    ],
)
def test_what_is_refused(call, message):
    with pytest.raises(DomainError, match="^" + message):
        call()
