"""Random releases far from the usual settings: no engine may contradict another, and none may end in a traceback.

A few each time, hundreds with `make deep`: noise from 0.3 to 1000, rates from 1e-6 to 1, up to a million steps, delta
from one half to 1e-1000, mixtures of up to three mechanisms, both adjacencies.
"""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest

from sdp_proofs.accounting.analysis import Direction, Question
from sdp_proofs.accounting.answers import epsilon_at
from sdp_proofs.accounting.engines import Chernoff, Inverted
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.accounting.lattice import Lattice
from sdp_proofs.errors import DomainError, PrecisionError, SizeError
from sdp_proofs.numbers.enclosure import Enclosure
from tests.full import trials

STEPS = [1, 2, 3, 10, 30, 100, 1000, 10**4, 10**5, 10**6]
TARGETS = ["0.5", "1e-2", "1e-3", "1e-5", "1e-5", "1e-10", "1e-20", "1e-50", "1e-100", "1e-1000"]
NEEDS_NO_ENGINE = ("largest-loss", "total-variation")


def between(dice: random.Random, low: float, high: float) -> str:
    """A number of three digits, uniform in its logarithm."""
    return f"{math.exp(dice.uniform(math.log(low), math.log(high))):.3g}"


def term(dice: random.Random, *, batches: bool) -> str:
    steps = dice.choice(STEPS)
    noise = between(dice, 0.3, dice.choice([2, 30, 1000]))
    rate = between(dice, dice.choice([1e-6, 1e-3, 1e-2]), 1)
    if batches:
        batch, rest = dice.randint(1, 300), dice.choice([0, 600, 60_000])
        law = dice.choice(["gaussian(sigma={})", "laplace(scale={})", "geometric(scale={})"]).format(noise)
        return f"without-replacement(batch={batch}, records={batch + rest}, {law}) * {min(steps, 10**4)}"
    if dice.random() < 0.5:
        return f"poisson(rate={rate}, gaussian(sigma={noise})) * {steps}"
    return dice.choice(
        [
            f"poisson(rate={rate}, laplace(scale={noise})) * {steps}",
            f"poisson(rate={rate}, geometric(scale={noise})) * {steps}",
            f"gaussian(sigma={noise}) * {min(steps, 100)}",
            f"laplace(scale={noise}) * {min(steps, 1000)}",
            f"discrete-gaussian(sigma={noise}) * {min(steps, 1000)}",
            f"approximate(epsilon={between(dice, 0.001, 3)}, delta={dice.choice(['0', '1e-7', '1e-30'])}) * 20",
            f"randomised-response(truth={dice.choice(['2/3', '0.51', '0.999'])}) * {steps}",
        ]
    )


def judged(direction: Direction, method: str, target: Fraction) -> list[tuple[str, Enclosure | None]]:
    """Verdicts of the engines that did not answer; a coarse lattice is enough."""
    found: list[tuple[str, Enclosure | None]] = []
    lattice = Lattice(Lattice.of(direction).pairs, tolerance=2e-2)
    for name, engine in (
        ("lattice", lattice),
        ("inversion", Inverted.of(direction)),
        ("chernoff", Chernoff.of(direction)),
    ):
        if engine is None or method.startswith(name):
            continue
        try:
            found.append((name, engine.epsilon(target, 6)))
        except (PrecisionError, SizeError):
            continue
    return found


@pytest.mark.slow(every=3)
@pytest.mark.parametrize("seed", range(trials(3, full=400)))
def test_engines_do_not_contradict_each_other(seed: int) -> None:
    dice = random.Random(f"hostile release {seed}")
    batches = dice.random() < 0.12
    text = " + ".join(term(dice, batches=batches) for _ in range(dice.choice([1, 1, 1, 2, 3])))
    target = Fraction(dice.choice(TARGETS))
    asked = Question.of(read_release(text), "replace-one" if batches else "add-remove")
    found = epsilon_at(asked, target)
    for side, direction in zip(found.sides, asked.directions, strict=True):
        if side.value is None or side.method in NEEDS_NO_ENGINE or not direction.attained:
            continue
        assert side.value.lower >= 0
        for name, other in judged(direction, side.method, target):
            assert other is None or other.overlaps(side.value), f"{text}, {target}: {name} says {other}, not {side}"


@pytest.mark.parametrize("several", ["tree(steps=5, gaussian(sigma=2))", "noisy-top-k(k=2, epsilon=1)"])
@pytest.mark.parametrize("sampling", ["poisson(rate=1/10, {})", "without-replacement(batch=2, records=10, {})"])
def test_samples_of_several_releases_are_not_samples_of_one(sampling: str, several: str) -> None:
    """Each was once counted as one sum, or one choice, of several: a delta of 1e-10 for 4e-5."""
    with pytest.raises(DomainError, match="one mechanism"):
        read_release(sampling.format(several))
