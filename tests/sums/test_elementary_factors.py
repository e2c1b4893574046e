"""Averages over the simplex against their definition in fractions, and the proven error against the true one."""

from __future__ import annotations

import random
import sys
from fractions import Fraction
from itertools import permutations, product
from math import comb

import numpy as np
import pytest

from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.floats import (
    LEAST_NORMAL,
    UNIT,
    SimplexTable,
    binomial_coefficients,
    binomial_matrix,
    relative_error,
)
from sdp_proofs.sums.elementary_factors import (
    factorise,
    smoothed,
    smoothed_by_elementary_factors,
    smoothed_record_by_record,
    stochastic_matrix,
)

IDENTITY = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
SPREAD = [["0.6", "0.3", "0.1"], ["0.2", "0.5", "0.3"], ["0.1", "0.2", "0.7"]]
ALIKE = [["1/3", "1/3", "1/3"], ["1/3", "1/3", "1/3"], ["1/2", "1/4", "1/4"]]
ALL_ALIKE = [["1/3", "1/6", "1/2"]] * 3
THIRD_UNUSED = [["1/4", "3/4", 0], ["2/3", "1/3", 0], ["1/2", "1/2", 0]]
ONE_TYPE = [[0, 1, 0]] * 3
# No order of laws and types gives a nonnegative L D U.
CYCLIC = [[0, "1/2", "1/2"], ["1/2", 0, "1/2"], ["1/2", "1/2", 0]]
# Its shortest factorisation takes the laws in an order that is not its own inverse.
TURNED = [[0, "3/4", "1/4"], ["1/2", "1/4", "1/4"], ["3/4", "1/4", 0]]
NAMED = [TURNED, IDENTITY, SPREAD, ALIKE, ALL_ALIKE, THIRD_UNUSED, ONE_TYPE, CYCLIC]


def mixtures(records):
    return [(a, b, records - a - b) for a in range(records + 1) for b in range(records + 1 - a)]


def random_matrix(source, zeros=0.25):
    rows = []
    for _ in range(3):
        weights = [0 if source.random() < zeros else source.randint(1, 9) for _ in range(3)]
        weights[source.randrange(3)] += not any(weights)
        rows.append([Fraction(weight, sum(weights)) for weight in weights])
    return stochastic_matrix(rows)


def random_table(source, records, spread=0):
    values = np.zeros((records + 1, records + 1))
    for a, b, _ in mixtures(records):
        values[a, b] = source.random() * 10.0 ** -source.randint(0, spread)
    return SimplexTable(values, 0, 0.0, "given")


def law_of_counts(matrix, mixture):
    """The exact law of the histogram, record by record."""
    law = {(0, 0, 0): Fraction(1)}
    for source, count in zip(matrix, mixture, strict=True):
        for _ in range(count):
            following = {}
            for counts, mass in law.items():
                for kind in range(3):
                    reached = tuple(number + (kind == i) for i, number in enumerate(counts))
                    following[reached] = following.get(reached, 0) + mass * source[kind]
            law = following
    return law


def average(matrix, mixture, table):
    law = law_of_counts(matrix, mixture)
    return sum(mass * Fraction(float(table.values[counts[:2]])) for counts, mass in law.items())


def routes(table, matrix):
    found = factorise(matrix)
    one_by_one = smoothed_record_by_record(table, matrix)
    return [one_by_one] if found is None else [one_by_one, smoothed_by_elementary_factors(table, found)]


def assert_encloses(result, mixture, truth):
    low, high = result.bounds(*mixture[:2])
    assert low <= truth <= high
    computed = Fraction(float(result.values[mixture[:2]]))
    assert abs(computed - truth) <= Fraction(result.relative_error) * truth + Fraction(result.absolute_error)


@pytest.mark.parametrize("rows", NAMED)
def test_every_mixture_equals_the_enumeration_of_all_assignments(rows):
    matrix, source = stochastic_matrix(rows), random.Random(1)
    for records in (1, 2, 4):
        table = random_table(source, records)
        for result in routes(table, matrix):
            for mixture in mixtures(records):
                laws = [matrix[j] for j in range(3) for _ in range(mixture[j])]
                truth = Fraction(0)
                for kinds in product(range(3), repeat=records):
                    mass = Fraction(1)
                    for law, kind in zip(laws, kinds, strict=True):
                        mass *= law[kind]
                    truth += mass * Fraction(float(table.values[kinds.count(0), kinds.count(1)]))
                assert_encloses(result, mixture, truth)


