"""What a table is: axes whose values are crossed, columns with a direction, a function from a point to a row."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.enclosure import Enclosure

MOST_DIGITS = 500
"""The most significant digits that a table is printed with."""
GUARD_DIGITS = 3
"""The digits beyond those printed that are asked of every number."""

Cell = int | Fraction | Enclosure | str | None
"""What stands in a row; None where there is no such number (its hypotheses fail, or it is out of reach)."""


class Direction(StrEnum):
    """How the numbers of a column are rounded."""

    TEXT = "text"
    EXACT = "exact"
    ENCLOSURE = "enclosure"
    UPPER = "upper"
    LOWER = "lower"


@dataclass(frozen=True, slots=True)
class Axis:
    """A key column.

    Args:
        name: of the column and of the option.
        defaults: the values that are taken unless others are given.
    """

    name: str
    defaults: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A column that is not a key.

    Args:
        name: short, for a header.
        direction: how it is rounded.
        meaning: what it is, in one line.
        guaranteed: whether an enclosure is rounded up where it is printed as one number: a delta, an epsilon, noise.
    """

    name: str
    direction: Direction
    meaning: str
    guaranteed: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table.

    Args:
        keys: the axes' values, as typed or in the form the table gives them.
        cells: one per column.
    """

    keys: tuple[str, ...]
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class BoundTable:
    """A table that can be computed at any point of its axes.

    Args:
        name: what the table is called on the command line.
        title: what it shows, in one line.
        axes: the key columns, outermost first.
        columns: the others.
        compute: from the axes' values and the digits to print to a row.
    """

    name: str
    title: str
    axes: tuple[Axis, ...]
    columns: tuple[Column, ...]
    compute: Callable[[Mapping[str, str], int], Row]

    def points(self, given: Mapping[str, Sequence[str]]) -> list[dict[str, str]]:
        """All combinations of the axes' values, the last axis innermost.

        Args:
            given: values for some of the axes; the others keep their defaults.

        Raises:
            DomainError: an axis that the table does not have, or one without a value.
        """
        names = [axis.name for axis in self.axes]
        unknown = [name for name in given if name not in names]
        if unknown:
            raise DomainError(f"the table {self.name} has the axes {', '.join(names)}, got {unknown[0]}")
        empty = [name for name, values in given.items() if not values]
        if empty:
            raise DomainError(f"{empty[0]} must have at least one value, got none")
        choices = [given.get(axis.name, axis.defaults) for axis in self.axes]
        if prod(map(len, choices)) > MOST_ROWS:
            raise DomainError(f"a table must have at most {MOST_ROWS} rows, got more")
        return [dict(zip(names, values, strict=True)) for values in product(*choices)]

    def rows(self, points: Sequence[Mapping[str, str]], digits: int) -> Iterator[Row]:
        """The rows at the given points, one after the other.

        Raises:
            DomainError: a value outside its domain, or digits out of range.
        """
        check_table_digits(digits)
        for point in points:
            yield self.compute(point, digits)


@dataclass(frozen=True, slots=True)
class TableRows:
    """Computed rows of a table, which convert to what other tools read.

    Args:
        table: what they are rows of.
        rows: one per point.
        digits: significant digits to print.
    """

    table: BoundTable
    rows: tuple[Row, ...]
    digits: int

    def to_dict(self) -> list[dict[str, str]]:
        """One dict per row, by the columns of the CSV file: decimals rounded outward, intervals as two columns."""
        from sdp_proofs.tables.printed import header, line

        names = header(self.table, ends=True)
        return [dict(zip(names, line(self.table, row, self.digits, ends=True), strict=True)) for row in self.rows]

    def to_frame(self) -> Any:
        """A pandas frame of the same columns; a column becomes numeric where all of it can.

        Raises:
            DomainError: pandas is not installed.
        """
        from sdp_proofs.numbers.conversion import frame

        found = frame([dict(row) for row in self.to_dict()])
        for name in found.columns:
            with suppress(ValueError):  # words and fractions stay what they are
                found[name] = found[name].astype(float)
        return found


MOST_ROWS = 100_000


def check_table_digits(digits: int) -> None:
    """Refuse digits outside 1..`MOST_DIGITS`.

    Raises:
        DomainError: fewer than one, or more.
    """
    if not 1 <= digits <= MOST_DIGITS:
        raise DomainError(f"digits must be between 1 and {MOST_DIGITS}, got {digits}")


def text(name: str, meaning: str) -> Column:
    """A column of words."""
    return Column(name, Direction.TEXT, meaning)


def exact(name: str, meaning: str) -> Column:
    """A column of integers and fractions."""
    return Column(name, Direction.EXACT, meaning)


def enclosure(name: str, meaning: str) -> Column:
    """A column of numbers that are known to lie in an interval."""
    return Column(name, Direction.ENCLOSURE, meaning)


def guarantee(name: str, meaning: str) -> Column:
    """A column of numbers that are known to lie in an interval, of which the upper end is what holds."""
    return Column(name, Direction.ENCLOSURE, meaning, guaranteed=True)


def upper(name: str, meaning: str) -> Column:
    """A column of upper bounds, rounded up."""
    return Column(name, Direction.UPPER, meaning)


def lower(name: str, meaning: str) -> Column:
    """A column of lower bounds, rounded down."""
    return Column(name, Direction.LOWER, meaning)
