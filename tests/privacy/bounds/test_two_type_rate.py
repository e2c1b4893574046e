"""The minimum of one pair's rate: with two valleys, next to corners, next to an end, and without convexity."""

from __future__ import annotations

import math
from fractions import Fraction
from random import Random

import pytest

from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.errors import PrecisionError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.reals import fraction_ball
from sdp_proofs.privacy.bounds.decay_rate import decay_rate
from sdp_proofs.privacy.bounds.instance import Instance
from sdp_proofs.privacy.bounds.two_type_rate import _Objective, two_type_place, two_type_rate
from sdp_proofs.privacy.budget import Budget

WIDE = (Fraction(3, 10), Fraction(13, 20))
HALF = Fraction(1, 2)


def entropy(share, reference):
    return sum(a * math.log(a / b) for a, b in ((share, reference), (1 - share, 1 - reference)) if a > 0)


def on_a_grid(missing, odds, low, high, steps=20_000):
    """J at many shares A of the type that loses, in doubles."""
    q, odds, low, high = map(float, (missing, odds, low, high))
    least = math.inf
    for k in range(1, steps):
        share = k / steps
        y = q / (1 - share * (1 - 1 / odds))
        if y < 1:
            near = min(max(share, low), high)
            cost = entropy(share, near) + share * entropy(y / odds, q) + (1 - share) * entropy(y, q)
            least = min(least, cost)
    return least


def check(missing, odds, low, high, *, closeness=1e-2):
    rate = two_type_rate(missing, Budget.read(odds=odds), low, high, 128)
    brute = on_a_grid(missing, odds, low, high)
    # The minimum lies below all points, and not much below the best of many.
    assert float(rate.value.upper()) <= brute * (1 + 1e-9) + 1e-12
    assert float(rate.value.lower()) >= brute * (1 - closeness) - 1e-7
    check_place(rate, float(missing), float(odds))
    return rate


def check_place(rate, missing, odds):
    """Both types lose what is missing together, and the losing one loses less, by the odds."""
    share, losing, gaining, other = (
        float(part.mid()) for part in (rate.share, rate.losing, rate.gaining, rate.gaining_share)
    )
    assert share + other == pytest.approx(1)
    assert gaining == pytest.approx(odds * losing)
    assert share * losing + other * gaining == pytest.approx(missing)


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("draws", [9, 10])
def test_wide_sources_and_a_small_epsilon(draws, mirrored):
    """Two valleys, each just beyond an end of the sources; the search may land in the wrong one first."""
    low, high = (1 - WIDE[1], 1 - WIDE[0]) if mirrored else WIDE
    rate = check(1 - Fraction(draws, 16), Fraction(307, 250), low, high)
    share = float(rate.share.mid())
    assert share < low or share > high


def test_the_deeper_of_two_valleys_is_found_from_the_other_one():
    """Started in the wrong valley, the proof itself leads to the right one."""
    missing, budget = Fraction(7, 16), Budget.read(odds="307/250")
    rate = two_type_rate(missing, budget, Fraction(7, 20), Fraction(7, 10), 128)
    shares = []
    for start in ("0.35", "0.7"):
        with ctx.workprec(256):
            objective = _Objective(missing, budget, Fraction(7, 20), Fraction(7, 10))
            share = Fraction(start)
            y = missing / (1 - share * (1 - Fraction(250, 307)))
            place = objective.at(objective.descended(fraction_ball(y)))
        shares.append(float(place.share.mid()))
        again = two_type_rate(missing, budget, Fraction(7, 20), Fraction(7, 10), 128, near=place)
        assert again.value.overlaps(rate.value)
    assert shares[0] < 0.35 and shares[1] > 0.7


@pytest.mark.parametrize("epsilon", ["0.15", "0.1", "0.01", "0.0001"])
def test_the_floor_of_the_districts_at_small_epsilons(epsilon):
    case = Instance.read(records=1000, rate="0.998", types=2, floor="0.0554")
    rate = decay_rate(case, Budget.read(epsilon=epsilon), digits=20).value
    assert rate.proven_digits >= 20
    # Small epsilons: theta^2 q A (1-A)/(2 rho) at the floor.
    near = float(epsilon) ** 2 * 0.002 / 0.998 / 2 * 0.0554 * 0.9446
    assert float(rate) == pytest.approx(near, rel=0.2)


def test_a_minimum_very_near_an_end():
    rate = check(Fraction(23, 24), Fraction(1073, 1000), Fraction(9, 10), Fraction(9, 10))
    assert 0 < float((1 - rate.gaining).upper()) < 1e-29


