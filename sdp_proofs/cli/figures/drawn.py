"""A computed figure: how to write its rows, how to draw it, and what it is as JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TextIO, TypeVar

from sdp_proofs.cli.output import progress_bar

R = TypeVar("R")


@dataclass(frozen=True)
class Drawn:
    """What a figure's module hands over.

    Args:
        write_table: writes the rows as CSV.
        save: draws the picture into a file.
        document: the rows and what was derived from them, as JSON values.
        missing: rows that were not computed, because the run was interrupted.
    """

    write_table: Callable[[TextIO], None]
    save: Callable[[str], None]
    document: dict[str, object]
    missing: int


def collect(label: str, rows: Iterable[R], total: int) -> tuple[list[R], int]:
    """The rows and how many are missing; Ctrl-C ends the computation and keeps what it has found.

    Example:
        >>> collect("figure 1", iter("ab"), 2)
        (['a', 'b'], 0)
    """
    found: list[R] = []
    try:
        with progress_bar(label, total) as advance:
            for row in rows:
                found.append(row)
                advance()
    except KeyboardInterrupt:
        if not found:
            raise
    return found, total - len(found)
