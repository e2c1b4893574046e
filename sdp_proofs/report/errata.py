"""The errata of a paper from a snapshot: what is printed, where it fails, why, what holds instead and at what cost."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

SCHEMA = "sdp-proofs/errata/1"
OWN = "project"
"""The key of the statements that no paper makes; they are shown only if asked for."""


def errata_of(
    document: Mapping[str, Any], paper: str | None = None, used_by: Mapping[str, Sequence[str]] | None = None
) -> list[dict[str, Any]]:
    """One entry per refuted claim, in the order of the paper: the main text, then its appendices by letter.

    Args:
        document: a snapshot of version 1 that also shows the claims that repair others.
        paper: only claims of this paper; all papers if None.
        used_by: the locators of what rests on a claim, by its id.
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
    return [_entry(claim, claims.get(claim["repaired_by"]), (used_by or {}).get(claim["id"], ())) for claim in wanted]


def errata_markdown(entries: Sequence[Mapping[str, Any]]) -> str:
    """A document for readers, as Markdown.

    Args:
        entries: of `errata_of`.
    """
    lines = ["# Errata", "", opening(entries)]
    for entry in entries:
        lines += ["", f"## {_plain(entry['locator'] + ': ' + entry['title'])}", ""]
        for label, text in parts(entry):
            lines += [f"**{label}.** {text}", ""]
        lines += [f"Replay: `{'`, then `'.join(replay(entry))}`."]
    return "\n".join(lines) + "\n"


def parts(entry: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What is said about one statement, label by label, as Markdown."""
    yield "Printed", entry["printed"]
    if entry["reading"]:
        yield "Read here", _sentence("; ".join(entry["reading"]))
    yield f"Wrong ({entry['defect']})", entry["wrong"]
    yield "Counterexample", _sentence(entry["counterexample"])
    repair = entry["repair"]
    if repair is None:
        yield "Instead", "No repair is known to this ledger."
    else:
        yield f"Instead ({repair['status']})", repair["statement"]
        yield "Cost", repair["cost"]
    if entry["used_by"]:
        yield "Rests on it", _sentence(", ".join(entry["used_by"]))


def replay(entry: Mapping[str, Any]) -> tuple[str, str]:
    """The two commands that replay the counterexample."""
    return (
        f"sdp-proofs certificate {entry['claim']} -o certificate.json",
        "python -m sdp_proofs.certificate certificate.json",
    )


def opening(entries: Sequence[Mapping[str, Any]]) -> str:
    """How many statements, and how many are repaired."""
    repaired = sum(entry["status"] == "repaired" for entry in entries)
    count = len(entries)
    if not count:
        return "No statement is refuted."
    said = "1 statement that fails" if count == 1 else f"{count} statements that fail"
    return (
        f"{said} as printed, or as read where the paper leaves it open; {repaired} with an established repair. Every "
        "counterexample is exact or certified."
    )


def _entry(
    claim: Mapping[str, Any], repair: Mapping[str, Any] | None, used_by: Sequence[str]
) -> dict[str, Any]:
    erratum = claim["erratum"] or {"wrong": claim["note"], "cost": "", "defect": "false"}
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
        "defect": erratum["defect"],
        "used_by": list(used_by),
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


def _plain(text: str) -> str:
    r"""Text in which Markdown finds no links and no emphasis.

    Example:
        >>> print(_plain("delta_[2](x) <= 1"))
        delta\_\[2\](x) <= 1
    """
    return re.sub(r"([\\`*_\[\]])", r"\\\1", text)


def _sentence(text: str) -> str:
    return text if text.endswith(".") else f"{text}."
