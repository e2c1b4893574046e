"""A computed figure: how to write its rows, how to draw it, and what it is as JSON."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

from sdp_proofs.cli.output import progress_bar

if TYPE_CHECKING:
    from sdp_proofs.experiments.checkpoint import DrawStore

R = TypeVar("R")


@dataclass(frozen=True)
class Drawn:
    """What a figure's module hands over.

    Args:
        write_table: writes the rows as CSV.
        save: draws the picture into a file.
        document: the rows and what was derived from them, as JSON values.
        missing: rows that were not computed, because the run was interrupted.
        kept: a file from which an interrupted run continues.
        note: what is said of the rows.
    """

    write_table: Callable[[TextIO], None]
    save: Callable[[str], None]
    document: dict[str, object]
    missing: int
    kept: str | None = None
    note: str = ""


@dataclass(frozen=True)
class Options:
    """What can be asked of an estimated figure.

    Args:
        draws: databases per point; None is the figure's own number.
        parts: a number of equal parts that the mixtures of the two sources divide; 1 is the two ends.
        rounded: whether the published mean is rounded to a level.
        seed: of the random numbers.
        resume: a file that keeps the draws, and from which a run continues; None is one of the figure's own.
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


@dataclass(frozen=True)
class Asked:
    """What a figure's module is asked for, by a function `compute` that returns what was `Drawn`.

    Args:
        number: the figure.
        data: a file with other data.
        grid: also what is not drawn.
        fresh: drawn anew where rows are recorded in the package.
        options: of estimated figures.
    """

    number: str
    data: str | None = None
    grid: bool = False
    fresh: bool = False
    options: Options = Options()


class Draws:
    """The file that keeps the draws of a figure: the one that was asked for, or one that goes when all is drawn.

    Args:
        number: the figure.
        options: with the file that was asked for.
        settings: what decides the draws; the name of the figure's own file tells two settings apart.
    """

    def __init__(self, number: str, options: Options, settings: Mapping[str, Any]) -> None:
        from sdp_proofs.experiments.checkpoint import fingerprint

        self._settings, self._lasting = settings, options.resume is not None
        self.file = options.resume or f"figure-{number}-{fingerprint(settings)[:8]}.draws.jsonl"
        self._possible = self._lasting or os.access(os.path.dirname(os.path.realpath(self.file)), os.W_OK)

    @contextmanager
    def opened(self) -> Iterator[DrawStore | None]:
        """The store; None where no file of its own can be written."""
        from sdp_proofs.experiments.checkpoint import DrawStore

        if not self._possible:
            yield None
            return
        with DrawStore(self.file, self._settings) as store:
            try:
                yield store
            finally:
                if not store.found:
                    self._drop()

    def after(self, missing: int) -> str | None:
        """The file from which to continue, if something is missing; else nothing is kept that was not asked for."""
        if missing:
            return self.file if self._possible else None
        self._drop()
        return None

    def _drop(self) -> None:
        if not self._lasting:
            with suppress(FileNotFoundError):
                os.remove(self.file)


def collect(
    label: str, rows: Iterable[R], total: int, effort: Callable[[R], float] | None = None, whole: float = 0
) -> tuple[list[R], int]:
    """The rows and how many are missing; Ctrl-C ends the computation and keeps what it has found.

    Args:
        label: what is going on.
        rows: as they are computed.
        total: how many there will be.
        effort: about how long a row takes beside others, where that differs much; it is as if so many more were done.
        whole: the sum of all efforts.

    Example:
        >>> collect("figure 1", iter("ab"), 2)
        (['a', 'b'], 0)
    """
    found: list[R] = []
    spent = 0.0
    try:
        with progress_bar(label, total, logged=True) as advance:
            for row in rows:
                found.append(row)
                if effort is None:
                    advance()
                else:
                    spent += effort(row)
                    advance(int(total * spent / whole), total)
    except KeyboardInterrupt:
        if not found:
            raise
    return found, total - len(found)
