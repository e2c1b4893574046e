from __future__ import annotations

import itertools
import math
import random
from fractions import Fraction
from typing import Any

import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.derivatives import derivative, text
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.ranges import RangeFunction, Span, read_box
from sdp_proofs.formulas.syntax import read
from sdp_proofs.provers.inequality import InequalityResult, prove_inequality
from sdp_proofs.provers.region import obligations
from sdp_proofs.verdict import Verdict

UPPER = "(1 + s)*log(1 + s) - s"
LOWER = "(1 - s)*log(1 - s) + s"
KL = "a*log(a/b) + (1 - a)*log((1 - a)/(1 - b))"
SQUARE = {"a": "(0, 1)", "b": "(0, 1)"}


def prove(statement: str, box: dict[str, Any], *where: str, **options: Any) -> InequalityResult:
    names = list(box)
    conditions = [Formula(condition, names) for condition in where]
    options.setdefault("seconds", math.inf)
    return prove_inequality(Formula(statement, names), box, where=conditions, **options)


@pytest.mark.parametrize(
    ("statement", "box"),
    [
        (f"{UPPER} >= s**2/3", {"s": "[0, 1]"}),
        (f"{UPPER} >= s**2/3", {"s": "[0, 9/5]"}),
        (f"{UPPER} > s**2/3", {"s": "(0, 1]"}),
        (f"{UPPER} >= s**2*0.386", {"s": "[0, 1]"}),
        (f"{UPPER} >= s**2/(2 + s)", {"s": "[0, oo)"}),
        (f"{UPPER} >= s**2/(2 + 2*s/3)", {"s": "[0, oo)"}),
        (f"{UPPER} >= s**2/(2 + 2*s/3)", {"s": "(-1, oo)"}),
        (f"{UPPER} <= s**2/2", {"s": "[0, oo)"}),
        (f"{LOWER} >= s**2/2", {"s": "[0, 1)"}),
        (f"{LOWER} >= s**2/2", {"s": "[0, 1]"}),
        (f"{KL} >= 2*(a - b)**2", SQUARE),
        (f"{KL} >= 2*(a - b)**2", {"a": "[0, 1]", "b": "(0, 1)"}),
        (f"{KL} >= 2*(a - b)**2", {"a": "[0, 1]", "b": ("1/3", "1/3")}),
        ("a*log(3*a) + (1 - a)*log((1 - a)*3/2) >= 2*(a - 1/3)**2", {"a": "[0, 1]"}),
        ("-a*log(a) - (1 - a)*log(1 - a) >= 4*a*(1 - a)*log(2)", {"a": "[0, 1]"}),
        ("-a*log(a) - (1 - a)*log(1 - a) <= log(2)", {"a": "[0, 1]"}),
        ("exp(x) >= 1 + x", {"x": "(-oo, oo)"}),
        ("exp(x) >= 1 + x + x**2/2", {"x": "[0, oo)"}),
        ("exp(x + y) >= 1 + x + y", {"x": "[0, 1]", "y": "[0, 1]"}),
        ("1 - exp(-K) <= K", {"K": "[0, oo)"}),
        ("log(1 + x) <= abs(x)", {"x": "(-1, oo)"}),
        ("log(1 + x) <= Max(x, 0)", {"x": "(-1, oo)"}),
        ("sqrt(x*y) <= (x + y)/2", {"x": "(0, 10)", "y": "(0, 10)"}),
        ("sqrt(1 + x) <= 1 + x/2", {"x": "[-1, oo)"}),
        ("x**x >= 0.69", {"x": "(0, 1]"}),
        (f"exp(-rho*H*({UPPER})) <= exp(-rho*H*s**2/3)", {"s": "[0, 1]", "rho": "(0, 1]", "H": "[1, oo)"}),
        ("And(exp(-x) > 0, exp(-x) <= 1)", {"x": "[0, oo)"}),
        ("1 < exp(x) < 3", {"x": "(0, 1]"}),
        ("x*y + z**2 >= -w", {"x": (0, 1), "y": (0, 1), "z": (0, 1), "w": (0, 1)}),
        ("x*y <= x**2/2 + y**2/2", {"x": "(-oo, oo)", "y": "(-oo, oo)"}),
        ("Implies(x >= 1, log(x) >= 0)", {"x": "(0, oo)"}),
    ],
)  # fmt: skip
def test_true_inequalities_are_proved_on_the_whole_box(statement: str, box: dict[str, Any]) -> None:
    result = prove(statement, box)
    assert result.verdict is Verdict.HOLDS, result
    assert result.method and result.engines
    assert (result.witness, result.undecided) == (None, None)


