"""Small mistakes in the formulas, and that a comparison of engines or a closed form notices each of them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from sdp_proofs.accounting import inversion, lattice, losses, pairs, sampled_gaussian
from sdp_proofs.accounting.engines import Inverted
from sdp_proofs.accounting.inversion import Inversion
from sdp_proofs.accounting.lattice import Lattice
from sdp_proofs.accounting.sampled_gaussian import SaddleNodes
from sdp_proofs.errors import PrecisionError, SizeError
from sdp_proofs.numbers.balls import acb, arb, ctx
from sdp_proofs.numbers.reals import rational
from tests.accounting.asked import question

RELEASE = "poisson(rate=0.05, gaussian(sigma=1)) * 200 + laplace(scale=4)"
PLACE = rational(Fraction(5, 2))


def discrepancy() -> bool:
    """Tell whether the inversion is outside the lattice's bracket, or one of them says nothing."""
    for direction in question(RELEASE).directions:
        try:
            sharp = Inverted.of(direction)
            assert sharp is not None
            value = sharp.delta(PLACE, 8)
            bracket = Lattice(Lattice.of(direction).pairs, tolerance=4e-3).delta(PLACE, 3)
        except (PrecisionError, SizeError, ValueError):
            return True
        if not bracket.lower <= value.lower or not value.upper <= bracket.upper:
            return True
        if bracket.upper - bracket.lower > value.lower / 10:  # says next to nothing
            return True
    return False


def test_the_formulas_as_they_are() -> None:
    assert not discrepancy()


def _kernel(original: Any) -> Any:
    """1/(z (z + 2)) in the place of 1/(z (z + 1))."""

    def mutated(self: Inversion) -> list[acb]:
        points = [acb(arb(self.contour.real), arb(self._step) * k) for k in range(self._count + 1)]
        return [value * (z + 1) / (z + 2) for z, value in zip(points, original.func(self), strict=True)]

    return property(mutated)


def _laplace(self: losses.LaplaceLoss, z: acb, digits: int) -> acb:
    a = self.ratio(ctx.prec)
    left, right = (a * z).exp(), (-a * (1 + z)).exp()
    return (left + right) / 2 + (left - right) / (2 * (1 + z))


def _at(original: Callable[..., Any]) -> Callable[..., Any]:
    """A third in the place of a half in the likelihood ratio."""

    def mutated(self: SaddleNodes, index: int) -> tuple[arb, arb]:
        x = self.step * index
        log_ratio = self.ratio.log(x + arb("0.2"))
        return (self.exponent * log_ratio - x * x * self._inverse / 2).exp(), log_ratio

    return mutated


def _raised(original: Callable[..., Any]) -> Callable[..., Any]:
    """The same on the raised line."""

    def mutated(self: SaddleNodes, index: int, height: arb) -> tuple[acb, acb]:
        z = acb(self.step * index, height)
        log_ratio = self.ratio.log_off(z + arb("0.2"), False)
        return (self.exponent * log_ratio - z * z * self._inverse / 2).exp(), log_ratio

    return mutated


def _mixed(self: pairs.Sampled, masses: tuple[arb, arb]) -> tuple[arb, arb]:
    rate = arb(self.rate.numerator) / self.rate.denominator
    return rate * masses[1] + (1 - rate) * masses[0], masses[1]


def _masses(original: Callable[..., Any]) -> Callable[..., Any]:
    """Q-masses in the place of P-masses."""

    def mutated(indices: list[int], ratios: list[arb], *rest: Any, **named: Any) -> dict[int, arb]:
        found = original(indices, ratios, *rest, **named)
        return {index: found[index] / ratio for index, ratio in zip(indices, ratios, strict=True)}

    return mutated


def _tilted(original: Callable[..., Any]) -> Callable[..., Any]:
    """A tilt that is half a step off."""

    def mutated(rounded: Any, tilt: float, spacing: arb, upward: bool) -> Any:
        return original(rounded, tilt * 1.01, spacing, upward)

    return mutated


MUTATIONS: list[tuple[str, object, str, Callable[[Any], Any]]] = [
    ("kernel", Inversion, "_coefficients", _kernel),
    ("Laplace moments", losses.LaplaceLoss, "_at", lambda _: _laplace),
    ("likelihood ratio", SaddleNodes, "raised", _raised),
    ("sampled masses", pairs.Sampled, "_mixed", lambda _: _mixed),
    ("masses of the lattice", lattice, "_masses", _masses),
    ("tilt", lattice, "_tilted", _tilted),
    ("revealed", inversion, "revealed", lambda _: lambda steps: arb("1e-5")),
    ("line", sampled_gaussian.SampledGaussian, "_exponent", lambda f: lambda self, c: f(self, c) + arb("0.02")),
    ("alias", Inversion, "_step", lambda _: property(lambda self: 3.0)),
]


@pytest.mark.parametrize(("name", "owner", "attribute", "change"), MUTATIONS, ids=[entry[0] for entry in MUTATIONS])
def test_a_mistake_is_noticed(
    monkeypatch: pytest.MonkeyPatch, name: str, owner: Any, attribute: str, change: Callable[[Any], Any]
) -> None:
    monkeypatch.setattr(owner, attribute, change(getattr(owner, attribute)))
    assert discrepancy()


def test_a_mistake_on_the_real_axis_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    step = sampled_gaussian.SampledGaussian(Fraction(1, 20), rational(1), remove=True)
    second = 1 + (arb(1).exp() - 1) / 400  # E_Q r^2
    assert step.moment(1.0).overlaps(second)
    monkeypatch.setattr(SaddleNodes, "at", _at(SaddleNodes.at))
    assert not step.moment(1.0).overlaps(second)


def test_without_the_known_error_the_closed_form_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The aliases are known to be >= 0: an enclosure that leaves them out misses the truth."""
    from sdp_proofs.accounting.engines import ClosedGaussian
    from sdp_proofs.accounting.inversion import Contour
    from sdp_proofs.accounting.losses import GaussianLoss

    loss = GaussianLoss(lambda bits: arb(1))
    place = Contour(4.0, 4.0, -10.0, 1.2)
    honest, careless = (Inversion(((loss, 1),), place, digits) for digits in (3, 3))
    truth = ClosedGaussian(rational(1)).delta(rational(4), 30)
    assert honest.delta(arb(4)).overlaps(truth.ball)
    monkeypatch.setattr(Inversion, "_alias", lambda self, epsilon, upwards: arb(0))
    assert not careless.delta(arb(4)).overlaps(truth.ball)
