"""The game of choices against its definition by other means, and what must not survive in its two bounds."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from math import exp, expm1

import mpmath
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sdp_proofs.accounting import choices
from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import delta_at, epsilon_at
from sdp_proofs.accounting.choices import AdaptiveChoices, _Choices, summit
from sdp_proofs.accounting.engines import Listed
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.accounting.lattice import Lattice
from sdp_proofs.numbers.reals import rational, read_real


def _ends(game: AdaptiveChoices, place: str | Fraction, cells: int) -> tuple[Fraction, Fraction]:
    """Both bounds of delta from the lattice of so many cells."""
    found = game._at(read_real(place) if isinstance(place, str) else rational(place), cells)
    return Fraction(str(found.lower)), Fraction(str(found.upper))


def _one(odds: float, budget: float) -> float:
    """The largest profile of one choice, in floats."""
    if not exp(-budget) < odds < exp(budget):
        return max(0.0, 1 - odds)
    return (1 - (odds * exp(-budget)) ** 0.5) ** 2 / -expm1(-budget)


def _two(odds: float, budget: float, points: int = 3000) -> float:
    """Two choices: the best first interval among many, in floats."""
    best = 0.0
    for place in range(points + 1):
        loss = budget * place / points
        mass = expm1(loss - budget) / expm1(-budget)
        after = mass * _one(odds * exp(-loss), budget) + (1 - mass) * _one(odds * exp(budget - loss), budget)
        best = max(best, after)
    return best


@pytest.mark.parametrize("tight", [(1, 2), (-1, 0)], ids=["chord from the right", "chord from the left"])
def test_a_chord_that_is_continued_stays_below(tight: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Delta falls as a straight line in the odds; the two bounds are wide but at the two places of one chord."""
    cells, index, wide = 10, 5, 1 / 8
    place = Fraction(11, 20)

    def profile(_: AdaptiveChoices, first: int, last: int, __: int) -> tuple[np.ndarray, np.ndarray]:
        exact = np.array([1 - exp(k / cells) / 8 for k in range(first, last + 1)])
        # The chord takes the nearer place from below and the farther one from above, or else the other way about.
        near, far = tight if tight[0] > 0 else (tight[1], tight[0])
        low = [value - wide * (first + k != index + near) for k, value in enumerate(exact)]
        high = [value + wide * (first + k != index + far) for k, value in enumerate(exact)]
        return np.array(low), np.array(high)

    monkeypatch.setattr(AdaptiveChoices, "_profile", profile)
    found = AdaptiveChoices(read_real("1"), 3)._at(rational(place), cells).ball
    truth = 1 - exp(float(place)) / 8
    assert truth - 1e-9 < float(found.lower()) < truth + 1e-9 < float(found.upper())


@pytest.mark.slow(every=2)
@pytest.mark.parametrize(("budget", "place"), [("1", "1"), ("1", "0"), ("1/2", "3/4"), ("2", "1/3"), ("3", "5")])
@pytest.mark.parametrize("cells", [4, 30, 1000])
def test_two_choices_lie_between_the_bounds_of_every_lattice(budget: str, place: str, cells: int) -> None:
    """With few cells the best loss is between two of the lattice: without the parabola the upper bound would fail."""
    below, above = _ends(AdaptiveChoices(read_real(budget), 2), place, cells)
    exact = _two(exp(float(read_real(place).ball(64))), float(read_real(budget).ball(64)))
    assert below <= exact * (1 + 1e-9) and exact <= above * (1 + 1e-12)
    assert above - below <= 60 * above / cells**2 + 1e-12


def test_bounds_of_finer_lattices_are_nested_within_those_of_coarser_ones() -> None:
    game = AdaptiveChoices(read_real("1/4"), 12)
    ends = [_ends(game, "1/2", cells) for cells in (4, 8, 16, 64)]
    for (low, high), (finer_low, finer_high) in pairwise(ends):
        assert low <= finer_low < finer_high <= high


def test_one_cell_wide_intervals_can_beat_every_loss_of_the_lattice() -> None:
    """The lower bound of a fine lattice exceeds what the losses of a coarse one attain."""
    game = AdaptiveChoices(read_real("1"), 2)
    assert _ends(game, "1", 2)[0] < _ends(game, "1", 1000)[0] < _ends(game, "1", 2)[1]


@pytest.mark.slow(every=2)
@pytest.mark.parametrize("steps", [2, 12])
def test_choices_cost_more_than_any_that_are_fixed_and_less_than_the_product_of_the_pairs(steps: int) -> None:
    question = Question.of(read_release(f"exponential(epsilon=1/2) * {steps}"), "replace-one")
    found = delta_at(question, "3/4")
    assert (found.method, found.sharp) == ("choices", False)
    assert found.value is not None and found.value.proven_digits >= 3
    product = Lattice.of(question.directions[0]).delta(read_real("3/4"), 3)
    assert found.value.upper < product.lower
    fixed = [Listed.of(direction).delta(read_real("3/4"), 6) for direction in question.attained]
    assert max(one.upper for one in fixed) < found.value.lower


