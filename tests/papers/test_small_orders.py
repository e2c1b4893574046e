"""Lemma 11 of DP-LSSGD at orders between 1 and 2, by integration over a grid: the bound is met, and is not idle."""

from __future__ import annotations

import numpy as np
import pytest

RATE = 0.147
"""Nearly the largest that the condition on the order leaves at s = 3/2."""


def divergences(square: float, rate: float, orders: list[float]) -> list[float]:
    """Divergences of mixtures at three corners of an equilateral triangle with sides 1, noise of variance `square`."""
    axis = np.linspace(-9, 10, 761)
    x, y = np.meshgrid(axis, axis)
    old, new, without = (
        np.exp(-((x - a) ** 2 + (y - b) ** 2) / (2 * square)) / (2 * np.pi * square)
        for a, b in ((1.0, 0.0), (0.5, 0.75**0.5), (0.0, 0.0))
    )
    p, q = ((1 - rate) * without + rate * law for law in (old, new))
    cell = (axis[1] - axis[0]) ** 2
    return [float(np.log((p**order * q ** (1 - order)).sum() * cell)) / (order - 1) for order in orders]


@pytest.mark.parametrize("square", [1.5, 3.0])
def test_orders_below_two_meet_the_bound(square: float) -> None:
    found = divergences(square, RATE, [1.01, 1.1, 1.5, 2.0])
    assert found == sorted(found)
    assert found[-1] <= 2 * RATE**2 / square <= 5 * 1.01 * RATE**2 / square


def test_the_bound_is_not_idle() -> None:
    assert divergences(1.5, RATE, [2.0])[0] > 1.2 * RATE**2 / 1.5
