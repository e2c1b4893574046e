"""Conversions between notions: no pair of laws exceeds them, and the named one attains them."""

from __future__ import annotations

from fractions import Fraction
from math import exp, log

import numpy as np
import pytest
from hypothesis import given, settings
from scipy import stats

from sdp_proofs.accounting.curves import type_two_error
from sdp_proofs.accounting.pairs import GaussianPair
from sdp_proofs.distributions.finite import FiniteLaw
from sdp_proofs.errors import DomainError
from sdp_proofs.ledger import Status
from sdp_proofs.numbers.balls import arb
from sdp_proofs.numbers.reals import read_real
from sdp_proofs.papers import registry
from sdp_proofs.privacy.definition import hockey_stick, total_variation
from sdp_proofs.privacy.notions import (
    ARROWS,
    NOTIONS,
    approximate_to_probabilistic,
    approximate_to_total_variation,
    approximate_to_trade_off,
    concentrated_to_approximate_upper,
    gaussian_to_approximate,
    gaussian_to_concentrated,
    gaussian_to_renyi,
    gaussian_to_total_variation,
    gaussian_to_trade_off,
    probabilistic_to_approximate,
    pure_to_approximate,
    pure_to_concentrated,
    pure_to_gaussian,
    pure_to_renyi,
    pure_to_total_variation,
    renyi_to_approximate_attained,
    renyi_to_approximate_upper,
    total_variation_to_approximate,
)
from sdp_proofs.privacy.worst_pairs import concentrated_to_approximate, is_concentrated, renyi_to_approximate
from sdp_proofs.strategies import laws
from tests.accounting.asked import delta

few = settings(derandomize=True, max_examples=30, deadline=None)
pairs = laws(range(3))
SLACK = 1 + 1e-9


def response(odds: Fraction) -> tuple[FiniteLaw[int], FiniteLaw[int]]:
    told = odds / (1 + odds)
    return FiniteLaw({0: told, 1: 1 - told}), FiniteLaw({0: 1 - told, 1: told})


def renyi(first: FiniteLaw[int], second: FiniteLaw[int], order: float) -> float:
    mean = sum(float(first[k]) ** order * float(second[k]) ** (1 - order) for k in first)
    return log(mean) / (order - 1)


def test_randomised_response_attains_what_pure_privacy_says() -> None:
    odds = Fraction(3)
    first, second = response(odds)
    assert float(pure_to_approximate("log(3)", "log(2)")) == float(hockey_stick(first, second, 2)) == 0.25
    assert pure_to_approximate("log(3)", "log(3)").exact == 0
    assert float(pure_to_total_variation("log(3)")) == pytest.approx(float(total_variation(first, second)))
    for order in (1.5, 2.0, 7.0):
        assert float(pure_to_renyi("log(3)", Fraction(order))) == pytest.approx(renyi(first, second, order))
    mu = float(pure_to_gaussian("log(3)"))
    corner = 0.25
    assert stats.norm.cdf(stats.norm.isf(corner) - mu) == pytest.approx(corner)
    for alpha in (0.05, 0.2, 0.5, 0.9):  # the Gaussian curve is nowhere above that of randomised response
        least = max(1 - 3 * alpha, (1 - alpha) / 3, 0)
        assert stats.norm.cdf(stats.norm.isf(alpha) - mu) <= least + 1e-12


def test_randomised_response_needs_the_whole_rho_at_orders_near_one() -> None:
    for odds in (Fraction(11, 10), Fraction(3), Fraction(50)):
        first, second = response(odds)
        rho = float(pure_to_concentrated(f"log({odds})"))
        entropy = sum(float(first[k]) * log(first[k] / second[k]) for k in first)
        assert rho == pytest.approx(entropy) and rho < log(odds) ** 2 / 2
        assert rho * 0.999 < renyi(first, second, 1.00001) / 1.00001
        assert all(renyi(first, second, order) <= rho * order for order in (1.001, 1.1, 2.0, 5.0, 40.0))


@few
@given(pairs, pairs)
def test_no_pair_exceeds_what_its_largest_loss_says(first, second):
    if set(first) != set(second):
        return
    odds = max(max(first[k] / second[k], second[k] / first[k]) for k in first)
    if odds > 10**6:
        return
    loss = f"log({odds})"
    for other in (Fraction(1), (1 + odds) / 2):
        assert hockey_stick(first, second, other) <= Fraction(pure_to_approximate(loss, f"log({other})").upper)
    for order in (1.5, 3.0):
        assert renyi(first, second, order) <= float(pure_to_renyi(loss, Fraction(order))) * SLACK + 1e-12
        assert renyi(first, second, order) <= order * float(pure_to_concentrated(loss)) * SLACK + 1e-12


