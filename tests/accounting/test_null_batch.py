"""Batches whose other records contribute nothing: the pair itself, and that the bracket knows which pair it is of."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import mpmath
import pytest

from sdp_proofs.accounting.analysis import AT_THE_EDGE, AT_ZERO, Question
from sdp_proofs.accounting.answers import delta_at
from sdp_proofs.accounting.pairs import Mirrored, depth, height
from sdp_proofs.accounting.replaced_gaussian import NullBatchPair
from sdp_proofs.numbers.balls import arb, ctx
from tests.accounting.asked import question

BATCHES = "without-replacement(batch={}, records=100, gaussian(sigma={})) * {}"


def pair(batch: int, sigma: str) -> NullBatchPair:
    return NullBatchPair(lambda bits: arb(sigma), Fraction(batch, 100))


@pytest.mark.slow(every=4)
@pytest.mark.parametrize(("batch", "sigma"), [(1, "1"), (30, "0.5"), (90, "3")])
@pytest.mark.parametrize("odds", ["0.2", "0.98", "1", "1.05", "3"])
def test_the_profile_is_the_integral_of_the_definition(batch: int, sigma: str, odds: str) -> None:
    g, s, a = mpmath.mpf(batch) / 100, mpmath.mpf(sigma), mpmath.mpf(odds)

    def density(x: mpmath.mpf, mean: int) -> mpmath.mpf:
        return (1 - g) * mpmath.npdf(x, 0, s) + g * mpmath.npdf(x, mean, s)

    def excess(x: mpmath.mpf) -> mpmath.mpf:
        return max(mpmath.mpf(0), density(x, 1) - a * density(x, -1))

    with mpmath.workdps(20):
        # In cells, as the integrand has a corner somewhere.
        truth = mpmath.quad(excess, [mpmath.mpf(k) / 4 * s for k in range(-40, 41)], maxdegree=4)
    with ctx.workprec(192):
        known = pair(batch, sigma)
        found = height(known, arb(odds))
        assert abs(float(found) - float(truth)) < 1e-5
        assert found.overlaps(depth(known, arb(odds)) + 1 - arb(odds))
        assert found.overlaps(height(Mirrored(known), arb(odds)))  # it equals its mirror


def _two_steps(g: float, s: float, epsilon: float) -> float:
    """By the trapezoid rule, the second step by bisection for the place where its ratio is the odds."""

    def density(x: float, mean: int) -> float:
        parts = ((1 - g, 0), (g, mean))
        return sum(part * math.exp(-((x - m) ** 2) / (2 * s * s)) for part, m in parts) / (s * math.sqrt(2 * math.pi))

    def beyond(x: float, mean: int) -> float:
        return sum(part * math.erfc((x - m) / (s * math.sqrt(2))) / 2 for part, m in ((1 - g, 0), (g, mean)))

    def divergence(odds: float) -> float:
        low, high = -12.0 * s, 12.0 * s
        for _ in range(45):
            middle = (low + high) / 2
            low, high = (low, middle) if density(middle, 1) > odds * density(middle, -1) else (middle, high)
        return beyond(high, 1) - odds * beyond(high, -1)

    places = [k * s / 16 for k in range(-160, 180)]
    terms = (density(x, 1) * divergence(math.exp(epsilon) * density(x, -1) / density(x, 1)) for x in places)
    return math.fsum(terms) * s / 16


@pytest.mark.slow(every=2)
@pytest.mark.parametrize(("batch", "sigma", "place"), [(30, "1", "1/2"), (95, "4", "1")])
def test_two_steps_by_quadrature(batch: int, sigma: str, place: str) -> None:
    asked = question(BATCHES.format(batch, sigma, 2))
    only = tuple(direction for direction in asked.attained if direction.databases == AT_ZERO)
    found = delta_at(replace(asked, directions=only, attained=()), place).value
    truth = _two_steps(batch / 100, float(sigma), float(Fraction(place)))
    assert len(only) == 1 and found is not None
    assert float(found.lower) < truth < float(found.upper) < float(found.lower) * 1.0001


@pytest.mark.slow(every=2)
@pytest.mark.parametrize(("place", "named"), [("0", AT_ZERO), ("1", AT_THE_EDGE)])
def test_neither_pair_of_databases_is_always_the_worse_one(place: str, named: str) -> None:
    asked = question(BATCHES.format(95, 4, 3))
    found = delta_at(asked, place, digits=2)  # the game is not played for so few
    assert found.databases == named
    ends = {}
    for name in (AT_ZERO, AT_THE_EDGE):
        single = tuple(direction for direction in asked.attained if direction.databases == name)
        own = delta_at(replace(asked, directions=single, attained=()), place)
        assert own.value is not None and own.databases == name
        ends[name] = own.value.ball
    other = AT_ZERO if named == AT_THE_EDGE else AT_THE_EDGE
    assert ends[other] < ends[named]
    assert found.value is not None
    assert abs(float(found.value.ball.lower()) - float(ends[named].lower())) < 1e-6


@pytest.mark.parametrize(
    ("release", "named"),
    [
        (BATCHES.format(100, 1, 10), False),
        ("without-replacement(batch=1, records=9, laplace(scale=1)) * 3", True),
        ("gaussian(sigma=1) * 3", False),
    ],
)
def test_only_sampled_batches_of_normal_noise_have_it(release: str, named: bool) -> None:
    asked = Question.of(question(release, "replace-one").release, "replace-one")
    assert all(direction.databases != AT_ZERO for direction in (*asked.directions, *asked.attained))
    assert any(direction.databases == AT_THE_EDGE for direction in asked.directions) is named


@pytest.mark.parametrize("other", ["truncated(low=0, high=3, gaussian(sigma=1)) * 2", "exponential(epsilon=1) * 3"])
def test_what_sees_no_batch_has_a_pair_that_two_databases_have(other: str) -> None:
    """The largest pair dominates; it is above this one at some odds."""
    asked = question(f"{BATCHES.format(10, 4, 1)} + {other}", "replace-one")
    worst = asked.directions[0].steps[1][0].pair
    below = [direction.steps[1][0].pair for direction in asked.attained if direction.databases == AT_ZERO]
    assert below
    for found in below:
        assert any(height(found, arb(odds)) < height(worst, arb(odds)) for odds in ("0.05", "0.5", "1", "2", "20"))


def test_of_a_record_that_moves_to_another_part_the_distance_is_one() -> None:
    asked = question(f"{BATCHES.format(10, 4, 1)} + parallel(gaussian(sigma=1), gaussian(sigma=2))", "replace-one")
    below = [direction.steps[1:] for direction in asked.attained if direction.databases == AT_ZERO]
    squares = {tuple(step.squared.as_fraction() for step, _ in rest if step.squared) for rest in below}
    assert squares == {(4,), (1,), (1, Fraction(1, 4)), (Fraction(1, 4), 1)}


@pytest.mark.slow
def test_each_side_has_its_own_lower_end() -> None:
    """A record that stays in its part, and one that moves, differ in their answers."""
    release = f"{BATCHES.format(1, 40, 1)} + parallel(gaussian(sigma=1), gaussian(sigma=3))"
    found = delta_at(question(release, "replace-one"), "1")
    for side in found.sides:
        assert side.value is not None
        assert side.value.upper - side.value.lower < Fraction("2e-3")


def test_a_sampled_histogram_keeps_its_database() -> None:
    """The database kept need not be the worst one; a choice beside it costs next to nothing."""
    alone, both = (
        delta_at(question(f"sampling-histogram(draws=2, counts=[3, 2]){more}", "replace-one"), "1").value
        for more in ("", " + exponential(epsilon=1e-9)")
    )
    assert alone is not None and both is not None
    assert Fraction(alone.lower) - Fraction("1e-6") < Fraction(both.lower)
    assert Fraction(both.lower) <= Fraction(both.upper) < Fraction(alone.upper) + Fraction("1e-3")
