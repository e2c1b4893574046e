"""The counted cost of the published algorithm against the algorithm that counts itself."""

from __future__ import annotations

from fractions import Fraction
from math import comb, factorial, log2

import pytest

from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.errors import DomainError
from sdp_proofs.papers.smoothed_dp.algorithm_cost import AlgorithmCost, Polynomial, differences, growth
from sdp_proofs.privacy.smoothed.algorithm_one import algorithm_one

CASES = ((2, 2), (2, 3), (3, 2), (3, 3))
THREE_TYPES = ["1/2,1/4,1/4", "1/4,1/2,1/4", "1/4,1/4,1/2"]
TWO_TYPES = ["1/4,3/4", "1/2,1/2", "3/4,1/4"]


def laws(types, sources):
    return SourceSet.from_laws((TWO_TYPES if types == 2 else THREE_TYPES)[:sources])


@pytest.mark.parametrize("types, sources", CASES)
@pytest.mark.parametrize("records", [1, 2, 3, 5])
def test_sums_are_what_the_algorithm_counts(types, sources, records):
    # All given laws are used, also those in the middle: the number of sources is l whatever the hull.
    run = algorithm_one(lambda counts: Fraction(counts[0]), laws(types, sources), records, reduced=False)
    assert AlgorithmCost(types, sources).counted(records) == run.multiplications


@pytest.mark.parametrize("types", [2, 3, 4, 5])
@pytest.mark.parametrize("sources", [2, 3, 4])
def test_the_degree_is_that_of_the_main_text(types, sources):
    cost = AlgorithmCost(types, sources)
    assert cost.degree == cost.convolution.degree == 2 * types + sources - 3
    assert cost.total.leading == Fraction(comb(types + sources - 2, types), factorial(cost.degree))


@pytest.mark.parametrize("types", [2, 3, 4])
@pytest.mark.parametrize("records", [1, 2, 7, 30])
def test_two_sources_in_closed_form(types, records):
    expected = comb(records + 2 * types - 1, 2 * types - 1) - 2 * comb(records + types - 1, types - 1)
    cost = AlgorithmCost(types, 2)
    assert cost.counted(records).convolution == cost.convolution(records) == expected


@pytest.mark.parametrize("types, sources", CASES)
def test_polynomials_hold_far_beyond_the_values_they_were_read_from(types, sources):
    cost = AlgorithmCost(types, sources)
    counted = cost.counted(40)
    assert (cost.convolution(40), cost.total(40)) == (counted.convolution, counted.total)


@pytest.mark.parametrize("types, sources", CASES)
def test_differences_beyond_the_degree_vanish(types, sources):
    cost = AlgorithmCost(types, sources)
    found = differences([cost.counted(n).total for n in range(1, cost.degree + 6)])
    assert found[cost.degree] == factorial(cost.degree) * cost.total.leading > 0
    assert found[cost.degree + 1 :] == [0] * 4


@pytest.mark.parametrize("types, sources, expected", [(2, 2, 2), (2, 3, 2), (3, 2, 1), (3, 3, 1)])
def test_the_appendix_fails_for_three_types(types, sources, expected):
    cost = AlgorithmCost(types, sources)
    assert len(cost.supported()) == expected
    assert cost.supported()[0] == cost.main_text_exponent
    first = cost.first_size_above(cost.appendix_exponent)
    assert (first is None) == (expected == 2)
    if first is not None:
        appendix = cost.appendix_exponent
        assert log2(cost.total(2 * first) / cost.total(first)) > appendix
        assert log2(cost.total(first) / cost.total(first // 2)) < appendix + 2e-3
        ratios = [cost.total(first * 2**i) / (first * 2**i) ** appendix for i in range(8)]
        assert ratios == sorted(ratios) and ratios[-1] > 2 * ratios[0]


@pytest.mark.parametrize("types, sources", CASES)
def test_exponents_between_sizes_rise_towards_the_degree(types, sources):
    cost = AlgorithmCost(types, sources)
    slopes = [log2(cost.total(2 * n) / cost.total(n)) for n in (1, 3, 10, 100, 1000, 10_000)]
    assert slopes == sorted(slopes)
    for n in (10, 1000):
        low, high = cost.exponent(n)
        slope = log2(cost.total(2 * n) / cost.total(n))
        assert float(low) <= slope <= float(low) + 1e-3
        assert slope < high == cost.degree


@pytest.mark.parametrize("count, doubled", [(1, 1), (1, 2), (3, 10), (7, 10**6), (5, 40)])
def test_growth_brackets_the_logarithm(count, doubled):
    low, high = growth(count, doubled)
    assert high - low == Fraction(1, 1000)
    assert float(low) <= log2(doubled / count) + 1e-12
    assert log2(doubled / count) < float(high) + 1e-12


def test_polynomial_of_constants_and_powers():
    assert Polynomial.through([5, 5, 5]).coefficients == (5,)
    assert Polynomial.through([0, 0]).coefficients == (0,)
    cubes = Polynomial.through([n**3 - n for n in range(1, 8)])
    assert cubes.coefficients == (0, -1, 0, 1)
    assert cubes(10**6) == 10**18 - 10**6


@pytest.mark.parametrize("types, sources", [(1, 2), (2, 1)])
def test_one_type_or_one_source_is_refused(types, sources):
    with pytest.raises(DomainError, match="types and sources must be >= 2"):
        AlgorithmCost(types, sources)


def test_no_record_and_falling_counts_are_refused():
    with pytest.raises(DomainError, match="at least one record"):
        AlgorithmCost(2, 2).counted(0)
    with pytest.raises(DomainError, match="at least one record"):
        AlgorithmCost(2, 2).exponent(0)
    with pytest.raises(DomainError, match="must not fall"):
        growth(3, 2)