@few
@given(pairs, pairs)
def test_no_pair_exceeds_what_its_profile_says(first, second):
    chance = hockey_stick(first, second, 2)
    if chance == 1:
        return
    both = max(chance, hockey_stick(second, first, 2))
    if both < 1:
        variation = approximate_to_total_variation("log(2)", both)
        assert total_variation(first, second) <= Fraction(variation.upper)
    beyond = sum((mass for k, mass in first.items() if mass > 3 * second.probability(k)), Fraction(0))
    assert beyond <= Fraction(approximate_to_probabilistic("log(2)", both, "log(3)").upper)
    likely = sum((mass for k, mass in first.items() if mass > 2 * second.probability(k)), Fraction(0))
    if likely < 1:
        assert chance <= Fraction(probabilistic_to_approximate("log(2)", likely).upper)


@few
@given(pairs, pairs)
def test_no_pair_exceeds_what_its_renyi_divergence_says(first, second):
    if not set(first) <= set(second):
        return
    for order in (1.5, 4.0):
        gamma = max(0.0, renyi(first, second, order))
        for odds in (Fraction(1), Fraction(3)):
            bound = renyi_to_approximate_upper(Fraction(order), Fraction(gamma), f"log({odds})")
            assert float(hockey_stick(first, second, odds)) <= float(bound) * SLACK + 1e-12


def test_what_approximate_privacy_says_is_attained() -> None:
    told = delta("approximate(epsilon=log(3), delta=1/10)", "0")
    assert float(approximate_to_total_variation("log(3)", "1/10")) == pytest.approx(float(told))
    ratio, mass = Fraction(3001, 1000), Fraction(1, 50)  # losses just above ln 3 with probability 1/50
    first, second = FiniteLaw({0: mass, 1: 1 - mass}), FiniteLaw({0: mass / ratio, 1: 1 - mass / ratio})
    chance = hockey_stick(first, second, 2)
    assert float(approximate_to_probabilistic("log(2)", chance, "log(3)")) == pytest.approx(float(mass), rel=2e-3)
    assert float(approximate_to_probabilistic("log(2)", chance, "log(3)")) >= float(mass)


@pytest.mark.parametrize("odds", [Fraction(1), Fraction(2), Fraction(5)])
@pytest.mark.parametrize("chance", ["1/1000", "3/10", "1/2", "19/20"])
def test_the_most_that_large_losses_can_be_is_attained_whatever_delta_is(odds: Fraction, chance: str) -> None:
    """Two outputs attain it in the limit, by what they lose in both directions: delta is of both."""
    most = approximate_to_probabilistic(f"log({odds})", chance, f"log({2 * odds})")
    ratio = 2 * odds * Fraction(100_001, 100_000)
    mass = Fraction(most.lower) * Fraction(9_999, 10_000)
    first, second = FiniteLaw({0: mass, 1: 1 - mass}), FiniteLaw({0: mass / ratio, 1: 1 - mass / ratio})
    assert max(hockey_stick(first, second, odds), hockey_stick(second, first, odds)) <= Fraction(chance)
    assert float(total_variation_to_approximate("1/3")) == pytest.approx(1 / 3)


def test_the_gaussian_mechanism_attains_what_gaussian_privacy_says() -> None:
    for mu, place in (("1", "1/2"), ("1/3", "2")):
        sigma = Fraction(1) / Fraction(mu)
        release = f"gaussian(sigma={sigma})"
        assert gaussian_to_approximate(mu, place).overlaps(delta(release, place, adjacency="add-remove"))
        assert gaussian_to_total_variation(mu).overlaps(delta(release, "0", adjacency="add-remove"))
    assert float(gaussian_to_renyi(2, 3)) == 6 and float(gaussian_to_concentrated(2)) == 2
    epsilon = concentrated_to_approximate_upper("1/2", "1e-5")
    assert float(gaussian_to_approximate(1, Fraction(epsilon.upper))) < 1e-5


def test_two_outputs_come_near_the_bound_of_one_order() -> None:
    best = 0.0
    for k in range(1, 200, 6):
        # The ratio at which the printed bound touches: e a/(a - 1).
        chance = Fraction(k, 200)
        gamma, found = renyi_to_approximate_attained(8, 1, chance, chance * Fraction(7000, 8 * 2718))
        bound = renyi_to_approximate_upper(8, Fraction(str(float(gamma))), 1)
        assert float(found) <= float(bound) * SLACK
        best = max(best, float(found) / float(bound))
    assert best > 0.8


