"""Losses as the engines need them: moments, line and lattice are of one law, and the bounds hold."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sdp_proofs.accounting.answers import epsilon_at
from sdp_proofs.accounting.calibration import calibrate
from sdp_proofs.accounting.lattice import _Composed
from sdp_proofs.accounting.losses import FiniteLoss, LatticeLoss, Loss
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.sums.integer_vectors import Masses
from tests.accounting.asked import question

ON_A_LATTICE = (
    "geometric(scale=3/2)", "discrete-gaussian(sigma=2)", "discrete-gaussian(sigma=2/3)", "pure(epsilon=1/2)",
    "randomised-response(truth=3/4, types=2)", "approximate(epsilon=1, delta=1/1000)",
)  # fmt: skip
RELEASES = (
    *ON_A_LATTICE, "gaussian(sigma=1)", "gaussian(sigma=1/3)", "laplace(scale=2)", "exponential(epsilon=1)",
    "poisson(rate=1/20, gaussian(sigma=1))", "poisson(rate=1/5, laplace(scale=1))", "binomial(coins=40, sensitivity=1)",
)  # fmt: skip
CONTOUR = 0.7


def losses(release: str) -> list[Loss]:
    """Losses of its one step, in each direction that is asked about."""
    found = [step.loss for direction in question(release, "add-remove").directions for step, _ in direction.steps]
    assert found
    known = [loss for loss in found if loss is not None]
    assert len(known) == len(found)
    return known


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("frequency", [0.4, 1.7, 6.0])
def test_no_moment_exceeds_the_bound_of_those_beyond(release: str, frequency: float) -> None:
    for loss in losses(release):
        whole, line = loss.moment(CONTOUR), loss.line(CONTOUR, frequency, 3, 12)
        assert abs(line[0] - whole) / whole < 1e-7
        for place in (frequency, frequency / 2, frequency / 5):
            beyond = loss.beyond(CONTOUR, place)
            for value in line[1:]:
                ratio = abs(value) / whole
                assert ratio.rad() < 1e-6
                assert not ratio > beyond * (1 + arb(10) ** -9), (loss, place)
            assert loss.near(CONTOUR, place) == pytest.approx(min(1.0, float(beyond)), rel=0.5, abs=1e-12)


@pytest.mark.parametrize("release", ON_A_LATTICE)
def test_the_cells_of_a_lattice_carry_the_moments(release: str) -> None:
    for loss in losses(release):
        with ctx.workprec(128):
            assert isinstance(loss, LatticeLoss)
            cells, other = loss.cells(CONTOUR), loss.cells(CONTOUR + 0.5)
            assert cells is not None and other is not None
            carried = sum((weight for _, weight in cells.weights), arb(0))
            assert abs(carried - loss.moment(CONTOUR)) < cells.rest + arb(10) ** -7
            assert cells.rest < carried * arb(10) ** -9
            # At another contour the same places have weights that are tilted by the losses there.
            weights = dict(other.weights)
            heavy = [(index, weight) for index, weight in cells.weights if index in weights and weight > 1e-6]
            assert len(heavy) >= 2
            for index, weight in heavy:
                tilt = ((cells.first + cells.unit * index) / 2).exp()
                assert abs(weights[index] / weight / tilt - 1) < 1e-6


def test_losses_at_one_place_are_no_lattice() -> None:
    half = (arb(0), arb("0.5"))
    assert FiniteLoss(lambda bits: [half, half], indices=(0, 1)).cells(1.0) is None


@pytest.mark.parametrize(
    ("release", "value"),
    [("laplace(scale=4)", "1/4"), ("pure(epsilon=1/3) * 2", "2/3"), ("geometric(scale=5) + laplace(scale=8)", "13/40")],
)
def test_without_delta_the_largest_loss_is_the_answer_also_below_one(release: str, value: str) -> None:
    found = epsilon_at(question(release, "add-remove"), "0").value
    assert found is not None
    assert found.lower <= Fraction(value) <= found.upper
    assert found.upper - found.lower < Fraction(1, 10**8)


@pytest.mark.parametrize("upward", [True, False])
@pytest.mark.parametrize("epsilon", ["-0.6", "0", "0.05", "0.5", "0.76", "1.3"])
def test_a_lattice_counts_every_point_beyond_epsilon_and_no_other(epsilon: str, upward: bool) -> None:
    unit, tilt, place = 0.25, 1.0, arb(epsilon)
    with ctx.workprec(128):
        expected = sum(((1 - (place - arb(unit) * point).exp()).max(arb(0)) / 8 for point in range(-2, 6)), arb(0))
        # The masses are tilted by e^(tilt l), and their weight takes the sum of the tilted ones back to one.
        tilted = {point: (arb(tilt * unit) * point).exp() / 8 for point in range(-2, 6)}
        whole = sum(tilted.values(), arb(0))
        masses = Masses.of({point: mass / whole for point, mass in tilted.items()}, upward=upward)
        value = _Composed(masses, whole, arb(0), tilt, unit).delta(place)
        assert abs(value - expected) < arb(10) ** -14
        assert not (value < expected if upward else value > expected)


def test_one_digit_is_the_least_that_can_be_asked_for() -> None:
    found = calibrate("gaussian(sigma=?)", epsilon=1, delta="1e-5", digits=1, adjacency="add-remove")
    assert found.sharp(1)
    with pytest.raises(DomainError, match="digits"):
        calibrate("gaussian(sigma=?)", epsilon=1, delta="1e-5", digits=0, adjacency="add-remove")
