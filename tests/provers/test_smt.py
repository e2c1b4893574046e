from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from fractions import Fraction

import pytest
import z3

from sdp_proofs import memory
from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.provers import smt
from sdp_proofs.provers.smt import SmtResult, prove_for_all_reals
from sdp_proofs.verdict import Verdict, all_of

NAMES = ("x", "y", "z")


@pytest.fixture(autouse=True, params=["of a claim", "of none"])
def asked(request: pytest.FixtureRequest) -> Iterator[None]:
    """Questions of a claim go to one tactic in a context that they share, others to what z3 chooses."""
    with memory.of_one_claim() if request.param == "of a claim" else nullcontext():
        yield


def proved(conclusion: str, *hypotheses: str) -> SmtResult:
    return prove_for_all_reals([Formula(text, NAMES) for text in hypotheses], Formula(conclusion, NAMES))


@pytest.mark.parametrize(
    ("conclusion", "hypotheses"),
    [
        ("x**2 + y**2 >= 2*x*y", []),
        ("abs(x + y) <= abs(x) + abs(y)", []),
        ("Min(x, y) <= (x + y)/2 <= Max(x, y)", []),
        ("Max(x, y, z) >= z", []),
        ("x/y > 0", ["x > 0", "y > 0"]),
        ("x**(-2) > 1", ["0 < x < 1"]),
        ("Max(x + y - z, 0) <= Max(x - z, 0) + y", ["y >= 0"]),
        ("0.1*x + 0.2*x == 0.3*x", []),
        ("Equivalent(x > y, y < x)", []),
        ("Not(And(x > 0, x < 0))", []),
        ("x != 0", ["Or(x > 1, x < -1)"]),
        ("x > 0", ["Implies(y < 1, x > 0)", "y < 0"]),
        ("sqrt(4)*x == 2*x", []),
    ],
)
def test_true_statements_are_proved(conclusion: str, hypotheses: Sequence[str]) -> None:
    result = proved(conclusion, *hypotheses)
    assert result.verdict is Verdict.HOLDS
    assert not result.vacuous


@pytest.mark.parametrize(
    ("conclusion", "hypotheses"),
    [
        ("x**2 + y**2 > 2*x*y", []),
        ("x**2 + y**2 >= 3*x*y", []),
        ("abs(x + y) < abs(x) + abs(y)", []),
        ("x/y > 0", ["x > 0"]),
        ("x**(-2) > 1", ["0 < x <= 1"]),
        ("Max(x + y - z, 0) <= Max(x - z, 0) + y", []),
        ("Min(x, y) >= (x + y)/2", []),
        ("x**2 > 3", ["x**2 > 2", "x > 0"]),
        ("0.1*x + 0.2*x == 0.30000000000000004*x", ["x != 0"]),
        ("1 < 1", []),
    ],
)
def test_false_statements_get_a_witness_that_re_evaluates(conclusion: str, hypotheses: Sequence[str]) -> None:
    result = proved(conclusion, *hypotheses)
    assert result.verdict is Verdict.FAILS
    assert result.witness is not None
    assert Formula(conclusion, NAMES).decide(result.witness) is Verdict.FAILS
    assert all_of(Formula(text, NAMES).decide(result.witness) for text in hypotheses) is Verdict.HOLDS


@pytest.mark.parametrize("conclusion", ["x > 5", "1 < 2", "x == x"])
def test_vacuous_hypotheses_are_never_a_success(conclusion: str) -> None:
    result = proved(conclusion, "x > 0", "x < 0")
    assert result.verdict is Verdict.UNKNOWN
    assert result.vacuous
    assert result.reason


def test_a_domain_emptied_by_division_is_vacuous() -> None:
    assert proved("1 < 2", "1/(x - x) > 0").vacuous
    assert proved("x/0 == 7").vacuous
    assert proved("x > 0", "1/x > 0", "x == 0").vacuous


def test_divisors_are_reported() -> None:
    result = proved("x/x == 1")
    assert result.verdict is Verdict.HOLDS
    assert result.nonzero == ("x",)
    assert proved("x**(-1)*x == 1").nonzero == ("x",)
    assert proved("x/2 == 0.5*x").nonzero == ()


