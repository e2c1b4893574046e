"""Markdown from texts of claims: nothing of a text becomes HTML, a link or a cell, and formulas stay formulas."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdp_proofs.ledger import run_registry, snapshot
from sdp_proofs.ledger.paper import Paper
from sdp_proofs.render.errata import Errata, errata_of
from sdp_proofs.render.ledger import ledger_counts, ledger_markdown, ledger_summary
from sdp_proofs.render.markdown import cell, marked, plain
from sdp_proofs.render.pieces import Style, pieces
from sdp_proofs.render.tables import TextTable, table_markdown
from tests.ledger.toy_ledger import registry

HOSTILE = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[click](javascript:alert(1))",
    "![x](http://example.org/x.png)",
    "</td></tr></table><!-- ",
    "a | b || c",
    "`code` with ` one tick and <b>",
    "$x<script>y$ and $a](b)$",
    "*x* _y_ **z** ~~w~~ \\*",
    "&lt;script&gt; &#60;",
    "line\n# heading\n- item\n\n> quote",
    "\x1b[31mred\u202e",
    "<https://example.org>",
    "<?php x ?>",
    "`a\\|b`",
)
_CODE = re.compile(r"(?<!\\)`[^`]*`")
_TAG = re.compile(r"<[A-Za-z/!?]")
_LINK = re.compile(r"(?<!\\)\]\(")
texts = st.one_of(st.sampled_from(HOSTILE), st.text(alphabet="ab <>/![](){}|`$*_~\\&;#\n-1lt", max_size=30))


def without_code(text: str) -> str:
    """Code spans are shown as they are, so nothing in them counts."""
    return _CODE.sub("", text)


def is_harmless(text: str) -> bool:
    bare = without_code(text)
    return not _TAG.search(bare) and not _LINK.search(bare) and all(sign.isprintable() or sign == "\n" for sign in text)


@given(texts)
def test_no_text_becomes_html_or_a_link(text: str) -> None:
    for escape in (plain, marked, cell):
        assert is_harmless(escape(text)), escape(text)


@given(st.lists(texts, min_size=1, max_size=3))
def test_a_cell_stays_one_cell(parts: list[str]) -> None:
    """GFM lets a backslash take the next sign with it, and a bar that is left ends a cell."""
    row = " ".join(map(cell, parts))
    assert "\n" not in row
    assert "|" not in re.sub(r"\\.", "", row)


@given(texts)
def test_plain_text_has_no_marks_left(text: str) -> None:
    bare = re.sub(r"\\[!-/:-@\[-`{-~]", "", plain(text))
    assert not re.search(r"[`$~]|(?<=\S)\*(?=\S)", bare)


@pytest.mark.parametrize(
    "text",
    [
        r"If $0 < f \le 1/m$, `delta_SDP` is at most $e^{-n}$ and T < n.",
        "delta(x) < 1/n for n > 2, and n - T >= 1; *Remark 8* and **all** of it",
        "2 * 3 = 6, P(a) & P(b), x_1 <= x_2, [0, 1] and (0, 1]",
    ],
)
def test_what_is_meant_stays_as_it_is(text: str) -> None:
    assert marked(text) == text and cell(text) == text


def test_formulas_and_code_are_found_again() -> None:
    text = r"$KL(a \| b)$ and `a|b`, $|x| < y$ *so* **it** is"
    styles = [Style.MATH, Style.CODE, Style.MATH, Style.EMPHASIS, Style.STRONG]
    for escaped in (marked(text), cell(text)):
        assert [piece.style for piece in pieces(escaped) if piece.style is not Style.PLAIN] == styles
    assert cell(text).startswith(r"$KL(a \Vert  b)$ and `a\|b`, $\vert x\vert  < y$")


@pytest.mark.parametrize("text", HOSTILE)
def test_every_field_of_every_markdown_report_is_escaped(text: str) -> None:
    document: dict[str, Any] = snapshot(registry(), run_registry(registry()))
    for claim in document["claims"]:
        claim.update(title=text, locator=text, statement=text, note=text)
        if claim["counterexample"] is not None:
            claim["counterexample"]["says"] = text
            claim["erratum"] = {"wrong": text, "cost": text, "defect": "false"}
    entries = errata_of(document)
    table = TextTable((text, "n"), ((text, "1"), ("", text)), text, (text,))
    reports = [ledger_markdown(document), ledger_summary(document), ledger_counts(document), table_markdown(table)]
    errata = Errata(entries, (Paper(key="toy", misprints=((text, text, text),)),), [])
    for report in (*reports, errata.text("markdown")):
        assert is_harmless(report), report
        rows = [line for line in report.splitlines() if line.startswith("|")]
        assert len({re.sub(r"\\.", "", row).count("|") for row in rows}) <= 1
