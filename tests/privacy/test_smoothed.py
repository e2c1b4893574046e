"""`smoothed_delta` against Definition 3 taken literally, and its routes against one another."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise, product
from math import comb, lcm
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numerics.balls import arb
from sdp_proofs.numerics.decide import decide_less
from sdp_proofs.numerics.enclosure import Enclosure
from sdp_proofs.privacy.budget import Budget, sampling_draws
from sdp_proofs.privacy.database import Database, delta
from sdp_proofs.privacy.endpoint import mixture_law
from sdp_proofs.privacy.loss_table import delta_table
from sdp_proofs.privacy.smoothed import Route, Smoothing, smoothed_delta
from sdp_proofs.verdict import Verdict
from tests.privacy.judge import all_counts, defined_delta

TWO_TYPES = {
    "apart": ("1/4,3/4", "2/3,1/3"),
    "unsorted": ("2/3,1/3", "1/4,3/4"),
    "around a half": ("2/5,3/5", "3/5,2/5"),
    "with a point mass": ("0,1", "1/3,2/3"),
    "both point masses": ("1,0", "0,1"),
    "one": ("2/7,5/7",),
    "one point mass": ("1,0",),
    "redundant": ("1/2,1/2", "2/3,1/3", "1/4,3/4"),
    "repeated": ("2/3,1/3", "2/3,1/3", "1/4,3/4"),
    "all alike": ("2/5,3/5", "2/5,3/5"),
}
THREE_TYPES = {
    "apart": ("1/6,1/3,1/2", "3/5,1/5,1/5", "0,1/2,1/2"),
    "two": ("1/6,1/3,1/2", "3/5,1/5,1/5"),
    "one": ("1/6,1/3,1/2",),
    "an absent type": ("1/4,3/4,0", "1/2,1/2,0"),
    "point masses": ("1,0,0", "0,1,0", "0,0,1"),
    "redundant": ("1/4,1/4,1/2", "1/2,1/4,1/4", "3/8,1/4,3/8"),
    "a point mass in the middle": ("1/2,1/4,1/4", "0,1,0", "1/8,1/8,3/4"),
}
ROUTES = ("algorithm-1", "table", "window")


def sources_of(laws, **options):
    return SourceSet.from_laws(laws, **options)


@lru_cache(maxsize=4000)
def losses_by_definition(records, types, draws, odds, replacement):
    """delta(x) by Definition 2 for every histogram: no formula of the package."""
    return {counts: defined_delta(Database(counts, draws, replacement), odds) for counts in all_counts(records, types)}


@lru_cache(maxsize=64)
def laws_of_assignments(laws, records):
    """Every source vector -> the law of its histogram, numerators over one denominator per record."""
    types = len(laws[0])
    unit = lcm(*(probability.denominator for law in laws for probability in law))
    steps = [[int(probability * unit) for probability in law] for law in laws]
    level = {(): {(0,) * types: 1}}
    for _ in range(records):
        following = {}
        for vector, law in level.items():
            for source, step in enumerate(steps):
                grown = {}
                for counts, mass in law.items():
                    for kind, weight in enumerate(step):
                        if weight:
                            more = (*counts[:kind], counts[kind] + 1, *counts[kind + 1 :])
                            grown[more] = grown.get(more, 0) + mass * weight
                following[(*vector, source)] = grown
        level = following
    return level, unit**records


def exhaustive(sources, records, draws, odds, replacement=False):
    """Definition 3: for every vector of the set's own laws, vertices or not, the expected loss."""
    losses = losses_by_definition(records, sources.types, draws, odds, replacement)
    laws, whole = laws_of_assignments(sources.laws, records)
    return {
        vector: sum(mass * losses[counts] for counts, mass in law.items()) / Fraction(whole)
        for vector, law in laws.items()
    }


def expected(sources, mixture, records, draws, odds, replacement=False):
    """The exact expected loss of one mixture over the vertices."""
    indices = sources.vertex_indices
    vector = tuple(index for index, count in zip(indices, mixture, strict=True) for _ in range(count))
    return exhaustive(sources, records, draws, odds, replacement)[vector]


