"""Enclosures contain their number, survive JSON and pickling, and refuse to be ordered."""

from __future__ import annotations

import json
import math
import operator
import pickle
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import mpmath
import pytest
import sympy
from flint import arb, ctx
from hypothesis import given
from hypothesis import strategies as st

from sdp_proofs.errors import DomainError, PrecisionError
from sdp_proofs.numbers.enclosure import EXACT_DIGITS, Enclosure
from sdp_proofs.numbers.reals import fraction_ball

fractions = st.fractions(-(10**9), 10**9, max_denominator=10**9)


def ball_of(value: Fraction, precision: int) -> arb:
    with ctx.workprec(precision):
        return fraction_ball(value)


@pytest.mark.parametrize("text", ["1.5e-2694", "2.75e-10000000", "3e+5000000", "-1.25e-2694", "0.5", "0"])
def test_json_round_trip_keeps_the_decimals(text: str) -> None:
    upper = text.replace(".5", ".75").replace("-1.25", "-1.125")
    first = Enclosure.between(text, upper)
    record = json.loads(json.dumps(first.to_json()))
    second = Enclosure.from_json(record)
    assert second.to_json() == first.to_json() == record
    assert (record["lower"], record["upper"], record["exact"]) == (text, upper, None)
    assert second.lower == Decimal(text)
    assert second.overlaps(first)


@given(fractions, st.integers(1, 60), st.sampled_from([53, 200, 700]))
def test_json_of_a_ball_is_outward_and_nested(value: Fraction, digits: int, precision: int) -> None:
    enclosure = Enclosure(ball_of(value, precision))
    record = enclosure.to_json(digits)
    lower, upper = Fraction(str(record["lower"])), Fraction(str(record["upper"]))
    assert lower <= value <= upper
    again = Enclosure.from_json(record)
    assert again.contains(value)
    assert again.contains(lower) and again.contains(upper)


@given(fractions)
def test_json_of_an_exact_value(value: Fraction) -> None:
    enclosure = Enclosure.from_json(Enclosure.of(value).to_json())
    assert enclosure.exact == value
    assert Fraction(str(enclosure.to_json()["exact"])) == value


def test_json_of_an_exact_value_with_long_parts() -> None:
    value = Fraction(10**6000 + 1, 7**9000)
    assert Enclosure.from_json(Enclosure.of(value).to_json()).exact == value


@pytest.mark.parametrize(
    "record",
    [
        {},
        {"lower": "1"},
        {"lower": "2", "upper": "1"},
        {"lower": "nan", "upper": "nan"},
        {"lower": "0", "upper": "inf"},
        {"lower": None, "upper": None},
        {"lower": "1/3", "upper": "1/2"},
        {"lower": "1", "upper": "2", "exact": "3"},
        {"lower": "1", "upper": "2", "exact": "log(3)"},
    ],
)
def test_records_that_are_none(record: dict[str, Any]) -> None:
    with pytest.raises(DomainError):
        Enclosure.from_json(record)


@given(fractions, st.sampled_from([53, 300]), st.booleans())
def test_pickling_keeps_every_bit(value: Fraction, precision: int, exact: bool) -> None:
    enclosure = Enclosure(ball_of(value, precision), value if exact else None)
    again = pickle.loads(pickle.dumps(enclosure))
    assert again.exact == enclosure.exact
    assert again.ball.mid() == enclosure.ball.mid() and again.ball.rad() == enclosure.ball.rad()


def test_pickling_at_the_edges() -> None:
    tiny = Enclosure.between("1.5e-10000000", "1.6e-10000000")
    assert pickle.loads(pickle.dumps(tiny)).to_json() == tiny.to_json()
    for ball in (arb("nan"), arb(0, "inf"), arb("inf")):
        assert not pickle.loads(pickle.dumps(Enclosure(ball))).ball.is_finite()


def test_default_digits_are_those_that_are_proven() -> None:
    third = Enclosure(ball_of(Fraction(1, 3), 1000))
    assert 298 <= third.proven_digits <= 302
    lower, upper = third.bounds()
    assert len(lower) - 2 == third.proven_digits + 2
    assert Fraction(lower) < Fraction(1, 3) < Fraction(upper)


@pytest.mark.parametrize("ball", [arb(1), arb(0), arb(3) / 4, arb((-5, 10**7)), arb((1, -(10**7)))])
def test_a_ball_without_radius_prints_at_once(ball: arb) -> None:
    enclosure = Enclosure(ball)
    assert enclosure.proven_digits == EXACT_DIGITS
    assert all(len(text) < 80 for text in (*enclosure.bounds(), str(enclosure), str(enclosure.midpoint)))


def test_a_ball_of_tiny_radius_prints_too() -> None:
    enclosure = Enclosure(arb(1, arb((1, -(10**8)))))
    assert len(enclosure.bounds()[0]) < 20_000
    assert enclosure.contains(1)
    assert not enclosure.contains(2)


@pytest.mark.parametrize("compare", [operator.lt, operator.le, operator.gt, operator.ge])
def test_enclosures_have_no_order(compare: Callable[[Any, Any], bool]) -> None:
    one, two = Enclosure.of(1), Enclosure.of(2)
    for left, right in ((one, two), (one, 2), (1, two), (one, Fraction(1, 2)), (one, 0.5)):
        with pytest.raises(TypeError, match="no order"):
            compare(left, right)


