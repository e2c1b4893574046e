from __future__ import annotations

from fractions import Fraction

import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.ledger import Check, Coverage, Method, Relation, Rule, Step, run_derivation
from sdp_proofs.papers.smoothed_dp.appendix_e1 import HYPERGEOMETRIC_TAIL, of_a_pair
from sdp_proofs.proving.chains import about, in_steps
from sdp_proofs.proving.checks import by_identity, by_solver, on_box
from sdp_proofs.proving.instances import on_instances
from sdp_proofs.proving.section import assertion, line
from sdp_proofs.verdict import Verdict
from tests.proving.test_premises import toy

X = ["x"]
IDENTITY = by_identity("all reals", X)
SOLVER = by_solver("beyond one", "x > 1")
BOX = on_box("the unit interval", {"x": "[0, 1]"})
GRID = on_instances(
    Method.EXACT, Coverage.GRID, "three numbers", "x <= 3", lambda _: ((f"x = {x}", {"x": x}) for x in (1, 2, 3))
)


def written(text: str) -> Formula:
    return Formula(text, X)


@pytest.mark.parametrize(
    ("check", "before", "relation", "after", "verdict"),
    [
        (IDENTITY, "(x + 1)**2", "=", "x**2 + 2*x + 1", Verdict.HOLDS),
        (IDENTITY, "(x + 1)**2", "=", "x**2 + 1", Verdict.FAILS),
        (IDENTITY, "(x + 1)**2", "<=", "x**2 + 2*x + 1", Verdict.UNKNOWN),
        (SOLVER, "x**2", ">", "x", Verdict.HOLDS),
        (SOLVER, "x**2", "<", "x", Verdict.FAILS),
        (SOLVER, "x > 3", "implies", "x > 2", Verdict.HOLDS),
        (SOLVER, "x > 2", "implies", "x > 3", Verdict.FAILS),
        (BOX, "exp(x)", ">=", "1 + x", Verdict.HOLDS),
        (BOX, "exp(x)", ">", "1 + x", Verdict.FAILS),
        (GRID, "x**2", "<=", "3*x", Verdict.HOLDS),
        (GRID, "x**2", "<", "3*x", Verdict.FAILS),
    ],
)
def test_a_check_decides_the_two_sides(check: Check, before: str, relation: str, after: str, verdict: Verdict) -> None:
    step = line(before, relation, after, Rule.ALGEBRA, check).step(None, written)
    outcome = step.check.run(step)
    assert outcome.verdict is verdict
    assert (outcome.witness is not None) == (verdict is Verdict.FAILS)
    assert (step.check.method, step.check.coverage, step.check.title) == (check.method, check.coverage, check.title)


@pytest.mark.parametrize(
    ("check", "before", "after", "scope"),
    [
        (by_solver("beyond one", "x > 1"), "x**2", "x", "all real values of the symbols with x > 1"),
        (by_solver("quotients", []), "x/x + 1", "1", "all real values of the symbols with x not zero"),
        (by_identity("quotients", "positive x"), "sqrt(x**2)", "x", "all real values of the symbols with x > 0"),
        (on_box("half", {"x": "[0, 1]"}, "x > 1/2"), "x", "1/2", "x in [0, 1], where x > 1/2"),
    ],
)
def test_a_line_holds_where_its_scope_says_and_nowhere_else(check: Check, before: str, after: str, scope: str) -> None:
    relation = "=" if check.method is Method.SYMBOLIC else ">="
    step = line(before, relation, after, Rule.ALGEBRA, check).step(None, written)
    outcome = step.check.run(step)
    assert (outcome.verdict, outcome.scope) == (Verdict.HOLDS, scope)


def test_sides_must_write_their_symbols_alike() -> None:
    mixed = Step(
        before=Formula("x", {"x": "x"}), relation=Relation.EQUAL, after=Formula("x", {"x": r"\xi"}), rule=Rule.ALGEBRA,
        check=IDENTITY,
    )  # fmt: skip
    with pytest.raises(DomainError, match="write x alike"):
        assertion(mixed)


def test_the_printed_chernoff_step_is_the_first_that_breaks() -> None:
    result = run_derivation(HYPERGEOMETRIC_TAIL)
    assert result.agrees, result.problems
    assert result.first_broken == 2
    assert [entry.evidence.verdict for entry in result.steps].count(Verdict.FAILS) == 1
    witness = "n = 3, T = 1, H = 1, e^epsilon = 17: loss = 1/3, tail = 1/3"
    assert (result.steps[1].evidence.witness or "").startswith(witness)
    assert all(len(entry.near_misses) == 2 for entry in result.steps)


def test_the_printed_step_fails_also_where_its_form_of_the_bound_is_allowed() -> None:
    found = of_a_pair(records=14, draws=2, count=6, odds=Fraction(7, 5))
    assert (found["s"], found["tail"]) == (1, Fraction(15, 91))
    assert assertion(HYPERGEOMETRIC_TAIL.steps[1]).decide(found) is Verdict.FAILS


def test_a_proof_without_symbols_says_so_in_its_scope() -> None:
    numbers = about(Formula("2*pi > 25/4", []), on_box("the circle", {}))
    proof = in_steps("two steps", numbers, by_solver("all", []))
    claim = toy("positive", "x**2 >= 0", X, proof)
    assert proof.run(claim).scope == "the circle: no symbols; all: all real values of the symbols"
