"""Domains of terms: with the evaluator of formulas as the judge, and what an undefined power would prove."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.evaluation import Evaluation
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.syntax import names_in
from sdp_proofs.proving.checks import by_identity, by_solver
from sdp_proofs.proving.premises import cite
from sdp_proofs.proving.terms import counted, definedness, follows_at_once
from sdp_proofs.verdict import Verdict
from tests.proving.test_premises import status, toy

TERMS = (
    "x**k", "x**(-k)", "(x - 1)**(k + 1)", "x**(1/2)", "x**(-1/2)", "x**-2", "2**x", "exp(x)**k", "1/(x*k)",
    "log(x)*sqrt(k)", "log(x - 1)/k", "binomial(n, k)", "factorial(n)", "n**k", "(x**k)**n", "x**(k*n)", "sqrt(x)**k",
    "Sum(x**j, (j, 0, n))", "Sum(x**j/k, (j, 1, n))", "Max(x, 0)**k",
)  # fmt: skip
REALS = [Fraction(text) for text in ("-2", "-1", "-1/2", "0", "1/2", "1", "2")]
INTEGERS = [Fraction(number) for number in (-2, -1, 0, 1, 2)]


def test_what_a_factorial_in_a_sum_counts_is_an_integer_and_its_index_is_bound() -> None:
    assert counted(Formula("Sum(x*binomial(n, j), (j, 0, m))", ["x", "n", "m"])) == {"n", "m"}


def test_what_no_solver_decides_does_not_follow_at_once() -> None:
    assert not follows_at_once("exp(x) - 1 > 0", ())


def test_an_index_that_begins_below_zero_is_not_natural() -> None:
    with pytest.raises(DomainError, match="every term of a sum must have a value"):
        definedness(Formula("Sum(x**j, (j, -1, n))", ["x", "n"]), frozenset("n"))


@pytest.mark.parametrize("text", TERMS)
@pytest.mark.parametrize("integers", [frozenset("nk"), frozenset("n")])
def test_where_the_conditions_hold_a_term_has_a_value(text: str, integers: frozenset[str]) -> None:
    term = Formula(text, names_in(text))
    whole = integers | counted(term)
    conditions = [Formula(need, names_in(need)) for need in definedness(term, whole)]
    met = 0
    for values in product(*(INTEGERS if name in whole else REALS for name in term.free)):
        at = dict(zip(term.free, values, strict=True))
        if all(one.decide({name: at[name] for name in one.free}) is Verdict.HOLDS for one in conditions):
            met += 1
            assert Evaluation({name: exact(value) for name, value in at.items()}, 64).value(term.tree) is not None, at
    assert met > 0


def exact(value: Fraction) -> object:
    from sdp_proofs.numbers import reals

    return reals.rational(value)


def test_a_power_without_a_value_proves_nothing() -> None:
    """x^k x^-k = 1 says nothing of x = 0: with 0^k = 0 for k > 0 it would prove that no number is positive."""
    inverse = toy("inverse", "x**k*x**(-k) == 1", ["x", "k"], by_identity("so", ["x", "k"]), wrong="x**k*x**(-k) == 2")
    zero = toy("zero", "0**k == 0", ["k"], by_identity("so", "positive k"), wrong="0**k == 1")
    proof = by_solver("so", [cite("inverse", {"x": "0"}), cite("zero")])
    assert status(inverse, zero) == "established"
    assert status(inverse, zero, toy("never", "k <= 0", ["k"], proof)) == "open"


def test_a_binomial_coefficient_is_one_of_integers() -> None:
    rows = toy("rows", "Eq(binomial(n, 1), n)", ["n"], by_identity("so", ["n"]), wrong="Eq(binomial(n, 1), n + 1)")
    cited = by_solver("so", ["n >= 0", cite("rows")])
    assert status(rows, toy("reals", "Eq(binomial(n, 1), n)", ["n"], cited)) == "open"
    assert status(rows, toy("whole", "Eq(binomial(n, 1), n)", ["n"], cited, integers=frozenset("n"))) == "established"


@pytest.mark.parametrize(("text", "needs"), [
    ("x**(-1)", "x != 0"), ("x**0", ""), ("x**1", ""), ("x**(1/2)", "x >= 0"), ("binomial(x, 2)", "x >= 0"),
    ("binomial(2, x)", ""), ("Sum(y**j, (j, 0, n))", ""),
])  # fmt: skip
def test_what_a_term_needs(text: str, needs: str) -> None:
    assert ", ".join(definedness(Formula(text, names_in(text)))) == needs


def test_a_condition_on_the_index_of_a_sum_is_refused() -> None:
    with pytest.raises(DomainError, match="must have a value by its form; open for j is"):
        definedness(Formula("Sum(1/(x - j), (j, 0, 3))", ["x"]))


def test_an_index_that_may_be_negative_is_no_exponent() -> None:
    with pytest.raises(DomainError, match="must have a value by its form; open for j is"):
        definedness(Formula("Sum(y**j, (j, m, n))", ["y", "m", "n"]))