def check(smoothing, odds, route, digits):
    """One route on one small instance: value, mixture, vertices and table."""
    sources, records = smoothing.sources, smoothing.records
    found = smoothed_delta(smoothing, Budget.read(odds=odds), route=route)
    every = exhaustive(sources, records, smoothing.draws, odds, smoothing.replacement)
    truth = max(every.values())
    assert found.value.contains(truth)
    assert found.value.proven_digits >= digits
    assert found.vertices == sources.vertex_indices and found.route is Route(route)
    assert sum(found.mixture) == records and len(found.mixture) == len(found.vertices)
    own = expected(sources, found.mixture, records, smoothing.draws, odds, smoothing.replacement)
    assert found.value.contains(own)
    if route == "algorithm-1":
        assert found.value.exact == truth == own
    if found.table is not None:
        for mixture, value in found.table.items():
            assert value.contains(expected(sources, mixture, records, smoothing.draws, odds, smoothing.replacement))
    return found


# -- Definition 3, exhaustively ------------------------------------------------------------------------------


def test_the_judge_itself_is_the_sum_over_all_databases():
    laws, draws, odds = SourceSet.from_laws(THREE_TYPES["apart"]).laws, 2, Fraction(3, 2)
    judged = exhaustive(SourceSet(laws), 3, draws, odds)
    for vector in product(range(3), repeat=3):
        total = Fraction(0)
        for x in product(range(3), repeat=3):
            mass = laws[vector[0]][x[0]] * laws[vector[1]][x[1]] * laws[vector[2]][x[2]]
            total += mass * defined_delta(Database(tuple(x.count(kind) for kind in range(3)), draws), odds)
        assert judged[vector] == total


@pytest.mark.parametrize("route", ["algorithm-1", "table"])
@pytest.mark.parametrize("name", TWO_TYPES)
def test_two_types_agree_with_every_source_vector(name, route):
    sources = sources_of(TWO_TYPES[name])
    for records in (1, 2, 5):
        for draws, odds in product({0, 1, records - 1, records}, (Fraction(1), Fraction(3, 2), Fraction(11))):
            check(Smoothing(sources, records, draws), odds, route, 15)


@pytest.mark.parametrize("route", ["algorithm-1", "table"])
@pytest.mark.parametrize("name", TWO_TYPES)
def test_two_types_with_replacement_agree_with_every_source_vector(name, route):
    sources = sources_of(TWO_TYPES[name])
    for records, draws in ((1, 2), (2, 0), (4, 1), (4, 4), (4, 7)):
        for odds in (Fraction(1), Fraction(3, 2), Fraction(11)):
            check(Smoothing(sources, records, draws, replacement=True), odds, route, 15)


@pytest.mark.parametrize("replacement", [False, True])
@pytest.mark.parametrize("name", TWO_TYPES)
def test_the_window_contains_the_maximum_over_every_source_vector(name, replacement):
    sources = sources_of(TWO_TYPES[name])
    for records in (1, 2, 4, 6):
        for draws, odds in product({0, 1, records - 1, records}, (Fraction(1), Fraction(3, 2), Fraction(11))):
            check(Smoothing(sources, records, draws, replacement), odds, "window", 0)


@pytest.mark.parametrize("odds", [Fraction(1001, 1000), Fraction(51, 49), Fraction(2)])
def test_eight_records_of_two_types(odds):
    for route, draws in product(ROUTES, (1, 4, 6, 7)):
        sources = sources_of(TWO_TYPES["redundant"][1:])
        check(Smoothing(sources, 8, draws), odds, route, 0 if route == "window" else 15)


@pytest.mark.parametrize("name", THREE_TYPES)
def test_three_types_agree_with_every_source_vector(name):
    sources = sources_of(THREE_TYPES[name])
    for records, odds in ((1, Fraction(2)), (3, Fraction(1)), (4, Fraction(3, 2)), (5, Fraction(51, 49))):
        for draws in {0, 1, records - 1, records}:
            for route, digits in (("algorithm-1", 15), ("shears", 12)):
                check(Smoothing(sources, records, draws), odds, route, digits)


@pytest.mark.parametrize("name", THREE_TYPES)
def test_three_types_with_replacement(name):
    sources = sources_of(THREE_TYPES[name])
    for draws, odds in ((1, Fraction(3, 2)), (3, Fraction(11))):
        check(Smoothing(sources, 3, draws, replacement=True), odds, "algorithm-1", 15)


def test_eight_records_of_three_types():
    sources, odds, draws = sources_of(THREE_TYPES["two"]), Fraction(3, 2), 6
    losses = losses_by_definition(8, 3, draws, odds, replacement=False)
    laws, whole = laws_of_assignments(sources.laws, 8)
    truth = max(sum(mass * losses[counts] for counts, mass in law.items()) for law in laws.values()) / Fraction(whole)
    for route in ("algorithm-1", "shears"):
        assert smoothed_delta(Smoothing(sources, 8, draws), Budget.read(odds=odds), route=route).value.contains(truth)


