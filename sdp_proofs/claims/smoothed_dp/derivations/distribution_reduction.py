"""App. D.4: reduction to the vertices of the hull, as printed, and without vertices."""

from __future__ import annotations

from sdp_proofs.claims.proofs.steps import by_identity, by_solver
from sdp_proofs.ledger import Derivation, Hypothesis, Relation, Rule, Step, StepMiss
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.verdict import Verdict

PRODUCTS = {
    "a": r"\alpha_{1,1}", "b": r"\alpha_{1,2}",
    "u": r"\Pr[X_1|\pi^*_1]", "v": r"\Pr[X_1|\pi^*_2]", "s": r"\Pr[X_2|\pi^*_1]", "t": r"\Pr[X_2|\pi^*_2]",
}  # fmt: skip
"""Two records, two vertices; the weights of the second vertex are 1 - a and 1 - b."""
MIXED = Formula("(a*u + (1 - a)*v)*(b*s + (1 - b)*t)", PRODUCTS)
MIDDLE = Formula("(a*u*s + (1 - a)*v*t)*(b*u*s + (1 - b)*v*t)", PRODUCTS)
EXPANDED = Formula("a*b*u*s + a*(1 - b)*u*t + (1 - a)*b*v*s + (1 - a)*(1 - b)*v*t", PRODUCTS)
REALS = dict.fromkeys(PRODUCTS, "real")
ONE = {"joint": r"\Pr[x|\vec\pi]", "rest": r"\Pr[x_{-i}|\vec\pi_{-i}]", "a": r"\alpha", "u": "u", "v": "v", "own": "w"}
VALUES = {
    "a": r"\alpha_{1,1}", "b": r"\alpha_{1,2}",
    **{f"f_{i}{j}": rf"F(\pi^*_{i}, \pi^*_{j})" for i in (1, 2) for j in (1, 2)},
}  # fmt: skip
AVERAGE = Formula("a*b*f_11 + a*(1 - b)*f_12 + (1 - a)*b*f_21 + (1 - a)*(1 - b)*f_22", VALUES)
LARGEST = Formula("Max(f_11, f_12, f_21, f_22)", VALUES)
WEIGHTS = [Formula("And(0 <= a, a <= 1, 0 <= b, b <= 1)", VALUES)]
ENDS = {"end": r"\pi^*(1)"}
SUPREMA = {"one": r"\sup_{\Pi_1^n}", "two": r"\sup_{\Pi_2^n}", "star": r"\max_{(\Pi^*)^n}"}
CLOSE = {"p": "p", "q": "q", "first": r"\mathbb{E}[\delta|X_i = 1]", "second": r"\mathbb{E}[\delta|X_i = 2]"}
CHANGE = Formula("abs(p*first + (1 - p)*second - (q*first + (1 - q)*second))", CLOSE)
SHARES = [Formula("And(0 <= p, p <= 1, 0 <= q, q <= 1, 0 <= first, first <= 1, 0 <= second, second <= 1)", CLOSE)]

_AVERAGE_STEP = Step(
    before=AVERAGE,
    relation=Relation.AT_MOST,
    after=LARGEST,
    rule=Rule.CONVEXITY,
    check=by_solver(WEIGHTS),
    near_misses=(
        StepMiss("the smallest", after=Formula("Min(f_11, f_12, f_21, f_22)", VALUES)),
        StepMiss("one record only", after=Formula("Max(f_11, f_22)", VALUES)),
    ),
    part="An average is at most the largest",
)

