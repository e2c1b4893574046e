"""Remark 8 with eta as printed: T is eta n rounded up, and the covering knows no more of eta than that."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from math import ceil, exp

import pytest

from sdp_proofs.papers import registry
from sdp_proofs.papers.smoothed_dp.bound_instances import one_law
from sdp_proofs.papers.smoothed_dp.fewer_records import PrintedBox, cover, first_term_lower, whole_space
from sdp_proofs.verdict import Verdict

TERMS = registry()["remark-eight-at-the-printed-rate-for-fewer-records"].formula


def holds(values: object) -> bool:
    return TERMS.decide(values) is Verdict.HOLDS


def test_all_instances_are_covered_up_to_81_records_and_not_beyond() -> None:
    assert cover(81, holds, PrintedBox).open is None
    beyond = cover(82, holds, PrintedBox).open
    assert beyond is not None
    assert (beyond.types, beyond.records, beyond.draws) == (2, (82, 82), (1, 1))


def test_what_is_open_at_82_records_is_one_draw() -> None:
    start = replace(next(whole_space(82, PrintedBox)), draws=(2, 82), records=(82, 82))
    stack, boxes = [start], 0
    while stack:
        box = stack.pop().clipped()
        if box is not None and not holds(box.extremes()):
            stack += box.divided()
            boxes += 1
            assert boxes < 5000


def test_extremes_speak_for_every_rate_that_is_rounded_up_to_the_draws() -> None:
    draw, compared = random.Random(7), 0
    while compared < 100:
        records, share = draw.randint(4, 40), Fraction(draw.randint(1, 20), 40)
        eta = Fraction(draw.randint(1, 199), 200)
        draws, theta = ceil(eta * records), eta + (1 - eta) * Fraction(draw.randint(1, 99), 100)
        if draws == records:
            continue
        width = Fraction(draw.randint(1, 9), 10)
        box = PrintedBox(
            2,
            (max(2, records - draw.randint(0, 3)), records + draw.randint(0, 3)),
            (max(1, draws - draw.randint(0, 2)), draws + draw.randint(0, 2)),
            (theta * (1 - width / 5), theta + (1 - theta) * width),
            (share * (1 - width / 2), share + (Fraction(1, 2) - share) * width),
        ).clipped()
        assert box is not None
        extremes, values = box.extremes(), one_law(records, draws, 1 / (1 - theta), share)
        assert values["loss"].ball.lower() <= extremes["loss"].ball.upper()
        first = exp(-float((theta / eta - 1) ** 2 * share * records / 6))
        assert float(extremes["first"].ball.lower()) <= first * (1 + 1e-12)
        compared += 1


@pytest.mark.parametrize("draws", [1, 2, 5])
def test_the_first_term_is_above_its_bound_and_near_it_for_the_least_rates(draws: int) -> None:
    records, theta, least = 10, Fraction(9, 10), Fraction(1, 3)
    bound = float(first_term_lower(theta, records, draws, least).ball.mid())
    terms = [
        exp(-float((theta / eta - 1) ** 2 * least * records / 6))
        for eta in (Fraction(draws - 1, records) + Fraction(step, 10**4) for step in (1, 10, 100, 1000))
    ]
    assert all(term > bound for term in terms) or (draws == 1 and bound == 0)
    assert terms[0] == pytest.approx(bound, abs=1e-3)
