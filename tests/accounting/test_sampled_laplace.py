"""Moments of the sampled Laplace mechanism against quadrature, and its compositions against the lattice."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import mpmath
import pytest

from sdp_proofs.accounting.answers import delta_at
from sdp_proofs.accounting.engines import Inverted
from sdp_proofs.accounting.lattice import Lattice
from sdp_proofs.accounting.losses import SampledLaplace
from sdp_proofs.accounting.pairs import height
from sdp_proofs.numbers.balls import acb, arb, ctx
from sdp_proofs.numbers.reals import read_real
from tests.accounting.asked import epsilon, question

CASES = [("1/4", "1", True), ("1/4", "1", False), ("1/50", "3", True), ("9/10", "1/2", False)]


def step_of(rate: str, ratio: str, remove: bool) -> SampledLaplace:
    return SampledLaplace(Fraction(rate), read_real(ratio).ball, remove)


def by_quadrature(rate: str, ratio: str, remove: bool, z: complex) -> complex:
    """The mean of e^(z loss) over the outputs themselves, means 0 and a, scale 1."""
    q, a = mpmath.mpf(Fraction(rate).numerator) / Fraction(rate).denominator, mpmath.mpf(float(Fraction(ratio)))

    def value(x: Any) -> Any:
        without, whole = mpmath.exp(-abs(x)) / 2, mpmath.exp(-abs(x - a)) / 2
        mixed = (1 - q) * without + q * whole
        first, second = (mixed, without) if remove else (without, mixed)
        return first * mpmath.exp(z * mpmath.log(first / second))

    return complex(mpmath.quad(value, [-40, -10, 0, *(a * k / 8 for k in range(1, 9)), a + 10, a + 40]))


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("z", [0.5, 3.0, 2 + 7j, 1 + 30j])
def test_moments_by_quadrature(case: tuple[str, str, bool], z: complex) -> None:
    step, expected = step_of(*case), by_quadrature(*case, z)
    value = step.line(z.real, z.imag or 1.0, 2, 12)[1 if z.imag else 0]
    assert abs(complex(float(value.real), float(value.imag)) - expected) < 1e-11
    assert abs(value).rad() < arb("1e-12") * step.moment(z.real)
    if z.imag:
        for start in (z.imag, z.imag / 3):
            assert abs(expected) <= float(step.beyond(z.real, start) * step.moment(z.real)) * (1 + 1e-12)


@pytest.mark.slow(every=2)
@pytest.mark.parametrize(
    "release",
    ["poisson(rate=1/20, laplace(scale=1)) * 300", "poisson(rate=1/10, laplace(scale=1)) * 100 + laplace(scale=9)"],
)
def test_the_lattice_contains_the_inversion(release: str) -> None:
    for name, sharp in epsilon(release, "1e-6").items():
        direction = next(one for one in question(release).directions if one.name == name)
        bracket = Lattice(Lattice.of(direction).pairs, tolerance=5e-3).epsilon(Fraction(1, 10**6), 3)
        assert sharp.proven_digits >= 10
        assert bracket is not None
        assert bracket.lower <= sharp.lower < sharp.upper <= bracket.upper
        assert bracket.upper - bracket.lower < sharp.lower / 50


def test_few_steps_have_a_bracket() -> None:
    found = delta_at(question("poisson(rate=1/10, laplace(scale=1)) * 3"), "1/10")
    assert found.method == "lattice"
    assert found.value is not None
    assert found.value.proven_digits >= 2


def _without_an_atom(original: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self: [(mass * 2, ratio) for mass, ratio in original(self)[:1]] + original(self)[1:]


@pytest.mark.parametrize(
    ("attribute", "change"),
    [
        ("_atoms", _without_an_atom),
        ("_power", lambda f: lambda self, z: f(self, z) + acb("0.05")),
    ],
)
def test_a_mistake_is_noticed(monkeypatch: pytest.MonkeyPatch, attribute: str, change: Any) -> None:
    direction = question("poisson(rate=1/20, laplace(scale=1)) * 300").directions[0]
    monkeypatch.setattr(SampledLaplace, attribute, change(getattr(SampledLaplace, attribute)))
    sharp = Inverted.of(direction)
    assert sharp is not None
    value = sharp.delta(read_real("1/2"), 8)
    bracket = Lattice(Lattice.of(direction).pairs, tolerance=5e-3).delta(read_real("1/2"), 3)
    assert not bracket.lower <= value.lower <= value.upper <= bracket.upper


@pytest.mark.parametrize("power", ["-3", "1/2", "4"])
def test_far_frequencies_are_below_twice_the_density_at_the_ends(power: str) -> None:
    """The density that the moment between the ends has as a function of v = ln R, by its definition."""
    q, a, p = 0.25, 1.0, float(Fraction(power))

    def density(loss: float) -> float:
        ratio = 1 - q + q * math.exp(loss)
        return math.exp(-(a + loss) / 2) / 4 * ratio**p / (q * math.exp(loss) / ratio)

    found = step_of("1/4", "1", True)._variation(arb(p))
    assert float(found) == pytest.approx(2 * (density(-a) + density(a)), rel=1e-12)


@pytest.mark.parametrize("rate", ["1/4", "9/10"])
def test_the_largest_loss_of_both_directions(rate: str) -> None:
    """No output has a larger one, and one nearly as large exists."""
    for direction in question(f"poisson(rate={rate}, laplace(scale=2))").directions:
        ((step, _),) = direction.steps
        assert step.largest is not None
        with ctx.workprec(128):
            end = step.largest(128)
            assert end > 0
            assert abs(height(step.pair, (end + arb("1e-20")).exp())) < arb("1e-30")
            assert height(step.pair, (end - arb("1e-6")).exp()) > arb("1e-8")
