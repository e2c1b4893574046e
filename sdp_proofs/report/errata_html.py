"""The errata as one web page without scripts: readable anywhere, printable."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any
from urllib.parse import quote

from sdp_proofs.ledger.paper import Paper
from sdp_proofs.notation.typesetting import typeset
from sdp_proofs.report.errata import FURTHER, heading, misprints_of, parts, preface, sections, title
from sdp_proofs.report.font import font_face
from sdp_proofs.report.html import block_html, inline_html
from sdp_proofs.report.icon import icon_link
from sdp_proofs.report.severity import HEADINGS, LEADS

_STYLE = """
:root { color-scheme: light dark; }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.55 system-ui, sans-serif; }
h2 { margin-top: 2.6rem; }
h3 { margin-top: 2.2rem; font-size: 1.1rem; overflow-x: auto; overflow-y: hidden; }
dt { font-weight: 600; margin-top: .6rem; }
dd { margin: 0; }
dd p { margin: .2rem 0; }
td, th { text-align: left; vertical-align: top; padding: .2rem .8rem .2rem 0; }
code { font-size: .9em; overflow-wrap: anywhere; }
p { overflow-wrap: break-word; overflow-x: auto; overflow-y: hidden; }
h3:has(math), p:has(math) { padding-bottom: .5rem; }
table { display: block; overflow-x: auto; }
.tied { white-space: nowrap; }
@media print { body { margin: 0; max-width: none; } section { break-inside: avoid; } }
"""


def errata_html(
    entries: Sequence[Mapping[str, Any]], papers: Iterable[Paper] = (), front: Sequence[Mapping[str, Any]] = ()
) -> str:
    """A complete page; formulas are MathML.

    Args:
        entries: of `errata.errata_of`.
        papers: the papers that these are about.
        front: of `front.front_of`.
    """
    papers = tuple(papers)
    misprints = misprints_of(papers)
    lines = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
        f"{icon_link()}<title>{escape(title(papers))}</title><style>{font_face()}{_STYLE}</style></head><body>",
        f"<h1>{escape(title(papers))}</h1>",
        *(str(block_html(paragraph)) for paragraph in preface(entries, papers, front)),
    ]
    links = {entry["claim"]: "#" + quote(entry["claim"]) for entry in entries}
    for severity, members in sections(entries):
        lines.append(f"<h2>{escape(HEADINGS[severity])}</h2><p>{escape(LEADS[severity])}</p>")
        for entry in members:
            lines += [f'<section id="{escape(entry["claim"])}"><h3>{inline_html(heading(entry))}</h3><dl>']
            lines += [f"<dt>{escape(label)}</dt><dd>{block_html(text, links)}</dd>" for label, text in parts(entry)]
            lines.append("</dl></section>")
    if misprints:
        lines.append(f"<h2>{FURTHER}</h2><table><tr><th>where</th><th>printed</th><th>meant</th></tr>")
        lines += [
            "<tr>" + "".join(f"<td>{inline_html(typeset(cell))}</td>" for cell in row) + "</tr>" for row in misprints
        ]
        lines.append("</table>")
    return "\n".join([*lines, "</body></html>", ""])
