"""Polynomials that decide all hulls: against Algorithm 1, and at the two sizes of the smallest counterexample."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise
from math import comb

import pytest

from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.errors import DomainError
from sdp_proofs.papers.project.pure_assignments import (
    Gaps,
    Losses,
    decide_pure,
    falls_and_rises,
    nonnegative_on_unit_interval,
)
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.privacy.smoothed.delta import Smoothing, smoothed_delta
from sdp_proofs.verdict import Verdict


def algorithm_one(records: int, draws: int, odds: Fraction, share: Fraction) -> dict[int, Fraction]:
    """F by the number of records that follow the law (1 - share, share)."""
    sources = SourceSet.from_laws([(1 - share, share), (share, 1 - share)])
    found = smoothed_delta(Smoothing(sources, records, draws), Budget.read(odds=odds), route="algorithm-1")
    return {mixture[0]: value.exact or Fraction(0) for mixture, value in (found.table or {}).items()}


def test_losses_are_those_of_the_databases() -> None:
    draw = random.Random(1)
    for _ in range(60):
        records = draw.randint(2, 20)
        draws = draw.randint(1, records - 1)
        odds = 1 + Fraction(draw.randint(0, 30), draw.randint(1, 30))
        found = Losses(records, draws).of_databases(odds)
        scale = comb(records, draws) * odds.denominator
        for count in (0, draw.randint(0, records), records):
            database = Database((count, records - count), draws)
            assert Fraction(found[count], scale) == delta(database, Budget.read(odds=odds)).value.exact


def test_losses_are_linear_between_critical_odds() -> None:
    records, draws = 19, 15
    losses = Losses(records, draws)
    critical = list(losses.critical_odds())
    assert len(critical) > 5
    for low, high in pairwise(critical):
        if any(low < ratio < high for ratio in losses.ratios):
            continue
        middle = (low + high) / 2
        sides = [[Fraction(v, odds.denominator) for v in losses.of_databases(odds)] for odds in (low, middle, high)]
        assert all(2 * between == one + other for one, between, other in zip(*sides, strict=True))


def valley(values: list[int]) -> bool:
    """All of it, and not only one half."""
    lowest = values.index(min(values))
    return values == sorted(values[:lowest], reverse=True) + sorted(values[lowest:])


def test_odds_that_are_passed_over_have_valleys() -> None:
    """Also between the critical odds, and beyond the last of them."""
    near = Fraction(1, 10**6)
    passed = kept = 0
    for records in (*range(2, 16), 20, 25, 30):
        for draws in range(1, records):
            losses = Losses(records, draws)
            critical = set(losses.critical_odds())
            for low, high in pairwise((*losses.ratios, losses.ratios[-1] + 1)):
                inside = [low + (high - low) * part for part in (near, Fraction(1, 2), 1 - near)]
                if not all(valley(losses.of_databases(odds)) for odds in inside):
                    assert low in critical
                    assert high in critical or high > losses.ratios[-1]
                    kept += 1
                elif not {low, high} & critical:
                    passed += 1
    assert passed > 100
    assert kept > 100


def test_both_ends_of_what_is_passed_over_have_the_largest_loss_in_its_place() -> None:
    for records, draws in ((9, 7), (12, 3), (19, 15), (30, 28)):
        losses = Losses(records, draws)
        critical = set(losses.critical_odds())
        largest = {}
        for odds in losses.ratios:
            pairs, values = losses.of_pairs(odds), losses.of_databases(odds)
            largest[odds] = pairs[1 : records // 2 + 1] == values[1 : records // 2 + 1]
        mixed = [ends for ends in pairwise(losses.ratios) if largest[ends[0]] != largest[ends[1]]]
        assert mixed
        assert all({low, high} <= critical for low, high in mixed)


def test_a_hill_in_the_middle_is_seen() -> None:
    for values in ([3, 2, 1, 2, 1, 2, 3], [3, 1, 2, 2, 1, 3], [2, 1, 2, 1, 2], [1, 2, 1], [2, 3, 3, 2]):
        assert not falls_and_rises(values)
    for values in ([3, 2, 1, 1, 2, 3], [2, 1, 2], [1, 1], [0, 0, 0]):
        assert falls_and_rises(values)


def test_polynomials_are_the_differences_of_the_averages() -> None:
    draw = random.Random(2)
    for _ in range(12):
        records = draw.randint(2, 11)
        draws = draw.randint(1, records - 1)
        odds = 1 + Fraction(draw.randint(0, 20), draw.randint(5, 20))
        share = Fraction(draw.randint(0, 9), 20)
        values = Losses(records, draws).of_databases(odds)
        scale = Fraction(2**records * comb(records, draws) * odds.denominator)
        averages, x = algorithm_one(records, draws, odds, share), (1 - 2 * share) ** 2
        gaps = list(Gaps(records).coefficients(values))
        assert len(gaps) == records // 2
        for k, coefficients in enumerate(gaps, 1):
            gap = x * sum(value * x**power for power, value in enumerate(coefficients)) / scale
            assert gap == averages[0] - averages[k]


def test_thirty_records_are_the_first_with_a_worse_mixed_assignment() -> None:
    verdicts = {draws: decide_pure(30, draws) for draws in (1, 2, 3, 4, 27, 28, 29)}
    assert [draws for draws, found in verdicts.items() if found.verdict is Verdict.FAILS] == [3, 28]
    assert all(found.verdict is Verdict.HOLDS for draws, found in verdicts.items() if draws not in (3, 28))
    for records, draws in ((29, 3), (29, 27), (28, 26), (20, 5)):
        assert decide_pure(records, draws).verdict is Verdict.HOLDS


def test_what_is_found_is_confirmed_by_algorithm_one() -> None:
    mixed = decide_pure(30, 3).mixed
    assert mixed is not None
    averages = algorithm_one(30, 3, mixed.odds, Fraction(1, 2) - Fraction(1, 64))
    assert mixed.square == Fraction(1, 32**2)
    assert averages[mixed.following] > max(averages[0], averages[30])


def test_polynomials_on_the_unit_interval() -> None:
    draw = random.Random(3)
    undecided = 0
    for _ in range(300):
        coefficients = [draw.randint(-6, 9) for _ in range(draw.randint(1, 7))]
        found = nonnegative_on_unit_interval(coefficients)
        heights = [sum(c * Fraction(i, 60) ** p for p, c in enumerate(coefficients)) for i in range(61)]
        if isinstance(found, Fraction):
            assert 0 <= found <= 1
            assert sum(c * found**p for p, c in enumerate(coefficients)) < 0
        elif found is Verdict.HOLDS:
            assert min(heights) >= 0
        else:
            undecided += 1
    assert undecided < 3


def test_outside_the_domain_is_refused() -> None:
    for records, draws in ((5, 0), (5, 5)):
        with pytest.raises(DomainError, match="need 1 <= T < n"):
            decide_pure(records, draws)
