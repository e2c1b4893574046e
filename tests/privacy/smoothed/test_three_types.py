"""The float64 tables of three types against exact fractions, and the smoothed table against the published algorithm."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from sdp_proofs.distributions.finite import sampled_law
from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.errors import DomainError, PrecisionError, SizeError
from sdp_proofs.numbers.balls import arb
from sdp_proofs.numbers.decide import decide_less
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.definition import definition_delta
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.privacy.histogram.pairs import PooledPair
from sdp_proofs.privacy.histogram.tables import profile_table
from sdp_proofs.privacy.smoothed.algorithm_one import algorithm_one
from sdp_proofs.privacy.smoothed.three_types import ChangeDivergences, simplex_deltas, smoothed_simplex
from sdp_proofs.privacy.smoothed.two_sources import smoothed_table
from sdp_proofs.verdict import Verdict

SPREAD = [("0.6", "0.3", "0.1"), ("0.2", "0.5", "0.3"), ("0.1", "0.2", "0.7")]
CYCLIC = [(0, "1/2", "1/2"), ("1/2", 0, "1/2"), ("1/2", "1/2", 0)]
WITH_ZEROS = [(1, 0, 0), ("1/3", "2/3", 0), ("1/5", "1/5", "3/5")]


def overlap(first, second):
    return decide_less(first, second) is not Verdict.HOLDS and decide_less(second, first) is not Verdict.HOLDS


def exact_deltas(records, draws, odds):
    return {
        (a, b): definition_delta(lambda x: sampled_law(x, draws), (a, b, records - a - b), odds)
        for a in range(records + 1)
        for b in range(records + 1 - a)
    }


@pytest.mark.parametrize("odds", ["1", "51/49", "3/2", "7/2", "11"])
def test_every_loss_of_small_databases_is_enclosed(odds):
    for records in (1, 2, 5, 7):
        for draws in range(records + 1):
            table = simplex_deltas(records, draws, Budget.read(odds=odds))
            for (a, b), truth in exact_deltas(records, draws, odds).items():
                low, high = table.bounds(a, b)
                assert low <= truth <= high
                assert (truth == 0) == (high == 0)


@pytest.mark.parametrize("odds", ["1", "1.0000000000000000001", "51/49", "3", "100"])
def test_single_changes_of_larger_databases_are_within_the_counted_roundings(odds):
    source, budget = random.Random(int(Fraction(odds) * 100)), Budget.read(odds=odds)
    for records, draws in ((14, 9), (40, 30), (60, 7)):
        losses = ChangeDivergences(records, draws, budget)
        worst = Fraction(0)
        for _ in range(12):
            losing = source.randint(1, records)
            gaining = source.randint(0, records - losing)
            pair = PooledPair(records, losing, gaining, draws, replacement=False)
            truth = pair.exact_divergence(budget.rational_odds)
            computed = Fraction(losses.loss(losing, gaining))
            assert (truth == 0) == (computed == 0)
            worst = max(worst, abs(computed / truth - 1)) if truth else worst
        assert worst <= losses.roundings * Fraction(1, 2**53)
        assert losses.roundings <= 11 + records + 2


@pytest.mark.parametrize(
    ("winner", "records", "draws", "odds", "low", "middle"),
    [(0, 8, 1, "51/49", 2, 3), (1, 26, 4, "51/49", 7, 9), (2, 19, 3, "11/10", 5, 7), (3, 11, 7, "51/49", 3, 4)],
)
def test_each_of_the_four_changes_is_somewhere_the_only_worst_one(winner, records, draws, odds, low, middle):
    budget = Budget.read(odds=odds)
    exact = [
        PooledPair(records, losing, gaining, draws, replacement=False).exact_divergence(budget.rational_odds)
        for losing, gaining in ((low, middle), (middle, low), (low + 1, middle - 1), (middle + 1, low - 1))
    ]
    table = simplex_deltas(records, draws, budget)
    for first, second in ((low, middle), (middle, low), (low, records - low - middle)):
        assert table.entry(first, second).contains(exact[winner])
    exact.pop(winner)
    assert table.bounds(low, middle)[0] > max(exact)


@pytest.mark.slow(every=4)
@pytest.mark.parametrize("budget", [{"epsilon": "1/2"}, {"epsilon": 3}, {"odds": "sqrt(2)"}, {"odds": "3/2"}])
def test_losses_of_two_hundred_records_agree_with_certified_balls(budget):
    budget, source = Budget.read(**budget), random.Random(4)
    table = simplex_deltas(200, 180, budget)
    assert table.relative_error < 1e-13
    for _ in range(8):
        a = source.randint(0, 100)
        b = source.randint(0, 200 - a)
        certified = delta(Database((a, b, 200 - a - b), 180), budget, digits=20).value
        assert overlap(table.entry(a, b), certified)


def test_losses_far_below_one_keep_their_digits():
    budget = Budget.read(odds=400)
    table = simplex_deltas(600, 204, budget)
    for counts in ((200, 200, 200), (199, 200, 201)):
        certified = delta(Database(counts, 204), budget, digits=20).value
        assert 0 < certified.upper < 1e-150
        assert overlap(table.entry(*counts[:2]), certified)


def test_without_a_third_type_a_change_is_that_of_two_types():
    budget = Budget.read(odds="51/49")
    losses, two_types = ChangeDivergences(50, 41, budget), profile_table(50, 41, budget)
    for losing in range(1, 51):
        assert losses.loss(losing, 50 - losing) == pytest.approx(float(two_types[losing - 1]), rel=1e-13, abs=0)


@pytest.mark.parametrize("sources", [SPREAD, CYCLIC, WITH_ZEROS])
@pytest.mark.parametrize(("records", "draws", "odds"), [(4, 3, "3/2"), (6, 4, "2"), (6, 5, "51/49")])
def test_smoothing_agrees_with_the_published_algorithm(sources, records, draws, odds):
    exact = exact_deltas(records, draws, odds)
    judge = algorithm_one(lambda counts: exact[counts[:2]], SourceSet.from_laws(sources), records, reduced=False)
    table = smoothed_simplex(simplex_deltas(records, draws, Budget.read(odds=odds)), sources)
    for mixture, truth in judge.table.items():
        low, high = table.bounds(*mixture[:2])
        assert low <= truth <= high
    found = table.largest()
    assert found.value.contains(judge.maximum)
    assert judge.table[found.counts] >= judge.maximum * (1 - Fraction(1, 10**12))


def test_an_unused_third_type_leaves_the_average_over_two_types():
    records, budget = 40, Budget.read(odds="3/2")
    deltas = simplex_deltas(records, 30, budget)
    line = [arb(float(deltas.values[h, records - h])) for h in range(records + 1)]
    expected = smoothed_table(line, Fraction(1, 4), Fraction(2, 3))
    table = smoothed_simplex(deltas, [("2/3", "1/3", 0), ("1/4", "3/4", 0)])
    for k in range(records + 1):
        assert overlap(table.entry(k, records - k), Enclosure(expected[k]))
        assert overlap(table.entry(k, 0), Enclosure(expected[k]))


def test_one_source_has_one_average():
    deltas = simplex_deltas(12, 9, Budget.read(odds=2))
    table = smoothed_simplex(deltas, [("1/2", "1/3", "1/6")])
    inside = [table.values[a, b] for a in range(13) for b in range(13 - a)]
    assert inside == pytest.approx([table.values[0, 0]] * len(inside), rel=1e-13)
    with pytest.raises(DomainError, match="one to three laws over three types, got 0"):
        smoothed_simplex(deltas, [])


def test_the_average_of_two_hundred_records_lies_between_its_losses():
    deltas = simplex_deltas(200, 180, Budget.read(epsilon=2))
    table = smoothed_simplex(deltas, SPREAD)
    found = table.largest()
    assert table.relative_error < 2e-13
    assert found.counts == (0, 0, 200)
    assert 0.0 < float(found.value.upper) < 0.9
    inside = table.values[table.values > 0]
    assert len(inside) == 201 * 202 // 2
    assert deltas.values[deltas.values > 0].min() <= inside.min()


@pytest.mark.parametrize(
    ("records", "draws", "odds", "error", "message"),
    [
        (0, 0, 2, DomainError, "records must be >= 1, got 0"),
        (5, 6, 2, DomainError, "draws must be between 0 and records = 5, got 6"),
        (5, -1, 2, DomainError, "draws must be between 0 and records = 5, got -1"),
        (901, 5, 2, SizeError, "records must be at most 900 in float64, got 901"),
        (40, 5, Fraction(3, 2) - Fraction(1, 10**40), PrecisionError, "the odds times 2 must not be within 2.-100 of"),
        (40, 5, "sqrt(2)*sqrt(2)", PrecisionError, "the odds times 1 must not be within 2.-100 of"),
    ],
)
def test_what_is_refused(records, draws, odds, error, message):
    with pytest.raises(error, match=message):
        simplex_deltas(records, draws, Budget.read(odds=odds))
