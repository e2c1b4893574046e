"""The game of fixed batches against brute force, and what must not survive in its two bounds."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from scipy.special import ndtr

from sdp_proofs.accounting.analysis import THAT_REACT, Question
from sdp_proofs.accounting.answers import delta_at
from sdp_proofs.accounting.batch_plans import Plan
from sdp_proofs.accounting.batch_profiles import Box, Masses, Points, Profiles, ends_below
from sdp_proofs.accounting.calibration import calibrate
from sdp_proofs.accounting.fixed_batches import FixedBatches, _Cover, _cover, _Judge, _played
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.accounting.lemmas import HypothesisError, right_triples_bound_acute_ones
from sdp_proofs.accounting.two_batches import TwoBatches
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.reals import rational

HALF = Fraction(1, 2)
Law = tuple[Fraction, ...]
NOISE: dict[int, Law] = {
    -1: (Fraction(6, 10), Fraction(3, 10), Fraction(1, 10)),
    0: (Fraction(2, 10), Fraction(6, 10), Fraction(2, 10)),
    1: (Fraction(1, 10), Fraction(3, 10), Fraction(6, 10)),
}
"""A finite noise on three outputs about the sum of a batch of one record."""


def _batch(others: tuple[int, ...], own: int, size: int, law: dict[int, Law]) -> Law:
    """The law of an answer on a random batch of some records, each with a noise that only the last drawn one moves."""
    records = (*others, own)
    batches = list(combinations(range(len(records)), size))
    total = [Fraction(0)] * 3
    for batch in batches:
        for output in range(3):
            total[output] += law[sum(records[k] for k in batch)][output] / len(batches)
    return tuple(total)


def _game(steps: int, odds: Fraction, rate: Fraction, law: dict[int, Law]) -> Fraction:
    """The value of the game by its recursion, over all triples of answers."""
    if steps == 0:
        return max(Fraction(0), 1 - odds)
    best = Fraction(0)
    for z, x, other in product((-1, 0, 1), repeat=3):
        value = Fraction(0)
        for output in range(3):
            p = (1 - rate) * law[z][output] + rate * law[x][output]
            q = (1 - rate) * law[z][output] + rate * law[other][output]
            value += p * _game(steps - 1, odds * q / p, rate, law)
        best = max(best, value)
    return best


def _reacting(odds: Fraction, records: int) -> Fraction:
    """The largest delta of two batches of one record, over all databases whose records react, by listing them."""
    best = Fraction(0)
    answers = (-1, 0, 1)
    pairs = {
        (others, own, other): (_batch(others, own, 1, NOISE), _batch(others, other, 1, NOISE))
        for others in product(answers, repeat=records - 1)
        for own in answers
        for other in answers
    }
    for first, second in pairs.values():
        # After each output the best second database, as databases may depend on it.
        total = Fraction(0)
        for output in range(3):
            own, other = first[output], odds * second[output]
            total += max(
                sum(max(Fraction(0), own * p - other * q) for p, q in zip(*after, strict=True))
                for after in pairs.values()
            )
        best = max(best, total)
    return best


@pytest.mark.parametrize("records", [2, 3])
@pytest.mark.parametrize("odds", [Fraction(1), Fraction(11, 10), Fraction(3, 2), Fraction(3, 4)])
def test_the_recursion_is_the_worst_of_all_databases_that_react(records: int, odds: Fraction) -> None:
    """Exactly, in fractions: nothing that databases can do is left out, and all of it can be done."""
    assert _reacting(odds, records) == _game(2, odds, Fraction(1, records), NOISE)


def test_batches_of_two_records_have_the_pair_of_one_other_record() -> None:
    """A batch without the record is a random set of one less and another one: in fractions, for all databases."""
    law = {total: NOISE[max(-1, min(1, total))] for total in range(-2, 3)}
    for others in product((-1, 0, 1), repeat=3):
        for own in (-1, 1):
            direct = _batch(others, own, 2, law)
            mixed = [Fraction(0)] * 3
            for kept in range(3):
                for z in set(range(3)) - {kept}:
                    for output in range(3):
                        without, with_it = law[others[kept] + others[z]], law[others[kept] + own]
                        mixed[output] += (HALF * without[output] + HALF * with_it[output]) / 6
            assert direct == tuple(mixed)


def _height(odds: float, rate: float, a: np.ndarray, b: np.ndarray) -> float:
    """The profile of a triple z = 0, a, b in the plane at odds >= 1, by a sum over one coordinate, in floats."""
    length = math.hypot(*a)
    along, across = (a @ b / length, abs(a[0] * b[1] - a[1] * b[0]) / length) if length else (0.0, math.hypot(*b))
    x = np.linspace(-9, 9 + length, 6001)
    weight = np.exp(-x * x / 2) / math.sqrt(2 * math.pi) * (x[1] - x[0])
    own = (1 - rate) * (1 - odds) + rate * np.exp(length * x - length**2 / 2)
    other = odds * rate * np.exp(along * x - along**2 / 2)
    if across < 1e-9:
        return float(weight @ np.maximum(own - other, 0))
    with np.errstate(divide="ignore", invalid="ignore"):
        place = np.where(own > 0, np.log(np.maximum(own, 1e-300) / other) / across + across / 2, -np.inf)
    return float(weight @ np.where(own > 0, own * ndtr(place) - other * ndtr(place - across), 0))


def _profiles(mu: float, rate: Fraction) -> Profiles:
    places = (*range(0, 41), *range(44, 201, 4), 201)
    return Profiles(lambda bits: arb(mu), rate, Points(arb(2) ** -5, places, places))


def _heights(profiles: Profiles, box: Box) -> list[tuple[float, float]]:
    """Odds of some points at and above one, and the bound of a box there."""
    masses = profiles.masses(box)
    nodes = np.array(profiles.points.nodes) / 32
    found = []
    for place in (0, 4, 8, 16, 32, 64):
        here = masses.at @ np.maximum(-np.expm1(place / 32 - nodes), 0) + masses.infinite
        found.append((math.exp(place / 32), float(here)))
    return found


@pytest.mark.parametrize("mu", [0.5, 1.8])
@pytest.mark.parametrize("rate", [Fraction(1, 100), Fraction(3, 10)])
def test_every_triple_in_the_disk_is_below_the_box_that_holds_it(mu: float, rate: Fraction) -> None:
    """Random triples: the rule of the claim takes each to angles u <= w, and the bound of their box is above it."""
    random = np.random.default_rng(7)
    profiles, quarter = _profiles(mu, rate), math.pi / 2
    for _ in range(25):
        z, x, other = (point / max(1, math.hypot(*point)) for point in random.normal(size=(3, 2)))
        a, b = (x - z) / 2, (other - z) / 2
        if a @ b > 0 and a @ a + b @ b > 1:
            u, w = math.acos(min(1, math.hypot(*a))), math.asin(min(1, math.hypot(*b)))
        else:  # a right triple with lengths that are no smaller
            own = a @ a + max(0.0, (1 - a @ a - b @ b) / 2)
            u = w = math.acos(math.sqrt(min(1.0, own)))
        cells = [min(15, math.floor(angle / quarter * 16)) for angle in (u, w)]
        first, second = ((Fraction(cell, 16), Fraction(cell + 1, 16)) for cell in cells)
        for odds, bound in _heights(profiles, Box(first, second)):
            assert _height(odds, float(rate), a * mu, b * mu) <= bound * (1 + 1e-6) + 1e-12


@pytest.mark.parametrize(("u", "w"), [(Fraction(1, 8), HALF), (Fraction(1, 4), Fraction(7, 8)), (HALF, Fraction(3, 4))])
def test_the_bound_of_one_acute_triple_is_its_profile_but_for_the_rounding(u: Fraction, w: Fraction) -> None:
    """By a sum over the plane and by one over a line: a twentieth more at most where it counts,, and nowhere less."""
    mu, rate, quarter = 1.5, Fraction(1, 10), math.pi / 2
    profiles = _profiles(mu, rate)
    own, other = mu * math.cos(u * quarter), mu * math.sin(w * quarter)
    inner = mu * mu * math.cos(u * quarter) * math.sin(w * quarter) * math.sin((w - u) * quarter)
    a, b = np.array([own, 0.0]), np.array([inner / own, math.sqrt(other**2 - (inner / own) ** 2)])
    for odds, bound in _heights(profiles, Box((u, u), (w, w))):
        exact = _height(odds, float(rate), a, b)
        assert exact * (1 - 1e-7) <= bound <= exact * 1.05 + 1e-3 * float(rate)


def test_a_grid_and_a_random_rounding_make_a_normal_law() -> None:
    """The density of points of a grid plus noise, against that of both shifted laws."""
    rounded, shifts = 0.01, (1.3, 0.4)
    with ctx.workprec(128):
        grid = _profiles(1.0, HALF)._grid(rounded, *(arb(shift) for shift in shifts))
    spacing = math.sqrt(rounded / 1.5)
    places = spacing * math.sqrt(1 - rounded) * (np.arange(grid.weights.size) - grid.weights.argmax())
    for shift, table in zip(shifts, (grid.longer, grid.shorter), strict=True):
        for x in (-1.0, 0.3, 2.2):
            noise = np.exp(-((x - places) ** 2) / (2 * rounded)) / math.sqrt(2 * math.pi * rounded)
            exact = math.exp(-((x - shift) ** 2) / 2) / math.sqrt(2 * math.pi)
            assert abs(grid.weights * table @ noise / exact - 1) < 1e-11


def test_a_box_refuses_angles_that_are_not_in_order() -> None:
    with pytest.raises(ValueError, match="in order"):
        _profiles(1.0, HALF).masses(Box((HALF, HALF), (Fraction(0), Fraction(1, 4))))
    with pytest.raises(HypothesisError):
        right_triples_bound_acute_ones(HALF, Fraction(1, 4))


def test_masses_are_on_their_sides() -> None:
    """Rounded up, the masses of the end add up to no less than the profile; rounded down to no more."""
    profiles = _profiles(1.5, Fraction(1, 10))
    above = _heights(profiles, Box.right(Fraction(0)))
    below = ends_below(profiles.distance, profiles.rate, profiles.points)[0]
    nodes = np.array(profiles.points.nodes) / 32
    for odds, bound in above:
        inner = math.log(1 + (odds - 1) * 10)
        exact = (ndtr(0.75 - inner / 1.5) - math.exp(inner) * ndtr(-0.75 - inner / 1.5)) / 10
        low = below.at @ np.maximum(-np.expm1(math.log(odds) - nodes), 0)
        assert low <= exact * (1 + 1e-9) and exact <= bound * (1 + 1e-9)
        assert bound - low < 0.02 * bound + 1e-7


_MOVES: tuple[dict[int, Fraction], ...] = (
    {-1: Fraction(1, 4), 0: Fraction(1, 4), 1: HALF},
    {-1: Fraction(3, 8), 0: Fraction(1, 8), 2: HALF},
    {-2: Fraction(1, 8), 0: Fraction(1, 8), 1: Fraction(3, 4)},
)
"""Laws of the binary logarithm of the ratio: the first pair is its own mirror, the others are mirrors of each other."""


def _best_strategy(steps: int, place: int, moves: tuple[int, ...]) -> Fraction:
    """Delta at the odds 2^place of the best strategy: a move, and after each of its losses again the best."""
    if steps == 0:
        return max(Fraction(0), 1 - Fraction(2) ** place)
    return max(
        sum((mass * _best_strategy(steps - 1, place - loss, moves) for loss, mass in _MOVES[k].items()), Fraction(0))
        for k in moves
    )


@pytest.mark.parametrize("steps", [1, 2, 3])
@pytest.mark.parametrize(("moves", "every"), [((0, 1, 2), 1), ((1, 2), 3), ((0,), 2)])
def test_floats_enclose_the_best_strategy_in_fractions(steps: int, moves: tuple[int, ...], every: int) -> None:
    """Each side against all strategies, at odds 2^k, where all numbers are fractions; within 1e-13 of these."""
    places = (0, every, 2 * every)
    points = Points(arb(2).log() / every, places, places)
    laws = [Masses(np.array([float(_MOVES[k].get(node // every, 0)) for node in points.nodes]), 0.0) for k in moves]
    above, below = (_played(laws, points, 7 * every, steps, upward=upward)[0] for upward in (True, False))
    for place in range(4):
        exact = _best_strategy(steps, place, moves)
        low, high = below.low(place * every), above.high(place * every)
        assert Fraction(low) <= exact <= Fraction(high)
        assert high - low < 1e-13


def test_a_cover_is_used_in_its_steps_and_odds_alone() -> None:
    points = Points(arb(2).log(), (0, 1, 2), (0, 1, 2))
    laws = [Masses(np.array([float(law.get(node, 0)) for node in points.nodes]), 0.0) for law in _MOVES]
    covers = [_Cover((0, 1), (0, 8), (0,)), _Cover((1, 2), (0, 2), (0, 1, 2)), _Cover((1, 2), (2, 8), (1,))]
    found = _played(laws, points, 7, 2, upward=True, covers=covers)[0]
    for place in range(4):
        exact = max(
            sum(mass * _best_strategy(1, place - loss, (0,)) for loss, mass in _MOVES[k].items())
            for k in ((0, 1, 2) if place < 2 else (1,))
        )
        assert abs(float(exact) - float(found.at[place])) < 1e-15
    with pytest.raises(ValueError, match="all odds"):
        _played(laws, points, 7, 2, upward=True, covers=covers[:-1])


def test_the_boxes_of_every_cell_cover_all_angles() -> None:
    """Random angles u <= w are in one of the boxes of each cell, by the box's spans."""
    profiles, boxes = _profiles(1.5, Fraction(1, 10)), {}
    ends = [profiles.masses(Box.right(end)) for end in (Fraction(0), Fraction(1))]
    rough, samples = _played(ends, profiles.points, 120, 5, upward=True)
    masses = profiles.masses

    def kept(box: Box) -> Masses:
        found = masses(box)
        boxes[id(found)] = box, found
        return found

    profiles.masses = kept  # type: ignore[method-assign]
    judge = _Judge(profiles, samples, 40, 5, float(rough.at[40]))
    made, covers = _cover(profiles, judge, Plan(1 / 32, (), (), 120, 40, 40, 1e12))
    random = np.random.default_rng(3)
    assert len({len(cover.moves) for cover in covers}) > 1
    for cover in covers:
        own = [boxes[id(made[k])][0] for k in cover.moves]
        for u, w in np.sort(random.random((50, 2))):
            assert any(box.first[0] <= u <= box.first[1] and box.second[0] <= w <= box.second[1] for box in own)


