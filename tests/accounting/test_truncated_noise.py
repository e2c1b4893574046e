"""Rounded and truncated normal, discrete Gaussian and binomial noise against their laws, over all pairs of answers."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import comb, erfc, exp, sqrt

import pytest

from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import delta_at, epsilon_at
from sdp_proofs.accounting.grammar import from_document, read_release, to_document
from sdp_proofs.accounting.noise_pairs import Between, HalfLines, odd_halves
from sdp_proofs.accounting.pairs import depth, height
from sdp_proofs.answering.errors import noise_of
from sdp_proofs.answering.two_databases import between_noisy_counts
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.privacy.budget import Budget

Law = dict[int, float]
SIGMA, COINS, FAR = 1.5, 6, 60


def above(place: float) -> float:
    return erfc(place / sqrt(2)) / 2


def rounded(centre: int) -> Law:
    ends = [above((k - 0.5 - centre) / SIGMA) for k in range(-FAR, FAR + 2)]
    return {k: ends[k + FAR] - ends[k + FAR + 1] for k in range(-FAR, FAR + 1)}


def discrete(centre: int) -> Law:
    weights = {k: exp(-((k - centre) ** 2) / (2 * SIGMA**2)) for k in range(-FAR, FAR + 1)}
    return {k: weight / sum(weights.values()) for k, weight in weights.items()}


def heads(centre: int) -> Law:
    return {centre + k - COINS // 2: comb(COINS, k) / 2**COINS for k in range(COINS + 1)}


LAWS: list[tuple[str, Callable[[int], Law]]] = [
    ("rounded(gaussian(sigma=3/2, sensitivity={}))", rounded),
    ("discrete-gaussian(sigma=3/2, sensitivity={})", discrete),
    (f"binomial(coins={COINS}, sensitivity={{}})", heads),
]


def truncated(law: Law, low: int, high: int) -> Law:
    found = dict.fromkeys(range(low, high + 1), 0.0)
    for k, mass in law.items():
        found[min(high, max(low, k))] += mass
    return found


def excess(one: Law, other: Law, odds: float) -> float:
    return sum(max(0.0, p - odds * other.get(k, 0.0)) for k, p in one.items())


def delta(text: str, epsilon: str, adjacency: str = "add-remove") -> float:
    found = delta_at(Question.of(read_release(text), adjacency), epsilon).value
    assert found is not None
    return float(found)


@pytest.mark.parametrize(("distance", "epsilon"), list(product([1, 2, 3], ["0", "1/4", "2"])))
def test_rounded_normal_noise_from_its_cells(distance: int, epsilon: str) -> None:
    odds = exp(float(eval(epsilon)))
    worst = max(excess(rounded(0), rounded(near), odds) for near in range(1, distance + 1))
    found = delta(LAWS[0][0].format(distance), epsilon)
    assert found == pytest.approx(worst, rel=1e-9)
    assert found <= delta(f"gaussian(sigma=3/2, sensitivity={distance})", epsilon) * (1 + 1e-12)


@pytest.mark.parametrize(("name", "law"), LAWS)
@pytest.mark.parametrize(("distance", "high"), [(1, 1), (1, 4), (2, 3), (3, 2), (2, 9)])
def test_truncation_costs_what_the_worst_answers_in_the_range_cost(
    name: str, law: Callable[[int], Law], distance: int, high: int
) -> None:
    laws = [truncated(law(a), 0, high) for a in range(high + 1)]
    near = [(a, b) for a, b in product(range(high + 1), repeat=2) if 0 < abs(a - b) <= distance]
    for epsilon, odds in (("0", 1.0), ("1/4", exp(0.25)), ("1", exp(1))):
        worst = max(excess(laws[a], laws[b], odds) for a, b in near)
        text = f"truncated(low=0, high={high}, {name.format(distance)})"
        assert delta(text, epsilon) == pytest.approx(worst, rel=1e-9, abs=1e-14)


@pytest.mark.parametrize("length", [1, 2, 5])
def test_truncated_normal_noise_between_all_pairs_of_answers(length: int) -> None:
    """On a fine grid of answers and half-lines the truncated law is found again."""
    for epsilon, odds in (("0", 1.0), ("1/4", exp(0.25)), ("1", exp(1))):
        places = [length * k / 400 for k in range(1, 401)]
        gains = [above((u - 1) / SIGMA) - odds * above(u / SIGMA) for u in places]
        found = delta(f"truncated(low=0, high={length}, gaussian(sigma=3/2))", epsilon)
        assert max(0.0, *gains) <= found + 1e-15
        assert found == pytest.approx(max(0.0, *gains), rel=2e-4, abs=1e-14)
        inner = [above((u - 1 / 2) / SIGMA) - odds * above(u / SIGMA) for u in places]  # nearer answers
        assert max(0.0, *inner) <= found + 1e-15


def test_a_wide_range_loses_nothing() -> None:
    assert delta("truncated(low=-50, high=50, gaussian(sigma=1))", "1") == delta("gaussian(sigma=1)", "1")
    below = delta("truncated(low=0, high=2, gaussian(sigma=1, sensitivity=2))", "3", "replace-one")
    assert below == delta("truncated(low=0, high=2, gaussian(sigma=1, sensitivity=3))", "3")
    assert below < delta("gaussian(sigma=1, sensitivity=2)", "3")


@pytest.mark.parametrize("places", [odd_halves, Between(lambda bits: arb(-2), lambda bits: arb(3))])
def test_pairs_equal_their_mirrors_and_masses_give_heights(places: object) -> None:
    pair = HalfLines(lambda bits: arb(1), lambda bits: arb(2), places)  # type: ignore[arg-type]
    with ctx.workprec(80):
        for log_ratio in ("-0.9", "-0.3", "0.1", "0.35", "0.8"):
            ratio = arb(log_ratio).exp()
            p, q = pair.upper(ratio)
            low, high = pair.lower(ratio)
            assert (p - ratio * q).overlaps(height(pair, ratio))
            assert (ratio * high - low).overlaps(depth(pair, ratio))
            assert (height(pair, ratio) - (1 - ratio)).overlaps(depth(pair, ratio))
            assert height(pair, 1 / ratio).overlaps(depth(pair, ratio) / ratio)
            assert abs(float(p) + float(low) - 1) < 1e-12


@pytest.mark.parametrize("noise", ["gaussian(sigma=2)", *(name.format(1) for name, _ in LAWS)])
def test_the_pair_that_dominates_equals_its_mirror(noise: str) -> None:
    pair = Question.of(read_release(f"truncated(low=0, high=3, {noise})"), "add-remove").directions[0].steps[0][0].pair
    with ctx.workprec(80):
        for log_ratio in ("0.2", "0.5", "1"):
            ratio = arb(log_ratio).exp()
            assert height(pair, 1 / ratio).overlaps(depth(pair, ratio) / ratio)


def test_several_steps_are_bracketed_by_pairs_of_answers() -> None:
    text = "truncated(low=0, high=3, discrete-gaussian(sigma=3/2))"
    found = delta_at(Question.of(read_release(f"{text} * 2"), "add-remove"), "1/4").value
    assert found is not None
    odds = exp(0.25)
    laws = [truncated(discrete(a), 0, 3) for a in range(4)]
    twice = [
        sum(max(0.0, p * r - odds * laws[b][k] * laws[b][m]) for (k, p), (m, r) in product(laws[a].items(), repeat=2))
        for a, b in product(range(4), repeat=2)
        if abs(a - b) == 1
    ]
    assert float(found.ball.lower()) == pytest.approx(max(twice), rel=1e-9)  # answers in the middle
    assert max(twice) <= float(found.upper) < 1.05 * max(twice)
    sampled = delta(f"poisson(rate=1/4, {text})", "1/10")
    pairs = [(laws[a], laws[b]) for a, b in product(range(4), repeat=2) if abs(a - b) == 1]
    mixed = [({k: 0.25 * one[k] + 0.75 * other[k] for k in other}, other) for one, other in pairs]
    assert sampled == pytest.approx(max(max(excess(p, q, exp(0.1)), excess(q, p, exp(0.1))) for p, q in mixed))


def test_two_given_counts_have_their_own_laws() -> None:
    release = read_release("truncated(low=0, high=3, discrete-gaussian(sigma=3/2))")
    laws = [truncated(discrete(a), 0, 3) for a in range(4)]
    for own, other in ((0, 1), (1, 0), (1, 2), (3, 2)):
        found = between_noisy_counts(release, (own, 2), (other, 2), Budget.read(epsilon="1/2"))
        assert float(found.forward) == pytest.approx(excess(laws[own], laws[other], exp(0.5)))
        assert float(found.backward) == pytest.approx(excess(laws[other], laws[own], exp(0.5)))


def test_errors_epsilons_and_texts() -> None:
    law, noise = rounded(0), noise_of(read_release("rounded(gaussian(sigma=3/2))"))
    assert float(noise.mean_size()) == pytest.approx(sum(abs(k) * p for k, p in law.items()))
    assert float(noise.mean_square()) == pytest.approx(sum(k * k * p for k, p in law.items()))
    assert float(noise.beyond(arb(2))) == pytest.approx(sum(p for k, p in law.items() if abs(k) > 2))
    text = "truncated(low=0, high=9, rounded(gaussian(sigma=2, sensitivity=1)))"
    assert str(read_release(text)) == text
    assert from_document(to_document(read_release(text))) == read_release(text)
    question = Question.of(read_release(text), "add-remove")
    epsilon = epsilon_at(question, "1/100").value
    assert epsilon is not None
    assert delta(text, str(epsilon.upper)) <= 0.01 <= delta(text, str(epsilon.lower)) * (1 + 1e-9)
    assert epsilon_at(Question.of(read_release("rounded(gaussian(sigma=2))"), "add-remove"), 0).value is None


def two_sided(centre: int) -> Law:
    weights = {k: exp(-abs(k - centre) / SIGMA) for k in range(-FAR, FAR + 1)}
    return {k: weight / sum(weights.values()) for k, weight in weights.items()}


@pytest.mark.parametrize(("name", "law"), [*LAWS[1:], ("geometric(scale=3/2, sensitivity={})", two_sided)])
@pytest.mark.parametrize("distance", [1, 2, 3, 4])
def test_integer_noise_that_is_not_cut_from_its_probabilities(
    name: str, law: Callable[[int], Law], distance: int
) -> None:
    for epsilon, odds in (("0", 1.0), ("1/4", exp(0.25)), ("1", exp(1))):
        expected = excess(law(0), law(distance), odds)
        assert delta(name.format(distance), epsilon) == pytest.approx(expected, rel=1e-9, abs=1e-14)
