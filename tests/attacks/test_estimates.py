"""Starts of the inversion: whatever the noise, its width, the steps and delta, none is a number that is none."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from sdp_proofs.accounting import inversion
from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import delta_at, epsilon_at
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.accounting.inversion import Contour
from sdp_proofs.accounting.losses import FiniteLoss, Slope
from sdp_proofs.errors import PrecisionError
from sdp_proofs.numbers.balls import arb, square
from tests.full import is_full

NOISES = (
    "discrete-gaussian(sigma={})",
    "gaussian(sigma={})",
    "laplace(scale={})",
    "geometric(scale={})",
    "rounded(laplace(scale={}))",
    "poisson(rate=1/4, discrete-gaussian(sigma={}))",
    "poisson(rate=1/4, gaussian(sigma={}))",
    "poisson(rate=1/4, laplace(scale={}))",
)
WIDTHS = sorted({*(Fraction(tenths, 10) for tenths in range(1, 121)), *(Fraction(half, 2) for half in range(1, 25))})
STEPS = range(1, 10)
DELTAS = ("1e-2", "1e-6", "1e-12")


def questions() -> Iterator[tuple[str, int, str]]:
    """All at length; else all noises at a few widths, and all widths of the discrete Gaussian."""
    if is_full():
        for noise, width, steps, delta in product(NOISES, WIDTHS, STEPS, DELTAS):
            yield noise.format(width), steps, delta
        return
    for width in sorted({*WIDTHS[::8], *(width for width in WIDTHS if width.denominator < 3)}):
        yield NOISES[0].format(width), 2, "1e-6"
    for noise, width, steps in product(NOISES, (Fraction(1, 2), Fraction(2), Fraction(5)), (2, 5)):
        yield noise.format(width), steps, "1e-6"


def test_every_epsilon_is_answered_and_meets_its_delta() -> None:
    for release, steps, delta in questions():
        question = Question.of(read_release(f"({release}) * {steps}"), "add-remove")
        found = epsilon_at(question, delta, digits=5)
        assert found.value is not None
        low, high = (Fraction(end) for end in found.value.bounds(12))
        assert 0 <= low <= high, (release, steps, delta)
        if is_full() or steps == 5:
            above = delta_at(question, high, digits=5).value
            assert above is not None and Fraction(above.lower) <= Fraction(delta), (release, steps, delta)
            if low > 0:
                below = delta_at(question, low, digits=5).value
                assert below is not None and Fraction(below.upper) >= Fraction(delta), (release, steps, delta)


@pytest.mark.parametrize("steps", STEPS)
def test_the_discrete_gaussian_of_sigma_two(steps: int) -> None:
    """At the line with real part one the mean of its tilted loss is one of its losses."""
    question = Question.of(read_release(f"discrete-gaussian(sigma=2) * {steps}"), "add-remove")
    found = epsilon_at(question, "1e-6")
    assert found.sharp
    near = epsilon_at(Question.of(read_release(f"discrete-gaussian(sigma=2.0000001) * {steps}"), "add-remove"), "1e-6")
    assert found.value is not None and near.value is not None
    assert abs(float(found.value.lower) - float(near.value.lower)) < 1e-4


def test_a_ball_about_zero_has_a_square() -> None:
    near = arb(0, 1e-20)
    assert square(near).is_finite()
    assert square(near).contains(arb(1e-41))
    symmetric = FiniteLoss(lambda bits: [(arb(-1), arb(1) / 4), (arb(0, 1e-25), arb(1) / 2), (arb(1), arb(1) / 4)])
    assert symmetric.slope(1e-9).second == pytest.approx(0.5, abs=1e-6)


@pytest.mark.parametrize("broken", [math.nan, math.inf, -math.inf])
def test_no_contour_has_an_estimate_that_is_no_number(broken: float) -> None:
    for place in range(4):
        with pytest.raises(PrecisionError):
            Contour(*(broken if place == other else 1.0 for other in range(4)))
    with pytest.raises(PrecisionError):
        Contour(1.0, 1.0, 1.0, 0.0)
    with pytest.raises(PrecisionError):
        Contour(0.0, 1.0, 1.0, 1.0)


def test_another_start_is_taken_where_the_first_is_broken() -> None:
    def broken_at_one(real: float) -> Slope:
        return Slope(math.nan, 0.5, math.nan) if real == 1 else Slope(real * (real + 1) / 2, real + 0.5, 1.0)

    found = inversion.saddle_point(broken_at_one, 4.0)
    whole = inversion.saddle_point(lambda real: Slope(real * (real + 1) / 2, real + 0.5, 1.0), 4.0)
    assert found.real == pytest.approx(whole.real, rel=1e-2)
    with pytest.raises(PrecisionError):
        inversion.saddle_point(lambda real: Slope(math.nan, 0.5, math.nan), 4.0)
