from __future__ import annotations

import dataclasses
import pickle
import subprocess
import sys
from fractions import Fraction

import pytest
from flint import arb

from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.syntax import names_in
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.verdict import Verdict

HOLDS, FAILS, UNKNOWN = Verdict.HOLDS, Verdict.FAILS, Verdict.UNKNOWN
XY = ("x", "y", "n")


def decided(text: str, **values: object) -> Verdict:
    return Formula(text, XY).decide(values)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("1/3 + 1/6 == 1/2", HOLDS),
        ("0.1 + 0.2 == 0.3", HOLDS),
        ("0.1 + 0.2 != 3e-1", FAILS),
        ("Eq(0.998, 499/500)", HOLDS),
        ("Ne(1, 1)", FAILS),
        ("1 < 2 <= 2", HOLDS),
        ("1 < 2 < 2", FAILS),
        ("3 > 2 >= 2", HOLDS),
        ("-2**2 == -4", HOLDS),
        ("2**3**2 == 512", HOLDS),
        ("2**-2 == 1/4", HOLDS),
        ("0**0 == 1", HOLDS),
        ("Max(1/3, 1/2, 2/5) == 1/2", HOLDS),
        ("Min(1/3, 1/2, 2/5) == 1/3", HOLDS),
        ("abs(1/3 - 1/2) == 1/6", HOLDS),
        ("sqrt(4/9) == 2/3", HOLDS),
        ("exp(0) == 1", HOLDS),
        ("exp(3*log(2)) == 8", HOLDS),
        ("sqrt(2)**2 == 3", FAILS),
        ("22/7 > pi > 3.1415", HOLDS),
        ("floor(-1/2) == -1", HOLDS),
        ("ceiling(0.998*1000) == 998", HOLDS),
        ("ceiling(sqrt(2)*10) == 15", HOLDS),
        ("factorial(5) == 120", HOLDS),
        ("binomial(5, 2) == 10", HOLDS),
        ("binomial(2, 5) == 0", HOLDS),
        ("Sum(k**2, (k, 1, 4)) == 30", HOLDS),
        ("Sum(k, (k, 3, 2)) == 0", HOLDS),
        ("Not(1 < 2)", FAILS),
        ("not 1 < 2", FAILS),
        ("1 < 2 and 2 < 1", FAILS),
        ("Or(1 < 2, 2 < 1)", HOLDS),
        ("Implies(2 < 1, 1 == 5)", HOLDS),
        ("Implies(1 < 2, 1 == 5)", FAILS),
        ("Equivalent(1 < 2, 2 < 1)", FAILS),
        ("Equivalent(3 < 2, 2 < 1)", HOLDS),
    ],
)
def test_closed_statements_are_decided(text: str, verdict: Verdict) -> None:
    assert decided(text) is verdict


@pytest.mark.parametrize(
    "text",
    [
        "1/0 > 0",
        "1/0 == 1/0",
        "0*(1/0) == 0",
        "0**(-1) > 0",
        "log(0) < 5",
        "log(-1) < 5",
        "sqrt(-1) != 7",
        "(-8)**(1/3) == -2",
        "factorial(1/2) > 0",
        "factorial(-1) > 0",
        "0*(1/(log(4) - 2*log(2))) == 0",
        "0*(log(4) - 2*log(2))**(-1) == 0",
        "Max(1, 1/0) >= 1",
        "Sum(1/k, (k, 0, 3)) > 0",
        "Sum(1, (k, 0, 1/2)) > 0",
        "Not(1/0 > 0)",
    ],
)
def test_a_term_without_a_value_decides_nothing(text: str) -> None:
    assert decided(text) is UNKNOWN


def test_an_undefined_part_does_not_block_a_decided_one() -> None:
    guarded = "Implies(x != 0, 1/x != 0)"
    assert decided(guarded, x=0) is HOLDS
    assert decided("And(1/x > 0, x > 1)", x=0) is FAILS
    assert decided("Or(1/x > 0, x > 1)", x=0) is UNKNOWN


@pytest.mark.parametrize("text", ["x < 1/n", "x <= 1/n", "x > 1/n", "x >= 1/n", "x == 1/n", "x != 1/n"])
@pytest.mark.parametrize("x", [Fraction(1, 7), Fraction(1, 8), Fraction(1, 6)])
def test_exact_values_agree_with_python(text: str, x: Fraction) -> None:
    expected = eval(text, {"x": x, "n": Fraction(7)})
    assert decided(text, x=x, n=7) is Verdict.of(expected)
    assert decided(text, x=Enclosure.of(x), n=Enclosure.of(7)) is Verdict.of(expected)


