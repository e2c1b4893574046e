"""Slopes that choose contours: ln M and its derivatives, against differences of the certified moments."""

from __future__ import annotations

import math

import pytest

from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.accounting.losses import Loss
from sdp_proofs.accounting.pairs import ADD_REMOVE

RELEASES = (
    "gaussian(sigma=2)", "laplace(scale=3)", "geometric(scale=2)", "discrete-gaussian(sigma=3)",
    "discrete-gaussian(sigma=2, sensitivity=3)", "discrete-gaussian(sigma=1/2)",
    "randomised-response(truth=3/4)", "poisson(rate=1/10, gaussian(sigma=1))",
)  # fmt: skip


def assert_slope_of_moments(loss: Loss, contour: float) -> None:
    step = 1e-3
    low, here, high = (math.log(float(loss.moment(contour + k * step).mid())) for k in (-1, 0, 1))
    found = loss.slope(contour)
    assert found.value == pytest.approx(here, rel=1e-6, abs=1e-9)
    assert found.first == pytest.approx((high - low) / (2 * step), rel=1e-3, abs=1e-6)
    assert found.second == pytest.approx((high - 2 * here + low) / step**2, rel=1e-2, abs=1e-4)


@pytest.mark.parametrize("text", RELEASES)
@pytest.mark.parametrize("contour", [0.5, 2.0])
def test_slopes_are_those_of_the_moments(text: str, contour: float) -> None:
    for direction in Question.of(read_release(text), ADD_REMOVE).directions:
        loss = direction.steps[0][0].loss
        assert loss is not None
        assert_slope_of_moments(loss, contour)
