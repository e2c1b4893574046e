"""Small databases sampled with replacement, as instances for the claims and derivations of App. F."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import comb
from typing import Any

from sdp_proofs.claims.checks import Instance

SYMBOLS = {
    "n": "n",
    "M": "M",
    "T": "T",
    "k": "k",
    "mass": "P_{M,k}",
    "less": "P_{M-1,k}",
    "more": "P_{M+1,k}",
}
"""n records, M of them of the type that is counted, T draws, k of which show it."""


def chance(records: int, count: int, draws: int, seen: int) -> Fraction:
    """P_{M,k}, exactly.

    Example:
        >>> str(chance(3, 1, 3, 2))
        '2/9'
    """
    share = Fraction(count, records)
    return comb(draws, seen) * share**seen * (1 - share) ** (draws - seen)


def values(records: int, count: int, draws: int, seen: int) -> dict[str, Any]:
    """The values of `SYMBOLS`; the neighbours' chances where they exist."""
    found: dict[str, Any] = {"n": records, "M": count, "T": draws, "k": seen}
    for name, other in (("mass", count), ("less", count - 1), ("more", count + 1)):
        if 0 <= other <= records:
            found[name] = chance(records, other, draws, seen)
    return found


def outputs(largest: int, meant: Callable[[int, int, int, int], bool]) -> Iterator[Instance]:
    """All n <= largest, M, T <= n and k that are meant, the smallest first."""
    for records in range(1, largest + 1):
        for draws in range(1, records + 1):
            for count in range(records + 1):
                for seen in range(draws + 1):
                    if meant(records, count, draws, seen):
                        name = f"n = {records}, M = {count}, T = {draws}, k = {seen}"
                        yield name, values(records, count, draws, seen)


def hunted(meant: Callable[[int, int, int, int], bool]) -> Callable[[Any, Mapping[str, Any]], dict[str, Any] | None]:
    """The values at an instance of a search, None where it is not meant."""

    def found(_: Any, at: Mapping[str, Any]) -> dict[str, Any] | None:
        place = at["n"], at["M"], at["T"], at["k"]
        return values(*place) if meant(*place) else None

    return found


PLAIN_CHANCE = {"P": "lambda H, k: comb(T, k) * (H / n)**k * ((n - H) / n)**(T - k)"}
"""P_{H,k} for certificates. Needs n and T."""
PLAIN_LOSS = {
    **PLAIN_CHANCE,
    "d": "lambda H, K: sum(max(0, P(H, k) - E * P(K, k)) for k in range(T + 1))",
    "delta": "lambda H: max(max(d(H, K), d(K, H)) for K in (H - 1, H + 1) if 0 <= K <= n)",
}
"""delta(H) of Definition 2 for sampling with replacement. Needs n, T and E."""
