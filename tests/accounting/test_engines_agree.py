"""Engines against each other, closed forms, quadrature and fractions, on random releases."""

from __future__ import annotations

import random
from fractions import Fraction

import mpmath
import pytest

from sdp_proofs.accounting import inversion
from sdp_proofs.accounting.answers import delta_at, epsilon_at
from sdp_proofs.accounting.engines import Inverted
from sdp_proofs.accounting.inversion import Inversion, slopes
from sdp_proofs.accounting.lattice import Lattice
from sdp_proofs.accounting.sampled_gaussian import SampledGaussian
from sdp_proofs.numbers.balls import arb
from sdp_proofs.numbers.reals import rational, read_real
from tests.accounting.asked import delta, question
from tests.full import trials

SEEDS = trials(16, full=500)


def random_release(seed: int) -> str:
    dice = random.Random(seed)
    sigma, rate = dice.choice(["0.8", "1", "1.5", "3", "20"]), dice.choice(["0.3", "0.1", "0.02", "1/300"])
    terms = [f"poisson(rate={rate}, gaussian(sigma={sigma})) * {dice.choice([100, 400, 2000])}"]
    if dice.random() < 0.5:
        terms.append(f"gaussian(sigma={dice.choice([2, 5, 9])}) * {dice.randint(1, 4)}")
    if dice.random() < 0.5:
        terms.append(f"laplace(scale={dice.choice([3, 8])}) * {dice.randint(1, 3)}")
    if dice.random() < 0.3:
        terms.append(f"approximate(epsilon={dice.choice(['0.1', '1/3'])}, delta={dice.choice(['0', '1e-7'])})")
    return " + ".join(terms)


@pytest.mark.slow(every=4)
@pytest.mark.parametrize("seed", range(SEEDS))
def test_the_lattice_contains_the_inversion(seed: int) -> None:
    assert_engines_agree(seed)


def assert_engines_agree(seed: int) -> str:
    asked = question(random_release(seed))
    direction = asked.directions[seed % 2]
    dice = random.Random(seed + 10_000)
    target = Fraction(1, 10 ** dice.choice([3, 5, 8, 12]))
    engine = Inverted.of(direction)
    assert engine is not None
    place = engine.epsilon(target, 8)
    if place is None:
        assert target < Fraction(1, 10**7) and "1e-7" in random_release(seed)
        return "infinite"
    if place.exact == 0:
        return "nothing needed"
    sharp = engine.delta(rational(Fraction(place.midpoint)), 8)
    bracket = Lattice(Lattice.of(direction).pairs, tolerance=2e-2).delta(rational(Fraction(place.midpoint)), 3)
    assert bracket.lower <= sharp.lower
    assert sharp.upper <= bracket.upper
    assert bracket.upper - sharp.lower < sharp.lower / 5
    # Far in the tail of rare sampling all of the lattice's lower end may be lost to its cuts; nowhere else.
    assert sharp.lower - bracket.lower < sharp.lower / 5 or (bracket.lower <= 0 and target < Fraction(1, 10**11))
    return "agreed"


@pytest.mark.parametrize("release", ["gaussian(sigma=3) * 7", "gaussian(sigma=2) + gaussian(sigma=5) * 3"])
@pytest.mark.parametrize("place", ["0", "1/2", "4", "30"])
def test_inversion_of_the_normal_law_is_the_closed_form(release: str, place: str) -> None:
    closed = delta(release, place, adjacency="add-remove", digits=20, method="gaussian")
    inverted = delta(release, place, adjacency="add-remove", digits=20, method="inversion")
    assert closed.overlaps(inverted)
    assert inverted.proven_digits >= 20


@pytest.mark.slow(every=2)
@pytest.mark.parametrize("mirrored", [False, True])
def test_two_steps_by_quadrature(mirrored: bool) -> None:
    """Delta of two steps as a double integral, in mpmath, against the lattice."""
    rate, sigma, place = mpmath.mpf("0.3"), mpmath.mpf(1), mpmath.mpf("0.4")

    def ratio(x: mpmath.mpf) -> mpmath.mpf:
        return 1 - rate + rate * mpmath.exp((x - mpmath.mpf(1) / 2) / sigma**2)

    def density(x: mpmath.mpf) -> mpmath.mpf:
        return mpmath.npdf(x, 0, sigma)

    def loss(x: mpmath.mpf) -> mpmath.mpf:
        return -mpmath.log(ratio(x)) if mirrored else mpmath.log(ratio(x))

    def upper(threshold: mpmath.mpf) -> mpmath.mpf:
        """The profile of one step at a threshold of the loss."""
        if mirrored:
            edge = (
                mpmath.log((mpmath.exp(-threshold) - 1 + rate) / rate) * sigma**2 + mpmath.mpf(1) / 2
                if (mpmath.exp(-threshold) > 1 - rate)
                else -mpmath.inf
            )
            mixed = (1 - rate) * mpmath.ncdf(edge, 0, sigma) + rate * mpmath.ncdf(edge, 1, sigma)
            return mpmath.ncdf(edge, 0, sigma) - mpmath.exp(threshold) * mixed
        if mpmath.exp(threshold) <= 1 - rate:
            return 1 - mpmath.exp(threshold)
        edge = mpmath.log((mpmath.exp(threshold) - 1 + rate) / rate) * sigma**2 + mpmath.mpf(1) / 2
        mixed = (1 - rate) * mpmath.ncdf(-edge, 0, sigma) + rate * mpmath.ncdf(-edge, -1, sigma)
        return mixed - mpmath.exp(threshold) * mpmath.ncdf(-edge, 0, sigma)

    def integrand(x: mpmath.mpf) -> mpmath.mpf:
        weight = density(x) if mirrored else density(x) * ratio(x)
        return weight * upper(place - loss(x))

    total = mpmath.quad(integrand, [-9, -5, -2, -1, 0, 0.5, 1, 1.5, 2, 3, 6, 11])
    direction = question("poisson(rate=0.3, gaussian(sigma=1)) * 2").directions[int(mirrored)]
    bracket = Lattice.of(direction).delta(read_real("0.4"), 3)
    assert float(bracket.lower) < float(total) < float(bracket.upper)
    assert float(bracket.upper - bracket.lower) < 2e-2 * float(total)


