"""Products of long vectors of integers: each is rounded in its direction, and what is cut off is counted."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from flint import fmpz_poly

from sdp_proofs.sums.integer_vectors import UNIT_BITS, Masses

UNIT = 1 << UNIT_BITS


def product(first: list[int], second: list[int]) -> list[Fraction]:
    """In units, exactly."""
    found = [Fraction(0)] * (len(first) + len(second) - 1)
    for i, x in enumerate(first):
        for j, y in enumerate(second):
            found[i + j] += Fraction(x * y, UNIT)
    return found


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("upward", [False, True])
def test_a_product_is_on_its_side_of_the_truth(seed: int, upward: bool) -> None:
    dice = random.Random(seed)
    first, second = ([dice.getrandbits(dice.choice([3, 30, 61])) for _ in range(12)] for _ in range(2))
    exact = product(first, second)
    for keep in (0, 1 << 30, 1 << 60):
        found = Masses(3, fmpz_poly(first), 0, upward).times(Masses(-5, fmpz_poly(second), 0, upward), keep)
        values = {found.first + k: int(value) for k, value in enumerate(found.values.coeffs())}
        left_out = Fraction(0)
        for k, value in enumerate(exact):
            own = values.get(k - 2)
            if own is None:
                left_out += value
            else:
                assert value <= own <= value + 1 if upward else value - 1 <= own <= value
        if upward:
            assert left_out <= found.cut <= 2 * keep + 3
        else:
            assert found.cut == 0
            assert left_out <= 2 * keep + len(exact)
