"""The routes of `smoothed_delta` against one another, and against exact averages."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from itertools import pairwise, product
from math import comb
from random import Random

import pytest

from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.numbers.balls import arb
from sdp_proofs.numbers.decide import decide_less
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.privacy.budget import Budget, sampling_draws
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.privacy.histogram.tables import delta_table
from sdp_proofs.privacy.smoothed.delta import Route, Smoothing, smoothed_delta
from sdp_proofs.privacy.smoothed.two_sources import mixture_law
from sdp_proofs.verdict import Verdict
from tests.privacy.definition_three import (
    THREE_TYPES,
    sources_of,
)


def exact_table(records, draws, low, high, odds, replacement=False):
    """F(k) in fractions by the recursion that moves one record from source to source."""
    budget = Budget.read(odds=odds)
    values = [
        delta(Database((count, records - count), draws, replacement), budget).value.exact
        for count in range(records + 1)
    ]
    assert None not in values
    table = []
    for k in range(records + 1):
        row = values
        if k:
            values = [(1 - high) * this + high * following for this, following in pairwise(values)]
            row = values
        for _ in range(records - k):
            row = [(1 - low) * this + low * following for this, following in pairwise(row)]
        table.append(row[0])
    return table


@pytest.mark.parametrize(
    ("records", "draws", "low", "high", "odds"),
    [
        (33, 31, "9/20", "11/20", "51/50"),
        (33, 31, "2/5", "3/5", "51/50"),
        (30, 28, "1/10", "9/10", "3/2"),
        (24, 22, "0", "1/2", "2"),
        (24, 2, "1/2", "1", "100"),
        (25, 12, "1/1000000", "1/2", "1001/1000"),
        (26, 25, "1/2", "1/2", "11"),
    ],
)
def test_table_and_window_contain_the_exact_maximum(records, draws, low, high, odds):
    low, high, odds = Fraction(low), Fraction(high), Fraction(odds)
    truth = exact_table(records, draws, low, high, odds)
    smoothing = Smoothing(SourceSet.interval(low, high), records, draws)
    by_table, by_window = (smoothed_delta(smoothing, Budget.read(odds=odds), route=r) for r in ("table", "window"))
    assert by_table.value.contains(max(truth)) and by_window.value.contains(max(truth))
    assert by_table.value.contains(truth[by_table.mixture[-1]])
    assert by_window.value.contains(truth[by_window.mixture[-1]])
    if low < high:
        assert len(by_table.table) == records + 1
        assert all(value.contains(truth[mixture[1]]) for mixture, value in by_table.table.items())


def test_an_interior_maximum_is_found_and_bounded():
    low, high = Fraction(9, 20), Fraction(11, 20)
    truth = exact_table(33, 31, low, high, Fraction(51, 50))
    best = max(range(34), key=truth.__getitem__)
    assert best not in (0, 33)
    smoothing = Smoothing(SourceSet.interval(low, high), 33, 31)
    found = smoothed_delta(smoothing, Budget.read(odds="51/50"))
    # By symmetry k and n - k are equally bad.
    assert found.route is Route.TABLE and found.mixture[1] in (best, 33 - best)
    bounded = smoothed_delta(smoothing, Budget.read(odds="51/50"), route="window")
    assert bounded.value.contains(truth[best]) and bounded.value.proven_digits >= 1


@pytest.mark.parametrize(
    ("route", "laws"),
    [
        ("algorithm-1", THREE_TYPES["two"]),
        ("table", ("1/4,3/4", "2/3,1/3")),
        ("window", ("1/4,3/4", "2/3,1/3")),
        ("factors", THREE_TYPES["apart"]),
    ],
)
def test_what_is_heard_on_the_way_counts_the_steps_and_brackets_the_result(route, laws):
    smoothing, heard = Smoothing(SourceSet.from_laws(laws), 9, 7), []
    value = smoothed_delta(smoothing, Budget.read(odds=2), route=route, watch=heard.append).value
    assert [known.done for known in heard] == list(range(heard[-1].steps))
    assert all(known.lower.lower <= value.upper and value.lower <= known.upper.upper for known in heard)


def within(inner, outer, slack="1e-14"):
    """Tell whether an enclosure of the truth lies in another one, but for its own width."""
    (low, high), (least, most) = (tuple(map(Decimal, value.bounds(40))) for value in (inner, outer))
    room = high * Decimal(slack)
    return least <= low + room and high - room <= most


BUDGETS = (
    *(Budget.read(epsilon=epsilon) for epsilon in ("0", "1/1000", "0.1", "1/2", 1, 2, 7)),
    *(Budget.read(odds=odds) for odds in ("51/50", "51/49", "3/2", 11, 10**6)),
)


def random_share(random):
    kind = random.randrange(10)
    if kind < 4:
        return Fraction(random.randint(1, 99), 100)
    if kind < 6:
        return Fraction(1, 2) + Fraction(random.randint(-5, 5), random.choice([63, 100, 1000, 10**6]))
    if kind < 8:
        tiny = Fraction(1, 10 ** random.randint(2, 12))
        return tiny if kind == 6 else 1 - tiny
    return Fraction(random.randint(0, 10**6), 10**6) if kind == 8 else Fraction(random.randint(0, 1))


def random_instance(random, most, replacement=False):
    records = int(10 ** random.uniform(0, most))
    near = [records - 1, records - 2, records - 3, records * 998 // 1000, records * 9 // 10, records // 2, 1, 2]
    draws = random.choice([*near, random.randint(0, 2 * records if replacement else records)])
    low = random_share(random)
    high = 1 - low if random.random() < 0.3 else random_share(random)
    draws = max(0, draws) if replacement else min(max(0, draws), records)
    return Smoothing(SourceSet.interval(*sorted((low, high))), records, draws, replacement)


def agree(smoothing, budget, digits):
    by_table = smoothed_delta(smoothing, budget, route="table")
    by_window = smoothed_delta(smoothing, budget, digits=digits, route="window")
    case = smoothing, str(budget)
    assert within(by_table.value, by_window.value), case
    assert by_table.value.proven_digits >= 15, case
    # The window names a homogeneous assignment, whose value it has computed.
    assert sum(by_window.mixture) == smoothing.records and smoothing.records in by_window.mixture, case
    assert by_window.value.overlaps(by_table.table[by_window.mixture]), case
    assert decide_less(by_table.value, by_table.table[by_window.mixture]) is not Verdict.HOLDS, case
    return by_table, by_window


@pytest.mark.slow(every=4)
@pytest.mark.parametrize("replacement", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_the_window_contains_the_table_s_maximum_on_random_instances(seed, replacement):
    random = Random(f"{seed} {replacement}")
    for _ in range(60):
        smoothing = random_instance(random, 1.6 if replacement else 2.6, replacement)
        agree(smoothing, random.choice(BUDGETS), random.choice((3, 6, 9, 12)))


@pytest.mark.slow(every=2)
@pytest.mark.parametrize("epsilon", ["0", "0.1", "1/2", "2", "7"])
@pytest.mark.parametrize("rate", ["0.5", "0.9", "0.998"])
def test_thousands_of_records(rate, epsilon):
    shares = [("9/20", "11/20"), ("0.0554", "0.4"), ("1/2", "2/3"), ("1/1000", "999/1000")]
    records = {"0.5": 500, "0.9": 1000, "0.998": 3000}[rate]
    for low, high in shares[:: 1 if rate == "0.5" else 2] if epsilon != "7" else shares[1:]:
        smoothing = Smoothing(SourceSet.interval(low, high), records, sampling_draws(records, rate=rate))
        agree(smoothing, Budget.read(epsilon=epsilon), 6)


@pytest.mark.slow(every=4)
@pytest.mark.parametrize("epsilon", ["1/2", 1, 2, 7])
def test_the_window_is_sharp_on_large_electorates(epsilon):
    for records, low, high in ((10**5, "0.0554", "0.775"), (10**6, "0.4", "0.6")):
        smoothing = Smoothing(SourceSet.interval(low, high), records, sampling_draws(records, rate="0.998"))
        found = smoothed_delta(smoothing, Budget.read(epsilon=epsilon))
        assert found.route is Route.WINDOW and found.value.proven_digits >= 5


@pytest.mark.slow(every=3)
@pytest.mark.parametrize("draws", [1, 2, 10])
def test_where_losses_are_exactly_zero(draws):
    """Few draws and large odds: only databases with hardly a record of a type lose anything."""
    odds = Fraction(50)
    zeros = [delta(Database((h, 60 - h), draws), Budget.read(odds=odds)).value.exact == 0 for h in range(61)]
    assert zeros[30] and not zeros[0] and sum(zeros) > 10
    for low, high in (("9/20", "11/20"), ("0", "1/2"), ("1/100", "99/100")):
        truth = max(exact_table(60, draws, Fraction(low), Fraction(high), odds))
        smoothing = Smoothing(SourceSet.interval(low, high), 60, draws)
        for route in ("table", "window"):
            assert smoothed_delta(smoothing, Budget.read(odds=odds), route=route).value.contains(truth)


@pytest.mark.parametrize("epsilon", [100, 700, 10**4])
def test_at_a_large_epsilon_only_outcomes_that_prove_the_record_count(epsilon):
    """D(a) tends to the probability that all a records of a type are sampled, which a - 1 of them cannot match."""
    records, draws, share = 40, 20, Fraction(1, 10)
    certain = [Fraction(comb(records - a, draws - a) if a <= draws else 0, comb(records, draws)) for a in range(42)]
    certain[0] = certain[records + 1] = Fraction(0)
    limit = sum(
        comb(records, h)
        * share**h
        * (1 - share) ** (records - h)
        * max(certain[a] for a in (h, h + 1, records - h, records - h + 1))
        for h in range(records + 1)
    )
    smoothing = Smoothing(SourceSet.interval(share, share), records, draws)
    for route in ("table", "window"):
        found = smoothed_delta(smoothing, Budget.read(epsilon=epsilon), route=route)
        assert abs(float(found.value / limit) - 1) < 1e-9


def test_factors_and_algorithm_one_agree_in_balls_and_beyond_eight_records():
    for epsilon, name in product(("1/2", "log(3/2)", "3"), ("apart", "two", "an absent type")):
        smoothing = Smoothing(sources_of(THREE_TYPES[name]), 7, 6)
        routes = "algorithm-1", "factors"
        one, two = (smoothed_delta(smoothing, Budget.read(epsilon=epsilon), route=route) for route in routes)
        assert one.value.overlaps(two.value) and two.value.proven_digits >= 12


def test_three_types_of_which_one_never_occurs():
    """Every database lacks the third type, so every loss is T/n."""
    for route in ("algorithm-1", "factors"):
        found = smoothed_delta(
            Smoothing(sources_of(THREE_TYPES["an absent type"]), 10, 7), Budget.read(odds=2), route=route
        )
        assert found.value.contains(Fraction(7, 10))


def test_the_table_agrees_with_a_law_computed_apart():
    records, draws, low, high = 2000, 1990, Fraction(1, 3), Fraction(3, 5)
    budget = Budget.read(epsilon="1/2")
    found = smoothed_delta(Smoothing(SourceSet.interval(low, high), records, draws), budget)
    deltas = delta_table(records, draws, budget)
    for k in (0, 1, 700, records):
        law = mixture_law(records, k, low, high, 80)
        total = sum((mass * value for mass, value in zip(law, deltas, strict=True)), arb(0))
        assert found.table[records - k, k].overlaps(Enclosure(total))
