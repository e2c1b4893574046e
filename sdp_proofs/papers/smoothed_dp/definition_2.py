"""Definitions 1 and 2, Theorem 1 and footnote 2: (epsilon, delta)-DP and delta(x), event by event.

Databases for Definition 2: small ones, those of a hunt, and events that attain its maximum, cut by a tail.

Items: Definition 1, Eq. (1), Definition 2, Theorem 1, Eq. (6).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from sdp_proofs.distributions.counts import Hypergeometric
from sdp_proofs.hunting.spaces import Choices, Compositions, Domain, Integers, Rationals
from sdp_proofs.ledger import Claim
from sdp_proofs.mechanisms.sampling import SamplingHistogram
from sdp_proofs.papers.small_instances import each
from sdp_proofs.papers.smoothed_dp.one_record_instances import *
from sdp_proofs.papers.wings import SMOOTHED_DP
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.definition import definition_delta
from sdp_proofs.privacy.histogram.database import Database, all_changes, delta
from sdp_proofs.proving.instances import Instance
from sdp_proofs.proving.premises import Given
from sdp_proofs.proving.vocabulary import *

BUDGETS = (Fraction(1), Fraction(51, 49), Fraction(2), Fraction(11))
DATABASES: dict[str, Domain] = {
    "records": Integers(1, 10), "types": Integers(2, 4), "draws": Integers(0, lambda before: before["records"]),
    "counts": Compositions(lambda before: before["records"], lambda before: before["types"]),
    "odds": Rationals(1, 1000), "replacement": Choices((False, True)),
}  # fmt: skip
"""For hunts."""


def by_events(at: Mapping[str, Any]) -> dict[str, Any]:
    """delta(x) as the programs find it, and over all neighbours and events."""
    counts, draws, replacement = at["counts"], at["draws"], at["replacement"]
    law = SamplingHistogram(draws=draws, replacement=replacement).law
    computed = delta(Database(counts, draws, replacement), Budget.read(odds=at["odds"])).value
    return {"computed": computed, "defined": definition_delta(law, counts, at["odds"])}


def small_databases(claim: Claim) -> Iterator[Instance]:
    """All histograms of at most `claim.parameters["records"]` records of two or three types, every number of draws."""
    for records in range(1, claim.parameters["records"] + 1):
        histograms: list[tuple[int, ...]] = [(first, records - first) for first in range(records + 1)]
        if records <= 4:
            three = product(range(records + 1), repeat=3)
            histograms += [counts for counts in three if sum(counts) == records]
        for counts, replacement, draws, odds in product(histograms, (False, True), range(records + 1), BUDGETS):
            at = {"counts": counts, "draws": draws, "odds": odds, "replacement": replacement}
            yield f"counts {counts}, T = {draws}, odds {odds}, replacement {replacement}", by_events(at)


def small_tails(_: Claim) -> Iterator[Instance]:
    """Two types without replacement: events that attain the maximum, and the tail of their change in closed form."""
    for records in range(2, 6):
        for first, draws, odds in product(range(records + 1), range(1, records), BUDGETS):
            database = Database((first, records - first), draws)
            at = {"counts": database.counts, "draws": draws, "odds": odds, "replacement": False}
            both = by_events(at)
            for change in all_changes(database):
                for event, cut in _events(records, change.pair(database).count, draws, odds, both["defined"]):
                    name = f"counts {database.counts}, T = {draws}, odds {odds}, {change.direction}, event {event}"
                    yield name, {**both, **cut}


def _events(
    records: int, count: int, draws: int, odds: Fraction, defined: Fraction
) -> Iterator[tuple[tuple[int, ...], dict[str, Fraction]]]:
    """The events of the losing type's count that attain the maximum, each cut by h > a - a(n+1-T)/(a + E(b+1))."""
    own, other = (Hypergeometric(population=records, marked=marked, draws=draws) for marked in (count, count - 1))
    gains = {h: own.pmf(h) - odds * other.pmf(h) for h in range(max(0, draws - records + count - 1), draws + 1)}
    from_here = count - Fraction(count * (records + 1 - draws)) / (count + odds * (records - count + 1))
    whole = sum((gain for h, gain in gains.items() if h > from_here), Fraction(0))
    for size in range(len(gains) + 1):
        for event in combinations(gains, size):
            inside = sum((gains[h] for h in event if h > from_here), Fraction(0))
            outside = sum((gains[h] for h in event if h <= from_here), Fraction(0))
            if inside + outside == defined:
                yield event, {"inside": inside, "outside": outside, "tail": whole, "left": whole - inside}


