"""Errata in Markdown say what a ledger and its paper say, and nothing of it becomes HTML, a link or a control code."""

from __future__ import annotations

from dataclasses import fields
from html.parser import HTMLParser
from itertools import cycle
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from sdp_proofs.ledger.paper import Paper
from sdp_proofs.ledger.run import run_registry
from sdp_proofs.ledger.snapshot import snapshot
from sdp_proofs.render.errata import errata_document
from tests.full import trials
from tests.ledger.toy_ledger import registry

OWN = {"h1", "h2", "h3", "p", "strong", "em", "code", "table", "thead", "tbody", "tr", "th", "td", "br", "hr"}
HARMLESS = {"pre", "blockquote", "ul", "ol", "li"}
HOSTILE = (
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<svg/onload=alert(1)>", "</p><b>", "<!--", "<?php",
    "[a](javascript:alert(1))", "![a](http://x)", "<http://x>", "<a@b.c>", "[a]: http://x", "[a][a]", "&lt;b&gt;",
    "&#60;b>", "\n\n<div>\n\n", "\n    <b>", "\n```html\n<b>\n", "\n> <b>", "\n# <b>", "`<b>", "$<b>$", "**<b>**",
    "*<b>*", "|", "\\", "\\<b>",
    "\x1b[2J", "\u202e", "\u2028<b>", "\r<b>", "a*", "_", "~~~", "<b", ">", "<", "&", "\x00", "T",
)  # fmt: skip
TEXTS = st.lists(st.one_of(st.sampled_from(HOSTILE), st.text(max_size=4)), min_size=1, max_size=4).map("".join)
PLAIN = [field.name for field in fields(Paper) if field.type == "str" and field.name not in ("key", "package")]


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.add(tag)

    def handle_comment(self, data: str) -> None:
        self.found.add("a comment")


def tags(markdown: str) -> set[str]:
    """Tags that a browser sees in a page whose author allows HTML in Markdown."""
    parser = Tags()
    parser.feed(MarkdownIt("commonmark", {"html": True}).enable("table").render(markdown))
    return parser.found


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return snapshot(registry(), run_registry(registry()))


@settings(max_examples=trials(150, full=2_000), deadline=None)
@given(st.lists(TEXTS, min_size=1, max_size=20))
@example([HOSTILE[0]])
def test_no_text_of_a_paper_or_of_a_claim_is_more_than_text(document: dict[str, Any], texts: list[str]) -> None:
    said = cycle(texts)
    key = document["claims"][0]["paper"]
    printed = (next(said), next(said), next(said))
    paper = Paper(key=key, **{name: next(said) for name in PLAIN}, authors=printed, items=printed, misprints=(printed,))
    claims = [
        {**claim, **{name: next(said) for name in ("title", "statement", "locator", "note")}}
        for claim in document["claims"]
    ]
    found = errata_document({**document, "claims": claims}, [paper], key)
    shown = found.text("markdown")
    assert found.entries and tags(shown) <= OWN | HARMLESS, tags(shown) - OWN
    assert all(sign.isprintable() or sign in "\n\t" for sign in shown)


def test_what_is_marked_on_purpose_stays(document: dict[str, Any]) -> None:
    key = document["claims"][0]["paper"]
    paper = Paper(key=key, title="On Toys & Trade", authors=("A. Uthor",), compared="By *B*.")
    printed = errata_document(document, [paper], paper.key).text("markdown")
    assert printed.startswith("# Errata: On Toys & Trade\n")
    assert "**Paper.** A. Uthor, *On Toys & Trade*." in printed and "By *B*." in printed
