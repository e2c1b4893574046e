"""The least mu of Gaussian differential privacy, beside closed forms and sums over all outcomes."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from math import comb
from statistics import NormalDist

import pytest

import sdp_proofs as sdp
from sdp_proofs.accounting import least_mu
from sdp_proofs.cli import main
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.balls import arb

NORMAL = NormalDist()


def ends(release: str, digits: int = 10) -> tuple[float, float]:
    found = sdp.measure(release, mu=True, digits=digits).value
    assert found is not None
    return float(found.lower), float(found.upper)


def mu_at(epsilon: float, delta: float) -> float:
    """The mu of the normal pair with this delta at an epsilon."""
    low, high = 1e-9, 50.0
    for _ in range(80):
        mu = (low + high) / 2
        found = NORMAL.cdf(mu / 2 - epsilon / mu) - math.exp(epsilon) * NORMAL.cdf(-mu / 2 - epsilon / mu)
        low, high = (low, mu) if found > delta else (mu, high)
    return low


@pytest.mark.parametrize(
    ("release", "truth"),
    [
        ("gaussian(sigma=2) * 9", 1.5),
        ("pure(epsilon=1)", 2 * NORMAL.inv_cdf(math.e / (1 + math.e))),  # as of Dong, Roth and Su
        ("randomised-response(truth=3/4)", 2 * NORMAL.inv_cdf(3 / 4)),
        ("laplace(scale=1)", 2 * NORMAL.inv_cdf(1 - math.exp(-1 / 2) / 2)),  # the errors are equal there
        ("exponential(epsilon=1)", mu_at(0.0, math.tanh(1 / 4))),
    ],
)
def test_closed_forms(release: str, truth: float) -> None:
    low, high = ends(release)
    assert low <= truth + 1e-12 and truth - 1e-12 <= high < low * (1 + 1e-5)


def test_all_outcomes_of_ten_answers() -> None:
    """The largest mu on a fine grid of odds, delta by the binomial sum."""
    truth, count = 0.75, 10

    def delta(odds: float) -> float:
        laws = (
            (
                comb(count, k) * truth**k * (1 - truth) ** (count - k),
                comb(count, k) * (1 - truth) ** k * truth ** (count - k),
            )
            for k in range(count + 1)
        )
        return sum(max(0.0, p - odds * q) for p, q in laws)

    places = [step / 200 for step in range(int(200 * count * math.log(3)) - 1)]
    largest = max(mu_at(place, delta(math.exp(place))) for place in places)
    low, high = ends("randomised-response(truth=3/4) * 10")
    assert largest - 1e-9 <= high < largest * (1 + 1e-4) and largest * (1 - 1e-4) < low <= high


def test_no_test_beats_the_normal_pair() -> None:
    release = "laplace(scale=2) * 2"
    _, mu = ends(release, 4)
    for rate in (0.001, 0.05, 0.3, 0.7):
        misses = float(sdp.measure(release, false_positive_rate=rate, digits=5).value.lower)  # type: ignore[union-attr]
        assert misses >= NORMAL.cdf(NORMAL.inv_cdf(1 - rate) - mu) - 1e-6


def test_a_cell_needs_its_tangent_above_its_chord() -> None:
    left, right = (Fraction(1, 10), arb("0.2")), (Fraction(2, 10), arb("0.17"))
    enough = next(mu / 1000 for mu in range(1, 2000) if least_mu._is_enough(mu / 1000, left, right))
    needed = max(mu_at(0.1, 0.2), mu_at(0.2, 0.17))
    assert needed <= enough < needed * 1.02
    assert not least_mu._is_enough(needed * 0.999, left, right)


def test_where_no_mu_is_enough_and_where_none_is_known() -> None:
    assert sdp.measure("approximate(epsilon=1, delta=1e-3)", mu=True).value is None
    for release in ("poisson(rate=0.01, gaussian(1)) * 10", "zcdp(rho=1)", "gaussian(1) + laplace(1)"):
        with pytest.raises(DomainError, match="mu must be that of normal noise alone"):
            sdp.measure(release, mu=True)


def test_the_command_says_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["account", "laplace(scale=1)", "--mu", "--check", "1.04", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["measure"], document["guarantee"]) == ("gaussian", "upper")
    assert document["valid_upper_bound"] == "HOLDS" and document["valid_lower_bound"] == "FAILS"
    assert main(["account", "laplace(scale=1)", "--mu", "--delta", "1e-5"]) == 2
    assert "must be given alone" in capsys.readouterr().err