def test_balls_decide_what_they_can() -> None:
    third = Enclosure.between("0.3333", "0.3334")
    assert decided("x < 1/2", x=third) is HOLDS
    assert decided("x > 1/2", x=third) is FAILS
    assert decided("x >= 1/2", x=third) is FAILS
    assert decided("x >= 0.3333", x=third) is not FAILS
    assert decided("x >= 1/4", x=third) is HOLDS
    assert decided("x <= 1/4", x=third) is FAILS
    assert decided("x < 1/3", x=third) is UNKNOWN
    assert decided("x == 1/3", x=third) is UNKNOWN
    assert decided("x != 1/3", x=third) is UNKNOWN
    assert decided("x == 1/2", x=third) is FAILS
    assert decided("Max(x, 1/2) == 1/2", x=third) is HOLDS
    assert decided("exp(x) < 1.396 and log(x) < -1.09", x=third) is HOLDS
    assert decided("floor(x) == 0", x=third) is HOLDS
    assert decided("ceiling(3*x) == 1", x=third) is UNKNOWN
    assert decided("x*x + sqrt(x) - abs(-x)/x**2 < 0", x=third) is HOLDS


def test_numbers_far_below_floats_are_decided() -> None:
    tiny = Enclosure.between("1e-2694", "2e-2694")
    assert decided("0 < x < 1e-2693", x=tiny) is HOLDS
    assert decided("1 - x < 1", x=tiny) is HOLDS
    assert decided("1 - x == 1", x=tiny) is FAILS


@pytest.mark.parametrize("ball", [arb("nan"), arb("inf"), arb("-inf"), arb(0, "inf")])
@pytest.mark.parametrize(
    "text", ["x < 1", "x >= 1", "exp(-x) >= 0", "x == x", "Max(x, 1) >= 1", "0*x == 0", "Not(x < 1)"]
)
def test_nan_and_infinite_balls_decide_nothing(ball: arb, text: str) -> None:
    assert decided(text, x=Enclosure(ball)) is UNKNOWN


@pytest.mark.parametrize(
    "text", ["1/x < 5", "log(x) < 5", "sqrt(x) < 5", "x**(-1) < 5", "x**(1/2) < 5", "0**x < 5"]
)
def test_balls_around_zero_do_not_crash(text: str) -> None:
    assert decided(text, x=Enclosure.between("-0.1", "0.1")) is UNKNOWN


def test_precision_grows_until_irrational_numbers_separate() -> None:
    near = "sqrt(2) > 1.41421356237309504880168872420969807856967187537694807317667973799"
    assert Formula(near).decide({}) is HOLDS
    assert Formula(near).decide({}, ceiling=64) is UNKNOWN
    assert Formula("sqrt(2)*sqrt(3) == sqrt(6)").decide({}, ceiling=512) is UNKNOWN


def test_an_exact_real_without_a_value_decides_nothing() -> None:
    assert decided("0*x == 0", x="1/(log(4) - 2*log(2))") is UNKNOWN


def test_exact_reals_stay_exact() -> None:
    assert decided("exp(x) == 25", x="log(25)") is HOLDS
    assert decided("exp(x) <= 25", x="log(25)") is HOLDS
    assert decided("exp(-x)*5 < 1/5", x="log(25)") is FAILS


def test_a_term_has_a_value_and_is_not_decided() -> None:
    term = Formula("x/3", XY)
    assert term.value({"x": 1}).exact == Fraction(1, 3)
    assert term.value({"x": Enclosure.between("1", "2")}).contains("1/2")
    assert Formula("1/x", XY).value({"x": 0}) is None
    with pytest.raises(DomainError, match="only a statement"):
        term.decide({"x": 1})
    with pytest.raises(DomainError, match="only a term"):
        Formula("x < 1", XY).value({"x": 1})


def test_missing_values_and_floats_are_refused() -> None:
    with pytest.raises(DomainError, match="got none for y"):
        decided("x < y", x=1)
    with pytest.raises(DomainError, match="must be exact"):
        decided("x < 1", x=0.5)
    assert decided("x < 1", x=0, unrelated=1) is HOLDS


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x <",
        "z < 1",
        "x = 1",
        "(x < 1) + 1 < 2",
        "And(x, 1 < 2)",
        "x in y",
        "x is y",
        "x & y",
        "x < 1 & y < 1",
        "f(x) < 1",
        "x.real < 1",
        "__import__('os') == 1",
        "exp(x, y) < 1",
        "Max() < 1",
        "binomial(n) < 1",
        "True",
        "1j < 2",
        "'a' < 'b'",
        "Sum(k, k) < 1",
        "Sum(x, (x, 0, 1)) < 1",
        "k + Sum(k, (k, 0, 1)) < 1",
        "1e999999999 > 0",
        "Eq(1, 2, 3)",
        "Not(1 < 2, 1 < 2)",
    ],
)
def test_text_that_is_not_a_formula_is_refused(text: str) -> None:
    with pytest.raises(DomainError):
        Formula(text, XY)


