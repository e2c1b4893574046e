"""Completions for the shell: names of claims, places, figures, tables and statuses.

A key press must not wait for a ledger: names are read off the text of its modules, which are not imported.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path

from sdp_proofs import figures, tables

STATUSES = (
    *("not examined", "established", "supported", "repaired", "refuted", "open", "vacuous"),
    *("definition", "uncheckable", "reading"),
)
SEVERITIES = ("result", "hypothesis", "statement", "step", "slip", "edge", "reading")
_CLAIM = re.compile(r'\b(?:claim\(|(?:private|leaks)\(\s*SECTION,)\s*"([a-z0-9-]+)"')
_PAPER = re.compile(r'\bkey="([a-z0-9-]+)"')


def claim_names() -> list[str]:
    """The ids of the claims of this package, without loading one."""
    return sorted(_found(_CLAIM, "*.py"))


def paper_names() -> list[str]:
    """The keys of its papers."""
    return sorted(_found(_PAPER, "paper.py"))


def complete_claim(incomplete: str) -> list[str]:
    """Claims whose name begins like that; with it in the middle, if none does."""
    names = claim_names()
    return _beginning(names, incomplete) or [name for name in names if incomplete in name]


def complete_paper(incomplete: str) -> list[str]:
    """Papers."""
    return _beginning(paper_names(), incomplete)


def complete_table(incomplete: str) -> list[str]:
    """Tables.

    Example:
        >>> complete_table("t")
        ['table-1', 'theorem-2', 'theorem-5']
    """
    return _beginning(tables.names(), incomplete)


def complete_figure(incomplete: str) -> list[str]:
    """Figures."""
    return _beginning(figures.names(), incomplete)


def completing(what: str | tuple[str, ...]) -> Callable[[str], list[str]] | None:
    """Return what completes an option: one of a few words, or a name of one of these kinds.

    Example:
        >>> complete = completing(("poisson", "without-replacement"))
        >>> complete("w") if complete else None
        ['without-replacement']
    """
    if isinstance(what, tuple):
        return (lambda incomplete: _beginning(what, incomplete)) if what else None
    return _KINDS[what] if what else None


_KINDS: dict[str, Callable[[str], list[str]]] = {
    "claim": complete_claim,
    "paper": complete_paper,
    "table": complete_table,
    "figure": complete_figure,
    "status": lambda incomplete: _beginning(STATUSES, incomplete),
    "severity": lambda incomplete: _beginning(SEVERITIES, incomplete),
}


def _beginning(names: Iterable[str], incomplete: str) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]


def _found(pattern: re.Pattern[str], files: str) -> set[str]:
    papers = Path(__file__).parents[1] / "papers"
    return {name for file in papers.rglob(files) for name in pattern.findall(file.read_text(encoding="utf-8"))}
