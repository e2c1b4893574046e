"""The most steps that meet a budget, of families whose answers are known."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from sdp_proofs.accounting import allocation, calibration, families
from sdp_proofs.accounting.calibration import Calibrated, calibrate
from sdp_proofs.accounting.deadline import LateError
from sdp_proofs.errors import DomainError, PrecisionError, SizeError
from sdp_proofs.numbers.reals import Readable


def family(most: int, least: int, expected: int = 100) -> type:
    """So many steps are proven to meet the budget, so many not to; so many of a hundred are expected to meet it."""

    class Known:
        def __init__(
            self, release: str, adjacency: str | None, epsilon: Readable, target: Fraction, *others: object
        ) -> None:
            self.end = math.inf

        def meets(self, steps: Fraction) -> bool:
            return steps <= most

        def fails(self, steps: Fraction) -> bool:
            return steps >= least

        def can_fail(self, steps: Fraction) -> bool:
            return True

        def straight(self, good: Fraction, bad: Fraction) -> Fraction:
            return (good + bad) / 2

        def expected_steps(self) -> None:
            return None

        def holds(self, steps: Fraction) -> bool:
            return steps <= most

        def expected(self, steps: Fraction) -> float:
            return float(steps * 100 - expected * most)

    return Known


def most_steps() -> Calibrated:
    return calibrate("gaussian(sigma=1) * ?", epsilon=1, delta="1e-5")


@pytest.mark.parametrize("most", [1, 2, 3, 7, 8, 9, 100, 1023])
@pytest.mark.parametrize("undecided", [0, 1, 2, 3, 5, 64, 1000])
@pytest.mark.parametrize("expected", [1, 99, 100, 102, 700])
def test_both_ends_are_as_near_as_can_be_proven(
    monkeypatch: pytest.MonkeyPatch, most: int, undecided: int, expected: int
) -> None:
    monkeypatch.setattr(calibration, "Family", family(most, most + undecided + 1, expected))
    assert most_steps() == Calibrated("steps", Fraction(most), Fraction(most + undecided + 1), whole=True)


def test_ends_of_the_range(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibration, "Family", family(0, 1))
    with pytest.raises(DomainError, match="steps = 1 must meet the budget"):
        most_steps()
    monkeypatch.setattr(calibration, "Family", family(10**12, 10**13))
    assert most_steps().fails is None
    monkeypatch.setattr(calibration, "Family", family(10, 10**13))
    with pytest.raises(PrecisionError, match="no whole number could be proven not to meet"):
        most_steps()


def test_one_evaluation_is_stopped_when_the_time_is_used_up(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[float] = []

    def late_inside() -> None:
        seen.append(1.0)
        if len(seen) > 40:
            raise LateError

    monkeypatch.setattr(allocation, "check_time", late_inside)
    with pytest.raises(SizeError, match="the search for chosen must end within 300 seconds"):
        calibrate("allocation(steps=100, chosen=?, gaussian(2))", epsilon=2, delta="1e-5")
    assert len(seen) == 41


def test_a_search_that_takes_too_long_ends_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[int] = []
    calibrate("gaussian(sigma=20) * ?", epsilon=1, delta="1e-5", heard=lambda: heard.append(1))
    assert 2 <= len(heard) < 20
    monkeypatch.setattr(families, "MOST_SECONDS", -1.0)
    with pytest.raises(SizeError, match="the search for steps must end within -1 seconds"):
        calibrate("gaussian(sigma=20) * ?", epsilon=1, delta="1e-5")


def test_the_estimate_of_equal_runs_is_next_to_the_answer() -> None:
    """The guess decides how many values are tried, so it must be good; what it says is not believed."""
    for release, most in (("poisson(rate=0.01, gaussian(1)) * ?", 15593), ("gaussian(sigma=20) * ?", 28)):
        epsilon = "8" if most > 1000 else "1"
        family = families.Family(release, None, epsilon, Fraction(1, 10**5))
        guess = family.expected_steps()
        assert guess is not None and abs(guess - most) <= max(1, most // 200)
        assert calibrate(release, epsilon=epsilon, delta="1e-5").meets == most
