from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, prod

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docs.benchmarks.published import (
    histogram_by_histogram,
    one_convolution_per_mixture,
    published_losses_estimate,
)
from sdp_proofs.distributions.finite import sampled_law
from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.numbers.balls import arb
from sdp_proofs.numbers.reals import fraction_ball
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.definition import definition_delta
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.privacy.smoothed.algorithm_one import algorithm_one

TWO_OF_TWO = SourceSet.from_laws(["1/4,3/4", "2/3,1/3"])
THREE_OF_TWO = SourceSet.from_laws(["1/4,3/4", "1/2,1/2", "2/3,1/3"])
TWO_OF_THREE = SourceSet.from_laws(["1/6,1/3,1/2", "3/5,1/5,1/5"])
THREE_OF_THREE = SourceSet.from_laws(["1/6,1/3,1/2", "3/5,1/5,1/5", "0,1/2,1/2"])


@lru_cache
def sampled(counts, draws):
    return sampled_law(counts, draws)


@lru_cache
def sampling_loss(draws, odds, counts):
    return definition_delta(lambda x: sampled(x, draws), counts, odds)


def sampling(draws, odds=Fraction(3, 2)):
    return lambda counts: sampling_loss(draws, odds, counts)


def uneven(counts):
    """A loss without any symmetry or shape."""
    return Fraction(7 * counts[0] ** 2 % 11 + counts[-1] % 3, 13)


def by_definition(loss, laws, records):
    """Definition 3: every assignment of sources to records, every database, one probability each."""
    types = range(len(laws[0]))
    table = {}
    for assignment in product(range(len(laws)), repeat=records):
        expected = Fraction(0)
        for database in product(types, repeat=records):
            mass = prod(laws[source][kind] for source, kind in zip(assignment, database, strict=True))
            expected += mass * loss(tuple(database.count(kind) for kind in types))
        table[assignment] = expected
    return table


@pytest.mark.parametrize(
    ("sources", "records", "loss"),
    [
        (TWO_OF_TWO, 6, sampling(4)),
        (TWO_OF_TWO, 6, uneven),
        (TWO_OF_TWO, 5, sampling(2, Fraction(2))),
        (THREE_OF_TWO, 5, sampling(3)),
        (THREE_OF_TWO, 4, uneven),
        (TWO_OF_THREE, 4, sampling(2)),
        (TWO_OF_THREE, 5, uneven),
        (THREE_OF_THREE, 4, sampling(3)),
        (THREE_OF_THREE, 4, uneven),
    ],
)
def test_it_is_definition_3_by_enumeration(sources, records, loss):
    enumerated = by_definition(loss, sources.laws, records)
    result = algorithm_one(loss, sources, records, reduced=False)
    count = len(sources.laws)
    assert len(result.table) == comb(records + count - 1, count - 1)
    assert result.indices == tuple(range(count))
    for assignment, expected in enumerated.items():
        mixture = tuple(assignment.count(source) for source in range(count))
        assert result.table[mixture] == expected
    assert result.maximum == max(enumerated.values()) == result.table[result.mixture]
    assert algorithm_one(loss, sources, records).maximum == result.maximum


laws_of = {
    types: st.lists(st.integers(0, 4), min_size=types, max_size=types)
    .filter(any)
    .map(lambda row: tuple(Fraction(entry, sum(row)) for entry in row))
    for types in (2, 3)
}


@st.composite
def instances(draw):
    types = draw(st.sampled_from([2, 3]))
    records = draw(st.integers(1, 4))
    laws = draw(st.lists(laws_of[types], min_size=1, max_size=3))
    weights = draw(st.lists(st.integers(0, 3), min_size=len(laws), max_size=len(laws)).filter(any))
    inner = tuple(
        sum((Fraction(w, sum(weights)) * law[kind] for w, law in zip(weights, laws, strict=True)), Fraction(0))
        for kind in range(types)
    )
    position = draw(st.integers(0, len(laws)))
    values = draw(st.lists(st.fractions(0, 1, max_denominator=5), min_size=7, max_size=7))
    return laws, [*laws[:position], inner, *laws[position:]], records, values


@settings(max_examples=80, deadline=None)
@given(instances())
def test_only_the_hull_counts(instance):
    laws, more, records, values = instance

    def loss(counts):
        return values[hash(counts) % 7]

    reduced = algorithm_one(loss, SourceSet(tuple(more)), records)
    assert reduced.maximum == algorithm_one(loss, SourceSet(tuple(laws)), records, reduced=False).maximum
    assert reduced.maximum == algorithm_one(loss, SourceSet(tuple(more)), records, reduced=False).maximum
    assert reduced.maximum == algorithm_one(loss, SourceSet(tuple(laws)), records).maximum


