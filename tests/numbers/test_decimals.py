"""A printed bound is a bound, at any exponent, and no looser than one unit of its last digit."""

from __future__ import annotations

from decimal import MAX_EMAX, MIN_EMIN, Decimal, localcontext
from fractions import Fraction

import pytest
from flint import arb, ctx, fmpz
from hypothesis import given, settings
from hypothesis import strategies as st

from sdp_proofs.errors import DomainError, PrecisionError
from sdp_proofs.numbers import decimals
from sdp_proofs.numbers.reals import fraction_ball

digits = st.integers(1, 60)
mantissas = st.integers(-(2**200), 2**200)
ordinary_exponents = st.integers(-400, 400)
huge_exponents = st.integers(-(10**7), 10**7)


def dyadic(mantissa: int, exponent: int) -> arb:
    return arb((mantissa, exponent))


def value_of(mantissa: int, exponent: int) -> Fraction:
    return Fraction(mantissa) * Fraction(2) ** exponent


def unit(text: str, count: int) -> Fraction:
    return Fraction(10) ** (Decimal(text).adjusted() - count + 1)


@given(mantissas, ordinary_exponents, digits)
def test_an_exact_point_lies_between_neighbouring_decimals(mantissa: int, exponent: int, count: int) -> None:
    ball, value = dyadic(mantissa, exponent), value_of(mantissa, exponent)
    down, up = decimals.rounded_down(ball, count), decimals.rounded_up(ball, count)
    assert Fraction(down) <= value <= Fraction(up)
    if value == 0:
        assert (down, up) == ("0", "0")
        return
    assert len(Decimal(down).normalize().as_tuple().digits) <= count
    assert Fraction(up) - Fraction(down) <= min(unit(down, count), unit(up, count)) * 10
    assert Fraction(up) - Fraction(down) <= unit(min(down, up, key=lambda t: abs(Decimal(t))), count)
    assert down == decimals.exact_decimal(value, count, upward=False)
    assert up == decimals.exact_decimal(value, count, upward=True)
    assert decimals.nearest(ball, count) == decimals.exact_nearest(value, count)


@given(st.integers(-(10**60), 10**60).filter(bool), st.integers(-5, 5), st.integers(1, 70))
def test_what_fits_is_printed_exactly(mantissa: int, shift: int, count: int) -> None:
    value = Fraction(mantissa) * Fraction(2) ** shift
    down, up = (decimals.exact_decimal(value, count, upward=upward) for upward in (False, True))
    ball = dyadic(mantissa, shift)
    assert (decimals.rounded_down(ball, count), decimals.rounded_up(ball, count)) == (down, up)
    assert (down == up) == (Fraction(down) == value)


@given(st.fractions(max_denominator=10**40), st.integers(-300, 300), digits, st.sampled_from([20, 53, 256]))
def test_a_rational_ball_is_enclosed(value: Fraction, power: int, count: int, precision: int) -> None:
    value *= Fraction(10) ** power
    with ctx.workprec(precision):
        ball = fraction_ball(value)
    assert Fraction(decimals.rounded_down(ball, count)) <= value <= Fraction(decimals.rounded_up(ball, count))
    rounded = decimals.nearest(ball, count)
    assert rounded is None or rounded == decimals.exact_nearest(value, count)


@given(mantissas, st.integers(1, 2**40), st.integers(-80, 80), st.integers(-300, 300), digits)
def test_both_ends_of_a_wide_ball_are_enclosed(
    mantissa: int, radius: int, offset: int, exponent: int, count: int
) -> None:
    ball = arb(dyadic(mantissa, exponent), dyadic(radius, exponent + offset))
    middle, reach = value_of(mantissa, exponent), value_of(radius, exponent + offset)
    assert Fraction(decimals.rounded_down(ball, count)) <= middle - reach
    assert Fraction(decimals.rounded_up(ball, count)) >= middle + reach
    rounded = decimals.nearest(ball, count)
    if rounded is not None:
        assert rounded == decimals.exact_nearest(middle - reach, count)
        assert rounded == decimals.exact_nearest(middle + reach, count)


@settings(max_examples=60, deadline=None)
@given(mantissas.filter(bool), huge_exponents, digits)
def test_huge_exponents(mantissa: int, exponent: int, count: int) -> None:
    ball = dyadic(mantissa, exponent)
    down, up = decimals.rounded_down(ball, count), decimals.rounded_up(ball, count)
    with ctx.workprec(1000):
        leading = float((abs(ball).log() / arb.const_log10()).mid())
        for text, sign in ((down, -1), (up, 1)):
            assert not (ball - decimals.parse(text, 900)) * sign > 0
            assert abs(Decimal(text).adjusted() - leading) <= 1.001
    with localcontext() as context:
        context.prec, context.Emin, context.Emax = 200, MIN_EMIN, MAX_EMAX
        scale = count - 1 - min(Decimal(down).adjusted(), Decimal(up).adjusted())
        assert down == up or Decimal(up).scaleb(scale) - Decimal(down).scaleb(scale) == 1


