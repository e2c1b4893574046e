"""A table typed from a paper: a CSV file with key columns and the values as they are printed there."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal
from fractions import Fraction

from sdp_proofs.errors import DomainError
from sdp_proofs.files import csv_rows
from sdp_proofs.tables.table import MOST_DIGITS, Column, Direction, Table

MOST_LINES = 10_000
"""The most lines of one file, below the header; every one of them is computed."""
LARGEST_EXPONENT = 10**9
ENDS = ("_lower", "_upper")
"""The ends of the names of the two columns of an enclosure."""

_TIMES_TEN = re.compile(r"\s*(?:×|·|\*|x|\\times|\\cdot)\s*10\s*(?:\^|\*\*)\s*\{?\s*([+-]?[0-9]+)\s*\}?")
_DECIMAL = re.compile(r"([+-]?)([0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e([+-]?[0-9]{1,12}))?")
_FRACTION = re.compile(r"([+-]?[0-9]+)/([0-9]+)")
_GROUPED = re.compile(r"[+-]?[0-9]{1,3}(?:,[0-9]{3})+(?![0-9,])")


@dataclass(frozen=True, slots=True)
class TypedNumber:
    """A number as it was typed.

    Args:
        text: as typed.
        units: the digits as an integer with its sign: 12 for 1.2e-32.
        exponent: the place of the last digit: -33 for 1.2e-32.
        fraction: the fraction, if it was typed as one; then the other two mean nothing.
    """

    text: str
    units: int = 0
    exponent: int = 0
    fraction: Fraction | None = None

    @classmethod
    def read(cls, text: str) -> TypedNumber:
        """Read a decimal with its trailing zeros, or a fraction.

        Raises:
            DomainError: neither, more than 500 digits, or an exponent beyond 10^9.

        Example:
            >>> number = TypedNumber.read("1.20e-32")
            >>> number.units, number.exponent
            (120, -34)
        """
        plain = text.strip().replace("\u2212", "-").strip("$").replace("\\,", "").lower()
        plain = _TIMES_TEN.sub(r"e\1", plain)
        if _GROUPED.match(plain):
            plain = plain.replace(",", "")
        if len(plain) > 4 * MOST_DIGITS:
            raise DomainError(f"a typed number must have at most {MOST_DIGITS} digits, got more")
        ratio = _FRACTION.fullmatch(plain)
        if ratio and int(ratio[2]):
            return cls(text, fraction=Fraction(int(ratio[1]), int(ratio[2])))
        match = _DECIMAL.fullmatch(plain)
        if match is None:
            raise DomainError(f"a typed number must be a decimal such as 1.2e-32 or a fraction, got {text!r}")
        whole, _, rest = match[2].partition(".")
        digits, exponent = (whole + rest).lstrip("0") or "0", int(match[3] or 0)
        if len(digits) > MOST_DIGITS:
            raise DomainError(f"a typed number must have at most {MOST_DIGITS} digits, got {len(digits)}")
        if abs(exponent) > LARGEST_EXPONENT:
            raise DomainError(f"a typed exponent must be at most 10^9 in size, got {exponent}")
        return cls(text, int(match[1] + digits), exponent - len(rest))

    @property
    def without_zeros(self) -> TypedNumber:
        """The number without the zeros at its end; 26602400000 has six digits for some and eleven for others."""
        if self.units == 0:
            return self
        zeros = len(str(self.units)) - len(str(self.units).rstrip("0"))
        return replace(self, units=self.units // 10**zeros, exponent=self.exponent + zeros)

    @property
    def digits(self) -> int:
        """The number of significant digits that were typed."""
        return len(str(abs(self.units)))

    def in_units(self, decimal: str) -> Fraction:
        """A decimal in units of the last typed digit; beyond 10^1200 or below its inverse, that much of it."""
        value = Decimal(decimal)
        if value.is_zero():
            return Fraction(0)
        size = value.adjusted() - self.exponent
        if abs(size) > _FAR:
            edge = Fraction(10) ** (_FAR if size > 0 else -_FAR)
            return -edge if value < 0 else edge
        return Fraction(_WIDE.scaleb(value, -self.exponent))


_FAR = 1200
_WIDE = Context(prec=3 * _FAR, Emax=MAX_EMAX, Emin=MIN_EMIN)


@dataclass(frozen=True, slots=True)
class TypedRow:
    """One line of the file.

    Args:
        line: its number.
        point: a value for every axis of the table.
        keys: the axes that have a column in the file.
        values: the typed texts by column of the file, blanks left out.
    """

    line: int
    point: Mapping[str, str]
    keys: tuple[str, ...]
    values: Mapping[str, str]


def column_of(table: Table, name: str) -> Column | None:
    """The column of a table that a column of a file means, None if there is none."""
    for column in table.columns:
        split = column.direction is Direction.ENCLOSURE and name in [column.name + end for end in ENDS]
        if column.name == name or split:
            return column
    return None


def read_typed(
    path: str | os.PathLike[str], table: Table, given: Mapping[str, Sequence[str]]
) -> tuple[TypedRow, ...]:
    """Read a typed table.

    An axis without a column in the file takes its value from `given`, or from the table if it has only one there.

    Args:
        path: UTF-8, comma-separated, one header line; axes and columns of the table in any order.
        table: the table that it is compared with.
        given: values of axes.

    Raises:
        DomainError: the file cannot be read or is not as described; the message names the line.
        SizeError: the file is larger than 16 MiB, or has more than `MOST_LINES` lines.
    """
    source = os.fspath(path)
    lines = list(csv_rows(path, most_rows=MOST_LINES + 1))
    if not lines:
        raise DomainError(f"{source}: must have a header line, got an empty file")
    header = lines[0][1]
    if len(set(header)) < len(header):
        raise DomainError(f"{source}: the header must name every column once, got one twice")
    axes = [axis.name for axis in table.axes]
    unknown = [name for name in header if name not in axes and column_of(table, name) is None]
    if unknown:
        known = ", ".join([*axes, *(column.name for column in table.columns)])
        raise DomainError(f"{source}: columns must be among {known}, got {unknown[0]!r}")
    if set(header) <= set(axes):
        raise DomainError(f"{source}: there must be a column to compare, got keys alone")
    if len(lines) == 1:
        raise DomainError(f"{source}: there must be a line below the header, got none")
    fixed = {name: _only(table, given, name) for name in axes if name not in header}
    clash = [name for name in given if name in header]
    if clash:
        raise DomainError(f"{clash[0]} must be given as an option or as a column, got both")
    return tuple(_row(source, number, header, cells, axes, fixed) for number, cells in lines[1:])


def _row(
    source: str, number: int, header: list[str], cells: list[str], axes: list[str], fixed: Mapping[str, str]
) -> TypedRow:
    if len(cells) != len(header):
        raise DomainError(f"{source}, line {number}: must have {len(header)} cells, got {len(cells)}")
    typed = dict(zip(header, cells, strict=True))
    empty = [name for name in axes if name in typed and not typed[name]]
    if empty:
        raise DomainError(f"{source}, line {number}: {empty[0]} must have a value, got none")
    point = {name: typed.get(name) or fixed[name] for name in axes}
    values = {name: cell for name, cell in typed.items() if name not in axes and cell}
    return TypedRow(number, point, tuple(name for name in axes if name in typed), values)


def _only(table: Table, given: Mapping[str, Sequence[str]], name: str) -> str:
    defaults = next(axis.defaults for axis in table.axes if axis.name == name)
    values = given.get(name, defaults)
    if len(values) != 1:
        raise DomainError(f"{name} must be a column of the compared file, or have one value, got {len(values)}")
    return values[0]