def _two(epsilon: float, mu: float, rate: float, u: float, w: float) -> float:
    """Two batches: a triple of the first, then the exact glued profile, by sums in floats."""

    def glued(loss: np.ndarray) -> np.ndarray:
        odds = np.exp(np.abs(loss))
        inner = np.log(1 + (odds - 1) / rate)
        value = rate * (ndtr(mu / 2 - inner / mu) - np.exp(inner) * ndtr(-mu / 2 - inner / mu))
        return np.where(loss >= 0, value, 1 - np.exp(loss) + np.exp(loss) * value)

    def axis(size: int) -> tuple[np.ndarray, np.ndarray]:
        x = np.linspace(-9, 12, size)
        return x, np.exp(-x * x / 2) / math.sqrt(2 * math.pi) * (x[1] - x[0])

    a, b = _corners(mu, u, w)
    nothing = np.zeros(1), np.ones(1)
    (x, mass), (y, other) = {(0, 0): (axis(30001), nothing), (1, 1): (nothing, axis(30001))}.get(
        (u, w), (axis(601), axis(601))
    )
    first = (1 - rate + rate * np.exp(a[0] * x - a[0] ** 2 / 2))[:, None]
    second = 1 - rate + rate * np.exp(b[0] * x[:, None] + b[1] * y - b @ b / 2)
    return float(mass @ (first * glued(epsilon - np.log(first / second))) @ other)