@pytest.mark.parametrize("seed", range(12))
def test_random_laws_with_zeros_agree_with_exact_convolution(seed):
    source = random.Random(seed)
    matrix, records = random_matrix(source), source.choice((5, 6, 8))
    table = random_table(source, records, spread=12)
    for result in routes(table, matrix):
        for mixture in mixtures(records):
            assert_encloses(result, mixture, average(matrix, mixture, table))


@pytest.mark.slow(every=3)
@pytest.mark.parametrize("rows", [SPREAD, CYCLIC, ALIKE])
def test_the_proven_error_bounds_the_observed_one_and_is_not_lavish(rows):
    matrix, source = stochastic_matrix(rows), random.Random(7)
    table = random_table(source, 12, spread=20)
    for result in routes(table, matrix):
        assert result.absolute_error == 0.0
        observed = Fraction(0)
        for mixture in source.sample(mixtures(12), 20):
            truth = average(matrix, mixture, table)
            assert_encloses(result, mixture, truth)
            observed = max(observed, abs(Fraction(float(result.values[mixture[:2]])) - truth) / truth)
        assert 0 < observed <= result.relative_error <= relative_error(6 * (12 + 7)) * (1 + Fraction(1, 10**9))


def test_factors_and_single_records_agree_for_sixty_records():
    source = random.Random(3)
    for rows in (SPREAD, THIRD_UNUSED):
        matrix, table = stochastic_matrix(rows), random_table(source, 60, spread=30)
        one_by_one, by_factors = routes(table, matrix)
        assert one_by_one.method != by_factors.method
        for mixture in mixtures(60):
            (low, high), (other_low, other_high) = (result.bounds(*mixture[:2]) for result in (one_by_one, by_factors))
            assert max(low, other_low) <= min(high, other_high)


@pytest.mark.parametrize("rows", NAMED)
def test_the_shears_multiply_out_to_the_matrix(rows):
    matrix = stochastic_matrix(rows)
    found = factorise(matrix)
    assert (found is None) == (rows is CYCLIC)
    if found is not None:
        assert found.matrix() == matrix
        assert all(0 < factor.share <= 1 and factor.source != factor.target for factor in found.factors)
        assert len(found.factors) <= 6


def test_most_random_matrices_are_products_of_shears_and_some_are_not():
    source = random.Random(5)
    matrices = [random_matrix(source, zeros=0) for _ in range(150)]
    found = [factorise(matrix) for matrix in matrices]
    assert all(factors is None or factors.matrix() == matrix for factors, matrix in zip(found, matrices, strict=True))
    assert 100 <= sum(factors is not None for factors in found) < 150


def test_whether_a_factorisation_exists_does_not_depend_on_the_order_of_laws_and_types():
    source = random.Random(6)
    for _ in range(10):
        matrix = random_matrix(source, zeros=0.1)
        exists = factorise(matrix) is not None
        for rows, columns in product(permutations(range(3)), repeat=2):
            moved = stochastic_matrix([[matrix[r][s] for s in columns] for r in rows])
            assert (factorise(moved) is not None) == exists


def test_the_identity_needs_no_shear_and_changes_nothing():
    found = factorise(stochastic_matrix(IDENTITY))
    assert found.factors == ()
    table = random_table(random.Random(8), 9)
    result = smoothed(table, stochastic_matrix(IDENTITY))
    assert (result.values == table.values).all()
    assert result.relative_error <= 1e-300


@pytest.mark.parametrize("rows", [SPREAD, CYCLIC])
def test_permuted_laws_permute_the_mixtures_and_permuted_types_the_histograms(rows):
    matrix, records = stochastic_matrix(rows), 7
    table = random_table(random.Random(9), records)
    for result, order in product(routes(table, matrix), permutations(range(3))):
        moved_laws = smoothed(table, stochastic_matrix([matrix[j] for j in order]))
        values = np.zeros_like(table.values)
        for counts in mixtures(records):
            values[counts[order[0]], counts[order[1]]] = table.values[counts[:2]]
        moved_types = smoothed(
            SimplexTable(values, 0, 0.0, "given"), stochastic_matrix([[law[i] for i in order] for law in matrix])
        )
        for mixture in mixtures(records):
            expected = result.values[mixture[:2]]
            assert moved_laws.values[mixture[order[0]], mixture[order[1]]] == pytest.approx(expected, rel=1e-13, abs=0)
            assert moved_types.values[mixture[:2]] == pytest.approx(expected, rel=1e-13, abs=0)


