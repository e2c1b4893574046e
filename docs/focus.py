"""The part of the graph around some claims: a picture of what they rest on and carry, and the same as lists."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from sdp_proofs.render.blocks import claim as named
from sdp_proofs.render.blocks import prose
from sdp_proofs.render.graph import BOX, drawings
from sdp_proofs.render.html import Html
from sdp_proofs.render.phrases import standing
from sdp_proofs.render.terminal import plain

Document = Mapping[str, Any]

MOST = 8
"""Claims that the picture draws on one side; the lists have all."""
_COLUMNS, _BOLD, _LINES = 31, 28, 3  # characters of a line in a box, of its first line, and lines of the title
_TOP, _NEXT, _PADDING = 17, 14, 12


def around(chosen: Sequence[str], known: Mapping[str, Document], users: Mapping[str, Sequence[str]], writer: Html,
           claims: str) -> Iterator[str]:  # fmt: skip
    """Yield the section on what claims rest on and carry; nothing where there is neither.

    Args:
        chosen: ids of the claims in the middle.
        known: all claims by id.
        users: the ids of the claims that cite each claim.
        writer: knows the addresses of claims.
        claims: the way from the page to the folder of claims, as `../claims/`.
    """
    own = set(chosen)
    rests = list(dict.fromkeys(one for name in chosen for one in known[name]["depends_on"] if one in known))
    carried = list(dict.fromkeys(one for name in chosen for one in users[name]))
    rests, carried = ([one for one in side if one not in own] for side in (rests, carried))
    if not rests and not carried:
        return
    yield '<section class="around"><h2>What it rests on and carries</h2>'
    yield _picture(chosen, rests, carried, known, claims)
    yield '<div class="neighbours">'
    for title, names in (("It rests on", rests), ("It carries", carried)):
        yield f"<div><h3>{title} {len(names) or 'no other claim'}</h3><ul>"
        for name in names:
            one = known[name]
            yield f'<li class="{standing(one)}">{writer.line(prose(one["title"]))} {writer.line(named(name))}</li>'
        yield "</ul></div>"
    yield "</div></section>"


def _picture(chosen: Sequence[str], rests: Sequence[str], carried: Sequence[str], known: Mapping[str, Document],
             claims: str) -> str:  # fmt: skip
    """The claims as boxes that are links, from what they rest on at the left to what they carry at the right."""
    own = set(chosen)
    shown = {*own, *rests[:MOST], *carried[:MOST]}
    labels = {name: _label(known[name]) for name in known if name in shown}
    heights = {name: _TOP + _NEXT * len(lines) - _NEXT + _PADDING for name, lines in labels.items()}
    edges = [
        (support, name, "depends")
        for name in labels
        for support in known[name]["depends_on"]
        if support in shown and (support in own or name in own)
    ]
    edges += [(one, name, "repairs") for name in chosen if (one := known[name]["repaired_by"]) in shown]
    drawn = "".join(_drawing(part, labels, heights, own, known, claims) for part in drawings(heights, edges))
    left = len(rests[MOST:]) + len(carried[MOST:])
    said = (
        "What stands on the left carries what stands on the right. A dashed line leads from a claim to the one that "
        "it is put in the place of." + (f" {left} more are listed below." if left else "")
    )
    return f'<div class="drawings">{drawn}</div><p class="source">{said}</p>'


def _drawing(part: Any, labels: Mapping[str, Sequence[str]], heights: Mapping[str, float], own: set[str],
             known: Mapping[str, Document], claims: str) -> str:  # fmt: skip
    size = f'viewBox="0 0 {part.width:.0f} {part.height:.0f}" width="{part.width:.0f}" height="{part.height:.0f}"'
    lines = "".join(f'<path class="line {line.kind}" d="{line.path}"/>' for line in part.lines)
    boxes = "".join(_box(known[name], corner, labels[name], heights[name], name in own, claims)
                    for name, corner in part.boxes.items())  # fmt: skip
    return f'<div class="drawing" tabindex="0" role="group" aria-label="Graph"><svg {size}>{lines}{boxes}</svg></div>'


def _box(claim: Document, corner: tuple[float, float], label: Sequence[str], height: float, chosen: bool,
         claims: str) -> str:  # fmt: skip
    texts = "".join(
        f'<text x="9" y="{_TOP + _NEXT * place}"{"" if place else " class=sign"}>{escape(line)}</text>'
        for place, line in enumerate(label)
    )
    x, y = corner
    return (
        f'<a class="box {standing(claim)}{" chosen" * chosen}" href="{claims}{claim["id"]}.html">'
        f"<title>{escape(plain(prose(claim['title'])))} ({standing(claim)})</title>"
        f'<g transform="translate({x:.1f} {y:.1f})"><rect width="{BOX:.0f}" height="{height}" rx="4"/>{texts}</g></a>'
    )


def _label(claim: Document) -> list[str]:
    """The lines in a box: the place, with the verdict if it is not established, and the title as far as it fits.

    Example:
        >>> said = {"locator": "Lemma 2", "kind": "lemma", "status": "refuted", "title": "x " * 60}
        >>> [len(line) for line in _label({**said, "id": "a"})], _label({**said, "id": "a"})[0]
        ([17, 31, 31, 31], 'Lemma 2 (refuted)')
    """
    word = "" if standing(claim) == "established" else f" ({standing(claim)})"
    place = textwrap.shorten(claim["locator"], _BOLD - len(word), placeholder=" ...")
    title = textwrap.wrap(plain(prose(claim["title"])), _COLUMNS, max_lines=_LINES, placeholder=" ...")
    return [place + word, *title]
