"""Sampling with replacement: exact smoothed losses, the exact worst case, and the printed one."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.errors import DomainError
from sdp_proofs.privacy.bounds.instance import Instance
from sdp_proofs.privacy.bounds.published import (
    absent_type_lower,
    dp_delta,
    dp_delta_with_replacement,
    replacement_upper,
    theorem_5_worst_case,
    threshold,
    threshold_budget,
)
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.privacy.smoothed.algorithm_one import algorithm_one
from sdp_proofs.privacy.smoothed.delta import Smoothing, smoothed_delta

ODDS = [Fraction(1), Fraction(51, 49), Fraction(2), Fraction(9)]


def largest_loss(n, types, draws, odds, replacement):
    if types == 2:
        counts = [(own, n - own) for own in range(n + 1)]
    else:
        counts = [(a, b, n - a - b) for a in range(n + 1) for b in range(n + 1 - a)]
    budget = Budget.read(odds=odds)
    return max(delta(Database(each, draws, replacement), budget).value.exact for each in counts)


@pytest.mark.parametrize("odds", ODDS)
@pytest.mark.parametrize(("n", "types"), [(1, 2), (2, 2), (5, 2), (8, 2), (3, 3), (4, 3)])
def test_the_worst_case_is_the_chance_to_be_sampled(odds, n, types):
    for draws in range(n + 1):
        assert largest_loss(n, types, draws, odds, False) == dp_delta(n, draws)
    for draws in (0, 1, 2, 3, 6):
        assert largest_loss(n, types, draws, odds, True) == dp_delta_with_replacement(n, draws).exact


def test_the_printed_worst_case_is_wrong_from_three_draws_on():
    for n in range(2, 60):
        for draws in range(1, 60):
            assert theorem_5_worst_case(n, draws).refuted is (draws >= 3)


def test_the_threshold():
    assert threshold_budget(1000, 998).rational_odds == 500
    assert threshold(10, 0).as_fraction() == 0
    with pytest.raises(DomainError, match="less than records"):
        threshold(10, 10)


def test_smoothed_losses_with_replacement():
    draw = random.Random(3)
    for _ in range(150):
        n, draws = draw.randint(2, 9), draw.randint(1, 12)
        shares = sorted(Fraction(draw.randint(1, 9), 10) for _ in range(2))
        sources = SourceSet.interval(*shares)
        budget = Budget.read(odds=1 + Fraction(draw.randint(1, 300), 50))

        def loss(counts, draws=draws, budget=budget):
            return delta(Database(counts, draws, True), budget).value.exact

        exact = algorithm_one(loss, sources, n).maximum
        case = Instance.with_sources(sources, n, draws, replacement=True)
        assert Fraction(replacement_upper(case, budget).decimal(12)) >= exact
        assert Fraction(absent_type_lower(case).decimal(12)) <= exact


@pytest.mark.parametrize(
    ("n", "draws", "epsilon"), [(300, 3, "1.02"), (300, 150, "0.5"), (200, 400, "1"), (150, 15, "3")]
)
def test_larger_instances(n, draws, epsilon):
    sources = SourceSet.interval("1/4", "2/3")
    budget = Budget.read(epsilon=epsilon)
    exact = smoothed_delta(Smoothing(sources, n, draws, True), budget).value
    case = Instance.with_sources(sources, n, draws, replacement=True)
    upper, lower = replacement_upper(case, budget), absent_type_lower(case)
    assert lower.value.upper <= exact.lower <= exact.upper <= upper.value.lower
    assert upper.value.upper < 1


def test_the_smoothed_half_of_theorem_5_fails_at_the_epsilon_of_its_proof():
    """T = 1, epsilon = 2T/n: polynomial, not exponential, in n."""
    for n in (100, 1000):
        budget = Budget.read(epsilon=Fraction(2, n))
        exact = smoothed_delta(Smoothing(SourceSet.from_laws(["1/5,4/5"]), n, 1, True), budget).value
        assert exact.lower > 1 / (2 * Fraction(n)) * Fraction(9, 10)


def test_hypotheses():
    case = Instance(10, 3, 2, Fraction(1, 4), replacement=True)
    with pytest.raises(DomainError, match="with replacement"):
        replacement_upper(Instance(10, 3, 2, Fraction(1, 4)), Budget.read(odds=2))
    with pytest.raises(DomainError, match="epsilon must be above 0"):
        replacement_upper(case, Budget.read(odds=1))
    for level in ("3/10", "1.1"):
        with pytest.raises(DomainError, match="level must be above"):
            replacement_upper(case, Budget.read(odds=2), level=level)


def test_the_default_level_is_always_allowed_and_never_far_from_the_best_of_a_grid() -> None:
    draw = random.Random(5)
    for _ in range(300):
        records, draws = draw.randint(5, 2000), draw.randint(1, 200)
        floor = Fraction(1, draw.randint(2, 9))
        instance = Instance.read(records=records, draws=draws, types=2, floor=floor, replacement=True)
        budget = Budget.read(epsilon=Fraction(draw.randint(1, 400), 100))
        chosen = replacement_upper(instance, budget, digits=6).value.log10_estimate
        epsilon = budget.epsilon.as_fraction()
        assert epsilon is not None
        levels = [instance.rate + epsilon * Fraction(step, 16) for step in range(1, 16)]
        tried = [
            replacement_upper(instance, budget, level=level, digits=6).value.log10_estimate
            for level in levels
            if level != epsilon
        ]
        assert chosen <= min(tried) + 0.3 + 0.01 * abs(min(tried))


def test_the_default_level_with_few_draws() -> None:
    """Here the best level lies just below epsilon, where only one tail counts."""
    instance = Instance.read(records=1000, draws=3, types=2, floor="1/4", replacement=True)
    value = replacement_upper(instance, Budget.read(epsilon="1.006")).value
    assert value.log10_estimate < -100
