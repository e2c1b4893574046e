"""Truncated Poisson batches: the values of the derivation, brute force over all batches, two engines, refusals."""

from __future__ import annotations

import itertools
import math
import random
from fractions import Fraction

import mpmath
import pytest

from sdp_proofs.accounting.answers import delta_at
from sdp_proofs.accounting.continuous_noise import Gaussian
from sdp_proofs.accounting.dominating_pairs import Neighbouring
from sdp_proofs.accounting.pairs import ADD_REMOVE, height
from sdp_proofs.accounting.truncated_batches import Truncation
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.reals import rational
from tests.accounting.asked import question


def profile(rate: str, batch: int, size: int, sigma: str, odds: float, *, mirrored: bool) -> float:
    step = Truncation(rate, batch, size, Gaussian(sigma)).seen(Neighbouring(ADD_REMOVE, mirrored))
    with ctx.workprec(96):
        return float(height(step.pair, arb(odds)))


@pytest.mark.parametrize(
    ("rate", "batch", "size", "sigma", "epsilon", "remove", "add", "theirs"),
    [
        ("256/60000", 300, 60000, "1.1", 0.5, 2.13059908382e-7, 0.0, 2.1614e-7),
        ("1/10", 110, 1000, "1", 1.0, 0.0029996317513, 0.0, 0.0032993),
        ("1/2", 50, 100, "2", 0.5, 0.0382267799077, 0.00136220877648, 0.0866353),
    ],
)
def test_a_step_is_the_coin_of_two_samples(
    rate: str, batch: int, size: int, sigma: str, epsilon: float, remove: float, add: float, theirs: float
) -> None:
    """Computed beside the package; dp_accounting prints `theirs`, which is above."""
    odds = math.exp(epsilon)
    found = profile(rate, batch, size, sigma, odds, mirrored=False)
    assert abs(found / remove - 1) < 1e-10
    assert abs(profile(rate, batch, size, sigma, odds, mirrored=True) - add) < 1e-12
    assert found < theirs


def exact(values: list[float], batch: int, rate: float) -> list[tuple[float, float]]:
    """The law of a batch's sum: its values with their probabilities."""
    law: dict[float, float] = {}
    for drawn in itertools.product((0, 1), repeat=len(values)):
        chosen = [place for place, there in enumerate(drawn) if there]
        chance = rate ** len(chosen) * (1 - rate) ** (len(values) - len(chosen))
        kept = list(itertools.combinations(chosen, min(batch, len(chosen))))
        for one in kept:
            total = round(sum(values[place] for place in one), 12)
            law[total] = law.get(total, 0.0) + chance / len(kept)
    return list(law.items())


@pytest.mark.parametrize(("size", "batch", "rate"), [(4, 2, 0.5), (5, 2, 0.7), (3, 1, 0.4)])
def test_all_batches_of_small_databases_are_below(size: int, batch: int, rate: float) -> None:
    chosen, step, sigma = random.Random(size), 0.02, 1.0
    grid = [k * step for k in range(-round(9 / step), round(9 / step))]
    for _ in range(6):
        others = [chosen.choice((-1.0, 1.0, 0.0, chosen.uniform(-1, 1))) for _ in range(size - 1)]
        own = chosen.choice((-1.0, 1.0))
        laws = [exact(values, batch, rate) for values in ([*others, own], others)]

        def density(law: list[tuple[float, float]], x: float) -> float:
            return sum(p * math.exp(-((x - m) ** 2) / (2 * sigma**2)) for m, p in law) / math.sqrt(2 * math.pi) / sigma

        densities = [[density(law, x) for x in grid] for law in laws]
        for odds in (0.6, 1.0, 1.3, 2.0):
            for mirrored in (False, True):
                first, second = densities[::-1] if mirrored else densities
                truth = sum(max(0.0, p - odds * q) for p, q in zip(first, second, strict=True)) * step
                most = profile(str(Fraction(rate).limit_denominator(100)), batch, size, "1", odds, mirrored=mirrored)
                assert truth <= most + 1e-4


def test_composed_answers_are_at_most_and_both_engines_agree() -> None:
    asked = question("truncated-poisson(rate=1/10, batch=12, records=100, gaussian(sigma=2)) * 20")
    fine, rough = (delta_at(asked, 1, method=method) for method in ("inversion", "lattice"))
    assert fine.value is not None
    assert rough.value is not None
    assert fine.value.lower == rough.value.lower == 0
    assert float(fine.value.upper) < float(rough.value.upper) * 1.01
    assert fine.check("1e-9").upper.value == "UNKNOWN"
    assert len(fine.sides) == 4  # a record fewer and one more, in both directions


def test_one_more_record_may_be_worse() -> None:
    sides = delta_at(question("truncated-poisson(rate=1/2, batch=50, records=100, gaussian(sigma=2))"), "1/2").sides
    remove = [float(side.value.upper) for side in sides if side.direction == "remove" and side.value is not None]
    assert max(remove) > 0.0404
    assert min(remove) < 0.0385


def test_moments_are_those_of_the_coin() -> None:
    step = Truncation("1/2", 2, 4, Gaussian(1)).seen(Neighbouring(ADD_REMOVE, mirrored=False))
    tau = sum(math.comb(3, k) for k in (2, 3)) / 8
    rho = 2 / 4 * (math.comb(4, 3) + 1) / 16 / tau
    assert step.loss is not None
    parts = []
    for rate, sigma in ((0.5, 1.0), (rho, 0.5)):

        def integrand(x: mpmath.mpf, rate: float = rate, sigma: float = sigma) -> mpmath.mpf:
            ratio = 1 - rate + rate * mpmath.exp((x - 0.5) / sigma**2)
            return mpmath.npdf(x, 0, sigma) * ratio**1.75

        parts.append(mpmath.quad(integrand, [-10, -2, 0, 1, 2, 3, 10]))
    truth = (1 - tau) * parts[0] + tau * parts[1]
    assert abs(float(step.loss.moment(0.75)) - float(truth)) < 1e-9
    slope = step.loss.slope(0.75)
    with ctx.workprec(96):
        ends = [float(step.loss.moment(0.75 + turn).log()) for turn in (-1e-4, 1e-4)]
    assert abs(slope.first - (ends[1] - ends[0]) / 2e-4) < 1e-6


@pytest.mark.parametrize(
    "text",
    [
        "truncated-poisson(rate=1/2, batch=5, records=5, gaussian(sigma=1))",
        "truncated-poisson(rate=0, batch=2, records=5, gaussian(sigma=1))",
        "truncated-poisson(rate=1/2, batch=2, records=5, laplace(scale=1))",
        "truncated-poisson(rate=1/2, batch=2, records=5, gaussian(sigma=0))",
        "truncated-poisson(rate=1/2, batch=0, records=5, gaussian(sigma=1))",
    ],
)
def test_what_is_none_is_refused(text: str) -> None:
    with pytest.raises(DomainError):
        question(text)


def test_a_record_that_is_added_has_a_largest_loss() -> None:
    """The larger one of both samples; at once, without an engine."""
    asked = question("truncated-poisson(rate=1/10, batch=110, records=1000, gaussian(sigma=1)) * 3")
    added = [side for side in asked.directions if side.name == "add"]
    largest = -3 * math.log(1 - 1 / 10)  # the other sample's rate is smaller: rho = 0.095
    for side in added:
        assert side.never_beyond(rational(Fraction(largest + 1e-9)))
        assert not side.never_beyond(rational(Fraction(largest - 1e-9)))
    assert len(added) == 2
