"""The errata of a paper from a snapshot: what is printed, where it fails, why, what holds instead and at what cost."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any

from sdp_proofs.report.errata_text import readable

SCHEMA = "sdp-proofs/errata/1"
OWN = "project"
"""The key of the statements that no paper makes; they are shown only if asked for."""

NOTATION = (
    "**Notation.** E is $e^{\\epsilon}$, also called the odds; T of n records are sampled; P and P' are the laws of "
    "the "
    "output under the neighbours x and x'; d(x,x') is the largest $P(S) - e^{\\epsilon} P'(S)$ over events S; delta(x) "
    "is that of Definition 2, delta_SDP that of Definition 3; m is the number of types; H counts the records of each "
    "type, h those of the sample. "
    "$KL(\\theta \\| \\rho)$ is the relative entropy of two coins, $\\theta \\ln(\\theta/\\rho) + (1-\\theta) "
    "\\ln((1-\\theta)/(1-\\rho))$."
)
REPLAY = (
    "Each counterexample is exact or certified, and can be replayed without this package's other modules: "
    "`sdp-proofs certificate ID -o certificate.json`, then `python -m sdp_proofs.certificate certificate.json`, with "
    "the "
    "id that is given at the end of the item."
)


class Section(StrEnum):
    """The parts of the document, in their order."""

    STATEMENT = "Statements"
    STEP = "Steps of proofs"
    READING = "Readings"
    MISPRINT = "Misprints"


Misprint = tuple[str, str, str]
"""Where, what is printed, and what is meant."""
FURTHER = "Further misprints"
LEADS = {
    Section.STATEMENT: "What is wrong as it stands, or true only with a hypothesis that is not there.",
    Section.STEP: "What fails inside a proof. 'Rests on it' says whether the statement proved is true all the same.",
    Section.READING: "Sentences that leave something open, and fail if they are read as said under 'Read as'. The "
    "authors may have meant less.",
    Section.MISPRINT: "Slips of the pen, which a reader can mend.",
}


def errata_of(
    document: Mapping[str, Any],
    paper: str | None = None,
    used_by: Mapping[str, Sequence[str]] | None = None,
    order: Mapping[str, Sequence[str]] | None = None,
) -> list[dict[str, Any]]:
    """One entry per refuted claim, section by section, each in the order of the paper.

    Args:
        document: a snapshot of version 1 that also shows the claims that repair others.
        paper: only claims of this paper; all papers if None.
        used_by: the places of what rests on a claim, by its id.
        order: by paper, the beginnings of its locators in the order of reading; else the main text comes before the
            appendices, and these are sorted by letters and numbers.
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
    entries = [
        (claim, _entry(claim, claims.get(claim["repaired_by"]), (used_by or {}).get(claim["id"], ())))
        for claim in wanted
    ]
    entries.sort(
        key=lambda pair: (
            papers.index(pair[0]["paper"]),
            list(Section).index(Section(pair[1]["section"])),
            _rank(pair[0]["locator"], (order or {}).get(pair[0]["paper"], ())),
        )
    )
    ordered = [entry for _, entry in entries]
    _name_repeated_repairs(ordered)
    return ordered


def errata_markdown(entries: Sequence[Mapping[str, Any]], misprints: Sequence[Misprint] = ()) -> str:
    """A document for readers, as Markdown.

    Args:
        entries: of `errata_of`.
        misprints: slips that assert nothing by themselves.
    """
    lines = ["# Errata"]
    for paragraph in preface(entries):
        lines += ["", paragraph]
    for section, members in sections(entries):
        lines += ["", f"## {section}", "", LEADS[section]]
        for entry in members:
            lines += ["", f"### {_plain(heading(entry))}", ""]
            for label, text in parts(entry):
                lines += [f"**{label}.** {text}", ""]
            lines.pop()
    if misprints:
        lines += ["", f"## {FURTHER}", "", "| where | printed | meant |", "|---|---|---|"]
        lines += [
            "| " + " | ".join(_plain(readable(cell)).replace("|", "\\|") for cell in row) + " |" for row in misprints
        ]
    return "\n".join(lines) + "\n"


def sections(entries: Sequence[Mapping[str, Any]]) -> Iterator[tuple[Section, list[Mapping[str, Any]]]]:
    """The sections that have entries, with these."""
    for section in Section:
        members = [entry for entry in entries if entry["section"] == section]
        if members:
            yield section, members


def heading(entry: Mapping[str, Any]) -> str:
    """The place and the title, as plain text."""
    return readable(f"{entry['locator']}: {entry['title']}")


