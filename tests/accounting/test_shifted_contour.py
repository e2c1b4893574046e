"""The path above the real line: its integral against quadrature, and what it bounds."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import mpmath
import pytest

from sdp_proofs.accounting.sampled_gaussian import RealAxis, SampledGaussian, ShiftedContour
from sdp_proofs.numbers.balls import acb, arb, ctx
from sdp_proofs.numbers.reals import read_real

CASES = [("0.3", "1", True, 2.0, 9.0), ("0.01", "0.7", False, 5.0, 60.0), ("1/300", "1.4", True, 9.0, 40.0)]
PATHS = [ShiftedContour(0.2, 0.5), ShiftedContour(1.4, -3.0), ShiftedContour(2.9, 2.0)]


def axis_of(rate: str, sigma: str, remove: bool, contour: float) -> RealAxis:
    return SampledGaussian(Fraction(rate), read_real(sigma), remove)._axis(contour)


def integral(rate: str, sigma: str, remove: bool, contour: float, frequency: float, path: ShiftedContour | None) -> Any:
    """The integral of the modulus over a path, or of the function itself over the real line, in mpmath."""
    q, s = mpmath.mpf(Fraction(rate).numerator) / Fraction(rate).denominator, mpmath.mpf(sigma)
    w = mpmath.mpc(contour + 1 if remove else -contour, frequency)

    def value(z: Any) -> Any:
        return mpmath.npdf(z, 0, s) * mpmath.exp(w * mpmath.log(1 - q + q * mpmath.exp((z - 0.5) / s**2)))

    def raised(x: Any) -> Any:
        share = 1 / (1 + mpmath.exp(-(x - path.place) / s**2))
        z = mpmath.mpc(x, s**2 * path.height * share)
        return abs(value(z) * mpmath.mpc(1, path.height * share * (1 - share)))

    return mpmath.quad(value if path is None else raised, mpmath.linspace(-16 * float(s), 16 + 12 * float(s), 90))


@pytest.mark.slow(every=3)
@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("path", PATHS)
def test_the_bound_is_the_integral_of_the_modulus(
    case: tuple[str, str, bool, float, float], path: ShiftedContour
) -> None:
    bound = axis_of(*case[:4]).bound(path, case[4])
    expected = integral(*case, path)
    assert abs(float(bound) / float(expected) - 1) < 1e-8
    assert float(axis_of(*case[:4]).estimate(path, case[4])) == pytest.approx(
        float(expected) / float(abs(integral(*case[:4], 0.0, None))), rel=1e-4
    )


@pytest.mark.slow(every=3)
@pytest.mark.parametrize("case", CASES)
def test_it_bounds_the_function_at_all_larger_frequencies(case: tuple[str, str, bool, float, float]) -> None:
    axis = axis_of(*case[:4])
    estimate, path = axis.best(case[4])
    bound = axis.bound(path, case[4])
    assert estimate < 1
    for factor in (1.0, 1.1, 1.7, 4.0):
        assert float(abs(integral(*case[:4], factor * case[4], None))) <= float(bound)
    # and it is not far from the function itself
    assert float(bound) < 30 * float(abs(integral(*case, None)))


def test_ends_are_counted() -> None:
    axis = axis_of(*CASES[0][:4])
    more = RealAxis(axis.ratio, axis.variance, axis.exponent, axis.places, axis.beyond + arb(1))
    path = PATHS[1]
    grown = float((arb(path.height) ** 2 * axis.variance / 2).exp())
    assert float(more.bound(path, 5.0) - axis.bound(path, 5.0)) >= grown


@pytest.mark.slow(every=4)
@pytest.mark.parametrize("frequency", [0.0, 3.0, 200.0, 20_000.0])
def test_the_raised_rule_is_the_moment(frequency: float) -> None:
    """At any frequency, with nodes whose number does not depend on it."""
    step = SampledGaussian(Fraction(1, 10), read_real("1"), remove=True)
    value = step.line(2.0, frequency, 2, 15)[1]
    finer = step.line(2.0, frequency, 2, 25)[1]
    assert value.overlaps(finer)
    assert float(abs(value).rad()) < 1e-14
    if frequency < 1000:
        expected = integral("0.1", "1", True, 2.0, frequency, None)
        assert abs(complex(float(finer.real), float(finer.imag)) - complex(expected)) < 1e-10


def _unturned(original: Callable[..., Any]) -> Callable[..., Any]:
    """The path's own slope left out."""

    def mutated(self: RealAxis, x: acb, analytic: bool, path: ShiftedContour, frequency: float, peak: arb) -> acb:
        share = 1 / (1 + ((path.place - x) / self.variance).exp())
        steep = path.height * share * (1 - share)
        value: acb = original(self, x, analytic, path, frequency, peak)
        return value / (1 + steep * steep).sqrt()

    return mutated


def test_a_mistake_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = float(integral(*CASES[0], PATHS[2]))
    monkeypatch.setattr(RealAxis, "_modulus", _unturned(RealAxis._modulus))
    assert abs(float(axis_of(*CASES[0][:4]).bound(PATHS[2], CASES[0][4])) / expected - 1) > 1e-4
    assert ctx.prec  # the precision is restored
