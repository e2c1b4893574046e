"""The enumerated definitions: assignments one by one, agreement with the fast routes, refusals."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from sdp_proofs.distributions.finite import FiniteLaw, record_lists
from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.mechanisms.finite import OnRecords
from sdp_proofs.mechanisms.sampling import SamplingHistogram
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.definition import (
    database_delta,
    guessing_utilities,
    largest_expectation,
    missing_record_utilities,
    smoothed_delta_by_lists,
)
from sdp_proofs.privacy.histogram.database import Database
from sdp_proofs.privacy.smoothed.delta import Smoothing, smoothed_delta
from sdp_proofs.privacy.utility import utility

SOURCES = SourceSet.from_laws(["1/4,3/4", "1/3,2/3", "1/2,1/2"])


def test_largest_expectation_is_the_largest_of_sums_over_assignments_and_databases():
    values = {x: Fraction(3 * x[0] - 2 * x[1] + 5 * x[0] * x[2], 7) for x in record_lists(3, 2)}
    expected = {}
    for assignment in product(range(3), repeat=3):
        laws = [SOURCES.laws[index] for index in assignment]
        expected[assignment] = sum(
            laws[0][x[0]] * laws[1][x[1]] * laws[2][x[2]] * value for x, value in values.items()
        )
    for reduced in (True, False):
        found = largest_expectation(values.__getitem__, SOURCES, 3, reduced=reduced)
        assert found.value == max(expected.values()) == expected[found.assignment]


@pytest.mark.parametrize("draws", [1, 2, 4])
def test_smoothed_delta_by_lists_is_the_package_route(draws):
    found = smoothed_delta_by_lists(OnRecords(SamplingHistogram(draws), 2), SOURCES, 4, "3/2")
    assert smoothed_delta(Smoothing(SOURCES, 4, draws), Budget.read(odds="3/2")).value.exact == found.value


@pytest.mark.parametrize("counts", [(1, 3), (2, 2), (2, 1, 1)])
def test_delta_and_utility_of_the_sampled_histogram_are_those_of_the_fast_routes(counts):
    records = tuple(kind for kind, count in enumerate(counts) for _ in range(count))
    for draws in range(1, 5):
        mechanism = OnRecords(SamplingHistogram(draws), len(counts))
        best = max(
            max(missing_record_utilities(mechanism, records, position, len(counts), 2)) for position in range(4)
        )
        assert utility(Database(counts, draws), budget=Budget.read(odds=2)).value.exact == best
        assert database_delta(mechanism, records, 2) == database_delta(SamplingHistogram(draws), counts, 2)


@pytest.mark.parametrize(
    ("refused", "error", "message"),
    [
        (lambda: largest_expectation(lambda _: Fraction(0), SOURCES, 0), DomainError, "at least one record"),
        (lambda: largest_expectation(lambda _: Fraction(0), SOURCES, 19), SizeError, "multiplications"),
        (lambda: record_lists(10**9, 2), SizeError, "databases"),
        (lambda: guessing_utilities([], "1/2"), DomainError, "at least one distribution"),
        (lambda: guessing_utilities([FiniteLaw({0: 1})], 1), DomainError, r"threshold must be in \[0, 1\), got 1"),
        (
            lambda: missing_record_utilities(OnRecords(SamplingHistogram(1), 2), (0,), 1, 2, 2),
            DomainError,
            "position must be one of the 1 records",
        ),
        (lambda: database_delta(SamplingHistogram(1), (1, 1), "1/2"), DomainError, "odds must be >= 1"),
    ],
)
def test_refusals(refused, error, message):
    with pytest.raises(error, match=message):
        refused()