def test_a_derivative_of_odd_order_counts_with_the_other_sign_on_the_left_of_its_place() -> None:
    for statement in ("exp(-x) >= 1 - x + x**2/2", "(1 - x)*log(1 - x) + x <= x**2/2"):
        result = prove(statement, {"x": "(-oo, 0]"})
        assert result.verdict is Verdict.HOLDS
        assert result.method.startswith("Taylor's theorem of order 3 about x = 0")


@pytest.mark.parametrize(
    ("statement", "box"),
    [
        (f"{UPPER} >= s**2/3", {"s": "[0, 2]"}),
        (f"{UPPER} >= s**2/3", {"s": "[0, oo)"}),
        (f"{UPPER} > s**2/3", {"s": "[0, 1]"}),
        (f"{UPPER} >= s**2*0.387", {"s": "[0, 1]"}),
        (f"{UPPER} >= s**2/(2 + 0.6*s)", {"s": "[0, oo)"}),
        (f"{LOWER} >= s**2/1.9", {"s": "[0, 1)"}),
        (f"{LOWER} <= s**2/2", {"s": "[0, 1)"}),
        (f"{KL} >= 2.01*(a - b)**2", SQUARE),
        (f"{KL} <= 2*(a - b)**2", SQUARE),
        (f"{KL} > 2*(a - b)**2", SQUARE),
        ("a*log(3*a) + (1 - a)*log((1 - a)*3/2) >= 9/4*(a - 1/3)**2", {"a": "[0, 1]"}),
        ("exp(x) >= 1.0000001 + x", {"x": "[-1, 1]"}),
        ("exp(x) >= 1 + x + x**2/2", {"x": "[-1, 1]"}),
        ("log(1 + x) <= 0.99*abs(x)", {"x": "(-1, oo)"}),
        ("x**x >= 0.6923", {"x": "(0, 1]"}),
        ("1/x >= 0", {"x": "[-1, 1]"}),
        (f"exp(-rho*H*({UPPER})) <= exp(-H*s**2/3)", {"s": "[0, 1]", "rho": "(0, 1]", "H": "[1, oo)"}),
        ("x**2 + y**2 >= 2.01*x*y", {"x": "(-oo, oo)", "y": "(-oo, oo)"}),
    ],
)  # fmt: skip
def test_false_inequalities_are_refuted_by_a_point_that_fails(statement: str, box: dict[str, Any]) -> None:
    result = prove(statement, box)
    assert result.verdict is Verdict.FAILS, result
    assert result.witness is not None
    assert all(isinstance(value, Fraction) for value in result.witness.values())
    assert all(Span.read(span).contains(result.witness[name]) for name, span in box.items())
    assert Formula(statement, list(box)).decide(result.witness) is Verdict.FAILS


def test_the_threshold_of_a_third_is_met_from_both_sides() -> None:
    # The root of (1 + s) ln(1 + s) - s = s^2/3 is 1.816960536 (mpmath).
    assert prove(f"{UPPER} >= s**2/3", {"s": "[0, 1.81696053]"}).verdict is Verdict.HOLDS
    assert prove(f"{UPPER} >= s**2/3", {"s": "[0, 1.81696054]"}).verdict is Verdict.FAILS


