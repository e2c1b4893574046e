"""Mechanisms on a single record, given by the law of the output for each value of it: the smallest instances there are.

The other records of a database only choose among such mechanisms, so what fails for one record fails for any number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, combinations, product
from typing import Any

from sdp_proofs.distributions.finite import FiniteLaw
from sdp_proofs.hunting.searches import Search, over
from sdp_proofs.hunting.spaces import Domain, Laws, Rationals
from sdp_proofs.ledger import Claim
from sdp_proofs.privacy.definition import guessing_utilities, hockey_stick
from sdp_proofs.proving.instances import Instance

Row = tuple[Fraction, ...]
Values = Callable[..., Mapping[str, Any] | None]
"""Values of the symbols of a formula, for some laws and odds."""

ROWS = {
    "outputs": "range(len(rows[0]))", "d": "lambda P, Q: sum(max(0, P[a] - E * Q[a]) for a in outputs)",
    "delta": "lambda x: max(max(d(rows[x], Q), d(Q, rows[x])) for Q in rows)",
}  # fmt: skip
"""d of Definition 2, and delta(x) if the one record is x; needs E and `rows`, the law of the output for each type."""

GUESSES = {
    "t": "E / (E + 1)", "top": "lambda a: max(P[a] for P in rows)", "all_of": "lambda a: sum(P[a] for P in rows)",
    "gain": "lambda P: sum(P[a] * max(0, top(a) / all_of(a) - t) for a in outputs if all_of(a) > 0) / (1 - t)",
    "u": "max(gain(P) for P in rows)",
}  # fmt: skip
"""The adjusted utility of Eq. (3) if the one record is missing; needs `ROWS`."""

NEAR = {"near": "lambda P, Q, R: sum(P[a] for a in outputs if P[a] <= R * Q[a] and Q[a] <= R * P[a])"}
"""The probability under P that the ratio of P to Q is between 1/R and R; needs `outputs`."""

ODDS = (Fraction(5, 4), Fraction(2), Fraction(3))


def rows_at(instance: Mapping[str, Any]) -> tuple[Row, ...]:
    """The laws of an instance of a hunt."""
    return tuple(value for name, value in instance.items() if name.startswith("law"))


def small_rows(types: int, outputs: int, denominator: int) -> Iterator[tuple[Row, ...]]:
    """All mechanisms whose probabilities have a given denominator."""
    weights = [counts for counts in product(range(denominator + 1), repeat=outputs) if sum(counts) == denominator]
    laws = [tuple(Fraction(weight, denominator) for weight in counts) for counts in weights]
    yield from product(laws, repeat=types)


def each_mechanism(
    values: Values, *sizes: tuple[int, int, int], odds: Sequence[Fraction] = ODDS, **axes: Iterable[Any]
) -> Callable[[Claim], Iterator[Instance]]:
    """The instances of all mechanisms with so many types and outputs, probabilities with a denominator.

    Further axes are further arguments of the values, which are None where the hypotheses are not met.
    """

    def instances(_: Claim) -> Iterator[Instance]:
        points = [dict(zip(axes, point, strict=True)) for point in product(*axes.values())]
        for size in sizes:
            for rows, factor, more in product(small_rows(*size), odds, points):
                found = values(rows, factor, **more)
                if found is not None:
                    yield f"{named(rows, factor)}{''.join(f', {name} {at}' for name, at in more.items())}", found

    return instances


def among_mechanisms(
    values: Values, types: int, outputs: int, *, odds: Domain | None = None, **axes: Domain
) -> Search:
    """A hunt among all mechanisms with so many types and outputs; see `each_mechanism`."""

    def at_point(_: Claim, at: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return values(rows_at(at), at["odds"], **{name: at[name] for name in axes})

    laws: dict[str, Domain] = {f"law{kind}": Laws(outputs) for kind in range(types)}
    space = {**laws, "odds": odds or Rationals(1, 100, open_low=True), **axes}
    return over(space, at_point, climbs=False)


def named(rows: Sequence[Row], odds: Fraction) -> str:
    """Name of a mechanism in words."""
    return f"laws {'; '.join(' '.join(map(str, row)) for row in rows)}, odds {odds}"


def all_events(outputs: int) -> list[tuple[int, ...]]:
    """All sets of outputs, which are rejection regions, too."""
    return list(chain.from_iterable(combinations(range(outputs), size) for size in range(outputs + 1)))


def mass(row: Row, event: tuple[int, ...]) -> Fraction:
    """The probability of an event."""
    return sum((row[a] for a in event), Fraction(0))


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


def of_pair(rows: Sequence[Row], odds: Fraction) -> dict[str, Any]:
    """The utility, what the first two types lose to each other, and delta(x) of the first."""
    found = losses(rows, odds)
    both = found[0][1] + found[1][0]
    return {"utility": utility(rows, odds), "losses": both, "delta": deltas(rows, odds)[0]}


def private(rows: Sequence[Row], odds: Fraction, delta: Fraction) -> bool:
    """Definition 1, event by event."""
    return all(
        mass(first, event) - odds * mass(second, event) <= delta
        for event in all_events(len(rows[0])) for first, second in product(rows, repeat=2)
    )
