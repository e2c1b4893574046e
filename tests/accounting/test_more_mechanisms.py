"""The exponential mechanism, binomial noise and parallel releases, by enumeration and by other engines."""

from __future__ import annotations

import random
from decimal import Decimal
from fractions import Fraction
from math import comb, exp, tanh

import pytest
from scipy import integrate

from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import delta_at
from sdp_proofs.accounting.curves import type_two_error
from sdp_proofs.accounting.engines import Listed
from sdp_proofs.accounting.exponential import ExponentialLoss, ExponentialPair, two_candidates
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.accounting.pairs import depth, height
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.balls import arb
from sdp_proofs.numbers.reals import read_real
from tests.accounting.asked import delta, epsilon, question


def closed_form(whole: float, place: float) -> float:
    return max(0.0, 1 - exp((place - whole) / 2)) ** 2 / (1 - exp(-whole))


def chosen(scores: list[float], whole: float) -> list[float]:
    weights = [exp(whole * score / 2) for score in scores]
    return [weight / sum(weights) for weight in weights]


@pytest.mark.parametrize("whole", [0.3, 2.0])
def test_no_scores_exceed_the_exponential_profile_and_two_candidates_attain_it(whole: float) -> None:
    draw = random.Random(3)
    for place in (0.0, whole / 3, 0.9 * whole):
        best = 0.0
        for _ in range(300):
            scores = [draw.uniform(-6, 6) for _ in range(draw.choice((2, 3, 5)))]
            moved = [score + draw.choice((-1, 1, draw.uniform(-1, 1))) for score in scores]
            pairs = zip(chosen(scores, whole), chosen(moved, whole), strict=True)
            best = max(best, sum(max(0.0, p - exp(place) * q) for p, q in pairs))
        assert best <= closed_form(whole, place) + 1e-12
        value = delta(f"exponential(epsilon={whole})", str(Fraction(place).limit_denominator(10**9)))
        assert float(value) == pytest.approx(closed_form(whole, place), rel=1e-6)
        share = (Fraction(place) / Fraction(whole) + 1) / 2
        attained = height(two_candidates(read_real(str(whole)), share), arb(place).exp())
        assert float(attained) == pytest.approx(closed_form(whole, place), rel=1e-9)
    assert float(delta(f"exponential(epsilon={whole})", "0")) == pytest.approx(tanh(whole / 4), rel=1e-9)


def test_the_loss_of_the_exponential_pair_is_that_of_its_masses() -> None:
    pair, loss = ExponentialPair(lambda bits: arb(2)), ExponentialLoss(lambda bits: arb(2))
    for contour in (0.0, 0.7, 3.0):
        value, _ = integrate.quad(lambda x: exp(contour * x + (x - 2) / 2) / (2 * (1 - exp(-2))), -2, 2)  # noqa: B023
        assert float(loss.moment(contour)) == pytest.approx(value, rel=1e-9)
    near = [float(loss.moment(1.0 + step).log()) for step in (-1e-4, 0, 1e-4)]
    slope = loss.slope(1.0)
    assert slope.first == pytest.approx((near[2] - near[0]) / 2e-4, rel=1e-6)
    assert slope.second == pytest.approx((near[2] - 2 * near[1] + near[0]) / 1e-8, rel=1e-4)
    assert all(
        float(abs(value)) <= float(loss.beyond(0.7, 0.5 * k) * loss.moment(0.7)) * (1 + 1e-12)
        for k, value in enumerate(loss.line(0.7, 0.5, 9, 15))
    )
    for ratio in (arb("0.2"), arb("0.9"), arb(1), arb(4)):
        first, second = pair.upper(ratio)
        under, other = pair.lower(ratio)
        assert float(first - ratio * second) == pytest.approx(float(height(pair, ratio)), rel=1e-9)
        assert float(ratio * other - under) == pytest.approx(float(depth(pair, ratio)), rel=1e-9)
        assert float(first + under) == pytest.approx(1) and float(second + other) == pytest.approx(1)


@pytest.mark.parametrize("place", [-3.0, -1.01, 1.01, 3.0])
def test_the_exponential_pair_has_no_ratio_beyond_its_budget(place: float) -> None:
    pair, ratio = ExponentialPair(lambda bits: arb(1)), arb(place).exp()
    upper, lower = (0, 1) if place > 0 else (1, 0), (1, 0) if place > 0 else (0, 1)
    assert [float(mass) for mass in pair.upper(ratio)] == pytest.approx([upper[0]] * 2, abs=1e-9)
    assert [float(mass) for mass in pair.lower(ratio)] == pytest.approx([lower[0]] * 2, abs=1e-9)


def test_the_trade_off_curve_of_a_choice() -> None:
    pair, budget = ExponentialPair(lambda bits: arb(1) / 10), 0.1
    for alpha in ("1/100", "1/3", "9/10"):
        best = max(1 - closed_form(budget, k / 1e4) - exp(k / 1e4) * float(Fraction(alpha)) for k in range(-999, 1000))
        found = type_two_error(pair, alpha, digits=5)
        assert float(found) == pytest.approx(best, abs=2e-5)
        assert found.upper - found.lower < 2e-5


