"""Tables of losses: every ball must contain what the definition says and prove the digits asked for."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from math import comb

import pytest

from sdp_proofs.distributions import counts
from sdp_proofs.distributions.counts import Hypergeometric, TailRecurrence
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import fraction_ball
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram import tables as module
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.privacy.histogram.pairs import ResampledPair, SampledPair
from sdp_proofs.privacy.histogram.tables import delta_table, profile_table

ODDS = (Fraction(1), Fraction(1001, 1000), Fraction(51, 49), Fraction(3, 2), Fraction(2), Fraction(100))
MORE_ODDS = (*ODDS, Fraction(7), Fraction(10**9 + 1, 10**9), Fraction(10**30))
ELECTORATE = 160_000_000


@cache
def pascal(row):
    return [comb(row, k) for k in range(row + 1)]


def defined_loss(records, count, draws, odds):
    """The hockey-stick divergence as a sum over all outcomes."""
    own, other = pascal(count), pascal(records - count)
    own_next, other_next = pascal(count - 1), pascal(records - count + 1)

    def term(row, k):
        return row[k] if 0 <= k < len(row) else 0

    gains = (
        odds.denominator * term(own, h) * term(other, draws - h)
        - odds.numerator * term(own_next, h) * term(other_next, draws - h)
        for h in range(draws + 1)
    )
    return Fraction(sum(gain for gain in gains if gain > 0), odds.denominator * comb(records, draws))


def assert_proves(ball, exact, digits, what):
    assert ball.is_zero() == (exact == 0), (what, ball, exact)
    if exact:
        enclosure = Enclosure(ball)
        assert enclosure.contains(exact), (what, ball, exact)
        assert ball.is_exact() or enclosure.proven_digits >= digits, (what, ball)


def assert_agrees(ball, sharper, digits, what):
    """`sharper` is a ball around the same value, so narrow that the other must reach past its midpoint."""
    assert ball.is_zero() == sharper.is_zero(), (what, ball, sharper)
    if not ball.is_zero():
        with ctx.workprec(1000):
            assert ball.contains(sharper.mid()), (what, ball, sharper)
            assert abs(ball - sharper.mid()) < sharper * fraction_ball(Fraction(1, 10**digits)), (what, ball)


@pytest.mark.parametrize("records", range(1, 9))
def test_a_walk_contains_probability_and_tail_wherever_it_goes(records):
    for draws in range(records + 1):
        for marked in range(records):
            law, following = Hypergeometric(records, marked, draws), Hypergeometric(records, marked + 1, draws)
            for start in range(law.term.low, law.term.high + 1):
                for goal in range(following.term.low, following.term.high + 1):
                    with ctx.workprec(128):
                        walk = TailRecurrence(records, draws, marked, start, 100)
                        assert walk.step(goal)
                    what = (records, draws, marked, start, goal)
                    tail = sum(following.pmf(k) for k in range(goal, following.term.high + 1))
                    assert (walk.marked, walk.start) == (marked + 1, goal)
                    assert_proves(walk.mass, following.pmf(goal), 25, what)
                    assert_proves(walk.tail, tail, 25, what)


def test_a_long_walk_stays_narrow():
    with ctx.workprec(128):
        walk = TailRecurrence(1000, 700, 1, 1, 100)
        for marked in range(2, 1001):
            assert walk.step(Hypergeometric(1000, marked, 700).term.high)
            assert walk.tail.rel_accuracy_bits() > 80
        assert_proves(walk.mass, Fraction(1), 24, "all marked")


def test_a_walk_refuses_what_is_too_far(monkeypatch):
    monkeypatch.setattr(counts, "MAX_STEPS", 2)
    walk = TailRecurrence(100, 50, 40, 20, 64)
    before = walk.mass
    assert not walk.step(23)
    assert (walk.marked, walk.start, walk.mass) == (40, 20, before)
    assert walk.step(22)


def test_a_walk_is_as_wide_as_what_it_began_with(monkeypatch):
    monkeypatch.setattr(counts, "tail_ratio", lambda law, start, bits: arb(2).union(arb(3)))
    walk = TailRecurrence(100, 50, 40, 20, 64)
    assert all(walk.tail.contains((walk.mass * factor).mid()) for factor in (2, 3))


@pytest.mark.parametrize("odds", ODDS)
def test_small_tables_agree_with_the_definition(odds):
    for records in range(1, 41):
        for draws in {0, 1, 2, records // 3, records // 2, records - 1, records} & set(range(records + 1)):
            table = profile_table(records, draws, Budget.read(odds=odds))
            assert len(table) == records
            for count, ball in enumerate(table, 1):
                assert_proves(ball, defined_loss(records, count, draws, odds), 15, (records, draws, odds, count))


@pytest.mark.parametrize("seed", range(3))
def test_windows_agree_with_the_definition(seed):
    source = random.Random(seed)
    for _ in range(60):
        records = source.randint(1, 300)
        draws = source.choice((source.randint(0, records), records - source.randint(0, min(records, 3))))
        first = source.randint(1, records)
        last = min(records, first + source.randint(0, 40))
        odds, digits = source.choice(MORE_ODDS), source.choice((1, 15, 40))
        table = profile_table(records, draws, Budget.read(odds=odds), first=first, last=last, digits=digits)
        assert len(table) == last - first + 1
        for count, ball in enumerate(table, first):
            assert_proves(ball, defined_loss(records, count, draws, odds), digits, (records, draws, odds, count))


def test_the_ends_are_exact():
    budget = Budget.read(epsilon="1/2")
    assert [ball == 1 for ball in profile_table(9, 9, budget)] == [True] * 9
    assert all(ball.is_zero() for ball in profile_table(9, 0, budget))
    assert_proves(profile_table(9, 4, budget, last=1)[0], Fraction(4, 9), 15, "a unique record")


@pytest.mark.parametrize("epsilon", ["1/2", "1/1000", "3", "50"])
def test_irrational_odds_lie_between_rational_ones(epsilon):
    budget = Budget.read(epsilon=epsilon)
    middle = Fraction(str(Enclosure(budget.odds.ball(200)).lower))
    below, above = (middle * (1 + Fraction(sign, 10**40)) for sign in (-1, 1))
    for records in (1, 2, 7, 30, 60):
        for draws in {1, records // 2, records - 1}:
            for count, ball in enumerate(profile_table(records, draws, budget), 1):
                high, low = (defined_loss(records, count, draws, odds) for odds in (below, above))
                between = fraction_ball(low).union(fraction_ball(high))
                assert ball.overlaps(between), (records, draws, count)
                assert ball.is_zero() == (high == 0)
                assert ball.is_exact() or Enclosure(ball).proven_digits >= 15


@pytest.mark.parametrize("budget", [{"odds": "51/49"}, {"odds": 7}, {"epsilon": "1/2"}, {"odds": 1000}], ids=str)
@pytest.mark.parametrize("draws", [9980, 5000, 100])
def test_ten_thousand_records(budget, draws):
    read, source = Budget.read(**budget), random.Random(draws)
    table = profile_table(10_000, draws, read)
    assert all(ball.is_zero() or Enclosure(ball).proven_digits >= 15 for ball in table[::7])
    for count in {*source.sample(range(1, 10_001), 60), *range(1, 6), *range(9_996, 10_001)}:
        sharper = SampledPair(10_000, count, draws).divergence_ball(read, 250)
        assert_agrees(table[count - 1], sharper, 15, (count, budget, draws))


@pytest.mark.parametrize("budget", [{"odds": "51/49"}, {"odds": "3/2"}, {"epsilon": "1/2"}, {"odds": "1.01"}], ids=str)
@pytest.mark.parametrize("first", [1, 8_850_000, ELECTORATE // 2, ELECTORATE - 1499])
def test_windows_of_an_electorate(budget, first):
    read, source, draws = Budget.read(**budget), random.Random(first), ELECTORATE // 1000 * 998
    table = profile_table(ELECTORATE, draws, read, first=first, last=first + 1499)
    assert all(Enclosure(ball).proven_digits >= 15 for ball in table[::9])
    for index in (0, 1499, *source.sample(range(1500), 30)):
        sharper = SampledPair(ELECTORATE, first + index, draws).divergence_ball(read, 200)
        assert_agrees(table[index], sharper, 15, (first + index, budget))


@pytest.mark.parametrize(
    ("records", "draws"), [(10**12, 10**12 // 2), (10**18, 10**18 - 10**15), (10**18, 10**6)], ids=str
)
def test_windows_of_populations_that_no_table_could_hold(records, draws):
    for budget in (Budget.read(odds="51/49"), Budget.read(epsilon="300")):
        for first in (1, records // 3, records - 9):
            table = profile_table(records, draws, budget, first=first, last=first + 9)
            for count, ball in enumerate(table, first):
                pair = SampledPair(records, count, draws)
                assert_agrees(ball, pair.divergence_ball(budget, 300), 15, (count, budget))


def test_accuracy_beyond_a_hundred_digits():
    budget = Budget.read(odds="3/2")
    for count, ball in enumerate(profile_table(500, 250, budget, first=200, last=260, digits=120), 200):
        assert_proves(ball, defined_loss(500, count, 250, Fraction(3, 2)), 120, count)


def counted(monkeypatch, owner, name):
    calls, original = [], getattr(owner, name)

    def recorded(*arguments):
        calls.append(arguments)
        return original(*arguments)

    monkeypatch.setattr(owner, name, recorded)
    return calls


def assert_right(records, draws, odds, budget=None):
    for count, ball in enumerate(profile_table(records, draws, budget or Budget.read(odds=odds)), 1):
        assert_proves(ball, defined_loss(records, count, draws, odds), 15, count)


def test_a_walk_that_lost_its_digits_begins_anew(monkeypatch):
    anew = counted(monkeypatch, module, "TailRecurrence")
    assert_right(300, 150, Fraction(7))
    assert 1 < len(anew) < 10
    monkeypatch.setattr(counts, "MAX_STEPS", -1)
    anew.clear()
    assert_right(300, 150, Fraction(7))
    assert len(anew) == sum(defined_loss(300, count, 150, Fraction(7)) > 0 for count in range(1, 301))


def test_a_walk_that_is_too_coarse_is_not_used(monkeypatch):
    alone = counted(monkeypatch, module, "_alone")
    assert_right(80, 60, Fraction(3, 2))
    assert not alone
    monkeypatch.setattr(module, "SPARE_BITS", -30)
    assert_right(80, 60, Fraction(3, 2))
    assert len(alone) == 80


def test_an_undecided_start_is_left_to_the_single_evaluation(monkeypatch):
    # ln(3/2) to sixty digits: the odds are irrational, yet nearly tie where 3/2 ties.
    digits = "0.405465108108164381978013115464349136571990423462494197614014"
    alone = counted(monkeypatch, module, "_alone")
    budget, odds = Budget.read(epsilon=digits), Fraction(3, 2)
    assert module._Crossing.of(29, 15, budget, 128).start(15) is None
    assert module._Crossing.of(29, 15, budget, 400).start(15) == SampledPair(29, 15, 15).crossing(budget, 400)[0]
    for records, draws in ((4, 2), (29, 15), (40, 10)):
        for count, ball in enumerate(profile_table(records, draws, budget), 1):
            exact = defined_loss(records, count, draws, odds)
            assert not ball.is_zero() or exact == 0
            assert abs(Enclosure(ball).log10_estimate - Enclosure.of(exact).log10_estimate) < 1e-9 if exact else True
    assert alone


@pytest.mark.slow(every=2)
@pytest.mark.parametrize("replacement", [False, True])
def test_small_delta_tables_agree_with_single_databases(replacement):
    for records in range(1, 12):
        for draws in range(records + 1 + 3 * replacement):
            for odds in ODDS[1:4]:
                budget = Budget.read(odds=odds)
                table = delta_table(records, draws, budget, digits=40, replacement=replacement)
                assert len(table) == records + 1
                for count, ball in enumerate(table):
                    exact = delta(Database((count, records - count), draws, replacement), budget).value.exact
                    (single,) = delta_table(records, draws, budget, first=count, last=count, replacement=replacement)
                    assert_proves(ball, exact, 40, (records, draws, odds, count))
                    assert_proves(single, exact, 15, (records, draws, odds, count))


@pytest.mark.parametrize("window", [(0, 3), (20, 29), (29, 31), (30, 60), (57, 60), (10, 10)], ids=str)
def test_delta_windows_agree_with_the_whole_table(window):
    budget, (first, last) = Budget.read(epsilon="1/3"), window
    whole = delta_table(60, 45, budget, digits=40)
    part = delta_table(60, 45, budget, first=first, last=last)
    assert len(part) == last - first + 1
    for count, ball in enumerate(part, first):
        assert_agrees(ball, whole[count], 15, count)


@pytest.mark.parametrize(("window", "tables"), [((0, 60), 1), ((20, 50), 1), ((0, 3), 2)], ids=str)
def test_overlapping_windows_are_computed_once(monkeypatch, window, tables):
    calls = []
    monkeypatch.setattr(
        module, "profile_table", lambda *given, **options: calls.append(options) or profile_table(*given, **options)
    )
    delta_table(60, 45, Budget.read(odds=2), first=window[0], last=window[1])
    assert len(calls) == tables


def test_a_delta_window_of_an_electorate():
    budget, draws, first = Budget.read(odds="51/49"), ELECTORATE // 1000 * 998, 74_223_975
    for count, ball in enumerate(delta_table(ELECTORATE, draws, budget, first=first, last=first + 9, digits=25), first):
        sharper = delta(Database((count, ELECTORATE - count), draws), budget, digits=100).value.ball
        assert_agrees(ball, sharper, 25, count)


def test_with_replacement_every_entry_is_computed_on_its_own():
    budget = Budget.read(odds="3/2")
    for count, ball in enumerate(profile_table(30, 45, budget, first=1, last=30, replacement=True), 1):
        assert_proves(ball, ResampledPair(30, count, 45).exact_divergence(Fraction(3, 2)), 15, count)


def test_empty_windows_and_bad_requests():
    budget = Budget.read(odds=2)
    assert profile_table(5, 2, budget, first=4, last=3) == []
    assert delta_table(5, 2, budget, first=4, last=3) == []
    for table, low in ((profile_table, 1), (delta_table, 0)):
        for arguments in ((0, 0), (5, 6), (5, -1)):
            with pytest.raises(DomainError):
                table(*arguments, budget)
        for options in ({"first": low - 1}, {"last": 6}, {"digits": 0}):
            with pytest.raises(DomainError):
                table(5, 2, budget, **options)
        assert len(table(5, 6, budget, replacement=True)) == 6 - low


def test_a_window_computes_its_counts_and_their_mirror_images_and_no_others(monkeypatch):
    asked, computed = set(), module.profile_table

    def watched(*given, first, last, **named):
        asked.add((first, last))
        return computed(*given, first=first, last=last, **named)

    monkeypatch.setattr(module, "profile_table", watched)
    for (first, last), windows in {
        (40, 44): {(40, 45), (56, 61)},
        (48, 51): {(48, 53)},
        (0, 3): {(1, 4), (97, 100)},
    }.items():
        asked.clear()
        delta_table(100, 30, Budget.read(odds=2), first=first, last=last)
        assert asked == windows
