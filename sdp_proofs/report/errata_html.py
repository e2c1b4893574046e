"""The errata as one web page without scripts: readable anywhere, printable."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from sdp_proofs.report.errata import opening, parts, replay
from sdp_proofs.report.html import block_html

_STYLE = """
:root { color-scheme: light dark; }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.55 system-ui, sans-serif; }
h2 { margin-top: 2.2rem; font-size: 1.15rem; }
dt { font-weight: 600; margin-top: .6rem; }
dd { margin: 0; }
dd p { margin: .2rem 0; }
code { font-size: .9em; overflow-wrap: anywhere; }
math[display="block"] { overflow-x: auto; max-width: 100%; }
@media print { body { margin: 0; max-width: none; } section { break-inside: avoid; } }
"""


def errata_html(entries: Sequence[Mapping[str, Any]]) -> str:
    """A complete page; formulas are MathML.

    Args:
        entries: of `errata.errata_of`.
    """
    lines = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
        f"<title>Errata</title><style>{_STYLE}</style></head><body>",
        f"<h1>Errata</h1><p>{escape(opening(entries))}</p>",
    ]
    for entry in entries:
        heading = escape(f"{entry['locator']}: {entry['title']}")
        lines += [f'<section id="{escape(entry["claim"])}"><h2>{heading}</h2><dl>']
        lines += [f"<dt>{escape(label)}</dt><dd>{block_html(text)}</dd>" for label, text in parts(entry)]
        commands = "<br>".join(f"<code>{escape(line)}</code>" for line in replay(entry))
        lines += [f"<dt>Replay</dt><dd>{commands}</dd></dl></section>"]
    return "\n".join([*lines, "</body></html>", ""])
