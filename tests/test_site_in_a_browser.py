"""The site in headless Chromium, at the widths of a phone and of a desk: what a reader sees and reaches.

The pages of results, papers, claims and the ledger are made here. Those that Sphinx sets are looked at where somebody
has built them (`make docs`).
"""

from __future__ import annotations

import importlib
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sdp_proofs.ledger import results
from sdp_proofs.papers import papers
from sdp_proofs.render.front import is_numbered_result
from tests.render.page_tree import read

ROOT = Path(__file__).parents[1]
BUILT = ROOT / "docs" / "_build" / "html"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
WIDTHS = (390, 1400)
MADE = (
    "results/smoothed-dp/theorem-5.html",
    "results/dp-lssgd/remark-14.html",
    "results/dp-lecture/gaussian-mechanism-theorem.html",
    "papers/index.html",
    "papers/smoothed-dp.html",
    "claims/remark-eight.html",
    "ledger.html",
    "errata/dp-lecture.html",
)
SET = ("index.html", "how_to/account.html", "generated/notebooks/1_election_with_lost_ballots.html", "glossary.html")
# Looks at the page as it is laid out, and writes what it finds into it.
LOOK = r"""
<script>
addEventListener("load", () => setTimeout(() => {
  const found = { width: innerWidth, overflow: document.documentElement.scrollWidth - innerWidth };
  const seen = (element) => { const box = element.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && getComputedStyle(element).visibility === "visible"; };
  const headings = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].filter(seen).map((one) => +one.tagName[1]);
  found.first = headings.filter((level) => level === 1).length;
  found.jumps = headings.filter((level, place) => level > (headings[place - 1] ?? 0) + 1).length;
  const parts = (colour) => [...colour.match(/[\d.]+/g).map(Number), 1].slice(0, 4);
  const light = ([r, g, b]) => [r, g, b].map((one) => one / 255)
    .map((one) => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
    .reduce((sum, one, place) => sum + one * [0.2126, 0.7152, 0.0722][place], 0);
  const behind = (element) => { for (let one = element; one; one = one.parentElement) {
    const colour = parts(getComputedStyle(one).backgroundColor); if (colour[3] > 0.99) return colour; }
    return [255, 255, 255, 1]; };
  const faded = (element) => { let all = 1; for (let one = element; one; one = one.parentElement)
    all *= +getComputedStyle(one).opacity; return all; };
  found.pale = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const letters = new Set();
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim(), element = walker.currentNode.parentElement;
    if (!text || !seen(element) || element.closest("script, style, noscript, .skip, [aria-hidden=true]")) continue;
    for (const letter of text) if (letter > "\u007f") letters.add(letter);
    const style = getComputedStyle(element), back = behind(element), alpha = parts(style.color)[3] * faded(element);
    const ink = parts(style.color).slice(0, 3).map((one, place) => one * alpha + back[place] * (1 - alpha));
    const [one, other] = [light(ink), light(back)].sort((a, b) => b - a);
    const size = parseFloat(style.fontSize), bold = +style.fontWeight >= 700;
    const needed = size >= 24 || (bold && size >= 18.66) ? 3 : 4.5;
    if ((one + 0.05) / (other + 0.05) < needed - 0.01)
      found.pale.push(`${text.slice(0, 30)} (${((one + 0.05) / (other + 0.05)).toFixed(2)})`);
  }
  const canvas = document.createElement("canvas"); canvas.width = canvas.height = 40;
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  const drawn = (letter) => { pen.clearRect(0, 0, 40, 40); pen.font = '20px "Latin Modern Math", system-ui, sans-serif';
    pen.fillText(letter, 5, 28); return pen.getImageData(0, 0, 40, 40).data.join(); };
  const box = drawn("\u{10FFFE}");
  found.missing = [...letters].filter((letter) => drawn(letter) === box && !/\s|\p{M}|\p{Cf}/u.test(letter)).join("");
  const reached = document.querySelectorAll("a[href], button, input, select, summary, textarea");
  found.unreached = [...reached].filter((one) => seen(one) && one.tabIndex < 0).length;
  found.nameless = [...reached].filter((one) => seen(one) && !(one.textContent.trim() || one.ariaLabel || one.title
    || one.labels?.length || one.querySelector("img, svg") || one.matches("input[type=submit]"))).length;
  parent.postMessage(JSON.stringify(found), "*");
}, 300));
</script>
"""
# A window of Chromium is never narrower than 500 pixels; a frame is.
FRAME = """<!DOCTYPE html><html><body><iframe src="{name}" style="width: {width}px; height: 900px; border: 0"></iframe>
<script>addEventListener("message", (event) => {{ document.body.dataset.found = event.data; }});</script></body></html>
"""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        pytest.skip(f"none of {', '.join(BROWSERS)} is on the PATH")
    home = tmp_path_factory.mktemp("browser")
    return [program, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--user-data-dir={home}"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages that no theme lays out, as `make docs` writes them."""
    place = tmp_path_factory.mktemp("site")
    sys.path.insert(0, str(ROOT / "docs"))
    try:
        claim_pages, result_pages, site_pages = map(
            importlib.import_module, ("claim_pages", "result_pages", "site_pages")
        )
    finally:
        sys.path.remove(str(ROOT / "docs"))
    kept = results.readable(results.SHIPPED)
    assert kept is not None
    document = kept.catalogue.excerpt(kept.catalogue.claims)
    ledger, script = claim_pages.ledger_page(document)
    wings = [paper for paper in papers() if paper.items]
    pages = {page.path: page.html for page in result_pages.pages(document, wings, claim_pages.links(document))}
    pages |= {page.path: page.html for page in claim_pages.pages(document) if page.path in MADE}
    pages |= {ledger.path: ledger.html, **dict(claim_pages.errata_pages(document))}
    pages |= {"_static/claims.js": script, "_static/site.css": site_pages.style()}
    for path, text in pages.items():
        file = place / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    for file in (*(ROOT / "docs" / "static").iterdir(), *(ROOT / "sdp_proofs" / "render" / "fonts").iterdir()):
        shutil.copy(file, place / "_static")
    return place


def looked_at(browser: list[str], file: Path, width: int) -> tuple[dict[str, Any], list[str]]:
    """Find things on a page, and the errors of its console."""
    text = file.read_text(encoding="utf-8")
    copy, frame = file.with_name(f"looked-at-{file.name}"), file.with_name(f"frame-of-{file.name}")
    copy.write_text(re.sub(r"</body>", lambda _: f"{LOOK}</body>", text, count=1), encoding="utf-8")
    frame.write_text(FRAME.format(name=copy.name, width=width), encoding="utf-8")
    options = ["--window-size=1500,1000", "--enable-logging=stderr", "--virtual-time-budget=5000", "--dump-dom"]
    try:
        done = subprocess.run(
            [*browser, *options, frame.as_uri()], capture_output=True, text=True, timeout=180, check=False
        )
    finally:
        copy.unlink()
        frame.unlink()
    errors = [line for line in done.stderr.splitlines() if "CONSOLE" in line and "service worker" not in line]
    [body] = read(done.stdout).all("body")
    return json.loads(body["data-found"]), errors


def judged(found: dict[str, Any], errors: list[str], width: int) -> list[str]:
    """Faults of a page, in words."""
    wrong = [f"console: {line}" for line in errors]
    wrong += [f"the window is {found['width']} wide"] * (found["width"] != width)
    wrong += [f"{found['overflow']} pixels beyond the edge"] * (found["overflow"] > 1)
    wrong += [f"{found['first']} headings of the first level"] * (found["first"] != 1)
    wrong += [f"{found['jumps']} headings out of order"] * (found["jumps"] > 0)
    wrong += [f"too pale: {text}" for text in found["pale"][:5]]
    wrong += [f"missing glyphs: {found['missing']}"] * bool(found["missing"])
    wrong += [f"{found['unreached']} controls out of the keyboard's reach"] * (found["unreached"] > 0)
    wrong += [f"{found['nameless']} controls without a name"] * (found["nameless"] > 0)
    return wrong


@pytest.mark.slow
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("page", MADE)
def test_a_page_of_the_ledger_is_in_order(browser: list[str], site: Path, page: str, width: int) -> None:
    assert judged(*looked_at(browser, site / page, width), width) == []


@pytest.mark.slow
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("page", SET)
def test_a_page_of_sphinx_is_in_order(browser: list[str], page: str, width: int) -> None:
    if not (BUILT / page).is_file():
        pytest.skip(f"{page} is not built: make docs")
    assert judged(*looked_at(browser, BUILT / page, width), width) == []


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(390, 844), (1400, 900)])
def test_verdict_reason_and_replacement_are_on_the_first_screen(
    browser: list[str], site: Path, width: int, height: int
) -> None:
    """The banner of every numbered result, in one page of frames."""
    wings = [(paper.key, item) for paper in papers() for item in paper.items if is_numbered_result(item)]
    pages = [f"results/{key}/{re.sub('[^a-z0-9]+', '-', item.casefold()).strip('-')}.html" for key, item in wings]
    frames = "".join(f'<iframe src="{page}" style="width: {width}px; height: {height}px"></iframe>' for page in pages)
    script = """<script>addEventListener("load", () => { document.body.dataset.bottoms = [...document.querySelectorAll(
      "iframe")].map((one) => Math.round(one.contentDocument.querySelector(".banner").getBoundingClientRect().bottom));
      });</script>"""
    file = site / "frames.html"
    file.write_text(f"<!DOCTYPE html><html><body>{frames}{script}</body></html>", encoding="utf-8")
    options = ["--allow-file-access-from-files", "--virtual-time-budget=20000", "--dump-dom"]
    done = subprocess.run([*browser, *options, file.as_uri()], capture_output=True, text=True, timeout=300, check=False)
    [body] = read(done.stdout).all("body")
    bottoms = [int(one) for one in body["data-bottoms"].split(",")]
    assert len(bottoms) == len(pages) == 30
    assert {page: bottom for page, bottom in zip(pages, bottoms, strict=True) if not 150 < bottom <= height} == {}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("query", "first"),
    [("?q=thm+5", "DP with replacement: no"), ("?q=remark-eight", "δ_SDP ≤"), ("?q=2b5983", "DP with replacement: no")],
)
def test_the_ledger_finds_a_place_first(browser: list[str], site: Path, query: str, first: str) -> None:
    done = subprocess.run(
        [*browser, "--virtual-time-budget=5000", "--dump-dom", (site / "ledger.html").as_uri() + query],
        capture_output=True, text=True, timeout=180, check=False,
    )  # fmt: skip
    [rows] = read(done.stdout).all("ul", id="rows")
    assert rows.all("a")[0].text.startswith(first)


