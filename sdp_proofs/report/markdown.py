"""Snapshots as Markdown, for the README and the documentation."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from sdp_proofs.report.phrases import counted, counterexample_line, evidence_marks, near_miss_count

_STATUSES = ("established", "supported", "repaired", "refuted", "open", "vacuous")
_MAIN, _OWN = "main text", "statements of this project"


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


def ledger_counts(document: Mapping[str, Any]) -> str:
    """The counts by part of the paper, and the numbered items that fail as printed.

    Args:
        document: a snapshot of version 1.
    """
    parts: dict[str, Counter[str]] = {}
    for claim in document["claims"]:
        parts.setdefault(_part(claim), Counter())[claim["status"]] += 1
    shown = [status for status in _STATUSES if any(counts[status] for counts in parts.values())]
    lines = [f"{counted(document)}.", "", f"| | {' | '.join(shown)} |", "|---" * (len(shown) + 1) + "|"]
    for part in sorted(parts, key=lambda name: (name == _OWN, name != _MAIN, name)):
        lines.append(f"| {part} | {' | '.join(str(parts[part][status] or '') for status in shown)} |")
    failing = dict.fromkeys(
        claim["locator"].split(",")[0]
        for claim in document["claims"]
        if claim["status"] in ("refuted", "repaired") and _part(claim) == _MAIN
    )
    lines += ["", f"Something that is printed or drawn fails at: {', '.join(sorted(failing))}."]
    return "\n".join(lines) + "\n"


def _part(claim: Mapping[str, Any]) -> str:
    if claim["paper"] == "project":
        return _OWN
    appendix = re.match(r"App\. ([A-Z])", claim["locator"])
    return f"Appendix {appendix[1]}" if appendix else _MAIN


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
