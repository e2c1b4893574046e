"""Rows of text as CSV, as every figure and table writes them."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from typing import TextIO


def write_csv(columns: Sequence[str], rows: Iterable[Mapping[str, str]], stream: TextIO) -> None:
    """Write rows as CSV, after a header.

    World: text; what is written is what the rows say.

    Args:
        columns: their names, in their order.
        rows: each its text by column.
        stream: a text stream opened with `newline=""`.

    Raises:
        ValueError: a row with a column that is not listed.

    Example:
        >>> import sys
        >>> write_csv(["n", "delta"], [{"delta": "1/2", "n": "4"}], sys.stdout)
        n,delta
        4,1/2
    """
    writer = csv.DictWriter(stream, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