def _corners(mu: float, u: float, w: float) -> tuple[np.ndarray, np.ndarray]:
    """The vectors a and b of the acute triple of two angles, over a right one."""
    quarter = math.pi / 2
    own, other = mu * math.cos(u * quarter), mu * math.sin(w * quarter)
    along = other * math.sin((w - u) * quarter)
    return np.array([own, 0.0]), np.array([along, math.sqrt(max(0.0, other**2 - along**2))])


@pytest.mark.parametrize(
    ("epsilon", "mu", "rate", "width"),
    [("0", 1.0, "1/10", 0.016), ("1/4", 1.5, "1/5", 0.005), ("1", 2.0, "1/10000", 0.001)],
)
def test_two_batches_lie_between_both_sides(epsilon: str, mu: float, rate: str, width: float) -> None:
    """All triples of a grid are below the upper side; the lower one is below the best and near it."""
    place, part = Fraction(epsilon), Fraction(rate)
    found = FixedBatches(lambda bits: arb(mu), part, 2).delta(rational(place), 4)
    triples = [(u / 16, w / 16) for u in range(0, 17, 2) for w in {u, min(u + 1, 16), min(u + 4, 16)}]
    best = max(_two(float(place), mu, float(part), *triple) for triple in triples)
    low, high = float(found.ball.lower()), float(found.ball.upper())
    assert best * 0.998 <= low <= best * (1 + 1e-6) and best <= high * (1 + 1e-6)
    assert high - low < width * best


