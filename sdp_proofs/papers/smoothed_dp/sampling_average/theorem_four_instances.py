"""Instances of Theorem 4: databases with a fresh value, random laws of few values, all histograms of many types."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, count, product
from math import comb, prod
from random import Random
from typing import Any

from sdp_proofs.distributions.finite import histograms
from sdp_proofs.ledger import Claim
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.proving.instances import Instance

SEED, SEED_OF_LAWS = 20_230_724, 20_230_725
SCOPE = f"120 databases, n <= 6, values of denominator <= 4, 3 odds, seed {SEED}"
Records = Sequence[Fraction]


def fresh_value(database: Records, draws: int) -> Fraction:
    """A value in [0, 1], of small denominator, that is no difference of a sum of T records and one of T - 1 others.

    Example:
        >>> fresh_value([Fraction(0), Fraction(1)], 1)
        Fraction(1, 2)
    """
    sums, rests = set(_sums(database, draws)), set(_sums(database[:-1], draws - 1))
    excluded = {total - rest for total in sums for rest in rests}
    values = (Fraction(top, bottom) for bottom in count(1) for top in range(bottom + 1))
    return next(value for value in values if value not in excluded)


def counts(database: Records, draws: int) -> dict[str, Any]:
    """How many samples of x' and of x lie in the proof's set S, and in the set that is printed."""
    fresh, others = fresh_value(database, draws), database[:-1]
    printed = {fresh + rest for rest in _sums(others, draws - 1)}
    averages = {total / draws for total in printed}
    outputs = [total / draws for total in _sums([*others, fresh], draws)]
    return {
        "hit": sum(output in averages for output in outputs),
        "own": sum(total / draws in averages for total in _sums(database, draws)),
        "hit_sums": sum(output in printed for output in outputs), "n": len(database), "T": draws,
    }  # fmt: skip


def databases(least: int = 1) -> Iterator[Instance]:
    """Random databases of few values, so that many averages coincide, at three odds; those with so many draws."""
    random = Random(SEED)
    for _ in range(120):
        records, bottom = random.randint(1, 6), random.randint(1, 4)
        database = [Fraction(random.randint(0, bottom), bottom) for _ in range(records)]
        draws = random.randint(1, records)
        for odds in (1, Fraction(3, 2), 100):
            if draws >= least:
                name = f"x = {', '.join(map(str, database))}; T = {draws}, odds {odds}"
                yield name, {**counts(database, draws), "odds": odds}


def average_delta(database: Records, draws: int, odds: Fraction, others: Records) -> Fraction:
    """delta(x) of the sampling average over neighbours whose changed record has one of the values `others`."""
    own, best = _law(database, draws), Fraction(0)
    for place, value in product(range(len(database)), others):
        changed = _law([*database[:place], value, *database[place + 1 :]], draws)
        for one, other in ((own, changed), (changed, own)):
            gains = (max(Fraction(0), p - odds * other.get(a, 0)) for a, p in one.items())
            best = max(best, sum(gains, Fraction(0)))
    return best


def averages(claim: Claim) -> Iterator[Instance]:
    """Random laws of few values for each record; neighbours may have these values and, if meant, a fresh one."""
    random = Random(SEED_OF_LAWS)
    for _ in range(claim.parameters["instances"]):
        records = random.randint(2, 4)
        draws = random.randint(1, records)
        odds = random.choice((Fraction(1), Fraction(3, 2), Fraction(20)))
        values = [Fraction(random.randint(0, 4), 4) for _ in range(2)]
        laws = [(share := Fraction(random.randint(0, 4), 4), 1 - share) for _ in range(records)]
        average = worst = Fraction(0)
        for chosen in product(range(2), repeat=records):
            database = [values[index] for index in chosen]
            more = [fresh_value(database, draws)] if claim.parameters["fresh"] else []
            found = average_delta(database, draws, odds, [*values, *more])
            average += found * prod(law[index] for law, index in zip(laws, chosen, strict=True))
            worst = max(worst, found)
        name = f"n = {records}, T = {draws}, odds {odds}, values {values[0]} and {values[1]}"
        yield name, {"smoothed": average, "worst": worst, "n": records, "T": draws}


def many_types(claim: Claim) -> Iterator[Instance]:
    """The smallest delta(x) over all histograms, if there are that many types more than n/2."""
    for n in range(1, claim.parameters["records"] + 1):
        types = n // 2 + claim.parameters["more"]
        for draws, odds in product(range(1, n + 1), (Fraction(1), Fraction(51, 49), Fraction(20))):
            if types >= 2:
                name = f"n = {n}, {types} types, T = {draws}, odds {odds}"
                yield name, {"least": least_delta(n, types, draws, odds), "n": n, "T": draws}


def least_delta(n: int, types: int, draws: int, odds: Fraction) -> Fraction:
    """The least delta(x) of the sampling histogram over all databases."""
    budget = Budget.read(odds=odds)
    return min(delta(Database(x, draws), budget).value.exact or Fraction(0) for x in histograms(n, [n] * types))


def _sums(records: Records, draws: int) -> Iterator[Fraction]:
    return (sum(chosen, Fraction(0)) for chosen in combinations(records, draws))


def _law(database: Records, draws: int) -> dict[Fraction, Fraction]:
    law: dict[Fraction, Fraction] = {}
    for total in _sums(database, draws):
        law[total / draws] = law.get(total / draws, Fraction(0)) + Fraction(1, comb(len(database), draws))
    return law
