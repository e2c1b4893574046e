"""When nothing can be learned at level epsilon: delta(x) = 0 exactly if (1 - 1/E) min H >= T."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from sdp_proofs.claims.checks import Instance, by_solver, on_instances
from sdp_proofs.claims.families import CONVERSE, NOT_NEEDED, family
from sdp_proofs.claims.proofs.facts import by_facts, facts_of, on_instances_with_facts
from sdp_proofs.claims.searching import over
from sdp_proofs.distributions.hypergeometric import Hypergeometric
from sdp_proofs.ledger import Claim, Coverage, Kind, Method, NearMiss, Status
from sdp_proofs.ledger.space import Compositions, Domain, Integers, Rationals
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.database import Database, all_changes, delta

ZERO = Formula(
    "Equivalent(delta <= 0, (1 - 1/odds)*rarest >= draws)",
    {"delta": r"\delta(x)", "odds": "E", "rarest": r"\min_i H_i", "draws": "T"},
)
LAST = Formula(
    "Implies((1 - 1/odds)*a >= T, odds*(a - T)*(b + 1) >= a*(b + 1))",
    {"odds": "E", "a": "a", "b": "b", "T": "T"},
)
FULL = Formula(
    "Implies((1 - 1/odds)*a < T, odds*(a - Min(a, T))*(b + 1) < a*(b + 1))",
    {"odds": "E", "a": "a", "b": "b", "T": "T"},
)
MORE = ("p", "a", "b", "h", "g", "q")


def facts(claim: Claim) -> Sequence[Formula]:
    """What the loss is made of: p belongs to the largest count of the rarest type, q to an output with a gain."""
    extreme = "(Max(1, rarest) - Min(Max(1, rarest), draws))/Max(1, rarest)"
    return facts_of(claim.formula, (
        "And(odds >= 1, Or(draws == 0, draws >= 1), Or(rarest == 0, rarest >= 1), p > 0)",
        # A neighbour has one record of a type that x has not, so no change takes a record from fewer than one.
        f"delta >= p*(1 - odds*{extreme})",
        # A positive loss has an output that gains; its ratio is (1 - h/a)(1 + g/(b+1-g)).
        "Or(delta <= 0, And(a >= Max(1, rarest), 0 <= h, h <= Min(a, draws), 0 <= g, g <= b, q > 0, q*(1 - odds*(1 - "
        "h/a)*(1 + g/(b + 1 - g))) > 0))",
    ), more=MORE)  # fmt: skip


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


def small_proofs(claim: Claim) -> Iterator[Instance]:
    """Two types, with an output that gains wherever one does."""
    for n in range(2, 8):
        for first in range(n + 1):
            for draws in range(n + 1):
                for odds in (Fraction(1), Fraction(3, 2), Fraction(2), Fraction(5)):
                    database = Database((first, n - first), draws)
                    loss = delta(database, Budget.read(odds=odds)).value
                    fewest = max(1, min(database.counts))
                    last = Hypergeometric(population=n, marked=fewest, draws=draws).pmf(min(fewest, draws))
                    name = f"counts {database.counts}, T = {draws}, odds {odds}"
                    yield name, {
                        "delta": loss, "odds": odds, "rarest": min(database.counts), "draws": draws, "p": last,
                        **_gaining(database, odds),
                    }  # fmt: skip


def _gaining(database: Database, odds: Fraction) -> dict[str, Any]:
    """A change and an output of it with a positive term; all zero if there is none."""
    for change in all_changes(database):
        pair = change.pair(database)
        law = Hypergeometric(population=database.records, marked=pair.count, draws=database.draws)
        for h in range(max(0, database.draws - pair.other), min(pair.count, database.draws) + 1):
            g = database.draws - h
            ratio = Fraction(pair.count - h, pair.count) * (1 + Fraction(g, pair.other + 1 - g))
            if odds * ratio < 1:
                return {"a": pair.count, "b": pair.other, "h": h, "g": g, "q": law.pmf(h)}
    return {"a": 1, "b": 0, "h": 0, "g": 0, "q": 0}


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
        statement="If $(1 - 1/E) a \\ge T$ then $E\\,P'(h) \\ge P(h)$ at h = T, and so, the ratio falling in h, at "
        "every h: the loss is 0.",
        formula=LAST,
        checks=(by_solver("all reals", [Formula("And(odds >= 1, a >= 1, b >= 0, T >= 0, T <= a)", LAST.symbols)]),),
        near_misses=(
            NearMiss("without the 1/E", LAST.mutate("(1 - 1/odds)*a >= T", "a >= T")),
            NearMiss("strict conclusion", LAST.mutate(">= a*(b + 1)", "> a*(b + 1)")),
        ),
        family=family(
            counts=["T"],
            true={
                CONVERSE: ["converse of Implies((1 - 1 / odds) * a >= T, odds * (a - T) * (b ..."],
                NOT_NEEDED: ["all reals, without a >= 1", "all reals, without T >= 0", "all reals, without T <= a"],
            },
            deep=True,
        ),
        recorded=Status.ESTABLISHED,
        depends_on=("likelihood-ratio-falls-in-the-count",),
        trust=("z3",),
    ),
    Claim(
        id="the-largest-count-crosses-above-the-line",
        paper="project",
        locator="Zero loss",
        title="if (1 - 1/E) a < T the largest count h = min(a, T) is more than E times likelier under P",
        kind=Kind.PROJECT,
        statement="If $(1 - 1/E) a < T$ then $E\\,P'(h) < P(h)$ at h = min(a, T), with g = 0 records of the type that "
        "gains: for h = a because P'(a) is zero, whatever g is, and for h = T because the ratio is 1 - T/a.",
        formula=FULL,
        checks=(by_solver("all reals", [Formula("And(odds >= 1, a >= 1, b >= 0, T >= 0)", FULL.symbols)]),),
        near_misses=(
            NearMiss("at the line as well", FULL.mutate("*a < T", "*a <= T")),
            NearMiss("at the count T/2", FULL.mutate("Min(a, T)", "Min(a, T/2)")),
        ),
        family=family(
            counts=["T"],
            true={
                CONVERSE: ["converse of Implies((1 - 1 / odds) * a < T, odds * (a - Min(a, T ..."],
                NOT_NEEDED: ["all reals, without odds >= 1", "all reals, without T >= 0"],
            },
            deep=True,
        ),
        recorded=Status.ESTABLISHED,
        depends_on=("ratio-when-a-record-is-replaced",),
        trust=("z3",),
    ),
    Claim(
        id="delta-vanishes-exactly-below-the-line",
        paper="project",
        locator="Zero loss",
        title="delta(x) = 0 if and only if (1 - 1/E) min H >= T",
        kind=Kind.PROJECT,
        statement="Without replacement delta(x) = 0 holds exactly when $(1 - 1/E) \\min_i H_i \\ge T$, for any number "
        "of types, m >= 2 of them.",
        formula=ZERO,
        checks=(
            by_facts("an output gains exactly above the line", facts),
            on_instances(
                Method.EXACT, Coverage.GRID, "enumeration", "two and three types, n <= 10, all T, 6 odds", small_losses
            ),
            on_instances_with_facts(
                Method.EXACT, Coverage.GRID, "every step of the proof", "two types, n <= 7, 4 odds", small_proofs, facts
            ),
        ),
        near_misses=(
            NearMiss("strict", ZERO.mutate(">= draws", "> draws")),
            NearMiss("E - 1 for 1 - 1/E", ZERO.mutate("(1 - 1/odds)", "(odds - 1)")),
        ),
        family=family(counts=["draws"], deep=True),
        recorded=Status.ESTABLISHED,
        search=over(DATABASES, _loss, climbs=False),
        depends_on=(
            "no-count-crosses-when-draws-are-few",
            "the-largest-count-crosses-above-the-line",
            "ratio-when-a-record-is-replaced",
            "best-event-takes-the-positive-terms",
        ),
        trust=("z3", "sum-over-outputs", "maximum"),
        note="Whether a change loses anything depends on the type that gives up the record only: it loses nothing "
        "exactly if $(1 - 1/E) a \\ge T$. The fewest that a type gives up one of is max(1, min H), because a neighbour "
        "has a record of a type that x lacks; for T >= 1 nothing is zero then, since (1 - 1/E) < 1.",
    ),
)