ORDERS = [("2", "1/10", "1"), ("2", "1/10", "0"), ("8", "1", "1/2"), ("3/2", "1/100", "3"), ("2", "3", "1/10")]


def on_two_outputs(p: Fraction, q: Fraction) -> tuple[FiniteLaw[int], FiniteLaw[int]]:
    return FiniteLaw({0: p, 1: 1 - p}), FiniteLaw({0: q, 1: 1 - q})


@pytest.mark.parametrize(("order", "gamma", "at"), ORDERS)
def test_the_worst_pair_of_one_order_is_allowed_and_has_its_delta(order: str, gamma: str, at: str) -> None:
    worst = renyi_to_approximate(order, gamma, at)
    for p, q in ((worst.first, worst.second), (1 - worst.second, 1 - worst.first)):
        # If P and Q change places, so do the events: both directions are bounded.
        assert renyi(*on_two_outputs(p, q), float(Fraction(order))) <= float(Fraction(gamma)) * SLACK
    assert float(worst.first) - exp(float(Fraction(at))) * float(worst.second) == pytest.approx(float(worst.delta))
    assert float(worst.delta) < float(renyi_to_approximate_upper(order, gamma, at))


@pytest.mark.parametrize(("order", "gamma", "at"), ORDERS)
def test_no_pair_on_two_or_three_outputs_exceeds_the_worst_pair(order: str, gamma: str, at: str) -> None:
    a, bound, odds = float(Fraction(order)), float(Fraction(gamma)), exp(float(Fraction(at)))
    draws = np.random.default_rng(0)
    worst = renyi_to_approximate(order, gamma, at)
    near = np.array([[worst.first, 1 - worst.first, 0], [worst.second, 1 - worst.second, 0]], dtype=float)
    best = 0.0
    for width in (2, 3):
        pairs = draws.dirichlet(np.full(width, 0.7), size=(100_000, 2))
        mixed = 0.9 * near[:, :width] + 0.1 * pairs * near[:, :1]  # beside the worst pair, where it is tight
        for first, second in (pairs.swapaxes(0, 1), (mixed / mixed.sum(-1, keepdims=True)).swapaxes(0, 1)):
            with np.errstate(all="ignore"):
                there = np.log((first**a * second ** (1 - a)).sum(-1)) / (a - 1)
                back = np.log((second**a * first ** (1 - a)).sum(-1)) / (a - 1)
            allowed = np.maximum(there, back) <= bound
            deltas = np.maximum(first - odds * second, 0).sum(-1)[allowed]
            best = max(best, float(deltas.max(initial=0)))
    assert 0.3 * float(worst.delta) < best <= float(worst.delta) * SLACK


def test_at_order_two_the_worst_pair_is_a_square_root() -> None:
    # The lines that touch the parabola at odds + s and odds - s: delta = (s - odds + 1)/2.
    root = (exp(0.1) - 1 + (exp(1) - 1) ** 2) ** 0.5
    assert float(renyi_to_approximate(2, "1/10", 1).delta) == pytest.approx((root - exp(1) + 1) / 2)


def test_where_an_order_leaves_most_it_is_randomised_response() -> None:
    worst = renyi_to_approximate(3, pure_to_renyi("log(3)", 3, digits=40).upper, 0)
    assert float(worst.delta) == pytest.approx(0.5) and float(worst.first + worst.second) == pytest.approx(1)
    assert renyi_to_approximate(3, 0, 0).delta.exact == 0


@pytest.mark.slow(every=3)
@pytest.mark.parametrize(("rho", "at"), [("1/2", "1"), ("1/2", "0"), ("1/10", "2")])
def test_the_worst_concentrated_pair_is_allowed_at_all_orders_and_nearly_meets_the_bound(rho: str, at: str) -> None:
    worst = concentrated_to_approximate(rho, at)
    low, high = float(worst.delta.ball.lower()), float(worst.delta.ball.upper())
    place, bound = float(Fraction(at)), float(Fraction(rho))
    assert high * (1 - 1e-5) < low == pytest.approx(float(worst.first) - exp(place) * float(worst.second))
    for order in np.concatenate([1 + np.geomspace(1e-4, 1, 200), np.linspace(2, 50, 200)]):
        for p, q in ((worst.first, worst.second), (1 - worst.second, 1 - worst.first)):
            assert renyi(*on_two_outputs(p, q), float(order)) <= order * bound * SLACK
    # The Gaussian pair is concentrated, too, and the printed conversion is valid.
    assert float(gaussian_to_approximate(f"sqrt(2*{rho})", at)) < low
    allowed = float(concentrated_to_approximate_upper(rho, Fraction(high)))
    assert allowed > place