@pytest.mark.parametrize(
    ("conclusion", "hypotheses", "verdict", "nonzero"),
    [
        ("Implies(x != 0, y/x == y/x)", [], Verdict.HOLDS, ()),
        ("Or(x == 0, x/x == 1)", [], Verdict.HOLDS, ()),
        ("Or(x < 0, x/x == 1)", [], Verdict.HOLDS, ("x",)),
        ("Equivalent(1/x > 0, x > 0)", [], Verdict.HOLDS, ("x",)),
        ("x/x == 1", ["1/x**2 >= 0"], Verdict.HOLDS, ()),
        ("x/x == 1", ["Implies(y > 0, 1/x > 0)"], Verdict.HOLDS, ("x",)),
        ("x/x == 1", ["Implies(y > 0, 1/x > 0)", "y == 1"], Verdict.HOLDS, ()),
        ("y/(x*(x - 1)) == y/x/(x - 1)", ["x > 0"], Verdict.HOLDS, ("x * (x - 1)", "x - 1")),
        ("x != 0", ["1/x > 0"], Verdict.HOLDS, ()),
        ("x != 0", ["Not(1/x > 0)"], Verdict.HOLDS, ()),
        ("x != 0", ["Or(1/x > 0, y > 0)"], Verdict.FAILS, ()),
        ("Implies(x == 0, y == 5)", ["Implies(x != 0, y/x == y/x)"], Verdict.FAILS, ()),
        ("And(Implies(x == 0, y == 5), y/x == y/x)", [], Verdict.FAILS, ()),
        ("x != 0", ["x**(-1) == y"], Verdict.HOLDS, ()),
        ("1/(x - 5) < 0", ["x >= 1", "Or(x <= 4, x == 5)"], Verdict.HOLDS, ("x - 5",)),
    ],
)
def test_a_zero_divisor_makes_its_own_comparison_neither_true_nor_false(
    conclusion: str, hypotheses: Sequence[str], verdict: Verdict, nonzero: tuple[str, ...]
) -> None:
    result = proved(conclusion, *hypotheses)
    assert (result.verdict, result.nonzero) == (verdict, nonzero)
    assert result.everywhere is (verdict is Verdict.HOLDS and not nonzero)


def test_nothing_satisfies_a_statement_that_is_nowhere_defined() -> None:
    assert not proved("x/0 == 7").everywhere
    assert proved("x > 0", "x < x").everywhere


@pytest.mark.slow(every=2)
def test_patience_in_steps_does_not_read_a_clock() -> None:
    names = ("x", "y", "z")
    hard = Formula("x**6*y**4 + y**6*z**4 + z**6*x**4 + 1/7 > 3*x**4*y**3*z**3", names)
    answers = {prove_for_all_reals([], hard, steps=1).reason for _ in range(3)}
    assert answers == {"z3: max. resource limit exceeded"}


def test_a_counterexample_that_does_not_re_evaluate_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    for claimed in ({"x": Fraction(-1)}, {"x": Fraction(5)}):
        monkeypatch.setattr(smt, "_rational_model", lambda solver, variables, claimed=claimed: claimed)
        result = proved("x > 1", "x > 0")
        assert result.verdict is Verdict.UNKNOWN
        assert result.witness is None
        assert "does not re-evaluate" in result.reason


def test_irrational_counterexamples_are_not_claimed() -> None:
    result = proved("x < 1", "x**2 == 2")
    assert result.verdict is Verdict.UNKNOWN
    assert result.witness is None
    assert "irrational" in result.reason


def test_an_irrational_model_is_replaced_by_a_rational_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def root_of_two_first(solver: z3.Solver, variables: dict[str, z3.ArithRef]) -> dict[str, Fraction] | None:
        solver.push()
        solver.add(variables["x"] ** 2 == 2)
        assert solver.check() == z3.sat
        models = iter([solver.model()])
        solver.pop()
        original = solver.model
        monkeypatch.setattr(solver, "model", lambda: next(models, None) or original())
        return rational_model(solver, variables)

    rational_model = smt._rational_model
    monkeypatch.setattr(smt, "_rational_model", root_of_two_first)
    result = proved("x > 3/2", "x > 1", "y == x*x")
    assert result.verdict is Verdict.FAILS
    assert result.witness["x"] ** 2 == result.witness["y"]
    assert abs(result.witness["x"] ** 2 - 2) < Fraction(1, 100)