def test_the_best_first_step_at_epsilon_zero_is_neither_an_end_nor_right() -> None:
    ends, right, acute = (_two(0, 2.0, 0.1, *triple) for triple in ((0, 0), (0.5, 0.5), (0.475, 0.525)))
    assert ends * 1.005 < right < acute * 0.9995


@pytest.mark.parametrize(("epsilon", "rate"), [(0.0, Fraction(1, 10)), (0.25, Fraction(1, 100))])
def test_a_box_of_first_steps_bounds_each_and_a_right_triple_is_enclosed(epsilon: float, rate: Fraction) -> None:
    """Random boxes, and a random triple of each; the rounding of one right triple costs little on both sides."""
    random, mu = np.random.default_rng(5), 1.5
    game = TwoBatches(lambda bits: arb(mu), rate, arb(epsilon))
    for _ in range(12):
        cells = sorted(int(cell) for cell in random.integers(0, 16, 2))
        first, second = ((Fraction(cell, 16), Fraction(cell + 1, 16)) for cell in cells)
        u, w = sorted((cell + random.random()) / 16 for cell in cells)
        exact = _two(epsilon, mu, float(rate), u, w)
        assert exact <= game._bound(Box(first, second)) <= 1.15 * exact
    for angle in (Fraction(0), Fraction(3, 8), Fraction(1)):
        exact = _two(epsilon, mu, float(rate), float(angle), float(angle))
        low, high = game._right_below(angle), game._right(angle)
        assert 0.999 * exact <= low <= exact * (1 + 1e-7)
        assert exact * (1 - 1e-7) <= high <= 1.001 * exact