def test_leaving_out_a_vertex_does_change_the_maximum():
    loss = sampling(3)
    whole = algorithm_one(loss, TWO_OF_TWO, 5)
    part = algorithm_one(loss, SourceSet(TWO_OF_TWO.laws[1:]), 5)
    assert part.maximum < whole.maximum
    assert whole.mixture == (5, 0)


def test_the_maximum_can_need_both_sources():
    result = algorithm_one(lambda counts: Fraction(counts == (1, 1)), SourceSet.interval(0, 1), 2)
    assert result.mixture == (1, 1)
    assert result.maximum == 1
    assert dict(result.table) == {(0, 2): 0, (1, 1): 1, (2, 0): 0}


def test_degenerate_sets():
    # Point masses: the database is certain, so the smoothed loss is that of the worst database that is possible.
    loss = sampling(2)
    everything = algorithm_one(loss, SourceSet.from_laws(["1,0,0", "0,1,0", "0,0,1"]), 4)
    assert everything.table == {counts: loss(counts) for counts in everything.table}
    certain = algorithm_one(loss, SourceSet.from_laws(["0,1"] * 3), 4)
    assert certain.table == {(4,): loss((0, 4))}
    # One law: the expectation over independent records.
    single = algorithm_one(uneven, SourceSet.from_laws(["1/3,2/3"]), 5)
    expected = sum(comb(5, h) * Fraction(2 ** (5 - h), 3**5) * uneven((h, 5 - h)) for h in range(6))
    assert single.maximum == expected
    assert single.mixture == (5,)
    one_record = algorithm_one(uneven, TWO_OF_TWO, 1)
    assert one_record.maximum == max(law[0] * uneven((1, 0)) + law[1] * uneven((0, 1)) for law in TWO_OF_TWO.laws)


def test_zeros_in_a_law_cost_nothing_and_change_nothing():
    laws = ["1/4,3/4,0", "2/3,1/3,0"]
    padded = algorithm_one(lambda counts: uneven(counts[:2]), SourceSet.from_laws(laws), 5)
    plain = algorithm_one(uneven, TWO_OF_TWO, 5)
    assert padded.table == plain.table
    assert padded.multiplications.convolution == plain.multiplications.convolution


def test_constant_losses_stay_constant():
    for sources in (THREE_OF_TWO, THREE_OF_THREE):
        assert set(algorithm_one(lambda counts: Fraction(1, 7), sources, 4).table.values()) == {Fraction(1, 7)}


@pytest.mark.parametrize(("types", "sources", "sizes"), [(2, TWO_OF_TWO, (4, 9, 16)), (3, TWO_OF_THREE, (3, 6, 9))])
def test_the_convolutions_of_two_sources_cost_a_polynomial_of_degree_2m_minus_1(types, sources, sizes):
    # Sum over k of C(k+m-1, m-1) C(n-k+m-1, m-1) = C(n+2m-1, 2m-1), without the two ends, which need none.
    for records in sizes:
        work = algorithm_one(lambda counts: 0, sources, records).multiplications
        ends = 2 * comb(records + types - 1, types - 1)
        assert work.convolution == comb(records + 2 * types - 1, 2 * types - 1) - ends
        assert work.expectation == (records + 1) * comb(records + types - 1, types - 1)
        assert work.total == work.convolution + work.expectation + work.multinomial
        assert work.multinomial < 2 * (2 * types + 1) * (records + 1) * comb(records + types - 1, types - 1)


def test_balls_enclose_the_exact_answer_and_keep_their_digits():
    exact = algorithm_one(sampling(3), THREE_OF_THREE, 4)
    balls = algorithm_one(lambda counts: fraction_ball(sampling(3)(counts)), THREE_OF_THREE, 4)
    for mixture, value in exact.table.items():
        assert balls.table[mixture].overlaps(fraction_ball(value))
        assert balls.table[mixture].rad() < arb(10) ** -14
    assert balls.maximum.overlaps(fraction_ball(exact.maximum))
    assert exact.table[balls.mixture] == exact.maximum
    digits = algorithm_one(delta_ball, TWO_OF_TWO, 6)
    assert digits.maximum.rel_accuracy_bits() > 95


