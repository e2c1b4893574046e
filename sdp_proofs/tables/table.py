"""A table: axes whose values are crossed, columns with a direction, and a function from a point to a row.

Cells are printed by the direction of their column: upper bounds rounded up, lower bounds down, fractions in full. A
module of this folder declares one table or several, in a tuple `TABLES`; nothing else has to be told of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from sdp_proofs.declarations import Option
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.conversion import frame
from sdp_proofs.numbers.decimals import fraction_text
from sdp_proofs.numbers.enclosure import Enclosure

MOST_DIGITS = 500
"""The most significant digits that a table is printed with."""
MOST_ROWS = 100_000
GUARD_DIGITS = 3
"""The digits beyond those printed that are asked of every number."""

Cell = int | Fraction | Enclosure | str | None
"""Content of a row; None where there is no such number (its hypotheses fail, or it is out of reach)."""


class Direction(StrEnum):
    """Rounding of the numbers of a column."""

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
        option: the words of the option.
    """

    name: str
    defaults: tuple[str, ...]
    option: Option


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
class Table:
    """A table that can be computed at any point of its axes.

    Args:
        name: on the command line.
        paper: the folder of the paper that it belongs to.
        title: what it shows, in one line.
        axes: the key columns, outermost first.
        columns: the others.
        compute: from the axes' values and the digits to print to a row.
        brief: the columns that a page or a screen has room for, which are shown there unless others are asked for;
            all of them if there is none.
        over: makes the table over the data of a CSV file, or, of no file, over those that the paper used.
    """

    name: str
    paper: str
    title: str
    axes: tuple[Axis, ...]
    columns: tuple[Column, ...]
    compute: Callable[[Mapping[str, str], int], Row]
    brief: tuple[str, ...] = ()
    over: Callable[[str | None], Table] | None = None

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


_ENDS = ("_lower", "_upper")


def header(table: Table, *, ends: bool) -> list[str]:
    """Return the names of the columns; with `ends` an enclosure has two, its lower and its upper bound."""
    names = [axis.name for axis in table.axes]
    for column in table.columns:
        split = ends and column.direction is Direction.ENCLOSURE
        names += [column.name + end for end in _ENDS] if split else [column.name]
    return names


def line(table: Table, row: Row, digits: int, *, ends: bool) -> list[str]:
    """Return the texts of a row, one for each name of `header`; empty where there is no number.

    Args:
        table: the table of the row.
        row: the row.
        digits: significant digits.
        ends: enclosures as two bounds; without it as one decimal, of a guarantee rounded up and of other numbers to
            nearest, or as an interval where the bounds do not decide how to round.
    """
    texts = list(row.keys)
    for column, cell in zip(table.columns, row.cells, strict=True):
        if ends and column.direction is Direction.ENCLOSURE:
            texts += ("", "") if cell is None else bounds(cell, digits)
        else:
            texts.append(one_text(column, cell, digits))
    return texts


def one_text(column: Column, cell: Cell, digits: int) -> str:
    """Return a cell as one text.

    Example:
        >>> third = Enclosure.of("1/3")
        >>> [one_text(column("c", ""), third, 4) for column in (guarantee, upper, lower)]
        ['0.3334', '0.3334', '0.3333']
    """
    if cell is None or isinstance(cell, str):
        return cell or ""
    match column.direction:
        case Direction.UPPER:
            return bounds(cell, digits)[1]
        case Direction.LOWER:
            return bounds(cell, digits)[0]
        case Direction.ENCLOSURE:
            value = as_enclosure(cell)
            rounded = value.at_most(digits) if column.guaranteed else value.rounded(digits)
            low, high = bounds(cell, digits)
            return rounded if rounded is not None else f"[{low}, {high}]"
    return fraction_text(_fraction(cell))


def bounds(cell: Cell, digits: int) -> tuple[str, str]:
    """Return decimals around a number, rounded outward; no more digits than tell the two apart and two more."""
    value = as_enclosure(cell)
    return value.bounds(digits if value.exact is not None else min(digits, max(1, value.proven_digits) + 2))


def json_row(table: Table, row: Row, digits: int) -> dict[str, object]:
    """Return a row as JSON values by column: a number is its bounds and its exact value where it has one."""
    record: dict[str, object] = dict(zip((axis.name for axis in table.axes), row.keys, strict=True))
    for column, cell in zip(table.columns, row.cells, strict=True):
        if cell is None or isinstance(cell, str):
            record[column.name] = cell
        else:
            value, (low, high) = as_enclosure(cell), bounds(cell, digits)
            exact = None if value.exact is None else fraction_text(value.exact)
            record[column.name] = {"lower": low, "upper": high, "exact": exact}
    return record


def document(table: Table, rows: Sequence[Row], digits: int, missing: int) -> dict[str, object]:
    """Return a whole table as JSON values.

    Args:
        table: the table.
        rows: its rows.
        digits: significant digits of the bounds.
        missing: how many rows were not computed.
    """
    return {
        "table": table.name,
        "title": table.title,
        "digits": str(digits),
        "missing": str(missing),
        "keys": [axis.name for axis in table.axes],
        "columns": [
            {"name": column.name, "direction": column.direction.value, "meaning": column.meaning}
            for column in table.columns
        ],
        "rows": [json_row(table, row, digits) for row in rows],
    }


def as_enclosure(cell: Cell) -> Enclosure:
    """Return a number as an enclosure, exact if it is a fraction.

    Raises:
        TypeError: a text, or no number.
    """
    return cell if isinstance(cell, Enclosure) else Enclosure.of(_fraction(cell))


def _fraction(cell: Cell) -> Fraction:
    if isinstance(cell, int | Fraction):
        return Fraction(cell)
    if isinstance(cell, Enclosure) and cell.exact is not None:
        return cell.exact
    raise TypeError(f"a cell must be exact here, got {cell!r}")


@dataclass(frozen=True, slots=True)
class TableRows:
    """Computed rows of a table, which convert to what other tools read.

    Args:
        table: what they are rows of.
        rows: one per point.
        digits: significant digits to print.
    """

    table: Table
    rows: tuple[Row, ...]
    digits: int

    def to_dict(self) -> list[dict[str, str]]:
        """One dict per row, by the columns of the CSV file: decimals rounded outward, intervals as two columns."""
        names = header(self.table, ends=True)
        return [dict(zip(names, line(self.table, row, self.digits, ends=True), strict=True)) for row in self.rows]

    def to_frame(self) -> Any:
        """A pandas frame of the same columns; a column becomes numeric where all of it can.

        Raises:
            DomainError: pandas is not installed.
        """
        found = frame([dict(row) for row in self.to_dict()])
        for name in found.columns:
            with suppress(ValueError):  # words and fractions stay what they are
                found[name] = found[name].astype(float)
        return found
