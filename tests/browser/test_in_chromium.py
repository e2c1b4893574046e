"""The page in headless Chromium: digits, requests, cancelling."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.browser.chromium import Chromium
from tests.browser.test_answers import QUESTIONS, native

ASK = """
(async () => {{
  const {{ Computer }} = await import("./client.js");
  const computer = window.other ??= new Computer();
  const texts = Object.entries({files}), bytes = (text) => new TextEncoder().encode(text);
  const files = Object.fromEntries(texts.map(([name, text]) => [name, bytes(text)]));
  return (await computer.ask({question}, {given}, {{ files }})).answer;
}})()
"""


@pytest.mark.slow
def test_digits_are_those_of_the_package(browser: Chromium, isolated: str, tmp_path: Path) -> None:
    browser.open(isolated)
    browser.until("window.complete")
    for one in QUESTIONS:
        given = {name: json.dumps(one.get(name, {})) for name in ("question", "given", "files")}
        assert browser.evaluate(ASK.format(**given)) == native(one, tmp_path), one
    assert browser.console == []


@pytest.mark.slow
def test_the_first_answer_comes_by_itself_and_no_request_leaves_then(browser: Chromium, isolated: str) -> None:
    browser.open(isolated)
    browser.until("window.complete")
    loaded = [url for url, kind in browser.requested if kind != "browser_ui"]
    assert {url.split("/")[2] for url in loaded} == {isolated.split("/")[2]}
    browser.until("document.querySelector('.headline')")
    assert browser.evaluate("document.querySelector('#training .headline').textContent") == "ε ≤ 2.382"
    browser.evaluate("document.querySelector('[name=noise_multiplier]').focus()")
    browser.press("5")
    browser.until("document.querySelector('#training .headline').textContent != 'ε ≤ 2.382'")
    assert [url for url, kind in browser.requested if kind != "browser_ui"] == loaded
