"""Noise on answers in a short range, judged by all places of the answers: adaptive choices of them included.

The judge knows the laws and nothing of pairs, half-lines or lemmas. It lists the outputs of every answer in the range
and, of two releases, lets the second pair of answers depend on the output of the first: the largest delta of a
direction is then a sum over outputs. Where e^(-1/scale) is rational all is in fractions; normal laws are in balls; the
continuous laws are cut into cells, which post-processing makes a lower bound, and near it for narrow cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import Any, NamedTuple

import pytest

from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import decide_claim, delta_at, epsilon_at
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import fraction_ball
from sdp_proofs.verdict import Verdict
from tests.full import trials

Law = tuple[Any, ...]
HALF, CELLS, FAR = Fraction(1, 2), 24, 60
RATE = Fraction(3, 10)
ODDS = {"0": Fraction(1), "log(5/4)": Fraction(5, 4), "log(3)": Fraction(3)}


def clipped(masses: dict[int, Any], centre: int, length: int) -> Law:
    """Integer noise about an answer, clipped to the range from 0 to the length."""
    row = [0] * (length + 1)
    for place, mass in masses.items():
        row[min(length, max(0, centre + place))] += mass
    return tuple(row)


def two_sided(length: int, centre: int) -> Law:
    """w^|k| (1 - w)/(1 + w), w = 1/2, with geometric series for what is beyond the ends."""

    def least(k: int) -> Fraction:
        return HALF**k / (1 + HALF) if k > 0 else 1 - HALF ** (1 - k) / (1 + HALF)

    return by_tails(least, length, centre)


def rounded_laplace(length: int, centre: int) -> Law:
    """Laplace noise with density e^(-|x|/b)/(2b), e^(-1/(2b)) = 1/2: beyond k - 1/2 it is (1/2)^(2k - 1)/2."""

    def least(k: int) -> Fraction:
        return HALF ** (2 * k - 1) / 2 if k > 0 else 1 - HALF ** (1 - 2 * k) / 2

    return by_tails(least, length, centre)


def by_tails(least: Callable[[int], Any], length: int, centre: int) -> Law:
    ends = [least(k - centre) for k in range(1, length + 1)]
    return tuple(a - b for a, b in zip([1, *ends], [*ends, 0], strict=True))


def heads(length: int, centre: int) -> Law:
    return clipped({k - 3: Fraction(comb(6, k), 64) for k in range(7)}, centre, length)


def beyond(place: arb) -> arb:
    return (place / arb(2).sqrt()).erfc() / 2


def rounded_normal(length: int, centre: int) -> Law:
    return by_tails(lambda k: beyond((arb(k) - arb(0.5)) / arb(1.5)), length, centre)


def discrete_normal(length: int, centre: int) -> Law:
    weights = {k: (-arb(k * k) / arb(4.5)).exp() for k in range(-FAR, FAR + 1)}  # the rest is below 1e-300
    total = sum(weights.values(), arb(0))
    return clipped({k: weight / total for k, weight in weights.items()}, centre, length)


def cells(tail: Callable[[Fraction], Any], length: int, centre: int) -> Law:
    """Both atoms at the ends, and narrow cells between."""
    places = [Fraction(j, CELLS) - centre for j in range(length * CELLS + 1)]
    ends = [tail(place) for place in places]
    return tuple(a - b for a, b in zip([1, *ends], [*ends, 0], strict=True))


def laplace(length: int, centre: int) -> Law:
    def tail(x: Fraction) -> arb:
        size = (-abs(arb(x.numerator) / x.denominator) * arb(2).log()).exp() / 2
        return size if x >= 0 else 1 - size

    return cells(tail, length, centre)


def normal(length: int, centre: int) -> Law:
    return cells(lambda x: beyond(arb(x.numerator) / x.denominator / arb(1.5)), length, centre)


NOISES: dict[str, tuple[Callable[[int, int], Law], bool]] = {
    "rounded(laplace(scale=1/(2*log(2)), sensitivity={}))": (rounded_laplace, True),
    "geometric(scale=1/log(2), sensitivity={})": (two_sided, True),
    "binomial(coins=6, sensitivity={})": (heads, True),
    "discrete-gaussian(sigma=3/2, sensitivity={})": (discrete_normal, True),
    "rounded(gaussian(sigma=3/2, sensitivity={}))": (rounded_normal, True),
    "laplace(scale=1/log(2), sensitivity={})": (laplace, False),
    "gaussian(sigma=3/2, sensitivity={})": (normal, False),
}


@cache
def pairs(noise: str, distance: int, length: int, direction: str, rate: Fraction) -> tuple[tuple[Law, Law], ...]:
    """The laws with and without the record, or with either record, at all places: P first, each pair once."""
    law, _ = NOISES[noise]
    laws = [law(length, centre) for centre in range(length + 1)]
    found = []
    for one, other in product(range(length + 1), repeat=2):
        if 0 < abs(one - other) <= distance:
            part_of, rest = like(rate, laws[one]), like(1 - rate, laws[one])
            mixed = tuple(part_of * p + rest * q for p, q in zip(laws[one], laws[other], strict=True))
            found.append((mixed, laws[other]) if direction != "add" else (laws[other], mixed))
    return tuple(found)


def like(number: Fraction, law: Law) -> Any:
    """A fraction, or the ball of it where a law is in balls."""
    return fraction_ball(number) if any(isinstance(mass, arb) for mass in law) else number


def excess(p: Any, q: Any) -> Any:
    """(p - q)_+ of numbers or of balls."""
    gain = p - q
    return gain.max(arb(0)) if isinstance(gain, arb) else max(gain, Fraction(0))


def largest(values: Sequence[Any]) -> Any:
    best = values[0]
    for value in values[1:]:
        best = best.max(value) if isinstance(best, arb) else max(best, value)
    return best


def worst(case: Case, direction: str, steps: int) -> Any:
    """The largest delta of one release, or of two of which the second is chosen in the light of the first."""
    known = pairs(case.noise, case.distance, case.length, direction, case.rate)

    def best(p: Any, q: Any) -> Any:
        """The most that a pair adds to outputs of these probabilities."""
        return largest([total(excess(p * own, q * other) for own, other in zip(*pair, strict=True)) for pair in known])

    one, price = (like(number, known[0][0]) for number in (Fraction(1), ODDS[case.epsilon]))
    if steps == 1:
        return best(one, price)
    return largest([total(best(p, price * q) for p, q in zip(*pair, strict=True)) for pair in known])


def total(values: Iterable[Any]) -> Any:
    first, *rest = values
    return sum(rest, first)


class Case(NamedTuple):
    """One question; the distance is two sensitivities where records are replaced."""

    noise: str
    distance: int
    length: int
    adjacency: str
    rate: Fraction
    epsilon: str


def asked(case: Case, steps: int) -> Enclosure:
    """The accountant's answer."""
    sensitivity = case.distance // 2 if case.adjacency == "replace-one" else case.distance
    text = f"truncated(low=0, high={case.length}, {case.noise.format(sensitivity)})"
    if case.rate != 1:
        text = f"poisson(rate={case.rate}, {text})"
    value = delta_at(Question.of(read_release(f"{text} * {steps}"), case.adjacency), case.epsilon, digits=6).value
    assert value is not None
    return value


