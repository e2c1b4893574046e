"""The figures and tables of a paper, as its wing lists them: what each is called, and the one module that makes it."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any


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
    """

    name: str
    caption: str
    made_by: str
    cost: str
    takes: frozenset[str] = frozenset()

    def module(self) -> Any:
        """The module that makes it.

        Raises:
            ImportError: there is none, or a package that it needs is not installed.
        """
        return import_module(self.made_by)


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a paper, or of what the project says of it.

    Attributes:
        name: its name on the command line.
        made_by: "package.module:function" that returns the `tables.table.BoundTable`.
        bound: whether it is one, with axes whose values may be chosen; of another the module prints the whole.
        brief: the columns that a page or a screen has room for, which are shown there unless others are asked for;
            all of them if there is none.

    Example:
        >>> Table("table-1", "sdp_proofs.experiments.bound_tables.table_1:table_1").make().name
        'table-1'
    """

    name: str
    made_by: str
    bound: bool = True
    brief: tuple[str, ...] = ()

    def make(self, *given: Any) -> Any:
        """The table, of the data that are given, if any.

        Raises:
            ImportError: there is no such module.
        """
        module, _, function = self.made_by.partition(":")
        return getattr(import_module(module), function)(*given)
