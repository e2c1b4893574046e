"""The figures: a module declares each with its rows, its drawing, its caption and its options.

Their names are read off the text of the modules, so that a list of names imports none of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sdp_proofs.declarations import Declarations

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
