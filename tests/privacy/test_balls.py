"""The certified route: every ball must contain the exact loss and be as narrow as was asked for."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from sdp_proofs.numbers.balls import ctx
from sdp_proofs.numbers.decide import decide_less_equal
from sdp_proofs.numbers.enclosure import Enclosure, refine
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram import database as database_module
from sdp_proofs.privacy.histogram.database import Database, all_changes, delta
from sdp_proofs.privacy.histogram.pairs import PooledPair, ResampledPair, SampledPair, _WindowedSum
from sdp_proofs.verdict import Verdict
from tests.privacy.judge import ODDS, databases, defined_delta

MORE_ODDS = (*ODDS, Fraction(10**9 + 1, 10**9), Fraction(100), Fraction(10**30), Fraction(7, 5))


@pytest.fixture
def balls_only(monkeypatch):
    """No instance is small enough for fractions."""
    monkeypatch.setattr(database_module, "EXACT_RECORDS", -1)
    monkeypatch.setattr(database_module, "EXACT_POOL_RECORDS", -1)


def certified(pair, budget, digits):
    return refine(lambda bits: pair.divergence_ball(budget, bits), digits)


def assert_encloses(pair, odds, exact, digits):
    enclosure, what = certified(pair, Budget.read(odds=odds), digits), (pair, odds)
    assert enclosure.exact is None
    assert enclosure.contains(exact), (what, enclosure, exact)
    if exact:
        assert enclosure.ball.is_exact() or enclosure.proven_digits >= digits, (what, enclosure)
    else:
        assert enclosure.ball.is_zero(), (what, enclosure)


@pytest.mark.parametrize("seed", range(4))
def test_sampled_balls_contain_the_exact_loss(seed):
    source = random.Random(seed)
    for _ in range(700):
        records = source.randint(1, 200)
        count = source.choice((source.randint(1, records), source.randint(1, min(records, 6))))
        pair = SampledPair(records, count, source.randint(0, records))
        odds = source.choice(MORE_ODDS)
        digits = source.choice((1, 10, 30, 80))
        assert_encloses(pair, odds, pair.exact_divergence(odds), digits)


@pytest.mark.slow(every=4)
@pytest.mark.parametrize("seed", range(4))
def test_resampled_balls_contain_the_exact_loss(seed):
    source = random.Random(100 + seed)
    for _ in range(250):
        records = source.randint(1, 200)
        count = source.choice((source.randint(1, records), source.randint(1, min(records, 6))))
        pair = ResampledPair(records, count, source.randint(0, 250))
        odds = source.choice(MORE_ODDS)
        digits = source.choice((1, 10, 30, 80))
        assert_encloses(pair, odds, pair.exact_divergence(odds), digits)


@pytest.mark.slow(every=2)
@pytest.mark.parametrize("replacement", [False, True])
def test_pooled_balls_contain_the_exact_loss(replacement):
    source = random.Random(7)
    for _ in range(80):
        count, other, rest = source.randint(1, 12), source.randint(0, 12), source.randint(1, 30)
        records = count + other + rest
        pair = PooledPair(records, count, other, source.randint(0, records), replacement=replacement)
        odds = source.choice(MORE_ODDS)
        assert_encloses(pair, odds, pair.exact_divergence(odds), 20)


@pytest.mark.parametrize("replacement", [False, True])
def test_balls_contain_the_definition_on_every_small_instance(balls_only, replacement):
    for records, types in ((7, 2), (8, 2), (5, 3)):
        for database in databases(records, types, replacement=replacement, draws=(1, 2, 4, 5), up_to_order=True):
            for odds in ODDS:
                found = delta(database, Budget.read(odds=odds), digits=12).value
                exact = defined_delta(database, odds)
                assert found.contains(exact), (database, odds)
                if exact == 0:
                    assert decide_less_equal(found, 0) is Verdict.HOLDS
                elif found.exact is None:
                    assert found.proven_digits >= 12


def test_the_window_of_a_third_type_leaves_out_only_what_it_bounds():
    """Larger pools, where the window is a small part of the sample sizes; few digits, so its edges show."""
    for records, count, other, draws, odds in (
        (600, 60, 70, 480, Fraction(2)),
        (900, 20, 30, 300, Fraction(51, 49)),
        (500, 100, 100, 450, Fraction(11)),
        (500, 8, 300, 100, Fraction(1)),
    ):
        for replacement in (False, True):
            pair = PooledPair(records, count, other, draws // (3 if replacement else 1), replacement=replacement)
            exact = pair.exact_divergence(odds)
            for digits in (2, 15):
                assert_encloses(pair, odds, exact, digits)


@pytest.mark.parametrize("replacement", [False, True])
def test_irrational_budgets_lie_between_rational_ones(balls_only, replacement):
    """Odds bracketed to 40 digits: by monotony the ball must meet the exact bracket, which is that narrow."""
    source = random.Random(3)
    for text in ("1/3", "sqrt(2)", "1e-9", "0.1", "1", "50", "pi/100"):
        budget = Budget.read(epsilon=text)
        scale = 10**40
        with ctx.workprec(500):
            below = Fraction(int((budget.odds.ball(500) * scale).floor().unique_fmpz()), scale)
        for _ in range(12):
            records = source.randint(4, 90)
            first = source.randint(2, records - 2)
            database = Database((first, records - first), source.randint(0, records), replacement)
            for change in all_changes(database):
                pair = change.pair(database)
                value = certified(pair, budget, 25)
                low, high = pair.exact_divergence(below + Fraction(1, scale)), pair.exact_divergence(below)
                assert decide_less_equal(low, value) is not Verdict.FAILS, (database, change, text)
                assert decide_less_equal(value, high) is not Verdict.FAILS, (database, change, text)
                assert high - low <= Fraction(2, scale)


@pytest.mark.parametrize("shift", ["1e-60", "-1e-60", "1e-1400", "-1e-1400"])
def test_budgets_next_to_a_tie_are_not_mistaken_for_one_another(shift):
    """P = E P' at one output, but for the last of many digits: the event's start is undecided at first."""
    sampled = SampledPair(1000, 500, 900)
    tie = Fraction(500 * (501 - 900 + 455), (500 - 455) * 501)
    resampled = ResampledPair(1000, 500, 900)
    resampled_tie = Fraction(500**470 * 500**430, 499**470 * 501**430)
    for pair, odds in ((sampled, tie), (resampled, resampled_tie)):
        numerator, denominator = odds.numerator, odds.denominator
        budget = Budget.read(epsilon=f"log({numerator}/{denominator}) + ({shift})")
        assert budget.rational_odds is None
        exact = pair.exact_divergence(odds)
        for bits in (53, 64, 100, 128):
            ball = pair.divergence_ball(budget, bits)
            assert abs(ball / exact.numerator * exact.denominator - 1) < 1e-12, (pair, shift, bits)


def test_a_loss_too_small_to_be_seen_is_not_taken_for_zero():
    """Next to the largest likelihood ratio: beyond it the loss is zero, just before it 1e-3000 of an output's mass."""
    for pair, largest in (
        (SampledPair(1000, 500, 100), Fraction(500, 400)),
        (ResampledPair(1000, 500, 90), Fraction(500, 499) ** 90),
    ):
        assert pair.exact_divergence(largest) == 0
        assert pair.divergence_ball(Budget.read(odds=largest), 64).is_zero()
        budget = Budget.read(epsilon=f"log({largest.numerator}/{largest.denominator}) - 1e-3000")
        ball = pair.divergence_ball(budget, 64)
        assert ball.contains(0) and not ball.is_zero(), pair
        assert ball.abs_upper() < 1e-100