def check(case: Case, steps: int) -> None:
    with ctx.workprec(80):
        found = asked(case, steps)
        names = ["replace"] if case.adjacency == "replace-one" else ["remove", "add"]
        true = largest([worst(case, name, steps) for name in names])
        exact = NOISES[case.noise][1]
        below, above = (Fraction(end) for end in (found.lower, found.upper))
        low, high = ends(true)
        assert above >= low, "an upper end below what some answers lose"
        if exact:
            assert below <= high, "a lower end above what all answers lose"
            assert steps > 1 or (below >= low - Fraction(1, 10**5) and above <= high + Fraction(1, 10**5))
        else:
            assert below <= high + steps * Fraction(1, CELLS), "a lower end far above what all answers lose"


def ends(value: Any) -> tuple[Fraction, Fraction]:
    if isinstance(value, Fraction | int):
        return Fraction(value), Fraction(value)
    low, high = (end.man_exp() for end in (value.lower(), value.upper()))
    return Fraction(int(low[0])) * Fraction(2) ** int(low[1]), Fraction(int(high[0])) * Fraction(2) ** int(high[1])


CASES = [
    Case(noise, distance, length, adjacency, rate, epsilon)
    for noise, distance, length in product(NOISES, (1, 2, 3), (1, 2, 3, 4, 5))
    for adjacency, rate in (("add-remove", Fraction(1)), ("add-remove", RATE), ("replace-one", Fraction(1)))
    if adjacency == "add-remove" or distance == 2
    for epsilon in ODDS
]


BIT = Case("rounded(laplace(scale=1/(2*log(2)), sensitivity={}))", 1, 1, "add-remove", Fraction(1), "log(5/4)")


def test_the_judge_on_one_bit() -> None:
    """Rounded Laplace noise with u = 1/2: answer 0 becomes 1 with probability u/2, and the other way round."""
    assert rounded_laplace(1, 0) == (Fraction(3, 4), Fraction(1, 4))
    assert worst(BIT, "remove", 1) == Fraction(3, 4) - Fraction(5, 4) / 4


@pytest.mark.parametrize("noise", NOISES)
def test_one_release_in_a_short_range(noise: str) -> None:
    for case in CASES:
        if case.noise == noise:
            check(case, 1)


@pytest.mark.parametrize("noise", NOISES)
def test_two_releases_in_a_short_range(noise: str) -> None:
    """Ranges as long as the distance, or longer by one, first."""
    own = [case for case in CASES if case.noise == noise]
    own.sort(key=lambda case: (not 0 <= case.length - case.distance <= 1, case.length, case.epsilon != "log(5/4)"))
    for case in own[: trials(60 if NOISES[noise][1] else 3)]:
        check(case, 2)


@pytest.mark.parametrize(("scale", "epsilon"), [("0.607", "1.4"), ("0.607", "1.27"), ("0.7", "1.5")])
def test_no_loss_beyond_the_largest_of_one_bit(scale: str, epsilon: str) -> None:
    """The largest loss is ln((1 - m)/m), m = e^(-1/(2b))/2: 1.2691812677 at b = 0.607."""
    question = Question.of(read_release(f"truncated(low=0, high=1, rounded(laplace(scale={scale})))"), "add-remove")
    answer = delta_at(question, epsilon).value
    assert answer is not None and answer.exact == 0
    sampled = Question.of(read_release("poisson(rate=0.3, truncated(low=0, high=1, rounded(laplace(scale=0.7))))"))
    answer = delta_at(sampled, "0.6").value
    assert answer is not None and answer.exact == 0
    assert decide_claim(epsilon_at(Question.of(question.release, "add-remove"), "1e-10"), epsilon)[0] is Verdict.HOLDS
