"""Definition 2: delta(x) is the least delta for which inequality (1) holds with every neighbour, both ways."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from sdp_proofs.claims.checks import Instance, by_solver, on_instances
from sdp_proofs.claims.searching import over
from sdp_proofs.ledger import Claim, Coverage, Hypothesis, Kind, Method, NearMiss, Status
from sdp_proofs.ledger.space import Choices, Compositions, Domain, Integers, Rationals
from sdp_proofs.mechanisms.sampling_histogram import SamplingHistogram
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.database import Database, delta
from sdp_proofs.privacy.divergence import definition_delta

POINTWISE = Formula(
    "And(take*(p - odds*q) <= Max(0, p - odds*q), Implies(p > odds*q, p - odds*q == Max(0, p - odds*q)))",
    {"p": "P(a)", "q": "P'(a)", "odds": r"e^{\epsilon}", "take": r"\mathbf{1}[a \in S]"},
)
AGREES = Formula("computed == defined", {"computed": r"\delta(x)", "defined": r"\delta_{\mathrm{Def.\,2}}(x)"})
BUDGETS = (Fraction(1), Fraction(51, 49), Fraction(2), Fraction(11))


def small_databases(claim: Claim) -> Iterator[Instance]:
    """All histograms of at most `claim.parameters["records"]` records of two or three types, every number of draws."""
    for records in range(1, claim.parameters["records"] + 1):
        for counts in _histograms(records):
            for replacement in (False, True):
                for draws in range(records + 1):
                    law = SamplingHistogram(draws=draws, replacement=replacement).law
                    database = Database(counts, draws, replacement)
                    for odds in BUDGETS:
                        computed = delta(database, Budget.read(odds=odds)).value
                        values = {"computed": computed, "defined": definition_delta(law, counts, odds)}
                        yield f"counts {counts}, T = {draws}, odds {odds}, replacement {replacement}", values


DATABASES: dict[str, Domain] = {
    "records": Integers(1, 10),
    "types": Integers(2, 4),
    "counts": Compositions(lambda before: before["records"], lambda before: before["types"]),
    "draws": Integers(0, lambda before: before["records"]),
    "odds": Rationals(1, 1000),
    "replacement": Choices((False, True)),
}


def _both(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    database = Database(at["counts"], at["draws"], at["replacement"])
    law = SamplingHistogram(draws=at["draws"], replacement=at["replacement"]).law
    computed = delta(database, Budget.read(odds=at["odds"])).value
    return {"computed": computed, "defined": definition_delta(law, at["counts"], at["odds"])}


def _histograms(records: int) -> Iterator[tuple[int, ...]]:
    for first in range(records + 1):
        yield first, records - first
        if records <= 4:
            for second in range(records - first + 1):
                yield first, second, records - first - second


CLAIMS = (
    Claim(
        id="best-event-takes-the-positive-terms",
        paper="smoothed-dp",
        locator="Definition 2",
        title="d(x,x') is the sum of the positive parts of P - E P'",
        kind=Kind.DEFINITION,
        statement="Whatever the event S, an output adds at most max(0, P(a) - E P'(a)) to P(S) - E "
        "P'(S), with equality when S takes "
        "exactly the outputs with P(a) > E P'(a). So d(x,x') is the sum of the positive parts; it is "
        "never negative, "
        "and the 0 in the maximum of Definition 2 is redundant.",
        hypotheses=(Hypothesis("outputs form a countable set", silent=True),),
        formula=POINTWISE,
        checks=(
            by_solver(
                "one output, all probabilities and odds",
                [Formula("And(p >= 0, q >= 0, odds >= 0, Or(take == 0, take == 1))", POINTWISE.symbols)],
            ),
        ),
        near_misses=(
            NearMiss("takes the terms with p > q", POINTWISE.mutate("Implies(p > odds*q", "Implies(p > q")),
            NearMiss("odds on the wrong side", POINTWISE.mutate("take*(p - odds*q)", "take*(odds*p - q)")),
        ),
        recorded=Status.ESTABLISHED,
        trust=("z3", "sum-over-outputs"),
    ),
    Claim(
        id="delta-agrees-with-its-definition",
        paper="smoothed-dp",
        locator="Definition 2",
        title="the computed delta(x) is that of Definition 2 over all neighbours",
        kind=Kind.DEFINITION,
        statement="What this package computes as delta(x) for the sampling-histogram mechanism is the "
        "maximum of Definition 2 over every "
        "neighbour, both directions and all outputs, enumerated exactly.",
        hypotheses=(
            Hypothesis("neighbours replace at most one record"),
            Hypothesis("epsilon > 0; it also holds at epsilon = 0"),
        ),
        formula=AGREES,
        parameters={"records": 6},
        checks=(
            on_instances(
                Method.EXACT,
                Coverage.GRID,
                "enumeration",
                "n <= 6, two types (three for n <= 4), all T <= n, 4 odds, with and without replacement",
                small_databases,
            ),
        ),
        near_misses=(
            NearMiss("computed is smaller", AGREES.mutate("==", "<")),
            NearMiss("computed is twice it", AGREES.mutate("defined", "2*defined")),
        ),
        recorded=Status.SUPPORTED,
        search=over(DATABASES, _both, climbs=False),
        depends_on=("best-event-takes-the-positive-terms", "two-rarest-types-attain-delta"),
    ),
)
