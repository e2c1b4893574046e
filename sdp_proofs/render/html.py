"""HTML."""

from __future__ import annotations

import base64
import hashlib
import re
import textwrap
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from html import escape
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from sdp_proofs.edition import edition, today
from sdp_proofs.ledger.lookup import short
from sdp_proofs.ledger.paper import Paper
from sdp_proofs.notation import typeset
from sdp_proofs.render.blocks import Piece, Style, paragraphs
from sdp_proofs.render.errata import FURTHER, heading, misprints_of, parts, preface, sections, title
from sdp_proofs.render.front import HEADINGS, LEADS, headline
from sdp_proofs.render.graph import drawings
from sdp_proofs.render.mathml import joined, mathml
from sdp_proofs.render.phrases import (
    DEFINITION,
    NOT_EXAMINED,
    READING,
    UNCHECKABLE,
    WORDS,
    counted,
    counterexample_text,
    disagreement,
    evidence_marks,
    false_line,
    generated_lines,
    instance_count,
    instance_text,
    letters,
    near_miss_count,
    premise_line,
    standing,
)
from sdp_proofs.render.programs import programs, scopes
from sdp_proofs.render.unicode import spoken

if TYPE_CHECKING:
    from markupsafe import Markup

NAME = "Latin Modern Math"
FONT_FILE = "latinmodern-math.woff2"
FONT_POLICY = "font-src data:"
"""What a page's content policy must allow for `font_face`."""


@cache
def font_face() -> str:
    """The font as a style sheet that stands alone.

    Example:
        >>> font_face().startswith('@font-face { font-family: "Latin Modern Math"')
        True
    """
    data = base64.b64encode((files("sdp_proofs.render") / "fonts" / FONT_FILE).read_bytes()).decode("ascii")
    source = f"url(data:font/woff2;base64,{data}) format('woff2')"
    return f'@font-face {{ font-family: "{NAME}"; src: {source}; }}\nmath {{ font-family: "{NAME}", math; }}\n'


ICON_FILE = "icon.svg"
ICON_POLICY = "img-src data:"
"""What a page's content policy must allow for `icon_link`."""


def icon_link() -> str:
    """The icon as an element that stands alone: nothing is loaded.

    Example:
        >>> icon_link()[:54]
        '<link rel="icon" href="data:image/svg+xml;base64,PHN2Z'
    """
    data = base64.b64encode((files("sdp_proofs.render") / "templates" / ICON_FILE).read_bytes()).decode("ascii")
    return f'<link rel="icon" href="data:image/svg+xml;base64,{data}">'


_TAGS = {Style.CODE: "code", Style.STRONG: "strong", Style.EMPHASIS: "em"}
_STATUS_SIGNS = {
    NOT_EXAMINED: "○",
    "established": "✓", "supported": "≈", "repaired": "↻", "refuted": "✗", "open": "?", "vacuous": "∅",
}  # fmt: skip
_SIGNS = {**_STATUS_SIGNS, DEFINITION: "≝", UNCHECKABLE: "–", READING: "◇"}
_VERDICT_SIGNS = {"HOLDS": "✓", "FAILS": "✗", "UNKNOWN": "?"}
_RELATIONS = {"=": "=", "<=": r"\leq", "<": "<", ">=": r"\geq", ">": ">", "implies": r"\implies"}
_NAMES = re.compile(r"(?<![\w&-])[a-z0-9]+(?:-[a-z0-9]+)+(?![\w-])")
_NO_LINKS: Mapping[str, str] = MappingProxyType({})
_LABEL_WIDTH = 27  # characters of a line in a box of the graph
_FIRST_LINE, _NEXT_LINES, _PADDING = 15, 14, 12


