"""Mechanisms on a few bits: what the best simulator, a fixed one and a blind one lose, and what smoothed DP does.

A blind simulator sees the other records as a list and not where the missing one stood.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from sdp_proofs.distributions.finite import FiniteLaw, Records, record_lists
from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.mechanisms.finite import DatabaseTable, OneRecord
from sdp_proofs.papers.smoothed_dp.justifications.one_record_instances import Row, laws_of, losses
from sdp_proofs.privacy.definition import smoothed_delta_by_lists
from sdp_proofs.privacy.distributional import distributional_delta, drawing_simulator, simulated_delta

__all__ = [
    "CERTAIN", "HALF", "NAMES", "PARITY", "TABLES", "at_corners", "at_shares", "best_blind", "by_programmes",
    "directions", "doubled", "levels",
]  # fmt: skip

HALF = Fraction(1, 2)


def one_bit_of(shares: Mapping[Records, Fraction]) -> DatabaseTable[int]:
    """The mechanism that publishes a one with a probability that depends on the bits."""
    return DatabaseTable(2, {x: FiniteLaw.gathered([(1, share), (0, 1 - share)]) for x, share in shares.items()})


def levels(shares: tuple[Fraction, ...], sources: SourceSet, odds: Fraction, *, best: bool = False) -> dict[str, Any]:
    """The delta of Definition 4 by the simulator of the proof or by the best one, and that of Definition 3."""
    mechanism = one_bit_of(dict(zip(record_lists(2, 2), shares, strict=True)))
    if best:
        found = distributional_delta(mechanism, sources, 2, odds).value
    else:
        found = simulated_delta(mechanism, sources, 2, odds, drawing_simulator(mechanism, sources.laws[0]))
    return {"distributional": found, "smoothed": smoothed_delta_by_lists(mechanism, sources, 2, odds).value}


TABLES: dict[str, list[Any]] = {
    "shares": list(product((Fraction(0), HALF, Fraction(1)), repeat=4)),
    "sources": [SourceSet.interval("1/4", "3/4"), SourceSet.interval("0", "1/2")], "odds": [Fraction(1), Fraction(2)],
}  # fmt: skip
"""All mechanisms on two bits with one bit of output, in halves; two sets of sources."""
PARITY: dict[str, list[Any]] = {
    "shares": [(Fraction(0), Fraction(1), Fraction(1), Fraction(0))], "sources": [SourceSet.from_laws(["1/2,1/2"])],
    "odds": [Fraction(2)],
}  # fmt: skip
"""The parity of two fair bits."""


def directions(rows: tuple[Row, ...], odds: Fraction, share: Fraction) -> dict[str, Any]:
    """One bit from one source: the mean of the larger direction, and the means of both."""
    (_, there), (back, _) = losses(rows, odds)
    one, two = (weight * there + (1 - weight) * back for weight in (share, 1 - share))
    return {"smoothed": max(there, back), "one": one, "two": two}


def at_corners(rows: tuple[Row, ...], odds: Fraction) -> dict[str, Any]:
    """One record, two types and outputs: the best simulators for each direction and for both, at corners."""
    there = [(-odds * row[0], Fraction(1)) for row in rows] + [(1 - odds * row[1], Fraction(-1)) for row in rows]
    back = [(row[0], -odds) for row in rows] + [(row[1] - odds, odds) for row in rows]

    def first(q: Fraction) -> Fraction:
        return max(start + slope * q for start, slope in there)

    def second(q: Fraction) -> Fraction:
        return max(start + slope * q for start, slope in back)

    corners = {Fraction(0), Fraction(1)}
    for (one, slope), (two, other) in product([*there, *back, (Fraction(0), Fraction(0))], repeat=2):
        if slope != other and 0 <= (two - one) / (slope - other) <= 1:
            corners.add((two - one) / (slope - other))
    return {
        "joint": min(max(Fraction(0), first(q), second(q)) for q in corners),
        "first": min(map(first, corners)), "second": min(map(second, corners)),
    }  # fmt: skip


def by_programmes(rows: tuple[Row, ...], odds: Fraction) -> dict[str, Any]:
    """The same for any number of outputs, by linear programmes."""
    mechanism, alone = OneRecord(laws_of(rows)), SourceSet.from_laws(["1/2,1/2"])
    return {
        "joint": distributional_delta(mechanism, alone, 1, odds).value,
        "first": distributional_delta(mechanism, alone, 1, odds, directions=("Sim-M",)).value,
        "second": distributional_delta(mechanism, alone, 1, odds, directions=("M-Sim",)).value,
    }


CERTAIN = SourceSet.from_laws(["1,0", "0,1"])
NAMES = {x: f"share_{''.join(map(str, x))}" for x in record_lists(3, 2)}


def apart(x: Records, y: Records) -> int:
    """How many bits differ."""
    return sum(a != b for a, b in zip(x, y, strict=True))


def doubled(records: int, centre: Records) -> dict[str, Any]:
    """The probability of a one doubles with every bit that differs from a given database."""
    shares = {x: Fraction(2 ** apart(x, centre), 2 ** (records + 1)) for x in record_lists(records, 2)}
    found = distributional_delta(one_bit_of(shares), CERTAIN, records, Fraction(2), position_known=False)
    smoothed = smoothed_delta_by_lists(one_bit_of(shares), CERTAIN, records, Fraction(2))
    return {"distributional": found.value, "smoothed": smoothed.value}


def best_blind(shares: Mapping[Records, Fraction], odds: Fraction) -> Fraction:
    """The least delta of a blind simulator for one bit of output and records that are certain, in closed form.

    World: exact. For one list of others let a one have probabilities between p and P. The simulator's q has to be
    within odds and delta of both, and of both zeros: two lower and two upper bounds of q, and each pair bounds delta.

    Example:
        >>> published = {(0,): Fraction(0), (1,): Fraction(1)}
        >>> best_blind(published, Fraction(2))
        Fraction(1, 2)
    """
    left: dict[Records, list[Fraction]] = {}
    for x, share in shares.items():
        for place in range(len(x)):
            left.setdefault(x[:place] + x[place + 1 :], []).append(share)
    worst = Fraction(0)
    for seen in left.values():
        low, high = min(seen), max(seen)
        both = max(high - odds**2 * low, (1 - low) - odds**2 * (1 - high)) / (1 + odds)
        crossed = max(high + 1 - low - odds, 1 - odds + odds * (high - low)) / 2
        worst = max(worst, both, crossed)
    return worst


def at_shares(at: Mapping[str, Any]) -> dict[str, Any]:
    """Any mechanism with one bit of output on three bits that are certain."""
    shares, odds = {x: at[name] for x, name in NAMES.items()}, at["odds"]
    losses = (
        max(Fraction(0), p - odds * q) + max(Fraction(0), (1 - p) - odds * (1 - q))
        for (x, p), (y, q) in product(shares.items(), repeat=2) if apart(x, y) == 1
    )
    return {"distributional": best_blind(shares, odds), "smoothed": max(losses)}