def test_ties_go_to_even_and_neighbours_do_not() -> None:
    assert [decimals.nearest(arb(x), 1) for x in (0.5, 1.5, 2.5, -2.5, -3.5)] == ["0.5", "2", "2", "-2", "-4"]
    assert decimals.nearest(arb(2.5), 1) == decimals.exact_nearest(Fraction(5, 2), 1)
    assert decimals.nearest(arb(9.75), 1) == "10"
    assert decimals.nearest(arb(2.5, 2.0**-200), 1) is None
    assert decimals.nearest(arb(2.625, 0.0625), 1) == "3"
    assert decimals.nearest(arb(0, 1), 3) is None
    assert decimals.nearest(arb(1, 1), 3) is None
    assert decimals.nearest(arb("nan"), 3) is None
    assert decimals.nearest(arb(0, "inf"), 3) is None
    assert decimals.nearest(arb(0), 3) == "0"


def test_the_ambient_precision_costs_nothing() -> None:
    """The balls carry 400 bits while flint's own precision is 53."""
    with ctx.workprec(400):
        third = arb(1) / 3
    for ball, sign in ((third, ""), (_negative(third), "-")):
        ends = {decimals.rounded_down(ball, 60), decimals.rounded_up(ball, 60)}
        assert ends == {sign + "0." + "3" * 60, sign + "0." + "3" * 59 + "4"}
        assert decimals.nearest(ball, 60) == sign + "0." + "3" * 60


def _negative(ball: arb) -> arb:
    with ctx.workprec(400):
        return -ball


def test_negative_parse_keeps_its_bits() -> None:
    text = "-1." + "2345678901" * 10
    assert decimals.nearest(decimals.parse(text, 400), 101) == text.rstrip("0")


@pytest.mark.parametrize("text", ["0.5", "-0.125", "3", "-1200", "1e20"])
def test_dyadic_decimals_are_parsed_exactly(text: str) -> None:
    ball = decimals.parse(text, 64)
    assert ball.is_exact()
    mantissa, exponent = ball.man_exp()
    assert value_of(int(mantissa), int(exponent)) == Fraction(text)


@pytest.mark.parametrize("text", ["1.5e-2694", "-7.25e-10000000", "3e+10000000", "1e-999999999999"])
def test_any_exponent_prints_back(text: str) -> None:
    assert decimals.nearest(decimals.parse(text, 200), 30) == text


@pytest.mark.parametrize("text", ["nan", "inf", "-Infinity", "sNaN", "", "x", "1/3"])
def test_parse_refuses_what_is_not_a_decimal(text: str) -> None:
    with pytest.raises(DomainError, match="finite decimal"):
        decimals.parse(text, 64)


@pytest.mark.parametrize("ball", [arb("nan"), arb("inf"), arb("-inf"), arb(0, "inf")])
def test_infinite_ends_are_not_printed(ball: arb) -> None:
    for rounding in (decimals.rounded_down, decimals.rounded_up):
        with pytest.raises(PrecisionError):
            rounding(ball, 10)


@pytest.mark.parametrize(
    ("mantissa", "exponent", "text"),
    [
        (1, 15, "1000000000000000"),
        (1, 16, "1e+16"),
        (12, -5, "0.00012"),
        (12, -6, "1.2e-5"),
        (12300, -2, "123"),
        (0, 7, "0"),
    ],
)
def test_notation(mantissa: int, exponent: int, text: str) -> None:
    value = Fraction(mantissa) * Fraction(10) ** exponent
    assert decimals.exact_decimal(value, 20, upward=False) == text
    assert Fraction(text) == value


def test_more_digits_than_python_prints() -> None:
    value = Fraction(1, 3)
    assert decimals.exact_decimal(value, 6000, upward=True) == "0." + "3" * 5999 + "4"
    with ctx.workprec(21_000):
        ball = fraction_ball(value)
    assert decimals.nearest(ball, 6000) == "0." + "3" * 6000
    assert decimals.fraction_text(Fraction(-1, 10**5000)) == "-1/1" + "0" * 5000
    assert decimals.integer_text(int(fmpz(10) ** 5000)) == "1" + "0" * 5000


@given(st.fractions(max_denominator=10**9), st.integers(-2000, 2000), digits)
def test_exact_fractions(value: Fraction, power: int, count: int) -> None:
    value *= Fraction(10) ** power
    down, up = (Fraction(decimals.exact_decimal(value, count, upward=upward)) for upward in (False, True))
    assert down <= value <= up
    rounded = Fraction(decimals.exact_nearest(value, count))
    assert abs(rounded - value) <= min(value - down, up - value)
