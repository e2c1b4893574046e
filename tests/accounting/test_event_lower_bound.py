"""The lower bound from one event, and what brackets become with it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sdp_proofs.accounting.answers import delta_at, epsilon_at
from sdp_proofs.accounting.bounds import event_delta, event_epsilon
from sdp_proofs.accounting.calibration import calibrate
from sdp_proofs.numbers.reals import read_real
from tests.accounting.asked import question

RELEASES = [
    "poisson(rate=0.1, gaussian(sigma=1)) * 40",
    "finite(first=[1/2, 1/4, 1/4], second=[1/3, 1/3, 1/3]) * 5",
    "poisson(rate=1/4, pure(epsilon=1)) * 5 + approximate(epsilon=1/2, delta=1/1000)",
]


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("place", ["0", "1/2", "2"])
def test_it_is_below_delta_and_says_something(release: str, place: str) -> None:
    asked = question(release)
    for direction in asked.directions:
        bound = event_delta(direction, read_real(place))
        truth = delta_at(asked, place)
        above = max(Fraction(one.value.upper) for one in truth.sides if one.direction == direction.name and one.value)
        assert Fraction(str(float(bound))) <= above * (1 + Fraction(1, 10**12))
        if place == "0":
            assert bound > 0


def test_one_step_is_the_best_event() -> None:
    asked = question("poisson(rate=0.1, gaussian(sigma=1))")
    for direction in asked.directions:
        truth = epsilon_at(asked, "1e-6").sides[asked.directions.index(direction)].value
        bound = event_epsilon(direction, Fraction(1, 10**6))
        assert truth is not None
        assert float(bound) <= float(truth.upper)
        assert float(bound) == pytest.approx(float(truth.upper), rel=2e-2)


@pytest.mark.slow
def test_a_bracket_in_the_far_tail_of_rare_sampling() -> None:
    """No tilt reaches it; two shares of one step are close to two steps."""
    found = epsilon_at(question("poisson(rate=1e-3, gaussian(sigma=0.3)) * 2"), "1e-5")
    assert not found.sharp
    assert found.method == "lattice above, one-event below"
    assert found.value is not None
    assert 6.49 < float(found.value.lower) < float(found.value.upper) < 6.51


def test_few_distances_need_no_epsilon() -> None:
    """Two steps whose own delta(0) add up to 9e-4 need none at 1e-3, but some at 8e-4."""
    release = question("poisson(rate=1/1000, gaussian(sigma=1)) * 2")
    assert epsilon_at(release, "1e-3").value.exact == 0
    assert epsilon_at(release, "1e-3").method == "total-variation"
    assert epsilon_at(release, "1e-5").value.lower > 0


@pytest.mark.slow
def test_batches_are_calibrated_on_both_sides() -> None:
    """Delta is only a bracket there: what meets the budget and what does not are both proven."""
    family = "without-replacement(batch=10, records=100, gaussian(sigma=4)) * ?"
    found = calibrate(family, epsilon=2, delta="1e-5")
    assert found.fails is not None
    assert 1 < found.meets < found.fails < 2 * found.meets
    places = (found.meets, found.fails - 1, found.fails)
    meets, undecided, fails = (delta_at(question(family.replace("?", str(place))), 2).value for place in places)
    assert meets.upper <= Fraction(1, 10**5) < fails.lower
    assert undecided.lower <= Fraction(1, 10**5)
    assert not found.sharp(4)
    assert Fraction(found.value.lower) <= found.meets <= Fraction(found.value.upper) < found.fails
