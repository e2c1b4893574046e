"""Markdown."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from sdp_proofs.render.blocks import Piece, Style, pieces
from sdp_proofs.render.front import headline
from sdp_proofs.render.phrases import (
    WORDS,
    counted,
    counterexample_line,
    evidence_marks,
    near_miss_count,
    refuted,
    standing,
    status_beside_record,
)

_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_MARKS = (
    (re.compile(r"\\(?=[!-/:-@\[-`{-~])"), r"\\\\"),
    (re.compile(r"([`~$])"), r"\\\1"),
    (re.compile(r"(?<=\S)\*|\*(?=\S)"), r"\\*"),
    (re.compile(r"(?<!\w)_|_(?!\w)"), r"\\_"),
    (re.compile(r"\](?=[(\[:])"), r"\\]"),
    (re.compile(r"(?<=\n)([ \t]*)([#>+=-])"), r"\1\\\2"),
    (re.compile(r"&(?=#?\w+;)"), "&amp;"),
    (_TAG, "&lt;"),
)


def plain(text: str) -> str:
    r"""A text in which Markdown finds no marks at all.

    Example:
        >>> print(plain("delta_[2](x) < 1 <b>*not* bold</b> &lt;"))
        delta\_[2\](x) < 1 &lt;b>\*not\* bold&lt;/b> &amp;lt;
    """
    text = _printable(text)
    for mark, escaped in _MARKS:
        text = mark.sub(escaped, text)
    return text


def marked(text: str) -> str:
    r"""A text in which Markdown finds the marks of `inline` and no others.

    Example:
        >>> print(marked("If $a<b$, `<run>` **it** <script>"))
        If $a\lt b$, `<run>` **it** &lt;script>
    """
    return "".join(map(_piece, pieces(_printable(text))))


def cell(text: str) -> str:
    r"""The same on one line, without a bar that would end the cell of a table.

    Example:
        >>> print(cell("P(a | b) = $|x|$\nif `a|b`"))
        P(a \| b) = $\vert x\vert $ if `a\|b`
    """
    return "".join(map(_barless, pieces(" ".join(_printable(text).split()))))


def _piece(piece: Piece) -> str:
    match piece.style:
        case Style.CODE:
            return f"`{piece.text}`"
        case Style.MATH:
            inside = _TAG.sub(r"\\lt ", piece.text).replace("](", "] (").replace("`", "'")
            return f"${inside}$"
        case Style.STRONG:
            return f"**{plain(piece.text)}**"
        case Style.EMPHASIS:
            return f"*{plain(piece.text)}*"
        case _:
            return plain(piece.text)


def _barless(piece: Piece) -> str:
    if piece.style is Style.MATH:
        bars = piece.text.replace(r"\|", r"\Vert ").replace("|", r"\vert ")
        return _piece(Piece(piece.style, bars))
    # After a backslash a bar cannot be escaped within code.
    style = Style.PLAIN if piece.style is Style.CODE and r"\|" in piece.text else piece.style
    return _piece(Piece(style, piece.text)).replace("|", r"\|")


def _printable(text: str) -> str:
    return "".join(sign if sign.isprintable() or sign in "\n\t" else "\N{REPLACEMENT CHARACTER}" for sign in text)


_MAIN, _OWN = "main text", "statements of this project"
_NUMBERED = re.compile(r"(?:Definition|Theorem|Lemma|Proposition|Corollary|Remark|Algorithm|Table|Figure) \d+")


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
            status_beside_record(claim),
            evidence_marks(claim),
            near_miss_count(claim),
            "; ".join(_remarks(claim)),
        )
        lines.append("| " + " | ".join(map(cell, cells)) + " |")
    return "\n".join(lines) + "\n"


def ledger_summary(document: Mapping[str, Any]) -> str:
    """The counts per status, and a table of the statements that fail as printed with what is put in their place.

    Args:
        document: a snapshot of version 1.
    """
    titles = {claim["id"]: claim["title"] for claim in document["claims"]}
    lines = [f"{counted(document)}.", "", "| where | fails as printed | in its place |", "|---|---|---|"]
    for claim in document["claims"]:
        if refuted(claim):
            repair = titles.get(claim["repaired_by"], "")
            lines.append(f"| {cell(claim['locator'])} | {cell(claim['title'])} | {cell(repair)} |")
    return "\n".join(lines) + "\n"


def ledger_counts(document: Mapping[str, Any]) -> str:
    """The counts by part of the paper, and the places where something fails as printed.

    These are the places of the main text and the numbered items of the appendices at which a statement is refuted;
    readings, slips of the pen and steps of proofs in the appendices are not among them.

    Args:
        document: a snapshot of version 1.
    """
    parts: dict[tuple[str, str], Counter[str]] = {}
    for claim in document["claims"]:
        parts.setdefault((claim["paper"], _part(claim)), Counter())[standing(claim)] += 1
    shown = [status for status in WORDS if any(counts[status] for counts in parts.values())]
    papers = list(dict.fromkeys(paper for paper, part in parts if part != _OWN))
    several = len(papers) > 1
    lines = [f"{counted(document)}.", ""]
    for said in headline(document):
        lines += [said, ""]
    lines += [f"| | {' | '.join(shown)} |", "|---" * (len(shown) + 1) + "|"]
    order = {paper: place for place, paper in enumerate(papers)}
    for paper, part in sorted(parts, key=lambda one: (one[1] == _OWN, order.get(one[0], 0), one[1] != _MAIN, one)):
        name = f"{paper}, {part}" if several and part != _OWN else part
        lines.append(f"| {name} | {' | '.join(str(parts[paper, part][status] or '') for status in shown)} |")
    for paper in papers:
        claims = [claim for claim in document["claims"] if claim["paper"] in (paper, *([] if several else ["project"]))]
        failing = {_item(claim) for claim in claims if refuted(claim) and not _slip(claim)} - {None}
        named = ", ".join(sorted(plain(str(one)) for one in failing))
        where = f"of {paper} " if several else ""
        lines += ["", f"Something that is printed or drawn {where}fails at: {named}."]
    lines += ["", "What the words mean:", "", *(f"* *{word}*: {WORDS[word]}" for word in shown)]
    return "\n".join(lines) + "\n"


def _item(claim: Mapping[str, Any]) -> str | None:
    """The place of the main text, or the numbered item of an appendix, that a claim is about."""
    part = _part(claim)
    if part == _MAIN:
        return str(claim["locator"]).split(",")[0]
    numbered = _NUMBERED.search(claim["locator"])
    return None if part == _OWN or claim["kind"] == "proof-step" or numbered is None else numbered[0]


def _slip(claim: Mapping[str, Any]) -> bool:
    return claim["erratum"] is not None and claim["erratum"]["defect"] == "typo"


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
