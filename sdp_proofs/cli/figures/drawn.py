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


@dataclass(frozen=True)
class Options:
    """What can be asked of an estimated figure.

    Args:
        draws: databases per point; None is the figure's own number.
        parts: a number of equal parts that the mixtures of the two sources divide; 1 is the two ends.
        rounded: whether the published mean is rounded to a level.
        seed: of the random numbers.
        resume: a file that keeps the draws, and from which a run continues.
        workers: processes; 0 is one per core.
        cluster: address of a Dask scheduler, instead of processes.
    """

    draws: int | None = None
    parts: int = 1
    rounded: bool = False
    seed: int | None = None
    resume: str | None = None
    workers: int = 0
    cluster: str | None = None


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
