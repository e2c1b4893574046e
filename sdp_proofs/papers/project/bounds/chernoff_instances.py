"""Random databases and random sources, with their exact deltas and the closed bounds of `privacy.bounds`."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod
from random import Random

from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.ledger import Claim
from sdp_proofs.numbers.balls import ctx
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.privacy.bounds.instance import Instance as Bounded
from sdp_proofs.privacy.bounds.tails import (
    one_sided_entropy,
    one_tail_delta_upper,
    two_sided_upper,
    two_tail_delta_upper,
)
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.privacy.smoothed.delta import Smoothing, smoothed_delta
from sdp_proofs.proving.instances import Instance

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
