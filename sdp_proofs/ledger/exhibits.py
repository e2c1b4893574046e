"""The figures and tables of a paper, as its wing lists them: what each is called, and the one module that makes it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a paper, or of what the project says of it.

    Attributes:
        name: its number or name on the command line.
        caption: a sentence or two of LaTeX, to copy.
        made_by: the module that computes and draws it, by a function `compute` of what was asked; imported when it
            is drawn, so that a list of figures costs nothing.
        cost: about how long it takes on two cores that do nothing else (an estimate), in words.
        takes: the options that it has, of "data", "grid", "draws" and "mixtures".
        needs: the extras whose packages compute and draw it.
    """

    name: str
    caption: str
    made_by: str
    cost: str
    takes: frozenset[str] = frozenset()
    needs: tuple[str, ...] = ("plots",)


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a paper, or of what the project says of it.

    Attributes:
        name: its name on the command line.
        made_by: "package.module:function" that returns the `tables.table.BoundTable`.
        bound: whether it is one, with axes whose values may be chosen; of another the module prints the whole.
        brief: the columns that a page or a screen has room for, which are shown there unless others are asked for;
            all of them if there is none.
    """

    name: str
    made_by: str
    bound: bool = True
    brief: tuple[str, ...] = ()
