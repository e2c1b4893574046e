"""Many types: the two rarest decide, because recolouring a record of a third type is post-processing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from sdp_proofs.claims.checks import Instance, by_identity, on_instances
from sdp_proofs.claims.searching import over
from sdp_proofs.ledger import Claim, Coverage, Hypothesis, Kind, Method, NearMiss, Status
from sdp_proofs.ledger.space import Choices, Compositions, Domain, Integers, Rationals
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.database import Database, all_changes, worst_changes

COUNTS = {"a": "a", "c": "c", "h": "h", "g": "g"}
RECOLOURED = Formula(
    "Eq(binomial(a + 1, h)*binomial(c - 1, g), "
    "binomial(a, h)*binomial(c, g)*(1 - g/c) + binomial(a, h - 1)*binomial(c, g + 1)*(g + 1)/c)",
    COUNTS,
)
ATTAINED = Formula("chosen == largest", {"chosen": r"\max_{\mathrm{rarest}} d", "largest": r"\max_{x'} d"})
ODDS = (Fraction(1), Fraction(51, 49), Fraction(3, 2), Fraction(4))


def small_histograms(claim: Claim) -> Iterator[Instance]:
    """The candidates against all pairs of types and directions, in exact fractions."""
    for counts in _histograms(claim.parameters["records"]):
        for replacement in (False, True):
            for draws in (1, sum(counts) // 2, sum(counts) - 1):
                database = Database(counts, max(draws, 1), replacement)
                for odds in ODDS:
                    yield f"counts {counts}, T = {draws}, odds {odds}", _largest(database, odds)


def _largest(database: Database, odds: Fraction) -> dict[str, Any]:
    chosen, everything = (
        max(change.pair(database).exact_loss(odds) for change in changes(database))
        for changes in (worst_changes, all_changes)
    )
    return {"chosen": chosen, "largest": everything}


DATABASES: dict[str, Domain] = {
    "records": Integers(2, 20),
    "types": Integers(2, 5),
    "counts": Compositions(lambda before: before["records"], lambda before: before["types"]),
    "draws": Integers(1, lambda before: before["records"]),
    "odds": Rationals(1, 1000),
    "replacement": Choices((False, True)),
}


def _attained(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    return _largest(Database(at["counts"], at["draws"], at["replacement"]), Fraction(at["odds"]))


def _histograms(most: int) -> Iterator[tuple[int, ...]]:
    for first in range(most + 1):
        for second in range(first, most + 1 - first):
            for third in range(second, most + 1 - first - second):
                if first + second + third >= 2:
                    yield first, second, third


CLAIMS = (
    Claim(
        id="recolouring-a-third-record-is-post-processing",
        paper="project",
        locator="Worst pair",
        title="turning one record of type k into type i acts on the histogram by a fixed random map",
        kind=Kind.PROJECT,
        statement="Let x have c >= 1 records of a third type. Moving one sampled record of that type, "
        "with probability g/c when g of them are "
        "sampled, to type i turns the histogram of x into that of the database with one record "
        "recoloured, for x and for its "
        "neighbour alike. Hence d falls as the count of i (or of j) grows at the expense of a third type.",
        hypotheses=(
            Hypothesis(
                "c >= 1; sampling without replacement (with replacement each sighting moves with probability 1/c)"
            ),
        ),
        formula=RECOLOURED,
        checks=(
            by_identity(
                "the two ways to the recoloured histogram",
                {"a": "natural", "c": "natural", "h": "natural", "g": "natural"},
                [Formula("And(c >= 1, h >= 1, h <= a, g < c)", COUNTS)],
            ),
        ),
        near_misses=(
            NearMiss("probability g/(c+1)", RECOLOURED.mutate("(1 - g/c)", "(1 - g/(c + 1))")),
            NearMiss("two records recoloured", RECOLOURED.mutate("binomial(a + 1, h)", "binomial(a + 2, h)")),
        ),
        recorded=Status.ESTABLISHED,
        trust=("sympy", "data-processing"),
    ),
    Claim(
        id="two-rarest-types-attain-delta",
        paper="project",
        locator="Worst pair",
        title="delta(x) is attained by the two rarest types, or by a lone or absent type",
        kind=Kind.PROJECT,
        statement="If every type has two records or more, delta(x) is attained when a record moves "
        "between the two rarest types. If a type "
        "has one record or none, delta(x) is the inclusion probability, attained there.",
        formula=ATTAINED,
        parameters={"records": 8},
        checks=(
            on_instances(
                Method.EXACT,
                Coverage.GRID,
                "all pairs, both directions",
                "three types, n <= 8, three sample sizes, 4 odds, with and without replacement",
                small_histograms,
            ),
        ),
        near_misses=(
            NearMiss("strictly less", ATTAINED.mutate("==", "<")),
            NearMiss("half of it", ATTAINED.mutate("chosen", "2*chosen")),
        ),
        recorded=Status.SUPPORTED,
        search=over(DATABASES, _attained, climbs=False),
        depends_on=("recolouring-a-third-record-is-post-processing", "lone-record-is-seen-when-sampled"),
        note="For all sizes it follows from the first dependency: step by step from the counts of any "
        "pair down to those of the two "
        "rarest, a third type has a record to spare.",
    ),
)
