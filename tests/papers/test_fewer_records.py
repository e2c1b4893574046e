"""A covering is a proof if every instance is in a box, and the extremes of a box speak for all of its instances."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from sdp_proofs.ledger import Coverage
from sdp_proofs.papers import registry
from sdp_proofs.papers.smoothed_dp.bound_instances import one_law
from sdp_proofs.papers.smoothed_dp.fewer_records import (
    LARGE_DISTANCE,
    LARGE_RATE,
    MANY_TYPES,
    Box,
    cover,
    many_types,
    whole_space,
)
from sdp_proofs.verdict import Verdict

REMARK_8 = registry()["remark-eight"].formula
Instance = tuple[int, int, int, Fraction, Fraction]


def holds(values: Mapping[str, Any]) -> bool:
    return REMARK_8.decide(values) is Verdict.HOLDS


def drawn(draw: random.Random, largest: int) -> Instance:
    types, records = draw.choice((2, 2, 3, 4, 5)), draw.randint(2, largest)
    draws = draw.randint(1, records - 1)
    rate = Fraction(draws, records)
    theta = rate + (1 - rate) * Fraction(draw.randint(1, 999), 1000)
    return types, records, draws, theta, Fraction(draw.randint(1, 100), 100 * types)


def contains(box: Box, instance: Instance) -> bool:
    types, records, draws, theta, floor = instance
    within = (
        (box.records, records),
        (box.draws, draws),
        (box.theta, theta),
        (box.floor, floor),
    )
    return box.types == types and all(low <= value <= high for (low, high), value in within)


def is_open(instance: Instance) -> bool:
    _, records, draws, theta, _ = instance
    rate = Fraction(draws, records)
    return rate < LARGE_RATE and theta - rate <= LARGE_DISTANCE


def printed(values: Mapping[str, Any]) -> float:
    found = REMARK_8.sides()[1].value(values)
    assert found is not None
    return float(found.ball.mid())


def test_division_loses_no_open_instance() -> None:
    draw, followed = random.Random(4), 0
    for _ in range(150):
        instance = drawn(draw, 126)
        if not is_open(instance):
            continue
        boxes = [box for box in whole_space(126) if contains(box, instance)]
        assert len(boxes) == 1
        box = boxes[0]
        for _ in range(25):
            clipped = box.clipped()
            assert clipped is not None
            assert contains(clipped, instance)
            halves = [half for half in clipped.divided() if contains(half, instance)]
            assert halves
            box = halves[0]
        followed += 1
    assert followed > 10


def test_extremes_speak_for_the_instances_of_a_box() -> None:
    draw, compared = random.Random(5), 0
    while compared < 150:
        records, share, part = draw.randint(6, 60), Fraction(draw.randint(1, 20), 40), Fraction(draw.randint(1, 99), 99)
        draws = draw.randint(1, max(1, 2 * records // 5 - 1))
        rate = Fraction(draws, records)
        theta = rate + LARGE_DISTANCE * part
        if theta >= 1 or not is_open((2, records, draws, theta, share)):
            continue
        box = Box(
            2,
            (max(2, records - draw.randint(0, 3)), records + draw.randint(0, 3)),
            (max(1, draws - draw.randint(0, 2)), draws + draw.randint(0, 2)),
            (theta * Fraction(draw.randint(80, 100), 100), theta + (1 - theta) * Fraction(draw.randint(0, 9), 10)),
            (
                share * Fraction(draw.randint(50, 100), 100),
                share + (Fraction(1, 2) - share) * Fraction(draw.randint(0, 9), 10),
            ),
        ).clipped()
        assert box is not None
        assert contains(box, (2, records, draws, theta, share))
        values, extremes = one_law(records, draws, 1 / (1 - theta), share), box.extremes()
        assert values["loss"].ball.lower() <= extremes["loss"].ball.upper()
        assert printed(extremes) <= printed(values) * (1 + 1e-12)
        compared += 1


@pytest.mark.slow
def test_remark_eight_is_covered_up_to_126_records_and_not_beyond() -> None:
    assert cover(126, holds).open is None
    beyond = cover(127, holds).open
    assert beyond is not None
    assert (beyond.types, beyond.records, beyond.draws) == (2, (127, 127), (1, 1))


def test_two_types_with_two_draws_hold_at_127_records() -> None:
    """Only T = 1 is left open at 127 records: boxes without it are covered."""
    start = replace(next(whole_space(127)), draws=(2, 126), records=(127, 127))
    stack, boxes = [start], 0
    while stack:
        box = stack.pop().clipped()
        if box is not None and not holds(box.extremes()):
            stack += box.divided()
            boxes += 1
            assert boxes < 5000


def test_a_covering_gives_up_where_the_statement_is_false() -> None:
    false = REMARK_8.mutate("/6", "/3")
    assert cover(126, lambda values: false.decide(values) is Verdict.HOLDS).open is not None


def test_many_types_have_a_large_printed_bound() -> None:
    extremes = many_types(126)
    assert holds(extremes)
    for types in range(MANY_TYPES, 40):
        more = {**extremes, "types": types, "least": Fraction(1, types)}
        assert printed(more) >= printed(extremes)


def test_boxes_show_their_ranges() -> None:
    assert str(next(whole_space(9))) == "2 types, n from 2 to 9, T from 1 to 8, theta from 0 to 1, f from 0 to 0.5"


@pytest.mark.slow(every=2)
@pytest.mark.parametrize(
    "identifier",
    [
        pytest.param("remark-eight-holds-for-fewer-records", marks=pytest.mark.slow),
        "supports-variant-holds-for-fewer-records",
        "one-constant-holds-for-fewer-records",
        pytest.param("the-worst-assignment-is-pure-for-fewer-than-thirty-records", marks=pytest.mark.slow),
    ],
)
def test_no_covering_covers_a_near_miss(identifier: str) -> None:
    claim = registry()[identifier]
    proofs = [check for check in claim.checks if check.coverage is Coverage.ALL]
    assert proofs
    for miss in claim.near_misses:
        assert all(proof.run(miss.of(claim)).verdict is not Verdict.HOLDS for proof in proofs), miss.name
