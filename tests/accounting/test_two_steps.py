"""Two steps of sampled or mixed normal noise: truths, quadrature of the definition, other engines, mutations."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import mpmath
import pytest
from flint import arb

from sdp_proofs.accounting import two_steps
from sdp_proofs.accounting.answers import delta_at, epsilon_at
from sdp_proofs.accounting.engines import Inverted
from sdp_proofs.accounting.two_steps import Part, Ratios, TwoSteps
from sdp_proofs.numbers.reals import read_real
from tests.accounting.asked import question

MIXED = "mixture(chances=[9801/10000, 198/10000, 1/10000], shifts=[0, 1, 2], sigma=1)"
TRUTHS = [
    (f"{MIXED} * 2", "6.42590210886859985e-7"),
    ("group(size=2, poisson(rate=1/100, gaussian(sigma=1))) * 2", "6.42590210886859985e-7"),
    ("group(size=5, poisson(rate=1/100, gaussian(sigma=1))) * 2", "7.28232246910377802e-5"),
    ("mixture(chances=[9/10, 1/10], shifts=[0, 1], sigma=1) * 2", "0.000514160429396502794"),
    ("poisson(rate=1/10, gaussian(sigma=1)) * 2", "0.000514160429396502794"),
]


@pytest.mark.parametrize(("release", "remove"), TRUTHS)
def test_truths(release: str, remove: str) -> None:
    """Figures of nested quadrature at 30 digits, in another program."""
    found = {side.direction: side for side in delta_at(question(release), 1, digits=18).sides}
    assert found["remove"].value is not None
    assert (found["remove"].value.rounded(18), found["remove"].method) == (remove, "two-steps")


def releases(seed: int) -> tuple[str, float]:
    chosen = random.Random(seed)

    def one() -> str:
        rate, sigma = chosen.choice(["1/2", "1/10", "1/1000", "9/10"]), chosen.choice(["0.4", "0.9", "2"])
        if chosen.random() < 0.6:
            return f"poisson(rate={rate}, gaussian(sigma={sigma}))"
        return f"mixture(chances=[1/2, 1/3, 1/6], shifts=[0, 1/2, 1], sigma={sigma})"

    return (f"{one()} + {one()}" if seed % 2 else f"{one()} * 2"), chosen.choice([0.05, 0.3, 1.0])


def by_quadrature(engine: TwoSteps, odds: float) -> float:
    """The definition: the integral of (p - odds q)_+ over the plane, the inner one by half-lines found by bisection."""

    def numbers(step: Ratios) -> tuple[list[tuple[float, float]], float]:
        return [(float(p), float(c)) for p, c in step.shifts], float(step.sigma(64))

    (first, s), (second, t) = numbers(engine.first), numbers(engine.second)

    def ratio(terms: list[tuple[float, float]], x: float, deviation: float) -> float:
        return sum(p * math.exp(min(600.0, (c * x - c * c / 2) / deviation**2)) for p, c in terms)

    def below(x: float) -> float:
        return math.erfc(-x / math.sqrt(2)) / 2

    def inner(x: float) -> float:
        own = ratio(first, x, s)
        goal = (odds if engine.remove else 1 / odds) / own
        low, high = -40 * t, 60.0 + 60 * t
        for _ in range(90):
            middle = (low + high) / 2
            low, high = (middle, high) if ratio(second, middle, t) < goal else (low, middle)
        if engine.remove:
            mixed = sum(p * below((c - low) / t) for p, c in second)
            return max(0.0, own * mixed - odds * below(-low / t)) * math.exp(-x * x / 2 / s**2)
        mixed = sum(p * below((low - c) / t) for p, c in second)
        return max(0.0, below(low / t) - odds * own * mixed) * math.exp(-x * x / 2 / s**2)

    step = s / 60
    count = round((20 * s + 2) / step)
    return sum(inner(-10 * s + k * step) for k in range(count)) * step / s / math.sqrt(2 * math.pi)


@pytest.mark.parametrize("seed", range(4))
def test_answers_are_the_integral_of_the_definition(seed: int) -> None:
    release, epsilon = releases(seed)
    for direction in question(release).directions:
        engine = TwoSteps.of(direction)
        assert engine is not None
        found = engine.delta(read_real(Fraction(epsilon).limit_denominator(100)), 12)
        truth = by_quadrature(engine, math.exp(epsilon))
        assert abs(float(found.ball.mid()) - truth) < 3e-6 * truth + 1e-12, (release, direction.name)


@pytest.mark.parametrize(
    "release", ["poisson(rate=1/5, gaussian(sigma=1)) * 2", "poisson(rate=1/2, gaussian(sigma=2)) * 2"]
)
def test_inversion_agrees(release: str) -> None:
    for direction in question(release).directions:
        first, second = TwoSteps.of(direction), Inverted.of(direction)
        assert first is not None and second is not None
        assert first.delta(read_real("1/5"), 12).ball.overlaps(second.delta(read_real("1/5"), 6).ball)


def test_epsilon_and_delta_agree() -> None:
    asked = question("poisson(rate=1/10, gaussian(sigma=1)) * 2")
    found = epsilon_at(asked, "5.14160429396502794e-4", digits=5)
    assert found.value is not None and found.value.ball.overlaps(arb(1, arb("1e-5")))


def test_other_releases_are_left_to_other_engines() -> None:
    for release in ("poisson(rate=1/10, gaussian(sigma=1)) * 3", "poisson(rate=1/10, laplace(scale=1)) * 2"):
        assert all(TwoSteps.of(direction) is None for direction in question(release).directions)


@pytest.mark.parametrize("broken", ["corner", "edge", "tail", "slope"])
def test_a_mistake_is_noticed(broken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An altered part moves the answer, or leaves nothing proven."""
    wrong: dict[str, tuple[type, str, Callable[..., object]]] = {
        "corner": (TwoSteps, "_corner", lambda self, *given: arb(0)),
        "edge": (Part, "edge", lambda self, x: self.inner.place(self._a / self.outer.value(x)) + arb(1) / 1000),
        "tail": (Ratios, "mixed", lambda self, x, left: self.tail(x, Fraction(0), left=left)),
        "slope": (Ratios, "slope", lambda self, x: self.value(x)),
    }
    kind, name, altered = wrong[broken]
    monkeypatch.setattr(kind, name, altered)
    engine = TwoSteps.of(question("poisson(rate=1/10, gaussian(sigma=1)) * 2").directions[0])
    assert engine is not None
    try:
        found = engine.delta(read_real(1), 10)
    except two_steps.PrecisionError:
        return
    assert not mpmath.almosteq(mpmath.mpf(found.rounded(12)), mpmath.mpf("5.14160429397e-4"), rel_eps=1e-10)
    assert replace(engine) == engine