@pytest.mark.parametrize("name", ["exp", "Max", "a b", "", "Sum"])
def test_unusable_symbol_names_are_refused(name: str) -> None:
    with pytest.raises(DomainError, match="a symbol must be"):
        Formula("1 < 2", [name])


def test_sizes_are_bounded() -> None:
    with pytest.raises(SizeError):
        decided("Sum(1, (k, 1, 10**9)) > 0")
    with pytest.raises(SizeError):
        decided("factorial(10**9) > 0")
    assert decided("2**(10**8) > 10**7") is HOLDS


NAMES = {"all": "all", "most": "most", "x": "x", "delta": r"\delta(x)", "n": "n", "eps": r"\epsilon", "ratio": "a/b"}


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("delta < 1/n", r"\delta(x) < \frac{1}{n}"),
        ("0.998*n >= 1e-8", r"0.998 n \geq 10^{-8}"),
        ("2.5e-3 != pi", r"2.5 \cdot 10^{-3} \neq \pi"),
        ("x - (n - 1) == 0", r"x - \left(n - 1\right) = 0"),
        ("x + -n <= 0", r"x + \left(-n\right) \leq 0"),
        ("(x + 1)*n > 0", r"\left(x + 1\right) n > 0"),
        ("2*3 == 6", r"2 \cdot 3 = 6"),
        ("all*most == all*x", r"\mathrm{all} \cdot \mathrm{most} = \mathrm{all} \, x"),
        ("delta**2 + x**2 > 0", r"\left(\delta(x)\right)^{2} + x^{2} > 0"),
        ("(-x)**2 == x**(2*n)", r"\left(-x\right)^{2} = x^{2 n}"),
        ("exp(-eps) < 1", r"e^{-\epsilon} < 1"),
        ("sqrt(x) + abs(x) > log(n)", r"\sqrt{x} + \left|x\right| > \ln\left(n\right)"),
        ("Max(x, 2*n)**2 > Min(x, n)", r"\max\left(x, 2 n\right)^{2} > \min\left(x, n\right)"),
        ("factorial(n) < binomial(n, 2)", r"n! < \binom{n}{2}"),
        ("Sum(k, (k, 0, n)) > x", r"\sum_{k=0}^{n} k > x"),
        ("floor(x) < ceiling(x)", r"\left\lfloor x \right\rfloor < \left\lceil x \right\rceil"),
        ("And(0 < x < 1, Or(n > 1, n == 0))", r"0 < x < 1 \land \left(n > 1 \lor n = 0\right)"),
        ("Implies(x > 0, Not(n > x))", r"x > 0 \implies \neg\left(n > x\right)"),
        ("Implies(Implies(x > 0, n > 0), x > 1)", r"\left(x > 0 \implies n > 0\right) \implies x > 1"),
        ("Equivalent(x > 0, -x < 0)", r"x > 0 \iff -x < 0"),
        ("exp(-x/n) < x**(1/2)", r"e^{-x/n} < x^{1/2}"),
        ("exp(-x*n/(2*n**2)) < 1/n", r"e^{-x n/\left(2 n^{2}\right)} < \frac{1}{n}"),
        ("exp((x - 1)/n - -(x/n)) < 2", r"e^{\left(x - 1\right)/n - \left(-x/n\right)} < 2"),
        ("exp(x - (-x)/n + n) < 2", r"e^{x - \left(-x/n\right) + n} < 2"),
        ("exp(x/ratio) < exp(ratio/x)", r"e^{x/\left(a/b\right)} < e^{\left(a/b\right)/x}"),
        ("exp(x/(n/2)) < n**(1e-8/2.5e-3)", r"e^{\frac{x}{\frac{n}{2}}} < n^{10^{-8}/\left(2.5 \cdot 10^{-3}\right)}"),
        ("exp(2*(x/n)) < exp(1)", r"e^{2 \frac{x}{n}} < e"),
    ],
)
def test_latex(text: str, latex: str) -> None:
    assert Formula(text, NAMES).latex() == latex


def test_latex_keeps_the_value_of_the_text() -> None:
    # Two readings of a bracketless text would be different formulas with the same LaTeX.
    texts = ["x - (n - 1)", "x - n - 1", "(x/n)**2", "x/n**2", "-x**2", "(-x)**2", "x*(n + 1)", "x*n + 1"]
    texts += ["x**(n/2)", "x**n/2", "x**(n/2 + 1)", "x**(n/(2 + 1))", "x**(1 - n/2)", "x**((1 - n)/2)", "x**(2*(n/3))"]
    texts += ["x**(n/2/3)", "x**(n/(2/3))", "x**(n/(2*x))", "x**(n/2*x)", "x**((n/2)**x)", "x**(1 + -(n/2))"]
    texts += ["x**(-(n/2))", "x**(n/-2)", "x**(1/n - -n/2)", "x**(1/n - n/2)", "x**(-(1 + n)/2)", "x**(-1 + n/2)"]
    texts += ["2*(-x)", "2 - x", "-(x + 1)", "-x + 1", "x**n**2", "(x**n)**2", "2*3", "23"]
    assert len({Formula(text, NAMES).latex() for text in texts}) == len(texts)


