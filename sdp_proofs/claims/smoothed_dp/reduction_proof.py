"""App. D.4: the lines of the proof of Proposition 7, what replaces vertices, and the law of its example."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from sdp_proofs.claims.checks import Instance, by_identity, by_solver, on_instances
from sdp_proofs.claims.families import CONVERSE, IDLE, NOT_NEEDED, family
from sdp_proofs.claims.searching import over
from sdp_proofs.claims.smoothed_dp.derivations.distribution_reduction import (
    CHANGE,
    CLOSE,
    EXPANDED,
    MIDDLE,
    MIXED,
    PRINTED_REDUCTION,
    PRODUCTS,
    REPAIRED_REDUCTION,
    SHARES,
)
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

AS_PRINTED = Formula(f"Eq({MIXED}, {MIDDLE})", PRODUCTS)
AS_MEANT = Formula(f"Eq({MIXED}, {EXPANDED})", PRODUCTS)
TOTAL = Formula("a*b + a*(1 - b) + (1 - a)*b + (1 - a)*(1 - b) == 1", {"a": r"\alpha_{1,1}", "b": r"\alpha_{1,2}"})
POINT = {"p": "p", "low": r"\underline{p}", "high": r"\overline{p}"}
NO_MIDDLE = Formula("Or(p - Min(p - low, high - p)/2 <= low, p + Min(p - low, high - p)/2 >= high)", POINT)
SPANNED = Formula(
    "And((high - p)/(high - low) >= 0, (high - p)/(high - low) <= 1, Eq((high - p)/(high - low)*low + (1 - (high - "
    "p)/(high - low))*high, p))",
    POINT,
)
EXTREME = Formula(
    "Implies(w*p + (1 - w)*q == end, And(p == end, q == end))",
    {"p": "p", "q": "q", "w": r"\alpha", "end": r"\underline{p}"},
)
LIPSCHITZ = Formula(f"{CHANGE} <= abs(p - q)", CLOSE)
PRINTED_LAW = Formula("1 + (1 - p) == 1", {"p": "p"})
MEANT_LAW = Formula("And(p + (1 - p) == 1, p >= 0, 1 - p >= 0)", {"p": "p"})
TWO_RECORDS = {name: Rationals(0, 1, denominator=20) for name in PRODUCTS}


def two_records(_: Claim) -> Iterator[Instance]:
    """Two records, two vertices, few probabilities."""
    for values in product((Fraction(1), Fraction(1, 2), Fraction(0)), repeat=len(PRODUCTS)):
        yield "two records", dict(zip(PRODUCTS, values, strict=True))


def _vertex(formula: Formula, low: str, high: str) -> Verdict:
    """Whether some share strictly between the ends is not the middle of two others, by the solver."""
    from sdp_proofs.numerics.smt import prove_for_all_reals

    inside = Formula(f"And(low == {low}, high == {high}, low < p, p < high)", POINT)
    return prove_for_all_reals([inside], Formula(f"Not({formula.text})", POINT)).verdict.negated


def _some_vertex(claim: Claim) -> Outcome:
    low, high = claim.parameters["low"], claim.parameters["high"]
    verdict = _vertex(claim.formula, low, high)
    scope = f"all shares in ({low}, {high})"
    if verdict is Verdict.FAILS:
        return Outcome(verdict, scope, witness="every share is the middle of two others, and none is a vertex")
    return Outcome(verdict, scope)


def _is_vertex(claim: Claim, at: Mapping[str, Any]) -> Verdict:
    ends = {name: Fraction(claim.parameters[name]) for name in ("low", "high")}
    verdict: Verdict = claim.formula.decide({**ends, **at})
    return verdict


CLAIMS = (
    Claim(
        id="printed-probability-of-a-database",
        paper="smoothed-dp",
        locator="App. D.4, product",
        title="prod_i sum_j a_ji Pr[X_i|pi_j] = prod_i sum_j a_ji Pr[x|pi_j]",
        kind=Kind.PROOF_STEP,
        statement="The middle of the display that expands $\\Pr[x|\\vec\\pi]$: each record's probability $\\Pr[X_i|"
        "\\pi^*_j]$ is replaced by that of the whole database, $\\Pr[x|\\pi^*_j]$.",
        formula=AS_PRINTED,
        checks=(
            on_instances(
                Method.EXACT,
                Coverage.GRID,
                "two records and two vertices",
                "all probabilities and weights among 0, 1/2, 1",
                two_records,
            ),
        ),
        near_misses=(
            NearMiss("without the second factor", Formula(f"Eq({MIXED}, a*u*s + (1 - a)*v*t)", PRODUCTS)),
            NearMiss("twice it", Formula(f"Eq({MIXED}, 2*({MIDDLE}))", PRODUCTS)),
        ),
        recorded=Status.REPAIRED,
        repaired_by="product-of-mixtures-is-a-mixture-of-products",
        counterexample=Counterexample(
            "Two records, one source, a fair coin: the database (1, 1) has probability 1/4, and the middle of the "
            "line is 1/16.",
            {
                "weights": "(1,)",
                "laws": "((1/2, 1/2),)",
                "x": "(1, 1)",
                "record": "lambda i, j: laws[j][x[i]]",
                "whole": "lambda j: record(0, j) * record(1, j)",
                "left": "lambda i: sum(weights[j] * record(i, j) for j in range(1))",
                "middle": "lambda i: sum(weights[j] * whole(j) for j in range(1))",
            },
            fails="left(0) * left(1) == middle(0) * middle(1)",
            given=("sum(weights) == 1", "sum(laws[0]) == 1"),
        ),
        erratum=Erratum(
            "Pr[x|pi_j] in the middle of the line is meant to be Pr[X_i|pi_j], the probability of one record. (The "
            "line after it calls the equation an inequality.)",
            "None; the ends of the line agree.",
            defect=Defect.TYPO,
        ),
        search=over(TWO_RECORDS, lambda _, at: at, climbs=False),
        derivation=PRINTED_REDUCTION,
    ),
    Claim(
        id="product-of-mixtures-is-a-mixture-of-products",
        paper="smoothed-dp",
        locator="App. D.4, product",
        title="the law of a database under mixed sources is a mixture of its laws under pure ones",
        kind=Kind.PROOF_STEP,
        statement="$\\prod_i \\sum_j \\alpha_{j,i} \\Pr[X_i|\\pi_j] = \\sum_{j_1, \\dots, j_n} \\prod_i "
        "\\alpha_{j_i,i} \\Pr[X_i|\\pi_{j_i}]$.",
        hypotheses=(Hypothesis("records are independent"),),
        fidelity=Fidelity.TYPO_CORRECTED,
        formula=AS_MEANT,
        checks=(by_identity("two records and two sources, all reals", dict.fromkeys(PRODUCTS, "real")),),
        near_misses=(
            NearMiss(
                "the same source for both records", Formula(f"Eq({MIXED}, a*b*u*s + (1 - a)*(1 - b)*v*t)", PRODUCTS)
            ),
            NearMiss("one term less", AS_MEANT.mutate(" + (1 - a)*b*v*s", "")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        search=over(TWO_RECORDS, lambda _, at: at, climbs=False),
        trust=("sympy", "induction"),
    ),
    Claim(
        id="weights-of-assignments-sum-to-one",
        paper="smoothed-dp",
        locator="App. D.4, average",
        title="the weights prod_i a_{j_i,i} sum to one, so the average is at most the maximum",
        kind=Kind.PROOF_STEP,
        statement="The weights of all assignments of vertices to records are not negative and sum to one, so that the "
        "expected loss under mixed sources is an average of those under pure ones, and at most the largest of them.",
        formula=TOTAL,
        checks=(by_identity("two records and two sources, all reals", {"a": "real", "b": "real"}),),
        near_misses=(
            NearMiss("pure assignments only", TOTAL.mutate(" + a*(1 - b) + (1 - a)*b", "")),
            NearMiss("one half", TOTAL.mutate("== 1", "== 1/2")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        search=over({"a": Rationals(0, 1), "b": Rationals(0, 1)}, lambda _, at: at, climbs=False),
        depends_on=("no-mixture-beats-its-parts",),
        trust=("sympy", "induction"),
    ),
    Claim(
        id="sources-are-mixtures-of-vertices",
        paper="smoothed-dp",
        locator="App. D.4, vertices",
        title="every source is a mixture of finitely many vertices of the hull",
        kind=Kind.PROOF_STEP,
        statement="For any set $\\Pi_1$ the convex hull has vertices $\\pi^*_1, \\dots, \\pi^*_p$, of which every "
        "source of the set is a mixture. Tried with the set of the paper's example, all shares strictly between 0.2 "
        "and 0.8.",
        hypotheses=(Hypothesis("the set is any set, as in the example of Section 4"),),
        formula=NO_MIDDLE,
        parameters={"low": "1/5", "high": "4/5"},
        checks=(Check(Method.SMT, Coverage.ALL, _some_vertex, "middles of two other shares"),),
        near_misses=(
            NearMiss("all shares", parameters={"low": "0", "high": "1"}),
            NearMiss("a narrow interval", parameters={"high": "1/4"}),
        ),
        recorded=Status.REPAIRED,
        repaired_by="closed-intervals-are-spanned-by-their-ends",
        counterexample=Counterexample(
            "The shares strictly between 1/5 and 4/5, of which 1/2 is to be a mixture of vertices: it is the middle "
            "of 7/20 and 13/20, and every share is the middle of two others in this way, so there is no vertex.",
            {
                "low": "1/5",
                "high": "4/5",
                "p": "1/2",
                "gap": "lambda p: min(p - low, high - p) / 2",
                "inside": "lambda p: low < p < high",
            },
            fails="not (inside(p - gap(p)) and inside(p + gap(p)) and gap(p) > 0)",
            given=("inside(p)",),
        ),
        erratum=Erratum(
            "The hull of a set that is not closed may have no vertices at all, as in the paper's own example, and that "
            "of a disc has infinitely many.",
            "Closed hulls and suprema; no vertex is needed if the proof compares the two sets directly.",
            defect=Defect.HYPOTHESIS,
        ),
        search=Search({"p": Rationals(Fraction(1, 5), Fraction(4, 5), open_low=True, open_high=True)}, _is_vertex),
        trust=("z3",),
    ),
    Claim(
        id="closed-intervals-are-spanned-by-their-ends",
        paper="smoothed-dp",
        locator="App. D.4, vertices",
        title="every share of a closed interval is a mixture of its ends",
        kind=Kind.PROOF_STEP,
        statement="For two types a closed set of sources has the hull of its two extreme shares, and every share p "
        "between them is the mixture with weight $(\\overline p - p)/(\\overline p - \\underline p)$ of the lower one.",
        hypotheses=(Hypothesis("two types; closed", silent=True),),
        fidelity=Fidelity.NARROWED,
        formula=SPANNED,
        checks=(by_solver("all closed intervals", [Formula("And(low < high, low <= p, p <= high)", POINT)]),),
        near_misses=(
            NearMiss("weights exchanged", SPANNED.mutate("low + (1", "high + (1")),
            NearMiss("weight below one", SPANNED.mutate("(high - p)/(high - low) <= 1", "(high - p)/(high - low) < 1")),
        ),
        family=family(
            true={
                IDLE: ["(high - p) / (high - low) without high - low"],
                NOT_NEEDED: ["all closed intervals, without low < high"],
            }
        ),
        recorded=Status.ESTABLISHED,
        search=over(
            {
                "low": Rationals(0, 1, open_high=True),
                "high": Rationals(lambda at: at["low"], 1, open_low=True),
                "p": Rationals(lambda at: at["low"], lambda at: at["high"]),
            },
            lambda _, at: at,
            climbs=False,
        ),
        trust=("z3",),
    ),
    Claim(
        id="vertices-of-the-hull-belong-to-the-set",
        paper="smoothed-dp",
        locator="App. D.4, lower bound",
        title="vertices of CH(Pi_1), where there are any, belong to Pi_1",
        kind=Kind.PROOF_STEP,
        statement="A vertex of the hull is a mixture of sources of the set; being no mixture of two different points "
        "of the hull it is one of them. So $\\Pi^* \\subseteq \\Pi_1$ holds for the hull itself. For two types: if a "
        "mixture of two shares that are at least the lowest is the lowest, both are.",
        hypotheses=(
            Hypothesis("vertices of the hull itself, not of its closure; the example takes those of the closure"),
        ),
        formula=EXTREME,
        checks=(
            by_solver("all shares and weights", [Formula("And(0 < w, w < 1, p >= end, q >= end)", EXTREME.symbols)]),
        ),
        near_misses=(
            NearMiss("strictly above", EXTREME.mutate("And(p == end, q == end)", "p > end")),
            NearMiss("an inner point", EXTREME.mutate("(1 - w)*q == end", "(1 - w)*q == 2*end")),
        ),
        family=family(true={CONVERSE: ["converse of Implies(w * p + (1 - w) * q == end, And(p == end, q  ..."]}),
        recorded=Status.ESTABLISHED,
        search=over(
            {
                "end": Rationals(0, 1),
                "p": Rationals(lambda at: at["end"], 1),
                "q": Rationals(lambda at: at["end"], 1),
                "w": Rationals(0, 1, open_low=True, open_high=True),
            },
            lambda _, at: at,
            climbs=False,
        ),
        trust=("z3", "induction"),
        note="The ends 0.2 and 0.8 of the example do not belong to its set: see the claim "
        "the-hull-of-an-open-interval-has-its-ends.",
    ),
    Claim(
        id="equal-closed-hulls-have-the-same-supremum",
        paper="smoothed-dp",
        locator="Proposition 7",
        title="sets with the same closed convex hull are equally private, finite or not, closed or not",
        kind=Kind.PROPOSITION,
        statement="Changing one record's law by p - q changes the expected loss by at most |p - q|. So the loss at a "
        "law of the closed hull is a limit of losses at mixtures, and no mixture beats its parts: if each of two sets "
        "lies in the closed hull of the other, the suprema over their assignments agree, and the one is $(\\epsilon, "
        "\\delta)$-private exactly if the other is. Neither vertices nor a maximum are needed.",
        hypotheses=(
            Hypothesis("read with suprema: every assignment has an expected loss of at most delta", silent=True),
        ),
        fidelity=Fidelity.NARROWED,
        formula=LIPSCHITZ,
        checks=(by_solver("one record of two types", SHARES),),
        near_misses=(
            NearMiss("half of the change", LIPSCHITZ.mutate("<= abs(p - q)", "<= abs(p - q)/2")),
            NearMiss("nothing changes", LIPSCHITZ.mutate("<= abs(p - q)", "<= 0")),
        ),
        family=family(
            true={
                NOT_NEEDED: [
                    "one record of two types, without 0 <= p",
                    "one record of two types, without p <= 1",
                    "one record of two types, without 0 <= q",
                    "one record of two types, without q <= 1",
                ]
            }
        ),
        recorded=Status.ESTABLISHED,
        search=over({name: Rationals(0, 1) for name in CLOSE}, lambda _, at: at, climbs=False),
        depends_on=("no-mixture-beats-its-parts",),
        trust=("z3", "one-record-at-a-time"),
        derivation=REPAIRED_REDUCTION,
    ),
    Claim(
        id="one-and-one-minus-p-is-a-law",
        paper="smoothed-dp",
        locator="Sec. 4, example to Proposition 7",
        title="pi = (1, 1 - p) is a distribution over two types",
        kind=Kind.EXAMPLE,
        statement="The law of the example, as printed, is (1, 1 - p), with p the probability of the first type.",
        formula=PRINTED_LAW,
        checks=(by_solver("all shares of the example", [Formula("And(1/5 < p, p < 4/5)", {"p": "p"})]),),
        near_misses=(
            NearMiss("(1, 2 - p)", PRINTED_LAW.mutate("(1 - p)", "(2 - p)")),
            NearMiss("(2, 1 - p)", PRINTED_LAW.mutate("1 + (", "2 + (")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="p-and-one-minus-p-is-a-law",
        counterexample=Counterexample(
            "p = 1/2: the entries 1 and 1/2 sum to 3/2.",
            {"p": "1/2"},
            fails="1 + (1 - p) == 1",
            given=("1/5 < p < 4/5",),
        ),
        erratum=Erratum(
            "The law is printed as (1, 1-p), which sums to one only if p is 1; the next sentence has it right.",
            "None: read (p, 1-p).",
            defect=Defect.TYPO,
        ),
        search=over({"p": Rationals(Fraction(1, 5), Fraction(4, 5))}, lambda _, at: at, climbs=False),
        trust=("z3",),
    ),
    Claim(
        id="p-and-one-minus-p-is-a-law",
        paper="smoothed-dp",
        locator="Sec. 4, example to Proposition 7",
        title="pi = (p, 1 - p) is a distribution over two types",
        kind=Kind.EXAMPLE,
        statement="The entries p and 1 - p are not negative and sum to one for every p from 0 to 1.",
        fidelity=Fidelity.TYPO_CORRECTED,
        formula=MEANT_LAW,
        checks=(by_solver("all p", [Formula("And(0 <= p, p <= 1)", {"p": "p"})]),),
        near_misses=(
            NearMiss("as printed", MEANT_LAW.mutate("p + (1 - p)", "1 + (1 - p)")),
            NearMiss("at least one half", MEANT_LAW.mutate("p >= 0, 1", "p >= 1/2, 1")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        search=over({"p": Rationals(0, 1)}, lambda _, at: at, climbs=False),
        trust=("z3",),
    ),
)
