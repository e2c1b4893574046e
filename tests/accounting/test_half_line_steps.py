"""Two steps of rounded or truncated normal noise against sums over all outputs, closed forms and the lattice."""

from __future__ import annotations

from itertools import product
from math import erf, exp, sqrt

import pytest

from sdp_proofs.accounting.analysis import Direction, Question
from sdp_proofs.accounting.answers import delta_at, epsilon_at
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.accounting.half_line_steps import TwoHalfLines
from sdp_proofs.accounting.lattice import Lattice
from sdp_proofs.numbers.reals import rational, read_real


def _asked(text: str, adjacency: str = "add-remove") -> Question:
    return Question.of(read_release(text), adjacency)


def _engine(direction: Direction) -> TwoHalfLines:
    found = TwoHalfLines.of(direction)
    assert found is not None
    return found


def _rounded(centre: int, sigma: float) -> dict[int, float]:
    """The masses of rounded normal noise near its centre, by the normal distribution function."""

    def below(place: float) -> float:
        return (1 + erf(place / sigma / sqrt(2))) / 2

    return {k: below(k - centre + 0.5) - below(k - centre - 0.5) for k in range(-25, 30)}


@pytest.mark.parametrize(("sigmas", "apart"), [((1.0, 1.0), 1), ((2.0, 0.75), 1), ((1.5, 1.5), 2)])
@pytest.mark.parametrize("epsilon", ["0", "1", "2"])
def test_rounded_noise_twice_is_a_sum_over_all_outputs(sigmas: tuple[float, float], apart: int, epsilon: str) -> None:
    adjacency = "replace-one" if apart == 2 else "add-remove"
    text = " + ".join(f"rounded(gaussian(sigma={sigma}))" for sigma in sigmas)
    first, second = ([(mass, _rounded(0, sigma)[k]) for k, mass in _rounded(apart, sigma).items()] for sigma in sigmas)
    odds = exp(float(read_real(epsilon).ball(64)))
    truth = sum(max(0.0, p * r - odds * q * s) for (p, q), (r, s) in product(first, second))
    found = delta_at(_asked(text, adjacency), epsilon)
    assert found.method == "two-steps" and found.value is not None and found.value.proven_digits >= 10
    assert float(found.value.lower) == pytest.approx(truth, rel=1e-9)


@pytest.mark.slow(every=4)
@pytest.mark.parametrize("epsilon", ["1/4", "1", "9/8"])
@pytest.mark.parametrize("ends", ["low=0, high=1", "low=0, high=3", "low=-2, high=3"])
def test_truncated_noise_is_within_the_lattice_and_does_not_depend_on_the_order(ends: str, epsilon: str) -> None:
    """Either step may be the one that is summed and integrated; of all pairs, and from both sides."""
    texts = [f"truncated({ends}, gaussian(sigma={sigma}))" for sigma in (1, 2)]
    both = [_asked(" + ".join(order)) for order in (texts, texts[::-1])]
    for one, other in zip(*((*question.directions, *question.attained) for question in both), strict=True):
        first, second = (_engine(side).delta(read_real(epsilon), 12) for side in (one, other))
        assert first.proven_digits >= 12 and first.ball.overlaps(second.ball)
        assert Lattice.of(one).delta(read_real(epsilon), 4).ball.contains(first.ball)


def test_a_wide_range_leaves_normal_noise() -> None:
    cut, plain = ("truncated(low=-40, high=41, gaussian(sigma=1)) * 2", "gaussian(sigma=1) * 2")
    found = _engine(_asked(cut).directions[0]).delta(rational(1), 20).ball
    truth = delta_at(_asked(plain), 1, digits=20).value
    assert truth is not None and abs(found - truth.ball) < 1e-20


def test_beyond_the_largest_loss_delta_is_zero() -> None:
    question = _asked("truncated(low=0, high=1, gaussian(sigma=1)) * 2")
    largest = 2 * float(question.directions[0].steps[0][0].largest(64))  # type: ignore[misc]
    assert delta_at(question, str(largest + 1e-6)).value.exact == 0  # type: ignore[union-attr]
    assert float(delta_at(question, str(largest - 1e-6)).value.lower) > 0  # type: ignore[union-attr]


def test_epsilon_is_the_inverse() -> None:
    question = _asked("rounded(gaussian(sigma=1)) * 2")
    found = epsilon_at(question, "1e-12").value
    assert found is not None and found.proven_digits >= 10
    low, high = (delta_at(question, str(end)).value for end in (found.lower, found.upper))
    assert low is not None and high is not None and float(high.upper) <= 1e-12 * (1 + 1e-7)
    assert float(low.lower) >= 1e-12 * (1 - 1e-7)


def test_other_steps_are_left_to_other_engines() -> None:
    texts = ["rounded(gaussian(sigma=1)) * 3", "rounded(gaussian(sigma=1)) + laplace(scale=1)"]
    texts += [
        "rounded(gaussian(sigma=100000)) * 2",
        "rounded(gaussian(sigma=1)) + truncated(low=0, high=1, gaussian(1))",
    ]
    assert [TwoHalfLines.of(_asked(text).directions[0]) for text in texts] == [None] * 4