@pytest.mark.slow(every=2)
@pytest.mark.parametrize(
    ("statement", "conditions", "verdict"),
    [
        (f"{KL} >= (a - b)**2/(a + b)", ("a >= b",), Verdict.HOLDS),
        (f"{KL} >= (a - b)**2/(a + b)", ("a <= b",), Verdict.FAILS),
        (f"{KL} >= (a - b)**2/(2*b)", ("a <= b",), Verdict.HOLDS),
        (f"{KL} > 2*(a - b)**2", ("a != b",), Verdict.UNKNOWN),
        ("a >= 1/2", ("a > b", "b > 1/2"), Verdict.HOLDS),
        ("a > 2/3", ("a > b", "b > 1/2"), Verdict.FAILS),
    ],
)
def test_side_conditions_restrict_the_box(statement: str, conditions: tuple[str, ...], verdict: Verdict) -> None:
    result = prove(statement, SQUARE, *conditions, boxes=2000)
    assert result.verdict is verdict, result
    if result.witness is not None:
        assert all(Formula(text, ["a", "b"]).decide(result.witness) is Verdict.HOLDS for text in conditions)


@pytest.mark.parametrize(
    ("statement", "box", "conditions", "reason"),
    [
        ("1/x >= 0", {"x": "[0, 1]"}, (), "x != 0 is not proven"),
        ("log(x - 1) <= x", {"x": "[0, 1/2]"}, (), "not defined"),
        ("sqrt(x)**2 >= -1", {"x": "[-1, 1]"}, (), "x >= 0 is not proven"),
        ("x >= 1", {"x": "[0, 1]"}, ("x > 2",), "no point"),
        ("exp(x) > 0", {"x": "[0, 1]"}, ("exp(x) < 1/2",), "no point"),
        ("log(x) <= sqrt(x)", {"x": "(0, oo)"}, (), "too small"),
    ],
)
def test_what_is_undefined_empty_or_too_hard_stays_unknown(
    statement: str, box: dict[str, Any], conditions: tuple[str, ...], reason: str
) -> None:
    result = prove(statement, box, *conditions)
    assert result.verdict is Verdict.UNKNOWN
    assert reason in result.reason


@pytest.mark.parametrize(
    ("statement", "box", "conditions", "touching"),
    [
        # A touching of odd order: the sign changes at the touching point, and the conditions hide the wrong side.
        ("exp(x) >= 1", {"x": "[-1, 1]"}, ("Or(x >= 0, And(x > -0.4, x < -0.3))",), {"x": 0}),
        # The second derivative has the right sign where the condition holds, but not on the way to the touching point.
        ("exp(x) >= 1 + x + 0.85*x**2", {"x": "[0, 1]"}, ("And(x**2 > 0.3, x**2 < 0.4)",), None),
        # A common factor that is negative in a corner.
        ("y*exp(x) >= y*(1 + x)", {"x": "[0, 1]", "y": "(-1/1000, 1]"}, (), None),
        # Strict, but touched at an interior point.
        ("exp(x) > 1 + x", {"x": "[-1, 2]"}, (), {"x": 0}),
        ("exp(x) > 1 + x", {"x": "[-1, 2]"}, (), None),
        ("x*log(x) - x > -1", {"x": "[1/10, 3]"}, (), None),
    ],
)
def test_arguments_that_almost_apply_do_not_prove(
    statement: str, box: dict[str, Any], conditions: tuple[str, ...], touching: dict[str, Any] | None
) -> None:
    result = prove(statement, box, *conditions, touching=touching)
    assert result.verdict is Verdict.FAILS, result


def test_the_range_of_a_quotient_across_a_pole_is_the_line() -> None:
    low, high = RangeFunction(read("1/x", {"x"})).over(read_box({"x": (-1, 2)})) or (None, None)
    assert (low, high) == (-math.inf, math.inf)
    assert RangeFunction(read("1/(x - x)", {"x"})).over(read_box({"x": (1, 1)})) is None


