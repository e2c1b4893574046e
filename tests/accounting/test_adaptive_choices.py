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

from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import delta_at, epsilon_at
from sdp_proofs.accounting.engines import Listed
from sdp_proofs.accounting.exponential import AdaptiveChoices, _down, _summit, _up
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.accounting.lattice import Lattice
from sdp_proofs.numbers.reals import rational, read_real


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


@pytest.mark.slow(every=2)
@pytest.mark.parametrize(("budget", "place"), [("1", "1"), ("1", "0"), ("1/2", "3/4"), ("2", "1/3"), ("3", "5")])
@pytest.mark.parametrize("points", [8, 60, 2000])
def test_two_choices_lie_between_the_bounds_of_every_lattice(budget: str, place: str, points: int) -> None:
    """With few cells the best loss is between two of the lattice: without the parabola the upper bound would fail."""
    below, above = AdaptiveChoices(read_real(budget), 2)._ends(read_real(place), points)
    exact = _two(exp(float(read_real(place).ball(64))), float(read_real(budget).ball(64)))
    assert below <= exact * (1 + 1e-9) and exact <= above * (1 + 1e-12)
    assert above - below <= 60 * above / (points / 2) ** 2 + 1e-12


def test_bounds_of_finer_lattices_are_nested_within_those_of_coarser_ones() -> None:
    game = AdaptiveChoices(read_real("1/4"), 12)
    ends = [game._ends(read_real("1/2"), 12 * cells) for cells in (4, 8, 16, 64)]
    for (low, high), (finer_low, finer_high) in pairwise(ends):
        assert low <= finer_low < finer_high <= high


def test_one_cell_wide_intervals_can_beat_every_loss_of_the_lattice() -> None:
    """The lower bound of a fine lattice exceeds what the losses of a coarse one attain."""
    game = AdaptiveChoices(read_real("1"), 2)
    assert game._ends(read_real("1"), 4)[0] < game._ends(read_real("1"), 2000)[0] < game._ends(read_real("1"), 4)[1]


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


@example([5e-324, 0.5], "*")
@given(st.lists(st.floats(0, 1e300, allow_subnormal=True), min_size=2, max_size=2), st.sampled_from("+*-"))
def test_floats_are_moved_by_no_less_than_their_rounding(pair: list[float], sign: str) -> None:
    first, last = max(pair), min(pair)
    if sign == "*":
        first, last = min(first, 1e150), min(last, 1e150)
    exact = {"+": Fraction(first) + Fraction(last), "*": Fraction(first) * Fraction(last)}.get(
        sign, Fraction(first) - Fraction(last)
    )
    rounded = {"+": first + last, "*": first * last}.get(sign, first - last)
    assert Fraction(float(_down(rounded))) <= exact <= Fraction(float(_up(rounded)))


@example([0.0, 0.0, 2.0**-950], Fraction(1, 2))
@given(st.lists(st.floats(0, 1), min_size=3, max_size=3), st.fractions(0, 1))
def test_no_point_of_a_parabola_is_above_its_summit(values: list[float], x: Fraction) -> None:
    first, last, bulge = map(Fraction, values)
    summit = max(*values[:2], float(_summit(*map(np.array, values))))
    assert first * (1 - x) + last * x + bulge * x * (1 - x) <= Fraction(summit)


def _when_all_are_upper(budget: mpmath.mpf, count: int, place: mpmath.mpf) -> mpmath.mpf:
    """The gain of outcomes where every choice shows its upper loss, maximised over all t at once."""
    share = mpmath.exp((place - count * budget) / (count + 1))
    return (1 - share) ** (count + 1) / (-mpmath.expm1(-budget)) ** count


@pytest.mark.parametrize(("budget", "count", "place"), [("1", 2, "3/4"), ("1", 3, "5/2"), ("1/2", 4, "9/5")])
def test_near_the_largest_loss_upper_losses_alone_count(budget: str, count: int, place: str) -> None:
    low, high = AdaptiveChoices(read_real(budget), count)._ends(read_real(place), 2000)
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
    low, high = AdaptiveChoices(read_real("1"), 2)._ends(read_real(place), 2000)
    with mpmath.workdps(40):
        assert _number(low) <= _middle_interval(place) <= _number(high)
    assert high < low * Fraction(1001, 1000)


@pytest.mark.parametrize(("count", "target"), [(2, "1/10"), (2, "1/100000"), (3, "1/10000000"), (10, "1/1000")])
def test_the_bracket_of_epsilon_is_that_of_delta(count: int, target: str) -> None:
    goal, game = Fraction(target), AdaptiveChoices(read_real("1"), count)
    found = game._crossing(goal, 1000)
    low, high = (Fraction(str(end)) for end in (found.lower, found.upper))
    assert low < high < low * Fraction(101, 100)
    assert game._ends(rational(low), 4000)[1] >= goal >= game._ends(rational(high), 4000)[0]
    finer = game._crossing(goal, 3000)
    assert found.lower <= finer.lower < finer.upper <= found.upper


def test_epsilon_of_two_choices_is_a_closed_form() -> None:
    found = AdaptiveChoices(read_real("1"), 2).epsilon(Fraction(1, 10**5), 5)
    truth = 2 + 3 * mpmath.log1p(-mpmath.cbrt((1 - mpmath.exp(-1)) ** 2 / 10**5))
    assert mpmath.mpf(str(found.lower)) <= truth <= mpmath.mpf(str(found.upper))
    assert found.upper - found.lower < Decimal("1e-4")


def _number(value: str | Fraction) -> mpmath.mpf:
    exact = Fraction(value)
    return mpmath.mpf(exact.numerator) / exact.denominator
