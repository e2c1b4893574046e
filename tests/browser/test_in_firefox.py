"""The page in headless Firefox: digits, and an answer that comes by itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.firefox import Firefox, program
from tests.browser.test_answers import QUESTIONS, native
from tests.browser.test_in_chromium import ASK

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def page(isolated: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    path = program()
    if path is None:
        pytest.skip("no Firefox is on the PATH")
    browser = Firefox(path, tmp_path_factory.mktemp("firefox") / "profile")
    browser.open(isolated)
    browser.until("window.complete === true")
    yield browser
    browser.close()


def test_the_first_answer_comes_by_itself(page: Firefox) -> None:
    page.until("document.querySelector('#training .headline') !== null")
    assert page.evaluate("document.querySelector('#training .headline').textContent") == "ε ≤ 2.382"


def test_digits_are_those_of_the_package(page: Firefox, tmp_path: Path) -> None:
    for one in QUESTIONS:
        given = {name: json.dumps(one.get(name, {})) for name in ("question", "given", "files")}
        # The page's own module: a script of the driver has no address that an import could be relative to.
        asked = ASK.format(**given).strip().replace('import("./client.js")', 'import(new URL("client.js", location))')
        assert page.evaluate(asked) == native(one, tmp_path), one
