"""The replay of counterexamples with the standard library alone: what it says of a well-formed certificate."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import comb
from operator import eq, ge, gt, le, lt, ne
from pathlib import Path
from typing import Any

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sdp_proofs.certificate import SCHEMA, CertificateError, confirm, replayed
from sdp_proofs.certificate.formula import Answer, Evaluation, Known, read
from sdp_proofs.certificate.intervals import Interval, Reals, UndecidedError, ends_of
from sdp_proofs.certificate.limits import Budget
from sdp_proofs.certificate.printing import written
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.verdict import Verdict

ROOT = Path(__file__).parents[1]
REMARK: dict[str, Any] = {
    "schema": SCHEMA,
    "claim": "remark-8",
    "locator": "Remark 8",
    "says": "Two point masses.",
    "let": [
        ["n", "13"], ["T", "6"], ["E", "42"],
        ["P", "lambda h, H: comb(H, h) * comb(n - H, T - h) / comb(n, T)"],
        ["d", "lambda H, K: sum(max(0, P(h, H) - E * P(h, K)) for h in range(T + 1))"],
        ["delta", "lambda H: max(max(d(H, K), d(K, H)) for K in (H - 1, H + 1) if 0 <= K <= n)"],
        ["worst", "max(delta(H) for H in range(n + 1))"],
        ["gap", "(n / T * (1 - 1/E) - 1)**2"],
    ],
    "given": ["E > n / (n - T)"],
    "formula": "loss <= exp(-gap*records/6) + types*exp(-records/8)",
    "at": [["loss", "==", "worst"], ["gap", "==", "gap"], ["records", "==", "n"], ["types", "==", "2"]],
}  # fmt: skip
E_CUT = 2718281828459045235360287471352662497757247093699959574966967
"""Sixty decimals of e, so that 128 bits do not tell whether e is larger."""
rationals = st.fractions(min_value=-40, max_value=40, max_denominator=1000)
sizes = st.sampled_from([64, 128, 500])


def certificate(formula: str, /, let: dict[str, str] | None = None, **at: str) -> dict[str, Any]:
    """A certificate without words and hypotheses."""
    values = [[symbol, "==", text] for symbol, text in at.items()]
    return {"let": [list(entry) for entry in (let or {}).items()], "given": [], "formula": formula, "at": values}


def of_condition(condition: str) -> dict[str, Any]:
    """A certificate that is confirmed if a condition of the language holds."""
    return certificate("x > 1", x=f"1 if {condition} else 2")


def mpf(number: Fraction) -> mpmath.mpf:
    return mpmath.mpf(number.numerator) / number.denominator


@settings(deadline=None)
@given(rationals, sizes)
def test_functions_enclose_tightly(x: Fraction, bits: int) -> None:
    reals = Reals(bits, Budget())
    with mpmath.workprec(5 * bits + 200):
        for name, function in (("exp", mpmath.exp), ("log", mpmath.log), ("sqrt", mpmath.sqrt)):
            if name == "exp" or x > 0:
                low, high = ends_of(getattr(reals, name)(x))
                true = function(mpf(x))
                error = mpmath.mpf(2) ** -(4 * bits + 100) * abs(true)  # digits of mpmath
                assert mpf(low) <= true + error
                assert mpf(high) >= true - error
                assert high - low <= Fraction(1, 2 ** (bits - 3)) * (1 + abs(high))


@settings(deadline=None)
@given(rationals, st.fractions(min_value=0, max_value=2, max_denominator=50), rationals, sizes)
def test_functions_of_intervals_contain_those_of_their_numbers(
    low: Fraction, width: Fraction, share: Fraction, bits: int
) -> None:
    reals, wide = Reals(bits, Budget()), Interval(low, low + width)
    inside = low + width * abs(share) / 40
    for function in (reals.exp, reals.log, reals.sqrt, reals.absolute, lambda x: reals.apply("**", x, Fraction(-3))):
        try:
            outer, inner = ends_of(function(wide)), ends_of(function(inside))
        except Exception as error:
            assert type(error).__name__ in ("UndecidedError", "CertificateError")  # outside the domain, or partly
            continue
        assert outer[0] <= inner[1] and inner[0] <= outer[1]


@settings(deadline=None)
@given(rationals, rationals, rationals, rationals, st.sampled_from(["+", "-", "*", "/"]))
def test_operations_on_intervals_contain_those_on_their_numbers(
    a: Fraction, b: Fraction, c: Fraction, d: Fraction, sign: str
) -> None:
    reals = Reals(64, Budget())
    left, right = Interval(min(a, b), max(a, b)), Interval(min(c, d), max(c, d))
    if sign == "/" and right.low <= 0 <= right.high:
        return
    low, high = ends_of(reals.apply(sign, left, right))
    for one in (a, b, (a + b) / 2):
        for other in (c, d, (c + d) / 2):
            assert low <= reals.apply(sign, one, other) <= high  # type: ignore[operator]


@pytest.mark.parametrize(
    ("sign", "relation"), [("<", lt), ("<=", le), (">", gt), (">=", ge), ("==", eq), ("!=", ne)]
)
def test_a_comparison_is_decided_where_all_numbers_of_the_intervals_agree(
    sign: str, relation: Callable[[Fraction, Fraction], bool]
) -> None:
    """Also of intervals that touch in one point, and of a number at the end of one."""
    reals, ends = Reals(64, Budget()), [Fraction(k) for k in range(4)]
    for low, high, lower, upper in product(ends, repeat=4):
        if low > high or lower > upper:
            continue
        halves = [Fraction(k, 2) for k in range(8)]
        some, others = ([x for x in halves if a <= x <= b] for a, b in ((low, high), (lower, upper)))
        answers = {relation(one, other) for one, other in product(some, others)}
        left, right = (a if a == b else Interval(a, b) for a, b in ((low, high), (lower, upper)))
        if len(answers) == 1:
            assert reals.compare(sign, left, right) is answers.pop()
        else:
            with pytest.raises(UndecidedError):
                reals.compare(sign, left, right)


def test_binomial_coefficients() -> None:
    reals = Reals(64, Budget())
    for n in range(9):
        for k in range(-2, 12):
            assert reals.binomial(Fraction(n), Fraction(k)) == (comb(n, k) if k >= 0 else 0)


@pytest.mark.parametrize("x", ["10**400", "1/10**400", "2**5000 + 1", "(2**5000 + 1)/2**4999", "10**300/7"])
def test_long_arguments_are_enclosed(x: str) -> None:
    root, power = f"sqrt({x})", f"exp(log({x}))"
    assert confirm(of_condition(f"{root}**2 * (1 - 1/10**30) < {x} < {root}**2 * (1 + 1/10**30)"))
    assert confirm(of_condition(f"{power} * (1 - 1/10**30) < {x} < {power} * (1 + 1/10**30)"))


def test_a_counterexample_is_confirmed_and_a_true_formula_is_not() -> None:
    assert confirm(REMARK)
    assert not confirm({**REMARK, "formula": REMARK["formula"].replace("<= exp", "<= gap + exp")})
    assert not confirm({**REMARK, "given": ["E > 43"]})
    found = replayed(REMARK)
    assert (found.met, found.answer) == ((True,), Answer.FAILS)
    assert written(found.named["gap"]) == "78961/63504"
    assert written(found.values["loss"]) == "6/13"


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("log(2) < 6931471805599453/10**16", False),
        ("log(2) > 6931471805599453/10**16", True),
        ("(1/2)**(1/2) == sqrt(1/2)", None),
        ("sqrt(4) <= 2 and sqrt(4/9) == 2/3 and exp(0) == 1 and log(1) == 0", True),
        ("2**-3 == 1/8 and 7 // 2 == 3 and 7 % 2 == 1", True),
        ("(1, 2) + (3,) == (1, 2, 3)", True),
        ("max(exp(1), 2) < min(3, exp(2))", True),
        ("not any(k * k == 2 for k in range(3))", True),
        ("running(1, (k / 2 for k in range(1, 4)))[3] == 3/4", True),
        ("len([x for x in range(4) for y in range(x)]) == 6", True),
        ("(1 if 2 > 1 else 0) == 1 and floor(-1/2) == -1 and ceil(1/3) == 1 and factorial(4) == 24", True),
        ("exp(-1000) > 0", True),
        ("comb(5, 7) == 0 and comb(5, -1) == 0", True),
        ("floor(exp(1)) == 2 and ceil(exp(1)) == 3", True),
        ("floor(exp(log(3))) <= 3", None),
        ("floor(10**200 * sqrt(2)) == ceil(10**200 * sqrt(2)) - 1", True),
        # tuples are compared element by element, with the intervals inside
        ("(sqrt(4),) == (2,)", True),
        ("(exp(0), 1) == (1, 1)", True),
        ("(sqrt(2) * sqrt(2),) == (2,)", None),
        ("(sqrt(2), 1) != (3/2, 1)", True),
        ("(sqrt(2) * sqrt(2), 1) == (2, 2)", False),
        ("((1, (exp(1),)), 2) == ((1, (exp(1),)), 2)", None),
        ("(1,) == (1, 1)", False),
        ("(sqrt(2) - sqrt(2) if 1 < 2 else 0, 1/10) == (1, 1/10)", False),
    ],
)
def test_the_language(condition: str, holds: bool | None) -> None:
    if holds is None:
        with pytest.raises(CertificateError, match="2048 bits"):
            confirm(of_condition(condition))
    else:
        assert confirm(of_condition(condition)) is holds


def test_a_lambda_knows_the_names_defined_before_it() -> None:
    let = {"y": "2", "f": "lambda x: x + y", "g": "lambda h, x: h(x) * 10", "z": "7"}
    assert confirm(certificate("a != 30", let, a="g(f, 1)"))


POINTS = [{"x": x, "y": y} for x in map(Fraction, ("0", "1/2", "1", "2", "7/3")) for y in (Fraction(-1), Fraction(2))]
FORMULAS = [
    "x < y", "x <= y", "x == y", "x != y", "Eq(x, 2)", "Ne(x, y)", "0 <= x < y <= 2", "x < 0.5", "x <= .5 + 1.",
    "And(x > 0, y > 0, x < y)", "Or(x > y, x == 0)", "Not(x > y)", "Implies(x > 1, y > 1)",
    "x > 1 and not y > 1 or x < 0",
    "Equivalent(x > 1, y > 1)", "Max(x, y, 1) < 2", "Min(x, y) <= 0", "abs(y) > x", "exp(x) > 1 + x + y",
    "log(1 + x) <= x", "sqrt(x) < y", "floor(x) == ceiling(x)", "binomial(4, 2)*x > factorial(3)", "x**2 + -y >= +x",
    "Sum(x**k/factorial(k), (k, 0, 5)) < exp(x)", "Sum(Sum(k*j, (j, 1, k)), (k, 1, 3)) > x", "Sum(k, (k, 3, 1)) == x",
    "(1 + x)**(1/3) < 1 + x/3", "x**0 == 1", "2**x < 1 + x",
]  # fmt: skip


@pytest.mark.parametrize("text", FORMULAS)
def test_formulas_mean_what_they_mean_to_the_package(text: str) -> None:
    formula, statement = Formula(text, ["x", "y"]), read(text)
    assert set(statement.symbols) == set(formula.free)
    expected = {Verdict.HOLDS: Answer.HOLDS, Verdict.FAILS: Answer.FAILS}
    seen = set()
    for point in POINTS:
        values = {name: Known(point[name], point[name]) for name in statement.symbols}
        answer = Evaluation(statement, values, Reals(256, Budget())).answer()
        assert answer is expected[formula.decide(point)]
        seen.add(answer)
    assert seen


@pytest.mark.parametrize(
    ("formula", "at", "answer"),
    [
        ("loss < b", {"loss": ">= 1/2", "b": "== 1/3"}, Answer.FAILS),
        ("loss <= b", {"loss": ">= 1/2", "b": "== 1/2"}, Answer.OPEN),
        ("loss < b", {"loss": ">= 1/2", "b": "== 1/2"}, Answer.FAILS),
        ("loss < b", {"loss": ">= 1/2", "b": "== 2/3"}, Answer.OPEN),
        ("loss >= b", {"loss": ">= 1/2", "b": "== 1/3"}, Answer.HOLDS),
        ("b > loss", {"loss": ">= 1/2", "b": "== 1/3"}, Answer.FAILS),
        ("loss > b", {"loss": "<= 1/2", "b": "== 1/2"}, Answer.FAILS),
        ("loss >= b", {"loss": "<= 1/2", "b": "== 1/2"}, Answer.OPEN),
        ("loss == b", {"loss": "<= 1/2", "b": "== 1"}, Answer.FAILS),
        ("loss == b", {"loss": "<= 1/2", "b": "== 1/2"}, Answer.OPEN),
        ("loss != b", {"loss": "<= 1/2", "b": "== 1"}, Answer.HOLDS),
        ("loss < b", {"loss": ">= 1", "b": "<= 1"}, Answer.FAILS),
        ("loss < b", {"loss": ">= 1", "b": ">= 0"}, Answer.OPEN),
        ("loss == b", {"loss": ">= 1", "b": ">= 1"}, Answer.OPEN),
        ("And(loss < b, c < b)", {"loss": ">= 1", "b": "== 1", "c": ">= 0"}, Answer.FAILS),
        ("Or(loss < b, c < b)", {"loss": ">= 1", "b": "== 1", "c": ">= 0"}, Answer.OPEN),
        ("Not(loss >= b)", {"loss": ">= 1", "b": "== 1"}, Answer.FAILS),
        ("Implies(loss >= b, c < b)", {"loss": ">= 1", "b": "== 1", "c": "== 1"}, Answer.FAILS),
        ("Equivalent(loss < b, b < 5)", {"loss": ">= 1", "b": "== 1"}, Answer.FAILS),
        ("loss < loss", {"loss": ">= 1"}, Answer.OPEN),
        ("c < loss", {"loss": "<= 1", "c": "== 1/2"}, Answer.OPEN),
        ("c <= loss", {"loss": "<= 1", "c": "== 2"}, Answer.FAILS),
        ("c > loss", {"loss": ">= 1/2", "c": "== 1"}, Answer.OPEN),
        ("c >= loss", {"loss": ">= 1/2", "c": "== 1/3"}, Answer.FAILS),
        ("c < loss", {"loss": ">= 1", "c": "<= 2"}, Answer.OPEN),
        # a part that a bound leaves open does not keep another from being decided with more digits
        ("And(loss < 2, c < d)", {"loss": ">= 1", "c": "== exp(1)", "d": f"== {E_CUT}/10**60"}, Answer.FAILS),
    ],
)
def test_bounds_decide_where_a_symbol_stands_alone(formula: str, at: dict[str, str], answer: Answer) -> None:
    values = [[symbol, *text.split()] for symbol, text in at.items()]
    found = replayed({"let": [], "given": [], "formula": formula, "at": values})
    assert found.answer is answer
    assert found.confirmed is (answer is Answer.FAILS)  # an open one is not refuted


@pytest.mark.parametrize(
    ("formula", "at", "answer"),
    [
        ("P <= E*Q", {"P": ">= 1/2", "Q": "<= 1/8", "E": "== 3"}, Answer.FAILS),
        ("P <= E*Q", {"P": ">= 1/2", "Q": "<= 1/6", "E": "== 3"}, Answer.OPEN),
        ("P <= E*Q", {"P": "<= 1/2", "Q": ">= 1/6", "E": "== 3"}, Answer.HOLDS),
        ("P <= E*Q", {"P": ">= 1/2", "Q": ">= 1/8", "E": "== 3"}, Answer.OPEN),
        ("P <= E*Q", {"P": "<= 1/2", "Q": "<= 1/8", "E": "== 3"}, Answer.OPEN),
        ("P <= Q*E + 1/100", {"P": ">= 1/2", "Q": "<= 1/8", "E": "== 3"}, Answer.FAILS),
        ("P - E*Q <= 0", {"P": ">= 1/2", "Q": "<= 1/8", "E": "== 3"}, Answer.FAILS),
        ("E*Q - P >= 0", {"P": ">= 1/2", "Q": "<= 1/8", "E": "== 3"}, Answer.FAILS),
        ("P/E <= Q", {"P": ">= 1/2", "Q": "<= 1/8", "E": "== 3"}, Answer.FAILS),
        ("P <= -E*Q", {"P": ">= 1/2", "Q": ">= -1/8", "E": "== 3"}, Answer.FAILS),
        ("P <= -E*Q", {"P": ">= 1/2", "Q": "<= -1/8", "E": "== 3"}, Answer.OPEN),
        ("P <= E*Q", {"P": ">= 1/2", "Q": "<= 1/8", "E": "== -3"}, Answer.OPEN),
        ("P <= E*Q", {"P": ">= 1/2", "Q": ">= 1/8", "E": "== -3"}, Answer.FAILS),
        ("P <= exp(1)*Q", {"P": ">= 1/2", "Q": "<= 1/8"}, Answer.FAILS),
        ("2*loss < b", {"loss": ">= 1/2", "b": "== 1"}, Answer.FAILS),
    ],
)
def test_bounds_go_through_sums_and_products_with_exact_numbers(
    formula: str, at: dict[str, str], answer: Answer
) -> None:
    values = [[symbol, *text.split()] for symbol, text in at.items()]
    assert replayed({"let": [], "given": [], "formula": formula, "at": values}).answer is answer


def test_a_bound_must_not_enter_otherwise() -> None:
    values = [["loss", ">=", "1/2"], ["b", "==", "1"]]
    for formula in ("Max(loss, 1) < b", "loss*loss < b", "b/loss < b", "loss**2 < b", "Sum(loss, (k, 1, 2)) < b"):
        with pytest.raises(CertificateError, match="known by a bound"):
            confirm({"let": [], "given": [], "formula": formula, "at": values})


def test_nothing_but_the_standard_library_is_imported(tmp_path: Path) -> None:
    import json

    file = tmp_path / "remark.json"
    file.write_text(json.dumps(REMARK), encoding="utf-8")
    # -S leaves out site-packages, so that an import from there would fail
    command = [sys.executable, "-S", "-m", "sdp_proofs.certificate", str(file)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