def test_four_types_take_the_algorithm_itself():
    sources = sources_of(["1/4,1/4,1/4,1/4", "1/2,1/6,1/6,1/6", "0,0,1/2,1/2"])
    for draws in (1, 3, 4):
        smoothing = Smoothing(sources, 4, draws)
        assert check(smoothing, Fraction(3, 2), "algorithm-1", 15).route is Route.ALGORITHM_ONE
        assert smoothed_delta(smoothing, Budget.read(odds=2)).route is Route.ALGORITHM_ONE


@given(
    st.lists(st.fractions(0, 1, max_denominator=9), min_size=1, max_size=4),
    st.integers(1, 4),
    st.integers(0, 5),
    st.booleans(),
    st.sampled_from([Fraction(1), Fraction(1001, 1000), Fraction(3, 2), Fraction(2), Fraction(100)]),
)
@settings(max_examples=60, deadline=None)
def test_redundant_sources_never_change_the_answer(shares, records, draws, replacement, odds):
    """The judge visits all laws of the set, the routes only the ends of the segment."""
    assume(replacement or draws <= records)
    sources = SourceSet(tuple((share, 1 - share) for share in shares))
    for route in ROUTES:
        check(Smoothing(sources, records, draws, replacement), odds, route, 0 if route == "window" else 15)


@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 3)).filter(any), min_size=2, max_size=5),
    st.integers(0, 3),
)
@settings(max_examples=40, deadline=None)
def test_redundant_sources_of_three_types_never_change_the_answer(rows, draws):
    sources, odds = SourceSet.from_counts(rows), Fraction(3, 2)
    reduced = SourceSet(sources.vertices)
    smoothing = Smoothing(sources, 3, draws)
    found = check(smoothing, odds, "algorithm-1", 15)
    again = smoothed_delta(Smoothing(reduced, 3, draws), Budget.read(odds=odds))
    assert found.value.exact == again.value.exact and found.mixture == again.mixture


# -- what is promised besides the value ----------------------------------------------------------------------


@pytest.mark.parametrize("route", ROUTES)
def test_open_sets_have_a_supremum(route):
    ends = ("1/4", "2/3")
    closed, open_ = SourceSet.interval(*ends), SourceSet.interval(*ends, closed=False)
    budget = Budget.read(odds="3/2")
    kept = smoothed_delta(Smoothing(closed, 6, 5), budget, route=route)
    lost = smoothed_delta(Smoothing(open_, 6, 5), budget, route=route)
    assert kept.attained and not lost.attained
    assert (kept.mixture, kept.value.to_json()) == (lost.mixture, lost.value.to_json())


def test_the_order_of_the_sources_only_permutes_the_mixture():
    budget = Budget.read(odds="3/2")
    for route, records in (("algorithm-1", 6), ("table", 200), ("window", 200)):
        one = smoothed_delta(Smoothing(sources_of(["1/4,3/4", "2/3,1/3"]), records, records - 2), budget, route=route)
        two = smoothed_delta(Smoothing(sources_of(["2/3,1/3", "1/4,3/4"]), records, records - 2), budget, route=route)
        three = smoothed_delta(
            Smoothing(sources_of(["1/2,1/2", "2/3,1/3", "1/4,3/4"]), records, records - 2), budget, route=route
        )
        assert one.mixture == two.mixture[::-1] == three.mixture[::-1] == (records, 0)
        assert three.vertices == (1, 2)
        assert one.value.to_json() == two.value.to_json() == three.value.to_json()


def test_types_may_change_their_names():
    budget = Budget.read(epsilon="1/2")
    for route in ("table", "window"):
        one = smoothed_delta(Smoothing(sources_of(["1/5,4/5", "1/3,2/3"]), 300, 290), budget, route=route)
        two = smoothed_delta(Smoothing(sources_of(["4/5,1/5", "2/3,1/3"]), 300, 290), budget, route=route)
        assert one.value.overlaps(two.value) and one.mixture == two.mixture


