"""App. D.3: the lines of the proof of Proposition 6."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from sdp_proofs.claims.checks import Instance, by_identity, by_solver, on_instances
from sdp_proofs.claims.families import IDLE, family
from sdp_proofs.claims.searching import over
from sdp_proofs.claims.smoothed_dp.derivations.pre_processing import (
    FEATURES,
    FUNCTIONS,
    GRID,
    MECHANISMS,
    PAIRS,
    PRINTED_PRE_PROCESSING,
    instances,
    values_at,
)
from sdp_proofs.claims.smoothed_dp.pre_processing import TWO_RECORDS
from sdp_proofs.ledger import (
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
    Status,
)
from sdp_proofs.ledger.space import Choices, Domain, Rationals
from sdp_proofs.numerics.formula import Formula

NEAR = Formula("features <= records", FEATURES)
ONE_EACH = Formula(
    "Implies(And(Implies(r == 0, c == 0), Implies(s == 0, d == 0)), c + d <= r + s)",
    {"r": r"[x_1 \ne x'_1]", "s": r"[x_2 \ne x'_2]", "c": r"[f(x_1) \ne f(x'_1)]", "d": r"[f(x_2) \ne f(x'_2)]"},
)
TWICE = Formula("there <= twice", FEATURES)
POINTWISE = Formula("processed <= plain", FEATURES)
JOINT = Formula("joint == product", {"joint": r"\Pr[f(x) = a]", "product": r"\prod_i \Pr[f(x)_i = a_i]"})
INDEPENDENT = Formula(
    "p*r*k*l + p*(1 - r)*k*v + (1 - p)*r*u*l + (1 - p)*(1 - r)*u*v == (p*k + (1 - p)*u)*(r*l + (1 - r)*v)",
    {
        "p": r"\pi_1(1)", "r": r"\pi_2(1)", "k": r"\Pr[f(1) = a_1]", "u": r"\Pr[f(0) = a_1]",
        "l": r"\Pr[f(1) = a_2]", "v": r"\Pr[f(0) = a_2]",
    },
)  # fmt: skip
SPACE: dict[str, Domain] = {
    "function": Choices(FUNCTIONS),
    "mechanism": Choices(tuple(MECHANISMS)),
    "database": Choices(PAIRS),
}
JOINTS: dict[str, Domain] = {"function": Choices(FUNCTIONS), "place": Choices(PAIRS), "share": Rationals(0, 1)}


def _values(_: Claim, at: Mapping[str, Any]) -> dict[str, Fraction | int]:
    return values_at(at)


def joint_values(at: Mapping[str, Any]) -> dict[str, Fraction]:
    """The probability of a pair of features, and the product of those of the two."""
    feature, share, wanted = dict(zip(PAIRS, at["function"], strict=True)), at["share"], at["place"]
    weight = {x: (share if x[0] else 1 - share) * (share if x[1] else 1 - share) for x in PAIRS}
    parts = [sum(weight[x] for x in PAIRS if feature[x][i] == wanted[i]) for i in range(2)]
    return {"joint": sum(weight[x] for x in PAIRS if feature[x] == wanted), "product": parts[0] * parts[1]}


def joints(_: Claim) -> Iterator[Instance]:
    """All functions of two fair binary records."""
    for function, wanted in product(FUNCTIONS, PAIRS):
        at = {"function": function, "place": wanted, "share": Fraction(1, 2)}
        yield f"f = {function}, a = {wanted}", joint_values(at)


COPY = {**TWO_RECORDS, "f": "lambda x: (x[0], x[0])"}

CLAIMS = (
    Claim(
        id="features-of-neighbours-are-neighbours",
        paper="smoothed-dp",
        locator="App. D.3, neighbours",
        title="f deterministic: f(x) and f(x') differ in at most one entry if x and x' do",
        kind=Kind.PROOF_STEP,
        statement="For a deterministic $f : X^n \\to \\tilde X^n$ and databases that differ in one entry, the images "
        "differ in at most one entry.",
        formula=NEAR,
        checks=(on_instances(Method.EXACT, Coverage.GRID, "all functions", GRID, lambda claim: instances()),),
        near_misses=(
            NearMiss("in none", NEAR.mutate("<=", "<")),
            NearMiss("in exactly one", NEAR.mutate("<=", "==")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="features-of-records-change-with-their-record",
        counterexample=Counterexample(
            "Two binary records, f copies the first to both places: x = (0, 0) and x' = (1, 0) have the features "
            "(0, 0) and (1, 1).",
            {
                "f": "lambda x: (x[0], x[0])",
                "apart": "lambda x, y: sum(1 for i in range(2) if x[i] != y[i])",
                "x": "(0, 0)",
                "y": "(1, 0)",
            },
            fails="apart(f(x), f(y)) <= 1",
            given=("apart(x, y) <= 1",),
        ),
        erratum=Erratum(
            "That f is deterministic does not make features of neighbours neighbours: a feature may depend on several "
            "records, and one record may enter several features.",
            "f is applied to every record on its own.",
            defect=Defect.HYPOTHESIS,
        ),
        search=over(SPACE, _values, climbs=False),
        derivation=PRINTED_PRE_PROCESSING,
    ),
    Claim(
        id="features-of-records-change-with-their-record",
        paper="smoothed-dp",
        locator="App. D.3, neighbours",
        title="features of single records differ in no more places than the records",
        kind=Kind.PROOF_STEP,
        statement="If each feature is a function of one record, equal records have equal features, and so at most as "
        "many features differ as records.",
        hypotheses=(Hypothesis("f acts on single records", silent=True),),
        fidelity=Fidelity.NARROWED,
        formula=ONE_EACH,
        checks=(
            by_solver(
                "two records, each changed or not",
                [Formula("And(" + ", ".join(f"Or({x} == 0, {x} == 1)" for x in "rscd") + ")", ONE_EACH.symbols)],
            ),
        ),
        near_misses=(
            NearMiss("one feature of both records", ONE_EACH.mutate(", Implies(s == 0, d == 0)", "")),
            NearMiss("just as many", ONE_EACH.mutate("c + d <= r + s", "c + d == r + s")),
        ),
        family=family(true={IDLE: ["-1 for 0 in c == 0", "-1 for 0 in d == 0"]}),
        recorded=Status.ESTABLISHED,
        search=over(dict.fromkeys("rscd", Choices((0, 1))), lambda _, point: point, climbs=False),
        trust=("z3", "induction"),
    ),
    Claim(
        id="printed-bound-with-one-database-twice",
        paper="smoothed-dp",
        locator="App. D.3, bound",
        title="max d_{M f}(x, x') <= max (Pr[M(a) in S] - e^eps Pr[M(a) in S])",
        kind=Kind.PROOF_STEP,
        statement="The display as printed, where both probabilities on the right are those of a = f(x). Their "
        "difference is at most 0, so that no $M \\circ f$ would lose anything.",
        formula=TWICE,
        checks=(on_instances(Method.EXACT, Coverage.GRID, "all functions", GRID, lambda claim: instances()),),
        near_misses=(
            NearMiss("strictly", TWICE.mutate("<=", "<")),
            NearMiss("equality", TWICE.mutate("<=", "==")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="features-of-records-lose-no-more",
        counterexample=Counterexample(
            "One binary record, f the identity, M releases it as it is: the left side is 1, the right side 0.",
            {
                "E": "2",
                "law": "lambda x, a: 1 if x == a else 0",
                "there": "sum(max(0, law(0, a) - E * law(1, a)) for a in range(2))",
                "twice": "sum(max(0, law(0, a) - E * law(0, a)) for a in range(2))",
            },
            fails="there <= twice",
            given=("E >= 1",),
        ),
        erratum=Erratum(
            "The second probability belongs to a', the features of the neighbour; with a in both places the right side "
            "is zero.",
            "None for the misprint; the corrected line needs functions of single records.",
            defect=Defect.TYPO,
        ),
        search=over(SPACE, _values, climbs=False),
    ),
    Claim(
        id="loss-after-features-below-the-loss-at-the-features",
        paper="smoothed-dp",
        locator="App. D.3, one database",
        title="delta_{M f}(x) <= delta_M(f(x))",
        kind=Kind.PROOF_STEP,
        statement="For every deterministic function f of the database, the loss of $M \\circ f$ at x is at most that "
        "of M at f(x).",
        formula=POINTWISE,
        checks=(on_instances(Method.EXACT, Coverage.GRID, "all functions", GRID, lambda claim: instances()),),
        near_misses=(
            NearMiss("strictly", POINTWISE.mutate("<=", "<")),
            NearMiss("half of it", POINTWISE.mutate("plain", "plain/2")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="features-of-records-lose-no-more",
        counterexample=Counterexample(
            "Two binary records, f copies the first to both places, M shows one of the two at random, x = (0, 0): M "
            "loses 1/2 at f(x), M after f loses 1 at x.",
            {
                "E": "2",
                **COPY,
                "M": "lambda x, a: sum(1/2 for i in range(2) if x[i] == a)",
                "after": "lambda x, a: M(f(x), a)",
                "x": "(0, 0)",
            },
            fails="delta(after, x) <= delta(M, f(x))",
            given=("E >= 1",),
        ),
        erratum=Erratum(
            "The features of a neighbour of x need not be a neighbour of the features of x, and then nothing bounds "
            "the loss between them.",
            "f is applied to every record on its own.",
            defect=Defect.HYPOTHESIS,
        ),
        search=over(SPACE, _values, climbs=False),
    ),
    Claim(
        id="features-follow-products-of-their-laws",
        paper="smoothed-dp",
        locator="App. D.3, averages",
        title="x ~ pi implies f(x) ~ f(pi), a product of laws of single features",
        kind=Kind.PROOF_STEP,
        statement="If the records are independent, so are the features, and averages over f(x) are averages over "
        "$f(\\Pi)^n$, for every deterministic function f of the database.",
        formula=JOINT,
        checks=(
            on_instances(Method.EXACT, Coverage.GRID, "all functions of two fair records", "256 functions", joints),
        ),
        near_misses=(
            NearMiss("at most", JOINT.mutate("==", "<=")),
            NearMiss("at least", JOINT.mutate("==", ">=")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="features-of-independent-records-are-independent",
        counterexample=Counterexample(
            "Two fair binary records, f sorts them: neighbours stay neighbours, but the features (1, 0) in descending "
            "order have probability 1/2, and 9/16 if they were independent.",
            {
                "f": "lambda x: (max(x[0], x[1]), min(x[0], x[1]))",
                "pairs": "((0, 0), (0, 1), (1, 0), (1, 1))",
                "joint": "sum(1/4 for x in pairs if f(x) == (1, 0))",
                "first": "sum(1/4 for x in pairs if f(x)[0] == 1)",
                "second": "sum(1/4 for x in pairs if f(x)[1] == 0)",
            },
            fails="joint == first * second",
        ),
        erratum=Erratum(
            "Features that share a record depend on each other, so their joint law is not among the products that "
            "smoothed privacy of M speaks of; sorting, which keeps neighbours, already shows it.",
            "f is applied to every record on its own.",
            defect=Defect.HYPOTHESIS,
        ),
        search=over(JOINTS, lambda _, at: joint_values(at), climbs=False),
        note="With sorted features the proposition itself fails: M tells whether the features are (1, 0); then the "
        "smoothed loss is 1, and 15/16 for products of the laws of the features.",
    ),
    Claim(
        id="features-of-independent-records-are-independent",
        paper="smoothed-dp",
        locator="App. D.3, averages",
        title="features of single independent records are independent, with the laws f(pi_i)",
        kind=Kind.PROOF_STEP,
        statement="Summed over both records, the probability of a pair of features is the product of the two, for "
        "deterministic and for randomised features.",
        hypotheses=(Hypothesis("f acts on single records, with independent randomness if any", silent=True),),
        fidelity=Fidelity.NARROWED,
        formula=INDEPENDENT,
        checks=(by_identity("two records, all reals", dict.fromkeys(INDEPENDENT.symbols, "real")),),
        near_misses=(
            NearMiss("one term less", INDEPENDENT.mutate(" + (1 - p)*(1 - r)*u*v", "")),
            NearMiss("one law for both", INDEPENDENT.mutate("(r*l + (1 - r)*v)", "(p*l + (1 - p)*v)")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        search=over(
            {name: Rationals(0, 1, denominator=20) for name in INDEPENDENT.symbols}, lambda _, at: at, climbs=False
        ),
        trust=("sympy", "induction"),
    ),
)
