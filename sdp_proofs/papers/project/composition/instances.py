"""Small releases, one after the other: over these, the claims on composition are enumerated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import reduce
from itertools import product
from math import comb, prod
from typing import Any

from sdp_proofs.ledger import Claim
from sdp_proofs.papers.smoothed_dp.properties.small_mechanisms import (
    ROWS,
    Law,
    both_ways,
    every,
    fractions,
    joined,
    laws,
    loss,
    two_tables,
)
from sdp_proofs.proving.instances import Instance


def chosen_coins(_: Claim, at: Mapping[str, Any]) -> dict[str, Fraction]:
    """A coin, and then one of two coins, by what the first one shows."""
    odds = Fraction(3, 2)
    own, other = ((share, 1 - share) for share in (at["p"], at["q"]))
    pairs = [((r, 1 - r), (s, 1 - s)) for r, s in zip(at["r"], at["s"], strict=True)]
    joint = [[law[a] * b for a, pair in enumerate(pairs) for b in pair[side]] for side, law in enumerate((own, other))]
    second = max(loss(one, two, odds) for one, two in pairs)
    return {"together": loss(joint[0], joint[1], odds**2), "first": loss(own, other, odds), "second": second}


def deltas(_: Claim, at: Mapping[str, Any]) -> dict[str, Fraction]:
    """A few deltas."""
    return {"survives": prod((1 - x for x in at["deltas"]), start=Fraction(1)), "total": sum(at["deltas"], Fraction(0))}


def powers(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    """Powers of what survives."""
    return {**at, "power": at["u"] ** at["k"], "before": at["v"] ** (at["k"] - 1)}


def deterministic(claim: Claim, at: Mapping[str, Any]) -> dict[str, Fraction]:
    """Two bits of two binary records of one source, both at odds 2."""
    bits = {f"{name}_{row}": Fraction(bit) for name in ("first", "second")
            for row, bit in zip(ROWS, at[name], strict=True)}  # fmt: skip
    return two_tables(claim, {**bits, "share": at["share"], "odds": Fraction(2), "others": Fraction(2)})


def part(releases: int, steps: int, odds: Fraction) -> Fraction:
    """delta_j: the delta of k randomised responses at E^(k-2j)."""
    gains = (
        comb(releases, low) * (odds ** (releases - low) - odds ** (releases - 2 * steps + low)) for low in range(steps)
    )
    return sum(gains, Fraction(0)) / (1 + odds) ** releases


def response(delta: Fraction, odds: Fraction) -> tuple[Fraction, ...]:
    """A randomised response that reveals the record with probability delta and else answers truthfully with odds E."""
    return delta, (1 - delta) * odds / (1 + odds), (1 - delta) / (1 + odds), Fraction(0)


def after(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    """A release after none, one or two others, at budgets below 1/E, between, and above E."""
    (first, second, attained), (own, other), odds, t = at["release"], at["rest"], at["odds"], at["t"]
    first, second = (response(Fraction(1, 4), odds)[::way] for way in (1, -1)) if attained else (first, second)
    return {
        "more": loss(joined(first, own), joined(second, other), t), "lower": loss(own, other, t / odds),
        "upper": loss(own, other, t * odds), "delta": both_ways(first, second, odds), "odds": odds,
        "attained": attained,
    }  # fmt: skip


def parts(_: Claim, at: Mapping[str, Any]) -> dict[str, Fraction] | None:
    """The sums for few releases."""
    k, j, odds = at["k"], at["j"], at["odds"]
    sums = {"more": part(k + 1, j, odds), "same": part(k, j, odds), "other": part(k, j - 1, odds)}
    return {**sums, "odds": odds} if j <= k + 2 else None


def repeated(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    """Several independent releases with the same two laws, at the budget (k - 2j) epsilon."""
    k, j, odds = at["releases"], at["steps"], at["odds"]
    first, second = (reduce(joined, [at[name]] * k) for name in ("first", "second"))
    delta = both_ways(at["first"], at["second"], odds)
    composed = both_ways(first, second, odds ** (k - 2 * j))
    return {"composed": composed, "delta": delta, "survives": (1 - delta) ** k, "part": part(k, j, odds)}


def steps(_: Claim, at: Mapping[str, Any]) -> dict[str, Any] | None:
    """Releases with a pair of laws, at a budget from 0 on."""
    (first, second), k = at["laws"], at["releases"]
    return None if 2 * at["steps"] > k else repeated(_, {**at, "first": first, "second": second})


def responses(_: Claim, at: Mapping[str, Any]) -> dict[str, Any] | None:
    """Randomised responses that reveal everything with a given probability."""
    first = response(at["delta"], at["odds"])
    return steps(_, {**at, "laws": (first, first[::-1])})


def one_after_two(claim: Claim) -> Iterator[Instance]:
    """Small laws after none, one or two releases, and the revealing response last."""
    few, nothing = laws(2, 2), ((Fraction(1),), (Fraction(1),))
    pairs: list[tuple[Law, Law]] = list(product(few, few))
    rests = [nothing, *pairs, *((joined(one, one), joined(two, two)) for one, two in pairs)]
    releases = [(one, two, 0) for one, two in product(laws(2, 3), repeat=2)] + [((), (), 1)]
    yield from every(after, release=releases, rest=rests, odds=fractions("3/2 3"), t=fractions("1/5 1 5"))(claim)
