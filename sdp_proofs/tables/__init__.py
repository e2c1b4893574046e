"""The tables: a module declares each with its axes, columns and rows; and tables that readers typed from a paper.

Their names are read off the text of the modules, so that a list of names imports none of them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from sdp_proofs.declarations import Declarations, Option

if TYPE_CHECKING:
    from sdp_proofs.tables.table import Table

_DECLARED: Declarations[Table] = Declarations(__name__, "Table")


def names() -> list[str]:
    """Return the names of all tables, sorted; no table is imported.

    Example:
        >>> names()[:2]
        ['accounting', 'chernoff']
    """
    return _DECLARED.names()


def axes() -> dict[str, Option]:
    """Return the axes of all tables by name, each with the words of its option; no table is imported.

    Example:
        >>> print(axes()["marked"].help)
        Marked records (chernoff).
    """
    return {name: option for name, (option, _) in _DECLARED.options(_keys).items()}


def _keys(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """The axes that a module makes."""
    for call in ast.walk(tree):
        match call:
            case ast.Call(func=ast.Name(id="Axis"), args=[ast.Constant(value=str(name)), _, option]):
                yield name, ast.parse(f"Annotated[str, {ast.unparse(option)}]", mode="eval").body


def find(name: str) -> Table:
    """Return the table of this name; its module alone is imported.

    Raises:
        DomainError: there is none.

    Example:
        >>> find("table-1").title
        'Smoothed and worst-case parameters of an election'
    """
    return _DECLARED.one(name)


def tables() -> Mapping[str, Table]:
    """Return all tables by name; every module is imported."""
    return _DECLARED.all()