@pytest.mark.slow
def test_epsilon_is_the_inverse() -> None:
    question = Question.of(read_release("exponential(epsilon=1/2) * 2"), "replace-one")
    found = epsilon_at(question, "1/100").value
    assert found is not None and float(found.upper) - float(found.lower) < 1e-3
    assert delta_at(question, str(found.lower)).value.upper > 0.00999
    assert delta_at(question, str(found.upper)).value.lower < 0.01001
    assert delta_at(question, "1").value.exact == 0


@example([0.0, 0.0, 2.0**-950], Fraction(1, 2))
@given(st.lists(st.floats(0, 1), min_size=3, max_size=3), st.fractions(0, 1))
def test_no_point_of_a_parabola_is_above_its_summit(values: list[float], x: Fraction) -> None:
    first, last, bulge = map(Fraction, values)
    top = Fraction(float(summit(*map(np.array, values)))) * (1 + Fraction(1, 2**50)) + Fraction(1, 2**900)
    assert first * (1 - x) + last * x + bulge * x * (1 - x) <= top


def _of_fractions(count: int, place: int, cells: int, seen: dict[tuple[int, int], Fraction]) -> Fraction:
    """Delta at the odds (9/8)^place of the best choices on the lattice, where every number is a fraction."""
    if count == 0:
        return max(Fraction(0), 1 - Fraction(9, 8) ** place)
    if (count, place) not in seen:
        least, best = Fraction(8, 9) ** cells, Fraction(0)
        for t in range(cells + 1):
            mass = (Fraction(8, 9) ** t - least) / (1 - least)
            own = mass * Fraction(9, 8) ** t
            after = [_of_fractions(count - 1, place - t + k * cells, cells, seen) for k in (0, 1)]
            best = max(best, own * after[0] + (1 - own) * after[1])
        seen[count, place] = best
    return seen[count, place]


@pytest.mark.parametrize(("count", "cells"), [(1, 6), (2, 5), (3, 4), (4, 3)])
def test_the_lower_bound_is_that_of_all_choices_on_the_lattice_in_fractions(count: int, cells: int) -> None:
    """To 12 digits, though odds below one are only seen from the other side; the upper bound is no less."""
    game, seen = AdaptiveChoices(read_real(f"{cells}*log(9/8)"), count), {}
    below, above = game._profile(0, count * cells - 1, cells)
    for place in range(count * cells):
        exact = _of_fractions(count, place, cells, seen)
        assert exact * (1 - Fraction(1, 10**12)) <= Fraction(float(below[place])) <= exact
        assert exact <= Fraction(float(above[place]))


def _of_unlike(left: tuple[int, ...], widths: tuple[int, ...], place: int, cells: int, seen: dict) -> Fraction:
    """Delta at the odds (9/8)^place of the best choices on the lattice in the best order, where all are fractions."""
    if not any(left):
        return max(Fraction(0), 1 - Fraction(9, 8) ** place)
    if (left, place) not in seen:
        best = Fraction(0)
        for kind, width in enumerate(widths):
            if not left[kind]:
                continue
            after = tuple(count - (other == kind) for other, count in enumerate(left))
            least = Fraction(8, 9) ** (width * cells)
            for t in range(width * cells + 1):
                own = (1 - least * Fraction(9, 8) ** t) / (1 - least)
                ends = [_of_unlike(after, widths, place - t + k * width * cells, cells, seen) for k in (0, 1)]
                best = max(best, own * ends[0] + (1 - own) * ends[1])
        seen[left, place] = best
    return seen[left, place]


@pytest.mark.parametrize(("widths", "counts", "cells"), [((1, 2), (1, 1), 3), ((1, 2), (2, 1), 2), ((2, 3), (1, 2), 1)])
def test_unlike_choices_come_in_the_best_order(widths: tuple[int, ...], counts: tuple[int, ...], cells: int) -> None:
    total, seen = sum(width * count for width, count in zip(widths, counts, strict=True)), {}
    kinds = tuple(zip(widths, counts, strict=True))
    below, above = AdaptiveChoices(read_real(f"{cells}*log(9/8)"), total, kinds)._profile(0, total * cells - 1, cells)
    for place in range(total * cells):
        exact = _of_unlike(counts, widths, place, cells, seen)
        assert exact * (1 - Fraction(1, 10**12)) <= Fraction(float(below[place])) <= exact
        assert exact <= Fraction(float(above[place]))


def test_unlike_budgets_have_four_digits_where_products_and_fixed_intervals_have_one() -> None:
    question = Question.of(read_release("exponential(epsilon=1/2) * 2 + exponential(epsilon=1/4) * 3"), "replace-one")
    found = delta_at(question, "3/4")
    assert found.method == "choices" and found.value is not None and found.value.proven_digits >= 4
    product = Lattice.of(question.directions[0]).delta(read_real("3/4"), 3)
    fixed = [Listed.of(direction).delta(read_real("3/4"), 6) for direction in question.attained]
    assert max(one.upper for one in fixed) < found.value.lower < found.value.upper < product.lower
    assert AdaptiveChoices.of(Question.of(read_release("exponential(1) + exponential(log(2))")).directions[0]) is None


