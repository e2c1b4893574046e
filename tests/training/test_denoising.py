"""Variants of what is done to a noisy gradient, and the constant of equal norm."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from sdp_proofs.smoothing import laplacian
from sdp_proofs.smoothing.laplacian import SmoothingOperator
from sdp_proofs.training.plan import Denoising, Kind, Layout


@pytest.mark.parametrize(("layout", "lengths"), [(Layout.TENSOR, (3, 5)), (Layout.VECTOR, (8,))])
def test_the_constant_is_that_of_the_circles_of_the_layout(layout: Layout, lengths: tuple[int, ...]) -> None:
    tensors = [np.arange(1.0, 4.0), np.arange(5.0)]
    betas = [float(laplacian.beta_of_circle(SmoothingOperator(length, Fraction(2)), digits=15)) for length in lengths]
    constant = np.sqrt(sum(length * beta for length, beta in zip(lengths, betas, strict=True)) / 8)
    found = Denoising(Kind.CONSTANT, Fraction(2), layout).after(tensors)
    for before, after in zip(tensors, found, strict=True):
        assert after == pytest.approx(constant * before, rel=1e-12)
