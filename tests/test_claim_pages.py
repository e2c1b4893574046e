"""The pages on claims: links where claims are named, titles said once, no heading without what it announces."""

from __future__ import annotations

import doctest
import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from sdp_proofs.notation import with_formulas
from sdp_proofs.papers import registry
from sdp_proofs.render.blocks import prose
from sdp_proofs.render.markdown import Markdown
from sdp_proofs.render.phrases import generated_lines

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
