"""The pages on claims, errata and trust, made from a snapshot of the ledger with the renderers of the package."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sdp_proofs.ledger.catalogue import short
from sdp_proofs.notation import typeset
from sdp_proofs.papers import papers
from sdp_proofs.render.blocks import Section, prose
from sdp_proofs.render.claims import Pages, backwards
from sdp_proofs.render.errata import errata_document
from sdp_proofs.render.front import headline, with_front
from sdp_proofs.render.markdown import Markdown
from sdp_proofs.render.phrases import counted, evidence_marks, false_line, near_miss_count, status_words
from sdp_proofs.render.pieces import Style, pieces
from sdp_proofs.render.trust import HEADINGS as KINDS

Document = Mapping[str, Any]

HEADINGS = {paper.key: paper.heading for paper in papers()}
_OBJECT = re.compile(r"`sdp_proofs\.[\w.]+`")
ORPHAN = "---\norphan: true\n---"
"""Claims are found through the table of all of them; the sidebar would not be readable with hundreds of titles."""


def pages(document: Document) -> Iterator[tuple[str, str]]:
    """Every page with its name under docs/generated/.

    Args:
        document: a complete snapshot of version 1.
    """
    titles = {claim["id"]: claim for claim in document["claims"]}
    entries = {name: f"../trust.md#{name}" for name in document["trust"]}
    writer = Markdown({name: f"{name}.md" for name in titles}, entries)
    sections = Pages(document, set(titles)).sections
    yield "claims/index.md", _index(with_front(document, papers()))
    for claim in document["claims"]:
        yield f"claims/{claim['id']}.md", "\n\n".join(_claim(claim, sections(claim), writer)) + "\n"
    whole = errata_document(document, papers())
    yield "errata.md", Markdown({name: f"claims/{name}.md" for name in titles}).page(whole.blocks())
    yield "trust.md", _trust(document)


def _index(document: Document) -> str:
    lines = [
        "# Claims",
        "",
        f"{counted(document)}. [How a status comes about](../../explanation/evidence.md). The same on "
        '<a href="../../ledger.html">one page</a>, with filters and the graph of what depends on what.',
    ]
    for said in headline(document):
        lines += ["", said]
    groups: dict[str, list[Document]] = defaultdict(list)
    for claim in document["claims"]:
        groups[claim["paper"]].append(claim)
    for paper, claims in groups.items():
        lines += ["", f"## {HEADINGS.get(paper, paper)}", "", "| where | claim | status | evidence | near misses |"]
        lines.append("|---|---|---|---|---|")
        lines += ["| " + " | ".join(_row(claim)) + " |" for claim in claims]
    lines.append("")
    return "\n".join(lines)


def _row(claim: Document) -> tuple[str, ...]:
    title = f"[{_heading(_without(claim['locator'], claim['title']))}]({claim['id']}.md)"
    evidence = evidence_marks(claim).replace("/", "/\N{ZERO WIDTH SPACE}")  # a narrow column breaks it there
    return Markdown().cell(prose(claim["locator"])), title, status_words(claim), evidence, near_miss_count(claim)


def _claim(claim: Document, sections: Iterable[Section], writer: Markdown) -> Iterator[str]:
    yield ORPHAN
    yield f"# {_heading(claim['locator'])}: {_heading(_without(claim['locator'], claim['title']))}"
    where = f"{HEADINGS.get(claim['paper'], claim['paper'])}, {claim['locator']} ({claim['kind']}, {claim['fidelity']})"
    yield f"**{status_words(claim).capitalize()}.** {writer.line(prose(where))}"
    false = false_line(claim)
    if false is not None:
        yield f":::{{warning}}\n{writer.line(prose(false))}\n:::"
    for section in sections:
        yield _OBJECT.sub(r"{py:obj}\g<0>", writer.section(section))
        if section.name == "counterexample":
            yield from _certificate(claim)
    yield "---"
    name = claim["id"]
    yield f"Run it: `sdp-proofs show {name}`, or `sdp-proofs show {short(name)}`. [All claims](index.md)"


def _certificate(claim: Document) -> Iterator[str]:
    certificate = claim["counterexample"]
    lines = [f"{name} = {text}" for name, text in certificate["let"]]
    lines += [f"given   {text}" for text in certificate["given"]]
    lines.append(f"formula {certificate['formula']}")
    lines += [f"at      {symbol} {sign} {text}" for symbol, sign, text in certificate["at"]]
    yield "```text\n" + "\n".join(lines) + "\n```"
    yield (
        f"Replay it with the standard library alone: `sdp-proofs certificate {claim['id']} -o certificate.json`, then "
        "`python -P -m sdp_proofs.certificate certificate.json`."
    )


def _trust(document: Document) -> str:
    users = backwards(document, "trust")
    titles = {claim["id"]: claim for claim in document["claims"]}
    lines = [
        "# Trust ledger",
        "",
        "What is believed rather than checked. Every claim names the entries that its evidence rests on, and a test "
        "pins this list: it cannot grow unnoticed.",
    ]
    for kind, heading in KINDS.items():
        entries = {name: entry for name, entry in document["trust"].items() if entry["kind"] == kind}
        if entries:
            lines += ["", f"## {heading}"]
        for name, entry in entries.items():
            lines += ["", f"### {name}", "", typeset(entry["statement"]), ""]
            lines += [f"Reference: {_escaped(' '.join(entry['reference'].split()))}.", ""]
            count = f"{len(users[name])} claim" + ("" if len(users[name]) == 1 else "s")
            lines += ["<details>", f"<summary>Used by {count}</summary>", ""]
            lines += [f"- [{_title(titles[user])}](claims/{user}.md)" for user in users[name]]
            lines += ["", "</details>"]
    return "\n".join(lines) + "\n"


def _title(claim: Document) -> str:
    """The title with its formulas as the role `formula`: typeset on the page, signs in lists of titles and searches."""
    return _heading(claim["title"])


def _without(locator: str, title: str) -> str:
    """The title without a part of the locator in front, which stands there already.

    Example:
        >>> _without("App. B.2, line 2", "App. B.2, second and fourth line: x"), _without("Lemma 2", "Lemma 2 of x")
        ('second and fourth line: x', 'Lemma 2 of x')
        >>> _without("Sec. 2.2, Figure 2", "Figure 2 (a): the error falls")
        '(a): the error falls'
    """
    lead = "|".join(map(re.escape, re.split("[,;] ", locator)))
    return re.sub(rf"^(?:{lead})(?:[,:] | (?=\())", "", title)


def _heading(text: str) -> str:
    return "".join(
        f"{{formula}}`{_barless(piece.text)}`" if piece.style is Style.MATH else _escaped(piece.text)
        for piece in pieces(typeset(text))
    )


def _barless(latex: str) -> str:
    """The formula without bars, which would end the cell of a table."""
    return latex.replace(r"\|", r"\Vert{}").replace("|", r"\vert{}")


def _escaped(text: str) -> str:
    return "".join(f"\\{sign}" if sign in "\\`*_<>[]$#|" else sign for sign in text)
