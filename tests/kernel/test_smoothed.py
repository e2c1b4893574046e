"""A smoothed delta as a theorem: the number is that of Definition 3, list by list and assignment by assignment."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from math import comb, prod

import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.kernel.instances import losses, outside_an_interval, smoothed_theorem, two_hundred_records

CHANCES = (Fraction(3, 4), Fraction(1, 3))


def law(records, draws):
    ones, zeros = sum(records), len(records) - sum(records)
    return [Fraction(comb(ones, h) * comb(zeros, draws - h), comb(len(records), draws)) for h in range(draws + 1)]


def delta(records, draws, odds):
    own = law(records, draws)
    found = Fraction(0)
    for place in range(len(records)):
        other = law((*records[:place], 1 - records[place], *records[place + 1 :]), draws)
        for one, two in ((own, other), (other, own)):
            found = max(found, sum(max(Fraction(0), p - odds * q) for p, q in zip(one, two, strict=True)))
    return found


def smoothed(records, draws, odds, chances):
    lists = list(product((0, 1), repeat=records))
    deltas = {one: delta(one, draws, odds) for one in lists}
    return max(
        sum(prod(p if bit else 1 - p for p, bit in zip(sources, one, strict=True)) * deltas[one] for one in lists)
        for sources in product(chances, repeat=records)
    )


def bounds(statement):
    low, high = re.search(r"\((\d+ / \d+)\) < s < \((\d+ / \d+)\)", statement).groups()
    return Fraction(low.replace(" ", "")), Fraction(high.replace(" ", ""))


@pytest.mark.parametrize(("records", "draws", "odds"), [(4, 2, "3/2"), (5, 4, "1"), (6, 3, "2")])
def test_the_bounds_are_those_of_the_definition(records, draws, odds):
    theorem = smoothed_theorem(records, draws, Fraction(odds), CHANCES, "small")
    low, high = bounds(theorem.statement)
    value = smoothed(records, draws, Fraction(odds), CHANCES)
    assert low < value < high
    assert (high - low) * 10**13 < low
    for ones in range(records + 1):
        one = tuple(int(place < ones) for place in range(records))
        scale = Fraction(odds).denominator * comb(records, draws)
        assert Fraction(losses(records, draws, Fraction(odds))[ones], scale) == delta(one, draws, Fraction(odds))


def test_two_hundred_records_have_fifteen_digits():
    (theorem,) = two_hundred_records().values()
    low, high = bounds(theorem.statement)
    assert 0 < high - low < low / 10**13
    assert "(one_of_two 200 (IZR 3 / IZR 4) (IZR 2 / IZR 4)) (histogram 190)" in theorem.statement


@pytest.mark.parametrize(
    ("records", "draws", "odds", "chances", "said"),
    [
        (4, 0, "2", CHANCES, "some records must be drawn"),
        (4, 5, "2", CHANCES, "some records must be drawn"),
        (4, 2, "1/2", CHANCES, "some records must be drawn"),
        (4, 2, "2", CHANCES[::-1], "some records must be drawn"),
        (30, 3, "1", (Fraction(8, 15), Fraction(7, 15)), "outside an interval"),
    ],
)
def test_what_has_no_theorem_is_refused(records, draws, odds, chances, said):
    with pytest.raises(DomainError, match=said):
        smoothed_theorem(records, draws, Fraction(odds), chances, "none")


@pytest.mark.parametrize(
    ("high", "answer"), [("", True), ("1001", True), ("0011", True), ("0110", False), ("10101", False)]
)
def test_what_lies_outside_an_interval(high, answer):
    assert outside_an_interval([bit == "1" for bit in high]) is answer
