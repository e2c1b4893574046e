"""Tables, local randomisers and the mechanisms built of them, against products written out."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sdp_proofs.accounting.dominating_pairs import Neighbouring, table
from sdp_proofs.accounting.pairs import REPLACE_ONE
from sdp_proofs.accounting.plain_releases import RandomisedResponse
from sdp_proofs.distributions.finite import FiniteLaw, histogram_of, record_lists, replace_one
from sdp_proofs.errors import DomainError
from sdp_proofs.mechanisms.composition import Composition, Lookup, RandomlyRecordWise, RecordWise
from sdp_proofs.mechanisms.finite import (
    CoinFlip,
    DatabaseTable,
    EachRecord,
    HistogramTable,
    OneRecord,
    OnRecords,
    truthful_rows,
)
from sdp_proofs.mechanisms.sampling import SamplingHistogram

THIRD = FiniteLaw({"a": "1/3", "b": "2/3"})
SURE = FiniteLaw({"b": 1})


def test_each_record_is_the_product_of_its_reports():
    law = EachRecord((THIRD, SURE)).law((0, 1, 0))
    assert law == FiniteLaw(
        {("a", "b", "a"): "1/9", ("a", "b", "b"): "2/9", ("b", "b", "a"): "2/9", ("b", "b", "b"): "4/9"}
    )


def test_one_record_ignores_the_others():
    mechanism = OneRecord((THIRD, SURE), position=1)
    assert {mechanism.law((other, 0)) for other in (0, 1)} == {THIRD}
    assert mechanism.law((0, 1)) == SURE


@pytest.mark.parametrize("types", [2, 3, 4])
def test_randomised_response_lies_evenly(types):
    for truth in (Fraction(0), Fraction(1, types), Fraction(3, 4), Fraction(1)):
        rows = truthful_rows(types, truth)
        assert [row.probability(kind) for kind, row in enumerate(rows)] == [truth] * types
        lies = {row.probability(report) for kind, row in enumerate(rows) for report in range(types) if report != kind}
        assert lies == {(1 - truth) / (types - 1)}
        if truth >= Fraction(1, types):
            accounted = RandomisedResponse(truth, types).step(Neighbouring(REPLACE_ONE, mirrored=False)).pair
            outputs = [(rows[0].get(report, 0), rows[1].get(report, 0)) for report in range(types)]
            assert accounted.exact == table(*zip(*outputs, strict=True)).exact


def test_a_coin_flip_is_a_randomised_response_of_one_binary_record():
    for keep in (Fraction(0), Fraction(1, 2), Fraction(2, 3), Fraction(1)):
        for x in ((0,), (1,)):
            assert EachRecord(truthful_rows(2, keep)).law(x).image(lambda reports: reports[0]) == CoinFlip(keep).law(x)


def test_composition_is_a_product_law_and_needs_one_adjacency():
    parts = (CoinFlip(Fraction(1, 4)), CoinFlip(Fraction(1, 3), position=1))
    joint = Composition(parts).law((0, 1))
    for (first, second), mass in joint.items():
        assert mass == parts[0].law((0, 1))[first] * parts[1].law((0, 1))[second]
    different = Composition((CoinFlip(Fraction(1, 4)), OneRecord((THIRD, SURE, SURE))))
    with pytest.raises(DomainError, match=r"^composed mechanisms must have the same adjacency, and do not at \(0,\)$"):
        different.neighbours((0,))


def test_a_deterministic_function_is_a_randomised_one():
    inner = CoinFlip(Fraction(3, 4), position=1)
    rows = tuple(FiniteLaw({value: 1}) for value in (1, 0, 1))
    fixed, random = RecordWise(inner, (1, 0, 1), 2), RandomlyRecordWise(inner, rows, 2)
    for x in record_lists(2, 3):
        assert fixed.law(x) == random.law(x)
        assert list(fixed.neighbours(x)) == list(random.neighbours(x))


def test_lists_have_the_neighbours_of_their_histograms():
    adapted = OnRecords(SamplingHistogram(2), 3)
    for x in record_lists(3, 3):
        counts = histogram_of(x, 3)
        assert {histogram_of(y, 3) for y in adapted.neighbours(x)} == set(replace_one(counts))
        assert adapted.law(x) == SamplingHistogram(2).law(counts)


@pytest.mark.parametrize(
    ("refused", "message"),
    [
        (lambda: EachRecord((THIRD, SURE)).law((2,)), r"^a record must be one of the types 0 to 1, got 2$"),
        (lambda: OneRecord((THIRD,), 3).law((0,)), r"^position must be one of the 1 records, counted from 0, got 3$"),
        (lambda: HistogramTable({(1, 0): SURE}).law((0, 1)), r"^a histogram must be one of the 1 with a row"),
        (lambda: DatabaseTable(2, {(0,): SURE}).law((1,)), r"^a database must be one of the 1 with a row"),
        (lambda: CoinFlip.read(keep="3/2"), r"^keep must be between 0 and 1, got 3/2$"),
        (lambda: truthful_rows(1, Fraction(1)), r"^there must be at least two types, got 1$"),
        (lambda: truthful_rows(2, Fraction(2)), r"^truth must be between 0 and 1, got 2$"),
        (lambda: Composition(()), r"^there must be at least one mechanism to compose, got none$"),
        (lambda: RecordWise(CoinFlip.read(keep=1), (0, 2), 2), r"^a feature must be between 0 and 1, got 2$"),
        (lambda: RecordWise(CoinFlip.read(keep=1), (0, 0), 1), r"^there must be at least two features, got 1$"),
        (lambda: Lookup({0: 1})(7), r"^an output must be one of the 1 with a value, got 7$"),
        (lambda: list(record_lists(0, 2)), r"^there must be at least one record, got 0$"),
    ],
)
def test_refusals(refused, message):
    with pytest.raises(DomainError, match=message):
        refused()
