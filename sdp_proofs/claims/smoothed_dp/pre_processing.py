"""Proposition 6: pre-processing keeps smoothed privacy if it works record by record, and need not otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from sdp_proofs.claims.checks import Instance, by_solver, on_instances
from sdp_proofs.claims.families import family
from sdp_proofs.claims.proofs.proving import after_substitution
from sdp_proofs.claims.searching import over
from sdp_proofs.claims.smoothed_dp.derivations.pre_processing import (
    FUNCTIONS,
    GAP,
    IN_RANGE,
    LOSSES,
    MECHANISMS,
    ODDS,
    PAIRS,
    RANDOM,
    REPAIRED_PRE_PROCESSING,
    mixing,
    table_of,
)
from sdp_proofs.claims.smoothed_dp.post_processing import ROWS, coin, on_pairs
from sdp_proofs.distributions.source_set import SourceSet
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
from sdp_proofs.ledger.space import Choices, Domain, Laws, Rationals
from sdp_proofs.mechanisms.finite import DatabaseTable
from sdp_proofs.mechanisms.pre_processing import RandomlyRecordWise, RecordWise
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.definition import smoothed_delta_by_lists

NOT_MORE = Formula("after <= before", {"after": r"\delta_{M \circ f}(\Pi)", "before": r"\delta_M(f(\Pi))"})
ON_RAW = Formula("after <= before", {"after": r"\delta_{M \circ f}(\Pi)", "before": r"\delta_M(\Pi)"})
TABLES = tuple(product(range(2), repeat=2))

MIXED: dict[str, Domain] = {
    "function": Choices(FUNCTIONS),
    "mechanism": Choices(tuple(MECHANISMS)),
    "share": Rationals(0, 1),
}
RECORDS: dict[str, Domain] = {
    **{f"row_{name}": Rationals(0, 1, denominator=9) for name in ROWS},
    **{f"feature_{kind}": Rationals(0, 1, denominator=9) for kind in range(2)},
    "share": Rationals(0, 1),
    "odds": Rationals(1, 5),
}
RAW: dict[str, Domain] = {"law": Laws(2), "function": Choices(TABLES), "target": Choices((0, 1))}


def _mixed(_: Claim, at: Mapping[str, Any]) -> dict[str, Fraction]:
    """Loss after f, and that of M for the laws of the single features."""
    sources = SourceSet.interval(at["share"], at["share"])
    processed = mixing(at["function"], at["mechanism"])
    features = processed.marginals(sources, 2, features=2)
    return {
        "after": smoothed_delta_by_lists(processed, sources, 2, ODDS).value,
        "before": smoothed_delta_by_lists(table_of(at["mechanism"]), features, 2, ODDS).value,
    }


def mixed(claim: Claim) -> Iterator[Instance]:
    """All functions of two fair binary records to two binary features."""
    for function, mechanism in product(FUNCTIONS, MECHANISMS):
        at = {"function": function, "mechanism": mechanism, "share": Fraction(1, 2)}
        yield f"f = {function}, M tells {mechanism}", _mixed(claim, at)


def _record_wise(_: Claim, at: Mapping[str, Any]) -> dict[str, Fraction]:
    mechanism = on_pairs({tuple(map(int, name)): at[f"row_{name}"] for name in ROWS})
    processed = RandomlyRecordWise(mechanism, (coin(at["feature_0"]), coin(at["feature_1"])), 2)
    sources = SourceSet.interval(at["share"], at["share"])
    return {
        "after": smoothed_delta_by_lists(processed, sources, 2, at["odds"]).value,
        "before": smoothed_delta_by_lists(mechanism, processed.image(sources), 2, at["odds"]).value,
    }


def record_wise(claim: Claim) -> Iterator[Instance]:
    """Deterministic and randomised features of two binary records."""
    levels = (Fraction(0), Fraction(1, 2), Fraction(1))
    for shares in product(levels, repeat=4):
        rows = {f"row_{name}": share for name, share in zip(ROWS, shares, strict=True)}
        for text in (("0", "1"), ("1", "0"), ("0", "0"), ("1/3", "3/4")):
            features = tuple(map(Fraction, text))
            kernel = {f"feature_{kind}": share for kind, share in enumerate(features)}
            at = {**rows, **kernel, "share": Fraction(1, 3), "odds": Fraction(3, 2)}
            named = ", ".join(map(str, shares)), ", ".join(map(str, features))
            yield f"output 0 with {named[0]}, feature 0 with {named[1]}", _record_wise(claim, at)


def _raw(_: Claim, at: Mapping[str, Any]) -> dict[str, Fraction]:
    """M tells whether two binary records are both of one type."""
    mechanism = DatabaseTable(2, {x: coin(Fraction(x == (at["target"],) * 2)) for x in PAIRS})
    sources = SourceSet((at["law"],))
    processed = RecordWise(mechanism, at["function"], 2)
    return {
        "after": smoothed_delta_by_lists(processed, sources, 2, ODDS).value,
        "before": smoothed_delta_by_lists(mechanism, sources, 2, ODDS).value,
    }


def raw(claim: Claim) -> Iterator[Instance]:
    """All functions of single binary records, four sources."""
    for share in map(Fraction, ("0", "1/3", "1/2", "1")):
        law = (share, 1 - share)
        for function in TABLES:
            at = {"law": law, "function": function, "target": 0}
            yield f"source {', '.join(map(str, law))}, f = {function}", _raw(claim, at)


TWO_RECORDS = {
    "pairs": "((0, 0), (0, 1), (1, 0), (1, 1))",
    "near": "lambda x: ((1 - x[0], x[1]), (x[0], 1 - x[1]))",
    "loss": "lambda law, x, y: sum(max(0, law(x, a) - E * law(y, a)) for a in range(2))",
    "delta": "lambda law, x: max(max(loss(law, x, y), loss(law, y, x)) for y in near(x))",
}
"""delta(x) of mechanisms with two outputs on two binary records; needs E."""

CLAIMS = (
    Claim(
        id="features-of-whole-databases-lose-no-more",
        paper="smoothed-dp",
        locator="Proposition 6",
        title="pre-processing by any deterministic function of the database keeps smoothed privacy",
        kind=Kind.PROPOSITION,
        statement="For any deterministic $f : X^n \\to \\tilde X^n$, $M \\circ f$ is $(\\epsilon, \\delta, "
        "\\Pi)$-smoothed DP if M is $(\\epsilon, \\delta, f(\\Pi))$-smoothed DP.",
        hypotheses=(
            Hypothesis("f(Pi) is defined for functions of single records; for others, the laws of single features"),
        ),
        formula=NOT_MORE,
        checks=(
            on_instances(
                Method.EXACT,
                Coverage.GRID,
                "all functions of two records",
                "all functions of two fair binary records to two binary features, three mechanisms, odds 2",
                mixed,
            ),
        ),
        near_misses=(
            NearMiss("strictly", NOT_MORE.mutate("<=", "<")),
            NearMiss("half of it", NOT_MORE.mutate("before", "before/2")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="features-of-records-lose-no-more",
        counterexample=Counterexample(
            "Two binary records, f copies the first to both places, M shows one of the two at random: M loses 1/2 at "
            "every database, M after f shows the first record and loses 1 at every database. So it fails for every set "
            "of sources and however the laws of the features are read; with one record there is nothing to mix.",
            {
                "E": "2",
                **TWO_RECORDS,
                "M": "lambda x, a: sum(1/2 for i in range(2) if x[i] == a)",
                "f": "lambda x: (x[0], x[0])",
                "after": "lambda x, a: M(f(x), a)",
            },
            fails="min(delta(after, x) for x in pairs) <= max(delta(M, x) for x in pairs)",
            given=("E >= 1",),
        ),
        erratum=Erratum(
            "A deterministic function of the whole database can copy one record to many places, so that what is "
            "released about many features is released about one record.",
            "f is applied to every record on its own, as the definition of f(Pi) presumes. In exchange it may be "
            "randomised.",
            defect=Defect.HYPOTHESIS,
        ),
        search=over(MIXED, _mixed, climbs=False),
    ),
    Claim(
        id="features-of-records-lose-no-more",
        paper="smoothed-dp",
        locator="Proposition 6",
        title="pre-processing record by record, deterministic or randomised, keeps smoothed privacy",
        kind=Kind.PROPOSITION,
        statement="If f is applied to every record on its own, with randomness of its own if any, then $\\delta_{M "
        "\\circ f}(x) \\le \\mathbb{E}\\,\\delta_M(f(x))$ at every x: the features of x and x' are coupled to differ "
        "in the changed record only, and each pair adds a loss of neighbours to the positive part. Features of "
        "independent records are independent, with laws in f(Pi), so the average is one over $f(\\Pi)^n$.",
        hypotheses=(
            Hypothesis("f acts on single records", silent=True),
            Hypothesis("records are independent"),
        ),
        fidelity=Fidelity.NARROWED,
        formula=NOT_MORE,
        checks=(
            after_substitution(
                by_solver("one output, two features, all kernels and odds", [IN_RANGE]),
                {"after": f"Max(0, {GAP})", "before": str(LOSSES)},
                tuple(RANDOM),
            ),
            on_instances(
                Method.EXACT,
                Coverage.GRID,
                "two binary records, smoothed",
                "all tables of probabilities 0, 1/2, 1, two outputs, four functions and kernels, one source",
                record_wise,
            ),
        ),
        near_misses=(
            NearMiss("strictly", NOT_MORE.mutate("<=", "<")),
            NearMiss("half of it", NOT_MORE.mutate("before", "before/2")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        search=over(RECORDS, _record_wise, climbs=False),
        depends_on=("best-event-takes-the-positive-terms", "features-of-independent-records-are-independent"),
        trust=("z3", "sum-over-outputs", "induction", "averaging"),
        derivation=REPAIRED_PRE_PROCESSING,
    ),
    Claim(
        id="preprocessing-is-never-harmful",
        paper="smoothed-dp",
        locator="Sec. 4, before Proposition 6",
        title="preprocessing is not harmful: M after f loses no more than M on the same data",
        kind=Kind.STATEMENT,
        statement="'Any deterministic way of data preprocessing is not harmful to privacy', read as a comparison of "
        "$M \\circ f$ with M itself, for the same sources and for functions of single records.",
        hypotheses=(Hypothesis("'not harmful' compares with the mechanism on the raw data", silent=True),),
        fidelity=Fidelity.RECONSTRUCTED,
        formula=ON_RAW,
        checks=(
            on_instances(
                Method.EXACT, Coverage.GRID, "functions of binary records", "four functions, four sources", raw
            ),
        ),
        near_misses=(
            NearMiss("strictly", ON_RAW.mutate("<=", "<")),
            NearMiss("equality", ON_RAW.mutate("<=", "==")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="features-of-records-lose-no-more",
        counterexample=Counterexample(
            "Two binary records that are always 1, M tells whether both are 0: they are not, whichever of them is "
            "changed, and the loss is 0. If f exchanges 0 and 1, both features are 0, and the loss is 1.",
            {
                "E": "2",
                **TWO_RECORDS,
                "M": "lambda x, a: a if x == (0, 0) else 1 - a",
                "after": "lambda x, a: M((1 - x[0], 1 - x[1]), a)",
            },
            fails="delta(after, (1, 1)) <= delta(M, (1, 1))",
            given=("E >= 1",),
        ),
        erratum=Erratum(
            "The features may have laws for which the mechanism is less private than for those of the records; the "
            "proposition compares with M for the laws of the features, not with M for those of the records.",
            "The loss of M must be known for the laws of the features.",
            defect=Defect.HYPOTHESIS,
        ),
        search=over(RAW, _raw, climbs=False),
    ),
)