def test_an_undecided_box_is_shown_with_the_value_in_its_middle() -> None:
    # Equality is touched at ln 2, which is not rational.
    result = prove("exp(x) - 2 >= 2*(x - log(2))", {"x": "[0, 1]"})
    assert result.verdict is Verdict.UNKNOWN
    assert result.undecided is not None and result.at_middle is not None
    [span] = result.undecided.values()
    assert span.low is not None and span.high is not None
    assert abs(float((span.low + span.high) / 2) - math.log(2)) < 1e-4
    assert result.at_middle.contains(0) or result.at_middle.lower >= 0


def test_budgets_end_the_search() -> None:
    flat, box = "(x - 1/3)**2*exp(y) + exp(-9)*y >= -1/10**6", {"x": "[0, 1]", "y": "[0, 1]"}
    assert prove(flat, box).verdict is Verdict.HOLDS
    few = prove(f"{UPPER} >= s**2*0.386", {"s": "[0, 1]"}, boxes=3)
    assert few.verdict is Verdict.UNKNOWN and "number of boxes" in few.reason
    hurried = prove("log(x) <= sqrt(x)", {"x": "(0, oo)"}, seconds=0)
    assert hurried.verdict is Verdict.UNKNOWN and "time" in hurried.reason


def test_polynomials_are_left_to_z3() -> None:
    motzkin = "x**2*y**2*(x**2 + y**2 - 3) + 1 >= 0"
    result = prove(motzkin, {"x": "(-oo, oo)", "y": "(-oo, oo)"})
    assert (result.verdict, result.strength, result.engines) == (Verdict.HOLDS, "SMT", ("z3",))
    assert prove(motzkin.replace("- 3", "- 4"), {"x": "[-2, 2]", "y": "[-2, 2]"}).verdict is Verdict.FAILS


def test_a_named_touching_place_is_used() -> None:
    # Equality on the curve a = b^2, which is neither an end nor equal symbols.
    statement, box = "a*log(a/b**2) - a + b**2 >= 0", {"a": "(0, 1)", "b": "(0, 1)"}
    assert prove(statement, box, touching={"a": "b**2"}).verdict is Verdict.HOLDS
    assert prove(statement.replace("a + b**2", "1.01*a + b**2"), box, touching={"a": "b**2"}).verdict is Verdict.FAILS


@pytest.mark.parametrize(
    ("statement", "box", "message"),
    [
        ("x + 1", {"x": "[0, 1]"}, "an inequality must be given"),
        ("Eq(x, 1)", {"x": "[0, 1]"}, "must consist of"),
        ("Or(x > 0, x < 1)", {"x": "[0, 1]"}, "must consist of"),
        ("x > 0", {"x": "[1, 0]"}, "must contain a point"),
        ("x > 0", {"x": "(1, 1]"}, "must contain a point"),
        ("x > 0", {"x": "0..1"}, "must be written like"),
        ("x > 0", {"x": (0.5, 1)}, "exact"),
        ("x > 0", {"x": "[0, log(2)]"}, "rational"),
        ("factorial(x) > 0", {"x": "[0, 1]"}, "factorial"),
        ("a > 0", dict.fromkeys("abcde", "[0, 1]"), "at most 4"),
    ],
)
def test_what_is_no_inequality_on_a_box_is_refused(statement: str, box: dict[str, Any], message: str) -> None:
    with pytest.raises(DomainError, match=message):
        prove(statement, box)


def test_a_symbol_without_an_interval_is_refused() -> None:
    with pytest.raises(DomainError, match="a symbol of the box"):
        prove("x >= 0", {"x": "[0, 1]"}, touching={"y": "0"})
    with pytest.raises(DomainError, match="got none for y"):
        prove_inequality(Formula("x < y", ["x", "y"]), {"x": "[0, 1]"})


def random_term(generator: random.Random, depth: int) -> str:
    if depth == 0:
        return generator.choice(["x", "x", "y", "1", "2", "1/3"])
    left, right = random_term(generator, depth - 1), random_term(generator, depth - 1)
    return generator.choice([
        f"({left} + {right})", f"({left} - {right})", f"({left} * {right})", f"({left})**2", f"exp(-({left}))",
        f"log(1 + ({left})**2)", f"sqrt(1 + ({left})**2)", f"({left})/(1 + ({right})**2)", f"Max({left}, {right})",
        f"abs({left})", f"({left})*log(x)", f"x*log(x)*({right})",
    ])  # fmt: skip


