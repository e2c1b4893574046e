"""Proposition 7 and its example: only the vertices of the hull matter; the hull of an open interval is open."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sdp_proofs.claims.checks import by_solver
from sdp_proofs.claims.families import family
from sdp_proofs.claims.searching import over
from sdp_proofs.ledger import (
    Check,
    Claim,
    Counterexample,
    Coverage,
    Defect,
    Erratum,
    Fidelity,
    Hypothesis,
    Kind,
    Method,
    NearMiss,
    Outcome,
    Status,
)
from sdp_proofs.ledger.hunt import Search
from sdp_proofs.ledger.space import Rationals
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.verdict import Verdict

MIXED = Formula(
    "weight*first + (1 - weight)*second <= Max(first, second)", {"weight": r"\alpha", "first": "F_1", "second": "F_2"}
)
SHARES = {"p": "p", "q": "q", "weight": r"\alpha", "end": "e"}
INSIDE = Formula("And(1/5 < weight*p + (1 - weight)*q, weight*p + (1 - weight)*q < 4/5)", SHARES)
REACHED = Formula("weight*p + (1 - weight)*q == end", SHARES)
OPEN = Formula("And(1/5 < p, p < 4/5, 1/5 < q, q < 4/5, 0 <= weight, weight <= 1)", SHARES)


def _some_mixture_reaches(claim: Claim) -> Outcome:
    """Whether some mixture of two shares of the open interval is the end: refuted if the solver excludes all."""
    end = claim.parameters["end"]
    verdict = _decided(claim.formula, end)
    scope = "all pairs of shares in (1/5, 4/5) and all weights"
    if verdict is Verdict.FAILS:
        return Outcome(verdict, scope, witness=f"no mixture is {end}")
    return Outcome(verdict, scope)


def _decided(formula: Formula, end: str) -> Verdict:
    from sdp_proofs.numerics.smt import prove_for_all_reals

    excluded = Formula(f"Not({formula.text})", formula.symbols)
    result = prove_for_all_reals([OPEN, Formula(f"end == {end}", SHARES)], excluded)
    return result.verdict.negated


def _reached(claim: Claim, instance: Mapping[str, Any]) -> Verdict:
    return _decided(claim.formula, str(instance["point"]))


CLAIMS = (
    Claim(
        id="no-mixture-beats-its-parts",
        paper="smoothed-dp",
        locator="Proposition 7",
        title="replacing a source by a mixture of others never raises the expected loss above both",
        kind=Kind.PROPOSITION,
        statement="The expected delta(x) is affine in the law of each single record. So at a mixture of two laws it is "
        "at most the larger of its values at the two, and record by record every assignment is dominated by one to the "
        "vertices of the hull.",
        hypotheses=(
            Hypothesis("records are independent"),
            Hypothesis("read with suprema, and for sets with the same closed hull", silent=True),
        ),
        fidelity=Fidelity.NARROWED,
        formula=MIXED,
        checks=(by_solver("all values and weights", [Formula("And(0 <= weight, weight <= 1)", MIXED.symbols)]),),
        near_misses=(
            NearMiss("at most the smaller", MIXED.mutate("Max", "Min")),
            NearMiss("strictly less", MIXED.mutate("<=", "<")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        search=over(
            {"weight": Rationals(0, 1), "first": Rationals(0, 3), "second": Rationals(0, 3)}, lambda _, point: point
        ),
        trust=("z3", "one-record-at-a-time"),
    ),
    Claim(
        id="the-hull-of-an-open-interval-has-its-ends",
        paper="smoothed-dp",
        locator="Sec. 4",
        title="the convex hull of the shares in (0.2, 0.8) is [0.2, 0.8]",
        kind=Kind.EXAMPLE,
        statement="The example to Proposition 7: the convex hull of all shares strictly between 0.2 and 0.8 contains "
        "0.2, as a vertex.",
        formula=REACHED,
        parameters={"end": "1/5"},
        checks=(Check(Method.SMT, Coverage.ALL, _some_mixture_reaches, "mixtures of two shares"),),
        near_misses=(
            NearMiss("the other end", parameters={"end": "4/5"}),
            NearMiss("a point beyond", parameters={"end": "1/10"}),
        ),
        recorded=Status.REPAIRED,
        repaired_by="mixtures-of-an-open-interval-stay-inside",
        counterexample=Counterexample(
            "The share 1/5. A vertex of a convex hull belongs to the set itself, and a mixture of numbers above 1/5 is "
            "above 1/5; so 1/5 would have to lie strictly between 1/5 and 4/5.",
            {"low": "1/5", "high": "4/5", "vertex": "1/5"},
            fails="low < vertex < high",
        ),
        erratum=Erratum(
            "The hull of an open interval is the open interval and has no vertices; 0.2 and 0.8 are those of its "
            "closure.",
            "The set is replaced by its closure, and the maximum by a supremum. For the law (1, 1-p) read (p, 1-p).",
            defect=Defect.HYPOTHESIS,
        ),
        search=Search({"point": Rationals(Fraction(1, 5), Fraction(4, 5))}, _reached),
        trust=("z3",),
        note="The closed hull is [0.2, 0.8]; the reduction holds for it, with suprema. The example also prints the law "
        "as (1, 1-p) where (p, 1-p) is meant.",
    ),
    Claim(
        id="mixtures-of-an-open-interval-stay-inside",
        paper="smoothed-dp",
        locator="Sec. 4",
        title="mixtures of shares in (0.2, 0.8) stay strictly inside; only the closure has vertices",
        kind=Kind.PROJECT,
        statement="Every mixture of two shares strictly between 0.2 and 0.8 lies strictly between them: the hull of "
        "the open interval is the open interval, which has no vertices. Its closure has two.",
        formula=INSIDE,
        checks=(by_solver("all shares and weights", [OPEN]),),
        near_misses=(
            NearMiss("inside (0.3, 0.8)", INSIDE.mutate("1/5 <", "3/10 <")),
            NearMiss("weights that need not sum to one", INSIDE.mutate("< weight*p + (1 - weight)*q,", "< weight*p,")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        trust=("z3",),
    ),
)
