"""The public strategies reach the edges and shrink to small witnesses; the public assertions raise."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from sdp_proofs.accounting.exponential import Exponential
from sdp_proofs.distributions.finite import FiniteLaw
from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.mechanisms.choices import NoisyMax
from sdp_proofs.mechanisms.composition import (
    Composition,
    PostProcessed,
    RandomlyPostProcessed,
    RandomlyRecordWise,
    RecordWise,
)
from sdp_proofs.mechanisms.finite import (
    CoinFlip,
    DatabaseTable,
    EachRecord,
    HistogramTable,
    OneRecord,
    OnRecords,
)
from sdp_proofs.numbers.reals import exponential
from sdp_proofs.privacy.definition import database_delta
from sdp_proofs.privacy.profile import PrivacyProfile
from sdp_proofs.strategies import (
    budgets,
    choosing_mechanisms,
    database_tables,
    databases,
    histogram_databases,
    laws,
    mechanisms,
    odds,
    post_processed,
    probabilities,
    probability_vectors,
    source_sets,
)
from sdp_proofs.testing import assert_dominates, assert_dp, assert_smoothed_dp

SEARCH = settings(derandomize=True, max_examples=2000, deadline=None)
FIRST_FOUND = settings(SEARCH, phases=[Phase.generate])


@pytest.mark.parametrize(
    ("strategy", "edge"),
    [
        (probabilities(), lambda p: p == 0),
        (probabilities(), lambda p: p == 1),
        (probabilities(), lambda p: 0 < p < Fraction(1, 1000)),
        (odds(), lambda value: value == 1),
        (odds(above_one=True), lambda value: 1 < value < Fraction(101, 100)),
        (odds(), lambda value: value > 10**5),
        (budgets(), lambda budget: budget.rational_odds == Fraction(51, 49)),
        (laws(range(3)), lambda law: len(law) == 1),
        (laws(range(3)), lambda law: len(set(law.values())) == 1 and len(law) == 3),
        (laws(range(3)), lambda law: min(law.values()) < Fraction(1, 10**6)),
        (probability_vectors(2), lambda law: law == (0, 1)),
        (source_sets(2), lambda sources: len(set(sources.laws)) < len(sources.laws)),
        (source_sets(3), lambda sources: any(len(shares) == 2 for shares in sources.redundant.values())),
        (databases(3, 2), lambda x: x == (2, 2)),
        (histogram_databases(2, 3), lambda counts: counts == (1, 2)),
    ],
)
def test_edges_are_reached(strategy, edge):
    assert edge(find(strategy, edge, settings=SEARCH))


@pytest.mark.slow(every=2)
@pytest.mark.parametrize(
    "kind",
    [
        DatabaseTable,
        OneRecord,
        EachRecord,
        CoinFlip,
        PostProcessed,
        RandomlyPostProcessed,
        RecordWise,
        RandomlyRecordWise,
        Composition,
    ],
)
def test_every_kind_of_mechanism_is_drawn(kind):
    assert isinstance(find(mechanisms(2, 2), lambda m: isinstance(m, kind), settings=FIRST_FOUND), kind)


@pytest.mark.slow(every=3)
@pytest.mark.parametrize("kind", [HistogramTable, Exponential, NoisyMax])
def test_anonymous_mechanisms_are_drawn(kind):
    found = find(
        mechanisms(2, 2),
        lambda m: isinstance(m, OnRecords) and isinstance(m.mechanism, kind),
        settings=FIRST_FOUND,
    )
    assert {found.law((0, 1)) == found.law((1, 0)), isinstance(found.mechanism, kind)} == {True}


@settings(derandomize=True, max_examples=40, deadline=None)
@given(choosing_mechanisms(), st.data())
def test_a_choice_and_what_is_made_of_it_are_purely_private(choice, data):
    odds = exponential(choice.epsilon).as_fraction() if isinstance(choice, Exponential) else choice.ratio**-2
    assert odds is not None
    on_records = OnRecords(choice, 3)
    after = data.draw(post_processed(on_records, 3, 2))
    for x in [(0, 1), (2, 2)]:
        assert database_delta(on_records, x, odds) == database_delta(after, x, odds) == 0


def test_no_smaller_odds_hold_for_a_choice_and_for_a_maximum():
    choice, told = Exponential("2*log(2)"), NoisyMax(Fraction(1, 2))
    assert choice.law((0, 9)).probability(0) * Fraction(39, 10) < choice.law((1, 8)).probability(0)
    assert told.law((0, 9)).probability(0) * Fraction(39, 10) < told.law((1, 8)).probability(0)


def test_a_leaky_table_shrinks_to_two_point_masses():
    found = find(database_tables(2, 1), lambda m: database_delta(m, (0,), 2) == 1, settings=SEARCH)
    assert all(len(law) == 1 for law in found.rows.values())
    assert found.rows[0,] != found.rows[1,]


def test_assertions():
    coin = CoinFlip(Fraction(3, 4))
    assert_dp(coin, [(0,), (1,)], odds=2, delta="1/4")
    with pytest.raises(AssertionError, match=r"got 1/4 at x = \(0,\)"):
        assert_dp(coin, [(0,), (1,)], odds=2, delta="0.2499")
    sources = SourceSet.interval("1/4", "1/2")
    assert_smoothed_dp(coin, sources, records=1, odds=2, delta="1/4")
    with pytest.raises(AssertionError, match=r"got 1/4 by the assignment"):
        assert_smoothed_dp(coin, sources, records=1, odds=2, delta="0.2499")


def test_domination_is_decided_between_and_beyond_the_corners():
    def pair(*masses):
        return tuple(FiniteLaw.gathered(enumerate(map(Fraction, law))) for law in masses)

    wide, narrow = pair(("3/4", "1/4"), ("1/4", "3/4")), pair(("2/3", "1/3"), ("1/3", "2/3"))
    assert_dominates(wide, narrow)
    with pytest.raises(AssertionError, match=r"got 1/2 > 1/3 at odds 1"):
        assert_dominates(narrow, wide)
    # Larger in total variation, but never certain: it is overtaken at large odds.
    rarely_certain = pair(("9/10", "1/10"), ("1", "0"))
    assert PrivacyProfile.of_pairs([rarely_certain]).limit > PrivacyProfile.of_pairs([wide]).limit
    with pytest.raises(AssertionError, match=r"must be <= d\(P, Q\) at every epsilon"):
        assert_dominates(wide, rarely_certain)
