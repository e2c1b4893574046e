"""Formulas that scroll to the side are cut below their last line as well: every style leaves room for them."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

from sdp_proofs.notation import typeset
from sdp_proofs.papers import registry
from sdp_proofs.render import errata
from sdp_proofs.render.blocks import math
from sdp_proofs.render.html import Html, font_face
from sdp_proofs.render.mathml import mathml
from sdp_proofs.render.pieces import Style, pieces
from tests.render.page_tree import read
from tests.render.test_html_in_a_browser import browser, opened

__all__ = ["browser"]

DEEP = (r"1 - \prod_{i \in \{1, 2\}} \delta_i", r"\frac{25978107834}{43589303564}", r"\binom{n}{k} e^{-\frac{a}{b}}")
DOCS = (Path(__file__).parents[2] / "docs" / "static" / "pages.css").read_text(encoding="utf-8")
CARDS = (files("sdp_proofs.render") / "templates" / "ledger.css").read_text(encoding="utf-8")
MEASURED = """
<script>document.querySelectorAll("h1, h3, p, .formula, .line").forEach((element) => {
  if (getComputedStyle(element).overflowY !== "visible")
    element.setAttribute("data-cut", element.scrollHeight - element.clientHeight); })</script>
"""


def test_no_title_of_a_claim_scrolls_on_a_phone() -> None:
    """A phone of 390 pixels has room for 322: letters in titles are half as wide as high or a little more."""
    phone = DOCS.rpartition("@media (max-width: 40rem)")[2]
    size = re.search(r"h1:has\(math\) \{ font-size: ([\d.]+)em", phone)
    room = 322 / (16 * float(size[1] if size else 0) * 0.6)
    found = {
        (claim.id, letters)
        for claim in registry().values()
        for piece in pieces(typeset(claim.title))
        if piece.style is Style.MATH
        for part in str(mathml(piece.text)).split("<wbr>")
        if (letters := len(read(part).text)) > room
    }
    assert found == set()


@pytest.mark.slow
@pytest.mark.parametrize("style", [DOCS, CARDS, errata._STYLE], ids=["site", "ledger", "errata"])
def test_nothing_that_hangs_below_is_cut(browser: list[str], tmp_path: Path, style: str) -> None:
    set_in_text = [f"<{tag}>Where {Html().line(math(latex))}</{tag}>" for tag in ("h1", "h3", "p") for latex in DEEP]
    shown = [mathml(latex, display=True) for latex in DEEP]
    apart = [f'<div class="{name}">{formula}</div>' for name in ("formula", "line") for formula in shown]
    page = tmp_path / "page.html"
    page.write_text(
        f"<!DOCTYPE html><meta charset=utf-8><style>{font_face()}{style}</style><body><article class='card derivation'>"
        f"{''.join(set_in_text + apart)}</article>{MEASURED}", encoding="utf-8",
    )  # fmt: skip
    dom, _ = opened(browser, page.as_uri())
    measured = {(one.tag, one.text): int(one["data-cut"]) for one in read(dom) if "data-cut" in one.attributes}
    assert len(measured) >= 6
    assert {key: cut for key, cut in measured.items() if cut > 1} == {}
