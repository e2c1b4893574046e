"""Moments of noise against its tails: E|Y| adds up P(|Y| > t), and E Y^2 adds up 2t P(|Y| > t)."""

from __future__ import annotations

import math

import pytest
from flint import arb
from scipy import integrate

from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.answering.errors import noise_of

NOISES = (
    "gaussian(sigma=2)", "gaussian(sigma=1/3)", "laplace(scale=3/2)", "geometric(scale=2)", "geometric(scale=1/2)",
    "discrete-gaussian(sigma=2)", "discrete-gaussian(sigma=2/3)",
)  # fmt: skip


@pytest.mark.parametrize("text", NOISES)
def test_moments_are_those_of_the_tails(text: str) -> None:
    noise = noise_of(read_release(text))

    def tail(place: float) -> float:
        return float(noise.beyond(arb(place)).mid())

    if noise.whole:
        tails = [tail(k) for k in range(200)]
        size, square = math.fsum(tails), math.fsum((2 * k + 1) * each for k, each in enumerate(tails))
    else:
        size, square = (integrate.quad(f, 0, 60)[0] for f in (tail, lambda t: 2 * t * tail(t)))
    assert float(noise.mean_size().mid()) == pytest.approx(size, rel=1e-9)
    assert float(noise.mean_square().mid()) == pytest.approx(square, rel=1e-9)