def test_auto_chooses_by_types_and_size():
    two, three = sources_of(["1/4,3/4", "2/3,1/3"]), sources_of(THREE_TYPES["apart"])
    budget = Budget.read(odds=3)
    chosen = {
        (sources.types, records): smoothed_delta(Smoothing(sources, records, records - 1), budget).route
        for sources, records in ((two, 12), (two, 13), (two, 20_001), (three, 5), (three, 13))
    }
    assert chosen == {
        (2, 12): Route.ALGORITHM_ONE,
        (2, 13): Route.TABLE,
        (2, 20_001): Route.WINDOW,
        (3, 5): Route.ALGORITHM_ONE,
        (3, 13): Route.SHEARS,
    }


@pytest.mark.parametrize("route", ROUTES)
def test_irrational_odds(route):
    smoothing = Smoothing(sources_of(["1/4,3/4", "2/3,1/3"]), 7, 5)
    found = smoothed_delta(smoothing, Budget.read(epsilon="1/2"), route=route)
    # exp(1/2) lies between these, and the loss falls as the odds grow.
    low, high = Fraction(1_648_721, 10**6), Fraction(1_648_722, 10**6)
    most = max(exhaustive(smoothing.sources, 7, 5, low).values())
    least = max(exhaustive(smoothing.sources, 7, 5, high).values())
    assert least < most
    assert decide_less(found.value, least) is not Verdict.HOLDS
    assert decide_less(most, found.value) is not Verdict.HOLDS
    assert found.value.exact is None
    if route != "window":
        assert found.value.proven_digits >= 15
        assert decide_less(found.value, most) is Verdict.HOLDS and decide_less(least, found.value) is Verdict.HOLDS


@pytest.mark.parametrize("digits", [1, 3, 15, 40, 100])
def test_the_table_proves_the_digits_asked_for(digits):
    sources = sources_of(["1/4,3/4", "2/3,1/3"])
    for records, draws, epsilon in ((60, 54, "1/2"), (61, 60, 7), (100, 3, 1), (50, 49, "log(51/49)")):
        found = smoothed_delta(
            Smoothing(sources, records, draws), Budget.read(epsilon=epsilon), digits=digits, route="table"
        )
        assert found.value.proven_digits >= digits
        assert min(value.proven_digits for value in found.table.values()) >= digits


def test_many_draws_with_replacement_from_few_records():
    """Beyond some number of draws single losses are no longer fractions; the maximum must not suffer."""
    smoothing = Smoothing(sources_of(["1/4,3/4", "1/2,1/2"]), 4, 2001, replacement=True)
    by_table = smoothed_delta(smoothing, Budget.read(odds=3), route="table")
    for route in ("algorithm-1", "auto"):
        assert smoothed_delta(smoothing, Budget.read(odds=3), route=route).value.overlaps(by_table.value)


def test_many_draws_with_replacement_of_three_types():
    sources = sources_of(["1/4,1/4,1/2", "1/2,1/4,1/4"])
    found = smoothed_delta(Smoothing(sources, 3, 300, replacement=True), Budget.read(odds=3))
    # Two databases of three records are far apart after 300 draws.
    assert found.value.upper <= 1 + Decimal("1e-15") and found.value.lower > Decimal("0.9999")


# -- routes against one another, and against exact averages --------------------------------------------------


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


def within(inner, outer, slack="1e-14"):
    """Whether an enclosure of the truth lies in another one, but for its own width."""
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
    # The window names a pure mixture, whose value it has computed.
    assert sum(by_window.mixture) == smoothing.records and smoothing.records in by_window.mixture, case
    assert by_window.value.overlaps(by_table.table[by_window.mixture]), case
    assert decide_less(by_table.value, by_table.table[by_window.mixture]) is not Verdict.HOLDS, case
    return by_table, by_window


