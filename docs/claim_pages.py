"""The pages of claims, of errata and of what is believed, made from a snapshot with the renderers of the package."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

import site_pages as site
from focus import around
from result_pages import address, tone

from sdp_proofs.ledger.catalogue import short
from sdp_proofs.logic.printing import defined
from sdp_proofs.logic.proofs import load
from sdp_proofs.logic.terms import DEFINITIONS, Definition
from sdp_proofs.notation import typeset
from sdp_proofs.papers import papers
from sdp_proofs.render import front
from sdp_proofs.render.blocks import prose
from sdp_proofs.render.claims import Pages, backwards
from sdp_proofs.render.errata import errata_document
from sdp_proofs.render.html import Html
from sdp_proofs.render.phrases import false_line, standing, status_words
from sdp_proofs.render.result import part_headline, replay
from sdp_proofs.render.terminal import plain
from sdp_proofs.render.trust import HEADINGS as KINDS

Document = Mapping[str, Any]

HEADINGS = {paper.key: paper.heading for paper in papers()}


def links(document: Document) -> dict[str, str]:
    """Return the address of every claim below the root of the site."""
    return {claim["id"]: f"claims/{claim['id']}.html" for claim in document["claims"]}


def pages(document: Document) -> Iterator[site.Page]:
    """Yield the page of every claim.

    Args:
        document: a complete snapshot of version 1.
    """
    known = {claim["id"]: claim for claim in document["claims"]}
    entries = {name: f"../generated/definitions.html#{name}" for name in definitions()}
    entries |= {name: f"../generated/trust.html#{name}" for name in document["trust"]}
    standings = {name: standing(claim) for name, claim in known.items()}
    writer = Html({name: f"{name}.html" for name in known}, standings, entries)
    sections = Pages(document, set(known))
    users = backwards(document, "depends_on")
    order = [claim["id"] for claim in document["claims"]]
    for place, claim in enumerate(document["claims"]):
        beside = [order[place - 1] if place else None, order[place + 1] if place + 1 < len(order) else None]
        yield _page(claim, sections, writer, known, users, beside)


def _page(
    claim: Document,
    sections: Pages,
    writer: Html,
    known: Mapping[str, Document],
    users: Mapping[str, Sequence[str]],
    beside: Sequence[str | None],
) -> site.Page:
    path, head = f"claims/{claim['id']}.html", part_headline(claim)
    where = f"{HEADINGS.get(claim['paper'], claim['paper'])}, {claim['locator']} ({claim['kind']}, {claim['fidelity']})"
    false = false_line(claim)
    title = _without(claim["locator"], claim["title"])
    headline = [f"<h1>{writer.line(prose(title))}</h1>", f'<p class="source">{writer.line(prose(where))}</p>']
    banner = (
        f'<div class="banner {tone(head)}"><strong>{escape(head.word)}</strong>'
        f"{f': {escape(head.narrowed)}' if head.narrowed else ''} "
        f"<small>status: {escape(status_words(claim))}</small>\n"
        f"{f'<p>{writer.line(prose(false))}</p>' if false else ''}</div>"
    )
    body = [banner, *headline] if false else [*headline, banner]  # the verdict stands before the false formula
    for section in sections.sections(claim):
        html = writer.section(section).replace("<h4>", "<h2>").replace("</h4>", "</h2>")
        body.append(html)
        if section.name == "counterexample" and claim["counterexample"] is not None:
            body.append(site.copied("The certificate", "\n".join(_certificate(claim))))
            body.append(f'<div class="replay" tabindex="0"><code>{escape(replay(claim))}</code></div>')
            body.append(site.replayed(claim["id"]))
    body += around([claim["id"]], known, users, writer, "")
    before, after = (
        "<span></span>" if one is None else f'<a rel="{rel}" href="{one}.html">{sign}</a>'
        for one, rel, sign in zip(beside, ("prev", "next"), ("← previous claim", "next claim →"), strict=True)
    )
    body.append(f'<nav class="turn" aria-label="In the order of the ledger">{before}{after}</nav>')
    body.append(f"<p>Run it: <code>sdp-proofs show {short(claim['id'])} --full</code></p>")
    crumbs = [("Ledger", "ledger.html"), *_crumbs(claim)]
    said = f"{claim['locator']}: {plain(prose(title))} ({head.word})"
    words = plain(prose(f"{claim['statement']} {claim['note']}"))
    return site.Page(path, said, site.shell(path, said, body, crumbs), f"{claim['locator']} {claim['id']} {words}")


def _crumbs(claim: Document) -> Iterator[tuple[str, str]]:
    """Yield the paper of a claim and the results that it is about."""
    for paper in papers():
        if paper.key == claim["paper"] and paper.items:
            yield escape(paper.heading), f"papers/{paper.key}.html"
            at = [item for item in paper.items if front.claims_at({"claims": [claim]}, paper, item)]
            yield from ((escape(item), address(paper, item)) for item in at[-1:])


def _certificate(claim: Document) -> Iterator[str]:
    certificate = claim["counterexample"]
    yield from (f"{name} = {text}" for name, text in certificate["let"])
    yield from (f"given   {text}" for text in certificate["given"])
    yield f"formula {certificate['formula']}"
    yield from (f"at      {symbol} {sign} {text}" for symbol, sign, text in certificate["at"])


def errata_pages(document: Document) -> Iterator[tuple[str, str]]:
    """Yield the errata of every paper, as a page and as a LaTeX document to attach to a mail."""
    for paper in papers():
        if paper.items:
            found = errata_document(document, [paper], paper.key)
            yield f"errata/{paper.key}.html", found.text("html")
            yield f"errata/{paper.key}.tex", found.text("latex")


def errata_index(document: Document) -> str:
    """Return the page that leads to the errata of each paper, as Markdown."""
    lines = [
        "# Errata",
        "",
        "One document for each paper, the gravest first: results that change, hypotheses that are missing, statements, "
        "steps of proofs, misprints, and apart from these what is false at the edge only. Attach it to a mail.",
    ]
    for paper in papers():
        if not paper.items:
            continue
        [one] = front.front_of(document, [paper])
        lines += ["", f"## {paper.heading}", "", f"{front.identity(paper)}.", "", front.examined_words(one["examined"])]
        lines += [front.counted_results(one["results"])] if one["results"] else []
        lines += [
            "",
            f'<a href="../errata/{paper.key}.html">Errata</a>, <a href="../errata/{paper.key}.tex">LaTeX</a>, '
            f'<a href="../papers/{paper.key}.html">result by result</a>',
        ]
    return "\n".join([*lines, ""])


def ledger_page(document: Document) -> tuple[site.Page, str]:
    """Return the page that searches all claims, and the script with what it searches."""
    import json

    rows = []
    for claim in document["claims"]:
        head = part_headline(claim)
        rows.append(
            [
                claim["id"], short(claim["id"]), claim["paper"], claim["locator"], plain(prose(claim["title"])),
                head.word, tone(head), status_words(claim), int(claim["kind"] == front.OWN),
            ]
        )  # fmt: skip
    words = sorted({row[5] for row in rows})
    keys = list(dict.fromkeys(row[2] for row in rows))
    options = "".join(f'<option value="{escape(word)}">{escape(word)}</option>' for word in words)
    sources = "".join(f'<option value="{key}">{escape(HEADINGS.get(key, key))}</option>' for key in keys)
    body = [
        "<h1>The ledger of claims</h1>",
        f"<p>{len(rows)} claims. Type a place (<i>Theorem 5</i>, <i>App. F</i>), words, or an id; the matches "
        "stand below at once. Lemmas of this project are shown where they match, or on request.</p>",
        '<form class="find" role="search" aria-label="Search the claims"><input type="search" name="q" id="q" '
        'aria-label="Search the claims" placeholder="Theorem 5" autocomplete="off">'
        f'<select id="status" aria-label="Verdict"><option value="">every verdict</option>{options}</select>'
        f'<select id="paper" aria-label="Paper"><option value="">every paper</option>{sources}</select>'
        '<label><input type="checkbox" id="own"> lemmas of the project</label>'
        '<output id="count" aria-live="polite"></output></form>',
        '<ul class="rows" id="rows"></ul><p><button type="button" id="more" hidden>Show more</button></p>',
        '<noscript><p>Without JavaScript: <a href="papers/index.html">the papers, result by result</a>.</p></noscript>',
        '<script src="_static/claims.js"></script><script src="_static/ledger-search.js"></script>',
    ]
    title = "The ledger of claims"
    page = site.Page("ledger.html", title, site.shell("ledger.html", title, body), "all claims status locator")
    return page, f"window.CLAIMS = {json.dumps(rows, ensure_ascii=False, separators=(',', ':'))};\n"


def trust_page(document: Document) -> str:
    """Return the page of what is believed, as Markdown."""
    return _trust(document)


def definitions() -> dict[str, Definition]:
    """Return the notions of the proved sentences by their names, hyphenated."""
    load()
    return {name.replace("_", "-"): one for name, one in DEFINITIONS.items()}


def definitions_page() -> str:
    """Return the page of the notions of the proved sentences, as Markdown."""
    lines = [
        "# Definitions of the proved sentences",
        "",
        "Each notion stands for the term beside it; the kernel unfolds it and believes nothing more. A law is its "
        "mean, a functional on bounded functions; $E$ is exp(epsilon). The lint compares each with values that "
        "everybody knows (`sdp_proofs/logic/known_values.py`). Sentences are typeset with the signs that everybody "
        "writes: $y < x$ for not $x \\le y$, $x/y$ for $x\\,y^{-1}$, $x^2$ for $x\\,x$, $-x$ for $0 - x$, and "
        "a natural number for itself as a real number.",
    ]
    for name, one in definitions().items():
        lines += ["", f"## {name}", "", one.said, "", f"$${defined(one.name)}$$", ""]
        if one.place:
            lines += [f"Place: {one.place}.", ""]
        if one.difference:
            lines += [f"Different from the usual definition: {one.difference}.", ""]
    return "\n".join(lines) + "\n"


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
            lines += [_linked(titles[user]) for user in users[name]]
            lines += ["", "</details>"]
    return "\n".join(lines) + "\n"


def _linked(claim: Document) -> str:
    """The entry of a list that leads to the page of a claim."""
    return f'- <a href="../claims/{claim["id"]}.html">{escape(plain(prose(claim["title"])))}</a>'


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


def _escaped(text: str) -> str:
    return "".join(f"\\{sign}" if sign in "\\`*_<>[]$#|" else sign for sign in text)