def test_a_pair_is_concentrated_with_what_its_worst_order_and_direction_need() -> None:
    for p, q in ((Fraction(2, 3), Fraction(1, 3)), (Fraction(1, 50), Fraction(1, 400))):
        orders = np.concatenate([1 + np.geomspace(1e-6, 1, 300), np.linspace(2, 50, 2000)])
        there, back = on_two_outputs(p, q), on_two_outputs(q, p)
        needed = max(max(renyi(*there, float(a)), renyi(*back, float(a))) / float(a) for a in orders)
        for first, second in ((p, q), (q, p)):
            assert is_concentrated(arb(needed * 1.001), first, second)
            assert not is_concentrated(arb(needed * 0.999), first, second)


def test_concentrated_privacy_without_loss() -> None:
    assert concentrated_to_approximate(0, 1).delta.exact == 0


@pytest.mark.parametrize("alpha", ["1/100", "1/5", "9/40", "1/2", "17/20", "19/20"])
def test_approximate_privacy_has_the_trade_off_of_the_pair_that_attains_it(alpha: str) -> None:
    """Telling with probability 1/10, else randomised response at odds 3: the best of all randomised tests."""
    laws = {"told": (0.1, 0.0), "not": (0.0, 0.1), "yes": (0.675, 0.225), "no": (0.225, 0.675)}
    size, power = float(Fraction(alpha)), 0.0
    for output in ("told", "yes", "no", "not"):  # by falling ratios
        p, q = laws[output]
        share = 1.0 if q == 0 else min(1.0, max(0.0, size / q))
        power, size = power + share * p, size - share * q
    found = approximate_to_trade_off("log(3)", "1/10", alpha)
    assert float(found) == pytest.approx(1 - power, abs=1e-12)


def test_the_trade_off_of_the_gaussian_mechanism_and_its_profile() -> None:
    for mu, alpha in (("1/2", "1/20"), ("3", "1/3")):
        own = type_two_error(GaussianPair(lambda bits, mu=mu: read_real(mu).ball(bits)), alpha, digits=9)
        assert own.ball.overlaps(gaussian_to_trade_off(mu, alpha).ball)
    curve = [1 - float(gaussian_to_trade_off(1, Fraction(k, 500), digits=6)) - 2 * k / 500 for k in range(1, 500)]
    assert max(curve) == pytest.approx(float(gaussian_to_approximate(1, "log(2)")), rel=1e-4)


def test_the_map_names_what_there_is() -> None:
    names = {name for name, _ in NOTIONS}
    assert all({arrow.source, arrow.target} <= names and arrow.source != arrow.target for arrow in ARROWS)
    assert len({(arrow.source, arrow.target) for arrow in ARROWS}) == len(ARROWS)


def test_every_implication_is_a_claim_or_a_definition() -> None:
    claims = registry()
    assert all(claims[arrow.claim].recorded is Status.ESTABLISHED for arrow in ARROWS if arrow.claim)
    definitions = {(arrow.source, arrow.target) for arrow in ARROWS if not arrow.claim}
    assert definitions == {("concentrated", "renyi"), ("total-variation", "approximate"), ("gaussian", "trade-off")}


@pytest.mark.parametrize(
    "call",
    [
        lambda: pure_to_approximate(-1, 0),
        lambda: pure_to_renyi(1, 1),
        lambda: approximate_to_probabilistic(1, "1/10", 1),
        lambda: approximate_to_total_variation(1, 1),
        lambda: gaussian_to_approximate(-1, 0),
        lambda: concentrated_to_approximate_upper(1, 0),
        lambda: renyi_to_approximate_attained(2, 0, 1, "1/2"),
        lambda: concentrated_to_approximate(-1, 1),
        lambda: concentrated_to_approximate(1, "-1/2"),
        lambda: concentrated_to_approximate("1e-9", 1),
        lambda: renyi_to_approximate(1, 1, 1),
        lambda: renyi_to_approximate(2, -1, 1),
        lambda: renyi_to_approximate(2, 1, "-1/2"),
    ],
)
def test_refused(call) -> None:
    with pytest.raises(DomainError):
        call()


def test_the_bound_of_one_order_is_that_of_the_printed_form() -> None:
    order, gamma, place = 5.0, 0.3, 1.1
    printed = exp((order - 1) * (gamma - place)) / (order - 1) * (1 - 1 / order) ** order
    assert float(renyi_to_approximate_upper(5, "0.3", "1.1")) == pytest.approx(printed)
