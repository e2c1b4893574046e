"""Definition 2: delta(x) is the least delta for which inequality (1) holds with every neighbour, both ways."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from sdp_proofs.claims.checks import Instance, by_solver, on_instances
from sdp_proofs.claims.families import BOUNDARY, IDLE, NOT_NEEDED, family
from sdp_proofs.claims.proofs.facts import by_facts, facts_of, on_instances_with_facts
from sdp_proofs.claims.searching import over
from sdp_proofs.distributions.hypergeometric import Hypergeometric
from sdp_proofs.ledger import Claim, Coverage, Hypothesis, Kind, Method, NearMiss, Status
from sdp_proofs.ledger.space import Choices, Compositions, Domain, Integers, Rationals
from sdp_proofs.mechanisms.sampling_histogram import SamplingHistogram
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.database import Database, all_changes, delta
from sdp_proofs.privacy.divergence import definition_delta

POINTWISE = Formula(
    "And(take*(p - odds*q) <= Max(0, p - odds*q), Implies(p > odds*q, p - odds*q == Max(0, p - odds*q)))",
    {"p": "P(a)", "q": "P'(a)", "odds": r"e^{\epsilon}", "take": r"\mathbf{1}[a \in S]"},
)
AGREES = Formula("computed == defined", {"computed": r"\delta(x)", "defined": r"\delta_{\mathrm{Def.\,2}}(x)"})
MORE = ("inside", "outside", "tail", "left")


def facts(claim: Claim) -> Sequence[Formula]:
    """An event that attains the maximum of the definition, cut in two by the tail of its change."""
    return facts_of(claim.formula, (
        "And(defined == inside + outside, tail == inside + left)",
        # In a tail every output gains, elsewhere none does; `left` is the rest of the tail.
        "And(outside <= 0, left >= 0)",
        # The candidates contain a worst change, and each of them is a change, its tail an event.
        "And(tail <= computed, computed <= defined)",
    ), more=MORE)  # fmt: skip


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


def small_tails(_: Claim) -> Iterator[Instance]:
    """Two types without replacement: events that attain the maximum, and the tail of their change in closed form."""
    for records in range(2, 6):
        for first in range(records + 1):
            counts = (first, records - first)
            for draws in range(1, records):
                database = Database(counts, draws)
                law = SamplingHistogram(draws=draws).law
                for odds in BUDGETS:
                    defined = definition_delta(law, counts, odds)
                    both = {"computed": delta(database, Budget.read(odds=odds)).value, "defined": defined}
                    for change in all_changes(database):
                        pair = change.pair(database)
                        for event, cut in _events(records, pair.count, draws, odds, defined):
                            name = f"counts {counts}, T = {draws}, odds {odds}, {change.direction}, event {event}"
                            yield name, {**both, **cut}


def _events(
    records: int, count: int, draws: int, odds: Fraction, defined: Fraction
) -> Iterator[tuple[tuple[int, ...], dict[str, Fraction]]]:
    """The events of the losing type's count that attain the maximum, each cut by h > a - a(n+1-T)/(a + E(b+1))."""
    own, other = (Hypergeometric(population=records, marked=marked, draws=draws) for marked in (count, count - 1))
    gains = {h: own.pmf(h) - odds * other.pmf(h) for h in range(max(0, draws - records + count - 1), draws + 1)}
    from_here = count - Fraction(count * (records + 1 - draws)) / (count + odds * (records - count + 1))
    tail = [h for h in gains if h > from_here]
    for size in range(len(gains) + 1):
        for event in combinations(gains, size):
            inside = sum((gains[h] for h in event if h in tail), Fraction(0))
            outside = sum((gains[h] for h in event if h not in tail), Fraction(0))
            if inside + outside == defined:
                whole = sum((gains[h] for h in tail), Fraction(0))
                yield event, {"inside": inside, "outside": outside, "tail": whole, "left": whole - inside}


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
        statement="Whatever the event S, an output adds at most max(0, P(a) - E P'(a)) to P(S) - E P'(S), with "
        "equality when S takes exactly the outputs with P(a) > E P'(a). So d(x,x') is the sum of the positive parts; "
        "it is never negative, and the 0 in the maximum of Definition 2 is redundant.",
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
        family=family(
            true={
                BOUNDARY: [">= for > in p > odds * q"],
                IDLE: ["take * (p - odds * q) without take", "-1 for 0 in Max(0, p - odds * q), place 2"],
                NOT_NEEDED: [
                    "one output, all probabilities and odds, without p >= 0",
                    "one output, all probabilities and odds, without q >= 0",
                    "one output, all probabilities and odds, without odds >= 0",
                ],
            }
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
        statement="For the sampling-histogram mechanism delta(x) is computed as the largest gain of a tail: for the "
        "one to four candidates of a worst change, and given that s draws fall in the pool of their two types, that of "
        "the counts above the crossing. This is the maximum of Definition 2 over every neighbour, both directions and "
        "all events. The programs are compared with the definition at small sizes, output by output.",
        hypotheses=(
            Hypothesis("neighbours replace at most one record"),
            Hypothesis("epsilon > 0; it also holds at epsilon = 0"),
            Hypothesis("that the programs evaluate these tails rightly is tested, here and elsewhere, and not proved"),
        ),
        formula=AGREES,
        parameters={"records": 6},
        checks=(
            by_facts("a best event against the tail of its change", facts),
            on_instances(
                Method.EXACT,
                Coverage.GRID,
                "enumeration",
                "n <= 6, two types (three for n <= 4), all T <= n, 4 odds, with and without replacement",
                small_databases,
            ),
            on_instances_with_facts(
                Method.EXACT, Coverage.GRID, "every step of the proof", "two types, n <= 5, 4 odds", small_tails, facts
            ),
        ),
        near_misses=(
            NearMiss("computed is smaller", AGREES.mutate("==", "<")),
            NearMiss("computed is twice it", AGREES.mutate("defined", "2*defined")),
        ),
        recorded=Status.ESTABLISHED,
        search=over(DATABASES, _both, climbs=False),
        depends_on=(
            "best-event-takes-the-positive-terms",
            "two-rarest-types-attain-delta",
            "loss-of-many-types-is-a-mixture-of-two-type-losses",
            "likelihood-ratio-falls-in-the-count",
            "crossing-in-closed-form",
            "likelihood-ratio-falls-in-the-count-with-replacement",
        ),
        trust=("z3", "sum-over-outputs", "maximum"),
    ),
)
