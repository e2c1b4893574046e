"""Blocks as HTML that stands alone, formulas as MathML.

The math font is Latin Modern Math by B. Jackowski, P. Strzelczyk and P. Pianowski, under the GUST Font License, which
lies beside it; the file is theirs, in the compressed form that browsers read. The icon is a turnstile.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Mapping
from functools import cache
from html import escape
from importlib.resources import files

from sdp_proofs.render.blocks import (
    RELATIONS,
    Article,
    Block,
    Chain,
    Check,
    Code,
    Formula,
    Heading,
    Item,
    Items,
    Labels,
    Line,
    NearMiss,
    NearMisses,
    Paragraph,
    Proof,
    Section,
    Step,
    Table,
    name,
    paragraphs,
    pieces_of,
    program,
    prose,
)
from sdp_proofs.render.mathml import joined, mathml
from sdp_proofs.render.phrases import instance_count, instance_text
from sdp_proofs.render.pieces import Piece, Style

FONT = "Latin Modern Math"
FONT_FILE = "latinmodern-math.woff2"
POLICY = "font-src data:; img-src data:"
"""What a page's content policy must allow for `font_face` and `icon_link`."""

_TAGS = {Style.CODE: "code", Style.STRONG: "strong", Style.EMPHASIS: "em"}
_SIGNS = {"HOLDS": "✓", "FAILS": "✗", "UNKNOWN": "?"}
_NAMES = re.compile(r"(?<![\w&-])[a-z0-9]+(?:-[a-z0-9]+)+(?![\w-])")
_COLUMNS = ("verdict", "method", "coverage", "check", "scope", "instances", "seconds")


@cache
def font_face() -> str:
    """Return the font as a style sheet that stands alone.

    Example:
        >>> font_face().startswith('@font-face { font-family: "Latin Modern Math"')
        True
    """
    source = f"url(data:font/woff2;base64,{_encoded('fonts', FONT_FILE)}) format('woff2')"
    return f'@font-face {{ font-family: "{FONT}"; src: {source}; }}\nmath {{ font-family: "{FONT}", math; }}\n'


def icon_link() -> str:
    """Return the icon as an element that stands alone: nothing is loaded.

    Example:
        >>> icon_link()[:54]
        '<link rel="icon" href="data:image/svg+xml;base64,PHN2Z'
    """
    return f'<link rel="icon" href="data:image/svg+xml;base64,{_encoded("templates", "icon.svg")}">'


def _encoded(folder: str, name: str) -> str:
    return base64.b64encode((files("sdp_proofs.render") / folder / name).read_bytes()).decode("ascii")


def page(title: str, style: str, body: Iterable[str]) -> str:
    """Return a complete page without scripts."""
    return "\n".join([
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
        f"{icon_link()}<title>{escape(title)}</title><style>{font_face()}{style}</style></head><body>",
        *body,
        "</body></html>",
        "",
    ])