def ledger_html(document: Mapping[str, Any]) -> str:
    """The page: counts, filters, dependency graph, an overview, and a section per claim.

    Args:
        document: a snapshot of version 1.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        loader=PackageLoader("sdp_proofs.render"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    links = {claim["id"]: _href(claim["id"]) for claim in document["claims"]}
    environment.filters |= {
        "anchor": _anchor,
        "block": partial(block_html, links=links),
        "counterexample": counterexample_text,
        "disagreement": disagreement,
        "evidence_marks": evidence_marks,
        "false": false_line,
        "formula": _formula,
        "href": _href,
        "letters": letters,
        "inline": partial(inline_html, links=links),
        "instance": instance_text,
        "instances": instance_count,
        "near_misses": near_miss_count,
        "premise": premise_line,
        "program": partial(_program, links=links),
        "generated": generated_lines,
        "scope": _scope,
        "short": short,
        "signs": _signs,
        "typeset": typeset,
        "standing": standing,
    }
    said = counted(document)
    counts = Counter(map(standing, document["claims"]))
    document = {**document, "summary": {name: counts[name] for name in _SIGNS}}
    claims = document["claims"]
    style, script = Markup(font_face()) + _asset("ledger.css"), _asset("ledger.js")
    return environment.get_template("ledger.html").render(
        document=document,
        edition=edition(),
        date=today(),
        claims=claims,
        by_id={claim["id"]: claim for claim in claims},
        counted=said,
        headline=list(headline(document)),
        words=WORDS,
        statuses=[name for name in _SIGNS if counts[name]],
        per_source=_per_source(document),
        used_by=_backwards(claims, "depends_on"),
        repairs=_backwards(claims, "repaired_by"),
        trusted_by=_backwards(claims, "trust"),
        graph=_graph(claims),
        seconds={claim["id"]: sum(entry["seconds"] for entry in claim["evidence"]) for claim in claims},
        signs=_SIGNS,
        relations=_RELATIONS,
        verdict_signs=_VERDICT_SIGNS,
        style=style,
        script=script,
        icon=Markup(icon_link()),
        policy="; ".join((*_own(style, script), FONT_POLICY, ICON_POLICY)),
    )


def _signs(title: str) -> str:
    """A title with its formulas in signs: for lists, which would be slow and wide with formulas that are set."""
    return spoken(typeset(title))


def _program(text: str, links: Mapping[str, str]) -> Markup:
    """What a check says of itself, its program text as code."""
    from markupsafe import Markup

    return Markup("".join(_piece(piece, links) for piece in programs(text)))


def _scope(text: str) -> Markup:
    """What a check looked at: the formulas of whoever wrote it, or the program text of a prover."""
    from markupsafe import Markup

    return Markup(joined("".join(map(_piece, scopes(text)))))


def _asset(name: str) -> Markup:
    from markupsafe import Markup

    return Markup((files("sdp_proofs.render") / "templates" / name).read_text(encoding="utf-8"))


def _own(style: str, script: str) -> tuple[str, str, str]:
    """Nothing may be loaded, and what the page brings with it may run."""
    return "default-src 'none'", f"style-src '{_digest(style)}'", f"script-src '{_digest(script)}'"


def _digest(text: str) -> str:
    """The name under which the page's policy lets its own style and script in, and no others."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _anchor(identifier: str) -> str:
    return f"claim-{identifier}"


def _href(identifier: str) -> str:
    return "#" + quote(_anchor(identifier), safe="")


def inline_html(text: str, links: Mapping[str, str] = _NO_LINKS) -> Markup:
    """A line of a claim's Markdown as HTML.

    Args:
        text: the line.
        links: where a reader finds the claims that are named in it.
    """
    from markupsafe import Markup

    return Markup("<br>").join(map(Markup, _lines(text, links)))


def block_html(text: str, links: Mapping[str, str] = _NO_LINKS) -> Markup:
    """Paragraphs of a claim's Markdown as HTML, with links as in `inline_html`."""
    from markupsafe import Markup

    return Markup("\n").join(Markup(f"<p>{line}</p>") for line in _lines(text, links))


def _lines(text: str, links: Mapping[str, str]) -> Iterator[str]:
    for pieces in paragraphs(text):
        yield joined("".join(_piece(piece, links) for piece in pieces))


def _piece(piece: Piece, links: Mapping[str, str] = _NO_LINKS) -> str:
    if piece.style is Style.MATH:
        return mathml(piece.text) or f"<code>{escape(piece.text)}</code>"
    said = escape(piece.text)
    if piece.style is not Style.PLAIN:
        tag = _TAGS[piece.style]
        said = f"<{tag}>{said}</{tag}>"
    return _NAMES.sub(lambda name: _link(name[0], links), said)


def _link(name: str, links: Mapping[str, str]) -> str:
    return f'<a href="{escape(links[name])}">{name}</a>' if name in links else name


def _formula(latex: str) -> Markup:
    """A displayed formula; its LaTeX where it cannot be typeset."""
    from markupsafe import Markup

    return Markup(mathml(latex, display=True) or f"<code>{escape(latex)}</code>")


def _per_source(document: Mapping[str, Any]) -> dict[str, Counter[str]]:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for claim in document["claims"]:
        counts[claim["paper"]][standing(claim)] += 1
    return dict(counts)


def _backwards(claims: list[Mapping[str, Any]], field: str) -> dict[str, list[str]]:
    """Which claims name an entry in a field of theirs."""
    found: dict[str, list[str]] = defaultdict(list)
    for claim in claims:
        named = claim[field] or []
        for name in [named] if isinstance(named, str) else named:
            found[name].append(claim["id"])
    return dict(found)


def _graph(claims: list[Mapping[str, Any]]) -> dict[str, Any]:
    """The drawings, the lines of text in every box, and the claims without any line."""
    labels = {claim["id"]: textwrap.wrap(claim["id"], _LABEL_WIDTH) for claim in claims}
    heights = {name: _PADDING + _FIRST_LINE + _NEXT_LINES * len(lines) for name, lines in labels.items()}
    edges = [(support, claim["id"], "depends") for claim in claims for support in claim["depends_on"]]
    edges += [(claim["repaired_by"], claim["id"], "repairs") for claim in claims if claim["repaired_by"]]
    parts = drawings(heights, edges)
    drawn = {name for part in parts for name in part.boxes}
    return {
        "parts": parts,
        "labels": labels,
        "heights": heights,
        "alone": [claim["id"] for claim in claims if claim["id"] not in drawn],
    }


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