def delta_ball(counts):
    return delta(Database(counts, 4), Budget.read(epsilon="1/2"), digits=30).value.ball


def test_balls_that_overlap_give_a_ball_that_contains_the_maximum():
    wide = {(2, 0): arb(1, 0.5), (1, 1): arb("1.25", 0.5), (0, 2): arb(0)}
    result = algorithm_one(wide.__getitem__, SourceSet.interval(0, 1), 2)
    assert result.mixture == (1, 1)
    assert result.maximum.contains(arb("1.25"))
    assert result.maximum.upper() >= arb("1.75")


def test_double_precision_agrees():
    loss = sampling(4)
    exact = algorithm_one(loss, THREE_OF_TWO, 5)
    estimate = algorithm_one(lambda counts: float(loss(counts)), THREE_OF_TWO, 5)
    assert isinstance(estimate.maximum, float)
    assert all(abs(estimate.table[mixture] - value) < 1e-14 for mixture, value in exact.table.items())
    assert estimate.mixture == exact.mixture
    assert algorithm_one(lambda counts: numpy.float64(0.5), TWO_OF_TWO, 2).maximum == pytest.approx(0.5)


@pytest.mark.parametrize("variant", [one_convolution_per_mixture, histogram_by_histogram])
def test_the_numpy_versions_for_benchmarks_are_the_same_algorithm(variant):
    records, draws, odds = 9, 6, Fraction(3, 2)
    losses = published_losses_estimate(records, draws, float(odds))
    for count, value in enumerate(losses):
        assert value == pytest.approx(float(sampling(draws, odds)((count, records - count))), rel=1e-11)
    table = variant(losses, 0.25, 2 / 3)
    exact = algorithm_one(sampling(draws, odds), TWO_OF_TWO, records)
    for (low, high), value in exact.table.items():
        assert low + high == records
        assert table[high] == pytest.approx(float(value), rel=1e-10)


def test_refusals():
    with pytest.raises(DomainError, match=r"^there must .*, got 0$"):
        algorithm_one(uneven, TWO_OF_TWO, 0)
    with pytest.raises(DomainError, match=r"^a loss must .*, got '1/2' at \(0, 2\)$"):
        algorithm_one(lambda counts: "1/2", TWO_OF_TWO, 2)
    for bad in (float("nan"), float("inf"), arb("nan"), arb("inf")):
        with pytest.raises(DomainError, match=r"^a loss must be finite, got .* at \(0, 2\)$"):
            algorithm_one(lambda counts, bad=bad: bad, TWO_OF_TWO, 2)
    with pytest.raises(DomainError, match=r"^losses must .*, got Fraction, float$"):
        algorithm_one(lambda counts: 0.5 if counts[0] else Fraction(1, 2), TWO_OF_TWO, 2)
    with pytest.raises(SizeError, match=r"about 100000000 multiplications, got 2000 records, 2 types and 2 sources$"):
        algorithm_one(uneven, TWO_OF_TWO, 2000)
    with pytest.raises(SizeError, match=r"about 10 multiplications"):
        algorithm_one(uneven, TWO_OF_TWO, 4, most_multiplications=10)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from([2, 3]), st.integers(1, 6), st.data())
def test_the_work_is_never_more_than_what_is_refused_by(types, records, data):
    laws = data.draw(st.lists(laws_of[types], min_size=1, max_size=3, unique=True))
    sources = SourceSet(tuple(laws))
    total = algorithm_one(lambda counts: 0, sources, records, reduced=False).multiplications.total
    with pytest.raises(SizeError):
        algorithm_one(lambda counts: 0, sources, records, reduced=False, most_multiplications=total - 1)


def test_larger_work_is_refused_by_its_size_too():
    for sources, records in ((TWO_OF_TWO, 30), (THREE_OF_TWO, 14), (TWO_OF_THREE, 9)):
        total = algorithm_one(lambda counts: 0, sources, records, reduced=False).multiplications.total
        with pytest.raises(SizeError):
            algorithm_one(lambda counts: 0, sources, records, reduced=False, most_multiplications=total - 1)


def test_what_balls_with_short_midpoints_prove_is_not_lost() -> None:
    """The loss is 1 +- 2^-900 everywhere, so every average is."""
    sources = SourceSet.from_laws(["1/3,2/3", "1/7,6/7"])
    found = algorithm_one(lambda counts: arb(1, arb((1, -900))), sources, 4)
    assert found.maximum.rel_accuracy_bits() > 890
