from __future__ import annotations

from fractions import Fraction

import pytest
import sympy

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.provers import symbolic
from sdp_proofs.provers.symbolic import decide_identity, expression
from sdp_proofs.verdict import Verdict

COUNTS = {"n": "natural", "k": "natural"}


@pytest.mark.parametrize(
    ("left", "right", "symbols"),
    [
        ("(x + y)**2", "x**2 + 2*x*y + y**2", ["x", "y"]),
        ("x/(x + 1) + 1/(x + 1)", "1", ["x"]),
        ("0.1*x + 0.2*x", "0.3*x", ["x"]),
        ("1/(1 - x) - 1/(1 + x)", "2*x/(1 - x**2)", ["x"]),
        ("factorial(n + 1)/factorial(n)", "n + 1", {"n": "natural"}),
        ("binomial(n, k)*k", "n*binomial(n - 1, k - 1)", COUNTS),
        ("binomial(n, k)/binomial(n, k - 1)", "(n - k + 1)/k", COUNTS),
        ("Sum(k**2, (k, 1, n))", "n*(n + 1)*(2*n + 1)/6", {"n": "natural"}),
        ("Sum(binomial(n, k), (k, 0, n))", "2**n", {"n": "natural"}),
        ("exp(x + y)", "exp(x)*exp(y)", ["x", "y"]),
        ("log(x*y)", "log(x) + log(y)", {"x": "positive", "y": "positive"}),
        ("Max(x, y)", "(x + y + abs(x - y))/2", ["x", "y"]),
        ("sqrt(x**2)", "abs(x)", ["x"]),
        ("floor(n)", "n", {"n": "integer"}),
        ("(-1)**(2*n)", "1", {"n": "integer"}),
    ],
)
def test_identities_are_proved(left: str, right: str, symbols: object) -> None:
    result = decide_identity(left, right, symbols)
    assert result.verdict is Verdict.HOLDS
    assert result.witness is None
    assert result.proved_by
    assert result.points >= result.exact_points >= 1


@pytest.mark.parametrize(
    ("left", "right", "symbols"),
    [
        ("(x + y)**2", "x**2 + y**2", ["x", "y"]),
        ("1/(1 - x) - 1/(1 + x)", "2*x/(1 + x**2)", ["x"]),
        ("0.1*x", "x/11", ["x"]),
        ("factorial(n + 1)/factorial(n)", "n", {"n": "natural"}),
        ("binomial(n, k)*k", "n*binomial(n - 1, k)", COUNTS),
        ("Sum(k**2, (k, 0, n))", "n*(n + 1)*(2*n - 1)/6", {"n": "natural"}),
        ("exp(x + y)", "exp(x) + exp(y)", ["x", "y"]),
        ("sqrt(x**2)", "x", ["x"]),
        ("0**n", "0", {"n": "natural"}),
        ("abs(n)", "n", {"n": "integer"}),
    ],
)
def test_false_identities_are_refuted_by_a_point(left: str, right: str, symbols: object) -> None:
    result = decide_identity(left, right, symbols)
    assert result.verdict is Verdict.FAILS
    assert result.witness is not None
    assert all(type(value) is Fraction for value in result.witness.values())
    equation = Formula(f"({left}) == ({right})", tuple(symbols))
    assert equation.decide(result.witness) is Verdict.FAILS


def test_an_identity_that_holds_at_every_small_point_is_still_refuted() -> None:
    product = "*".join(f"(n - {root})" for root in range(14))
    result = decide_identity(product, "0", {"n": "natural"})
    assert result.verdict is Verdict.FAILS
    assert result.witness["n"] > 13


def test_a_wrong_proof_of_sympy_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(symbolic, "_proof", lambda difference: "a defect")
    assert decide_identity("x", "x + 1/1000000", ["x"]).verdict is Verdict.FAILS


def test_a_true_identity_without_a_proof_stays_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(symbolic, "_proof", lambda difference: "")
    result = decide_identity("factorial(n + 1)", "(n + 1)*factorial(n)", {"n": "natural"})
    assert result.verdict is Verdict.UNKNOWN
    assert result.exact_points > 0


def test_sides_that_are_nowhere_defined_are_not_equal() -> None:
    assert decide_identity("log(-1 - x**2)", "log(-1 - x**2)", ["x"]).verdict is Verdict.UNKNOWN
    assert decide_identity("x/0", "x/0", ["x"]).verdict is Verdict.UNKNOWN


def test_only_points_of_the_domain_refute() -> None:
    inside = Formula("x >= 0", ["x"])
    assert decide_identity("abs(x)", "x", ["x"]).verdict is Verdict.FAILS
    assert decide_identity("abs(x)", "x", {"x": "positive"}).verdict is Verdict.HOLDS
    assert decide_identity("abs(x)", "x", ["x"], where=[inside]).verdict is Verdict.UNKNOWN
    nowhere = Formula("x**2 < 0", ["x"])
    assert decide_identity("x", "x", ["x"], where=[nowhere]).verdict is Verdict.UNKNOWN


def test_sides_may_be_formulas_or_sympy_expressions() -> None:
    x = sympy.Symbol("x")
    assert decide_identity((x + 1) ** 2, "x**2 + 2*x + 1", ["x"]).verdict is Verdict.HOLDS
    left, right = Formula("x*(x + 1) == x**2 + x", ["x"]).sides()
    assert decide_identity(left, right, ["x"]).verdict is Verdict.HOLDS
    mutant = Formula("x*(x + 1) == x**2 + x", ["x"]).mutate("+ x", "- x")
    assert decide_identity(*mutant.sides(), ["x"]).verdict is Verdict.FAILS


def test_bad_input_is_refused() -> None:
    with pytest.raises(DomainError, match="floats"):
        decide_identity(sympy.Symbol("x") * 0.5, "x/2", ["x"])
    with pytest.raises(DomainError, match="declared"):
        decide_identity("x", "z", ["x"])
    with pytest.raises(DomainError, match="must be a term"):
        decide_identity("x < 1", "x", ["x"])
    with pytest.raises(DomainError, match="a domain must be"):
        decide_identity("x", "x", {"x": "complex"})


def test_expression_carries_exact_numbers_and_assumptions() -> None:
    result = expression(Formula("0.998*x + pi - abs(n)", ["x", "n"]), {"x": "positive", "n": "natural"})
    x, n = sympy.Symbol("x", positive=True), sympy.Symbol("n", integer=True, nonnegative=True)
    assert result == sympy.Rational(499, 500) * x + sympy.pi - n
    with pytest.raises(DomainError, match="a term must be given"):
        expression(Formula("x < 1", ["x"]))


def test_points_lie_in_their_domains() -> None:
    """A point outside would refute an identity that holds."""
    domains = {"a": "integer", "b": "natural", "c": "positive", "d": "real"}
    points = list(symbolic._points(domains, 3))
    for name in ("a", "b"):
        assert all(point[name].denominator == 1 for point in points)
    assert min(point["a"] for point in points) < 0 <= min(point["b"] for point in points)
    assert min(point["c"] for point in points) > 0
    assert {0, 1} <= {point["b"] for point in points}
    assert any(point["c"].denominator > 1 and point["d"].denominator > 1 for point in points)
