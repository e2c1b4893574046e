"""Precision is raised until the digits are there, and not for ever."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import arb, ctx

from sdp_proofs.errors import DomainError, PrecisionError
from sdp_proofs.numbers.enclosure import check_digits, refine
from sdp_proofs.numbers.reals import fraction_ball


def third(bits: int) -> arb:
    with ctx.workprec(bits):
        return fraction_ball(Fraction(1, 3))


def cancelled(bits: int) -> arb:
    """exp(-300) as a difference that loses 433 bits."""
    with ctx.workprec(bits):
        return (1 + arb(-300).exp()) - 1


@pytest.mark.parametrize("digits", [1, 15, 50, 1000, 10_000])
def test_the_digits_are_reached(digits: int) -> None:
    enclosure = refine(third, digits)
    assert enclosure.rounded(digits) == ("0." + "3" * digits)
    lower, upper = (Fraction(text) for text in enclosure.bounds(min(digits, 4000)))
    assert 0 < upper - lower <= Fraction(1, 10 ** min(digits, 4000))


def test_cancellation_is_paid_for() -> None:
    tried: list[int] = []

    def compute(bits: int) -> arb:
        tried.append(bits)
        return cancelled(bits)

    assert refine(compute, 30).proven_digits >= 30
    assert len(tried) <= 4


def test_zero_is_accepted_at_once() -> None:
    tried: list[int] = []

    def zero(bits: int) -> arb:
        tried.append(bits)
        return arb(0)

    assert refine(zero, 30).bounds() == ("0", "0")
    assert len(tried) == 1


@pytest.mark.parametrize(
    "ball", [arb(0, 1), arb(1, 1e-9), arb(0, arb((1, -(10**6)))), arb("nan"), arb(0, "inf")]
)
def test_a_ball_that_never_improves_is_given_up_soon(ball: arb) -> None:
    tried: list[int] = []

    def compute(bits: int) -> arb:
        tried.append(bits)
        return ball

    with pytest.raises(PrecisionError, match="30 digits could not be proven with 400000 bits"):
        refine(compute, 30, ceiling=400_000)
    assert len(tried) < 25
    assert tried == sorted(set(tried)) and tried[-1] == 400_000
    with pytest.raises(PrecisionError):
        refine(compute, 30)


def test_the_ceiling_itself_is_tried() -> None:
    assert refine(cancelled, 10, ceiling=500).proven_digits >= 10
    with pytest.raises(PrecisionError):
        refine(cancelled, 10, ceiling=450)
    with pytest.raises(PrecisionError):
        refine(third, 10, ceiling=20)


@pytest.mark.parametrize("digits", [0, -3, 10_001])
def test_digits_out_of_reach(digits: int) -> None:
    with pytest.raises(DomainError, match=f"between 1 and 10000, got {digits}"):
        check_digits(digits)
    with pytest.raises(DomainError):
        refine(third, digits)
