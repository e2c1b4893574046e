"""Snapshots as Markdown, for the README and the documentation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sdp_proofs.report.phrases import counted, counterexample_line, evidence_marks, near_miss_count


def ledger_markdown(document: Mapping[str, Any]) -> str:
    """The counts per status and a table of all claims of a snapshot.

    Times are left out, so that equal evidence gives equal text.

    Args:
        document: a snapshot of version 1.
    """
    lines = [
        f"{counted(document)}.",
        "",
        "| locator | claim | status | evidence | near misses refuted | remarks |",
        "|---|---|---|---|---|---|",
    ]
    for claim in document["claims"]:
        cells = (
            claim["locator"],
            f"`{claim['id']}`: {claim['title']}",
            claim["status"] if claim["agrees"] else f"{claim['status']} (recorded: {claim['recorded']})",
            evidence_marks(claim),
            near_miss_count(claim),
            "; ".join(_remarks(claim)),
        )
        lines.append("| " + " | ".join(map(_cell, cells)) + " |")
    return "\n".join(lines) + "\n"


def ledger_summary(document: Mapping[str, Any]) -> str:
    """The counts per status, and a table of the statements that fail as printed with what is put in their place.

    Args:
        document: a snapshot of version 1.
    """
    titles = {claim["id"]: claim["title"] for claim in document["claims"]}
    lines = [f"{counted(document)}.", "", "| where | fails as printed | in its place |", "|---|---|---|"]
    for claim in document["claims"]:
        if claim["status"] in ("refuted", "repaired"):
            repair = titles.get(claim["repaired_by"], "")
            lines.append(f"| {claim['locator']} | {_cell(claim['title'])} | {_cell(repair)} |")
    return "\n".join(lines) + "\n"


def _remarks(claim: Mapping[str, Any]) -> list[str]:
    remarks = []
    if claim["counterexample"] is not None:
        remarks.append(counterexample_line(claim))
    if claim["repaired_by"] is not None:
        remarks.append(f"repaired by `{claim['repaired_by']}`")
    if claim["resting_on"]:
        remarks.append("resting on " + ", ".join(f"`{name}`" for name in claim["resting_on"]))
    if claim["uncheckable"] is not None:
        remarks.append(claim["uncheckable"])
    return remarks


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
