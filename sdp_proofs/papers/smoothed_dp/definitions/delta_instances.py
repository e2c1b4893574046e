"""Databases for Definition 2: small ones, those of a hunt, and events that attain its maximum, cut by a tail."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from sdp_proofs.distributions.counts import Hypergeometric
from sdp_proofs.hunting.spaces import Choices, Compositions, Domain, Integers, Rationals
from sdp_proofs.ledger import Claim
from sdp_proofs.mechanisms.sampling import SamplingHistogram
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.definition import definition_delta
from sdp_proofs.privacy.histogram.database import Database, all_changes, delta
from sdp_proofs.proving.instances import Instance

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