def test_a_minimum_very_near_the_other_end():
    """Room is measured to the nearest end: 2^-100 here."""
    missing, budget, share = HALF, Budget.read(odds=4), Fraction(1, 2**100)
    with ctx.workprec(1024):
        objective = _Objective(missing, budget, share, share)
        place = objective.search()
        left, right = objective._convex_ends(place)
    assert objective.left < left < place < right < objective.right
    assert float((right - left) / (place - objective.left)) > 0.01


class Sloped(_Objective):
    """J' = y - 3/4, known to within so much on either side of its zero, and J'' = 1, known only on short intervals."""

    below = above = arb(2) ** -40

    def slopes(self, y):
        offset = y - arb(3) / 4
        unknown = self.below if offset < 0 else self.above if offset > 0 else self.below.max(self.above)
        return offset + arb(0, unknown), arb(1) if y.rad() < 1e-3 else arb(0, 2)


def test_a_place_that_may_be_the_minimum_is_bracketed_more_closely():
    with ctx.workprec(128):
        objective = Sloped(HALF, Budget.read(odds=4), HALF, HALF)
        rate = objective.polished(arb(3) / 4, arb(5) / 8, arb(7) / 8)
        assert rate.gaining.contains(arb(3) / 4) and rate.gaining.rad() < 1e-9


@pytest.mark.parametrize("side", ["below", "above"])
def test_a_bracket_is_not_narrowed_to_where_no_sign_is_known(side):
    with ctx.workprec(128):
        objective = Sloped(HALF, Budget.read(odds=4), HALF, HALF)
        setattr(objective, side, arb(1) / 10)
        with pytest.raises(PrecisionError, match="could not be refined"):
            objective.polished(arb(3) / 4, arb(5) / 8, arb(7) / 8)


def test_newtons_method_settles_or_gives_up():
    """J' = y^3 - 1/8 on [1/4, 1]; it leaves an interval on which it does not rise."""
    with ctx.workprec(128):
        objective = _Objective(HALF, Budget.read(odds=4), HALF, HALF)
        objective.slopes = lambda y: (y**3 - arb(1) / 8, 3 * y * y)
        found = objective._polished_point(arb(1), arb(1) / 4)
        assert found is not None and abs(float(found - arb(1) / 2)) < 2.0**-60
        assert objective._polished_point(arb(1), arb(3) / 4) is None
        objective.slopes = lambda y: (arb(1) / 8 - y**3, -3 * y * y)
        assert objective._polished_point(arb(1), arb(1) / 4) is None


@pytest.mark.parametrize("low", [Fraction(1, 5), Fraction(1, 2)])
def test_bisection_agrees_with_convexity(low):
    missing, budget, high = Fraction(7, 16), Budget.read(odds="3/2"), Fraction(4, 5)
    convex = two_type_rate(missing, budget, low, high, 128).value
    with ctx.workprec(256):
        objective = _Objective(missing, budget, low, high)
        bisected = objective.bisected(objective.search(), 40).value
    assert bisected.overlaps(convex)
    assert float(bisected.rad()) <= float(convex.mid()) * 2**-39


def test_bisection_from_a_bad_point():
    missing, budget, low, high = Fraction(7, 16), Budget.read(odds="307/250"), Fraction(7, 20), Fraction(7, 10)
    with ctx.workprec(256):
        objective = _Objective(missing, budget, low, high)
        bisected = objective.bisected((objective.left + objective.right) / 2, 30).value
    assert bisected.overlaps(two_type_rate(missing, budget, low, high, 128).value)


def test_a_place_is_near_the_minimum():
    budget = Budget.read(odds=4)
    place, rate = two_type_place(HALF, budget, HALF), two_type_rate(HALF, budget, HALF, HALF, 128)
    assert abs(float(place.value.mid() / rate.value.mid()) - 1) < 1e-12


def test_random_sources():
    draw = Random(20_261_121)
    for _ in range(12):
        shares = sorted(Fraction(draw.randint(1, 19), 20) for _ in range(2))
        records = draw.randint(3, 24)
        missing = 1 - Fraction(draw.randint(1, records - 1), records)
        check(missing, 1 + Fraction(draw.randint(1, 400), 250), *shares)


def test_a_wide_set_of_sources_has_proven_digits():
    case = Instance.with_sources(SourceSet.interval(*WIDE), 16, 9)
    assert decay_rate(case, Budget.read(odds="307/250"), digits=40).value.proven_digits >= 40
