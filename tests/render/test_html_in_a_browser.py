"""The report in a browser: filters, focus, cards, and the width of a phone."""

from __future__ import annotations

import re
import shutil
import subprocess
from html import escape
from pathlib import Path
from typing import Any

import pytest

from sdp_proofs.render.page import ledger_html
from tests.render.page_tree import read

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        pytest.skip(f"none of {', '.join(BROWSERS)} is on the PATH")
    home = tmp_path_factory.mktemp("browser")
    command = [program, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={home}", "--dump-dom"]
    if "<body>" not in opened(command, "about:blank")[0]:
        pytest.skip(f"{program} does not start")
    return command


def opened(browser: list[str], address: str) -> tuple[str, list[str]]:
    """The page as the browser has it after its script has run, and what went to the console."""
    options = ["--enable-logging=stderr", "--virtual-time-budget=2000"]
    done = subprocess.run([*browser, *options, address], capture_output=True, text=True, timeout=90, check=False)
    return done.stdout, [line for line in done.stderr.splitlines() if "CONSOLE" in line]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("query", "left"),
    [
        ("", 5),
        ("?status=repaired", 1),
        ("?status=repaired&status=open", 2),
        ("?q=squares+undecided", 3),
        ("?q=NOTHING+of+the+kind", 0),
        ("?source=toy&status=established", 1),
        ("?source=elsewhere", 5),
        ("?status=repaired#claim-squares-are-nonnegative", 5),
    ],
)
def test_filters_in_a_browser(
    browser: list[str], document: dict[str, Any], tmp_path: Path, query: str, left: int
) -> None:
    file = tmp_path / "page.html"
    file.write_text(ledger_html(document), encoding="utf-8")
    dom, complaints = opened(browser, file.as_uri() + query)
    page = read(dom)
    assert complaints == []
    assert "hidden" not in page.all("form")[0].attributes
    for tag in ("article", "tr"):
        shown = [e for e in page.all(tag) if "data-claim" in e.attributes and "hidden" not in e.attributes]
        assert len(shown) == left
    [output] = page.all("output")
    assert output.text == f"{left} of 5 claims"
    [nothing] = page.all("p", id="nothing")
    assert ("hidden" not in nothing.attributes) is (left == 0)


@pytest.mark.slow
def test_no_count_is_beyond_the_edge_of_a_phone(
    browser: list[str], document: dict[str, Any], tmp_path: Path
) -> None:
    """The column of false claims may not be one that a reader has to scroll to."""
    first = document["claims"][0]
    kinds = {"definition": {"kind": "definition", "uncheckable": "It asserts nothing.", "status": "open"}}
    kinds["uncheckable"] = {**kinds["definition"], "kind": "table"}
    kinds["reading"] = {"kind": "reading"}
    plain = ("established", "supported", "repaired", "refuted", "open", "vacuous")
    changes = [{"status": status} for status in plain] + list(kinds.values())
    claims = [{**first, **change, "id": f"claim-{place}"} for place, change in enumerate(changes)]
    whole = ledger_html({**document, "claims": claims})
    # In a frame the policy bars the style.
    page = escape(re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", whole))
    file = tmp_path / "phone.html"
    file.write_text(
        f"""<!DOCTYPE html><iframe srcdoc="{page}" style="width: 390px; height: 900px; border: 0" onload="
        const cells = [...this.contentDocument.querySelectorAll('.counts th, .counts td')];
        document.body.dataset.cells = cells.length;
        document.body.dataset.right = Math.max(...cells.map((cell) => cell.getBoundingClientRect().right));
        "></iframe>""", encoding="utf-8",
    )  # fmt: skip
    [body] = read(opened(browser, file.as_uri())[0]).all("body")
    assert int(body["data-cells"]) >= 2 * (len(changes) + 2)
    assert float(body["data-right"]) <= 390


@pytest.mark.slow
def test_the_locator_that_was_asked_for_comes_first(
    browser: list[str], document: dict[str, Any], tmp_path: Path
) -> None:
    claims = [{**claim, "depends_on": [], "repaired_by": None} for claim in document["claims"]]
    places = ["Sec. 1", "Theorem 8 (i)", "Theorem 18", "App. A; Theorem 8", "Theorem 8"]
    claims = [{**claim, "locator": place} for claim, place in zip(claims, places, strict=True)]
    claims[0]["statement"] = "What Theorem 8 says of a randomised neighbour & <its kin>."
    file = tmp_path / "page.html"  # with closed cards, whose words are searched all the same
    text = ledger_html({**document, "claims": claims}).replace('card" open', 'card"')
    file.write_text(text, encoding="utf-8")
    for query, found in {
        "theorem+8": ["Theorem 8", "App. A; Theorem 8", "Theorem 8 (i)", "Sec. 1"],
        "RANDOMIZED+neighbor": ["Sec. 1"],
        "neighbour+%26+<its": ["Sec. 1"],
        "noscript": [],
        "nothing+like+it": [],
    }.items():
        dom, complaints = opened(browser, f"{file.as_uri()}?q={query}")
        [hits] = read(dom).all("ol", id="hits")
        assert complaints == []
        assert [link.text.split(": ")[0] for link in hits.all("a")] == found
        assert ("hidden" in hits.attributes) is (not found)


@pytest.mark.slow
def test_a_box_in_focus_lights_all_it_rests_on(browser: list[str], document: dict[str, Any], tmp_path: Path) -> None:
    actions = "document.querySelector('[data-box=squares-are-positive]').dispatchEvent(new Event('focus'))"
    text = re.sub(r"<meta http-equiv[^>]*>", "", ledger_html(document))
    file = tmp_path / "page.html"
    file.write_text(text.replace("</body>", f"<script>{actions}</script></body>"), encoding="utf-8")
    dom, complaints = opened(browser, file.as_uri())
    page = read(dom)
    assert complaints == []
    lit = {box["data-box"] for box in page.all("a") if box.attributes.get("class", "").split()[-1:] == ["on"]}
    assert lit == {claim["id"] for claim in document["claims"]}
    [grow] = page.all("path", data_from="squares-grow-slowly")
    assert "on" in grow["class"].split()


@pytest.mark.slow
def test_a_card_opens_for_its_link_and_draws_what_it_rests_on(
    browser: list[str], document: dict[str, Any], tmp_path: Path
) -> None:
    actions = "document.querySelector('[data-focus=squares-grow-slowly]').click()"
    text = re.sub(r"<meta http-equiv[^>]*>", "", ledger_html(document)).replace("card\" open", "card\"")
    file = tmp_path / "page.html"
    file.write_text(text.replace("</body>", f"<script>{actions}</script></body>"), encoding="utf-8")
    dom, complaints = opened(browser, file.as_uri() + "#claim-squares-grow-slowly")
    page = read(dom)
    assert complaints == []
    open_cards = [e for e in page.all("article") if any("open" in card.attributes for card in e.all("details"))]
    assert [e["data-claim"] for e in open_cards] == ["squares-grow-slowly"]
    # The others cost no time: their bodies wait as text, and are still found by a search.
    assert [e["data-claim"] for e in page.all("article") if not e.all("noscript")] == ["squares-grow-slowly"]
    [drawn] = page.all("div", id="focus")
    assert "hidden" not in drawn.attributes
    boxes = {box["data-box"]: "chosen" in box["class"].split() for box in drawn.all("a")}
    everything = {"squares-are-undecided", "square-of-an-integer", "squares-grow-slowly", "squares-are-positive"}
    assert boxes == {name: name == "squares-grow-slowly" for name in everything}
    assert "rests on 2, carries 1" in drawn.text
