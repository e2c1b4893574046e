"""What a table shows and how it lies: some of its columns, or rows and columns exchanged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sdp_proofs.errors import DomainError
from sdp_proofs.report.tables import TextTable

_ENDS = ("_lower", "_upper")


def with_columns(table: TextTable, names: Sequence[str]) -> TextTable:
    """The table with these columns, in this order; a name stands for its two ends where the table has those.

    Raises:
        DomainError: a column that the table does not have.

    Example:
        >>> table = TextTable(("n", "delta_lower", "delta_upper"), (("10", "1", "2"),), "Losses")
        >>> with_columns(table, ["delta"]).rows
        (('1', '2'),)
    """
    places = [place for name in names for place in _places(table, name)]
    notes = tuple(note for note in table.notes if note.partition(":")[0] in names or ":" not in note)
    return replace(
        table,
        header=tuple(table.header[place] for place in places),
        rows=tuple(tuple(row[place] for place in places) for row in table.rows),
        notes=notes,
    )


def transposed(table: TextTable) -> TextTable:
    """Rows and columns exchanged: the names stand in the first column, the first key above.

    Example:
        >>> table = TextTable(("n", "delta"), (("10", "1e-9"), ("20", "1e-19")), "Losses")
        >>> transposed(table).header, transposed(table).rows
        (('n', '10', '20'), (('delta', '1e-9', '1e-19'),))
    """
    columns = tuple(zip(table.header, *table.rows, strict=True))
    return replace(table, header=columns[0], rows=columns[1:], named_rows=True)


def _places(table: TextTable, name: str) -> list[int]:
    wanted = [name] if name in table.header else [name + end for end in _ENDS]
    if not set(wanted) <= set(table.header):
        known = ", ".join(dict.fromkeys(one.removesuffix("_lower").removesuffix("_upper") for one in table.header))
        raise DomainError(f"columns must be among {known}; got {name!r}")
    return [table.header.index(one) for one in wanted]