def test_sampled_choices_that_are_composed_cost_more_than_those_that_are_fixed() -> None:
    """The pair of the largest profile is that of no two databases, sampled or not: the game is between."""
    asked = Question.of(read_release("poisson(rate=1/10, exponential(epsilon=1)) * 2"))
    assert not asked.directions[0].attained and len(asked.attained) == 8
    found = delta_at(asked, "1/10")
    for side in found.sides:
        pairs = [Listed.of(one).delta(read_real("1/10"), 6) for one in asked.attained if one.name == side.direction]
        best = max(pair.lower for pair in pairs)
        assert best < side.value.lower < side.value.upper < side.value.lower * Decimal("1.01")
    twice = delta("poisson(rate=1/10, exponential(epsilon=1))", "1/20")
    assert found.value.upper < 2 * twice.upper


def test_choices_composed_by_inversion_and_by_the_lattice() -> None:
    asked = question("exponential(epsilon=1/2) * 40")
    from sdp_proofs.accounting.engines import Inverted
    from sdp_proofs.accounting.lattice import Lattice

    direction, place = asked.directions[0], read_real(3)
    inverted = Inverted.of(direction)
    assert inverted is not None
    assert Lattice.of(direction).delta(place, 3).overlaps(inverted.delta(place, 8))
    below, above = delta("pure(epsilon=1/4) * 40", "3"), delta("pure(epsilon=1/2) * 40", "3")
    assert float(below) < float(inverted.delta(place, 8)) < float(above)


@pytest.mark.parametrize(("coins", "distance"), [(6, 1), (8, 3), (2, 5)])
def test_binomial_noise_by_enumeration(coins: int, distance: int) -> None:
    law = {k: Fraction(comb(coins, k), 2**coins) for k in range(coins + 1)}
    for odds in (Fraction(1), Fraction(3, 2), Fraction(4)):
        best = Fraction(0)
        for shift in [*range(-distance, 0), *range(1, distance + 1)]:
            gains = (mass - odds * law.get(k - shift, Fraction(0)) for k, mass in law.items())
            best = max(best, sum((max(Fraction(0), gain) for gain in gains), Fraction(0)))
        value = delta(f"binomial(coins={coins}, sensitivity={distance})", f"log({odds})", adjacency="add-remove")
        assert float(value) == pytest.approx(float(best), rel=1e-9)
    replaced = delta(f"binomial(coins={coins}, sensitivity={distance})", "0", adjacency="replace-one")
    doubled = delta(f"binomial(coins={coins}, sensitivity={2 * distance})", "0", adjacency="add-remove")
    assert float(replaced) == float(doubled)


def test_parallel_is_the_worst_part_when_a_record_is_added_or_removed() -> None:
    parts = ["laplace(scale=1)", "gaussian(sigma=2) * 3", "geometric(scale=2) + pure(epsilon=1/4)"]
    for place in ("0", "1/2", "1"):
        alone = max(float(delta(part, place, adjacency="add-remove")) for part in parts)
        together = float(delta(f"parallel({', '.join(parts)})", place, adjacency="add-remove"))
        assert together == pytest.approx(alone, rel=1e-9)


def test_parallel_composes_two_parts_when_a_record_is_replaced() -> None:
    across = float(delta("gaussian(sigma=1) + gaussian(sigma=3)", "1", adjacency="add-remove"))
    within = float(delta("gaussian(sigma=1)", "1", adjacency="replace-one"))
    both = question("parallel(gaussian(sigma=1), gaussian(sigma=3))", "replace-one")
    from sdp_proofs.accounting.answers import delta_at

    sides = sorted(float(side.value) for side in delta_at(both, 1).sides if side.value is not None)
    assert sides[-1] == pytest.approx(within, rel=1e-9)
    assert any(side == pytest.approx(across, rel=1e-9) for side in sides)
    # The worst part under add-remove is less than what a replaced record costs.
    assert float(delta("parallel(laplace(scale=1), laplace(scale=1))", "1", adjacency="add-remove")) == 0
    assert float(delta("parallel(geometric(scale=1), geometric(scale=1))", "1", adjacency="replace-one")) > 0.2


@pytest.mark.parametrize("inner", ["pure(epsilon=1)", "randomised-response(truth=3/4)", "exponential(epsilon=1)"])
def test_statements_about_replaced_records_are_refused_in_parts(inner: str) -> None:
    with pytest.raises(DomainError, match="must be given noise"):
        question(f"parallel({inner}, laplace(scale=1))", "replace-one")
    assert question(f"parallel({inner})").adjacency == "add-remove"


@pytest.mark.parametrize(
    ("release", "largest"),
    [
        ("laplace(scale=3)", "1/3"),
        ("laplace(scale=3) * 2", "2/3"),
        ("geometric(scale=2)", "1/2"),
        ("pure(epsilon=1/3) + exponential(epsilon=1/5)", "8/15"),
    ],
)
def test_nothing_is_lost_at_the_largest_loss_itself(release: str, largest: str) -> None:
    assert delta(release, largest, adjacency="add-remove").exact == 0
    if "*" not in release and "+" not in release:
        smaller = Fraction(largest) * Fraction(99, 100)
        assert float(delta(release, str(smaller), adjacency="add-remove").lower) > 0
    assert epsilon(release, "0", adjacency="add-remove")["remove"].contains(Fraction(largest))