def test_a_tie_of_point_masses_is_a_proven_zero():
    """All records of one type, with replacement: d = 1 - E (1 - 1/n)^T vanishes exactly."""
    for draws in (1, 2, 5):
        odds = Fraction(2001, 2000) ** draws
        pair = ResampledPair(2001, 2001, draws)
        assert pair.exact_divergence(odds) == 0
        assert pair.divergence_ball(Budget.read(odds=odds), 64).is_zero()


def test_large_and_small_budgets():
    pair = SampledPair(120, 5, 110)
    for epsilon in (300, 700):
        value = certified(pair, Budget.read(epsilon=epsilon), 30)
        # All five records sampled proves the database: no budget buys that off.
        assert value.contains(pair.exact_divergence(Fraction(10**400))), epsilon
    tiny = certified(pair, Budget.read(epsilon="1e-300"), 30)
    assert abs(float(tiny) - float(pair.exact_divergence(Fraction(1)))) < 1e-15


@pytest.mark.slow(every=2)
@pytest.mark.parametrize("replacement", [False, True])
@pytest.mark.parametrize("deviation", [1.0, 0.3])
def test_a_window_that_is_too_narrow_or_misplaced_only_widens_the_ball(monkeypatch, replacement, deviation):
    """The window is chosen by estimates; what it leaves out must be bounded wherever it lies."""
    for peak in (None, 0, 30, 60, 80, 119):
        for odds in (Fraction(1), Fraction(3, 2), Fraction(5)):
            pair = PooledPair(200, 50, 70, 90, replacement=replacement)
            window = _WindowedSum(pair, Budget.read(odds=odds), 20)
            monkeypatch.setattr(window, "deviation", deviation)
            if peak is not None:
                monkeypatch.setattr(window, "_peak", lambda low, high, peak=peak: min(max(peak, low), high))
            ball, exact = window.ball(), pair.exact_divergence(odds)
            assert Enclosure(ball).contains(exact), (replacement, peak, odds)


