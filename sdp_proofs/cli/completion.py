"""What the shell completes: names of claims, places, figures, tables and statuses.

A key press must not wait for a ledger: names are read off the text of its modules, which are not imported.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path

STATUSES = (
    *("not examined", "established", "supported", "repaired", "refuted", "open", "vacuous"),
    *("definition", "uncheckable", "reading"),
)
SEVERITIES = ("result", "hypothesis", "statement", "step", "slip", "edge", "reading")
ERRATA_FORMATS = ("markdown", "latex", "html", "json")
_CLAIM = re.compile(r'\bclaim\(\s*"([a-z0-9-]+)"')
_FIGURE = re.compile(r'\bFigure\(\s*"([a-z0-9-]+)"')
_TABLE = re.compile(r'\bTable\(\s*"([a-z0-9-]+)"')
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
    return _beginning(sorted(_found(_TABLE, "exhibits.py")), incomplete)


def complete_figure(incomplete: str) -> list[str]:
    """Figures."""
    return _beginning(sorted(_found(_FIGURE, "exhibits.py")), incomplete)


def complete_status(incomplete: str) -> list[str]:
    """What a claim can be counted as."""
    return _beginning(STATUSES, incomplete)


def complete_severity(incomplete: str) -> list[str]:
    """How grave an erratum can be."""
    return _beginning(SEVERITIES, incomplete)


def complete_format(incomplete: str) -> list[str]:
    """Formats of the errata."""
    return _beginning(ERRATA_FORMATS, incomplete)


def one_of(*words: str) -> Callable[[str], list[str]]:
    """What completes an option that is one of a few words.

    Example:
        >>> one_of("poisson", "without-replacement")("w")
        ['without-replacement']
    """
    return lambda incomplete: _beginning(words, incomplete)


def _beginning(names: Iterable[str], incomplete: str) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]


def _found(pattern: re.Pattern[str], files: str) -> set[str]:
    papers = Path(__file__).parents[1] / "papers"
    return {name for file in papers.rglob(files) for name in pattern.findall(file.read_text(encoding="utf-8"))}
