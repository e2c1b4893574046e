"""Divisors that may be zero stop proofs: checks that cannot print the condition answer UNKNOWN."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sdp_proofs.formulas.formula import Formula
from sdp_proofs.ledger import Check, Claim
from sdp_proofs.papers import registry
from sdp_proofs.proving.checks import by_solver
from sdp_proofs.verdict import Verdict

NAMES = ("x", "y")
ANY = registry()["loss-rises-where-a-count-crosses"]


def stating(text: str) -> Claim:
    return replace(ANY, formula=Formula(text, NAMES))


@pytest.mark.parametrize(
    ("check", "text", "verdict"),
    [
        (by_solver("facts", ["Implies(x != 0, y/x == y/x)"]), "Implies(x == 0, y == 5)", Verdict.FAILS),
        (by_solver("facts", ["x > 0"]), "y/x*x == y", Verdict.HOLDS),
        (by_solver("facts", ["y/x > 0"]), "x*y > 0", Verdict.HOLDS),
        (by_solver("roots", ["x > 0"]), "y/x*x*sqrt(1 + y**2) == y*sqrt(1 + y**2)", Verdict.HOLDS),
        # The number under the root, or in the logarithm, has no value at x = 0, and is positive elsewhere.
        (by_solver("roots", []), "sqrt(x**2/x**2) >= 0", Verdict.UNKNOWN),
        (by_solver("tangents", []), "log(1 + y**2/x**2) <= y**2/x**2", Verdict.UNKNOWN),
        (by_solver("tangents", ["x > 0"]), "log(1 + y**2/x**2) <= 2*y**2/x**2", Verdict.HOLDS),
    ],
)
def test_no_point_is_dropped_in_silence(check: Check, text: str, verdict: Verdict) -> None:
    found = check.run(stating(text))
    assert found.verdict is verdict
    assert "not zero" not in found.scope


@pytest.mark.parametrize("text", ["y/x*x == y", "y/x*x*sqrt(1 + y**2) == y*sqrt(1 + y**2)"])
def test_a_divisor_that_may_vanish_is_a_printed_hypothesis(text: str) -> None:
    found = by_solver("z3", []).run(stating(text))
    assert found.verdict is Verdict.HOLDS
    assert found.scope.endswith("with x not zero")
    assert [premise.text for premise in found.premises] == ["x != 0"]


def test_a_formula_without_symbols_is_refuted_by_a_witness_in_words() -> None:
    found = by_solver("z3", ()).run(stating("2 < 1"))
    assert (found.verdict, found.witness) == (Verdict.FAILS, "no symbols")
