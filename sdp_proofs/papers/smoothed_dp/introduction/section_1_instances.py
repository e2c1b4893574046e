"""Instances for Section 1 and the Abstract: small databases with their exact delta, and all votes of 2020 but one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil, comb
from typing import Any

from sdp_proofs.distributions.counts import Hypergeometric
from sdp_proofs.papers.instances.grid import grid
from sdp_proofs.papers.smoothed_dp.introduction.election_data import us_presidential_elections
from sdp_proofs.papers.smoothed_dp.introduction.elections import FIGURE_1
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.privacy.utility import utility
from sdp_proofs.proving.vocabulary import *


def exact_delta(counts: tuple[int, ...], draws: int, odds: Fraction) -> Fraction:
    """delta(x) as a fraction: the odds are rational, and the records few."""
    found = delta(Database(counts, draws), Budget.read(odds=odds)).value.exact
    assert found is not None
    return Fraction(found)


@cache
def largest_delta(records: int, draws: int, odds: Fraction) -> Fraction:
    """The largest delta(x) over all databases of two types."""
    return max(exact_delta((count, records - count), draws, odds) for count in range(records + 1))


def of_size(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    """The largest delta for n, T and odds."""
    return {**at, "worst": largest_delta(at["n"], at["T"], at["odds"])}


SAMPLED = {"T": lambda at: range(at["n"] + 1)}
EVERY_SIZE = grid({"n": range(1, 15), **SAMPLED, "odds": tuple(map(Fraction, ("1", "51/49", "2", "1000")))}, of_size)


def _worst_event(claim: Claim, at: Mapping[str, Any]) -> dict[str, Any] | None:
    """The best event when one of `count` records changes its type, of the databases with the largest delta."""
    n, draws, odds, count = at["n"], at["T"], at["odds"], at["count"]
    own, other = (Hypergeometric(population=n, marked=marked, draws=draws) for marked in (count, count - 1))
    best = [h for h in range(draws + 1) if own.pmf(h) > odds * other.pmf(h)]
    if sum(own.pmf(h) - odds * other.pmf(h) for h in best) != largest_delta(n, draws, odds):
        return None
    chances = ((draws - 1, 1), (draws - 1, 0), (draws, 0))
    a, b, c = (sum(_of_others(n, drawn, count, h - less) for h in best) for drawn, less in chances)
    seen = Fraction(comb(n - 1, draws - 1) if draws else 0, comb(n, draws))
    return {**of_size(claim, at), "a": a, "b": b, "c": c, "seen": seen}


def _of_others(n: int, draws: int, count: int, h: int) -> Fraction:
    """The chance of h among the draws from the n - 1 records that stay."""
    if not 0 <= draws <= n - 1 or h < 0:
        return Fraction(0)
    return Hypergeometric(population=n - 1, marked=count - 1, draws=draws).pmf(h)


WORST_EVENTS = grid({
    "n": range(1, 8), **SAMPLED, "odds": (Fraction(1), Fraction(2)), "count": lambda at: range(1, at["n"] + 1)
}, _worst_event)  # fmt: skip


def unique_democrat(_: Claim) -> Iterator[Instance]:
    """All votes of 2020 for one candidate but one."""
    election = us_presidential_elections()[-1]
    for records in filter(None, (election.records, election.total_votes)):
        database = Database.read(counts=[records - 1, 1], rate=FIGURE_1.rate)
        values = (measure(database, budget=FIGURE_1.budget).value for measure in (delta, utility))
        yield f"n = {records}", dict(zip(("delta", "utility"), values, strict=True))


def every_voter(claim: Claim) -> Iterator[Instance]:
    """All votes of 2020 for one candidate but one, 0.2 % lost; the record of a voter of either kind is missing."""
    n, rate = us_presidential_elections()[-1].records, claim.parameters["rate"]
    gains = {}
    for voter, others, true in (("lone", 0, 1), ("usual", 1, 0)):
        laws = [_shown(n, ceil(rate * n), others + kind) for kind in (0, 1)]
        gains[voter] = _gain(laws, true, Fraction(51, 100))
    yield f"{n} votes, a share of {rate} counted", gains


def _shown(n: int, draws: int, count: int) -> list[Fraction]:
    """How many of the few votes of the second candidate are counted."""
    ways = (comb(draws, seen) * comb(n - draws, count - seen) if seen <= count else 0 for seen in range(3))
    return [Fraction(way, comb(n, count)) for way in ways]


def _gain(laws: list[list[Fraction]], true: int, threshold: Fraction) -> Fraction:
    """Eq. (3) without the maximum: the expectation under the true value of the missing record."""
    outputs = [chances for chances in zip(*laws, strict=True) if sum(chances)]
    excess = ((chances[true], Fraction(max(chances), sum(chances)) - threshold) for chances in outputs)
    return sum((chance * max(Fraction(0), above) / (1 - threshold) for chance, above in excess), Fraction(0))


def _fair(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    """Fair coins: the average of delta(x) and the largest."""
    n, draws, odds = at["coins"], at["T"], Fraction(at["odds"])
    total = sum(comb(n, count) * exact_delta((count, n - count), draws, odds) for count in range(n + 1))
    return {"smoothed": total / 2**n, "worst": largest_delta(n, draws, odds)}


FAIR_COINS = grid({"coins": range(2, 7), "T": lambda at: range(1, at["coins"] + 1), "odds": (2, 5)}, _fair)


def _merged(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    """The delta of a histogram, and where all types but the first are counted as one."""
    counts, draws, odds = at["counts"], at["T"], Fraction(at["odds"])
    fine, coarse = (exact_delta(each, draws, odds) for each in (counts, (counts[0], sum(counts[1:]))))
    return {"delta": fine, "fine": fine, "coarse": coarse, "fewest": min(counts), "T": draws, "n": sum(counts)}


def every_histogram(largest: Mapping[int, int], *odds: str) -> Callable[[Claim], Iterator[Instance]]:
    """All histograms of some numbers of types, each with so many records at most, and all T."""
    counts = [
        each for types, most in largest.items() for each in product(range(most + 1), repeat=types)
        if 1 <= sum(each) <= most
    ]  # fmt: skip
    return grid({"counts": counts, "T": lambda at: range(1, sum(at["counts"]) + 1), "odds": odds}, _merged)


HISTOGRAMS = over({
    "n": Integers(2, 30), "T": Integers(1, lambda at: at["n"]), "types": Integers(2, 3),
    "counts": Compositions(lambda at: at["n"], lambda at: at["types"]), "odds": Rationals(1, 100, open_low=True),
}, _merged, climbs=False)  # fmt: skip