def test_a_witness_near_an_irrational_boundary_is_exact() -> None:
    result = proved("x**3 >= 2.001", "x**3 > 2", "x > 0")
    assert result.verdict is Verdict.FAILS
    assert 2 < result.witness["x"] ** 3 < Fraction("2.001")


@pytest.mark.slow(every=2)
def test_a_time_out_is_unknown() -> None:
    names = [f"x{index}" for index in range(9)]
    total = " + ".join(f"{name}**6" for name in names)
    mixed = " + ".join(f"{a}**3*{b}**2*{c}" for a, b, c in zip(names, names[1:], names[2:], strict=False))
    hard = Formula(f"{total} + 1 > 0.9*({mixed})", names)
    result = prove_for_all_reals([], hard, timeout_ms=300)
    assert result.verdict is Verdict.UNKNOWN
    assert result.witness is None
    assert not result.vacuous
    assert result.reason.startswith("z3:")


@pytest.mark.parametrize(
    "conclusion",
    ["exp(x) > 0", "log(x) < x", "sqrt(x) >= 0", "x**y > 0", "x**(1/2) > 0", "floor(x) <= x", "x**65 > 1"],
)
def test_statements_that_are_not_rational_are_refused(conclusion: str) -> None:
    with pytest.raises(DomainError):
        proved(conclusion)


def test_terms_and_bad_time_outs_are_refused() -> None:
    with pytest.raises(DomainError, match="statement"):
        proved("x + 1")
    with pytest.raises(DomainError, match="time-out"):
        prove_for_all_reals([], Formula("x == x", NAMES), timeout_ms=0)


def test_every_mutation_of_a_pointwise_inequality_is_refuted() -> None:
    inequality = Formula("Max(x + y, 0) <= Max(x, 0) + Max(y, 0)", NAMES)
    assert prove_for_all_reals([], inequality).verdict is Verdict.HOLDS
    mutations = {"<=": "<", "x + y": "x - y", "<= Max": "<= Min", "+ Max": "- Max", "(x, 0)": "(x, -1)"}
    for old, new in mutations.items():
        assert prove_for_all_reals([], inequality.mutate(old, new)).verdict is Verdict.FAILS, (old, new)


def test_exponents_have_a_limit() -> None:
    assert prove_for_all_reals([], Formula("x**64 >= 0", ["x"])).verdict is Verdict.HOLDS
    with pytest.raises(DomainError, match="at most 64; got 65"):
        prove_for_all_reals([], Formula("x**65 >= 0", ["x"]))


def test_a_countermodel_is_tried_again_where_the_hypotheses_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    found = smt._found

    def counted(hypotheses: Sequence[Formula], conclusion: Formula, *more: object) -> SmtResult:
        asked.append(str(conclusion))
        return found(hypotheses, conclusion, *more)

    monkeypatch.setattr(smt, "_found", counted)
    monkeypatch.setattr(smt, "_in_this_process", smt._Answers())
    with smt.countermodels_kept():
        first = proved("x < 5", "x > 3")
        again = proved("2*x < 10", "x > 3")
        assert again.verdict is Verdict.FAILS
        assert again.witness == first.witness
        assert proved("x > 2", "x > 3").verdict is Verdict.HOLDS, "the point does not refute this"
        assert proved("y*x < 20", "x > 3").verdict is Verdict.FAILS, "the point may have no y"
        assert proved("2*x < 20", "x > 3", "x < 4").verdict is Verdict.HOLDS, "other hypotheses"
        assert asked[:2] == ["x < 5", "x > 2"]
    assert proved("3*x < 15", "x > 3").verdict is Verdict.FAILS
    assert asked[-1] == "3*x < 15", "outside nothing is kept"


def test_an_excluded_divisor_is_remembered_with_its_hypotheses() -> None:
    for _ in range(2):
        assert proved("y/x > 1", "y > x", "x > 0").everywhere
        assert not proved("y/x > 1", "y > x").everywhere
        assert proved("(x - z)/(x - z) == 1", "x >= z").nonzero == ("x - z",)
        assert proved("(x - z)/(x - z) == 1", "x > z").everywhere
