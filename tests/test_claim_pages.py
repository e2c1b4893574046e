"""The pages on claims: links where claims are named, titles said once, no heading without what it announces."""

from __future__ import annotations

import doctest
import importlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from sdp_proofs.ledger import results
from sdp_proofs.notation import with_formulas
from sdp_proofs.papers import registry
from sdp_proofs.render.blocks import prose
from sdp_proofs.render.markdown import Markdown
from sdp_proofs.render.phrases import generated_lines
from sdp_proofs.render.result import part_headline

DOCS = str(Path(__file__).parents[1] / "docs")
NONE = {"refuted": 0, "total": 0, "kinds": {}, "survivors": [], "weaker": 0, "listed": []}
MADE = {**NONE, "refuted": 2, "total": 2, "kinds": {"sign": 2}}


@pytest.fixture(scope="module")
def pages() -> Iterator[ModuleType]:
    sys.path.insert(0, DOCS)
    yield importlib.import_module("claim_pages")
    sys.path.remove(DOCS)


def test_examples_run(pages: ModuleType) -> None:
    found = doctest.testmod(pages)
    assert found.attempted >= 2 and not found.failed


def test_every_claim_has_a_page_that_begins_with_its_verdict(pages: ModuleType) -> None:
    kept = results.readable(results.SHIPPED)
    assert kept is not None
    document = kept.catalogue.excerpt(list(kept.catalogue.claims)[::9])
    found = list(pages.pages(document))
    assert [page.path for page in found] == list(pages.links(document).values())
    for page, claim in zip(found, document["claims"], strict=True):
        assert page.html.index(part_headline(claim).word) < page.html.index('class="statement"')
        assert (claim["counterexample"] is None) == ("The certificate" not in page.html)


def test_the_ledger_page_has_a_row_for_every_claim(pages: ModuleType) -> None:
    kept = results.readable(results.SHIPPED)
    assert kept is not None
    document = kept.catalogue.excerpt(kept.catalogue.claims)
    page, script = pages.ledger_page(document)
    rows = json.loads(script.removeprefix("window.CLAIMS = ").rstrip(";\n"))
    assert [row[0] for row in rows] == list(kept.catalogue.claims)
    assert "_static/claims.js" in page.html and len(page.html) + len(script) < 400_000


def test_a_family_of_nothing_has_no_section() -> None:
    assert list(generated_lines({"generated": NONE})) == []
    assert all(list(generated_lines({"generated": family})) for family in (MADE, {**NONE, "weaker": 1}))


def test_a_claim_that_another_one_names_is_linked() -> None:
    links = {name: f"{name}.md" for name in registry()}
    for claim in registry().values():
        said = Markdown(links).line(prose(claim.note))
        words = claim.note.replace(".", "").replace(",", "").split()
        assert all(f"]({name}.md)" in said for name in set(links) & set(words))


def test_the_name_of_a_claim_is_no_formula() -> None:
    assert [name for name in registry() if "$" in with_formulas(f"see {name}") and name.count("-") > 2] == []


def test_no_heading_says_its_place_twice(pages: ModuleType) -> None:
    doubled = []
    for claim in registry().values():
        shown = pages._without(claim.locator, claim.title)
        doubled += [claim.id for part in pages.re.split("[,;] ", claim.locator) if shown.startswith(f"{part}:")]
    assert not doubled