def test_records_that_react_cost_more_than_any_that_do_not_and_less_than_glued_pairs() -> None:
    question = Question.of(read_release("without-replacement(batch=1, records=10, gaussian(sigma=2)) * 20"))
    found = delta_at(question, "2", digits=3)
    still = max(delta_at(Question(question.release, question.adjacency, (one,)), "2", digits=3).upper
                for one in question.attained)  # fmt: skip
    glued = FixedBatches.of(question.directions[0])
    assert glued is not None and found.databases == THAT_REACT
    assert found.method == "batches above, batches below"
    assert still < found.lower <= found.upper
    assert float(found.upper / found.lower) < 1.04


@pytest.mark.slow
def test_a_calibrated_batch_is_as_sharp_as_the_game() -> None:
    """Each end is decided on its side by a whole answer, too."""
    release = "without-replacement(batch=10, records=100, gaussian(sigma={})) * 20"
    found = calibrate(release.format("?"), epsilon=2, delta="1e-5", digits=4)
    assert found.fails is not None and 0 < found.meets - found.fails < found.meets / 800
    meets, fails = (
        delta_at(Question.of(read_release(release.format(f"({sigma})"))), "2", digits=4)
        for sigma in (found.meets, found.fails)
    )
    assert meets.upper <= Fraction(1, 10**5) < fails.lower


def test_other_noise_and_other_sums_are_not_this_game() -> None:
    for release in (
        "without-replacement(batch=1, records=10, laplace(scale=2)) * 20",
        "without-replacement(batch=1, records=10, gaussian(sigma=2)) * 2 + gaussian(sigma=2)",
        "gaussian(sigma=2) * 3",
        "without-replacement(batch=1, records=10, gaussian(sigma=2))",
    ):
        assert FixedBatches.of(Question.of(read_release(release), "replace-one").directions[0]) is None