@pytest.mark.parametrize(("budget", "count", "cells"), [("1", 2, 90), ("1", 2, 1000), ("1/10", 9, 40), ("3", 4, 60)])
def test_the_points_that_are_tried_are_as_good_as_all(
    budget: str, count: int, cells: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sides are those of all points of the lattice, to a part of their distance."""
    game = AdaptiveChoices(read_real(budget), count)
    below, above = game._profile(0, count * cells - 1, cells)
    monkeypatch.setattr(choices, "_FEW_CELLS", 10**6)
    least, most = game._profile(0, count * cells - 1, cells)
    matters = least > 1e-8
    assert np.all((below <= least * (1 + 1e-12)) & (above >= most * (1 - 1e-12)))
    assert np.max((above - below)[matters] / (most - least)[matters]) < 2


def test_no_choice_between_the_points_is_above_the_bound_of_all() -> None:
    """The bound holds for every t, whatever points are tried, also far apart and far from the best."""
    choices = _Choices.of(read_real("1"), 64)
    odds = np.arange(64, 128)
    loss = (np.arange(192) - 64) / 64
    after = np.array([_one(exp(place), 1.0) for place in loss])
    random = np.random.default_rng(5)
    for _ in range(20):
        near = random.integers(0, 65, odds.size)
        high, _ = choices._all_at_most(after, odds, near)
        for share in random.random(20):
            mass = expm1(share - 1) / expm1(-1)
            left = [_one(exp(place), 1.0) for place in loss[odds] - share]
            right = [_one(exp(place), 1.0) for place in loss[odds] - share + 1]
            assert np.all(mass * np.array(left) + (1 - mass) * np.array(right) <= high * (1 + 1e-12))


def _when_all_are_upper(budget: mpmath.mpf, count: int, place: mpmath.mpf) -> mpmath.mpf:
    """The gain of outcomes where every choice shows its upper loss, maximised over all t at once."""
    share = mpmath.exp((place - count * budget) / (count + 1))
    return (1 - share) ** (count + 1) / (-mpmath.expm1(-budget)) ** count


@pytest.mark.parametrize(("budget", "count", "place"), [("1", 2, "3/4"), ("1", 3, "5/2"), ("1/2", 4, "9/5")])
def test_near_the_largest_loss_upper_losses_alone_count(budget: str, count: int, place: str) -> None:
    low, high = _ends(AdaptiveChoices(read_real(budget), count), place, 2000 // count)
    truth = _when_all_are_upper(_number(budget), count, _number(place))
    assert _number(low) <= truth <= _number(high) and high < low * Fraction(1001, 1000)


@mpmath.workdps(40)
def _middle_interval(place: str) -> mpmath.mpf:
    """Two choices of eps = 1 with t = 1/2, where both losses of the first leave the second one open."""
    root, e = mpmath.exp(_number(place) / 2), mpmath.exp(-1)
    linear = 4 * root * e ** (mpmath.mpf(3) / 4) * (1 - mpmath.sqrt(e))
    return ((1 - e) * (1 + e * root**2) - linear) / (1 - e) ** 2


@pytest.mark.parametrize("place", ["0", "1/10", "2/5"])
def test_between_the_losses_of_two_choices_the_middle_interval_is_the_worst(place: str) -> None:
    low, high = _ends(AdaptiveChoices(read_real("1"), 2), place, 1000)
    with mpmath.workdps(40):
        assert _number(low) <= _middle_interval(place) <= _number(high)
    assert high < low * Fraction(1001, 1000)


@pytest.mark.parametrize(("count", "target"), [(2, "1/10"), (2, "1/100000"), (3, "1/10000000"), (10, "1/1000")])
def test_the_bracket_of_epsilon_is_that_of_delta(count: int, target: str) -> None:
    goal, game = Fraction(target), AdaptiveChoices(read_real("1"), count)
    cells = 1000 // count
    found = game._crossing(goal, cells, 0, count * cells)
    low, high = (Fraction(str(end)) for end in (found.lower, found.upper))
    assert low < high < low * Fraction(101, 100)
    assert _ends(game, low, 4 * cells)[1] >= goal >= _ends(game, high, 4 * cells)[0]
    first, last = (Fraction(end) * 3 * cells for end in (low, high))
    finer = game._crossing(goal, 3 * cells, int(first) - 1, int(last) + 2)
    assert found.lower <= finer.lower < finer.upper <= found.upper


def test_epsilon_of_two_choices_is_a_closed_form() -> None:
    found = AdaptiveChoices(read_real("1"), 2).epsilon(Fraction(1, 10**5), 5)
    truth = 2 + 3 * mpmath.log1p(-mpmath.cbrt((1 - mpmath.exp(-1)) ** 2 / 10**5))
    assert mpmath.mpf(str(found.lower)) <= truth <= mpmath.mpf(str(found.upper))
    assert found.upper - found.lower < Decimal("1e-4")


def _number(value: str | Fraction) -> mpmath.mpf:
    exact = Fraction(value)
    return mpmath.mpf(exact.numerator) / exact.denominator