class Html:
    """The writer.

    Args:
        links: where a reader finds the claims that are named.
        standings: where the claims stand, for the style of references to them.
        entries: where a reader finds the entries of the trust ledger.
    """

    def __init__(
        self,
        links: Mapping[str, str] | None = None,
        standings: Mapping[str, str] | None = None,
        entries: Mapping[str, str] | None = None,
    ) -> None:
        self._links, self._standings, self._entries = links or {}, standings or {}, entries or {}

    def line(self, line: Line) -> str:
        """Return a line, with breaks between its paragraphs."""
        return "<br>".join(self._paragraphs(line))

    def block(self, block: Block) -> str:
        """Return a block."""
        match block:
            case Heading():
                return f"<h{block.level}>{self.line(block.line)}</h{block.level}>"
            case Paragraph():
                return self._text(block.line)
            case Formula():
                return self._display(block)
            case Items():
                return self._items(block.entries)
            case Labels():
                told = (f"<dt>{escape(label)}</dt><dd>{self._text(line)}</dd>" for label, line in block.entries)
                return "\n".join(["<dl>", *told, "</dl>"])
            case Table():
                rows = ["".join(f"<th>{escape(cell)}</th>" for cell in block.header)]
                rows += ["".join(f"<td>{self.line(cell)}</td>" for cell in row) for row in block.rows]
                return "\n".join(["<table>", *(f"<tr>{row}</tr>" for row in rows), "</table>"])
            case Code():
                return f"<pre>{escape(block.text)}</pre>"
            case NearMisses():
                return "\n".join(['<ul class="near-misses">', *map(self._near_miss, block.entries), "</ul>"])
            case Proof():
                return self._proof(block)
            case Chain():
                return self._chain(block)
            case Article():
                blocks = map(self.block, block.blocks)
                return "\n".join([f'<section id="{escape(block.anchor)}">', *blocks, "</section>"])

    def section(self, section: Section) -> str:
        """Return a section of a claim's page."""
        title = escape(section.title) + (f" <small>{escape(section.aside)}</small>" if section.aside else "")
        match section.name:
            case "statement" | "display":
                head, tail = "", ""
            case "generated":
                head, tail = f"<details><summary>{title}</summary>", "</details>"
            case _:
                head, tail = f"<h4>{title}</h4>", ""
        body = [head, *map(self.block, section.blocks), tail]
        return "\n".join([f'<div class="{section.name}">', *filter(None, body), "</div>"])

    def _paragraphs(self, line: Line) -> list[str]:
        return [joined("".join(map(self._piece, pieces))) for pieces in paragraphs(pieces_of(line))]

    def _text(self, line: Line) -> str:
        return "\n".join(f"<p>{paragraph}</p>" for paragraph in self._paragraphs(line))

    def _piece(self, piece: Piece) -> str:
        said = escape(piece.text)
        match piece.style:
            case Style.MATH:
                return mathml(piece.text) or f"<code>{said}</code>"
            case Style.CLAIM:
                return self._reference(piece.text)
            case Style.ENTRY:
                place = self._entries.get(piece.text)
                return said if place is None else f'<a href="{escape(place)}">{said}</a>'
        if piece.style in _TAGS:
            said = f"<{_TAGS[piece.style]}>{said}</{_TAGS[piece.style]}>"
        return _NAMES.sub(lambda found: self._link(found[0]), said)

    def _link(self, name: str) -> str:
        return f'<a href="{escape(self._links[name])}">{name}</a>' if name in self._links else name

    def _reference(self, name: str) -> str:
        if name not in self._links:
            return f'<span class="ref absent">{escape(name)} <small>(not on this page)</small></span>'
        kind = f"ref {self._standings.get(name, '')}".strip()
        return f'<a href="{escape(self._links[name])}" class="{kind}">{escape(name)}</a>'

    def _display(self, formula: Formula) -> str:
        """Return a displayed formula, also as text."""
        latex = f"<code>{escape(formula.latex)}</code>"
        return "\n".join([
            f'<div class="formula" tabindex="0" role="group" aria-label="Formula">{_typeset(formula)}</div>',
            f'<details class="as-text"><summary>Formula as text</summary><p><code>{escape(formula.text)}</code></p>',
            f"<p>LaTeX: {latex}</p></details>",
            *([self._items(map(Item, formula.symbols))] if formula.symbols else []),
        ])

    def _items(self, entries: Iterable[Item], kind: str = "") -> str:
        lines = [f"<li>{self.line(entry.line)}{self._below(entry)}</li>" for entry in entries]
        return "\n".join([f'<ul class="{kind}">' if kind else "<ul>", *lines, "</ul>"])

    def _below(self, entry: Item) -> str:
        remark = f' <span class="silent">{escape(entry.remark)}</span>' if entry.remark else ""
        return remark + (self._items(entry.below) if entry.below else "")

    def _near_miss(self, entry: NearMiss) -> str:
        if entry.not_proved_by:
            fate = f"<small>not proved by {self.line(name(entry.not_proved_by))}</small>"
        elif entry.refuted_by is None:
            fate = '<strong class="bad">not refuted</strong>'
        else:
            fate = f"<small>refuted by {self.line(name(entry.refuted_by))}</small>"
        where = "" if entry.detail is None else f'<span class="at">{escape(instance_text(entry.detail))}</span>'
        return f"<li>{self.line(entry.line)} {fate}{where}</li>"

    def _proof(self, proof: Proof) -> str:
        """Return a table of the checks, premises in rows below them."""
        kernel = [f"<p>by KERNEL: {escape(proof.kernel)}</p>"] if proof.kernel else []
        head = "".join(f'<th scope="col">{column}</th>' for column in _COLUMNS)
        rows = [row for check in proof.checks for row in (self._check(check), self._more(check)) if row]
        table = ['<table class="evidence">', f"<thead><tr>{head}</tr></thead><tbody>", *rows, "</tbody></table>"]
        uses = [self._items(proof.uses)] if proof.uses else []
        return "\n".join([*kernel, *(table if rows else []), *uses])

    def _check(self, check: Check) -> str:
        verdict = _verdict(check)
        instances = "" if check.instances is None else f"{check.instances:,}"
        title, scope = (f"<span>{self.line(line)}</span>" for line in (name(check.title), check.scope))
        cells = (verdict, check.method, check.coverage, title, scope, instances, f"{check.seconds:.2f}")
        told = zip(_COLUMNS, (*[""] * 5, *[' class="number"'] * 2), cells, strict=True)
        row = (f'<td data-label="{column}"{kind}>{cell}</td>' for column, kind, cell in told)
        return f"<tr>{''.join(row)}</tr>"

    def _more(self, check: Check) -> str:
        said = self._said(check)
        if check.premises:
            said += ["<p><b>premises:</b></p>", self._items(check.premises, "premises")]
        return f'<tr class="more"><td colspan="{len(_COLUMNS)}">{"".join(said)}</td></tr>' if said else ""

    def _said(self, check: Check) -> list[str]:
        """Return witness and detail of a check."""
        witness, detail = check.witness, check.detail
        said = [] if witness is None else [f"<p><b>witness:</b> <code>{escape(instance_text(witness))}</code></p>"]
        return said + ([] if detail is None else [f"<p>{self.line(program(detail))}</p>"])

    def _chain(self, chain: Chain) -> str:
        source = f" ({escape(chain.source)})" if chain.source else ""
        lines = ['<div class="derivation">', f"<p>{self.line(prose(chain.title))}{source}</p>"]
        if chain.broken is not None:
            lines.append(f'<p><strong class="bad">Step {chain.broken} is the first that fails.</strong></p>')
        for part in chain.parts:
            lines += [f'<p class="part">{self.line(prose(part.title))}</p>'] if part.title else []
            lines += [f'<div class="line">{_typeset(part.before)}</div>', f'<ol start="{part.steps[0].number}">']
            lines += [*map(self._step, part.steps), "</ol>"]
        return "\n".join([*lines, "</div>"])

    def _step(self, step: Step) -> str:
        check, reference = step.check, f" ({self.line(prose(step.reference))})" if step.reference else ""
        line = Formula(f"{RELATIONS[step.relation]} {step.after.latex}", "")
        counted = instance_count(check.instances)
        scope = "; ".join(filter(None, (self.line(check.scope), counted, f"{check.seconds:.2f} s")))
        by = f"{check.method}/{check.coverage}: {self.line(name(check.title))}; {scope}"
        lines = [
            f'<li class="step {check.verdict.lower()}">',
            f'<div class="line">{_typeset(line)}</div>',
            f'<p class="reason">{_verdict(check)} <b>{escape(step.rule)}</b>{reference}',
            f'<span class="by">{by}</span></p>',
            *(f'<div class="more">{said}</div>' for said in self._said(check)),
            *(f'<p class="remark">{self.line(remark)}</p>' for remark in step.remarks),
        ]
        if step.near_misses.entries:
            summary = f"near misses refuted: {step.near_misses.count}"
            lines.append(f"<details><summary>{summary}</summary>{self.block(step.near_misses)}</details>")
        return "\n".join([*lines, "</li>"])


def _verdict(check: Check) -> str:
    word = check.verdict.lower()
    return f'<span class="verdict {word}"><span aria-hidden="true">{_SIGNS[check.verdict]}</span> {word}</span>'


def _typeset(formula: Formula) -> str:
    return mathml(formula.latex, display=True) or f"<code>{escape(formula.latex)}</code>"
