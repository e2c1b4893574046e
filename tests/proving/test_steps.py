from __future__ import annotations

from fractions import Fraction

import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.ledger import Check, Coverage, Method, Relation, Rule, Step, run_derivation
from sdp_proofs.papers.smoothed_dp.sampling_histogram.appendix_e1_bound import HYPERGEOMETRIC_TAIL
from sdp_proofs.papers.smoothed_dp.sampling_histogram.appendix_e1_instances import of_a_pair
from sdp_proofs.proving.steps import assertion, by_identity, by_solver, on_box, on_grid
from sdp_proofs.verdict import Verdict

X = ["x"]


def step(before: str, relation: Relation, after: str, check: Check) -> Step:
    return Step(before=Formula(before, X), relation=relation, after=Formula(after, X), rule=Rule.ALGEBRA, check=check)


IDENTITY = by_identity({"x": "real"})
SOLVER = by_solver([Formula("x > 1", X)])
BOX = on_box({"x": "[0, 1]"})
GRID = on_grid("three numbers", "x <= 3", lambda: ((f"x = {x}", {"x": x}) for x in (1, 2, 3)))


@pytest.mark.parametrize(
    ("check", "before", "relation", "after", "verdict"),
    [
        (IDENTITY, "(x + 1)**2", Relation.EQUAL, "x**2 + 2*x + 1", Verdict.HOLDS),
        (IDENTITY, "(x + 1)**2", Relation.EQUAL, "x**2 + 1", Verdict.FAILS),
        (IDENTITY, "(x + 1)**2", Relation.AT_MOST, "x**2 + 2*x + 1", Verdict.UNKNOWN),
        (SOLVER, "x**2", Relation.ABOVE, "x", Verdict.HOLDS),
        (SOLVER, "x**2", Relation.BELOW, "x", Verdict.FAILS),
        (SOLVER, "x > 3", Relation.IMPLIES, "x > 2", Verdict.HOLDS),
        (SOLVER, "x > 2", Relation.IMPLIES, "x > 3", Verdict.FAILS),
        (BOX, "exp(x)", Relation.AT_LEAST, "1 + x", Verdict.HOLDS),
        (BOX, "exp(x)", Relation.ABOVE, "1 + x", Verdict.FAILS),
        (GRID, "x**2", Relation.AT_MOST, "3*x", Verdict.HOLDS),
        (GRID, "x**2", Relation.BELOW, "3*x", Verdict.FAILS),
    ],
)
def test_a_check_decides_the_two_sides(
    check: Check, before: str, relation: Relation, after: str, verdict: Verdict
) -> None:
    outcome = check.run(step(before, relation, after, check))
    assert outcome.verdict is verdict
    assert (outcome.witness is not None) == (verdict is Verdict.FAILS)


def test_checks_say_how_they_decide() -> None:
    assert [(check.method, check.coverage) for check in (IDENTITY, SOLVER, BOX, GRID)] == [
        (Method.SYMBOLIC, Coverage.ALL),
        (Method.SMT, Coverage.ALL),
        (Method.CERTIFIED, Coverage.ALL),
        (Method.EXACT, Coverage.GRID),
    ]
    outcome = on_box({"x": (0, 1)}, [Formula("x > 1/2", X)]).run(step("x", Relation.AT_LEAST, "1/2", BOX))
    assert (outcome.verdict, outcome.scope) == (Verdict.HOLDS, "x in [0, 1], where x > 1/2")


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
