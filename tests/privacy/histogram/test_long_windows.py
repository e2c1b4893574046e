"""Sums over many numbers of draws in the pool: from one term to the next as term by term, and their quick bounds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sdp_proofs.distributions.counts import Hypergeometric
from sdp_proofs.numbers.decide import decide_less_equal
from sdp_proofs.privacy.audit import Column, audit
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.calibration import epsilon_for, most_draws
from sdp_proofs.privacy.histogram import pairs
from sdp_proofs.privacy.histogram.database import Database, delta, delta_at_most, tiny_delta
from sdp_proofs.privacy.histogram.pairs import PooledPair
from sdp_proofs.privacy.histogram.windows import Consecutive, block_bounds
from sdp_proofs.verdict import Verdict

COUNTS = (9000, 2500, 700)
BUDGETS = [Budget.read(epsilon="0.02"), Budget.read(epsilon="1"), Budget.read(odds="51/49"), Budget.read(odds=1)]


@pytest.mark.parametrize("draws", [60, 3000, 11000, 12180])
@pytest.mark.parametrize("budget", BUDGETS, ids=lambda budget: budget.text)
def test_each_divergence_follows_from_the_one_before(budget: Budget, draws: int) -> None:
    """Also where the event starts at an end of the law: the first and last draws of a pool."""
    for count, other in ((700, 2500), (2500, 700), (2, 3), (9000, 2)):
        pair = PooledPair(12200, count, other, draws, replacement=False)
        law = pair.law
        assert isinstance(law, Hypergeometric)
        first, last = max(law.term.low, int(law.mean) - 60), min(law.term.high, int(law.mean) + 60)

        def direct(s: int, pair: PooledPair = pair) -> Any:
            return pair.given(s).divergence_ball(budget, 60)

        terms = Consecutive(pair.pool, pair.count, budget, 60, direct)
        for low, high in ((first, last), (last, last), (law.term.low, min(law.term.high, law.term.low + 30))):
            found = terms.weighted(law.term.ball(low, 80), law.term.ratios(low), low, high)
            expected = sum(law.term.ball(s, 80) * direct(s) for s in range(low, high + 1))
            assert found.overlaps(expected)
            assert expected == 0 or found.rel_accuracy_bits() > 30 or found.abs_upper() < 1e-300


@pytest.mark.parametrize("budget", BUDGETS, ids=lambda budget: budget.text)
def test_sums_are_those_of_all_terms(budget: Budget, monkeypatch: pytest.MonkeyPatch) -> None:
    for draws in (4000, 11000):
        pair = PooledPair(12200, 700, 2500, draws, replacement=False)
        found = pair.divergence_ball(budget, 50)
        monkeypatch.setattr(pairs, "LONG_WINDOW", 10**9)
        expected = pair.divergence_ball(budget, 50)
        monkeypatch.undo()
        assert found.overlaps(expected) and found.rel_accuracy_bits() > expected.rel_accuracy_bits() - 8


@pytest.mark.parametrize("draws", [3000, 11000])
@pytest.mark.parametrize("budget", BUDGETS, ids=lambda budget: budget.text)
def test_blocks_bound_the_sum(budget: Budget, draws: int) -> None:
    pair = PooledPair(12200, 700, 2500, draws, replacement=False)
    law = pair.law
    assert isinstance(law, Hypergeometric)
    truth = pair.divergence_ball(budget, 50)
    widths = []
    for blocks in (2, 4, 32, 256):
        ball = block_bounds(law, lambda s: pair.given(s).divergence_ball(budget, 40), blocks)
        assert ball.overlaps(truth) and ball.upper() >= truth.lower() and ball.lower() <= truth.upper()
        widths.append(float(ball.rad()))
    assert widths == sorted(widths, reverse=True)
    for peak in (law.term.low, int(law.mean) + 40, law.term.high):
        assert block_bounds(law, lambda s: pair.given(s).divergence_ball(budget, 40), 16, peak).overlaps(truth)


def test_quick_decisions_are_those_of_delta() -> None:
    decided = 0
    for draws in (6000, 11000, 12100):
        database = Database(COUNTS, draws)
        for budget in BUDGETS[:3]:
            value = delta(database, budget, digits=12).value
            for factor in (Fraction(1, 2), Fraction(999, 1000), Fraction(1001, 1000), Fraction(2)):
                goal = min(Fraction(value.upper) * factor, Fraction(1))
                said = delta_at_most(database, budget, goal)
                assert said in (None, decide_less_equal(value, goal) is Verdict.HOLDS)
                decided += said is not None
    assert decided > 20


def test_the_largest_sample_and_the_least_epsilon_are_proven_by_delta_itself() -> None:
    budget = Budget.read(epsilon="0.3")
    limit = most_draws(COUNTS, budget, "1/12200")
    assert limit.meets is not None and limit.fails == limit.meets + 1
    for draws, verdict in ((limit.meets, Verdict.HOLDS), (limit.fails, Verdict.FAILS)):
        value = delta(Database(COUNTS, draws), budget, digits=12).value
        assert decide_less_equal(value, Fraction(1, 12200)) is verdict
    least = epsilon_for(Database(COUNTS, 11000), "1e-6", digits=4)
    assert least is not None
    for odds, verdict in ((least.upper, Verdict.HOLDS), (least.lower, Verdict.FAILS)):
        value = delta(Database(COUNTS, 11000), Budget.read(odds=odds), digits=12).value
        assert decide_less_equal(value, Fraction(1, 10**6)) is verdict


def test_what_is_tiny_in_very_many_records_is_bounded_and_says_so() -> None:
    database = Database((4 * 10**7, 3 * 10**7, 2 * 10**7), 8 * 10**7)
    budget = Budget.read(epsilon="0.1")
    bound, value = tiny_delta(database, budget), delta(database, budget, digits=3).value
    assert bound is not None and value.upper <= bound.upper and bound.lower == 0
    assert tiny_delta(database, Budget.read(epsilon="0.001")) is None
    assert tiny_delta(Database(COUNTS, 11000), Budget.read(epsilon="4")) is None


@pytest.mark.slow
def test_a_hundred_million_records_of_three_values_are_audited() -> None:
    column = Column("vote", ("a", "b", "c"), (5 * 10**7, 3 * 10**7, 2 * 10**7))
    found = audit(column, rate="0.9")
    assert [row.bounded for row in found.rows] == [True] * 5
    assert [row.most_draws.meets for row in found.rows] == [99982155, 99999102, 99999718, 99999883, 99999917]
