"""Rounded and truncated noise against its laws, cell by cell, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import exp

import pytest

from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import delta_at
from sdp_proofs.accounting.grammar import from_document, read_release, to_document
from sdp_proofs.accounting.lemmas import outputs_of_one_ratio_may_be_joined
from sdp_proofs.accounting.noise_pairs import joined_rounded_laplace
from sdp_proofs.answering.errors import noise_of
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.balls import arb

FAR = 120


def below(place: float, centre: float, scale: float) -> float:
    """P(centre + Y <= place), Y of Laplace's law."""
    y = (place - centre) / scale
    return exp(y) / 2 if y < 0 else 1 - exp(-y) / 2


def rounded(centre: int, scale: float) -> dict[int, float]:
    return {k: below(k + 0.5, centre, scale) - below(k - 0.5, centre, scale) for k in range(-FAR, FAR)}


def geometric(centre: int, scale: float) -> dict[int, float]:
    w = exp(-1 / scale)
    return {k: (1 - w) / (1 + w) * w ** abs(k - centre) for k in range(-FAR, FAR)}


def truncated(law: dict[int, float], low: int, high: int) -> dict[int, float]:
    found = dict.fromkeys(range(low, high + 1), 0.0)
    for k, mass in law.items():
        found[min(high, max(low, k))] += mass
    return found


def excess(one: dict[int, float], other: dict[int, float], odds: float) -> float:
    return sum(max(0.0, p - odds * other[k]) for k, p in one.items())


def delta(text: str, epsilon: str, adjacency: str = "add-remove") -> float:
    found = delta_at(Question.of(read_release(text), adjacency), epsilon).value
    assert found is not None
    return float(found)


@pytest.mark.parametrize(("scale", "distance", "epsilon"), list(product([1, 3], [1, 2, 4], ["0", "1/5", "1"])))
def test_rounded_laplace_noise_is_the_worst_pair_of_its_cells(scale: int, distance: int, epsilon: str) -> None:
    odds = exp(float(Fraction(epsilon)))
    pairs = [excess(rounded(0, scale), rounded(near, scale), odds) for near in range(1, distance + 1)]
    found = delta(f"rounded(laplace(scale={scale}, sensitivity={distance}))", epsilon)
    assert found == pytest.approx(max(pairs), rel=1e-9, abs=1e-13) == pytest.approx(pairs[-1], rel=1e-9, abs=1e-13)
    assert found <= delta(f"laplace(scale={scale}, sensitivity={distance})", epsilon) + 1e-15


@pytest.mark.parametrize(("name", "law"), [("geometric(scale=2, sensitivity={})", geometric),
                                           ("rounded(laplace(scale=2, sensitivity={}))", rounded)])  # fmt: skip
@pytest.mark.parametrize(("distance", "high"), [(1, 4), (2, 4), (3, 2), (5, 1)])
def test_truncation_costs_what_the_worst_answers_in_the_range_cost(name, law, distance: int, high: int) -> None:
    near = [(a, b) for a, b in product(range(high + 1), repeat=2) if 0 < abs(a - b) <= distance]
    for epsilon, odds in (("0", 1), ("1/4", exp(0.25))):
        worst = max(
            excess(truncated(law(a, 2), 0, high), truncated(law(b, 2), 0, high), odds) for a, b in near
        )  # fmt: skip
        text = name.format(distance)
        assert delta(f"truncated(low=0, high={high}, {text})", epsilon) == pytest.approx(worst, rel=1e-9)
        if high >= distance:
            assert delta(text, epsilon) == pytest.approx(worst, rel=1e-9)


def test_replaced_records_move_by_twice_the_sensitivity_within_the_range() -> None:
    plain = "geometric(scale=2, sensitivity=2)"
    assert delta(f"truncated(low=0, high=9, {plain})", "1/4", "replace-one") == delta(plain, "1/4", "replace-one")
    short = delta(f"truncated(low=0, high=3, {plain})", "1/4", "replace-one")
    assert short == delta("geometric(scale=2, sensitivity=3)", "1/4") < delta(plain, "1/4", "replace-one")


@pytest.mark.parametrize(
    "text",
    [
        "rounded(laplace(scale=2, sensitivity=3)) * 4",
        "poisson(rate=1/10, truncated(low=0, high=9, rounded(laplace(scale=1, sensitivity=1))))",
        "truncated(low=-1/2, high=7/2, laplace(scale=log(2), sensitivity=1)) + geometric(scale=1, sensitivity=1)",
    ],
)
def test_texts_and_documents_are_read_back(text: str) -> None:
    release = read_release(text)
    assert read_release(str(release)) == release == from_document(to_document(release))


def test_the_error_of_rounded_noise() -> None:
    law, noise = rounded(0, 2), noise_of(read_release("rounded(laplace(scale=2))"))
    assert float(noise.mean_size()) == pytest.approx(sum(abs(k) * p for k, p in law.items()))
    assert float(noise.mean_square()) == pytest.approx(sum(k * k * p for k, p in law.items()))
    for place in range(4):
        assert float(noise.beyond(arb(place))) == pytest.approx(sum(p for k, p in law.items() if abs(k) > place))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("rounded(geometric(scale=1))", "must be given laplace or gaussian noise"),
        ("rounded(gaussian(sigma=1, sensitivity=1/2))", "an integer sensitivity"),
        ("rounded(laplace(scale=1, sensitivity=1/2))", "an integer sensitivity"),
        ("rounded(laplace(scale=1) * 2)", "must be given laplace or gaussian noise"),
        ("truncated(low=0, high=1, pure(epsilon=1))", "must be given noise, such as"),
        ("truncated(low=0, high=1/2, rounded(gaussian(sigma=1)))", "must be integers"),
        ("truncated(low=1, high=1, laplace(scale=1))", "low must be less than high"),
        ("truncated(low=0, high=1/2, geometric(scale=1))", "must be integers"),
        ("truncated(low=0, laplace(scale=1))", "must be given high"),
        ("rounded()", "must be given a mechanism"),
    ],
)
def test_what_is_not_known_is_refused(text: str, why: str) -> None:
    with pytest.raises(DomainError, match=why):
        read_release(text)


def test_the_error_of_truncated_noise_is_refused() -> None:
    with pytest.raises(DomainError, match="on which it depends"):
        noise_of(read_release("truncated(low=0, high=5, laplace(scale=1))"))


@pytest.mark.parametrize("distance", [1, 2, 3])
def test_outputs_of_rounded_laplace_noise_have_one_ratio_from_one_output_beyond_both_answers_on(distance: int) -> None:
    """The polynomials, multiplied out: what the claim says of the room that a range must have."""
    joined = [outputs_of_one_ratio_may_be_joined.holds(joined_rounded_laplace(distance, below)) for below in range(4)]
    assert joined == [False, True, True, True]
