"""How sharp the closed forms are: their exponents beside the exact one, and their values beside delta_SDP.

The sources are all laws over two types that give each at least f; records are sampled without replacement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import partial
from typing import TextIO

from sdp_proofs.errors import SizeError
from sdp_proofs.experiments.bound_tables.reach import reached, smoothed_or_none
from sdp_proofs.files import write_csv
from sdp_proofs.numbers.balls import ctx
from sdp_proofs.numbers.decide import largest
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.privacy.bounds.buckets import buckets_upper
from sdp_proofs.privacy.bounds.decay_rate import decay_rate
from sdp_proofs.privacy.bounds.instance import Instance, above_threshold
from sdp_proofs.privacy.bounds.lower import one_point_lower, rare_type_lower
from sdp_proofs.privacy.bounds.published import remark_8_as_published
from sdp_proofs.privacy.bounds.tails import one_sided_upper, two_sided_upper
from sdp_proofs.privacy.budget import Budget

DIGITS = 6
"""Significant digits that are asked for."""
TYPES = 2
LARGE = 10**15
"""The number of records at which exponents are read off: powers of n no longer matter."""

FLOORS = (Fraction(1, 2), Fraction("0.0554"))
RATES = ("0.5", "0.95", "0.998")
EPSILONS = ("0.2", "0.5", "1", "2", "3", "5", "7", "10")
CELLS = (2, 3, 5, 10)
"""Numbers of cells, each with its own tilt."""

EXACT, LOWER, CELL, TWO, ONE, REMARK_8 = "exact", "lower bound", "cells", "two tails", "one tail", "Remark 8"
EXPONENT_NAMES = (LOWER, *(f"{count} {CELL}" for count in reversed(CELLS)), TWO, ONE, REMARK_8)
"""The bounds whose exponents are compared."""
LOSS_NAMES = (EXACT, LOWER, f"10 {CELL}", TWO, ONE, REMARK_8)
"""What is computed by size; `exact` is delta_SDP."""

COLUMNS = (
    "part", "floor", "rate", "epsilon", "records", "name", "value_lower", "value_upper", "share_lower", "share_upper",
)  # fmt: skip
"""The columns that `write_rows` writes."""


class Part(StrEnum):
    """What a row's value is: -ln(bound)/n, or the number itself."""

    EXPONENT = "exponent"
    LOSS = "loss"


@dataclass(frozen=True, slots=True)
class Series:
    """delta_SDP by size: one rate and epsilon, and the numbers of records."""

    floor: Fraction
    rate: str
    epsilon: str
    sizes: tuple[int, ...]


SERIES = (
    Series(Fraction("0.0554"), "0.5", "1", (100, 500, 1000, 1500, 2000, 2500, 3000, 4000)),
    Series(Fraction("0.0554"), "0.95", "4", (500, 2000, 4000, 6000, 8000, 10_000, 12_000, 15_000)),
    Series(Fraction("0.0554"), "0.998", "7", (5000, 25_000, 50_000, 75_000, 100_000, 150_000, 200_000)),
)
"""The series that are drawn, each above ln(n/(n-T)), the threshold of Remark 8 and of one tail."""


@dataclass(frozen=True, slots=True)
class Row:
    """One bound at one point.

    Args:
        part: what the value is.
        floor: f.
        rate: as typed.
        epsilon: as typed.
        records: number of records n.
        name: which bound.
        value: its exponent or itself; None where its hypotheses fail or its digits are out of reach.
        share: of an exponent, the value divided by the exact exponent.
    """

    part: Part
    floor: Fraction
    rate: str
    epsilon: str
    records: int
    name: str
    value: Enclosure | None
    share: Enclosure | None = None

    def values(self, digits: int = DIGITS + 2) -> dict[str, str]:
        """The row as text by column (`COLUMNS`): fractions exact, enclosures rounded outward."""
        cells = (
            self.part.value, self.floor, self.rate, self.epsilon, self.records, self.name,
            *(("", "") if self.value is None else self.value.bounds(digits)),
            *(("", "") if self.share is None else self.share.bounds(digits)),
        )  # fmt: skip
        return dict(zip(COLUMNS, map(str, cells), strict=True))


