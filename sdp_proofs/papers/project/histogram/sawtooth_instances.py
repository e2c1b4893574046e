"""Instances for the loss as a function of the count: sizes with what the proof speaks of, by definition."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb
from typing import Any

from sdp_proofs.papers.instances.grid import grid
from sdp_proofs.privacy.histogram.pairs import SampledPair
from sdp_proofs.proving.vocabulary import *

ODDS = tuple(map(Fraction, ("1", "51/49", "3/2", "2", "3", "7", "20")))
WINNERS = {
    "x gives up one of its rarer records": (3, 1, "51/49", 1, 0),
    "a neighbour gives up one of its rarer records": (7, 3, "3/2", 2, 1),
    "x gives up one of its other records": (8, 6, "51/49", 3, 2),
    "a neighbour gives up one of its other records": (5, 2, "51/49", 2, 3),
}


def counts_that_cross(at: Mapping[str, Any], shift: int = 0) -> list[int]:
    """The unsampled counts v between the two thresholds; `shift` lets them begin lower."""
    n, a, draws, left = at["n"], at["a"], at["T"], at["n"] - at["T"]
    factor = 1 + Fraction(at["odds"]) * Fraction(n - a, a)
    return [v for v in range(max(1, a + 1 - draws) - shift, min(a, left) + 1) if left < v * factor < left + 1]


def rise(claim: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    """The losses at a and a + 1, and how many unsampled counts v lie between the two thresholds."""
    now, after = (
        SampledPair(at["n"], a, at["T"]).exact_divergence(Fraction(at["odds"])) for a in (at["a"], at["a"] + 1)
    )
    return {"after": after, "now": now, "crossings": len(counts_that_cross(at, claim.parameters["shift"]))}


UP_TO_N = dict.fromkeys(("T", "a"), lambda at: range(1, at["n"]))
EVERY_RISE = grid({"n": range(2, 10), **UP_TO_N, "odds": ODDS}, rise)


def _probability(records: int, count: int, left: int, unsampled: int) -> Fraction:
    """Of `count` records of a type, exactly so many are among the `left` that are not sampled."""
    if not 0 <= unsampled <= min(count, left):
        return Fraction(0)
    return Fraction(comb(count, unsampled) * comb(records - count, left - unsampled), comb(records, left))


def _event_loss(records: int, count: int, left: int, odds: Fraction, last: int) -> Fraction:
    """g_a(w): what the event of at most w unsampled records loses, by its definition."""
    own, other = (
        sum((_probability(records, count - less, left, v - less) for v in range(last + 1)), Fraction(0))
        for less in (0, 1)
    )
    return own - odds * other


def _step(claim: Claim, at: Mapping[str, Any]) -> dict[str, Any] | None:
    """The best event of a + 1, and a count that crosses, or else any count."""
    n, a, odds, left, v = at["n"], at["a"], at["odds"], at["n"] - at["T"], at["v"]
    if v not in (counts_that_cross(at) or range(min(a, left) + 1)):
        return None
    gains = [_event_loss(n, a + 1, left, odds, w) for w in range(left + 1)]
    best = gains.index(max(gains))
    return {
        **rise(claim, at), "a": a, "M": n - a, "N": left, "odds": odds, "w": best, "v": v,
        "q": _probability(n, a, left, best), "mass": _probability(n, a, left, v),
        "same": _event_loss(n, a, left, odds, best), "moved": _event_loss(n, a, left, odds, best - 1),
        "here": _event_loss(n, a, left, odds, v), "before": _event_loss(n, a, left, odds, v - 1), "there": gains[v],
    }  # fmt: skip


EVERY_STEP = grid({"n": range(2, 8), **UP_TO_N, "odds": ODDS[::2], "v": range(7)}, _step)


def winners(claim: Claim) -> Iterator[Instance]:
    """One instance per neighbour and direction, in which it alone is the worst."""
    for name, (n, draws, odds, k, index) in WINNERS.items():
        losses = [SampledPair(n, a, draws).exact_divergence(Fraction(odds)) for a in (k, k + 1, n - k, n - k + 1)]
        own = losses.pop((index + claim.parameters["turn"]) % 4)
        yield f"{name}: n = {n}, T = {draws}, E = {odds}, H = {k}", {"own": own, "others": max(losses)}