def parts(entry: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What is said about one statement, label by label, as Markdown."""
    for label, text in _said(entry):
        yield label, readable(text)


def _said(entry: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield ("Printed" if entry["fidelity"] in ("literal", "typo-corrected") else "Read as"), entry["printed"]
    if entry["reading"]:
        yield "Read here", _sentence("; ".join(entry["reading"]))
    yield f"Wrong ({entry['defect']})", entry["wrong"]
    yield "Counterexample", _sentence(entry["counterexample"])
    repair = entry["repair"]
    if repair is None:
        yield "Instead", "No repair is known to this ledger."
    elif repair["shown_at"] is not None:
        yield f"Instead ({repair['status']})", _sentence(f"{_begun(repair['title'])}, as at {repair['shown_at']}")
        yield "Cost", repair["cost"]
    else:
        yield f"Instead ({repair['status']})", f"{_sentence(_begun(repair['title']))} {repair['statement']}"
        yield "Cost", repair["cost"]
    if entry["used_by"]:
        yield "Rests on it", _sentence("; ".join(entry["used_by"]))
    yield "Id", f"`{entry['claim']}`"


def preface(entries: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """What comes before the items: how many, how to read and how to replay them, as paragraphs of Markdown."""
    yield opening(entries)
    if entries:
        counts = ", ".join(f"{len(members)} in *{section}*" for section, members in sections(entries))
        yield f"There are {counts}. {REPLAY}"
        yield readable(NOTATION)


def opening(entries: Sequence[Mapping[str, Any]]) -> str:
    """How many statements, and how many are repaired."""
    repaired = sum(entry["status"] == "repaired" for entry in entries)
    count = len(entries)
    if not count:
        return "No statement is refuted."
    said = "1 statement that fails" if count == 1 else f"{count} statements that fail"
    return f"{said} as printed, or as read where the paper leaves it open; {repaired} with an established repair."


def _entry(claim: Mapping[str, Any], repair: Mapping[str, Any] | None, used_by: Sequence[str]) -> dict[str, Any]:
    erratum = claim["erratum"] or {"wrong": claim["note"], "cost": "", "defect": "false"}
    return {
        "claim": claim["id"],
        "paper": claim["paper"],
        "section": str(_section(claim, erratum["defect"])),
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
            "title": repair["title"],
            "statement": repair["statement"],
            "cost": erratum["cost"],
            "shown_at": None,
        },
    }


def _section(claim: Mapping[str, Any], defect: str) -> Section:
    if defect == "typo":
        return Section.MISPRINT
    if claim["kind"] == "proof-step" or (claim["kind"] == "equation" and claim["locator"].startswith("App.")):
        return Section.STEP
    return Section.STATEMENT if claim["fidelity"] in ("literal", "typo-corrected") else Section.READING


def _name_repeated_repairs(entries: Sequence[dict[str, Any]]) -> None:
    """Of several items with the same repair the first shows it, the others name the first."""
    shown: dict[str, str] = {}
    for entry in entries:
        repair = entry["repair"]
        if repair is not None:
            repair["shown_at"] = shown.get(repair["claim"])
            shown.setdefault(repair["claim"], entry["locator"])


def _rank(locator: str, order: Sequence[str]) -> tuple[int, int, Any]:
    """Where the longest item of the order stands that the locator names; else by `_place`.

    Example:
        >>> order = ("Sec. 2", "Eq. (2)", "Theorem 3")
        >>> sorted(["Theorem 3 (i)", "Sec. 2, Eq. (2)", "Sec. 2, footnote"], key=lambda place: _rank(place, order))
        ['Sec. 2, footnote', 'Sec. 2, Eq. (2)', 'Theorem 3 (i)']
    """
    named = [
        (len(item), index)
        for index, item in enumerate(order)
        if re.search(rf"(?<![\w.]){re.escape(item)}(?!\w)", locator)
    ]
    return (0, max(named)[1], ()) if named else (1, 0, _place(locator))


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


def _begun(title: str) -> str:
    """A title as the beginning of a sentence: with a capital letter if it begins with a word.

    Example:
        >>> _begun("the ratio is 2"), _begun("delta(x) is 2"), _begun("u is 2")
        ('The ratio is 2', 'delta(x) is 2', 'u is 2')
    """
    return title[0].upper() + title[1:] if re.match(r"[a-z]{2,} ", title) else title


def _sentence(text: str) -> str:
    return text if text.endswith(".") else f"{text}."