@pytest.mark.parametrize("replacement", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_the_window_contains_the_table_s_maximum_on_random_instances(seed, replacement):
    random = Random(f"{seed} {replacement}")
    for _ in range(60):
        smoothing = random_instance(random, 1.6 if replacement else 2.6, replacement)
        agree(smoothing, random.choice(BUDGETS), random.choice((3, 6, 9, 12)))


@pytest.mark.parametrize("epsilon", ["0", "0.1", "1/2", "2", "7"])
@pytest.mark.parametrize("rate", ["0.5", "0.9", "0.998"])
def test_thousands_of_records(rate, epsilon):
    shares = [("9/20", "11/20"), ("0.0554", "0.4"), ("1/2", "2/3"), ("1/1000", "999/1000")]
    records = {"0.5": 500, "0.9": 1000, "0.998": 3000}[rate]
    for low, high in shares[:: 1 if rate == "0.5" else 2] if epsilon != "7" else shares[1:]:
        smoothing = Smoothing(SourceSet.interval(low, high), records, sampling_draws(records, rate=rate))
        agree(smoothing, Budget.read(epsilon=epsilon), 6)


@pytest.mark.parametrize("epsilon", ["1/2", 1, 2, 7])
def test_the_window_is_sharp_on_large_electorates(epsilon):
    for records, low, high in ((10**5, "0.0554", "0.775"), (10**6, "0.4", "0.6")):
        smoothing = Smoothing(SourceSet.interval(low, high), records, sampling_draws(records, rate="0.998"))
        found = smoothed_delta(smoothing, Budget.read(epsilon=epsilon))
        assert found.route is Route.WINDOW and found.value.proven_digits >= 5


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


def test_shears_and_algorithm_one_agree_in_balls_and_beyond_eight_records():
    for epsilon, name in product(("1/2", "log(3/2)", "3"), ("apart", "two", "an absent type")):
        smoothing = Smoothing(sources_of(THREE_TYPES[name]), 7, 6)
        one, two = (smoothed_delta(smoothing, Budget.read(epsilon=epsilon), route=r) for r in ("algorithm-1", "shears"))
        assert one.value.overlaps(two.value) and two.value.proven_digits >= 12


def test_three_types_of_which_one_never_occurs():
    """Every database lacks the third type, so every loss is T/n."""
    for route in ("algorithm-1", "shears"):
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


# -- refusals ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ((0, 0), "records must be between 1 and 10\\^30, got fewer"),
        ((-3, 0), "records must be between 1 and 10\\^30, got fewer"),
        ((10**30 + 1, 5), "records must be between 1 and 10\\^30, got more"),
        ((5, 6), "draws"),
        ((5, -1), "draws"),
        ((5, -1, True), "draws"),
    ],
)
def test_instances_out_of_range(arguments, text):
    with pytest.raises(DomainError, match=text):
        Smoothing(SourceSet.interval("1/4", "1/2"), *arguments)


@pytest.mark.parametrize("route", ["table", "window"])
def test_routes_for_two_types_refuse_three(route):
    with pytest.raises(DomainError, match="must have two types, got 3"):
        smoothed_delta(Smoothing(sources_of(THREE_TYPES["apart"]), 5, 4), Budget.read(odds=2), route=route)


def test_shears_refuse_what_they_cannot_do():
    budget = Budget.read(odds=2)
    four = sources_of(["1,0,0", "0,1,0", "0,0,1", "1/2,1/2,0"])
    assert len(four.vertices) == 3
    square = sources_of(["1/2,1/4,1/4", "1/4,1/2,1/4", "0,1/4,3/4", "1/4,0,3/4"])
    for smoothing in (
        Smoothing(square, 5, 4),
        Smoothing(SourceSet.interval("1/4", "1/2"), 5, 4),
        Smoothing(four, 5, 4, replacement=True),
    ):
        with pytest.raises(DomainError, match="shears must have three types"):
            smoothed_delta(smoothing, budget, route="shears")
    assert smoothed_delta(Smoothing(four, 5, 4), budget, route="shears").value.contains(Fraction(4, 5))
    with pytest.raises(SizeError, match="at most 900"):
        smoothed_delta(Smoothing(four, 901, 900), budget, route="shears")


def test_sizes_that_would_not_finish_are_refused_at_once():
    budget = Budget.read(odds=2)
    for smoothing, route in (
        (Smoothing(sources_of(THREE_TYPES["apart"]), 2000, 1999), "auto"),
        (Smoothing(sources_of(THREE_TYPES["apart"]), 100, 50, replacement=True), "auto"),
        (Smoothing(SourceSet.interval("1/4", "1/2"), 10**5, 5), "algorithm-1"),
        (Smoothing(SourceSet.interval("1/4", "1/2"), 10**30, 10**29), "auto"),
    ):
        with pytest.raises(SizeError):
            smoothed_delta(smoothing, budget, route=route)


@pytest.mark.parametrize("digits", [0, -1])
@pytest.mark.parametrize("route", ["auto", *ROUTES])
def test_digits_out_of_range(route, digits):
    with pytest.raises(DomainError, match="digits"):
        smoothed_delta(
            Smoothing(SourceSet.interval("1/4", "1/2"), 5, 4), Budget.read(odds=2), digits=digits, route=route
        )


def test_an_unknown_route():
    with pytest.raises(ValueError, match="guess"):
        smoothed_delta(Smoothing(SourceSet.interval("1/4", "1/2"), 5, 4), Budget.read(odds=2), route="guess")
