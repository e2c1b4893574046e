"""A typed table against the computed one, cell by cell: which digits are right, by which rounding, which one is wrong.

With u the unit of the last typed digit, a typed t is a correct rounding of v to nearest if |v - t| <= u/2, down if
t <= v < t + u, and up if t - u < v <= t. The computed v lies in an interval; each of the three is proven, refuted, or
neither. A digit is called wrong only if all three are refuted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from sdp_proofs.numbers.decide import decide_equal
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.tables.table import MOST_DIGITS, Cell, Column, Direction, Row, Table, as_enclosure, one_text
from sdp_proofs.tables.typed import TypedNumber, TypedRow, column_of
from sdp_proofs.verdict import Verdict

DIGITS_BEYOND = (6, 40)
"""Digits beyond the typed ones that are computed; more where the first try does not decide."""
_DIFFERENT_SIZE = "order of magnitude"


class Agreement(StrEnum):
    """Agreement of a typed cell with the computed one."""

    AGREES = "agrees"
    ROUNDED = "rounded"
    WRONG = "wrong digit"
    UNDECIDED = "not decided"


@dataclass(frozen=True, slots=True)
class Finding:
    """Findings on one typed cell.

    Args:
        line: of the file.
        keys: the row's values by axis, those typed in the file.
        column: of the file.
        typed: as typed.
        computed: the computed value, to more digits than typed.
        agreement: agrees (equal), rounded, wrong digit, or not decided.
        note: by which rounding, or which digit.
    """

    line: int
    keys: Mapping[str, str]
    column: str
    typed: str
    computed: str
    agreement: Agreement
    note: str

    def values(self) -> dict[str, str]:
        """The finding as text by column of a printed comparison."""
        return {
            **self.keys,
            "column": self.column,
            "typed": self.typed,
            "computed": self.computed,
            "agreement": self.agreement.value,
            "note": self.note,
        }


def compare_rows(table: Table, typed: Sequence[TypedRow], digits: int) -> Iterator[tuple[Finding, ...]]:
    """The findings of each typed row, one row after the other.

    Args:
        table: the table that is recomputed.
        typed: the rows of `read_typed`.
        digits: significant digits to compute at least.

    Raises:
        DomainError: a typed cell that is no number, or a key outside its domain.
    """
    # All of the file is read before anything is computed: a slip in its last line must not cost an hour.
    numbers = [
        {name: TypedNumber.read(text) for name, text in row.values.items() if _is_number(table, name)} for row in typed
    ]
    for row, read in zip(typed, numbers, strict=True):
        yield _compare_row(table, row, read, digits)


def _is_number(table: Table, name: str) -> bool:
    column = column_of(table, name)
    return column is not None and column.direction is not Direction.TEXT


def _compare_row(
    table: Table, row: TypedRow, numbers: Mapping[str, TypedNumber], digits: int
) -> tuple[Finding, ...]:
    longest = max((number.digits for number in numbers.values()), default=1)
    found: tuple[Finding, ...] = ()
    for beyond in DIGITS_BEYOND:
        shown = min(MOST_DIGITS, max(digits, longest + beyond))
        computed = table.compute(row.point, shown)
        found = tuple(_finding(table, row, name, computed, numbers.get(name), shown) for name in row.values)
        if all(finding.agreement is not Agreement.UNDECIDED for finding in found):
            break
    return found


def _finding(
    table: Table, row: TypedRow, name: str, computed: Row, number: TypedNumber | None, digits: int
) -> Finding:
    column = column_of(table, name)
    if column is None:
        raise ValueError(f"a compared column must belong to the table, got {name!r}")
    cell, typed = computed.cells[table.columns.index(column)], row.values[name]
    if cell is None:
        agreement, note = Agreement.UNDECIDED, "there is no computed value here"
    elif number is None or isinstance(cell, str):
        agreement, note = _compare_texts(typed, str(cell))
    else:
        agreement, note = compare_number(number, as_enclosure(cell), digits, column.direction)
    keys = {key: row.point[key] for key in row.keys}
    return Finding(row.line, keys, name, typed, _shown(column, cell, number), agreement, note)


def _shown(column: Column, cell: Cell, number: TypedNumber | None) -> str:
    if number is None or number.fraction is not None or cell is None or isinstance(cell, str):
        return one_text(column, cell, 15)
    if isinstance(cell, int):
        return str(cell)
    nearest = Column(column.name, Direction.ENCLOSURE, column.meaning)
    return one_text(nearest, cell, min(MOST_DIGITS, number.digits + 3))


def _compare_texts(typed: str, computed: str) -> tuple[Agreement, str]:
    if " ".join(typed.lower().split()) == " ".join(computed.lower().split()):
        return Agreement.AGREES, ""
    return Agreement.WRONG, "other words"


def compare_number(
    number: TypedNumber, value: Enclosure, digits: int, direction: Direction = Direction.ENCLOSURE
) -> tuple[Agreement, str]:
    """Compare a typed number with a computed one, and tell by which rounding or in which digit.

    Args:
        number: as typed.
        value: as computed.
        digits: significant digits at which the value's bounds are taken.
        direction: of the column, to say where rounding took a bound to the wrong side.

    Example:
        >>> value = Enclosure.of("0.001752")
        >>> compare_number(TypedNumber.read("0.0017"), value, 10)
        (<Agreement.ROUNDED: 'rounded'>, 'down')
        >>> compare_number(TypedNumber.read("0.0027"), value, 10)
        (<Agreement.WRONG: 'wrong digit'>, 'digit 1: 2 typed, 1 computed')
    """
    if number.fraction is not None:
        return _compare_fraction(number.fraction, value)
    low, high = (number.in_units(end) for end in value.bounds(max(digits, number.digits + DIGITS_BEYOND[0])))
    typed = Fraction(number.units)
    if low == high == typed:
        return Agreement.AGREES, "exactly equal"
    half = Fraction(1, 2)
    proven = {
        "to nearest": typed - half <= low and high <= typed + half,
        "down": typed <= low and high < typed + 1,
        "up": typed - 1 < low and high <= typed,
    }
    ways = [way for way, holds in proven.items() if holds]
    if ways:
        return Agreement.ROUNDED, ", ".join(ways) + _wrong_side(direction, typed, low, high)
    if high <= typed - 1 or low >= typed + 1:
        shorter = number.without_zeros
        if number.exponent == 0 and shorter != number:  # an integer: its last zeros may only fill places
            agreement, note = compare_number(shorter, value, digits, direction)
            if agreement is Agreement.ROUNDED:
                return agreement, f"{note}; zeros at the end not counted as digits"
        return Agreement.WRONG, _which_digit(number, low, high)
    return Agreement.UNDECIDED, "the computed bounds allow several answers"


def _wrong_side(direction: Direction, typed: Fraction, low: Fraction, high: Fraction) -> str:
    if direction is Direction.UPPER and low > typed:
        return "; as typed no longer an upper bound"
    if direction is Direction.LOWER and high < typed:
        return "; as typed no longer a lower bound"
    return ""


def _compare_fraction(typed: Fraction, value: Enclosure) -> tuple[Agreement, str]:
    match decide_equal(value, typed):
        case Verdict.HOLDS:
            return Agreement.AGREES, "exactly equal"
        case Verdict.FAILS:
            return Agreement.WRONG, "another fraction"
    return Agreement.UNDECIDED, "the computed bounds contain the fraction"


def _which_digit(number: TypedNumber, low: Fraction, high: Fraction) -> str:
    """The first typed digit that differs from the value rounded to nearest, where both bounds name the same."""
    notes = {_first_difference(number.units, round(end)) for end in (low, high)}
    return notes.pop() if len(notes) == 1 else "no digit in common with all that the computed bounds allow"


def _first_difference(typed: int, computed: int) -> str:
    if typed * computed < 0:
        return "sign"
    ours, theirs = str(abs(computed)), str(abs(typed))
    if len(ours) != len(theirs) or 0 in (typed, computed):
        return _DIFFERENT_SIZE
    place = next(index for index, pair in enumerate(zip(ours, theirs, strict=True)) if pair[0] != pair[1])
    return f"digit {place + 1}: {theirs[place]} typed, {ours[place]} computed"
