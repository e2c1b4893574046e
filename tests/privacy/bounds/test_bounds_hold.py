"""Every proved bound against exact losses, at random instances; the published one must fail where it is known to."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.decide import decide_less_equal
from sdp_proofs.privacy.bounds.buckets import buckets_upper
from sdp_proofs.privacy.bounds.decay_rate import types_upper
from sdp_proofs.privacy.bounds.instance import Instance, Standing, Way, above_threshold
from sdp_proofs.privacy.bounds.lower import double_sum_lower, one_point_lower, one_type_lower, rare_type_lower
from sdp_proofs.privacy.bounds.one_database import (
    geometric_lower,
    geometric_pair_lower,
    geometric_pair_upper,
    geometric_upper,
)
from sdp_proofs.privacy.bounds.published import remark_8_as_published, remark_8_proved
from sdp_proofs.privacy.bounds.tails import (
    one_sided_exponential_upper,
    one_sided_upper,
    one_tail_delta_upper,
    two_sided_upper,
    two_tail_delta_upper,
)
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.privacy.histogram.pairs import SampledPair
from sdp_proofs.privacy.smoothed.algorithm_one import algorithm_one
from sdp_proofs.privacy.smoothed.delta import Smoothing, smoothed_delta
from sdp_proofs.verdict import Verdict
from tests.full import trials

DATABASES = trials(500, full=2500)
ODDS = [Fraction(1001, 1000), Fraction(51, 49), Fraction(6, 5), Fraction(3, 2), Fraction(2), Fraction(4), Fraction(11)]


def holds(bound, exact):
    """Tell whether a bound is not refuted (equality leaves a ball undecided) and its decimal certainly holds."""
    decimal = Fraction(bound.decimal(12))
    if bound.way is Way.UPPER:
        return bound.admits(exact) is not Verdict.FAILS and decide_less_equal(exact, decimal) is Verdict.HOLDS
    return bound.admits(exact) is not Verdict.FAILS and decide_less_equal(decimal, exact) is Verdict.HOLDS


def random_odds(draw):
    return draw.choice(ODDS) if draw.random() < 0.5 else 1 + Fraction(draw.randint(1, 400), draw.randint(20, 100))


def random_law(draw, types):
    weights = [draw.randint(1, 12) for _ in range(types)]
    return tuple(Fraction(weight, sum(weights)) for weight in weights)


def test_one_database_of_two_types():
    draw = random.Random(20261121)
    tried = 0
    for _ in range(DATABASES):
        n = draw.randint(2, 40)
        own, draws = draw.randint(0, n), draw.randint(1, n - 1)
        odds = random_odds(draw)
        database, budget = Database((own, n - own), draws), Budget.read(odds=odds)
        exact = delta(database, budget).value
        bounds = [bound(database, budget) for bound in (two_tail_delta_upper, geometric_upper, geometric_lower)]
        if odds * (n - draws) > n:
            bounds.append(one_tail_delta_upper(database, budget))
            tried += 1
        for bound in bounds:
            assert bound.standing is Standing.PROVED
            assert holds(bound, exact), (database, odds, bound)
        count = draw.randint(1, n)
        pair = SampledPair(n, count, draws)
        loss = pair.exact_divergence(odds)
        assert holds(geometric_pair_upper(pair, budget), loss)
        assert holds(geometric_pair_lower(pair, budget), loss)
    assert tried > DATABASES // 4


def test_one_database_of_three_types():
    draw = random.Random(7)
    for _ in range(400):
        counts = tuple(draw.randint(0, 6) for _ in range(3))
        n = sum(counts)
        if n < 2:
            continue
        database = Database(counts, draw.randint(1, n - 1))
        odds = random_odds(draw)
        budget = Budget.read(odds=odds)
        exact = delta(database, budget).value
        assert holds(two_tail_delta_upper(database, budget), exact)
        if odds * (n - database.draws) > n:
            assert holds(one_tail_delta_upper(database, budget), exact)


def exact_smoothed(sources, n, draws, budget):
    def loss(counts):
        return delta(Database(counts, draws), budget).value.exact

    return algorithm_one(loss, sources, n).maximum


@pytest.mark.slow(every=2)
@pytest.mark.parametrize(
    ("types", "largest", "count"), [(2, 14, trials(40, full=120)), (3, 7, trials(6, full=24))]
)
def test_smoothed_losses(types, largest, count):
    draw = random.Random(100 + types)
    for _ in range(count):
        n = draw.randint(2, largest)
        draws = draw.randint(1, n - 1)
        sources = SourceSet.from_laws([random_law(draw, types) for _ in range(draw.randint(1, 3 if types == 2 else 2))])
        odds = random_odds(draw)
        budget = Budget.read(odds=odds)
        exact = exact_smoothed(sources, n, draws, budget)
        by_laws = Instance.with_sources(sources, n, draws)
        by_floor = Instance(n, draws, types, by_laws.floor)
        upper = [two_sided_upper(by_laws, budget), two_sided_upper(by_floor, budget)]
        if draw.random() < 0.08:
            flag = draw.random() < 0.5
            upper += [buckets_upper(case, budget, cells=3, tilted=flag) for case in (by_laws, by_floor)]
        if above_threshold(by_laws, budget):
            upper += [one_sided_upper(by_laws, budget), one_sided_exponential_upper(by_floor, budget)]
        if types == 2 or draw.random() < 0.15:
            upper.append(types_upper(by_laws, budget))
        lower = [
            one_type_lower(by_laws),
            rare_type_lower(by_laws),
            double_sum_lower(by_laws, budget),
            one_point_lower(by_laws, budget),
        ]
        for bound in upper + lower:
            assert holds(bound, exact), (n, draws, odds, sources, bound, exact)


def largest_mixture(deltas, first, second):
    """max over k of F(k) for shares first/20 and second/20 of the first type: polynomial products in integers."""
    n = len(deltas) - 1

    def times(poly, share):
        return [(20 - share) * low + share * high for low, high in zip([*poly, 0], [0, *poly], strict=True)]

    best = Fraction(0)
    for k in range(n + 1):
        poly = [1]
        for position in range(n):
            poly = times(poly, first if position < k else second)
        best = max(best, sum((mass * loss for mass, loss in zip(poly, deltas, strict=True)), Fraction(0)))
    return best / 20**n


def test_many_small_smoothed_losses():
    draw = random.Random(9)
    for _ in range(trials(12, full=60)):
        n = draw.randint(2, 10)
        draws, odds = draw.randint(1, n - 1), random_odds(draw)
        budget = Budget.read(odds=odds)
        deltas = [delta(Database((own, n - own), draws), budget).value.exact for own in range(n + 1)]
        for _ in range(30):
            low, high = sorted((draw.randint(1, 19), draw.randint(1, 19)))
            exact = largest_mixture(deltas, low, high)
            case = Instance.with_sources(SourceSet.interval(Fraction(low, 20), Fraction(high, 20)), n, draws)
            bounds = [two_sided_upper(case, budget), one_type_lower(case), rare_type_lower(case)]
            bounds.append(double_sum_lower(case, budget))
            if above_threshold(case, budget):
                bounds += [one_sided_upper(case, budget), one_sided_exponential_upper(case, budget)]
            for bound in bounds:
                assert holds(bound, exact), (n, draws, odds, low, high, bound, exact)


@pytest.mark.slow(every=4)
@pytest.mark.parametrize("odds", [Fraction(21, 20), Fraction(3, 2), Fraction(5), Fraction(40)])
@pytest.mark.parametrize(("n", "draws"), [(60, 30), (200, 20), (300, 290), (400, 200)])
def test_larger_instances_where_bounds_are_small(odds, n, draws):
    budget = Budget.read(odds=odds)
    for laws in (["1/2,1/2"], ["1/5,4/5", "3/5,2/5"]):
        sources = SourceSet.from_laws(laws)
        exact = smoothed_delta(Smoothing(sources, n, draws), budget).value
        case = Instance.of(Smoothing(sources, n, draws))
        bounds = [two_sided_upper(case, budget), *(buckets_upper(case, budget, cells=number) for number in (2, 6))]
        bounds += [buckets_upper(case, budget, cells=6, tilted=False), types_upper(case, budget)]
        bounds += [rare_type_lower(case), double_sum_lower(case, budget), one_point_lower(case, budget)]
        if above_threshold(case, budget):
            bounds += [one_sided_upper(case, budget)]
        for bound in bounds:
            assert holds(bound, exact), (bound, exact)


def test_irrational_odds():
    case = Instance.with_sources(SourceSet.interval("1/4", "2/3"), 50, 20)
    for epsilon in ("0.01", "sqrt(2)/3", "1", "30"):
        budget = Budget.read(epsilon=epsilon)
        exact = smoothed_delta(Smoothing(SourceSet.interval("1/4", "2/3"), 50, 20), budget).value
        for bound in (two_sided_upper(case, budget), buckets_upper(case, budget), double_sum_lower(case, budget)):
            assert holds(bound, exact)
        assert holds(one_point_lower(case, budget), exact)


def test_the_published_bound_fails_at_a_small_rate():
    case = Instance.read(records=200, draws=1, types=2, floor="1/2")
    budget = Budget.read(odds="101/100")
    printed = remark_8_as_published(case, budget)
    exact = smoothed_delta(Smoothing(SourceSet.from_laws(["1/2,1/2"]), 200, 1), budget).value
    assert printed.valid and printed.standing is Standing.REFUTED
    assert printed.admits(exact) is Verdict.FAILS
    assert exact.rounded(2) == "0.00033" and printed.value.rounded(2) == "7.6e-6"


def test_the_smallest_number_of_records_at_which_the_published_bound_fails():
    """Two types, fair coins; that nothing fails below 127 records is a claim, proved by a covering."""
    sources, budget = SourceSet.from_laws(["1/2,1/2"]), Budget.read(odds="127/125.1")
    verdicts = []
    for n in (126, 127):
        exact = smoothed_delta(Smoothing(sources, n, 1), budget, digits=20).value
        verdicts.append(remark_8_as_published(Instance(n, 1, 2, Fraction(1, 2)), budget).admits(exact))
    assert verdicts == [Verdict.HOLDS, Verdict.FAILS]


def test_the_published_bound_fails_under_the_literal_reading_of_strict_positivity():
    """Point masses are 1-strictly positive on their supports."""
    n, draws, budget = 100, 50, Budget.read(odds=100)
    exact = smoothed_delta(Smoothing(SourceSet.from_laws(["1,0", "0,1"]), n, draws), budget).value
    literal = remark_8_as_published(Instance(n, draws, 2, Fraction(1, 2)), budget)  # f = 1/2 < 1 is weaker still
    assert exact.rounded(10) == "0.5"
    assert literal.admits(exact) is Verdict.FAILS


def test_where_the_published_bound_is_proved_it_holds():
    draw = random.Random(8)
    proved = 0
    for _ in range(150):
        n = draw.randint(20, 120)
        draws = draw.randint(1, n - 1)
        odds = Fraction(n, n - draws) * (1 + Fraction(draw.randint(1, 200), 100))
        budget, law = Budget.read(odds=odds), random_law(draw, 2)
        sources = SourceSet.from_laws([law, law[::-1]])
        case = Instance.with_sources(sources, n, draws)
        validity = remark_8_proved(case.rate, budget)
        assert validity.verdict is not Verdict.UNKNOWN
        if case.rate >= Fraction(1, 2):
            assert validity.verdict is Verdict.HOLDS
        if validity.verdict is Verdict.HOLDS:
            proved += 1
            exact = smoothed_delta(Smoothing(sources, n, draws), budget, digits=6).value
            assert remark_8_as_published(case, budget).admits(exact) is Verdict.HOLDS
    assert proved > 50


@pytest.mark.parametrize("rate", [Fraction(k, 40) for k in range(20, 40)])
def test_the_published_bound_is_proved_at_every_rate_of_a_half_and_more(rate):
    for k in range(1, 60):
        odds = 1 / (1 - rate) * (1 + Fraction(k, 8) ** 4 / 1000)
        assert remark_8_proved(rate, Budget.read(odds=odds)).verdict is Verdict.HOLDS


def test_violated_hypotheses_are_errors():
    case, with_replacement = Instance(10, 5, 2, Fraction(1, 3)), Instance(10, 5, 2, Fraction(1, 3), replacement=True)
    two, low = Budget.read(odds=2), Budget.read(odds=1)
    with pytest.raises(DomainError, match="epsilon must be above ln"):
        one_sided_upper(case, two)
    assert remark_8_as_published(case, two).valid is False
    for function in (two_sided_upper, buckets_upper, types_upper, one_point_lower):
        with pytest.raises(DomainError, match="epsilon must be above 0"):
            function(case, low)
        with pytest.raises(DomainError, match="without replacement"):
            function(with_replacement, two)
    with pytest.raises(DomainError, match="cut must be above"):
        two_sided_upper(case, Budget.read(odds="3/2"), cut=1)
    with pytest.raises(DomainError, match="positive probability"):
        Instance.with_sources(SourceSet.from_laws(["1,0"]), 10, 5)
    with pytest.raises(DomainError, match="floor must be above 0 and at most 1/2"):
        Instance(10, 5, 2, Fraction(2, 3))
    for draws in (0, 10):
        with pytest.raises(DomainError, match="draws must be"):
            Instance(10, draws, 2, Fraction(1, 3))


def test_bounds_far_below_the_smallest_double():
    case = Instance.read(records=10**9, rate="1/2", types=2, floor="0.45")
    budget = Budget.read(epsilon=2)
    lower, upper = one_point_lower(case, budget, digits=20), types_upper(case, budget, digits=20)
    assert upper.value.log10_estimate - 40 < lower.value.log10_estimate < upper.value.log10_estimate < -90_014_000
    assert lower.decimal(5).endswith(lower.decimal(8)[-9:])
    sharp = buckets_upper(case, budget, cells=40)
    assert upper.value.log10_estimate < sharp.value.log10_estimate < 0.99 * upper.value.log10_estimate