def test_mutation_changes_exactly_one_piece() -> None:
    formula = Formula("x < 1/n", XY)
    assert str(formula.mutate("<", "<=")) == "x <= 1/n"
    assert formula.mutate("1/n", "2/n").symbols == formula.symbols
    for old, new in [(">", ">="), ("<", "<"), ("x < 1/n", "x  <  1/n"), ("n", "undeclared"), ("<", "< <")]:
        with pytest.raises(DomainError):
            formula.mutate(old, new)
    with pytest.raises(DomainError, match="exactly once"):
        Formula("x + x < 1", XY).mutate("x", "y")


def test_a_mutant_is_decided_differently() -> None:
    formula = Formula("x**2 + y**2 >= 2*x*y", XY)
    point = {"x": 1, "y": 1}
    assert formula.decide(point) is HOLDS
    assert formula.mutate(">=", ">").decide(point) is FAILS
    assert formula.mutate("2*x*y", "3*x*y").decide(point) is FAILS


def test_sides_of_a_relation() -> None:
    assert [str(side) for side in Formula("(x + 1)*2 == 2*x + 2", XY).sides()] == ["(x + 1)*2", "2*x + 2"]
    assert [str(side) for side in Formula("Eq(x, y/2)", XY).sides()] == ["x", "y/2"]
    for text in ["x < y < 1", "And(x < 1, y < 1)", "x + 1"]:
        with pytest.raises(DomainError, match="single relation"):
            Formula(text, XY).sides()


def test_formulas_are_values() -> None:
    formula = Formula("x < 1/n", {"x": r"\xi", "n": "n"})
    same = Formula("x < 1/n", {"n": "n", "x": r"\xi"})
    assert formula == same
    assert hash(formula) == hash(same)
    assert formula != Formula("x < 1/n", ["x", "n"])
    assert formula != Formula("x <= 1/n", {"x": r"\xi", "n": "n"})
    assert formula != "x < 1/n"
    copy = pickle.loads(pickle.dumps(formula))
    assert copy == formula
    assert copy.latex() == formula.latex()
    assert eval(repr(formula)) == formula
    assert Formula("y > x", XY).free == ("x", "y")
    with pytest.raises(dataclasses.FrozenInstanceError):
        formula.text = "x > 1"
    with pytest.raises(TypeError):
        formula.symbols["z"] = "z"


def test_stating_and_evaluating_formulas_imports_no_sympy() -> None:
    script = (
        "import sys; from sdp_proofs.formulas.formula import Formula; f = Formula('x < 1', ['x']); f.latex();"
        "f.decide({'x': 0}); import sdp_proofs.provers.smt, sdp_proofs.provers.symbolic;"
        "print(sorted({'sympy', 'z3', 'mpmath'} & set(sys.modules)))"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"


def test_a_notebook_shows_the_latex() -> None:
    assert Formula("x < 1/2", {"x": r"\xi"})._repr_latex_() == r"$\displaystyle \xi < \frac{1}{2}$"


def test_a_text_that_was_read_before_is_judged_by_the_symbols_of_each_formula() -> None:
    text = "Sum(x*k, (k, 1, n)) + pi < y"
    assert names_in(text) == ("x", "n", "y")
    assert Formula(text, ["n", "x", "y"]).free == ("n", "x", "y")
    assert Formula(text, ["n", "x", "y", "pi"]).free == ("n", "x", "y", "pi")
    for symbols in (["n", "x"], ["n", "x", "y", "k"]):  # y is not declared; the index is not fresh
        with pytest.raises(DomainError):
            Formula(text, symbols)
    assert Formula(text, ["n", "x", "y"]).free == ("n", "x", "y")


def test_symbols_are_those_of_formulas_alone() -> None:
    for text in ("x <", "f(x) < 1", "Sum(k, (k, 1, Sum(k, (k, 1, 2)))) < exp", "Sum(Sum(k, (k, 1, 2)), (k, 1, 3)) < 1"):
        with pytest.raises(DomainError):
            names_in(text)
    assert names_in("k + Sum(k, (k, 1, n)) < 1") == ("n",)  # `Formula` refuses it with any declaration


def test_values_that_are_no_numbers_are_refused_all_the_same() -> None:
    for value in (0.5, True, None, "many"):
        with pytest.raises(DomainError):
            Formula("x < 1", ["x"]).decide({"x": value})
    with pytest.raises(DomainError):
        Formula("Or(x < 1, y < 1)", ["x", "y"]).decide({"x": 0})