def exponent_rows(
    floors: Iterable[Fraction] = FLOORS, rates: Sequence[str] = RATES, epsilons: Sequence[str] = EPSILONS
) -> Iterator[Row]:
    """The exact exponent R and those of the bounds, -ln(bound)/n at n = `LARGE`, with their shares of R.

    World: enclosures. An upper bound's share is at most 1 and a lower bound's at least 1, up to powers of n.

    Args:
        floors: f in (0, 1/2].
        rates: sampling rates in (0, 1).
        epsilons: anything that `Budget` reads, above 0.

    Raises:
        DomainError: outside these domains.

    Example:
        >>> rows = list(exponent_rows([Fraction(1, 2)], ["0.5"], ["1"]))
        >>> {row.name: row.share.rounded(3) for row in rows[1:]}["two tails"]
        '0.513'
    """
    for floor in floors:
        for rate in rates:
            instance = Instance.read(records=LARGE, rate=rate, types=TYPES, floor=floor)
            for epsilon in epsilons:
                budget = Budget.read(epsilon=epsilon)
                exact = reached(partial(_exponent, instance, budget))
                yield Row(Part.EXPONENT, floor, rate, epsilon, LARGE, EXACT, exact)
                for name in EXPONENT_NAMES:
                    bound = bound_or_none(name, instance, budget)
                    value = None if bound is None else _per_record(bound, LARGE)
                    share = None if value is None or exact is None else value / exact
                    yield Row(Part.EXPONENT, floor, rate, epsilon, LARGE, name, value, share)


def delta_rows(series: Iterable[Series] = SERIES) -> Iterator[Row]:
    """delta_SDP and its bounds by size.

    World: enclosures.

    Raises:
        DomainError: a rate, an epsilon or a size outside its domain.

    Example:
        >>> rows = list(delta_rows([Series(Fraction(1, 2), "0.5", "1", (100,))]))
        >>> rows[0].name, rows[0].value.rounded(3)
        ('exact', '3.26e-7')
    """
    for each in series:
        budget = Budget.read(epsilon=each.epsilon)
        for records in each.sizes:
            instance = Instance.read(records=records, rate=each.rate, types=TYPES, floor=each.floor)
            for name in LOSS_NAMES:
                value = bound_or_none(name, instance, budget)
                yield Row(Part.LOSS, each.floor, each.rate, each.epsilon, records, name, value)


def rows_in_all(floors: int, rates: int, epsilons: int, series: Iterable[Series]) -> int:
    """How many rows `exponent_rows` and `delta_rows` have together.

    Example:
        >>> rows_in_all(1, 1, 1, [])
        9
    """
    points = floors * rates * epsilons
    return points * (1 + len(EXPONENT_NAMES)) + len(LOSS_NAMES) * sum(len(each.sizes) for each in series)


def bound_or_none(name: str, instance: Instance, budget: Budget) -> Enclosure | None:
    """A bound by its name, one of `EXPONENT_NAMES` or `LOSS_NAMES`; None where it does not apply or is out of reach.

    Example:
        >>> case = Instance.read(records=1000, rate="0.998", types=2, floor="1/2")
        >>> bound_or_none("one tail", case, Budget.read(epsilon=1)) is None
        True
    """
    digits = DIGITS + 3
    above = above_threshold(instance, budget)
    ways: dict[str, Callable[[], Enclosure]] = {
        EXACT: lambda: _smoothed(instance, budget, digits),
        LOWER: lambda: _best_lower(instance, budget, digits),
        TWO: lambda: two_sided_upper(instance, budget, digits=digits).value,
    }
    if above:
        ways[ONE] = lambda: one_sided_upper(instance, budget, digits=digits).value
        ways[REMARK_8] = lambda: remark_8_as_published(instance, budget, digits=digits).value
    for count in CELLS:
        ways[f"{count} {CELL}"] = partial(_cells, instance, budget, count, digits)
    return reached(ways[name]) if name in ways else None


def _exponent(instance: Instance, budget: Budget) -> Enclosure:
    return decay_rate(instance, budget, digits=DIGITS + 3).value


def _cells(instance: Instance, budget: Budget, count: int, digits: int) -> Enclosure:
    return buckets_upper(instance, budget, cells=count, digits=digits).value


def _smoothed(instance: Instance, budget: Budget, digits: int) -> Enclosure:
    found = smoothed_or_none(TYPES, instance.floor, instance.records, instance.draws, budget, digits)
    if found is None:
        raise SizeError("delta_SDP is out of reach here")
    return found


def _best_lower(instance: Instance, budget: Budget, digits: int) -> Enclosure:
    forms = (rare_type_lower(instance, digits=digits), one_point_lower(instance, budget, digits=digits))
    return largest([form.value for form in forms])


def _per_record(bound: Enclosure, records: int) -> Enclosure:
    with ctx.workprec(128):
        return Enclosure(-bound.ball.log() / records)


def write_rows(rows: Iterable[Row], stream: TextIO, *, digits: int = DIGITS + 2) -> None:
    """Write rows as CSV with a header; fractions are exact, enclosures are rounded outward.

    Args:
        rows: of either part.
        stream: a text stream opened with `newline=""`.
        digits: significant digits of the bounds.
    """
    write_csv(COLUMNS, (row.values(digits) for row in rows), stream)
