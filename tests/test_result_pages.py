"""The pages of results and papers: one for each item, the verdict first, no link that leads nowhere."""

from __future__ import annotations

import doctest
import importlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from types import ModuleType
from typing import Any

import pytest

from sdp_proofs.ledger import results
from sdp_proofs.papers import papers
from sdp_proofs.render.result import reason_of
from tests.render.page_tree import read

DOCS = str(Path(__file__).parents[1] / "docs")
WINGS = [paper for paper in papers() if paper.items]


@pytest.fixture(scope="module")
def made() -> Iterator[ModuleType]:
    sys.path.insert(0, DOCS)
    yield importlib.import_module("result_pages")
    sys.path.remove(DOCS)


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    kept = results.readable(results.SHIPPED)
    assert kept is not None
    return kept.catalogue.excerpt(kept.catalogue.claims)


@pytest.fixture(scope="module")
def pages(made: ModuleType, document: dict[str, Any]) -> dict[str, Any]:
    links = importlib.import_module("claim_pages").links(document)
    return {page.path: page for page in made.pages(document, WINGS, links)}


def test_examples_run(made: ModuleType) -> None:
    for module in (made, importlib.import_module("site_pages"), importlib.import_module("focus")):
        found = doctest.testmod(module)
        assert found.attempted >= 2 and not found.failed


def test_every_item_has_a_page_of_its_own(made: ModuleType, pages: dict[str, Any]) -> None:
    expected = {made.address(paper, item) for paper in WINGS for item in paper.items}
    assert len(expected) == sum(len(paper.items) for paper in WINGS) >= 267
    assert expected | {f"papers/{paper.key}.html" for paper in WINGS} | {"papers/index.html"} == set(pages)
    assert "results/smoothed-dp/theorem-5.html" in pages


def test_no_link_leads_nowhere(document: dict[str, Any], pages: dict[str, Any]) -> None:
    known = set(pages) | {f"claims/{claim['id']}.html" for claim in document["claims"]}
    known |= {"index.html", "ledger.html", "glossary.html", "search.html"}
    known |= {f"errata/{paper.key}.{kind}" for paper in WINGS for kind in ("html", "tex", "pdf")}
    for path, page in pages.items():
        for target in re.findall(r'(?:href|src)="([^"#?]+)', page.html):
            whole: list[str] = []
            for part in (PurePosixPath(path).parent / target).parts:
                whole = whole[:-1] if part == ".." else [*whole, part]
            place = "/".join(whole)
            assert place in known or (place.startswith("_static/") and ".." not in place), (path, target)


def test_the_verdict_is_the_first_thing_on_a_page(made: ModuleType, document: dict[str, Any], pages: Any) -> None:
    for paper in WINGS:
        for item, result in made.results(document, paper).items():
            page = read(pages[made.address(paper, item)].html)
            [heading] = page.all("h1")
            assert heading.text == item
            [banner] = [one for one in page.all("div") if "banner" in one.attributes.get("class", "").split()]
            assert banner.text.startswith(result.headline.word)
            if result.headline.word in ("FALSE", "FALSE IN PART") and "red" in result.headline.style:
                assert "fails-part" in banner["class"].split()
            text = page.text
            fails = [claim for claim in result.parts if claim["status"] in ("refuted", "repaired")]
            assert banner.text.count("Cite instead:") == len(fails)
            assert banner.text.count("Why:") == sum(bool(reason_of(claim)) for claim in fails)
            without = sum(result.replacement(claim) is None for claim in fails)
            assert banner.text.count("no repair is known") == without
            for claim in result.parts:
                if claim["status"] == "repaired":
                    assert "Cite instead" in text and "To copy" in text
                if claim["counterexample"] is not None:
                    assert "sdp-proofs certificate" in text
                if claim.get("derivation"):
                    assert "The published proof, step by step" in text


def test_a_broken_step_is_marked(pages: dict[str, Any]) -> None:
    assert "FAILS, the first broken step" in pages["results/smoothed-dp/theorem-5.html"].html


def test_neighbours_are_those_of_the_paper(pages: dict[str, Any]) -> None:
    html = pages["results/smoothed-dp/theorem-5.html"].html
    assert re.search(r'rel="prev" href="app-f.html"', html)
    assert re.search(r'rel="next" href="app-f-proof-of-the-dp-half.html"', html)


def test_a_paper_lists_its_items_in_order(pages: dict[str, Any]) -> None:
    for paper in WINGS:
        _, _, html = pages[f"papers/{paper.key}.html"].html.partition('<ol class="contents">')
        places = [html.index(f"/{slug}.html") for slug in map(sys.modules["site_pages"].slug, paper.items)]
        assert places == sorted(places)


def test_the_page_of_a_paper_names_its_false_results_before_its_contents(pages: dict[str, Any]) -> None:
    html = pages["papers/smoothed-dp.html"].html
    above = html[: html.index('<ol class="contents">')]
    for word, item in (("FALSE", "remark-8"), ("FALSE", "theorem-5"), ("NEEDS A HYPOTHESIS", "proposition-6")):
        [line] = [one for one in above.splitlines() if f">{word}</span>: " in one]
        assert f'href="../results/smoothed-dp/{item}.html"' in line
    assert "theorem-4" not in above


def test_the_picture_of_a_result_has_what_it_rests_on_and_carries(document: dict[str, Any], pages: Any) -> None:
    known = {claim["id"]: claim for claim in document["claims"]}
    page = read(pages["results/smoothed-dp/theorem-5.html"].html)
    [section] = [one for one in page.all("section") if one.attributes.get("class") == "around"]
    boxes = {
        one["href"].rsplit("/", 1)[1].removesuffix(".html"): one["class"].split()
        for drawing in section.all("svg") for one in drawing.all("a")
    }  # fmt: skip
    chosen = {name for name, said in boxes.items() if "chosen" in said}
    false = "with-replacement-no-delta-up-to-the-printed-one"
    assert {false, known[false]["repaired_by"]} <= chosen and len(chosen) == 4
    near = {one for name in chosen for one in known[name]["depends_on"]}
    near |= {name for name, claim in known.items() if chosen & set(claim["depends_on"])}
    assert set(boxes) == near | chosen
    listed = {one["href"].rsplit("/", 1)[1].removesuffix(".html") for one in section.all("li") for one in one.all("a")}
    assert near - chosen <= listed
    assert boxes[false][1] == "repaired"


def test_a_picture_stays_small_whatever_is_carried(made: ModuleType, document: dict[str, Any]) -> None:
    focus = sys.modules["focus"]
    known = {claim["id"]: claim for claim in document["claims"]}
    users = sys.modules["result_pages"].backwards(document, "depends_on")
    most = max(known, key=lambda name: len(users[name]))
    html = "".join(focus.around([most], known, users, made.Html({}), ""))
    assert len(users[most]) > 100 and html.count('class="box ') <= 2 * focus.MOST + 1
    assert f"{len(users[most]) - focus.MOST} more are listed" in html and html.count("<li ") >= len(users[most])
    assert max(map(int, re.findall(r'<svg [^>]*height="([0-9]+)"', html))) < 900
