"""`smoothed_delta` against Definition 3 taken literally, what it promises besides, and what it refuses."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.decide import decide_less
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database
from sdp_proofs.privacy.smoothed.delta import Route, Smoothing, smoothed_delta
from sdp_proofs.verdict import Verdict
from tests.full import trials
from tests.privacy.definition_three import (
    ROUTES,
    THREE_TYPES,
    TWO_TYPES,
    check,
    exhaustive,
    laws_of_assignments,
    losses_by_definition,
    sources_of,
)
from tests.privacy.judge import defined_delta

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


@pytest.mark.slow(every=2)
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


@pytest.mark.slow(every=2)
@pytest.mark.parametrize("replacement", [False, True])
@pytest.mark.parametrize("name", TWO_TYPES)
def test_the_window_contains_the_maximum_over_every_source_vector(name, replacement):
    sources = sources_of(TWO_TYPES[name])
    for records in (1, 2, 4, 6):
        for draws, odds in product({0, 1, records - 1, records}, (Fraction(1), Fraction(3, 2), Fraction(11))):
            check(Smoothing(sources, records, draws, replacement), odds, "window", 0)


@pytest.mark.slow
@pytest.mark.parametrize("odds", [Fraction(1001, 1000), Fraction(51, 49), Fraction(2)])
def test_eight_records_of_two_types(odds):
    for route, draws in product(ROUTES, (1, 4, 6, 7)):
        sources = sources_of(TWO_TYPES["redundant"][1:])
        check(Smoothing(sources, 8, draws), odds, route, 0 if route == "window" else 15)


@pytest.mark.slow(every=2)
@pytest.mark.parametrize("name", THREE_TYPES)
def test_three_types_agree_with_every_source_vector(name):
    sources = sources_of(THREE_TYPES[name])
    cases = (1, Fraction(2)), (3, Fraction(1)), (4, Fraction(3, 2)), (5, Fraction(51, 49))
    for records, odds in cases[: trials(3)]:
        for draws in {0, 1, records - 1, records}:
            for route, digits in (("algorithm-1", 15), ("factors", 12)):
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
    for route in ("algorithm-1", "factors"):
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


# -- promises besides the value ----------------------------------------------------------------------


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
        (3, 13): Route.FACTORS,
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


def test_factors_refuse_what_they_cannot_do():
    budget = Budget.read(odds=2)
    four = sources_of(["1,0,0", "0,1,0", "0,0,1", "1/2,1/2,0"])
    assert len(four.vertices) == 3
    square = sources_of(["1/2,1/4,1/4", "1/4,1/2,1/4", "0,1/4,3/4", "1/4,0,3/4"])
    for smoothing in (
        Smoothing(square, 5, 4),
        Smoothing(SourceSet.interval("1/4", "1/2"), 5, 4),
        Smoothing(four, 5, 4, replacement=True),
    ):
        with pytest.raises(DomainError, match="factors must have three types"):
            smoothed_delta(smoothing, budget, route="factors")
    assert smoothed_delta(Smoothing(four, 5, 4), budget, route="factors").value.contains(Fraction(4, 5))
    with pytest.raises(SizeError, match="at most 900"):
        smoothed_delta(Smoothing(four, 901, 900), budget, route="factors")


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