ATTAINED = (
    "the maximum over events is attained, as it is for countably many outputs",
    "delta = 0 is allowed: among positive numbers there would be no least one",
)  # fmt: skip

SECTION = Section(SMOOTHED_DP, "Definition 1", {
    "epsilon": "\\epsilon", "delta": "\\delta", "a": "P(S)", "b": "P'(S)", "odds": "e^{\\epsilon}", "less": "c",
    "private": "\\mathbf{1}[(\\epsilon, \\delta)\\text{-DP}]", "largest": "\\max_x \\delta(x)", "p": "P(a)",
    "q": "P'(a)", "take": "\\Pr[\\text{reject} \\mid a]", "computed": "\\delta(x)",
    "defined": "\\delta_{\\mathrm{Def.\\,2}}(x)",
}, {
    "delta": "any number", "a": "any law of the output: P(S)", "b": "any law of the output: P'(S)",
    "private": "papers.smoothed_dp.one_record_instances.private",
    "largest": "privacy.definition.worst_delta", "p": "any law of the output: P(a)", "take": "any probability",
    "computed": "privacy.histogram.database.delta", "defined": "privacy.definition.definition_delta",
    "q": "any law of the output: P'(a)",
})  # fmt: skip

SECTION.claim(
    "definition-of-differential-privacy", "(epsilon, delta)-differential privacy",
    "A mechanism is (epsilon, delta)-differentially private if every event S and every two databases that differ in "
    "at most one record meet $P(S) \\le e^{\\epsilon} P'(S) + \\delta$.",
    None,
    uncheckable="A definition asserts nothing; what is said about it are claims of their own.",
)  # fmt: skip

def printed_pair(noise: int, rate: Fraction, epsilon: Fraction) -> dict[str, Any]:
    """The parameters of Table 1 without and with noise."""
    return {"epsilon": noise * rate * epsilon, "delta": (1 - noise) * rate}


SECTION.claim(
    "printed-pairs-are-pairs-of-the-definition",
    "the parameters that Table 1 gives for DP are positive, as Definition 1 asks",
    "Definition 1 asks for epsilon > 0 and delta > 0, and Table 1 says that the mechanism has (0, eta) without noise "
    "and (eta epsilon, 0) with noise.",
    "And(epsilon > 0, delta > 0)",
    on_instances(
        EXACT, SAMPLE, "both pairs", "Table 1, eta = 0.998",
        each(printed_pair, noise=(0, 1), rate=(Fraction(499, 500),), epsilon=(Fraction(1),)),
    ), at="Definition 1, domain",
    fails=instance("Table 1, no noise: epsilon = 0 and delta = 499/500.", "epsilon = 0; delta = 499/500"),
    wrong="Definition 1 asks for epsilon > 0 and delta > 0, and so excludes both pairs that Table 1 gives for DP.",
    cost="Definition 1 reads epsilon >= 0 and delta >= 0; Theorem 1 holds there, too.", defect="only the edge",
    search=over(
        {"noise": Integers(0, 1), "rate": Rationals(0, 1, open_low=True), "epsilon": Rationals(0, 10, open_low=True)},
        lambda _, at: printed_pair(**at), climbs=False,
    ),
)  # fmt: skip