PRINTED_REDUCTION = Derivation(
    id="distribution-reduction-as-printed",
    title="Reduction to the vertices of the hull",
    source="App. D.4",
    steps=(
        Step(
            before=Formula("joint", ONE),
            relation=Relation.EQUAL,
            after=Formula("rest*(a*u + (1 - a)*v)", ONE),
            rule=Rule.SUBSTITUTION,
            check=by_solver([Formula("And(joint == rest*own, own == a*u + (1 - a)*v)", ONE)]),
            hypotheses=(
                Hypothesis("records are independent"),
                Hypothesis("the source is a mixture of finitely many vertices", silent=True),
            ),
            near_misses=(
                StepMiss("the first vertex alone", after=Formula("rest*a*u", ONE)),
                StepMiss("weights exchanged", after=Formula("rest*((1 - a)*u + a*v)", ONE)),
            ),
            part="One record",
        ),
        Step(
            before=MIXED,
            relation=Relation.EQUAL,
            after=MIDDLE,
            rule=Rule.SUBSTITUTION,
            check=by_identity(REALS),
            near_misses=(
                StepMiss("the first factor", after=Formula("a*u*s + (1 - a)*v*t", PRODUCTS)),
                StepMiss("weights exchanged", after=MIDDLE.mutate("(b*u*s + (1 - b)*v*t)", "((1 - b)*u*s + b*v*t)")),
            ),
            recorded=Verdict.FAILS,
            note="Printed with the probability of the whole database x where that of the record X_i belongs.",
            part="All records",
        ),
        Step(
            before=MIDDLE,
            relation=Relation.EQUAL,
            after=EXPANDED,
            rule=Rule.ALGEBRA,
            check=by_identity(REALS),
            near_misses=(
                StepMiss("one term less", after=EXPANDED.mutate(" + (1 - a)*(1 - b)*v*t", "")),
                StepMiss("pure assignments only", after=Formula("a*b*u*s + (1 - a)*(1 - b)*v*t", PRODUCTS)),
            ),
            recorded=Verdict.FAILS,
            note="The ends of the line agree; only its middle does not.",
        ),
        _AVERAGE_STEP,
        Step(
            before=Formula("Or(end == 1/5, end == 4/5)", ENDS),
            relation=Relation.IMPLIES,
            after=Formula("And(1/5 < end, end < 4/5)", ENDS),
            rule=Rule.DEFINITION,
            check=by_solver([]),
            near_misses=(
                StepMiss("the lower end is inside", before=Formula("end == 1/5", ENDS)),
                StepMiss("the upper end is inside", before=Formula("end == 4/5", ENDS)),
            ),
            recorded=Verdict.FAILS,
            note="'Note that the vertices belong to Pi_1', for the example of Section 4.",
            part="The other direction, for the shares between 0.2 and 0.8",
        ),
        Step(
            before=Formula("And(one <= star, one >= star, two <= star, two >= star)", SUPREMA),
            relation=Relation.IMPLIES,
            after=Formula("one == two", SUPREMA),
            rule=Rule.ALGEBRA,
            check=by_solver([]),
            near_misses=(
                StepMiss("one direction", before=Formula("And(one <= star, two <= star)", SUPREMA)),
                StepMiss("different", after=Formula("one < two", SUPREMA)),
            ),
            part="Both sets",
        ),
    ),
)

REPAIRED_REDUCTION = Derivation(
    id="distribution-reduction-repaired",
    title="Sets with the same closed hull have the same supremum; no vertex is needed",
    source="",
    steps=(
        Step(
            before=MIXED,
            relation=Relation.EQUAL,
            after=EXPANDED,
            rule=Rule.ALGEBRA,
            check=by_identity(REALS),
            near_misses=(
                StepMiss("one term less", after=EXPANDED.mutate(" + (1 - a)*(1 - b)*v*t", "")),
                StepMiss("as printed", after=MIDDLE),
            ),
            note="Here the laws that are mixed are any of the other set.",
            part="All records",
        ),
        _AVERAGE_STEP,
        Step(
            before=CHANGE,
            relation=Relation.AT_MOST,
            after=Formula("abs(p - q)", CLOSE),
            rule=Rule.ALGEBRA,
            check=by_solver(SHARES),
            near_misses=(
                StepMiss("half of it", after=Formula("abs(p - q)/2", CLOSE)),
                StepMiss("strictly", relation=Relation.BELOW),
            ),
            note="A law of the closed hull is as near as one likes to mixtures of the set, record by record.",
            part="Limits",
        ),
        Step(
            before=Formula("And(one <= two, two <= one)", SUPREMA),
            relation=Relation.IMPLIES,
            after=Formula("one == two", SUPREMA),
            rule=Rule.ALGEBRA,
            check=by_solver([]),
            near_misses=(
                StepMiss("one direction", before=Formula("one <= two", SUPREMA)),
                StepMiss("different", after=Formula("one < two", SUPREMA)),
            ),
            note="Each set lies in the closed hull of the other.",
            part="Both sets",
        ),
    ),
)
