"""Algorithm 1: enumerating histograms of the hull's vertices gives the maximum over all source assignments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from sdp_proofs.claims.checks import Instance, by_identity, by_solver, on_instances
from sdp_proofs.claims.proofs.stepwise import about, from_premises, in_steps
from sdp_proofs.claims.searching import over
from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.ledger import Claim, Coverage, Hypothesis, Kind, Method, NearMiss, Status
from sdp_proofs.ledger.space import Domain, Integers, Laws, Rationals
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.database import Database, delta
from sdp_proofs.privacy.smoothed import Smoothing, smoothed_delta

EQUAL = Formula(
    "algorithm == enumerated",
    {"algorithm": r"\max_{\vec k} F(\vec k)", "enumerated": r"\max_{\vec\pi \in \Pi^n} \mathbb{E}\,\delta(x)"},
)
MAXIMA = ("algorithm", "enumerated", "vertices")
AFFINE = about(
    Formula("Eq((w*p + (1 - w)*q)*phi, w*p*phi + (1 - w)*q*phi)", ["w", "p", "q", "phi"]),
    by_identity("the expected loss is affine in the law of a record", ["w", "p", "q", "phi"]),
)
DOMINATED = about(
    Formula("w*one + (1 - w)*two <= Max(one, two)", ["w", "one", "two"]),
    by_solver("a mixture is at most its parts", [Formula("And(0 <= w, w <= 1)", ["w"])]),
)
EXCHANGED = about(
    Formula("Eq((p*s + r*q)*loss, (q*r + s*p)*loss)", ["p", "q", "r", "s", "loss"]),
    by_identity("two records exchange their sources", ["p", "q", "r", "s", "loss"]),
)
"""One of two records has type a and the other type b, with loss delta(a, b) = delta(b, a); p, r are the probabilities
of a and b under one source, q, s under the other."""
SETS = (
    (("1/4", "3/4"), ("2/3", "1/3")),
    (("1/4", "3/4"), ("2/5", "3/5"), ("2/3", "1/3")),
    (("0", "1"), ("1/2", "1/2")),
    (("1/2", "1/4", "1/4"), ("1/5", "1/5", "3/5")),
)


def small_instances(claim: Claim) -> Iterator[Instance]:
    """Every assignment of sources to records and every database, enumerated, against the algorithm."""
    for laws in SETS:
        sources = SourceSet.from_laws(laws)
        for records in range(2, 6 if sources.types == 2 else 5):
            for draws in (1, records - 1):
                for odds in ("1", "3/2"):
                    values = _both(sources, records, draws, Budget.read(odds=odds))
                    yield f"sources {laws}, n = {records}, T = {draws}, odds {odds}", values


def _both(sources: SourceSet, records: int, draws: int, budget: Budget) -> dict[str, Any]:
    found = smoothed_delta(Smoothing(sources, records, draws), budget, route="algorithm-1")
    return {"algorithm": found.value, "enumerated": _enumerated(sources, records, draws, budget)}


def _at(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    laws = (at["first"], at["second"], at["third"])
    return _both(SourceSet(laws), at["records"], at["draws"], Budget.read(odds=at["odds"]))


SPACE: dict[str, Domain] = {
    "records": Integers(1, 4),
    "draws": Integers(0, lambda before: before["records"]),
    "first": Laws(2),
    "second": Laws(2),
    "third": Laws(2),
    "odds": Rationals(1, 8),
}


def _enumerated(sources: SourceSet, records: int, draws: int, budget: Budget) -> Fraction:
    types = range(sources.types)
    databases = list(product(types, repeat=records))
    losses = {}
    for database in databases:
        counts = tuple(database.count(kind) for kind in types)
        if counts not in losses:
            losses[counts] = delta(Database(counts, draws), budget).value.exact or Fraction(0)
    best = Fraction(0)
    for assignment in product(sources.laws, repeat=records):
        total = Fraction(0)
        for database in databases:
            probability = Fraction(1)
            for law, kind in zip(assignment, database, strict=True):
                probability *= law[kind]
            total += probability * losses[tuple(database.count(kind) for kind in types)]
        best = max(best, total)
    return best


CLAIMS = (
    Claim(
        id="vertex-histograms-give-the-maximum",
        paper="smoothed-dp",
        locator="Algorithm 1",
        title="Algorithm 1 returns the maximum over all assignments of all sources",
        kind=Kind.ALGORITHM,
        statement="For an anonymous mechanism the maximum of the expected delta(x) over all assignments of sources of "
        "the set to the n records equals the maximum over histograms of the hull's vertices. The expectation is affine "
        "in the law of each single record, so records can be moved to vertices one after the other without loss; the "
        "vertices belong to the set; and records may exchange their sources.",
        hypotheses=(
            Hypothesis("the mechanism is anonymous and the records are independent"),
            Hypothesis("the set is finite, or closed with finitely many vertices", silent=True),
        ),
        formula=EQUAL,
        checks=(
            in_steps(
                "record by record",
                AFFINE,
                DOMINATED,
                EXCHANGED,
                from_premises(
                    "the three maxima",
                    [Formula("And(enumerated <= vertices, vertices <= enumerated, vertices == algorithm)", MAXIMA)],
                    MAXIMA,
                ),
            ),
            on_instances(
                Method.EXACT,
                Coverage.GRID,
                "enumeration of all assignments and all databases",
                "four sets of sources over two and three types, n <= 5, two sample sizes, two odds",
                small_instances,
            ),
        ),
        near_misses=(
            NearMiss("smaller", EQUAL.mutate("==", "<")),
            NearMiss("half of it", EQUAL.mutate("enumerated", "2*enumerated")),
        ),
        recorded=Status.ESTABLISHED,
        search=over(SPACE, _at, climbs=False),
        depends_on=("no-mixture-beats-its-parts", "anonymous-losses-count-sources"),
        trust=("sympy", "z3", "one-record-at-a-time", "maximum", "induction"),
    ),
)
