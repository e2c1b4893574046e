"""A proof must read the statement that it proves: none of them holds of a statement that is false for certain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from sdp_proofs import memory
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.ledger import Check, Claim, Coverage, Method, Status
from sdp_proofs.papers import registry
from sdp_proofs.proving.checks import by_identity
from sdp_proofs.proving.induction import by_telescoping, record_by_record
from sdp_proofs.verdict import Verdict

CLAIMS = registry()
PROVED = [claim for claim in CLAIMS.values() if claim.formula is not None and claim.recorded is Status.ESTABLISHED]
HARD = {
    "twice-delta-bounds-the-utility-up-to-fourteen-types",
    "sharp-weights-of-another-value",
    "sharp-utility-of-another-value",
    "no-smaller-factor-serves-another-value",
    "weights-for-any-number-of-types",
}
"""Minutes each, for what z3 does not decide: asked at length."""
EQUATIONS = [claim for claim in PROVED if claim.formula.is_equation]


def each(claim: Claim) -> Any:
    return pytest.param(claim, id=claim.id, marks=[pytest.mark.slow] * (claim.id in HARD))


def proofs(claim: Claim) -> Iterator[Check]:
    with memory.of_one_claim():
        for check in claim.checks:
            # a closed sentence has no letters of the claim: its replay does not read the formula
            if check.coverage is Coverage.ALL and check.method is not Method.REPLAYED:
                yield check


@pytest.mark.slow(every=8)
@pytest.mark.parametrize("claim", [each(claim) for claim in PROVED])
def test_no_proof_proves_a_contradiction(claim: Claim) -> None:
    impossible = Formula(f"And({claim.formula.text}, 1 < 0)", claim.formula.symbols)
    for check in proofs(claim):
        assert run(check, claim, impossible) is not Verdict.HOLDS, check.title


@pytest.mark.parametrize("claim", [each(claim) for claim in EQUATIONS])
def test_no_proof_of_an_equation_proves_that_its_sides_differ(claim: Claim) -> None:
    left, right = claim.formula.sides()
    for sign in ("<", "!="):
        differing = Formula(f"({left}) {sign} ({right})", claim.formula.symbols)
        for check in proofs(claim):
            assert run(check, claim, differing) is not Verdict.HOLDS, check.title


def test_most_of_the_ledger_is_asked() -> None:
    assert sum(1 for claim in PROVED for _ in proofs(claim)) > 250
    assert len(EQUATIONS) > 60


def run(check: Check, claim: Claim, formula: Formula) -> Verdict:
    try:
        return check.run(replace(claim, formula=formula)).verdict
    except ValueError:  # not a single relation: refused, so not proved
        return Verdict.UNKNOWN


@pytest.mark.parametrize("share", ["101*share/100", "share + 1", "binomial(a, h)"])
def test_samples_are_counted_for_a_share_that_stands_alone(share: str) -> None:
    claim = CLAIMS["probability-of-a-histogram-is-a-product-of-binomials"]
    assert claim.formula is not None
    check = claim.checks[0]
    _, product = claim.formula.sides()
    assert check.title == "samples counted record by record"
    assert run(check, claim, claim.formula) is Verdict.HOLDS
    assert run(check, claim, Formula(f"{share} == {product}", claim.formula.symbols)) is Verdict.UNKNOWN


def test_checks_of_equations_refuse_other_relations() -> None:
    claim = replace(CLAIMS["averages-of-powers-factorise"], formula=Formula("x <= x", ["x"]))
    one_type = [({"b": "b + 1"}, {"h": "h - 1"})]
    none = record_by_record("toy", "1", {"b": "0", "h": "0"}, one_type, (), named="x", possible=())
    telescoping = by_telescoping("toy", {}, {}, {}, {"x": "real"})
    for check in (by_identity("toy", ["x"]), none, telescoping):
        assert check.run(claim).verdict is Verdict.UNKNOWN
    smaller = replace(claim, formula=Formula("x**2 < x", ["x"]))
    assert by_identity("toy", ["x"]).run(smaller).verdict is Verdict.FAILS