SECTION.claim(
    "delta-is-the-least-that-works",
    "delta(x) is the least delta for which inequality (1) holds at (x, x') and (x', x)",
    "For one event and one neighbour, max(0, P(S) - E P'(S), P'(S) - E P(S)) makes inequality (1) true both ways, and "
    "no smaller nonnegative number does. The maximum over events and neighbours is then the least number that makes "
    "all of them true.",
    "And(a - odds*b <= Max(0, a - odds*b, b - odds*a), b - odds*a <= Max(0, a - odds*b, b - odds*a), Implies(And(a - "
    "odds*b <= less, b - odds*a <= less, 0 <= less), Max(0, a - odds*b, b - odds*a) <= less))",
    and_collected(
        by_solver("one event, all probabilities", "And(a >= 0, b >= 0, odds >= 1)"),
        largest(
            "Implies(0 <= less, largest <= less)", {"largest": "Max(0, a - odds*b, b - odds*a)"}, each="a b",
            where="Implies(0 <= less, And(a - odds*b <= less, b - odds*a <= less))",
        ),
        one_of(
            "And(a - odds*b <= largest, b - odds*a <= largest)", {"largest": "Max(0, a - odds*b, b - odds*a)"},
            each="a b",
        ),
    ), at="Definition 2, in words",
    silent=ATTAINED,
    mutants={
        "one direction": ("Max(0, a - odds*b, b - odds*a) <= less", "a - odds*b < less"),
        "strictly": ("Max(0, a - odds*b, b - odds*a) <= less", "a + odds*b <= less"),
    }, generated="deep",
)  # fmt: skip

SECTION.claim(
    "best-event-takes-the-positive-terms", "d(x,x') is the sum of the positive parts of P - E P'",
    "Whatever the event S, an output adds at most max(0, P(a) - E P'(a)) to P(S) - E P'(S), with equality when S "
    "takes exactly the outputs with P(a) > E P'(a). So d(x,x') is the sum of the positive parts; it is never "
    "negative, and the 0 in the maximum of Definition 2 is redundant.",
    "And(take*(p - odds*q) <= Max(0, p - odds*q), Implies(p > odds*q, p - odds*q == Max(0, p - odds*q)))",
    and_collected(
        by_solver("one output, all probabilities and odds", "And(p >= 0, q >= 0, odds >= 0, Or(take == 0, take == 1))"),
        summed(
            "And(gain <= positive, best == positive)",
            {"gain": "take*(p - odds*q)", "best": "right*(p - odds*q)", "positive": "Max(0, p - odds*q)"},
            each="p q take right", where="Or(And(p > odds*q, right == 1), And(p <= odds*q, right == 0))",
        ),
    ),
    at="Definition 2", symbols={"take": "\\mathbf{1}[a \\in S]"}, silent="outputs form a countable set",
    mutants={"odds on the wrong side": ("take*(p - odds*q)", "take*(odds*p - q)")}, trust="countable-sums",
)  # fmt: skip

BEST_AND_TAIL: tuple[Given, ...] = (
    defined("outside", "defined - inside"), defined("left", "tail - inside"),
    # In a tail every output gains, elsewhere none does.
    lifted(
        "adding-up", "And(outside <= 0, left >= 0)", cite("likelihood-ratio-falls-in-the-count"),
        cite("crossing-in-closed-form"), cite("likelihood-ratio-falls-in-the-count-with-replacement"),
    ),
    # The candidates contain a worst change, and each of them is a change, its tail an event.
    lifted(
        "maximum", "tail <= computed", cite("two-rarest-types-attain-delta"),
        cite("loss-of-many-types-is-a-mixture-of-two-type-losses"),
    ), lifted("maximum", "computed <= defined", cite("best-event-takes-the-positive-terms")),
)  # fmt: skip
"""An event that attains the maximum of the definition, cut in two by the tail of its change.

What it gains is `defined`: `inside` in the tail and the rest outside; `left` is what the tail gains beyond the event.
"""

