"""The bound by one count: against its definition, and above every loss and average that it bounds."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from math import comb

import pytest

from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.errors import DomainError
from sdp_proofs.privacy.bounds.one_database import mean_excess_average_upper, mean_excesses
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.privacy.smoothed.delta import Smoothing, smoothed_delta

THETAS = (Fraction(0), Fraction(1, 7), Fraction(2, 5), Fraction(9, 10))


def by_definition(records: int, draws: int, theta: Fraction, count: int) -> Fraction:
    total = Fraction(0)
    for h in range(min(count, draws) + 1):
        ways = comb(count, h) * comb(records - count, draws - h)
        total += ways * max(Fraction(0), Fraction(h, count) - theta)
    return total / comb(records, draws) / (1 - theta)


@pytest.mark.parametrize("theta", THETAS)
def test_the_table_is_the_mean_excess(theta: Fraction) -> None:
    for records in range(2, 15):
        for draws in range(1, records + 1):
            table = mean_excesses(records, draws, theta)
            assert table[0] == table[1] == Fraction(draws, records)
            assert table[1:] == tuple(by_definition(records, draws, theta, a) for a in range(1, records // 2 + 1))


def test_one_draw_of_two_types_is_the_loss_itself() -> None:
    for records, odds in product(range(2, 30), (Fraction(1), Fraction(21, 20), Fraction(3))):
        table = mean_excesses(records, 1, 1 - 1 / odds)
        for count in range(records + 1):
            loss = delta(Database((count, records - count), 1), Budget.read(odds=odds)).value
            assert loss.exact == table[min(count, records - count)]


def test_averages_are_above_what_they_bound() -> None:
    draw = random.Random(12)
    for _ in range(120):
        types = draw.choice((2, 2, 3))
        records = draw.randint(2, 22 if types == 2 else 7)
        draws = draw.randint(1, records - 1)
        laws = [law_of(draw, types) for _ in range(draw.randint(1, 2))]
        floor = min(map(min, laws))
        odds = 1 + Fraction(draw.randint(0, 200), draw.choice((100, 400)))
        loss = smoothed_delta(Smoothing(SourceSet.from_laws(laws), records, draws), Budget.read(odds=odds)).value
        upper = mean_excess_average_upper(records, draws, 1 - 1 / odds, floor, types)
        assert loss.ball.upper() <= upper.upper() * (1 + 1e-12)


def law_of(draw: random.Random, types: int) -> tuple[Fraction, ...]:
    parts = [draw.randint(1, 9) for _ in range(types)]
    return tuple(Fraction(part, sum(parts)) for part in parts)


@pytest.mark.parametrize("case", [(5, 0, 0), (5, 6, 0), (5, 2, 1), (1, 1, 0)])
def test_outside_the_domain_is_refused(case: tuple[int, int, int]) -> None:
    records, draws, theta = case
    with pytest.raises(DomainError, match="need"):
        mean_excesses(records, draws, Fraction(theta))


@pytest.mark.parametrize(("floor", "types"), [("1/2", 3), ("-1/9", 2), ("1/2", 1)])
def test_a_floor_must_leave_room_for_all_types(floor: str, types: int) -> None:
    with pytest.raises(DomainError, match="need two types"):
        mean_excess_average_upper(9, 2, Fraction(1, 3), Fraction(floor), types)
