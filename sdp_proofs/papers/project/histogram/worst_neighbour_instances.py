"""Instances for the worst neighbour: losses of pairs of types, and of all changes of a record, in exact fractions."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

from sdp_proofs.mechanisms.sampling import SamplingHistogram
from sdp_proofs.papers.instances.grid import grid
from sdp_proofs.privacy.definition import hockey_stick
from sdp_proofs.privacy.histogram.database import Database, all_changes, worst_changes
from sdp_proofs.privacy.histogram.pairs import PooledPair
from sdp_proofs.proving.vocabulary import *

BOTH = (False, True)
ODDS = (Fraction(1), Fraction(51, 49), Fraction(3, 2), Fraction(4))


def _possible(_: Claim, at: Mapping[str, Any]) -> dict[str, Any] | None:
    """An output that is possible, with any probability of the rest."""
    n, draws, p, s, a, h = (at[name] for name in ("n", "T", "p", "s", "a", "h"))
    possible = max(0, draws - n + p) <= s <= min(draws, p) and max(0, s - p + a) <= h <= min(a, s)
    return {**at, "others": Fraction(1, 3)} if possible else None


SMALL_POOLS = grid({
    "n": range(2, 7), **dict.fromkeys(("T", "p"), lambda at: range(1, at["n"] + 1)), "s": range(7),
    "a": lambda at: range(at["p"] + 1), "h": range(7),
}, _possible)  # fmt: skip


def _by_pools(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    """The loss when a record of the first type turns into one of the second, by its pool and by the output laws."""
    counts, draws, odds = at["counts"], at["T"], Fraction(at["odds"])
    law = SamplingHistogram(draws=draws, replacement=at["replacement"]).law
    pair = PooledPair(sum(counts), counts[0], counts[1], draws, replacement=at["replacement"])
    enumerated = hockey_stick(law(counts), law((counts[0] - 1, counts[1] + 1, *counts[2:])), odds)
    return {"pooled": pair.exact_divergence(odds), "enumerated": enumerated}


SMALL_CHANGES = grid({
    "counts": ((1, 2, 2), (2, 3, 1), (3, 1, 3), (2, 2, 4)), "T": lambda at: range(sum(at["counts"]) + 1),
    "odds": (Fraction(1), Fraction(51, 49), Fraction(3)), "replacement": BOTH,
}, _by_pools)  # fmt: skip
PAIRS: dict[str, Domain] = {
    "n": Integers(2, 16), "a": Integers(1, lambda at: at["n"]), "b": Integers(0, lambda at: at["n"] - at["a"]),
    "T": Integers(1, lambda at: at["n"]), "odds": Rationals(1, 100), "replacement": Choices(BOTH),
}  # fmt: skip
CHANGES = over(
    PAIRS, lambda claim, at: _by_pools(claim, {**at, "counts": (at["a"], at["b"], at["n"] - at["a"] - at["b"])}),
    climbs=False,
)  # fmt: skip


def _rising(_: Claim, at: Mapping[str, Any]) -> dict[str, Any] | None:
    """D of two types with a and b records, and where they have some more, taken from a third."""
    a, b = at["a"] + at["first"], at["b"] + at["second"]
    if a + b > at["n"]:
        return None
    fewer, more = (
        PooledPair(at["n"], own, other, at["T"], replacement=at["replacement"]).exact_divergence(Fraction(at["odds"]))
        for own, other in ((at["a"], at["b"]), (a, b))
    )
    return {"more": more, "fewer": fewer}


ONE_RECORD_MORE = grid({
    "n": range(2, 7), "a": lambda at: range(1, at["n"]), "b": lambda at: range(at["n"] - at["a"]), "first": (0, 1),
    "second": lambda at: (1 - at["first"],), "T": lambda at: (1, at["n"] // 2, at["n"] - 1), "odds": ODDS,
    "replacement": BOTH,
}, _rising)  # fmt: skip
MORE_RECORDS = over({
    **PAIRS, "first": Integers(0, lambda at: at["n"] - at["a"] - at["b"]),
    "second": Integers(0, lambda at: at["n"] - at["a"] - at["b"] - at["first"]),
}, _rising, climbs=False)  # fmt: skip


def _of_changes(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    """The largest loss of the changes that are tried, that of all, and the chance that a record is drawn."""
    database, n = Database(at["counts"], at["T"], at["replacement"]), sum(at["counts"])
    chosen, largest = (
        max(change.pair(database).exact_divergence(Fraction(at["odds"])) for change in changes(database))
        for changes in (worst_changes, all_changes)
    )
    rate = 1 - Fraction(n - 1, n) ** at["T"] if at["replacement"] else Fraction(at["T"], n)
    return {"chosen": chosen, "largest": largest, "rate": rate}


def _histograms(most: int) -> list[tuple[int, ...]]:
    return [each for each in combinations_with_replacement(range(most + 1), 3) if 2 <= sum(each) <= most]


SMALL_HISTOGRAMS = grid({
    "counts": _histograms(6), "T": lambda at: (1, max(sum(at["counts"]) // 2, 1), sum(at["counts"]) - 1),
    "odds": ODDS, "replacement": BOTH,
}, _of_changes)  # fmt: skip
SMALLER_HISTOGRAMS = grid({
    "counts": _histograms(6), "T": lambda at: range(1, sum(at["counts"])), "odds": (Fraction(51, 49), Fraction(3)),
    "replacement": BOTH,
}, _of_changes)  # fmt: skip
DATABASES = over({
    "records": Integers(2, 20), "types": Integers(2, 5),
    "counts": Compositions(lambda at: at["records"], lambda at: at["types"]),
    "T": Integers(1, lambda at: at["records"]), "odds": Rationals(1, 1000), "replacement": Choices(BOTH),
}, _of_changes, climbs=False)  # fmt: skip
