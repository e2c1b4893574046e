"""The figures: a module declares each with its rows, its drawing, its caption and its options.

Their names are read off the text of the modules, so that a list of names imports none of them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from sdp_proofs.declarations import Declarations, Option

if TYPE_CHECKING:
    from sdp_proofs.figures.figure import Figure

_DECLARED: Declarations[Figure] = Declarations(__name__, "Figure")


def names() -> list[str]:
    """Return the names of all figures, sorted; no figure is imported.

    Example:
        >>> names()[:4]
        ['1', '2', '2-left', '2-right']
    """
    return _DECLARED.names()


def topics() -> list[tuple[list[str], str]]:
    """Return for each module the names of its figures and what its docstring says of them; none is imported."""
    return _DECLARED.topics()


def options() -> dict[str, tuple[Option, Any]]:
    """Return the options of all figures by name, each with its type; no figure is imported.

    Example:
        >>> print(options()["mixtures"][0].help)
        K + 1 equidistant mixtures of the two sources (2-right, 5).
    """
    return _DECLARED.options(_keywords)


def _keywords(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """The keywords of the function that computes a figure."""
    for function in tree.body:
        if isinstance(function, ast.FunctionDef) and function.name == "_compute":
            yield from ((one.arg, one.annotation) for one in function.args.kwonlyargs if one.annotation is not None)


def find(name: str) -> Figure:
    """Return the figure of this name; its module alone is imported.

    Raises:
        DomainError: there is none.

    Example:
        >>> find("2-right").cost
        '1 s, --fresh 2 min'
    """
    return _DECLARED.one(name)


def figures() -> Mapping[str, Figure]:
    """Return all figures by name; every module is imported."""
    return _DECLARED.all()
