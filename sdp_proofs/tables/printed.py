"""How the cells of a table are printed: upper bounds rounded up, lower bounds down, fractions in full."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from sdp_proofs.numbers.decimals import fraction_text
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.tables.table import BoundTable, Cell, Column, Direction, Row

_ENDS = ("_lower", "_upper")


def header(table: BoundTable, *, ends: bool) -> list[str]:
    """The names of the columns; with `ends` an enclosure has two, its lower and its upper bound."""
    names = [axis.name for axis in table.axes]
    for column in table.columns:
        split = ends and column.direction is Direction.ENCLOSURE
        names += [column.name + end for end in _ENDS] if split else [column.name]
    return names


def line(table: BoundTable, row: Row, digits: int, *, ends: bool) -> list[str]:
    """The texts of a row, one for each name of `header`; empty where there is no number.

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
    """A cell as one text.

    Example:
        >>> from sdp_proofs.tables.table import guarantee, lower, upper
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
    """Decimals around a number, rounded outward; no more digits than tell the two apart and two more."""
    value = as_enclosure(cell)
    return value.bounds(digits if value.exact is not None else min(digits, max(1, value.proven_digits) + 2))


def json_row(table: BoundTable, row: Row, digits: int) -> dict[str, object]:
    """A row as JSON values by column: a number is its bounds and its exact value where it has one."""
    record: dict[str, object] = dict(zip((axis.name for axis in table.axes), row.keys, strict=True))
    for column, cell in zip(table.columns, row.cells, strict=True):
        if cell is None or isinstance(cell, str):
            record[column.name] = cell
        else:
            value, (low, high) = as_enclosure(cell), bounds(cell, digits)
            exact = None if value.exact is None else fraction_text(value.exact)
            record[column.name] = {"lower": low, "upper": high, "exact": exact}
    return record


def document(table: BoundTable, rows: Sequence[Row], digits: int, missing: int) -> dict[str, object]:
    """A whole table as JSON values.

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
    """A number as an enclosure, exact if it is a fraction.

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
