"""The page in headless Chromium: digits, requests, cancelling, offline, hostile files, widths, names, keys."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from docs.benchmarks.clock_of_the_browser import LONG
from docs.browser.build import HEADERS, ROOT
from sdp_proofs.ledger import results
from sdp_proofs.ledger.digests import SHIPPED
from sdp_proofs.papers import papers
from tests.browser.chromium import Chromium
from tests.browser.conftest import served
from tests.browser.test_answers import QUESTIONS, native
from tests.test_site_in_a_browser import LOOK, judged

pytestmark = pytest.mark.slow

Browsers = Callable[[], Chromium]
ASK = """
(async () => {{
  const {{ Computer }} = await import("./client.js");
  const computer = window.other ??= new Computer();
  const texts = Object.entries({files}), bytes = (text) => new TextEncoder().encode(text);
  const files = Object.fromEntries(texts.map(([name, text]) => [name, bytes(text)]));
  return (await computer.ask({question}, {given}, {{ files }})).answer;
}})()
"""
FILE = """
(() => {{
  const given = new DataTransfer(), field = document.querySelector("#{panel} [name=file]");
  given.items.add(new File([{text}], "file"));
  field.files = given.files;
  field.dispatchEvent(new Event("input", {{ bubbles: true }}));
}})()
"""
FORM = "document.querySelector('#{} form')"
NO_FILE = """
(() => {
  const field = document.querySelector("#counts [name=file]");
  field.value = "";
  field.dispatchEvent(new Event("input", { bubbles: true }));
})()
"""
NAMED = {
    "button",
    "textbox",
    "combobox",
    "slider",
    "spinbutton",
    "tab",
    "link",
    "image",
    "tabpanel",
    "tablist",
    "listbox",
}
"""The roles that a screen reader says with a name."""
HOSTILE = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def page(browsers: Browsers, isolated: str) -> Iterator[Chromium]:
    """The page, all of it loaded and kept for later."""
    browser = browsers()
    browser.size(1400)
    browser.open(isolated)
    browser.until("window.kept")
    yield browser
    assert browser.console == []


def shown(browser: Chromium, panel: str) -> None:
    browser.evaluate(f"document.getElementById('tab-{panel}').click()")
    browser.until(f"document.querySelector('#{panel} .headline') && !document.querySelector('#{panel} .stale')")


def of_pages(browser: Chromium) -> list[str]:
    return [url for url, _ in browser.requested]


def test_the_first_answer_comes_by_itself(page: Chromium) -> None:
    page.until("document.querySelector('#training .headline')")
    assert page.evaluate("document.querySelector('#training .headline').textContent") == "ε ≤ 2.382"
    assert page.evaluate("crossOriginIsolated")


def test_digits_are_those_of_the_package(page: Chromium, tmp_path: Path) -> None:
    for one in QUESTIONS:
        given = {name: json.dumps(one.get(name, {})) for name in ("question", "given", "files")}
        assert page.evaluate(ASK.format(**given)) == native(one, tmp_path), one
    page.evaluate("window.other.worker.terminate()")


def test_nothing_is_requested_after_loading(browsers: Browsers, isolated: str) -> None:
    browser = browsers()
    browser.open(isolated)
    browser.until("window.kept")
    loaded = of_pages(browser)
    assert {url.split("/")[2] for url in loaded} == {isolated.split("/")[2]}
    assert {kind for _, kind in browser.requested} >= {"page", "worker"}
    browser.until("document.querySelector('#training .headline')")
    for panel in ("counts", "theorem", "release"):
        shown(browser, panel)
    browser.evaluate(FILE.format(panel="counts", text=json.dumps("vote\n" + "yes\nno\nyes\n" * 9)))
    browser.until("document.querySelector('#counts .ranges .name')?.textContent === 'yes'")
    shown(browser, "training")
    browser.evaluate("document.querySelector('[name=noise_multiplier]').focus()")
    browser.press("5")
    assert browser.until("document.querySelector('#training .stale')")  # the old answer is marked
    browser.until("document.querySelector('#training .headline').textContent != 'ε ≤ 2.382'")
    assert of_pages(browser) == loaded
    assert browser.console == []


def test_the_policy_holds_in_page_and_worker(page: Chromium) -> None:
    worker = next(session for session, kind in page.targets.items() if kind == "worker")
    tries = {"eval('1')": "EvalError", "Function('1')()": "EvalError"}
    for session in (page.page, worker):
        for text, error in tries.items():
            given = {"expression": text, "allowUnsafeEvalBlockedByCSP": False}
            found = page.call("Runtime.evaluate", given, session)
            assert found["exceptionDetails"]["exception"]["className"] == error, (text, found)
    told = len(page.console)
    assert page.evaluate("fetch('https://example.com/').then(() => 'sent', () => 'refused')") == "refused"
    said, page.console[told:] = page.console[told:], []
    assert any("Content Security Policy" in line for line in said)
    found = page.call("Runtime.evaluate", {"expression": "[typeof fetch, typeof XMLHttpRequest].join()"}, worker)
    assert found["result"]["value"] == "undefined,undefined"


@pytest.mark.parametrize("headers", [HEADERS, {}], ids=["isolated", "plain"])
def test_the_page_listens_while_its_worker_computes(browsers: Browsers, built: Path, headers: dict[str, str]) -> None:
    """Python is loaded in the worker alone; Cancel ends the question, and the page answers again."""
    browser = browsers()
    with served(built, headers) as address:
        browser.open(address)
        browser.until("window.kept")
        assert browser.evaluate("crossOriginIsolated") == bool(headers)
        loads = {kind for url, kind in browser.requested if "/pyodide/" in url or "/core." in url}
        assert loads - {"service_worker"} == {"worker"}
        browser.until("document.querySelector('#training .headline')")
        workers = list(browser.targets.values()).count("worker")
        browser.evaluate(LONG)
        browser.until("!document.getElementById('cancel').hidden")
        assert "Computing" in browser.evaluate("document.getElementById('state').textContent")
        assert browser.evaluate("new Promise(requestAnimationFrame)") > 0
        assert browser.evaluate("!document.getElementById('cancel').hidden")  # a frame came, and it still computes
        browser.evaluate("document.getElementById('cancel').click()")
        browser.until("document.querySelector('#release .error')?.textContent === 'cancelled'")
        if not headers:  # without shared memory another worker takes the place of the one that was busy
            browser.wait(lambda: list(browser.targets.values()).count("worker") == workers + 1, "another worker")
        browser.evaluate("location.hash = 'release?release=laplace(scale=10)&given=delta&number=0'")
        browser.until("document.querySelector('#release .headline')?.textContent === 'ε ≤ 0.1'")


def test_an_answer_to_what_is_no_longer_asked_is_not_shown(page: Chromium) -> None:
    shown(page, "release")
    page.evaluate(LONG)
    page.until("!document.getElementById('cancel').hidden")
    field = "document.querySelector('#release [name=digits]')"
    page.evaluate(f"{field}.value = ''; {field}.dispatchEvent(new Event('input', {{ bubbles: true }}))")
    page.evaluate("document.getElementById('tab-training').click()")
    page.evaluate("document.getElementById('cancel').click()")
    page.until("document.getElementById('cancel').hidden")
    assert page.evaluate("document.querySelector('#release .answer').childElementCount === 0")
    page.evaluate(f"{field}.value = '8'; {FORM.format('release')}.elements.release.value = 'laplace(scale=10)'")
    page.evaluate("document.getElementById('tab-release').click()")  # a panel without an answer asks again
    page.until("document.querySelector('#release .headline')")


def test_a_chosen_file_is_read_whatever_is_asked_meanwhile(page: Chromium) -> None:
    shown(page, "counts")
    page.evaluate(FILE.format(panel="counts", text=json.dumps("vote\n" + "aye\nno\naye\n" * 9)))
    assert page.evaluate("document.querySelector('#counts .answer').classList.contains('stale')")
    page.evaluate("[...document.querySelectorAll('#counts .buttons button')].at(-1).click()")
    page.evaluate("document.getElementById('tab-release').click(), document.getElementById('tab-counts').click()")
    page.until("document.querySelector('#counts .ranges .name')?.textContent === 'aye'")
    page.evaluate(NO_FILE)


def test_it_opens_without_a_network(browsers: Browsers, built: Path) -> None:
    """After one visit to a plain host; from then on the headers are sent, too."""
    browser = browsers()
    with served(built, {}) as address:
        browser.open(address)
        browser.until("window.kept")
        assert not browser.evaluate("crossOriginIsolated")
    browser.call("Page.reload", session=browser.page)
    browser.until("window.complete && document.querySelector('#training .headline')")
    assert browser.evaluate("crossOriginIsolated")


def test_a_link_restores_the_question(page: Chromium, isolated: str) -> None:
    shown(page, "counts")
    page.evaluate("document.querySelector('#counts [name=epsilon]').value = 'log(3)'")
    page.evaluate("document.querySelector('#counts [name=counts]').value = '31, 17'")
    page.evaluate("document.querySelector('#counts form').requestSubmit()")
    page.until("document.querySelector('#counts .answer').textContent.includes('epsilon = log(3)')")
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.link = text; }")
    page.evaluate("document.querySelector('#counts .buttons button').click()")
    link = page.until("window.link")
    question = link.removeprefix(f"{isolated}#")  # the port of the server is a number, too
    assert question.startswith("counts?") and "31" not in question and "column" not in question
    page.evaluate("document.querySelector('#counts [name=epsilon]').value = '1'")
    page.evaluate(f"location.hash = {json.dumps(link.partition('#')[2])}")
    page.until("document.querySelector('#counts [name=epsilon]').value === 'log(3)'")


def test_numbers_of_a_theorem_can_be_changed(page: Chromium) -> None:
    shown(page, "theorem")
    page.until("document.querySelector('#theorem .headline').textContent === 'The statement fails here.'")
    field = "document.querySelector('#theorem [name=number-let-n]')"
    page.evaluate(f"{field}.value = '126'; {field}.dispatchEvent(new Event('input', {{ bubbles: true }}))")
    page.until("document.querySelector('#theorem .headline').textContent === 'The statement holds here.'")


@pytest.mark.parametrize(
    "text",
    [
        f'"{HOSTILE}","{HOSTILE}"\n' * 5,
        "\x00\x01\x02" * 1000,
        "a,b\n" + '"' * 100001,
        f"{HOSTILE}\n" + f"{HOSTILE}\nx\n" * 9,
        "",
        ",".join(f"column {place}" for place in range(100_000)) + "\n" + "1," * 99_999 + "1\n",
    ],
    ids=["markup twice", "bytes", "quotes", "markup", "empty", "wide"],
)
def test_a_hostile_table_is_text(page: Chromium, text: str) -> None:
    shown(page, "counts")
    page.evaluate("document.querySelector('#counts .answer').replaceChildren()")
    page.evaluate(FILE.format(panel="counts", text=json.dumps(text)))
    page.until("document.querySelector('#counts .error, #counts .headline')", 60)
    assert not page.evaluate("document.querySelector('main img')")
    page.evaluate(NO_FILE)


LET: dict[str, Any] = {"schema": "sdp-proofs/counterexample/2", "claim": HOSTILE, "locator": HOSTILE, "says": HOSTILE}
LET |= {"given": [], "formula": "k <= 1", "at": [["k", "==", "n"]]}


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({**LET, "let": [["n", "3"]]}),
        json.dumps({**LET, "let": [["n", "9**9**9**9"]]}),
        json.dumps(
            {**LET, "let": [["n", "sum(sum(sum(1 for i in range(10**6)) for j in range(10**6)) for k in range(9))"]]}
        ),
        json.dumps({**LET, "let": [["n", "(" * 5000 + "1" + ")" * 5000]]}),
        json.dumps({**LET, "let": [["n", "__import__('js').document.body.remove()"]]}),
        "[" * 100000,
        "{}",
    ],
    ids=["markup", "power", "loops", "brackets", "import", "nested", "none"],
)
def test_a_hostile_certificate_is_text_and_ends(page: Chromium, text: str) -> None:
    shown(page, "theorem")
    page.evaluate("document.querySelector('#theorem .answer').replaceChildren()")
    page.evaluate(FILE.format(panel="theorem", text=json.dumps(text)))
    page.until("document.querySelector('#theorem .error, #theorem .headline')", 120)
    assert not page.evaluate("document.querySelector('main img')")
    page.evaluate("document.querySelector('#theorem select').dispatchEvent(new Event('change'))")
    page.evaluate("document.querySelector('#theorem form').requestSubmit()")
    page.until("document.querySelector('#theorem .headline')?.textContent === 'The statement fails here.'")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [390, 1400])
@pytest.mark.parametrize("panel", ["training", "counts", "theorem", "release"])
def test_the_page_is_in_order(page: Chromium, panel: str, width: int, dark: bool) -> None:
    page.size(width, dark=dark)
    shown(page, panel)
    body = LOOK.partition("setTimeout(() => {")[2].rpartition("parent.postMessage")[0]
    found: dict[str, Any] = page.evaluate(f"(() => {{ {body} return found; }})()")
    found["unreached"] -= 3  # the other tabs, which the arrow keys reach
    assert judged(found, [], width) == []
    nodes = page.call("Accessibility.getFullAXTree", session=page.page)["nodes"]
    roles = [node["role"]["value"] for node in nodes if not node.get("ignored") and not node["name"].get("value")]
    nameless = sorted(NAMED & set(roles))
    assert nameless == []
    page.size(1400)


def test_keys_reach_everything(page: Chromium) -> None:
    shown(page, "training")
    page.evaluate("document.getElementById('tab-training').focus()")
    for panel in ("counts", "theorem", "release", "training"):
        page.press("ArrowRight")
        assert page.evaluate(
            f"document.activeElement.id === 'tab-{panel}' && !document.getElementById('{panel}').hidden"
        )
    page.press("Tab")
    assert page.evaluate("document.activeElement.name") == "noise_multiplier"
    shown(page, "release")
    page.evaluate("(() => { const field = document.querySelector('#release [name=release]'); field.value = '';"
                  "field.focus(); })()")  # fmt: skip
    for key in "lapl":
        page.press(key)
    page.until("document.querySelector('#release [name=release]').getAttribute('aria-expanded') === 'true'")
    page.press("ArrowDown")
    active = "document.getElementById(document.activeElement.getAttribute('aria-activedescendant')).textContent"
    assert page.evaluate(active).startswith("laplace(scale=..)")
    page.press("Enter")
    page.press("4")
    assert page.evaluate("document.querySelector('#release [name=release]').value") == "laplace(scale=4)"
    page.until("document.querySelector('#release .headline')?.textContent.startsWith('ε ≤ 0.2')")


def test_a_counterexample_replays_beside_its_statement(browsers: Browsers, built: Path) -> None:
    sys.path.insert(0, str(ROOT / "docs"))
    try:
        names = ("claim_pages", "result_pages", "site_pages")
        claim_pages, result_pages, site_pages = map(importlib.import_module, names)
    finally:
        sys.path.remove(str(ROOT / "docs"))
    kept = results.readable(SHIPPED)
    assert kept is not None
    document = kept.catalogue.excerpt(kept.catalogue.claims)
    wings = [paper for paper in papers() if paper.key == "smoothed-dp"]
    made = result_pages.pages(document, wings, claim_pages.links(document))
    one = next(page for page in made if page.path.endswith("/remark-8.html"))
    (built / one.path).parent.mkdir(parents=True, exist_ok=True)
    text = site_pages.with_replays(one, "try/replay.js")
    (built / one.path).write_text(text, encoding="utf-8")
    browser = browsers()
    with served(built, {}) as address:
        browser.open(address.removesuffix("try/") + one.path)
        browser.until("document.querySelector('[data-replay] button')")
        assert browser.evaluate(
            "[...document.querySelectorAll('[data-replay]')].every((one) => one.querySelector('button'))"
        )
        browser.evaluate("document.querySelector('[data-replay] button').click()")
        said = browser.until("document.querySelector('[data-replay] pre').textContent")
        assert said.endswith("refuted: the formula is false here")
        assert not [url for url in of_pages(browser) if "/flint." in url]
