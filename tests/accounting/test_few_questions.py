"""Tests that searches ask few questions, and that atoms of compositions are not smeared over a lattice."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import mpmath
import pytest

from sdp_proofs.accounting import families
from sdp_proofs.accounting.answers import delta_at, epsilon_at
from sdp_proofs.accounting.calibration import calibrate
from sdp_proofs.accounting.engines import Listed
from sdp_proofs.accounting.lattice import Lattice
from sdp_proofs.accounting.two_steps import TwoSteps
from sdp_proofs.numbers.reals import read_real
from tests.accounting.asked import question


@pytest.mark.parametrize(
    ("release", "most"),
    [
        ("laplace(scale=?) * 20", 5),
        ("geometric(scale=?, sensitivity=5) * 20", 5),
        ("poisson(rate=?, gaussian(sigma=2)) * 500", 6),
    ],
)
def test_a_real_number_is_found_with_few_answers(release: str, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def counted(*given: object, **words: object) -> object:
        asked.append(given)
        return delta_at(*given, **words)  # type: ignore[arg-type]

    monkeypatch.setattr(families, "delta_at", counted)
    found = calibrate(release, epsilon=1, delta="1e-5")
    assert found.fails is not None and found.sharp(4)
    assert len(asked) <= most
    for value, meets in ((found.meets, True), (found.fails, False)):
        answer = delta_at(question(release.replace("?", f"({value})")), 1, digits=8)
        assert answer.value is not None and (answer.value.upper <= Fraction(1, 10**5)) is meets


def test_an_estimate_that_is_wrong_costs_time_only(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = calibrate("geometric(scale=?) * 20", epsilon=1, delta="1e-5")
    expected = families.Family.expected
    monkeypatch.setattr(families.Family, "expected", lambda self, value: expected(self, value * 2) + 1)
    other = calibrate("geometric(scale=?) * 20", epsilon=1, delta="1e-5")
    assert plain.fails is not None and other.fails is not None
    assert max(plain.fails, other.fails) < min(plain.meets, other.meets)
    assert other.sharp(4)


@pytest.mark.parametrize(("scale", "steps", "place"), [(83, 500, 1), (20, 30, 1), (3, 20, 3), (4, 7, "3/2")])
def test_atoms_of_laplace_noise_lie_on_the_lattice(scale: int, steps: int, place: str | int) -> None:
    (direction,) = question(f"laplace(scale={scale}) * {steps}", "add-remove").directions
    found = Lattice.of(direction).delta(read_real(place), 10)
    assert 0 < found.lower < found.upper < found.lower * Decimal("1.0002")


@pytest.mark.parametrize("place", ["1/5", "3/10", "1/2"])
def test_two_steps_of_laplace_noise_are_their_integral(place: str) -> None:
    """Delta is the mean of one step's profile at what the loss of the other leaves: two atoms and a density."""
    a, epsilon = mpmath.mpf(1) / 3, mpmath.mpf(Fraction(place).numerator) / Fraction(place).denominator

    def profile(left: mpmath.mpf) -> mpmath.mpf:
        return 1 - mpmath.exp(left) if left < -a else max(mpmath.mpf(0), -mpmath.expm1((left - a) / 2))

    ends = sorted({-a, max(-a, epsilon - a), a})
    truth = profile(epsilon - a) / 2 + mpmath.exp(-a) / 2 * profile(epsilon + a)
    truth += mpmath.quad(lambda loss: mpmath.exp((loss - a) / 2) / 4 * profile(epsilon - loss), ends)
    (direction,) = question("laplace(scale=3) * 2", "add-remove").directions
    found = Lattice.of(direction).delta(read_real(place), 10)
    assert mpmath.mpf(str(found.lower)) <= truth <= mpmath.mpf(str(found.upper))
    assert found.upper < found.lower * Decimal("1.001")


def test_long_lists_without_fractions_come_after_the_inversion() -> None:
    release = question("geometric(scale=78, sensitivity=5) * 20", "add-remove")
    fast = delta_at(release, 1)
    slow = Listed.of(release.directions[0])
    assert slow is not None and fast.method == "inversion" and fast.sharp and fast.value is not None
    assert fast.value.ball.overlaps(slow.delta(read_real(1), 10).ball)
    assert delta_at(question("pure(epsilon=log(2)) * 20"), "log(4)").method == "exact"


def test_two_steps_ask_for_few_deltas(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    delta = TwoSteps.delta
    monkeypatch.setattr(TwoSteps, "delta", lambda self, *given: asked.append(given) or delta(self, *given))
    release = question("poisson(rate=1/100, gaussian(sigma=1)) * 2")
    assert epsilon_at(release, "1e-10", method="two-steps").sharp
    assert len(asked) <= 12  # in two directions
