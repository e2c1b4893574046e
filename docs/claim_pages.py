"""The pages on claims, errata and trust, made from a snapshot of the ledger with the renderers of the package."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from sdp_proofs.formulas.typeset import upright
from sdp_proofs.ledger.lookup import short
from sdp_proofs.notation import typeset
from sdp_proofs.papers import papers
from sdp_proofs.render.blocks import Piece, Style, pieces
from sdp_proofs.render.claims import derivation_markdown
from sdp_proofs.render.errata import errata_document
from sdp_proofs.render.front import headline, with_front
from sdp_proofs.render.phrases import (
    counted,
    counterexample_text,
    evidence_marks,
    false_line,
    generated_lines,
    instance_count,
    instance_text,
    near_miss_count,
    premise_line,
    status_words,
)
from sdp_proofs.render.programs import programs, scopes
from sdp_proofs.render.trust import HEADINGS as KINDS

Document = Mapping[str, Any]

_NAMED = re.compile(r"(\$[^$]*\$)|(`?)(?<![\w-])([a-z0-9]+(?:-[a-z0-9]+)+)(?![\w-])\2")
HEADINGS = {paper.key: paper.heading for paper in papers()}
ORPHAN = "---\norphan: true\n---"
"""Claims are found through the table of all of them; the sidebar would not be readable with hundreds of titles."""


def pages(document: Document) -> Iterator[tuple[str, str]]:
    """Every page with its name under docs/generated/.

    Args:
        document: a complete snapshot of version 1.
    """
    links = {
        "used by": _backwards(document, "depends_on"),
        "repairs": _backwards(document, "repaired_by"),
    }
    titles = {claim["id"]: claim for claim in document["claims"]}
    yield "claims/index.md", _index(with_front(document, papers()))
    for claim in document["claims"]:
        yield f"claims/{claim['id']}.md", "\n\n".join(_claim(claim, titles, links, document["trust"])) + "\n"
    whole = errata_document(document, papers())
    yield "errata.md", _linking(whole.text(), titles, "claims/")
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
    return _typed(claim["locator"]), title, status_words(claim), evidence, near_miss_count(claim)


def _claim(
    claim: Document, titles: Mapping[str, Document], links: Mapping[str, Mapping[str, list[str]]], trust: Document
) -> Iterator[str]:
    name = claim["id"]
    yield ORPHAN
    yield f"# {_heading(claim['locator'])}: {_heading(_without(claim['locator'], claim['title']))}"
    where = f"{HEADINGS.get(claim['paper'], claim['paper'])}, {claim['locator']} ({claim['kind']}, {claim['fidelity']})"
    yield f"**{status_words(claim).capitalize()}.** {_typed(where)}"
    yield from (f":::{{warning}}\n{_said(false, titles)}\n:::" for false in filter(None, [false_line(claim)]))
    yield _said(claim["statement"], titles)
    if claim["formula"] is not None:
        yield f"$$\n{claim['formula']['latex']}\n$$"
    meant = [symbol for symbol in claim["symbols"] if symbol["means"]]
    if meant:
        yield _bullets(f"${upright(symbol['latex'])}$: {_meaning(symbol['means'])}" for symbol in meant)
    yield from _hypotheses(claim, titles)
    if claim["erratum"] is not None:
        yield "## What is wrong"
        yield _said(claim["erratum"]["wrong"], titles)
    if claim["repaired_by"] is not None:
        yield "## What holds instead"
        yield _linked([claim["repaired_by"]], titles)
        if claim["erratum"] is not None and claim["erratum"]["cost"]:
            yield f"Cost: {_said(claim['erratum']['cost'], titles)}"
    if claim["counterexample"] is not None:
        yield from _counterexample(claim)
    yield "## Evidence"
    yield _said(claim["uncheckable"] or "", titles) or "\n".join(map(_evidence, claim["evidence"]))
    yield from _near_misses(claim)
    if claim.get("derivation"):
        yield "## Derivation"
        yield derivation_markdown(claim["derivation"]).strip()
    for heading, ids in (
        ("Depends on", claim["depends_on"]),
        ("Rests on claims that are not established", claim["resting_on"]),
        ("Used by", links["used by"].get(name, [])),
        ("Put in the place of", links["repairs"].get(name, [])),
    ):
        if ids:
            yield f"## {heading}"
            yield _linked(ids, titles)
    if claim["trust"]:
        yield "## Believed, not checked"
        said = {entry: typeset(trust[entry]["statement"]) for entry in claim["trust"]}
        yield _bullets(f"[{entry}](../trust.md#{entry}): {statement}" for entry, statement in said.items())
    if claim["note"]:
        yield "## Note"
        yield _said(claim["note"], titles)
    yield "---"
    yield f"Run it: `sdp-proofs show {name}`, or `sdp-proofs show {short(name)}`. [All claims](index.md)"


def _said(text: str, titles: Collection[str]) -> str:
    """Words on a claim as Markdown, with a link wherever another claim is named.

    Example:
        >>> _said("If n > 2 see remark-eight and `lemma-two`, not post-processing.", {"remark-eight", "lemma-two"})
        'If $n > 2$ see [`remark-eight`](remark-eight.md) and [`lemma-two`](lemma-two.md), not post-processing.'
    """
    return _linking(typeset(text), titles)


def _linking(text: str, titles: Collection[str], folder: str = "") -> str:
    def linked(found: re.Match[str]) -> str:
        return f"[`{found[3]}`]({folder}{found[3]}.md)" if found[3] in titles else found[0]

    return _NAMED.sub(linked, text)


def _meaning(means: str) -> str:
    """A program is linked to its page."""
    return _typed(means) if " " in means or "." not in means else f"{{py:obj}}`sdp_proofs.{means}`"


def _counterexample(claim: Document) -> Iterator[str]:
    certificate = claim["counterexample"]
    yield "## Counterexample"
    yield typeset(counterexample_text(claim).removeprefix("fails: "))
    lines = [f"{name} = {text}" for name, text in certificate["let"]]
    lines += [f"given   {text}" for text in certificate["given"]]
    lines.append(f"formula {certificate['formula']}")
    lines += [f"at      {symbol} {sign} {text}" for symbol, sign, text in certificate["at"]]
    yield "```text\n" + "\n".join(lines) + "\n```"
    yield (
        f"Replay it with the standard library alone: `sdp-proofs certificate {claim['id']} -o certificate.json`, then "
        "`python -P -m sdp_proofs.certificate certificate.json`."
    )


def _evidence(entry: Document) -> str:
    scope = ", ".join(filter(None, (_set(scopes(entry["scope"])), instance_count(entry))))
    decided = f"**{entry['verdict']}** by {entry['method']}, coverage {entry['coverage']}"
    lines = [f"- {decided}: {_typed(entry['title'])} ({scope})"]
    lines += [f"  - witness: {_code(instance_text(entry['witness']))}"] if entry["witness"] else []
    lines += [f"  - {_programs(entry['detail'])}"] if entry["detail"] else []
    lines += [f"  - {_programs(premise_line(premise))}" for premise in entry["premises"]]
    return "\n".join(lines)


def _hypotheses(claim: Document, titles: Mapping[str, Document]) -> Iterator[str]:
    supposed = claim.get("supposed", ())
    if claim["hypotheses"] or supposed:
        yield "## Hypotheses"
        yield _bullets([
            *(
                _said(entry["text"], titles) + (" *(not stated there)*" if entry["silent"] else "")
                for entry in claim["hypotheses"]
            ),
            *(
                (f"${upright(entry['latex'])}$" if entry["latex"] else _typed(entry["text"])) + " *(from the proof)*"
                for entry in supposed
            ),
        ])
    letters = claim.get("letters", ())
    if letters:
        yield "## Letters of the proof"
        yield _bullets(
            f"`{symbol['name']}`: ${upright(symbol['latex'])}$"
            + (f", {_meaning(symbol['means'])}" if symbol["means"] else "")
            for symbol in letters
        )


def _near_misses(claim: Document) -> Iterator[str]:
    if claim["near_misses"]["total"]:
        yield "## Near misses"
        yield "False neighbours of the claim, which the same checks must refute."
        yield "\n".join(map(_near_miss, claim["near_misses"]["details"]))
    generated = [_programs(line) for line in generated_lines(claim)]
    if generated:
        yield "## Generated near misses"
        yield _bullets(generated)


def _near_miss(entry: Document) -> str:
    if entry.get("not_proved_by"):
        return f"- {_typed(entry['name'])}: not proved by *{_typed(entry['not_proved_by'])}*, refuted by no instance"
    if entry["refuted_by"] is None:
        return f"- {_typed(entry['name'])}: **not refuted**"
    lines = [f"- {_typed(entry['name'])}: refuted by *{_typed(entry['refuted_by'])}*"]
    lines += [f"  - {_code(instance_text(entry['detail']))}"] if entry["detail"] else []
    return "\n".join(lines)


def _trust(document: Document) -> str:
    users = _backwards(document, "trust")
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
            lines += [f"Reference: {_plain(entry['reference'])}.", ""]
            count = f"{len(users[name])} claim" + ("" if len(users[name]) == 1 else "s")
            lines += ["<details>", f"<summary>Used by {count}</summary>", ""]
            lines += [_bullets(f"[{_title(titles[user])}](claims/{user}.md)" for user in users[name])]
            lines += ["", "</details>"]
    return "\n".join(lines) + "\n"


def _backwards(document: Document, field: str) -> dict[str, list[str]]:
    """Which claims name an entry in a field of theirs."""
    found: dict[str, list[str]] = defaultdict(list)
    for claim in document["claims"]:
        named = claim[field] or []
        for name in [named] if isinstance(named, str) else named:
            found[name].append(claim["id"])
    return found


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


def _linked(ids: list[str], titles: Mapping[str, Document]) -> str:
    return _bullets(f"[{_title(titles[name])}]({name}.md) ({status_words(titles[name])})" for name in ids)


def _bullets(lines: Any) -> str:
    return "\n".join(f"- {line}" for line in lines)


def _plain(text: str) -> str:
    """Text that Markdown shows as it is, on one line."""
    return _escaped(" ".join(text.split()))


def _typed(text: str) -> str:
    """Text with formulas that are typed as people type, on one line."""
    return _set(pieces(typeset(" ".join(text.split()))))


def _programs(text: str) -> str:
    """Text with program text in it, which is set as code."""
    return _set(programs(" ".join(text.split())))


def _set(parts: Iterable[Piece]) -> str:
    marks = {Style.MATH: lambda text: f"${_barless(text)}$", Style.CODE: _code}
    return "".join(marks.get(piece.style, _escaped)(piece.text) for piece in parts)


def _escaped(text: str) -> str:
    return "".join(f"\\{sign}" if sign in "\\`*_<>[]$#|" else sign for sign in text)


def _code(text: str) -> str:
    return f"`{' '.join(text.split()).replace('`', chr(39))}`"