@pytest.mark.slow
def test_mistakes_of_a_page_are_found(browser: list[str], tmp_path: Path) -> None:
    file = tmp_path / "wrong.html"
    file.write_text(
        '<!DOCTYPE html><html><body style="background: white"><h1>One</h1><h3>Three</h3><p style="color: #aaa">pale</p>'
        '<div style="width: 2000px">wide \U0010fffe</div><a href="x" tabindex="-1">away</a><button></button>'
        '<script>console.error("told")</script></body></html>', encoding="utf-8",
    )  # fmt: skip
    wrong = judged(*looked_at(browser, file, 390), 390)
    for part in ("console: ", "pixels beyond the edge", "out of order", "too pale: pale", "missing glyphs", "keyboard",
                 "without a name"):  # fmt: skip
        assert any(part in one for one in wrong), (part, wrong)


def test_what_is_wrong_is_noticed() -> None:
    """Each part of the judgement tells a page with one mistake from a page without any."""
    good: dict[str, Any] = {"width": 390, "overflow": 0, "first": 1, "jumps": 0, "pale": [], "missing": ""}
    good |= {"unreached": 0, "nameless": 0}
    assert judged(good, [], 390) == []
    bad = {"overflow": 9, "first": 0, "jumps": 1, "pale": ["x (2.00)"], "missing": "⟹", "unreached": 1, "nameless": 1}
    for name, value in bad.items():
        assert len(judged({**good, name: value}, [], 390)) == 1
    assert len(judged(good, ["CONSOLE: error"], 390)) == 1 and len(judged(good, [], 1400)) == 1
