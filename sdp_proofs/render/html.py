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
    Formula,
    Heading,
    Item,
    Items,
    Labels,
    Line,
    Paragraph,
    Section,
    Step,
    Table,
    paragraphs,
    pieces_of,
    prose,
)
from sdp_proofs.render.mathml import joined, mathml
from sdp_proofs.render.pieces import Piece, Style

FONT = "Latin Modern Math"
FONT_FILE = "latinmodern-math.woff2"
POLICY = "font-src data:; img-src data:"
"""Sources that a page's content policy must allow for `font_face` and `icon_link`."""

_TAGS = {Style.CODE: "code", Style.STRONG: "strong", Style.EMPHASIS: "em"}
_NAMES = re.compile(r"(?<![\w&-])[a-z0-9]+(?:-[a-z0-9]+)+(?![\w-])")


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

    def _items(self, entries: Iterable[Item]) -> str:
        return "\n".join(["<ul>", *map(self._entry, entries), "</ul>"])

    def _entry(self, entry: Item) -> str:
        remark = f' <span class="silent">{escape(entry.remark)}</span>' if entry.remark else ""
        below = f"\n{self._items(entry.below)}" if entry.below else ""
        kind = f' class="{entry.kind}"' if entry.kind else ""
        return f"<li{kind}>{self.line(entry.line)}{remark}{below}</li>"

    def _chain(self, chain: Chain) -> str:
        source = f" ({escape(chain.source)})" if chain.source else ""
        lines = ['<div class="derivation">', f"<p>{self.line(prose(chain.title))}{source}</p>"]
        for part in chain.parts:
            lines += [f'<p class="part">{self.line(prose(part.title))}</p>'] if part.title else []
            lines += [f'<div class="line">{_typeset(part.before)}</div>', f'<ol start="{part.steps[0].number}">']
            lines += [*map(self._step, part.steps), "</ol>"]
        return "\n".join([*lines, f"<p>{escape(chain.summary)}</p>", "</div>"])

    def _step(self, step: Step) -> str:
        word, line = step.verdict.lower(), Formula(f"{RELATIONS[step.relation]} {step.after.latex}", "")
        verdict = f'<span class="verdict {word}">{escape(step.told)}</span>'
        lines = [
            f'<li class="step {word}">',
            f'<div class="line">{_typeset(line)}</div>',
            f'<p class="reason">{verdict} <b>{self.line(step.reason)}</b>',
            f'<span class="by">{self.line(step.decided)}</span></p>',
            *(f'<p class="remark">{self.line(remark)}</p>' for remark in step.remarks),
        ]
        return "\n".join([*lines, "</li>"])


def _typeset(formula: Formula) -> str:
    return mathml(formula.latex, display=True) or f"<code>{escape(formula.latex)}</code>"
