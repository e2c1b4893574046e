"""Bounds of D over blocks of counts, against the definition at every count of the block."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from sdp_proofs.numbers.balls import arb
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.tables import ResampledBounds, SampledBounds

ODDS = (Fraction(1), Fraction(11, 10), Fraction(3, 2), Fraction(7))


def divergence(records: int, count: int, draws: int, odds: Fraction, *, replacement: bool) -> Fraction:
    """D(a): the sum over outputs, a records of the type against one fewer."""

    def law(marked: int) -> list[Fraction]:
        if replacement:
            share = Fraction(marked, records)
            return [comb(draws, h) * share**h * (1 - share) ** (draws - h) for h in range(draws + 1)]
        every = comb(records, draws)
        return [Fraction(comb(marked, h) * comb(records - marked, draws - h), every) for h in range(draws + 1)]

    return sum((max(Fraction(0), p - odds * q) for p, q in zip(law(count), law(count - 1), strict=True)), Fraction(0))


@pytest.mark.parametrize("replacement", [False, True])
@pytest.mark.parametrize("records", [5, 9, 30])
def test_bounds_of_blocks(records: int, replacement: bool) -> None:
    close = compared = 0
    for draws in sorted({1, 2, records // 2, records - 2, records - 1}):
        for odds in ODDS:
            bounds = (ResampledBounds if replacement else SampledBounds)(records, draws, Budget.read(odds=odds))
            exact = [divergence(records, a, draws, odds, replacement=replacement) for a in range(1, records + 1)]
            for first in range(1, records + 1):
                for last in {first, min(first + 2, records), records}:
                    low, sharp, high = (way(first, last) for way in (bounds.lower, bounds.sharp, bounds.upper))
                    for value in exact[first - 1 : last]:
                        assert below(low, value) and not below(sharp, value, strictly=True)
                        assert not below(high, value, strictly=True), (draws, odds, first, last)
                    compared += 1
                    close += below(high, 4 * max(exact[first - 1 : last]))
    assert close > compared / 3, "bounds that are always T/n would pass, too"


@pytest.mark.slow(every=2)
@pytest.mark.parametrize(("draws", "odds", "typical", "worst"), [(150, 2, 1.2, 2.3), (190, 7, 1.05, 1.4)])
def test_the_bound_of_one_count_is_near(draws: int, odds: int, typical: float, worst: float) -> None:
    bounds = SampledBounds(200, draws, Budget.read(odds=odds))
    exact = ((a, divergence(200, a, draws, Fraction(odds), replacement=False)) for a in range(1, 201))
    excess = sorted(float(bounds.upper(a, a)) / float(value) for a, value in exact if value)
    assert excess[len(excess) // 2] < typical and excess[-1] < worst


def below(bound: arb, value: Fraction, *, strictly: bool = False) -> bool:
    """Tell whether a bound, which is an exact number, is at most the value."""
    assert bound.is_exact()
    man, exp = bound.man_exp()
    number = Fraction(int(man)) * Fraction(2) ** int(exp)
    return number < value if strictly else number <= value
