"""The ledger of this package: one folder per paper, listed here and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sdp_proofs.ledger import Registry
    from sdp_proofs.ledger.exhibits import Figure, Table
    from sdp_proofs.ledger.paper import Paper

PAPERS = (
    "smoothed_dp",
    "dp_lssgd",
    "dp_lecture",
    "accountants",
    "project",
)
"""The folders of the papers, in the order in which they are shown; the module `paper` of each says what it holds."""


@cache
def papers() -> tuple[Paper, ...]:
    """The papers of this ledger.

    Example:
        >>> [paper.heading for paper in papers()]
        ['Smoothed Differential Privacy', 'DP-LSSGD', 'A lecture', 'Public accountants', 'Statements of this project']
    """
    return tuple(import_module(f"sdp_proofs.papers.{name}.paper").PAPER for name in PAPERS)


@cache
def figures() -> Mapping[str, Figure]:
    """The figures of all papers, by name.

    Example:
        >>> figures()["2-right"].cost
        '1 s, --fresh 2 min'
    """
    return MappingProxyType({figure.name: figure for paper in papers() for figure in paper.figures})


@cache
def tables() -> Mapping[str, Table]:
    """The tables of all papers, by name.

    Example:
        >>> "table-1" in tables()
        True
    """
    return MappingProxyType({table.name: table for paper in papers() for table in paper.tables})


@cache
def registry() -> Registry:
    """All claims with the trust ledger, validated.

    Raises:
        MissingExtraError: a package that claims need is not installed.

    Example:
        >>> "loss-below-one-over-n" in registry()
        True
    """
    from sdp_proofs.papers.trust import TRUST
    from sdp_proofs.proving.wing import ledger_of

    return ledger_of(papers(), TRUST.values())