@pytest.mark.parametrize("remove", [True, False])
def test_moments_are_binomial_sums_at_integers(remove: bool) -> None:
    rate, step = Fraction(1, 7), SampledGaussian(Fraction(1, 7), read_real("1.3"), remove)
    variance = mpmath.mpf("1.69")
    if remove:  # E_Q r^4, expanded
        terms = [
            mpmath.binomial(4, k) * mpmath.mpf(6) ** (4 - k) / 7**4 * mpmath.exp(k * (k - 1) / (2 * variance))
            for k in range(5)
        ]
        assert abs(float(step.moment(3.0)) - float(sum(terms))) < 1e-9
    else:
        value = mpmath.quad(
            lambda x: (
                mpmath.npdf(x, 0, mpmath.mpf("1.3"))
                * (1 - mpmath.mpf(1) / 7 + mpmath.exp((x - 0.5) / variance) / 7) ** -3
            ),
            [-12, -4, 0, 4, 12],
        )
        assert abs(float(step.moment(3.0)) - float(value)) < 1e-9
    assert rate == step.rate


@pytest.mark.parametrize("remove", [True, False])
@pytest.mark.parametrize(
    "frequency", [13.0, pytest.param(0.7, marks=pytest.mark.slow), pytest.param(140.0, marks=pytest.mark.slow)]
)
def test_the_line_and_the_bound_beyond_it(remove: bool, frequency: float) -> None:
    step = SampledGaussian(Fraction(1, 20), read_real("1.1"), remove)
    contour_at, exponent = 4.0, complex(5, frequency) if remove else complex(-4, -frequency)
    value = step.line(contour_at, frequency, 2, 15)[1]
    expected = mpmath.quad(
        lambda x: (
            mpmath.npdf(x, 0, mpmath.mpf("1.1"))
            * mpmath.exp(exponent * mpmath.log(mpmath.mpf("0.95") + mpmath.exp((x - 0.5) / mpmath.mpf("1.21")) / 20))
        ),
        mpmath.linspace(-13, 18, 120),
    )
    assert abs(complex(float(value.real), float(value.imag)) - complex(expected)) < 1e-11
    ratio = abs(complex(expected)) / float(step.moment(contour_at))
    assert ratio <= float(step.beyond(contour_at, frequency))
    assert ratio <= float(step.beyond(contour_at, frequency / 3))


@pytest.mark.parametrize(
    "release",
    [
        "pure(epsilon=0.3) * 6",
        "pure(epsilon=log(2)) * 4 + approximate(epsilon=log(3), delta=1/50) * 2",
        "randomised-response(truth=2/3, types=4) * 4",
        "finite(first=[1/2, 1/4, 1/4], second=[1/3, 1/3, 1/3]) * 5",
        "poisson(rate=1/3, geometric(scale=2, sensitivity=2)) * 4",
        "poisson(rate=1/4, pure(epsilon=1)) * 5",
    ],
)
@pytest.mark.parametrize("place", ["0", "1/3", "1"])
def test_the_lattice_contains_what_is_listed_exactly(release: str, place: str) -> None:
    asked = question(release)
    exact = delta_at(asked, place, method="exact")
    for direction in asked.directions:
        side = next(side for side in exact.sides if side.direction == direction.name)
        assert side.value is not None
        if direction.never_beyond(read_real(place)):
            continue
        bracket = Lattice.of(direction).delta(read_real(place), 3)
        assert bracket.lower <= side.value.upper
        assert side.value.lower <= bracket.upper


def test_the_spacing_shrinks_the_bracket() -> None:
    direction = question("poisson(rate=0.05, gaussian(sigma=1.2)) * 300").directions[0]
    widths = []
    for tolerance in (0.08, 0.02):  # half the spacing
        found = Lattice(Lattice.of(direction).pairs, tolerance=tolerance).delta(read_real(2), 3)
        widths.append(float(found.ball.rad()))
    assert 2.5 < widths[0] / widths[1] < 6


def test_any_contour_is_sound() -> None:
    steps = question("poisson(rate=0.1, gaussian(sigma=1)) * 100").directions[0].losses
    assert steps is not None
    best = inversion.saddle_point(lambda real: slopes(steps, real), 5.0)
    answers = []
    for factor in (0.6, 1.0, 1.4):
        place = inversion.moved_contour(lambda real: slopes(steps, real), best, factor, keep_delta=False)
        answers.append(Inversion(steps, place, 12).delta(arb(5)))
    assert all(ball.overlaps(answers[1]) for ball in answers)


@pytest.mark.slow(every=3)
@pytest.mark.parametrize("digits", [3, 12, 30])
def test_more_digits_are_nested(digits: int) -> None:
    found = epsilon_at(question("poisson(rate=0.02, gaussian(sigma=1)) * 500"), "1e-6", digits=digits)
    sharp = epsilon_at(question("poisson(rate=0.02, gaussian(sigma=1)) * 500"), "1e-6", digits=35)
    assert found.value is not None and sharp.value is not None
    assert found.value.overlaps(sharp.value)
    assert found.value.proven_digits >= digits
