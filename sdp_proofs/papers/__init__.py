"""The ledger of this package: one folder per paper, listed here and nowhere else."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sdp_proofs.ledger import Registry
    from sdp_proofs.ledger.paper import Paper

PAPERS = (
    "smoothed_dp",
    "dp_lssgd",
    "dp_lecture",
    "accountants",
    "programs",
    "project",
)
"""The folders of the papers, in the order in which they are shown; the module `paper` of each says what it holds."""

LOADER = "sdp_proofs.papers:registry"
"""Place where processes find this ledger."""


@cache
def papers() -> tuple[Paper, ...]:
    """The papers of this ledger.

    Example:
        >>> [paper.heading for paper in papers()]  # doctest: +NORMALIZE_WHITESPACE
        ['Smoothed Differential Privacy', 'DP-LSSGD', 'A lecture', 'Public accountants',
        'Programs of the literature', 'Statements of this project']
    """
    return tuple(import_module(f"sdp_proofs.papers.{name}.paper").PAPER for name in PAPERS)


@cache
def registry(*queries: str, paper: str | None = None) -> Registry:
    """All claims with the trust ledger, validated; or those that some words name, with all that they rest on.

    Args:
        queries: ids or locators; of these nothing is imported but what makes them and what they rest on.
        paper: only claims of this paper.

    Raises:
        DomainError: there are no such claims.
        MissingExtraError: a package that claims need is not installed.

    Example:
        >>> "loss-below-one-over-n" in registry()
        True
        >>> "fifty-six-units" in registry("fifty-six-units"), "remark-eight" in registry("fifty-six-units")
        (True, False)
    """
    from sdp_proofs.ledger.results import Index, index
    from sdp_proofs.papers.trust import TRUST
    from sdp_proofs.proving.wing import ledger_of, part_of

    def indexed() -> Index | None:
        return index(LOADER, (home for one in papers() for home in one.homes()))

    known = indexed() if queries or paper is not None else None
    if known is None:
        return ledger_of(papers(), TRUST.values(), indexed=indexed)
    return part_of(papers(), TRUST.values(), known, queries, paper)
