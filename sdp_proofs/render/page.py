"""The ledger as one HTML page without network, framework or need of JavaScript."""

from __future__ import annotations

import base64
import hashlib
import textwrap
from collections import Counter
from collections.abc import Mapping
from importlib.resources import files
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from sdp_proofs.edition import edition, today
from sdp_proofs.ledger.catalogue import short
from sdp_proofs.render.blocks import prose
from sdp_proofs.render.claims import Pages, backwards
from sdp_proofs.render.front import headline, ledger_title
from sdp_proofs.render.graph import drawings
from sdp_proofs.render.html import POLICY, Html, font_face, icon_link
from sdp_proofs.render.phrases import (
    DEFINITION,
    NOT_EXAMINED,
    READING,
    UNCHECKABLE,
    WORDS,
    counted,
    disagreement,
    evidence_marks,
    false_line,
    near_miss_count,
    standing,
)
from sdp_proofs.render.terminal import plain

if TYPE_CHECKING:
    from markupsafe import Markup

Document = Mapping[str, Any]

_SIGNS = {
    NOT_EXAMINED: "○",
    "established": "✓", "supported": "≈", "repaired": "↻", "refuted": "✗", "open": "?", "vacuous": "∅",
    DEFINITION: "≝", UNCHECKABLE: "–", READING: "◇",
}  # fmt: skip
_LABEL_WIDTH = 27  # characters of a line in a box of the graph
_FIRST_LINE, _NEXT_LINES, _PADDING = 15, 14, 12


def ledger_html(document: Document) -> str:
    """Return the page: counts, filters, dependency graph, an overview, and a section per claim.

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
    claims = document["claims"]
    standings = {claim["id"]: standing(claim) for claim in claims}
    links = {claim["id"]: _href(claim["id"]) for claim in claims}
    writer = Html(links, standings, {name: f"#trust-{quote(name)}" for name in document["trust"]})
    pages = Pages(document, set(links), timed=True)
    environment.filters |= {
        "anchor": _anchor,
        "disagreement": disagreement,
        "evidence_marks": evidence_marks,
        "false": false_line,
        "href": _href,
        "inline": lambda text: Markup(writer.line(prose(text))),
        "near_misses": near_miss_count,
        "sections": lambda claim: Markup("\n".join(map(writer.section, pages.sections(claim)))),
        "short": short,
        "signs": lambda title: plain(prose(title)),  # lists would be slow and wide with formulas that are set
        "standing": standing,
    }
    counts = Counter(standings.values())
    style, script = Markup(font_face()) + _asset("ledger.css"), _asset("ledger.js")
    return environment.get_template("ledger.html").render(
        document={**document, "summary": {name: counts[name] for name in _SIGNS}},
        edition=edition(),
        date=today(),
        claims=claims,
        by_id={claim["id"]: claim for claim in claims},
        counted=counted(document),
        heading=ledger_title(document),
        headline=list(headline(document)),
        words=WORDS,
        statuses=[name for name in _SIGNS if counts[name]],
        per_source=_per_source(claims),
        trusted_by=backwards(document, "trust"),
        graph=_graph(claims),
        signs=_SIGNS,
        style=style,
        script=script,
        icon=Markup(icon_link()),
        policy="; ".join((*_own(style, script), POLICY)),
    )


def _asset(name: str) -> Markup:
    from markupsafe import Markup

    return Markup((files("sdp_proofs.render") / "templates" / name).read_text(encoding="utf-8"))


def _own(style: str, script: str) -> tuple[str, str, str]:
    """Return the policy under which nothing is loaded."""
    return "default-src 'none'", f"style-src '{_digest(style)}'", f"script-src '{_digest(script)}'"


def _digest(text: str) -> str:
    """Return the name by which the policy lets a style or script in."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _anchor(identifier: str) -> str:
    return f"claim-{identifier}"


def _href(identifier: str) -> str:
    return "#" + quote(_anchor(identifier), safe="")


def _per_source(claims: list[Document]) -> dict[str, Counter[str]]:
    counts: dict[str, Counter[str]] = {}
    for claim in claims:
        counts.setdefault(claim["paper"], Counter())[standing(claim)] += 1
    return counts


def _graph(claims: list[Document]) -> dict[str, Any]:
    """Return the drawings, the text in every box, and unlinked claims."""
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
