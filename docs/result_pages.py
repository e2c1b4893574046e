"""A page for each result of a paper, and the paper as its table of contents with a verdict on every line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

import site_pages as site
from focus import around

from sdp_proofs.edition import edition
from sdp_proofs.ledger.catalogue import short
from sdp_proofs.ledger.paper import Paper
from sdp_proofs.render import front
from sdp_proofs.render.blocks import prose
from sdp_proofs.render.claims import backwards, derivation_of
from sdp_proofs.render.errata import begun
from sdp_proofs.render.html import Html
from sdp_proofs.render.latex import typed
from sdp_proofs.render.phrases import standing
from sdp_proofs.render.result import (
    FALSE,
    HYPOTHESIS,
    PART,
    STANDS,
    Headline,
    Result,
    fails_at,
    needed_for,
    part_headline,
    reason_of,
    replay,
    resting_on,
    result_at,
)
from sdp_proofs.render.terminal import plain

Document = Mapping[str, Any]

SHORT = {
    "Theorem": "thm", "Proposition": "prop", "Corollary": "cor", "Remark": "rem", "Definition": "def", "Figure": "fig",
}  # fmt: skip
"""Short forms of what a paper numbers; `search.js` reads these words, too."""

PICTURES = {
    ("smoothed-dp", "Remark 8"): "remark-8",
    ("smoothed-dp", "Figure 1"): "1",
    ("smoothed-dp", "Figure 2"): "2",
    ("smoothed-dp", "Figure 3"): "3",
    ("smoothed-dp", "Figure 4"): "4",
    ("smoothed-dp", "Figure 5"): "5",
    ("dp-lssgd", "Theorem 2"): "theorem-2",
    ("dp-lssgd", "Figure 2"): "lssgd-2",
    ("dp-lecture", "Gaussian mechanism, theorem"): "gaussian-region",
    ("dp-lecture", "Gaussian proof, last step"): "gaussian-region",
}
"""The pictures of where a result fails, or of what it draws, by paper and item."""


class Graph(NamedTuple):
    """The claims by id, and by id the claims that cite each."""

    claims: Mapping[str, Document]
    users: Mapping[str, Sequence[str]]


def tone(head: Headline) -> str:
    """Return the class that colours a verdict.

    Example:
        >>> tone(Headline("FALSE", "bold red")), tone(Headline("STANDS", "bold green"))
        ('fails-part', 'stands-part')
    """
    if head.word in (FALSE, PART):
        return "fails-part" if "red" in head.style else "weak-part"
    if head.word in (HYPOTHESIS, "FAILS AS READ HERE"):
        return "weak-part"
    return "stands-part" if head.word in (STANDS, "HOLDS AS READ HERE") else "none-part"


def address(paper: Paper, item: str) -> str:
    """Return the permanent address of a result.

    Example:
        >>> address(Paper(key="smoothed-dp"), "Theorem 5")
        'results/smoothed-dp/theorem-5.html'
    """
    return f"results/{paper.key}/{site.slug(item)}.html"


def verdict(head: Headline, *, printed: bool = False) -> str:
    """Return a verdict as HTML, in its colour."""
    narrowed = f": {head.narrowed}" if head.narrowed else " as printed" if printed else ""
    return f'<strong class="word">{escape(head.word)}</strong>{escape(narrowed)}'


def results(document: Document, paper: Paper) -> dict[str, Result]:
    """Return the results of a paper by item, in the order of reading."""
    rows = list(document["claims"])
    known = {claim["id"]: claim for claim in rows}
    found = {}
    for item in paper.items:
        about = [known[name] for name in needed_for(rows, paper, item)]
        found[item] = result_at({"claims": about, "trust": document["trust"]}, paper, item)
    return found


def pages(document: Document, papers: Sequence[Paper], links: Mapping[str, str]) -> Iterator[site.Page]:
    """Yield the page of every result, of every paper, and of all papers.

    Args:
        document: a complete snapshot of version 1.
        papers: those with items.
        links: the addresses of claims below the root.
    """
    told = {paper.key: results(document, paper) for paper in papers}
    graph = Graph({claim["id"]: claim for claim in document["claims"]}, backwards(document, "depends_on"))
    for paper in papers:
        found = list(told[paper.key].values())
        for place, result in enumerate(found):
            beside = (found[place - 1] if place else None, found[place + 1] if place + 1 < len(found) else None)
            yield _page(result, beside, links, graph)
        yield _contents(paper, found, links)
    yield _index(papers, told, document)


def _page(
    result: Result, beside: tuple[Result | None, Result | None], links: Mapping[str, str], graph: Graph
) -> site.Page:
    paper, path, head = result.paper, address(result.paper, result.name), result.headline
    standings = {name: standing(claim) for name, claim in graph.claims.items()}
    writer = Html({name: f"../../{place}" for name, place in links.items()}, standings)
    body = [
        f"<h1>{escape(result.name)}</h1>",
        f'<div class="banner {tone(head)}">{verdict(head, printed=result.false)}'
        f"\n{''.join(_summary(result, writer))}</div>",
        f'<p class="source">{writer.line(prose(front.identity(paper)))}</p>',
    ]
    if result.reason:
        body.append(f"<p>{writer.line(prose(result.reason))}</p>")
    body += [_picture(result)]
    for claim in result.parts:
        body += _part(result, claim, writer)
    body += _more("Steps of its printed proof that fail", result.steps, writer)
    body += _more("Also proved about it", result.others, writer)
    chosen = [claim["id"] for claim in result.parts]
    chosen += [one["id"] for claim in result.parts if (one := result.replacement(claim)) is not None]
    body += around(list(dict.fromkeys(chosen)), graph.claims, graph.users, writer, "../../claims/")
    if used := paper.rests_on(result.name):
        body.append(f"<p>Used by: {writer.line(prose('; '.join(used)))}.</p>")
    body.append(site.copied("BibTeX", bibtex(paper)) if paper.authors else "")
    body.append(_turn(paper, beside))
    crumbs = [("Papers", "papers/index.html"), (escape(paper.heading), f"papers/{paper.key}.html")]
    title = f"{result.name}: {head.word} ({paper.heading})"
    said = " ".join(f"{claim['title']} {claim['statement']} {reason_of(claim)}" for claim in result.parts)
    html = site.shell(path, title, filter(None, body), crumbs)
    return site.Page(path, title, html, f"{result.name} {shortened(result.name)} {paper.heading} {plain(prose(said))}")


def shortened(item: str) -> str:
    """Return an item as people type it into a search; empty where it has no short form.

    Example:
        >>> shortened("Theorem 5"), shortened("App. F")
        ('thm 5', '')
    """
    kind, _, number = item.partition(" ")
    return f"{SHORT[kind]} {number}" if kind in SHORT else ""


def _summary(result: Result, writer: Html) -> Iterator[str]:
    """Yield the first screen: each part with its verdict, the reason, and what to cite instead."""
    parts = [f"{_word(claim)} {writer.line(prose(claim['title']))}{''.join(_short(result, claim, writer))}"
             for claim in result.parts]  # fmt: skip
    if len(parts) > 1:
        yield "\n".join(["<ul>", *(f"<li>{part}</li>" for part in parts), "</ul>"])
    elif parts:
        title = writer.line(prose(begun(result.parts[0]["title"])))
        yield f"<p>{title}</p>{''.join(_short(result, result.parts[0], writer))}"


def _short(result: Result, claim: Document, writer: Html) -> Iterator[str]:
    """Yield why a part is false, in one sentence, and what to cite instead."""
    if claim["status"] not in ("refuted", "repaired"):
        return
    if reason_of(claim):
        yield f"\n<p><b>Why:</b> {writer.line(prose(first_sentence(reason_of(claim))))}</p>"
    instead = result.replacement(claim)
    said = "no repair is known to this ledger" if instead is None else begun(instead["title"])
    yield f"\n<p><b>Cite instead:</b> {writer.line(prose(said))}.</p>"


def first_sentence(text: str) -> str:
    """Return the first sentence of a text.

    Example:
        >>> first_sentence("It has n + 1 (see App. F, step 3). For T = 1 both agree.")
        'It has n + 1 (see App. F, step 3).'
    """
    return re.split(r"(?<=[.)])(?<!App\.)(?<!Sec\.)(?<!Eq\.)(?<!Fig\.) (?=[A-Z(])", text.strip(), maxsplit=1)[0]


def _word(claim: Document) -> str:
    head = part_headline(claim)
    return f'<span class="word {tone(head)}">{escape(head.word)}:</span>'


def _picture(result: Result) -> str:
    from sdp_proofs.figures import figures
    from sdp_proofs.render.unicode import words_of

    name = PICTURES.get((result.paper.key, result.name))
    if name is None or not (site.HERE / "static" / f"figure-{name}.png").is_file():
        return ""
    figure = figures()[name]
    return (
        f'<figure><img src="../../_static/figure-{name}.png" alt="{escape(figure.title or name)}">'
        f"<figcaption>{escape(words_of(figure.caption))} <code>sdp-proofs figure {name}</code></figcaption></figure>"
    )


def _part(result: Result, claim: Document, writer: Html) -> Iterator[str]:
    fails = claim["status"] in ("refuted", "repaired")
    yield f'<section class="one-part" id="{escape(claim["id"])}">'
    yield f"<h2>{_word(claim)} {writer.line(prose(claim['title']))}</h2>"
    yield "<dl>"
    label = "As it is read here" if front.read_as(claim) else "What it says, in our words"
    yield _told(label, claim["statement"], writer)
    yield from _shown(claim, writer)
    silent = "; ".join(one["text"] for one in claim["hypotheses"] if one["silent"])
    if silent:
        yield _told("Read here with what the paper leaves silent", silent, writer)
    if reason_of(claim):
        yield _told("What is wrong" if fails else "Why it is not checked", reason_of(claim), writer)
    if fails:
        says = claim["counterexample"]["says"] if claim["counterexample"] is not None else fails_at(claim)
        yield _told("Smallest counterexample known", says, writer)
        if claim["counterexample"] is not None:
            command = f'<div class="replay" tabindex="0"><code>{escape(replay(claim))}</code></div>'
            here = site.replayed(claim["id"])
            yield f"<dt>Replay it with Python's standard library alone</dt><dd>{command}{here}</dd>"
    yield from _instead(result, claim, fails, writer)
    yield "</dl>"
    if claim.get("derivation"):
        yield "<h3>The published proof, step by step</h3>"
        yield writer.block(derivation_of(claim["derivation"], unfolds=True))
    yield "</section>"


def _told(label: str, text: str, writer: Html, kind: str = "") -> str:
    style = f' class="{kind}"' if kind else ""
    return f"<dt>{escape(label)}</dt><dd{style}>{writer.line(prose(text.strip()))}</dd>"


def _shown(claim: Document, writer: Html) -> Iterator[str]:
    if claim["formula"] is not None:
        from sdp_proofs.render.mathml import mathml

        said = mathml(claim["formula"]["latex"], display=True)
        if said:
            yield f'<dd><div class="formula" tabindex="0" role="group" aria-label="Formula">{said}</div></dd>'


def _instead(result: Result, claim: Document, fails: bool, writer: Html) -> Iterator[str]:
    """Yield what to cite, under which hypotheses, what it rests on, and TeX and BibTeX to copy."""
    instead = result.replacement(claim) if fails else claim
    if instead is None:
        yield "<dt>Cite instead</dt><dd>No repair is known to this ledger.</dd>" if fails else ""
        return
    if fails:
        yield _told("Cite instead", f"{begun(instead['title'])}.", writer, "cite")
        yield f'<dd class="cite">{writer.line(prose(instead["statement"]))}</dd>'
        yield from _shown(instead, writer)
        if claim["erratum"] is not None and claim["erratum"]["cost"]:
            yield _told("What that costs", claim["erratum"]["cost"], writer)
    hypotheses = "; ".join(one["text"] for one in instead["hypotheses"])
    if hypotheses and fails:
        yield _told("Hypotheses", hypotheses, writer)
    if instead["evidence"]:
        yield f"<dt>Rests on</dt><dd>{escape(resting_on(instead, result.trust))}</dd>"
    named = [claim] if instead is claim else [claim, instead]
    shown = "; ".join(f"{writer.line(_reference(one['id']))} ({short(one['id'])})" for one in named)
    yield f"<dt>Claim{'s' * (len(named) > 1)} of the ledger</dt><dd>{shown}</dd>"
    if instead["status"] == "established":
        texts = site.copied("TeX", tex(instead)) + site.copied("BibTeX of this claim", claim_bibtex(instead))
        yield f"<dt>To copy</dt><dd>{texts}</dd>"


def _reference(name: str) -> Any:
    from sdp_proofs.render.blocks import claim

    return claim(name)


def tex(claim: Document) -> str:
    """Return a claim as a statement in LaTeX, with its place in the ledger as a comment."""
    lines = [f"% {claim['id']} ({short(claim['id'])}), {edition()}", r"\begin{theorem}"]
    lines.append(typed(claim["statement"].strip()))
    hypotheses = "; ".join(typed(one["text"]) for one in claim["hypotheses"])
    return "\n".join([*lines, *([f"Hypotheses: {hypotheses}."] if hypotheses else []), r"\end{theorem}"])


def claim_bibtex(claim: Document) -> str:
    """Return a reference to a claim of the ledger."""
    return (
        f"@misc{{sdp-proofs-{short(claim['id'])},\n  title = {{{typed(begun(claim['title']))}}},\n"
        f"  author = {{{{sdp_proofs contributors}}}},\n  howpublished = {{{edition()}, claim {claim['id']}}},\n}}"
    )


def bibtex(paper: Paper) -> str:
    """Return a reference to a paper."""
    lines = [f"@misc{{{paper.key},", f"  title = {{{{{paper.title}}}}},"]
    lines.append(f"  author = {{{' and '.join(paper.authors)}}},")
    lines += [f"  howpublished = {{{paper.venue}}},"] * bool(paper.venue)
    lines += [f"  note = {{{paper.identifier}}},"] * bool(paper.identifier)
    return "\n".join([*lines, "}"])


def _more(title: str, claims: Sequence[Document], writer: Html) -> Iterator[str]:
    if claims:
        yield f"<h2>{escape(title)}</h2><ul>"
        for claim in claims:
            yield f"<li>{writer.line(prose(claim['title']))} ({writer.line(_reference(claim['id']))})</li>"
        yield "</ul>"


def _turn(paper: Paper, beside: tuple[Result | None, Result | None]) -> str:
    before, after = (
        "<span></span>" if one is None
        else f'<a rel="{rel}" href="{site.slug(one.name)}.html">{sign.format(escape(one.name))}</a>'
        for one, rel, sign in zip(beside, ("prev", "next"), ("← {}", "{} →"), strict=True)
    )  # fmt: skip
    up = f'<a href="../../papers/{paper.key}.html">{escape(paper.heading)}</a>'
    return f'<nav class="turn" aria-label="In the order of the paper">{before}{up}{after}</nav>'


def _contents(paper: Paper, found: Sequence[Result], links: Mapping[str, str]) -> site.Page:
    path = f"papers/{paper.key}.html"
    writer = Html({name: f"../{place}" for name, place in links.items()})
    numbered = [result for result in found if front.is_numbered_result(result.name)]
    printed = f'<a href="../errata/{paper.key}.pdf">PDF</a>, ' if site.typesetter() else ""
    counts = front.counted_results([{"verdict": result.verdict} for result in numbered]) if numbered else ""
    body = [
        f"<h1>{escape(paper.heading)}</h1>",
        f'<p class="source">{writer.line(prose(front.identity(paper)))}</p>',
        f"<p>{escape(counts)} Each line opens; its page has the statement, the proof and what to cite.</p>",
        *_named(numbered),
        f'<p>Errata to attach to a mail: <a href="../errata/{paper.key}.html">page</a>, {printed}'
        f'<a href="../errata/{paper.key}.tex">LaTeX</a>. '
        f'<a href="../ledger.html?paper={paper.key}">All its claims</a>.</p>',
        '<ol class="contents">',
        *(_line(result, writer, bool(numbered)) for result in found),
        "</ol>",
        site.copied("BibTeX", bibtex(paper)) if paper.authors else "",
    ]
    title = f"{paper.heading}: every result and its verdict"
    words = " ".join(result.name for result in found)
    crumbs = [("Papers", "papers/index.html")]
    return site.Page(path, title, site.shell(path, title, filter(None, body), crumbs), words)


def _named(numbered: Sequence[Result]) -> Iterator[str]:
    """Yield the numbered results that do not stand as printed, by verdict, with links to their pages."""
    for word in (FALSE, PART, HYPOTHESIS):
        found = [result for result in numbered if result.headline.word == word]
        if found:
            links = ", ".join(f'<a href="../{address(one.paper, one.name)}">{escape(one.name)}</a>' for one in found)
            yield f'<p><span class="word {tone(found[0].headline)}">{escape(word)}</span>: {links}</p>'


def _line(result: Result, writer: Html, numbered: bool) -> str:
    head = result.headline
    first = result.parts[0] if result.parts else None
    about = writer.line(prose(first["title"] if first is not None else result.reason))
    minor = ' class="minor"' if numbered and not front.is_numbered_result(result.name) else ""
    told = []
    for claim in result.parts[:4]:
        told.append(f"<p>{_word(claim)} {writer.line(prose(claim['title']))}</p>")
        if front.refuted(claim):
            told.append(f"<p>{writer.line(prose(reason_of(claim)))}</p>")
            instead = result.replacement(claim)
            if instead is not None:
                told.append(f"<p><b>Cite instead:</b> {writer.line(prose(begun(instead['title'])))}.</p>")
    place = f"../{address(result.paper, result.name)}"
    return (
        f'<li{minor}><details><summary><span><a href="{place}">{escape(result.name)}</a></span>'
        f'<span class="word {tone(head)}" title="{escape(head.narrowed)}">{escape(head.word)}</span>'
        f'<span class="about">{about}</span></summary><div>{"".join(told) or f"<p>{about}</p>"}'
        f'<p><a href="{place}">Page of {escape(result.name)}</a></p></div></details></li>'
    )


def _index(papers: Sequence[Paper], told: Mapping[str, Mapping[str, Result]], document: Document) -> site.Page:
    path = "papers/index.html"
    body, writer = ["<h1>Papers, result by result</h1>"], Html({})
    for paper in papers:
        found = told[paper.key].values()
        bad = [result for result in found if result.headline.word in (FALSE, PART, HYPOTHESIS)]
        named = [result for result in bad if front.is_numbered_result(result.name)] or bad
        body.append(f'<h2><a href="{paper.key}.html">{escape(paper.heading)}</a></h2>')
        body.append(f"<p>{writer.line(prose(front.identity(paper)))}.</p><ul>")
        for result in named:
            place = f"../{address(paper, result.name)}"
            head = result.headline
            body.append(
                f'<li><a href="{place}">{escape(result.name)}</a>: <span class="word {tone(head)}">{escape(head.word)}'
                f"</span> {writer.line(prose(result.parts[0]['title'])) if result.parts else ''}</li>"
            )
        body.append("</ul>")
    title = "Papers, result by result"
    return site.Page(path, title, site.shell(path, title, body), " ".join(paper.title for paper in papers))