SAMPLES = [Fraction(k, 16) for k in range(1, 17)]


@pytest.mark.parametrize("seed", range(60))
def test_no_proved_inequality_fails_at_a_point(seed: int) -> None:
    generator = random.Random(seed)
    term = random_term(generator, 3)
    shift = generator.choice(["0", "0", "1/10", "1", "-1"])
    formula = Formula(f"{term} >= {shift}", ["x", "y"])
    result = prove_inequality(formula, {"x": "(0, 1]", "y": "[0, 1]"}, boxes=300, seconds=math.inf)
    verdicts = [formula.decide({"x": x, "y": y}, 256) for x, y in itertools.product(SAMPLES, SAMPLES)]
    if result.verdict is Verdict.HOLDS:
        assert Verdict.FAILS not in verdicts, formula
    if result.verdict is Verdict.FAILS:
        assert result.witness is not None and formula.decide(result.witness) is Verdict.FAILS


@pytest.mark.parametrize("seed", range(60))
def test_ranges_contain_the_values(seed: int) -> None:
    generator = random.Random(1000 + seed)
    formula = Formula(random_term(generator, 3), ["x", "y"])
    low_x, low_y = generator.randint(0, 14), generator.randint(0, 14)
    box = read_box({"x": (Fraction(low_x, 16), "1"), "y": (Fraction(low_y, 16), "1")})
    found = RangeFunction(formula.tree).over(box)
    assert found is not None
    for x, y in itertools.product(SAMPLES[low_x:], SAMPLES[low_y:]):
        value = formula.value({"x": x, "y": y}, 256)
        if value is not None:
            assert not (value.ball < found[0]) and not (value.ball > found[1])


@pytest.mark.parametrize(
    "term",
    ["x*log(x)", "exp(-x**2)*x", "(1 - x)/(1 + x**2)", "sqrt(1 + x)/x", "x**(3/2)", "2**x", "x**x", "a*log(a/x)",
     "-(1 - x)*log((1 - x)/(1 - a))", "Sum(x**k, (k, 0, 4))", "1/x**3", "log(log(2 + x))*a"],
)  # fmt: skip
def test_derivatives_are_those_of_sympy(term: str) -> None:
    import sympy

    from sdp_proofs.provers.symbolic import decide_identity, expression

    if "Sum" in term:
        with pytest.raises(DomainError, match="no derivative"):
            derivative(read(term, {"x"}), "x")
        return
    formula = Formula(term, ["x", "a"])
    domains: dict[str, Any] = {"x": "positive", "a": "positive"}
    ours = Formula(text(derivative(formula.tree, "x")), ["x", "a"])
    theirs = sympy.diff(expression(formula, domains), sympy.Symbol("x", positive=True))
    assert sympy.simplify(expression(ours, domains) - theirs) == 0
    assert decide_identity(ours, ours, domains).verdict is Verdict.HOLDS


@pytest.mark.parametrize(
    "source", ["-x**2", "(a - (b - c))/d**-2", "Max(a, 1/3) <= abs(b) < c", "And(a < 1, Not(b > 2))"]
)
def test_the_text_of_a_tree_is_read_as_the_same_tree(source: str) -> None:
    tree = read(source, set("abcdx"))
    assert read(text(tree), set("abcdx")) == tree


def test_obligations_name_what_must_not_happen() -> None:
    found = obligations(read("a*log(a/b) + 1/(a - b)", {"a", "b"}))
    assert found is not None
    assert {(text(node), sign) for node, sign in found} == {("(a / b)", ">="), ("b", "!="), ("(a - b)", "!=")}
    assert obligations(read("x + log(0)", {"x"})) is None
    assert obligations(read("abs(x)", {"x"}), smooth=True) is None
