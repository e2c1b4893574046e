"""Expected losses one record at a time are those of convolved laws, for the power of n that the appendix states."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.errors import DomainError
from sdp_proofs.papers.smoothed_dp.algorithm_cost import AlgorithmCost, Polynomial
from sdp_proofs.privacy.smoothed.algorithm_one import algorithm_one, one_record_more

SETS = (
    ["1/3,2/3"], ["1/4,3/4", "1/2,1/2"], ["1/4,3/4", "0,1", "2/3,1/3"], ["1/6,1/3,1/2", "1,0,0", "0,1/2,1/2"],
    ["1/4,1/4,1/4,1/4", "1/2,0,1/6,1/3"],
)  # fmt: skip


def uneven(counts):
    """A loss without any symmetry or shape."""
    return Fraction(7 * counts[0] ** 2 % 11 + counts[-1] % 3, 13)


@pytest.mark.parametrize("texts", SETS, ids="; ".join)
@pytest.mark.parametrize("records", [1, 2, 4])
def test_the_table_is_that_of_the_published_algorithm(texts, records):
    sources = SourceSet.from_laws(texts)
    published = algorithm_one(uneven, sources, records, reduced=False)
    found = one_record_more(uneven, sources.laws, records)
    assert (found.table, found.maximum) == (dict(published.table), published.maximum)


@pytest.mark.parametrize("texts", SETS, ids="; ".join)
@pytest.mark.parametrize("records", [1, 3, 5])
def test_the_multiplications_in_closed_form_and_below_the_bound(texts, records):
    sources = SourceSet.from_laws(texts)
    m, many, n = sources.types, len(texts), records
    work = one_record_more(uneven, sources.laws, n).multiplications
    assert work == m * (comb(n + m + many - 1, n) - comb(n + m - 1, n)) <= m * (n + 1) ** (m + many - 1)


def test_three_types_and_two_sources_take_the_fourth_power_where_convolutions_take_the_fifth():
    sources = SourceSet.from_laws(["1/6,1/3,1/2", "3/5,1/5,1/5"])
    work = Polynomial.through([one_record_more(uneven, sources.laws, n).multiplications for n in range(1, 9)])
    cost = AlgorithmCost(3, 2)
    assert (work.degree, cost.degree) == (cost.appendix_exponent, cost.main_text_exponent) == (4, 5)


@pytest.mark.parametrize("laws, records", [([], 3), ([(Fraction(1, 2), Fraction(1, 2))], 0)])
def test_records_and_sources_are_needed(laws, records):
    with pytest.raises(DomainError, match="a record and a source"):
        one_record_more(uneven, laws, records)
