from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, isqrt

import pytest

from sdp_proofs.distributions.counts import Binomial
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.papers.smoothed_dp.elections import units_2020
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram import tables as loss_bounds
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.privacy.smoothed import truncated_sum as electorate
from sdp_proofs.privacy.smoothed.truncated_sum import end_average
from tests.work import CountedLosses

ELECTORATE = 155_507_476
ODDS = (Fraction(1), Fraction(1001, 1000), Fraction(51, 49), Fraction(3, 2), Fraction(11))
SHARES = (Fraction(1, 2), Fraction(1, 3), Fraction(5533, 100_000), Fraction(97, 100), Fraction(1, 10**9))


@lru_cache(maxsize=4000)
def count_law(records, count, draws, replacement):
    """P_a by its definition, as numerators over a common denominator, so that sums stay quick."""
    other = records - count
    if replacement:
        law = [comb(draws, h) * count**h * other ** (draws - h) for h in range(draws + 1)]
        return law, records**draws
    return [comb(count, h) * comb(other, draws - h) for h in range(draws + 1)], comb(records, draws)


@lru_cache(maxsize=100_000)
def exact_divergence(records, count, draws, odds, replacement=False):
    own, whole = count_law(records, count, draws, replacement)
    other, _ = count_law(records, count - 1, draws, replacement)
    p, q = odds.numerator, odds.denominator
    return Fraction(sum(max(0, q * x - p * y) for x, y in zip(own, other, strict=True)), q * whole)


def exact_average(records, draws, share, odds, replacement=False):
    total = Fraction(0)
    for count in range(records + 1):
        changes = {count, count + 1, records - count, records - count + 1} - {0, records + 1}
        worst = max(exact_divergence(records, a, draws, odds, replacement) for a in changes)
        total += comb(records, count) * share**count * (1 - share) ** (records - count) * worst
    return total


def is_at_most(value, ball):
    return not Enclosure(ball - arb(value.numerator) / value.denominator).upper < 0


@pytest.mark.parametrize(("records", "draws"), [(20, 19), (20, 6), (33, 31), (47, 46), (60, 30), (60, 59)])
@pytest.mark.parametrize("odds", ODDS)
def test_contains_the_exact_average_with_the_digits_asked_for(records, draws, odds, monkeypatch):
    monkeypatch.setattr(electorate, "SHORTEST_BLOCK", 4)
    for share, digits in product(SHARES, (3, 6, 10)):
        average = end_average(records, draws, share, Budget.read(odds=odds), digits=digits)
        assert average.contains(exact_average(records, draws, share, odds))
        assert average.proven_digits >= digits


def test_below_what_is_enough_an_average_may_be_wide_and_is_still_contained():
    budget, records, draws = Budget.read(odds=2), 200, 190
    far, near = (exact_average(records, draws, share, Fraction(2)) for share in (Fraction(1, 50), Fraction(1, 3)))
    whole = end_average(records, draws, Fraction(1, 50), budget)
    found = end_average(records, draws, Fraction(1, 3), budget, enough=whole)
    assert near < far and found.contains(near) and found.ball.upper() <= whole.ball.lower()
    other = end_average(records, draws, Fraction(1, 50), budget, enough=found)  # never enough: all digits are proven
    assert other.contains(far) and other.proven_digits >= 6


@pytest.mark.parametrize("odds", [Fraction(51, 49), Fraction(2), Fraction(11)])
def test_with_replacement(odds, monkeypatch):
    monkeypatch.setattr(electorate, "SHORTEST_BLOCK", 2)
    for (records, draws), share in product([(12, 7), (20, 19), (20, 31)], SHARES):
        average = end_average(records, draws, share, Budget.read(odds=odds), replacement=True)
        assert average.contains(exact_average(records, draws, share, odds, replacement=True))
        assert average.proven_digits >= 6


