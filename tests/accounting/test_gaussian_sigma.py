"""Gaussian calibration and the classical formula: by the general calibration, mpmath, and scans in floats."""

from __future__ import annotations

from fractions import Fraction
from math import erfc, exp, log, sqrt

import mpmath
import pytest

from sdp_proofs.accounting.calibration import calibrate
from sdp_proofs.accounting.classical import (
    classical_profile,
    decide_classical,
    decide_classical_box,
    decide_classical_everywhere,
    largest_classical_epsilon,
    least_sigma,
)
from sdp_proofs.errors import DomainError
from sdp_proofs.verdict import Verdict


def profile(epsilon: float, sigma: float) -> float:
    mu = 1 / sigma
    root = sqrt(2)
    return (erfc((epsilon / mu - mu / 2) / root) - exp(epsilon) * erfc((epsilon / mu + mu / 2) / root)) / 2


def classical(epsilon: float, delta: float) -> float:
    return profile(epsilon, sqrt(2 * log(1.25 / delta)) / epsilon)


@pytest.mark.parametrize(("epsilon", "delta"), [("1", "1e-5"), ("0.1", "1e-9"), ("20", "1/2"), ("0", "1e-4")])
def test_the_least_sigma_is_that_of_the_general_calibration(epsilon: str, delta: str) -> None:
    found = least_sigma(epsilon, delta, digits=12)
    general = calibrate("gaussian(sigma=?)", epsilon=epsilon, delta=delta, adjacency="add-remove", digits=6)
    assert found.overlaps(general.value)
    assert found.proven_digits >= 12


def test_fifty_digits_by_mpmath() -> None:
    sigma = least_sigma("1/2", "1e-30", digits=50)
    with mpmath.workdps(80):
        epsilon, target = mpmath.mpf("0.5"), mpmath.mpf(10) ** -30
        for end, meets in ((sigma.upper, True), (sigma.lower, False)):
            mu = 1 / mpmath.mpf(str(end))
            value = mpmath.ncdf(mu / 2 - epsilon / mu) - mpmath.exp(epsilon) * mpmath.ncdf(-mu / 2 - epsilon / mu)
            assert (value <= target) is meets


@pytest.mark.parametrize(("epsilon", "delta"), [(1.0, 1e-3), (8.0, 1e-3), (8.0, 1e-5), (3.0, 0.9), (4.0, 0.9)])
def test_the_classical_formula_against_floats(epsilon: float, delta: float) -> None:
    exactly = Fraction(str(epsilon)), Fraction(str(delta))
    value = classical(epsilon, delta)
    assert float(classical_profile(*exactly)) == pytest.approx(value, rel=1e-9)
    assert decide_classical(*exactly) is Verdict.of(value <= delta)


def test_the_border_separates() -> None:
    for delta in ("0.999", "0.9", "0.1", "1e-6"):
        border = float(largest_classical_epsilon(delta))
        assert classical(border * 0.9999, float(delta)) < float(delta) < classical(border * 1.0001, float(delta))


def test_the_least_border_of_all() -> None:
    least = min(float(largest_classical_epsilon(Fraction(k, 1000))) for k in range(880, 912, 4))
    assert decide_classical_everywhere(Fraction(least - 0.001)) is Verdict.HOLDS
    assert decide_classical_everywhere(Fraction(least + 0.001)) is Verdict.FAILS
    assert least == pytest.approx(3.78686, abs=1e-4)


def test_decided_boxes_agree_with_points_in_them() -> None:
    decided = 0
    for column in range(0, 12):
        for line in range(-8, 0):
            box = tuple((Fraction(end), Fraction(end) + Fraction(1, 4)) for end in (column, line))
            verdict = decide_classical_box(*box)
            decided += verdict is not Verdict.UNKNOWN
            for epsilon in (float(box[0][0]) + 0.001, float(box[0][1]) - 0.001):
                for exponent in (float(box[1][0]) + 0.001, float(box[1][1]) - 0.001):
                    enough = classical(epsilon, 10**exponent) <= 10**exponent
                    assert verdict in (Verdict.UNKNOWN, Verdict.of(enough))
    assert decided > 80


@pytest.mark.parametrize(("epsilon", "delta"), [("-1", "1e-5"), ("1", "0"), ("1", "1"), ("1", "2"), ("1", "-1e-5")])
def test_refused(epsilon: str, delta: str) -> None:
    with pytest.raises(DomainError):
        least_sigma(epsilon, delta)
    with pytest.raises(DomainError):
        classical_profile(epsilon, delta)
