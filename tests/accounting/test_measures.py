"""Other measures: closed forms, sums and quadrature of the definitions, peers' numbers, brute force over all tests."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import Any

import mpmath
import pytest

import sdp_proofs as sdp
from sdp_proofs.accounting.measures import CONCENTRATED, ERROR, MISSES, RENYI, Measure, measure
from sdp_proofs.cli import main
from sdp_proofs.errors import DomainError, OptionsError
from tests.accounting.asked import question


def asked(release: str, name: str, given: str | None = None, *, digits: int = 10) -> Measure:
    return measure(question(release), name, given, digits=digits)


def side(found: Measure, direction: str) -> float:
    return next(float(one.value) for one in found.sides if one.direction == direction and one.value is not None)


@pytest.mark.parametrize(
    ("order", "printed"), [("3/2", 6.70579741e-4), ("5/2", 1.08548710e-3), ("5", 2.18075656e-3), ("50", 2.38460375e-2),
                           ("100", 1.67416308e2)]
)  # fmt: skip
def test_divergences_of_dp_accounting(order: str, printed: float) -> None:
    found = asked("poisson(rate=1/100, gaussian(sigma=5/2)) * 50", RENYI, order)
    assert found.sharp
    if Fraction(order).denominator == 1:
        assert abs(side(found, "remove") / printed - 1) < 1e-8
    else:  # between integers theirs is a chord of the logarithm of the moment, which is above
        assert side(found, "remove") < printed < side(found, "remove") * 1.04
    assert found.direction == "remove"


@pytest.mark.parametrize(
    ("order", "other", "one"),
    [("3/2", 0.05, 5.850317703374384), ("5/2", 0.05, 5.910360162307462), ("100", 0.05, 5.942307807732949),
     ("3/2", 0.3, 2.6946320226546314), ("5", 0.3, 3.11316970070507), ("50", 0.3, 3.1854244842182466)],
)  # fmt: skip
def test_divergences_of_randomised_response(order: str, other: float, one: float) -> None:
    """Values of dp_accounting, whose truth is 1 - p + p/k with k = 20 and 10."""
    types = 20 if other == 0.05 else 10
    truth = 1 - Fraction(str(other)) + Fraction(str(other)) / types
    assert abs(float(asked(f"randomised-response(truth={truth}, types={types})", RENYI, order)) - one) < 1e-9


@pytest.mark.parametrize("sigma", ["1/2", "1", "10"])
@pytest.mark.parametrize("rate", ["1/1000", "1/10", "4/5"])
@pytest.mark.parametrize("order", [2, 7, 64])
def test_divergences_at_integer_orders_are_the_sums_of_autodp(sigma: str, rate: str, order: int) -> None:
    found = asked(f"poisson(rate={rate}, gaussian(sigma={sigma})) * 3", RENYI, str(order))
    with mpmath.workdps(60):
        q, s = mpmath.mpf(Fraction(rate).numerator) / Fraction(rate).denominator, mpmath.mpf(float(Fraction(sigma)))
        terms = (
            mpmath.binomial(order, k) * (1 - q) ** (order - k) * q**k * mpmath.exp(k * (k - 1) / (2 * s * s))
            for k in range(order + 1)
        )
        truth = 3 * mpmath.log(mpmath.fsum(terms)) / (order - 1)
        value = next(one.value for one in found.sides if one.direction == "remove")
        assert value is not None
        assert mpmath.mpf(str(value.lower)) <= truth <= mpmath.mpf(str(value.upper))


@pytest.mark.parametrize("order", ["11/10", "3"])
def test_divergences_in_both_directions_by_quadrature(order: str) -> None:
    found, a = asked("poisson(rate=1/3, laplace(scale=2)) + gaussian(sigma=2)", RENYI, order), float(Fraction(order))

    def laws(x: mpmath.mpf) -> tuple[mpmath.mpf, mpmath.mpf]:
        own, other = (mpmath.exp(-abs(x - mean) / 2) / 4 for mean in (1, 0))
        return other * 2 / 3 + own / 3, other

    for name in ("remove", "add"):

        def integrand(x: mpmath.mpf, name: str = name) -> mpmath.mpf:
            p, q = laws(x) if name == "remove" else laws(x)[::-1]
            return p**a * q ** (1 - a)

        moment = mpmath.quad(integrand, [-80, -10, 0, 1, 10, 80])
        truth = float(mpmath.log(moment)) / (a - 1) + a / 8
        assert abs(side(found, name) - truth) < 1e-9


@pytest.mark.parametrize(
    ("release", "truth"),
    [
        ("gaussian(sigma=2) * 3", 3 / 8),
        ("laplace(scale=1/2)", 1 + math.exp(-2)),  # 1/b - 1 + e^(-1/b)
        ("randomised-response(truth=3/4)", math.log(3) / 2),
    ],
)
def test_order_one_is_the_mean_loss(release: str, truth: float) -> None:
    found = asked(release, RENYI, "1").value
    assert found is not None and found.proven_digits >= 10
    assert abs(float(found) - truth) < 1e-12


def test_order_one_of_samples_by_quadrature_in_both_directions() -> None:
    found = asked("poisson(rate=1/10, gaussian(sigma=1)) * 10", RENYI, "1")

    def mean_loss(x: mpmath.mpf, first: bool) -> mpmath.mpf:
        other = mpmath.npdf(x)
        own = (9 * other + mpmath.npdf(x - 1)) / 10
        return own * mpmath.log(own / other) if first else other * mpmath.log(other / own)

    for name in ("remove", "add"):
        truth = 10 * mpmath.quad(lambda x, name=name: mean_loss(x, name == "remove"), [-15, 0, 1, 15])
        assert abs(side(found, name) - truth) < 1e-10


def test_order_infinity_is_the_largest_loss() -> None:
    assert str(asked("laplace(scale=1/2) * 3", RENYI, "inf").value) == "6"
    assert asked("gaussian(sigma=1)", RENYI, "inf").value is None
    found = asked("poisson(rate=1/10, gaussian(sigma=1))", RENYI, "infinity")
    assert found.value is None and abs(side(found, "add") + math.log(9 / 10)) < 1e-9


def test_orders_of_allocations_and_of_repeated_runs_need_not_be_binary() -> None:
    low, middle, high = (side(asked("allocation(steps=3, gaussian(sigma=2))", RENYI, a), "remove") for a in
                         ("17/16", "1.1", "9/8"))  # fmt: skip
    assert low < middle < high
    with pytest.raises(DomainError, match="with known moments of this release, got 1"):
        asked("allocation(steps=3, gaussian(sigma=2))", RENYI, "1")
    bounds = [asked("repeat(mean=10, runs=poisson, gaussian(sigma=4))", RENYI, a) for a in ("35/32", "1.1", "9/8")]
    assert all(one.value is not None and not one.sharp and one.value.lower == 0 for one in bounds)
    first, second, third = (float(one.value.upper) for one in bounds)  # type: ignore[union-attr]
    assert second < first * 1.05 and third < second * 1.05


def test_what_is_known_by_a_bound_alone_is_at_most_that() -> None:
    for release, order, most in (("zcdp(rho=1/2)", "3", 1.5), ("rdp(order=4, epsilon=1) * 2", "3", 2.0)):
        found = asked(release, RENYI, order)
        assert found.value is not None
        assert not found.sharp
        assert found.value.lower == 0 and most <= float(found.value.upper) < most + 0.02
        assert found.check(str(most / 2)).upper.value == "UNKNOWN"
    with pytest.raises(DomainError, match="order must be at most that of the given bound, got 5"):
        asked("rdp(order=4, epsilon=1)", RENYI, "5")
    assert asked("approximate(epsilon=1, delta=1/10)", RENYI, "2").value is None
    with pytest.raises(DomainError, match="with known moments"):
        asked("without-replacement(batch=1, records=9, gaussian(sigma=1))", RENYI, "2")


@pytest.mark.parametrize(
    ("release", "truth"),
    [
        ("gaussian(sigma=2) * 3", 3 / 8),
        ("laplace(scale=1)", math.exp(-1)),  # at order 1: 1/b - 1 + e^(-1/b)
        ("pure(epsilon=1) * 2", 2 * math.tanh(0.5)),
        ("pure(epsilon=1) + gaussian(sigma=1)", math.tanh(0.5) + 0.5),
        ("gdp(mu=1/2)", 1 / 8),
    ],
)
def test_rho_in_closed_form(release: str, truth: float) -> None:
    found = asked(release, CONCENTRATED).value
    assert found is not None
    assert abs(float(found) - truth) < 1e-7 and float(found.lower) < truth + 1e-15
    assert float(found.upper) > truth - 1e-15


def test_rho_of_a_law_whose_worst_order_is_inside() -> None:
    """Three outputs of which the most telling one is rare: the share of the order rises, then falls."""
    first, second = (Fraction(1, 100), Fraction(49, 100), Fraction(1, 2)), (
        Fraction(1, 10000), Fraction(4999, 10000), Fraction(1, 2)
    )  # fmt: skip
    found = asked("finite(first=[1/100, 49/100, 1/2], second=[1/10000, 4999/10000, 1/2])", CONCENTRATED).value

    def share(order: float, p: tuple[Fraction, ...], q: tuple[Fraction, ...]) -> float:
        total = sum(float(a) ** order * float(b) ** (1 - order) for a, b in zip(p, q, strict=True))
        return math.log(total) / (order - 1) / order

    grid = [1 + 10 ** (k / 400) for k in range(-1600, 700)]
    truth = max(share(order, *laws) for order in grid for laws in ((first, second), (second, first)))
    assert found is not None
    assert truth - 1e-12 <= float(found.upper) < truth * (1 + 1e-5)
    assert float(found.lower) <= truth * (1 + 1e-5)


def test_a_wrong_chord_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    from sdp_proofs.accounting import measures

    whole = measures._log_moment
    monkeypatch.setattr(measures, "_log_moment", lambda direction, power, digits: whole(direction, power, digits) * 2)
    assert float(asked("laplace(scale=1)", CONCENTRATED)) > 0.7


@pytest.mark.parametrize(("mu", "rate"), [(1, "0.05"), (2, "0.1"), (2, "0.3"), (Fraction(1, 4), "0.9")])
def test_misses_of_normal_noise_are_those_of_riskcal(mu: Fraction, rate: str) -> None:
    found = asked(f"gdp(mu={mu})", MISSES, rate).value
    with mpmath.workdps(30):
        near = mpmath.sqrt(2) * mpmath.erfinv(1 - 2 * mpmath.mpf(rate)) - mpmath.mpf(Fraction(mu).numerator) / (
            Fraction(mu).denominator
        )
        truth = mpmath.ncdf(near)
        assert found is not None
        assert found.proven_digits >= 9
        assert mpmath.mpf(str(found.lower)) <= truth <= mpmath.mpf(str(found.upper))


@pytest.mark.parametrize("rate", ["1/20", "1/4", "3/5"])
def test_misses_of_finite_laws_by_all_tests(rate: str) -> None:
    """Tests that reject on a set of outputs, and the chords between them."""
    laws = {"remove": ((5, 3, 2), (2, 2, 6)), "add": ((2, 2, 6), (5, 3, 2))}
    found = asked("finite(first=[5/10, 3/10, 2/10], second=[2/10, 2/10, 6/10])", MISSES, rate, digits=6)
    for name, (p, q) in laws.items():
        points = [
            (sum(q[k] for k in chosen) / 10, 1 - sum(p[k] for k in chosen) / 10)
            for size in range(4)
            for chosen in itertools.combinations(range(3), size)
        ]
        f = float(Fraction(rate))
        truth = min(
            a[1] + (b[1] - a[1]) * (f - a[0]) / (b[0] - a[0])
            for a in points
            for b in points
            if a[0] <= f <= b[0] and a[0] < b[0]
        )
        value = next(one.value for one in found.sides if one.direction == name)
        assert value is not None
        assert float(value.lower) - 1e-12 <= truth <= float(value.upper) + 1e-12
        assert float(value.upper) - float(value.lower) < 2e-3


def test_misses_where_advantage_and_rate_meet() -> None:
    """At the rate (1 - A)/2 of a symmetric pair as many are missed."""
    advantage = sdp.measure("laplace(scale=2) * 2", advantage=True, digits=6).value
    assert advantage is not None
    rate = (1 - Fraction(str(advantage.upper))) / 2
    found = asked("laplace(scale=2) * 2", MISSES, str(rate), digits=7).value
    assert found is not None
    assert float(found.lower) - 1e-6 <= rate <= float(found.upper)
    assert float(found.upper) - float(found.lower) < 2e-3


def test_misses_of_a_bound_are_from_below_alone() -> None:
    found = asked("zcdp(rho=1/2)", MISSES, "1/10", digits=4)
    assert found.value is not None
    assert 0.4 < float(found.value.lower) < 0.53  # a mechanism of it, normal noise at distance 1, misses 0.61
    assert found.value.upper >= Fraction(9, 10)


def test_errors_with_a_prior_by_all_tests() -> None:
    p, q = (0.5, 0.3, 0.2), (0.2, 0.2, 0.6)
    for prior in ("1/5", "1/2", "7/10"):
        found = asked("finite(first=[5/10, 3/10, 2/10], second=[2/10, 2/10, 6/10])", ERROR, prior)
        w = float(Fraction(prior))
        truth = sum(min(w * a, (1 - w) * b) for a, b in zip(p, q, strict=True))
        assert abs(float(found.value.lower) - truth) < 1e-10  # type: ignore[union-attr]
        assert found.falls and found.direction == "remove"


def test_one_question_at_a_time() -> None:
    several: list[dict[str, Any]] = [{}, {"order": 2, "rho": True}, {"prior": "1/2", "advantage": True}]
    for words in several:
        with pytest.raises(OptionsError, match="exactly one of order"):
            sdp.measure("gaussian(sigma=1)", **words)
    outside: list[dict[str, Any]] = [{"order": "1/2"}, {"order": "1e9"}, {"false_positive_rate": 0}, {"prior": "x"}]
    for words in outside:
        with pytest.raises(DomainError):
            sdp.measure("gaussian(sigma=1)", **words)


def test_the_command_rounds_to_where_it_holds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["account", "gaussian(sigma=2)", "--fpr", "1/20", "--digits", "6", "--check", "0.88"]) == 1
    printed = capsys.readouterr().out
    assert "false negatives   0.873865\n" in printed  # Phi(1.64485 - 1/2) = 0.873865...
    assert main(["account", "gaussian(sigma=2)", "--rho", "--check", "1/8"]) == 0
    assert main(["account", "gaussian(sigma=2)", "--order", "8", "--delta", "1e-5"]) == 2
    assert main(["account", "gaussian(sigma=?)", "--rho"]) == 2
    assert "--rho and --mu must be given alone" in capsys.readouterr().err