@pytest.mark.parametrize("records", [40, 150, 400])
@pytest.mark.parametrize("shortest", [1, 32])
def test_a_narrow_window_widens_the_enclosure_and_keeps_the_truth(records, shortest, monkeypatch):
    monkeypatch.setattr(electorate, "SHORTEST_BLOCK", shortest)
    draws, odds, share = records - 2, Fraction(3, 2), Fraction(1, 3)
    budget, truth = Budget.read(odds=odds), exact_average(records, draws, share, odds)
    middle, widths = records // 4, []
    for half in (-1, 0, 1, 3, records // 10, records):
        window = middle - half, middle + half
        average = end_average(records, draws, share, budget, window=window)
        assert average.contains(truth)
        widths.append(average.upper - average.lower)
        # Balls are not cut off at 0 and 1: a sum of bounds may exceed one, and a radius is rounded up.
        assert average.lower > -1e-6 and average.upper < 2
    assert widths[-1] < min(widths[:-1]) / 10**6


@pytest.mark.slow(every=2)
@pytest.mark.parametrize("replacement", [False, True])
def test_loss_bounds_hold_on_every_block(replacement):
    kind = loss_bounds.ResampledBounds if replacement else loss_bounds.SampledBounds
    for records, odds in product((9, 14), ODDS):
        for draws in range(1, records):
            bounds = kind(records, draws, Budget.read(odds=odds))
            losses = [exact_divergence(records, a, draws, odds, replacement) for a in range(1, records + 1)]
            for first in range(1, records + 1):
                for last in range(first, records + 1):
                    assert is_at_most(max(losses[first - 1 : last]), bounds.upper(first, last))


def test_loss_bounds_are_close_on_single_counts_far_from_the_middle():
    records, draws = 10**6, 998_000
    for odds, count in product(("3/2", "exp(1/2)", "2"), (2 * 10**5, 5 * 10**5)):
        budget = Budget.read(odds=odds)
        bound = loss_bounds.SampledBounds(records, draws, budget).upper(count, count)
        loss = loss_bounds.profile_table(records, draws, budget, first=count, last=count)[0]
        assert 1 <= bound / loss < 2
        bound = loss_bounds.ResampledBounds(records, draws, budget).upper(count, count)
        loss = loss_bounds.profile_table(records, draws, budget, first=count, last=count, replacement=True)[0]
        assert 1 <= bound / loss < 2


def test_mass_bounds_hold_on_every_block():
    for records, share in product((1, 2, 11, 24), SHARES):
        law = Binomial(records, share)
        masses = [law.pmf(count) for count in range(records + 1)]
        for first in range(records + 1):
            for last in range(first, records + 1):
                bound = electorate.mass_bound(law, first, last)
                assert is_at_most(sum(masses[first : last + 1]), bound)
                assert Enclosure(bound).lower <= 1


def test_agrees_with_the_sum_over_single_databases():
    records, draws, share = 10_000, 9_980, Fraction(5533, 100_000)
    law, window = Binomial(records, share), range(553 - 250, 553 + 251)
    for epsilon in ("1/2", "log(51/49)"):
        budget = Budget.read(epsilon=epsilon)
        with ctx.workprec(100):
            inside = [law.term.ball(count, 80) for count in window]
            databases = [Database((count, records - count), draws) for count in window]
            losses = [delta(database, budget, digits=12).value.ball for database in databases]
            # At most 1 elsewhere, and with probability below 1e-20.
            total = sum((x * y for x, y in zip(inside, losses, strict=True)), arb(0))
            total += arb(0).union(1 - sum(inside, arb(0)))
        average = end_average(records, draws, share, budget, digits=10)
        assert average.overlaps(Enclosure(total))
        assert average.rounded(9) == Enclosure(total).rounded(9)


@pytest.mark.slow(every=4)
@pytest.mark.parametrize(
    ("share", "epsilon", "expected"),
    [
        (Fraction("0.05533"), "1/2", "8.2130207e-664"),
        (Fraction("0.05533"), "log(51/49)", "3.3847963e-10"),
        (Fraction(1, 2), "log(51/49)", "9.7200816e-33"),
        (Fraction(1, 2), "1/2", "2.0307478e-4108"),
    ],
)
def test_a_whole_electorate(share, epsilon, expected, monkeypatch):
    draws, work = -(-ELECTORATE * 998 // 1000), CountedLosses(monkeypatch)
    average = end_average(ELECTORATE, draws, share, Budget.read(epsilon=epsilon))
    # Some deviations' worth of losses, of which the largest is half the root of n; there are half as many as records.
    assert 0 < work.losses < 16 * isqrt(ELECTORATE)
    assert 0 < work.bounds < 2000
    assert average.proven_digits >= 6
    assert Fraction(average.rounded(8)) == Fraction(expected)


def test_shares_of_a_real_unit_and_of_its_mirror_image():
    capital = next(unit for unit in units_2020() if unit.unit == "DC")
    draws, budget = -(-ELECTORATE * 998 // 1000), Budget.read(epsilon="1/2")
    own, other = (
        end_average(ELECTORATE, draws, Fraction(votes, capital.records), budget) for votes in capital.counts
    )
    assert own.proven_digits >= 6 and own.overlaps(other)
    assert own.rounded(6) == other.rounded(6)


def test_more_digits_lie_inside_fewer():
    records, draws, budget = 10**6, 998_000, Budget.read(epsilon="1/2")
    coarse, fine = (end_average(records, draws, Fraction(1, 10), budget, digits=digits) for digits in (3, 20))
    assert coarse.lower <= fine.lower <= fine.upper <= coarse.upper
    assert fine.proven_digits >= 20


@pytest.mark.slow
def test_a_billion_records():
    average = end_average(10**9, 998_000_000, Fraction("0.05533"), Budget.read(epsilon="1/2"))
    wide = end_average(10**9, 998_000_000, Fraction("0.05533"), Budget.read(epsilon="1/2"), digits=9)
    assert average.proven_digits >= 6 and average.overlaps(wide)


@pytest.mark.parametrize("share", [Fraction(0), Fraction(1, 3), Fraction(1)])
def test_certain_losses_are_exact(share):
    budget = Budget.read(odds=3)
    assert end_average(50, 0, share, budget).exact == 0
    assert end_average(50, 50, share, budget).exact == 1
    assert end_average(50, 0, share, budget, replacement=True).exact == 0
    if share in (0, 1):
        assert end_average(50, 20, share, budget).exact == Fraction(2, 5)
        assert end_average(50, 3, share, budget, replacement=True).exact == 1 - Fraction(49, 50) ** 3


def test_one_record():
    budget = Budget.read(odds=3)
    assert end_average(1, 1, Fraction(1, 3), budget).exact == 1
    assert end_average(1, 2, Fraction(1, 3), budget, replacement=True).contains(1)


def test_large_budgets_leave_the_databases_of_one_type():
    # With such odds a loss takes an outcome that only one of the two databases has.
    average = end_average(30, 29, Fraction(1, 3), Budget.read(epsilon=5000), digits=8)
    truth = exact_average(30, 29, Fraction(1, 3), Fraction(10**40))
    assert abs(Fraction(average.lower) - truth) < truth / 10**8


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 0, Fraction(1, 2)), "records must be >= 1"),
        ((5, 6, Fraction(1, 2)), "draws must be >= 0"),
        ((5, -1, Fraction(1, 2)), "draws must be >= 0"),
        ((5, 3, Fraction(3, 2)), "share must be a probability"),
    ],
)
def test_domains(arguments, message):
    with pytest.raises(DomainError, match=message):
        end_average(*arguments, Budget.read(odds=2))


def test_refuses_sizes_that_would_not_end():
    with pytest.raises(SizeError):
        end_average(10**20, 10**20 - 10**17, Fraction(1, 2), Budget.read(odds=2))
