"""The exact Mann-Kendall law against all permutations."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from math import factorial

import pytest

from sdp_proofs.errors import PrecisionError
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.statistics import chance_of_falls, falls


@pytest.mark.parametrize("length", range(1, 8))
def test_chances_are_those_of_all_orders(length: int) -> None:
    counts = [falls([Enclosure.of(value) for value in order]) for order in permutations(range(length))]
    for at_least in range(length * (length - 1) // 2 + 2):
        expected = Fraction(sum(count >= at_least for count in counts), factorial(length))
        assert chance_of_falls(length, at_least) == expected


def test_equal_values_do_not_fall() -> None:
    assert falls([Enclosure.of(1), Enclosure.of(1), Enclosure.of(0)]) == 2


def test_overlapping_values_are_not_guessed() -> None:
    with pytest.raises(PrecisionError, match="more digits"):
        falls([Enclosure.between("1.0", "1.2"), Enclosure.between("1.1", "1.3")])
