"""Algorithm 1: enumerating histograms of the hull's vertices gives the maximum over all source assignments."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from sdp_proofs.claims.checks import Instance, on_instances
from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.ledger import Claim, Coverage, Hypothesis, Kind, Method, NearMiss, Status
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.database import Database, delta
from sdp_proofs.privacy.smoothed import Smoothing, smoothed_delta

EQUAL = Formula(
    "algorithm == enumerated",
    {"algorithm": r"\max_{\vec k} F(\vec k)", "enumerated": r"\max_{\vec\pi \in \Pi^n} \mathbb{E}\,\delta(x)"},
)
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
                    budget = Budget.read(odds=odds)
                    found = smoothed_delta(Smoothing(sources, records, draws), budget, route="algorithm-1")
                    values = {"algorithm": found.value, "enumerated": _enumerated(sources, records, draws, budget)}
                    yield f"sources {laws}, n = {records}, T = {draws}, odds {odds}", values


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
        statement="For an anonymous mechanism the maximum of the expected delta(x) over all assignments "
        "of sources of the set to the "
        "n records equals the maximum over histograms of the hull's vertices.",
        hypotheses=(Hypothesis("the set is finite, or closed", silent=True),),
        formula=EQUAL,
        checks=(
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
        recorded=Status.SUPPORTED,
        depends_on=("no-mixture-beats-its-parts",),
    ),
)
