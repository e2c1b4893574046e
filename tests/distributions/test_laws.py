"""The two laws against their definitions, and the exact identity behind their continued fractions."""

from __future__ import annotations

from fractions import Fraction
from math import comb, isclose

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sdp_proofs.distributions.counts import Binomial, Hypergeometric
from sdp_proofs.errors import DomainError
from sdp_proofs.sums.terms import TailFraction

populations = st.integers(1, 60)
probabilities = st.fractions(Fraction(1, 100), Fraction(99, 100), max_denominator=100)


@st.composite
def hypergeometrics(draw: st.DrawFn, most: int = 60) -> Hypergeometric:
    population = draw(st.integers(1, most))
    marked, draws = draw(st.integers(0, population)), draw(st.integers(0, population))
    return Hypergeometric(population=population, marked=marked, draws=draws)


binomials = st.builds(Binomial, draws=st.integers(0, 60), success=probabilities)
laws = hypergeometrics() | binomials


@given(hypergeometrics())
def test_hypergeometric_pmf_is_the_count_of_samples(law: Hypergeometric) -> None:
    total = comb(law.population, law.draws)
    for k in range(-1, law.population + 2):
        ways = (
            comb(law.marked, k) * comb(law.population - law.marked, law.draws - k)
            if 0 <= k <= law.draws
            else 0
        )
        assert law.pmf(k) == Fraction(ways, total)


@given(binomials)
def test_binomial_pmf_is_the_count_of_sequences(law: Binomial) -> None:
    p = law.success
    for k in range(-1, law.draws + 2):
        assert law.pmf(k) == (
            comb(law.draws, k) * p**k * (1 - p) ** (law.draws - k) if 0 <= k <= law.draws else 0
        )


@given(laws)
def test_mean_deviation_and_support(law: Hypergeometric | Binomial) -> None:
    support = range(law.term.low, law.term.high + 1)
    assert sum(law.pmf(k) for k in support) == 1
    assert all(law.pmf(k) > 0 for k in support)
    assert law.pmf(law.term.low - 1) == 0 == law.pmf(law.term.high + 1)
    mean = sum(k * law.pmf(k) for k in support)
    assert mean == law.mean
    variance = sum((k - mean) ** 2 * law.pmf(k) for k in support)
    assert isclose(law.deviation_estimate, float(variance) ** 0.5, rel_tol=1e-12, abs_tol=1e-12)


@pytest.mark.parametrize(("marked", "draws"), [(-1, 2), (5, 2), (2, -1), (2, 5)])
def test_hypergeometric_domain(marked: int, draws: int) -> None:
    with pytest.raises(DomainError, match="must be between 0 and population = 4"):
        Hypergeometric(population=4, marked=marked, draws=draws)


@pytest.mark.parametrize(
    ("draws", "success"), [(-1, Fraction(1, 2)), (3, Fraction(0)), (3, Fraction(1)), (3, Fraction(3, 2))]
)
def test_binomial_domain(draws: int, success: Fraction) -> None:
    with pytest.raises(DomainError, match="must be"):
        Binomial(draws=draws, success=success)


def quotients(fraction: TailFraction, levels: int) -> tuple[list[Fraction], list[Fraction]]:
    rows = [fraction.level(j) for j in range(levels + 1)]
    return [Fraction(a, b) for a, b, _, _ in rows], [Fraction(c, d) for _, _, c, d in rows]


def convergent(fraction: TailFraction, levels: int) -> tuple[Fraction, Fraction] | None:
    """front * P_N/Q_N and Q_N with a_0..a_{N-1}, by the three-term recurrence; None where Q_N = 0."""
    a, partials = quotients(fraction, levels)
    before, now = (Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))
    for j in range(levels):
        weight = partials[j] if j else Fraction(1)
        before, now = now, (a[j] * now[0] + weight * before[0], a[j] * now[1] + weight * before[1])
    return None if now[1] == 0 else (Fraction(*fraction.front()) * now[0] / now[1], now[1])


def exact_weight(law: Hypergeometric | Binomial, levels: int) -> Fraction:
    n = law.population if isinstance(law, Hypergeometric) else None
    return Fraction(1) if n is None else Fraction(n + 1 + 2 * levels, n + 1)


@settings(max_examples=300)
@given(
    hypergeometrics(200) | st.builds(Binomial, draws=st.integers(0, 200), success=probabilities), st.data()
)
def test_the_identity_of_the_continued_fraction(law: Hypergeometric | Binomial, data: st.DataObject) -> None:
    k = data.draw(st.integers(law.term.low, law.term.high + 3))
    levels = data.draw(st.integers(1, 12))
    here, there = convergent(law.tail_fraction(k), levels), convergent(law.tail_fraction(k + 1), levels)
    assume(here is not None and there is not None)
    assert here is not None and there is not None
    _, partials = quotients(law.tail_fraction(k), levels)
    product = Fraction(1)
    for j in range(1, levels + 1):
        product *= partials[j]
    p, q = law.term.ratio(k)
    left = 1 - here[0] + Fraction(p, q) * there[0]
    assert left == (-1) ** levels * exact_weight(law, levels) * product / (here[1] * there[1])


@given(laws, st.integers(0, 300))
def test_partial_numerators_are_positive_and_free_of_the_point(
    law: Hypergeometric | Binomial, levels: int
) -> None:
    first, second = law.tail_fraction(law.term.low), law.tail_fraction(law.term.low + 1)
    for j in (1, 2, levels + 1):
        _, b, partial, below = first.level(j)
        assert partial > 0 and below > 0 and b > 0
        assert second.level(j)[2:] == (partial, below)
        assert Fraction(*second.level(j)[:2]) == Fraction(*first.level(j)[:2]) + 1


@given(laws, st.integers(0, 200_000))
def test_the_weight_is_an_upper_bound(law: Hypergeometric | Binomial, levels: int) -> None:
    assert Fraction(law.tail_fraction(law.term.low).weight(levels)) >= exact_weight(law, levels)


@given(laws)
def test_the_fraction_refuses_the_lower_end_of_the_support(law: Hypergeometric | Binomial) -> None:
    """There front is zero, and so is a_0 never positive: no tail is ever claimed to be 0."""
    fraction = law.tail_fraction(law.term.low)
    assert fraction.front()[0] != 0 or fraction.level(0)[0] < 0
