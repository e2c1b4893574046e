"""When nothing can be learned at level epsilon: delta(x) = 0 exactly if (1 - 1/E) min H >= T."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from sdp_proofs.claims.checks import Instance, by_solver, on_instances
from sdp_proofs.claims.searching import over
from sdp_proofs.ledger import Claim, Coverage, Kind, Method, NearMiss, Status
from sdp_proofs.ledger.space import Compositions, Domain, Integers, Rationals
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.database import Database, delta

ZERO = Formula(
    "Equivalent(delta <= 0, (1 - 1/odds)*rarest >= draws)",
    {"delta": r"\delta(x)", "odds": "E", "rarest": r"\min_i H_i", "draws": "T"},
)
LAST = Formula(
    "Implies((1 - 1/odds)*a >= T, odds*(a - T)*(b + 1) >= a*(b + 1))",
    {"odds": "E", "a": "a", "b": "b", "T": "T"},
)


def small_losses(claim: Claim) -> Iterator[Instance]:
    """All histograms of two and three types."""
    for n in range(2, 11):
        for first in range(n + 1):
            for second in {0, min(1, n - first), (n - first) // 2}:
                counts = (first, second, n - first - second) if second else (first, n - first)
                for draws in range(n + 1):
                    for odds in (
                        Fraction(1),
                        Fraction(9, 8),
                        Fraction(3, 2),
                        Fraction(2),
                        Fraction(5),
                        Fraction(11),
                    ):
                        loss = delta(Database(counts, draws), Budget.read(odds=odds)).value
                        values = {"delta": loss, "odds": odds, "rarest": min(counts), "draws": draws}
                        yield f"counts {counts}, T = {draws}, odds {odds}", values


DATABASES: dict[str, Domain] = {
    "records": Integers(2, 30),
    "types": Integers(2, 4),
    "counts": Compositions(lambda before: before["records"], lambda before: before["types"]),
    "draws": Integers(0, lambda before: before["records"]),
    "odds": Rationals(1, 1000),
}


def _loss(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    loss = delta(Database(at["counts"], at["draws"]), Budget.read(odds=at["odds"])).value
    return {"delta": loss, "odds": at["odds"], "rarest": min(at["counts"]), "draws": at["draws"]}


CLAIMS = (
    Claim(
        id="no-count-crosses-when-draws-are-few",
        paper="project",
        locator="Zero loss",
        title="if (1 - 1/E) a >= T even the largest count h = T is not E times likelier under P",
        kind=Kind.PROJECT,
        statement="If $(1 - 1/E) a \\ge T$ then $E\\,P'(h) \\ge P(h)$ at h = T, and so, the ratio "
        "falling in h, at every h: the loss is 0.",
        formula=LAST,
        checks=(by_solver("all reals", [Formula("And(odds >= 1, a >= 1, b >= 0, T >= 0, T <= a)", LAST.symbols)]),),
        near_misses=(
            NearMiss("without the 1/E", LAST.mutate("(1 - 1/odds)*a >= T", "a >= T")),
            NearMiss("strict conclusion", LAST.mutate(">= a*(b + 1)", "> a*(b + 1)")),
        ),
        recorded=Status.ESTABLISHED,
        depends_on=("likelihood-ratio-falls-in-the-count",),
        trust=("z3",),
    ),
    Claim(
        id="delta-vanishes-exactly-below-the-line",
        paper="project",
        locator="Zero loss",
        title="delta(x) = 0 if and only if (1 - 1/E) min H >= T",
        kind=Kind.PROJECT,
        statement="Without replacement delta(x) = 0 holds exactly when $(1 - 1/E) \\min_i H_i \\ge T$.",
        formula=ZERO,
        checks=(
            on_instances(
                Method.EXACT, Coverage.GRID, "enumeration", "two and three types, n <= 10, all T, 6 odds", small_losses
            ),
        ),
        near_misses=(
            NearMiss("strict", ZERO.mutate(">= draws", "> draws")),
            NearMiss("E - 1 for 1 - 1/E", ZERO.mutate("(1 - 1/odds)", "(odds - 1)")),
        ),
        recorded=Status.SUPPORTED,
        search=over(DATABASES, _loss, climbs=False),
        depends_on=("no-count-crosses-when-draws-are-few", "two-rarest-types-attain-delta"),
        note="Only 'if' is proved for all sizes (the dependency); 'only if' is enumerated.",
    ),
)
