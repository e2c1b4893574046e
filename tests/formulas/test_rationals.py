"""Rational arithmetic and the evaluation in balls give the same answers."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import fmpq

from sdp_proofs.formulas.evaluation import Evaluation, quantity
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.rationals import UnknownError, rational_value, rational_verdict
from sdp_proofs.verdict import Verdict

XY = ("x", "y", "n")
RATIONAL = (
    "x + y - 2*n", "x*y/n", "-x**2", "x**-3", "0**0 + x", "abs(x - y)", "Max(x, y, n)", "Min(x, y)", "Max(x)",
    "floor(x)", "ceiling(y)", "factorial(n)", "binomial(n, 2)", "binomial(n, n + 1)", "binomial(n, -1)",
    "Sum(k**2/x, (k, 0, n))", "Sum(k, (k, 2, 1))", "Sum(Sum(j*k, (j, k, n)), (k, 1, n))", "7/3 - 0.998",
)  # fmt: skip
"""Terms that rational arithmetic knows at x = -7/3, y = 5/2, n = 4."""
LEFT_OPEN = (
    "x/(y - 5/2)", "(n - 4)**-1", "x**(1/2)", "2**(2**40)", "exp(x)", "factorial(x)", "factorial(-n)", "binomial(x, 1)",
    "Sum(k, (k, x, 2))", "pi*x", "sqrt(n)",
)  # fmt: skip
"""Terms that it leaves to the other way."""


def test_rational_arithmetic_and_the_other_way_agree() -> None:
    values = {"x": Fraction(-7, 3), "y": Fraction(5, 2), "n": Fraction(4)}
    point = {name: fmpq(value.numerator, value.denominator) for name, value in values.items()}
    slow = Evaluation({name: quantity(value, name) for name, value in values.items()}, 128)
    for text in RATIONAL:
        tree = Formula(text, XY).tree
        found, known = rational_value(tree, point), slow.value(tree)
        assert known is not None and known.as_fraction() == Fraction(int(found.p), int(found.q)), text
    for text in LEFT_OPEN:
        with pytest.raises(UnknownError):
            rational_value(Formula(text, XY).tree, point)
    with pytest.raises(UnknownError):
        rational_value(Formula("x + y", XY).tree, {"x": fmpq(1)})


@pytest.mark.parametrize(
    "text",
    [
        "x < y <= n", "x < y < 5/2", "And(x < 0, y > 3)", "Or(x > 0, y > 2)", "Not(x < 0)", "Implies(x > 0, y < 0)",
        "Implies(x < 0, y < 0)", "Equivalent(x < 0, y > 0)", "Equivalent(x < 0, y < 0)", "Eq(x, -7/3)", "Ne(2*y, 5)",
        "x >= y", "x > -7/3", "x >= -7/3", "Or(x < 0, log(n) < 0)", "And(x > 0, 1/(n - 4) > 0)",
    ],
)  # fmt: skip
def test_statements_on_rationals_are_decided_alike_without_balls(text: str) -> None:
    values = {"x": Fraction(-7, 3), "y": Fraction(5, 2), "n": 4}
    point = {name: fmpq(value.numerator, value.denominator) for name, value in values.items()}
    slow = Evaluation({name: quantity(value, name) for name, value in values.items()}, 128)
    tree = Formula(text, XY).tree
    assert Verdict.of(rational_verdict(tree, point)) is slow.verdict(tree) is Formula(text, XY).decide(values)
    assert Formula(text, XY).decide({**values, "x": "-7/3"}) is slow.verdict(tree)
