"""Mechanisms on a single record, given by the law of the output for each value of it: the smallest instances there are.

The other records of a database only choose among such mechanisms, so what fails for one record fails for any number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from sdp_proofs.distributions.finite import FiniteLaw
from sdp_proofs.ledger.space import Domain, Laws, Rationals
from sdp_proofs.privacy.divergence import hockey_stick
from sdp_proofs.privacy.guessing import guessing_utilities

Row = tuple[Fraction, ...]

ROWS = {
    "outputs": "range(len(rows[0]))",
    "d": "lambda P, Q: sum(max(0, P[a] - E * Q[a]) for a in outputs)",
    "delta": "lambda x: max(max(d(rows[x], Q), d(Q, rows[x])) for Q in rows)",
}
"""d of Definition 2, and delta(x) if the one record is x; needs E and `rows`, the law of the output for each type."""

GUESSES = {
    "t": "E / (E + 1)",
    "top": "lambda a: max(P[a] for P in rows)",
    "all_of": "lambda a: sum(P[a] for P in rows)",
    "gain": "lambda P: sum(P[a] * max(0, top(a) / all_of(a) - t) for a in outputs if all_of(a) > 0) / (1 - t)",
    "u": "max(gain(P) for P in rows)",
}
"""The adjusted utility of Eq. (3) if the one record is missing; needs `ROWS`."""

NEAR = {
    "near": "lambda P, Q, R: sum(P[a] for a in outputs if P[a] <= R * Q[a] and Q[a] <= R * P[a])",
}
"""The probability under P that the ratio of P to Q is between 1/R and R; needs `outputs`."""

ODDS = (Fraction(5, 4), Fraction(2), Fraction(3))


def space(types: int, outputs: int, *, odds: Domain | None = None) -> dict[str, Domain]:
    """The laws of `types` types over `outputs` outputs and the odds, for a hunt."""
    laws: dict[str, Domain] = {f"law{kind}": Laws(outputs) for kind in range(types)}
    return {**laws, "odds": odds or Rationals(1, 100, open_low=True)}


def rows_at(instance: Mapping[str, Any]) -> tuple[Row, ...]:
    """The laws of an instance of `space`."""
    return tuple(value for name, value in instance.items() if name.startswith("law"))


def small_rows(types: int, outputs: int, denominator: int) -> Iterator[tuple[Row, ...]]:
    """All mechanisms whose probabilities have a given denominator."""
    weights = [
        counts for counts in product(range(denominator + 1), repeat=outputs) if sum(counts) == denominator
    ]
    laws = [tuple(Fraction(weight, denominator) for weight in counts) for counts in weights]
    yield from product(laws, repeat=types)


def coin(keep: Fraction) -> tuple[Row, Row]:
    """One binary record, kept with a probability and flipped otherwise."""
    return (keep, 1 - keep), (1 - keep, keep)


def laws_of(rows: Sequence[Row]) -> tuple[FiniteLaw[int], ...]:
    """The rows as laws."""
    return tuple(FiniteLaw.gathered(enumerate(row)) for row in rows)


def losses(rows: Sequence[Row], odds: Fraction) -> list[list[Fraction]]:
    """d(x, x') for every pair of types."""
    laws = laws_of(rows)
    return [[hockey_stick(first, second, odds) for second in laws] for first in laws]


def deltas(rows: Sequence[Row], odds: Fraction) -> list[Fraction]:
    """delta(x) for every type."""
    found = losses(rows, odds)
    kinds = range(len(rows))
    return [max(max(found[x][y], found[y][x]) for y in kinds) for x in kinds]


def utility(rows: Sequence[Row], odds: Fraction) -> Fraction:
    """Eq. (3) at the threshold E/(E + 1)."""
    return max(guessing_utilities(laws_of(rows), odds / (odds + 1)))


def near(first: Row, second: Row, bound: Fraction) -> Fraction:
    """The probability under the first law that the ratio is between 1/bound and bound; p/0 is not."""
    pairs = zip(first, second, strict=True)
    return sum((p for p, q in pairs if p <= bound * q and q <= bound * p), Fraction(0))
