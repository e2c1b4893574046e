"""The errata of a paper from a snapshot: what is printed, where it fails, why, what holds instead and at what cost."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

SCHEMA = "sdp-proofs/errata/1"
OWN = "project"
"""The key of the statements that no paper makes; they are shown only if asked for."""


def errata_of(document: Mapping[str, Any], paper: str | None = None) -> list[dict[str, Any]]:
    """One entry per refuted claim, in the order of the paper: the main text, then its appendices by letter.

    Args:
        document: a snapshot of version 1 that also shows the claims that repair others.
        paper: only claims of this paper; all papers if None.
    """
    claims = {claim["id"]: claim for claim in document["claims"]}
    wanted = [
        claim
        for claim in claims.values()
        if claim["status"] in ("refuted", "repaired")
        and claim["counterexample"] is not None
        and (claim["paper"] == paper if paper is not None else claim["paper"] != OWN)
    ]
    papers = list(dict.fromkeys(claim["paper"] for claim in wanted))
    wanted.sort(key=lambda claim: (papers.index(claim["paper"]), _place(claim["locator"])))
    return [_entry(claim, claims.get(claim["repaired_by"])) for claim in wanted]


def errata_markdown(document: Mapping[str, Any], paper: str | None = None) -> str:
    """The same as a document for readers.

    Args:
        document: a snapshot of version 1 that also shows the claims that repair others.
        paper: only claims of this paper; all papers if None.
    """
    entries = errata_of(document, paper)
    lines = ["# Errata", "", _opening(entries)]
    for entry in entries:
        lines += ["", f"## {entry['locator']}: {entry['title']}", ""]
        lines += [f"**Printed.** {entry['printed']}", ""]
        if entry["reading"]:
            lines += [f"**Read here.** {_sentence('; '.join(entry['reading']))}", ""]
        lines += [f"**Wrong.** {entry['wrong']}", ""]
        lines += [f"**Counterexample.** {_sentence(entry['counterexample'])}", ""]
        repair = entry["repair"]
        if repair is None:
            lines += ["**Instead.** No repair is known to this ledger.", ""]
        else:
            lines += [f"**Instead** ({repair['status']}). {repair['statement']}", ""]
            lines += [f"**Cost.** {repair['cost']}", ""]
        lines += [f"Replay: `sdp-proofs certificate {entry['claim']} -o certificate.json`, then "
                  "`python -m sdp_proofs.certificate certificate.json`."]  # fmt: skip
    return "\n".join(lines) + "\n"


def _opening(entries: list[dict[str, Any]]) -> str:
    repaired = sum(entry["status"] == "repaired" for entry in entries)
    count = len(entries)
    if not count:
        return "No statement is refuted."
    said = "1 statement that fails" if count == 1 else f"{count} statements that fail"
    return (
        f"{said} as printed, or as read where the paper leaves it open; {repaired} with an established repair. Every "
        "counterexample is exact or certified."
    )


def _entry(claim: Mapping[str, Any], repair: Mapping[str, Any] | None) -> dict[str, Any]:
    erratum = claim["erratum"] or {"wrong": claim["note"], "cost": ""}
    return {
        "claim": claim["id"],
        "paper": claim["paper"],
        "locator": claim["locator"],
        "title": claim["title"],
        "printed": claim["statement"],
        "reading": [hypothesis["text"] for hypothesis in claim["hypotheses"] if hypothesis["silent"]],
        "fidelity": claim["fidelity"],
        "status": claim["status"],
        "wrong": erratum["wrong"],
        "counterexample": claim["counterexample"]["says"],
        "certificate": claim["counterexample"],
        "repair": None
        if repair is None
        else {
            "claim": repair["id"],
            "status": repair["status"],
            "statement": repair["statement"],
            "cost": erratum["cost"],
        },
    }


def _place(locator: str) -> tuple[bool, tuple[tuple[int, str], ...]]:
    """Main text before appendices; within the main text the ledger's order, within the appendices letters and numbers.

    Example:
        >>> sorted(["App. G.1", "App. D.5", "App. D.10", "Figure 1"], key=_place)
        ['Figure 1', 'App. D.5', 'App. D.10', 'App. G.1']
    """
    if not locator.startswith("App"):
        return False, ()
    words = re.findall(r"\d+|[A-Z]\b", locator)
    return True, tuple((int(word), "") if word.isdigit() else (0, word) for word in words)


def _sentence(text: str) -> str:
    return text if text.endswith(".") else f"{text}."
