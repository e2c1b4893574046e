from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.statistics import mean_estimate


@pytest.mark.slow
def test_the_guaranteed_interval_covers_where_the_normal_one_does_not() -> None:
    # One value in 300 is 1: a hundred values are mostly zeros.
    generator = np.random.default_rng(5)
    covered = normal = 0
    for _ in range(300):
        values = (generator.random(100) < 1 / 300).astype(float)
        found = mean_estimate(list(values), 1.0)
        covered += found.low <= 1 / 300 <= found.high
        normal += found.normal_low <= 1 / 300 <= found.normal_high
    assert covered >= 297
    assert normal < 120


def test_no_number_of_small_values_excludes_rare_large_ones() -> None:
    found = mean_estimate([0.0] * 1000, 2.0)
    assert found.low == found.normal_high == 0
    assert 2 * math.log(200) / 1000 <= found.high <= 2 * math.log(200) / 1000 + 0.01


def test_it_is_as_sharp_as_bernstein_for_many_values() -> None:
    generator = np.random.default_rng(7)
    values = list(generator.random(4000) / 10)
    found = mean_estimate(values, 1.0)
    spread = 2.576 * float(np.std(values)) / math.sqrt(4000)
    assert found.mean_estimate - 2.5 * spread < found.low < found.mean_estimate - spread
    assert found.mean_estimate + spread < found.high < found.mean_estimate + 4 * spread


def test_order_and_confidence() -> None:
    values = [0.1, 0.4, 0.2, 0.9]
    found, turned = mean_estimate(values, 1.0), mean_estimate(values[::-1], 1.0)
    assert found.low == pytest.approx(turned.low)
    wider = mean_estimate(values, 1.0, confidence=Fraction(999, 1000))
    assert wider.low < found.low and wider.high > found.high


@pytest.mark.parametrize(("values", "bound"), [([0.1], 1.0), ([0.1, 1.2], 1.0), ([-0.1, 0.2], 1.0)])
def test_what_is_refused(values: list[float], bound: float) -> None:
    with pytest.raises(DomainError):
        mean_estimate(values, bound)
