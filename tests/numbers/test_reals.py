"""Numbers as the caller wrote them are computed with, or refused in one sentence."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import mpmath
import numpy as np
import pytest
import sympy
from flint import arb
from hypothesis import given
from hypothesis import strategies as st

from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.reals import (
    PI,
    add,
    exponential,
    logarithm,
    multiply,
    power,
    rational,
    read_integer,
    read_rational,
    read_real,
    sign,
)

fractions = st.fractions(max_denominator=10**30)


@pytest.mark.parametrize(
    ("given_value", "expected"),
    [
        (3, Fraction(3)),
        (Fraction(51, 49), Fraction(51, 49)),
        (Decimal("0.998"), Fraction(499, 500)),
        (Decimal("-1e-40"), Fraction(-1, 10**40)),
        ("0.998", Fraction(499, 500)),
        ("+5", Fraction(5)),
        (" -7/3 ", Fraction(-7, 3)),
        ("007/07", Fraction(1)),
        (".5", Fraction(1, 2)),
        ("5.", Fraction(5)),
        ("1e-3", Fraction(1, 1000)),
        ("1_000", Fraction(1000)),
        ("2^3", Fraction(8)),
        ("-2**2", Fraction(-4)),
        ("2**-1", Fraction(1, 2)),
        ("1 - 1/3*2 + 0.5", Fraction(5, 6)),
        ("sqrt(4/9)", Fraction(2, 3)),
        ("(8/27)**(-2/3)", Fraction(9, 4)),
        ("exp(log(51/49))", Fraction(51, 49)),
        ("exp(2*log(3) - log(2))", Fraction(9, 2)),
        ("log(exp(1/2))", Fraction(1, 2)),
        ("log(1)", Fraction(0)),
        ("(-1)**(10**30 + 1)", Fraction(-1)),
        ("1**(10**30)", Fraction(1)),
        ("0**(10**30)", Fraction(0)),
        ("0**0", Fraction(1)),
        ("1e100000", Fraction(10**100_000)),
        ("1" * 5000, Fraction((10**5000 - 1) // 9)),
        ("1/" + "3" * 5000, Fraction(1, (10**5000 - 1) // 3)),
        (sympy.Rational(1, 3), Fraction(1, 3)),
        (sympy.Integer(7), Fraction(7)),
        (sympy.exp(sympy.log(3, evaluate=False), evaluate=False), Fraction(3)),
        (np.int8(3), Fraction(3)),
        (np.uint64(2**63), Fraction(2**63)),
        (np.str_("3/4"), Fraction(3, 4)),
    ],
)
def test_exactly_what_was_written(given_value: object, expected: Fraction) -> None:
    assert read_real(given_value).as_fraction() == expected


@pytest.mark.parametrize(
    ("given_value", "value"),
    [
        ("log(51/49)", mpmath.log(mpmath.mpf(51) / 49)),
        ("ln(25)", mpmath.log(25)),
        ("exp(3.5)", mpmath.exp(3.5)),
        ("sqrt(2)/3", mpmath.sqrt(2) / 3),
        ("pi**2/6", mpmath.pi**2 / 6),
        ("2**log(3)", 2 ** mpmath.log(3)),
        ("exp(log(2)/2)", mpmath.sqrt(2)),
        (2 * sympy.pi + sympy.log(2) ** 3, 2 * mpmath.pi + mpmath.log(2) ** 3),
        (sympy.E, mpmath.e),
        (sympy.exp(2), mpmath.exp(2)),
        (sympy.sqrt(2), mpmath.sqrt(2)),
    ],
)
def test_irrational_numbers_are_enclosed(given_value: object, value: mpmath.mpf) -> None:
    real = read_real(given_value)
    assert real.as_fraction() is None
    assert abs(float(real.ball(100).mid()) - float(value)) < 1e-14 * abs(value)
    assert real.ball(400).rel_accuracy_bits() > 350
    assert real.ball(60).overlaps(real.ball(400))
    again = read_real(str(real))
    assert again.ball(200).overlaps(real.ball(200))


@pytest.mark.parametrize(
    "given_value", [0.998, float("nan"), np.float32(1), np.float64(1), sympy.Float(1), mpmath.mpf(1)]
)
def test_a_float_is_refused_with_what_to_write(given_value: object) -> None:
    with pytest.raises(DomainError, match=r"rate must be exact: write it as a string \('"):
        read_real(given_value, "rate")


@pytest.mark.parametrize(
    ("given_value", "message"),
    [
        (True, "must be a number, got True"),
        (None, "must be an int, Fraction, Decimal, string or sympy number, got None"),
        (1j, "must be an int"),
        (b"1", "must be an int"),
        ([1], "must be an int"),
        (np.array([1, 2]), "must be an int"),
        (np.bool_(True), "must be a number, got True"),
        (np.longdouble(1), "must be an int"),
        (Decimal("NaN"), "must be finite"),
        (Decimal("sNaN"), "must be finite"),
        (Decimal("-Infinity"), "must be finite"),
        (Decimal("1e-100001"), "at most 100000 digits"),
        (Decimal("1." + "0" * 100_000 + "1"), "at most 100000 digits"),
        (sympy.I, "must be built from rationals"),
        (sympy.oo, "must be built from rationals"),
        (sympy.zoo, "must be built from rationals"),
        (sympy.nan, "must be built from rationals"),
        (sympy.Symbol("x") + 1, "must be built from rationals"),
        (sympy.Float(1) + sympy.pi, "must be built from rationals"),
        (sympy.cbrt(-8), "base of a fractional power must be >= 0"),
        ("", "must be a number such as"),
        ("  ", "must be a number such as"),
        ("nan", "must be a number such as"),
        ("inf", "must be a number such as"),
        ("1,000", "must be a number such as"),
        ("50%", "must be a number such as"),
        ("1//2", "must be a number such as"),
        ("0x10", "must be a number such as"),
        ("1j", "must be a number such as"),
        ("True", "must be a number such as"),
        ("'5'", "must be a number such as"),
        ("1 if 1 else 2", "must be a number such as"),
        ("__import__('os')", "must be a number such as"),
        ("(1).real", "must be a number such as"),
        ("log(1, 2)", "must be a number such as"),
        ("log(x=2)", "must be a number such as"),
        ("tan(1)", "must be a number such as"),
        ("e", "must be a number such as"),
        ("\x00", "must be a number such as"),
        ("\uff11\uff12", "must be a number such as"),
        ("\u0663", "must be a number such as"),
        ("1/0", "the divisor must not be zero"),
        ("5/00", "the divisor must not be zero"),
        ("0**(-1)", "the base of a negative power must not be zero"),
        ("0**pi", "the base of an irrational power must be > 0"),
        ("(-2)**log(3)", "the base of an irrational power must be > 0"),
        ("sqrt(-1)", "the base of a fractional power must be >= 0"),
        ("log(0)", "the argument of log must be positive"),
        ("log(-3)", "the argument of log must be positive"),
        ("log(log(2) - log(2))", "the argument of log must be positive"),
        ("1e100001", "at most 100000 digits"),
    ],
)
def test_everything_else_is_refused_in_words(given_value: object, message: str) -> None:
    with pytest.raises(DomainError, match=r"epsilon|base|divisor") as caught:
        read_real(given_value, "epsilon")
    assert message in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    "text",
    [
        "9**9**9**9",
        "2**(1/10**50)*0 + 9**9**9",
        "*".join(["2**3999999"] * 50),
        "1+" * 49_999 + "1",
        "-" * 50_000 + "1",
        "(" * 500 + "1" + ")" * 500,
        "1" * 100_001,
        "exp(10**7*log(2))",
    ],
)
def test_hostile_text_is_refused_at_once(text: str) -> None:
    with pytest.raises(DomainError) as caught:
        read_real(text)
    assert len(str(caught.value)) < 400


def test_huge_but_harmless_text_is_read() -> None:
    assert read_integer(10**5000) == 10**5000 == read_integer(sympy.Integer(10) ** 5000)
    assert read_rational("sqrt(1e99998)") == 10**49_999
    assert read_real("(10**20000 + 1)**(1/2)").head == "pow"
    assert read_real("2**(1/10**50)").head == "pow"
    assert not read_real("exp(exp(exp(exp(9))))").ball(64).rel_accuracy_bits() > 0


def test_integers_and_rationals_by_name() -> None:
    assert read_integer("1e3") == 1000 == read_integer(Fraction(1000))
    assert type(read_integer(np.int64(5))) is int
    with pytest.raises(DomainError, match=r"records must .*, got '1/2'"):
        read_integer("1/2", "records")
    with pytest.raises(DomainError, match=r"records must .*, got pi"):
        read_integer(sympy.pi, "records")
    with pytest.raises(DomainError, match=r"records must .*, got a very long number"):
        read_integer(Fraction(10**5000, 3), "records")
    with pytest.raises(DomainError, match=r"rate must .*, got 'log\(2\)'"):
        read_rational("log(2)", "rate")


@given(fractions)
def test_printing_and_reading_are_inverse(value: Fraction) -> None:
    assert read_rational(str(value)) == value
    assert read_rational(str(rational(value))) == value


def test_long_fractions_print() -> None:
    value = Fraction(10**5000 + 1, 3**11_000)
    assert read_rational(str(rational(value))) == value


@given(fractions, fractions)
def test_folding_is_field_arithmetic(a: Fraction, b: Fraction) -> None:
    assert add(rational(a), rational(b)).as_fraction() == a + b
    assert multiply(rational(a), rational(b)).as_fraction() == a * b
    assert multiply(rational(0), multiply(PI, rational(a))).as_fraction() == 0


@given(st.fractions(min_value=0, max_denominator=10**6), st.integers(1, 7), st.integers(-5, 5))
def test_roots_are_exact_exactly_where_they_exist(base: Fraction, degree: int, exponent: int) -> None:
    if base == 0 and exponent < 0:
        return
    assert power(rational(base**degree), rational(Fraction(exponent, degree))).as_fraction() == base**exponent
    unfolded = power(rational(base**degree + 10**60 * 7), rational(Fraction(1, degree)))
    root = unfolded.as_fraction()
    assert root is None or root**degree == base**degree + 10**60 * 7


@given(
    st.lists(st.tuples(st.integers(-4, 4), st.fractions(Fraction(1, 50), 50, max_denominator=50)), max_size=4)
)
def test_the_exponential_of_logarithms_is_rational(terms: list[tuple[int, Fraction]]) -> None:
    total, product = rational(0), Fraction(1)
    for coefficient, base in terms:
        total = add(total, multiply(rational(coefficient), logarithm(rational(base))))
        product *= base**coefficient
    assert exponential(total).as_fraction() == product


def test_signs_are_decided_or_left_open() -> None:
    assert [sign(read_real(text)) for text in ("-1/3", "0", "2", "log(2) - 7/10", "pi - 3")] == [
        -1,
        0,
        1,
        -1,
        1,
    ]
    assert sign(read_real("log(4) - 2*log(2)")) == 0
    assert sign(read_real("pi - pi")) is None
    assert read_real("log(2)").ball(64).overlaps(arb(2).log())
