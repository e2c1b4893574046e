"""Errors of noisy answers, each by a second route: scipy, exact enumeration, closed forms, the lattice."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import exp, log, sqrt

import pytest
from scipy import integrate, special, stats

from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.accounting.integer_noise import Binomial
from sdp_proofs.accounting.noise import Noise
from sdp_proofs.answering.errors import L1, L2, MAXIMUM, NORMS, Errors, ManySums, RoundedSums, noise_of
from sdp_proofs.errors import DomainError, PrecisionError
from sdp_proofs.numbers.balls import arb, ctx

CLOSE = 1e-9


def law(text: str) -> Noise:
    return noise_of(read_release(text))


def masses(text: str, most: int) -> dict[int, float]:
    """The law of integer noise in floats, from its definition."""
    weigh = {
        "geometric(scale=2)": lambda k: exp(-abs(k) / 2),
        "discrete-gaussian(sigma=2)": lambda k: exp(-k * k / 8),
    }[text]
    total = sum(weigh(k) for k in range(-most, most + 1))
    return {k: weigh(k) / total for k in range(-most, most + 1)}


@pytest.mark.parametrize("text", ["geometric(scale=2)", "discrete-gaussian(sigma=2)"])
def test_integer_noise_against_its_definition(text: str) -> None:
    noise, known = law(text), masses(text, 60)
    one = Errors(noise, 1)
    assert float(one.mean(L1)) == pytest.approx(sum(abs(k) * p for k, p in known.items()), rel=CLOSE)
    assert float(one.root_mean_square()) == pytest.approx(sqrt(sum(k * k * p for k, p in known.items())), rel=CLOSE)
    for place in (0, 1, 4):
        beyond = sum(p for k, p in known.items() if abs(k) > place)
        assert all(float(one.exceeds(norm, place)) == pytest.approx(beyond, rel=CLOSE) for norm in NORMS)
    assert float(one.exceeds(MAXIMUM, "3/2")) == pytest.approx(float(one.exceeds(MAXIMUM, 1)), rel=CLOSE)


def test_three_binomial_answers_by_enumeration() -> None:
    noise = Binomial(4)
    points = {k: noise.probability(k) for k in range(-2, 3)}
    worst, summed, squared, mean = Fraction(0), Fraction(0), Fraction(0), Fraction(0)
    for triple in product(points, repeat=3):
        mass = points[triple[0]] * points[triple[1]] * points[triple[2]]
        sizes = [abs(value) for value in triple]
        worst += mass * (max(sizes) > 1)
        mean += mass * max(sizes)
        summed += mass * (sum(sizes) > 3)
        squared += mass * (sum(size**2 for size in sizes) > 4)
    errors = Errors(noise, 3)
    assert float(errors.exceeds(MAXIMUM, 1)) == pytest.approx(float(worst), rel=CLOSE)
    assert float(errors.mean(MAXIMUM)) == pytest.approx(float(mean), rel=CLOSE)
    assert float(errors.exceeds(L1, 3)) == pytest.approx(float(summed), rel=CLOSE)
    assert float(errors.exceeds(L2, 2)) == pytest.approx(float(squared), rel=CLOSE)
    assert errors.quantile(L1, summed + Fraction(1, 1000)).exact == 3
    assert errors.quantile(L1, summed - Fraction(1, 1000)).exact == 4


def test_laplace_against_scipy() -> None:
    errors = Errors(law("laplace(scale=3)"), 7)
    assert float(errors.mean(L1)) == pytest.approx(21, rel=CLOSE)
    assert float(errors.root_mean_square()) == pytest.approx(sqrt(7 * 18), rel=CLOSE)
    assert float(errors.quantile(L1, "0.1")) == pytest.approx(stats.gamma.isf(0.1, 7, scale=3), rel=CLOSE)
    assert float(errors.exceeds(L1, 30)) == pytest.approx(stats.gamma.sf(30, 7, scale=3), rel=CLOSE)
    assert float(errors.quantile(MAXIMUM, "0.1")) == pytest.approx(-3 * log(1 - 0.9 ** (1 / 7)), rel=CLOSE)
    assert float(errors.mean(MAXIMUM)) == pytest.approx(3 * sum(1 / i for i in range(1, 8)), rel=CLOSE)


def test_gaussian_against_scipy() -> None:
    errors = Errors(law("gaussian(sigma=2)"), 5)
    assert float(errors.mean(L1)) == pytest.approx(5 * 2 * sqrt(2 / 3.141592653589793), rel=CLOSE)
    assert float(errors.mean(L2)) == pytest.approx(2 * stats.chi.mean(5), rel=CLOSE)
    assert float(errors.quantile(L2, "0.01")) == pytest.approx(2 * stats.chi.isf(0.01, 5), rel=CLOSE)
    assert float(errors.exceeds(L2, 3)) == pytest.approx(stats.chi.sf(1.5, 5), rel=CLOSE)
    largest, _ = integrate.quad(lambda x: 1 - special.erf(x / (2 * sqrt(2))) ** 5, 0, 40)
    assert float(errors.mean(MAXIMUM)) == pytest.approx(largest, rel=1e-7)


@pytest.mark.slow(every=2)
@pytest.mark.parametrize(
    ("text", "squared", "norm"), [("laplace(scale=1)", False, L1), ("gaussian(sigma=1)", True, L2)]
)
def test_the_lattice_brackets_the_closed_form(text: str, squared: bool, norm: str) -> None:
    sums, errors = RoundedSums.of(law(text), 4, squared=squared), Errors(law(text), 4)
    for place in (Fraction(1), Fraction(3), Fraction(6)):
        assert sums.exceeds(place).overlaps(errors.exceeds(norm, place))
    beta = Fraction(1, 10)
    assert sums.quantile(beta).overlaps(errors.quantile(norm, beta))
    low, high = sums.quantile(beta).bounds(6)
    assert Fraction(high) < Fraction(low) * Fraction(101, 100)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda e: e.mean("l3"), DomainError),
        (lambda e: e.quantile(L1, 0), DomainError),
        (lambda e: e.quantile(L1, 1), DomainError),
        (lambda e: e.exceeds(L1, -1), DomainError),
        (lambda e: Errors(e.noise, 0), DomainError),
        (lambda e: Errors(e.noise, "1/2"), DomainError),
        (lambda e: e.mean(L2), PrecisionError),
        (lambda e: law("gaussian(sigma=0)"), DomainError),
        (lambda e: law("rounded(laplace(scale=0))"), DomainError),
        (lambda e: law("truncated(gaussian(sigma=1), 0, 1)"), DomainError),
    ],
)
def test_refused(call, error) -> None:
    with pytest.raises(error):
        call(Errors(law("laplace(scale=1)"), 2))


NOISES = ("laplace(scale=2)", "geometric(scale=2)", "discrete-gaussian(sigma=2)", "binomial(coins=12)",
          "rounded(laplace(scale=2))", "rounded(gaussian(sigma=2))", "gaussian(sigma=2)")  # fmt: skip


@pytest.mark.parametrize("text", NOISES)
def test_fourth_moments_from_tails(text: str) -> None:
    """The integral, or the sum, of 4 x^3 P(|Y| > x)."""
    noise = law(text)
    with ctx.workprec(64):
        if noise.whole:
            total = sum(((k + 1) ** 4 - k**4) * float(noise.beyond(arb(k))) for k in range(150))
        else:
            total = integrate.quad(lambda x: 4 * x**3 * float(noise.beyond(arb(x))), 0, 150, limit=200)[0]
        assert float(noise.mean_fourth()) == pytest.approx(total, rel=1e-8)


@pytest.mark.parametrize("text", ["laplace(scale=2)", "binomial(coins=12)", "rounded(gaussian(sigma=2))"])
@pytest.mark.parametrize("norm", [L1, L2])
def test_the_bracket_of_many_answers_contains_what_the_lattice_knows(text: str, norm: str) -> None:
    noise = law(text)
    many = ManySums.of(noise, 8, squared=norm == L2)
    few = Errors(noise, 8)
    for beta in ("1/20", "19/20"):
        wide, sharp = many.quantile(Fraction(beta)), few.quantile(norm, beta)
        assert wide.ball.lower() <= sharp.ball.upper() and sharp.ball.lower() <= wide.ball.upper()
        assert many.exceeds(Fraction(sharp.lower)).ball.overlaps(few.exceeds(norm, Fraction(sharp.lower)).ball)


def test_ten_thousand_answers_have_a_bracket() -> None:
    wide = Errors(law("geometric(scale=2)"), 10_000).quantile(L1, "1/20")
    normal = 10_000 * 1.91903475 + 1.6448536 * 100 * sqrt(7.8353967 - 1.91903475**2)  # to first order
    assert float(wide.lower) < normal < float(wide.upper) < 1.06 * float(wide.lower)
    near = ManySums.of(law("geometric(scale=2)"), 10_000, squared=False)
    assert float(near.exceeds(Fraction(19_190)).lower) < 0.01  # just below the mean
    assert float(near.exceeds(Fraction(18_000)).lower) > 0.9
    assert float(near.exceeds(Fraction(21_000)).upper) < 0.05