@pytest.mark.slow(every=2)
@pytest.mark.parametrize("rows", [[["0.998", "0.001", "0.001"], ["0.1", "0.8", "0.1"], ["0.2", "0.2", "0.6"]], CYCLIC])
def test_what_falls_below_the_range_of_floats_is_accounted_for(rows):
    matrix, records = stochastic_matrix(rows), 400
    values = np.zeros((records + 1, records + 1))
    values[0, 0] = 1e-200  # all records of the third type
    for result in routes(SimplexTable(values, 0, 0.0, "given"), matrix):
        assert 0 < result.absolute_error < 1e-300
        for mixture in ((400, 0, 0), (150, 150, 100), (60, 40, 300), (0, 0, 400)):
            truth = Fraction(1e-200)
            for law, count in zip(matrix, mixture, strict=True):
                truth *= law[2] ** count
            low, high = result.bounds(*mixture[:2])
            assert low <= truth <= high
            assert high > 0


def test_records_taken_below_the_range_of_floats_are_accounted_for():
    tiny = Fraction(1, 10**160)
    laws = stochastic_matrix([["1/2", "1/2", 0], ["1/2", "1/2", 0], [1 - tiny, 0, tiny]])
    values = np.zeros((3, 3))
    values[0, 0] = 1e-10
    result = smoothed_record_by_record(SimplexTable(values, 0, 0.0, "given"), laws)
    low, high = result.bounds(0, 0)
    assert low <= tiny**2 * Fraction(1e-10) <= high


def test_binomial_probabilities_are_within_their_roundings():
    for success in (Fraction(1, 3), Fraction(999, 1000), Fraction(0), Fraction(1), Fraction(2, 7**30)):
        matrix = binomial_matrix(30, success)
        bound = relative_error(6)
        for k in (0, 1, 13, 30):
            for x in range(31):
                truth = comb(k, x) * success**x * (1 - success) ** (k - x) if x <= k else 0
                computed = Fraction(float(matrix.table[k, x]))
                if truth > Fraction(1, 2**1022):
                    assert abs(computed - truth) <= bound * truth
                else:
                    assert abs(computed - truth) <= Fraction(1, 2**1022)
                    assert truth == 0 or matrix.least < 2.0**-1022


def test_binomial_coefficients_are_correctly_rounded():
    table = binomial_coefficients(101)
    assert all(table[k, x] == float(comb(k, x)) for k in range(101) for x in range(101))
    with pytest.raises(SizeError, match="up to row 1000, got 1001"):
        binomial_coefficients(1002)


def test_the_largest_value_and_where_it_is():
    values = np.array([[0.25, 0.5, 0.125], [0.75, 0.0, 0.0], [0.5, 0.0, 0.0]])
    exact = SimplexTable(values, 0, 0.0, "given").largest()
    assert (exact.value.exact, exact.counts) == (Fraction(3, 4), (1, 0, 1))
    rough = SimplexTable(values, 1000, 0.0, "given").largest()
    assert rough.value.exact is None
    assert rough.value.contains(Fraction(3, 4) / (1 + relative_error(1000)))
    assert not rough.value.contains(Fraction(3, 4) * (1 + relative_error(1010)))


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (IDENTITY[:2], "there must be three laws over three types"),
        ([[1, 0], [0, 1], [1, 0]], "there must be three laws over three types"),
        ([["1/2", "1/2", "1/2"], *IDENTITY[1:]], "probabilities must be >= 0 and sum to one, got 1/2, 1/2, 1/2"),
        ([["3/2", "-1/2", 0], *IDENTITY[1:]], "probabilities must be >= 0 and sum to one, got 3/2, -1/2, 0"),
        ([[0.5, 0.5, 0], *IDENTITY[1:]], "a probability must be exact"),
    ],
)
def test_laws_that_are_refused(rows, message):
    with pytest.raises(DomainError, match="^" + message):
        stochastic_matrix(rows)


@pytest.mark.parametrize("value", [-0.5, 1.5, float("nan")])
def test_values_that_are_refused(value):
    table = SimplexTable(np.array([[0.5, value], [0.5, 0.0]]), 0, 0.0, "given")
    for rows in (SPREAD, CYCLIC):
        with pytest.raises(DomainError, match="must lie between 0 and 1"):
            smoothed(table, stochastic_matrix(rows))


def test_the_constants_are_those_of_the_doubles():
    assert sys.float_info.min == LEAST_NORMAL
    assert Fraction(sys.float_info.epsilon) / 2 == UNIT
