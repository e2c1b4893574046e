"""Rational arithmetic and the evaluation in balls give the same answers."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import fmpq

from sdp_proofs.formulas.evaluation import Evaluation, fraction_of, quantity
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.numbers import reals
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


def ways(values: dict[str, Fraction]) -> tuple[Evaluation, Evaluation]:
    """Evaluations that begin in rational arithmetic, and in exact reals, where the symbols occur."""
    quick = {name: quantity(value, name) for name, value in values.items()}
    return Evaluation(quick, 128), Evaluation({name: reals.rational(value) for name, value in values.items()}, 128)


def test_rational_arithmetic_and_the_other_way_agree() -> None:
    quick, slow = ways({"x": Fraction(-7, 3), "y": Fraction(5, 2), "n": Fraction(4)})
    for text in RATIONAL:
        tree = Formula(text, XY).tree
        found = quick.value(tree)
        assert isinstance(found, fmpq) and fraction_of(found) == fraction_of(slow.value(tree)), text
    for text in LEFT_OPEN:
        tree = Formula(text, XY).tree
        found, known = quick.value(tree), slow.value(tree)
        assert not isinstance(found, fmpq), text
        assert (found is None) == (known is None), text
        if found is not None:
            assert quick.enclosure(found).overlaps(slow.enclosure(known)), text


def test_what_is_too_long_for_rational_arithmetic_is_exact_all_the_same() -> None:
    long = Fraction(3, 2) ** 50_000
    for text in ("x*x", "x/(1/x)", "x**2", "Sum(x*k, (k, 1, 3))*x/6"):
        assert Formula(text, XY).value({"x": long}).exact == long**2, text


@pytest.mark.parametrize(
    "text",
    [
        "x < y <= n", "x < y < 5/2", "And(x < 0, y > 3)", "Or(x > 0, y > 2)", "Not(x < 0)", "Implies(x > 0, y < 0)",
        "Implies(x < 0, y < 0)", "Implies(x < 0, x < 0)", "Equivalent(x > 0, x > 0)",
        "Equivalent(x < 0, y > 0)", "Equivalent(x < 0, y < 0)", "Eq(x, -7/3)", "Ne(2*y, 5)",
        "x >= y", "x > -7/3", "x >= -7/3", "Or(x < 0, log(n) < 0)", "And(x > 0, 1/(n - 4) > 0)",
    ],
)  # fmt: skip
def test_statements_on_rationals_are_decided_alike_without_balls(text: str) -> None:
    values = {"x": Fraction(-7, 3), "y": Fraction(5, 2), "n": Fraction(4)}
    quick, slow = ways(values)
    tree = Formula(text, XY).tree
    assert quick.verdict(tree) is slow.verdict(tree) is Formula(text, XY).decide(values) is not Verdict.UNKNOWN
    assert Formula(text, XY).decide({**values, "x": "-7/3"}) is slow.verdict(tree)
