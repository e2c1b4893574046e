"""The game of sampled choices against all choices in fractions, closed forms, and the games that it has to meet."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import delta_at, epsilon_at
from sdp_proofs.accounting.calibration import calibrate
from sdp_proofs.accounting.choices import AdaptiveChoices
from sdp_proofs.accounting.dominating_pairs import ball_of
from sdp_proofs.accounting.engines import Listed
from sdp_proofs.accounting.exponential import ExponentialPair
from sdp_proofs.accounting.families import Family
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.accounting.lattice import Lattice
from sdp_proofs.accounting.pairs import Mirrored, Sampled, height
from sdp_proofs.accounting.sampled_choices import SampledChoices
from sdp_proofs.accounting.unknowns import unknown_of
from sdp_proofs.numbers.balls import ctx
from sdp_proofs.numbers.reals import logarithm, rational, read_real


def _game(budget: str, rate: str, count: int, mirrored: bool) -> SampledChoices:
    return SampledChoices(ball_of(read_real(budget)), Fraction(rate), count, mirrored)


def _ends(game: SampledChoices, place: str, cells: int) -> tuple[Fraction, Fraction]:
    found = game.table(cells).delta(read_real(place), mirrored=game.mirrored)
    return Fraction(str(found.lower)), Fraction(str(found.upper))


@pytest.mark.parametrize("mirrored", [False, True], ids=["remove", "add"])
@pytest.mark.parametrize(("budget", "rate"), [("1", "3/10"), ("2", "1/50"), ("1/4", "9/10")])
def test_one_sampled_choice_is_a_closed_form(budget: str, rate: str, mirrored: bool) -> None:
    game = _game(budget, rate, 1, mirrored)
    pair = Sampled(ExponentialPair(game.budget), game.rate)
    seen = Mirrored(pair) if mirrored else pair
    for place in ("0", "1/200", "1/20", "1/5"):
        for cells in (8, 100):
            found = game.table(cells).delta(read_real(place), mirrored=mirrored).ball
            with ctx.workprec(100):
                exact = height(seen, read_real(place).ball(100).exp())
            assert found.lower() <= exact.upper() and exact.lower() <= found.upper()
        assert found.upper() - found.lower() < float(exact) / 20 + 1e-9


def _of_fractions(rate: Fraction, count: int, odds: Fraction, points: int, mirrored: bool) -> Fraction:
    """Delta of the best choices with e^eps = 2 among some intervals, played in the direction that is asked."""

    @cache
    def best(left: int, at: Fraction) -> Fraction:
        if left == 0:
            return max(Fraction(0), 1 - at)
        values = []
        for k in range(points + 1):
            top = 1 + Fraction(k, points)
            mass = 2 / top - 1
            answers = [(mass, 1 - rate + rate * top), (1 - mass, 1 - rate + rate * top / 2)]
            values.append(
                sum(q * (best(left - 1, at * ratio) if mirrored else ratio * best(left - 1, at / ratio))
                    for q, ratio in answers)
            )  # fmt: skip
        return max(values)

    return best(count, odds)


@pytest.mark.parametrize("mirrored", [False, True], ids=["remove", "add"])
@pytest.mark.parametrize(("count", "points"), [(1, 60), (2, 24), (3, 6)])
@pytest.mark.parametrize("rate", ["1/3", "9/10"])
def test_no_choices_in_fractions_cost_more_than_the_upper_end(
    rate: str, count: int, points: int, mirrored: bool
) -> None:
    for cells in (3, 12, 60):
        table = _game("log(2)", rate, count, mirrored).table(cells)
        for odds in (Fraction(1), Fraction(21, 20), Fraction(5, 4)):
            exact = _of_fractions(Fraction(rate), count, odds, points, mirrored)
            found = table.delta(logarithm(rational(odds)), mirrored=mirrored)
            assert exact <= Fraction(str(found.upper))
            # Points of t that are 1/points apart lose a little, too.
            assert Fraction(str(found.lower)) <= exact + Fraction(1, 2 * points**2)


def _two(rate: float, budget: float, odds: float, mirrored: bool) -> float:
    """Two choices: the best first interval among many, and one choice after it in closed form, in floats."""
    least = np.exp(-budget)

    def plain(at: np.ndarray) -> np.ndarray:
        inner = np.clip((at - 1 + rate) / rate, 0, None)
        within = np.clip(inner, least, 1 / least)
        return np.where(
            at <= 1 - rate, 1 - at, rate * np.maximum((1 - np.sqrt(within * least)) ** 2 / (1 - least), 1 - inner)
        )

    def one(at: np.ndarray) -> np.ndarray:
        return 1 - at + at * plain(1 / at) if mirrored else plain(at)

    top = np.exp(np.linspace(0, budget, 200_001))
    mass = (1 / top - least) / (1 - least)
    total = np.zeros(top.size)
    for share, ratio in ((mass, 1 - rate + rate * top), (1 - mass, 1 - rate + rate * top * least)):
        total += share * (one(odds * ratio) if mirrored else ratio * one(odds / ratio))
    return float(total.max())


@pytest.mark.slow(every=3)
@pytest.mark.parametrize("mirrored", [False, True], ids=["remove", "add"])
@pytest.mark.parametrize(("budget", "rate"), [("1", "3/10"), ("2", "1/50"), ("5", "1/10")])
@pytest.mark.parametrize("place", ["0", "1/20", "1/5", "1/3"])
def test_two_sampled_choices_lie_between_the_bounds_of_every_lattice(
    budget: str, rate: str, place: str, mirrored: bool
) -> None:
    exact = _two(float(Fraction(rate)), float(budget), float(np.exp(float(Fraction(place)))), mirrored)
    for cells in (2, 5, 12, 100):
        low, high = _ends(_game(budget, rate, 2, mirrored), place, cells)
        assert float(low) <= exact * (1 + 1e-8) + 1e-14 and exact <= float(high) * (1 + 1e-10) + 1e-14
    assert high - low < Fraction(exact) / 10 + Fraction(1, 10**9)


@pytest.mark.parametrize("mirrored", [False, True], ids=["remove", "add"])
def test_at_rate_one_the_game_is_that_of_choices(mirrored: bool) -> None:
    """Both brackets hold the same number, and this one has three digits."""
    known = AdaptiveChoices(read_real("1/2"), 6)
    for place in ("0", "1/2", "5/4"):
        truth = known.delta(read_real(place), 6)
        low, high = _ends(_game("1/2", "1", 6, mirrored), place, 64)
        assert low <= Fraction(str(truth.upper)) and Fraction(str(truth.lower)) <= high < low * Fraction(101, 100)


def test_bounds_of_many_choices_are_narrow_in_both_directions() -> None:
    for mirrored in (False, True):
        low, high = _ends(_game("1/2", "1/10", 60, mirrored), "1/2", 24)
        assert 0 < low < high < low * Fraction(102, 100)


@pytest.mark.slow
def test_sampled_choices_cost_more_than_any_that_are_fixed_and_less_than_the_product_of_the_pairs() -> None:
    question = Question.of(read_release("poisson(rate=281/1000, exponential(epsilon=679/1000)) * 3"))
    found = delta_at(question, "3/10", digits=4)
    assert found.method == "choices" and found.value is not None and found.value.proven_digits >= 3
    product = Lattice.of(question.directions[0]).delta(read_real("3/10"), 3)
    fixed = [Listed.of(direction).delta(read_real("3/10"), 6) for direction in question.attained]
    assert max(one.upper for one in fixed) < found.value.lower < found.value.upper < product.lower


def test_the_least_epsilon_is_the_inverse() -> None:
    question = Question.of(read_release("poisson(rate=1/5, exponential(epsilon=1)) * 3"))
    found = epsilon_at(question, "1/1000", digits=3).value
    assert found is not None and float(found.upper) < 1.01 * float(found.lower)
    assert delta_at(question, str(found.lower), digits=3).value.upper >= 0.001
    assert delta_at(question, str(found.upper), digits=3).value.lower <= 0.001
    assert delta_at(question, "3").value.exact == 0


def test_the_game_is_left_alone_where_it_is_too_large_or_is_another_one() -> None:
    for release in (
        "poisson(1/10, exponential(1)) * 301",
        "poisson(1/10, exponential(201)) * 2",
        "poisson(1/10, exponential(1)) * 2 + poisson(1/5, exponential(1))",
        "poisson(1/10, laplace(1)) * 2",
        "poisson(1/10, exponential(1))",
    ):
        assert all(SampledChoices.of(side) is None for side in Question.of(read_release(release)).directions)
    assert SampledChoices.of(Question.of(read_release("poisson(1/10, exponential(1)) * 300")).directions[1]) is not None


def test_a_coarse_lattice_tells_delta_from_a_target_that_is_far_from_it() -> None:
    game = _game("1", "1/10", 10, mirrored=False)
    whole = game.delta(read_real("1/2"), 4)
    for target in (Fraction(1, 10**6), Fraction(1, 100)):
        told = game.told(read_real("1/2"), 4, target)
        assert told.ball.overlaps(whole.ball) and told.proven_digits < whole.proven_digits
        assert (Fraction(str(told.lower)) > target) != (Fraction(str(told.upper)) < target)
    near = game.told(read_real("1/2"), 4, Fraction(str(whole.lower)))
    assert near.proven_digits == whole.proven_digits


def test_the_largest_rate_lies_between_values_that_the_game_decides() -> None:
    """Single pairs of databases fail at much larger rates alone."""
    release, target = "poisson(rate=?, exponential(epsilon=1)) * 2", Fraction(1, 1000)
    found = calibrate(release, epsilon="1/5", delta=target)
    good, bad = (Fraction(str(end)) for end in (found.value.lower, found.value.upper))
    assert good < bad < good * Fraction(1001, 1000)
    family = Family(release, None, "1/5", target, unknown_of(release), bool)
    assert family.fails(bad * Fraction(1001, 1000)) and not family.fails(good)