SECTION.claim(
    "delta-agrees-with-its-definition", "the computed delta(x) is that of Definition 2 over all neighbours",
    "For the sampling-histogram mechanism delta(x) is computed as the largest gain of a tail: for the one to four "
    "candidates of a worst change, and given that s draws fall in the pool of their two types, that of the counts "
    "above the crossing. This is the maximum of Definition 2 over every neighbour, both directions and all events. "
    "The programs are compared with the definition at small sizes, output by output.",
    "computed == defined",
    by_solver("a best event against the tail of its change", BEST_AND_TAIL),
    on_instances(
        EXACT, GRID, "enumeration",
        "n <= 6, two types (three for n <= 4), all T <= n, 4 odds, with and without replacement", small_databases,
    ),
    on_instances_with_facts(
        EXACT, GRID, "every step of the proof", "two types, n <= 5, 4 odds", small_tails, lambda _: BEST_AND_TAIL,
    ), at="Definition 2",
    given=(
        "neighbours replace at most one record", "epsilon > 0; it also holds at epsilon = 0",
        "that the programs evaluate these tails rightly is tested, here and elsewhere, and not proved",
    ), parameters={"records": 6},
    mutants={"computed is smaller": ("==", "<"), "computed is twice it": ("defined", "2*defined")}, generated="none",
    trust="programs", search=over(DATABASES, lambda _, at: by_events(at), climbs=False),
)  # fmt: skip


def compared(rows: tuple[Row, ...], odds: Fraction, delta: Fraction) -> dict[str, Any]:
    """Definition 1 by all events, against the positive parts of Definition 2."""
    return {"private": int(private(rows, odds, delta)), "largest": max(deltas(rows, odds)), "delta": delta}


def small_mechanisms(claim: Claim) -> Iterator[Instance]:
    """Mechanisms on one record, delta at, below and above the largest loss, and below zero."""
    for types, outputs in ((2, 3), (3, 2)):
        for rows, odds in product(small_rows(types, outputs, claim.parameters["denominator"]), (Fraction(1), *ODDS)):
            most = max(deltas(rows, odds))
            for bound in (most, most * Fraction(9, 10), most + Fraction(1, 10), -Fraction(1, 10)):
                yield f"{named(rows, odds)}, delta {bound}", compared(rows, odds, bound)


SECTION.claim(
    "dp-is-the-largest-delta", "(epsilon, delta)-DP holds exactly if max delta(x) <= delta",
    "A mechanism is (epsilon, delta)-DP exactly if no delta(x) exceeds delta. For one pair of neighbours and one "
    "event, inequality (1) in both directions with delta >= 0 says the same as max(0, P(S) - E P'(S), P'(S) - E P(S)) "
    "<= delta. Over all events and neighbours the left side is Definition 1, the right side the bound on every "
    "delta(x).",
    "Equivalent(private == 1, largest <= delta)",
    on_instances(
        EXACT, GRID, "all events", "2 types and 3 outputs, 3 types and 2 outputs, in halves", small_mechanisms,
    ), at="Theorem 1", silent=(*ATTAINED, "a negative delta satisfies neither side: S may be empty"),
    parameters={"denominator": 2},
    mutants={
        "if: twice delta": ("<= delta", "<= 2*delta"),
        "delta may be negative": ("largest <= delta", "largest <= abs(delta)"),
    }, counts="private", generated="deep", repairs="printed-pairs-are-pairs-of-the-definition",
    search=among_mechanisms(compared, 2, 3, delta=Rationals(-1, 1)),
    note="Both directions. The appendix prints this proof under the name of Lemma 1, and writes neighbours as ||x - "
    "x'||_1 <= 1, which is right for bits but not for three or more types.",
)  # fmt: skip

SECTION.claim(
    "randomised-tests-gain-nothing",
    "a test that rejects with some probability at each output is no better than a rejection region",
    "Whatever the probability of rejecting at an output, the output adds at most max(0, P(a) - E P'(a)) to the power "
    "minus E times the size. So all that is said with rejection regions holds for any decision rule.",
    "take*(p - odds*q) <= Max(0, p - odds*q)",
    and_collected(
        by_solver("one output, all probabilities of rejection", "And(p >= 0, q >= 0, odds >= 1, take >= 0, take <= 1)"),
        summed(
            "gain <= positive", {"gain": "take*(p - odds*q)", "positive": "Max(0, p - odds*q)"}, each="p q take",
        ),
    ),
    at="Sec. 2, footnote 2", fidelity="reconstructed",
    silent="outputs form a countable set",
    mutants={"half of it": ("<= Max(0, p - odds*q)", "<= Max(0, p - odds*q)/2")}, trust="countable-sums",
    note="The footnote says that the rejection region is only an example.",
)  # fmt: skip