@given(fractions, fractions, st.sampled_from([operator.add, operator.sub, operator.mul, operator.truediv]))
def test_arithmetic_contains_the_result(
    a: Fraction, b: Fraction, operation: Callable[[Any, Any], Any]
) -> None:
    if operation is operator.truediv and b == 0:
        return
    expected = operation(a, b)
    for x in (Enclosure.of(a), Enclosure(ball_of(a, 60)), Enclosure(ball_of(a, 900))):
        for y in (Enclosure.of(b), Enclosure(ball_of(b, 500)), b):
            result = operation(x, y)
            assert result.contains(expected)
            assert result.exact == (
                expected if x.exact is not None and getattr(y, "exact", b) is not None else None
            )
    assert operation(a, Enclosure(ball_of(b, 900))).contains(expected)


def test_a_fraction_does_not_blunt_a_sharp_ball() -> None:
    sharp = Enclosure(ball_of(Fraction(1, 7), 3000))
    for result in (
        sharp + Fraction(1, 3),
        Fraction(1, 3) - sharp,
        Fraction(1, 3) / sharp,
        sharp * Fraction(1, 3),
    ):
        assert result.accuracy_bits > 2900


def test_dividing_by_an_enclosure_of_zero() -> None:
    with pytest.raises(PrecisionError, match="contains zero"):
        Enclosure.of(1) / Enclosure(arb(0, 1))
    with pytest.raises(PrecisionError, match="contains zero"):
        1 / Enclosure.of(0)


def test_foreign_operands_are_refused() -> None:
    with pytest.raises(TypeError):
        Enclosure.of(1) + 0.5
    with pytest.raises(DomainError, match="must be exact"):
        Enclosure.of(0.5)


def test_contains_is_exact_at_the_edge() -> None:
    ball = Enclosure(arb(1, arb((1, -30))))
    mantissa, exponent = ball.ball.rad().man_exp()
    edge = 1 + Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
    assert ball.contains(edge)
    assert ball.contains(2 - edge)
    assert not ball.contains(edge + Fraction(1, 10**400))
    assert not ball.contains(2 - edge - Fraction(1, 10**400))
    sharp = Enclosure(ball_of(Fraction(1, 3), 4000))
    assert sharp.contains("1/3")
    assert not sharp.contains(Fraction(1, 3) + Fraction(1, 10**1100))
    assert Enclosure.of("1/3").contains("1/3")
    assert not Enclosure.of("1/3").contains(Fraction(1, 3) + Fraction(1, 10**1100))


@given(fractions, st.integers(-1100, 900))
def test_float_is_the_nearest(value: Fraction, power: int) -> None:
    value *= Fraction(2) ** power
    assert float(Enclosure.of(value)) == float(value)
    assert math.isclose(float(Enclosure(ball_of(value, 300))), float(value), rel_tol=1e-15, abs_tol=5e-324)


def test_float_beyond_the_doubles() -> None:
    assert float(Enclosure.of(10**400)) == math.inf == float(Enclosure(arb(10) ** 400))
    assert float(Enclosure.of(-(10**400))) == -math.inf
    assert float(Enclosure.between("1e-10000000", "1e-10000000")) == 0.0


@given(st.integers(-(2**300), 2**300), st.integers(-(10**7), 10**7))
def test_mpf_is_the_midpoint_exactly(mantissa: int, exponent: int) -> None:
    number = Enclosure(arb((mantissa, exponent), arb((1, exponent - 10)))).to_mpf()
    sign, mpf_mantissa, mpf_exponent, _ = number._mpf_
    signed = -int(mpf_mantissa) if sign else int(mpf_mantissa)
    shift = mpf_exponent - exponent
    assert signed << shift == mantissa if shift >= 0 else signed == mantissa << -shift


def test_conversions_are_safe_at_any_exponent() -> None:
    tiny = Enclosure.between("1.5e-10000000", "1.5e-10000000")
    assert abs(mpmath.log10(tiny.to_mpf()) + 10**7 - mpmath.log10(1.5)) < 1e-6
    assert abs(tiny.log10_estimate + 10**7 - math.log10(1.5)) < 1e-6
    assert abs(sympy.log(tiny.to_sympy(), 10).evalf() + 10**7) < 1
    assert Enclosure.of("1/3").to_sympy() == sympy.Rational(1, 3)
    assert Enclosure.of(0).log10_estimate == -math.inf


def test_rounding_and_printing() -> None:
    assert Enclosure.of("2/3").rounded(3) == "0.667"
    assert Enclosure(ball_of(Fraction(2, 3), 200)).rounded(30) == "0." + "6" * 29 + "7"
    assert Enclosure(arb(1, 0.5)).rounded(3) is None
    assert str(Enclosure.of("2/3")) == "2/3"
    assert str(Enclosure(arb(1, 0.5))).startswith("[")
    assert repr(Enclosure(ball_of(Fraction(2, 3), 60))).startswith("Enclosure(0.66666")
    assert Enclosure(ball_of(Fraction(-2, 3), 100)).upper < Decimal("-0.66666666666666")
    with pytest.raises(DomainError, match="lower <= upper"):
        Enclosure.between("2", "1")


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Enclosure.of("-3/7"), r"$= -\frac{3}{7}$"),
        (Enclosure.of(12), "$= 12$"),
        (Enclosure(ball_of(Fraction(2, 3), 40)), r"$\approx 0.66666666667$"),
        (Enclosure.between("-1.5", "2.5e+30"), r"$\in [-1.5, 2.5 \cdot 10^{30}]$"),
        (Enclosure.between("1e-10000000", "2e-10000000"), r"$\in [1 \cdot 10^{-10000000}, 2 \cdot 10^{-10000000}]$"),
    ],
)
def test_a_notebook_shows_what_str_says(value: Enclosure, shown: str) -> None:
    assert value._repr_latex_() == shown
