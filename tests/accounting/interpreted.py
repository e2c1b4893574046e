"""The laws of transcripts of releases on small databases, by floats, from no formula of privacy.

Every mechanism of the language is here once, as an algorithm: which outputs it has when the record that differs
contributes `own` (1, -1, or None where it is absent) and each of the other records `others` (-1, 0 or 1). Outputs of
noise are joined to cells, which can only lower a delta. So the deltas of two neighbouring databases are below whatever
an accountant says, up to the rounding of floats.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from sdp_proofs.accounting.pairs import ADD_REMOVE, REPLACE_ONE
from sdp_proofs.accounting.release import Mechanism, Release, Repeated, Together
from sdp_proofs.numbers.reals import ExactReal

Law = tuple[float, ...]
Own = int | None
MOST_CELLS = 20_000


def number(value: Any) -> float:
    """A parameter as a float."""
    return float(value.ball(64)) if isinstance(value, ExactReal) else float(value)


class NoInterpretation(Exception):
    """No algorithm is told, or it has too many outputs."""


def normal_cells(place: float, sigma: float, cells: int) -> Law:
    """The law of a normal output about a place, in cells that are the same for every place."""
    reach = 2.5 + 4.5 * sigma
    ends = [(2 * k / cells - 1) * reach for k in range(1, cells)]
    below = [0.0, *(math.erfc((place - end) / sigma / math.sqrt(2)) / 2 for end in ends), 1.0]
    return tuple(max(0.0, high - low) for low, high in itertools.pairwise(below))


def laplace_cells(place: float, scale: float, cells: int) -> Law:
    reach = 2.5 + 8 * scale
    ends = [(2 * k / cells - 1) * reach for k in range(1, cells)]
    tails = (math.exp(-abs(end - place) / scale) / 2 for end in ends)
    below = [0.0, *(tail if end < place else 1 - tail for tail, end in zip(tails, ends, strict=True)), 1.0]
    return tuple(max(0.0, high - low) for low, high in itertools.pairwise(below))


def normalised(weights: Iterator[float] | list[float]) -> Law:
    listed = list(weights)
    total = math.fsum(listed)
    return tuple(weight / total for weight in listed)


def mixed(parts: list[tuple[float, Law]]) -> Law:
    return tuple(math.fsum(chance * law[k] for chance, law in parts) for k in range(len(parts[0][1])))


def together(laws: list[Law]) -> Law:
    """The law of independent outputs."""
    found: Law = (1.0,)
    for law in laws:
        if len(found) * len(law) > MOST_CELLS:
            raise NoInterpretation("too many outputs")
        found = tuple(p * q for p in found for q in law)
    return found


def binomial(count: int, rate: float, k: int) -> float:
    return math.comb(count, k) * rate**k * (1 - rate) ** (count - k)


def present(own: Own) -> bool:
    """For mechanisms of which two neighbours are all that is known."""
    return own is not None and own > 0


INTERPRETERS: dict[str, Callable[[Any, Own, int, int], Law]] = {}


def tells(*names: str) -> Callable[[Callable[[Any, Own, int, int], Law]], Callable[[Any, Own, int, int], Law]]:
    def known(interpreter: Callable[[Any, Own, int, int], Law]) -> Callable[[Any, Own, int, int], Law]:
        for name in names:
            INTERPRETERS[name] = interpreter
        return interpreter

    return known


@cache
def law_of(release: Release, own: Own, others: int, cells: int) -> Law:
    """The law of a transcript."""
    if isinstance(release, Repeated):
        return together([law_of(release.release, own, others, cells)] * release.steps)
    if isinstance(release, Together):
        return together([law_of(part, own, others, cells) for part in release.parts])
    assert isinstance(release, Mechanism)
    if release.name not in INTERPRETERS:
        raise NoInterpretation(f"no algorithm of {release.name}")
    return INTERPRETERS[release.name](release, own, others, cells)


def place(mechanism: Any, own: Own) -> float:
    return (own or 0) * number(mechanism.sensitivity)


@tells("gaussian")
def _(m: Any, own: Own, others: int, cells: int) -> Law:
    return normal_cells(place(m, own) / number(m.sensitivity), number(m.sigma) / number(m.sensitivity), cells)


@tells("laplace")
def _(m: Any, own: Own, others: int, cells: int) -> Law:
    return laplace_cells(place(m, own) / number(m.sensitivity), number(m.scale) / number(m.sensitivity), cells)


def whole(m: Any, at: int) -> dict[int, float]:
    """The law of an integer with noise."""
    if m.name == "binomial":
        return {k - m.coins // 2 + at: binomial(m.coins, 0.5, k) for k in range(m.coins + 1)}
    width = number(m.scale if m.name == "geometric" else m.sigma)
    reach = math.ceil(30 * width) + 4

    def weigh(k: int) -> float:
        return math.exp(-abs(k) / width if m.name == "geometric" else -k * k / 2 / width**2)

    total = math.fsum(weigh(k) for k in range(-reach, reach + 1))
    return {k + at: weigh(k) / total for k in range(-reach, reach + 1)}


@tells("geometric", "discrete-gaussian", "binomial")
def _(m: Any, own: Own, others: int, cells: int) -> Law:
    law = whole(m, int(place(m, own)))
    reach = max(abs(k) for at in (-1, 1) for k in whole(m, int(place(m, at))))
    low = [k for k in range(-reach, reach + 1)]
    most = max(8, cells)
    cut = min(reach, most // 2)  # the rest is one output at either end
    found = dict.fromkeys(range(-cut, cut + 1), 0.0)
    for k in low:
        found[max(-cut, min(cut, k))] += law.get(k, 0.0)
    return tuple(found.values())


@tells("rounded")
def _(m: Any, own: Own, others: int, cells: int) -> Law:
    noise, at = m.mechanism, place(m, own)
    cut = min(max(8, cells // 2), math.ceil(12 * width(noise)) + 4)
    ends = [0.0, *(below(noise, at, k + 0.5) for k in range(-cut, cut)), 1.0]
    return tuple(max(0.0, high - low) for low, high in itertools.pairwise(ends))


def width(noise: Any) -> float:
    return number(noise.sigma if noise.name == "gaussian" else noise.scale)


def below(noise: Any, at: float, x: float) -> float:
    """The chance of an output below x, by normal or Laplace noise on a number."""
    if noise.name == "gaussian":
        return math.erfc((at - x) / width(noise) / math.sqrt(2)) / 2
    tail = math.exp(-abs(x - at) / width(noise)) / 2
    return tail if x < at else 1 - tail


@tells("truncated")
def _(m: Any, own: Own, others: int, cells: int) -> Law:
    """The answer without the record is in the middle of the range."""
    middle = (float(m.low) + float(m.high)) / 2
    rounded = m.mechanism.name == "rounded"
    if m.mechanism.whole:
        middle = math.floor(middle)
    at = max(float(m.low), min(float(m.high), middle + place(m.mechanism, own)))
    if m.mechanism.whole and not rounded:
        found = dict.fromkeys(range(int(m.low), int(m.high) + 1), 0.0)
        for k, chance in whole(m.mechanism, int(at)).items():
            found[max(int(m.low), min(int(m.high), k))] += chance
        return tuple(found.values())
    low, high = float(m.low), float(m.high)
    steps = int(high - low) if rounded else max(2, cells)
    ends = [low + (high - low) * (k + 0.5) / steps for k in range(steps)]
    noise = m.mechanism.mechanism if rounded else m.mechanism
    known = [0.0, *(below(noise, at, end) for end in ends), 1.0]
    return tuple(max(0.0, high - low) for low, high in itertools.pairwise(known))


@tells("gdp")
def _(m: Any, own: Own, others: int, cells: int) -> Law:
    mu = number(m.mu)
    return normal_cells(1.0 if present(own) else 0.0, 1 / mu, cells) if mu else (1.0,)


@tells("zcdp")
def _(m: Any, own: Own, others: int, cells: int) -> Law:
    return normal_cells(1.0 if present(own) else 0.0, 1 / math.sqrt(2 * number(m.rho)), cells)


@tells("rdp")
def _(m: Any, own: Own, others: int, cells: int) -> Law:
    return normal_cells(1.0 if present(own) else 0.0, math.sqrt(number(m.order) / 2 / number(m.epsilon)), cells)


@tells("pure", "approximate")
def _(m: Any, own: Own, others: int, cells: int) -> Law:
    odds, delta = math.exp(number(m.epsilon)), float(getattr(m, "delta", 0))
    more, less = (1 - delta) * odds / (1 + odds), (1 - delta) / (1 + odds)
    return (more, less, delta, 0.0) if present(own) else (less, more, 0.0, delta)


@tells("randomised-response")
def _(m: Any, own: Own, others: int, cells: int) -> Law:
    wrong = (1 - float(m.truth)) / (m.types - 1)
    told = 0 if present(own) else 1
    return tuple(float(m.truth) if k == told else wrong for k in range(m.types))


@tells("finite")
def _(m: Any, own: Own, others: int, cells: int) -> Law:
    return tuple(map(float, m.first if present(own) else m.second))


@tells("exponential")
def _(m: Any, own: Own, others: int, cells: int) -> Law:
    quarter = number(m.epsilon) / 4
    return normalised([math.exp(quarter * move) for move in ((1, -1, -1) if present(own) else (-1, 1, 1))])


@tells("permute-and-flip")
def _(m: Any, own: Own, others: int, cells: int) -> Law:
    rate = number(m.epsilon)
    scores = (0.0, 0.5) if present(own) else (0.5, 0.0)
    best, law = max(scores), [0.0, 0.0]
    for order in itertools.permutations(range(2)):
        rest = 0.5
        for candidate in order:
            accepted = math.exp(rate * (scores[candidate] - best))
            law[candidate] += rest * accepted
            rest *= 1 - accepted
    return tuple(law)


@tells("noisy-top-k")
def _(m: Any, own: Own, others: int, cells: int) -> Law:
    quarter = number(m.epsilon) / 4
    weights = [math.exp(quarter * move) for move in ((1, 1, -1) if present(own) else (-1, -1, 1))]
    found = []
    for order in itertools.permutations(range(3), min(m.k, 3)):
        rest, chance = sum(weights), 1.0
        for candidate in order:
            chance *= weights[candidate] / rest
            rest -= weights[candidate]
        found.append(chance)
    return tuple(found)


@tells("sparse-vector")
def _(m: Any, own: Own, others: int, cells: int) -> Law:
    """Three queries, which the record moves; the law of the answers, integrated over the threshold."""
    moves = (1, -1, 1) if m.monotone == "no" else (1, 1, 1)
    queries = [(own or 0) * number(m.sensitivity) * move for move in moves]
    scale, own_scale = number(m.queries), number(m.threshold)

    def above(gap: float) -> float:
        return math.exp(-gap / scale) / 2 if gap > 0 else 1 - math.exp(gap / scale) / 2

    found = dict.fromkeys(itertools.product((0, 1), repeat=3), 0.0)
    step = own_scale / 10
    for j in range(-160, 161):
        level = j * step
        weight = math.exp(-abs(level) / own_scale)
        chances = [above(level - query) for query in queries]
        for answers in found:
            rest, given = weight, 0
            for answer, chance in zip(answers, chances, strict=True):
                if given == m.answers:  # it has stopped: the rest is not seen
                    rest *= 0.5
                    continue
                rest *= chance if answer else 1 - chance
                given += answer
            found[answers] += rest
    return normalised(list(found.values()))


@tells("sampling-histogram")
def _(m: Any, own: Own, others: int, cells: int) -> Law:
    """Records of two types, all others of the second."""
    size = sum(m.counts) if m.records is None else m.records
    first = 1 if present(own) else 0
    return tuple(math.comb(first, k) * math.comb(size - first, m.draws - k) / math.comb(size, m.draws) for k in (0, 1))


@tells("mixture")
def _(m: Any, own: Own, others: int, cells: int) -> Law:
    shifts = m.shifts if present(own) else [0] * len(m.shifts)
    longest = max(1.0, float(max(m.shifts)))
    parts = [
        (float(chance), normal_cells(float(shift) / longest, number(m.sigma) / longest, cells))
        for chance, shift in zip(m.chances, shifts, strict=True)
    ]
    return mixed(parts)


@tells("poisson")
def _(m: Any, own: Own, others: int, cells: int) -> Law:
    rate = float(m.rate)
    return mixed([(1 - rate, law_of(m.mechanism, None, 0, cells)), (rate, law_of(m.mechanism, own, 0, cells))])


@tells("without-replacement")
def _(m: Any, own: Own, others: int, cells: int) -> Law:
    """A batch without the record has one of the others in its place."""
    rate = float(m.rate)
    return mixed([(1 - rate, law_of(m.mechanism, others, 0, cells)), (rate, law_of(m.mechanism, own, 0, cells))])


@tells("truncated-poisson")
def _(m: Any, own: Own, others: int, cells: int) -> Law:
    """Batches of n records, the one that differs included; the largest are cut at random."""
    if m.batch > 3:
        raise NoInterpretation("large batches")
    rate, most, found = float(m.rate), m.batch, []
    unit = 2 * most * number(m.mechanism.sensitivity)

    def noisy(total: int) -> Law:
        return normal_cells(total * number(m.mechanism.sensitivity) / unit, number(m.mechanism.sigma) / unit, cells)

    for drawn in range(m.records):
        chance = binomial(m.records - 1, rate, drawn)
        without = noisy(min(drawn, most) * others)
        if own is None:
            found.append((chance, without))
            continue
        found.append((chance * (1 - rate), without))
        if drawn + 1 <= most:
            found.append((chance * rate, noisy(drawn * others + own)))
        else:
            kept = most / (drawn + 1)
            found.append((chance * rate * kept, noisy((most - 1) * others + own)))
            found.append((chance * rate * (1 - kept), without))
    return mixed(found)


@tells("allocation")
def _(m: Any, own: Own, others: int, cells: int) -> Law:
    many = m.epochs if m.bins == "fixed" else 1
    absent, there = law_of(m.mechanism, None, 0, cells), law_of(m.mechanism, own, 0, cells)
    subsets = list(itertools.combinations(range(m.steps), m.chosen))
    if len(subsets) > 60:
        raise NoInterpretation("too many subsets")
    epoch = mixed(
        [
            (1 / len(subsets), together([there if step in chosen else absent for step in range(m.steps)] * many))
            for chosen in subsets
        ]
    )
    return together([epoch] * (m.epochs if m.bins == "fresh" else 1))


@tells("banded")
def _(m: Any, own: Own, others: int, cells: int) -> Law:
    rate = float(m.rate)
    turn = mixed([(1 - rate, law_of(m.mechanism, None, 0, cells)), (rate, law_of(m.mechanism, own, 0, cells))])
    return together([turn] * -(-m.steps // m.bands))


@tells("group")
def _(m: Any, own: Own, others: int, cells: int) -> Law:
    """All records of the group contribute the same, each drawn on its own."""
    sampled = m.mechanism.name == "poisson"
    noise = m.mechanism.mechanism if sampled else m.mechanism
    rate = float(m.mechanism.rate) if sampled else 1.0
    width = number(noise.sigma) / number(noise.sensitivity) / m.size
    return mixed(
        [(binomial(m.size, rate, k), normal_cells(k * (own or 0) / m.size, width, cells)) for k in range(m.size + 1)]
    )


@tells("tree")
def _(m: Any, own: Own, others: int, cells: int) -> Law:
    """The record is in the first step, and so in a sum of every size; what others add is known."""
    return together([law_of(m.mechanism, own, others, cells)] * m.steps.bit_length())


@tells("parallel")
def _(m: Any, own: Own, others: int, cells: int) -> Law:
    """The record is in the first part, or where it is another one, in the second."""
    first = own if own is None or own > 0 else None
    second = -own if own is not None and own < 0 else None
    parts = [*m.parts, *m.parts[:1]][:2] if len(m.parts) > 1 else [m.parts[0]]
    return together([law_of(part, seen, 0, cells) for part, seen in zip(parts, (first, second), strict=False)])


@tells("repeat")
def _(m: Any, own: Own, others: int, cells: int) -> Law:
    """The best output of a random number of runs, where those that tell most of the record are the best."""
    base = law_of(m.mechanism, own, others, cells)
    if m.runs == "fixed":
        return together([base] * int(m.mean))
    with_it, without = law_of(m.mechanism, 1, others, cells), law_of(m.mechanism, None, others, cells)
    order = sorted(range(len(base)), key=lambda k: with_it[k] / max(without[k], 1e-300))
    generated = generating_function(m.runs, float(m.mean))
    found, below = [generated(0.0)], 0.0
    for k in order:
        found.append(max(0.0, generated(min(1.0, below + base[k])) - generated(below)))
        below = min(1.0, below + base[k])
    return tuple(found)


def generating_function(law: str, mean: float) -> Callable[[float], float]:
    """The mean of x^K, K the number of runs, geometric, logarithmic or Poisson, of a mean."""
    if law == "poisson":
        return lambda x: math.exp(mean * (x - 1))
    if law == "geometric" or mean == 1:
        return lambda x: x / mean / (1 - (1 - 1 / mean) * x)
    low, high = 1e-9, 1 - 1e-12
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if (1 / middle - 1) / -math.log(middle) > mean else (low, middle)
    gamma = low
    return lambda x: math.log1p(-(1 - gamma) * x) / math.log(gamma)


def hockey_stick(first: Law, second: Law, odds: float) -> float:
    return math.fsum(max(0.0, p - odds * q) for p, q in zip(first, second, strict=True))


def neighbours(release: Release, adjacency: str, cells: int) -> Iterator[tuple[Law, Law]]:
    """The laws at pairs of neighbouring databases, in both orders."""
    changes = [(1, None), (-1, None)] if adjacency == ADD_REMOVE else [(1, -1)]
    for others in (0, -1, 1):
        for own, other in changes:
            laws = law_of(release, own, others, cells), law_of(release, other, others, cells)
            yield laws
            yield laws[::-1]


def largest_delta(release: Release, adjacency: str, epsilon: float, cells: int) -> float:
    """The largest delta of these databases."""
    known = ADD_REMOVE if adjacency not in (ADD_REMOVE, REPLACE_ONE) else adjacency
    return max(hockey_stick(*laws, math.exp(epsilon)) for laws in neighbours(release, known, cells))
