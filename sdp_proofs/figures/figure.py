"""A figure: its name, its paper, its caption, and the function that computes it, whose keywords are its options.

A module of this folder declares one figure or several, in a tuple `FIGURES`; nothing else has to be told of them.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TextIO, TypeVar

from sdp_proofs.figures.drawing import save
from sdp_proofs.files import write_csv

if TYPE_CHECKING:
    import matplotlib.figure

R = TypeVar("R")


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """The computed rows of a figure, and its picture.

    Args:
        rows: texts by column, as CSV and JSON have them; all have the same columns.
        draw: makes the picture.
        document: JSON values instead of the rows alone.
        missing: rows that were not computed, because the run was interrupted.
        kept: a file from which an interrupted run continues.
        note: a sentence on the rows.
    """

    rows: Sequence[Mapping[str, str]]
    draw: Callable[[], matplotlib.figure.Figure]
    document: Mapping[str, object] | None = None
    missing: int = 0
    kept: str | None = None
    note: str = ""

    def write_table(self, stream: TextIO) -> None:
        """Write the rows as CSV with a header; nothing where there is no row."""
        if self.rows:
            write_csv(list(self.rows[0]), self.rows, stream)

    def save(self, path: str) -> None:
        """Draw the picture into a file.

        Raises:
            DomainError: another suffix than those of `drawing.FORMATS`, or nothing to draw.
            OSError: the file cannot be written.
        """
        save(self.draw, path)

    def to_dict(self) -> dict[str, object]:
        """Return the JSON values."""
        return {"rows": list(self.rows)} if self.document is None else dict(self.document)


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a paper, or of what the project says of it.

    Args:
        name: its number or name on the command line.
        paper: the folder of the paper.
        caption: a sentence or two of LaTeX, to copy.
        compute: takes a `Run` and the options, makes what was `Drawn`.
        cost: about how long it takes on two cores that do nothing else (an estimate), in words.
        needs: the extras whose packages compute and draw it.
        plot: draws it in Python, with options of its own, where that can be done at once.
        title: a few words above it in the gallery, where it stands if it has one.
        page: the page of the documentation that tells more.
    """

    name: str
    paper: str
    caption: str
    compute: Callable[..., Drawn]
    cost: str
    needs: tuple[str, ...] = ("plots",)
    plot: Callable[..., matplotlib.figure.Figure] | None = None
    title: str = ""
    page: str = ""

    @property
    def options(self) -> tuple[str, ...]:
        """The names of its options: the keywords of `compute`."""
        parameters = inspect.signature(self.compute).parameters.values()
        return tuple(one.name for one in parameters if one.kind is inspect.Parameter.KEYWORD_ONLY)


class Advance(Protocol):
    """Moves a bar by one piece of work, or to a place if it is given one."""

    def __call__(self, done: int | None = None, steps: int | None = None) -> None:
        """Nothing, or how many of how many pieces are done."""


Bar = Callable[[str, int], AbstractContextManager[Advance]]
"""Shows how far a run is, given its name and how many pieces of work it has."""


def _silent(label: str, total: int) -> AbstractContextManager[Advance]:
    return nullcontext(lambda done=None, steps=None: None)


@dataclass(frozen=True, slots=True)
class Run:
    """One computation of a figure, which may be interrupted.

    Args:
        name: of the figure.
        bar: shows how far it is.
    """

    name: str
    bar: Bar = _silent

    def collect(
        self, rows: Iterable[R], total: int, effort: Callable[[R], float] | None = None, whole: float = 0
    ) -> tuple[list[R], int]:
        """Return the rows and how many are missing; Ctrl-C ends the computation and keeps what it has found.

        Args:
            rows: as they are computed.
            total: how many there will be.
            effort: about how long a row takes beside others, where that differs much; the bar moves by it.
            whole: the sum of all efforts.

        Example:
            >>> Run("1").collect(iter("ab"), 2)
            (['a', 'b'], 0)
        """
        found: list[R] = []
        spent = 0.0
        try:
            with self.bar(self.name, total) as advance:
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
