"""Every hypothesis of the bounds is asked for: what violates one is refused, what just satisfies it is not."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

import pytest

from sdp_proofs.distributions.counts import Binomial
from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.errors import DomainError, PrecisionError, SizeError
from sdp_proofs.privacy.bounds import lower
from sdp_proofs.privacy.bounds.buckets import Cell, bound_of_buckets, buckets_upper
from sdp_proofs.privacy.bounds.decay_rate import decay_rate, many_type_rate
from sdp_proofs.privacy.bounds.instance import Instance
from sdp_proofs.privacy.bounds.lower import LatticePoint, one_point_lower
from sdp_proofs.privacy.bounds.one_database import (
    geometric_lower,
    geometric_upper,
    mean_excess_average_upper,
    mean_excesses,
)
from sdp_proofs.privacy.bounds.published import (
    absent_type_lower,
    dp_delta,
    dp_delta_with_replacement,
    remark_8_proved,
    replacement_upper,
    theorem_5_worst_case,
    threshold,
)
from sdp_proofs.privacy.bounds.tails import (
    entropy_tail_upper,
    multiplicative_tail_upper,
    one_sided_exponential_upper,
    one_sided_upper,
    printed_step_as_published,
    two_sided_upper,
)
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
TWO, LOW = Budget.read(odds=2), Budget.read(odds="3/2")
CASE = Instance(10, 5, 2, THIRD)
RESAMPLED = Instance(10, 5, 2, THIRD, replacement=True)
COINS = Binomial(10, HALF)


def cells(*cuts: Fraction | None) -> list[Cell]:
    return [Cell(*pair) for pair in pairwise(cuts)]


def point(h: tuple[int, int], u: tuple[int, int]) -> LatticePoint:
    return LatticePoint((THIRD, 1 - THIRD), h, u)


REFUSED: list[tuple[str, Callable[[], object]]] = [
    ("records must be between 1 and 10^30, got fewer", lambda: Instance(0, 1, 2, THIRD)),
    ("records must be between 1 and 10^30, got more", lambda: Instance(10**30 + 1, 1, 2, THIRD)),
    ("draws must be between 1 and 10^30, got fewer", lambda: Instance(3, 0, 2, THIRD, replacement=True)),
    ("draws must be between 1 and 10^30, got more", lambda: Instance(3, 10**30 + 1, 2, THIRD, replacement=True)),
    ("draws must be less than records = 3, got 3", lambda: Instance(3, 3, 2, THIRD)),
    ("types must be at least 2, got 1", lambda: Instance(3, 1, 1, THIRD)),
    ("floor must be above 0 and at most 1/2", lambda: Instance(3, 1, 2, Fraction(0))),
    ("floor must be above 0 and at most 1/3", lambda: Instance(3, 1, 3, Fraction(34, 100))),
    ("every source must give", lambda: Instance.with_sources(SourceSet.from_laws(["1/2,1/2", "1,0"]), 9, 3)),
    ("cells must be at least 2, got 1", lambda: buckets_upper(CASE, TWO, cells=1)),
    ("cells must be at most 200", lambda: buckets_upper(CASE, TWO, cells=201)),
    ("the first cell must have no lower cut", lambda: bound_of_buckets(CASE, TWO, [])),
    ("the first cell must have no lower cut", lambda: bound_of_buckets(CASE, TWO, cells(THIRD, None))),
    ("every cell must begin", lambda: bound_of_buckets(CASE, TWO, [*cells(None, THIRD), *cells(HALF, None)])),
    ("every cell must begin", lambda: bound_of_buckets(CASE, TWO, [*cells(None, None), *cells(None, None)])),
    ("the last cell must have no upper cut", lambda: bound_of_buckets(CASE, TWO, cells(None, HALF, Fraction(1)))),
    ("the last cell must have no upper cut", lambda: bound_of_buckets(CASE, Budget.read(odds=4), cells(None, HALF))),
    ("count must be between 0 and 10", lambda: entropy_tail_upper(COINS, 11)),
    ("count must be between 0 and 10", lambda: entropy_tail_upper(COINS, -1, below=True)),
    ("count must be at most the mean 5", lambda: entropy_tail_upper(COINS, 6, below=True)),
    ("count must be at least the mean 5", lambda: entropy_tail_upper(COINS, 4)),
    ("form must be one of", lambda: multiplicative_tail_upper(COINS, 1, form="fifth")),
    ("excess must be between 0 and 1,", lambda: multiplicative_tail_upper(COINS, "11/10", form="third")),
    ("excess must be between 0 and infinity", lambda: multiplicative_tail_upper(COINS, "-1/10", form="ratio")),
    ("draws must be between 1 and records - 1", lambda: printed_step_as_published(9, 3, 0, HALF)),
    ("draws must be between 1 and records - 1", lambda: printed_step_as_published(9, 3, 9, 1)),
    ("draws must be between 1 and records - 1", lambda: printed_step_as_published(9, 0, 3, HALF)),
    ("draws must be between 1 and records - 1", lambda: printed_step_as_published(9, 10, 3, HALF)),
    ("theta must be above 1/3", lambda: printed_step_as_published(9, 3, 3, THIRD)),
    ("theta must be above 1/3", lambda: printed_step_as_published(9, 3, 3, "10/9")),
    ("draws must be between 0 and records", lambda: dp_delta(0, 0)),
    ("draws must be between 0 and records", lambda: dp_delta(3, -1)),
    ("draws must be between 0 and records", lambda: dp_delta(3, 4)),
    ("records must be at least 1", lambda: dp_delta_with_replacement(0, 3)),
    ("records must be at least 1", lambda: dp_delta_with_replacement(3, -1)),
    ("draws must be at least 0 and less", lambda: threshold(3, -1)),
    ("draws must be at least 0 and less", lambda: threshold(3, 3)),
    ("with three types or more", lambda: many_type_rate(HALF, TWO, [(THIRD, THIRD)], 11)),
    ("need 1 <= T <= n", lambda: mean_excesses(9, 0, HALF)),
    ("need 1 <= T <= n", lambda: mean_excesses(9, 10, HALF)),
    ("need 1 <= T <= n", lambda: mean_excesses(1, 1, HALF)),
    ("need 1 <= T <= n", lambda: mean_excesses(9, 3, Fraction(-1, 9))),
    ("need 1 <= T <= n", lambda: mean_excesses(9, 3, Fraction(1))),
    ("need two types", lambda: mean_excess_average_upper(9, 3, HALF, HALF, 1)),
    ("need two types", lambda: mean_excess_average_upper(9, 3, HALF, Fraction(-1, 9), 2)),
    ("need two types", lambda: mean_excess_average_upper(9, 3, HALF, Fraction(51, 100), 2)),
    ("must have a positive gain", lambda: one_point_lower(CASE, TWO, point=point((1, 4), (4, 1)))),
    ("counts must be possible", lambda: one_point_lower(CASE, TWO, point=point((0, 5), (0, 5)))),
    ("counts must be possible", lambda: one_point_lower(CASE, TWO, point=point((6, -1), (0, 5)))),
    ("counts must be possible", lambda: one_point_lower(CASE, TWO, point=point((5, 1), (0, 5)))),
    ("counts must be possible", lambda: one_point_lower(CASE, TWO, point=point((5, 0), (1, 5)))),
    ("rate must be strictly between 0 and 1", lambda: remark_8_proved(Fraction(0), TWO)),
    ("rate must be strictly between 0 and 1", lambda: remark_8_proved(Fraction(1), TWO)),
    ("epsilon must be above ln", lambda: remark_8_proved(HALF, TWO)),
    ("epsilon must be above ln", lambda: one_sided_upper(CASE, TWO)),
    ("epsilon must be above ln", lambda: one_sided_exponential_upper(CASE, TWO)),
    ("without replacement", lambda: one_sided_upper(RESAMPLED, TWO)),
    ("without replacement", lambda: bound_of_buckets(RESAMPLED, TWO, cells(None, HALF, None))),
    ("without replacement", lambda: decay_rate(RESAMPLED, TWO)),
    ("epsilon must be above 0", lambda: bound_of_buckets(CASE, Budget.read(odds=1), cells(None, HALF, None))),
    ("epsilon must be above 0", lambda: decay_rate(CASE, Budget.read(odds=1))),
    ("level must be above 1/2", lambda: replacement_upper(RESAMPLED, Budget.read(epsilon=1), level=HALF)),
    ("level must be above 1/2", lambda: replacement_upper(RESAMPLED, Budget.read(epsilon=1), level="3/2")),
    ("records and draws must be at least 1", lambda: theorem_5_worst_case(0, 3)),
    ("records and draws must be at least 1", lambda: theorem_5_worst_case(3, 0)),
    ("must be with replacement", lambda: absent_type_lower(CASE)),
    ("must have two types", lambda: geometric_upper(Database((3, 3, 3), 4), TWO)),
    ("must have two types", lambda: geometric_lower(Database((3, 3), 4, replacement=True), TWO)),
    ("cut must be above 1/2", lambda: two_sided_upper(CASE, LOW, cut=HALF)),
    ("cut must be above 1/2", lambda: two_sided_upper(CASE, Budget.read(odds=4), cut="11/10")),
    ("cut must be above 1/2", lambda: two_sided_upper(CASE, LOW, cut="3/4")),
]


@pytest.mark.parametrize(("message", "call"), REFUSED, ids=[f"{n}: {one[0]}" for n, one in enumerate(REFUSED)])
def test_a_violated_hypothesis_is_an_error(message: str, call: Callable[[], object]) -> None:
    with pytest.raises((DomainError, PrecisionError, SizeError)) as caught:
        call()
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "call",
    [
        lambda: Instance(10**30, 1, 2, THIRD),
        lambda: Instance(2, 1, 2, HALF),
        lambda: Instance(1, 1, 2, HALF, replacement=True),
        lambda: Instance(1, 10**30, 2, HALF, replacement=True),
        lambda: buckets_upper(CASE, TWO, cells=2),
        lambda: bound_of_buckets(CASE, Budget.read(odds=4), cells(None, HALF, Fraction(1))),
        lambda: entropy_tail_upper(COINS, 10),
        lambda: entropy_tail_upper(COINS, 0, below=True),
        lambda: entropy_tail_upper(COINS, 5),
        lambda: entropy_tail_upper(COINS, 5, below=True),
        lambda: printed_step_as_published(9, 1, 1, 1),
        lambda: printed_step_as_published(9, 9, 8, 1),
        lambda: dp_delta(1, 0),
        lambda: dp_delta(1, 1),
        lambda: dp_delta_with_replacement(1, 0),
        lambda: threshold(3, 0),
        lambda: mean_excesses(2, 2, Fraction(0)),
        lambda: mean_excess_average_upper(9, 3, HALF, HALF, 2),
        lambda: mean_excess_average_upper(9, 3, HALF, Fraction(0), 2),
        lambda: one_point_lower(CASE, TWO, point=point((1, 4), (0, 5))),
        lambda: theorem_5_worst_case(1, 1),
        lambda: two_sided_upper(CASE, Budget.read(odds=4), cut=1),
    ],
)  # fmt: skip
def test_the_edge_of_a_hypothesis_is_within(call: Callable[[], object]) -> None:
    assert call() is not None


def test_the_double_sum_refuses_more_terms_than_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lower, "MOST_TERMS", 25)
    assert lower.double_sum_lower(CASE, TWO).value.exact is not None
    with pytest.raises(SizeError, match="must be at most 25, got more"):
        lower.double_sum_lower(Instance(11, 5, 2, THIRD), TWO)
