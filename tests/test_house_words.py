"""Words of this project are linked to the glossary where a page first uses them; the field's word stands beside."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.render.page_tree import VOID, Element, read

ROOT = Path(__file__).parents[1]
BUILT = ROOT / "docs" / "_build" / "html"
NOT_READ = {"a", "button", "code", "dt", "kbd", "label", "math", "nav", "option", "pre", "samp", "script", "select",
            "style", "svg", "summary", "textarea", "th", "title", *(f"h{level}" for level in range(1, 7))}  # fmt: skip


def _load() -> ModuleType:
    sys.path.insert(0, str(ROOT / "docs"))
    try:
        return importlib.import_module("house_words")
    finally:
        sys.path.remove(str(ROOT / "docs"))


WORDS = _load()


def _runs(element: Element, linked: str = "") -> Iterator[tuple[str, str]]:
    """The texts of a page in order; with each the word of the glossary that it is a link to, if it is one."""
    for child in element.children:
        if isinstance(child, str):
            yield child, linked
        elif child.attributes.get("class") == "house-word":
            yield from _runs(child, child["href"].partition("#word-")[2])
        elif child.tag not in NOT_READ:
            yield from _runs(child, linked)


def unlinked(page: Element, address: str) -> list[str]:
    """The words whose first use on a page is no link to their entry of the glossary."""
    wrong, seen = [], set[str]()
    texts = [(re.sub(r"\s", " ", text), link) for text, link in _runs(page)]
    for word in WORDS.spoken(address):
        found = re.compile(rf"(?<![\w-])({word.pattern})(?![\w-])", 0 if word.row.isupper() else re.IGNORECASE)
        for text, link in texts:
            # The field's word beside a link is no use of the page's own.
            if text[:1] in ("(", "=") and text.strip("(=) ") in FIELD:
                continue
            if found.search(text) and word.row not in seen:
                seen.add(word.row)
                if link != WORDS.anchor(word.row).removeprefix("word-"):
                    wrong.append(f"{word.row}: {text.strip()[:60]}")
    return wrong


FIELD = {word.field for word in WORDS.WORDS}


@pytest.fixture(scope="module")
def glossary() -> dict[str, str]:
    found: dict[str, str] = WORDS.rows()
    return found


def test_every_word_has_an_entry_that_gives_the_word_of_the_field(glossary: dict[str, str]) -> None:
    assert len(glossary) > 90
    for word in WORDS.WORDS:
        entry = glossary[word.row].replace("\\varepsilon", "ε").replace("{", "").replace("}", "").casefold()
        assert word.row.isupper() or any(part in entry for part in word.field.casefold().split() if len(part) > 2), word


def test_the_glossary_has_an_anchor_for_every_word() -> None:
    cells = "".join(f"<tr><td><p>{name}</p></td><td>x</td></tr>" for name in WORDS.rows())
    anchors = re.findall(r'id="(word-[^"]+)"', WORDS.with_anchors(f"<table>{cells}</table>"))
    assert len(anchors) == len(set(anchors))
    assert {WORDS.anchor(word.row) for word in WORDS.WORDS} <= set(anchors)


def test_a_first_use_is_linked_once_and_in_running_text_alone() -> None:
    page = (
        "<h2>Near misses</h2><p>A <b>near\nmiss</b> and <code>odds</code>, posterior odds, <a href='x'>laws</a>.<br>"
        "Near misses (ALL of them) at odds 3, and T draws; the test draws it.</p><p>hunted; odds</p>"
    )
    linked = WORDS.linked(page, "tutorial", "../")
    links = re.findall(r'<a class="house-word" href="\.\./glossary\.html#word-([a-z-]+)">([^<]+)</a>', linked)
    assert links == [
        ("near-miss", "near\nmiss"), ("all", "ALL"), ("odds", "odds"), ("draws", "draws"), ("hunt", "hunted"),
    ]  # fmt: skip
    assert "(<a" in linked and "</a> <small>= all instances</small>" in linked and "(mutant)" in linked
    assert re.sub(r'<a class="house-word"[^>]*>([^<]*)</a> <small>[^<]*</small>', r"\1", linked) == page


def test_an_unlinked_first_use_is_found() -> None:
    linked = WORDS.linked("<p>A near miss at odds 3; odds 4 of two sources.</p>", "claims/a.html", "")
    assert unlinked(read(linked), "claims/a.html") == []
    bare = re.sub(r'<a class="house-word"[^>]*odds">odds</a>', "odds", linked)
    assert [one.partition(":")[0] for one in unlinked(read(bare), "claims/a.html")] == ["odds"]
    wrong = linked.replace("#word-near-miss", "#word-odds")
    assert [one.partition(":")[0] for one in unlinked(read(wrong), "claims/a.html")] == ["near miss"]


def test_readme_links_its_first_uses() -> None:
    markdown = pytest.importorskip("markdown_it")
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    own = re.sub(r"<!-- results -->.*?<!-- end of results -->", "", text, flags=re.DOTALL)  # the papers' own words
    html = markdown.MarkdownIt("commonmark").enable("table").render(own)

    def to_entry(found: re.Match[str]) -> str:
        flat = re.sub(r"\s+", " ", found[1])
        row = next(word.row for word in WORDS.WORDS if re.fullmatch(f"(?i:{word.pattern})", flat))
        return f'<a class="house-word" href="#{WORDS.anchor(row)}">{found[1]}</a>'

    page, links = re.subn(r'<a href="docs/glossary\.md#[a-z-]+">([^<]+)</a>', to_entry, html)
    assert links >= 2
    page = re.sub(rf"<(({'|'.join(VOID)})\b[^>]*?)\s*/?>", r"<\1/>", page)
    assert unlinked(read(page), "README") == []


def test_sphinx_links_the_words_of_its_pages(tmp_path: Path) -> None:
    pytest.importorskip("sphinx")
    (tmp_path / "conf.py").write_text(
        f"import sys\nsys.path.insert(0, {str(ROOT / 'docs')!r})\nextensions = ['house_words']\n", encoding="utf-8"
    )
    pages = {
        "index": "Words\n=====\n\nA near miss at odds 3.\n\n.. toctree::\n\n   glossary\n",
        "glossary": "Glossary\n========\n\n.. list-table::\n   :header-rows: 1\n\n   * - here\n     - field\n"
        "   * - odds\n     - x\n",
    }
    for name, text in pages.items():
        (tmp_path / f"{name}.rst").write_text(text, encoding="utf-8")
    call = [sys.executable, "-m", "sphinx", "-q", "-b", "html", str(tmp_path), str(tmp_path / "out")]
    subprocess.run(call, check=True)
    page = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert '<a class="house-word" href="glossary.html#word-near-miss">near miss</a> <small>(mutant)</small>' in page
    assert re.search('<tr[^>]* id="word-odds"', (tmp_path / "out" / "glossary.html").read_text(encoding="utf-8"))


def test_the_pages_of_results_link_their_words(decided_pages: dict[str, Any]) -> None:
    for address, html in decided_pages.items():
        assert unlinked(read(html).all("main")[0], address) == [], address


@pytest.fixture(scope="module")
def decided_pages() -> dict[str, str]:
    """The pages of all results and papers, from the shipped results."""
    from sdp_proofs.ledger import results
    from sdp_proofs.ledger.digests import SHIPPED
    from sdp_proofs.papers import papers

    sys.path.insert(0, str(ROOT / "docs"))
    try:
        claim_pages, result_pages = map(importlib.import_module, ("claim_pages", "result_pages"))
    finally:
        sys.path.remove(str(ROOT / "docs"))
    kept = results.readable(SHIPPED)
    assert kept is not None
    document = kept.catalogue.excerpt(kept.catalogue.claims)
    wings = [paper for paper in papers() if paper.items]
    return {page.path: page.html for page in result_pages.pages(document, wings, claim_pages.links(document))}


@pytest.mark.slow
@pytest.mark.parametrize("page", ["index", "tutorial", "how_to/account", "explanation/evidence", "explanation/house"])
def test_a_built_page_links_its_words(page: str) -> None:
    file = BUILT / f"{page}.html"
    if not file.is_file():
        pytest.skip(f"{page} is not built: make docs")
    body = re.search(r'<article role="main"[^>]*>.*?</article>', file.read_text(encoding="utf-8"), re.DOTALL)
    assert body is not None
    assert unlinked(read(body[0]), page) == []
