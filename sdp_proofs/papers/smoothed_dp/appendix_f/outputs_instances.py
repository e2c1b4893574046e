"""Outputs of small databases sampled with replacement, as instances for Appendix F."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

from sdp_proofs.hunting.hunt import Search
from sdp_proofs.ledger import Check
from sdp_proofs.proving.vocabulary import *

COUNTS = ("n", "M", "T", "k")
"""n records, M of them of the type that is counted, T draws, k of which show it."""
Where = Callable[[int, int, int, int], bool]
"""Which n, M, T and k are meant."""
PLAIN_CHANCE = {"P": "lambda H, k: comb(T, k) * (H / n)**k * ((n - H) / n)**(T - k)"}
"""P_{H,k} for certificates. Needs n and T."""
PLAIN_LOSS = {
    **PLAIN_CHANCE,
    "d": "lambda H, K: sum(max(0, P(H, k) - E * P(K, k)) for k in range(T + 1))",
    "delta": "lambda H: max(max(d(H, K), d(K, H)) for K in (H - 1, H + 1) if 0 <= K <= n)",
}
"""delta(H) of Definition 2 for sampling with replacement. Needs n, T and E."""


def chance(records: int, count: int, draws: int, seen: int) -> Fraction:
    """P_{M,k}, exactly."""
    share = Fraction(count, records)
    return comb(draws, seen) * share**seen * (1 - share) ** (draws - seen)


def chances(records: int, count: int, draws: int, seen: int) -> dict[str, Any]:
    """The counts, P_{M,k}, and P_{M-1,k} and P_{M+1,k} where they exist."""
    others = (("mass", count), ("less", count - 1), ("more", count + 1))
    found = {name: chance(records, other, draws, seen) for name, other in others if 0 <= other <= records}
    return dict(zip(COUNTS, (records, count, draws, seen), strict=True)) | found


def outputs(largest: int, meant: Where) -> Iterator[Instance]:
    """All n <= largest, M, T <= n and k that are meant, the smallest first."""
    for n in range(1, largest + 1):
        for draws, count, seen in product(range(1, n + 1), range(n + 1), range(n + 1)):
            if seen <= draws and meant(n, count, draws, seen):
                yield f"n = {n}, M = {count}, T = {draws}, k = {seen}", chances(n, count, draws, seen)


def on_outputs(largest: int, meant: Where, scope: str, method: Method = CERTIFIED) -> Check:
    """The formula holds at all small outputs that are meant."""
    return on_instances(method, GRID, "all small outputs", scope, lambda _: outputs(largest, meant))


def unless_refuted(proof: Check, examples: Check) -> Check:
    """The proof, where no example refutes the formula: what a solver does not prove it need not refute."""

    def run(claim: Claim) -> Outcome:
        found = examples.run(claim)
        return found if found.verdict is Verdict.FAILS else proof.run(claim)

    return replace(proof, run=run)


def searched(meant: Where, *, climbs: bool = True) -> Search:
    """The search of larger outputs that are meant."""
    space: dict[str, Domain] = {
        "n": Integers(1, 40), "M": Integers(0, lambda at: at["n"]), "T": Integers(1, lambda at: at["n"]),
        "k": Integers(0, lambda at: at["T"]),
    }  # fmt: skip

    def values(_: Claim, at: Any) -> dict[str, Any] | None:
        place = at["n"], at["M"], at["T"], at["k"]
        return chances(*place) if meant(*place) else None

    return over(space, values, climbs=climbs)
