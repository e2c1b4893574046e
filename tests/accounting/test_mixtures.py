"""Mixtures of normal noise: truths, quadrature of the definition, two engines, groups and bands."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import mpmath
import pytest
from flint import acb, arb, ctx

from sdp_proofs.accounting.answers import delta_at
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.accounting.mixtures import MixtureLoss, MixturePair, MixtureRatio
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.reals import read_real
from tests.accounting.asked import question

Shifts = tuple[tuple[Fraction, Fraction], ...]


def sides(release: str, epsilon: str, digits: int = 12) -> dict[str, str]:
    found = delta_at(question(release), epsilon, digits=digits).sides
    return {side.direction: side.value.rounded(digits) for side in found if side.value is not None}


def law(seed: int) -> tuple[Shifts, float]:
    chosen = random.Random(seed)
    count = chosen.randint(2, 5)
    weights = [chosen.randint(1, 9) for _ in range(count)]
    places = [*sorted({Fraction(chosen.randint(0, 9), 10) for _ in range(count - 1)}), Fraction(1)]
    weights = weights[: len(places)]
    chances = [Fraction(weight, sum(weights)) for weight in weights]
    return tuple(zip(chances, places, strict=True)), chosen.choice([0.4, 1.0, 2.5])


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("log", [-0.7, 0.05, 1.1])
def test_the_profile_is_the_integral_of_the_definition(seed: int, log: float) -> None:
    shifts, sigma = law(seed)
    with ctx.workprec(96):
        pair = MixturePair(shifts, lambda bits: arb(sigma))
        ratio = arb(log).exp()
        height, depth, upper, lower = pair.height(ratio), pair.depth(ratio), pair.upper(ratio), pair.lower(ratio)
        assert (height - depth - 1 + ratio).contains(0)
        assert (upper[0] - ratio * upper[1] - height).contains(0)
        assert (ratio * lower[1] - lower[0] - depth).contains(0)
    odds = mpmath.exp(log)

    def first(x: mpmath.mpf) -> mpmath.mpf:
        return sum(float(p) * mpmath.npdf(x, float(c), sigma) for p, c in shifts)

    def excess(x: mpmath.mpf) -> mpmath.mpf:
        return max(mpmath.mpf(0), first(x) - odds * mpmath.npdf(x, 0, sigma))

    cells = [sigma * k / 2 for k in range(-16, 17 + round(2 / sigma))]
    truth = mpmath.quad(excess, cells, maxdegree=3)
    assert abs(float(height) - float(truth)) < 2e-4
    assert height.rel_accuracy_bits() > 50 or height < arb("1e-20") or height.is_zero()


@pytest.mark.parametrize(
    ("release", "epsilon", "remove", "add"),
    [
        ("group(size=2, poisson(rate=1/100, gaussian(sigma=1)))", "1", "3.15194340382e-7", None),
        ("group(size=5, poisson(rate=1/100, gaussian(sigma=1)))", "1", "3.43102707333e-5", None),
        ("group(size=2, poisson(rate=1/100, gaussian(sigma=1))) * 1000", "4", "9.21711378253e-6", "4.54143820997e-9"),
        ("group(size=5, poisson(rate=1/100, gaussian(sigma=1))) * 1000", "4", "0.101730884751", "0.0565880659299"),
        ("mixture(chances=[81/100, 18/100, 1/100], shifts=[0, 1, 2], sigma=1)", "0", None, None),
    ],
)
def test_truths(release: str, epsilon: str, remove: str | None, add: str | None) -> None:
    """By mpmath at T = 1, and by a prototype along the real line at T = 1000."""
    found = sides(release, epsilon)
    assert remove is None or found["remove"] == remove
    assert add is None or found["add"] == add
    if remove is None:  # two records, each drawn with probability one tenth
        assert found == sides("group(size=2, poisson(rate=1/10, gaussian(sigma=1)))", epsilon)


def test_one_record_is_poisson_sampling() -> None:
    for steps in (1, 300):
        single = sides(f"group(size=1, poisson(rate=1/10, gaussian(sigma=2))) * {steps}", "1")
        assert single == sides(f"poisson(rate=1/10, gaussian(sigma=2)) * {steps}", "1")
    whole = delta_at(question("group(size=3, gaussian(sigma=6)) * 4"), 1).value
    plain = delta_at(question("gaussian(sigma=2) * 4", "add-remove"), 1).value
    assert whole is not None
    assert plain is not None
    assert whole.ball.overlaps(plain.ball)


def test_bands_are_poisson_sampling_once_in_a_round() -> None:
    banded = question("banded(bands=8, steps=1001, rate=8/100, gaussian(sigma=1.5))")
    same = question("poisson(rate=8/100, gaussian(sigma=1.5)) * 126")
    one, other = (delta_at(asked, 2, digits=12) for asked in (banded, same))
    assert (one.lower, one.upper) == (other.lower, other.upper) and one.sharp


def test_inversion_lies_in_the_bracket_of_the_lattice() -> None:
    release = "mixture(chances=[1/2, 3/10, 1/5], shifts=[0, 1/3, 1], sigma=3/2) * 40"
    fine, rough = (delta_at(question(release), 3, method=method) for method in ("inversion", "lattice"))
    for sharp, wide in zip(fine.sides, rough.sides, strict=True):
        assert sharp.value is not None
        assert wide.value is not None
        assert sharp.value.ball.overlaps(wide.value.ball)
        assert sharp.value.proven_digits >= 10


@pytest.mark.parametrize("seed", range(2))
def test_moments_are_the_integrals(seed: int) -> None:
    """F(w) by Gauss's rule, complex arguments included, and the bound of far frequencies."""
    shifts, sigma = law(seed)
    for remove in (True, False):
        loss = MixtureLoss(Fraction(1, 2), read_real(str(sigma)), remove, shifts)
        for k, value in enumerate(loss.line(1.3, 2.0, 4, 12)):
            power = mpmath.mpc(1 + 1.3, 2 * k) if remove else -mpmath.mpc(1.3, 2 * k)

            def integrand(x: mpmath.mpf, power: mpmath.mpc = power) -> mpmath.mpc:
                ratio = sum(float(p) * mpmath.exp((float(c) * x - float(c) ** 2 / 2) / sigma**2) for p, c in shifts)
                return mpmath.npdf(x, 0, sigma) * ratio**power

            truth = mpmath.quad(integrand, [sigma * j for j in range(-14, 15 + round(6 / sigma))])
            assert abs(complex(value) - complex(truth)) < 1e-9 * abs(complex(loss.moment(1.3)))
            assert abs(value) <= loss.beyond(1.3, 2.0 * k) * loss.moment(1.3) * (1 + arb("1e-9"))


