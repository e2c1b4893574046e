"""Renyi bounds alone: zCDP and RDP beside normal noise, which they bound, and beside the printed conversion."""

from __future__ import annotations

import math

import pytest

import sdp_proofs as sdp
from sdp_proofs.errors import DomainError, PrecisionError


def printed(delta: float, moment: object, most: float = 1e6) -> float:
    """The conversion of Canonne, Kamath and Steinke on a fine grid, in floats."""
    best = math.inf
    c = 1e-3
    while c < most:
        best = min(best, (moment(c) + c * math.log(c) - (1 + c) * math.log1p(c) - math.log(delta)) / c)  # type: ignore[operator]
        c *= 1.001
    return max(best, 0.0)


@pytest.mark.parametrize("rho", ["0.01", "0.5", "3"])
@pytest.mark.parametrize("delta", ["1e-5", "1e-20", "0.1"])
def test_zcdp_is_the_printed_conversion_and_no_less_than_normal_noise(rho: str, delta: str) -> None:
    bound = sdp.account(f"zcdp({rho})", delta=delta)
    expected = printed(float(delta), lambda c: c * (c + 1) * float(rho))
    assert expected * (1 - 1e-5) <= float(bound.upper) <= expected * 1.006
    assert bound.lower == 0 and bound.upper >= sdp.account(f"gaussian(sqrt(1/(2*{rho})))", delta=delta).lower


def test_rdp_stops_at_its_order() -> None:
    bound = sdp.account("rdp(order=8, epsilon=0.5) * 2", delta="1e-5")
    expected = printed(1e-5, lambda c: 2 * c * 0.5, most=7)
    assert expected * (1 - 1e-9) <= float(bound.upper) <= expected * 1.006
    assert bound.upper < sdp.account("rdp(order=4, epsilon=0.5) * 2", delta="1e-5").upper


def test_delta_at_an_epsilon_is_the_inverse() -> None:
    found = sdp.account("zcdp(0.5)", delta="1e-5").upper
    assert sdp.account("zcdp(0.5)", epsilon=str(found)).upper <= 1.01e-5  # type: ignore[operator]


@pytest.mark.parametrize("text", ["gaussian(2)", "laplace(1)", "pure(1/2)", "poisson(0.01, gaussian(1)) * 100"])
def test_what_is_composed_gives_its_own_moments(text: str) -> None:
    together, alone = (sdp.account(release, delta="1e-5").upper for release in (f"zcdp(1/8) + {text}", "zcdp(1/8)"))
    noise = sdp.account(f"gaussian(2) + {text}", delta="1e-5").lower
    assert max(noise, alone) <= together


def test_normal_noise_beside_zcdp_adds_its_rho() -> None:
    both, one = (sdp.account(text, delta="1e-5").upper for text in ("zcdp(1/8) + gaussian(2)", "zcdp(1/4)"))
    assert both == one


@pytest.mark.parametrize(
    ("text", "error", "sentence"),
    [
        ("poisson(0.1, zcdp(1))", DomainError, "known pair, got zcdp"),
        ("without-replacement(batch=1, records=9, zcdp(1))", DomainError, "equals its mirror"),
        ("rdp(order=1, epsilon=1)", DomainError, "order must be > 1"),
        ("zcdp(-1)", DomainError, "rho must be >= 0"),
        ("zcdp(1) + approximate(epsilon=1, delta=1e-6)", PrecisionError, "nothing could be proven"),
    ],
)
def test_what_a_renyi_bound_cannot_answer_is_refused(text: str, error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        sdp.account(text, delta="1e-5")


def test_events_and_measurements_in_zcdp_are_read() -> None:
    event = {"class_name": "ZCDpEvent", "rho": "0.125", "xi": "0"}
    assert sdp.account(event, delta="1e-5").upper == sdp.account("zcdp(1/8)", delta="1e-5").upper
    with pytest.raises(DomainError, match="xi = 0"):
        sdp.account({**event, "xi": "1"}, delta="1e-5")
    assert sdp.ZcdpBudget(1).allows("zcdp(1/2) * 2") and not sdp.ZcdpBudget(1).allows("zcdp(1/2) * 3")