def test_blocks_and_outer_masses_bound_the_probability():
    for pair in (PooledPair(60, 8, 12, 30, replacement=False), PooledPair(60, 8, 12, 25, replacement=True)):
        window, term = _WindowedSum(pair, Budget.read(odds=2), 20), pair.law.term
        masses = {s: term.exact(s) for s in range(term.low, term.high + 1)}
        for low in masses:
            above = sum(mass for s, mass in masses.items() if s >= low)
            below = sum(mass for s, mass in masses.items() if s <= low)
            for step, mass in ((1, above), (-1, below)):
                bound = window._outer_mass(low, step)
                assert decide_less_equal(mass, Enclosure(bound.upper())) is Verdict.HOLDS, (low, step)
            for high in range(low, term.high + 1):
                block = sum(masses[s] for s in range(low, high + 1))
                bound = Enclosure(window._block_mass(low, high).upper())
                assert decide_less_equal(block, bound) is Verdict.HOLDS, (low, high)


@pytest.mark.slow(every=3)
@pytest.mark.parametrize("deviation", [0.3, 8.0, 40.0])
def test_what_the_window_leaves_out_is_bounded_from_any_edge(monkeypatch, deviation):
    for pair in (PooledPair(400, 90, 110, 200, replacement=False), PooledPair(90, 25, 25, 60, replacement=True)):
        for odds in (Fraction(1), Fraction(6, 5)):
            window, term = _WindowedSum(pair, Budget.read(odds=odds), 20), pair.law.term
            monkeypatch.setattr(window, "deviation", deviation)
            support = range(term.low, term.high + 1)
            parts = {s: term.exact(s) * pair.given(s).exact_divergence(odds) for s in support}
            for edge in range(term.low, term.high + 1, 7):
                for step in (1, -1):
                    outside = sum(part for s, part in parts.items() if (s - edge) * step >= 0)
                    bound = Enclosure(window._remainder(edge, step).upper())
                    assert decide_less_equal(outside, bound) is Verdict.HOLDS, (pair.pool, edge, step)