@pytest.mark.parametrize("gap", ["1e-3", "1e-9", "1e-15"])
def test_next_to_the_least_ratio(gap: str) -> None:
    """The best half-line is far left there, where ln r is flat."""
    half = Fraction(1, 2)
    with ctx.workprec(128):
        pair = MixturePair(((half, Fraction(0)), (half, Fraction(1))), lambda bits: arb(1))
        ratio = arb("0.5") + arb(gap)
        assert 0 <= pair.depth(ratio) <= arb(gap)
        assert (pair.height(ratio) - pair.depth(ratio) - 1 + ratio).contains(0)
        assert pair.depth(ratio).rel_accuracy_bits() > 40


def test_a_wrong_ratio_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    half = Fraction(1, 2)
    shifts = ((half, Fraction(0)), (half, Fraction(1)))
    truth = MixtureLoss(half, read_real("1"), True, shifts).moment(1.0)
    assert truth.contains(1 + (arb(1).exp() - 1) / 4)

    def wrong(self: MixtureRatio, x: arb) -> arb:
        return sum((p * ((c * x - c / 3) * self.inverse).expm1() for p, c in self.terms), arb(0)).log1p()

    monkeypatch.setattr(MixtureRatio, "log", wrong)
    assert not MixtureLoss(half, read_real("1"), True, shifts).moment(1.0).contains(1 + (arb(1).exp() - 1) / 4)
    assert MixtureRatio(((arb(1), arb(1)),), arb(1)).log_off(acb(0, 1), False).imag.contains(1)
    assert math.isclose(MixtureRatio(((arb(1), arb(1)),), arb(1)).near(1.0, 0.0)[0], 0.5)


@pytest.mark.parametrize(
    "text",
    [
        "mixture(chances=[1/2, 1/3], shifts=[0, 1], sigma=1)",
        "mixture(chances=[1/2, 1/2], shifts=[0, -1], sigma=1)",
        "mixture(chances=[1/2, 1/2], shifts=[0], sigma=1)",
        "mixture(chances=[3/2, -1/2], shifts=[0, 1], sigma=1)",
        "mixture(chances=[1/2, 1/2], shifts=[0, 1], sigma=0)",
        "group(size=0, gaussian(sigma=1))",
        "group(size=2, laplace(scale=1))",
        "poisson(rate=1/2, group(size=2, gaussian(sigma=1)))",
        "banded(bands=5, steps=4, rate=1/2, gaussian(sigma=1))",
        "banded(bands=2, steps=4, rate=2, gaussian(sigma=1))",
    ],
)
def test_what_is_none_is_refused(text: str) -> None:
    with pytest.raises(DomainError):
        read_release(text)
