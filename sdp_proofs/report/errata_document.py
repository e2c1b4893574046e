"""Errata as one value: the entries, the papers they are about, and what becomes of the main results; in four forms."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sdp_proofs.edition import edition, today
from sdp_proofs.ledger.paper import Paper
from sdp_proofs.report.errata import OWN, SCHEMA, at_least, errata_markdown, errata_of, misprints_of
from sdp_proofs.report.front import front_of
from sdp_proofs.report.severity import Severity

FORMATS = ("markdown", "latex", "html", "json")


@dataclass(frozen=True)
class Errata:
    """What is wrong in some papers.

    Attributes:
        entries: one per claim that the run refutes, the gravest first, as values for JSON.
        papers: the papers that were asked for, also those without an entry.
        front: how much of them was examined, and what becomes of their main results.

    Example:
        >>> Errata([], (), []).text("markdown").splitlines()[0]
        '# Errata'
    """

    entries: list[dict[str, Any]]
    papers: tuple[Paper, ...]
    front: list[dict[str, Any]]

    def text(self, form: str = "markdown") -> str:
        """The document, in one of `FORMATS`."""
        match form:
            case "json":
                return json.dumps(self.to_dict(), indent=2, sort_keys=True, allow_nan=False) + "\n"
            case "latex":
                from sdp_proofs.report.latex import errata_latex

                return errata_latex(self.entries, self.papers, self.front)
            case "html":
                from sdp_proofs.report.errata_html import errata_html

                return errata_html(self.entries, self.papers, self.front)
            case _:
                return errata_markdown(self.entries, self.papers, self.front)

    def to_dict(self) -> dict[str, Any]:
        """What `errata --json` prints."""
        return {
            "date": today(),
            "edition": edition(),
            "errata": self.entries,
            "misprints": misprints_of(self.papers),
            "papers": self.front,
            "schema": SCHEMA,
        }


def errata_document(
    document: Mapping[str, Any], wings: Sequence[Paper], paper: str | None = None, least: Severity | None = None
) -> Errata:
    """The errata that a snapshot speaks of.

    Args:
        document: a snapshot of version 1 with the claims that repair others.
        wings: what is known of the papers.
        paper: only claims of this paper.
        least: only items that are as grave.
    """
    entries = at_least(errata_of(document, paper, wings), least)
    keys = dict.fromkeys(claim["paper"] for claim in document["claims"] if claim["paper"] != OWN)
    about = keys if paper is None else {paper: None}
    known = {wing.key: wing for wing in wings}
    concerned = tuple(wing for wing in wings if wing.key in about)
    return Errata(entries, concerned, front_of(document, (known.get(key, Paper(key=key)) for key in about)))
