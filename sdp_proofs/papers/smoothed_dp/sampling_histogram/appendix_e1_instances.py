"""Instances for the steps of Appendix E.1: all samples, all small databases, independent records of one law."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations, product
from math import comb, factorial, prod
from typing import Any

from sdp_proofs.distributions.counts import Hypergeometric
from sdp_proofs.hunting.spaces import Domain, Integers, Rationals
from sdp_proofs.privacy.budget import Budget
from sdp_proofs.privacy.histogram.database import Database, delta
from sdp_proofs.privacy.histogram.pairs import SampledPair
from sdp_proofs.proving.instances import Instance

LARGEST = 9
ODDS = tuple(map(Fraction, ("11/10", "3/2", "2", "4", "17", "100")))
LAWS = (("1/2", "1/2"), ("1/4", "3/4"), ("1/3", "1/3", "1/3"), ("1/10", "3/10", "3/5"), ("1/10", "9/10"))
PAIRS: dict[str, Domain] = {
    "records": Integers(2, 40), "draws": Integers(1, lambda at: at["records"] - 1),
    "count": Integers(1, lambda at: at["records"]),
    "odds": Rationals(lambda at: Fraction(at["records"], at["records"] - at["draws"]), 1000, open_low=True),
}  # fmt: skip
Found = Callable[[int, int, int, Fraction], Mapping[str, Any]]


def all_samples() -> Iterator[Instance]:
    """Every histogram of three types, n <= 6, every sample counted as a set of records."""
    for n, a, b, draws in product(range(1, 7), range(7), range(7), range(7)):
        if a + b <= n and draws <= n:
            records = "a" * a + "b" * b + "c" * (n - a - b)
            seen = [(s.count("a"), s.count("b")) for s in map("".join, combinations(records, draws))]
            for h, k in sorted(set(seen)):
                values = {"a": a, "b": b, "c": n - a - b, "h": h, "k": k, "n": n, "T": draws}
                share = Fraction(seen.count((h, k)), comb(n, draws))
                yield f"counts {a}, {b}, {n - a - b}", {**values, "share": share}


def of_a_pair(records: int, draws: int, count: int, odds: Fraction) -> dict[str, Any]:
    """What one of `count` records loses if it is replaced, and the tail of its count; s is theta/rho - 1."""
    theta, rho = 1 - 1 / odds, Fraction(draws, records)
    law = Hypergeometric(population=records, marked=count, draws=draws)
    support = range(max(0, draws + count - records), min(draws, count) + 1)
    return {
        "loss": SampledPair(records, count, draws).exact_divergence(odds),
        "tail": sum((law.pmf(h) for h in support if h > theta * count), Fraction(0)),
        "theta": theta, "rho": rho, "count": count, "s": (theta - rho) / rho,
    }  # fmt: skip


def of_a_database(records: int, draws: int, count: int, odds: Fraction) -> dict[str, Any]:
    """delta(H), and the least count."""
    found = delta(Database((count, records - count), draws), Budget.read(odds=odds)).value
    rarest = min(count, records - count)
    return {"loss": found, "theta": 1 - 1 / odds, "rho": Fraction(draws, records), "rarest": rarest}


def small_databases(found: Found = of_a_pair, fewest: int = 1) -> Iterator[Instance]:
    """Two types above the threshold, the smallest first."""
    for n, draws, count, odds in product(range(2, LARGEST + 1), range(1, LARGEST), range(fewest, LARGEST + 1), ODDS):
        if draws < n and count <= n and 1 - 1 / odds > Fraction(draws, n):
            yield f"n = {n}, T = {draws}, H = {count}, e^epsilon = {odds}", found(n, draws, count, odds)


def rare_types() -> Iterator[Instance]:
    """Independent records of one law: the exact probability that some type is rare, and the sum over types."""
    for text, c in product(LAWS, map(Fraction, ("1/10", "1/2", "9/10"))):
        law = tuple(map(Fraction, text))
        for n in (600,) if text == LAWS[-1] else (1, 2, 5, 9, 12, *((40,) if len(law) == 2 else ())):
            level, rare = (1 - c) * min(law) * n, Fraction(0)
            for counts in product(range(n + 1), repeat=len(law) - 1):
                whole = (*counts, n - sum(counts))
                if 0 <= min(whole) < level:
                    ways = Fraction(factorial(n), prod(map(factorial, whole)))
                    rare += ways * prod(share**count for share, count in zip(law, whole, strict=True))
            singles = [_below(share, n, level) for share in law]
            yield f"law {', '.join(text)}, n = {n}, c_2 = {c}", {
                "rare": rare, "types": len(law), "c": c, "least": min(law), "records": n,
                "singles": sum(singles), "single": max(singles), "moment": (1 - min(law) * c) ** n,
            }  # fmt: skip


def _below(share: Fraction, records: int, level: Fraction) -> Fraction:
    terms = (comb(records, k) * share**k * (1 - share) ** (records - k) for k in range(records + 1) if k < level)
    return sum(terms, Fraction(0))
