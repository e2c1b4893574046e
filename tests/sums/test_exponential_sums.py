"""Sums of exponentials at many frequencies, against each sum by itself."""

from __future__ import annotations

import cmath

import pytest
from flint import acb, arb

from sdp_proofs.sums.exponential_sums import exponential_sums


@pytest.mark.parametrize("count", [1, 2, 4, 5, 9, 10])
@pytest.mark.parametrize("first", [0, 3])
def test_every_frequency(count: int, first: int) -> None:
    weights, points = [0.5, 1.25, -2.0], [0.0, 1.5, complex(0.25, 0.5)]
    found = exponential_sums([arb(w) for w in weights], [acb(x) for x in points], arb(0.75), count, first)
    assert len(found) == count
    for index, entry in enumerate(found, first):
        expected = sum(w * cmath.exp(0.75j * index * x) for w, x in zip(weights, points, strict=True))
        assert complex(entry.real.mid(), entry.imag.mid()) == pytest.approx(expected, rel=1e-12)
