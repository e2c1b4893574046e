"""Instances of closed bounds.

Random databases and random sources, with their exact deltas and the closed bounds of `privacy.bounds`.

Random pairs of neighbours and random sources, their exact deltas, and sharp bounds of these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise, product
from math import prod
from random import Random
from typing import Any

from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.ledger import Claim
from sdp_proofs.numbers.balls import ctx
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.privacy.bounds.buckets import Cell, bound_of_buckets, buckets_upper
from sdp_proofs.privacy.bounds.decay_rate import types_upper
from sdp_proofs.privacy.bounds.instance import Bound
from sdp_proofs.privacy.bounds.instance import Instance as Bounded
from sdp_proofs.privacy.bounds.lower import double_sum_lower, one_point_lower, one_type_lower, rare_type_lower
from sdp_proofs.privacy.bounds.one_database import geometric_pair_lower, geometric_pair_upper
from sdp_proofs.privacy.bounds.tails import (
    one_sided_entropy,
    one_tail_delta_upper,
    two_sided_upper,
    two_tail_delta_upper,
)
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.privacy.histogram.pairs import SampledPair
from sdp_proofs.privacy.smoothed.delta import Smoothing, smoothed_delta
from sdp_proofs.proving.instances import Instance
from sdp_proofs.proving.vocabulary import *

SEED, DEEP_SEED = 20_261_121, 20_261_122
DATABASES, SOURCES = 500, 60
RANDOM_DATABASES = "two to four types, n <= 40"
RANDOM_SOURCES = "two types, n <= 24, rates and floors at random"
DATABASES_SCOPE, SMOOTHED_SCOPE = f"{RANDOM_DATABASES}, seed {SEED}", f"{RANDOM_SOURCES}, seed {SEED}"
QUARTERS = tuple(Fraction(part, 4) for part in range(5))


def random_odds(draw: Random) -> Fraction:
    """Above 1, often close to it."""
    return 1 + Fraction(draw.randint(1, 400), draw.choice((20, 100, 1000)))


def random_database(draw: Random) -> Database:
    """Two types mostly; some types may be absent."""
    types = draw.choice((2, 2, 2, 3, 4))
    counts = tuple(draw.randint(0, 40 // types) for _ in range(types))
    records = max(2, sum(counts))
    return Database((counts[0] + records - sum(counts), *counts[1:]), draw.randint(1, records - 1))


def random_sources(draw: Random) -> tuple[SourceSet, int, int]:
    """Shares of the first type, and their mirror images half of the time; records and draws."""
    shares = [Fraction(draw.randint(1, 19), 20) for _ in range(draw.choice((1, 2)))]
    records = draw.randint(2, 24)
    sources = SourceSet.from_laws([(share, 1 - share) for share in shares])
    return sources, records, draw.randint(1, records - 1)


def databases_above_the_threshold(_: Claim, *, seed: int = SEED, count: int = DATABASES) -> Iterator[Instance]:
    """One exponential; the budget is above ln(n/(n-T))."""
    draw = Random(seed)
    for _trial in range(count):
        database = random_database(draw)
        budget = Budget.read(odds=random_odds(draw) * Fraction(database.records, database.records - database.draws))
        values = {"loss": delta(database, budget).value, "limit": one_tail_delta_upper(database, budget).value}
        yield f"counts {database.counts}, T = {database.draws}, {budget}", values


def databases_at_every_budget(_: Claim, *, seed: int = SEED, count: int = DATABASES // 2) -> Iterator[Instance]:
    """Two exponentials; one sum of both."""
    draw = Random(seed)
    for _trial in range(count):
        database, budget = random_database(draw), Budget.read(odds=random_odds(draw))
        both = two_tail_delta_upper(database, budget).value
        values = {"loss": delta(database, budget).value, "first": both, "second": 0}
        yield f"counts {database.counts}, T = {database.draws}, {budget}", values


def sources_above_the_threshold(_: Claim, *, seed: int = SEED, count: int = SOURCES) -> Iterator[Instance]:
    """One exponential, averaged: m (1 - f (1 - e^-K))^n and its exponential."""
    draw = Random(seed)
    for _trial in range(count):
        sources, records, draws = random_sources(draw)
        budget = Budget.read(odds=random_odds(draw) * Fraction(records, records - draws))
        case = by_floor(sources, records, draws)
        with ctx.workprec(96):
            entropy = Enclosure(one_sided_entropy(case, budget))
        values = {"types": 2, "f": case.floor, "n": records, "entropy": entropy}
        loss = exact(sources, records, draws, budget)
        yield f"{sources.laws}, n = {records}, T = {draws}, {budget}", {"loss": loss, **values}


def sources_at_every_budget(_: Claim, *, seed: int = SEED, count: int = SOURCES) -> Iterator[Instance]:
    """Two exponentials, averaged; one sum of both."""
    draw = Random(seed)
    for _trial in range(count):
        sources, records, draws = random_sources(draw)
        budget = Budget.read(odds=random_odds(draw))
        both = two_sided_upper(by_floor(sources, records, draws), budget).value / 2
        values = {"loss": exact(sources, records, draws, budget), "types": 2, "first": both, "second": 0}
        yield f"{sources.laws}, n = {records}, T = {draws}, {budget}", values


def by_floor(sources: SourceSet, records: int, draws: int) -> Bounded:
    """All laws with the floor of these sources, which is what a bound with f sees."""
    return Bounded(records, draws, sources.types, min(min(law) for law in sources.laws))


def exact(sources: SourceSet, records: int, draws: int, budget: Budget) -> Enclosure:
    """delta_SDP."""
    return smoothed_delta(Smoothing(sources, records, draws), budget).value


def few_records(_: Claim) -> Iterator[Instance]:
    """Every choice of a probability for up to three records, by enumeration of the databases."""
    cases = [laws for records in range(4) for laws in product(QUARTERS[1:], repeat=records)]
    for laws, least, base in product(cases, QUARTERS, QUARTERS):
        if all(least <= share for share in laws):
            values = {"mean": average_power(laws, base), "f": least, "base": base, "n": len(laws)}
            yield f"laws {laws}", values


def average_power(laws: tuple[Fraction, ...], base: Fraction) -> Fraction:
    """E L^H for independent records, each of the type with a probability of its own."""
    mean = Fraction(0)
    for seen in product((True, False), repeat=len(laws)):
        chances = (p if here else 1 - p for p, here in zip(laws, seen, strict=True))
        mean += prod(chances, start=Fraction(1)) * base ** sum(seen)
    return mean


Values = Callable[[SourceSet, int, int, Budget], dict[str, Any]]


def _directed(bound: Bound) -> Fraction:
    """Rounded away from what it bounds, so that an equality is decided."""
    return Fraction(bound.decimal(12))


def pairs(_: Claim, *, seed: int = SEED, count: int = 1500) -> Iterator[Instance]:
    """Pairs of neighbours at random, their divergence between two geometric series."""
    draw = Random(seed)
    for _trial in range(count):
        n = draw.randint(2, 40)
        a, draws, odds = draw.randint(1, n), draw.randint(1, n - 1), random_odds(draw)
        pair, budget = SampledPair(n, a, draws), Budget.read(odds=odds)
        low, high = _directed(geometric_pair_lower(pair, budget)), _directed(geometric_pair_upper(pair, budget))
        values = {"loss": pair.exact_divergence(odds), "below": low, "high": high}
        yield f"n = {n}, a = {a}, T = {draws}, odds = {odds}", values


def fewer_records(_: Claim) -> Iterator[Instance]:
    """Sampled and other records of two types and the rest."""
    for n in range(1, 6):
        for T, u, v, k, w in product(range(n + 1), repeat=5):
            if u + k <= T and v + w <= n - T:
                values = {"n": n, "T": T, "u": u, "v": v, "k": k, "w": w}
                yield ", ".join(f"{name} = {value}" for name, value in values.items()), values


def lower_bounds(sources: SourceSet, n: int, draws: int, budget: Budget) -> dict[str, Any]:
    """delta_SDP and three lower bounds."""
    case = by_floor(sources, n, draws) if len(sources.laws) == 1 else Bounded.with_sources(sources, n, draws)
    return {
        "loss": exact(sources, n, draws, budget), "one": _directed(one_type_lower(case)),
        "rare": _directed(rare_type_lower(case)), "double": _directed(double_sum_lower(case, budget)),
    }  # fmt: skip


def above_and_below(sources: SourceSet, n: int, draws: int, budget: Budget) -> dict[str, Any]:
    """delta_SDP and both bounds that have the exact decay rate."""
    case = Bounded.with_sources(sources, n, draws)
    low, high = _directed(one_point_lower(case, budget)), _directed(types_upper(case, budget))
    return {"loss": exact(sources, n, draws, budget), "low": low, "high": high}


def _cases(draw: Random, count: int) -> Iterator[tuple[str, Fraction, tuple[SourceSet, int, int, Budget]]]:
    for _trial in range(count):
        sources, n, draws = random_sources(draw)
        odds = random_odds(draw)
        budget = Budget.read(odds=odds)
        yield f"{sources.laws}, n = {n}, T = {draws}, {budget}", odds, (sources, n, draws, budget)


def with_bounds(values: Values, count: int) -> Callable[..., Iterator[Instance]]:
    """Random sources and budgets, with these bounds."""

    def instances(_: Claim, *, seed: int = SEED, count: int = count) -> Iterator[Instance]:
        return ((name, values(*case)) for name, _odds, case in _cases(Random(seed), count))

    return instances


def two_or_three_buckets(_: Claim, *, seed: int = SEED, count: int = 10) -> Iterator[Instance]:
    """Two or three buckets, tilted or not."""
    draw = Random(seed)
    for name, _odds, case in _cases(draw, count):
        sources, n, draws, budget = case
        number = draw.choice((2, 3))
        high = buckets_upper(by_floor(sources, n, draws), budget, cells=number, tilted=draw.random() < 0.5)
        yield f"{name}, {number} buckets", {"loss": exact(*case), "high": _directed(high)}


def random_buckets(_: Claim, *, seed: int, count: int) -> Iterator[Instance]:
    """One to five buckets, with cuts and tilts at random: every choice gives a bound."""
    draw = Random(seed)
    for name, odds, (sources, n, draws, budget) in _cases(draw, count):
        case = by_floor(sources, n, draws)
        cuts = sorted({case.missing * (1 + (odds - 1) * Fraction(draw.randint(-4, 20), 16)) for _cut in range(4)})
        ends = [None, *(cut for cut in cuts if cut > 0), None]
        chosen = [Cell(low, high, Fraction(draw.randint(-12, 12), 12)) for low, high in pairwise(ends)]
        high = _directed(bound_of_buckets(case, budget, chosen))
        yield f"{name}, {chosen}", {"loss": exact(sources, n, draws, budget), "high": high}
