"""The functions of the claims on long runs of DP-LSSGD, run: what is said of their paths is what they do."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import brentq


def average(start: float, steps: int, noise: float = 0.0, seed: int = 0) -> float:
    """Average of the first iterates on cos w, with steps of 1/sqrt(T)."""
    generator, size, w, total = np.random.default_rng(seed), steps**-0.5, start, 0.0
    for _ in range(steps):
        total += w
        w += size * (math.sin(w) + noise * generator.normal())
    return total / steps


@pytest.mark.parametrize("steps", [1, 4, 100, 900])
def test_an_average_of_iterates_is_at_the_steepest_point(steps: int) -> None:
    start = brentq(lambda x: average(x, steps) - math.pi / 2, 0, math.pi, xtol=1e-15)
    assert math.sin(average(start, steps)) ** 2 > 0.99


def test_noise_moves_the_average_by_less_than_is_claimed() -> None:
    steps, noise = 25, 0.01
    start = brentq(lambda x: average(x, steps) - math.pi / 2, 0, math.pi, xtol=1e-15)
    moved = [average(start, steps, noise, seed) - math.pi / 2 for seed in range(200)]
    assert np.mean(np.square(moved)) <= noise**2 * (1 + steps**-0.5) ** (2 * steps)


@pytest.mark.parametrize(("steps", "noise"), [(2, 0.0), (50, 0.0), (50, 1.0)])
def test_the_gap_on_a_slope_stays(steps: int, noise: float) -> None:
    root = math.sqrt(steps)
    width = 2 / root
    gaps = []
    for seed in range(20):
        generator, x, total = np.random.default_rng(seed), 2 * root, 0.0
        for _ in range(steps):
            total += x
            x -= (max(-1.0, min(1.0, x / width)) + noise * generator.normal()) / root
        mean = abs(total / steps)
        gaps.append(mean - width / 2 if mean > width else mean**2 / (2 * width))
    assert np.mean(gaps) >= root - 1 / root
